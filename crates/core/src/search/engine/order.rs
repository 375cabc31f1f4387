//! The order in which the engine tries moves: the move of the table, then moves that cut off
//! elsewhere at the same ply (killers, Akl and Newborn 1977), then the others by how often they have
//! cut off anywhere (history, Schaeffer 1983).

use std::hash::{Hash, Hasher};

use crate::{Player, Position};

/// Moves that are sorted; what a position has beyond them follows in the order of the game.
const SORTED: usize = 48;

/// The number of all moves from the 256th on.
pub(super) const UNNUMBERED: u8 = u8::MAX;

/// Picks the moves of a position, promising ones first. A move's number is its place in the order of the game.
#[derive(Debug)]
pub(super) struct Picker<P: Position> {
    /// The move of the table until it has been picked. Its number is kept.
    first: Option<P::Move>,
    first_number: Option<u8>,
    /// Moves not yet scored or picked.
    rest: P::Moves,
    rest_number: u8,
    scored: bool,
    /// Scored moves not yet picked.
    list: [Candidate<P::Move>; SORTED],
    len: usize,
}

#[derive(Clone, Copy, Debug)]
struct Candidate<M> {
    score: i32,
    number: u8,
    mv: M,
}

impl<P: Position> Picker<P> {
    /// The moves of a position, beginning with move number `first`; `None` if there is no move.
    #[inline]
    pub(super) fn new(position: &P, first: Option<u8>) -> Option<Self> {
        let rest = position.moves();
        let mv = rest.clone().next()?;
        let numbered = first.filter(|&number| number != UNNUMBERED);
        let first = numbered.and_then(|number| Some((number, rest.clone().nth(usize::from(number))?)));
        Some(Self {
            first: first.map(|(_, mv)| mv),
            first_number: first.map(|(number, _)| number),
            rest,
            rest_number: 0,
            scored: false,
            list: [Candidate { score: 0, number: 0, mv }; SORTED],
            len: 0,
        })
    }

    /// The next move and its number; moves are scored when the table's has been used up.
    #[inline]
    pub(super) fn next(&mut self, score: impl Fn(P::Move) -> i32) -> Option<(u8, P::Move)> {
        if let (Some(mv), Some(number)) = (self.first.take(), self.first_number) {
            return Some((number, mv));
        }
        if !self.scored {
            self.scored = true;
            while self.len < SORTED
                && let Some((number, mv)) = self.next_unscored()
            {
                self.list[self.len] = Candidate { score: score(mv), number, mv };
                self.len += 1;
            }
        }
        if self.len == 0 {
            return self.next_unscored();
        }
        let mut best = 0;
        for i in 1..self.len {
            if self.list[i].score > self.list[best].score {
                best = i;
            }
        }
        let Candidate { number, mv, .. } = self.list[best];
        // Of equal scores the first in the list is taken, so the order of the rest must be kept.
        self.list.copy_within(best + 1..self.len, best);
        self.len -= 1;
        Some((number, mv))
    }

    #[inline]
    fn next_unscored(&mut self) -> Option<(u8, P::Move)> {
        loop {
            let mv = self.rest.next()?;
            let number = self.rest_number;
            self.rest_number = number.saturating_add(1);
            if Some(number) != self.first_number {
                return Some((number, mv));
            }
        }
    }
}

/// What has been learnt about moves, independent of positions.
#[derive(Debug)]
pub(super) struct Order<M> {
    killers: Vec<[Option<M>; 2]>,
    history: Vec<i32>,
}

/// Places for moves in the history. Moves that share one share their fame, which is harmless.
const MOVES: usize = 1 << 12;
const KILLER: i32 = 1 << 30;

impl<M: Copy + Eq + Hash> Order<M> {
    /// Nothing is known yet; the search will not go beyond `plies`.
    pub(super) fn new(plies: usize) -> Self {
        Self { killers: vec![[None; 2]; plies + 1], history: vec![0; 2 * MOVES] }
    }

    /// How promising a move is; ties are left in the order of the game.
    #[inline]
    pub(super) fn score(&self, mv: M, player: Player, ply: usize) -> i32 {
        match self.killers[ply] {
            [Some(killer), _] if killer == mv => KILLER + 1,
            [_, Some(killer)] if killer == mv => KILLER,
            _ => self.history[place(mv, player)],
        }
    }

    /// A move has cut off a search of this depth.
    #[inline]
    pub(super) fn cut_off(&mut self, mv: M, player: Player, ply: usize, depth: u32) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let fame = &mut self.history[place(mv, player)];
        *fame += (depth * depth).cast_signed();
        if *fame >= KILLER {
            self.history.iter_mut().for_each(|fame| *fame /= 2);
        }
    }
}

/// The place of a side's move in the history: its bytes, folded together.
#[inline]
fn place<M: Hash>(mv: M, player: Player) -> usize {
    let mut folder = Folder(0);
    mv.hash(&mut folder);
    #[expect(clippy::cast_possible_truncation, reason = "only the low 12 bits are wanted")]
    let place = (folder.0 ^ folder.0 >> 12 ^ folder.0 >> 24) as usize % MOVES;
    player as usize * MOVES + place
}

/// Appends six bits for each byte: enough to tell two cells of a board apart.
struct Folder(u64);

impl Hasher for Folder {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u8(byte);
        }
    }

    #[inline]
    fn write_u8(&mut self, byte: u8) {
        self.0 = self.0.rotate_left(6) ^ u64::from(byte);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::figures::Node;

    /// The children of a node, in the order of the remainders of their numbers.
    fn picked(branching: u32, first: Option<u8>) -> Vec<(u8, u32)> {
        let text =
            if branching == 0 { "0".to_owned() } else { format!("({})", "0 ".repeat(branching as usize)) };
        let Some(mut picker) = Picker::new(&Node::read(&text), first) else { return Vec::new() };
        std::iter::from_fn(|| picker.next(|number| (number % 3).cast_signed())).collect()
    }

    #[test]
    fn every_move_is_picked_once() {
        for branching in [0, 1, 2, 7, 47, 48, 49, 50, 300] {
            for first in [None, Some(0), Some(3), Some(47), Some(48), Some(200), Some(255)] {
                let moves = picked(branching, first);
                let mut children: Vec<u32> = moves.iter().map(|&(_, child)| child).collect();
                assert!(moves.iter().all(|&(number, child)| u32::from(number) == child.min(255)));
                if let Some(first) =
                    first.filter(|&first| u32::from(first) < branching && first != UNNUMBERED)
                {
                    assert_eq!(children[0], u32::from(first));
                }
                children.sort_unstable();
                assert_eq!(children, (0..branching).collect::<Vec<_>>(), "{first:?}");
            }
        }
    }

    #[test]
    fn better_moves_come_first_and_equal_ones_in_order() {
        let numbers = |moves: Vec<(u8, u32)>| moves.into_iter().map(|(number, _)| number).collect::<Vec<_>>();
        assert_eq!(numbers(picked(8, None)), [2, 5, 1, 4, 7, 0, 3, 6]);
    }

    #[test]
    fn killers_come_before_fame_and_fame_fades_but_does_not_overflow() {
        let mut order = Order::new(4);
        let score = |order: &Order<u32>, child| order.score(child, Player::First, 2);
        order.cut_off(5, Player::First, 2, 3);
        order.cut_off(6, Player::First, 2, 3);
        order.cut_off(7, Player::First, 3, 4);
        assert!(score(&order, 6) > score(&order, 5) && score(&order, 5) > score(&order, 7));
        assert_eq!((score(&order, 7), score(&order, 8)), (16, 0));
        assert_eq!(order.score(7, Player::Second, 2), 0);
        for _ in 0..300_000 {
            order.cut_off(7, Player::First, 3, 80);
        }
        assert!((KILLER / 4..KILLER).contains(&score(&order, 7)));
    }
}
