//! Alpha-beta with null windows: is the score at least `beta`?

use std::sync::Arc;

use super::crew::Crew;
use super::history::History;
use super::moves::{Children, LARGE_ROOM, Node, ROOM};
use super::promise::{glance, promise};
use super::table::{Entry, Table, hash};
use crate::games::connect_four::Board;
use crate::games::connect_four::book::{Book, Kind};
use crate::grid::Grid;
use crate::{Found, Limits, Stopped};

/// With fewer empty cells than this, a position goes to the table's small tier.
const NEAR: i32 = 26;
/// The same where threads work on one position: they share the large tier alone.
const NEAR_IN_A_CREW: i32 = 18;
/// With fewer empty cells than this, threads do not share out the moves of a position.
pub(super) const SHARED: i32 = 20;
/// Before a search has come to so many nodes the small tier has room for all of them, and looks into
/// the large one would only wait for memory.
const SMALL_SEARCH: u64 = 20_000;
/// With fewer empty cells than this, children are not looked up before they are searched, and what succeeded elsewhere
/// does not matter.
const LOOK_AHEAD: i32 = 10;
/// With fewer empty cells than this, mirrored positions are kept apart.
const MIRROR: i32 = 12;
/// Nodes between two questions to the limits.
pub(super) const POLL: u64 = 1 << 12;

#[derive(Debug)]
pub(super) struct Search<const W: u32, const H: u32> {
    table: Table<W, H>,
    history: History,
    books: Vec<Book<'static, W, H>>,
    /// Positions with fewer empty cells are in no book.
    fewest_in_books: i32,
    pub(super) nodes: u64,
    /// The number of nodes from which on the large tier is used.
    large_from: u64,
    is_stopped: bool,
    /// The threads that work on the same position, if there are several.
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
/// What a move promises more if it always succeeded of late: at a closer look, and at a glance.
const SUCCESS: i32 = 300;
const SUCCESS_AT_A_GLANCE: i32 = 100;
/// A move that was enough for a score so much lower tells nothing.
const FAR_LOWER: i32 = 4;
/// More than any column, also as the table gives it back where entries have one word: 7 then.
const NO_COLUMN: u32 = 15;

impl<const W: u32, const H: u32> Search<W, H> {
    pub(super) fn new(bytes: usize) -> Self {
        Self {
            table: Table::new(bytes),
            history: History::NONE,
            books: Vec::new(),
            fewest_in_books: i32::MAX,
            nodes: 0,
            large_from: SMALL_SEARCH,
            is_stopped: false,
            crew: None,
            is_reversed: false,
        }
    }

    pub(super) fn add_book(&mut self, book: Book<'static, W, H>) {
        let fewest = (W * H - book.most_pieces()).cast_signed();
        self.fewest_in_books = self.fewest_in_books.min(fewest);
        self.books.push(book);
    }

    /// A search for another thread, with the same books and the same large tier.
    pub(super) fn for_thread(&self) -> Self {
        Self {
            table: self.table.for_thread(),
            history: History::NONE,
            books: self.books.clone(),
            crew: None,
            nodes: 0,
            large_from: SMALL_SEARCH,
            ..*self
        }
    }

    /// Works on one position with the other searches of a crew from now on, or alone.
    pub(super) fn join(&mut self, crew: Option<Arc<Crew>>) {
        self.crew = crew;
    }

    /// What the first book that has the board knows of it, for the mover.
    fn known(&self, own: u64, other: u64) -> Option<(Kind, i32)> {
        self.books.iter().find_map(|book| Some((book.kind(), book.find(own, other)?)))
    }

    pub(super) fn clear(&mut self) {
        self.table.clear();
        self.history = History::NONE;
        self.large_from = self.nodes + SMALL_SEARCH;
    }

    /// A bound of the score: at least `beta` if the score is, below `beta` if it is not.
    ///
    /// Precondition: the game is not over and the mover cannot win at once.
    pub(super) fn root(&mut self, position: &Board<W, H>, beta: i32, limits: &Limits<'_>) -> Found<i32> {
        self.is_stopped = false;
        let node = Node::of(position);
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
            && let Some(known) = self.known(own, other)
        {
            match known {
                (Kind::Scores, score) => return score,
                (Kind::Results, 0) => return 0,
                (Kind::Results, 1) => low = low.max(1),
                (Kind::Results, _) => high = high.min(-1),
            }
            if high < beta {
                return high;
            }
            if low >= beta {
                return low;
            }
        }
        if moves.is_power_of_two() {
            let child = Node::new::<W, H>(other, own | moves, empty - 1);
            return -self.node(&child, 1 - beta, limits);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL) && (limits.stop)() {
            self.is_stopped = true;
        }
        if self.is_stopped {
            return 0;
        }
        if (empty - 3) / 2 < beta {
            // Only a win with the piece after the next is soon enough.
            let wins = if W as usize <= ROOM {
                wins_soon::<ROOM, W, H>(node)
            } else {
                wins_soon::<LARGE_ROOM, W, H>(node)
            };
            return if wins { (empty - 1) / 2 } else { high.min((empty - 3) / 2) };
        }
        let hash = Self::hash(own, own | other, empty);
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
            if beta - entry.low < FAR_LOWER {
                remembered = entry.best;
            }
        }
        let start = self.nodes;
        let found = if W as usize <= ROOM {
            self.best_move::<ROOM>(node, remembered, beta, limits)
        } else {
            self.best_move::<LARGE_ROOM>(node, remembered, beta, limits)
        };
        let (value, best) = match found {
            Ok(searched) => searched,
            Err(bound) => return bound,
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

    /// What [`Self::best_of`] finds of all moves, or a bound of at least `beta` if one is known without a search.
    #[inline(always)]
    fn best_move<const ROOM: usize>(
        &mut self,
        node: &Node,
        remembered: u32,
        beta: i32,
        limits: &Limits<'_>,
    ) -> Result<(i32, u32), i32> {
        let mut children = Children::<ROOM>::NONE;
        children.fill::<W, H>(node);
        match self.weigh(&mut children, node, remembered, beta) {
            Some(bound) => Err(bound),
            None => Ok(self.best_of(&mut children, node, beta, limits)),
        }
    }

    /// Says what moves promise, unless one of them has a bound of at least `beta` for sure: that is the answer then.
    #[inline(always)]
    fn weigh<const ROOM: usize>(
        &mut self,
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
        // Winning cells above one of the other side will hardly be reached.
        let mut reachable = node.threats << 1;
        reachable |= reachable << 1;
        reachable = !(reachable | reachable << 2);
        for number in children.numbers() {
            let cell = children.cell(number);
            if empty >= LOOK_AHEAD {
                let hash = Self::hash(other, own | other | cell, empty - 1);
                if let Some(entry) = self.table.find(hash, self.is_near(empty - 1))
                    && -entry.high >= beta
                {
                    self.history.learn(empty, cell, 0, 0);
                    return Some(-entry.high);
                }
            }
            let column = cell.trailing_zeros() / Grid::<W, H>::STRIDE;
            let promise = if column == remembered {
                REMEMBERED
            } else if empty >= CLOSER_LOOK {
                let (threats, answers) = (children.threats(number), children.answers(number));
                let worth = self.history.worth(empty, cell, SUCCESS);
                (USUAL + promise::<W, H>(node, cell, threats, answers) + worth).cast_unsigned()
            } else {
                let worth = if empty >= LOOK_AHEAD {
                    self.history.worth(empty, cell, SUCCESS_AT_A_GLANCE)
                } else {
                    0
                };
                let glance = glance::<W, H>(empty, cell, children.threats(number), reachable);
                (SUCCESS_AT_A_GLANCE + worth).cast_unsigned() + glance
            };
            let promise = if cfg!(test) && self.is_reversed { REMEMBERED + 1 - promise } else { promise };
            children.promise(number, promise);
        }
        None
    }

    /// The best value of the moves, at most up to the first that reaches `beta`, and the column of
    /// that one.
    #[inline(always)]
    fn best_of<const ROOM: usize>(
        &mut self,
        children: &mut Children<ROOM>,
        node: &Node,
        beta: i32,
        limits: &Limits<'_>,
    ) -> (i32, u32) {
        let (mut best, mut failed, start) = (i32::MIN, 0, self.nodes);
        let mut put_off = 0;
        while let Some(number) = children.take() {
            let (cell, child) = children.child(node, number);
            let mut mark = None;
            if let Some(crew) = &self.crew
                && node.empty >= SHARED
            {
                let hash = Self::hash(child.own, child.own | child.other, child.empty);
                // All threads take the first move, which often is enough. Of the others each takes those that nobody
                // searches, and helps with the rest once nothing else is left.
                if failed != 0 && put_off & cell == 0 && crew.searches(hash) {
                    put_off |= cell;
                    children.promise(number, 1);
                    continue;
                }
                mark = crew.begin(hash).then_some(hash);
            }
            let value = -self.node(&child, 1 - beta, limits);
            if let (Some(crew), Some(hash)) = (&self.crew, mark) {
                crew.end(hash);
            }
            if self.is_stopped {
                break;
            }
            if value >= beta {
                if node.empty >= LOOK_AHEAD {
                    self.history.learn(node.empty, cell, failed, self.nodes - start);
                }
                return (value, cell.trailing_zeros() / Grid::<W, H>::STRIDE);
            }
            best = best.max(value);
            failed |= cell;
        }
        (best, NO_COLUMN)
    }

    /// Whether positions with so many empty cells are in the small tier.
    #[inline]
    fn is_near(&self, empty: i32) -> bool {
        match self.crew {
            None => empty < NEAR || self.nodes < self.large_from,
            Some(_) => empty < NEAR_IN_A_CREW,
        }
    }

    #[cfg(test)]
    pub(super) fn hash_of(position: &Board<W, H>) -> u64 {
        let node = Node::of(position);
        Self::hash(node.own, node.own | node.other, node.empty)
    }

    /// A different number for every position. Mirror images share one while there are many empty cells.
    #[inline]
    fn hash(own: u64, occupied: u64, empty: i32) -> u64 {
        let key = own + occupied;
        let key = if empty >= MIRROR { key.min(Grid::<W, H>::mirror(key)) } else { key };
        hash::<W, H>(key)
    }
}

/// Whether a move leaves the other side no answer.
#[inline(always)]
fn wins_soon<const ROOM: usize, const W: u32, const H: u32>(node: &Node) -> bool {
    let mut children = Children::<ROOM>::NONE;
    children.fill::<W, H>(node);
    children.numbers().any(|number| children.wins(number))
}
