//! The command line of `maxconnect4`, and what is wrong with one.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use plyground_core::ParseError;

use crate::compat::{both, depth as plies, unexpected};
use crate::exit::Failure;

/// What `--help` prints.
pub(super) const HELP: &str = "\
Plays Max-Connect-Four: 7 columns, 6 rows, and every four consecutive cells of one side are a point.

usage: maxconnect4 interactive INPUT computer-next|human-next DEPTH
usage: maxconnect4 one-move INPUT OUTPUT DEPTH

interactive  plays against a human. The position after each move of the computer is saved in
             computer.txt, after each move of the human in human.txt, in the current folder.
             Without a file INPUT the board is empty and red moves first.
one-move     reads INPUT, makes one move and writes the position after it to OUTPUT.
DEPTH        how many moves (plies) the computer looks ahead, at least 1.

State files hold six lines of seven digits, the top row first (0 empty, 1 red, 2 green), then a line
with the side to move (1 or 2).

example: maxconnect4 interactive new-game.txt human-next 8
example: maxconnect4 one-move computer.txt answer.txt 8
";

const USAGE: &str = "\
usage: maxconnect4 interactive INPUT computer-next|human-next DEPTH
usage: maxconnect4 one-move INPUT OUTPUT DEPTH";

/// Who makes a move in interactive mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mover {
    Computer,
    Human,
}

/// What the command line asks for.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Command {
    Help,
    Version,
    Interactive { input: PathBuf, next: Mover, depth: u32 },
    OneMove { input: PathBuf, output: PathBuf, depth: u32 },
}

/// Reads the arguments after the program's name; the error has a line for every wrong one.
pub(super) fn parse(args: Vec<OsString>) -> Result<Command, Failure> {
    let mut args = args.into_iter();
    let Some(mode) = args.next() else {
        return Err(wrong("MODE: missing; expected interactive or one-move"));
    };
    let rest: Vec<OsString> = args.collect();
    match mode.to_str() {
        Some("--help" | "-h") => Ok(Command::Help),
        Some("--version") => Ok(Command::Version),
        Some("interactive") => {
            let [input, next, depth] =
                three(rest, "interactive", "INPUT, computer-next or human-next, DEPTH")?;
            let (next, depth) = both(mover(&next), plies("DEPTH", &depth)).map_err(wrong)?;
            Ok(Command::Interactive { input: input.into(), next, depth })
        }
        Some("one-move") => {
            let [input, output, depth] = three(rest, "one-move", "INPUT, OUTPUT, DEPTH")?;
            let depth = plies("DEPTH", &depth).map_err(wrong)?;
            Ok(Command::OneMove { input: input.into(), output: output.into(), depth })
        }
        _ => Err(wrong(unexpected("MODE", &mode, "interactive or one-move"))),
    }
}

/// A failure with this message and the usage below it.
fn wrong(message: impl std::fmt::Display) -> Failure {
    bad_input!("{message}\n{USAGE}")
}

fn three(args: Vec<OsString>, mode: &str, expected: &str) -> Result<[OsString; 3], Failure> {
    <[OsString; 3]>::try_from(args).map_err(|args| {
        wrong(format_args!("{mode}: {} arguments after it; expected 3: {expected}", args.len()))
    })
}

fn mover(arg: &OsStr) -> Result<Mover, ParseError> {
    match arg.to_str() {
        Some("computer-next") => Ok(Mover::Computer),
        Some("human-next") => Ok(Mover::Human),
        _ => Err(unexpected("NEXT", arg, "computer-next or human-next")),
    }
}
