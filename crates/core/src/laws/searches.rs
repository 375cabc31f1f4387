//! Searches agree with each other for any evaluation.

use super::random_positions;
use crate::games::{adjacent_four, breakthrough, connect_four, laws, max_connect_four};
use crate::rng::{Rng, mix};
use crate::search::{Algorithm, CutRule, Report, replay, textbook};
use crate::{Counts, Evaluate, Game, Outcome, Player, Position, RootMoves, VALUE_LIMIT};

laws!(every_search_finds_what_minimax_finds);

/// Values that follow no rule and are unrelated for the two sides.
#[derive(Clone)]
pub(crate) struct HashEvaluation {
    pub(crate) seed: u64,
    /// Different values that there are; if they are few, many are equal.
    pub(crate) span: i32,
}

impl HashEvaluation {
    fn value<P: Position>(&self, position: &P, me: Player) -> i32 {
        let bits = mix(position.key() ^ mix(self.seed ^ (me as u64 + 1)));
        i32::try_from(bits % u64::from(self.span.unsigned_abs())).expect("below the span") - self.span / 2
    }
}

impl<P: Position> Evaluate<P> for HashEvaluation {
    fn utility(&self, _: Outcome, position: &P, me: Player) -> i32 {
        self.value(position, me)
    }

    fn evaluate(&self, position: &P, me: Player) -> i32 {
        self.value(position, me)
    }
}

/// The searches of the table, with each cut rule that they can have.
pub(crate) fn every_search() -> impl Iterator<Item = Algorithm> {
    let rules = |&algorithm: &Algorithm| {
        let count = if algorithm.cut().is_some() { CutRule::ALL.len() } else { 1 };
        CutRule::ALL.into_iter().take(count).map(move |rule| algorithm.with_cut(rule))
    };
    Algorithm::ALL.iter().flat_map(rules)
}

fn every_search_finds_what_minimax_finds<G: Game>() {
    /// A minimax search meets about as many leaves at most.
    const MOST_LEAVES: usize = 6_000;

    let mut rng = Rng::new(8);
    let mut deep = 0;
    for (seed, position) in (0..).zip(random_positions::<G>(8, 6)) {
        let eval = HashEvaluation { seed, span: 20 };
        let branching = position.moves().count().max(2);
        let most = MOST_LEAVES.ilog(branching).min(6);
        // One depth a position, and all of them now and then.
        let depths = if rng.below(6) == 0 { 0..=most } else { most..=most };
        for depth in depths {
            let me = Player::BOTH[rng.below(2)];
            let mut counts = Counts::default();
            let Ok(minimax) = textbook::minimax(&position, depth, &eval, me, &mut counts);
            let most = counts.examined();
            assert_eq!(minimax.best.is_none(), depth == 0 || position.outcome().is_some());
            for algorithm in every_search() {
                let mut counts = Counts::default();
                let Ok(found) = textbook::search(algorithm, &position, depth, &eval, me, &mut counts);
                assert_eq!(found, minimax, "{algorithm:?}, depth {depth}, {me:?}: {position:?}");
                assert!(counts.examined() <= most, "{algorithm:?}, depth {depth}, {me:?}: {position:?}");
            }
            deep += u32::from(depth >= 3);
        }
    }
    assert!(deep >= 10, "only {deep} searches were deep");
}

/// Replay against textbook on boards so small that many lines meet again, to depths at which nearly
/// everything comes out of the table, with many equal values, few, and the largest that there may be.
fn replay_law<P: Position>(start: &P, seed: u64, cases: usize, depths: std::ops::RangeInclusive<u32>) {
    let mut rng = Rng::new(seed);
    let mut meetings = 0;
    for case in 0..cases {
        let mut position = start.clone();
        for _ in 0..rng.below(4) {
            let Some(mv) = rng.pick(position.moves()) else { break };
            position = if rng.below(4) == 0 { position.skip() } else { position.play(mv) };
        }
        let span = [2, 3, 8, 100, 2 * VALUE_LIMIT - 1][case % 5];
        let eval = HashEvaluation { seed: rng.next(), span };
        let me = Player::BOTH[rng.below(2)];
        let depth =
            depths.start() + u32::try_from(rng.below(depths.clone().count())).expect("a small number");
        let bytes = [0, 1 << 14, 1 << 17, 1 << 24][rng.below(4)];
        for algorithm in every_search() {
            let mut observer = (Counts::default(), RootMoves::default());
            let Ok(choice) = textbook::search(algorithm, &position, depth, &eval, me, &mut observer);
            let expected = Report { choice, counts: observer.0, root_moves: observer.1.moves().collect() };
            let at =
                || format!("{algorithm:?}, depth {depth}, {me:?}, span {span}, {bytes} bytes: {position:?}");
            assert_eq!(replay::search(algorithm, &position, depth, &eval, me, bytes), expected, "{}", at());
            let answer = replay::answer(algorithm, &position, depth, &eval, me, bytes);
            let examined = expected.counts.examined();
            assert_eq!(answer, (choice, examined), "{}", at());
            meetings += u32::from(examined > 1000);
        }
    }
    assert!(meetings as usize > cases / 2, "only {meetings} searches were large");
}

#[test]
fn replay_equals_textbook_under_random_values() {
    replay_law(&connect_four::Board::<3, 4>::EMPTY, 12, 60, 7..=9);
    replay_law(&connect_four::Board::<4, 4>::EMPTY, 13, 30, 5..=7);
    replay_law(&max_connect_four::Board::<2, 6>::EMPTY, 14, 40, 9..=12);
    replay_law(&breakthrough::Board::<3, 5>::START, 15, 20, 5..=6);
    replay_law(&breakthrough::Board::<2, 6>::START, 16, 30, 7..=9);
    replay_law(&adjacent_four::Board::<2, 4>::EMPTY, 17, 30, 5..=6);
}
