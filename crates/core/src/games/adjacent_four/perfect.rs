//! The agent that plays adjacent four perfectly where there is time to solve the position.

use super::solve::{Solver, TABLE_BYTES};
use super::{Cell, Cs4750, Standard};
use crate::agents::{Agent, Decision, Limits, Proof, Stopped};
use crate::search::engine::Engine;
use crate::{Player, Position};

/// Plays the quickest win, a move that keeps the tie, or the longest resistance.
///
/// Where it does not win, it plays of all such moves the one that leaves the opponent the most replies with
/// which he gives something away; among those, and among wins, the choice of a shallow search if that
/// is one of them, else the first in the order of the game.
///
/// When its limits stop it first, it plays the best that it knows by then: a move that is proved to keep win
/// or tie, or else the choice of the shallow search, and the decision says what is proved.
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

    /// Improves `decision` step by step until nothing is left to find out or `limits` stop it.
    fn improve(
        &mut self,
        position: &Standard,
        decision: &mut Decision<Cell>,
        limits: &Limits<'_>,
    ) -> Result<(), Stopped> {
        let mut moves: Vec<Cell> = position.moves().collect();
        // The move of the shallow search is the most likely one.
        if let Some(place) = moves.iter().position(|&cell| cell == decision.best) {
            moves[..=place].rotate_right(1);
        }
        let winner = self.solver.winner(position, limits)?;
        for &cell in &moves {
            if self.solver.winner(&position.play(cell), limits)? == winner {
                let proof = match winner {
                    Some(side) if side == position.turn() => Proof::Win { plies: position.plies_left() },
                    Some(_) => Proof::Loss { plies: 2 },
                    None => Proof::Draw,
                };
                *decision = Decision { proof: Some(proof), ..Decision::unsearched(cell) };
                break;
            }
        }

        let value = self.solver.value(position, limits)?;
        let wins = matches!(value, Proof::Win { .. });
        let mut most = None;
        for cell in moves {
            let after = position.play(cell);
            if !self.solver.keeps(value, &after, limits)? {
                continue;
            }
            if most.is_none() {
                *decision = Decision { proof: Some(value), ..Decision::unsearched(cell) };
            }
            let mistakes = if wins { 0 } else { self.mistakes(winner, &after, limits)? };
            if most.is_none_or(|most| mistakes > most) {
                most = Some(mistakes);
                *decision = Decision { proof: Some(value), ..Decision::unsearched(cell) };
            }
            if wins {
                break;
            }
        }
        // The way to a tie says little.
        if value != Proof::Draw {
            decision.line.extend(self.solver.line(&position.play(decision.best), limits)?);
        }
        Ok(())
    }

    /// The number of replies after which the game is not what it was.
    fn mistakes(
        &mut self,
        winner: Option<Player>,
        after: &Standard,
        limits: &Limits<'_>,
    ) -> Result<usize, Stopped> {
        let mut mistakes = 0;
        for reply in after.moves() {
            mistakes += usize::from(self.solver.winner(&after.play(reply), limits)? != winner);
        }
        Ok(mistakes)
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
        for game in 0..300 {
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
        assert!(decisions > 700, "{decisions}");
    }

    #[test]
    fn soon_after_the_first_stone_of_the_assignment_everything_is_proved_in_few_nodes() {
        let first = Standard::EMPTY.play(Cell::new(3, 2));
        let second = first.moves().map(|cell| first.play(cell));
        let third = second.clone().flat_map(|position| position.moves().map(move |cell| position.play(cell)));
        let mut perfect = Perfect::default();
        let mut exact = 0;
        for position in std::iter::once(first).chain(second).chain(third) {
            let decision = perfect.choose(&position, &Limits::NONE).unwrap();
            assert!(decision.nodes < 200_000, "{} {position:?}", decision.nodes);
            let plies = u32::try_from(decision.line.len()).unwrap();
            match decision.proof {
                Some(Proof::Win { plies: n } | Proof::Loss { plies: n }) => assert_eq!(plies, n),
                proof => assert_eq!((proof, plies), (Some(Proof::Draw), 1)),
            }
            exact += 1;
        }
        assert_eq!(exact, 97);
    }

    #[test]
    fn it_leaves_the_opponent_the_most_mistakes() {
        // [1,3] [2,2] is a tie; every move that keeps it is checked against the rule, spelled out.
        let position = [(2, 0), (1, 1)]
            .into_iter()
            .fold(Standard::EMPTY, |position, (column, row)| position.play(Cell::new(column, row)));
        let mut solver = Solver::<6, 5>::new(1 << 22);
        assert_eq!(solver.winner(&position, &Limits::NONE), Ok(None));
        let mut mistakes = |cell: Cell| {
            let after = position.play(cell);
            let value = solver.value(&after, &Limits::NONE).unwrap();
            let replies = solver.moves(&after, &Limits::NONE).unwrap();
            let worse = replies.iter().filter(|(_, value)| matches!(value, Proof::Loss { .. })).count();
            (value == Proof::Draw).then_some(worse)
        };
        let most = position.moves().filter_map(&mut mistakes).max();
        let decision = Perfect::new(1 << 22).choose(&position, &Limits::NONE).unwrap();
        assert_eq!(decision.proof, Some(Proof::Draw));
        assert_eq!(mistakes(decision.best), most);
        assert!(most > Some(0));
    }

    #[test]
    fn stopped_later_it_claims_what_is_proved_by_then() {
        let position = Standard::EMPTY.play(Cell::new(1, 0)).play(Cell::new(2, 1));
        let mut seen = Vec::new();
        for most in [0, 2, 4, 8, 16, 32, 64, 128, 256, 512] {
            let polls = std::sync::atomic::AtomicU32::new(0);
            let is_late = || polls.fetch_add(1, std::sync::atomic::Ordering::Relaxed) >= most;
            let decision = Perfect::new(1 << 20).choose(&position, &Limits { stop: &is_late }).unwrap();
            if seen.last() != Some(&decision.proof) {
                seen.push(decision.proof);
            }
        }
        let expected = [None, Some(Proof::Win { plies: 28 }), Some(Proof::Win { plies: 23 })];
        assert_eq!(seen, expected);
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
