//! CS3243: a request on standard input, a move such as `E1D2` on standard output. Every program sees
//! itself as White: for Black the board is turned, and so is the answer.

use std::time::Duration;

use plyground_core::games::breakthrough::notation::{Request, write_request};
use plyground_core::games::breakthrough::{Standard, Step};
use plyground_core::{Notation, Player, Position};

use super::{DecodedAnswer, OneShot, answer_lines, is_name, said, verdict, wrong_line};
use crate::invoke::{Call, Ended};
use plyground_league::fault::Fault;

/// A `move` request; the answer is one line with source and target in capitals, and nothing else.
///
/// The number of turns elapsed is 1 at the start, as in the assignment's example, and grows with every
/// turn of either side. Messages name cells as the program sees them.
#[derive(Clone, Copy, Default, Debug)]
pub struct StdinMove;

/// The position as the program sees it.
fn seen(position: &Standard) -> Standard {
    if position.turn() == Player::First { *position } else { position.turned() }
}

impl StdinMove {
    /// The request for the program's name.
    pub fn identify(wall: Duration) -> Call {
        Call { arguments: Vec::new(), input: "identify\n".to_owned(), file: None, wall }
    }

    /// Reads the answer to `identify`. The name is untrusted, but it is one line without control
    /// characters.
    ///
    /// # Errors
    ///
    /// If it is not one line of 1 to 80 printable ASCII characters.
    pub fn read_identity(ended: &Ended) -> Result<String, Fault> {
        const EXPECTED: &str = "one line of 1 to 80 printable ASCII characters";
        let read = || {
            let mut lines = answer_lines(ended, EXPECTED)?.into_iter();
            match (lines.next(), lines.next()) {
                (Some(name), None) if is_name(&name) => Ok(name),
                (name, None) => Err(wrong_line(0, name.as_deref(), EXPECTED)),
                (_, more) => Err(wrong_line(1, more.as_deref(), "nothing more")),
            }
        };
        verdict(ended, read())
    }

    fn read(position: &Standard, ended: &Ended) -> Result<Step, Fault> {
        const EXPECTED: &str = "one line with a move such as E1D2";
        let seen = seen(position);
        let read = || {
            let lines = answer_lines(ended, EXPECTED)?;
            let first = lines.first().ok_or_else(|| wrong_line(0, None, EXPECTED))?;
            if let Some(line) = lines.get(1) {
                return Err(wrong_line(1, Some(line), "nothing more"));
            }
            let step = Request.parse_move(&seen, first);
            let step = step.map_err(|error| Fault::of_move("standard output, line 1", &error))?;
            Ok(if seen == *position { step } else { Standard::turned_step(step) })
        };
        verdict(ended, read())
    }
}

impl OneShot<Standard> for StdinMove {
    fn name(&self) -> &'static str {
        "stdin-move"
    }

    fn call(&self, position: &Standard, turns: u32, wall: Duration) -> Call {
        let input = write_request(&seen(position), turns.saturating_add(1)).unwrap_or_default();
        Call { arguments: Vec::new(), input, file: None, wall }
    }

    fn decode(&self, position: &Standard, ended: &Ended) -> DecodedAnswer<Step> {
        DecodedAnswer { choice: Self::read(position, ended), nodes: None, said: said(&ended.stdout) }
    }
}
