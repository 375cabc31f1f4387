//! Node counts that no textbook search could reach, against closed forms.

use std::ops::Range;

use plyground_core::search::{Algorithm, CutRule, replay};
use plyground_core::{Evaluate, Outcome, Player, Position};

const MINIMAX: Algorithm = Algorithm::Minimax;
const ALPHA_BETA: Algorithm = Algorithm::AlphaBeta(CutRule::AtEqual);
const NEVER_CUTS: Algorithm = Algorithm::AlphaBeta(CutRule::Beyond);
/// Room for the smallest layer of every remaining depth.
const BYTES: usize = 1 << 26;

/// A game in which all moves lead to the same position, so that the tree is huge and its positions few.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Ladder {
    left: u32,
    /// Moves of every position but one.
    branching: u8,
    /// With this many plies left there are three.
    narrow: u32,
    turn: Player,
}

fn ladder(left: u32, branching: u8) -> Ladder {
    Ladder { left, branching, narrow: u32::MAX, turn: Player::First }
}

impl Position for Ladder {
    type Move = u8;
    type Moves = Range<u8>;

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then_some(Outcome::Draw)
    }

    fn moves(&self) -> Range<u8> {
        match self.left {
            0 => 0..0,
            left if left == self.narrow => 0..3,
            _ => 0..self.branching,
        }
    }

    fn play(&self, _: u8) -> Self {
        Self { left: self.left - 1, ..self.skip() }
    }

    fn skip(&self) -> Self {
        Self { turn: self.turn.opponent(), ..*self }
    }

    fn plies_left(&self) -> u32 {
        self.left
    }

    fn key(&self) -> u64 {
        2 * u64::from(self.left) + self.turn as u64
    }
}

/// Everything is worth the same, so alpha-beta cuts wherever alpha and beta may be equal, and nowhere else.
#[derive(Default)]
struct Level;

impl Evaluate<Ladder> for Level {
    fn utility(&self, _: Outcome, _: &Ladder, _: Player) -> i32 {
        0
    }

    fn evaluate(&self, _: &Ladder, _: Player) -> i32 {
        0
    }
}

fn examined(position: &Ladder, algorithm: Algorithm, depth: u32) -> u128 {
    let (choice, examined) = replay::answer(algorithm, position, depth, &Level, Player::First, BYTES);
    assert_eq!((choice.best, choice.value), (Some(0), 0));
    examined
}

fn by_ply(position: &Ladder, algorithm: Algorithm, depth: u32) -> Vec<u128> {
    replay::search(algorithm, position, depth, &Level, Player::First, BYTES).counts.by_ply().to_vec()
}

#[test]
fn counts_beyond_64_bits_are_exact_for_minimax() {
    let position = ladder(100, 3);
    let powers: Vec<u128> = (0..=80).map(|ply| 3u128.pow(ply)).collect();
    assert_eq!(by_ply(&position, MINIMAX, 80), powers);
    assert_eq!(examined(&position, MINIMAX, 80), powers.iter().sum());
}

#[test]
fn a_count_whose_low_word_is_0_is_exact() {
    // Under four moves a ply (4^32 - 1) / 3 nodes, above them three moves: 2^64 in all.
    for (left, nodes) in [(32, 1 << 64), (33, 1 + 4 * (1 << 64)), (34, 5 + 16 * (1 << 64))] {
        assert_eq!(examined(&Ladder { narrow: 32, ..ladder(left, 4) }, MINIMAX, left), nodes);
    }
}

#[test]
fn alpha_beta_examines_the_least_tree_of_equal_values() {
    // Knuth and Moore 1975: b^ceil(p/2) + b^floor(p/2) - 1 nodes at ply p.
    let least = |b: u128, ply: u32| b.pow(ply.div_ceil(2)) + b.pow(ply / 2) - 1;
    for (branching, depth) in [(2, 30), (3, 20), (7, 40)] {
        let position = ladder(60, branching);
        let expected: Vec<u128> = (0..=depth).map(|ply| least(u128::from(branching), ply)).collect();
        assert_eq!(by_ply(&position, ALPHA_BETA, depth), expected);
        assert_eq!(examined(&position, ALPHA_BETA, depth), expected.iter().sum());
    }
}

#[test]
fn counts_of_alpha_beta_are_exact_where_they_outgrow_half_a_word() {
    // 2^32 nodes and more below depth 9, where a count shares its word with the value.
    for branching in [11, 12, 13, 40] {
        let position = ladder(12, branching);
        for depth in 8..=11 {
            let b = u128::from(branching);
            let powers: Vec<u128> = (0..=depth).map(|ply| b.pow(ply)).collect();
            assert_eq!(by_ply(&position, NEVER_CUTS, depth), powers);
            assert_eq!(examined(&position, NEVER_CUTS, depth), powers.iter().sum());
        }
    }
}

#[test]
fn depth_beyond_the_end_of_the_game_costs_nothing() {
    let position = ladder(5, 3);
    for algorithm in [MINIMAX, ALPHA_BETA, NEVER_CUTS] {
        assert_eq!(examined(&position, algorithm, u32::MAX), examined(&position, algorithm, 5));
        assert_eq!(by_ply(&position, algorithm, u32::MAX), by_ply(&position, algorithm, 5));
    }
}

#[test]
fn counts_too_large_for_their_type_stay_at_its_greatest_number() {
    let position = ladder(200, 2);
    assert_eq!(examined(&position, MINIMAX, 126), (1 << 127) - 1);
    assert_eq!(examined(&position, MINIMAX, 127), u128::MAX);
    assert_eq!(examined(&position, MINIMAX, 200), u128::MAX);
    assert_eq!(examined(&position, NEVER_CUTS, 62), (1 << 63) - 1);
    assert_eq!(examined(&position, NEVER_CUTS, 63), u128::from(u64::MAX));
    assert_eq!(examined(&position, NEVER_CUTS, 100), u128::from(u64::MAX));
    let plies = by_ply(&position, NEVER_CUTS, 80);
    for (ply, count) in (0..).zip(plies) {
        assert_eq!(count, u128::from(2u64.checked_pow(ply).unwrap_or(u64::MAX)), "ply {ply}");
    }
    assert_eq!(by_ply(&position, MINIMAX, 200).iter().sum::<u128>(), u128::MAX);
}
