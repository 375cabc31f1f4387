//! Records of games and of submissions, each on a line of JSON.

use plyground_core::AnyGame;
use plyground_courses::engine::assignment::Assignment;
use plyground_courses::engine::grade::{grade, share};
use plyground_courses::engine::outcome::Outcome;
use plyground_league::event::Side;
use plyground_league::fault::FaultKind;
use plyground_league::record::GameRecord;

use crate::input::{Input, check_message};
use crate::settings::COMP3608;

/// Whether it is the record of a game, then the line.
pub(crate) fn record(data: &[u8]) {
    let mut input = Input(data);
    let is_game = input.below(2) == 0;
    let Some(line) = input.text() else { return };
    if is_game { game(line) } else { submission(line) }
}

fn game(line: &str) {
    let record = match GameRecord::from_line(line) {
        Ok(record) => record,
        Err(error) => return check_message(&error.to_string()),
    };
    let written = record.to_line();
    assert!(!written.contains('\n'));
    assert_eq!(GameRecord::from_line(&written).as_ref(), Ok(&record));
    let attempts: usize = record.turns.iter().map(|turn| turn.attempts.len()).sum();
    for side in [Side::First, Side::Second] {
        let faults: usize = FaultKind::ALL.map(|kind| record.faults(side, kind)).iter().sum();
        assert!(faults <= attempts);
        let penalty = usize::try_from(record.penalty(side));
        assert!(penalty.is_ok_and(|sum| sum <= attempts * usize::from(u16::MAX)));
    }
    let Some(game) = AnyGame::from_name(&record.game) else { return };
    match record.replay(game) {
        Ok(positions) => assert_eq!(positions.len(), record.turns.len() + 1),
        Err(error) => check_message(&error.to_string()),
    }
}

fn submission(line: &str) {
    let outcome = match Outcome::from_line(line) {
        Ok(outcome) => outcome,
        Err(message) => return check_message(&message),
    };
    assert_eq!(Outcome::from_line(&outcome.to_line()).as_ref(), Ok(&outcome));
    let assignment = Assignment::parse(COMP3608).expect("an assignment");
    let (earned, possible) = share(&outcome, &assignment);
    let grade = grade(&outcome, None, &assignment, &[]);
    assert!(earned <= possible);
    assert_eq!(grade.days_late, None, "no time was given");
}
