//! The small questions by which a program for COMP3608 is tried part by part.

use std::sync::OnceLock;

use plyground_core::Position;
use plyground_core::rng::Rng;
use plyground_core::search::{Algorithm, CutRule};

use super::{Comp3608, Question};
use crate::engine::case::board::{self, Kind};
use crate::engine::case::tree::fitting;
use crate::engine::diagnose::Pool;

/// The most nodes of a right search.
const MOST_NODES: u64 = 400;

/// The greatest depth, in plies.
const DEEPEST: usize = 5;

/// The small random question of a seed; `None` if its game is over.
pub fn probe(seed: u32) -> Option<Question> {
    let rng = &mut Rng::new(u64::from(seed));
    let deepest = 1 + u32::try_from(rng.below(DEEPEST)).ok()?;
    let kind = Kind::pick(rng);
    let position = board::random(kind, rng);
    if position.outcome().is_some() {
        return None;
    }
    let depth = fitting(&position, [1, deepest], MOST_NODES)?.min(deepest);
    let is_minimax = depth == 1 || rng.below(2) == 0;
    let algorithm = if is_minimax { Algorithm::Minimax } else { Algorithm::AlphaBeta(CutRule::AtEqual) };
    Some(Question { position, algorithm, depth })
}

/// The questions, with what programs answer to them that are wrong in one way; found out once.
pub(super) fn pool() -> &'static Pool<Comp3608> {
    static POOL: OnceLock<Pool<Comp3608>> = OnceLock::new();
    POOL.get_or_init(|| Pool::new(SEEDS.iter().filter_map(|&seed| probe(seed)).collect()))
}

/// Seeds of questions that every way in which a part can be wrong changes, and that tell these ways apart, as far as small
/// questions do. The test `seeds_are_chosen_among_many` says how they are found.
#[rustfmt::skip]
pub const SEEDS: &[u32] = &[
    0, 5, 6, 8, 9, 11, 12, 14, 16, 19, 20, 22, 23, 26, 33, 36, 38, 39, 42, 43, 47, 49, 52, 53, 54, 58, 61,
    63, 64, 71, 74, 75, 80, 85, 86, 87, 88, 90, 92, 101, 103, 104, 106, 108, 110, 112, 113, 115, 116, 124,
    125, 127, 134, 141, 148, 155, 161, 166, 171, 180, 181, 185, 197, 215, 227, 232, 236, 243, 245, 247, 252,
    255, 256, 273, 293, 294, 302, 305, 318, 321, 325, 348, 369, 371, 383, 390, 461, 484, 537, 547, 554, 556,
    574, 601, 623, 641, 647, 657, 718, 729, 828, 840, 851, 863, 893, 1123, 1475, 1510, 1553, 1572, 1603,
    1605, 1729, 1843, 1850, 1868, 1881, 2053, 2229, 2980, 3206, 3222, 3957, 3983, 4311, 4426, 4553, 5056,
    5092, 5450, 5536, 5699, 6027, 6219, 6312, 9989, 10424, 10919, 12314,
];
