//! The textbook search, and that mistakes are named.

use std::collections::BTreeSet;

use plyground_core::games::connect_four::Cs431 as Evaluation;
use plyground_core::search::textbook;
use plyground_core::{Position, RootMoves};

use super::{Answer, Mistake, Question, best_columns, diagnose, examples, random_position};
use crate::engine::diagnose::{Confidence, Explanation, Finding};
use plyground_core::rng::Rng;

#[test]
fn without_mistakes_it_is_the_textbook() {
    let mut rng = Rng::new(1);
    for _ in 0..120 {
        let mut position = random_position(&mut rng);
        if rng.below(3) == 0 {
            position = position.skip();
        }
        #[expect(clippy::cast_possible_truncation, reason = "a small number")]
        let depth = 1 + rng.below(3) as u32;
        let mut moves = RootMoves::default();
        let me = position.turn();
        let Ok(choice) = textbook::minimax(&position, depth, &Evaluation, me, &mut moves);
        let best = moves.moves().filter(|child| child.value == choice.value);
        let best: Vec<i64> = best.map(|child| i64::from(child.mv.index())).collect();
        assert_eq!(best_columns(&Question { position, depth }, &[]), best, "{position:?}");
    }
}

/// What a program with these mistakes answers, which takes the right-most of equally good columns.
fn answers(mistakes: &[Mistake]) -> Vec<(Question, Option<Answer>)> {
    let answer =
        |question: &Question| best_columns(question, mistakes).last().map(|&column| Answer { column });
    examples().into_iter().map(|question| (question, answer(&question))).collect()
}

#[test]
fn a_right_program_is_not_accused() {
    assert_eq!(diagnose(&answers(&[]), &|| false).finding, Finding::Right);
}

#[test]
fn the_same_column_everywhere_is_no_other_mistake() {
    for column in 0..7 {
        let same: Vec<_> =
            examples().into_iter().map(|question| (question, Some(Answer { column }))).collect();
        assert_eq!(diagnose(&same, &|| false).finding, Finding::Constant(vec![("column", column.into())]));
    }
}

#[test]
fn a_finite_four_gives_only_right_columns() {
    for question in examples() {
        let (right, finite) = (best_columns(&question, &[]), best_columns(&question, &[Mistake::FiniteFour]));
        assert!(finite.iter().all(|column| right.contains(column)), "{question:?}");
    }
    assert_eq!(examples().len(), 60);
}

#[test]
fn mistakes_are_named() {
    let (mut too_few, mut alike) = (Vec::new(), BTreeSet::new());
    for &mistake in Mistake::all() {
        let diagnosis = diagnose(&answers(&[mistake]), &|| false);
        let (best, equals, confidence) = match &diagnosis.finding {
            Finding::Mistaken { best, equals, confidence } => (best, equals, confidence),
            Finding::Unknown { together: 0 } => {
                too_few.push(mistake.id());
                continue;
            }
            other => panic!("{mistake:?}: {other:?}"),
        };
        assert_eq!(best.explains, examples().len(), "{mistake:?}");
        let mut named: Vec<_> = [best].into_iter().chain(equals).flat_map(Explanation::ids).collect();
        assert!(named.contains(&mistake.id()), "{mistake:?}: {named:?}");
        assert!(named.len() == 1 || *confidence == Confidence::Possible);
        named.sort_unstable();
        alike.extend((named.len() > 1).then_some(named));
    }
    assert_eq!(too_few, [""; 0]);
    let alike: Vec<_> = alike.into_iter().collect();
    assert_eq!(alike, [["four-always-positive", "own-fours-only"]]);
}
