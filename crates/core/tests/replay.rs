//! The replay search equals the textbook search in every number, on random cases of every game.
//!
//! The number of cases is 2,000, or what the environment variable `PLYGROUND_CASES` says.

use plyground_core::rng::Rng;
use plyground_core::search::{Algorithm, CutRule};
use plyground_core::{Evaluation, Game, GameId, Position, dispatch};

/// A position reached by random moves, with turns lost on the way; sometimes a finished game.
fn random_position<P: Position>(mut position: P, rng: &mut Rng) -> P {
    for _ in 0..rng.below(position.plies_left() as usize + 1) {
        if rng.below(6) == 0 {
            position = position.skip();
        }
        let Some(mv) = rng.pick(position.moves()) else { break };
        position = position.play(mv);
    }
    position
}

/// The greatest depth at which plain minimax stays below about 20,000 nodes, at least 1.
fn affordable_depth<P: Position>(position: &P) -> usize {
    let width = position.moves().count().max(2);
    let depth = (1..).find(|&depth| width.pow(depth) > 20_000).expect("the power grows");
    (depth as usize - 1).max(1)
}

fn compare<P: Position>(evaluation: &Evaluation<P>, start: P, rng: &mut Rng) {
    const ALGORITHMS: [Algorithm; 3] =
        [Algorithm::Minimax, Algorithm::AlphaBeta(CutRule::AtEqual), Algorithm::AlphaBeta(CutRule::Beyond)];
    const BYTES: [usize; 4] = [0, 1 << 13, 1 << 16, 1 << 24];
    let position = random_position(start, rng);
    let algorithm = ALGORITHMS[rng.below(ALGORITHMS.len())];
    let bytes = BYTES[rng.below(BYTES.len())];
    // Up to two plies beyond the end of the game, where the depth must not matter.
    let most = affordable_depth(&position).min(position.plies_left() as usize + 2);
    let depth = u32::try_from(rng.below(most + 1)).expect("small");
    let textbook = evaluation.textbook(algorithm, &position, depth);
    let case = || format!("{} {algorithm:?} depth {depth} {bytes} bytes {position:?}", evaluation.name);
    assert_eq!(evaluation.replay(algorithm, &position, depth, bytes), textbook, "{}", case());
    let answer = evaluation.answer(algorithm, &position, depth, bytes);
    assert_eq!(answer, (textbook.choice, textbook.counts.examined()), "{}", case());
}

#[test]
fn replay_equals_textbook() {
    let cases = match std::env::var("PLYGROUND_CASES") {
        Ok(text) => text.parse().expect("PLYGROUND_CASES is a number"),
        Err(_) => 2_000,
    };
    let mut rng = Rng::new(2);
    for _ in 0..cases {
        let game = GameId::ALL[rng.below(GameId::ALL.len())];
        dispatch!(game, G => {
            let evaluations = G::evaluations();
            compare(&evaluations[rng.below(evaluations.len())], G::start(), &mut rng);
        });
    }
}
