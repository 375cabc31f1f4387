//! Searches agree with each other whatever the evaluation is.

use plyground_core::rng::{Rng, mix};
use plyground_core::search::{CutRule, textbook};
use plyground_core::{Evaluate, Game, Outcome, Player, Position, Silent, Term, dispatch};

use crate::{each_game, random_positions};

/// Values that follow no rule: small, so that many are equal, and unrelated for the two sides.
#[derive(Clone)]
pub(crate) struct HashEvaluation {
    pub(crate) seed: u64,
}

impl HashEvaluation {
    fn value<P: Position>(&self, position: &P, me: Player) -> i32 {
        let bits = mix(position.key() ^ mix(self.seed ^ (me as u64 + 1)));
        i32::try_from(bits % 20).expect("a small number") - 10
    }
}

impl<P: Position> Evaluate<P> for HashEvaluation {
    fn utility(&self, _: Outcome, position: &P, me: Player) -> i32 {
        self.value(position, me)
    }

    fn evaluate(&self, position: &P, me: Player) -> i32 {
        self.value(position, me)
    }

    fn terms(&self, position: &P, me: Player) -> Vec<Term> {
        vec![Term { name: "hash", owner: me, count: 1, weight: self.value(position, me) }]
    }
}

#[test]
fn alpha_beta_finds_what_minimax_finds() {
    /// A minimax search meets about as many leaves at most.
    const MOST_LEAVES: usize = 6_000;

    fn law<G: Game>() {
        let mut rng = Rng::new(8);
        let mut deep = 0;
        for (seed, position) in (0..).zip(random_positions::<G>(8, 6)) {
            let eval = HashEvaluation { seed };
            let branching = position.moves().count().max(2);
            let most = MOST_LEAVES.ilog(branching).min(6);
            // One depth a position, and all of them now and then.
            let depths = if rng.below(6) == 0 { 0..=most } else { most..=most };
            for depth in depths {
                let me = Player::BOTH[rng.below(2)];
                let minimax = textbook::minimax(&position, depth, &eval, me, &mut Silent);
                assert_eq!(minimax.best.is_none(), depth == 0 || position.outcome().is_some());
                for rule in [CutRule::AtEqual, CutRule::Beyond] {
                    let found = textbook::alpha_beta(&position, depth, &eval, me, rule, &mut Silent);
                    assert_eq!(found, minimax, "{rule:?}, depth {depth}, {me:?}: {position:?}");
                }
                deep += u32::from(depth >= 3);
            }
        }
        assert!(deep >= 10, "only {deep} searches were deep");
    }
    each_game(|id| dispatch!(id, G => law::<G>()));
}
