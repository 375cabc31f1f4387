//! The small questions by which a program for COMP3608 is tried: the basics, and then part by part.

use std::sync::OnceLock;

use plyground_core::games::connect_four::Standard;
use plyground_core::rng::Rng;
use plyground_core::search::{Algorithm, CutRule};
use plyground_core::{Player, Position};

use super::inquiry::Pool;
use super::question::{Search, Searched};
use crate::comp3608::{Comp3608, Mistake, Question, answer};
use crate::diagnose::Explain;
use crate::engine::basics::Basic;
use crate::engine::case::board::{self, Kind};
use crate::engine::case::tree::fitting;

/// The random question of a seed, with five plies and 400 nodes at the most; `None` if its game is over.
pub fn probe(seed: u32) -> Option<Question> {
    let rng = &mut Rng::new(u64::from(seed));
    let deepest = 1 + u32::try_from(rng.below(5)).ok()?;
    let kind = Kind::pick(rng);
    let position = board::random(kind, rng);
    if position.outcome().is_some() {
        return None;
    }
    let depth = fitting(&position, [1, deepest], 400)?.min(deepest);
    let algorithm = if depth == 1 || rng.below(2) == 0 { M } else { A };
    Some(Question { position, algorithm, depth })
}

/// The questions, with what programs answer to them that are wrong in one way; found out once.
pub(super) fn pool() -> &'static Pool {
    static POOL: OnceLock<Pool> = OnceLock::new();
    POOL.get_or_init(|| {
        let mut questions: Vec<Question> = of_sorts().iter().flatten().copied().collect();
        let basics = questions.len();
        questions.extend(SEEDS.iter().filter_map(|&seed| probe(seed)));
        Pool::new(basics, questions)
    })
}

const M: Algorithm = Algorithm::Minimax;
const A: Algorithm = Algorithm::AlphaBeta(CutRule::AtEqual);

/// Questions of one sort: how many, on which boards, of which algorithm and depth, and what they must be like.
type Sort = (usize, Kind, Algorithm, u32, fn(&Question) -> bool);

/// The sorts of questions for the basics, the smallest first.
const SORTS: [Sort; 12] = [
    (3, Kind::Played, M, 1, |question| question.position.turn() == Player::First && is_telling(question)),
    (3, Kind::Played, M, 1, |question| question.position.turn() == Player::Second && is_telling(question)),
    (2, Kind::LeftFull, M, 1, |question| is_quiet(question) && question.position.moves().count() < 7),
    (2, Kind::Played, M, 1, |question| is_quiet(question) && !is_unique(question)),
    (3, Kind::Played, M, 2, |question| {
        is_telling(question) && changes(question, Mistake::OnePlyShallower, COLUMN)
    }),
    (2, Kind::Played, M, 2, |question| is_won_by(question, 0)),
    (2, Kind::Played, M, 2, |question| is_won_by(question, 1)),
    (2, Kind::Played, M, 2, |question| is_won_by(question, 2)),
    (2, Kind::Played, M, 2, |question| is_won_by(question, 3)),
    (2, Kind::NearlyFull, M, 3, |question| is_quiet(question) && question.position.board().empty_cells() < 3),
    (3, Kind::Played, M, 3, is_unique),
    (3, Kind::Played, A, 3, |question| is_unique(question) && changes(question, Mistake::NoPruning, NODES)),
];

/// The parts of an answer, by their places in [`Explain::PARTS`].
const COLUMN: usize = 0;
const NODES: usize = 1;

/// What every program must get right, by which part of the answers to which sorts of questions. The simplest come first.
const BASICS: [(&str, usize, &[usize]); 17] = [
    ("nodes at depth 1", NODES, &[0, 1]),
    ("nodes at depth 1 where columns are full", NODES, &[2]),
    ("the column at depth 1, red to move", COLUMN, &[0]),
    ("the column at depth 1, yellow to move", COLUMN, &[1]),
    ("the column where several are equally good", COLUMN, &[3]),
    ("nodes at depth 2 where nobody wins", NODES, &[4]),
    ("the column at depth 2 where nobody wins", COLUMN, &[4]),
    ("nodes where four in a column end the game", NODES, &[5]),
    ("nodes where four in a row end the game", NODES, &[6]),
    ("nodes where four on a rising diagonal end the game", NODES, &[7]),
    ("nodes where four on a falling diagonal end the game", NODES, &[8]),
    ("the column that wins at once", COLUMN, &[5, 6, 7, 8]),
    ("nodes where the board becomes full", NODES, &[9]),
    ("the column of M at depth 3", COLUMN, &[10]),
    ("nodes of M at depth 3", NODES, &[10]),
    ("the column of A at depth 3", COLUMN, &[11]),
    ("nodes of A at depth 3", NODES, &[11]),
];

/// What every program must get right, and the questions that show it.
pub(super) fn basics(task: &Search) -> Vec<Basic<Searched>> {
    let sorts = of_sorts();
    let of = |(name, number, places): (&'static str, usize, &[usize])| {
        let questions = places.iter().flat_map(|&sort| &sorts[sort]).map(|question| task.asks(*question));
        Basic { name, number, questions: questions.collect() }
    };
    BASICS.map(of).to_vec()
}

/// The questions of each sort; found once.
fn of_sorts() -> &'static [Vec<Question>] {
    static ALL: OnceLock<Vec<Vec<Question>>> = OnceLock::new();
    ALL.get_or_init(|| {
        let rng = &mut Rng::new(0);
        let of = |&(count, boards, algorithm, depth, fits): &Sort| {
            let draw = || Question { position: board::random(boards, rng), algorithm, depth };
            let is_fit = |question: &Question| question.position.outcome().is_none() && fits(question);
            std::iter::repeat_with(draw).filter(is_fit).take(count).collect()
        };
        SORTS.iter().map(of).collect()
    })
}

/// Whether a mistake alone changes a part of the answer.
fn changes(question: &Question, mistake: Mistake, number: usize) -> bool {
    let part = |mistakes: &[Mistake]| Comp3608::part(&answer(question, mistakes), number);
    part(&[mistake]) != part(&[])
}

/// Whether one column is better than all others.
fn is_unique(question: &Question) -> bool {
    !changes(question, Mistake::LastTieKept, COLUMN)
}

/// Whether nobody wins as far as the search goes.
fn is_quiet(question: &Question) -> bool {
    fn wins(position: &Standard, depth: u32) -> bool {
        depth > 0
            && position.moves().any(|column| {
                let next = position.play(column);
                next.outcome().map_or_else(|| wins(&next, depth - 1), |outcome| outcome.winner().is_some())
            })
    }
    !wins(&question.position, question.depth)
}

/// Whether nobody wins, all columns are open, and one of them is better than all others, by what the evaluation says.
fn is_telling(question: &Question) -> bool {
    is_quiet(question)
        && question.position.moves().count() == 7
        && is_unique(question)
        && changes(question, Mistake::EvaluationNegated, COLUMN)
}

/// Whether the side to move wins at once, and all that wins are lines of one direction.
fn is_won_by(question: &Question, direction: usize) -> bool {
    let missed =
        [Mistake::NoVerticalWins, Mistake::NoHorizontalWins, Mistake::NoRisingWins, Mistake::NoFallingWins];
    let is_at_once = !is_quiet(&Question { depth: 1, ..*question });
    is_at_once && (0..4).all(|other| changes(question, missed[other], NODES) == (other == direction))
}

/// Seeds of questions that every way in which a part can be wrong changes, and that tell these ways apart, as far as small
/// questions do. The test `seeds_are_chosen_among_many` says how they are found.
#[rustfmt::skip]
pub const SEEDS: &[u32] = &[
    0, 5, 6, 8, 9, 11, 12, 14, 16, 19, 20, 22, 23, 26, 33, 36, 38, 39, 42, 43, 47, 49, 52, 53, 54, 58, 61,
    63, 64, 71, 74, 75, 80, 85, 86, 87, 88, 90, 92, 100, 101, 103, 104, 106, 108, 110, 112, 113, 115, 116,
    124, 125, 127, 134, 141, 145, 148, 155, 161, 166, 171, 172, 180, 181, 185, 197, 214, 215, 227, 232, 236,
    243, 245, 247, 252, 255, 256, 273, 283, 293, 294, 302, 305, 314, 318, 321, 325, 338, 348, 360, 364, 369,
    371, 383, 390, 415, 417, 461, 470, 482, 484, 537, 541, 547, 554, 556, 574, 601, 623, 641, 645, 647, 657,
    687, 694, 718, 729, 743, 807, 828, 840, 851, 863, 893, 1062, 1123, 1327, 1342, 1350, 1475, 1492, 1506,
    1510, 1553, 1572, 1576, 1603, 1605, 1729, 1843, 1850, 1868, 1881, 1982, 2007, 2021, 2053, 2229, 2387,
    2980, 3206, 3222, 3957, 3983, 4311, 4426, 4553, 4997, 5056, 5092, 5450, 5536, 5699, 6027, 6206, 6219,
    6312, 6637, 7673, 7951, 9989, 10424, 10919, 12314,
];
