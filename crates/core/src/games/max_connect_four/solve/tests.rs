use std::collections::HashMap;

use super::*;
use crate::rng::Rng;
use crate::{Outcome, Player};

/// The slow and obvious value for the first player.
fn minimax<const W: u32, const H: u32>(position: &Board<W, H>, known: &mut HashMap<u64, i32>) -> i32 {
    if let Some(Outcome::Points(points)) = position.outcome() {
        let [first, second] = points.into_array().map(i32::from);
        return first - second;
    }
    if let Some(&value) = known.get(&position.key()) {
        return value;
    }
    let values = position.moves().map(|mv| minimax(&position.play(mv), known)).collect::<Vec<_>>();
    let values = values.into_iter();
    let value = if position.turn() == Player::First { values.max() } else { values.min() }.unwrap();
    known.insert(position.key(), value);
    value
}

fn for_mover<const W: u32, const H: u32>(position: &Board<W, H>, value: i32) -> i32 {
    if position.turn() == Player::First { value } else { -value }
}

/// A position after random moves with so many empty cells, some turns lost.
fn random<const W: u32, const H: u32>(rng: &mut Rng, empty: u32) -> Board<W, H> {
    let mut position = Board::<W, H>::EMPTY;
    let skips = rng.below(3) == 0;
    while position.plies_left() > empty {
        let mv = rng.pick(position.moves()).unwrap();
        position = position.play(mv);
        if skips && rng.below(4) == 0 {
            position = position.skip();
        }
    }
    position
}

fn check<const W: u32, const H: u32>(seed: u64, cases: u32, empty: u32) {
    let mut rng = Rng::new(seed);
    let mut tiny = Solver::<W, H>::new(0);
    let mut solver = Solver::<W, H>::new(4 << 20);
    for _ in 0..cases {
        let position = random::<W, H>(&mut rng, empty);
        let expected = for_mover(&position, minimax(&position, &mut HashMap::new()));
        assert_eq!(solver.value(&position, &Limits::NONE), Ok(expected), "{position:?}");
        assert_eq!(tiny.value(&position, &Limits::NONE), Ok(expected), "{position:?}");
        assert_eq!(solver.value(&position.mirror(), &Limits::NONE), Ok(expected));
        for least in expected - 1..=expected + 1 {
            let found = solver.is_at_least(&position, least, &Limits::NONE);
            assert_eq!(found, Ok(expected >= least));
        }
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
}
