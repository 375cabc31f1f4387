//! Adjacent Four's values: 1, 0 or -1 for a win, a tie or a loss of the first player.

use plyground_core::games::adjacent_four::solve::Solver;
use plyground_core::games::adjacent_four::{AdjacentFour, Standard};
use plyground_core::{Game, Position, Solve};

use super::task::{Task, ValueOf};
use super::value::{ValueJob, ValuePosition, result_of};
use plyground::Failure;
use plyground::cli::position::typed_text;

/// Columns and rows of the board.
pub(super) const SIZES: &[(u32, u32)] = &[(6, 5)];

impl ValuePosition for Standard {
    const RANGE: (i32, i32) = (-1, 1);

    fn finished(&self) -> i32 {
        result_of(self.outcome())
    }

    fn solver(bytes: usize) -> Box<dyn Solve<Self>> {
        Box::new(Solver::<6, 5>::new(bytes))
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
