//! Graded players for courses: opponents that a class can beat one after the other.

use super::kind::SEED;
use super::{Agent, AgentInfo, AgentOption, OptionKey};
use crate::rng::Rng;
use crate::search::engine::{POLL, TABLE_BYTES};
use crate::search::{Algorithm, CutRule};
use crate::{Decision, Evaluation, Game, Limits, Outcome, Position, stop_after};

pub(super) const INFO: AgentInfo = AgentInfo {
    options: &[AgentOption { key: OptionKey::Level, default: "3" }, SEED],
    ..AgentInfo::new(
        "graded",
        "five levels for courses: 1 moves at random, but wins at once where it can; 2 looks one ply ahead, and \
                        moves at random one time in four; 3 searches two plies and 4 four plies; 5 is the engine \
                        with 8 to 25 thousand nodes a move, and with its openings",
    )
};

pub(super) const LEVELS: u32 = 5;

/// The level of a player whose spec names none.
pub(super) const USUAL_LEVEL: u32 = 3;

/// Plays at one of five levels, each of which is at least as strong as the one below (`docs/strength.md`):
///
/// 1. a random move, but one that wins at once if there is one;
/// 2. the best move one ply ahead by the evaluation, but one time in four a random one;
/// 3. the best move of a search to 2 plies;
/// 4. the best move of a search to 4 plies;
/// 5. what the engine chooses after 8 to 25 thousand nodes, or by its openings.
///
/// Of equal moves one is drawn, and so is the number of nodes, so that games differ. Equal seeds play equal
/// games. Searches to a depth do not look at the limits: they take milliseconds.
pub(super) struct Graded<P: Position> {
    level: u32,
    rng: Rng,
    evaluation: &'static Evaluation<P>,
    /// Plays for level 5.
    engine: Option<Box<dyn Agent<P>>>,
}

impl<P: Position> Graded<P> {
    /// A player at this level; levels beyond the last are taken as the last. It uses `eval`. At the last level
    /// the game's own engine plays, if there is one.
    pub(super) fn of<G: Game<Position = P>>(eval: &'static Evaluation<P>, level: u32, seed: u64) -> Self {
        let engine = || G::engine(1).unwrap_or_else(|| eval.engine(u32::MAX, TABLE_BYTES));
        Self { level, rng: Rng::new(seed), evaluation: eval, engine: (level >= LEVELS).then(engine) }
    }

    /// One of the moves that are best `depth` plies ahead.
    fn best(&mut self, position: &P, depth: u32) -> Option<P::Move> {
        let turn = position.turn();
        let me = self.evaluation.maximiser(turn);
        let sign = if me == turn { 1 } else { -1 };
        let algorithm = Algorithm::AlphaBeta(CutRule::AtEqual);
        let value = |mv| {
            let after = position.play(mv);
            sign * self.evaluation.answer(algorithm, &after, depth - 1, me, TABLE_BYTES).0.value
        };
        let values: Vec<(P::Move, i32)> = position.moves().map(|mv| (mv, value(mv))).collect();
        let best = values.iter().map(|&(_, value)| value).max()?;
        self.rng.pick(values.iter().filter(|&&(_, value)| value == best)).map(|&(mv, _)| mv)
    }

    /// A random move, or the first that wins at once.
    fn random(&mut self, position: &P) -> Option<P::Move> {
        let wins = |&mv: &P::Move| position.play(mv).outcome() == Some(Outcome::Win(position.turn()));
        position.moves().find(wins).or_else(|| self.rng.pick(position.moves()))
    }
}

impl<P: Position> Agent<P> for Graded<P> {
    fn choose(&mut self, position: &P, limits: &Limits<'_>) -> Option<Decision<P::Move>> {
        if let Some(engine) = &mut self.engine {
            let is_enough = stop_after((8 + self.rng.below(17)) as u64 * 1000 / POLL);
            return engine.choose(position, &Limits { stop: &|| is_enough() || (limits.stop)() });
        }
        let mv = match self.level {
            0 | 1 => self.random(position),
            2 if self.rng.below(4) == 0 => self.rng.pick(position.moves()),
            2 => self.best(position, 1),
            3 => self.best(position, 2),
            _ => self.best(position, 4),
        };
        mv.map(Decision::unsearched)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::Player;
    use crate::games::breakthrough::Breakthrough;
    use crate::games::connect_four::{ConnectFour, Standard, notation};
    use crate::games::laws;

    laws!(games_differ_by_their_seeds_only);

    fn player<G: Game>(level: u32, seed: u64) -> Graded<G::Position> {
        Graded::of::<G>(&G::evaluations()[0], level, seed)
    }

    /// The moves of a game between two levels from this position, and who won.
    fn play<G: Game>(
        start: G::Position,
        levels: [u32; 2],
        seed: u64,
    ) -> (Vec<<G::Position as Position>::Move>, Option<Player>) {
        let mut players = [player::<G>(levels[0], seed), player::<G>(levels[1], seed + 1)];
        let (mut position, mut moves) = (start, Vec::new());
        while let Some(decision) = players[position.turn() as usize].choose(&position, &Limits::NONE) {
            assert!(position.moves().any(|mv| mv == decision.best), "{position:?}");
            moves.push(decision.best);
            position = position.play(decision.best);
        }
        (moves, position.outcome().expect("the game is over").winner())
    }

    fn games_differ_by_their_seeds_only<G: Game>() {
        for level in 1..=LEVELS {
            let game = |seed| play::<G>(G::start(), [level; 2], seed);
            let first = game(5);
            assert_eq!(game(5), first);
            let games: BTreeSet<_> = [first.0, game(10).0, game(20).0].into();
            assert!(games.len() >= 2, "{} at level {level}", G::NAME);
        }
    }

    #[test]
    fn every_level_beats_the_one_below() {
        for level in 1..LEVELS {
            let mut rng = Rng::new(u64::from(level));
            let mut won = 0;
            for seed in 0..10 {
                let start = rng.play(Breakthrough::start(), 6, 0);
                for strong in Player::BOTH {
                    let mut levels = [level; 2];
                    levels[strong as usize] += 1;
                    won += u32::from(play::<Breakthrough>(start, levels, 100 * seed).1 == Some(strong));
                }
            }
            assert!(won >= 13, "level {} won {won} of 20", level + 1);
        }
    }

    #[test]
    fn all_levels_but_the_second_win_at_once() {
        // Yellow, whose values are negated for COMP3608, completes a four in column 3.
        let state = "yyy.rr.,.......,.......,.......,.......,.......";
        let position = notation::parse_state(state, Player::Second).expect("a board");
        for level in [1, 3, 4, 5, 6] {
            for seed in 0..10 {
                let decision = player::<ConnectFour>(level, seed).choose(&position, &Limits::NONE);
                assert_eq!(decision.map(|decision| decision.best.index()), Some(3), "level {level}");
            }
        }
    }

    #[test]
    fn equal_moves_are_drawn() {
        let columns = |position: &Standard, level| -> BTreeSet<u8> {
            let decide = |seed| player::<ConnectFour>(level, seed).choose(position, &Limits::NONE);
            (0..200).filter_map(decide).map(|decision| decision.best.index()).collect()
        };
        let pair = notation::parse_state("rr.....,.......,.......,.......,.......,.......", Player::First);
        let pair = pair.expect("a board");
        assert_eq!(columns(&pair, 3), BTreeSet::from([2]), "three in a row are worth most");
        assert_eq!(columns(&pair, 1).len(), 7);
        assert_eq!(columns(&pair, 2).len(), 7, "one move in four is random");
        assert_eq!(columns(&ConnectFour::start(), 3).len(), 7);
    }
}
