//! `plyground completions`: what a shell needs to complete command lines.

use clap_complete::Shell;

use crate::Program;
use crate::exit::{Failure, Streams};

const EXAMPLES: &str = "Examples:
  plyground completions bash
  mkdir -p ~/.local/share/bash-completion/completions
  plyground completions bash > ~/.local/share/bash-completion/completions/plyground
  plyground completions zsh > _plyground";

/// Print the completion script of a shell
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The shell
    shell: Shell,
}

impl Args {
    pub(super) fn run(&self, program: &Program, streams: &mut Streams<'_>) -> Result<(), Failure> {
        // The generator panics if writing fails; memory does not.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program.command(), program.name(), &mut script);
        streams.out.write_all(&script)?;
        Ok(())
    }
}
