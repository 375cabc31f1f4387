//! Interactive mode: the computer and a human take turns.

use std::io::{self, BufRead, Read, Write};
use std::path::Path;

use plyground_core::games::gravity::Column;
use plyground_core::games::max_connect_four::{MaxConnectFour, Standard};
use plyground_core::{Game, Notation, Position, quote};

use super::arguments::Mover;
use super::{NAME, StateFile, choose, read_state, save_state, show, show_move};
use crate::exit::{Failure, Streams};
use crate::shown;

/// Plays on from the state in `input` until the board is full or the human's input ends.
pub(super) fn run(input: &Path, next: Mover, depth: u32, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let mut position = if let Some(position) = read_state(input)? {
        position
    } else {
        let input = shown::path(input);
        writeln!(streams.err, "{NAME}: {input}: no such file; starting on an empty board, red to move")?;
        Standard::EMPTY
    };
    let mut mover = next;
    let mut saved: Option<&str> = None;
    loop {
        show(streams.out, &position)?;
        // Seen before the computer thinks or the human is asked.
        streams.out.flush()?;
        if position.outcome().is_some() {
            return Ok(());
        }
        let name;
        (position, name, mover) = match mover {
            Mover::Computer => {
                let Some(found) = choose(&position, depth) else { return Ok(()) };
                found.report(streams.err)?;
                show_move(streams.out, position.turn(), found.column)?;
                (position.play(found.column), "computer.txt", Mover::Human)
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
