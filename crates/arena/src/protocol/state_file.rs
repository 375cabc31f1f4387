//! Max-Connect-Four: the program reads a state file and writes the state after its move.

use std::fmt;
use std::time::Duration;

use plyground_core::games::gravity::Column;
use plyground_core::games::max_connect_four::Standard;
use plyground_core::games::max_connect_four::notation::{StateFile, write_state};
use plyground_core::{Notation, Player, Position};

use super::{DecodedAnswer, MOST_ANSWER, OneShot, said, verdict};
use crate::invoke::{Argument, Call, Ended, NoFile};
use plyground_league::fault::{Fault, FaultKind};

/// `one-move INPUT OUTPUT DEPTH`. The answer is the output file: the board with one piece more, and
/// the other side to move. What the program prints does not matter.
#[derive(Clone, Copy, Debug)]
pub struct StateFiles {
    /// The search depth in plies that programs are given.
    pub depth: u32,
}

/// Bytes of an output file that are read; a state file has 50.
pub const MOST_FILE: u64 = MOST_ANSWER as u64;

impl StateFiles {
    fn read(position: &Standard, ended: &Ended) -> Result<Column, Fault> {
        let unreadable = |message: fmt::Arguments<'_>| {
            Err(Fault::new(FaultKind::Unreadable, format_args!("output file{message}")))
        };
        let no_file = |found: &dyn fmt::Display| unreadable(format_args!(": {found}; expected a state file"));
        let read = || {
            let bytes = match &ended.file {
                Some(Ok(bytes)) if bytes.len() as u64 <= MOST_FILE => bytes,
                Some(Ok(_)) => return no_file(&format_args!("more than {MOST_FILE} bytes")),
                Some(Err(reason)) => return no_file(reason),
                None => return no_file(&NoFile::Missing),
            };
            match StateFile.parse(&String::from_utf8_lossy(bytes)) {
                Ok(after) => column_between(position, &after),
                Err(error) => {
                    let problem = error.problems().first();
                    let (place, message) =
                        problem.map_or(("", ""), |problem| (&problem.place, &problem.message));
                    unreadable(format_args!(", {place}: {message}"))
                }
            }
        };
        verdict(ended, read())
    }
}

/// Whether the same cells are taken by the same sides. The side to move does not matter.
fn has_same_pieces(one: &Standard, other: &Standard) -> bool {
    Player::BOTH.iter().all(|&side| one.board().stones(side) == other.board().stones(side))
}

/// Whether the same cells are taken, and one of them by the side to move in place of the other.
fn is_replaced(before: &Standard, after: &Standard) -> bool {
    let changed = |side: Player| before.board().stones(side) ^ after.board().stones(side);
    let (mine, theirs) = (changed(before.turn()), changed(before.turn().opponent()));
    mine == theirs && mine.is_power_of_two() && before.board().stones(before.turn()) & mine == 0
}

/// The move that leads from one position to another.
fn column_between(before: &Standard, after: &Standard) -> Result<Column, Fault> {
    let leads_to = |wanted: Standard| before.moves().find(move |&column| before.play(column) == wanted);
    if let Some(column) = leads_to(*after) {
        return Ok(column);
    }
    let message = if leads_to(after.skip()).is_some() {
        ", line 7: the piece is in its place, but the same side is to move; expected the other side"
    } else if is_replaced(before, after) {
        ": a piece of the input is replaced by one of the other side; expected one piece more, in a column that is \
         not full"
    } else if after.board().occupied() == before.board().occupied() {
        ": the same cells are taken as in the input; expected one piece more"
    } else if before.moves().any(|column| before.play(column).board().mirror() == *after.board()) {
        ": the columns stand in reverse; expected column 1 first, as in the input"
    } else if before.moves().any(|column| has_same_pieces(&before.skip().play(column), after)) {
        ": the new piece is of the other side; expected one of the side that the input names"
    } else if after.board().empty_cells() + 1 < before.board().empty_cells() {
        ": more than one piece is new; expected one"
    } else {
        ": not the board of the input with one piece of the side to move dropped into an open column"
    };
    Err(Fault::new(FaultKind::Illegal, format_args!("output file{message}")))
}

impl OneShot<Standard> for StateFiles {
    fn name(&self) -> &'static str {
        "state-file"
    }

    fn call(&self, position: &Standard, _: u32, wall: Duration) -> Call {
        let [name, depth] = ["one-move".to_owned(), self.depth.to_string()].map(Argument::Word);
        let arguments = vec![name, Argument::Input, Argument::Output, depth];
        Call { arguments, input: String::new(), file: Some(write_state(position)), wall }
    }

    fn decode(&self, position: &Standard, ended: &Ended) -> DecodedAnswer<Column> {
        let file = ended.file.as_ref().and_then(|file| file.as_ref().ok());
        let said = file.map_or(String::new(), |file| said(file));
        DecodedAnswer { choice: Self::read(position, ended), nodes: None, said }
    }
}
