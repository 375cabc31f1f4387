//! The evaluation: antisymmetric, explained by its terms, the same for boards that are turned.

use plyground_core::games::breakthrough::notation::Grid;
use plyground_core::games::breakthrough::patterns;
use plyground_core::games::breakthrough::{Advancement, Board, Doubling, Patterns, Rows, Standard};
use plyground_core::rng::Rng;
use plyground_core::{Evaluate, Notation, Outcome, Player, Position, Term, VALUE_LIMIT};

use super::random_board;

fn check<const W: u32, const H: u32, E: Evaluate<Board<W, H>>>(eval: &E, seed: u64) {
    let mut rng = Rng::new(seed);
    for _ in 0..2000 {
        let board = random_board::<W, H>(&mut rng);
        for me in Player::BOTH {
            let value = eval.evaluate(&board, me);
            assert_eq!(value, -eval.evaluate(&board, me.opponent()), "{board:?}");
            assert_eq!(value, eval.evaluate(&board.mirror(), me));
            assert_eq!(value, eval.evaluate(&board.turned(), me.opponent()));
            let sum: i64 = eval.terms(&board, me).iter().map(Term::value).sum();
            assert_eq!(i64::from(value), sum, "{board:?}");
            let win = eval.utility(Outcome::Win(me), &board, me);
            assert!(value.abs() < win && win < VALUE_LIMIT);
            assert_eq!(eval.utility(Outcome::Win(me.opponent()), &board, me), -win);
        }
    }
}

#[test]
fn evaluation_is_antisymmetric_and_explained() {
    check::<6, 6, _>(&Advancement, 1);
    check::<3, 7, _>(&Advancement, 2);
    check::<7, 4, _>(&Advancement, 3);
    check::<6, 6, _>(&Doubling, 4);
    check::<3, 7, _>(&Doubling, 5);
    check::<6, 6, _>(&Rows, 6);
    check::<7, 4, _>(&Rows, 7);
    check::<6, 6, _>(&Patterns::default(), 8);
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
    // So can F3.
    assert_eq!(value("-----b\n------\n----b-\n---w-w\n------\n------\nw"), 12 + 12 - 11 - 12 + takes);
    // Protected by C2, D3 stays whole; E4, protected by F5, too. The sides are even.
    assert_eq!(value("------\n-----b\n----b-\n---w--\n--w---\n------\nb"), 0);
    assert_eq!(value("------\n-----b\n----b-\n---w--\n--w---\n------\nw"), 0);
    // Columns A and F are no neighbours.
    assert_eq!(value("------\n------\nb-----\n-----w\nw-----\n------\nw"), 12 + 11 - 12);
    // Two loose pawns cost no more than one.
    assert_eq!(value("------\n------\n--b-b-\n---w--\n-----b\n------\nw"), 12 - 12 - 12 - 18 + takes);
}

#[test]
fn public_styles_by_hand() {
    let board = Grid.parse("------\nw----b\n--w---\n---b--\n------\n--w---\nw").expect("a valid grid");
    // White on rows 1, 4 and 5; Black on its rows 2 and 4.
    assert_eq!(Doubling.evaluate(&board, Player::First), 1 + 4 + 8 - 1 - 4);
    // Nothing can take A5, so it will arrive.
    assert_eq!(Rows.evaluate(&board, Player::First), 10 + 40 + 80 + 160 - 10 - 40);
    let guarded = Grid.parse("-b----\nw-----\n------\n------\n------\n------\nb").expect("a valid grid");
    assert_eq!(Rows.evaluate(&guarded, Player::First), 80 - 10);
}

/// Patterns are found by looking at one cell after the other.
#[test]
fn patterns_are_what_the_squares_show() {
    let mut rng = Rng::new(9);
    let mut seen = std::collections::HashSet::new();
    for _ in 0..500 {
        let board = random_board::<6, 6>(&mut rng);
        let view = if board.turn() == Player::First { board } else { board.turned() };
        let digit = |column: u32, row: u32| {
            let cell = Standard::column(column) & Standard::row(row);
            let stands = |player| usize::from(view.pawns(player) & cell != 0);
            stands(Player::First) + 2 * stands(Player::Second)
        };
        let places = patterns::places(&board);
        for (number, place) in (0u32..).zip(places) {
            let (row, column) = (number / 4, number % 4);
            // Squares of the right half are looked at in a mirror.
            let cells = (0..9).map(|cell| (cell % 3, cell / 3));
            let digits = cells.map(|(right, up)| match column {
                0 | 1 => digit(column + right, row + up),
                _ => digit(column + 2 - right, row + up),
            });
            let pattern = digits.zip(0..).map(|(digit, cell)| digit * 3usize.pow(cell)).sum::<usize>();
            let square = 2 * row as usize + column.min(3 - column) as usize;
            assert_eq!(place, square * 19_683 + pattern, "square {number} of {board:?}");
            seen.insert(place);
        }
        let mut mirrored = patterns::places(&board.mirror());
        mirrored.chunks_exact_mut(4).for_each(<[usize]>::reverse);
        assert_eq!(places, mirrored);
    }
    assert!(seen.len() > 1000, "{}", seen.len());
}

#[test]
fn the_fitted_weights_know_the_game() {
    let value = |grid: &str| {
        let board = Grid.parse(grid).expect("a valid grid");
        Patterns::default().evaluate(&board, Player::First)
    };
    // A pawn more, or a pawn that has come further, is better.
    let even = value("bbbbbb\nbbbbbb\n------\n------\nwwwwww\nwwwwww\nw");
    assert!(value("bbbbbb\nb-bbbb\n------\n------\nwwwwww\nwwwwww\nw") > even);
    assert!(value("bbbbbb\nbbbbbb\n------\n------\nw-wwww\nwwwwww\nw") < even);
    // Weights of ones own give the sum that they are.
    let ones = Patterns::new(vec![1; patterns::WEIGHTS].into_boxed_slice().try_into().expect("as many"));
    let ones: Patterns<Box<[i16; patterns::WEIGHTS]>> = ones;
    assert_eq!(ones.evaluate(&Standard::START, Player::First), 16);
    assert_eq!(ones.evaluate(&Standard::START, Player::Second), -16);
}
