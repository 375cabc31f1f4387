//! Exact values of Max-Connect-Four on small boards: the first player's quadruples minus the
//! second's, with perfect play.
//!
//! The smaller boards are solved by plain minimax with a memory. The larger ones are proved from
//! both sides, "the first player reaches v" and "does not reach v + 1", and the proof is checked
//! against minimax on the smaller ones.

use std::collections::{HashMap, HashSet};

use plyground_core::games::gravity::{Column, open_quadruples};
use plyground_core::games::max_connect_four::Board;
use plyground_core::grid::Grid;
use plyground_core::rng::{Rng, mix};
use plyground_core::{Outcome, Player, Position};

fn minimax<const W: u32, const H: u32>(position: &Board<W, H>, memory: &mut HashMap<u64, i32>) -> i32 {
    if let Some(Outcome::Points(points)) = position.outcome() {
        return i32::from(points[Player::First]) - i32::from(points[Player::Second]);
    }
    if let Some(&value) = memory.get(&position.key()) {
        return value;
    }
    let values = position.moves().map(|mv| minimax(&position.play(mv), memory));
    let value = match position.turn() {
        Player::First => values.max(),
        Player::Second => values.min(),
    };
    let value = value.expect("a board that is not full has an open column");
    memory.insert(position.key(), value);
    value
}

/// Positions with fewer plies to go are cheaper to search than to remember.
const LEAST_REMEMBERED: u32 = 6;

/// Positions that a proof remembers at a time.
const MEMORY: usize = 1 << 20;

struct Proof<const W: u32, const H: u32> {
    /// The difference of points that the first player tries to reach.
    wanted: i32,
    /// Keys of positions and whether the difference is reached there; a new one drives out an old.
    memory: Vec<Option<(u64, bool)>>,
}

impl<const W: u32, const H: u32> Proof<W, H> {
    fn new(wanted: i32) -> Self {
        Self { wanted, memory: vec![None; MEMORY] }
    }

    /// Whether the first player reaches the wanted difference; `last` is the column just played.
    fn search(&mut self, position: &Board<W, H>, last: Option<Column>) -> bool {
        let [first, second] = Player::BOTH.map(|player| Self::points_and_most(position, player));
        if first.1 - second.0 < self.wanted {
            return false;
        }
        if first.0 - second.1 >= self.wanted {
            return true;
        }
        let key = position.key().min(position.mirror().key());
        let remembered = position.plies_left() >= LEAST_REMEMBERED;
        let slot = usize::try_from(mix(key) % MEMORY as u64).expect("a slot");
        if remembered
            && let Some((known, result)) = self.memory[slot]
            && known == key
        {
            return result;
        }
        // First the answer on top of the last piece, which claims every second row; on low boards it
        // does not help the second player. Then from the middle outwards.
        let good = position.turn() == Player::First;
        let answer = last.filter(|_| good || H > 4);
        let outwards = (0..W).map(Self::from_the_middle).filter(|&column| Some(column) != answer);
        let result = answer
            .into_iter()
            .chain(outwards)
            .filter(|&column| position.board().landing_in(column) != 0)
            .any(|column| self.search(&position.play(column), Some(column)) == good)
            == good;
        if remembered {
            self.memory[slot] = Some((key, result));
        }
        result
    }

    /// The columns in the order of their distance from the middle.
    fn from_the_middle(n: u32) -> Column {
        let middle = (W - 1) / 2;
        let column = if n.is_multiple_of(2) { middle - n / 2 } else { middle + n.div_ceil(2) };
        Column::new(u8::try_from(column).expect("a column"))
    }

    /// The points of a side, and an upper bound on those that it ends with: a quadruple needs as many
    /// more pieces as it lacks.
    fn points_and_most(position: &Board<W, H>, player: Player) -> (i32, i32) {
        let left = position.plies_left();
        let pieces = if player == position.turn() { left.div_ceil(2) } else { left / 2 };
        let (mine, theirs) = (position.board().stones(player), position.board().stones(player.opponent()));
        let [one, two, three, complete] = open_quadruples::<W, H>(mine, theirs);
        let mut most = complete;
        for (lacking, count) in (1..).zip([three, two, one]) {
            if pieces >= lacking {
                most += count;
            }
        }
        if pieces >= 4 {
            most += Grid::<W, H>::count_quadruples(Grid::<W, H>::BOARD & !(mine | theirs));
        }
        (complete.cast_signed(), most.cast_signed())
    }
}

fn value_by_minimax<const W: u32, const H: u32>() -> i32 {
    minimax(&Board::<W, H>::EMPTY, &mut HashMap::new())
}

/// Asserts that the value is exactly this.
fn prove<const W: u32, const H: u32>(value: i32) {
    let reaches = |wanted| Proof::<W, H>::new(wanted).search(&Board::EMPTY, None);
    assert!(reaches(value), "{W}x{H} is worth less than {value}");
    assert!(!reaches(value + 1), "{W}x{H} is worth more than {value}");
}

#[test]
fn boards_solved_by_minimax() {
    assert_eq!(value_by_minimax::<4, 1>(), 0);
    assert_eq!(value_by_minimax::<4, 2>(), 0);
    assert_eq!(value_by_minimax::<4, 3>(), 0);
    assert_eq!(value_by_minimax::<4, 4>(), 0);
    assert_eq!(value_by_minimax::<5, 3>(), 0);
}

/// Random games with lost turns, whose values differ, from beginning to end.
fn proofs_agree<const W: u32, const H: u32>() {
    let mut rng = Rng::new(64);
    let mut values = HashMap::new();
    let mut proofs: Vec<_> = (-3..=3).map(Proof::<W, H>::new).collect();
    let mut seen = HashSet::new();
    for _ in 0..40 {
        let mut position = Board::<W, H>::EMPTY;
        let mut last = None;
        while let Some(column) = rng.pick(position.moves()) {
            let value = minimax(&position, &mut values);
            for proof in &mut proofs {
                assert_eq!(proof.search(&position, last), value >= proof.wanted, "{position:?}");
            }
            seen.insert(value);
            (position, last) = (position.play(column), Some(column));
            if rng.below(3) == 0 {
                position = position.skip();
            }
        }
    }
    assert!(seen.len() >= 5, "the values must differ: {seen:?}");
}

#[test]
fn proofs_agree_with_minimax() {
    proofs_agree::<4, 4>();
    proofs_agree::<5, 3>();
}

#[test]
fn larger_boards_are_proved_from_both_sides() {
    prove::<5, 4>(0);
    prove::<6, 3>(0);
    prove::<7, 3>(0);
    prove::<8, 3>(0);
    prove::<4, 5>(0);
    prove::<4, 6>(0);
    prove::<5, 5>(0);
    prove::<5, 6>(0);
    prove::<6, 5>(0);
}

#[test]
fn on_six_columns_and_four_rows_the_second_player_wins() {
    prove::<6, 4>(-1);
}

/// With `PLYGROUND_LONG`, in a release build only: it takes as long as all others together.
#[test]
fn on_seven_columns_and_four_rows_the_second_player_wins() {
    if super::is_long() {
        prove::<7, 4>(-1);
    }
}
