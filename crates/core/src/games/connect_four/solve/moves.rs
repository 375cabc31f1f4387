//! The moves of a position: what each leads to, and the order in which they are searched.
//!
//! What is to be known of the position after a move takes a hundred operations without branches. All
//! moves are therefore looked at side by side, in loops that the compiler turns into vector
//! instructions, before anything is decided.

use super::bounds::{FollowUp, UNBOUNDED, odd_threat, odd_wins};
use crate::games::connect_four::Board;
use crate::grid::Grid;

/// The words of a vector register: so many moves are looked at in one step.
const TOGETHER: usize = 4;
/// Room for the moves of most boards, and of those with more than eight columns, in whole steps.
pub(super) const ROOM: usize = 8;
pub(super) const LARGE_ROOM: usize = 16;

/// A position as the search sees it: the sides are mover and other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Node {
    pub(super) own: u64,
    pub(super) other: u64,
    /// Cells on which the other side completes a four.
    pub(super) threats: u64,
    /// The moves after which the other side does not win at once.
    pub(super) moves: u64,
    /// The score is at most this, as far as static rules tell.
    pub(super) bound: i32,
    pub(super) empty: i32,
}

impl Node {
    /// The node of a position in which the mover cannot win at once.
    pub(super) fn of<const W: u32, const H: u32>(position: &Board<W, H>) -> Self {
        let (own, other) = position.board().sides();
        Self::new::<W, H>(own, other, position.board().empty_cells().cast_signed())
    }

    /// The same of the pieces of both sides.
    #[inline]
    pub(super) fn new<const W: u32, const H: u32>(own: u64, other: u64, empty: i32) -> Self {
        let occupied = own | other;
        let threats = winning_cells::<W, H>(other, Grid::<W, H>::BOARD & !occupied);
        let landing = landing::<W, H>(occupied);
        let bound = if !H.is_multiple_of(2) {
            UNBOUNDED
        } else if empty % 2 == 0 {
            FollowUp::new::<W, H>(own, other, landing, threats).bound()
        } else {
            odd_threat::<W, H>(own, other, landing, threats)
        };
        Self { own, other, threats, moves: safe_moves(landing, threats), bound, empty }
    }
}

/// The next cell of every column that is not full.
#[inline]
const fn landing<const W: u32, const H: u32>(occupied: u64) -> u64 {
    (occupied + Grid::<W, H>::BOTTOM) & Grid::<W, H>::BOARD
}

/// At most `ROOM` moves of a position by numbers from 0, and the positions after them.
#[derive(Debug)]
pub(super) struct Children<const ROOM: usize> {
    cells: [u64; ROOM],
    /// Cells on which the mover wins after the move.
    threats: [u64; ROOM],
    /// Answers of the other side after which the mover does not win at once.
    answers: [u64; ROOM],
    /// What the other side gets at most.
    bounds: [i32; ROOM],
    /// Promises of moves with their numbers, 0 once they are taken; see [`Self::promise`].
    promises: [u32; ROOM],
    count: usize,
}

impl<const ROOM: usize> Children<ROOM> {
    /// Numbers of moves stand below their promises, and count downwards so that of equal promises the
    /// first comes first.
    const NUMBER_BITS: u32 = ROOM.trailing_zeros();
    const NUMBER: u32 = {
        assert!(ROOM.is_power_of_two() && ROOM.is_multiple_of(TOGETHER));
        (1 << Self::NUMBER_BITS) - 1
    };

    pub(super) const NONE: Self = Self {
        cells: [0; ROOM],
        threats: [0; ROOM],
        answers: [0; ROOM],
        bounds: [UNBOUNDED; ROOM],
        promises: [0; ROOM],
        count: 0,
    };

    /// Fills in the moves of a node, in no order yet. In place, since copying takes longer than looking.
    #[inline(always)]
    pub(super) fn fill<const W: u32, const H: u32>(&mut self, node: &Node) {
        let mut left = node.moves;
        while left != 0 {
            self.cells[self.count % ROOM] = left & left.wrapping_neg();
            self.count += 1;
            left &= left - 1;
        }
        if H.is_multiple_of(2) && node.empty % 2 == 1 {
            self.look_at_follow_up::<W, H>(node.own, node.other);
        } else {
            self.look_at_odd_threats::<W, H>(node.own, node.other);
        }
    }

    /// Fills in what holds after each move, for an odd number of empty cells before it.
    #[inline(always)]
    fn look_at_follow_up<const W: u32, const H: u32>(&mut self, own: u64, other: u64) {
        let (mut reached, mut points) = ([0; ROOM], [0; ROOM]);
        let n = self.together();
        let Self { cells, threats, answers, .. } = self;
        follow_up_of_all::<W, H>([own, other], &cells[..n], threats, answers, &mut reached, &mut points);
        for number in self.numbers() {
            let follow_up = FollowUp { reached: reached[number], points: points[number] };
            self.bounds[number] = follow_up.bound();
        }
    }

    /// Fills in what holds after each move, for an even number of empty cells before it.
    #[inline(always)]
    fn look_at_odd_threats<const W: u32, const H: u32>(&mut self, own: u64, other: u64) {
        let mut wins = [0; ROOM];
        let n = self.together();
        let Self { cells, threats, answers, .. } = self;
        odd_wins_of_all::<W, H>([own, other], &cells[..n], threats, answers, &mut wins);
        if !H.is_multiple_of(2) {
            return;
        }
        for number in self.numbers() {
            if wins[number] != 0 {
                let own = own | self.cells[number];
                let landing = landing::<W, H>(own | other);
                self.bounds[number] = odd_threat::<W, H>(other, own, landing, self.threats[number]);
            }
        }
    }

    /// Whole steps that cover all moves.
    #[inline]
    fn together(&self) -> usize {
        self.count.next_multiple_of(TOGETHER).min(ROOM)
    }

    #[inline]
    pub(super) fn numbers(&self) -> std::ops::Range<usize> {
        0..self.count.min(ROOM)
    }

    #[inline]
    pub(super) fn cell(&self, number: usize) -> u64 {
        self.cells[number % ROOM]
    }

    /// The cells on which the mover wins after a move.
    #[inline]
    pub(super) fn threats(&self, number: usize) -> u64 {
        self.threats[number % ROOM]
    }

    /// Answers of the other side after which the mover does not win at once.
    #[inline]
    pub(super) fn answers(&self, number: usize) -> u64 {
        self.answers[number % ROOM]
    }

    /// Whether a move leaves the other side no answer: while there are empty cells, it wins with the next
    /// piece.
    #[inline]
    pub(super) fn wins(&self, number: usize) -> bool {
        self.answers[number % ROOM] == 0
    }

    /// What the other side gets at most after a move, as far as static rules tell.
    #[inline]
    pub(super) fn bound(&self, number: usize) -> i32 {
        self.bounds[number % ROOM]
    }

    /// Says what a move promises: at least 1.
    #[inline]
    pub(super) fn promise(&mut self, number: usize, promise: u32) {
        debug_assert!(promise > 0, "a move that promises nothing would be left out");
        #[expect(clippy::cast_possible_truncation, reason = "numbers are below 16")]
        let key = promise << Self::NUMBER_BITS | (Self::NUMBER - (number % ROOM) as u32);
        self.promises[number % ROOM] = key;
    }

    /// Takes the move that promises most of those that are left, of equal ones the first.
    ///
    /// Moves are not sorted: mostly one or two are searched, and to find the best of all at once takes no branches that
    /// would have to be foreseen.
    #[inline(always)]
    pub(super) fn take(&mut self) -> Option<usize> {
        let most = self.promises.iter().fold(0, |most, &key| most.max(key));
        let number = (Self::NUMBER - (most & Self::NUMBER)) as usize;
        self.promises[number] = 0;
        (most != 0).then_some(number)
    }

    /// The cell of a move, and the position after it.
    #[inline]
    pub(super) fn child(&self, node: &Node, number: usize) -> (u64, Node) {
        let number = number % ROOM;
        let child = Node {
            own: node.other,
            other: node.own | self.cells[number],
            threats: self.threats[number],
            moves: self.answers[number],
            bound: self.bounds[number],
            empty: node.empty - 1,
        };
        (self.cells[number], child)
    }
}

/// For each move of `cells`: where the mover then wins, safe answers, and what the mover's follow-up says.
///
/// A separate function: its loop is turned into vector instructions only if nothing is known about the
/// number of moves and the addresses of the slices.
#[inline(never)]
fn follow_up_of_all<const W: u32, const H: u32>(
    [own, other]: [u64; 2],
    cells: &[u64],
    threats: &mut [u64],
    answers: &mut [u64],
    reached: &mut [u64],
    points: &mut [u64],
) {
    let n = cells.len();
    let (threats, answers) = (&mut threats[..n], &mut answers[..n]);
    let (reached, points) = (&mut reached[..n], &mut points[..n]);
    for i in 0..n {
        let own = own | cells[i];
        let occupied = own | other;
        let landing = landing::<W, H>(occupied);
        let wins = winning_cells::<W, H>(own, Grid::<W, H>::BOARD & !occupied);
        let follow_up = FollowUp::new::<W, H>(other, own, landing, wins);
        threats[i] = wins;
        answers[i] = safe_moves(landing, wins);
        reached[i] = follow_up.reached;
        points[i] = follow_up.points;
    }
}

/// For each move of `cells`: where the mover then wins, safe answers, and those of the wins that
/// [`odd_threat`] may build on.
#[inline(never)]
fn odd_wins_of_all<const W: u32, const H: u32>(
    [own, other]: [u64; 2],
    cells: &[u64],
    threats: &mut [u64],
    answers: &mut [u64],
    odd: &mut [u64],
) {
    let n = cells.len();
    let (threats, answers, odd) = (&mut threats[..n], &mut answers[..n], &mut odd[..n]);
    for i in 0..n {
        let own = own | cells[i];
        let occupied = own | other;
        let landing = landing::<W, H>(occupied);
        let wins = winning_cells::<W, H>(own, Grid::<W, H>::BOARD & !occupied);
        threats[i] = wins;
        answers[i] = safe_moves(landing, wins);
        odd[i] = odd_wins::<W, H>(landing, wins);
    }
}

/// The cells of `empty` on which another of `cells` makes four in a line. They may be out of reach.
#[inline]
pub(super) fn winning_cells<const W: u32, const H: u32>(cells: u64, empty: u64) -> u64 {
    let mut found = (cells << 1) & (cells << 2) & (cells << 3);
    for d in [Grid::<W, H>::STRIDE - 1, Grid::<W, H>::STRIDE, Grid::<W, H>::STRIDE + 1] {
        // Two neighbours below, then one further or the one above; and the same from above.
        let below = (cells << d) & (cells << (2 * d));
        let above = (cells >> d) & (cells >> (2 * d));
        found |= below & ((cells << (3 * d)) | (cells >> d));
        found |= above & ((cells >> (3 * d)) | (cells << d));
    }
    found & empty
}

/// The moves among `landing` after which the opponent cannot win at once, given the cells on which
/// the opponent wins. Precondition: the mover cannot win at once.
#[inline]
pub(super) fn safe_moves(landing: u64, threats: u64) -> u64 {
    let forced = landing & threats;
    // Without branches, so that several positions can be looked at in one go.
    let candidates = if forced == 0 { landing } else { forced };
    let candidates = if forced & forced.wrapping_sub(1) == 0 { candidates } else { 0 };
    // A piece just below a winning cell of the opponent would hand it over.
    candidates & !(threats >> 1)
}
