//! Winners of small boards by exhaustive search, mirror images counted once.

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
