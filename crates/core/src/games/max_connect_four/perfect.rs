//! The agent that plays Max-Connect-Four perfectly where there is time to solve the position.

use super::solve::{Solver, TABLE_BYTES};
use super::{Quadruples, Standard};
use crate::Position;
use crate::agents::{Agent, Decision, Limits, Proof, Stopped};
use crate::games::gravity::Column;
use crate::search::engine::Engine;

/// Plays a move that keeps the value of the position: the best difference of quadruples at the end.
///
/// Among such moves it plays the one that leaves the opponent the most replies that give something away; among those,
/// the one nearest to the centre, and of two the left one.
///
/// When its limits stop it first, it plays a move that is proved to keep the value, or else the choice of an engine
/// that looks 12 plies ahead, and the decision says what is proved.
#[derive(Debug)]
pub struct Perfect {
    solver: Solver<7, 6>,
    engine: Engine<Quadruples>,
}

/// Depth and memory of the search that is made before solving begins; it takes about a tenth of a second.
const SHALLOW_DEPTH: u32 = 12;
const SHALLOW_TABLE: usize = 8 << 20;

impl Perfect {
    /// An agent with a solver of this many bytes.
    pub fn new(table_bytes: usize) -> Self {
        Self { solver: Solver::new(table_bytes), engine: Engine::new(Quadruples, SHALLOW_TABLE) }
    }

    /// Improves `decision` step by step until nothing is left to find out or `limits` stop it.
    fn improve(
        &mut self,
        position: &Standard,
        decision: &mut Decision<Column>,
        limits: &Limits<'_>,
    ) -> Result<(), Stopped> {
        let value = self.solver.value(position, limits)?;
        let plies = position.plies_left();
        let proof = match value {
            0 => Proof::Draw,
            1.. => Proof::Win { plies },
            _ => Proof::Loss { plies },
        };
        let found = |mv| Decision { value: Some(value), proof: Some(proof), ..Decision::unsearched(mv) };
        let mut moves: Vec<Column> = position.moves().collect();
        moves.sort_by_key(|mv| (mv.index().abs_diff(3), mv.index()));
        let mut most = None;
        for mv in moves {
            let after = position.play(mv);
            if self.solver.is_at_least(&after, 1 - value, limits)? {
                continue;
            }
            if most.is_none() {
                *decision = found(mv);
            }
            let mut mistakes = 0;
            for reply in after.moves() {
                mistakes += usize::from(self.solver.is_at_least(&after.play(reply), value + 1, limits)?);
            }
            if most.is_none_or(|most| mistakes > most) {
                most = Some(mistakes);
                *decision = found(mv);
            }
        }
        decision.line = self.solver.line(position, decision.best, limits)?;
        Ok(())
    }
}

impl Default for Perfect {
    fn default() -> Self {
        Self::new(TABLE_BYTES)
    }
}

impl Agent<Standard> for Perfect {
    fn choose(&mut self, position: &Standard, limits: &Limits<'_>) -> Option<Decision<Column>> {
        let mut decision = self.engine.search(position, SHALLOW_DEPTH, limits, &mut |_| ())?;
        // Values of the shallow search are an evaluation's, not differences of quadruples.
        decision.value = None;
        let searched = decision.nodes;
        let before = self.solver.nodes();
        // A stop leaves the best decision so far, which is what is asked for.
        let _ = self.improve(position, &mut decision, limits);
        decision.nodes = searched + u128::from(self.solver.nodes() - before);
        Some(decision)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// Plays games against random moves from late positions and checks every decision.
    #[test]
    fn the_value_of_the_game_never_falls() {
        let mut rng = Rng::new(69);
        let mut perfect = Perfect::new(1 << 20);
        let mut solver = Solver::<7, 6>::new(1 << 20);
        for _ in 0..100 {
            let mut position = Standard::EMPTY;
            for _ in 0..30 {
                position = position.play(rng.pick(position.moves()).unwrap());
                // Boards with a turn lost are played too.
                if rng.below(30) == 0 {
                    position = position.skip();
                }
            }
            while position.outcome().is_none() {
                let value = solver.value(&position, &Limits::NONE).unwrap();
                let decision = perfect.choose(&position, &Limits::NONE).unwrap();
                let after = position.play(decision.best);
                assert_eq!(solver.value(&after, &Limits::NONE), Ok(-value), "{position:?}");
                assert_eq!(decision.value, Some(value));
                let end = decision.line.iter().fold(position, |position, &mv| position.play(mv));
                assert_eq!(solver.value(&end, &Limits::NONE).map(i32::abs), Ok(value.abs()));
                assert!(end.outcome().is_some(), "the line goes on to the end");
                position = match rng.pick(after.moves()) {
                    Some(reply) => after.play(reply),
                    None => after,
                };
            }
        }
    }

    #[test]
    fn it_leaves_the_opponent_the_most_mistakes() {
        let mut rng = Rng::new(7);
        let mut solver = Solver::<7, 6>::new(1 << 20);
        for _ in 0..20 {
            let mut position = Standard::EMPTY;
            for _ in 0..30 {
                position = position.play(rng.pick(position.moves()).unwrap());
            }
            let value = solver.value(&position, &Limits::NONE).unwrap();
            // Every best move is checked against the rule, spelled out.
            let mut mistakes = |mv: Column| {
                let replies = solver.moves(&position.play(mv), &Limits::NONE).unwrap();
                let best = replies.iter().map(|&(_, value)| value).max();
                (best == Some(-value)).then(|| replies.iter().filter(|&&(_, reply)| reply < -value).count())
            };
            let most = position.moves().filter_map(&mut mistakes).max();
            let decision = Perfect::new(1 << 20).choose(&position, &Limits::NONE).unwrap();
            assert_eq!(mistakes(decision.best), most);
        }
    }

    #[test]
    fn stopped_at_once_it_still_answers_and_claims_nothing() {
        let decision = Perfect::new(0).choose(&Standard::EMPTY, &Limits { stop: &|| true }).unwrap();
        assert_eq!((decision.proof, decision.value), (None, None));
        let mut full = Standard::EMPTY;
        while let Some(mv) = full.moves().next() {
            full = full.play(mv);
        }
        assert_eq!(Perfect::new(0).choose(&full, &Limits::NONE), None);
    }
}
