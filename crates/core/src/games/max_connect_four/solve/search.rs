//! Alpha-beta with null windows: does the side to move still get at least `beta` more than the other?

use super::bounds::Node;
use super::table::{Entry, Hash, Table};
use crate::games::max_connect_four::Board;
use crate::grid::Grid;
use crate::rng::mix;
use crate::{Found, Limits, Stopped};

/// With fewer empty cells than this, a position goes to the table's small tier.
const NEAR: i32 = 20;
/// With fewer empty cells than this, nothing is remembered.
const FEWEST: i32 = 4;
/// With fewer empty cells than this, children are not looked up before they are searched.
const LOOK_AHEAD: i32 = 12;
/// With fewer empty cells than this, mirrored positions are kept apart.
const MIRROR: i32 = 10;
/// Nodes between two questions to the limits.
const POLL: u64 = 1 << 12;
/// What the remembered move promises: more than any other.
const REMEMBERED: i32 = 1 << 20;
const NO_COLUMN: u32 = 15;
pub(super) const MOST_COLUMNS: usize = 12;

#[derive(Debug)]
pub(super) struct Search<const W: u32, const H: u32> {
    table: Table,
    pub(super) nodes: u64,
    is_stopped: bool,
    /// Searches with other numbers look at moves in other orders, so that threads differ.
    variety: u64,
}

#[derive(Clone, Copy)]
struct Move {
    child: Node,
    gain: i32,
    column: u32,
    promise: i32,
}

impl<const W: u32, const H: u32> Search<W, H> {
    pub(super) fn new(bytes: usize) -> Self {
        Self { table: Table::new(bytes), nodes: 0, is_stopped: false, variety: 0 }
    }

    /// A search for another thread, with the same large tier. Threads that work on one position have
    /// different numbers for `variety`.
    pub(super) fn for_thread(&self, variety: u64) -> Self {
        Self { table: self.table.for_thread(), nodes: 0, is_stopped: false, variety }
    }

    /// A bound of what is to come for the side to move: at least `beta` if that is so, else below `beta`.
    pub(super) fn root(&mut self, position: &Board<W, H>, beta: i32, limits: &Limits<'_>) -> Found<i32> {
        self.is_stopped = false;
        let node = Node::of(position);
        let value = self.node(&node, beta, limits);
        if self.is_stopped { Err(Stopped) } else { Ok(value) }
    }

    fn node(&mut self, node: &Node, beta: i32, limits: &Limits<'_>) -> i32 {
        let empty = node.empty;
        let mut high = node.bound;
        if high < beta || empty == 0 {
            return high;
        }
        let mut low = node.least::<W, H>();
        if low >= beta {
            return low;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL) && (limits.stop)() {
            self.is_stopped = true;
        }
        if self.is_stopped {
            return 0;
        }
        let landing = node.landing::<W, H>();
        if landing.is_power_of_two() {
            let (child, gain) = node.play::<W, H>(landing);
            return gain - self.node(&child, gain + 1 - beta, limits);
        }
        let is_kept = empty >= FEWEST;
        let hash = Self::hash(node);
        let mut remembered = NO_COLUMN;
        if is_kept && let Some(entry) = self.table.find(hash, empty < NEAR) {
            if entry.low >= beta {
                return entry.low;
            }
            if entry.high < beta {
                return entry.high;
            }
            low = low.max(entry.low);
            high = high.min(entry.high);
            remembered = entry.best;
        }
        let start = self.nodes;
        let mut moves = [Move { child: *node, gain: 0, column: 0, promise: 0 }; MOST_COLUMNS];
        let moves = match self.order(&mut moves, node, landing, remembered, beta) {
            Ok(count) => &moves[..count],
            Err(bound) => return bound,
        };
        let mut value = i32::MIN;
        let mut best = NO_COLUMN;
        for mv in moves {
            let found = mv.gain - self.node(&mv.child, mv.gain + 1 - beta, limits);
            if self.is_stopped {
                return 0;
            }
            value = value.max(found);
            if found >= beta {
                best = mv.column;
                break;
            }
        }
        let value = value.clamp(low, high);
        if is_kept {
            let (low, high) = if value >= beta { (value, high) } else { (low, value) };
            self.table.keep(hash, empty < NEAR, Entry { low, high, best }, self.nodes - start + 1);
        }
        value
    }

    /// Brings moves into the order of search and says how many there are, unless one of them comes to at least
    /// `beta` for sure: then what it comes to, as the error.
    #[inline(always)]
    fn order(
        &self,
        moves: &mut [Move; MOST_COLUMNS],
        node: &Node,
        landing: u64,
        remembered: u32,
        beta: i32,
    ) -> Result<usize, i32> {
        let mut count = 0;
        let mut cells = landing;
        while cells != 0 {
            let cell = cells & cells.wrapping_neg();
            cells ^= cell;
            let (child, gain) = node.play::<W, H>(cell);
            if gain - child.bound >= beta {
                return Err(gain - child.bound);
            }
            let column = cell.trailing_zeros() / Grid::<W, H>::STRIDE;
            moves[count] = Move { child, gain, column, promise: 0 };
            count += 1;
        }
        for mv in &mut moves[..count] {
            mv.child.bound = mv.child.closer_bound::<W, H>();
            if mv.gain - mv.child.bound >= beta {
                return Err(mv.gain - mv.child.bound);
            }
        }
        for mv in &mut moves[..count] {
            let cell = mv.child.other & !node.own;
            mv.promise = if mv.column == remembered {
                REMEMBERED
            } else {
                Self::promise(node, &mv.child, cell, mv.gain, mv.column)
            };
        }
        if node.empty > LOOK_AHEAD {
            for mv in &mut moves[..count] {
                let hash = Self::hash(&mv.child);
                if let Some(entry) = self.table.find(hash, node.empty - 1 < NEAR)
                    && entry.high != i32::MAX
                    && mv.gain - entry.high >= beta
                {
                    return Err(mv.gain - entry.high);
                }
                if self.variety != 0 && node.empty >= NEAR {
                    mv.promise += (mix(hash.tag ^ self.variety) & 3) as i32;
                }
            }
        }
        // Few moves: insertion is the quickest sort.
        for end in 1..count {
            let mut at = end;
            while at > 0 && moves[at - 1].promise < moves[at].promise {
                moves.swap(at - 1, at);
                at -= 1;
            }
        }
        Ok(count)
    }

    /// How early a move is searched: what it completes, what it keeps the other side from completing and what it
    /// lets the other side complete just above; then what the other side can still get, which says more where
    /// that is the bound of a follow-up; then the distance from the edge.
    #[inline(always)]
    fn promise(node: &Node, child: &Node, cell: u64, gain: i32, column: u32) -> i32 {
        let above = (cell << 1) & Grid::<W, H>::BOARD;
        let blocked = node.other_gain::<W, H>(cell);
        let given = if above == 0 { 0 } else { node.other_gain::<W, H>(above) };
        let weight = if child.empty % 2 == 0 { 3 } else { 2 };
        let distance = column.min(W - 1 - column).cast_signed();
        6 * (gain + blocked - given) - weight * child.bound + 2 * distance
    }

    /// A different number for every position, without what cannot matter. Mirror images share one while
    /// there are many empty cells.
    #[inline]
    fn hash(node: &Node) -> Hash {
        let key = node.key::<W, H>();
        let [left, right] = if node.empty >= MIRROR { key.min(key.map(Grid::<W, H>::mirror)) } else { key };
        Hash::new(left, right, W * (H + 1))
    }
}
