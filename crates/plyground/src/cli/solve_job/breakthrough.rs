//! Who wins positions of Breakthrough, as values: 1 if the first player does, 0 if it does not.

use plyground_core::agents::Limits;
use plyground_core::games::breakthrough::solve::Prover;
use plyground_core::games::breakthrough::{Board, Breakthrough};
use plyground_core::{Game, Outcome, Player, Position};

use super::value::{Own, ValueJob, Valued};
use super::work::{Task, ValueOf};
use crate::cli::position::read_text;
use crate::cli::sized_boards::{OnBoard, on_board, unknown};
use crate::exit::Failure;

/// There are no draws, so one question decides: 1 if the first player wins, 0 if it loses.
impl<const W: u32, const H: u32> Valued for Board<W, H> {
    type Solver = Own<Prover<W, H>>;

    const RANGE: (i32, i32) = (0, 1);

    fn finished(&self) -> i32 {
        i32::from(self.outcome() == Some(Outcome::Win(Player::First)))
    }

    /// Only what is [`beside`](Self::beside) it has a table.
    fn solver(table: usize) -> Self::Solver {
        Own { solver: Prover::new(0), table }
    }

    fn beside(own: &Self::Solver) -> Self::Solver {
        Own { solver: Prover::new(own.table), table: own.table }
    }

    fn is_at_least(&self, own: &mut Self::Solver, least: i32, limits: &Limits<'_>) -> Option<bool> {
        let winner = own.solver.winner(self, limits).ok()?;
        Some(i32::from(winner == Player::First) >= least)
    }

    fn nodes(own: &Self::Solver) -> u64 {
        own.solver.nodes()
    }

    fn words(low: i32, high: i32) -> String {
        let side = if low == 1 { Player::First } else { Player::Second };
        if low == high {
            format!("{} wins", Breakthrough::SIDES[side])
        } else {
            "the winner is open".to_owned()
        }
    }
}

/// A job that begins with the start position of a board.
struct FromStart<'a, T> {
    of: &'a ValueOf,
    table: usize,
    task: T,
}

impl<T: Task> OnBoard for FromStart<'_, T> {
    type Out = Result<T::Out, Failure>;

    fn on<const W: u32, const H: u32>(self, start: Board<W, H>) -> Self::Out {
        self.task.on(&ValueJob::new(self.of, &start, self.table)?)
    }
}

/// Does something with a job; `table` is memory in bytes.
pub(super) fn apply<T: Task>(of: &ValueOf, table: usize, task: T) -> Result<T::Out, Failure> {
    if let Some(text) = &of.position {
        let root = read_text::<Breakthrough>(text, &mut std::io::empty())?;
        return task.on(&ValueJob::new(of, &root, table)?);
    }
    let done = on_board(of.columns, of.rows, FromStart { of, table, task });
    done.ok_or_else(|| Failure::bad_input(unknown(of.columns, of.rows)))?
}
