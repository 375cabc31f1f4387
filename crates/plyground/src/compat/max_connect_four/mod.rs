//! `maxconnect4`: the program of Max-Connect-Four.
//!
//! ```text
//! maxconnect4 interactive INPUT computer-next|human-next DEPTH
//! maxconnect4 one-move INPUT OUTPUT DEPTH
//! ```
//!
//! States are read and saved in the assignment's format ([`StateFile`]). DEPTH is the depth of the
//! search in plies; the computer searches by alpha-beta with the evaluation
//! [`Quadruples`](plyground_core::games::max_connect_four::Quadruples), for the side to move.
//!
//! What standard output shows is left to the program by the text, and is this: the board with the
//! score below it, `R` for red and `G` for green, rows numbered from the bottom,
//!
//! ```text
//! 6  . . . . . . .
//! 5  . . . . . . .
//! 4  . . . . . . .
//! 3  . . . G . . .
//! 2  . . . R . . .
//! 1  . . R G R . .
//!    1 2 3 4 5 6 7
//! Score: red 0, green 0
//! ```
//!
//! then for a full board `Result: red wins 3 to 2` or `Result: draw, 2 to 2`, and for a move of the
//! computer `Move: green, column 4`. After every search a line on standard error has the depth,
//! the moves explored (successors made, the root not counted) and the CPU time of the search.
//!
//! One-move mode writes OUTPUT before it prints anything, so that a failure leaves standard output
//! empty; a full board is written unchanged.

#[cfg(test)]
mod tests;

use std::ffi::{OsStr, OsString};
use std::io::{self, BufRead, Read, Write};
use std::path::Path;

use plyground_arena::clock::process_cpu_time;
use plyground_arena::file;
use plyground_core::games::gravity::Column;
use plyground_core::games::max_connect_four::notation::{StateFile, write_state};
use plyground_core::games::max_connect_four::{MaxConnectFour, Standard};
use plyground_core::search::{Algorithm, CutRule, replay};
use plyground_core::{ByPlayer, Game, Notation, Outcome, ParseError, Player, Position, quote};

use crate::compat::{both, depth as plies, unexpected};
use crate::exit::{Failure, Streams};
use crate::shown;

const NAME: &str = "maxconnect4";

/// Runs the program on its arguments.
///
/// # Errors
///
/// If an argument is wrong, the input is not a state file or the output cannot be written; nothing
/// is then written to standard output, unless an interactive game had begun.
pub fn run(args: Vec<OsString>, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let mut args = args.into_iter();
    let Some(mode) = args.next() else {
        return Err(wrong("MODE: missing; expected interactive or one-move"));
    };
    let rest: Vec<OsString> = args.collect();
    match mode.to_str() {
        Some("--help" | "-h") => Ok(streams.out.write_all(HELP.as_bytes())?),
        Some("--version") => Ok(streams.out.write_all(super::version(NAME).as_bytes())?),
        Some("interactive") => {
            let [input, next, depth] =
                three(rest, "interactive", "INPUT, computer-next or human-next, DEPTH")?;
            let (next, depth) = both(mover(&next), plies("DEPTH", &depth)).map_err(wrong)?;
            interactive(Path::new(&input), next, depth, streams)
        }
        Some("one-move") => {
            let [input, output, depth] = three(rest, "one-move", "INPUT, OUTPUT, DEPTH")?;
            let depth = plies("DEPTH", &depth).map_err(wrong)?;
            one_move(Path::new(&input), Path::new(&output), depth, streams)
        }
        _ => Err(wrong(unexpected("MODE", &mode, "interactive or one-move"))),
    }
}

fn one_move(input: &Path, output: &Path, depth: u32, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let position = read_state(input)?
        .ok_or_else(|| bad_input!("{}: no such file; expected a state file", shown::path(input)))?;
    let Some((column, about)) = choose(&position, depth) else {
        save_state(output, &position)?;
        return Ok(show(streams.out, &position)?);
    };
    let after = position.play(column);
    save_state(output, &after)?;
    writeln!(streams.err, "{about}")?;
    show(streams.out, &position)?;
    show_move(streams.out, position.turn(), column)?;
    Ok(show(streams.out, &after)?)
}

/// The computer's move for the side to move, and a line about the search; `None` exactly if the board is full.
fn choose(position: &Standard, depth: u32) -> Option<(Column, String)> {
    let depth = depth.min(position.plies_left());
    let start = process_cpu_time();
    let algorithm = Algorithm::AlphaBeta(CutRule::AtEqual);
    // The game has one evaluation, that of the assignment.
    let quadruples = &MaxConnectFour::evaluations()[0];
    let (choice, examined) =
        quadruples.answer(algorithm, position, depth, position.turn(), replay::DEFAULT_BYTES);
    let seconds = process_cpu_time().saturating_sub(start).as_secs_f64();
    // The root is examined, but is no move.
    let explored = examined.saturating_sub(1);
    let about = format!("{NAME}: depth {depth}, moves explored {explored}, CPU time {seconds:.6} s");
    Some((choice.best?, about))
}

/// Prints the board, the score and, if the game is over, its result.
fn show(out: &mut dyn Write, position: &Standard) -> io::Result<()> {
    const PIECES: ByPlayer<&str> = ByPlayer::new("R", "G");
    let view = MaxConnectFour::view(position);
    for (label, cells) in view.rows.iter().zip(&view.cells) {
        write!(out, "{label} ")?;
        for cell in cells {
            write!(out, " {}", cell.map_or(".", |player| PIECES[player]))?;
        }
        writeln!(out)?;
    }
    writeln!(out, "   {}", view.columns.join(" "))?;
    let [red, green] = MaxConnectFour::SIDES.into_array();
    let points = position.points();
    let (red_points, green_points) = (points[Player::First], points[Player::Second]);
    writeln!(out, "Score: {red} {red_points}, {green} {green_points}")?;
    match position.outcome().map(Outcome::winner) {
        None => Ok(()),
        Some(None) => writeln!(out, "Result: draw, {red_points} to {green_points}"),
        Some(Some(winner)) => {
            let (own, other) = (points[winner], points[winner.opponent()]);
            writeln!(out, "Result: {} wins {own} to {other}", MaxConnectFour::SIDES[winner])
        }
    }
}

/// Prints a move, with an empty line between it and the board that follows.
fn show_move(out: &mut dyn Write, player: Player, column: Column) -> io::Result<()> {
    writeln!(out, "Move: {}, column {}\n", MaxConnectFour::SIDES[player], column.index() + 1)
}

/// A state file has 50 bytes; the rest is room for line ends and blank lines.
const LONGEST: u64 = 4096;

/// Reads a state file; `None` if there is no such file.
fn read_state(path: &Path) -> Result<Option<Standard>, Failure> {
    let name = shown::path(path);
    let text = match file::read_text(path, LONGEST) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(bad_input!("{name}: {error}; expected a readable state file")),
    };
    StateFile.parse(&text).map(Some).map_err(|error| {
        let problems = error.problems().iter();
        let lines = problems.map(|problem| format!("{name}: {}: {}", problem.place, problem.message));
        Failure::bad_input(lines.collect::<Vec<_>>().join("\n"))
    })
}

/// Writes a state file whole or not at all.
fn save_state(path: &Path, position: &Standard) -> Result<(), Failure> {
    file::write_atomically(path, write_state(position).as_bytes()).map_err(|error| {
        let name = shown::path(path);
        bad_input!("{name}: {error}; expected a file name in a writable folder")
    })
}

/// What `--help` prints.
const HELP: &str = "\
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
#[derive(Clone, Copy)]
enum Mover {
    Computer,
    Human,
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

/// Plays on from the state in `input` until the board is full or the human's input ends.
fn interactive(input: &Path, mut next: Mover, depth: u32, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let mut position = if let Some(position) = read_state(input)? {
        position
    } else {
        let input = shown::path(input);
        writeln!(streams.err, "{NAME}: {input}: no such file; starting on an empty board, red to move")?;
        Standard::EMPTY
    };
    let mut saved: Option<&str> = None;
    loop {
        show(streams.out, &position)?;
        // Seen before the computer thinks or the human is asked.
        streams.out.flush()?;
        if position.outcome().is_some() {
            return Ok(());
        }
        let name;
        (position, name, next) = match next {
            Mover::Computer => {
                let Some((column, about)) = choose(&position, depth) else { return Ok(()) };
                writeln!(streams.err, "{about}")?;
                show_move(streams.out, position.turn(), column)?;
                (position.play(column), "computer.txt", Mover::Human)
            }
            Mover::Human => {
                let Some(column) = ask(&position, streams)? else {
                    let rest =
                        saved.map_or("nothing was played".into(), |name| format!("the game is in {name}"));
                    writeln!(streams.err, "{NAME}: end of input; {rest}")?;
                    return Ok(());
                };
                (position.play(column), "human.txt", Mover::Computer)
            }
        };
        save_state(Path::new(name), &position)?;
        saved = Some(name);
    }
}

/// Asks until the human names an open column; `None` if the input ends.
fn ask(position: &Standard, streams: &mut Streams<'_>) -> Result<Option<Column>, Failure> {
    loop {
        write!(streams.out, "{}, your column (1-7): ", MaxConnectFour::SIDES[position.turn()])?;
        streams.out.flush()?;
        let line = read_line(streams.input)?;
        // The screen does not show the line end of an answer that comes from a file.
        writeln!(streams.out)?;
        let Some(line) = line else { return Ok(None) };
        let answer = line.trim();
        match StateFile.parse_move(position, answer) {
            Ok(column) => return Ok(Some(column)),
            Err(_) => explain(position, answer, streams.out)?,
        }
    }
}

/// Says why an answer is not a move.
fn explain(position: &Standard, answer: &str, out: &mut dyn Write) -> io::Result<()> {
    let is_column = StateFile.parse_move(&Standard::EMPTY, answer).is_ok();
    if is_column {
        let open: Vec<_> = position.moves().map(|column| StateFile.write_move(position, column)).collect();
        writeln!(out, "Column {answer} is full; the open columns are {}.", open.join(", "))
    } else {
        writeln!(out, "{} is not a column; enter a number from 1 to 7.", quote(answer))
    }
}

/// The next line, cut after [`LONGEST_LINE`] bytes; `None` at the end of the input.
fn read_line(input: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if input.take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    Ok(Some(String::from_utf8_lossy(&line).into_owned()))
}

/// Bytes of a line that are kept; nobody answers with more.
const LONGEST_LINE: u64 = 1024;
