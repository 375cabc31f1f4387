//! Records that come back, records of other versions, and records that do not make sense.

use plyground_core::games::connect_four::ConnectFour;
use plyground_core::games::max_connect_four::MaxConnectFour;
use plyground_core::rng::Rng;

use super::*;
use crate::event::{MOST_STDERR, MOST_TEXT, Spent};
use crate::fault::Fault;

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
    let lots = || EntrantRecord {
        name: "lots".to_owned(),
        kind: "random".to_owned(),
        startup_us: 0,
        identity: String::new(),
    };
    GameRecord {
        version: VERSION,
        id: "r1-g1".to_owned(),
        game: game.name().to_owned(),
        entrants: [lots(), lots()],
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
        assert!(line.starts_with(
            r#"{"version":1,"id":"r1-g1","game":"max-connect-four","entrants":[{"name":"lots","#
        ));
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
    let mut record = record(AnyGame::of::<ConnectFour>(), 1);
    let loud = |stderr: &str, answer: &str| Attempt {
        answer: answer.to_owned(),
        fault: Some(Fault::new(FaultKind::Unreadable, answer)),
        penalty: 1,
        nodes: None,
        spent: Spent::new(Duration::from_secs(1), None, Duration::ZERO),
        end: None,
        stderr: stderr.to_owned(),
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

#[test]
fn the_first_version_is_read() {
    let record = GameRecord::from_line(FIRST_VERSION).unwrap();
    assert_eq!(record.replay(AnyGame::of::<ConnectFour>()).map(|positions| positions.len()), Ok(3));
    assert_eq!(record.allowed(), Duration::from_millis(1250));
    assert_eq!(record.turns[0].attempts[0].end, Some(crate::event::End::WallOut));
    assert_eq!(record.policy.unreadable.ask_again, 2);
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
    assert_eq!(
        refused(&FIRST_VERSION.replacen('1', "2", 1)),
        "field version: found 2; expected 1 to 1, or a newer plyground"
    );
    assert_eq!(
        refused(&FIRST_VERSION.replacen('1', "0", 1)),
        "field version: found 0; expected 1 to 1, or a newer plyground"
    );
    assert_eq!(refused(""), "column 0: EOF while parsing a value; expected the record of a game");
    assert_eq!(refused(r#"{"id":"g"}"#), "column 10: missing field `version`; expected the record of a game");
    let cut = refused(&FIRST_VERSION[..200]);
    assert!(cut.starts_with("column 200: EOF while parsing"), "{cut}");
    let mut rng = Rng::new(9);
    for _ in 0..300 {
        // A changed byte is refused, or leaves a record that is judged by its replay.
        let mut bytes = FIRST_VERSION.as_bytes().to_vec();
        let at = rng.below(bytes.len());
        bytes[at] = rng.next().to_le_bytes()[0];
        if let Ok(record) = GameRecord::from_line(&String::from_utf8_lossy(&bytes)) {
            let _ = record.replay(AnyGame::of::<ConnectFour>());
        }
    }
}

#[test]
fn replays_refuse_what_cannot_have_happened() {
    let right = GameRecord::from_line(FIRST_VERSION).unwrap();
    let refused = |change: &dyn Fn(&mut GameRecord)| {
        let mut record = right.clone();
        change(&mut record);
        record.replay(AnyGame::of::<ConnectFour>()).unwrap_err().to_string()
    };
    assert_eq!(
        right.replay(AnyGame::of::<MaxConnectFour>()).unwrap_err().to_string(),
        "field game: found 'connect-four'; expected max-connect-four"
    );
    assert_eq!(
        refused(&|record| record.start.clear()),
        "field start: state: 1 row; expected 6 rows separated by commas, the bottom row first\n\
         side to move: missing; expected red or yellow after the state"
    );
    assert_eq!(
        refused(&|record| record.turns[1].action = Action::Move("7".to_owned())),
        "turn 2: move '7': not a move; expected an open column from 0 to 6"
    );
    assert_eq!(
        refused(&|record| record.turns[1].side = Side::First),
        "turn 2: found turn 2 of First; expected turn 2 of Second"
    );
    assert_eq!(
        refused(&|record| {
            record.turns.remove(0);
        }),
        "turn 1: found turn 2 of Second; expected turn 1 of First"
    );
    let after_the_end = |record: &mut GameRecord| {
        let mut turn = record.turns[0].clone();
        turn.number = 3;
        record.turns.push(turn);
    };
    assert_eq!(refused(&after_the_end), "turn 3: the game is over; expected no further turn");
    let ending = "field ending: not what the last position says; expected the outcome of the game";
    assert_eq!(refused(&|record| record.ending.winner = Some(Side::First)), ending);
    assert_eq!(refused(&|record| record.ending.reason = Reason::Stalled), ending);
    assert_eq!(
        refused(&|record| {
            record.turns.pop();
        }),
        ending
    );
}

#[test]
fn endings_go_with_their_turns() {
    // The first side is late in the second turn, and loses by it.
    let mut lost = GameRecord::from_line(FIRST_VERSION).unwrap();
    lost.turns[1].action = Action::LostGame;
    lost.ending.reason = Reason::Fault(Side::Second, FaultKind::Late);
    lost.ending.winner = Some(Side::First);
    assert_eq!(lost.replay(AnyGame::of::<ConnectFour>()).map(|positions| positions.len()), Ok(3));
    let ending = "field ending: not what the last position says; expected the outcome of the game";
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
        &|record| {
            record.ending.reason = Reason::TurnLimit;
            record.ending.winner = None;
        },
    ];
    for change in changes {
        let mut record = lost.clone();
        change(&mut record);
        assert_eq!(record.replay(AnyGame::of::<ConnectFour>()).unwrap_err().to_string(), ending);
    }
    let mut stalled = lost.clone();
    stalled.turns[1].action = Action::LostTurn;
    (stalled.ending.reason, stalled.ending.winner) = (Reason::Stalled, None);
    assert!(stalled.replay(AnyGame::of::<ConnectFour>()).is_ok());
    stalled.ending.winner = Some(Side::First);
    assert_eq!(stalled.replay(AnyGame::of::<ConnectFour>()).unwrap_err().to_string(), ending);

    let mut longer = lost.clone();
    let mut turn = lost.turns[1].clone();
    turn.number = 3;
    longer.turns.push(turn);
    assert_eq!(
        longer.replay(AnyGame::of::<ConnectFour>()).unwrap_err().to_string(),
        "turn 2: the game was lost; expected no further turn"
    );
}

#[test]
fn control_characters_in_records_are_escaped() {
    let line = FIRST_VERSION.replace("random-move", r"r\u001b[2J\n\u007f");
    let error = GameRecord::from_line(&line).unwrap_err().to_string();
    assert!(error.contains(r"unknown variant `r\u{1b}[2J\n\u{7f}`"), "{error}");
}
