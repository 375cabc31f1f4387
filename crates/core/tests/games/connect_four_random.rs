//! Random boards with few empty cells, against plain alpha-beta.

use plyground_core::games::connect_four::Standard;
use plyground_core::games::connect_four::solve::Solver;
use plyground_core::rng::Rng;
use plyground_core::{Limits, Outcome, Player, Position};

use crate::is_long;

/// The score by alpha-beta without memory, order of moves or any rule but those of the game.
fn plain(position: &Standard, mut alpha: i32, beta: i32) -> i32 {
    let empty = position.board().empty_cells().cast_signed();
    match position.outcome() {
        Some(Outcome::Win(winner)) if winner == position.turn() => return empty / 2 + 1,
        Some(Outcome::Win(_)) => return -(empty / 2 + 1),
        Some(_) => return 0,
        None => {}
    }
    for mv in position.moves() {
        alpha = alpha.max(-plain(&position.play(mv), -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// A board on which nobody has won. Either side gets each piece, so that one may have many more than the other.
fn random_board(rng: &mut Rng, empty: u32) -> Standard {
    'anew: loop {
        let mut position = Standard::EMPTY;
        while position.plies_left() > empty {
            if rng.below(2) == 0 {
                position = position.skip();
            }
            let quiet =
                position.moves().map(|mv| position.play(mv)).filter(|after| after.outcome().is_none());
            let Some(after) = rng.pick(quiet) else { continue 'anew };
            position = after;
        }
        return position;
    }
}

#[test]
fn scores_of_random_boards_are_those_of_plain_alpha_beta() {
    let boards = if is_long() { 20_000 } else { 300 };
    let mut rng = Rng::new(614);
    let mut solver = Solver::<7, 6>::new(1 << 20);
    let (mut unbalanced, mut signs) = (0, [0; 3]);
    for i in 0..boards {
        let position = random_board(&mut rng, 6 + i % 9);
        let score = plain(&position, -22, 22);
        assert_eq!(solver.score(&position, &Limits::NONE), Ok(score), "{position:?}");
        let [first, second] = Player::BOTH.map(|player| position.board().stones(player).count_ones());
        unbalanced += u32::from(first.abs_diff(second) > 1);
        signs[usize::try_from(score.signum() + 1).expect("from 0 to 2")] += 1;
    }
    assert!(unbalanced * 2 > boards, "{unbalanced}");
    assert!(signs.iter().all(|&count| count > 0), "{signs:?}");
}
