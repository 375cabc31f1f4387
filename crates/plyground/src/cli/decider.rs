//! An agent at the table: built from its spec, held to its time, and its decisions in words.

use std::time::{Duration, Instant};

use plyground_arena::clock::{Deadline, process_cpu_time};
use plyground_core::agents::{Agent, AgentSpec};
use plyground_core::{
    AnyGame, AnyMove, AnyPosition, ByPlayer, Decision, Limits, Player, Position, VALUE_LIMIT,
};

use crate::exit::Failure;
use crate::present::board::move_text;
use crate::present::proof::proof_words;

/// An agent for one game, with what is needed to read its decisions.
pub(super) struct Decider {
    game: AnyGame,
    pub(super) spec: AgentSpec,
    agent: Box<dyn Agent<AnyPosition>>,
    /// The side whose gain the values measure, by the side to move.
    value_for: ByPlayer<Player>,
}

/// A decision and what it cost.
pub(super) struct Decided {
    pub(super) decision: Decision<AnyMove>,
    pub(super) wall: Duration,
    pub(super) cpu: Duration,
}

impl Decider {
    pub(super) fn new(game: AnyGame, spec: AgentSpec) -> Result<Self, Failure> {
        let agent = game.agent(&spec).map_err(Failure::bad_input)?;
        let value_for = |turn| game.value_for(&spec, turn).map_err(Failure::bad_input);
        let value_for = ByPlayer::new(value_for(Player::First)?, value_for(Player::Second)?);
        Ok(Self { game, spec, agent, value_for })
    }

    /// Asks for a move, within the time of the spec if it names one; `None` if the game is over.
    pub(super) fn decide(&mut self, position: &AnyPosition) -> Option<Decided> {
        let (start, cpu_start) = (Instant::now(), process_cpu_time());
        let decision = match self.spec.time() {
            Some(time) => {
                Deadline::from_start(start, time).limit(|limits| self.agent.choose(position, limits))
            }
            None => self.agent.choose(position, &Limits::NONE),
        }?;
        let cpu = process_cpu_time().saturating_sub(cpu_start);
        Some(Decided { decision, wall: start.elapsed(), cpu })
    }

    /// The value with the side whose gain it measures. Where it only says again what is proved there
    /// is none.
    pub(super) fn value(
        &self,
        position: &AnyPosition,
        decision: &Decision<AnyMove>,
    ) -> Option<(i32, &'static str)> {
        let value = decision.value.filter(|value| value.abs() < VALUE_LIMIT)?;
        Some((value, self.game.sides()[self.value_for[position.turn()]]))
    }

    /// The move, and in parentheses what is known about it.
    pub(super) fn told(&self, position: &AnyPosition, decision: &Decision<AnyMove>) -> String {
        let judgement = self.judgement(position, decision).map(|words| format!(" ({words})"));
        format!("{}{}", move_text(position, decision.best), judgement.unwrap_or_default())
    }

    /// Value and proof in words; `None` if there is neither.
    pub(super) fn judgement(&self, position: &AnyPosition, decision: &Decision<AnyMove>) -> Option<String> {
        let value = self.value(position, decision).map(|(value, side)| format!("{value} for {side}"));
        let proof = decision.proof.map(|proof| proof_words(self.game, proof, position.turn()));
        match (value, proof) {
            (Some(value), Some(proof)) => Some(format!("{value}; {proof}")),
            (value, proof) => value.or(proof),
        }
    }
}
