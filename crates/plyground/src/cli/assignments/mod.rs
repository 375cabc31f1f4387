//! `plyground assignments`: the courses' assignments, and what runs each of them here.

mod new;
mod public;

use std::fs;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use plyground_arena::file;
use plyground_courses::assignment::{Assignment as Data, FILE};
use serde_json::{Value, json};

use crate::exit::{Failure, Streams};
use crate::present::json;
use crate::shown::{self, printable};

const EXAMPLES: &str = "Examples:
  plyground assignments
  plyground assignments --json
  plyground assignments new autumn --from comp3608
  plyground assignments public autumn --out autumn-public";

/// List the assignments with the programs that answer them
///
/// JSON: an array with, for each assignment, `name`, `game`, `about`, `program` and `usage` (an array
/// of command lines).
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub(super) struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand, Debug)]
enum Command {
    New(new::Args),
    Public(public::Args),
}

/// What `plyground mark` needs to know of each assignment.
const DATA: [(&str, &str); 5] = [
    ("comp3608", include_str!("../../../embedded/assignments/comp3608/assignment.toml")),
    ("cs431", include_str!("../../../embedded/assignments/cs431/assignment.toml")),
    ("max-connect-four", include_str!("../../../embedded/assignments/max-connect-four/assignment.toml")),
    ("cs3243", include_str!("../../../embedded/assignments/cs3243/assignment.toml")),
    ("cs4750", include_str!("../../../embedded/assignments/cs4750/assignment.toml")),
];

/// The longest `assignment.toml` that is read, in bytes.
const MOST_DATA: u64 = 1 << 20;

/// The text of an assignment that is built in.
fn built_in(name: &str) -> Option<&'static str> {
    DATA.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// The name of an assignment that is built in, if this is one.
pub(super) fn built_in_name(name: &Path) -> Option<&str> {
    name.to_str().filter(|word| built_in(word).is_some())
}

/// An assignment by the name of one that is built in, or by the path of its file or folder.
pub(super) fn open(name: &Path) -> Result<Data, Failure> {
    let of = |place: &str, text: &str| {
        let error = |error| Failure::bad_input(format_args!("{place}: {}", printable(&format!("{error}"))));
        Data::parse(text).map_err(error)
    };
    if let Some((word, text)) = name.to_str().and_then(|word| Some((word, built_in(word)?))) {
        return of(word, text);
    }
    let (path, text) = read(name)?;
    of(&shown::path(&path), &text)
}

/// Writes the file of an assignment into a folder that has none, and says where it is.
fn write_new(folder: &Path, text: &str, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let path = folder.join(FILE);
    let place = shown::path(&path);
    if fs::symlink_metadata(&path).is_ok() {
        return Err(Failure::bad_input(format_args!("{place}: exists; expected a folder without one")));
    }
    fs::create_dir_all(folder)
        .and_then(|()| file::write_atomically(&path, text.as_bytes()))
        .map_err(|error| Failure::bad_input(format_args!("{place}: {error}")))?;
    Ok(writeln!(streams.out, "{place}")?)
}

/// The file of an assignment and its text, by the path of the file or of its folder.
fn read(name: &Path) -> Result<(PathBuf, String), Failure> {
    let path =
        if fs::metadata(name).is_ok_and(|found| found.is_dir()) { name.join(FILE) } else { name.into() };
    let place = shown::path(&path);
    let text = file::read_text(&path, MOST_DATA).map_err(|error| {
        let names = DATA.map(|(name, _)| name).join(", ");
        let remedy = "'plyground assignments new DIR' makes one";
        Failure::bad_input(format_args!(
            "{place}: {error}; expected one of {names}, or a folder with {FILE}; {remedy}"
        ))
    })?;
    Ok((path, text))
}

struct Assignment {
    name: &'static str,
    game: &'static str,
    about: &'static str,
    program: &'static str,
    usage: &'static [&'static str],
}

const ASSIGNMENTS: [Assignment; 5] = [
    Assignment {
        name: "comp3608",
        game: "connect-four",
        about: "print the column that minimax or alpha-beta chooses and how many nodes it examined; in the \
                tournament, print a column within a second",
        program: "ConnectFour",
        usage: &["ConnectFour STATE red|yellow M|A DEPTH", "ConnectFour STATE red|yellow"],
    },
    Assignment {
        name: "cs431",
        game: "connect-four",
        about: "play against people with heuristic minimax of a chosen depth over open spans of four",
        program: "ConnectFour",
        usage: &[
            "ConnectFour [PLIES]",
            "plyground play connect-four --second minimax:eval=cs431,depth=DEPTH",
        ],
    },
    Assignment {
        name: "max-connect-four",
        game: "max-connect-four",
        about: "fill the whole board and collect more quadruples than the other side, against people or by \
                state files",
        program: "maxconnect4",
        usage: &[
            "maxconnect4 interactive INPUT computer-next|human-next DEPTH",
            "maxconnect4 one-move INPUT OUTPUT DEPTH",
        ],
    },
    Assignment {
        name: "cs3243",
        game: "breakthrough",
        about: "read a board from standard input, always as white, and answer with a move within three \
                seconds",
        program: "breakthrough",
        usage: &["breakthrough < REQUEST"],
    },
    Assignment {
        name: "cs4750",
        game: "adjacent-four",
        about: "let a 2-ply and a 4-ply minimax player meet, and report every move with its nodes and CPU time",
        program: "plyground",
        usage: &["plyground report cs4750"],
    },
];

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        match &self.command {
            Some(Command::New(args)) => return args.run(streams),
            Some(Command::Public(args)) => return args.run(streams),
            None => {}
        }
        if self.json {
            let object = |assignment: &Assignment| {
                json!({
                    "name": assignment.name,
                    "game": assignment.game,
                    "about": assignment.about,
                    "program": assignment.program,
                    "usage": assignment.usage,
                })
            };
            json::write(streams.out, &ASSIGNMENTS.iter().map(object).collect::<Value>())?;
            return Ok(());
        }
        for (i, assignment) in ASSIGNMENTS.iter().enumerate() {
            if i > 0 {
                writeln!(streams.out)?;
            }
            writeln!(streams.out, "{}: {}", assignment.name, assignment.game)?;
            writeln!(streams.out, "  {}", assignment.about)?;
            for usage in assignment.usage {
                writeln!(streams.out, "    {usage}")?;
            }
        }
        Ok(())
    }
}
