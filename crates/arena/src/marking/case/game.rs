//! Games against agents built in: how strong a program is.

use std::fmt::Write;
use std::time::Duration;

use plyground_core::agents::AgentSpec;
use plyground_core::{ByPlayer, Game, Player};

use super::Judged;
use crate::contained::Contained;
use crate::entrant::{BuiltIn, Entrant, TimeLimit};
use crate::event::{Action, Reason, Side};
use crate::fault::FaultKind;
use crate::invoke::Trouble;
use crate::marking::workshop::Workshop;
use crate::protocol::{Assigned, Protocol};
use crate::referee::{self, Fixture, Settings};

/// Plays a game: a win is all, a draw half. Faults are treated as the assignment's tournament treats them.
pub(super) fn play<G: Assigned>(
    program: &Workshop,
    opponent: &AgentSpec,
    side: Player,
    seed: u64,
    depth: u32,
    wall: Duration,
) -> Result<Judged, Trouble> {
    let contained: Contained = program.contained();
    let protocol = Protocol::OneShot { depth };
    let mut own = contained.entrant::<G>("program", protocol, Duration::ZERO, String::new());
    let built = BuiltIn::new::<G>("opponent", opponent.clone());
    // The assignment was refused if the game had no such agent.
    let mut house: Box<dyn Entrant<G::Position>> =
        Box::new(built.map_err(|error| Trouble(error.to_string()))?);
    let settings = Settings::new(TimeLimit { limit: wall, grace: Duration::ZERO }, G::POLICY);
    let fixture = Fixture { id: String::new(), start: <G as Game>::start(), seed };
    let (first, second) =
        if side == Player::First { (&mut *own, &mut *house) } else { (&mut *house, &mut *own) };
    let record = referee::play::<G>(&fixture, &settings, &mut ByPlayer::new(first, second), &mut |_| {});
    let mine = Side::from(side);
    let ending = &record.ending;
    if ending.reason == Reason::Void {
        return Err(Trouble(ending.trouble.clone().unwrap_or_else(|| "a game failed".to_owned())));
    }
    let (earned, result) = match ending.winner {
        Some(winner) if winner == mine => (100, "won"),
        Some(_) => (0, "lost"),
        None => (50, "drawn"),
    };
    let moves = record.turns.iter().filter(|turn| matches!(turn.action, Action::Move(_))).count();
    let faults: Vec<String> = FaultKind::ALL
        .into_iter()
        .map(|kind| (record.faults(mine, kind), kind.name()))
        .filter(|(count, _)| *count > 0)
        .map(|(count, name)| format!("{count} {name}"))
        .collect();
    let first_fault = record
        .turns
        .iter()
        .filter(|turn| turn.side == mine)
        .flat_map(|turn| &turn.attempts)
        .find_map(|attempt| attempt.fault.as_ref());
    let mut got = format!("{result} after {moves} moves");
    if let Some([red, green]) = ending.points {
        // Writing to memory does not fail.
        let _ = write!(got, ", {red} : {green}");
    }
    let mut problem = if earned == 100 { String::new() } else { got.clone() };
    if let Some(fault) = first_fault {
        let lead = if problem.is_empty() { "" } else { "; " };
        let _ = write!(problem, "{lead}faults: {}; the first: {}", faults.join(", "), fault.message);
    }
    Ok(Judged { earned: vec![None, Some(earned)], got, problem, ..Judged::default() })
}
