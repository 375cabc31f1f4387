//! How a finished game ended.

use crate::{ByPlayer, Player};

/// The result of a finished game. What number a search uses for it belongs to the evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This side has won.
    Win(Player),
    /// Nobody has won.
    Draw,
    /// The game is decided by points; the side with more of them wins, equal points are a draw.
    Points(ByPlayer<u16>),
}

impl Outcome {
    /// The side that has won, or `None` for a draw.
    pub fn winner(self) -> Option<Player> {
        match self {
            Self::Win(player) => Some(player),
            Self::Draw => None,
            Self::Points(points) => {
                let [first, second] = points.into_array();
                (first != second).then_some(if first > second { Player::First } else { Player::Second })
            }
        }
    }

    /// `win` if this side has won, `-win` if the other has, and 0 for a draw.
    #[inline]
    pub fn worth(self, win: i32, me: Player) -> i32 {
        match self.winner() {
            Some(winner) if winner == me => win,
            Some(_) => -win,
            None => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_side_wins_the_other_loses() {
        for (outcome, worth) in [
            (Outcome::Win(Player::First), [7, -7]),
            (Outcome::Points(ByPlayer::new(2, 1)), [7, -7]),
            (Outcome::Points(ByPlayer::new(1, 2)), [-7, 7]),
            (Outcome::Points(ByPlayer::new(3, 3)), [0, 0]),
            (Outcome::Draw, [0, 0]),
        ] {
            assert_eq!(Player::BOTH.map(|me| outcome.worth(7, me)), worth, "{outcome:?}");
        }
    }
}
