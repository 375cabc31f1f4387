//! Max-Connect-Four and CS3243: any legal move in the right form, on many boards.

use std::time::Duration;

use plyground_core::games::breakthrough::{self, Breakthrough};
use plyground_core::games::max_connect_four::{self, MaxConnectFour};
use plyground_core::rng::Rng;
use plyground_core::{AnyGame, AnyPosition, Game, Notation, Player, Position};

use super::board::{self, Kind};
use super::{Ask, CaseVerdict, Cause};
use crate::diagnose::max_connect_four::{MOST_PIECES, UPSIDE_DOWN, is_upside_down, long_runs};
use plyground_arena::invoke::{Call, Ended};
use plyground_arena::protocol::{OneShot, PlayRules};
use plyground_league::fault::{Fault, FaultKind};

/// The game's own protocol.
fn protocol(game: AnyGame, depth: u32) -> Box<dyn OneShot<AnyPosition>> {
    PlayRules::of(game).protocol(depth).expect("games of this kind have programs that are asked once")
}

pub(super) fn call(position: &AnyPosition, depth: u32, turns: u32, wall: Duration) -> Call {
    protocol(position.game(), depth).call(position, turns, wall)
}

/// What an answer is worth.
pub(super) fn judge(position: &AnyPosition, depth: u32, ended: &Ended) -> CaseVerdict {
    match protocol(position.game(), depth).decode(position, ended).choice {
        Ok(mv) => {
            let got = position.game().notation().write_move(position, mv);
            CaseVerdict { earned: vec![Some(100), None], got, ..CaseVerdict::default() }
        }
        Err(fault) => CaseVerdict::of_fault(&[true, false], &fault),
    }
}

/// The same for Max-Connect-Four, where a board that stands upside down is told as what it is.
pub(super) fn judge_file(position: &max_connect_four::Standard, depth: u32, ended: &Ended) -> CaseVerdict {
    let judged = judge(&AnyPosition::of::<MaxConnectFour>(*position), depth, ended);
    if judged.fault.is_some() && is_upside_down(position, ended) {
        let fault = Fault::new(FaultKind::Illegal, UPSIDE_DOWN);
        return CaseVerdict {
            cause: Some(Cause::UpsideDown),
            ..CaseVerdict::of_fault(&[true, false], &fault)
        };
    }
    judged
}

/// A random board on which there is a move, as play can reach it: programs may refuse others, and the text lets them.
pub(super) fn state_file([from, to]: [u32; 2], rng: &mut Rng) -> Ask {
    let depth = from + u32::try_from(rng.below((to - from + 1) as usize)).unwrap_or(0);
    // Now and then one with long runs, whose quadruples are easily miscounted.
    if rng.below(8) == 0 {
        let position = long_runs(MOST_PIECES - rng.below(6), rng.below(2) == 0);
        return Ask::StateFile { position, depth };
    }
    let kind = [Kind::Played, Kind::LeftFull, Kind::NearlyFull][rng.below(3)];
    Ask::StateFile { position: max_connect_four::Standard::new(board::reached(kind, rng)), depth }
}

/// A position of Breakthrough as it comes up in games. The program sees itself as white.
pub(super) fn request(rng: &mut Rng) -> Ask {
    loop {
        let mut position: breakthrough::Standard = Breakthrough::start();
        // As many turns as an even number, so that white is to move.
        let turns = 2 * rng.below(16);
        for _ in 0..turns {
            let Some(mv) = rng.pick(position.moves()) else { break };
            position = position.play(mv);
        }
        if position.outcome().is_none() && position.turn() == Player::First {
            return Ask::Request { position, turns: u32::try_from(turns).unwrap_or(0) };
        }
    }
}
