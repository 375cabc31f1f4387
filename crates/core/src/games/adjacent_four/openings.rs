//! The openings of adjacent four: a first stone and an answer to it, and what they are worth.

use super::solve::Solver;
use super::{Cell, Standard};
use crate::{Found, Limits, Position, Proof};

/// A first stone and an answer to it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Opening {
    /// X's stone.
    pub first: Cell,
    /// O's stone, which touches it.
    pub reply: Cell,
}

/// The known value of an opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpeningValue {
    /// The proof for X, who is to move; `None` if it is not even known who wins.
    pub proof: Option<Proof>,
    /// Whether the plies of a win or loss are the distance; otherwise they only bound it.
    pub is_exact: bool,
    /// Nodes searched.
    pub nodes: u64,
}

/// Every opening once up to reflections of the board, in the order of the game.
pub fn openings() -> Vec<Opening> {
    let mut openings: Vec<Opening> = Vec::new();
    for first in Standard::EMPTY.moves() {
        for reply in Standard::EMPTY.play(first).moves() {
            let opening = Opening { first, reply };
            if !opening.images().iter().any(|image| openings.contains(image)) {
                openings.push(opening);
            }
        }
    }
    openings
}

impl Opening {
    fn images(self) -> [Self; 4] {
        let flip = |cell: Cell| Cell::new(cell.column, 4 - cell.row);
        let mirror = |cell: Cell| Cell::new(5 - cell.column, cell.row);
        let image = |map: &dyn Fn(Cell) -> Cell| Self { first: map(self.first), reply: map(self.reply) };
        [self, image(&flip), image(&mirror), image(&|cell| flip(mirror(cell)))]
    }

    /// The position after both stones, X to move.
    ///
    /// # Panics
    ///
    /// In debug builds, if the two stones do not touch.
    pub fn position(self) -> Standard {
        Standard::EMPTY.play(self.first).play(self.reply)
    }

    /// Finds out what the opening is worth, with a table of this many bytes, as far as `limits` allow.
    pub fn solve(self, table_bytes: usize, limits: &Limits<'_>) -> OpeningValue {
        let position = self.position();
        let mut solver = Solver::new(table_bytes);
        let mut found = OpeningValue { proof: None, is_exact: false, nodes: 0 };
        let mut work = || -> Found<()> {
            found.proof = Some(match solver.winner(&position, limits)? {
                Some(side) if side == position.turn() => Proof::Win { plies: position.plies_left() },
                Some(_) => Proof::Loss { plies: 2 },
                None => Proof::Draw,
            });
            found.proof = Some(solver.value(&position, limits)?);
            found.is_exact = true;
            Ok(())
        };
        // A stop leaves what was found by then, which is what is asked for.
        let _ = work();
        found.nodes = solver.nodes();
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::adjacent_four::notation::parse_cell;

    /// First stone, then every reply with the plies in which X wins, or = for a tie.
    const VALUES: [&str; 9] = [
        "[1,1]: [2,1] =  [1,2] =  [2,2] =",
        "[2,1]: [1,1] 11  [3,1] 9  [1,2] 15  [2,2] =  [3,2] 19",
        "[3,1]: [2,1] =  [2,2] =  [3,2] =",
        "[1,2]: [1,1] 17  [2,1] 17  [2,2] =  [1,3] 13  [2,3] 23",
        "[2,2]: [1,1] 11  [2,1] 7  [3,1] 7  [1,2] 7  [3,2] 7  [1,3] 7  [2,3] 7  [3,3] 13",
        "[3,2]: [2,1] 7  [3,1] 9  [2,2] 15  [2,3] 11  [3,3] =",
        "[1,3]: [1,2] 9  [2,2] =  [2,3] =  [1,4] 15  [2,4] =",
        "[2,3]: [1,2] 7  [2,2] 7  [3,2] 7  [1,3] 7  [3,3] 7  [1,4] 7  [2,4] 7  [3,4] 17",
        "[3,3]: [2,2] 7  [3,2] 7  [2,3] 7  [2,4] 9  [3,4] 7",
    ];

    #[test]
    fn every_opening_is_solved() {
        let mut expected = Vec::new();
        for line in VALUES {
            let (first, replies) = line.split_once(": ").unwrap();
            for reply in replies.split("  ") {
                let (reply, value) = reply.split_once(' ').unwrap();
                let [first, reply] = [first, reply].map(|cell| parse_cell(cell).unwrap());
                let value = match value {
                    "=" => Proof::Draw,
                    plies => Proof::Win { plies: plies.parse().unwrap() },
                };
                expected.push((Opening { first, reply }, value));
            }
        }
        assert_eq!(openings(), expected.iter().map(|&(opening, _)| opening).collect::<Vec<_>>());
        for (opening, value) in expected {
            let found = opening.solve(1 << 22, &Limits::NONE);
            let name = [opening.first, opening.reply].map(|cell| cell.to_string());
            assert_eq!((found.proof, found.is_exact), (Some(value), true), "{name:?}");
        }
    }

    #[test]
    fn stopped_at_once_nothing_is_claimed() {
        let opening = openings()[0];
        let found = opening.solve(0, &Limits { stop: &|| true });
        assert_eq!(found, OpeningValue { proof: None, is_exact: false, nodes: 0 });
    }
}
