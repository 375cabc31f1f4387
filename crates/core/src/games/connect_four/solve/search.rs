//! Alpha-beta with null windows: is the score at least `beta`?

use std::mem;
use std::sync::Arc;

use super::crew::Crew;
use super::moves::{Children, Node};
use super::promise::{Glances, promise};
use super::size::{Openings, Size};
use super::table::{Entry, Table, hash};
use crate::games::upright::Upright;
use crate::{Limits, Stopped};

/// With fewer empty cells than this, a position goes to the table's small tier.
const NEAR: i32 = 26;
/// The same where several threads search, which find what the others know in the large tier only.
const NEAR_OF_CREW: i32 = 24;
/// Before a search has come to so many nodes the small tier has room for all of them, and looks into
/// the large one would only wait for memory.
const SMALL_SEARCH: u64 = 20_000;
/// With fewer empty cells than this, children are not looked up before they are searched.
const LOOK_AHEAD: i32 = 14;
/// With fewer empty cells than this, mirrored positions are kept apart.
const MIRROR: i32 = 12;
/// Nodes between two questions to the limits.
pub(super) const POLL: u64 = 1 << 12;

/// The search and its memory.
#[derive(Debug)]
pub(super) struct Search<S: Size> {
    pub(super) size: S,
    glances: Glances,
    table: Table<S>,
    books: Vec<S::Book>,
    /// Positions with fewer empty cells are in no book.
    fewest_in_books: i32,
    pub(super) nodes: u64,
    /// The number of nodes from which on the large tier is used.
    large_from: u64,
    /// So many nodes after everything was forgotten that begins.
    large_after: u64,
    is_stopped: bool,
    /// With fewer empty cells than this, a position goes to the small tier.
    near: i32,
    /// The threads that search the same position, this one among them, if there are several.
    crew: Option<Arc<Crew>>,
    /// Whether the least promising move comes first, in tests.
    pub(super) is_reversed: bool,
}

/// With fewer empty cells than this, what a move promises is not worth a closer look.
const CLOSER_LOOK: i32 = 24;
/// What the remembered move promises: more than any other.
const REMEMBERED: u32 = 1 << 20;
/// What a move promises if nothing speaks for it or against it, where a closer look is taken.
const USUAL: i32 = 1 << 19;
/// The column of no move.
const NO_COLUMN: u32 = 15;

impl<S: Size> Search<S> {
    pub(super) fn new(size: S, bytes: usize) -> Self {
        Self {
            size,
            glances: Glances::new(size.shape()),
            table: Table::new(bytes),
            books: Vec::new(),
            fewest_in_books: i32::MAX,
            nodes: 0,
            large_from: SMALL_SEARCH,
            large_after: SMALL_SEARCH,
            is_stopped: false,
            crew: None,
            near: NEAR,
            is_reversed: false,
        }
    }

    pub(super) fn add_book(&mut self, book: S::Book) {
        let fewest = (self.size.shape().size() - book.most_pieces()).cast_signed();
        self.fewest_in_books = self.fewest_in_books.min(fewest);
        self.books.push(book);
    }

    /// Joins a crew. What those who help find out about positions with many empty cells is at once in the large tier, for
    /// all.
    pub(super) fn join(&mut self, crew: &Arc<Crew>, helps: bool) {
        self.crew = Some(Arc::clone(crew));
        if helps {
            (self.large_from, self.large_after) = (0, 0);
        }
        self.near = NEAR_OF_CREW;
    }

    /// A search for another thread, with the same books and the same large tier, and in no crew.
    pub(super) fn for_thread(&self) -> Self {
        Self {
            table: self.table.for_thread(),
            books: self.books.clone(),
            nodes: 0,
            large_from: SMALL_SEARCH,
            large_after: SMALL_SEARCH,
            crew: None,
            near: NEAR,
            ..*self
        }
    }

    /// The result for the mover by a book.
    fn known(&self, own: u64, other: u64) -> Option<i32> {
        self.books.iter().find_map(|book| book.find(own, other))
    }

    pub(super) fn clear(&mut self) {
        self.table.clear();
        self.large_from = self.nodes + self.large_after;
    }

    /// A bound of the score: at least `beta` if the score is, below `beta` if it is not.
    ///
    /// Precondition: the game is not over and the mover cannot win at once.
    pub(super) fn root(
        &mut self,
        position: &S::Board,
        beta: i32,
        limits: &Limits<'_>,
    ) -> Result<i32, Stopped> {
        let (own, other) = (position.own(), position.others());
        let node = Node::new(self.size, own, other, position.empty().cast_signed());
        self.is_stopped = false;
        let value = self.node(&node, beta, limits);
        if self.is_stopped { Err(Stopped) } else { Ok(value) }
    }

    fn node(&mut self, node: &Node, beta: i32, limits: &Limits<'_>) -> i32 {
        let &Node { own, other, moves, bound, empty, .. } = node;
        if moves == 0 {
            // The other side wins with its next piece, or the board is full.
            return if empty == 0 { 0 } else { -(empty / 2) };
        }
        if empty <= 2 {
            return 0;
        }
        // Neither side wins with its next piece.
        let (mut low, mut high) = (-((empty - 2) / 2), bound.min((empty - 1) / 2));
        if high < beta {
            return high;
        }
        if low >= beta {
            return low;
        }
        if empty >= self.fewest_in_books
            && let Some(result) = self.known(own, other)
        {
            match result {
                0 => return 0,
                1 => low = low.max(1),
                _ => high = high.min(-1),
            }
            if high < beta {
                return high;
            }
            if low >= beta {
                return low;
            }
        }
        if moves.is_power_of_two() {
            let child = Node::new(self.size, other, own | moves, empty - 1);
            return -self.node(&child, 1 - beta, limits);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL) && (limits.stop)() {
            self.is_stopped = true;
        }
        if self.is_stopped {
            return 0;
        }
        if S::MOST_COLUMNS <= 8 {
            self.expand::<8>(node, low, high, beta, limits)
        } else {
            self.expand::<16>(node, low, high, beta, limits)
        }
    }

    /// The rest of [`Self::node`] for a node whose score is from `low` to `high`, as far as is known without a look
    /// at what its moves lead to.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "calls take longer than what they save here")]
    fn expand<const ROOM: usize>(
        &mut self,
        node: &Node,
        mut low: i32,
        mut high: i32,
        beta: i32,
        limits: &Limits<'_>,
    ) -> i32 {
        let &Node { own, other, empty, .. } = node;
        if (empty - 3) / 2 < beta {
            // Only a win with the piece after the next is soon enough.
            let mut children = Children::<ROOM>::NONE;
            children.fill(self.size, node);
            let wins = children.numbers().any(|number| children.wins(number));
            return if wins { (empty - 1) / 2 } else { high.min((empty - 3) / 2) };
        }
        let hash = self.hash(own, own | other, empty);
        let mut remembered = NO_COLUMN;
        if let Some(entry) = self.table.find(hash, self.is_near(empty)) {
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
        let mut children = Children::<ROOM>::NONE;
        children.fill(self.size, node);
        if let Some(bound) = self.weigh(&mut children, node, remembered, beta) {
            return bound;
        }
        let crew = if empty > self.near { self.crew.clone() } else { None };
        let (value, best) = match crew {
            None => self.best_of(&mut children, node, beta, limits),
            Some(crew) => self.best_together(&crew, &mut children, node, beta, limits),
        };
        if self.is_stopped {
            return 0;
        }
        let value = value.clamp(low, high);
        let (low, high) = if value >= beta { (value, high) } else { (low, value) };
        let is_near = self.is_near(empty);
        self.table.keep(hash, is_near, Entry { low, high, best }, self.nodes - start + 1);
        value
    }

    /// Says what moves promise, unless one of them has a bound of at least `beta` for sure: that is the answer then.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "calls take longer than what they save here")]
    fn weigh<const ROOM: usize>(
        &self,
        children: &mut Children<ROOM>,
        node: &Node,
        remembered: u32,
        beta: i32,
    ) -> Option<i32> {
        let &Node { own, other, empty, .. } = node;
        for number in children.numbers() {
            if children.wins(number) {
                return Some((empty - 1) / 2);
            }
            if -children.bound(number) >= beta {
                return Some(-children.bound(number));
            }
        }
        if empty >= LOOK_AHEAD {
            for number in children.numbers() {
                let hash = self.hash(other, own | other | children.cell(number), empty - 1);
                if let Some(entry) = self.table.find(hash, self.is_near(empty - 1))
                    && -entry.high >= beta
                {
                    return Some(-entry.high);
                }
            }
        }
        // Winning cells above one of the other side will hardly be reached.
        let mut reachable = node.threats << 1;
        reachable |= reachable << 1;
        reachable = !(reachable | reachable << 2);
        let shape = self.size.shape();
        for number in children.numbers() {
            let cell = children.cell(number);
            let column = shape.column_of(cell);
            let promise = if column == remembered {
                REMEMBERED
            } else if empty >= CLOSER_LOOK {
                let (threats, answers) = (children.threats(number), children.answers(number));
                (USUAL + promise(self.size, node, cell, threats, answers)).cast_unsigned()
            } else {
                self.glances.promise(empty, cell, children.threats(number) & reachable)
            };
            let promise = if cfg!(test) && self.is_reversed { REMEMBERED + 1 - promise } else { promise };
            children.promise(number, promise);
        }
        None
    }

    /// The best value of the moves, at most up to the first that reaches `beta`, and the column of
    /// that one.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "calls take longer than what they save here")]
    fn best_of<const ROOM: usize>(
        &mut self,
        children: &mut Children<ROOM>,
        node: &Node,
        beta: i32,
        limits: &Limits<'_>,
    ) -> (i32, u32) {
        let mut best = i32::MIN;
        while let Some(number) = children.take() {
            let (cell, child) = children.child(node, number);
            let value = -self.node(&child, 1 - beta, limits);
            if self.is_stopped {
                break;
            }
            if value >= beta {
                return (value, self.size.shape().column_of(cell));
            }
            best = best.max(value);
        }
        (best, NO_COLUMN)
    }

    /// The same for a node that several threads may be at. Its children are in the large tier.
    #[inline(never)]
    fn best_together<const ROOM: usize>(
        &mut self,
        crew: &Crew,
        children: &mut Children<ROOM>,
        node: &Node,
        beta: i32,
        limits: &Limits<'_>,
    ) -> (i32, u32) {
        let mut best = i32::MIN;
        let mut later = [0; ROOM];
        let mut put_off = 0;
        let mut is_first = true;
        // First what nobody else is at, then what was put off.
        loop {
            let (number, may_wait) = match children.take() {
                Some(number) => (number, !mem::take(&mut is_first)),
                None if put_off > 0 => {
                    put_off -= 1;
                    (later[put_off], false)
                }
                None => return (best, NO_COLUMN),
            };
            let (cell, child) = children.child(node, number);
            let hash = self.hash(child.own, child.own | child.other, child.empty);
            if may_wait && crew.is_at(hash) {
                later[put_off] = number;
                put_off += 1;
                continue;
            }
            let at = crew.at(hash);
            let value = -self.node(&child, 1 - beta, limits);
            drop(at);
            if self.is_stopped {
                return (best, NO_COLUMN);
            }
            if value >= beta {
                return (value, self.size.shape().column_of(cell));
            }
            best = best.max(value);
        }
    }

    /// Whether positions with so many empty cells are in the small tier.
    #[inline]
    fn is_near(&self, empty: i32) -> bool {
        empty < self.near || self.nodes < self.large_from
    }

    /// A number of its own for every position, mirror images together while there are many empty cells.
    #[inline]
    fn hash(&self, own: u64, occupied: u64, empty: i32) -> u64 {
        let shape = self.size.shape();
        let key = own + occupied;
        let key = if empty >= MIRROR { key.min(shape.mirror(key)) } else { key };
        hash(shape, key)
    }
}
