//! What the engine proves, against exhaustive search of small boards.

use std::collections::HashMap;

use plyground_core::games::breakthrough::{self, Advancement, notation};
use plyground_core::games::connect_four::{self, Comp3608, Cs431};
use plyground_core::games::max_connect_four::{self, Quadruples};
use plyground_core::rng::Rng;
use plyground_core::search::engine::{Engine, WIN};
use plyground_core::{Evaluate, Limits, Notation, Outcome, Position, Proof, VALUE_LIMIT, stop_after};

/// The best that the side to move can come to: what an end is worth to it, and what that is worth a ply before.
fn exhaustive<P: Position>(
    position: &P,
    known: &mut HashMap<u64, i32>,
    worth: fn(&P, Outcome) -> i32,
    before: fn(i32) -> i32,
) -> i32 {
    if let Some(outcome) = position.outcome() {
        return worth(position, outcome);
    }
    if let Some(&value) = known.get(&position.key()) {
        return value;
    }
    let best = position.moves().map(|mv| -exhaustive(&position.play(mv), known, worth, before)).max();
    let value = before(best.expect("a game that goes on has a move"));
    known.insert(position.key(), value);
    value
}

/// The true result for the side to move: [`WIN`] minus the plies of the quickest win, the plies of
/// the longest resistance minus `WIN`, or 0 for a draw.
fn solve<P: Position>(position: &P, known: &mut HashMap<u64, i32>) -> i32 {
    let worth = |position: &P, outcome: Outcome| outcome.worth(WIN, position.turn());
    exhaustive(position, known, worth, |value| value - value.signum())
}

fn proof(value: i32, plies: u32) -> Proof {
    match value.signum() {
        1 => Proof::Win { plies },
        -1 => Proof::Loss { plies },
        _ => Proof::Draw,
    }
}

/// Positions of random games that go on, some with a turn lost.
fn positions<P: Position>(start: &P, seed: u64, games: usize) -> Vec<P> {
    let mut positions = Rng::new(seed).games(start, games);
    positions.retain(|position| position.outcome().is_none());
    positions
}

/// Every position with at most `plies` left is proved, with the true result and distance, by engines
/// with tables of several sizes.
fn check<P: Position, E: Evaluate<P> + Copy>(start: &P, eval: E, games: usize, plies: u32) {
    let mut known = HashMap::new();
    let mut engines = [0, 1 << 14, 1 << 20].map(|bytes| Engine::new(eval, bytes));
    let positions = positions(start, 1, games);
    for (i, position) in positions.into_iter().filter(|p| p.plies_left() <= plies).enumerate() {
        let value = solve(&position, &mut known);
        // Without a table the search of a whole game takes long.
        let engine = &mut engines[if position.plies_left() > 10 { 2 } else { i % 3 }];
        let decision = engine.search(&position, u32::MAX, &Limits::NONE, &mut |_| {}).expect("a move");
        let plies = (WIN - value.abs()).unsigned_abs();
        assert_eq!(decision.proof, Some(proof(value, plies)), "{position:?}");
        let after = solve(&position.play(decision.best), &mut known);
        let best = decision.best;
        assert_eq!(value, -after - (-after).signum(), "{best:?} throws the result away: {position:?}");
        if value != 0 {
            assert_eq!(decision.value, Some(value), "{position:?}");
            assert!(decision.depth.expect("a search was made") <= plies);
        }
    }
}

#[test]
fn small_connect_four_boards_are_solved() {
    check(&connect_four::Board::<4, 4>::EMPTY, Cs431, 8, 15);
    check(&connect_four::Board::<5, 4>::EMPTY, Comp3608, 8, 13);
    check(&connect_four::Board::<4, 5>::EMPTY, Cs431, 8, 13);
}

#[test]
fn small_breakthrough_boards_are_solved() {
    check(&breakthrough::Board::<3, 4>::START, Advancement, 20, 99);
    check(&breakthrough::Board::<4, 4>::START, Advancement, 3, 22);
    check(&breakthrough::Board::<2, 5>::START, Advancement, 20, 99);
    check(&breakthrough::Board::<2, 6>::START, Advancement, 10, 99);
}

#[test]
fn points_are_maximised_and_prove_the_result_at_the_end_only() {
    let mut known = HashMap::new();
    let mut engine = Engine::new(Quadruples, 1 << 16);
    let mut seen = [0; 3];
    // What the side to move has more than the other at the end, in hundredths of points.
    let worth = |position: &max_connect_four::Board<4, 4>, outcome: Outcome| {
        Quadruples.utility(outcome, position, position.turn())
    };
    let mut late = positions(&max_connect_four::Board::<4, 4>::EMPTY, 2, 16);
    late.retain(|position| position.plies_left() <= 10);
    for position in late {
        let lead = exhaustive(&position, &mut known, worth, |lead| lead);
        let plies = position.plies_left();
        let decision = engine.search(&position, plies, &Limits::NONE, &mut |_| {}).expect("a move");
        assert_eq!(decision.value, Some(lead), "{position:?}");
        assert_eq!(decision.proof, Some(proof(lead, plies)), "{position:?}");
        assert_eq!(decision.depth, Some(plies), "a lead is no win before the end");
        seen[usize::try_from(lead.signum() + 1).expect("0 to 2")] += 1;
        if plies > 1 {
            let shallow = engine.search(&position, plies - 1, &Limits::NONE, &mut |_| {}).expect("a move");
            assert_eq!(shallow.proof, None);
        }
    }
    assert!(seen.iter().all(|&n| n > 0), "lost, drawn, won: {seen:?}");
}

/// Whenever the engine is interrupted, it claims only what is true, and of a lost position only once it
/// has seen every move lose.
#[test]
fn interrupted_searches_claim_what_is_proved_only() {
    let mut known = HashMap::new();
    let [mut won, mut lost] = [0; 2];
    let start = breakthrough::Board::<4, 4>::START;
    // Exhaustive search of the first plies takes most of the time.
    let is_later = |position: &breakthrough::Board<4, 4>| position.plies_left() + 4 <= start.plies_left();
    for position in positions(&start, 3, 4).into_iter().filter(is_later) {
        let value = solve(&position, &mut known);
        for polls in 0..12 {
            let mut engine = Engine::new(Advancement, 1 << 12);
            let limits = Limits { stop: &stop_after(polls) };
            let decision = engine.search(&position, u32::MAX, &limits, &mut |_| {}).expect("a move");
            match decision.proof {
                Some(Proof::Win { plies }) => assert!(value >= WIN - plies.cast_signed(), "{position:?}"),
                Some(Proof::Loss { plies }) => assert_eq!(value, plies.cast_signed() - WIN, "{position:?}"),
                Some(Proof::Draw) => panic!("there are no draws"),
                None => assert!(decision.value.is_none_or(|value| value.abs() < VALUE_LIMIT)),
            }
            won += u32::from(matches!(decision.proof, Some(Proof::Win { .. })));
            lost += u32::from(matches!(decision.proof, Some(Proof::Loss { .. })));
        }
    }
    assert!(won > 50 && lost > 10, "{won} won, {lost} lost");
}

/// The engine's first choice for Black loses, which a shallow search does not see. As long as a deeper
/// one is still looking for a way out, the engine must not play it.
#[test]
fn interrupted_searches_avoid_a_move_that_was_seen_to_lose() {
    let board =
        notation::Grid.parse("bbb--b\n-w-b-b\nb--wbw\nw-b--b\n--w-ww\n-wwww-\nb").expect("a valid grid");
    let search = |polls| {
        let mut engine = Engine::new(Advancement, 1 << 16);
        let limits = Limits { stop: &stop_after(polls) };
        let mut reports = Vec::new();
        let decision = engine.search(&board, u32::MAX, &limits, &mut |d| reports.push(d.clone()));
        (decision.expect("a move"), reports)
    };
    let mut avoided = 0;
    for polls in 1..40 {
        let (decision, reports) = search(polls);
        let last = reports.last().expect("one ply is always searched");
        assert_eq!(decision.depth, last.depth);
        if decision.value.is_none() {
            assert_ne!(decision.best, last.best);
            assert_eq!((decision.proof, decision.line.len()), (None, 1));
            avoided += 1;
        }
    }
    assert!(avoided > 0);
    let (decision, _) = search(u64::MAX);
    assert!(decision.proof.is_some());
}
