//! Alpha-beta with null windows: is the score at least `beta`?

use super::bounds::{UNBOUNDED, follow_up, odd_threat};
use super::lines::{safe_moves, winning_cells};
use super::table::{Entry, Table, hash};
use crate::Position;
use crate::agents::{Limits, Stopped};
use crate::games::connect_four::Board;
use crate::games::connect_four::book::Book;
use crate::grid::Grid;
use crate::rng::mix;

/// With fewer empty cells than this, a position goes to the table's small tier.
const NEAR: i32 = 22;
/// Before a search has come to so many nodes the small tier has room for all of them, and looks into
/// the large one would only wait for memory.
const SMALL_SEARCH: u64 = 20_000;
/// With fewer empty cells than this, children are not looked up before they are searched.
const LOOK_AHEAD: i32 = 14;
/// With fewer empty cells than this, mirrored positions are kept apart.
const MIRROR: i32 = 12;
/// Nodes between two questions to the limits.
const POLL: u64 = 1 << 12;

/// The search and its memory.
#[derive(Debug)]
pub(super) struct Search<const W: u32, const H: u32> {
    table: Table,
    books: Vec<Book<'static, W, H>>,
    /// Positions with fewer empty cells are in no book.
    fewest_in_books: i32,
    pub(super) nodes: u64,
    /// The number of nodes from which on the large tier is used.
    large_from: u64,
    is_stopped: bool,
    /// Searches with other numbers look at moves in other orders, so that threads differ.
    variety: u64,
}

/// A move to be searched.
#[derive(Clone, Copy, Default)]
struct Candidate {
    /// Higher is searched first.
    promise: i32,
    cell: u64,
    /// Where the mover wins after it.
    threats: u64,
}

/// The most columns that a board may have.
const MOST_MOVES: usize = 7;
/// The column of no move.
const NO_COLUMN: u32 = 7;

/// Moves, the most promising first.
struct Candidates {
    moves: [Candidate; MOST_MOVES],
    count: usize,
}

impl Candidates {
    /// Puts a move behind those that promise as much.
    #[inline]
    fn insert(&mut self, candidate: Candidate) {
        let mut place = self.count;
        while place > 0 && self.moves[place - 1].promise < candidate.promise {
            self.moves[place] = self.moves[place - 1];
            place -= 1;
        }
        self.moves[place] = candidate;
        self.count += 1;
    }
}

/// A position as the search sees it: the sides are mover and other.
#[derive(Clone, Copy)]
struct Node {
    own: u64,
    other: u64,
    /// Cells on which the other side completes a four.
    threats: u64,
    /// Number of empty cells.
    empty: i32,
}

impl<const W: u32, const H: u32> Search<W, H> {
    const BOARD: u64 = Grid::<W, H>::BOARD;

    pub(super) fn new(bytes: usize) -> Self {
        Self {
            table: Table::new(bytes),
            books: Vec::new(),
            fewest_in_books: i32::MAX,
            nodes: 0,
            large_from: SMALL_SEARCH,
            is_stopped: false,
            variety: 0,
        }
    }

    pub(super) fn add_book(&mut self, book: Book<'static, W, H>) {
        let fewest = (W * H - book.most_pieces()).cast_signed();
        self.fewest_in_books = self.fewest_in_books.min(fewest);
        self.books.push(book);
    }

    /// A search for another thread, with the same books and the same large tier. Threads that work
    /// on one position have different numbers for `variety`.
    pub(super) fn beside(&self, variety: u64) -> Self {
        Self {
            table: self.table.beside(),
            books: self.books.clone(),
            nodes: 0,
            large_from: SMALL_SEARCH,
            variety,
            ..*self
        }
    }

    /// The result for the mover by a book.
    fn known(&self, own: u64, other: u64) -> Option<i32> {
        self.books.iter().find_map(|book| book.find(own, other))
    }

    pub(super) fn clear(&mut self) {
        self.table.clear();
        self.large_from = self.nodes + SMALL_SEARCH;
    }

    /// A bound of the score: at least `beta` if the score is, below `beta` if it is not.
    ///
    /// Precondition: the game is not over and the mover cannot win at once.
    pub(super) fn root(
        &mut self,
        position: &Board<W, H>,
        beta: i32,
        limits: &Limits<'_>,
    ) -> Result<i32, Stopped> {
        let (board, turn) = (position.board(), position.turn());
        let (own, other) = (board.stones(turn), board.stones(turn.opponent()));
        let threats = winning_cells::<W, H>(other, Self::BOARD & !board.occupied());
        let node = Node { own, other, threats, empty: board.empty_cells().cast_signed() };
        self.is_stopped = false;
        let value = self.node(node, beta, limits);
        if self.is_stopped { Err(Stopped) } else { Ok(value) }
    }

    fn node(&mut self, node: Node, beta: i32, limits: &Limits<'_>) -> i32 {
        let Node { own, other, threats, empty } = node;
        let occupied = own | other;
        let landing = (occupied + Grid::<W, H>::BOTTOM) & Self::BOARD;
        let moves = safe_moves(landing, threats);
        if moves == 0 {
            // The other side wins with its next piece, or the board is full.
            return if landing == 0 { 0 } else { -(empty / 2) };
        }
        if empty <= 2 {
            return 0;
        }
        // Neither side wins with its next piece.
        let (mut low, mut high) = (-((empty - 2) / 2), (empty - 1) / 2);
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
            let own = own | moves;
            let threats = winning_cells::<W, H>(own, Self::BOARD & !(occupied | moves));
            return -self.node(Node { own: other, other: own, threats, empty: empty - 1 }, 1 - beta, limits);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL) && (limits.stop)() {
            self.is_stopped = true;
        }
        if self.is_stopped {
            return 0;
        }
        if empty % 2 == 0 && H.is_multiple_of(2) {
            let bound = follow_up::<W, H>(own, other, landing, threats);
            if bound < beta {
                return bound;
            }
            high = high.min(bound);
        }
        if empty % 2 == 1 && H.is_multiple_of(2) {
            let bound = odd_threat::<W, H>(own, other, landing, threats);
            if bound < beta {
                return bound;
            }
            high = high.min(bound);
        }
        let hash = Self::hash(own, occupied, empty);
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
        let (value, best) = match self.candidates(node, moves, remembered, beta) {
            Ok(candidates) => self.best_of(node, &candidates, beta, limits),
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

    /// The moves in the order of search, or a bound of at least `beta` that one of them has for sure.
    #[inline]
    fn candidates(&self, node: Node, moves: u64, remembered: u32, beta: i32) -> Result<Candidates, i32> {
        let Node { own, other, empty, .. } = node;
        let mut candidates = Candidates { moves: [Candidate::default(); MOST_MOVES], count: 0 };
        let mut left = moves;
        while left != 0 {
            let cell = left & left.wrapping_neg();
            left ^= cell;
            let own = own | cell;
            let occupied = own | other;
            let threats = winning_cells::<W, H>(own, Self::BOARD & !occupied);
            let landing = (occupied + Grid::<W, H>::BOTTOM) & Self::BOARD;
            if safe_moves(landing, threats) == 0 {
                // The other side has no answer: a win with the next piece.
                return Err((empty - 1) / 2);
            }
            if empty % 2 == 1 && H.is_multiple_of(2) {
                let bound = follow_up::<W, H>(other, own, landing, threats);
                if bound != UNBOUNDED && -bound >= beta {
                    return Err(-bound);
                }
            }
            if empty % 2 == 0 && H.is_multiple_of(2) {
                let bound = odd_threat::<W, H>(other, own, landing, threats);
                if bound != UNBOUNDED && -bound >= beta {
                    return Err(-bound);
                }
            }
            let mut whim = 0;
            if empty >= LOOK_AHEAD {
                let hash = Self::hash(other, occupied, empty - 1);
                whim = self.whim(hash, empty);
                if let Some(entry) = self.table.find(hash, self.is_near(empty - 1))
                    && -entry.high >= beta
                {
                    return Err(-entry.high);
                }
            }
            let column = cell.trailing_zeros() / Grid::<W, H>::STRIDE;
            let promise = match column {
                _ if column == remembered => i32::MAX,
                // Threats first, then the distance from the edge.
                _ => (threats.count_ones() * W + column.min(W - 1 - column) + whim).cast_signed(),
            };
            candidates.insert(Candidate { promise, cell, threats });
        }
        Ok(candidates)
    }

    /// What a move promises beyond what can be seen: nothing, but for a search that is one of many.
    #[inline]
    fn whim(&self, hash: u64, empty: i32) -> u32 {
        if self.variety == 0 || empty < NEAR {
            return 0;
        }
        // As much as one or two columns from the edge.
        (mix(hash ^ self.variety) & 3) as u32
    }

    /// The best value of the moves, at most up to the first that reaches `beta`, and the column of
    /// that one.
    #[inline]
    fn best_of(&mut self, node: Node, candidates: &Candidates, beta: i32, limits: &Limits<'_>) -> (i32, u32) {
        let Node { own, other, empty, .. } = node;
        let mut best = i32::MIN;
        for &Candidate { cell, threats, .. } in &candidates.moves[..candidates.count] {
            let child = Node { own: other, other: own | cell, threats, empty: empty - 1 };
            let value = -self.node(child, 1 - beta, limits);
            if self.is_stopped {
                break;
            }
            if value >= beta {
                return (value, cell.trailing_zeros() / Grid::<W, H>::STRIDE);
            }
            best = best.max(value);
        }
        (best, NO_COLUMN)
    }

    /// Whether positions with so many empty cells are in the small tier.
    #[inline]
    fn is_near(&self, empty: i32) -> bool {
        empty < NEAR || self.nodes < self.large_from
    }

    /// A number of its own for every position, mirror images together while there are many empty cells.
    #[inline]
    fn hash(own: u64, occupied: u64, empty: i32) -> u64 {
        let key = own + occupied;
        let key = if empty >= MIRROR { key.min(Grid::<W, H>::mirror(key)) } else { key };
        hash(key, W * (H + 1))
    }
}
