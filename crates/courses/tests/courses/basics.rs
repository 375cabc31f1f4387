//! The basics of CS431 and of Max-Connect-Four: right programs get all of them right, and of wrong ones those are wrong that
//! what they do wrong changes.

use plyground_arena::invoke::Ended;
use plyground_core::games::gravity::{Column, Gravity};
use plyground_core::games::max_connect_four::Standard;
use plyground_core::games::max_connect_four::notation::write_state;
use plyground_core::grid::Grid;
use plyground_core::rng::Rng;
use plyground_core::{Player, Position};
use plyground_courses::cs431::{Answer, BestColumn, ColumnQuestion, Mistake, best_columns};
use plyground_courses::engine::course::Course;
use plyground_courses::engine::diagnose::{Confidence, Explanation, Finding, Inquired, KnownMistake};
use plyground_courses::max_connect_four::{FileQuestion, StateFile};

use crate::ended;

/// The places of the basics that are wrong, in the order in which they are asked.
fn wrong(inquired: &Inquired) -> Vec<usize> {
    let is_wrong = |(_, (_, right, answered)): &(usize, &(&str, usize, usize))| right < answered;
    inquired.basics.iter().enumerate().filter(is_wrong).map(|(place, _)| place).collect()
}

const CS431: BestColumn = BestColumn { depths: [1, 4], most_nodes: 1000 };

/// What is found of a program for CS431 of which nothing was known, and what is said of the basics.
fn cs431(answer: &mut dyn FnMut(&ColumnQuestion) -> Option<i64>) -> (Finding<Mistake>, Inquired) {
    let mut put = |asked: &ColumnQuestion| Some(answer(asked).map(|column| Answer { column }));
    CS431.inquire(&[], &Finding::Unknown { together: 0 }, &mut put).expect("answers")
}

#[test]
fn a_right_program_for_cs431_gets_all_basics_right() {
    for is_last in [false, true] {
        let (finding, inquired) = cs431(&mut |asked| {
            let mut best = asked.best.iter().map(|column| i64::from(column.index()));
            if is_last { best.next_back() } else { best.next() }
        });
        assert_eq!(finding, Finding::Unknown { together: 0 });
        assert_eq!((inquired.asked, inquired.basics.len(), wrong(&inquired)), (41, 26, vec![]));
        assert!(inquired.words[2].contains("does not show in small questions"), "{:?}", inquired.words);
    }
}

/// The basics that mistakes make wrong if the left-most of equally good columns is taken. Some depend on others: a line that
/// is not seen wins nothing, and threatens nothing.
#[test]
fn mistakes_in_cs431_make_wrong_what_depends_on_them() {
    use Mistake as M;
    let table: [(&[M], &[usize]); 33] = [
        (&[M::FourWorthless], &[2, 3, 4, 5, 6, 21]),
        (&[M::OpponentsFoursOnly], &[2, 3, 4, 5, 6, 22]),
        (&[M::OwnFoursOnly, M::FourAlwaysPositive], &[21]),
        (&[M::WinsSearchedOn, M::FourInSum], &[22]),
        (&[M::ZeroIfLost], &[25]),
        (&[M::SideFixed], &[8]),
        (&[M::SidesSwapped], &[16, 22, 24]),
        (&[M::ChildIndex], &[0, 9, 25]),
        (&[M::FullColumnPlayed], &[0, 25]),
        (&[M::UpsideDown], &[6, 9, 14, 19, 20, 21, 22, 23, 24]),
        (&[M::DropsFromTop], &[6, 9, 14, 19, 20, 21, 24]),
        (&[M::NoVerticals], &[2, 6, 16, 18, 21]),
        (&[M::NoHorizontals], &[3, 6, 16, 17, 21, 22, 23, 24]),
        (&[M::NoDiagonals], &[4, 5, 6, 19, 20, 21]),
        (&[M::NoRisingDiagonals], &[4, 19, 21, 23]),
        (&[M::NoFallingDiagonals], &[5, 6, 20, 21]),
        (&[M::HorizontalsShort, M::VerticalsShort, M::DiagonalsShort, M::RisingShort, M::FallingShort], &[6]),
        (&[M::LastSpansMissed], &[1, 6]),
        (&[M::FirstSpansMissed], &[1, 6, 16, 21, 22, 24]),
        (&[M::OwnForgotten], &[1, 10, 16, 19, 20, 24]),
        (&[M::OpponentForgotten], &[11, 21, 23]),
        (&[M::OpponentAdded], &[11, 21, 23, 24]),
        (&[M::MixedCounted], &[11, 12, 16, 23, 24]),
        (&[M::RunsForSpans], &[13]),
        (&[M::OnesForgotten], &[1]),
        (&[M::TwosForgotten], &[11, 14, 16, 23]),
        (&[M::ThreesForgotten], &[15, 16, 18]),
        (&[M::CountsForWeights], &[16, 23]),
        (&[M::DepthInPairs, M::OnePlyDeeper, M::SpansWrap], &[1, 23, 24]),
        (
            &[M::MinForgotten, M::OnePlyShallower, M::BestFromZero, M::LastChildKept, M::OneColour],
            &[21, 23, 24],
        ),
        (&[M::VerticalsTwice], &[24]),
        // What none of these boards shows, and a column of which there is no answer.
        (&[M::HorizontalsTwice, M::DiagonalsTwice, M::LastColumnMissed], &[]),
        // Nearly everything.
        (&[M::ColumnsFromOne, M::WorstTaken, M::EvaluationNegated, M::ViewOfMover, M::Mirrored], &[7]),
    ];
    for &mistake in M::ALL {
        let (_, inquired) = cs431(&mut |asked| best_columns(&asked.question, &[mistake]).first().copied());
        let mut rows = table.iter().filter(|(mistakes, _)| mistakes.contains(&mistake));
        let (_, expected) = rows.next().unwrap_or_else(|| panic!("{mistake:?}"));
        let found = wrong(&inquired);
        if *expected == [7] {
            assert!(found.len() > 20 && found.contains(&7), "{mistake:?}: {found:?}");
        } else {
            assert_eq!(found, *expected, "{mistake:?}");
        }
    }
    let is_shown = |basic| table.iter().any(|(_, wrong)| wrong.contains(&basic));
    assert!((0..26).all(is_shown));
}

/// Answers by lot, and those of a program that knows the boards of depth 1 by heart, are like no mistake.
#[test]
fn programs_that_do_not_search_are_told_how_they_answered_and_no_more() {
    for seed in 0..6 {
        let rng = &mut Rng::new(seed);
        let (finding, inquired) = cs431(&mut |asked| {
            let is_known = seed.is_multiple_of(2) && asked.question.depth == 1;
            let column = if is_known {
                asked.best.first().copied()
            } else {
                rng.pick(asked.question.position.moves())
            };
            column.map(|column| column.index().into())
        });
        assert_eq!(finding, Finding::Unknown { together: 0 });
        assert!(!wrong(&inquired).is_empty() && inquired.words[2].starts_with("Wrong: "), "{inquired:?}");
    }
}

#[test]
fn of_names_those_are_left_that_give_the_new_answers() {
    let explanations = [Mistake::MinForgotten, Mistake::OnePlyShallower]
        .map(|mistake| Explanation { mistakes: vec![mistake], explains: 0 });
    let before = Finding::Mistaken { explanations: explanations.to_vec(), confidence: Confidence::Possible };
    let after = |mistakes: &[Mistake]| {
        let mut put = |asked: &ColumnQuestion| {
            Some(best_columns(&asked.question, mistakes).first().map(|&column| Answer { column }))
        };
        CS431.inquire(&[], &before, &mut put).expect("answers")
    };
    let (finding, inquired) = after(&[Mistake::MinForgotten]);
    // Other weights could give these answers as well.
    let confidence = Confidence::Possible;
    assert_eq!(finding, Finding::Mistaken { explanations: explanations[..1].to_vec(), confidence });
    assert!(inquired.words[0].ends_with("this explains those answers too."), "{:?}", inquired.words);
    assert_eq!(after(&[]).0, Finding::Refuted);
}

type Cells = Grid<7, 6>;
type Board = Gravity<7, 6>;

/// A program for Max-Connect-Four.
#[derive(Clone, Copy)]
struct Player4 {
    /// What the cells of a side are worth, and how often those of the other side are taken off.
    worth: fn(u64) -> u32,
    theirs: i32,
    /// What it takes the depth for.
    depth: fn(u32) -> u32,
    /// What it writes after a move, where the right file is given; nothing if it crashes.
    file: fn(&Standard, Column, String) -> Option<String>,
}

/// Searches to the depth, counts quadruples and writes what is right.
const RIGHT: Player4 = Player4 {
    worth: Cells::count_quadruples,
    theirs: 1,
    depth: |depth| depth,
    file: |_, _, file| Some(file),
};

impl Player4 {
    fn value(&self, board: &Board, depth: u32, me: Player) -> i32 {
        if depth == 0 || board.is_full() {
            let [mine, theirs] =
                [me, me.opponent()].map(|side| (self.worth)(board.stones(side)).cast_signed());
            return mine - self.theirs * theirs;
        }
        let values = board.open_columns().map(|column| self.value(&board.drop(column), depth - 1, me));
        if board.turn() == me { values.max() } else { values.min() }.expect("an open column")
    }

    /// What it writes, with the first or the last of equally good columns.
    fn writes(&self, FileQuestion { position, depth }: &FileQuestion, is_last: bool) -> Option<String> {
        let (board, depth) = (position.board(), (self.depth)(*depth));
        let value = |column: Column| (self.value(&board.drop(column), depth - 1, board.turn()), column);
        let values: Vec<(i32, Column)> = board.open_columns().map(value).collect();
        let most = values.iter().map(|&(value, _)| value).max();
        let mut best = values.into_iter().filter(|&(value, _)| Some(value) == most);
        let (_, column) = if is_last { best.next_back() } else { best.next() }.expect("an open column");
        (self.file)(position, column, write_state(&position.play(column)))
    }

    /// What is said of its basics; `None` if nothing can be.
    fn inquired(&self, is_last: bool) -> Option<Inquired> {
        let task = StateFile { depths: [1, 4] };
        let mut put = |asked: &FileQuestion| {
            let file = self.writes(asked, is_last).map(|file| Ok(file.into_bytes()));
            Some(task.read(asked, &Ended { file, ..ended("") }).ok())
        };
        task.inquire(&[], &Finding::NoneKnown, &mut put).map(|(_, inquired)| inquired)
    }
}

/// Quadruples, as often as it looks in each direction.
fn quadruples(cells: u64, times: [u32; 4]) -> u32 {
    let of = |(d, times): (u32, u32)| times * fours(cells, d).count_ones();
    Cells::DIRECTIONS.into_iter().zip(times).map(of).sum()
}

fn fours(cells: u64, d: u32) -> u64 {
    cells & cells >> d & cells >> (2 * d) & cells >> (3 * d)
}

fn runs(cells: u64) -> u32 {
    Cells::DIRECTIONS.map(|d| (fours(cells, d) & !(fours(cells, d) << d)).count_ones()).iter().sum()
}

/// The basics that programs make wrong, some with the first of equally good columns and some with the last.
#[test]
fn programs_for_max_connect_four_make_wrong_what_depends_on_what_they_do() {
    let counts = |worth: fn(u64) -> u32| Player4 { worth, ..RIGHT };
    let writes = |file: fn(&Standard, Column, String) -> Option<String>| Player4 { file, ..RIGHT };
    let rows: [(&str, Player4, &[usize]); 14] = [
        ("right", RIGHT, &[]),
        ("no columns", counts(|cells| quadruples(cells, [0, 1, 1, 1])), &[10]),
        ("no rows", counts(|cells| quadruples(cells, [1, 0, 1, 1])), &[11, 14, 15, 16]),
        ("no falling diagonals", counts(|cells| quadruples(cells, [1, 1, 0, 1])), &[13]),
        ("no rising diagonals", counts(|cells| quadruples(cells, [1, 1, 1, 0])), &[12]),
        ("runs", counts(runs), &[14, 16]),
        ("own quadruples alone", Player4 { theirs: 0, ..RIGHT }, &[15]),
        ("one ply", Player4 { depth: |_| 1, ..RIGHT }, &[15, 16]),
        ("the same side again", writes(|_, _, file| Some(swapped(&file, 48))), &[4, 5]),
        (
            "a piece of the other side",
            writes(|position, column, _| {
                Some(write_state(&Standard::new(position.board().skip()).play(column).skip()))
            }),
            &[2, 3],
        ),
        (
            "the bottom row first",
            writes(|_, _, file| {
                Some(file[..48].lines().rev().chain([&file[48..]]).collect::<Vec<_>>().join("\n"))
            }),
            &[0, 1, 6, 7, 8, 9],
        ),
        (
            "columns in reverse",
            writes(|_, _, file| {
                Some(file.lines().map(|line| line.chars().rev().chain(['\n']).collect::<String>()).collect())
            }),
            &[0, 1, 6, 7, 8, 9],
        ),
        (
            "column 1, full or not",
            writes(|position, _, _| Some(column_one(position))),
            &[1, 6, 8, 9, 10, 11, 13, 15],
        ),
        (
            "a crash where column 1 is full",
            writes(|position, _, file| position.moves().any(|column| column.index() == 0).then_some(file)),
            &[],
        ),
    ];
    for (name, player, expected) in rows {
        for is_last in [false, true] {
            let inquired = player.inquired(is_last).expect("answers");
            assert_eq!((inquired.basics.len(), wrong(&inquired)), (17, expected.to_vec()), "{name}");
            let without =
                inquired.words.iter().find(|words| words.starts_with("Without an answer that can be"));
            let is_crash = without.is_some_and(|words| {
                words.contains(": one new piece, on the lowest empty cell, where column 1 is full (2 of 2)")
            });
            assert_eq!(is_crash, name.starts_with("a crash"), "{name}: {without:?}");
        }
    }
    let wide = writes(|_, _, file| Some(file.replace('0', "0 ")));
    assert!(wide.inquired(false).is_none(), "no rows of seven cells");
    let inquired = Player4 { theirs: 0, ..RIGHT }.inquired(false).expect("answers");
    let shown = "one-move INPUT OUTPUT 2, red to move; INPUT is 0202211, 2112122, 2121221, 1122212, 1211221, 1112112, 1; \
                 expected a new piece in column 3; OUTPUT is 1202211, 2112122, 2121221, 1122212, 1211221, 1112112, 2.";
    assert!(inquired.words.last().is_some_and(|words| words.ends_with(shown)), "{:?}", inquired.words);
}

/// What was not put, or not answered, is called neither right nor wrong.
#[test]
fn questions_that_are_not_answered_say_nothing() {
    let mut put = 0;
    let none = CS431.inquire(&[], &Finding::NoneKnown, &mut |_| {
        put += 1;
        Some(None)
    });
    assert_eq!((none, put), (None, 5));
    let mut left = 2;
    let (_, inquired) = CS431
        .inquire(&[], &Finding::NoneKnown, &mut |asked| {
            left -= 1;
            (left >= 0).then(|| Some(Answer { column: asked.best[0].index().into() }))
        })
        .expect("answers");
    let first = ("the only open column", 2, 2);
    assert_eq!((inquired.asked, inquired.basics[0], inquired.words.len()), (2, first, 1));
}

/// A file with 1 for 2, or 2 for 1, in one place.
fn swapped(file: &str, place: usize) -> String {
    let cell = if file.as_bytes()[place] == b'1' { "2" } else { "1" };
    [&file[..place], cell, &file[place + 1..]].concat()
}

/// The file after a move in column 1, which replaces the piece on top if it is full.
fn column_one(position: &Standard) -> String {
    let mut file: Vec<u8> = swapped(&write_state(position), 48).into_bytes();
    let row = (0..6).rev().find(|row| file[8 * row] == b'0').unwrap_or(0);
    file[8 * row] = if position.turn() == Player::First { b'1' } else { b'2' };
    String::from_utf8(file).expect("digits")
}
