use std::collections::{HashMap, HashSet};

use super::table::{Key, Numbers, Table};
use super::*;
use crate::ByPlayer;
use crate::games::breakthrough::race::result;
use crate::rng::Rng;

/// Whether the side to move wins, by trying everything.
fn wins<const W: u32, const H: u32>(board: &Board<W, H>, known: &mut HashMap<Board<W, H>, bool>) -> bool {
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

/// With room for everything the numbers come back, and no position gets another's.
#[test]
fn keys_belong_to_one_position() {
    let mut rng = Rng::new(7);
    let mut boards = HashMap::new();
    for _ in 0..50_000 {
        let board = random_board::<5, 5>(&mut rng, 10);
        assert_eq!(*boards.entry(Key::of(&board)).or_insert(board), board);
    }
    assert!(boards.len() > 10_000, "only {} different boards", boards.len());
}

#[test]
fn a_lookup_finds_what_was_stored_last_for_the_same_position() {
    let mut rng = Rng::new(8);
    let mut table = Table::new(0);
    let mut stored = HashMap::new();
    let (mut found, mut missing) = (0, 0);
    for _ in 0..40_000 {
        let board = random_board::<3, 4>(&mut rng, 6);
        let key = Key::of(&board);
        match table.get(key) {
            Some(numbers) => {
                assert_eq!(Some(&numbers), stored.get(&board));
                found += 1;
            }
            None => missing += 1,
        }
        let [win, loss] = [0; 2].map(|_| u32::try_from(rng.below(1 << 29)).expect("small"));
        let numbers = Numbers { win, loss };
        table.put(key, numbers, rng.next() >> rng.below(64));
        stored.insert(board, numbers);
        assert_eq!(table.get(key), Some(numbers));
    }
    assert!(found > 1000 && missing > 1000, "{found} found, {missing} missing");
    table.clear();
    assert!(stored.keys().all(|board| table.get(Key::of(board)).is_none()));
}

#[test]
fn costly_positions_outlive_cheap_ones() {
    let mut rng = Rng::new(9);
    let mut table = Table::new(0);
    let mut boards: Vec<_> = (0..20_000).map(|_| random_board::<5, 5>(&mut rng, 10)).collect();
    let mut seen = HashSet::new();
    boards.retain(|board| seen.insert(*board));
    let numbers = Numbers { win: 3, loss: 4 };
    let costly = |i: usize| i.is_multiple_of(100);
    for (i, board) in boards.iter().enumerate() {
        table.put(Key::of(board), numbers, if costly(i) { 1 << 20 } else { 1 + i as u64 % 1000 });
    }
    let left = (0..).zip(&boards).filter(|&(i, _)| costly(i));
    assert!(left.clone().all(|(_, board)| table.get(Key::of(board)) == Some(numbers)));
    let kept = boards.iter().filter(|board| table.get(Key::of(*board)).is_some()).count();
    assert!((2000..=4096 + 200).contains(&kept), "{kept} of {} kept in 4096 places", boards.len());
}

#[test]
fn more_memory_than_there_is_may_be_asked_for() {
    let mut table = Table::new(usize::MAX);
    let (start, other) =
        (Key::of(&Board::<6, 6>::START), Key::of(&Board::<6, 6>::START.skip().turned().mirror()));
    assert_eq!(start, other, "the starting position is its own image");
    let numbers = Numbers { win: 0, loss: Numbers::IMPOSSIBLE };
    table.put(start, numbers, u64::MAX);
    assert_eq!(table.get(start), Some(numbers));
}

#[test]
fn an_empty_table_knows_nothing() {
    // A tag of zero is a position, too.
    let nobody = Board::<4, 4>::new(ByPlayer::new(0, 0), Player::First).expect("no pawn is too many");
    assert_eq!(Table::new(0).get(Key::of(&nobody)), None);
}
