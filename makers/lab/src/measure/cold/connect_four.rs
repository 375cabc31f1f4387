//! Boards and right moves for the program of COMP3608.

use std::ffi::OsString;
use std::time::Duration;

use plyground_core::games::connect_four::book;
use plyground_core::games::connect_four::notation::Comp3608State;
use plyground_core::games::connect_four::solve::{Solver, TABLE_BYTES};
use plyground_core::games::connect_four::{ConnectFour, Standard};
use plyground_core::games::gravity::{Column, Gravity};
use plyground_core::grid::Grid;
use plyground_core::rng::Rng;
use plyground_core::{ByPlayer, Game, Limits, Notation, Player, Position, Stopped};

use super::Program;

/// `ConnectFour STATE red|yellow`, whose moves are compared with the solver's.
pub(super) struct Tournament(Solver<7, 6>);

impl Program for Tournament {
    const NAME: &'static str = "ConnectFour";
    const WRONG: &'static str = "moves not the best";
    type Position = Standard;

    fn new() -> Self {
        Self(book::embedded().iter().fold(Solver::new(TABLE_BYTES), |solver, &book| solver.with_book(book)))
    }

    fn board(rng: &mut Rng, is_unbalanced: bool) -> Standard {
        if is_unbalanced { unbalanced(rng) } else { random_game(rng, false) }
    }

    fn ask(position: &Standard) -> (Vec<OsString>, Vec<u8>) {
        let state = Comp3608State.write(position).unwrap_or_default();
        (state.split(' ').map(OsString::from).collect(), Vec::new())
    }

    fn problem(
        &mut self,
        position: &Standard,
        answer: &str,
        _: Duration,
        limits: &Limits<'_>,
    ) -> Result<Option<String>, Stopped> {
        let state = Comp3608State.write(position).unwrap_or_default();
        let column = answer.trim_end().parse::<u32>().ok().and_then(|index| Column::try_from(index).ok());
        let Some(column) = column.filter(|&column| position.moves().any(|mv| mv == column)) else {
            return Ok(Some(format!("{state}: found {answer:?}; expected a column")));
        };
        let before = self.0.result(position, limits)?;
        let after = -self.0.result(&position.play(column), limits)?;
        let column = column.index();
        Ok((before != after)
            .then(|| format!("{state}: column {column} leads to {after} instead of {before}")))
    }
}

/// A board with a turn lost on the way, or, every other time, with any heights and colours.
fn unbalanced(rng: &mut Rng) -> Standard {
    if rng.below(2) == 0 {
        return random_game(rng, true);
    }
    loop {
        let mut stones = ByPlayer::new(0, 0);
        for column in 0..7 {
            for row in 0..rng.below(7) {
                let row = u32::try_from(row).unwrap_or(0);
                stones[Player::BOTH[rng.below(2)]] |= Grid::<7, 6>::bit(column, row);
            }
        }
        let turn = Player::BOTH[rng.below(2)];
        if let Some(board) = Gravity::new(stones, turn)
            && Standard::new(board).outcome().is_none()
        {
            return Standard::new(board);
        }
    }
}

fn random_game(rng: &mut Rng, loses_turn: bool) -> Standard {
    loop {
        let plies = rng.below(42);
        let lost = if loses_turn { rng.below(plies.max(1)) } else { usize::MAX };
        let mut position = ConnectFour::start();
        for ply in 0..plies {
            if ply == lost {
                position = position.skip();
            }
            position = rng.pick(position.moves()).map_or(position, |mv| position.play(mv));
        }
        if position.outcome().is_none() {
            return position;
        }
    }
}
