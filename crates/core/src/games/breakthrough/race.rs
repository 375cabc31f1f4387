//! Races, decided without search: a pawn that runs for its goal cannot be stopped in time.
//!
//! The runner's side moves up, the others down. Four observations tell which cells a runner can pass
//! and how long it may take. Each errs on the side of the others, so what is seen is true.
//!
//! - **Reach.** After `n` moves the others' pawns stand within `n` steps of where they stand now. Only
//!   from there can they capture the runner, or block the cell straight ahead of it.
//! - **Exchange.** The runner may step where others can capture it if as many pawns can recapture, and those
//!   cannot be captured before. An exchange costs each side a move and the capturing pawn is gone, so it changes
//!   nothing else.
//! - **Speed.** The others need as many moves as their foremost pawn has rows to go.
//! - **Guards.** The runner may even be slower if its home row guards every cell of row 1 that others
//!   can enter. Say it needs `k` moves, `late` more than the others' speed allows. Only one pawn of theirs
//!   can enter row 1 so soon that it must be captured, and it used all moves but at most `late - 1`. If all the
//!   rest of their pawns have at least `late + 2` rows to go, none of them can recapture and
//!   none can arrive instead, although capturing it cost the runner's side a move; nor did any of them
//!   come nearer to the runner than the reach says. The same holds if not the foremost pawn enters: a later one
//!   leaves fewer moves to the foremost.
//!
//! Where a pawn must be captured because it would arrive, all ways of capturing it are tried.
//!
//! Wins of this kind were first collected as patterns (Saffidine, Jouandeau and Cazenave, *Solving
//! Breakthrough with Race Patterns and Job-Level Proof Number Search*, ACG 13, 2011); here they are
//! computed for all pawns at once with sets of cells.

use crate::games::breakthrough::{Board, Step};
use crate::{Outcome, Player, Position};

/// Whether the side to move, which is the first player, wins; `None` if search must tell.
pub(super) fn result<const W: u32, const H: u32>(board: &Board<W, H>) -> Option<bool> {
    if let Some(outcome) = board.outcome() {
        return Some(outcome == Outcome::Win(board.turn()));
    }
    let (own, other) = (board.pawns(Player::First), board.pawns(Player::Second));
    let [left, right] = Board::<W, H>::captures(own, Player::First);
    let captured = other & (left | right);
    let captures_the_last = other.is_power_of_two() && captured != 0;
    if captures_the_last || own & Board::<W, H>::row(H - 2) != 0 {
        return Some(true);
    }
    let threats = other & Board::<W, H>::row(1);
    if threats != 0 {
        if !threats.is_power_of_two() || threats & captured == 0 {
            return Some(false);
        }
        return forced(board, threats);
    }
    if wins_race::<W, H>(own, other, true) {
        return Some(true);
    }
    let turned = board.turned();
    wins_race::<W, H>(turned.pawns(Player::First), turned.pawns(Player::Second), false).then_some(false)
}

/// The same where the side to move must capture the pawn on `target`, because it would arrive.
fn forced<const W: u32, const H: u32>(board: &Board<W, H>, target: u64) -> Option<bool> {
    let attackers = Board::<W, H>::captures(target, Player::Second);
    let own = board.pawns(Player::First);
    let mut result = Some(false);
    for source in attackers.into_iter().filter(|&source| source & own != 0) {
        #[expect(clippy::cast_possible_truncation, reason = "a board has at most 64 cells")]
        let step = Step { source: source.trailing_zeros() as u8, target: target.trailing_zeros() as u8 };
        match self::result(&board.play(step).turned()) {
            Some(true) => {}
            Some(false) => return Some(true),
            None => result = None,
        }
    }
    result
}

/// Whether the rules above prove that one of `pawns` arrives against all replies. It is the pawns'
/// turn if `pawns_move`.
///
/// Precondition: both sides have pawns, and none is one step from its goal.
#[inline]
pub(super) fn wins_race<const W: u32, const H: u32>(pawns: u64, others: u64, pawns_move: bool) -> bool {
    let rows_to_go = |others: u64| others.trailing_zeros().min(W * H) / W;
    let in_time = rows_to_go(others) - u32::from(!pawns_move);
    // Of the guards' row neither runners nor supporters may come, so no slow runner from below row 2.
    let second = rows_to_go(others & (others - 1));
    let last = in_time.max((in_time + second - 2).min(H - 3));
    let guarded = any(Board::<W, H>::captures(pawns & Board::<W, H>::row(0), Player::First));

    let attacked = |reach| Board::<W, H>::captures(reach, Player::Second);
    let supported = |supporters| Board::<W, H>::captures(supporters, Player::First);
    let (mut reach, mut runners, mut supporters) = (others, pawns, pawns);
    if !pawns_move {
        runners &= can_pass(attacked(reach), supported(supporters));
        supporters &= !any(attacked(reach));
        reach |= any(attacked(reach)) | reach >> W;
    }
    // A pawn that does not make the first step supports it: arrivals must outnumber the captures.
    let ([a, b], [left, right]) = (attacked(reach), supported(supporters));
    let straight = supporters << W & !reach;
    let two = left & right | left & straight | right & straight;
    let steps = any(supported(runners)) | runners << W & !reach;
    runners = steps & !(a | b) | two & !(a & b) | left & right & straight;
    runners &= Board::<W, H>::CELLS & !pawns;

    for moves in 2..=last {
        if runners == 0 || moves > in_time && reach & Board::<W, H>::row(1) & !guarded != 0 {
            return false;
        }
        supporters &= !any(attacked(reach));
        reach |= any(attacked(reach)) | reach >> W;
        let steps = any(supported(runners)) | runners << W & !reach;
        runners = steps & can_pass(attacked(reach), supported(supporters));
        runners &= Board::<W, H>::CELLS & !pawns;
        if runners & Board::<W, H>::goal(Player::First) != 0 {
            return true;
        }
    }
    false
}

/// The cells of either set.
#[inline]
const fn any([left, right]: [u64; 2]) -> u64 {
    left | right
}

/// The cells on which no more others can capture than pawns can recapture.
#[inline]
const fn can_pass([a, b]: [u64; 2], [left, right]: [u64; 2]) -> u64 {
    !(a | b) | (left | right) & !(a & b) | left & right
}
