//! The agent that plays perfectly where there is time to solve the position.

use std::fmt;

use super::{Agent, AgentInfo, AgentOption, AgentSpec, OptionKey, SpecError};
use crate::search::memory;
use crate::{Decision, Found, Game, GameValue, Limits, Position, Solve, SolverSettings, ValueKind};

pub(super) const INFO: AgentInfo = AgentInfo {
    options: &[AgentOption { key: OptionKey::Time, default: "1s" }],
    is_endless: |_| true,
    ..AgentInfo::new(
        "perfect",
        "plays perfectly what can be solved in time, and says when time was too short to prove it; not breakthrough",
    )
};

pub(super) fn build<G: Game>(spec: &AgentSpec) -> Result<Box<dyn Agent<G::Position>>, SpecError> {
    let agent = Perfect::of::<G>(TABLE_BYTES).ok_or_else(|| {
        let message = format!("{} is not solved; expected another agent, such as engine", G::NAME);
        SpecError::of(spec, None, message)
    })?;
    Ok(Box::new(agent))
}

/// Plays a move that keeps the value of the position: the quickest win, a draw, the longest resistance, or the best
/// difference of points.
///
/// Among such moves it plays the one that leaves the opponent the most replies that give something away
/// ([`Solve::mistakes`]: in adjacent four those that change who wins, elsewhere also those that change how soon or by
/// how much); among those,
/// the first in the solver's order of preference ([`Solve::preferred`]).
///
/// When its limits stop it first, it plays the best that it knows by then: a move that is proved to keep win or draw,
/// or else the choice of a shallow search, and the decision says what is proved.
pub struct Perfect<P: Position> {
    solver: Box<dyn Solve<P>>,
    /// Chooses while nothing is proved.
    engine: Box<dyn Agent<P>>,
}

/// Memory of the search that is made before solving begins.
const SHALLOW_TABLE: usize = 8 << 20;

/// Memory of the solver's table in an agent that has a machine to itself: 64 MiB (32 where addresses have 32 bits).
pub(super) const TABLE_BYTES: usize = memory::usual(64 << 20);

impl<P: Position> Perfect<P> {
    /// An agent for the game `G` whose solver's table takes at most `table_bytes`; `None` if the game has no solver
    /// that finds the values of all moves.
    pub fn of<G: Game<Position = P>>(table_bytes: usize) -> Option<Self> {
        let solver = G::solver().filter(|solver| solver.info.kind != ValueKind::Winner)?;
        let solver = (solver.new)(&SolverSettings::with_table(table_bytes));
        let engine = G::evaluations().first()?.engine(solver.shallow_depth(), SHALLOW_TABLE);
        Some(Self { solver, engine })
    }

    /// Improves `decision` step by step until nothing is left to find out or `limits` stop it.
    fn improve(&mut self, position: &P, decision: &mut Decision<P::Move>, limits: &Limits<'_>) -> Found<()> {
        let moves = self.solver.preferred(position, decision.best);
        // The move of the shallow search is the most likely one.
        let mut likely = moves.clone();
        if let Some(place) = likely.iter().position(|&mv| mv == decision.best) {
            likely[..=place].rotate_right(1);
        }
        let result = self.solver.result(position, limits)?;
        for &mv in &likely {
            if self.solver.keeps(result, &position.play(mv), limits)? {
                *decision = self.decision(position, result, mv);
                break;
            }
        }
        // Where openings known by heart answer at once, as much is known of the replies.
        let at_sight = Limits { stop: &|| true };
        let _ = self.leave_most_mistakes(result, position, &likely, decision, &at_sight);

        let value = self.solver.value(position, limits)?;
        self.leave_most_mistakes(value, position, &moves, decision, limits)
    }

    /// The move of [`choose`](Agent::choose), without the line of best play: that can take longer than the choice.
    pub fn best(&mut self, position: &P, limits: &Limits<'_>) -> Option<P::Move> {
        let mut decision = self.engine.choose(position, limits)?;
        // A stop leaves the best decision so far, which is what is asked for.
        let _ = self.improve(position, &mut decision, limits);
        Some(decision.best)
    }

    /// Decides for the first move that keeps the value, and then for every one that leaves more mistakes than those
    /// before it.
    fn leave_most_mistakes(
        &mut self,
        value: GameValue,
        position: &P,
        moves: &[P::Move],
        decision: &mut Decision<P::Move>,
        limits: &Limits<'_>,
    ) -> Found<()> {
        let mut most = None;
        for &mv in moves {
            let after = position.play(mv);
            if !self.solver.keeps(value, &after, limits)? {
                continue;
            }
            if most.is_none() {
                *decision = self.decision(position, value, mv);
            }
            let Some(mistakes) = self.solver.mistakes(value, &after, limits)? else { break };
            if most.is_none_or(|most| mistakes > most) {
                most = Some(mistakes);
                *decision = self.decision(position, value, mv);
            }
        }
        Ok(())
    }

    fn decision(&self, position: &P, value: GameValue, mv: P::Move) -> Decision<P::Move> {
        Decision {
            value: self.solver.score(position, value),
            proof: Some(self.solver.proof(position, value)),
            ..Decision::unsearched(mv)
        }
    }
}

impl<P: Position> fmt::Debug for Perfect<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Perfect").field("nodes", &self.solver.nodes()).finish_non_exhaustive()
    }
}

impl<P: Position> Agent<P> for Perfect<P> {
    fn choose(&mut self, position: &P, limits: &Limits<'_>) -> Option<Decision<P::Move>> {
        let mut decision = self.engine.choose(position, limits)?;
        // Values of the shallow search are an evaluation's, not exact.
        decision.value = None;
        let searched = decision.nodes;
        let before = self.solver.nodes();
        // A stop leaves the best decision so far, which is what is asked for.
        if self.improve(position, &mut decision, limits).is_ok()
            && let Ok(line) = self.solver.line(position, decision.best, limits)
        {
            decision.line = line;
        }
        decision.nodes = searched + u128::from(self.solver.nodes() - before);
        Some(decision)
    }
}

#[cfg(test)]
mod tests;
