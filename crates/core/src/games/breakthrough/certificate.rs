//! Certificates: the winner of a position, in a form that can be checked without trusting its maker.
//!
//! A certificate is a strategy for the winner, written down as choices: numbers of moves, counted from 0 in the order
//! of [`moves`](crate::Position::moves). [`verify`] plays them against all replies. It knows the rules of the
//! game, one rule for running pawns ([`has_unstoppable_pawn`]), and nothing of the prover.
//!
//! The walk that gives every choice its position goes through positions in which the winner is to move:
//!
//! 1. If the game is over there, or a pawn of the side to move is unstoppable, or the position or its mirror image was visited before, there is
//!    nothing to choose.
//! 2. Otherwise the next choice belongs to it. After that move, every reply of the loser leads to a position to
//!    visit, in the order of moves.
//!
//! It begins at the root, or, where the loser is to move there, with the replies of the root. Every move brings a pawn
//! forward, so no line ever comes back, and a strategy whose every line ends with the winner's victory is a proof.

use std::collections::BTreeSet;
use std::fmt;

use super::{Board, Step, seen_by_mover};
use crate::{Outcome, Player, Position};

/// Choices between two calls of a verification's `go_on`.
const PAUSE: usize = 1 << 12;

/// An error in choices that do not prove what they should.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flaw<const W: u32, const H: u32> {
    /// A choice is not the number of a move.
    NoSuchMove {
        /// The place of the choice, counted from 0.
        place: usize,
        /// The choice.
        choice: u8,
        /// The position that it belongs to.
        position: Board<W, H>,
    },
    /// The game is over and the other side has won: after the reply or, without one, at once.
    Lost {
        /// The position.
        position: Board<W, H>,
        /// A move of the other side.
        reply: Option<Step>,
    },
    /// There is no choice left for the position after the reply or, without one, for the root.
    Open {
        /// The position.
        position: Board<W, H>,
        /// A move of the other side.
        reply: Option<Step>,
    },
    /// There are more choices than positions to choose in.
    Unused {
        /// How many too many.
        choices: usize,
    },
}

/// Why a verification did not come to a good end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VerifyError<const W: u32, const H: u32> {
    /// It is no proof.
    Flaw(Flaw<W, H>),
    /// `go_on` has stopped it.
    Stopped,
}

impl<const W: u32, const H: u32> fmt::Display for Flaw<W, H> {
    /// Says it without the position, which is for notations to write.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchMove { place, choice, position } => write!(
                f,
                "choice {place} is move {choice}; expected 0 to {}, a move of this position",
                position.moves().count().saturating_sub(1)
            ),
            Self::Lost { .. } => f.write_str("the other side wins"),
            Self::Open { .. } => f.write_str("the choices end; expected one for this position"),
            Self::Unused { choices } => {
                write!(f, "{choices} choices too many; expected one for each position to choose in")
            }
        }
    }
}

/// Counts of a verification.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Verified {
    /// Replies of the loser that were played: the lines of the strategy, with common parts once.
    pub replies: u64,
    /// Positions that an unstoppable pawn decides.
    pub unstoppable: u64,
}

/// Checks that `winner` wins a position by these choices against all replies.
///
/// `go_on` gets now and then how many choices have been checked, and ends the verification with `false`.
/// Memory is bounded by about 16 bytes a choice, time by the number of choices times that of replies.
///
/// # Errors
///
/// The first flaw in the order of the walk, or that `go_on` stopped it.
pub fn verify<const W: u32, const H: u32>(
    root: &Board<W, H>,
    winner: Player,
    choices: &[u8],
    go_on: &mut dyn FnMut(usize) -> bool,
) -> Result<Verified, VerifyError<W, H>> {
    let mut walk =
        Walk { winner, choices, next: 0, visited: BTreeSet::new(), seen: Verified::default(), go_on };
    if root.turn() == winner || root.outcome().is_some() {
        walk.visit(root, (root, None))?;
    } else {
        walk.replies(root)?;
    }
    match choices.len() - walk.next {
        0 => Ok(walk.seen),
        unused => Err(VerifyError::Flaw(Flaw::Unused { choices: unused })),
    }
}

struct Walk<'a> {
    winner: Player,
    choices: &'a [u8],
    /// The place of the next choice.
    next: usize,
    /// Positions that have a choice, by a number that they share with their mirror images.
    visited: BTreeSet<u64>,
    seen: Verified,
    go_on: &'a mut dyn FnMut(usize) -> bool,
}

impl Walk<'_> {
    /// Checks a position in which the winner is to move, or the game is over; `origin` says how it came about.
    fn visit<const W: u32, const H: u32>(
        &mut self,
        position: &Board<W, H>,
        (before, reply): (&Board<W, H>, Option<Step>),
    ) -> Result<(), VerifyError<W, H>> {
        match position.outcome() {
            Some(outcome) if outcome == Outcome::Win(self.winner) => return Ok(()),
            Some(_) => return Err(VerifyError::Flaw(Flaw::Lost { position: *before, reply })),
            None => {}
        }
        if has_unstoppable_pawn(position) {
            self.seen.unstoppable += 1;
            return Ok(());
        }
        if !self.visited.insert(position.canonical_key()) {
            return Ok(());
        }
        let place = self.next;
        let Some(&choice) = self.choices.get(place) else {
            return Err(VerifyError::Flaw(Flaw::Open { position: *before, reply }));
        };
        self.next += 1;
        if self.next.is_multiple_of(PAUSE) && !(self.go_on)(self.next) {
            return Err(VerifyError::Stopped);
        }
        let Some(step) = position.moves().nth(usize::from(choice)) else {
            return Err(VerifyError::Flaw(Flaw::NoSuchMove { place, choice, position: *position }));
        };
        let after = position.play(step);
        if after.outcome().is_some() { self.visit(&after, (&after, None)) } else { self.replies(&after) }
    }

    /// Checks what follows on all moves of the other side.
    fn replies<const W: u32, const H: u32>(
        &mut self,
        position: &Board<W, H>,
    ) -> Result<(), VerifyError<W, H>> {
        for reply in position.moves() {
            self.seen.replies += 1;
            self.visit(&position.play(reply), (position, Some(reply)))?;
        }
        Ok(())
    }
}

/// Whether the side to move has an unstoppable pawn, one that runs to the far row past everybody. Such a position is won;
/// others may be won, too. The rule ends lines of a certificate early.
///
/// Only this pawn moves. After `n` moves of the other side, its pawns are on cells within `n` of their steps, even
/// after captures on the way; these cells are their *reach*. The pawn is never on a cell where one of them could
/// capture it: no cell one row ahead of it, in a column next to its own, is in the reach. It steps straight ahead
/// only onto a cell outside the reach, and never onto a pawn of the same side. None of the other side's pawns reaches
/// its goal before. So every step is legal when its time comes, and the last one wins.
pub fn has_unstoppable_pawn<const W: u32, const H: u32>(position: &Board<W, H>) -> bool {
    if position.outcome().is_some() {
        return false;
    }
    // The runner goes up.
    let board = seen_by_mover(position);
    let (own, other) = (board.pawns(Player::First), board.pawns(Player::Second));
    let (goal, home) = (Board::<W, H>::goal(Player::First), Board::<W, H>::goal(Player::Second));
    let (mut runners, mut reach) = (own, other);
    while runners != 0 {
        let steps = (neighbours::<W, H>(runners) << W | runners << W & !reach) & Board::<W, H>::CELLS & !own;
        if steps & goal != 0 {
            return true;
        }
        let attacked = neighbours::<W, H>(reach) >> W;
        runners = steps & !attacked;
        reach |= attacked | reach >> W;
        if reach & home != 0 {
            return false;
        }
    }
    false
}

const fn neighbours<const W: u32, const H: u32>(cells: u64) -> u64 {
    (cells & !Board::<W, H>::column(0)) >> 1 | (cells & !Board::<W, H>::column(W - 1)) << 1
}
