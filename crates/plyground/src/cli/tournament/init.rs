//! `plyground tournament init`: a folder to begin with.

use std::fs;
use std::path::PathBuf;

use plyground_arena::file;
use plyground_arena::tournament::CONFIG;
use plyground_core::quote;
use plyground_courses::engine::offer::Starter;
use plyground_courses::engine::task::TaskKind;

use super::folder::word;
use crate::cli::listed;
use crate::exit::{Failure, Streams};
use crate::present::untrusted;

const EXAMPLES: &str = "Examples:
  plyground tournament init league
  plyground tournament init club --assignment cs3243
  plyground tournament init cup --assignment max-connect-four";

/// Make a folder with a commented tournament.toml and example programs that work at once
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The folder to make
    #[arg(value_name = "DIR")]
    path: PathBuf,
    #[arg(long, value_name = "NAME", default_value = "comp3608", value_parser = files_of, help = help())]
    assignment: &'static [File],
}

/// A file's path in the folder, and what is in it.
type File = (&'static str, &'static str);

/// The assignments that have a tournament, by name, with what is said of its rules and its files.
fn starters() -> Vec<(&'static str, &'static str, &'static [File])> {
    let starter = |kind: &TaskKind| match kind.starter {
        Starter::Folder { about, files } => Some((kind.info.name, about, files)),
        Starter::None { .. } => None,
    };
    let mut all: Vec<_> = TaskKind::all().iter().filter_map(starter).collect();
    all.sort_unstable_by_key(|&(name, ..)| name);
    all
}

/// What the help says of `--assignment`.
fn help() -> String {
    let all = starters().into_iter().map(|(name, about, _)| format!("`{name}` ({about})"));
    format!("Whose rules: those of {}", listed(&all.collect::<Vec<_>>(), "or"))
}

/// The files for an assignment.
fn files_of(name: &str) -> Result<&'static [File], String> {
    let all = starters();
    if let Some(&(.., files)) = all.iter().find(|&&(own, ..)| own == name) {
        return Ok(files);
    }
    let names = listed(&all.iter().map(|&(name, ..)| name).collect::<Vec<_>>(), "or");
    Err(match TaskKind::from_name(name).map(|kind| kind.starter) {
        Some(Starter::None { why, instead }) => format!("{why}; expected {names}{instead}"),
        _ => format!("found {}; expected {names}", quote(name)),
    })
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let files = self.assignment;
        let config = self.path.join(CONFIG);
        // Nothing of anybody's is overwritten.
        for path in files.iter().map(|(name, _)| self.path.join(name)) {
            if fs::symlink_metadata(&path).is_ok() {
                let name = untrusted::path(&path);
                return Err(Failure::bad_input(format_args!(
                    "{name}: exists; expected a folder without one"
                )));
            }
        }
        // The file that makes it a tournament comes last.
        for (name, content) in files.iter().rev() {
            let path = self.path.join(name);
            let made = path.parent().map_or(Ok(()), fs::create_dir_all);
            made.and_then(|()| file::write_atomically(&path, content.as_bytes()))
                .map_err(|error| Failure::bad_input(format_args!("{}: {error}", untrusted::path(&path))))?;
        }
        let word = word(&self.path);
        writeln!(streams.out, "{}", untrusted::path(&config))?;
        writeln!(streams.err, "next: plyground tournament run {word}")?;
        Ok(())
    }
}
