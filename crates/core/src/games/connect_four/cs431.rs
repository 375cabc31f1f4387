//! The evaluation of CS431: open spans of four cells.

use super::ConnectFour;
use crate::games::falling::Falling;
use crate::games::gravity::open_quadruples;
use crate::grid::Shape;
use crate::runs::{self, Cell};
use crate::{Evaluate, Evaluation, Outcome, Player, Term};

/// CS431's evaluation: 1, 10 or 100 points for a span of four cells that holds 1, 2 or 3 tokens of
/// one side only, negated for the opponent's, and infinity for four. A full board is evaluated.
#[derive(Clone, Copy, Default, Debug)]
pub struct Cs431;

/// The infinite value of a four. Infinity plus anything is infinity, so sums saturate here;
/// all finite values are far below.
const INFINITY: i32 = 1_000_000;

const WEIGHTS: [i32; 3] = [1, 10, 100];
const NAMES: [&str; 4] = ["spans with 1", "spans with 2", "spans with 3", "spans with 4"];

#[expect(clippy::cast_possible_wrap, reason = "there are 69 spans")]
fn finite_value(open: [u32; 4]) -> i32 {
    WEIGHTS.iter().zip(open).map(|(weight, count)| weight * count as i32).sum()
}

impl<S: Shape> Evaluate<Falling<ConnectFour, S>> for Cs431 {
    #[inline]
    fn utility(&self, outcome: Outcome, position: &Falling<ConnectFour, S>, me: Player) -> i32 {
        if outcome.winner().is_none() { self.evaluate(position, me) } else { outcome.worth(INFINITY, me) }
    }

    /// If both sides have a four (possible only on a given board), the infinities cancel.
    #[inline]
    fn evaluate(&self, position: &Falling<ConnectFour, S>, me: Player) -> i32 {
        let board = position.board();
        let (mine, theirs) = (board.stones(me), board.stones(me.opponent()));
        let mine_open = open_quadruples(board.size(), mine, theirs);
        let theirs_open = open_quadruples(board.size(), theirs, mine);
        match (mine_open[3] > 0, theirs_open[3] > 0) {
            (true, false) => INFINITY,
            (false, true) => -INFINITY,
            _ => finite_value(mine_open) - finite_value(theirs_open),
        }
    }

    fn terms(&self, position: &Falling<ConnectFour, S>, me: Player) -> Vec<Term> {
        let stones = |player| position.board().stones(player);
        let weights = [WEIGHTS[0], WEIGHTS[1], WEIGHTS[2], INFINITY];
        Term::of_both(me, NAMES, [weights, weights.map(|weight| -weight)], |owner| {
            open_quadruples(position.board().size(), stones(owner), stones(owner.opponent()))
        })
    }
}

impl Cs431 {
    /// The evaluation by name, on boards of one shape.
    pub(super) const fn evaluation<S: Shape>() -> Evaluation<Falling<ConnectFour, S>> {
        let about = "1, 10, 100, infinity for open spans of four with 1, 2, 3, 4 own tokens";
        Evaluation::of::<Self>("cs431", about)
    }

    /// The spans that a term counts, if it is one of this evaluation.
    pub(super) fn spans(cells: &[Vec<Option<Player>>], term: &Term) -> Option<Vec<Vec<Cell>>> {
        let place = NAMES.iter().position(|&name| name == term.name)?;
        Some(runs::quadruples(cells, term.owner, place + 1))
    }
}
