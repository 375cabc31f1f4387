//! From columns and rows as numbers to code compiled for the board: Breakthrough on the sizes that are proved.

use plyground_core::games::breakthrough::Board;
use plyground_core::quote;

use plyground::Failure;

/// What is done with a board, whatever its size.
pub(super) trait OnBoard {
    /// What comes of it.
    type Out;

    fn on<const W: u32, const H: u32>(self, start: Board<W, H>) -> Self::Out;
}

macro_rules! sizes {
    ($(($columns:literal, $rows:literal)),*) => {
        /// Columns and rows of the boards.
        pub(super) const SIZES: &[(u32, u32)] = &[$(($columns, $rows)),*];

        /// Does something with a board of this size; `None` if there is none.
        pub(super) fn on_board<T: OnBoard>(columns: u32, rows: u32, task: T) -> Option<T::Out> {
            match (columns, rows) {
                $(($columns, $rows) => Some(task.on(Board::<$columns, $rows>::START)),)*
                _ => None,
            }
        }
    };
}

// Larger ones do not fit into the keys of positions, or of the prover's table.
sizes!(
    (2, 4),
    (3, 4),
    (4, 4),
    (5, 4),
    (6, 4),
    (7, 4),
    (2, 5),
    (3, 5),
    (4, 5),
    (5, 5),
    (6, 5),
    (7, 5),
    (2, 6),
    (3, 6),
    (4, 6),
    (5, 6),
    (6, 6),
    (2, 7),
    (3, 7),
    (4, 7),
    (2, 8),
    (3, 8)
);

/// That there is no board of a size.
pub(super) fn unknown(columns: u32, rows: u32) -> String {
    let known = SIZES.iter().map(|(columns, rows)| format!("{columns}x{rows}")).collect::<Vec<_>>();
    format!("size {columns}x{rows}; expected columns x rows, one of {}", known.join(", "))
}

/// Reads columns and rows of a board.
pub(super) fn read_size(size: &str) -> Result<(u32, u32), Failure> {
    let numbers = size
        .split_once('x')
        .and_then(|(columns, rows)| Some((columns.parse::<u32>().ok()?, rows.parse::<u32>().ok()?)));
    numbers.ok_or_else(|| {
        Failure::bad_input(format_args!("--size {}: expected columns and rows such as 5x4", quote(size)))
    })
}
