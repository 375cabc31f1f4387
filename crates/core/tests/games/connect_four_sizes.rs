//! Every position of small boards, against a search that tries everything.

use std::collections::{HashMap, HashSet};

use plyground_core::games::connect_four_sizes::{ConnectFourSizes, SizedBoard};
use plyground_core::grid::Shape;
use plyground_core::{Game, GameValue, Limits, Position, SolverSettings};

use crate::is_long;

/// Every position that a game on a board of this size leads to, those with fewer pieces first.
fn all_positions(shape: Shape) -> Vec<SizedBoard> {
    let start = SizedBoard::empty_of(shape);
    let (mut seen, mut all, mut at) = (HashSet::from([start]), vec![start], 0);
    while let Some(&position) = all.get(at) {
        at += 1;
        all.extend(position.moves().map(|mv| position.play(mv)).filter(|after| seen.insert(*after)));
    }
    all
}

/// Solves one in so many of all positions; there are `positions`.
fn scores_agree(shape: Shape, positions: usize, step: usize) {
    let all = all_positions(shape);
    assert_eq!(all.len(), positions);
    let mut values: HashMap<SizedBoard, GameValue> = HashMap::new();
    // Positions with more pieces come later: their values are known first.
    for position in all.iter().rev() {
        let value = match position.outcome() {
            Some(outcome) if outcome.winner() == Some(position.turn()) => GameValue::Win { plies: Some(0) },
            Some(outcome) if outcome.winner().is_some() => GameValue::Loss { plies: Some(0) },
            Some(_) => GameValue::Draw,
            None => {
                let values = position.moves().map(|mv| values[&position.play(mv)].before());
                values.max_by(|a, b| a.preference(*b)).expect("the game goes on")
            }
        };
        values.insert(*position, value);
    }
    let mut solver =
        (ConnectFourSizes::solver().expect("a solver").new)(&SolverSettings::with_table(1 << 22));
    for position in all.iter().step_by(step) {
        assert_eq!(solver.value(position, &Limits::NONE), Ok(values[position]), "{position:?}");
    }
}

/// The numbers of positions are Tromp's.
#[test]
fn scores_of_all_positions_of_small_boards_are_those_of_exhaustive_search() {
    let step = if is_long() { 1 } else { 41 };
    scores_agree(Shape::new(4, 4), 161_029, step);
    if is_long() {
        scores_agree(Shape::new(5, 4), 3_945_711, step);
    }
}
