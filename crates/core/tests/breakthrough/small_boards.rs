//! Winners of small boards: by exhaustive search, and the larger ones by proof.
//!
//! In a release build with the environment variable `PLYGROUND_LONG` set, 3x7, 4x6 and 6x5 are proved too, which takes
//! less than a minute in a release build.

use std::collections::HashMap;

use plyground_core::games::breakthrough::Board;
use plyground_core::games::breakthrough::solve::{Prover, TABLE_BYTES};
use plyground_core::{Limits, Outcome, Player, Position};

/// Whether the side to move wins with best play. Mirror images count once.
pub(super) fn wins<const W: u32, const H: u32>(
    position: &Board<W, H>,
    known: &mut HashMap<u64, bool>,
) -> bool {
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

fn proved_winner<const W: u32, const H: u32>() -> Player {
    let start = Board::START;
    Prover::<W, H>::new(TABLE_BYTES).winner(&start, &Limits::NONE).expect("no limits")
}

/// All boards whose winner is known from several sources, except 6x6.
#[test]
fn proofs_agree_with_exhaustive_search_and_go_further() {
    assert_eq!(proved_winner::<3, 4>(), winner::<3, 4>());
    assert_eq!(proved_winner::<4, 4>(), winner::<4, 4>());
    assert_eq!(proved_winner::<5, 4>(), winner::<5, 4>());
    assert_eq!(proved_winner::<6, 4>(), Player::Second);
    assert_eq!(proved_winner::<7, 4>(), Player::Second);
    assert_eq!(proved_winner::<2, 5>(), winner::<2, 5>());
    assert_eq!(proved_winner::<3, 5>(), winner::<3, 5>());
    assert_eq!(proved_winner::<4, 5>(), Player::Second);
    assert_eq!(proved_winner::<5, 5>(), Player::Second);
    assert_eq!(proved_winner::<2, 6>(), winner::<2, 6>());
    assert_eq!(proved_winner::<3, 6>(), winner::<3, 6>());
    if super::is_long() {
        assert_eq!(proved_winner::<3, 7>(), Player::Second);
        assert_eq!(proved_winner::<4, 6>(), Player::First);
        assert_eq!(proved_winner::<6, 5>(), Player::Second);
    }
}
