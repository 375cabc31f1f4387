//! The agent that plays adjacent four perfectly where there is time to solve the position.

use super::solve::{Solver, TABLE_BYTES};
use super::{Cell, Cs4750, Standard};
use crate::Position;
use crate::agents::{Agent, Decision, Limits, Proof, Stopped};
use crate::search::engine::Engine;

/// Plays the quickest win, a move that keeps the tie, or the longest resistance.
///
/// Among such moves it plays the choice of a shallow search if that is one of them, else the first in
/// the order of the game. When its limits stop it before it has a move that is proved to keep the value,
/// it plays the choice of the shallow search, and the decision claims no more than that search proved.
#[derive(Debug)]
pub struct Perfect {
    solver: Solver<6, 5>,
    engine: Engine<Cs4750>,
}

/// Depth and memory of the search that is made before solving begins; it takes some milliseconds.
const SHALLOW_DEPTH: u32 = 4;
const SHALLOW_TABLE: usize = 4 << 20;

impl Perfect {
    /// An agent with a solver of this many bytes.
    pub fn new(table_bytes: usize) -> Self {
        Self { solver: Solver::new(table_bytes), engine: Engine::new(Cs4750, SHALLOW_TABLE) }
    }

    /// Replaces `decision` when a move is proved to keep the value, and its line when that is known.
    fn improve(
        &mut self,
        position: &Standard,
        decision: &mut Decision<Cell>,
        limits: &Limits<'_>,
    ) -> Result<(), Stopped> {
        let value = self.solver.value(position, limits)?;
        let mut moves: Vec<Cell> = position.moves().collect();
        if let Some(place) = moves.iter().position(|&cell| cell == decision.best) {
            moves[..=place].rotate_right(1);
        }
        for cell in moves {
            let after = position.play(cell);
            if !self.solver.keeps(value, &after, limits)? {
                continue;
            }
            *decision = Decision { proof: Some(value), ..Decision::unsearched(cell) };
            // The way to a tie says little and is the only one that takes long to find.
            if value != Proof::Draw {
                decision.line.extend(self.solver.line(&after, limits)?);
            }
            break;
        }
        Ok(())
    }
}

impl Default for Perfect {
    fn default() -> Self {
        Self::new(TABLE_BYTES)
    }
}

impl Agent<Standard> for Perfect {
    fn choose(&mut self, position: &Standard, limits: &Limits<'_>) -> Option<Decision<Cell>> {
        let mut decision = self.engine.search(position, SHALLOW_DEPTH, limits, &mut |_| ())?;
        // Values of the shallow search are an evaluation's, not exact.
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
    use crate::Player;
    use crate::agents::{EngineAgent, Random};
    use crate::rng::Rng;

    /// X has begun with [3,4]; the opponent is random or the engine.
    #[test]
    fn the_value_of_the_game_never_falls() {
        let mut rng = Rng::new(4750);
        let mut perfect = Perfect::new(1 << 22);
        let mut solver = Solver::<6, 5>::new(1 << 22);
        let mut engine = EngineAgent::new(Cs4750, 3, 1 << 18);
        let mut random = Random::new(4750);
        let mut decisions = 0;
        for game in 0..120 {
            let mut position = Standard::EMPTY.play(Cell::new(3, 2));
            // As O it takes over where the board is half full, so that games last.
            let (side, given) = if game % 3 == 0 { (Player::Second, 16) } else { (Player::First, 1) };
            for _ in 0..given {
                position = rng.pick(position.moves()).map_or(position, |cell| position.play(cell));
            }
            while position.outcome().is_none() {
                if position.turn() != side {
                    let opponent: &mut dyn Agent<Standard> =
                        if game % 2 == 0 { &mut random } else { &mut engine };
                    let reply = opponent.choose(&position, &Limits::NONE).unwrap();
                    position = position.play(reply.best);
                    continue;
                }
                let value = solver.value(&position, &Limits::NONE).unwrap();
                let decision = perfect.choose(&position, &Limits::NONE).unwrap();
                let after = position.play(decision.best);
                let now = solver.value(&after, &Limits::NONE).unwrap();
                let expected = match value {
                    Proof::Win { plies } => Proof::Loss { plies: plies - 1 },
                    Proof::Draw => Proof::Draw,
                    Proof::Loss { plies } => Proof::Win { plies: plies - 1 },
                };
                assert_eq!((decision.proof, now), (Some(value), expected), "game {game} {position:?}");
                if let Proof::Win { plies } | Proof::Loss { plies } = value {
                    assert_eq!(decision.line.len(), plies as usize, "game {game} {position:?}");
                }
                decisions += 1;
                position = after;
            }
            if side == Player::First {
                assert_eq!(position.outcome().and_then(crate::Outcome::winner), Some(side), "game {game}");
            }
        }
        assert!(decisions > 300, "{decisions}");
    }

    #[test]
    fn stopped_at_once_it_still_answers_and_claims_nothing() {
        let position = Standard::EMPTY.play(Cell::new(0, 0));
        let decision = Perfect::new(0).choose(&position, &Limits { stop: &|| true }).unwrap();
        assert!(position.moves().any(|cell| cell == decision.best));
        assert_eq!((decision.proof, decision.value), (None, None));
        let won = (0..4).fold(Standard::EMPTY, |position, column| position.play(Cell::new(column, 0)).skip());
        assert_eq!(Perfect::new(0).choose(&won, &Limits::NONE), None);
    }
}
