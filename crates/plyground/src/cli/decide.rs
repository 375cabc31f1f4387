//! An agent at the table: built from its spec, held to its time, and its decisions in words.

use std::time::{Duration, Instant};

use plyground_arena::clock::{Deadline, process_cpu_time};
use plyground_core::agents::{self, Agent, AgentSpec, Decision, Limits, Proof};
use plyground_core::{ByPlayer, Game, Player, Position, VALUE_LIMIT, counted};

use crate::exit::Failure;

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

/// What is proved, in words.
pub(crate) fn proof_words<G: Game>(proof: Proof, turn: Player) -> String {
    let side = G::SIDES[turn];
    let count = |plies: u32| counted(plies, "ply");
    match proof {
        Proof::Win { plies } => format!("proved: {side} wins within {}", count(plies)),
        Proof::Draw => "proved: neither side can win".to_owned(),
        Proof::Loss { plies } => format!("proved: {side} loses, but holds out for {} or more", count(plies)),
    }
}

/// The kind of a proof in JSON: `win`, `draw` or `loss`, for the side to move.
pub(crate) fn proof_json(proof: Proof) -> serde_json::Value {
    match proof {
        Proof::Win { plies } => serde_json::json!({ "result": "win", "plies": plies }),
        Proof::Draw => serde_json::json!({ "result": "draw" }),
        Proof::Loss { plies } => serde_json::json!({ "result": "loss", "plies": plies }),
    }
}

/// The same of what an agent says, which may know no more than a bound: `bound` says that a win takes that many plies
/// `at-most`, a loss `at-least`.
pub(crate) fn bounded_proof_json(proof: Proof) -> serde_json::Value {
    let mut value = proof_json(proof);
    match proof {
        Proof::Win { .. } => value["bound"] = "at-most".into(),
        Proof::Loss { .. } => value["bound"] = "at-least".into(),
        Proof::Draw => {}
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_core::games::connect_four::ConnectFour;

    #[test]
    fn proofs_read_as_facts_about_the_side_to_move() {
        let words = |proof| proof_words::<ConnectFour>(proof, Player::Second);
        assert_eq!(words(Proof::Win { plies: 7 }), "proved: yellow wins within 7 plies");
        assert_eq!(words(Proof::Win { plies: 1 }), "proved: yellow wins within 1 ply");
        assert_eq!(words(Proof::Draw), "proved: neither side can win");
        assert_eq!(
            words(Proof::Loss { plies: 8 }),
            "proved: yellow loses, but holds out for 8 plies or more"
        );
        assert_eq!(proof_json(Proof::Win { plies: 7 }), serde_json::json!({ "result": "win", "plies": 7 }));
        let bounded =
            [Proof::Win { plies: 7 }, Proof::Draw, Proof::Loss { plies: 2 }].map(bounded_proof_json);
        let expected = [
            serde_json::json!({ "result": "win", "plies": 7, "bound": "at-most" }),
            serde_json::json!({ "result": "draw" }),
            serde_json::json!({ "result": "loss", "plies": 2, "bound": "at-least" }),
        ];
        assert_eq!(bounded, expected);
    }
}
