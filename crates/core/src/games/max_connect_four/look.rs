//! How boards of Max-Connect-Four look, and which cells the terms of its evaluation count.

use super::{MaxConnectFour, Standard, evaluate};
use crate::runs::{self, Cell};
use crate::{BoardKind, ByPlayer, Game, Look, Piece, RowText, Term};

pub(super) const LOOK: Look = Look {
    board: BoardKind::Upright,
    pieces: ByPlayer::new(Piece::Red, Piece::Green),
    line: Some(4),
    rows: Some(RowText {
        is_top_first: true,
        row_end: "/",
        empty: '0',
        pieces: ByPlayer::new('1', '2'),
        turns: ByPlayer::new("/1", "/2"),
    }),
};

pub(super) fn groups(position: &Standard, term: &Term) -> Option<Vec<Vec<Cell>>> {
    let place = evaluate::NAMES.iter().position(|&name| name == term.name)?;
    Some(runs::quadruples(&MaxConnectFour::view(position).cells, term.owner, place + 1))
}
