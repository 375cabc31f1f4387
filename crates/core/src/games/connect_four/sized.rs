//! Games on boards of other sizes: what the solver finds after the moves of a move string.

use super::solve::Solver;
use super::{Board, ConnectFour};
use crate::games::gravity::Column;
use crate::games::move_string::read;
use crate::{Limits, Outcome, ParseError, Player, Position, Solved, SolverSettings, Stopped};

/// A position on a board of some size, solved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolvedBoard {
    /// The side to move.
    pub turn: Player,
    /// How the game ended, if it is over.
    pub outcome: Option<Outcome>,
    /// Values, moves and best play.
    pub values: Solved<Column>,
    /// Nodes searched, by all threads.
    pub nodes: u64,
}

/// Why a position on a board of some size was not solved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unsolved {
    /// No board has this size; [`SIZES`] lists those that there are.
    NoSuchSize,
    /// The moves are no game.
    NoGame(ParseError),
    /// The limits stopped the search.
    Stopped,
}

impl std::fmt::Display for Unsolved {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoSuchSize => write!(f, "no board has this size; expected one of {SIZES:?}"),
            Self::NoGame(error) => error.fmt(f),
            Self::Stopped => write!(f, "the limits stopped the search"),
        }
    }
}

impl std::error::Error for Unsolved {}

impl From<ParseError> for Unsolved {
    fn from(error: ParseError) -> Self {
        Self::NoGame(error)
    }
}

impl From<Stopped> for Unsolved {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

macro_rules! sizes {
    ($(($columns:literal, $rows:literal)),* $(,)?) => {
        /// Columns and rows of the boards.
        pub const SIZES: &[(u32, u32)] = &[$(($columns, $rows)),*];

        /// Solves the position after the moves of a move string, columns from 1: who wins if `is_weak`, else exact values.
        /// Without a book.
        ///
        /// # Errors
        ///
        /// If no board has this size, the moves are no game, or the limits stopped the search.
        pub fn solve(
            (columns, rows): (u32, u32),
            moves: &str,
            settings: &SolverSettings,
            is_weak: bool,
            limits: &Limits<'_>,
        ) -> Result<SolvedBoard, Unsolved> {
            match (columns, rows) {
                $(($columns, $rows) => on_board::<$columns, $rows>(moves, settings, is_weak, limits),)*
                _ => Err(Unsolved::NoSuchSize),
            }
        }
    };
}

// Columns are digits in move strings, and longer keys fit into no table.
sizes! {
    (4, 4), (5, 4), (6, 4), (7, 4), (8, 4), (9, 4),
    (4, 5), (5, 5), (6, 5), (7, 5), (8, 5), (9, 5),
    (4, 6), (5, 6), (6, 6), (7, 6), (8, 6), (9, 6),
    (4, 7), (5, 7), (6, 7), (7, 7), (8, 7),
    (4, 8), (5, 8), (6, 8), (7, 8),
}

fn on_board<const W: u32, const H: u32>(
    moves: &str,
    settings: &SolverSettings,
    is_weak: bool,
    limits: &Limits<'_>,
) -> Result<SolvedBoard, Unsolved> {
    let position: Board<W, H> = read::<ConnectFour, W, H>(moves)?;
    let mut solver = Solver::<W, H>::new(settings.bytes).with_threads(settings.threads);
    let values = Solved::find(&mut solver, &position, is_weak, limits)?;
    Ok(SolvedBoard { turn: position.turn(), outcome: position.outcome(), values, nodes: solver.nodes() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnyGame, AnyMove, GameValue};

    const SETTINGS: SolverSettings = SolverSettings::with_table(1 << 20);

    #[test]
    fn a_board_of_the_usual_size_has_the_values_of_the_game() {
        let game = AnyGame::listed::<ConnectFour>();
        let mut solver = game.solver(&SETTINGS).expect("solved");
        for (moves, is_weak) in [("4444445623513222", false), ("4444445623513222", true), ("1212121", false)]
        {
            let found = solve((7, 6), moves, &SETTINGS, is_weak, &Limits::NONE);
            let found = found.expect("a game of this board");
            let position = game.parse(moves).expect("a position");
            assert_eq!((found.turn, found.outcome), (position.turn(), position.outcome()), "{moves}");
            let expected =
                Solved::find(&mut *solver, &position, is_weak, &Limits::NONE).expect("nobody stops it");
            let any = |values: Solved<Column>| Solved {
                value: values.value,
                moves: values.moves.into_iter().map(|(mv, value)| (AnyMove::of(mv), value)).collect(),
                line: values.line.into_iter().map(AnyMove::of).collect(),
            };
            assert_eq!(any(found.values), expected, "{moves}");
        }
    }

    /// Who wins on the empty board as Tromp published it, and how soon as Steininger did.
    #[test]
    fn small_boards_are_worth_what_is_published() {
        let draws = [(4, 4), (5, 4), (4, 5), (5, 5), (4, 6), (5, 6), (4, 7), (4, 8)];
        let draws = draws.map(|size| (size, false, GameValue::Draw));
        let losses = [((6, 4), false, GameValue::Loss { plies: Some(24) }), ((8, 4), true, GameValue::LOSS)];
        for (size, is_weak, value) in losses.into_iter().chain(draws) {
            let found = solve(size, "", &SETTINGS, is_weak, &Limits::NONE).expect("a board of this size");
            assert_eq!(found.values.value.expect("the game goes on").0, value, "{size:?}");
            assert_eq!(found.values.moves.len(), size.0 as usize);
        }
    }

    #[test]
    fn what_cannot_be_solved_is_said() {
        let solve = |size, moves| solve(size, moves, &SETTINGS, false, &Limits { stop: &|| true });
        assert_eq!(solve((9, 7), ""), Err(Unsolved::NoSuchSize));
        assert_eq!(solve((8, 7), ""), Err(Unsolved::Stopped));
        for (size, moves, problem) in [
            ((6, 4), "7", "move 1 of the move string: found '7'; expected a column from 1 to 6"),
            ((6, 4), "11111", "move 5 of the move string: column 1 is full; expected an open column"),
            (
                (6, 4),
                "12121213",
                "move 8 of the move string: the game is already over; expected no further move",
            ),
        ] {
            let Err(Unsolved::NoGame(error)) = solve(size, moves) else { panic!("{moves}: a game") };
            assert_eq!(error.to_string(), problem);
        }
    }
}
