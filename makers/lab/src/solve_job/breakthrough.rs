//! Who wins positions of Breakthrough, as values: 1 if the first player does, 0 if it does not.

use plyground_arena::job::Promise;
use plyground_core::games::breakthrough::sized::{self, OnBoard, on_board};
use plyground_core::games::breakthrough::solve::Prover;
use plyground_core::games::breakthrough::{Board, Breakthrough, Patterns, Standard};
use plyground_core::{ByPlayer, Evaluate, Game, Limits, Outcome, Player, Position};

use super::value::{ValueJob, ValuePosition};
use super::work::{Task, ValueOf};
use plyground::Failure;
use plyground::arguments::unknown_size;

/// There are no draws, so one question decides: 1 if the first player wins, 0 if it loses.
impl<const W: u32, const H: u32> ValuePosition for Board<W, H> {
    type Solver = Prover<W, H>;

    const RANGE: (i32, i32) = (0, 1);

    fn finished(&self) -> i32 {
        i32::from(self.outcome() == Some(Outcome::Win(Player::First)))
    }

    fn solver(common: Option<&Self::Solver>, table: usize) -> Self::Solver {
        Prover::new(common.map_or(0, |_| table))
    }

    fn is_at_least(&self, solver: &mut Self::Solver, least: i32, limits: &Limits<'_>) -> Option<bool> {
        let winner = solver.winner(self, limits).ok()?;
        Some(i32::from(winner == Player::First) >= least)
    }

    /// On the board of the fitted patterns by the odds that they give: a proof takes all leaves of some set to be won,
    /// so each counts by the negative logarithm of its probability, and by the work that it is in any case. The two
    /// weights are a guess: a leaf that is as likely won as lost counts six and a half times as much as one that is
    /// surely won.
    fn promise(&self) -> Promise {
        const WORK: f64 = 4.0;
        const DOUBT: f64 = 32.0;
        if (W, H) != (6, 6) {
            return Promise::EVEN;
        }
        let pawns = ByPlayer::new(self.pawns(Player::First), self.pawns(Player::Second));
        let Some(board) = Standard::new(pawns, self.turn()) else { return Promise::EVEN };
        let log_odds = f64::from(Patterns::default().evaluate(&board, Player::First)) / 100.0;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 4 to 3,204")]
        let effort = |log_odds: f64| (WORK + DOUBT * (-log_odds).exp().ln_1p()) as u32;
        Promise { proof: effort(log_odds), disproof: effort(-log_odds) }
    }

    fn text(&self) -> Option<String> {
        Some(sized::write(self))
    }

    fn fact(&self, value: i32) -> (u64, i32) {
        match self.turn() {
            Player::First => (self.canonical_key(), value),
            Player::Second => (self.turned().canonical_key(), 1 - value),
        }
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

/// Does something with a job that begins with the start position of a board; `table` is memory in bytes.
pub(super) fn on_start<T: Task>(of: &ValueOf, table: usize, task: T) -> Result<T::Out, Failure> {
    let done = on_board(of.columns, of.rows, FromStart { of, table, task });
    done.ok_or_else(|| Failure::bad_input(unknown_size(of.columns, of.rows, sized::SIZES)))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_likely_is_cheap() {
        let even = Standard::START.promise();
        // White has four pawns more, and it is its turn.
        let ahead: Standard = sized::read("bbbbbb/b----b/------/--ww--/ww--ww/wwwwww/w").expect("a position");
        let Promise { proof, disproof } = ahead.promise();
        let is_cheaper = proof < even.proof && even.disproof < disproof;
        assert!(is_cheaper, "{proof} and {disproof}, at the start {even:?}");
        assert_eq!(ahead.turned().promise(), Promise { proof: disproof, disproof: proof });
        assert_eq!(ahead.mirror().promise(), ahead.promise());
        assert_eq!(Board::<5, 6>::START.promise(), Promise::EVEN);
    }

    /// The same fact about mirror images and changed colours, another one about another winner or position.
    #[test]
    fn equal_positions_have_equal_facts_and_others_do_not() {
        let white: Standard = sized::read("------/---b--/------/--wwb-/------/------/w").expect("a position");
        let black: Standard = sized::read("------/------/--bbw-/------/---w--/------/b").expect("a position");
        for value in [0, 1] {
            assert_eq!(white.fact(value), white.mirror().fact(value));
            assert_eq!(white.fact(value), white.turned().fact(1 - value));
            assert_ne!(white.fact(value), white.fact(1 - value));
            assert_ne!(white.fact(value).0, white.skip().fact(value).0);
        }
        assert_eq!(white.fact(1), black.fact(0));
    }
}
