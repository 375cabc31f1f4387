//! Depth-first proof-number search.
//!
//! Every position is turned so that the side to move is the first player, which makes one function of
//! the two kinds of nodes and lets both sides share what is known.

use std::hint::black_box;

use crate::games::breakthrough::evaluate::attacked;
use crate::games::breakthrough::{Board, race};
use crate::rng::mix;
use crate::search::proof_numbers::{INDEX_BITS, Numbers, Summary, Table};
use crate::{Found, Limits, Player, Position, Stopped};

/// Nodes between two questions to the limits.
const POLL: u64 = 1 << 12;

/// A position one move on that is neither won nor lost at sight.
#[derive(Clone, Copy, Debug)]
struct Child<const W: u32, const H: u32> {
    board: Board<W, H>,
    key: Key,
    numbers: Numbers,
}

#[derive(Debug)]
pub(super) struct Search<const W: u32, const H: u32> {
    table: Table,
    /// The children of all nodes on the path to the current one. They keep their numbers here while
    /// they may be lost from the table, so that a search always comes to an end.
    children: Vec<Child<W, H>>,
    /// The position after the move that won the root.
    winning_child: Option<Board<W, H>>,
    pub(super) nodes: u64,
    is_stopped: bool,
}

/// A position and its mirror image as the table knows them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Key {
    pub(super) index: u64,
    pub(super) tag: u64,
}

impl Key {
    /// The key that only this position has.
    ///
    /// The pawns of both sides go through two rounds of a Feistel network, which is a bijection however
    /// poor its round function is.
    ///
    /// Precondition: the first player is to move.
    #[inline]
    pub(super) fn of<const W: u32, const H: u32>(board: &Board<W, H>) -> Self {
        const { assert!(2 * W * H - INDEX_BITS <= 64, "index and tag must hold the pawns of both sides") };
        let left = board.pawns(Player::First) ^ mix(board.pawns(Player::Second)) & Board::<W, H>::CELLS;
        let index = board.pawns(Player::Second) ^ mix(left) & Board::<W, H>::CELLS;
        Self { index, tag: left | index >> INDEX_BITS << (W * H) }
    }
}

impl<const W: u32, const H: u32> Search<W, H> {
    pub(super) fn new(bytes: usize) -> Self {
        Self {
            table: Table::new(bytes),
            children: Vec::new(),
            winning_child: None,
            nodes: 0,
            is_stopped: false,
        }
    }

    /// The position after a winning move, turned and perhaps mirrored, or `None` if the side to move
    /// loses.
    ///
    /// Precondition: the game is not over, and the first player is to move.
    pub(super) fn root(&mut self, board: &Board<W, H>, limits: &Limits<'_>) -> Found<Option<Board<W, H>>> {
        self.is_stopped = (limits.stop)();
        self.winning_child = None;
        self.children.clear();
        self.search(board, Key::of(board), Numbers::UNBOUNDED, limits);
        if self.is_stopped { Err(Stopped) } else { Ok(self.winning_child) }
    }

    /// Whether it is known without search that the side to move loses.
    ///
    /// Precondition: the first player is to move.
    pub(super) fn is_known_to_lose(&self, board: &Board<W, H>) -> bool {
        if let Some(is_won) = race::result(board) {
            return !is_won;
        }
        let Key { index, tag } = Key::of(&canonical(board));
        self.table.get(index, tag).is_some_and(|answer| Numbers::of_answer(answer).loss == 0)
    }

    /// Searches below a position until one of its numbers is at least that of `limit`, and gives them.
    fn search(&mut self, board: &Board<W, H>, key: Key, limit: Numbers, limits: &Limits<'_>) -> Numbers {
        let before = self.nodes;
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL) && (limits.stop)() {
            self.is_stopped = true;
        }
        let start = self.children.len();
        let numbers = match self.expand(board) {
            Some(decided) => decided,
            None => self.improve(start, limit, limits),
        };
        if start == 0 && numbers.win == 0 {
            self.winning_child =
                self.children.iter().find(|child| child.numbers.loss == 0).map(|child| child.board);
        }
        self.children.truncate(start);
        if !self.is_stopped {
            self.table.put(key.index, key.tag, numbers.answer(), self.nodes - before);
        }
        numbers
    }

    /// Adds the children of a position, unless they decide it.
    #[inline]
    fn expand(&mut self, board: &Board<W, H>) -> Option<Numbers> {
        let start = self.children.len();
        for step in board.moves() {
            let child = board.play(step).turned();
            let numbers = match race::result(&child) {
                Some(true) => continue,
                Some(false) => Numbers::LOST,
                None => estimate(&child),
            };
            let board = canonical(&child);
            self.children.push(Child { board, key: Key::of(&board), numbers });
            if numbers.loss == 0 {
                return Some(Numbers::WON);
            }
        }
        let children = &mut self.children[start..];
        if children.is_empty() {
            return Some(Numbers::LOST);
        }
        black_box(children.iter().fold(0, |word, child| word ^ self.table.touch(child.key.index)));
        for child in children {
            if let Some(answer) = self.table.get(child.key.index, child.key.tag) {
                child.numbers = Numbers::of_answer(answer);
            }
        }
        None
    }

    /// Searches the most promising of the children from `start` on, again and again.
    #[inline]
    fn improve(&mut self, start: usize, limit: Numbers, limits: &Limits<'_>) -> Numbers {
        loop {
            let children = self.children[start..].iter();
            let summary = Summary::of(start, children.map(|child| child.numbers));
            let Summary { numbers, best, .. } = summary;
            if numbers.reaches(limit) || numbers.is_decided() || self.is_stopped {
                return numbers;
            }
            let Child { board, key, numbers: child } = self.children[best];
            let child_limit = summary.limit_of_best(child, limit);
            self.children[best].numbers = self.search(&board, key, child_limit, limits);
        }
    }
}

/// A position or its mirror image: the same for both.
#[inline]
fn canonical<const W: u32, const H: u32>(board: &Board<W, H>) -> Board<W, H> {
    let mirrored = board.mirror();
    let pawns = |board: &Board<W, H>| Player::BOTH.map(|player| board.pawns(player));
    if pawns(&mirrored) < pawns(board) { mirrored } else { *board }
}

/// The numbers of a position that was not searched, from advancement, pawns and possible captures.
#[inline]
fn estimate<const W: u32, const H: u32>(board: &Board<W, H>) -> Numbers {
    const EVEN: i32 = 48;
    const MOST: i32 = 200;
    const PAWN: i32 = 24;
    const ROW: i32 = 12;
    const LOOSE: i32 = 16;
    let count = |cells: u64| cells.count_ones().cast_signed();
    let (own, other) = (board.pawns(Player::First), board.pawns(Player::Second));
    let rows: i32 = (2..H - 1)
        .map(|row| count(own >> (row * W)) - count(other & Board::<W, H>::CELLS >> (row * W)))
        .sum();
    let (by_own, by_other) = (attacked(board, Player::First), attacked(board, Player::Second));
    let captures = other & by_own != 0;
    let loose = own & by_other & !by_own;
    // The side to move can save one.
    let loses = loose & loose.wrapping_sub(1) != 0;
    let better =
        PAWN * (count(own) - count(other)) + ROW * rows + LOOSE * (i32::from(captures) - i32::from(loses));
    let number = |n: i32| n.clamp(1, MOST).cast_unsigned();
    Numbers { win: number(EVEN - better), loss: number(EVEN + better) }
}
