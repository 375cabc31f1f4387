//! What an assignment is, traces of searches, and games as students' programs print them.

use plyground_core::games::connect_four::ConnectFour;
use plyground_core::search::{Algorithm, CutRule};
use plyground_core::{Game, Position};
use plyground_courses::comp3608::{self, Question};
use plyground_courses::cs4750;
use plyground_courses::engine::assignment::Assignment;
use plyground_courses::engine::grade::best_total;
use plyground_league::standings::Points;

use crate::boards::random_position;
use crate::input::{Input, check_message};
use crate::tournaments::check_config_error;

/// An assignment as a teacher writes it.
pub(crate) const COMP3608: &str = include_str!("../../../assignments/comp3608/assignment.toml");

/// The text of an `assignment.toml`.
pub(crate) fn assignment(data: &[u8]) {
    let Some(text) = Input(data).text() else { return };
    match Assignment::parse(text) {
        Ok(assignment) => {
            assert!(!assignment.languages.is_empty() && !assignment.main.is_empty());
            assert!(best_total(&assignment) >= Points::ZERO);
            let again = Assignment::parse(text).expect("it was accepted before");
            assert_eq!(again.identity(), assignment.identity());
        }
        Err(error) => check_config_error(&error, text),
    }
}

/// Which reader, a position, an algorithm with its depth, then the text.
pub(crate) fn trace(data: &[u8]) {
    let mut input = Input(data);
    let (is_trace, seed, plies, depth) = (input.below(2) == 0, input.byte(), input.below(30), input.below(3));
    let algorithm =
        if input.below(2) == 0 { Algorithm::Minimax } else { Algorithm::AlphaBeta(CutRule::AtEqual) };
    let Some(text) = input.text() else { return };
    if !is_trace {
        return game(text);
    }
    let position = random_position(ConnectFour::start(), u64::from(seed), plies);
    let question = Question { position, algorithm, depth: u32::try_from(depth).unwrap_or(0) + 1 };
    match comp3608::trace::first_difference(&question, text) {
        Ok(Some(Some(difference))) => {
            assert!((1..=text.lines().count()).contains(&difference.line), "{difference:?}");
            check_message(&difference.words);
        }
        Ok(Some(None) | None) => {}
        Err(error) => check_message(&error.to_string()),
    }
    let right = comp3608::trace::trace(&question, &[]);
    let found = comp3608::trace::first_difference(&question, &right).expect("a trace of ours");
    assert_eq!(found, Some(None), "the right trace does not differ from the right search");
}

/// Every question from a game is about a position that is not over, and has an answer.
fn game(text: &str) {
    for (question, answer) in cs4750::searched(&cs4750::moves(text)) {
        assert!(question.position.outcome().is_none(), "{question:?}");
        assert!((1..=4).contains(&question.depth));
        assert!(answer.is_some());
    }
}
