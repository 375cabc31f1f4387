//! The agent that plays Connect Four perfectly where there is time to solve the position.

use super::solve::{Solver, TABLE_BYTES, proof_of_score};
use super::{Comp3608, Standard, book};
use crate::Position;
use crate::agents::{Agent, Decision, Limits, Proof, Stopped};
use crate::games::gravity::Column;
use crate::search::engine::Engine;

/// Plays a move of the best score: the quickest win, a draw, or the longest resistance.
///
/// Among moves of equal score it plays the one that leaves the opponent the most replies that make
/// things worse for him; among those, the one nearest to the centre, and of two the left one.
///
/// When its limits stop it first, it plays the best that it knows by then: a move that is proved to
/// keep win or draw, or else the choice of a shallow search, and the decision says what is proved. In an
/// opening that is lost or drawn and known by heart, that is the move after which the most replies
/// give away win or draw.
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
        let goal = Goal::of_result(result);
        // The move of the shallow search is the most likely one.
        let mut likely = moves.clone();
        if let Some(place) = likely.iter().position(|&mv| mv == decision.best) {
            likely[..=place].rotate_right(1);
        }
        if let Some(mv) = self.first_that_keeps(goal, position, &likely, limits)? {
            *decision = Decision { proof: Some(proof_of_result(result, empty)), ..Decision::unsearched(mv) };
        }
        // Where the openings known by heart answer at once, as much is known of the replies.
        let at_sight = Limits { stop: &|| true };
        let _ = self.leave_most_mistakes(goal, position, &likely, &at_sight, &mut |mv| decision.best = mv);
        decision.line = vec![decision.best];

        let score = self.solver.score(position, limits)?;
        let goal = Goal::of_score(score);
        let found = |mv| Decision {
            value: Some(score),
            proof: Some(proof_of_score(score, empty)),
            ..Decision::unsearched(mv)
        };
        if let Some(mv) = self.first_that_keeps(goal, position, &moves, limits)? {
            *decision = found(mv);
        }
        self.leave_most_mistakes(goal, position, &moves, limits, &mut |mv| *decision = found(mv))?;
        decision.line = self.solver.line(position, decision.best, limits)?;
        Ok(())
    }

    fn first_that_keeps(
        &mut self,
        goal: Goal,
        position: &Standard,
        moves: &[Column],
        limits: &Limits<'_>,
    ) -> Result<Option<Column>, Stopped> {
        for &mv in moves {
            if self.keeps(goal, position, mv, limits)? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// Calls `take` with every move that keeps the goal and leaves more mistakes than those before it.
    fn leave_most_mistakes(
        &mut self,
        goal: Goal,
        position: &Standard,
        moves: &[Column],
        limits: &Limits<'_>,
        take: &mut dyn FnMut(Column),
    ) -> Result<(), Stopped> {
        let mut most = None;
        for &mv in moves {
            if !self.keeps(goal, position, mv, limits)? {
                continue;
            }
            let mistakes = self.mistakes(goal, &position.play(mv), limits)?;
            if most.is_none_or(|most| mistakes > most) {
                most = Some(mistakes);
                take(mv);
            }
        }
        Ok(())
    }

    /// Whether the score after the move is still enough.
    fn keeps(
        &mut self,
        goal: Goal,
        position: &Standard,
        mv: Column,
        limits: &Limits<'_>,
    ) -> Result<bool, Stopped> {
        match goal.keep {
            Some(keep) => Ok(!self.solver.is_at_least(&position.play(mv), 1 - keep, limits)?),
            None => Ok(true),
        }
    }

    /// The number of replies that are mistakes.
    fn mistakes(&mut self, goal: Goal, after: &Standard, limits: &Limits<'_>) -> Result<usize, Stopped> {
        let Some(better) = goal.better else { return Ok(0) };
        let mut mistakes = 0;
        for reply in after.moves() {
            mistakes += usize::from(self.solver.is_at_least(&after.play(reply), better, limits)?);
        }
        Ok(mistakes)
    }
}

/// What a move must keep, and what an opponent's mistake makes of it: scores for us.
#[derive(Clone, Copy)]
struct Goal {
    /// The least score that a move may lead to, or `None` if every move is as good.
    keep: Option<i32>,
    /// The score from which on the reply was a mistake, or `None` if no reply is.
    better: Option<i32>,
}

impl Goal {
    /// Not to lose what the position is worth.
    fn of_score(score: i32) -> Self {
        Self { keep: Some(score), better: Some(score + 1) }
    }

    /// The same where distances do not count.
    fn of_result(result: i32) -> Self {
        match result {
            0 => Self::of_score(0),
            1.. => Self { keep: Some(1), better: None },
            _ => Self { keep: None, better: Some(0) },
        }
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
    fn in_a_lost_opening_it_leaves_the_opponent_the_most_ways_to_go_wrong() {
        let position = position("4");
        let polls = std::sync::atomic::AtomicU32::new(0);
        let is_late = || polls.fetch_add(1, std::sync::atomic::Ordering::Relaxed) > 20;
        let decision = Perfect::new(1 << 20).choose(&position, &Limits { stop: &is_late }).unwrap();
        assert_eq!(decision.proof, Some(Proof::Loss { plies: 2 }), "the opening is known by heart");
        // Counted by the openings themselves.
        let mistakes = |mv| {
            let after = position.play(mv);
            let is_saved = |reply| {
                let position: Standard = after.play(reply);
                book::embedded().iter().find_map(|book| book.result(&position)).unwrap() >= 0
            };
            after.moves().filter(|&reply| is_saved(reply)).count()
        };
        assert_eq!(Some(mistakes(decision.best)), position.moves().map(mistakes).max());
        assert_eq!(decision.line, [decision.best]);
    }

    #[test]
    fn stopped_at_once_it_still_answers_and_claims_nothing() {
        let position = position("444443212222");
        let decision = Perfect::new(1 << 16).choose(&position, &Limits { stop: &|| true }).unwrap();
        assert_eq!((decision.proof, decision.value), (None, None));
        let mut finished = Standard::EMPTY;
        for column in [0, 1, 0, 1, 0, 1, 0] {
            finished = finished.play(Column::new(column));
        }
        assert_eq!(Perfect::new(0).choose(&finished, &Limits::NONE), None);
    }
}
