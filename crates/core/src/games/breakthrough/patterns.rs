//! The evaluation by patterns: the weighted contents of every square of nine cells.
//!
//! There are 16 squares of three columns and three rows on the board, and each shows one of 19683 patterns of
//! own pawns, enemy pawns and empty cells. Every pattern has a separate weight for each place of a square,
//! the same for a square and its mirror image. The sum of the 16 weights is 100 times the logarithm of the odds of
//! winning. The board is seen by the side to move, so the weights include the value of the move.
//! (Linear sums over patterns: Buro, *From Simple Features to Sophisticated Evaluation Functions*, 1999, for
//! Othello.)
//!
//! The weights are data, fitted to games of the engine against itself by the program
//! `examples/breakthrough_fit.rs`; `docs/strength.md` says how, and what came of it.

use std::ops::Deref;

use super::{Board, Standard, TERNARY, seen_by_mover};
use crate::{Evaluate, Outcome, Player, Position, Term};

/// Cells of a window: three columns and three rows.
const CELLS: usize = 9;
/// Patterns of a window.
const PATTERNS: usize = 19_683;
/// Windows beside each other, and as many above each other.
const ACROSS: u32 = 4;
/// Windows on the board.
pub const WINDOWS: usize = (ACROSS * ACROSS) as usize;
/// Windows that are not mirror images of others.
const DIFFERENT: usize = WINDOWS / 2;
/// The number of weights.
pub const WEIGHTS: usize = DIFFERENT * PATTERNS;

/// The value of a win, and the limit of a sum: more than any sum of fitted weights.
const WIN: i32 = 10_000;

/// A square of nine cells.
#[derive(Clone, Copy, Debug)]
struct Window {
    /// Its lowest cell on the left.
    origin: u32,
    /// Whether its weights are those of the mirror image.
    is_mirrored: bool,
    /// Where its weights begin.
    weights: usize,
}

/// All windows, from left to right and upwards.
const ALL: [Window; WINDOWS] = {
    let mut all = [Window { origin: 0, is_mirrored: false, weights: 0 }; WINDOWS];
    let mut number = 0;
    while number < ACROSS * ACROSS {
        let (row, column) = (number / ACROSS, number % ACROSS);
        let image = ACROSS - 1 - column;
        let is_mirrored = image < column;
        let different = row * (ACROSS / 2) + if is_mirrored { image } else { column };
        let weights = different as usize * PATTERNS;
        all[number as usize] = Window { origin: row * 6 + column, is_mirrored, weights };
        number += 1;
    }
    all
};

/// The cells of a window as base-3 digits, as they stand and mirrored.
static DIGITS: [[u16; 1 << CELLS]; 2] = {
    let mut digits = [TERNARY; 2];
    let mut set = 0;
    while set < 1 << CELLS {
        // The outer cells of each row of three change places.
        digits[1][set] = TERNARY[set & 0o222 | (set & 0o111) << 2 | (set & 0o444) >> 2];
        set += 1;
    }
    digits
};

impl Window {
    /// Those of the cells that lie in the window, as nine bits.
    #[inline]
    const fn cut(self, cells: u64) -> usize {
        let cells = cells >> self.origin;
        #[expect(clippy::cast_possible_truncation, reason = "nine bits are left")]
        let cut = (cells & 0b111 | cells >> 3 & 0b11_1000 | cells >> 6 & 0b1_1100_0000) as usize;
        cut
    }

    /// The place of the weight of what the window shows.
    #[inline]
    fn place(self, own: u64, other: u64) -> usize {
        let digits = &DIGITS[usize::from(self.is_mirrored)];
        self.weights + usize::from(digits[self.cut(own)]) + 2 * usize::from(digits[self.cut(other)])
    }
}

/// The places of the 16 weights that count in a position, for the side to move.
pub fn places(position: &Standard) -> [usize; WINDOWS] {
    let [own, other] = seen_by_mover(position).pawns.into_array();
    ALL.map(|window| window.place(own, other))
}

/// The names of windows by their corners.
macro_rules! names {
    ($(($from:literal, $to:literal)),*) => {
        [$(concat!("cells ", $from, " to ", $to, ", seen by the side to move")),*]
    };
}

/// The windows, seen by the side to move as White sees the board.
#[rustfmt::skip]
pub(super) const NAMES: [&str; WINDOWS] = names![
    ("A1", "C3"), ("B1", "D3"), ("C1", "E3"), ("D1", "F3"),
    ("A2", "C4"), ("B2", "D4"), ("C2", "E4"), ("D2", "F4"),
    ("A3", "C5"), ("B3", "D5"), ("C3", "E5"), ("D3", "F5"),
    ("A4", "C6"), ("B4", "D6"), ("C4", "E6"), ("D4", "F6")
];

static FITTED: [i16; WEIGHTS] = {
    let bytes = include_bytes!("patterns.weights");
    assert!(bytes.len() == 2 * WEIGHTS, "two bytes for each weight");
    let mut weights = [0; WEIGHTS];
    let mut i = 0;
    while i < WEIGHTS {
        weights[i] = i16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]]);
        i += 1;
    }
    weights
};

/// The sum of the weights of the patterns in the 16 windows.
#[derive(Clone, Debug)]
pub struct Patterns<S = Fitted> {
    weights: S,
}

/// The weights that are built into the program.
#[derive(Clone, Copy, Default, Debug)]
pub struct Fitted;

impl Deref for Fitted {
    type Target = [i16; WEIGHTS];

    #[inline]
    fn deref(&self) -> &[i16; WEIGHTS] {
        &FITTED
    }
}

impl Default for Patterns {
    fn default() -> Self {
        Self { weights: Fitted }
    }
}

impl<S: Deref<Target = [i16; WEIGHTS]>> Patterns<S> {
    /// An evaluation with these weights.
    pub const fn new(weights: S) -> Self {
        Self { weights }
    }

    /// The sum for the side to move.
    #[inline]
    fn sum(&self, own: u64, other: u64) -> i32 {
        let weights = &*self.weights;
        let sum: i32 = ALL.iter().map(|window| i32::from(weights[window.place(own, other)])).sum();
        sum.clamp(1 - WIN, WIN - 1)
    }
}

impl<S: Deref<Target = [i16; WEIGHTS]> + Sync> Evaluate<Board<6, 6>> for Patterns<S> {
    #[inline]
    fn utility(&self, outcome: Outcome, _: &Standard, me: Player) -> i32 {
        outcome.worth(WIN, me)
    }

    #[inline]
    fn evaluate(&self, position: &Standard, me: Player) -> i32 {
        let [own, other] = seen_by_mover(position).pawns.into_array();
        let sum = self.sum(own, other);
        if position.turn() == me { sum } else { -sum }
    }

    fn terms(&self, position: &Standard, me: Player) -> Vec<Term> {
        let owner = position.turn();
        let sign = if owner == me { 1 } else { -1 };
        let weights = &*self.weights;
        let places = places(position);
        NAMES
            .into_iter()
            .zip(places)
            .map(|(name, place)| Term { name, owner, count: 1, weight: sign * i32::from(weights[place]) })
            .collect()
    }
}
