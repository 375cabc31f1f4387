//! `plyground completions`: what a shell needs to complete command lines.

use clap_complete::Shell;

use crate::exit::{Failure, Streams};
use crate::subcommand::Root;

/// Print the completion script of a shell
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  plyground completions bash
  mkdir -p ~/.local/share/bash-completion/completions
  plyground completions bash \\
      > ~/.local/share/bash-completion/completions/plyground
  plyground completions zsh > _plyground")]
pub(super) struct Args {
    /// The shell
    shell: Shell,
}

impl Args {
    pub(super) fn run(&self, root: Root<'_>, streams: &mut Streams<'_>) -> Result<(), Failure> {
        // The generator panics if writing fails; memory does not.
        let mut script = Vec::new();
        let mut command = super::help::complete(root().term_width(0));
        let name = command.get_name().to_owned();
        clap_complete::generate(self.shell, &mut command, name, &mut script);
        Ok(streams.out.write_all(&script)?)
    }
}
