//! Checks every transcript of `docs/line-protocol.md`: the program says its lines of it, and the referee must send
//! exactly the rest.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use plyground_arena::entrant::{Conversation, TimeLimit};
use plyground_arena::invoke::{Closed, Converse, Open, Received, SystemError};
use plyground_arena::referee::Settings;
use plyground_core::{AnyGame, Notation, Player, Position};
use plyground_league::event::{End, Reason};
use plyground_league::fault::{FaultPolicy, Remedy, Rule};

const DOCUMENT: &str = include_str!("../../../../docs/line-protocol.md");

/// The lines of a transcript that have been said so far.
#[derive(Clone)]
struct Stage {
    /// What the program has yet to say, and how many lines it must have been sent before.
    cues: Arc<Mutex<VecDeque<(usize, String)>>>,
    sent: Arc<Mutex<Vec<String>>>,
}

impl Converse for Stage {
    fn send(&mut self, line: &str) {
        self.sent.lock().unwrap().push(line.to_owned());
    }

    fn clock(&mut self) -> Duration {
        Duration::ZERO
    }

    fn freeze(&mut self) {}

    fn thaw(&mut self) {}

    fn receive(&mut self, _: Duration) -> Received {
        let mut cues = self.cues.lock().unwrap();
        match cues.front() {
            Some(&(after, _)) if after <= self.sent.lock().unwrap().len() => {
                let (_, line) = cues.pop_front().expect("there is a first one");
                Received::Line { bytes: line.into_bytes(), at: Instant::now(), clock: Duration::ZERO }
            }
            _ => Received::TimeOut,
        }
    }

    fn close(&mut self, _: Duration) -> Closed {
        Closed { end: End::Exited(0), stderr: Vec::new(), cpu: None }
    }
}

impl Open for Stage {
    fn open(&mut self) -> Result<Box<dyn Converse>, SystemError> {
        Ok(Box::new(self.clone()))
    }
}

/// Plays the game of a transcript and compares.
fn check(game: AnyGame, transcript: &[&str]) {
    let (mut cues, mut expected) = (VecDeque::new(), Vec::new());
    for line in transcript {
        match line.split_at_checked(2) {
            Some(("> ", sent)) => expected.push(sent.to_owned()),
            Some(("< ", said)) => cues.push_back((expected.len(), said.to_owned())),
            _ => panic!("{line:?} begins with neither mark"),
        }
    }
    let words: Vec<&str> = expected[3].split(' ').collect();
    let [_, _, board, side, ..] = words[..] else { panic!("no position: {words:?}") };
    let separator = if board.contains(',') { ' ' } else { '\n' };
    let text = format!("{}{separator}{side}", board.replace('/', "\n"));
    let start = game.notations()[0].parse(&text).unwrap();

    let stage = Stage { cues: Arc::new(Mutex::new(cues)), sent: Arc::default() };
    let program = Conversation::new(game, "transcript", Box::new(stage.clone()));
    let policy = FaultPolicy::all(Rule { ask_again: 1, then: Remedy::LostGame, penalty: 0 });
    let settings = Settings::new(TimeLimit::seconds(1), policy);
    let record = super::game(program, start.turn() == Player::First, "first", start, &settings);
    assert_eq!(*stage.sent.lock().unwrap(), expected);
    assert_eq!(record.ending.reason, Reason::Rules);
    assert!(stage.cues.lock().unwrap().is_empty());
}

#[test]
fn transcripts_match_the_referee() {
    let mut games = Vec::new();
    for block in DOCUMENT.split("```text\n").skip(1) {
        let lines: Vec<&str> = block.lines().take_while(|line| *line != "```").collect();
        let name = lines[1].split(' ').nth(2).unwrap();
        let game = AnyGame::from_name(name).unwrap();
        check(game, &lines);
        games.push(game);
    }
    assert_eq!(games, AnyGame::all());
}
