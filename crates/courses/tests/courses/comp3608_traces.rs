//! Traces of programs with known mistakes.

use plyground_core::Position;
use plyground_core::games::gravity::Column;
use plyground_core::search::Algorithm;
use plyground_courses::comp3608::trace::{Difference, first_difference, trace};
use plyground_courses::comp3608::{Mistake, Question, answer};

use crate::comp3608::{A, worked_example};

fn question(algorithm: Algorithm) -> Question {
    Question { algorithm, ..worked_example() }
}

fn difference(question: &Question, mistakes: &[Mistake]) -> Option<Difference> {
    first_difference(question, &trace(question, mistakes)).expect("it can be compared").expect("a trace")
}

#[test]
fn a_right_trace_agrees() {
    for algorithm in [Algorithm::Minimax, A] {
        let question = question(algorithm);
        let text = trace(&question, &[]);
        assert_eq!(text.lines().count() as u64, answer(&question, &[]).nodes);
        assert_eq!(first_difference(&question, &text), Ok(Some(None)));
        // Other infinities, other words for numbers, and lines between.
        let other =
            text.replace("-2147483647", "-99999").replace("2147483647", "1e9").replace('\n', "\ndebug\n");
        assert_eq!(first_difference(&question, &other), Ok(Some(None)));
    }
    assert_eq!(first_difference(&question(A), "hello\n"), Ok(None));
}

#[test]
fn a_fail_hard_program_is_right() {
    let question = question(A);
    let clamped = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let [alpha, beta, value] = [2, 3, 4].map(|word| words[word].parse::<i64>().unwrap());
        // Leaves return what they are worth.
        let is_leaf = words[1].len() == 4 || value.abs() == 10_000;
        let value = if is_leaf { value } else { value.clamp(alpha, beta) };
        format!("node {} {alpha} {beta} {value}\n", words[1])
    };
    let text: String = trace(&question, &[]).lines().map(clamped).collect();
    assert_ne!(text, trace(&question, &[]), "something is outside its window");
    assert_eq!(first_difference(&question, &text), Ok(Some(None)));
}

#[test]
fn the_first_difference_is_shown_in_words() {
    for (mistake, wanted) in [
        (Mistake::CutOnGreater, "so the rest is pruned"),
        (Mistake::NoPruning, "so the rest is pruned"),
        (Mistake::AlphaNotPassed, "alpha = -inf and beta = "),
        (Mistake::BetaNotPassed, "and beta = inf; expected "),
        (Mistake::RightToLeft, "examines node 6 where node 0 comes next"),
        (Mistake::OnePlyShallower, "leaves node 000 without having examined node 0000"),
        (Mistake::OnePlyDeeper, "node 0000 is at the depth limit of 4, so it is a leaf"),
        (Mistake::WinsSearchedOn, "has won, so it is a leaf"),
        (Mistake::EvaluationNegated, "takes SCORE(yellow) - SCORE(red)"),
        (Mistake::RunsInRuns, "counts shorter runs inside longer ones"),
        (Mistake::EvaluationAtLimit, "has won, so it is UTILITY"),
    ] {
        let found = difference(&question(A), &[mistake]).expect("a difference");
        assert!(found.words.contains(wanted), "{mistake:?}: {}", found.words);
    }
}

#[test]
fn forgotten_tokens_are_seen_in_a_trace() {
    // After an odd number of moves the sides have different numbers of tokens.
    let question = Question { depth: 3, ..question(A) };
    assert_eq!(answer(&question, &[Mistake::TokensForgotten]), answer(&question, &[]));
    let found = difference(&question, &[Mistake::TokensForgotten]).expect("a difference");
    for part in ["a program that leaves the number of tokens out of SCORE", "EVALUATION is ", " for red ("] {
        assert!(found.words.contains(part), "{}", found.words);
    }
}

#[test]
fn the_node_is_shown_with_its_board_and_window() {
    let found = difference(&question(A), &[Mistake::CutOnGreater]).expect("a difference");
    let mut position = question(A).position;
    for &column in &found.path {
        position = position.play(Column::new(column));
    }
    assert_eq!(found.position, position);
    assert!(found.line > 0 && found.window.alpha < found.window.beta);
}

#[test]
fn invalid_traces_have_messages() {
    let found = |text: &str| first_difference(&question(A), text).unwrap_err().to_string();
    for (text, wanted) in [
        ("x\nnode 7 1 2 3", "the trace, line 2: found 'node 7 1 2 3'; expected node PATH ALPHA BETA VALUE"),
        ("node 0 1 2", "found 'node 0 1 2'"),
        ("node 0 1 2 3 4", "found 'node 0 1 2 3 4'"),
        ("node 0 - 2 3", "found 'node 0 - 2 3'"),
        ("node 0 nan 2 3", "found 'node 0 nan 2 3'"),
        ("node 0 - - 3", "line 1: it ends with node 0; expected the root"),
        ("node - - - 3\nnode - - - 3", "line 1: node - without a line of its parent"),
        ("node 01 - - 3\nnode - - - 3", "line 1: node 01 without a line of its parent"),
    ] {
        assert!(found(text).contains(wanted), "{text}: {}", found(text));
    }
    let long = format!("node {} 1 2 3", "0".repeat(43));
    assert!(found(&long).starts_with("the trace, line 1: found"));
}
