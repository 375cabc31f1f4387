//! A game that two agents built in play in one thread, without a referee.

use std::time::{Duration, Instant};

use plyground_core::agents::{Agent, AgentSpec, SpecError};
use plyground_core::rng::mix;
use plyground_core::{AnyMove, AnyPosition, ByPlayer, Decision, Limits, Notation, Outcome, Player, Position};

use super::{Match, PlayedGame};
use crate::clock::Deadline;
use plyground_league::event::{Action, Attempt, Ending, Reason, Side, Spent, Turn, micros};
use plyground_league::fault::{Fault, FaultKind, FaultPolicy};
use plyground_league::openings::Opening;
use plyground_league::planned::PlannedGame;
use plyground_league::record::{EntrantRecord, GameRecord, VERSION, by_rules};
use plyground_league::result::{Faults, GameResult};

/// Plays a game, until nobody wants it any more: a game that is broken off is a draw.
pub(super) fn play(
    contest: &Match,
    agents: [&AgentSpec; 2],
    game: &PlannedGame,
    opening: &Opening,
    is_over: &(dyn Fn() -> bool + Sync),
) -> Result<PlayedGame, SpecError> {
    let specs = Player::BOTH.map(|side| {
        let entrant = game.entrants[side];
        agents[entrant].clone().or_seed(mix(game.seed ^ (entrant as u64 + 1)))
    });
    let seat = |spec: &AgentSpec| Ok(Seat { agent: opening.position.game().agent(spec)?, time: spec.time() });
    let mut seats = ByPlayer::new(seat(&specs[0])?, seat(&specs[1])?);
    let mut position = opening.position.clone();
    let (mut plies, mut faults) = (opening.moves.len(), ByPlayer::<Faults>::default());
    let mut turns = Vec::new();
    let (outcome, ending) = loop {
        if let Some(outcome) = position.outcome() {
            break (outcome, by_rules(outcome));
        }
        if is_over() {
            break (Outcome::Draw, Ending::of(Reason::Void));
        }
        let turn = position.turn();
        let start = Instant::now();
        let choice = seats[turn].choose(&position, is_over);
        if contest.keeps_records {
            turns.push(written(&position, turns.len(), &choice, start.elapsed()));
        }
        match choice {
            Ok(decision) => {
                position = position.play(decision.best);
                plies += 1;
            }
            Err(fault) => {
                faults[turn].add(fault);
                let (winner, reason) = (turn.opponent(), Reason::Fault(turn.into(), fault));
                let ending = Ending { winner: Some(winner.into()), ..Ending::of(reason) };
                break (Outcome::Win(winner), ending);
            }
        }
    };
    let plies = u32::try_from(plies).unwrap_or(u32::MAX);
    let result = GameResult { faults, ..GameResult::of(game, outcome, plies) };
    let entrant = |side: Player| {
        EntrantRecord::new(&contest.names[game.entrants[side]], specs[side as usize].to_string())
    };
    let record = contest.keeps_records.then(|| GameRecord {
        version: VERSION,
        id: game.id.to_string(),
        game: position.game().name().to_owned(),
        entrants: Player::BOTH.map(entrant),
        start: position.game().notation().write(&opening.position).unwrap_or_default(),
        seed: game.seed,
        policy: FaultPolicy::STRICT,
        limit_us: micros(contest.settings.time.limit),
        grace_us: micros(contest.settings.time.grace),
        isolation: String::new(),
        turns,
        ending,
        sessions: [None, None],
    });
    Ok(PlayedGame { result, record })
}

/// A turn as records have it.
fn written(
    position: &AnyPosition,
    turns: usize,
    choice: &Result<Decision<AnyMove>, FaultKind>,
    wall: Duration,
) -> Turn {
    let action = choice.as_ref().map_or(Action::LostGame, |decision| {
        Action::Move(position.game().notation().write_move(position, decision.best))
    });
    let nodes = choice.as_ref().map_or(0, |decision| u64::try_from(decision.nodes).unwrap_or(u64::MAX));
    let attempt = Attempt {
        fault: choice.as_ref().err().map(|&kind| Fault::new(kind, "no legal move; expected one")),
        nodes: (nodes > 0).then_some(nodes),
        spent: Spent::new(wall, None, Duration::ZERO),
        ..Attempt::default()
    };
    let number = u32::try_from(turns).unwrap_or(u32::MAX).saturating_add(1);
    Turn { number, side: Side::from(position.turn()), attempts: vec![attempt], action }
}

/// An agent at the board.
pub(super) struct Seat {
    pub(super) agent: Box<dyn Agent<AnyPosition>>,
    pub(super) time: Option<Duration>,
}

impl Seat {
    /// What the agent chooses. A move that breaks the rules would be an error of ours, but loses the game like any
    /// other.
    pub(super) fn choose(
        &mut self,
        position: &AnyPosition,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Result<Decision<AnyMove>, FaultKind> {
        let deadline = self.time.map(Deadline::after);
        let stop = || is_over() || deadline.is_some_and(|deadline| deadline.has_passed());
        let decision = self.agent.choose(position, &Limits { stop: &stop }).ok_or(FaultKind::Unreadable)?;
        let is_legal = position.moves().any(|mv| mv == decision.best);
        if is_legal { Ok(decision) } else { Err(FaultKind::Illegal) }
    }
}
