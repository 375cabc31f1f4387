use std::collections::HashMap;

use super::*;
use crate::Player;
use crate::games::gravity::Gravity;
use crate::rng::Rng;

/// Score by trying everything, with the sooner win worth more.
fn exhaustive<const W: u32, const H: u32>(
    position: &Board<W, H>,
    known: &mut HashMap<Board<W, H>, i32>,
) -> i32 {
    let empty = position.board().empty_cells().cast_signed();
    match position.outcome() {
        Some(Outcome::Win(winner)) if winner == position.turn() => return empty / 2 + 1,
        Some(Outcome::Win(_)) => return -(empty / 2 + 1),
        Some(_) => return 0,
        None => {}
    }
    if let Some(&score) = known.get(position) {
        return score;
    }
    let score = position.moves().map(|mv| -exhaustive(&position.play(mv), known)).max().expect("a move");
    known.insert(*position, score);
    score
}

/// A board of random heights and colours with at most `most_empty` empty cells.
fn random_board<const W: u32, const H: u32>(rng: &mut Rng, most_empty: u32) -> Board<W, H> {
    loop {
        let mut stones = crate::ByPlayer::new(0, 0);
        let bias = 1 + rng.below(5);
        for column in 0..W {
            let height = u32::try_from(rng.below(H as usize + 1)).expect("small");
            for row in 0..height {
                let player = Player::BOTH[usize::from(rng.below(6) < bias)];
                stones[player] |= Grid::<W, H>::bit(column, row);
            }
        }
        let turn = Player::BOTH[rng.below(2)];
        let board = Gravity::new(stones, turn).expect("nothing floats");
        if board.empty_cells() <= most_empty {
            return Board::new(board);
        }
    }
}

fn agrees_with_exhaustive_search<const W: u32, const H: u32>(boards: usize, most_empty: u32) {
    let mut rng = Rng::new(u64::from(W * 10 + H));
    let mut solvers = [Solver::<W, H>::new(0), Solver::<W, H>::new(1 << 20)];
    let mut known = HashMap::new();
    for i in 0..boards {
        let position = random_board::<W, H>(&mut rng, most_empty);
        let expected = exhaustive(&position, &mut known);
        let solver = &mut solvers[i % 2];
        if i % 7 == 0 {
            solver.clear();
        }
        let score = solver.score(&position, &Limits::NONE);
        assert_eq!(score, Ok(expected), "{position:?}");
        assert_eq!(solver.score(&position.mirror(), &Limits::NONE), Ok(expected), "{position:?}");
        assert_eq!(solver.result(&position, &Limits::NONE), Ok(expected.signum()), "{position:?}");
        for bound in -3..=3 {
            let is_at_least = solver.is_at_least(&position, bound, &Limits::NONE);
            assert_eq!(is_at_least, Ok(expected >= bound), "{position:?}");
        }
        for (mv, score) in solver.moves(&position, &Limits::NONE).expect("no limits") {
            assert_eq!(score, -exhaustive(&position.play(mv), &mut known), "{position:?}");
        }
    }
}

#[test]
fn scores_of_small_and_unbalanced_boards_are_those_of_exhaustive_search() {
    agrees_with_exhaustive_search::<4, 4>(1500, 16);
    agrees_with_exhaustive_search::<5, 4>(300, 14);
    agrees_with_exhaustive_search::<4, 5>(300, 14);
    agrees_with_exhaustive_search::<5, 5>(200, 13);
    agrees_with_exhaustive_search::<4, 6>(300, 13);
    agrees_with_exhaustive_search::<6, 4>(200, 13);
    agrees_with_exhaustive_search::<6, 5>(200, 12);
    agrees_with_exhaustive_search::<7, 6>(400, 11);
}

#[test]
fn whole_small_boards() {
    // Every 4x4 and 5x4 game is a draw; so are 4x5 and 5x5 (Tromp's table of small boards).
    assert_eq!(Solver::<4, 4>::new(0).score(&Board::EMPTY, &Limits::NONE), Ok(0));
    assert_eq!(Solver::<5, 4>::new(0).score(&Board::EMPTY, &Limits::NONE), Ok(0));
    assert_eq!(Solver::<4, 5>::new(0).score(&Board::EMPTY, &Limits::NONE), Ok(0));
    assert_eq!(Solver::<5, 5>::new(1 << 22).score(&Board::EMPTY, &Limits::NONE), Ok(0));
}

#[test]
fn scores_and_plies() {
    // The first player wins the empty board with the 41st piece.
    assert_eq!(proof_of_score(1, 42), Proof::Win { plies: 41 });
    assert_eq!(proof_of_score(21, 42), Proof::Win { plies: 1 });
    assert_eq!(proof_of_score(21, 41), Proof::Win { plies: 1 });
    assert_eq!(proof_of_score(0, 5), Proof::Draw);
    assert_eq!(proof_of_score(-1, 2), Proof::Loss { plies: 2 });
    assert_eq!(proof_of_score(-1, 3), Proof::Loss { plies: 2 });
    for empty in 1..=42_u32 {
        for plies in 1..=empty {
            let size = (empty + 2 - plies).cast_signed() / 2;
            let (score, proof) = match plies % 2 {
                1 => (size, Proof::Win { plies }),
                _ => (-size, Proof::Loss { plies }),
            };
            assert_eq!(proof_of_score(score, empty), proof, "{score} with {empty} empty cells");
        }
    }
    // The side to move has won, or has lost, or the score makes no sense.
    assert_eq!(proof_of_score(3, 4), Proof::Win { plies: 0 });
    assert_eq!(proof_of_score(-3, 4), Proof::Loss { plies: 0 });
    for score in [i32::MIN, -100, 100, i32::MAX] {
        for empty in [0, 42] {
            assert!(matches!(
                proof_of_score(score, empty),
                Proof::Win { plies: 0 } | Proof::Loss { plies: 0 }
            ));
        }
    }
}

#[test]
fn a_stopped_search_says_so_and_harms_nothing() {
    let mut solver = Solver::<7, 6>::new(1 << 20);
    assert_eq!(solver.score(&Board::EMPTY, &Limits { stop: &|| true }), Err(Stopped));
    let mut position = Board::EMPTY;
    for column in [3, 3, 3, 3, 3, 1, 2, 2, 2, 2, 4, 4, 4, 4] {
        position = position.play(Column::new(column));
    }
    let after_stop = solver.score(&position, &Limits::NONE);
    assert_eq!(after_stop, Solver::<7, 6>::new(1 << 20).score(&position, &Limits::NONE));
}

#[test]
fn threads_find_the_same_scores() {
    let mut rng = Rng::new(12);
    let mut alone = Solver::<7, 6>::new(1 << 20);
    let mut together = [Solver::<7, 6>::new(0), Solver::new(1 << 20)].map(|solver| solver.with_threads(3));
    let mut count = 0;
    while count < 30 {
        let mut position = Board::EMPTY;
        for _ in 0..16 {
            position = rng.pick(position.moves()).map_or(position, |mv| position.play(mv));
        }
        // Unbalanced boards too.
        if count % 3 == 0 {
            position = position.skip();
        }
        if position.plies_left() != 26 {
            continue;
        }
        let score = alone.score(&position, &Limits::NONE);
        let solver = &mut together[count % 2];
        if count % 4 < 2 {
            solver.clear();
        }
        assert_eq!(solver.score(&position, &Limits::NONE), score, "{position:?}");
        count += 1;
    }
    let most = Solver::<7, 6>::new(0).with_threads(usize::MAX);
    assert_eq!(most.helpers.len() + 1, usize::from(MOST_THREADS));
    let stopped = together[1].score(&Board::EMPTY, &Limits { stop: &|| true });
    assert_eq!(stopped, Err(Stopped));
}
