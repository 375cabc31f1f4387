//! Agents of this project as entrants: in this process, without a sandbox.

use std::time::{Duration, Instant};

use plyground_core::agents::{Agent, AgentSpec, SpecError};
use plyground_core::{AnyGame, AnyPosition, Decision, Player};

use super::{Answer, Entrant, Question, Spent};
use crate::clock::{Deadline, thread_cpu_time};
use crate::invoke::SystemError;
use plyground_league::event::{Meanwhile, Timeout};
use plyground_league::fault::{Fault, FaultKind};
use plyground_league::record::EntrantRecord;

/// An agent built in.
///
/// It is asked to stop after nine tenths of the limit, or after the time of its spec if that is
/// shorter; what it needs longer is judged like any program's time. Nothing can end it by force: an agent
/// with a fixed depth answers when it has searched that deep.
pub struct BuiltIn {
    game: AnyGame,
    name: String,
    spec: AgentSpec,
    /// The spec with the seed of this game.
    seeded: AgentSpec,
    agent: Box<dyn Agent<AnyPosition>>,
}

impl BuiltIn {
    /// The agent that a spec names. If it draws lots and the spec has no seed, each game gives it one.
    ///
    /// # Errors
    ///
    /// If the game has no such agent, or none with such an evaluation.
    pub fn new(game: AnyGame, name: impl Into<String>, spec: AgentSpec) -> Result<Self, SpecError> {
        let agent = game.agent(&spec)?;
        Ok(Self { game, name: name.into(), seeded: spec.clone(), spec, agent })
    }
}

impl std::fmt::Debug for BuiltIn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BuiltIn")
            .field("name", &self.name)
            .field("spec", &self.seeded)
            .finish_non_exhaustive()
    }
}

impl Entrant for BuiltIn {
    fn describe(&self) -> EntrantRecord {
        EntrantRecord::new(&self.name, self.seeded.to_string())
    }

    fn begin(&mut self, _: Player, seed: u64) {
        self.seeded = self.spec.clone().or_seed(seed);
        // The same spec with another seed: it has been built before.
        if let Ok(agent) = self.game.agent(&self.seeded) {
            self.agent = agent;
        }
    }

    fn answer(&mut self, question: &Question<'_>) -> Result<Answer, SystemError> {
        let before = thread_cpu_time();
        let start = Instant::now();
        let nine_tenths = question.time.limit / 10 * 9;
        let budget = self.spec.time().map_or(nine_tenths, |time| time.min(nine_tenths));
        let decision =
            Deadline::from_start(start, budget).limit(|limits| self.agent.choose(question.position, limits));
        let wall = start.elapsed();
        let cpu = thread_cpu_time().saturating_sub(before);
        // One thread that searches waits for nothing but a processor.
        let own = if self.spec.threads() == 1 { cpu.min(wall) } else { wall };
        let allowed = question.time.allowed();
        let (choice, nodes) = match decision {
            None => (Err(Fault::new(FaultKind::Unreadable, "no move; expected one")), 0),
            Some(Decision { best, nodes, .. }) if own <= allowed => (Ok(best), nodes),
            Some(Decision { nodes, .. }) => {
                let [took, allowed] = [own, allowed].map(|time| time.as_millis());
                let message = format_args!("answered after {took} ms; expected {allowed} ms");
                (Err(Fault::new(FaultKind::Late, message)), nodes)
            }
        };
        let nodes = (nodes > 0).then(|| u64::try_from(nodes).unwrap_or(u64::MAX));
        // The clock of this thread does not see others.
        let cpu = (self.spec.threads() == 1).then_some(cpu);
        let mut spent = Spent::new(wall, cpu, Duration::ZERO);
        spent.timeout = Timeout::of(choice.as_ref().err(), allowed, Meanwhile::default());
        if spent.timeout.is_some() {
            spent = spent.with_waiting(wall.saturating_sub(own), Duration::ZERO);
        }
        Ok(Answer::new(choice, nodes, spent))
    }
}
