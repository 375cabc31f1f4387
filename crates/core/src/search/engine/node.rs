//! The recursive search: alpha-beta with a minimal window for all but the first move of a node
//! (principal variation search; Marsland and Campbell 1982), a transposition table, and no pruning
//! that could change a value.

use super::order::{Order, Picker};
use super::table::{Entry, Table};
use super::{POLL, Utilities, WIN, win_at};
use crate::rng::mix;
use crate::{Bound, Evaluate, Found, Outcome, Player, Position, Stopped, VALUE_LIMIT, Window};

/// A search in progress. Values are for the side to move unless said otherwise.
pub(super) struct Search<'a, P: Position, E> {
    pub(super) eval: &'a E,
    /// The side from whose point of view positions are evaluated.
    pub(super) me: Player,
    pub(super) table: &'a Table,
    pub(super) utilities: &'a mut Utilities,
    pub(super) stop: &'a (dyn Fn() -> bool + Sync),
    pub(super) order: Order<P::Move>,
    pub(super) lines: Lines<P::Move>,
    pub(super) nodes: u64,
}

impl<P: Position, E: Evaluate<P>> Search<'_, P, E> {
    /// The value of a position `ply` plies from the root, searched `depth` plies deep: exact if it
    /// lies between `alpha` and `beta`, otherwise a bound. `PV` says that the window may be wider
    /// than one, and that the line of play is wanted.
    pub(super) fn node<const PV: bool>(
        &mut self,
        position: &P,
        ply: u32,
        depth: u32,
        mut alpha: i32,
        mut beta: i32,
    ) -> Found<i32> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL) && (self.stop)() {
            return Err(Stopped);
        }
        if PV {
            self.lines.clear(ply as usize);
        }
        if let Some(outcome) = position.outcome() {
            return Ok(self.finished(outcome, position, ply));
        }
        if depth == 0 {
            return Ok(self.for_mover(position, self.eval.evaluate(position, self.me)));
        }
        // The game lasts at least one more ply, so nothing is decided sooner than by the next move.
        alpha = alpha.max(-win_at(ply + 1));
        beta = beta.min(win_at(ply + 1));
        if alpha >= beta {
            return Ok(alpha);
        }
        // Below the end of the game there is nothing to search: positions near it share entries.
        let depth = if depth > 1 { depth.min(position.plies_left()) } else { depth };
        let hash = mix(position.key());
        let known = self.table.get(hash);
        let window = Window { alpha, beta };
        let mut best = -WIN;
        if let Some(entry) = known {
            let value = from_entry(entry.value, ply);
            if usable::<PV>(&entry, value, depth, alpha, beta) {
                return Ok(value);
            }
            if entry.bound != Bound::AtMost
                && value >= VALUE_LIMIT
                && value > alpha
                && is_beyond(&entry, depth)
            {
                // A win that this search could not find. A quicker one is still looked for.
                best = value;
                alpha = value;
            }
        }
        let mut best_number = None;
        let Some(mut picker) = Picker::new(position, known.and_then(|entry| entry.best)) else {
            return Ok(self.for_mover(position, self.eval.evaluate(position, self.me)));
        };
        let player = position.turn();
        let mut is_first = true;
        while let Some((number, mv)) = picker.next(|mv| self.order.score(mv, player, ply as usize)) {
            let child = position.play(mv);
            let value = if PV && is_first {
                -self.node::<true>(&child, ply + 1, depth - 1, -beta, -alpha)?
            } else {
                let value = -self.node::<false>(&child, ply + 1, depth - 1, -alpha - 1, -alpha)?;
                if PV && value > alpha && value < beta {
                    -self.node::<true>(&child, ply + 1, depth - 1, -beta, -alpha)?
                } else {
                    value
                }
            };
            is_first = false;
            if value <= best {
                continue;
            }
            best = value;
            if value <= alpha {
                continue;
            }
            alpha = value;
            best_number = Some(number);
            if PV {
                self.lines.extend(ply as usize, mv);
            }
            if value >= beta {
                self.order.cut_off(mv, player, ply as usize, depth);
                break;
            }
        }
        let bound = Bound::of(best, window);
        self.table.put(hash, Entry { value: to_entry(best, ply), bound, depth, best: best_number });
        Ok(best)
    }

    /// The value of a finished game. Wins beat every evaluation, the quickest first; points and
    /// draws have the utility of the evaluation.
    fn finished(&mut self, outcome: Outcome, position: &P, ply: u32) -> i32 {
        match outcome {
            Outcome::Win(winner) if winner == position.turn() => win_at(ply),
            Outcome::Win(_) => -win_at(ply),
            Outcome::Draw | Outcome::Points(_) => {
                let utility = within_limit(self.eval.utility(outcome, position, self.me));
                self.utilities.note(outcome.winner().map(|winner| winner == self.me), utility);
                self.for_mover(position, utility)
            }
        }
    }

    /// Turns a value for `me` into one for the side to move.
    #[inline]
    fn for_mover(&self, position: &P, value: i32) -> i32 {
        let value = within_limit(value);
        if position.turn() == self.me { value } else { -value }
    }
}

#[inline]
fn within_limit(value: i32) -> i32 {
    value.clamp(1 - VALUE_LIMIT, VALUE_LIMIT - 1)
}

/// Whether an entry answers a search to `depth`.
///
/// Evaluations depend on the depth, so it must be the same; that also makes the value of a search
/// independent of the size of the table. Wins and losses hold at any depth: as bounds always, and as
/// exact values if the search that found them was deep enough to have seen every quicker end.
#[inline]
fn usable<const PV: bool>(entry: &Entry, value: i32, depth: u32, alpha: i32, beta: i32) -> bool {
    let (at_least, at_most) = (value >= beta, value <= alpha);
    if !PV && entry.depth == depth {
        return match entry.bound {
            Bound::Exact => true,
            Bound::AtLeast => at_least,
            Bound::AtMost => at_most,
        };
    }
    if value.abs() < VALUE_LIMIT {
        return false;
    }
    if PV && !is_beyond(entry, depth) {
        // Searched again for the sake of the line.
        return false;
    }
    match (entry.bound, value > 0) {
        (Bound::Exact, _) if !is_beyond(entry, entry.depth) => true,
        (Bound::Exact | Bound::AtLeast, true) => at_least,
        (Bound::Exact | Bound::AtMost, false) => at_most,
        _ => false,
    }
}

/// Whether a win or loss comes later than a search to `depth` can see.
#[inline]
fn is_beyond(entry: &Entry, depth: u32) -> bool {
    (WIN - entry.value.abs()).cast_unsigned() > depth
}

/// The value of a node `ply` plies from the root as it is stored: wins counted from the node.
#[inline]
pub(crate) fn to_entry(value: i32, ply: u32) -> i32 {
    match value {
        VALUE_LIMIT.. => value + ply.cast_signed(),
        _ if value <= -VALUE_LIMIT => value - ply.cast_signed(),
        _ => value,
    }
}

/// The value of an entry seen from a node `ply` plies from the root.
#[inline]
pub(crate) fn from_entry(value: i32, ply: u32) -> i32 {
    match value {
        VALUE_LIMIT.. => value - ply.cast_signed(),
        _ if value <= -VALUE_LIMIT => value + ply.cast_signed(),
        _ => value,
    }
}

/// The expected play from each ply of the current line of the search (a triangular table).
pub(crate) struct Lines<M>(Vec<Vec<M>>);

impl<M: Copy> Lines<M> {
    /// Room for lines of this many plies.
    pub(crate) fn new(plies: usize) -> Self {
        Self((0..=plies).map(|ply| Vec::with_capacity(plies - ply)).collect())
    }

    /// The expected play from the root.
    pub(crate) fn principal(&self) -> &[M] {
        &self.0[0]
    }

    /// The line of this ply is empty so far.
    pub(crate) fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// Puts a move before the line of the next ply.
    pub(crate) fn extend(&mut self, ply: usize, mv: M) {
        let (here, below) = self.0.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(mv);
        here[ply].extend_from_slice(&below[0]);
    }
}
