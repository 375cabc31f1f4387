//! Balanced openings: random moves that a shallow search finds undecided.
//!
//! Agents that never vary would play the same game again and again from the start position. Openings
//! are distinct, mirror images counted as the same, and both entrants of a meeting play each from both
//! sides, so that what is left of an imbalance cancels out.

use std::collections::HashSet;

use plyground_core::rng::Rng;
use plyground_core::{AnyGame, AnyMove, AnyPosition, Limits, Position, Stopped};

/// A position to begin games from, and how it comes about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The moves from the start position.
    pub moves: Vec<AnyMove>,
    /// The position after them. The game is not over.
    pub position: AnyPosition,
}

/// The rules by which openings are made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OpeningRules {
    /// Random moves. Where there are not enough different openings of this length, the next ones are
    /// longer.
    pub plies: u32,
    /// The depth in plies to which an opening is searched with the game's first evaluation. If the
    /// search proves a win, loss or draw, the opening is not used.
    pub depth: u32,
}

impl OpeningRules {
    /// Six random moves, or as many as leave most of a short game to be played, and a search to 4 plies.
    pub fn of(game: AnyGame) -> Self {
        Self { plies: (game.start().plies_left() / 5).clamp(1, 6), depth: 4 }
    }
}

/// Why there are not as many openings as were wanted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "openings: {wanted} wanted, but only {found} balanced ones were found; expected fewer or shorter ones"
)]
pub struct TooFewOpenings {
    /// How many were found.
    pub found: usize,
    /// How many were wanted.
    pub wanted: usize,
}

/// Tries in vain before openings become longer.
const MOST_MISSES: u32 = 200;

/// The table of the shallow search.
const TABLE_BYTES: usize = 1 << 16;

/// Makes openings of a game by a seed. Fewer openings of the same rules and seed are the first of more.
///
/// # Errors
///
/// If there are not enough within two thirds of the longest game.
pub fn generate(
    game: AnyGame,
    wanted: usize,
    rules: OpeningRules,
    seed: u64,
) -> Result<Vec<Opening>, TooFewOpenings> {
    let Ok(openings) = generate_within(game, wanted, rules, seed, &Limits::NONE) else {
        unreachable!("nothing stops it")
    };
    openings
}

/// The same within limits, which are asked before each opening.
///
/// # Errors
///
/// If the limits stop it first.
pub fn generate_within(
    game: AnyGame,
    wanted: usize,
    rules: OpeningRules,
    seed: u64,
    limits: &Limits<'_>,
) -> Result<Result<Vec<Opening>, TooFewOpenings>, Stopped> {
    let mut rng = Rng::new(seed);
    let mut engine = game.evaluations()[0].engine(rules.depth, TABLE_BYTES);
    let longest = game.start().plies_left() / 3 * 2;
    let mut plies = rules.plies;
    let (mut tried, mut misses) = (HashSet::new(), 0);
    let mut openings = Vec::new();
    while openings.len() < wanted {
        if (limits.stop)() {
            return Err(Stopped);
        }
        if misses > MOST_MISSES {
            (plies, misses) = (plies.saturating_add(1), 0);
        }
        if plies > longest {
            return Ok(Err(TooFewOpenings { found: openings.len(), wanted }));
        }
        let Opening { moves, position } = walk(game, plies, &mut rng);
        let mut is_undecided = || {
            let decision = engine.choose(&position, &Limits::NONE);
            decision.is_some_and(|decision| decision.proof.is_none())
        };
        if tried.insert(position.canonical_key()) && is_undecided() {
            openings.push(Opening { moves, position });
            misses = 0;
        } else {
            misses += 1;
        }
    }
    Ok(Ok(openings))
}

/// Random moves from the start position, fewer than `plies` if the game is over.
fn walk(game: AnyGame, plies: u32, rng: &mut Rng) -> Opening {
    let mut opening = Opening { moves: Vec::new(), position: game.start() };
    for _ in 0..plies {
        let Some(mv) = rng.pick(opening.position.moves()) else { break };
        opening.moves.push(mv);
        opening.position = opening.position.play(mv);
    }
    opening
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_core::games::breakthrough::Breakthrough;
    use plyground_core::games::connect_four::ConnectFour;

    /// Whether the side to move can force a win, or cannot avoid a loss, within so many plies.
    fn forced<P: Position>(position: &P, plies: u32) -> Option<bool> {
        if let Some(outcome) = position.outcome() {
            return outcome.winner().map(|winner| winner == position.turn());
        }
        if plies == 0 {
            return None;
        }
        let mut all_lose = true;
        for mv in position.moves() {
            match forced(&position.play(mv), plies - 1) {
                Some(false) => return Some(true),
                Some(true) => {}
                None => all_lose = false,
            }
        }
        all_lose.then_some(false)
    }

    fn check(game: AnyGame, plies: u32) {
        let rules = OpeningRules { plies, depth: 3 };
        let openings = generate(game, 40, rules, 3).unwrap();
        let mut keys = HashSet::new();
        for opening in &openings {
            assert!(opening.moves.len() >= plies as usize);
            let mut position = game.start();
            for &mv in &opening.moves {
                assert!(position.moves().any(|legal| legal == mv));
                position = position.play(mv);
            }
            assert_eq!(position, opening.position);
            assert!(keys.insert(position.canonical_key()), "openings are distinct");
            assert_eq!(position.outcome(), None);
            assert_eq!(forced(&position, 3), None, "{position:?} is decided");
        }
        assert_eq!(generate(game, 25, rules, 3).unwrap()[..], openings[..25]);
        assert_ne!(generate(game, 25, rules, 4).unwrap()[..], openings[..25]);
    }

    #[test]
    fn openings_are_distinct_balanced_and_reproducible() {
        for &game in AnyGame::all() {
            check(game, 4);
        }
        // Random play of this length often decides the game.
        check(AnyGame::of::<ConnectFour>(), 14);
        check(AnyGame::of::<Breakthrough>(), 18);
    }

    #[test]
    fn openings_grow_longer_where_there_are_not_enough() {
        let rules = OpeningRules { plies: 1, depth: 2 };
        let openings = generate(AnyGame::of::<ConnectFour>(), 30, rules, 1).unwrap();
        // The mirror images of three of seven columns do not count.
        assert_eq!(openings.iter().filter(|opening| opening.moves.len() == 1).count(), 4);
        assert_eq!(openings[29].moves.len(), 3);
        let none = OpeningRules { plies: 0, depth: 1 };
        assert_eq!(generate(AnyGame::of::<ConnectFour>(), 1, none, 1).unwrap()[0].moves, []);
        assert_eq!(generate(AnyGame::of::<ConnectFour>(), 0, none, 1).unwrap(), []);
    }

    #[test]
    fn limits_end_it() {
        let asked = std::sync::atomic::AtomicUsize::new(0);
        let stop = || asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) == 5;
        let game = AnyGame::of::<ConnectFour>();
        let stopped = generate_within(game, usize::MAX, OpeningRules::of(game), 1, &Limits { stop: &stop });
        assert_eq!(stopped, Err(Stopped));
    }

    #[test]
    fn impossible_wishes_are_refused() {
        let rules = OpeningRules { plies: 29, depth: 1 };
        let error = generate(AnyGame::of::<ConnectFour>(), 3, rules, 1).unwrap_err();
        assert_eq!((error.found, error.wanted), (0, 3));
        let expected =
            "openings: 3 wanted, but only 0 balanced ones were found; expected fewer or shorter ones";
        assert_eq!(error.to_string(), expected);
        let endless = OpeningRules { plies: u32::MAX, depth: 1 };
        assert!(generate(AnyGame::of::<ConnectFour>(), 1, endless, 1).is_err());
    }
}
