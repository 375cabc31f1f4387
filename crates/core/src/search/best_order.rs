//! What alpha-beta could save at best: its node count when the best reply is always looked at first
//! (Knuth and Moore 1975, section 4).
//!
//! Of replies that are worth the same the one that comes first in the game's order goes first, so a tree
//! can have even smaller proofs; no order of moves by value has.

use std::collections::HashMap;

use super::CutRule;
use crate::searches::Searches;
use crate::{Player, Position, Window};

/// The nodes that alpha-beta examines to `depth` plies if at every node replies come best first, the root
/// included; `None` if more than `most_positions` pairs of position and depth had to be remembered.
///
/// Values are those of minimax for `evaluation`'s maximiser. Time and memory are those of minimax on the
/// graph of different positions, 32 bytes for each.
pub fn examined<P: Position>(
    evaluation: &dyn Searches<P>,
    position: &P,
    depth: u32,
    rule: CutRule,
    most_positions: usize,
) -> Option<u128> {
    let me = evaluation.maximiser(position.turn());
    let mut search = BestOrder { evaluation, me, rule, values: HashMap::new(), most_positions, examined: 0 };
    search.alpha_beta(position, depth, Window::FULL)?;
    Some(search.examined)
}

struct BestOrder<'a, P: Position> {
    evaluation: &'a dyn Searches<P>,
    me: Player,
    rule: CutRule,
    /// Minimax values by key and depth.
    values: HashMap<(u64, u32), i32>,
    most_positions: usize,
    examined: u128,
}

impl<P: Position> BestOrder<'_, P> {
    fn leaf(&self, position: &P, depth: u32) -> Option<i32> {
        match position.outcome() {
            Some(outcome) => Some(self.evaluation.utility(outcome, position, self.me)),
            None if depth == 0 => Some(self.evaluation.evaluate(position, self.me)),
            None => None,
        }
    }

    /// The minimax value; `None` once there are too many.
    fn value(&mut self, position: &P, depth: u32) -> Option<i32> {
        if let Some(value) = self.leaf(position, depth) {
            return Some(value);
        }
        let key = (position.key(), depth);
        if let Some(&value) = self.values.get(&key) {
            return Some(value);
        }
        let is_max = position.turn() == self.me;
        let mut best = if is_max { i32::MIN } else { i32::MAX };
        for mv in position.moves() {
            let value = self.value(&position.play(mv), depth - 1)?;
            best = if is_max { best.max(value) } else { best.min(value) };
        }
        if self.values.len() == self.most_positions {
            return None;
        }
        self.values.insert(key, best);
        Some(best)
    }

    fn alpha_beta(&mut self, position: &P, depth: u32, mut window: Window) -> Option<i32> {
        self.examined += 1;
        if let Some(value) = self.leaf(position, depth) {
            return Some(value);
        }
        let is_max = position.turn() == self.me;
        let mut replies = Vec::new();
        for mv in position.moves() {
            let child = position.play(mv);
            replies.push((self.value(&child, depth - 1)?, child));
        }
        // Stable: equal ones stay in the game's order.
        replies.sort_by_key(|&(value, _)| if is_max { !value } else { value });
        let mut best = if is_max { i32::MIN } else { i32::MAX };
        for (_, child) in replies {
            let value = self.alpha_beta(&child, depth - 1, window)?;
            if is_max {
                best = best.max(value);
                window.alpha = window.alpha.max(best);
            } else {
                best = best.min(value);
                window.beta = window.beta.min(best);
            }
            if self.rule.cuts(window.alpha, window.beta) {
                break;
            }
        }
        Some(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::games::adjacent_four::AdjacentFour;
    use crate::games::breakthrough::Breakthrough;
    use crate::games::connect_four::ConnectFour;
    use crate::games::max_connect_four::MaxConnectFour;
    use crate::rng::Rng;
    use crate::search::Algorithm;

    #[test]
    fn it_examines_no_more_than_the_order_of_the_game_and_finds_the_same_value() {
        check::<Breakthrough>(1, 3);
        check::<AdjacentFour>(2, 3);
        check::<ConnectFour>(3, 5);
        check::<MaxConnectFour>(4, 5);
    }

    fn check<G: Game>(seed: u64, depth: u32) {
        let mut rng = Rng::new(seed);
        let (mut best, mut plain) = (0, 0);
        for _ in 0..10 {
            let position = rng.play(G::start(), 6, 0);
            let evaluation: &dyn Searches<_> = &*G::evaluations()[0];
            let searched = evaluation.textbook(Algorithm::AlphaBeta(CutRule::AtEqual), &position, depth);
            plain += searched.counts.examined();
            let me = evaluation.maximiser(position.turn());
            let (rule, values, most_positions) = (CutRule::AtEqual, HashMap::new(), usize::MAX);
            let mut search = BestOrder { evaluation, me, rule, values, most_positions, examined: 0 };
            assert_eq!(search.alpha_beta(&position, depth, Window::FULL), Some(searched.choice.value));
            best += search.examined;
        }
        assert!(best < plain, "{best} of {plain} nodes");
    }

    /// Two plies need a first reply searched whole and one refutation of every other: Knuth and Moore's
    /// b^ceil(d/2) + b^floor(d/2) - 1 leaves.
    #[test]
    fn two_plies_are_as_small_as_trees_get() {
        let found = examined(evaluation(), &ConnectFour::start(), 2, CutRule::AtEqual, usize::MAX);
        assert_eq!(found, Some(1 + 7 + 7 + 6));
    }

    fn evaluation() -> &'static dyn Searches<<ConnectFour as Game>::Position> {
        &*ConnectFour::evaluations()[0]
    }

    #[test]
    fn too_many_positions_are_refused() {
        assert_eq!(examined(evaluation(), &ConnectFour::start(), 4, CutRule::AtEqual, 10), None);
        let few = examined(evaluation(), &ConnectFour::start(), 1, CutRule::AtEqual, 0);
        assert_eq!(few, Some(8));
    }
}
