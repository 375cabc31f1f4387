//! The evaluation: antisymmetric, explained by its terms, the same for boards that are turned.

use plyground_core::games::breakthrough::notation::Grid;
use plyground_core::games::breakthrough::{Advancement, Breakthrough, Standard};
use plyground_core::rng::Rng;
use plyground_core::{Evaluate, Game, Notation, Outcome, Player, Position, Term, VALUE_LIMIT};

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
fn evaluation_by_hand() {
    let value = |grid: &str| {
        let board = Grid.parse(grid).expect("a valid grid");
        Advancement.evaluate(&board, Player::First)
    };
    assert_eq!(Advancement.evaluate(&Standard::START, Player::First), 0);
    // One pawn on each row but the last, against one at home.
    assert_eq!(value("-----b\nw-----\nw-----\nw-----\nw-----\nw-----\nw"), 11 + 11 + 12 + 14 + 18 - 11);
    // D3 can take E4, which nothing protects; with Black to move, C4 can take D3, which nothing protects.
    let takes = 15;
    assert_eq!(value("-----b\n------\n----b-\n---w--\n------\n------\nw"), 12 - 11 - 12 + takes);
    assert_eq!(value("-----b\n------\n----b-\n---w--\n------\n------\nb"), 12 - 11 - 12 - takes);
    // Protected by C2, D3 stays whole; E4, protected by F5, too. The sides are even.
    assert_eq!(value("------\n-----b\n----b-\n---w--\n--w---\n------\nb"), 0);
    assert_eq!(value("------\n-----b\n----b-\n---w--\n--w---\n------\nw"), 0);
    // Columns A and F are no neighbours.
    assert_eq!(value("------\n------\nb-----\n-----w\nw-----\n------\nw"), 12 + 11 - 12);
    // Two loose pawns cost no more than one.
    assert_eq!(value("------\n------\n--b-b-\n---w--\n-----b\n------\nw"), 12 - 12 - 12 - 18 + takes);
}

#[test]
fn evaluation_is_on_the_menu() {
    let [menu] = Breakthrough::evaluations() else { panic!("one evaluation") };
    assert_eq!(menu.name, "advancement");
    let board = Standard::START.play(Standard::START.moves().next().unwrap());
    assert_eq!(menu.evaluate(&board, Player::First), Advancement.evaluate(&board, Player::First));
}
