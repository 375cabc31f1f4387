//! Records that come back, records of other versions, and records that do not make sense.

use plyground_core::games::connect_four::ConnectFour;
use plyground_core::games::max_connect_four::MaxConnectFour;
use plyground_core::rng::Rng;

use super::*;
use crate::event::{MOST_STDERR, MOST_TEXT};
use crate::fault::Fault;

const FOUR: AnyGame = AnyGame::of::<ConnectFour>();

/// A game of two that draw lots.
fn record(game: AnyGame, seed: u64) -> GameRecord {
    let mut rng = Rng::new(seed);
    let (mut position, mut turns) = (game.start(), Vec::new());
    while let Some(mv) = rng.pick(position.moves()) {
        let (number, side) = (u32::try_from(turns.len()).unwrap() + 1, position.turn().into());
        let action = Action::Move(game.notation().write_move(&position, mv));
        turns.push(Turn { number, side, attempts: Vec::new(), action });
        position = position.play(mv);
    }
    GameRecord {
        version: VERSION,
        id: "r1-g1".to_owned(),
        game: game.name().to_owned(),
        entrants: [(); 2].map(|()| EntrantRecord::new("lots", "random")),
        start: game.notation().write(&game.start()).unwrap(),
        seed,
        policy: FaultPolicy::COMP3608,
        limit_us: 1_000_000,
        grace_us: 0,
        isolation: "none".to_owned(),
        turns,
        ending: by_rules(position.outcome().unwrap()),
        sessions: [None, None],
    }
}

#[test]
fn records_are_one_line_and_come_back() {
    for seed in 0..20 {
        let record = record(AnyGame::of::<MaxConnectFour>(), seed);
        let line = record.to_line();
        let begin = r#"{"version":1,"id":"r1-g1","game":"max-connect-four","entrants":[{"name":"lots","#;
        assert!(line.starts_with(begin), "{line}");
        assert!(!line.contains('\n'));
        assert_eq!(GameRecord::from_line(&line).as_ref(), Ok(&record));
        let positions = record.replay(AnyGame::of::<MaxConnectFour>()).unwrap();
        let points = positions.last().and_then(plyground_core::Position::outcome);
        assert_eq!(points.map(by_rules), Some(record.ending.clone()));
    }
}

/// Every written record can be read again, for any output of programs.
#[test]
fn lines_are_bounded_and_command_no_terminal() {
    let mut record = record(FOUR, 1);
    let loud = |stderr: &str, answer: &str| Attempt {
        answer: answer.to_owned(),
        fault: Some(Fault::new(FaultKind::Unreadable, answer)),
        penalty: 1,
        stderr: stderr.to_owned(),
        ..Attempt::default()
    };
    let (stderr, text) = ("\u{1}".repeat(MOST_STDERR), "\u{1}".repeat(MOST_TEXT));
    for (attempts, answer) in [(10, text.as_str()), (1000, &text), (4000, "")] {
        record.turns[0].attempts = vec![loud(&stderr, &text); attempts];
        let line = record.to_line();
        assert!(line.len() <= LONG_LINE, "{}", line.len());
        record.turns[0].attempts = vec![loud(if attempts == 10 { &stderr } else { "" }, answer); attempts];
        assert_eq!(GameRecord::from_line(&line).as_ref(), Ok(&record), "{attempts}");
    }
    record.turns[0].attempts = vec![loud("\u{1b}[31mx\u{202e}y\u{7f}", "\u{9b}[2J")];
    let line = record.to_line();
    assert!(!line.contains(|c: char| c.is_control() || c == '\u{202e}'), "{line}");
    assert_eq!(GameRecord::from_line(&line).as_ref(), Ok(&record));
}

/// A line as this version has always written it: it must be read by every later one.
const FIRST_VERSION: &str = concat!(
    r#"{"version":1,"id":"g","game":"connect-four","entrants":[{"name":"a","kind":"arguments","startup_us":900},"#,
    r#"{"name":"b","kind":"random:seed=3"}],"start":"yyy....,.......,.......,.......,.......,....... red","seed":7,"#,
    r#""policy":{"late":{"then":"lost-turn"},"illegal":{"then":"random-move","penalty":1},"unreadable":{"then":"lost-turn","#,
    r#""ask_again":2},"crashed":{"then":"lost-turn"},"flooded":{"then":"lost-game"}},"limit_us":1000000,"grace_us":250000,"#,
    r#""isolation":"bwrap","turns":[{"number":1,"side":"first","attempts":[{"answer":"3","fault":{"kind":"late","#,
    r#""message":"killed"},"spent":{"wall_us":1250000,"cpu_us":900000,"corrected_us":1249100},"end":"wall-out","stderr":"x"}],"#,
    r#""action":"lost-turn"},{"number":2,"side":"second","attempts":[{"spent":{"wall_us":2,"corrected_us":2}}],"#,
    r#""action":{"move":"3"}}],"ending":{"reason":"rules","winner":"second"},"sessions":[null,null]}"#
);

pub(crate) fn first_version() -> GameRecord {
    GameRecord::from_line(FIRST_VERSION).unwrap()
}

#[test]
fn the_first_version_is_read() {
    let record = first_version();
    assert_eq!(record.replay(FOUR).map(|positions| positions.len()), Ok(3));
    assert_eq!(record.limit_us + record.grace_us, 1_250_000);
    assert_eq!(record.turns[0].attempts[0].end, Some(crate::event::End::WallOut));
    assert_eq!(record.policy.unreadable.ask_again, 2);
    assert_eq!(record.turns[0].attempts[0].spent.timeout_words(), None);
    // Fields that a later version adds are ignored at every place.
    let mut later: serde_json::Value = serde_json::from_str(FIRST_VERSION).unwrap();
    later["machine"] = "a".into();
    later["turns"][0]["attempts"][0]["voltage"] = 3.into();
    later["ending"]["applause"] = true.into();
    assert_eq!(GameRecord::from_line(&later.to_string()).as_ref(), Ok(&record));
}

#[test]
fn malformed_records_are_refused() {
    let refused = |line: &str| GameRecord::from_line(line).unwrap_err().to_string();
    for version in ["0", "2"] {
        let expected = format!("field version: found {version}; expected 1 to 1, or a newer plyground");
        assert_eq!(refused(&FIRST_VERSION.replacen('1', version, 1)), expected);
    }
    assert_eq!(refused(""), "column 0: EOF while parsing a value; expected the record of a game");
    assert_eq!(refused(r#"{"id":"g"}"#), "column 10: missing field `version`; expected the record of a game");
    let cut = refused(&FIRST_VERSION[..200]);
    assert!(cut.starts_with("column 200: EOF while parsing"), "{cut}");
}

/// What the replay of a record says that was changed in this way.
fn refused(right: &GameRecord, change: &dyn Fn(&mut GameRecord)) -> String {
    let mut record = right.clone();
    change(&mut record);
    record.replay(FOUR).unwrap_err().to_string()
}

/// A change, and what the replay then says.
type Refused<'a> = (&'a dyn Fn(&mut GameRecord), &'a str);

const ENDING: &str = "field ending: not what the last position says; expected the outcome of the game";

#[test]
fn replays_refuse_what_cannot_have_happened() {
    let right = first_version();
    let other = right.replay(AnyGame::of::<MaxConnectFour>()).unwrap_err().to_string();
    assert_eq!(other, "field game: found 'connect-four'; expected max-connect-four");
    let after_the_end = |record: &mut GameRecord| {
        let turn = record.turns[0].clone();
        record.turns.push(Turn { number: 3, ..turn });
    };
    let no_start = "field start: state: 1 row; expected 6 rows separated by commas, the bottom row first\n\
                    side to move: missing; expected red or yellow after the state";
    let no_move = "turn 2: move '7': not a move; expected an open column from 0 to 6";
    let no_turn = "turn 2: found turn 2 of First; expected turn 2 of Second";
    let changes: [Refused<'_>; 8] = [
        (&|record| record.start.clear(), no_start),
        (&|record| record.turns[1].action = Action::Move("7".to_owned()), no_move),
        (&|record| record.turns[1].side = Side::First, no_turn),
        (&|record| drop(record.turns.remove(0)), "turn 1: found turn 2 of Second; expected turn 1 of First"),
        (&after_the_end, "turn 3: the game is over; expected no further turn"),
        (&|record| record.ending.winner = Some(Side::First), ENDING),
        (&|record| record.ending.reason = Reason::Stalled, ENDING),
        (&|record| drop(record.turns.pop()), ENDING),
    ];
    for (change, message) in changes {
        assert_eq!(refused(&right, change), message);
    }
}

#[test]
fn endings_go_with_their_turns() {
    // The first side is late in the second turn, and loses by it.
    let mut lost = first_version();
    lost.turns[1].action = Action::LostGame;
    lost.ending.reason = Reason::Fault(Side::Second, FaultKind::Late);
    lost.ending.winner = Some(Side::First);
    assert_eq!(lost.replay(FOUR).map(|positions| positions.len()), Ok(3));
    let changes: [&dyn Fn(&mut GameRecord); 7] = [
        &|record| record.ending.winner = Some(Side::Second),
        &|record| record.ending.winner = None,
        &|record| record.ending.points = Some([3, 4]),
        &|record| {
            record.ending.reason = Reason::Fault(Side::First, FaultKind::Late);
            record.ending.winner = Some(Side::Second);
        },
        &|record| record.turns[1].action = Action::LostTurn,
        &|record| record.ending.reason = Reason::Stalled,
        &|record| record.ending = Ending::of(Reason::TurnLimit),
    ];
    for change in changes {
        assert_eq!(refused(&lost, change), ENDING);
    }
    let mut stalled = lost.clone();
    stalled.turns[1].action = Action::LostTurn;
    stalled.ending = Ending::of(Reason::Stalled);
    assert!(stalled.replay(FOUR).is_ok());
    assert_eq!(refused(&stalled, &|record| record.ending.winner = Some(Side::First)), ENDING);
    let again = |record: &mut GameRecord| record.turns.push(Turn { number: 3, ..lost.turns[1].clone() });
    assert_eq!(refused(&lost, &again), "turn 2: the game was lost; expected no further turn");
}

#[test]
fn control_characters_in_records_are_escaped() {
    let line = FIRST_VERSION.replace("random-move", r"r\u001b[2J\n\u007f");
    let error = GameRecord::from_line(&line).unwrap_err().to_string();
    assert!(error.contains(r"unknown variant `r\u{1b}[2J\n\u{7f}`"), "{error}");
}
