//! How boards of Connect Four look, and which cells the terms of its evaluations count.

use super::{ConnectFour, Standard, comp3608, cs431};
use crate::runs::{self, Cell};
use crate::{BoardKind, ByPlayer, Game, Look, Piece, Player, RowText, Term};

pub(super) const LOOK: Look = Look {
    board: BoardKind::Upright,
    pieces: ByPlayer::new(Piece::Red, Piece::Yellow),
    line: Some(4),
    rows: Some(RowText {
        is_top_first: false,
        row_end: ",",
        empty: '.',
        pieces: ByPlayer::new('r', 'y'),
        turns: ByPlayer::new(" red", " yellow"),
    }),
};

pub(super) fn groups(position: &Standard, term: &Term) -> Option<Vec<Vec<Cell>>> {
    let (cells, side) = (ConnectFour::view(position).cells, term.owner);
    if let Some(spans) = span_groups(&cells, term) {
        return Some(spans);
    }
    Some(match comp3608::NAMES.iter().position(|&name| name == term.name)? {
        0 => runs::pieces(&cells, side).map(|cell| vec![cell]).collect(),
        1 => runs::maximal(&cells, side, 2..=2),
        2 => runs::maximal(&cells, side, 3..=3),
        _ => runs::maximal(&cells, side, 4..),
    })
}

/// The cells of each span that a term of [`Cs431`](super::Cs431) counts.
pub(crate) fn span_groups(cells: &[Vec<Option<Player>>], term: &Term) -> Option<Vec<Vec<Cell>>> {
    let span = cs431::NAMES.iter().position(|&name| name == term.name)?;
    Some(runs::quadruples(cells, term.owner, span + 1))
}
