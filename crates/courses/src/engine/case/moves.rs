//! Programs that answer with a move of the game's own protocol: any legal one in the right form is right.

use std::time::Duration;

use plyground_arena::invoke::{Call, Ended};
use plyground_arena::protocol::{OneShot, PlayRules};
use plyground_core::{AnyGame, AnyPosition, Game, Notation};

use super::CaseVerdict;

/// The game's own protocol.
fn protocol(game: AnyGame, depth: u32) -> Box<dyn OneShot<AnyPosition>> {
    PlayRules::of(game).protocol(depth).expect("games of this kind have programs that are asked once")
}

/// How a program is asked for a move.
pub(crate) fn call<G: Game>(position: G::Position, depth: u32, turns: u32, wall: Duration) -> Call {
    protocol(AnyGame::listed::<G>(), depth).call(&AnyPosition::of::<G>(position), turns, wall)
}

/// What an answer is worth.
pub(crate) fn judge<G: Game>(position: G::Position, depth: u32, ended: &Ended) -> CaseVerdict {
    let (game, position) = (AnyGame::listed::<G>(), AnyPosition::of::<G>(position));
    match protocol(game, depth).decode(&position, ended).choice {
        Ok(mv) => {
            let got = game.notation().write_move(&position, mv);
            CaseVerdict { earned: vec![Some(100)], got, ..CaseVerdict::default() }
        }
        Err(fault) => CaseVerdict::of_fault(&fault),
    }
}

/// So many random questions, none of which is known. There are far more boards than cases.
pub(crate) fn others<Q: PartialEq>(
    count: usize,
    mut known: Vec<Q>,
    random: &mut dyn FnMut() -> Q,
    watch: &mut dyn FnMut(),
) -> Vec<Q> {
    let first = known.len();
    while known.len() < first + count {
        let question = random();
        if !known.contains(&question) {
            known.push(question);
            watch();
        }
    }
    known.split_off(first)
}
