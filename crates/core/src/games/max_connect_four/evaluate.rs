//! The evaluation of Max-Connect-Four: points made and points still possible.

use super::MaxConnectFour;
use crate::games::falling::Falling;
use crate::games::gravity::open_quadruples;
use crate::grid::{Shape, Size};
use crate::{Evaluate, Outcome, Player, Term};

/// Own quadruples minus the opponent's, 100 for each completed one, and less for those that can
/// still be completed: 15, 30 or 60 for four consecutive cells that hold 1, 2 or 3 pieces of one
/// side and none of the other's.
///
/// The weights are Plyground's own, chosen among ten sets by matches at depths 1 to 6; the set that
/// falls most steeply (1, 4, 16) lost at every depth.
///
/// A finished game is worth 100 for each point of difference, so that exact and heuristic values
/// can be compared. The evaluation is antisymmetric.
#[derive(Clone, Copy, Default, Debug)]
pub struct Quadruples;

/// The values of quadruples with 1, 2, 3 and 4 own pieces and no other.
const WEIGHTS: [i32; 4] = [15, 30, 60, POINT];

/// The value of a point.
const POINT: i32 = 100;

pub(super) const NAMES: [&str; 4] =
    ["open quadruples with 1", "open quadruples with 2", "open quadruples with 3", "completed quadruples"];

#[inline]
fn side_value(size: Size, mine: u64, theirs: u64) -> i32 {
    let open = open_quadruples(size, mine, theirs);
    #[expect(clippy::cast_possible_wrap, reason = "64 cells begin at most 256 quadruples")]
    WEIGHTS.iter().zip(open).map(|(weight, count)| weight * count as i32).sum()
}

impl<S: Shape> Evaluate<Falling<MaxConnectFour, S>> for Quadruples {
    /// The game is always decided by points; other outcomes cannot come from it and are worth 0.
    #[inline]
    fn utility(&self, outcome: Outcome, _: &Falling<MaxConnectFour, S>, me: Player) -> i32 {
        match outcome {
            Outcome::Points(points) => POINT * (i32::from(points[me]) - i32::from(points[me.opponent()])),
            Outcome::Win(_) | Outcome::Draw => 0,
        }
    }

    #[inline]
    fn evaluate(&self, position: &Falling<MaxConnectFour, S>, me: Player) -> i32 {
        let board = position.board();
        let (mine, theirs) = (board.stones(me), board.stones(me.opponent()));
        side_value(board.size(), mine, theirs) - side_value(board.size(), theirs, mine)
    }

    fn terms(&self, position: &Falling<MaxConnectFour, S>, me: Player) -> Vec<Term> {
        let stones = |player| position.board().stones(player);
        Term::of_both(me, NAMES, [WEIGHTS, WEIGHTS.map(|weight| -weight)], |owner| {
            open_quadruples(position.board().size(), stones(owner), stones(owner.opponent()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Standard;
    use super::*;
    use crate::games::gravity::Gravity;
    use crate::grid::Grid;
    use crate::rng::Rng;
    use crate::{ByPlayer, Game, Position, VALUE_LIMIT, runs};

    /// Every four cells in a line, read aloud.
    fn slow_value(position: &Standard, me: Player) -> i32 {
        let cells = MaxConnectFour::view(position).cells;
        let lines = |player, pieces| {
            i32::try_from(runs::quadruples(&cells, player, pieces).len()).expect("at most 69")
        };
        let worth =
            |pieces| [0, 15, 30, 60, 100][pieces] * (lines(me, pieces) - lines(me.opponent(), pieces));
        (1..=4).map(worth).sum()
    }

    #[test]
    fn evaluation_agrees_with_the_lines_read_aloud_and_its_terms_add_up_to_it() {
        let mut rng = Rng::new(44);
        let mut with_points = 0;
        for _ in 0..3000 {
            let position = Standard::new(Gravity::random(&mut rng));
            for me in Player::BOTH {
                let value = Quadruples.evaluate(&position, me);
                assert_eq!(value, slow_value(&position, me), "{position:?}");
                assert_eq!(value, -Quadruples.evaluate(&position, me.opponent()));
                let terms = Quadruples.terms(&position, me);
                assert_eq!(terms.iter().map(Term::value).sum::<i64>(), i64::from(value));
            }
            with_points += u32::from(position.points() != ByPlayer::new(0, 0));
        }
        assert!(with_points > 1000, "the random boards must hold completed quadruples");
    }

    #[test]
    fn a_full_board_is_worth_a_hundred_for_each_point() {
        let all_red = ByPlayer::new(Grid::<7, 6>::BOARD, 0);
        let position = Standard::new(Gravity::new(all_red, Player::Second).expect("a full board"));
        let outcome = position.outcome().expect("the board is full");
        assert_eq!(outcome, Outcome::Points(ByPlayer::new(69, 0)));
        assert_eq!(Quadruples.utility(outcome, &position, Player::First), 6900);
        assert_eq!(Quadruples.utility(outcome, &position, Player::Second), -6900);
        assert_eq!(Quadruples.evaluate(&position, Player::First), 6900);
        // No board can be worth more: all 69 quadruples belong to one side.
        const { assert!(69 * POINT < VALUE_LIMIT) };
    }
}
