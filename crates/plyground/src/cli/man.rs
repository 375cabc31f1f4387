//! `plyground man`: the manual pages.

use std::path::PathBuf;

use clap::Command;
use clap_mangen::Man;
use plyground_arena::file;

use crate::exit::{Failure, Streams};
use crate::shown;
use crate::subcommand::Root;

/// Print the manual page, or write those of all subcommands to a folder
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  plyground man
  mkdir man1 && plyground man --out man1")]
pub(super) struct Args {
    /// An existing folder, for plyground.1 and a page for each subcommand
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Args {
    pub(super) fn run(&self, root: Root<'_>, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let mut command = super::help::complete(root().term_width(0)).disable_help_subcommand(true);
        command.build();
        let Some(folder) = &self.out else {
            return Ok(Man::new(command).render(streams.out)?);
        };
        let place = shown::path(folder);
        if !folder.is_dir() {
            return Err(bad_input!("--out: {place} is not a folder; expected one that exists"));
        }
        let mut pages = Vec::new();
        collect(command, &mut pages)?;
        for (name, page) in &pages {
            let path = folder.join(name);
            file::write_atomically(&path, page).map_err(|error| {
                bad_input!("--out: {}: {error}; expected a writable folder", shown::path(&path))
            })?;
        }
        Ok(writeln!(streams.err, "{} pages written to {place}", pages.len())?)
    }
}

/// The pages of a command and its subcommands, with their file names.
fn collect(command: Command, pages: &mut Vec<(String, Vec<u8>)>) -> std::io::Result<()> {
    for subcommand in command.get_subcommands().cloned() {
        collect(subcommand, pages)?;
    }
    let man = Man::new(command);
    let mut page = Vec::new();
    man.render(&mut page)?;
    pages.push((man.get_filename(), page));
    Ok(())
}
