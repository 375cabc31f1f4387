//! The recursive search: principal variation search (Marsland and Campbell 1982). It searches late moves
//! less deep. It searches below its depth while pawns can be captured or must be stopped.
//!
//! Evaluations decide which moves are searched, never which positions are won. Values beyond [`VALUE_LIMIT`] come
//! from the end of a game or from a race that is decided without search. Where a proof needs all moves, all of them
//! were searched. So a win or loss that this search reports is proved, even if it left out moves.

use super::Selection;
use super::moves::{Candidate, Code, History, Moves, Node};
use crate::games::breakthrough::{Board, race};
use crate::rng::mix;
use crate::search::engine::table::{Entry, Table};
use crate::search::engine::{Lines, POLL, WIN, from_entry, to_entry, win_at};
use crate::{Bound, Evaluate, Found, Player, Position, Stopped, VALUE_LIMIT, Window};

/// Results of searches to this depth are kept in the small table.
const NEAR: u32 = 2;

/// A race is worth this much less than a win whose end has been seen.
const RACE: i32 = 1000;

/// A search in progress. Values are for the side to move.
pub(super) struct Search<'a, const W: u32, const H: u32, E> {
    pub(super) eval: &'a E,
    pub(super) selection: Selection,
    /// Shared by all threads.
    pub(super) table: &'a Table,
    /// The same for searches of few plies, which are most: small enough for the processor's cache. Each thread
    /// has a separate one.
    pub(super) near: &'a Table,
    pub(super) stop: &'a (dyn Fn() -> bool + Sync),
    /// Moves that cut off at each ply, the latest first.
    pub(super) killers: Vec<[Code; 2]>,
    /// Of the side to move at even plies, and at odd ones.
    pub(super) history: [History; 2],
    pub(super) lines: Lines<Code>,
    pub(super) nodes: u64,
}

pub(super) const NO_MOVE: Code = Code::MAX;

impl<const W: u32, const H: u32, E: Evaluate<Board<W, H>>> Search<'_, W, H, E> {
    /// The value of a position `ply` plies from the root: exact if it lies between `alpha` and `beta`,
    /// otherwise a bound. `PV` says that the window may be wider than one, and that the line of play is
    /// wanted. Precondition: the game is not over.
    pub(super) fn node<const PV: bool>(
        &mut self,
        node: &Node<W, H>,
        ply: u32,
        depth: i32,
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
        if depth <= 0 && !self.selection.goes_on {
            return Ok(self.evaluate(node));
        }
        // Pawns of the other side that would arrive with the next move.
        let threats = node.other & Board::<W, H>::row(1);
        if let Some(value) = self.at_sight(node, threats, ply, depth) {
            return Ok(value);
        }
        let is_forced = threats != 0 && self.selection.goes_on;
        // Nothing is decided sooner than by the move after the next.
        alpha = alpha.max(-win_at(ply + 2));
        beta = beta.min(win_at(ply + 3));
        if alpha >= beta {
            return Ok(alpha);
        }
        let only_takes = depth <= 0 && !is_forced;
        let hash = if only_takes || !self.selection.remembers { 0 } else { mix(node.board().key()) };
        let mut remembered = None;
        if hash != 0
            && let Some(entry) = self.recall(hash, depth)
        {
            let value = from_entry(entry.value, ply);
            if !PV && is_usable(&entry, value, depth, alpha, beta) {
                return Ok(value);
            }
            remembered = entry.best;
        }
        let window = Window { alpha, beta };
        // Moves that avert no threat lose at once.
        let (mut best, mut targets) = (-win_at(ply + 2), if is_forced { threats } else { !0 });
        if only_takes {
            best = self.evaluate(node);
            if best >= beta {
                return Ok(best);
            }
            alpha = alpha.max(best);
            targets = node.other;
        }
        let side = (ply % 2) as usize;
        let mut moves =
            Moves::new(node, targets, remembered, self.killers[ply as usize], &self.history[side]);
        let mut tried = QuietMoves::default();
        let mut best_code = None;
        let mut number = 0;
        let next_depth = depth - i32::from(!is_forced);
        while let Some(mv) = moves.next() {
            let child = node.play(mv.code);
            let value = if PV && number == 0 {
                -self.node::<true>(&child, ply + 1, next_depth, -beta, -alpha)?
            } else {
                let less = self.reduction::<PV>(mv, number, depth, side);
                let mut value =
                    -self.node::<false>(&child, ply + 1, next_depth - less, -alpha - 1, -alpha)?;
                if less > 0 && value > alpha {
                    value = -self.node::<false>(&child, ply + 1, next_depth, -alpha - 1, -alpha)?;
                }
                if PV && value > alpha && value < beta {
                    value = -self.node::<true>(&child, ply + 1, next_depth, -beta, -alpha)?;
                }
                value
            };
            number += 1;
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_code = Some(mv.code);
                    if PV {
                        self.lines.extend(ply as usize, mv.code);
                    }
                    if value >= beta {
                        self.cut_off(node, mv.code, ply, depth, &tried);
                        break;
                    }
                }
            }
            tried.add(mv);
        }
        if hash != 0 {
            let bound = Bound::of(best, window);
            let depth = depth.max(0).cast_unsigned();
            let entry = Entry { value: to_entry(best, ply), bound, depth, best: best_code };
            let table = if depth <= NEAR { self.near } else { self.table };
            table.put(hash, entry);
        }
        Ok(best)
    }

    /// What is known about a position that is to be searched to this depth.
    #[inline]
    fn recall(&self, hash: u64, depth: i32) -> Option<Entry> {
        let far = if depth > NEAR.cast_signed() { self.table.get(hash) } else { None };
        far.or_else(|| self.near.get(hash))
    }

    /// The value where no search is needed: somebody arrives, or wins a race.
    #[inline]
    fn at_sight(&self, node: &Node<W, H>, threats: u64, ply: u32, depth: i32) -> Option<i32> {
        let [left, right] = node.captures();
        let takes = left | right;
        let takes_the_last = node.other.is_power_of_two() && takes & node.other != 0;
        if takes_the_last || node.own & Board::<W, H>::row(H - 2) != 0 {
            return Some(win_at(ply + 1));
        }
        if threats != 0 {
            let is_lost = threats & takes == 0 || !threats.is_power_of_two();
            return (is_lost && (depth >= 2 || self.selection.goes_on)).then_some(-win_at(ply + 2));
        }
        if !self.selection.races {
            return None;
        }
        if race::wins_race::<W, H>(node.own, node.other, true) {
            return Some(win_at(ply) - RACE);
        }
        race::wins_race::<W, H>(node.other_turned, node.own_turned, false).then_some(RACE - win_at(ply))
    }

    #[inline]
    fn evaluate(&self, node: &Node<W, H>) -> i32 {
        self.eval.evaluate(&node.board(), Player::First).clamp(1 - VALUE_LIMIT, VALUE_LIMIT - 1)
    }

    /// By how many plies less than the others a move is searched at first.
    #[inline]
    fn reduction<const PV: bool>(&self, mv: Candidate, number: usize, depth: i32, side: usize) -> i32 {
        if !self.selection.reduces || !mv.is_quiet || depth < 3 || number < 3 {
            return 0;
        }
        let late = i32::from(number >= 6) + i32::from(number >= 14) + i32::from(depth >= 8);
        let less = 1 + late + i32::from(mv.is_losing) - i32::from(PV);
        let less = less - self.history[side].quarter(mv.code).clamp(-1, 1);
        less.clamp(0, depth - 2)
    }

    /// Learns from a move that was good enough where those tried before were not.
    #[inline]
    fn cut_off(&mut self, node: &Node<W, H>, code: Code, ply: u32, depth: i32, tried: &QuietMoves) {
        let target = super::moves::step::<W>(code).target();
        if depth <= 0 || node.other >> target & 1 != 0 {
            return;
        }
        let killers = &mut self.killers[ply as usize];
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
        let history = &mut self.history[(ply % 2) as usize];
        history.note(code, depth, true);
        for &code in tried.codes() {
            history.note(code, depth, false);
        }
    }
}

/// The first quiet moves of a node that were not good enough.
#[derive(Default)]
struct QuietMoves {
    codes: [Code; 16],
    len: usize,
}

impl QuietMoves {
    #[inline]
    fn add(&mut self, mv: Candidate) {
        if mv.is_quiet && self.len < self.codes.len() {
            self.codes[self.len] = mv.code;
            self.len += 1;
        }
    }

    fn codes(&self) -> &[Code] {
        &self.codes[..self.len.min(self.codes.len())]
    }
}

/// Whether an entry answers a search to `depth`. Wins and losses are facts, however they were found.
#[inline]
fn is_usable(entry: &Entry, value: i32, depth: i32, alpha: i32, beta: i32) -> bool {
    if entry.depth.cast_signed() < depth && value.abs() < VALUE_LIMIT {
        return false;
    }
    match entry.bound {
        Bound::Exact => true,
        Bound::AtLeast => value >= beta,
        Bound::AtMost => value <= alpha,
    }
}

/// What a value that is beyond all evaluations says: plies to the end, or `None` for a race.
pub(super) fn plies_to_end(value: i32) -> Option<u32> {
    let plies = WIN - value.abs();
    (plies < RACE / 2).then_some(plies.cast_unsigned())
}
