//! Certificates with leaves, which the verifier wins by a search of its own, against exhaustive search.

use std::collections::HashMap;

use plyground_core::games::breakthrough::Board;
use plyground_core::games::breakthrough::certificate::{
    Choices, Flaw, LEAVES, VerificationCounts, VerifyError, has_unstoppable_pawn, verify,
};
use plyground_core::games::breakthrough::solve::{Prover, StrategyError, StrategyForm, TABLE_BYTES};
use plyground_core::rng::Rng;
use plyground_core::{ByPlayer, Limits, Player, Position};

use super::certificates::{MANY, damage_is_seen, verified_with_leaves, with_leaves};
use super::prover::random_game;
use super::random_board;
use super::small_boards::wins;

/// Whether leaves are won and choices keep the win, by exhaustive search; the walk is written again.
fn keeps_the_win<const W: u32, const H: u32>(
    root: &Board<W, H>,
    winner: Player,
    choices: &[u8],
    known: &mut HashMap<u64, bool>,
) -> bool {
    // Every leaf by itself.
    let mut choices = choices.iter().flat_map(|&choice| match choice.checked_sub(LEAVES) {
        None => vec![Some(choice)],
        Some(more) => vec![None; 1 + usize::from(more)],
    });
    let replies = |position: &Board<W, H>| {
        let mut after: Vec<_> = position.moves().map(|reply| position.play(reply)).collect();
        after.reverse();
        after
    };
    let mut visited: Vec<Board<W, H>> = Vec::new();
    let mut open = if root.turn() == winner { vec![*root] } else { replies(root) };
    while let Some(position) = open.pop() {
        if has_unstoppable_pawn(&position)
            || visited.contains(&position)
            || visited.contains(&position.mirror())
        {
            continue;
        }
        if !wins(&position, known) {
            return false;
        }
        match choices.next() {
            None => return false,
            Some(None) => {}
            Some(Some(choice)) => {
                visited.push(position);
                let Some(step) = position.moves().nth(usize::from(choice)) else { return false };
                open.extend(replies(&position.play(step)));
            }
        }
    }
    choices.next().is_none()
}

fn is_proved<const W: u32, const H: u32>() {
    let root = Board::<W, H>::START;
    let mut lengths = Vec::new();
    for leaf_nodes in [0, 100, 1000, 10_000] {
        let strategy = with_leaves(&root, TABLE_BYTES, leaf_nodes);
        let seen = verified_with_leaves(&root, strategy.winner, strategy.choices()).expect("a proof");
        assert_eq!((seen.choices, seen.leaves), strategy.counts(), "{W}x{H}, {leaf_nodes}");
        assert_eq!(seen.leaves > 0, leaf_nodes > 0, "{W}x{H}, {leaf_nodes}");
        assert!(seen.leaf_moves <= u64::from(leaf_nodes) * seen.leaves, "{W}x{H}, {leaf_nodes}");
        let opponent = verified_with_leaves(&root, strategy.winner.opponent(), strategy.choices());
        assert!(opponent.is_err(), "{W}x{H} is not won by both");
        lengths.push(strategy.bytes.len());
    }
    assert!(lengths.is_sorted_by(|more, fewer| more > fewer), "{W}x{H}: {lengths:?} bytes");
}

#[test]
fn proofs_with_leaves_are_verified_and_shorter() {
    is_proved::<5, 4>();
    is_proved::<3, 5>();
    is_proved::<4, 5>();
    is_proved::<3, 6>();
    if super::is_long() {
        is_proved::<5, 5>();
        is_proved::<4, 6>();
    }
}

/// A leaf is accepted from one bound on, for whichever side, and then it is won; with a bound too small it is refused.
fn leaves_are_won<const W: u32, const H: u32>(games: usize, most: u32) {
    let mut rng = Rng::new(u64::from(17 * W + H));
    let (mut known, mut found, mut lost) = (HashMap::new(), 0, 0);
    let mut roots: Vec<Board<W, H>> = (0..games).flat_map(|_| random_game(&mut rng)).collect();
    // Few pawns, of which the last are captured.
    roots.extend((0..20 * games).map(|_| random_board(&mut rng)));
    for root in roots {
        if root.outcome().is_some() || has_unstoppable_pawn(&root) {
            continue;
        }
        let leaf = |leaf_nodes| {
            let choices = Choices { bytes: &[LEAVES], leaf_nodes };
            verified_with_leaves(&root, root.turn(), choices)
        };
        match leaf(most) {
            Ok(seen) => {
                assert!(wins(&root, &mut known), "{root:?}");
                assert_eq!((seen.choices, seen.leaves, seen.replies), (0, 1, 0), "{root:?}");
                let moves = u32::try_from(seen.leaf_moves).expect("at most the bound");
                assert_eq!(leaf(moves), Ok(seen), "{root:?}");
                let short = Flaw::NoLeaf { place: 0, position: root, leaf_nodes: moves - 1 };
                if moves > 1 {
                    assert_eq!(leaf(moves - 1), Err(short), "{root:?}");
                }
                let turned = root.turned();
                let choices = Choices { bytes: &[LEAVES], leaf_nodes: moves };
                let seen_turned = verified_with_leaves(&turned, turned.turn(), choices);
                assert_eq!(seen_turned, Ok(seen), "both sides search alike: {root:?}");
                found += 1;
            }
            Err(flaw) => {
                assert_eq!(flaw, Flaw::NoLeaf { place: 0, position: root, leaf_nodes: most });
                lost += usize::from(!wins(&root, &mut known));
            }
        }
    }
    assert!(found > games && lost > games / 4, "{found} leaves, {lost} lost positions in {games} games");
}

#[test]
fn leaves_are_won_and_need_their_bound() {
    leaves_are_won::<3, 4>(40, 20_000);
    leaves_are_won::<2, 6>(40, 20_000);
    leaves_are_won::<3, 5>(20, 20_000);
}

#[test]
fn damaged_certificates_with_leaves_are_refused_or_still_right() {
    damage_is_seen::<2, 6>(20, 1, keeps_the_win);
    damage_is_seen::<3, 4>(20, 1, keeps_the_win);
    damage_is_seen::<3, 5>(200, 5, keeps_the_win);
}

#[test]
fn flaws_of_leaves_are_named_with_their_place() {
    // White's first move captures the last pawn, which otherwise arrives.
    let root = Board::<3, 4>::new(ByPlayer::new(0b010, 0b001 << 3), Player::First).expect("a board");
    let checked =
        |bytes, leaf_nodes| verified_with_leaves(&root, Player::First, Choices { bytes, leaf_nodes });
    // The moves to the right and straight ahead, after which the pawn is unstoppable, and the capture.
    let taken = VerificationCounts { leaves: 1, leaf_moves: 3, ..VerificationCounts::default() };
    assert_eq!(checked(&[128], 3), Ok(taken));
    let short = Flaw::NoLeaf { place: 0, position: root, leaf_nodes: 2 };
    assert_eq!(checked(&[128], 2), Err(short));
    assert_eq!(
        short.to_string(),
        "choice 0 leaves this position to the verifier, which finds no win with 2 moves; expected a leaf that it \
         wins, or a choice"
    );
    // Without leaves such a byte is a choice like others.
    assert_eq!(checked(&[128], 0), Err(Flaw::NoSuchMove { place: 0, choice: 128, position: root }));
    assert_eq!(checked(&[127], 5), Err(Flaw::NoSuchMove { place: 0, choice: 127, position: root }));
    // More leaves than positions, in a run and after it.
    assert_eq!(checked(&[129], 5), Err(Flaw::Unused { choices: 1 }));
    assert_eq!(checked(&[255, 0], 5), Err(Flaw::Unused { choices: 2 }));
}

/// A reply that ends the game is no answered one.
#[test]
fn a_win_of_the_other_side_is_no_leaf() {
    // White's only pawn is captured wherever it steps.
    let captured = Board::<3, 5>::new(ByPlayer::new(0b001 << 3, 0b011 << 9), Player::First).expect("a board");
    // Black's pawn arrives whatever White's does.
    let arrives = Board::<3, 5>::new(ByPlayer::new(0b001, 0b100 << 3), Player::First).expect("a board");
    for root in [captured, arrives, captured.mirror(), captured.turned(), arrives.turned()] {
        assert!(!wins(&root, &mut HashMap::new()), "{root:?}");
        let choices = Choices { bytes: &[LEAVES], leaf_nodes: 1000 };
        let seen = verified_with_leaves(&root, root.turn(), choices);
        assert_eq!(seen, Err(Flaw::NoLeaf { place: 0, position: root, leaf_nodes: 1000 }));
    }
}

#[test]
fn searches_for_leaves_can_be_stopped() {
    let root = Board::<5, 5>::START;
    let form = StrategyForm { leaf_nodes: 10_000, ..MANY };
    let mut prover = Prover::new(TABLE_BYTES);
    let strategy = prover.strategy(&root, form, &Limits::NONE, &mut |_| ()).expect("nothing stops it");
    assert!(strategy.bytes.len() < 4096, "it is stopped between its leaves");
    let stopped = verify(&root, strategy.winner, strategy.choices(), &mut |_| false);
    assert_eq!(stopped, Err(VerifyError::Stopped));
    // It is known who wins, so that nothing but the writing can be stopped.
    let stopped = prover.strategy(&root, form, &Limits { stop: &|| true }, &mut |_| ());
    assert_eq!(stopped, Err(StrategyError::Stopped));
}
