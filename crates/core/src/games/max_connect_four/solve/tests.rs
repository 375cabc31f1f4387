use std::collections::HashMap;

use super::*;
use crate::Stopped;
use crate::rng::Rng;
use crate::search::mcts::tests::exact;

/// The slow and obvious value for the side to move.
fn minimax<const W: u32, const H: u32>(position: &Board<W, H>) -> i32 {
    let value = i32::from(exact(position, &mut HashMap::new()));
    if position.turn() == Player::First { value } else { -value }
}

/// A position after random moves with so many empty cells, some turns lost.
fn random<const W: u32, const H: u32>(rng: &mut Rng, empty: u32) -> Board<W, H> {
    let lost = if rng.below(3) == 0 { 4 } else { 0 };
    rng.play(Board::EMPTY, (W * H - empty) as usize, lost)
}

fn check<const W: u32, const H: u32>(seed: u64, cases: u32, empty: u32) {
    let mut rng = Rng::new(seed);
    let mut tiny = Solver::<W, H>::new(0);
    let mut solver = Solver::<W, H>::new(4 << 20);
    for _ in 0..cases {
        let position = random::<W, H>(&mut rng, empty);
        let expected = minimax(&position);
        assert_eq!(solver.value(&position, &Limits::NONE), Ok(expected), "{position:?}");
        assert_eq!(tiny.value(&position, &Limits::NONE), Ok(expected), "{position:?}");
        assert_eq!(solver.value(&position.mirror(), &Limits::NONE), Ok(expected));
        for least in expected - 1..=expected + 1 {
            let found = solver.is_at_least(&position, least, &Limits::NONE);
            assert_eq!(found, Ok(expected >= least));
        }
        let values = position.moves().map(|mv| -solver.value(&position.play(mv), &Limits::NONE).unwrap());
        assert_eq!(values.max(), position.outcome().is_none().then_some(expected));
    }
}

#[test]
fn values_are_those_of_minimax() {
    check::<7, 6>(1, 60, 10);
    check::<6, 6>(2, 60, 10);
    check::<5, 5>(3, 60, 11);
    check::<6, 5>(4, 60, 11);
    check::<8, 4>(5, 60, 10);
    check::<5, 4>(6, 60, 12);
    check::<4, 7>(7, 60, 11);
    check::<4, 9>(8, 60, 11);
    check::<9, 4>(9, 60, 10);
}

/// Checks both upper bounds of random positions against minimax. Says how often the second one is lower than the
/// first, and how often it is so and is the value.
fn check_bounds<const W: u32, const H: u32>(seed: u64, empty: u32) -> [u32; 2] {
    let mut rng = Rng::new(seed);
    let mut counts = [0; 2];
    for _ in 0..200 {
        let position = random::<W, H>(&mut rng, empty);
        let value = minimax(&position) - lead(&position);
        let node = Node::of(&position);
        let closer = node.closer_bound::<W, H>();
        assert!(value <= closer && closer <= node.bound, "{position:?}: {value} {closer} {}", node.bound);
        counts[0] += u32::from(closer < node.bound);
        counts[1] += u32::from(closer < node.bound && closer == value);
    }
    counts
}

/// Boards with few rows have many columns with an odd number of empty cells.
#[test]
fn upper_bounds_hold_and_the_second_is_closer() {
    let even = [
        check_bounds::<4, 4>(21, 8),
        check_bounds::<5, 4>(22, 10),
        check_bounds::<6, 5>(23, 8),
        check_bounds::<7, 6>(24, 8),
        check_bounds::<4, 7>(25, 12),
        check_bounds::<8, 2>(26, 8),
        check_bounds::<8, 3>(27, 8),
        check_bounds::<9, 1>(28, 6),
        check_bounds::<12, 1>(29, 8),
    ];
    let odd = [
        check_bounds::<4, 4>(31, 9),
        check_bounds::<5, 4>(32, 9),
        check_bounds::<6, 5>(33, 9),
        check_bounds::<7, 6>(34, 9),
        check_bounds::<4, 7>(35, 11),
        check_bounds::<8, 3>(36, 7),
    ];
    for [closer, exact] in even.into_iter().chain(odd) {
        assert!(closer >= 20 && exact >= 5, "{even:?} {odd:?}");
    }
}

/// Bounds hold wherever they are asked, and what a key leaves out does not matter.
#[test]
fn bounds_hold_and_keys_say_all_that_matters() {
    let mut rng = Rng::new(12);
    let mut values = HashMap::new();
    let mut merged = 0;
    for _ in 0..3000 {
        let position = random::<4, 4>(&mut rng, 6);
        let value = minimax(&position) - lead(&position);
        let node = Node::of(&position);
        let (low, high) = (node.least::<4, 4>(), node.bound);
        assert!(low <= value && value <= high, "{position:?}: {low} {value} {high}");
        let stones = position.board().sides();
        let known = values.entry(node.key::<4, 4>()).or_insert((value, stones));
        assert_eq!(known.0, value, "{position:?}");
        merged += usize::from(known.1 != stones);
    }
    assert!(merged > 100, "{merged} positions had the key of another");
}

fn value<const W: u32, const H: u32>() -> i32 {
    Solver::<W, H>::new(64 << 20).value(&Board::EMPTY, &Limits::NONE).unwrap()
}

#[test]
fn empty_boards_have_known_values() {
    assert_eq!([value::<4, 1>(), value::<4, 2>(), value::<4, 3>(), value::<5, 3>()], [0; 4]);
    assert_eq!([value::<6, 3>(), value::<7, 3>(), value::<4, 4>(), value::<5, 4>()], [0; 4]);
    assert_eq!(minimax(&Board::<4, 4>::EMPTY), 0);
    assert_eq!([value::<6, 4>(), value::<4, 5>(), value::<4, 6>(), value::<5, 5>()], [-1, 0, 0, 0]);
}

#[test]
fn larger_empty_boards_have_known_values() {
    assert_eq!([value::<8, 3>(), value::<5, 6>(), value::<6, 5>()], [0; 3]);
}

#[test]
fn threads_find_the_same_values() {
    let mut rng = Rng::new(5);
    let mut one = Solver::<7, 6>::new(4 << 20);
    let mut three = Solver::<7, 6>::new(4 << 20).with_threads(3);
    for _ in 0..6 {
        let position = random::<7, 6>(&mut rng, 23);
        assert_eq!(one.value(&position, &Limits::NONE), three.value(&position, &Limits::NONE));
    }
}

#[test]
fn a_stopped_search_keeps_only_true_values() {
    let mut rng = Rng::new(3);
    let position = random::<7, 6>(&mut rng, 25);
    let mut solver = Solver::<7, 6>::new(4 << 20);
    for _ in 0..20 {
        assert_eq!(solver.value(&position, &Limits { stop: &|| true }), Err(Stopped));
    }
    let value = Solver::<7, 6>::new(4 << 20).value(&position, &Limits::NONE);
    assert_eq!(solver.value(&position, &Limits::NONE), value);
}
