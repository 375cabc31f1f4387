//! `plyground tournament init`: a folder to begin with.

use std::fs;
use std::path::PathBuf;

use plyground_arena::file;
use plyground_arena::tournament::CONFIG;
use plyground_core::quote;

use crate::exit::{Failure, Streams};
use crate::shown::{self, word};

/// Make a folder with a commented tournament.toml and example programs that work at once
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  plyground tournament init league
  plyground tournament init club --assignment cs3243
  plyground tournament init cup --assignment max-connect-four")]
pub(super) struct Args {
    /// The folder to make
    #[arg(value_name = "DIR")]
    path: PathBuf,
    /// Whose rules: those of `comp3608` (Connect Four: a second for a move, late means the turn is lost), `cs3243` (6x6
    /// Breakthrough: three seconds, and a random move for whoever has none) or `max-connect-four` (state files; what is
    /// not valid is asked for again)
    #[arg(long, value_name = "NAME", default_value = "comp3608", value_parser = files_of)]
    assignment: &'static [Example],
}

fn files_of(name: &str) -> Result<&'static [Example], String> {
    const EXPECTED: &str = "expected comp3608, cs3243 or max-connect-four";
    match name {
        "comp3608" => Ok(COMP3608),
        "cs3243" => Ok(CS3243),
        "max-connect-four" => Ok(MAX_CONNECT_FOUR),
        "cs431" => Err(format!(
            "its program plays against people and has no way to be asked for a move; {EXPECTED}: comp3608 has \
             Connect Four for programs"
        )),
        "cs4750" => Err(format!(
            "its program plays both sides by itself and has no way to be asked for a move; {EXPECTED}. Programs \
             that speak the line protocol play Adjacent Four with game = \"adjacent-four\""
        )),
        _ => Err(format!("found {}; {EXPECTED}", quote(name))),
    }
}

/// A file's path in the folder, and what is in it.
type Example = (&'static str, &'static str);

/// An example of the repository.
macro_rules! example {
    ($path:literal) => {
        include_str!(concat!("../../../embedded/examples/", $path))
    };
}

const COMP3608: &[Example] = &[
    ("tournament.toml", example!("tournaments/comp3608/tournament.toml")),
    ("entrants/threats/threats.py", example!("tournaments/comp3608/entrants/threats/threats.py")),
    ("entrants/centre/centre.py", example!("tournaments/comp3608/entrants/centre/centre.py")),
    ("entrants/lines/lines.py", example!("agents/python/random_agent.py")),
];

const CS3243: &[Example] = &[
    ("tournament.toml", example!("tournaments/cs3243/tournament.toml")),
    ("entrants/runner/runner.py", example!("tournaments/cs3243/entrants/runner/runner.py")),
    ("entrants/taker/taker.py", example!("tournaments/cs3243/entrants/taker/taker.py")),
];

const MAX_CONNECT_FOUR: &[Example] = &[
    ("tournament.toml", example!("tournaments/max-connect-four/tournament.toml")),
    ("entrants/greedy/greedy.py", example!("tournaments/max-connect-four/entrants/greedy/greedy.py")),
    ("entrants/centre/centre.py", example!("agents/python/state_file_agent.py")),
];

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let files = self.assignment;
        // Nothing of anybody's is overwritten.
        for path in files.iter().map(|(name, _)| self.path.join(name)) {
            if fs::symlink_metadata(&path).is_ok() {
                let name = shown::path(&path);
                return Err(bad_input!("{name}: exists; expected a folder without one"));
            }
        }
        // The file that makes it a tournament comes last.
        for (name, content) in files.iter().rev() {
            let path = self.path.join(name);
            let made = path.parent().map_or(Ok(()), fs::create_dir_all);
            made.and_then(|()| file::write_atomically(&path, content.as_bytes()))
                .map_err(|error| bad_input!("{}: {error}", shown::path(&path)))?;
        }
        writeln!(streams.out, "{}", shown::path(&self.path.join(CONFIG)))?;
        Ok(writeln!(streams.err, "next: plyground tournament run {}", word(&self.path))?)
    }
}
