//! The agent that plays Connect Four perfectly where there is time to solve the position.

use super::solve::{Solver, Stopped, TABLE_BYTES, proof_of_score};
use super::{Comp3608, Standard, book};
use crate::Position;
use crate::agents::{Agent, Decision, Limits, Proof};
use crate::games::gravity::Column;
use crate::search::engine::Engine;

/// Plays a move of the best score: the quickest win, a draw, or the longest resistance.
///
/// Among moves of equal score it plays the one that leaves the opponent the most replies that make
/// things worse for him; among those, the one nearest to the centre, and of two the left one.
///
/// When its limits stop it first, it plays the best that it knows by then: a move that is proved to
/// keep win or draw, or else the choice of a shallow search, and the decision says what is proved.
#[derive(Debug)]
pub struct Perfect {
    solver: Solver<7, 6>,
    engine: Engine<Comp3608>,
}

/// Depth and memory of the search that is made before solving begins; it takes some milliseconds.
const SHALLOW_DEPTH: u32 = 8;
const SHALLOW_TABLE: usize = 4 << 20;

impl Perfect {
    /// An agent with a solver of this many bytes and all openings that are known by heart.
    pub fn new(table_bytes: usize) -> Self {
        let solver = Solver::new(table_bytes);
        let solver = book::embedded().iter().fold(solver, |solver, &book| solver.with_book(book));
        Self { solver, engine: Engine::new(Comp3608, SHALLOW_TABLE) }
    }

    /// Improves `decision` step by step until nothing is left to find out or `limits` stop it.
    fn improve(
        &mut self,
        position: &Standard,
        decision: &mut Decision<Column>,
        limits: &Limits<'_>,
    ) -> Result<(), Stopped> {
        let empty = position.board().empty_cells();
        let mut moves: Vec<Column> = position.moves().collect();
        moves.sort_by_key(|mv| (mv.index().abs_diff(3), mv.index()));
        let result = self.solver.result(position, limits)?;
        // The move of the shallow search is the most likely one.
        if let Some(place) = moves.iter().position(|&mv| mv == decision.best) {
            moves[..=place].rotate_right(1);
        }
        if let Some(mv) = self.first_that_keeps(result, position, &moves, limits)? {
            *decision = Decision { proof: Some(proof_of_result(result, empty)), ..Decision::unsearched(mv) };
        }
        let score = self.solver.score(position, limits)?;
        moves.sort_by_key(|mv| (mv.index().abs_diff(3), mv.index()));
        let Some(mv) = self.first_that_keeps(score, position, &moves, limits)? else { return Ok(()) };
        let found = |mv| Decision {
            value: Some(score),
            proof: Some(proof_of_score(score, empty)),
            ..Decision::unsearched(mv)
        };
        *decision = found(mv);
        let mut most = None;
        for mv in moves {
            if !self.keeps(score, position, mv, limits)? {
                continue;
            }
            let mistakes = self.mistakes(score, &position.play(mv), limits)?;
            if most.is_none_or(|most| mistakes > most) {
                most = Some(mistakes);
                *decision = found(mv);
            }
        }
        decision.line = self.solver.line(position, decision.best, limits)?;
        Ok(())
    }

    fn first_that_keeps(
        &mut self,
        score: i32,
        position: &Standard,
        moves: &[Column],
        limits: &Limits<'_>,
    ) -> Result<Option<Column>, Stopped> {
        for &mv in moves {
            if self.keeps(score, position, mv, limits)? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// Whether the score after the move is still at least `score`.
    fn keeps(
        &mut self,
        score: i32,
        position: &Standard,
        mv: Column,
        limits: &Limits<'_>,
    ) -> Result<bool, Stopped> {
        Ok(!self.solver.is_at_least(&position.play(mv), 1 - score, limits)?)
    }

    /// The number of replies after which the score for us is better than `score`.
    fn mistakes(&mut self, score: i32, after: &Standard, limits: &Limits<'_>) -> Result<usize, Stopped> {
        let mut mistakes = 0;
        for reply in after.moves() {
            mistakes += usize::from(self.solver.is_at_least(&after.play(reply), score + 1, limits)?);
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
    fn choose(&mut self, position: &Standard, limits: &Limits<'_>) -> Option<Decision<Column>> {
        let mut decision = self.engine.search(position, SHALLOW_DEPTH, limits, &mut |_| ())?;
        // Values of the shallow search are on another scale than scores.
        decision.value = None;
        let before = self.solver.nodes();
        let searched = decision.nodes;
        // A stop leaves the best decision so far, which is what is asked for.
        let _ = self.improve(position, &mut decision, limits);
        decision.nodes = searched + u128::from(self.solver.nodes() - before);
        Some(decision)
    }
}

/// What is proved when only the sign of the score is known.
fn proof_of_result(result: i32, empty: u32) -> Proof {
    match result {
        0 => Proof::Draw,
        1.. => Proof::Win { plies: empty },
        _ => Proof::Loss { plies: 2 },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    fn position(columns: &str) -> Standard {
        columns.bytes().fold(Standard::EMPTY, |position, c| position.play(Column::new(c - b'1')))
    }

    /// Plays a game against random moves from a late position and checks every decision.
    #[test]
    fn the_value_of_the_game_never_falls() {
        let mut rng = Rng::new(44);
        let mut perfect = Perfect::new(1 << 20);
        let mut solver = Solver::<7, 6>::new(1 << 20);
        let mut decisions = 0;
        for game in 0..150 {
            let mut position = Standard::EMPTY;
            for _ in 0..22 {
                let Some(mv) = rng.pick(position.moves()) else { break };
                position = position.play(mv);
                // Boards with a turn lost are played too.
                if rng.below(30) == 0 {
                    position = position.skip();
                }
            }
            while position.outcome().is_none() {
                let score = solver.score(&position, &Limits::NONE).unwrap();
                let decision = perfect.choose(&position, &Limits::NONE).unwrap();
                let after = position.play(decision.best);
                assert_eq!(solver.score(&after, &Limits::NONE), Ok(-score), "game {game} {position:?}");
                assert_eq!(decision.proof, Some(proof_of_score(score, position.plies_left())));
                let end = decision.line.iter().fold(position, |position, &mv| position.play(mv));
                assert!(end.outcome().is_some(), "the line goes on to the end");
                let plies = u32::try_from(decision.line.len()).unwrap();
                match decision.proof {
                    Some(Proof::Win { plies: n } | Proof::Loss { plies: n }) => assert_eq!(plies, n),
                    _ => assert_eq!(plies, position.plies_left()),
                }
                decisions += 1;
                position = match rng.pick(after.moves()) {
                    Some(reply) => after.play(reply),
                    None => after,
                };
            }
        }
        assert!(decisions > 100, "{decisions}");
    }

    #[test]
    fn it_leaves_the_opponent_the_most_mistakes() {
        // Every best move is checked against the rule, spelled out.
        let position = position("4444435352233515");
        let mut solver = Solver::<7, 6>::new(1 << 22);
        let score = solver.score(&position, &Limits::NONE).unwrap();
        let mut mistakes = |mv: Column| {
            let after = position.play(mv);
            let scores = solver.moves(&after, &Limits::NONE).unwrap();
            let best = scores.iter().map(|&(_, score)| score).max();
            (best == Some(-score)).then(|| scores.iter().filter(|(_, s)| *s < -score).count())
        };
        let most = position.moves().filter_map(&mut mistakes).max();
        let decision = Perfect::new(1 << 22).choose(&position, &Limits::NONE).unwrap();
        assert_eq!(mistakes(decision.best), most);
    }

    #[test]
    fn stopped_at_once_it_still_answers_and_claims_nothing() {
        let decision = Perfect::new(1 << 16).choose(&Standard::EMPTY, &Limits { stop: &|| true }).unwrap();
        assert_eq!((decision.proof, decision.value), (None, None));
        let mut finished = Standard::EMPTY;
        for column in [0, 1, 0, 1, 0, 1, 0] {
            finished = finished.play(Column::new(column));
        }
        assert_eq!(Perfect::new(0).choose(&finished, &Limits::NONE), None);
    }
}
