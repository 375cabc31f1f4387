//! The evaluation: antisymmetric, explained by its terms, the same for boards that are turned.

use plyground_core::games::breakthrough::{Advancement, Breakthrough, Standard};
use plyground_core::rng::Rng;
use plyground_core::{Evaluate, Game, Outcome, Player, Position, Term, VALUE_LIMIT};

use super::random_board;

fn check<const W: u32, const H: u32>(seed: u64) {
    let mut rng = Rng::new(seed);
    for _ in 0..2000 {
        let board = random_board::<W, H>(&mut rng);
        for me in Player::BOTH {
            let value = Advancement.evaluate(&board, me);
            assert_eq!(value, -Advancement.evaluate(&board, me.opponent()), "{board:?}");
            assert_eq!(value, Advancement.evaluate(&board.mirror(), me));
            assert_eq!(value, Advancement.evaluate(&board.turned(), me.opponent()));
            let sum: i64 = Advancement.terms(&board, me).iter().map(Term::value).sum();
            assert_eq!(i64::from(value), sum, "{board:?}");
            let win = Advancement.utility(Outcome::Win(me), &board, me);
            assert!(value.abs() < win && win < VALUE_LIMIT);
            assert_eq!(Advancement.utility(Outcome::Win(me.opponent()), &board, me), -win);
        }
    }
}

#[test]
fn evaluation_is_antisymmetric_and_explained() {
    check::<6, 6>(1);
    check::<3, 7>(2);
    check::<7, 4>(3);
}

#[test]
fn evaluation_prefers_material_and_advancement() {
    let value = |board: &Standard| Advancement.evaluate(board, Player::First);
    assert_eq!(value(&Standard::START), 0);
    let mut rng = Rng::new(6);
    let mut compared = 0;
    for _ in 0..2000 {
        let board = random_board::<6, 6>(&mut rng);
        for step in board.moves() {
            let (before, after) = (
                Advancement.evaluate(&board, board.turn()),
                Advancement.evaluate(&board.play(step), board.turn()),
            );
            let takes = board.pawns(board.turn().opponent()) >> step.target() & 1 == 1;
            assert!(if takes { after > before } else { after >= before }, "{board:?} {step:?}");
            compared += 1;
        }
    }
    assert!(compared > 5000);
}

#[test]
fn evaluation_is_on_the_menu() {
    let [menu] = Breakthrough::evaluations() else { panic!("one evaluation") };
    assert_eq!(menu.name, "advancement");
    let board = Standard::START.play(Standard::START.moves().next().unwrap());
    assert_eq!(menu.evaluate(&board, Player::First), Advancement.evaluate(&board, Player::First));
}
