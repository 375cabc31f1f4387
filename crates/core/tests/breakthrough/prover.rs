//! The prover against exhaustive search, on small boards with any pawns anywhere.

use std::collections::HashMap;

use plyground_core::games::breakthrough::Board;
use plyground_core::games::breakthrough::solve::{Prover, TABLE_BYTES};
use plyground_core::rng::Rng;
use plyground_core::{ByPlayer, Limits, Outcome, Player, Position, Stopped, stop_after};

use super::random_board;

/// Whether the side to move wins with best play. Mirror images count once.
pub(super) fn wins<const W: u32, const H: u32>(board: &Board<W, H>, known: &mut HashMap<u64, bool>) -> bool {
    if let Some(outcome) = board.outcome() {
        return outcome == Outcome::Win(board.turn());
    }
    let key = board.key().min(board.mirror().key());
    if let Some(&result) = known.get(&key) {
        return result;
    }
    let result = board.moves().any(|step| !wins(&board.play(step), known));
    known.insert(key, result);
    result
}

/// Positions of a random game from the start, with turns lost now and then.
pub(super) fn random_game<const W: u32, const H: u32>(rng: &mut Rng) -> Vec<Board<W, H>> {
    let mut positions = vec![Board::START];
    let mut position = Board::START;
    while let Some(step) = rng.pick(position.moves()) {
        position = if rng.below(10) == 0 { position.skip() } else { position.play(step) };
        positions.push(position);
    }
    positions
}

fn agrees_with_exhaustive_search<const W: u32, const H: u32>(boards: usize, games: usize) {
    let mut rng = Rng::new(u64::from(100 * W + H));
    let mut provers = [0, 1 << 20].map(Prover::<W, H>::new);
    let mut known = HashMap::new();
    let mut won = [0; 2];
    let mut positions: Vec<Board<W, H>> = (0..boards).map(|_| random_board(&mut rng)).collect();
    positions.extend((0..games).flat_map(|_| random_game(&mut rng)));
    for (i, position) in positions.into_iter().enumerate() {
        let turn = position.turn();
        let wins_now = wins(&position, &mut known);
        let winner = if wins_now { turn } else { turn.opponent() };
        let prover = &mut provers[i % 2];
        assert_eq!(prover.winner(&position, &Limits::NONE), Ok(winner), "{position:?}");
        assert_eq!(prover.winner(&position.mirror(), &Limits::NONE), Ok(winner), "{position:?}");
        let step = prover.winning_move(&position, &Limits::NONE).expect("no limits");
        assert_eq!(step.is_some(), wins_now && position.outcome().is_none(), "{position:?}");
        if let Some(step) = step {
            assert!(position.moves().any(|legal| legal == step), "{position:?}, {step:?}");
            let after = position.play(step);
            assert!(!wins(&after, &mut known), "{position:?}, {step:?}");
            assert_eq!(prover.winner(&after, &Limits::NONE), Ok(turn), "{position:?}, {step:?}");
        }
        won[winner as usize] += 1;
    }
    assert!(won.iter().all(|&n| n > (boards + games) / 10), "{won:?}");
}

#[test]
fn any_position_of_small_boards() {
    agrees_with_exhaustive_search::<2, 4>(500, 20);
    agrees_with_exhaustive_search::<3, 4>(3000, 40);
    agrees_with_exhaustive_search::<4, 4>(1500, 20);
    agrees_with_exhaustive_search::<2, 5>(2000, 40);
    agrees_with_exhaustive_search::<3, 5>(1500, 40);
    agrees_with_exhaustive_search::<2, 6>(1500, 40);
    agrees_with_exhaustive_search::<2, 7>(500, 0);
}

/// On larger boards near the end of the game.
#[test]
fn late_positions_of_larger_boards() {
    fn late<const W: u32, const H: u32>(plies: u32) {
        let mut rng = Rng::new(u64::from(W * H));
        let mut prover = Prover::<W, H>::new(1 << 20);
        let mut known = HashMap::new();
        let mut undecided = 0;
        for _ in 0..200 {
            for position in random_game(&mut rng) {
                if position.plies_left() > plies {
                    continue;
                }
                let is_won = wins(&position, &mut known);
                let winner = prover.winner(&position, &Limits::NONE).expect("no limits");
                assert_eq!(winner == position.turn(), is_won, "{position:?}");
                undecided += u32::from(position.outcome().is_none());
            }
        }
        assert!(undecided > 30, "{undecided}");
    }
    late::<4, 6>(25);
    late::<5, 5>(24);
    late::<6, 6>(30);
    late::<5, 7>(32);
}

/// The table of 64 KiB has room for a small part of what these boards need.
#[test]
fn a_table_that_overflows_makes_proofs_longer_but_not_wrong() {
    let nodes = |bytes| {
        let mut prover = Prover::<3, 6>::new(bytes);
        assert_eq!(prover.winner(&Board::START, &Limits::NONE), Ok(Player::First));
        let step = prover.winning_move(&Board::START, &Limits::NONE).expect("no limits").expect("a win");
        let after = Board::START.play(step);
        assert_eq!(prover.winner(&after, &Limits::NONE), Ok(Player::First));
        prover.nodes()
    };
    let (small, large) = (nodes(1), nodes(TABLE_BYTES));
    assert!(small > large + large / 4, "{small} nodes with the smallest table, {large} with a large one");
}

/// Without races and estimates 4x5 takes ten times as many nodes.
#[test]
fn proofs_are_short() {
    let mut prover = Prover::<4, 5>::new(TABLE_BYTES);
    assert_eq!(prover.winner(&Board::START, &Limits::NONE), Ok(Player::Second));
    assert!((1..40_000).contains(&prover.nodes()), "{} nodes", prover.nodes());
    let before = prover.nodes();
    assert_eq!(prover.winner(&Board::START.mirror(), &Limits::NONE), Ok(Player::Second));
    assert!(prover.nodes() - before < 100, "what was proved is remembered");
}

#[test]
fn limits_stop_a_proof_that_can_be_continued() {
    let mut prover = Prover::<5, 5>::new(16 << 20);
    assert_eq!(prover.winner(&Board::START, &Limits { stop: &stop_after(3) }), Err(Stopped));
    assert_eq!(prover.winning_move(&Board::START, &Limits { stop: &|| true }), Err(Stopped));
    let before = prover.nodes();
    assert!((8_000..20_000).contains(&before), "{before} nodes between four questions");
    // A position that the stopped proof had on its way.
    let late = Board::<5, 5>::new(ByPlayer::new(0b01110_01010, 0b01010_01110 << 15), Player::Second);
    let late = late.expect("a board");
    let winner = prover.winner(&late, &Limits::NONE);
    assert_eq!(winner, Prover::<5, 5>::new(0).winner(&late, &Limits::NONE));
}
