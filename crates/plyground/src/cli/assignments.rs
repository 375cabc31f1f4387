//! `plyground assignments`: the courses' assignments, and what runs each of them here.

use serde_json::{Value, json};

use super::json;
use crate::exit::{Failure, Streams};

const EXAMPLES: &str = "Examples:
  plyground assignments
  plyground assignments --json";

/// List the assignments with the programs that answer them
///
/// JSON: an array with, for each assignment, `name`, `game`, `about`, `program` and `usage` (an array
/// of command lines).
#[derive(clap::Args, Debug)]
#[command(verbatim_doc_comment, after_help = EXAMPLES)]
pub(super) struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
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
        program: "plyground",
        usage: &["plyground play connect-four --second minimax:eval=cs431,depth=DEPTH"],
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
