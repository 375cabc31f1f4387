//! CS431: the textbook search, and that mistakes are named.

use std::collections::BTreeSet;

use plyground_core::games::connect_four::{Cs431 as Evaluation, Standard, notation};
use plyground_core::grid::Grid;
use plyground_core::rng::Rng;
use plyground_core::search::textbook;
use plyground_core::{Player, Position, RootMoves};
use plyground_courses::cs431::{Answer, Mistake, Question, best_columns, best_within, diagnose, examples};
use plyground_courses::engine::diagnose::Finding;

use crate::diagnosis::{Told, told};
use crate::random_board;

#[test]
fn without_mistakes_it_is_the_textbook() {
    let mut rng = Rng::new(1);
    for _ in 0..300 {
        let position = random_board(&mut rng);
        if position.outcome().is_some() {
            continue;
        }
        let depth = 1 + u32::try_from(rng.below(3)).unwrap();
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
fn neither_right_answers_nor_the_same_column_everywhere_are_another_mistake() {
    assert_eq!(diagnose(&answers(&[]), &|| false).finding, Finding::Right);
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
    let told = told(&|mistake| {
        let diagnosis = diagnose(&answers(&[mistake]), &|| false);
        assert_eq!(diagnosis.answered, examples().len(), "{mistake:?}");
        diagnosis
    });
    let alike = BTreeSet::from([vec!["four-always-positive", "own-fours-only"]]);
    assert_eq!(told, Told { alike, ..Told::default() });
}

/// The column and the row of the first cell of a span of four, and the direction in which the others lie.
type Span = [[i32; 2]; 2];

/// The best columns one ply ahead for a program that looks only at some spans, counted cell by cell.
fn best_by_spans(position: &Standard, is_seen: &dyn Fn(Span) -> bool) -> Vec<i64> {
    const DIRECTIONS: [[i32; 2]; 4] = [[0, 1], [1, 0], [1, -1], [1, 1]];
    let me = position.turn();
    let value = |after: &Standard| {
        let (mut values, mut fours) = ([0; 2], [false; 2]);
        for [right, up] in DIRECTIONS {
            for [column, row] in (0..7).flat_map(|column| (0..6).map(move |row| [column, row])) {
                let (last_column, last_row) = (column + 3 * right, row + 3 * up);
                if last_column > 6 || !(0..6).contains(&last_row) || !is_seen([[column, row], [right, up]]) {
                    continue;
                }
                let counts = [me, me.opponent()].map(|player| {
                    let stones = after.board().stones(player);
                    let cell = |k: i32| [column + k * right, row + k * up].map(i32::unsigned_abs);
                    let is_own = |&[column, row]: &[u32; 2]| stones & Grid::<7, 6>::bit(column, row) != 0;
                    (0..4).map(cell).filter(is_own).count()
                });
                for (side, count) in counts.into_iter().enumerate().filter(|_| counts.contains(&0)) {
                    fours[side] |= count == 4;
                    values[side] += [0, 1, 10, 100, 0][count];
                }
            }
        }
        match fours {
            [true, false] => i32::MAX,
            [false, true] => i32::MIN,
            _ => values[0] - values[1],
        }
    };
    let moves = position.moves().map(|column| (column.index().into(), value(&position.play(column))));
    let values: Vec<(i64, i32)> = moves.collect();
    let most = values.iter().map(|&(_, value)| value).max();
    values.into_iter().filter(|&(_, value)| Some(value) == most).map(|(column, _)| column).collect()
}

/// Whether a span is there for a program with a mistake.
type IsSeen = fn(Span) -> bool;

#[test]
fn spans_are_missed_as_the_words_say() {
    let rows: [(Mistake, IsSeen); 6] = [
        (Mistake::FirstSpansMissed, |[[column, row], [_, up]]| column > 0 && row.min(row + 3 * up) > 0),
        (Mistake::HorizontalsShort, |[[column, _], [_, up]]| up != 0 || column < 3),
        (Mistake::VerticalsShort, |[[_, row], [right, _]]| right != 0 || row < 2),
        (Mistake::DiagonalsShort, |[[column, _], [right, up]]| right * up == 0 || column < 3),
        (Mistake::RisingShort, |[[column, _], [right, up]]| right * up != 1 || column < 3),
        (Mistake::FallingShort, |[[column, _], [right, up]]| right * up != -1 || column < 3),
    ];
    let mut rng = Rng::new(6);
    let mut differing = [0; 6];
    for _ in 0..600 {
        let position = random_board(&mut rng);
        if position.outcome().is_some() {
            continue;
        }
        let question = Question { position, depth: 1 };
        let right = best_columns(&question, &[]);
        assert_eq!(best_by_spans(&position, &|_| true), right, "{position:?}");
        for ((mistake, is_seen), differing) in rows.iter().zip(&mut differing) {
            let found = best_columns(&question, &[*mistake]);
            assert_eq!(found, best_by_spans(&position, is_seen), "{mistake:?}: {position:?}");
            *differing += u32::from(found != right);
        }
    }
    assert!(differing.iter().all(|&boards| boards > 5), "{differing:?}");
}

/// Nodes of a search two plies deep: below a four that ends the game there are none.
fn nodes(state: &str, mistakes: &[Mistake]) -> u64 {
    let position = notation::parse_state(state, Player::First).expect("a board");
    let question = Question { position, depth: 2 };
    (1..100).find(|&most| best_within(&question, mistakes, most).is_some()).expect("a small search")
}

#[test]
fn fours_in_spans_that_are_missed_end_no_search() {
    for (mistake, state, with, without) in [
        (Mistake::FirstSpansMissed, "r.y.y.y,r......,r......,.......,.......,.......", 56, 49),
        (Mistake::HorizontalsShort, "yy.rrr.,y......,.......,.......,.......,.......", 49, 42),
        (Mistake::VerticalsShort, "y.....y,y......,r......,r......,r......,.......", 55, 49),
        (Mistake::RisingShort, "r..ryyr,....ryy,.....ry,.......,.......,.......", 56, 49),
        (Mistake::DiagonalsShort, "r..ryyr,....ryy,.....ry,.......,.......,.......", 56, 49),
        // Over the edge there are two.
        (Mistake::SpansWrap, "yyy..rr,r......,.......,.......,.......,.......", 42, 56),
    ] {
        assert_eq!([nodes(state, &[mistake]), nodes(state, &[])], [with, without], "{mistake:?}");
    }
}
