//! Checking a book: against itself, and against positions solved anew.

use super::{Book, build, first_boards};
use crate::games::connect_four::Board;
use crate::rng::Rng;
use crate::{Outcome, Position};

impl<const W: u32, const H: u32> Book<'_, W, H> {
    /// A position whose result is not the best that its moves lead to, or that is missing; `None` if
    /// the book agrees with itself.
    ///
    /// Looks at every position but those of the last layer, which searches have decided.
    pub fn contradiction(&self) -> Option<Board<W, H>> {
        let value = |after: Board<W, H>| match after.outcome() {
            Some(Outcome::Win(_)) => Some(1),
            Some(_) => Some(0),
            None => self.result(&after).map(|result| -result),
        };
        let is_right = |position: &Board<W, H>| {
            let results: Option<Vec<i32>> = position.moves().map(|mv| value(position.play(mv))).collect();
            let best = results.and_then(|results| results.into_iter().max());
            best.is_some() && self.result(position) == best && self.result(&position.mirror()) == best
        };
        (self.class.fewest()..self.most_pieces)
            .flat_map(|pieces| build::positions(self.class, pieces))
            .find(|position| !is_right(position))
    }

    /// A position of the last layer that random play comes to, and that is not over.
    pub fn random_opening(&self, rng: &mut Rng) -> Board<W, H> {
        let firsts = first_boards(self.class);
        loop {
            let first = rng.pick(firsts.iter().copied());
            let end = (self.class.fewest()..self.most_pieces).fold(first, |position, _| {
                let position = position?;
                rng.pick(position.moves()).map(|mv| position.play(mv))
            });
            match end {
                Some(end) if end.outcome().is_none() => return end,
                _ => {}
            }
        }
    }
}
