//! The line protocol as its document has it, and as the example programs speak it.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod agents;
#[path = "../../../sandbox/tests/needs/mod.rs"]
mod needs;
mod plain_process;
mod transcripts;

use plyground_arena::entrant::{BuiltIn, Conversation, Entrant};
use plyground_arena::referee::{Fixture, Settings, play};
use plyground_core::{AnyPosition, ByPlayer};
use plyground_league::record::GameRecord;

/// A game of a program, which has the first side or the second, against an agent built in.
fn game(
    mut program: Conversation,
    is_first: bool,
    agent: &str,
    start: AnyPosition,
    settings: &Settings,
) -> GameRecord {
    let mut other = BuiltIn::new(start.game(), agent, agent.parse().unwrap()).unwrap();
    let mut pair: [&mut dyn Entrant; 2] = [&mut program, &mut other];
    if !is_first {
        pair.reverse();
    }
    let [first, second] = pair;
    let fixture = Fixture { id: String::new(), start, seed: 1 };
    play(&fixture, settings, &mut ByPlayer::new(first, second), &mut |_| {})
}
