use std::collections::HashMap;

use super::search::Key;
use super::*;
use crate::ByPlayer;
use crate::games::breakthrough::race::result;
use crate::rng::Rng;
use crate::search::proof_numbers::INDEX_BITS;

/// Whether the side to move wins, by trying everything.
pub(in crate::games::breakthrough) fn wins<const W: u32, const H: u32>(
    board: &Board<W, H>,
    known: &mut HashMap<Board<W, H>, bool>,
) -> bool {
    if let Some(outcome) = board.outcome() {
        return outcome == Outcome::Win(board.turn());
    }
    if let Some(&known) = known.get(board) {
        return known;
    }
    let result = board.moves().any(|step| !wins(&board.play(step), known));
    known.insert(*board, result);
    result
}

/// Up to `most` pawns a side, anywhere below the far rows, or now and then on them.
fn random_board<const W: u32, const H: u32>(rng: &mut Rng, most: usize) -> Board<W, H> {
    let mut pawns = ByPlayer::new(0, 0);
    let far = if rng.below(20) == 0 { 0 } else { Board::<W, H>::row(0) | Board::<W, H>::row(H - 1) };
    for player in Player::BOTH {
        for _ in 0..=rng.below(most) {
            let cell = 1 << rng.below((W * H) as usize);
            // The home row may always be occupied: from there pawns guard.
            let free = !(pawns[Player::First] | pawns[Player::Second]) & !(far & Board::<W, H>::goal(player));
            pawns[player] |= cell & free;
        }
    }
    Board::new(pawns, Player::First).expect("few pawns on different cells")
}

fn what_is_seen_is_true<const W: u32, const H: u32>(boards: usize, most: usize) {
    let mut rng = Rng::new(u64::from(W * 10 + H));
    let mut known = HashMap::new();
    let mut seen = [0; 2];
    for _ in 0..boards {
        let board = random_board::<W, H>(&mut rng, most);
        for board in [board, board.skip().turned()] {
            let Some(is_won) = result(&board) else { continue };
            assert_eq!(is_won, wins(&board, &mut known), "{board:?}");
            assert_eq!(result(&board.mirror()), Some(is_won), "{board:?}");
            seen[usize::from(is_won)] += 1;
        }
    }
    assert!(seen.iter().all(|&n| n > boards / 8), "{seen:?} of {boards}");
}

#[test]
fn races_seen_are_won_and_lost() {
    what_is_seen_is_true::<3, 4>(2000, 6);
    what_is_seen_is_true::<5, 4>(1000, 5);
    what_is_seen_is_true::<2, 5>(2000, 4);
    what_is_seen_is_true::<3, 5>(2000, 6);
    what_is_seen_is_true::<4, 5>(2000, 5);
    what_is_seen_is_true::<3, 6>(1500, 5);
    what_is_seen_is_true::<4, 6>(1000, 4);
    what_is_seen_is_true::<5, 6>(300, 3);
    what_is_seen_is_true::<6, 6>(200, 3);
    what_is_seen_is_true::<2, 9>(1000, 3);
    what_is_seen_is_true::<3, 8>(500, 3);
}

#[test]
fn keys_belong_to_one_position() {
    let mut rng = Rng::new(7);
    let mut boards = HashMap::new();
    for _ in 0..50_000 {
        let board = random_board::<5, 5>(&mut rng, 10);
        // As the smallest table knows it.
        let Key { index, tag } = Key::of(&board);
        assert_eq!(*boards.entry((index & ((1 << INDEX_BITS) - 1), tag)).or_insert(board), board);
    }
    assert!(boards.len() > 10_000, "only {} different boards", boards.len());
}
