//! The engine finds what minimax finds, for any evaluation and any contents of its table.

use std::sync::atomic::{AtomicU32, Ordering};

use super::random_positions;
use super::searches::HashEvaluation;
use crate::games::laws;
use crate::rng::Rng;
use crate::search::engine::{Engine, WIN};
use crate::{Decision, Evaluate, Game, Limits, Outcome, Player, Position, Proof};

laws!(
    engine_finds_what_minimax_finds,
    limits_stop_the_engine,
    equal_searches_give_equal_decisions_and_report_every_depth,
);

/// A minimax search meets about as many leaves at most.
const MOST_LEAVES: usize = 4_000;

/// Minimax that counts the plies to a win, for `me`.
fn minimax<P: Position, E: Evaluate<P>>(position: &P, ply: u32, depth: u32, eval: &E, me: Player) -> i32 {
    match position.outcome() {
        Some(Outcome::Win(winner)) if winner == me => WIN - i32::try_from(ply).expect("few plies"),
        Some(Outcome::Win(_)) => i32::try_from(ply).expect("few plies") - WIN,
        Some(outcome) => eval.utility(outcome, position, me),
        None if depth == 0 => eval.evaluate(position, me),
        None => {
            let values = position.moves().map(|mv| minimax(&position.play(mv), ply + 1, depth - 1, eval, me));
            let best = if position.turn() == me { values.max() } else { values.min() };
            best.expect("a game that goes on has a move")
        }
    }
}

fn sees_a_win<P: Position>(position: &P, depth: u32) -> bool {
    match position.outcome() {
        Some(outcome) => matches!(outcome, Outcome::Win(_)),
        None => depth > 0 && position.moves().any(|mv| sees_a_win(&position.play(mv), depth - 1)),
    }
}

fn depth_for<P: Position>(position: &P) -> u32 {
    MOST_LEAVES.ilog(position.moves().count().max(2)).min(6)
}

/// Checks a decision against plain minimax, and its line against its value.
fn check<P: Position>(position: &P, depth: u32, eval: &HashEvaluation, decision: &Decision<P::Move>) {
    let me = position.turn();
    let value = decision.value.expect("a search was made");
    assert_eq!(value, minimax(position, 0, depth, eval, me), "depth {depth}: {position:?}");
    let after = position.play(decision.best);
    assert_eq!(value, minimax(&after, 1, depth - 1, eval, me), "{:?}: {position:?}", decision.best);

    assert_eq!(decision.line.first(), Some(&decision.best));
    let mut end = position.clone();
    for &mv in &decision.line {
        assert!(end.moves().any(|legal| legal == mv), "{:?}: {position:?}", decision.line);
        end = end.play(mv);
    }
    let length = u32::try_from(decision.line.len()).expect("a short line");
    match decision.proof {
        Some(Proof::Win { plies }) if value > 0 => assert!(length == plies && plies <= depth),
        Some(Proof::Loss { plies }) if value < 0 => assert!(length == plies && plies <= depth),
        _ => {
            assert!(length == depth || end.outcome().is_some(), "{length} of {depth}: {position:?}");
            let at_end = end.outcome().map_or(eval.evaluate(&end, me), |over| eval.utility(over, &end, me));
            assert_eq!(value, at_end, "{:?}: {position:?}", decision.line);
        }
    }
}

fn engine_finds_what_minimax_finds<G: Game>() {
    let eval = HashEvaluation { seed: 9, span: 20 };
    // Each side's engines remember what they saw, in tables much too small, or large enough. The
    // last one plays both sides and must forget.
    let sizes = [0, 1 << 10, 1 << 20];
    let mut engines = [(); 2].map(|()| sizes.map(|bytes| Engine::new(eval.clone(), bytes)));
    let mut changing = Engine::new(eval.clone(), 1 << 20);
    let (mut proofs, mut open) = (0, 0);
    for position in random_positions::<G>(9, 5) {
        let deepest = depth_for(&position);
        // What is won or lost stays known to a search that is not deep enough to see it again.
        let shallowest = if sees_a_win(&position, deepest) { deepest } else { deepest - 1 };
        for engine in engines[position.turn() as usize].iter_mut().chain([&mut changing]) {
            for depth in (shallowest.max(1)..=deepest).rev() {
                let decision = engine.search(&position, depth, &Limits::NONE, &mut |_| {});
                assert_eq!(decision.is_none(), position.outcome().is_some());
                if let Some(decision) = decision {
                    check(&position, depth, &eval, &decision);
                    proofs += u32::from(decision.proof.is_some());
                    open += u32::from(decision.proof.is_none());
                }
            }
        }
    }
    assert!(proofs > 0 && open > 50, "{proofs} with and {open} without a proof");
}

fn limits_stop_the_engine<G: Game>() {
    let mut rng = Rng::new(10);
    let mut engine = Engine::new(HashEvaluation { seed: 10, span: 20 }, 1 << 16);
    for position in random_positions::<G>(10, 2) {
        let polls = u32::try_from(rng.below(12)).expect("a small number");
        let asked = AtomicU32::new(0);
        let stop = || asked.fetch_add(1, Ordering::Relaxed) >= polls;
        let decision = engine.search(&position, 40, &Limits { stop: &stop }, &mut |_| {});
        let asked = asked.into_inner();
        assert!(asked <= polls + 1, "asked {asked} times, to be stopped at {polls}");
        let Some(decision) = decision else {
            assert!(position.outcome().is_some());
            continue;
        };
        assert!(position.moves().any(|mv| mv == decision.best));
        assert!(decision.depth >= Some(1), "one ply is always searched");
        assert_eq!(decision.line.first(), Some(&decision.best));
        assert!(decision.nodes <= 1024 * u128::from(polls + 1) + 100, "{} nodes", decision.nodes);
    }
}

fn equal_searches_give_equal_decisions_and_report_every_depth<G: Game>() {
    for position in random_positions::<G>(11, 1) {
        let mut reports = Vec::new();
        let mut search = || {
            let mut engine = Engine::new(HashEvaluation { seed: 11, span: 20 }, 1 << 14);
            reports.clear();
            engine.search(&position, depth_for(&position), &Limits::NONE, &mut |d| reports.push(d.clone()))
        };
        let first = search();
        assert_eq!(first, search());
        assert_eq!(first.as_ref(), reports.last());
        for (depth, report) in (1..).zip(&reports) {
            assert_eq!(report.depth, Some(depth));
        }
        assert!(reports.is_sorted_by(|a, b| a.nodes < b.nodes));
    }
}
