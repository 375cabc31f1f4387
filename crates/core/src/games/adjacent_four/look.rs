//! How boards of adjacent four look, and which cells the terms of its evaluation count.

use super::{AdjacentFour, Standard, evaluate};
use crate::runs::{self, Cell};
use crate::{BoardKind, ByPlayer, Game, Look, Piece, RowText, Term};

pub(super) const LOOK: Look = Look {
    board: BoardKind::Plain,
    pieces: ByPlayer::new(Piece::X, Piece::O),
    line: Some(4),
    rows: Some(RowText {
        is_top_first: true,
        row_end: "/",
        empty: '.',
        pieces: ByPlayer::new('x', 'o'),
        turns: ByPlayer::new("/x", "/o"),
    }),
};

pub(super) fn groups(position: &Standard, term: &Term) -> Option<Vec<Vec<Cell>>> {
    let place = evaluate::NAMES.iter().position(|&name| name == term.name)?;
    let (length, open_ends) = [(3, 2), (3, 1), (2, 2), (2, 1)][place];
    Some(runs::open(&AdjacentFour::view(position).cells, term.owner, length, open_ends))
}
