//! Random boards of games with falling pieces.

use plyground_core::games::connect_four::Standard;
use plyground_core::games::gravity::{Column, Gravity};
use plyground_core::rng::Rng;

/// Kinds of boards, so that nothing that a program may get wrong stays untested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// As in a game: the sides take turns.
    Played,
    /// Turns were lost.
    Unbalanced,
    /// The left column is full.
    LeftFull,
    /// Few cells are empty.
    NearlyFull,
    /// Mostly of one colour, so that long runs are near.
    OneSided,
    /// Anything, finished games among them.
    Any,
}

impl Kind {
    /// One by lot, the plain ones more often.
    pub(crate) fn pick(rng: &mut Rng) -> Self {
        match rng.below(8) {
            0..3 => Self::Played,
            3 => Self::Unbalanced,
            4 => Self::LeftFull,
            5 => Self::NearlyFull,
            6 => Self::OneSided,
            _ => Self::Any,
        }
    }
}

/// A random board of a kind. Who is to move is drawn by lot.
pub(crate) fn random(kind: Kind, rng: &mut Rng) -> Standard {
    let board = reached(kind, rng);
    Standard::new(if rng.below(2) == 0 { board.skip() } else { board })
}

/// A random board of a kind, with the side to move whose turn it is: play that four in a row do not end can reach it,
/// unless turns were lost.
pub(crate) fn reached(kind: Kind, rng: &mut Rng) -> Gravity<7, 6> {
    let mut board = Gravity::EMPTY;
    let pieces = match kind {
        Kind::Played => rng.below(31),
        Kind::LeftFull => 6 + rng.below(20),
        Kind::NearlyFull => 36 + rng.below(6),
        Kind::Unbalanced | Kind::OneSided => rng.below(28),
        Kind::Any => rng.below(43),
    };
    let skips = match kind {
        Kind::Played | Kind::LeftFull | Kind::NearlyFull => 0,
        Kind::Unbalanced | Kind::Any => 8,
        Kind::OneSided => 2,
    };
    for piece in 0..pieces {
        let left = Column::new(0);
        let column = if kind == Kind::LeftFull && piece % 2 == 0 && board.open_columns().any(|c| c == left) {
            left
        } else {
            let Some(column) = rng.pick(board.open_columns()) else { break };
            column
        };
        board = board.drop(column);
        if skips > 0 && rng.below(skips) == 0 {
            board = board.skip();
        }
    }
    board
}

/// A board on which the other side has three tokens in the bottom row, open at both ends, and the left column is full.
/// After any move, it most often wins with its next one.
pub(crate) fn lost(rng: &mut Rng) -> Standard {
    let mut board = Gravity::EMPTY;
    for _ in 0..6 {
        board = board.drop(Column::new(0));
    }
    let first = u8::try_from(2 + rng.below(2)).unwrap_or(2);
    // The other side has three moves, and between them its opponent answers on top of two of them.
    let is_beside = rng.below(2) == 0;
    for (number, column) in (first..first + 3).enumerate() {
        board = board.drop(Column::new(column));
        if number < 2 {
            board = board.drop(Column::new(if is_beside { column } else { first }));
        }
    }
    for _ in 0..2 * rng.below(3) {
        let below = [first, first + 1, first + 2].map(Column::new);
        let open = board.open_columns().filter(|column| below.contains(column));
        board = rng.pick(open).map_or(board, |column| board.drop(column));
    }
    Standard::new(board)
}
