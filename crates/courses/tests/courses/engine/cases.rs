//! Cases: which are made, and what answers to them are worth.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use plyground_arena::invoke::Ended;
use plyground_core::games::connect_four::{Comp3608, ConnectFour, Standard};
use plyground_core::games::max_connect_four::MaxConnectFour;
use plyground_core::rng::Rng;
use plyground_core::search::{Algorithm, textbook};
use plyground_core::{Counts, Evaluate, Game, Player, Position, Term};
use plyground_courses::comp3608::{self, Mistake, RunScore, Search, Searched};
use plyground_courses::cs431::{self, BestColumn};
use plyground_courses::cs3243::Request;
use plyground_courses::cs4750::{Match, WholeGame};
use plyground_courses::engine::assignment::Assignment;
use plyground_courses::engine::case::tree::{fitting, is_within};
use plyground_courses::engine::case::{self, Ask, Case, TimeoutStreak, Visibility, digest, unproved};
use plyground_courses::engine::course::{CaseError, Course};
use plyground_courses::engine::diagnose::KnownMistake;
use plyground_courses::engine::question::AnyQuestion;
use plyground_courses::engine::verdict::CaseVerdict;
use plyground_courses::max_connect_four::StateFile;
use plyground_league::event::End;
use plyground_league::fault::{Fault, FaultKind};

use super::{ALL, COMP3608, CS431, CS3243, CS4750, MAX_CONNECT_FOUR, parsed};
use crate::{ended, random_board};

fn cases(assignment: &Assignment) -> Result<Vec<Case>, CaseError> {
    case::cases(assignment, &mut |_, _| {})
}

/// The assignment with its cases, made once: that takes most of the time here.
fn comp3608() -> &'static (Assignment, Vec<Case>) {
    static MADE: std::sync::OnceLock<(Assignment, Vec<Case>)> = std::sync::OnceLock::new();
    MADE.get_or_init(|| {
        let assignment = parsed(COMP3608);
        let cases = cases(&assignment).expect("cases");
        (assignment, cases)
    })
}

fn public(assignment: &Assignment) -> Case {
    let question = assignment.task.public(&assignment.cases).expect("cases").swap_remove(0);
    Case { id: String::new(), visibility: Visibility::Public, ask: Ask::Question(question) }
}

fn judge(case: &Case, ended: &Ended) -> CaseVerdict {
    case.asked().expect("a question").judge(ended).0
}

fn typed<C: Course>(case: &Case) -> &C::Question {
    case.asked().and_then(AnyQuestion::typed::<C>).expect("a question of this course")
}

fn with<C: Course>(case: &mut Case, assignment: &Assignment, change: impl Fn(&mut C::Question)) {
    let mut question = typed::<C>(case).clone();
    change(&mut question);
    case.ask = ask::<C>(assignment, question);
}

/// Makes the first legal move.
fn play<P: Position>(position: &mut P) {
    *position = position.play(position.moves().next().expect("a move"));
}

fn ask<C: Course>(assignment: &Assignment, question: C::Question) -> Ask {
    let course = assignment.task.typed::<C>().cloned().expect("this course");
    Ask::Question(AnyQuestion::of(course, question))
}

#[test]
fn cases_of_comp3608_detect_every_mistake() {
    let (_, cases) = comp3608();
    assert_eq!(cases.len(), 30);
    let first = &cases[0];
    assert_eq!(first.question(), ".ryyrry,.rryry.,..y.r..,..y....,.......,....... red A 4");
    assert_eq!(first.expected(), "column 1, 297 nodes");
    let groups = cases.chunk_by(|a, b| a.visibility == b.visibility);
    let sizes: Vec<(&str, usize)> = groups.map(|group| (group[0].visibility.word(), group.len())).collect();
    assert_eq!(sizes, [("public", 15), ("hidden", 10), ("after-due", 5)]);
    // Those that students see, and those that they do not, each tell every mistake apart.
    for group in [&cases[..15], &cases[15..]] {
        for &mistake in Mistake::PROMISED {
            let tells = |asked: &Searched| !comp3608::gives(&asked.question, &[mistake], &asked.right);
            let is_told = group.iter().map(typed::<Search>).any(tells);
            assert!(is_told, "{} in {}", mistake.id(), group[0].id);
        }
    }
    let mut seen = HashSet::new();
    for &Searched { question, right } in cases.iter().map(typed::<Search>) {
        assert!(seen.insert(question), "a question is there twice");
        assert_eq!(comp3608::answer(&question, &[]), right, "two references agree");
        assert!(question.position.outcome().is_none(), "the text says nothing of finished games");
        let whole = comp3608::Question { algorithm: Algorithm::Minimax, ..question };
        assert!(comp3608::answer(&whole, &[]).nodes <= 3000, "a slow program must get through");
    }
}

#[test]
fn other_seeds_make_other_hidden_cases_only() {
    let other = parsed(&COMP3608.replace("hidden_seed = 2019", "hidden_seed = 2020"));
    let (cases, others) = (&comp3608().1, cases(&other).unwrap());
    assert_eq!(cases[..15], others[..15], "the same seed makes the same cases");
    assert!(cases[15..].iter().all(|case| !others[15..].iter().any(|other| other.ask == case.ask)));
}

#[test]
fn digests_change_with_questions_and_answers() {
    let mut digests = HashSet::new();
    for text in ALL {
        let assignment = parsed(text);
        let cases = if text == COMP3608 { comp3608().1.clone() } else { cases(&assignment).unwrap() };
        assert_eq!(digest(&cases), digest(&cases));
        digests.insert(digest(&cases));
        for at in [0, cases.len() - 1] {
            let mut other = cases.clone();
            // What no line of `mark --list` shows is part of it too.
            let case = &mut other[at];
            match (&mut case.ask, assignment.task.kind.word) {
                (Ask::Game(game), _) => game.seed += 1,
                (_, "search") => with::<Search>(case, &assignment, |asked| asked.right.nodes += 1),
                (_, "column") => with::<BestColumn>(case, &assignment, |asked| {
                    asked.best.truncate(asked.best.len() - 1);
                }),
                (_, "state-file") => with::<StateFile>(case, &assignment, |asked| play(&mut asked.position)),
                (_, "request") => with::<Request>(case, &assignment, |asked| play(&mut asked.position)),
                _ => case.id.push('x'),
            }
            digests.insert(digest(&other));
        }
    }
    // CS4750 has one case, the first and the last.
    assert_eq!(digests.len(), 14, "{digests:?}");
    assert!(digests.iter().all(|digest| digest.len() == 64));
    assert!(Match.beyond_words(&WholeGame).starts_with("[3,4] 0\n[3,3] 0\n[2,3] 138\n"));
}

#[test]
fn too_few_cases_are_refused_with_what_they_leave_open() {
    let few = COMP3608.replace("public = 14", "public = 1").replace("hidden = 10", "hidden = 0");
    let few = few.replace("after_due = 5", "after_due = 0");
    let error = cases(&parsed(&few)).unwrap_err().to_string();
    assert!(error.starts_with("no case tells these mistakes from what is right: "), "{error}");
    let remedy = "; expected more cases, greater depths or more nodes in [cases], depths and most_nodes";
    assert!(error.ends_with(remedy), "{error}");
}

#[test]
fn other_weights_change_the_evaluation() {
    let assignment = parsed(&COMP3608.replace("runs = [10, 100, 1000]", "runs = [5, 50, 500]"));
    let task = assignment.task.typed::<Search>().unwrap();
    let example =
        ConnectFour::notations()[0].parse("..yyrrr,..ryryr,....y..,.......,.......,....... red").unwrap();
    // Red has 6 tokens, 4 runs of two and 1 of three; yellow 5, 3 and 1: 146 and 135 with the usual weights.
    let value = |score: RunScore| score.evaluate(&example, Player::First);
    assert_eq!((value(RunScore::default()), value(task.evaluation)), (146 - 135, 76 - 70));
    // The evaluation is the sum of its reported terms.
    let mut rng = Rng::new(5);
    for _ in 0..200 {
        let position = random_board(&mut rng);
        for me in Player::BOTH {
            let told: i64 = task.evaluation.terms(&position, me).iter().map(Term::value).sum();
            assert_eq!(i64::from(task.evaluation.evaluate(&position, me)), told, "{position:?}");
        }
    }
    // No mistakes are known for these, and nothing is to be proved.
    assert_eq!(cases(&assignment).unwrap().len(), 30);
}

#[test]
fn boards_are_written_in_the_style_of_the_course() {
    let text = COMP3608
        .replace("rows = \"bottom-first\"", "rows = \"top-first\"")
        .replace("cells = \"ry.\"", "cells = \"XO-\"")
        .replace("sides = [\"red\", \"yellow\"]", "sides = [\"x\", \"o\"]")
        .replace("first_column = 0", "first_column = 1");
    let assignment = parsed(&text);
    let case = &public(&assignment);
    assert_eq!(case.question(), "-------,-------,--O----,--O-X--,-XXOXO-,-XOOXXO x A 4");
    assert_eq!(case.expected(), "column 2, 297 nodes");
    let judged = judge(case, &ended("2\n297\n"));
    assert_eq!((judged.earned, judged.numbers), (vec![Some(100); 2], vec![Some(1), Some(297)]));
}

#[test]
fn answers_of_searches_are_judged() {
    let assignment = parsed(COMP3608);
    let task = assignment.task.typed::<Search>().unwrap();
    let parse = |text: &str| ConnectFour::notations()[0].parse(text).unwrap();
    let asked = |text, letter, depth| task.given(parse(text), Some(letter), depth);
    let example = asked(".ryyrry,.rryry.,..y.r..,..y....,.......,....... red", 'A', 4);
    let full_left = asked("r......,y......,r......,y......,r......,y...... red", 'M', 1);
    let over = asked("rrrr...,.......,.......,.......,.......,....... yellow", 'M', 3);
    let judge = |asked: &Searched, text: &str| {
        let (judged, _) = AnyQuestion::of(Arc::clone(task), *asked).judge(&ended(text));
        (judged.earned.iter().map(|earned| earned.unwrap()).collect::<Vec<_>>(), judged.problem_words())
    };
    let all = |text: &str| (vec![100, 100], text.to_owned());
    for text in ["1\n297\n", "1\n297", "1\r\n297\r\n", "1 \n297\n\n"] {
        assert_eq!(judge(&example, text), all(""), "{text:?}");
    }
    for (ask, text, earned, problem) in [
        (&example, "1\n298\n", [100, 0], "298 nodes, expected 297"),
        (&example, "2\n297\n", [0, 100], "column 2, expected 1"),
        (&example, "1\n", [100, 0], "the second line is missing, expected 297 nodes"),
        (&example, "7\n297\n", [0, 100], "illegal: column 7 is not on the board, expected 1"),
        (&example, "-1\n297\n", [0, 100], "illegal: column -1 is not on the board, expected 1"),
        (&example, "1\n99999999999999999999999\n", [100, 0], "18446744073709551615 nodes, expected 297"),
        (&full_left, "0\n7\n", [0, 100], "illegal: column 0 is full, expected 1"),
    ] {
        assert_eq!(judge(ask, text), (earned.to_vec(), problem.to_owned()), "{text:?}");
    }
    for (text, line) in [
        ("", "1: missing; expected a line with a column from 0 to 6"),
        ("one\n297\n", "1: found 'one'; expected a line with a column from 0 to 6"),
        ("1\nnodes\n", "2: found 'nodes'; expected the number of examined nodes"),
        ("1\n297\nall tests passed\n", "3: found 'all tests passed'; expected two lines and nothing more"),
    ] {
        let problem = format!("unreadable: standard output, line {line}");
        assert_eq!(judge(&example, text), (vec![0, 0], problem), "{text:?}");
    }
    // On a finished board any column is right, and any number that is no column.
    for text in ["0\n1\n", "6\n1\n", "7\n1\n", "-1\n1\n"] {
        assert_eq!(judge(&over, text), all(""), "{text:?}");
    }
}

#[test]
fn processes_that_end_badly_without_an_answer_are_reported() {
    let (_, cases) = comp3608();
    let problem = |ended: &Ended| judge(&cases[0], ended).problem_words();
    let late = Ended { end: End::WallOut, wall: Duration::from_secs(10), ..ended("") };
    assert!(problem(&late).starts_with("late: killed after 10000 ms; standard output, line 1: missing"));
    let crashed = Ended { end: End::Exited(1), ..ended("") };
    assert!(problem(&crashed).starts_with("crashed: ended with status 1; "));
    let flood = Ended { end: End::StdoutFlood, ..ended("1\n297\n") };
    assert!(problem(&flood).starts_with("flooded: "));
    // What was said last names the cause, where nothing else says what went wrong.
    let said = |stderr: &str| problem(&Ended { stderr: stderr.as_bytes().to_vec(), ..crashed.clone() });
    let python = "Traceback (most recent call last):\n  File \"/x/ConnectFour.py\", line 1, in <module>\n    import \
                  tinker\nModuleNotFoundError: No module named 'tinker'\n\n";
    let java = "Exception in thread \"main\" java.lang.ArrayIndexOutOfBoundsException: Index 7 out of bounds\n\tat \
                A.b(A.java:3)\n\tat A.main(A.java:1)\n";
    let caused = "Exception in thread \"main\" X\n\tat A.b(A.java:3)\nCaused by: Y: no class\n\t... 2 more\n";
    for (text, words) in [
        (python, "ModuleNotFoundError: No module named 'tinker'"),
        (
            java,
            "Exception in thread \"main\" java.lang.ArrayIndexOutOfBoundsException: Index 7 out of bounds",
        ),
        (caused, "Caused by: Y: no class"),
        (
            "OSError: [Errno 30] Read-only file system: 'log.txt'\n",
            "OSError: [Errno 30] Read-only file system: 'log.txt' (a program may write to the folder that \
             the variable TMPDIR names, and to no other)",
        ),
        ("boo\u{1b}[2J\n", "boo\\u{1b}[2J"),
        (&"x".repeat(20_000), &"x".repeat(200)),
    ] {
        let said = said(text);
        assert!(said.starts_with(&format!("crashed: ended with status 1, {words}; ")), "{said}");
    }
    assert_eq!(said(" \n\tat A.b(A.java:3)\n"), problem(&crashed));
    // A whole answer counts, however the program ended.
    assert_eq!(problem(&Ended { end: End::Exited(3), ..ended("1\n297\n") }), "");
}

#[test]
fn any_best_column_is_right_for_cs431() {
    let assignment = parsed(CS431);
    let cases = cases(&assignment).unwrap();
    assert_eq!(cases.len(), 31);
    let decided = cases.iter().filter(|case| typed::<BestColumn>(case).best.len() < 7);
    assert!(decided.count() > 25);
    let parse = |text: &str| ConnectFour::notations()[0].parse(text).unwrap();
    // Three in a row, both ends open: yellow wins on either.
    let course = assignment.task.typed::<BestColumn>().unwrap();
    let asked = course.given(parse(".yyy...,..rr...,..r....,.......,.......,....... yellow"), None, 1);
    let columns: Vec<u8> = asked.best.iter().map(|column| column.index()).collect();
    assert_eq!(columns, [0, 4]);
    for (text, earned) in
        [("0\n", 100), ("4\n", 100), ("1\n", 0), ("7\n", 0), ("", 0), ("0\n1\n", 0), ("x\n", 0)]
    {
        let case = Case { ask: ask::<BestColumn>(&assignment, asked.clone()), ..cases[0].clone() };
        assert_eq!(judge(&case, &ended(text)).earned, [Some(earned)], "{text:?}");
    }
    assert_eq!(course.judge(&asked, &cs431::Answer { column: 2 }).problem, "column 2, expected 0 or 4");
    assert_eq!(course.words(&asked), ".yyy...,..rr...,..r....,.......,.......,....... yellow 1");
    // Red wins on either end after any move of yellow: every column loses, and any is right.
    let lost = course.given(parse(".rrr...,.yy....,.......,.......,.......,....... yellow"), None, 2);
    assert_eq!(lost.best.len(), 7);
}

#[test]
fn every_assignment_has_cases() {
    for (text, count, last) in [
        (CS431, 31, "after-due-05"),
        (MAX_CONNECT_FOUR, 21, "hidden-08"),
        (CS3243, 34, "hidden-20"),
        (CS4750, 1, "public-01"),
    ] {
        let assignment = parsed(text);
        let cases = cases(&assignment).unwrap();
        assert_eq!((cases.len(), cases.last().unwrap().id.as_str()), (count, last));
        for case in &cases {
            assert!(!case.question().is_empty() && !case.expected().is_empty());
            assert_eq!(case.view().is_some(), case.asked().is_some() && text != CS4750);
        }
    }
    assert_eq!(cases(&parsed(CS3243)).unwrap()[10].question(), "a game as white against random:seed=1");
}

/// A program may refuse a board that play cannot reach, as a course's own does.
#[test]
fn boards_of_cs431_and_max_connect_four_can_be_reached_by_play() {
    let more = MAX_CONNECT_FOUR.replace("hidden = 8", "hidden = 80").replace("public = 8", "public = 80");
    // The given empty board is for the player who moves second.
    let cs431 = CS431.replace("....... yellow", "....... red");
    for text in [cs431.replace("hidden = 15", "hidden = 500").replace("public = 10", "public = 500"), more] {
        let cases = cases(&parsed(&text)).unwrap();
        let boards = cases.iter().filter_map(Case::position).map(|position| {
            let is_over = position.outcome().is_some();
            let board = position.typed::<ConnectFour>().map(|position| *position.board());
            (board.or_else(|| Some(*position.typed::<MaxConnectFour>()?.board())).unwrap(), is_over)
        });
        let mut turns = HashSet::new();
        for (board, is_over) in boards {
            let [first, second] = Player::BOTH.map(|player| board.stones(player).count_ones());
            assert_eq!(first - second, u32::from(board.turn() == Player::Second), "{board:?}");
            assert_eq!(first + second, board.occupied().count_ones(), "{board:?}");
            assert!(!is_over);
            turns.insert(board.turn());
        }
        assert_eq!(turns.len(), 2, "both sides are asked");
    }
}

#[test]
fn no_case_is_repeated() {
    for text in [CS431, MAX_CONNECT_FOUR, CS3243] {
        let text = text.replace("hidden = ", "hidden = 1").replace("public = ", "public = 1");
        let cases = cases(&parsed(&text)).unwrap();
        assert!(cases.len() > 40);
        for (number, case) in cases.iter().enumerate() {
            assert!(cases[..number].iter().all(|other| other.ask != case.ask), "{}", case.id);
        }
    }
}

#[test]
fn cases_of_cs431_detect_every_mistake() {
    let assignment = parsed(CS431);
    let all = cases(&assignment).unwrap();
    for group in [&all[..11], &all[11..]] {
        assert_eq!(unproved(&assignment, group), None, "{}", group[0].id);
        let within = |case: &Case| {
            let asked = typed::<BestColumn>(case).question;
            is_within(&asked.position, asked.depth, 3000)
        };
        assert!(group.iter().all(within), "a slow program must get through");
    }
    assert_eq!(unproved(&assignment, &all), None);
    let line = unproved(&assignment, &all[..1]).unwrap();
    assert!(line.starts_with("not proved: no case is sure to find "), "{line}");
    // Searches of one ply are enough to tell columns apart.
    let shallow = parsed(&CS431.replace("depths = [1, 4]", "depths = [1, 1]"));
    assert_eq!(cases(&shallow).map(|cases| cases.len()), Ok(31));
}

#[test]
fn the_other_rule_of_pruning_has_other_answers() {
    let assignment = parsed(&COMP3608.replace("win = 10000", "win = 10000\ncut = \"beyond\""));
    let case = public(&assignment);
    // As a program that prunes only when alpha > beta answers.
    let right = typed::<Search>(&case).right;
    let question = typed::<Search>(&comp3608().1[0]).question;
    assert_eq!(right, comp3608::answer(&question, &[Mistake::CutOnGreater]));
    assert_eq!(case.expected(), "column 1, 606 nodes");
    let line = unproved(&assignment, &[case]).unwrap();
    assert!(line.starts_with("not proved: no mistakes are known for this evaluation or rule of pruning"));
    let assignment = parsed(&COMP3608.replace("token = 1", "token = 2"));
    assert!(unproved(&assignment, &[]).is_some());
    assert_eq!(unproved(&parsed(COMP3608), &[]), None);
}

fn nodes(position: &Standard, depth: u32) -> u64 {
    let mut counts = Counts::default();
    let Ok(_) = textbook::search(Algorithm::Minimax, position, depth, &Comp3608, Player::First, &mut counts);
    u64::try_from(counts.examined()).expect("few")
}

#[test]
fn trees_are_as_large_as_the_textbook_finds_them() {
    // Empty board: 8, 57, 400, 2801, 19608 nodes.
    let empty = ConnectFour::start();
    for (depth, nodes) in (1..).zip([8, 57, 400, 2801, 19608]) {
        assert!(is_within(&empty, depth, nodes) && !is_within(&empty, depth, nodes - 1), "{depth}");
    }
    let mut rng = Rng::new(3);
    for _ in 0..200 {
        let position = random_board(&mut rng);
        let depth = u32::try_from(rng.below(5)).unwrap();
        let found = nodes(&position, depth);
        assert!(is_within(&position, depth, found) && !is_within(&position, depth, found - 1));
        let fits = (1..=6).rev().find(|&depth| nodes(&position, depth) <= 500);
        assert_eq!(fitting(&position, [1, 6], 500), fits);
    }
    // What would take for ever is not counted to its end.
    assert!(!is_within(&empty, 42, 1000));
    assert_eq!((fitting(&empty, [5, 42], 1000), fitting(&empty, [1, 42], 1000)), (None, Some(3)));
}

#[test]
fn late_answers_count_while_they_follow_each_other() {
    let (right, late) = (CaseVerdict::default(), CaseVerdict::of_fault(Fault::new(FaultKind::Late, "")));
    let mut timeout_streak = TimeoutStreak::new(3);
    // One that answers and does not end is late too.
    for (verdict, end) in [(&late, End::WallOut), (&right, End::WallOut), (&right, End::Exited(0))].repeat(2)
    {
        assert_eq!(timeout_streak.is_over(), None);
        timeout_streak.add_answer(verdict, end);
    }
    for (verdict, end) in [(&late, End::Exited(0)), (&right, End::WallOut), (&late, End::WallOut)] {
        assert_eq!(timeout_streak.is_over(), None);
        timeout_streak.add_answer(verdict, end);
    }
    assert_eq!(timeout_streak.is_over().as_deref(), Some("not asked: the 3 answers before were late"));
    let mut short = TimeoutStreak::new(1);
    assert_eq!(short.is_over(), None);
    short.add_answer(&late, End::WallOut);
    assert_eq!(short.is_over().as_deref(), Some("not asked: the answer before was late"));
}
