//! `plyground tournament init`: a folder to begin with.

use std::fs;
use std::path::PathBuf;

use clap::ValueEnum;
use plyground_arena::file;
use plyground_arena::tournament::CONFIG;

use super::folder::word;
use crate::exit::{Failure, Streams};
use crate::shown;

const EXAMPLES: &str = "Examples:
  plyground tournament init league
  plyground tournament init club --assignment cs3243";

/// Make a folder with a commented tournament.toml and example programs that work at once
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The folder to make
    #[arg(value_name = "DIR")]
    path: PathBuf,
    /// Whose rules
    #[arg(long, value_enum, default_value_t = Assignment::Comp3608)]
    assignment: Assignment,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Assignment {
    /// Connect Four: a program is started for every move and has a second; late means the turn is lost
    Comp3608,
    /// 6x6 Breakthrough: three seconds, and a random move for whoever has none
    Cs3243,
}

/// A file's path in the folder, and what is in it.
type Example = (&'static str, &'static str);

const COMP3608: &[Example] = &[
    ("tournament.toml", include_str!("../../../embedded/examples/tournaments/comp3608/tournament.toml")),
    (
        "entrants/threats.py",
        include_str!("../../../embedded/examples/tournaments/comp3608/entrants/threats.py"),
    ),
    (
        "entrants/centre.py",
        include_str!("../../../embedded/examples/tournaments/comp3608/entrants/centre.py"),
    ),
    ("entrants/lines.py", include_str!("../../../embedded/examples/agents/python/random_agent.py")),
];

const CS3243: &[Example] = &[
    ("tournament.toml", include_str!("../../../embedded/examples/tournaments/cs3243/tournament.toml")),
    ("entrants/runner.py", include_str!("../../../embedded/examples/tournaments/cs3243/entrants/runner.py")),
    ("entrants/taker.py", include_str!("../../../embedded/examples/tournaments/cs3243/entrants/taker.py")),
];

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let files = match self.assignment {
            Assignment::Comp3608 => COMP3608,
            Assignment::Cs3243 => CS3243,
        };
        let config = self.path.join(CONFIG);
        // Nothing of anybody's is overwritten.
        for path in files.iter().map(|(name, _)| self.path.join(name)) {
            if fs::symlink_metadata(&path).is_ok() {
                let name = shown::path(&path);
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
                .map_err(|error| Failure::bad_input(format_args!("{}: {error}", shown::path(&path))))?;
        }
        let word = word(&self.path);
        writeln!(streams.out, "{}", shown::path(&config))?;
        writeln!(streams.err, "next: plyground tournament run {word}")?;
        Ok(())
    }
}
