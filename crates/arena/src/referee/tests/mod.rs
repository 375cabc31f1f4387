//! The referee with entrants that follow a script: what each policy does, how games end, and laws that hold for
//! anything that entrants do.

mod laws;

use std::collections::VecDeque;
use std::time::Duration;

use plyground_core::games::breakthrough::Breakthrough;
use plyground_core::games::connect_four::{ConnectFour, notation};
use plyground_core::{AnyGame, AnyMove, AnyPosition};

use super::*;
use crate::entrant::{Answer, BuiltIn, Question};
use plyground_league::event::{Attempt, End, Spent};
use plyground_league::fault::{Fault, FaultKind};
use plyground_league::record::{EntrantRecord, Session};

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

/// What an entrant was asked: turns so far, and the fault before.
type Asked = Vec<(u32, Option<FaultKind>)>;

/// Follows a script; afterwards it plays the first legal move.
#[derive(Default)]
struct Scripted {
    acts: VecDeque<Act>,
    asked: Asked,
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
        EntrantRecord::new("scripted", "script")
    }

    fn answer(&mut self, question: &Question<'_>) -> Result<Answer, SystemError> {
        self.asked.push((question.turns, question.refused.map(|fault| fault.kind)));
        let choice = match self.acts.pop_front().unwrap_or(Act::Play(0)) {
            Act::Play(number) => {
                let legal: Vec<_> = question.position.moves().collect();
                Ok(legal[number % legal.len()])
            }
            Act::Fail(kind) => Err(Fault::new(kind, "as the script has it")),
            Act::Claim => Ok(AnyMove::of(0u32)),
            Act::Break => return Err(SystemError("no more processes".to_owned())),
        };
        let spent = Spent::new(Duration::from_millis(5), None, Duration::ZERO);
        let attempt = Attempt { spent, end: Some(End::Exited(0)), ..Attempt::default() };
        Ok(Answer { choice, attempt })
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

#[test]
fn lots_differ_from_turn_to_turn_and_from_seed_to_seed() {
    let start = AnyGame::of::<Breakthrough>().start();
    let lots = |seed| (0..40).map(|turn| lot(&start, seed, turn).unwrap()).collect::<Vec<_>>();
    let distinct: std::collections::HashSet<_> = lots(7).into_iter().collect();
    assert!(distinct.len() > 8);
    assert_ne!(lots(7), lots(8));
    assert_eq!(lots(7), lots(7));
}

#[test]
fn finished_positions_are_judged_without_asking() {
    let state = "rrrr...,.......,.......,.......,.......,.......";
    let won = notation::parse_state(state, Player::Second).unwrap();
    let (mut red, mut yellow) = (Scripted::new([]), Scripted::new([]));
    let won = AnyPosition::of::<ConnectFour>(won);
    let record = game(won, &settings(FaultPolicy::STRICT), &mut red, &mut yellow);
    assert_eq!((record.turns.len(), record.ending.winner), (0, Some(Side::First)));
    assert_eq!((red.asked.len(), yellow.asked.len()), (0, 0));
}

#[test]
fn watchers_get_all_events_in_order() {
    let mut told = Vec::new();
    let (mut red, mut yellow) = (Scripted::new([Act::Fail(FaultKind::Late)]), Scripted::new([]));
    let settings = Settings { most_turns: 2, ..settings(FaultPolicy::COMP3608) };
    let fixture = fixture(AnyGame::of::<ConnectFour>().start());
    play(&fixture, &settings, &mut ByPlayer::new(&mut red, &mut yellow), &mut |event| {
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

/// A game between two agents built in.
fn agents(game: AnyGame, specs: [&str; 2], seed: u64, settings: &Settings) -> GameRecord {
    let [mut first, mut second] = specs.map(|spec| BuiltIn::new(game, spec, spec.parse().unwrap()).unwrap());
    let fixture = Fixture { id: String::new(), start: game.start(), seed };
    play(&fixture, settings, &mut ByPlayer::new(&mut first, &mut second), &mut |_| {})
}

#[test]
fn agents_built_in_play_every_game_and_equal_seeds_play_equal_games() {
    for &game in AnyGame::all() {
        let play = |seed| {
            let record = agents(game, ["random"; 2], seed, &settings(FaultPolicy::STRICT));
            assert_eq!(record.ending.reason, Reason::Rules);
            record.replay(game).unwrap();
            let [first, second] = &record.entrants;
            assert!(first.kind.starts_with("random:seed=") && first.kind != second.kind);
            record.turns.into_iter().map(|turn| turn.action).collect::<Vec<_>>()
        };
        assert_eq!(play(1), play(1));
        assert_ne!(play(1), play(2));
    }
}

#[test]
fn agents_that_search_longer_than_they_may_are_late() {
    let within = |grace| {
        let time = TimeLimit { limit: Duration::from_nanos(1), grace };
        let settings = Settings { most_turns: 1, ..Settings::new(time, FaultPolicy::STRICT) };
        agents(AnyGame::of::<ConnectFour>(), ["minimax:depth=6", "first"], 7, &settings)
    };
    let record = within(Duration::ZERO);
    assert_eq!(record.ending.reason, Reason::Fault(Side::First, FaultKind::Late));
    let attempt = &record.turns[0].attempts[0];
    assert!(attempt.nodes.is_some_and(|nodes| nodes > 100_000));
    assert!(attempt.spent.cpu().is_some() && attempt.answer.is_empty());
    // The same agent in time, because of the grace.
    let grace = Duration::from_secs(3600);
    let record = within(grace);
    assert_eq!((record.ending.reason, record.grace_us), (Reason::TurnLimit, 3_600_000_000));
}

#[test]
fn an_engine_comes_back_within_the_limit() {
    let time = TimeLimit { limit: Duration::from_millis(100), grace: Duration::from_secs(60) };
    let settings = Settings { most_turns: 1, ..Settings::new(time, FaultPolicy::STRICT) };
    let record = agents(AnyGame::of::<Breakthrough>(), ["engine:time=3600s", "first"], 7, &settings);
    assert_eq!(record.ending.reason, Reason::TurnLimit);
    let wall = record.turns[0].attempts[0].spent.wall();
    assert!((Duration::from_millis(90)..Duration::from_secs(60)).contains(&wall), "{wall:?}");
}

#[test]
fn names_are_cut() {
    let (game, name) = (AnyGame::of::<ConnectFour>(), "name".repeat(100));
    let mut first = BuiltIn::new(game, name.clone(), "first".parse().unwrap()).unwrap();
    let mut second = Scripted::default();
    let entrants = &mut ByPlayer::new(&mut first as &mut dyn Entrant, &mut second as _);
    let record = play(&fixture(game.start()), &settings(FaultPolicy::STRICT), entrants, &mut |_| {});
    assert_eq!(record.entrants[0].name, format!("{}...", &name[..MOST_NAME]));
}
