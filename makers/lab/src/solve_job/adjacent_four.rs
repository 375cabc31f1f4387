//! Adjacent Four's values: 1, 0 or -1 for a win, a tie or a loss of the first player.

use plyground_core::games::adjacent_four::solve::Solver;
use plyground_core::games::adjacent_four::{AdjacentFour, Standard};
use plyground_core::{Game, Limits, Player, Position};

use super::task::{Task, ValueOf};
use super::value::{Own, ValueJob, ValuePosition, result_of};
use plyground::Failure;
use plyground::arguments::typed_text;

/// Columns and rows of the board.
pub(super) const SIZES: &[(u32, u32)] = &[(6, 5)];

impl ValuePosition for Standard {
    type Solver = Own<Solver<6, 5>>;

    const RANGE: (i32, i32) = (-1, 1);

    fn finished(&self) -> i32 {
        result_of(self.outcome())
    }

    /// Only what is [`for_thread`](Self::for_thread) it has a table.
    fn solver(table: usize) -> Self::Solver {
        Own { solver: Solver::new(0), table }
    }

    fn for_thread(own: &Self::Solver) -> Self::Solver {
        Own { solver: Solver::new(own.table), table: own.table }
    }

    fn is_at_least(&self, own: &mut Self::Solver, least: i32, limits: &Limits<'_>) -> Option<bool> {
        // A win is asked for, or that the other side has none.
        if least > 0 {
            return own.solver.wins(self, Player::First, limits).ok();
        }
        own.solver.wins(self, Player::Second, limits).ok().map(|is_lost| !is_lost)
    }

    fn nodes(own: &Self::Solver) -> u64 {
        own.solver.nodes()
    }
}

/// Does something with a job; `table` is memory in bytes.
pub(super) fn apply<T: Task>(of: &ValueOf, table: usize, task: T) -> Result<T::Out, Failure> {
    let root = match &of.position {
        Some(text) => typed_text::<AdjacentFour>(text)?,
        None => AdjacentFour::start(),
    };
    task.on(&ValueJob::new(of, &root, table)?)
}
