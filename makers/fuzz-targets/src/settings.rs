//! Files of settings: what a tournament is, and what an assignment is.

use std::path::Path;

use plyground_arena::tournament::{Config, ConfigError};
use plyground_courses::engine::assignment::Assignment;
use plyground_courses::engine::grade::best_total;
use plyground_league::planned::PlannedGame;
use plyground_league::standings::Points;

use crate::input::{Input, check_message};

/// An assignment as a teacher writes it.
pub(crate) const COMP3608: &str = include_str!("../../../assignments/comp3608/assignment.toml");

/// Plans of more games are not made here.
const FEW_OPENINGS: u64 = 50;

/// The text of a `tournament.toml`.
pub(crate) fn tournament(data: &[u8]) {
    let Some(text) = Input(data).text() else { return };
    let config = match Config::parse(text, Path::new("folder")) {
        Ok(config) => config,
        Err(error) => return check_config_error(&error, text),
    };
    let again = Config::parse(text, Path::new("folder")).expect("it was accepted before");
    assert_eq!(again.identity(), config.identity());
    assert!(config.entrants.len() >= 2, "nobody plays alone");
    if config.schedule.openings() <= FEW_OPENINGS && config.entrants.len() <= 20 {
        let planned = config.schedule.plan(&[]);
        let is_right = |(number, game): (u64, &PlannedGame)| {
            let [first, second] = game.entrants.into_array();
            game.id == number && first != second && first.max(second) < config.entrants.len()
        };
        assert!((0..).zip(&planned.games).all(is_right), "{:?}", planned.games);
    }
}

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

/// The law of errors in files of settings: the place is in the text, and what is wrong is said.
fn check_config_error(error: &ConfigError, text: &str) {
    check_message(&error.message);
    if error.line > 0 {
        let line = text.split('\n').nth(error.line - 1).expect("the line is in the text");
        assert!((1..=line.chars().count() + 1).contains(&error.column), "{error:?} in {line:?}");
    }
}
