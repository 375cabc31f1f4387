//! A new game in thirty lines, searched by all that Plyground has for games. Players take one, two or three of a row of
//! stones; the player who takes the last one wins.
//!
//! ```sh
//! cargo run --release -p plyground-core --example own_game
//! ```
//!
//! `docs/adding-a-game.md` continues from here to a game that `plyground` offers.

use std::io::Write as _;
use std::ops::RangeInclusive;

use plyground_core::search::engine::Engine;
use plyground_core::search::{Algorithm, CutRule, replay, textbook};
use plyground_core::{Counts, Evaluate, Limits, Outcome, Player, Position, VALUE_LIMIT};

/// The stones that are left, and who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Row(u8, Player);

impl Position for Row {
    type Move = u8;
    type Moves = RangeInclusive<u8>;

    fn turn(&self) -> Player {
        self.1
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.0 == 0).then_some(Outcome::Win(self.1.opponent()))
    }

    fn moves(&self) -> RangeInclusive<u8> {
        1..=self.0.min(3)
    }

    fn play(&self, taken: u8) -> Self {
        Self(self.0 - taken, self.1.opponent())
    }

    fn skip(&self) -> Self {
        Self(self.0, self.1.opponent())
    }

    fn plies_left(&self) -> u32 {
        self.0.into()
    }

    fn key(&self) -> u64 {
        2 * u64::from(self.0) + self.1 as u64
    }
}

/// Only the end counts.
struct EndOnly;

impl Evaluate<Row> for EndOnly {
    fn utility(&self, outcome: Outcome, _: &Row, me: Player) -> i32 {
        outcome.worth(VALUE_LIMIT - 1, me)
    }

    fn evaluate(&self, _: &Row, _: Player) -> i32 {
        0
    }
}

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let start = Row(15, Player::First);
    for (name, algorithm) in
        [("minimax", Algorithm::Minimax), ("alpha-beta", Algorithm::AlphaBeta(CutRule::AtEqual))]
    {
        let mut counts = Counts::default();
        let Ok(choice) = textbook::search(algorithm, &start, 15, &EndOnly, Player::First, &mut counts);
        let fast = replay::search(algorithm, &start, 15, &EndOnly, Player::First, 1 << 20);
        assert_eq!((choice, &counts), (fast.choice, &fast.counts));
        let best = choice.best.unwrap_or_default();
        writeln!(out, "{name}: take {best}, {} nodes examined", counts.examined())?;
    }
    let decision = Engine::new(EndOnly, 1 << 20).search(&start, u32::MAX, &Limits::NONE, &mut |_| ());
    if let Some(decision) = decision {
        writeln!(out, "engine: take {}, {:?}", decision.best, decision.proof)?;
    }
    Ok(())
}
