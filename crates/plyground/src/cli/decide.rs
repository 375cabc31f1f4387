//! An agent at the table: built from its spec, held to its time, and its decisions in words.

use std::time::{Duration, Instant};

use plyground_arena::clock::{Deadline, process_cpu_time};
use plyground_core::agents::{self, Agent, AgentSpec};
use plyground_core::{ByPlayer, Decision, Game, Limits, Player, Position, VALUE_LIMIT};

use crate::exit::Failure;
use crate::present::proof::proof_words;

/// An agent for one game, with what is needed to read its decisions.
pub(super) struct Decider<G: Game> {
    spec: AgentSpec,
    agent: Box<dyn Agent<G::Position>>,
    /// The side whose gain the values measure, by the side to move.
    value_for: ByPlayer<Player>,
}

/// A decision and what it cost.
pub(super) struct Decided<M> {
    pub(super) decision: Decision<M>,
    pub(super) wall: Duration,
    pub(super) cpu: Duration,
}

impl<G: Game> Decider<G> {
    pub(super) fn new(spec: AgentSpec) -> Result<Self, Failure> {
        let agent = agents::build::<G>(&spec).map_err(Failure::bad_input)?;
        let value_for = |turn| agents::value_for::<G>(&spec, turn).map_err(Failure::bad_input);
        let value_for = ByPlayer::new(value_for(Player::First)?, value_for(Player::Second)?);
        Ok(Self { spec, agent, value_for })
    }

    pub(super) fn spec(&self) -> &AgentSpec {
        &self.spec
    }

    /// Asks for a move, within the time of the spec if it names one; `None` if the game is over.
    pub(super) fn decide(
        &mut self,
        position: &G::Position,
    ) -> Option<Decided<<G::Position as Position>::Move>> {
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
        position: &G::Position,
        decision: &Decision<<G::Position as Position>::Move>,
    ) -> Option<(i32, &'static str)> {
        let value = decision.value.filter(|value| value.abs() < VALUE_LIMIT)?;
        Some((value, G::SIDES[self.value_for[position.turn()]]))
    }

    /// Value and proof in words; `None` if there is neither.
    pub(super) fn judgement(
        &self,
        position: &G::Position,
        decision: &Decision<<G::Position as Position>::Move>,
    ) -> Option<String> {
        let value = self.value(position, decision).map(|(value, side)| format!("{value} for {side}"));
        let proof = decision.proof.map(|proof| proof_words::<G>(proof, position.turn()));
        match (value, proof) {
            (Some(value), Some(proof)) => Some(format!("{value}; {proof}")),
            (value, proof) => value.or(proof),
        }
    }
}
