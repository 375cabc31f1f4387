//! COMP3608: the board and the side to move as arguments, the column on standard output.

use std::time::Duration;

use plyground_core::games::connect_four::{Standard, notation::Comp3608State};
use plyground_core::games::gravity::Column;
use plyground_core::search::Algorithm;
use plyground_core::{Notation, digits};

use super::{DecodedAnswer, OneShot, answer_lines, said, verdict, wrong_line};
use crate::invoke::{Argument, Call, Ended};
use plyground_league::fault::Fault;

/// `STATE red|yellow [M|A DEPTH]`. The answer is a line with the column, 0 to 6, and perhaps a line with
/// the number of examined nodes; anything further makes it unreadable.
#[derive(Clone, Copy, Default, Debug)]
pub struct Arguments {
    search: Option<(Algorithm, u32)>,
}

impl Arguments {
    /// The tournament: the program chooses as it likes.
    pub const TOURNAMENT: Self = Self { search: None };

    /// The marked version: a search to this depth in plies. Programs know whether it is minimax or
    /// alpha-beta, but not its cut rule.
    pub const fn search(algorithm: Algorithm, depth: u32) -> Self {
        Self { search: Some((algorithm, depth)) }
    }

    /// Reads column and number of nodes from what the process left behind.
    ///
    /// # Errors
    ///
    /// If it is not an answer, or the column is not open.
    pub fn read(position: &Standard, ended: &Ended) -> Result<(Column, Option<u64>), Fault> {
        const EXPECTED: &str = "a line with a column from 0 to 6";
        let read = || {
            let lines = answer_lines(ended, EXPECTED)?;
            let first = lines.first().ok_or_else(|| wrong_line(0, None, EXPECTED))?;
            let nodes = lines.get(1).map(|line| {
                let expected = "the number of examined nodes, or nothing";
                // More digits than fit are a number too great to be true, but a number.
                match digits(line) {
                    Some(digits) => Ok(digits.parse().unwrap_or(u64::MAX)),
                    None => Err(wrong_line(1, Some(line), expected)),
                }
            });
            let nodes = nodes.transpose()?;
            if let Some(line) = lines.get(2) {
                return Err(wrong_line(2, Some(line), "nothing more"));
            }
            let column = Comp3608State.parse_move(position, first);
            Ok((column.map_err(|error| Fault::of_move("standard output, line 1", &error))?, nodes))
        };
        verdict(ended, read())
    }
}

impl OneShot<Standard> for Arguments {
    fn name(&self) -> &'static str {
        "arguments"
    }

    fn call(&self, position: &Standard, _: u32, wall: Duration) -> Call {
        let state = Comp3608State.write(position).unwrap_or_default();
        let words = state.split(' ').map(|word| Argument::Word(word.to_owned()));
        let search = self.search.map(|(algorithm, depth)| {
            [algorithm.info().letter.to_string(), depth.to_string()].map(Argument::Word)
        });
        let arguments = words.chain(search.into_iter().flatten()).collect();
        Call { arguments, input: String::new(), file: None, wall }
    }

    fn decode(&self, position: &Standard, ended: &Ended) -> DecodedAnswer<Column> {
        let read = Self::read(position, ended);
        let nodes = read.as_ref().ok().and_then(|&(_, nodes)| nodes);
        DecodedAnswer { choice: read.map(|(column, _)| column), nodes, said: said(&ended.stdout) }
    }
}
