//! The replay search equals the textbook search in every number, on random cases of every game.
//!
//! The number of cases is 2,000, or what the environment variable `PLYGROUND_CASES` says.

use std::sync::atomic::{AtomicU32, Ordering};

use plyground_core::games::adjacent_four::AdjacentFour;
use plyground_core::games::breakthrough::Breakthrough;
use plyground_core::games::connect_four::{self, ConnectFour};
use plyground_core::games::gravity::Gravity;
use plyground_core::games::max_connect_four::MaxConnectFour;
use plyground_core::grid::Grid;
use plyground_core::rng::Rng;
use plyground_core::search::{Algorithm, CutRule};
use plyground_core::{ByPlayer, Evaluation, Game, Limits, Player, Position, Stopped};

/// A board of random heights and colours, sparse ones too: any numbers of pieces, full columns, fours of either side.
fn random_board(rng: &mut Rng) -> Gravity<7, 6> {
    let (mut stones, density) = (ByPlayer::new(0, 0), 1 + rng.below(7));
    for column in 0..7 {
        let height = u32::try_from(rng.below(density)).expect("at most 6");
        for row in 0..height {
            stones[Player::BOTH[rng.below(2)]] |= Grid::<7, 6>::bit(column, row);
        }
    }
    Gravity::new(stones, Player::BOTH[rng.below(2)]).expect("nothing floats")
}

/// A depth at which plain minimax stays below about `nodes` nodes, or 1.
fn affordable_depth<P: Position>(position: &P, nodes: usize) -> usize {
    let width = position.moves().count().max(2);
    (nodes.ilog(width) as usize).max(1)
}

fn compare<P: Position>(evaluation: &Evaluation<P>, position: &P, rng: &mut Rng) {
    const ALGORITHMS: [Algorithm; 3] =
        [Algorithm::Minimax, Algorithm::AlphaBeta(CutRule::AtEqual), Algorithm::AlphaBeta(CutRule::Beyond)];
    const BYTES: [usize; 4] = [0, 1 << 13, 1 << 16, 1 << 24];
    let algorithm = ALGORITHMS[rng.below(ALGORITHMS.len())];
    let bytes = BYTES[rng.below(BYTES.len())];
    // Mostly small trees, so that there can be many, and some large ones.
    let nodes = if rng.below(20) == 0 { 50_000 } else { 1_500 };
    // Up to two plies beyond the end of the game, where the depth must not matter.
    let most = affordable_depth(position, nodes).min(position.plies_left() as usize + 2);
    let depth = u32::try_from(rng.below(most + 1)).expect("small");
    let textbook = evaluation.textbook(algorithm, position, depth);
    let case = || format!("{} {algorithm:?} depth {depth} {bytes} bytes {position:?}", evaluation.name);
    assert_eq!(evaluation.replay(algorithm, position, depth, bytes), textbook, "{}", case());
    let me = evaluation.maximiser(position.turn());
    let answer = evaluation.answer(algorithm, position, depth, me, bytes);
    assert_eq!(answer, (textbook.choice, textbook.counts.examined()), "{}", case());
}

/// The same in a random position of a game with turns lost on the way, sometimes finished, by one of its evaluations.
fn compare_some<G: Game>(rng: &mut Rng) {
    let evaluations = G::evaluations();
    let plies = rng.below(G::start().plies_left() as usize + 1);
    let position = rng.play(G::start(), plies, 6);
    compare(&evaluations[rng.below(evaluations.len())], &position, rng);
}

#[test]
fn replay_equals_textbook() {
    let cases = std::env::var("PLYGROUND_CASES");
    let cases = cases.map_or(2_000, |text| text.parse().expect("PLYGROUND_CASES is a number"));
    let mut rng = Rng::new(2);
    for _ in 0..cases {
        match rng.below(4) {
            0 => compare_some::<ConnectFour>(&mut rng),
            1 => compare_some::<MaxConnectFour>(&mut rng),
            2 => compare_some::<Breakthrough>(&mut rng),
            _ => compare_some::<AdjacentFour>(&mut rng),
        }
        let board = random_board(&mut rng);
        let evaluations = ConnectFour::evaluations();
        let evaluation = &evaluations[rng.below(evaluations.len())];
        compare(evaluation, &connect_four::Board::new(board), &mut rng);
    }
}

/// Limits end any search. A search that they do not stop is the same as without limits.
#[test]
fn limits_end_a_replay() {
    let position = ConnectFour::start();
    for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta(CutRule::AtEqual)] {
        let evaluation = ConnectFour::evaluations()[0];
        let whole = evaluation.replay(algorithm, &position, 9, 1 << 22);
        for most in [0, 3, 10, u32::MAX] {
            let asked = AtomicU32::new(0);
            let limits = Limits { stop: &|| asked.fetch_add(1, Ordering::Relaxed) >= most };
            let found = evaluation.replay_within(algorithm, &position, 9, 1 << 22, &limits);
            let expected = if most == u32::MAX { Ok(whole.clone()) } else { Err(Stopped) };
            assert_eq!(found, expected, "{algorithm:?} {most}");
            let asked = asked.into_inner();
            assert!(if most == u32::MAX { asked > 10 } else { asked == most + 1 }, "{asked}");
        }
    }
}
