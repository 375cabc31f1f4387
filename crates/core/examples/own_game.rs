//! A game of one's own, tic-tac-toe, searched by everything that is made for all games.
//!
//! ```sh
//! cargo run --release -p plyground-core --example own_game
//! ```
//!
//! `docs/adding-a-game.md` goes on from here to a game that Plyground itself offers.

use std::io::Write as _;

use plyground_core::search::engine::Engine;
use plyground_core::search::{Algorithm, CutRule, replay, textbook};
use plyground_core::{Counts, Evaluate, Limits, Outcome, Player, Position, Term, VALUE_LIMIT, perft};

/// Rows, columns and diagonals; bit `3 * row + column` is a cell.
const LINES: [u16; 8] =
    [0b111, 0b111_000, 0b111_000_000, 0b1_001_001, 0b10_010_010, 0b100_100_100, 0b100_010_001, 0b1_010_100];

/// A board of three by three cells, and who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Board {
    /// Cells of the first player and of the second.
    stones: [u16; 2],
    turn: Player,
}

impl Board {
    const EMPTY: Self = Self { stones: [0; 2], turn: Player::First };

    fn has_line(stones: u16) -> bool {
        LINES.iter().any(|line| stones & line == *line)
    }

    const fn empty(self) -> u16 {
        0o777 & !(self.stones[0] | self.stones[1])
    }
}

/// The set cells of a bit set, smallest first.
#[derive(Clone)]
struct Cells(u16);

impl Iterator for Cells {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        let cell = u8::try_from(self.0.trailing_zeros()).ok().filter(|&cell| cell < 9)?;
        self.0 &= self.0 - 1;
        Some(cell)
    }
}

/// The cell in the same row on the other side.
const fn across(cell: u8) -> u8 {
    cell - cell % 3 + 2 - cell % 3
}

impl Position for Board {
    type Move = u8;
    type Moves = Cells;

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = Player::BOTH.into_iter().zip(self.stones).find(|&(_, stones)| Self::has_line(stones));
        let is_full = self.empty() == 0;
        winner.map(|(player, _)| Outcome::Win(player)).or(is_full.then_some(Outcome::Draw))
    }

    fn moves(&self) -> Cells {
        Cells(if self.outcome().is_some() { 0 } else { self.empty() })
    }

    fn play(&self, cell: u8) -> Self {
        let mut next = *self;
        next.stones[next.turn as usize] |= 1 << cell;
        next.skip()
    }

    fn skip(&self) -> Self {
        Self { turn: self.turn.opponent(), ..*self }
    }

    fn plies_left(&self) -> u32 {
        if self.outcome().is_some() { 0 } else { self.empty().count_ones() }
    }

    fn key(&self) -> u64 {
        u64::from(self.stones[0]) | u64::from(self.stones[1]) << 9 | (self.turn as u64) << 18
    }

    fn mirror(&self) -> Self {
        let mirrored = |stones| Cells(stones).fold(0, |all, cell| all | 1 << across(cell));
        Self { stones: self.stones.map(mirrored), turn: self.turn }
    }
}

/// 1 for a win, -1 for a loss, and nothing in between.
struct EndOnly;

impl Evaluate<Board> for EndOnly {
    fn utility(&self, outcome: Outcome, _: &Board, me: Player) -> i32 {
        outcome.worth(VALUE_LIMIT - 1, me)
    }

    fn evaluate(&self, _: &Board, _: Player) -> i32 {
        0
    }

    fn terms(&self, _: &Board, _: Player) -> Vec<Term> {
        Vec::new()
    }
}

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "games of five moves: {}", perft(&Board::EMPTY, 5))?;
    for (name, algorithm) in
        [("minimax", Algorithm::Minimax), ("alpha-beta", Algorithm::AlphaBeta(CutRule::AtEqual))]
    {
        let mut counts = Counts::default();
        let Ok(choice) = textbook::search(algorithm, &Board::EMPTY, 9, &EndOnly, Player::First, &mut counts);
        let fast = replay::search(algorithm, &Board::EMPTY, 9, &EndOnly, Player::First, 1 << 20);
        assert_eq!((choice, &counts), (fast.choice, &fast.counts));
        writeln!(out, "{name}: value {}, {} nodes examined", choice.value, counts.examined())?;
    }
    // The first player has two cells of the left column, and it is his turn.
    let position = [0, 2, 3, 5].into_iter().fold(Board::EMPTY, |board, cell| board.play(cell));
    let decision = Engine::new(EndOnly, 1 << 20).search(&position, u32::MAX, &Limits::NONE, &mut |_| ());
    if let Some(decision) = decision {
        writeln!(out, "engine: cell {}, {:?}", decision.best, decision.proof)?;
    }
    Ok(())
}
