//! Programs that follow a script, behind every protocol.

mod conversations;

use std::sync::{Arc, Mutex};

use plyground_core::games::connect_four::ConnectFour;
use plyground_core::games::max_connect_four::MaxConnectFour;
use plyground_core::{AnyGame, ByPlayer, Game};

use super::*;
use crate::invoke::{Argument, Call, Closed, Converse, Ended, Invoke, Open, Received, measure_startup};
use crate::protocol::PlayRules;
use crate::referee::{Fixture, Settings, play};
use plyground_league::event::{Action, End, Meanwhile, Reason, Side};
use plyground_league::fault::{FaultKind, FaultPolicy};
use plyground_league::record::GameRecord;

/// A program as a function from a call to what it leaves behind.
struct Function<F>(F);

impl<F: FnMut(&Call) -> Ended + Send> Invoke for Function<F> {
    fn invoke(&mut self, call: &Call) -> Result<Ended, SystemError> {
        Ok((self.0)(call))
    }
}

fn printed(stdout: impl Into<Vec<u8>>, end: End) -> Ended {
    Ended {
        stdout: stdout.into(),
        stderr: b"a note\n".to_vec(),
        wall: Duration::from_millis(40),
        cpu: Some(Duration::from_millis(30)),
        ..Ended::without_traces(end)
    }
}

fn game(game: AnyGame, policy: FaultPolicy, first: &mut dyn Entrant, second: &mut dyn Entrant) -> GameRecord {
    let fixture = Fixture { id: String::new(), start: game.start(), seed: 5 };
    let settings = Settings::new(TimeLimit::COMP3608, policy);
    let record = play(&fixture, &settings, &mut ByPlayer::new(first, second), &mut |_| {});
    assert_eq!(record.replay(game).map(|positions| positions.len()), Ok(record.turns.len() + 1));
    assert_eq!(GameRecord::from_line(&record.to_line()).as_ref(), Ok(&record));
    record
}

/// A program of a game that is started for every move.
fn program<G: Game>(depth: u32, function: impl FnMut(&Call) -> Ended + Send + 'static) -> Program {
    let protocol = PlayRules::of(AnyGame::of::<G>()).protocol(depth).expect("programs that are asked once");
    Program::new("program", protocol, Box::new(Function(function)))
}

#[test]
fn programs_play_connect_four_by_arguments() {
    let left_most = |call: &Call| {
        let Argument::Word(state) = &call.arguments[0] else { panic!("a state") };
        let top = state.split(',').next_back().unwrap();
        printed(format!("{}\n", top.find('.').unwrap()), End::Exited(0))
    };
    let startup = Duration::from_millis(25);
    let [mut red, mut yellow] = [(); 2].map(|()| program::<ConnectFour>(1, left_most));
    (red.startup, yellow.identity) = (startup, "Left".to_owned());
    let record = game(AnyGame::of::<ConnectFour>(), FaultPolicy::STRICT, &mut red, &mut yellow);
    assert_eq!((record.turns.len(), record.ending.winner), (19, Some(Side::First)));
    let attempt = &record.turns[0].attempts[0];
    assert_eq!((attempt.answer.as_str(), attempt.stderr.as_str()), ("0", "a note"));
    assert_eq!(attempt.end, Some(End::Exited(0)));
    assert_eq!(attempt.spent.corrected(), Duration::from_millis(15));
    assert_eq!(attempt.spent.cpu(), Some(Duration::from_millis(30)));
    let [first, second] = &record.entrants;
    assert_eq!((first.kind.as_str(), first.startup_us), ("arguments", 25_000));
    assert_eq!((second.identity.as_str(), second.startup_us), ("Left", 0));
}

#[test]
fn the_limit_and_its_grace_bound_the_process() {
    let limits: Arc<Mutex<Vec<Duration>>> = Arc::default();
    let seen = Arc::clone(&limits);
    let mut red = program::<ConnectFour>(1, move |call: &Call| {
        seen.lock().unwrap().push(call.wall);
        printed("3\n", End::Exited(0))
    });
    let time = TimeLimit { limit: Duration::from_secs(1), grace: Duration::from_millis(150) };
    let position = AnyGame::of::<ConnectFour>().start();
    let question = Question { position: &position, turns: 0, time, refused: None };
    assert!(red.answer(&question).unwrap().choice.is_ok());
    assert_eq!(*limits.lock().unwrap(), [Duration::from_millis(1150)]);
}

#[test]
fn the_start_of_an_interpreter_is_its_quickest_run() {
    let mut walls = [70, 40, 90].into_iter().cycle();
    let mut nothing = Function(move |call: &Call| {
        assert!(call.arguments.is_empty() && call.input.is_empty());
        Ended { wall: Duration::from_millis(walls.next().unwrap()), ..printed("", End::Exited(0)) }
    });
    let second = Duration::from_secs(1);
    assert_eq!(measure_startup(&mut nothing, 3, second), Ok(Duration::from_millis(40)));
    assert_eq!(measure_startup(&mut nothing, 0, second), Ok(Duration::from_millis(70)));
    let mut broken = Function(|_: &Call| printed("", End::Exited(127)));
    let error = measure_startup(&mut broken, 3, second).unwrap_err().to_string();
    let expected = "Exited(127); expected a program that does nothing and ends with status 0";
    assert_eq!(error, format!("measuring the start of an interpreter: {expected}"));
}
