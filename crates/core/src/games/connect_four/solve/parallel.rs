//! One position on several threads.

use super::Solver;
use super::search::Search;
use crate::games::connect_four::Board;
use crate::search::first_answer::first_answer;
use crate::{Limits, Position, Stopped};

/// With fewer empty cells than this a position is solved sooner than threads are started.
const FEWEST_EMPTY: u32 = 24;

impl<const W: u32, const H: u32> Solver<W, H> {
    /// A bound of the score: at least `beta` if the score is, below `beta` if it is not.
    ///
    /// Precondition: the game is not over and the side to move cannot win at once.
    pub(super) fn bound(
        &mut self,
        position: &Board<W, H>,
        beta: i32,
        limits: &Limits<'_>,
    ) -> Result<i32, Stopped> {
        if self.helpers.is_empty() || position.plies_left() < FEWEST_EMPTY {
            return self.search.root(position, beta, limits);
        }
        let ask = |search: &mut Search<W, H>, limits: &Limits<'_>| search.root(position, beta, limits);
        first_answer(&mut self.search, &mut self.helpers, limits, ask)
    }
}
