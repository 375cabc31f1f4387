//! The referee with entrants that follow a script: what each policy does, how games end, and laws that hold for
//! anything that entrants do.

mod laws;

use std::collections::VecDeque;
use std::time::Duration;

use plyground_core::games::breakthrough::Breakthrough;
use plyground_core::games::connect_four::{ConnectFour, notation};
use plyground_core::games::max_connect_four::MaxConnectFour;
use plyground_core::{AnyGame, AnyMove, AnyPosition, Notation};

use super::*;
use crate::entrant::{Answer, BuiltIn, Question};
use plyground_league::event::{End, Spent};
use plyground_league::fault::Rule;
use plyground_league::fault::{Fault, FaultKind};
use plyground_league::record::EntrantRecord;
use plyground_league::record::Session;

/// What a scripted entrant does in a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Act {
    /// Plays the move of this number among the legal ones, counted round.
    Play(usize),
    /// Fails in this way.
    Fail(FaultKind),
    /// Claims the move of the number 0, legal or not.
    Claim,
    /// The machine fails.
    Break,
}

/// Follows a script; afterwards it plays the first legal move.
#[derive(Default)]
struct Scripted {
    acts: VecDeque<Act>,
    /// What it was asked: turns so far, and the fault before.
    asked: Vec<(u32, Option<FaultKind>)>,
    /// What it was sent at the end, once.
    finished: Vec<Option<Player>>,
}

impl Scripted {
    fn new(acts: impl IntoIterator<Item = Act>) -> Self {
        Self { acts: acts.into_iter().collect(), ..Self::default() }
    }
}

impl Entrant for Scripted {
    fn describe(&self) -> EntrantRecord {
        EntrantRecord {
            name: "scripted".to_owned(),
            kind: "script".to_owned(),
            startup_us: 0,
            identity: String::new(),
        }
    }

    fn begin(&mut self, _: Player, _: u64) {}

    fn answer(&mut self, question: &Question<'_>) -> Result<Answer, SystemError> {
        self.asked.push((question.turns, question.refused.map(|fault| fault.kind)));
        let choice = match self.acts.pop_front().unwrap_or(Act::Play(0)) {
            Act::Play(number) => {
                let count = question.position.moves().count();
                question
                    .position
                    .moves()
                    .nth(number % count)
                    .ok_or_else(|| Fault::new(FaultKind::Crashed, "the game is over"))
            }
            Act::Fail(kind) => Err(Fault::new(kind, "as the script has it")),
            Act::Claim => Ok(AnyMove::of(0u32)),
            Act::Break => return Err(SystemError("no more processes".to_owned())),
        };
        let spent = Spent::new(Duration::from_millis(5), None, Duration::ZERO);
        let (said, stderr) = (String::new(), String::new());
        Ok(Answer { choice, nodes: None, said, spent, end: Some(End::Exited(0)), stderr })
    }

    fn finish(&mut self, winner: Option<Player>) -> Option<Session> {
        self.finished.push(winner);
        None
    }
}

fn fixture(start: AnyPosition) -> Fixture {
    Fixture { id: "g1".to_owned(), start, seed: 7 }
}

/// A game between two scripts, checked by its replay.
fn game(start: AnyPosition, settings: &Settings, first: &mut Scripted, second: &mut Scripted) -> GameRecord {
    let game = start.game();
    let record = play(&fixture(start), settings, &mut ByPlayer::new(first, second), &mut |_| {});
    assert_eq!(record.replay(game).map(|positions| positions.len()), Ok(record.turns.len() + 1));
    assert_eq!(GameRecord::from_line(&record.to_line()).as_ref(), Ok(&record));
    record
}

fn settings(policy: FaultPolicy) -> Settings {
    Settings::new(TimeLimit::seconds(1), policy)
}

fn actions(record: &GameRecord) -> Vec<String> {
    let text = |turn: &Turn| match &turn.action {
        Action::Move(text) => text.clone(),
        Action::RandomMove(text) => format!("random {text}"),
        Action::LostTurn => "lost turn".to_owned(),
        Action::LostGame => "lost game".to_owned(),
    };
    record.turns.iter().map(text).collect()
}

const LATE: Act = Act::Fail(FaultKind::Late);

#[test]
fn a_late_answer_loses_its_turn_in_comp3608() {
    let mut red = Scripted::new([LATE, Act::Play(6), Act::Fail(FaultKind::Crashed)]);
    let mut yellow = Scripted::new([Act::Play(0), Act::Play(0), Act::Play(0), Act::Play(0)]);
    let record =
        game(AnyGame::of::<ConnectFour>().start(), &settings(FaultPolicy::COMP3608), &mut red, &mut yellow);
    let played = ["lost turn", "0", "6", "0", "lost turn", "0", "0", "0"];
    assert_eq!(actions(&record)[..8], played);
    // Both fill up columns from the left now, and yellow has the bottom row.
    assert_eq!((record.ending.reason, record.ending.winner), (Reason::Rules, Some(Side::Second)));
    assert_eq!((record.penalty(Side::First), record.penalty(Side::Second)), (0, 0));
    assert_eq!(red.asked[..3], [(0, None), (2, None), (4, None)]);
    let fault = record.turns[0].attempts[0].fault.clone().map(|fault| fault.kind);
    assert_eq!(fault, Some(FaultKind::Late));
}

#[test]
fn a_lost_turn_leaves_the_board_unbalanced() {
    let mut red = Scripted::new([LATE, LATE, LATE, LATE]);
    let mut yellow = Scripted::new([]);
    let record =
        game(AnyGame::of::<ConnectFour>().start(), &settings(FaultPolicy::COMP3608), &mut red, &mut yellow);
    assert_eq!(actions(&record), ["lost turn", "0", "lost turn", "0", "lost turn", "0", "lost turn", "0"]);
    assert_eq!(record.ending.winner, Some(Side::Second));
    assert_eq!([red.finished, yellow.finished], [[Some(Player::Second)], [Some(Player::Second)]]);
}

#[test]
fn cs3243_draws_a_legal_move_that_the_seed_decides() {
    let start = AnyGame::of::<Breakthrough>().start();
    for (kind, penalty) in [
        (FaultKind::Late, 0),
        (FaultKind::Illegal, 1),
        (FaultKind::Unreadable, 1),
        (FaultKind::Crashed, 1),
        (FaultKind::Flooded, 1),
    ] {
        let mut settings = settings(FaultPolicy::CS3243);
        settings.most_turns = 3;
        let mut white = Scripted::new([Act::Play(0), Act::Fail(kind)]);
        let record = game(start.clone(), &settings, &mut white, &mut Scripted::new([]));
        let before = record.replay(AnyGame::of::<Breakthrough>()).unwrap()[2].clone();
        let drawn = lot(&before, 7, 3).map(|step| before.game().notation().write_move(&before, step));
        assert_eq!(record.turns[2].action, Action::RandomMove(drawn.unwrap()));
        assert_eq!((record.penalty(Side::First), record.penalty(Side::Second)), (penalty, 0));
        assert_eq!(record.ending.reason, Reason::TurnLimit);
    }
    // Lots differ from turn to turn and from seed to seed.
    let lots = |seed| (0..40).map(|turn| lot(&start, seed, turn).unwrap()).collect::<Vec<_>>();
    let distinct: std::collections::HashSet<_> = lots(7).into_iter().collect();
    assert!(distinct.len() > 8);
    assert_ne!(lots(7), lots(8));
    assert_eq!(lots(7), lots(7));
}

#[test]
fn the_other_reading_of_forfeited_loses_the_turn() {
    let mut settings = settings(FaultPolicy { late: Rule::at_once(Remedy::LostTurn), ..FaultPolicy::CS3243 });
    settings.most_turns = 2;
    let record = game(
        AnyGame::of::<Breakthrough>().start(),
        &settings,
        &mut Scripted::new([LATE]),
        &mut Scripted::new([]),
    );
    assert_eq!(actions(&record), ["lost turn", "A5A4"]);
}

#[test]
fn max_connect_four_asks_once_more() {
    let illegal = Act::Fail(FaultKind::Illegal);
    let mut red = Scripted::new([illegal.clone(), Act::Play(3), illegal.clone(), illegal]);
    let mut green = Scripted::new([Act::Play(2), Act::Fail(FaultKind::Late)]);
    let settings = settings(FaultPolicy::MAX_CONNECT_FOUR);
    let record = game(AnyGame::of::<MaxConnectFour>().start(), &settings, &mut red, &mut green);
    let [first, second, third, fourth] = &record.turns[..4] else { panic!("four turns") };
    assert_eq!((first.attempts.len(), &first.action), (2, &Action::Move("4".to_owned())));
    assert_eq!(second.action, Action::Move("3".to_owned()));
    assert_eq!(third.attempts.len(), 2);
    assert!(matches!(third.action, Action::RandomMove(_)));
    // A late answer is not asked for again.
    assert_eq!(fourth.attempts.len(), 1);
    assert!(matches!(fourth.action, Action::RandomMove(_)));
    let refused = Some(FaultKind::Illegal);
    assert_eq!(red.asked[..4], [(0, None), (0, refused), (2, None), (2, refused)]);
    assert_eq!((record.penalty(Side::First), record.penalty(Side::Second)), (3, 1));
    assert_eq!(FaultKind::ALL.map(|kind| record.faults(Side::First, kind)), [0, 3, 0, 0, 0]);
    assert_eq!(FaultKind::ALL.map(|kind| record.faults(Side::Second, kind)), [1, 0, 0, 0, 0]);
    // Everybody makes 21 moves.
    assert_eq!(record.turns.len(), 42);
    assert!(record.ending.points.is_some());
}

#[test]
fn asking_again_ends_with_the_rule_of_the_last_fault() {
    let again = Rule { ask_again: 2, then: Remedy::LostTurn, penalty: 1 };
    let policy = FaultPolicy { illegal: again, unreadable: again, ..FaultPolicy::STRICT };
    let mut red = Scripted::new([
        Act::Fail(FaultKind::Illegal),
        Act::Fail(FaultKind::Unreadable),
        Act::Fail(FaultKind::Illegal),
        Act::Fail(FaultKind::Illegal),
        Act::Fail(FaultKind::Crashed),
    ]);
    let record =
        game(AnyGame::of::<ConnectFour>().start(), &settings(policy), &mut red, &mut Scripted::new([]));
    assert_eq!(actions(&record), ["lost turn", "0", "lost game"]);
    assert_eq!(record.turns.iter().map(|turn| turn.attempts.len()).collect::<Vec<_>>(), [3, 1, 2]);
    assert_eq!(record.ending.reason, Reason::Fault(Side::First, FaultKind::Crashed));
    assert_eq!((record.ending.winner, record.penalty(Side::First)), (Some(Side::Second), 4));
}

#[test]
fn claimed_moves_are_judged_too() {
    let column_0_is_full = AnyGame::of::<ConnectFour>().parse("111111").unwrap();
    let mut red = Scripted::new([Act::Claim]);
    let record = game(column_0_is_full, &settings(FaultPolicy::STRICT), &mut red, &mut Scripted::new([]));
    assert_eq!(record.ending.reason, Reason::Fault(Side::First, FaultKind::Illegal));
}

#[test]
fn a_game_in_which_nobody_moves_is_broken_off() {
    let mut stuck = Settings { most_lost_turns: 4, ..settings(FaultPolicy::COMP3608) };
    let late = || Scripted::new(vec![LATE; 50]);
    let record = game(AnyGame::of::<ConnectFour>().start(), &stuck, &mut late(), &mut late());
    assert_eq!(actions(&record), ["lost turn"; 4]);
    assert_eq!((record.ending.reason, record.ending.winner), (Reason::Stalled, None));
    // A move in between resets the count.
    let mut red = Scripted::new([LATE, Act::Play(0), LATE, LATE, LATE]);
    let record = game(AnyGame::of::<ConnectFour>().start(), &stuck, &mut red, &mut late());
    assert_eq!(
        actions(&record),
        ["lost turn", "lost turn", "0", "lost turn", "lost turn", "lost turn", "lost turn"]
    );
    stuck.most_lost_turns = 0;
    let record = game(AnyGame::of::<ConnectFour>().start(), &stuck, &mut late(), &mut late());
    assert_eq!(record.turns.len(), 1);
    stuck.most_turns = 0;
    let record = game(AnyGame::of::<ConnectFour>().start(), &stuck, &mut late(), &mut late());
    assert_eq!((record.turns.len(), record.ending.reason), (0, Reason::TurnLimit));
}

#[test]
fn a_system_error_is_nobodys_fault() {
    let mut yellow = Scripted::new([Act::Play(0), Act::Break]);
    let record = game(
        AnyGame::of::<ConnectFour>().start(),
        &settings(FaultPolicy::STRICT),
        &mut Scripted::new([]),
        &mut yellow,
    );
    assert_eq!(record.ending.reason, Reason::Void);
    assert_eq!(record.ending.winner, None);
    assert_eq!(record.ending.system_error.as_deref(), Some("no more processes"));
    assert_eq!(record.turns.len(), 3);
    assert_eq!(yellow.finished, [None]);
}

#[test]
fn finished_positions_are_judged_without_asking() {
    let state = "rrrr...,.......,.......,.......,.......,.......";
    let won = notation::parse_state(state, Player::Second).unwrap();
    let (mut red, mut yellow) = (Scripted::new([]), Scripted::new([]));
    let record =
        game(AnyPosition::of::<ConnectFour>(won), &settings(FaultPolicy::STRICT), &mut red, &mut yellow);
    assert_eq!((record.turns.len(), record.ending.winner), (0, Some(Side::First)));
    assert_eq!((red.asked.len(), yellow.asked.len()), (0, 0));
}

#[test]
fn the_second_player_may_be_to_move_at_the_beginning() {
    let start = AnyGame::of::<MaxConnectFour>().start().skip();
    let mut green = Scripted::new([Act::Play(1)]);
    let settings = settings(FaultPolicy::STRICT);
    let record = game(start, &settings, &mut Scripted::new([]), &mut green);
    assert_eq!(
        (record.turns[0].side, &record.turns[0].action),
        (Side::Second, &Action::Move("2".to_owned()))
    );
    assert_eq!(green.asked[0], (0, None));
}

#[test]
fn watchers_get_all_events_in_order() {
    let mut told = Vec::new();
    let (mut red, mut yellow) = (Scripted::new([LATE]), Scripted::new([]));
    let entrants: &mut ByPlayer<&mut dyn Entrant> = &mut ByPlayer::new(&mut red, &mut yellow);
    let mut settings = settings(FaultPolicy::COMP3608);
    settings.most_turns = 2;
    play(&fixture(AnyGame::of::<ConnectFour>().start()), &settings, entrants, &mut |event| {
        told.push(serde_json::to_string(event).unwrap());
    });
    assert_eq!(
        told,
        [
            r#"{"event":"begin","id":"g1","game":"connect-four","start":".......,.......,.......,.......,.......,....... red"}"#,
            r#"{"event":"turn","number":1,"side":"first","attempts":[{"fault":{"kind":"late","message":"as the script has it"},"spent":{"wall_us":5000,"corrected_us":5000},"end":{"exited":0}}],"action":"lost-turn"}"#,
            r#"{"event":"turn","number":2,"side":"second","attempts":[{"spent":{"wall_us":5000,"corrected_us":5000},"end":{"exited":0}}],"action":{"move":"0"}}"#,
            r#"{"event":"end","reason":"turn-limit","winner":null}"#,
        ]
    );
}

#[test]
fn agents_built_in_play_every_game_and_equal_seeds_play_equal_games() {
    fn check(game: AnyGame) {
        let agent = |spec: &str| BuiltIn::new(game, spec, spec.parse().unwrap()).unwrap();
        let game = |seed| {
            let fixture = Fixture { id: String::new(), start: game.start(), seed };
            let (mut first, mut second) = (agent("random"), agent("random"));
            let entrants: &mut ByPlayer<&mut dyn Entrant> = &mut ByPlayer::new(&mut first, &mut second);
            let record = play(&fixture, &settings(FaultPolicy::STRICT), entrants, &mut |_| {});
            assert_eq!(record.ending.reason, Reason::Rules);
            record.replay(game).unwrap();
            let [first, second] = &record.entrants;
            assert!(first.kind.starts_with("random:seed=") && first.kind != second.kind);
            actions(&record)
        };
        assert_eq!(game(1), game(1));
        assert_ne!(game(1), game(2));
    }
    for &game in AnyGame::all() {
        check(game);
    }
}

#[test]
fn agents_that_search_longer_than_they_may_are_late() {
    let slow = "minimax:depth=6";
    let mut first = BuiltIn::new(AnyGame::of::<ConnectFour>(), slow, slow.parse().unwrap()).unwrap();
    let mut second = BuiltIn::new(AnyGame::of::<ConnectFour>(), "first", "first".parse().unwrap()).unwrap();
    let time = TimeLimit { limit: Duration::from_nanos(1), grace: Duration::ZERO };
    let settings = Settings::new(time, FaultPolicy::STRICT);
    let entrants: &mut ByPlayer<&mut dyn Entrant> = &mut ByPlayer::new(&mut first, &mut second);
    let record = play(&fixture(AnyGame::of::<ConnectFour>().start()), &settings, entrants, &mut |_| {});
    assert_eq!(record.ending.reason, Reason::Fault(Side::First, FaultKind::Late));
    let attempt = &record.turns[0].attempts[0];
    assert!(attempt.nodes.is_some_and(|nodes| nodes > 100_000));
    assert!(attempt.spent.cpu().is_some() && attempt.answer.is_empty());
    // The same agent in time, because of the grace.
    let time = TimeLimit { limit: Duration::from_nanos(1), grace: Duration::from_secs(3600) };
    let mut settings = Settings::new(time, FaultPolicy::STRICT);
    settings.most_turns = 1;
    let record = play(&fixture(AnyGame::of::<ConnectFour>().start()), &settings, entrants, &mut |_| {});
    assert_eq!((record.ending.reason, record.grace_us), (Reason::TurnLimit, 3_600_000_000));
    assert_eq!(record.allowed(), Duration::from_nanos(1) / 1000 + Duration::from_secs(3600));
}

#[test]
fn an_engine_comes_back_within_the_limit() {
    let mut engine =
        BuiltIn::new(AnyGame::of::<Breakthrough>(), "engine", "engine:time=3600s".parse().unwrap()).unwrap();
    let mut first = BuiltIn::new(AnyGame::of::<Breakthrough>(), "first", "first".parse().unwrap()).unwrap();
    let time = TimeLimit { limit: Duration::from_millis(100), grace: Duration::from_secs(60) };
    let settings = Settings { most_turns: 1, ..Settings::new(time, FaultPolicy::STRICT) };
    let entrants: &mut ByPlayer<&mut dyn Entrant> = &mut ByPlayer::new(&mut engine, &mut first);
    let record = play(&fixture(AnyGame::of::<Breakthrough>().start()), &settings, entrants, &mut |_| {});
    assert_eq!(record.ending.reason, Reason::TurnLimit);
    let wall = record.turns[0].attempts[0].spent.wall();
    assert!((Duration::from_millis(90)..Duration::from_secs(60)).contains(&wall), "{wall:?}");
}

#[test]
fn names_are_cut_and_escaped() {
    let name = "\u{1b}[31m\n".repeat(100);
    let mut first =
        BuiltIn::new(AnyGame::of::<ConnectFour>(), name.clone(), "first".parse().unwrap()).unwrap();
    let mut second = BuiltIn::new(AnyGame::of::<ConnectFour>(), "b", "first".parse().unwrap()).unwrap();
    let settings = Settings::new(TimeLimit::COMP3608, FaultPolicy::COMP3608);
    let fixture = Fixture { id: String::new(), start: AnyGame::of::<ConnectFour>().start(), seed: 0 };
    let entrants: &mut ByPlayer<&mut dyn Entrant> = &mut ByPlayer::new(&mut first, &mut second);
    let record = play(&fixture, &settings, entrants, &mut |_| {});
    assert_eq!(record.entrants[0].name, format!("{}...", &name[..plyground_league::event::MOST_NAME]));
    let line = record.to_line();
    assert!(!line.chars().any(char::is_control) && line.contains(r"\u001b[31m\n"));
}
