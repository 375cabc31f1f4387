//! CS4750: printed games, how they are read, and what they are worth.

use plyground_core::games::adjacent_four::Cell;
use plyground_courses::cs4750::{Answer, FIRST_MOVES, Match, Mistake, WholeGame, moves, openings};
use plyground_courses::engine::course::{AnsweredOf, Course};
use plyground_courses::engine::verdict::CaseVerdict;
use plyground_league::event::End;
use plyground_league::fault::FaultKind;

use crate::cs4750::game_after;
use crate::ended;

/// The right game. The first moves are not searched.
fn right() -> Vec<Answer> {
    moves(&Match.beyond_words(&WholeGame))
}

fn judge(text: &str) -> CaseVerdict {
    Match.judge(&WholeGame, &moves(text))
}

/// The moves of a program with these mistakes, as it plays on after these first moves.
fn game(first_moves: [Cell; 2], mistakes: &[Mistake]) -> Vec<Answer> {
    moves(&game_after(first_moves, mistakes))
}

#[test]
fn the_right_game_is_that_of_a_right_program() {
    assert_eq!(openings(&right()), []);
    assert_eq!(right()[2..], game(FIRST_MOVES, &[])[2..]);
}

/// Another way to write a cell: what is printed for it.
type Written = fn(Cell) -> Option<Cell>;

/// Other ways to write cells, and what is said of such a game.
const READINGS: [(Written, &str); 2] = [
    (
        |cell| Some(Cell::new(cell.row(), cell.column())),
        "the first move is [4,3], expected [3,4]: the row comes first, then the column, in all moves",
    ),
    (
        |cell| Some(Cell::new(cell.column().checked_sub(1)?, cell.row().checked_sub(1)?)),
        "the first move is [2,3], expected [3,4]: rows and columns are counted from 1, in all moves",
    ),
];

/// What is said in `mark` of a printed game.
fn signs(moves: &Vec<Answer>) -> Vec<String> {
    let answers = [AnsweredOf::<Match> { question: &WholeGame, answer: Some(moves), is_right: false }];
    Match.signs(&answers).into_iter().map(|sign| sign.words).collect()
}

/// Whether it is said that all cells are written in another way.
fn is_other_reading(moves: &Vec<Answer>) -> bool {
    let signs = signs(moves);
    READINGS.iter().any(|(_, words)| signs.contains(&format!("{words}.")))
}

/// The same as a program prints it that writes cells in another way. What is no cell of the board is no move.
fn printed_as(moves: &[Answer], written: Written) -> Vec<Answer> {
    let cell = |cell| written(cell).filter(|cell| cell.column() < 6 && cell.row() < 5);
    moves.iter().filter_map(|found| Some(Answer { cell: cell(found.cell)?, ..*found })).collect()
}

#[test]
fn a_game_in_another_reading_is_seen() {
    let (right, mistaken) = (game(FIRST_MOVES, &[]), game(FIRST_MOVES, &[Mistake::RowFirst]));
    for (written, words) in READINGS {
        assert_eq!(signs(&printed_as(&right, written)), [format!("{words}.")]);
        // With another mistake too.
        assert_eq!(signs(&printed_as(&mistaken, written)), [format!("{words}.")]);
        // Not by a move or two.
        assert!(!is_other_reading(&printed_as(&right[..4], written)));
    }
}

/// A right search after another first move is taken as printed. So is a move in column 6.
#[test]
fn one_cell_that_agrees_is_no_evidence() {
    let row_first = [Mistake::RowFirst];
    let right = game(FIRST_MOVES, &[]);
    for (written, words) in READINGS {
        let own = [written(FIRST_MOVES[0]).expect("a cell"), FIRST_MOVES[1]];
        for mistakes in [&[][..], &row_first, &[Mistake::OnePlyShallower]] {
            assert!(!is_other_reading(&game(own, mistakes)), "{words}, {mistakes:?}");
            assert!(!is_other_reading(&game(FIRST_MOVES, mistakes)), "{mistakes:?}");
        }
        let mut moves = printed_as(&right, written);
        moves.push(Answer { cell: Cell::new(5, 0), generated: None });
        assert!(!is_other_reading(&moves), "{words}");
    }
}

/// A game in which columns come first is another one: that is said, and no mistake is looked for in it.
#[test]
fn exchanged_rows_and_columns_are_reported_alone() {
    let said_of = |text: &str| {
        let answer = Match.read(&WholeGame, &ended(text)).expect("moves");
        let answers = [AnsweredOf::<Match> { question: &WholeGame, answer: Some(&answer), is_right: false }];
        let items = Match.items(&WholeGame, Some(&answer), &judge(text)).expect("items");
        let told = items.iter().filter(|item| item.problem.as_deref() == Some(READINGS[0].1)).count();
        (signs(&answer).len(), [told, items.len()], Match.diagnose(&answers, &|| false).is_some())
    };
    let exchanged = "[4,3]\n[3,3]\n[3,2] 138\n[5,4] 41618\n[3,4] 280\n[5,2] 92657\n[5,3] 374\n[4,2] 101238\n";
    assert_eq!(said_of(exchanged), (1, [1, 1], false));
    // One cell of the beginning alone is another opening.
    assert_eq!(said_of("[4,3] 0\n[3,3] 0\n[3,2] 138\n"), (1, [0, 2], true));
    assert_eq!(said_of("[3,4] 0\n[3,3] 0\n[2,3] 138\n").0, 0);
    assert_eq!(said_of("[4,4] 0\n[3,3] 0\n[2,3] 138\n"), (1, [0, 2], true));
}

/// The right game as a program might print it.
fn printed() -> Vec<String> {
    let line = |(number, Answer { cell, generated }): (usize, Answer)| {
        let side = if number % 2 == 0 { 'X' } else { 'O' };
        format!("{side} plays {cell}: {} nodes, 0.25 s", generated.unwrap_or(0))
    };
    right().into_iter().enumerate().map(line).collect()
}

#[test]
fn printed_games_are_read_and_compared() {
    let whole = printed();
    let judged = judge(&format!("CS4750\n{}\ntie\n", whole.join("\n")));
    assert_eq!((judged.earned, judged.problem.as_str()), (vec![Some(100), Some(100)], ""));
    // Examined instead of generated: one more each.
    let one_more: Vec<String> =
        right().iter().map(|mv| format!("{} {}", mv.cell, mv.generated.map_or(0, |n| n + 1))).collect();
    let judged = judge(&one_more.join("\n"));
    assert_eq!(judged.earned, [Some(100), Some(0)]);
    assert_eq!(judged.problem, "move 3: 139 nodes generated, expected 138");
    let judged = judge(&whole[..15].join("\n"));
    assert_eq!(judged.earned, [Some(50), Some(46)]);
    assert_eq!(judged.problem, "move 16: missing, expected [2,1]");
    let mut other = whole.clone();
    other[2] = "X [4,4] 138".to_owned();
    assert_eq!(judge(&other.join("\n")).problem, "move 3: [4,4], expected [2,3]");
    let mut longer = whole;
    longer.push("X [1,1] 0".to_owned());
    let judged = judge(&longer.join("\n"));
    assert_eq!((judged.earned[0], judged.problem.as_str()), (Some(99), "31 moves, expected 30"));
}

#[test]
fn moves_are_kept_among_any_other_output() {
    let board = "  . . . . . .\n".repeat(200);
    let line = |mv: &Answer| format!("{board}X {} {}", mv.cell, mv.generated.unwrap_or(0));
    let long = right().iter().map(line).collect::<Vec<_>>().join("\n");
    assert!(long.len() > 60_000);
    let said = Match.said(&ended(&long));
    assert_eq!((moves(&said), said.lines().count()), (moves(&long), 30));
    assert_eq!(Match.said(&ended("no game\n")), "no game");
}

#[test]
fn output_without_a_game_earns_nothing() {
    let fault = Match.read(&WholeGame, &ended("X wins\n[9,9] 3\n[3;4]\n")).unwrap_err();
    let message = "no line with a cell such as [3,4]; expected a line for every move";
    assert_eq!((fault.kind, fault.message.as_str()), (FaultKind::Unreadable, message));
    let mut late = ended("");
    late.end = End::WallOut;
    let fault = Match.read(&WholeGame, &late).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Late);
    assert!(fault.message.starts_with("killed: its time was over; no line"));
}
