//! Winners of small boards: by exhaustive search, and the larger ones by proof numbers. Mirror images
//! count once.
//!
//! With the environment variable `PLYGROUND_LONG` set, 4x5 and 3x7 are proved too, which takes less than a
//! minute in a release build.

use std::collections::HashMap;

use plyground_core::games::breakthrough::Board;
use plyground_core::{Outcome, Player, Position};

/// Whether the side to move wins with best play.
fn wins<const W: u32, const H: u32>(position: &Board<W, H>, known: &mut HashMap<u64, bool>) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome == Outcome::Win(position.turn());
    }
    let key = position.key().min(position.mirror().key());
    if let Some(&result) = known.get(&key) {
        return result;
    }
    let result = position.moves().any(|step| !wins(&position.play(step), known));
    known.insert(key, result);
    result
}

fn winner<const W: u32, const H: u32>() -> Player {
    if wins(&Board::<W, H>::START, &mut HashMap::new()) { Player::First } else { Player::Second }
}

#[test]
fn second_player_wins() {
    assert_eq!(winner::<3, 4>(), Player::Second);
    assert_eq!(winner::<4, 4>(), Player::Second);
    assert_eq!(winner::<5, 4>(), Player::Second);
    assert_eq!(winner::<2, 5>(), Player::Second);
    assert_eq!(winner::<3, 5>(), Player::Second);
}

#[test]
fn first_player_wins() {
    assert_eq!(winner::<2, 6>(), Player::First);
    assert_eq!(winner::<3, 6>(), Player::First);
}

/// Depth-first proof-number search (Nagai 2002) with thresholds that grow by a quarter
/// (Pawlewicz and Lew 2006).
struct Prover(HashMap<u64, Numbers>);

/// How many leaves must still be proved at least, to show that the side to move wins or loses.
#[derive(Clone, Copy)]
struct Numbers {
    win: u32,
    loss: u32,
}

const IMPOSSIBLE: u32 = 1 << 30;

impl Prover {
    fn numbers<const W: u32, const H: u32>(&self, position: &Board<W, H>) -> Numbers {
        match position.outcome() {
            Some(outcome) if outcome == Outcome::Win(position.turn()) => Numbers { win: 0, loss: IMPOSSIBLE },
            Some(_) => Numbers { win: IMPOSSIBLE, loss: 0 },
            None => self.0.get(&position.canonical_key()).copied().unwrap_or(Numbers { win: 1, loss: 1 }),
        }
    }

    /// Searches until a number reaches its limit.
    fn search<const W: u32, const H: u32>(&mut self, position: &Board<W, H>, limits: Numbers) {
        loop {
            let mut all = Numbers { win: IMPOSSIBLE, loss: 0 };
            let (mut best, mut second) = (None, IMPOSSIBLE);
            for step in position.moves() {
                let child = position.play(step);
                let numbers = self.numbers(&child);
                if numbers.loss < all.win {
                    second = all.win;
                    all.win = numbers.loss;
                    best = Some((child, numbers));
                } else {
                    second = second.min(numbers.loss);
                }
                all.loss = (all.loss + numbers.win).min(IMPOSSIBLE);
            }
            self.0.insert(position.canonical_key(), all);
            let Some((child, numbers)) = best.filter(|_| all.win < limits.win && all.loss < limits.loss)
            else {
                return;
            };
            let child_limits = Numbers {
                win: (limits.loss - all.loss).saturating_add(numbers.win).min(IMPOSSIBLE),
                loss: limits.win.min(second + second / 4 + 1),
            };
            self.search(&child, child_limits);
        }
    }
}

fn proved_winner<const W: u32, const H: u32>() -> Player {
    let mut prover = Prover(HashMap::new());
    let start = Board::<W, H>::START;
    prover.search(&start, Numbers { win: IMPOSSIBLE, loss: IMPOSSIBLE });
    match prover.numbers(&start) {
        Numbers { win: 0, .. } => Player::First,
        Numbers { loss: 0, .. } => Player::Second,
        Numbers { win, loss } => panic!("not proved: {win} and {loss} left"),
    }
}

#[test]
fn proof_numbers_agree_with_exhaustive_search_and_go_further() {
    assert_eq!(proved_winner::<5, 4>(), winner::<5, 4>());
    assert_eq!(proved_winner::<3, 5>(), winner::<3, 5>());
    assert_eq!(proved_winner::<2, 6>(), winner::<2, 6>());
    assert_eq!(proved_winner::<6, 4>(), Player::Second);
    assert_eq!(proved_winner::<7, 4>(), Player::Second);
    if std::env::var_os("PLYGROUND_LONG").is_some() {
        assert_eq!(proved_winner::<4, 5>(), Player::Second);
        assert_eq!(proved_winner::<3, 7>(), Player::Second);
    }
}
