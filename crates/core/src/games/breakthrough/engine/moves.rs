//! Positions as the search sees them, and the order in which it tries moves.
//!
//! The side to move always moves up: after every move the board is turned by half a turn. Both views of
//! the board are kept, so that turning it means to exchange them.

use crate::games::breakthrough::{Board, Step, seen_by_mover};
use crate::{ByPlayer, Player};

/// A position seen by the side to move, which moves up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Node<const W: u32, const H: u32> {
    pub(super) own: u64,
    pub(super) other: u64,
    /// The same pawns on the board turned by half a turn, on which the other side moves up.
    pub(super) own_turned: u64,
    pub(super) other_turned: u64,
}

/// A move of the side that moves up: three times its source, and 0, 1 or 2 for left, straight, right.
pub(super) type Code = u8;

/// The step with this code, on the board of the mover.
#[inline]
pub(super) const fn step<const W: u32>(code: Code) -> Step {
    #[expect(clippy::cast_possible_truncation, reason = "a board has at most 32 columns")]
    let width = W as u8;
    let source = code / 3;
    Step { source, target: source + width - 1 + code % 3 }
}

impl<const W: u32, const H: u32> Node<W, H> {
    pub(super) fn new(position: &Board<W, H>) -> Self {
        let seen = seen_by_mover(position);
        let turned = seen.turned();
        Self {
            own: seen.pawns(Player::First),
            other: seen.pawns(Player::Second),
            own_turned: turned.pawns(Player::Second),
            other_turned: turned.pawns(Player::First),
        }
    }

    /// The position with the side to move as the first player.
    #[inline]
    pub(super) const fn board(&self) -> Board<W, H> {
        Board { pawns: ByPlayer::new(self.own, self.other), turn: Player::First }
    }

    #[inline]
    pub(super) fn play(&self, code: Code) -> Self {
        let step = step::<W>(code);
        let (source, target) = (1 << step.source(), 1 << step.target());
        let last = W * H - 1;
        let turned = |cell: u8| 1 << (last - u32::from(cell));
        let (source_turned, target_turned): (u64, u64) = (turned(step.source()), turned(step.target()));
        Self {
            own: self.other_turned & !target_turned,
            other: self.own_turned ^ (source_turned | target_turned),
            own_turned: self.other & !target,
            other_turned: self.own ^ (source | target),
        }
    }

    /// Whether the game ends with a move: the pawn arrives, or captures the last one.
    pub(super) const fn is_over_after(&self, code: Code) -> bool {
        let target = 1 << step::<W>(code).target();
        target & Board::<W, H>::row(H - 1) != 0 || self.other & !target == 0
    }

    /// The cells onto which the side to move could capture, to the left and to the right.
    #[inline]
    pub(super) const fn captures(&self) -> [u64; 2] {
        Board::<W, H>::captures(self.own, Player::First)
    }

    /// The same for the other side.
    #[inline]
    pub(super) const fn answers(&self) -> [u64; 2] {
        Board::<W, H>::captures(self.other, Player::Second)
    }

    /// The sources of all moves to the left, straight and to the right whose targets lie in `targets`.
    #[inline]
    const fn sources(&self, targets: u64) -> [u64; 3] {
        let own = self.own;
        let (not_left, not_right) = (own & !Board::<W, H>::column(0), own & !Board::<W, H>::column(W - 1));
        let free = targets & !own;
        [not_left & free >> (W - 1), own & (free & !self.other) >> W, not_right & free >> (W + 1)]
    }
}

/// The most moves of a position: three for every pawn on boards of at most ten columns.
const MOST: usize = 64;

/// Moves with their order values. The best come first.
#[derive(Debug)]
pub(super) struct Moves {
    /// The order value of each move, above the eight bits of its code.
    list: [u32; MOST],
    len: usize,
    next: usize,
}

/// Order values of moves: the move of the table, captures, killers, then the others.
const REMEMBERED: u32 = 1 << 23;
const CAPTURE: u32 = 3 << 20;
const KILLER: u32 = 2 << 20;
const QUIET: u32 = 1 << 20;
/// A quiet move on which the pawn would be lost.
const LOSING: u32 = 1 << 18;

/// What is known of a move, apart from its code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Candidate {
    pub(super) code: Code,
    /// Takes nothing, and is neither the table's move nor a killer.
    pub(super) is_quiet: bool,
    /// The pawn can be captured without being avenged.
    pub(super) is_losing: bool,
}

impl Moves {
    /// The moves onto `targets`; `remembered` is tried first.
    #[inline]
    pub(super) fn new<const W: u32, const H: u32>(
        node: &Node<W, H>,
        targets: u64,
        remembered: Option<Code>,
        killers: [Code; 2],
        history: &History,
    ) -> Self {
        let mut moves = Self { list: [0; MOST], len: 0, next: 0 };
        let [left, right] = node.captures();
        let (once, twice) = (left | right, left & right);
        let [a, b] = node.answers();
        let (attacked, attacked_twice) = (a | b, a & b);
        // A pawn that steps diagonally protects its target no longer: one supporter must be left. One that
        // steps straight leaves both.
        let losing = [
            attacked & !twice | attacked_twice,
            attacked & !once | attacked_twice & !twice,
            attacked & !twice | attacked_twice,
        ];
        for (direction, mut sources) in node.sources(targets).into_iter().enumerate() {
            let losing = losing[direction];
            while sources != 0 {
                let source = sources.trailing_zeros();
                sources &= sources - 1;
                #[expect(clippy::cast_possible_truncation, reason = "at most 64 cells and 3 directions")]
                let code = (3 * source + direction as u32) as Code;
                #[expect(clippy::cast_possible_truncation, reason = "three directions")]
                let place = source + W - 1 + direction as u32;
                let target = 1 << place;
                let row = place / W;
                let promise = if Some(code) == remembered {
                    REMEMBERED
                } else if node.other & target != 0 {
                    // The nearer the enemy has come, the more is won; a pawn that is not protected is free.
                    let free = u32::from(attacked & target == 0);
                    CAPTURE + 64 * (H - row) + 512 * free + row
                } else if code == killers[0] {
                    KILLER + 1
                } else if code == killers[1] {
                    KILLER
                } else {
                    let base = if losing & target == 0 { QUIET } else { LOSING };
                    base + history.fame(code) + 8 * row
                };
                moves.list[moves.len % MOST] = promise << 8 | u32::from(code);
                moves.len += 1;
            }
        }
        moves
    }

    /// The most promising move that is left.
    #[inline]
    pub(super) fn next(&mut self) -> Option<Candidate> {
        let len = self.len.min(MOST);
        if self.next >= len {
            return None;
        }
        let mut best = self.next;
        for i in self.next + 1..len {
            if self.list[i] > self.list[best] {
                best = i;
            }
        }
        self.list.swap(self.next, best);
        let found = self.list[self.next];
        self.next += 1;
        #[expect(clippy::cast_possible_truncation, reason = "the code is in the low eight bits")]
        let code = found as Code;
        let promise = found >> 8;
        Some(Candidate { code, is_quiet: promise < KILLER, is_losing: promise < QUIET })
    }
}

/// How often moves of one side have been best, as a moving average.
#[derive(Clone, Debug)]
pub(super) struct History([i32; 256]);

const FAME: i32 = 1 << 14;

impl History {
    pub(super) const NONE: Self = Self([0; 256]);

    /// At least 0, at most twice [`FAME`].
    #[inline]
    fn fame(&self, code: Code) -> u32 {
        (self.0[usize::from(code)] + FAME).cast_unsigned()
    }

    /// The fame, from -1 (has never been good) to 1 in steps of 1/4096.
    #[inline]
    pub(super) fn quarter(&self, code: Code) -> i32 {
        self.0[usize::from(code)] / (FAME / 4)
    }

    /// A move has cut off a search of this depth, or has failed to.
    #[inline]
    pub(super) fn note(&mut self, code: Code, depth: i32, was_good: bool) {
        let weight = (depth * depth * 8).min(FAME / 8);
        let fame = &mut self.0[usize::from(code)];
        *fame += if was_good { weight } else { -weight } - *fame * weight / FAME;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::Position;
    use crate::rng::Rng;

    fn agree_with_the_rules<const W: u32, const H: u32>(games: usize) {
        let positions = Rng::new(u64::from(W * 10 + H)).games(&Board::<W, H>::START, games);
        for position in positions.into_iter().filter(|position| position.outcome().is_none()) {
            let node = Node::new(&position);
            let seen = node.board();
            let expected: BTreeSet<Step> = seen.moves().collect();
            let mut moves = Moves::new(&node, Board::<W, H>::CELLS, None, [Code::MAX; 2], &History::NONE);
            let mut found = BTreeSet::new();
            while let Some(Candidate { code, .. }) = moves.next() {
                let step = step::<W>(code);
                assert!(found.insert(step), "{step:?} twice in {position:?}");
                assert_eq!(node.play(code), Node::new(&seen.play(step)), "{position:?}");
            }
            assert_eq!(found, expected, "{position:?}");
        }
    }

    #[test]
    fn moves_are_those_of_the_rules() {
        agree_with_the_rules::<6, 6>(100);
        agree_with_the_rules::<3, 4>(50);
        agree_with_the_rules::<7, 5>(50);
        agree_with_the_rules::<2, 6>(50);
    }

    #[test]
    fn captures_come_first_and_lost_pawns_last() {
        // White: b2, d1, e1; Black: a3, c3, e3.
        let cell = |column: u32, row: u32| 1u64 << (row * 6 + column);
        let white = cell(1, 1) | cell(3, 0) | cell(4, 0);
        let black = cell(0, 2) | cell(2, 2) | cell(4, 2);
        let board = Board::<6, 6>::new(ByPlayer::new(white, black), Player::First).expect("a board");
        let node = Node::new(&board);
        let mut moves = Moves::new(&node, Board::<6, 6>::CELLS, None, [Code::MAX; 2], &History::NONE);
        let all: Vec<Candidate> = std::iter::from_fn(|| moves.next()).collect();
        let kinds: Vec<(bool, bool)> = all.iter().map(|mv| (mv.is_quiet, mv.is_losing)).collect();
        assert!(kinds.is_sorted(), "{all:?}");
        // Onto d2 Black could capture with c3 and e3; White takes back once.
        let onto_d2 = all.iter().filter(|mv| step::<6>(mv.code).target() == 9);
        assert!(onto_d2.clone().count() == 2 && onto_d2.clone().all(|mv| mv.is_losing));
        // A move that is remembered comes before everything.
        let quiet = all.last().expect("moves").code;
        let mut moves = Moves::new(&node, Board::<6, 6>::CELLS, Some(quiet), [Code::MAX; 2], &History::NONE);
        assert_eq!(moves.next().map(|mv| (mv.code, mv.is_quiet)), Some((quiet, false)));
    }
}
