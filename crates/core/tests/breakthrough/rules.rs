//! The bit-board rules against a reading of the text cell by cell.

use plyground_core::games::breakthrough::{Board, Standard, Step};
use plyground_core::rng::Rng;
use plyground_core::{ByPlayer, Outcome, Player, Position, perft};

use super::random_board;

/// The contents of (column, row): `w`, `b`, `-`, or a blank off the board.
fn at<const W: u32, const H: u32>(board: &Board<W, H>, column: i32, row: i32) -> char {
    let (width, height) = (W.cast_signed(), H.cast_signed());
    if !(0..width).contains(&column) || !(0..height).contains(&row) {
        return ' ';
    }
    let cell = 1u64 << (row * width + column);
    match Player::BOTH.map(|player| board.pawns(player) & cell != 0) {
        [true, _] => 'w',
        [_, true] => 'b',
        _ => '-',
    }
}

fn letter(player: Player) -> char {
    if player == Player::First { 'w' } else { 'b' }
}

fn slow_outcome<const W: u32, const H: u32>(board: &Board<W, H>) -> Option<Outcome> {
    let goal = |player| if player == Player::First { H.cast_signed() - 1 } else { 0 };
    let arrived = |player| (0..W.cast_signed()).any(|c| at(board, c, goal(player)) == letter(player));
    let gone = |player: Player| board.pawns(player) == 0;
    let first = |wins: &dyn Fn(Player) -> bool| Player::BOTH.into_iter().find(|&player| wins(player));
    first(&arrived).or_else(|| first(&|player| gone(player.opponent()))).map(Outcome::Win)
}

fn slow_moves<const W: u32, const H: u32>(board: &Board<W, H>) -> Vec<Step> {
    let mut steps = Vec::new();
    if slow_outcome(board).is_some() {
        return steps;
    }
    let (width, height) = (W.cast_signed(), H.cast_signed());
    let me = board.turn();
    let forward = if me == Player::First { 1 } else { -1 };
    for row in 0..height {
        for column in 0..width {
            if at(board, column, row) != letter(me) {
                continue;
            }
            for target in column - 1..=column + 1 {
                let legal = match at(board, target, row + forward) {
                    '-' => true,
                    ' ' => false,
                    owner => owner != letter(me) && target != column,
                };
                if legal {
                    let cell = |column, row| u8::try_from(row * width + column).expect("at most 64 cells");
                    steps.push(Step::new(cell(column, row), cell(target, row + forward)));
                }
            }
        }
    }
    steps
}

fn slow_key<const W: u32, const H: u32>(board: &Board<W, H>) -> u64 {
    let digit = |cell: u32| match at(board, (cell % W).cast_signed(), (cell / W).cast_signed()) {
        '-' => 0,
        'w' => 1,
        _ => 2,
    };
    let cells = (0..W * H).rev().fold(0u64, |key, cell| key * 3 + digit(cell));
    2 * cells + u64::from(board.turn() == Player::Second)
}

fn check<const W: u32, const H: u32>(seed: u64) {
    let columns = (0..W).map(Board::<W, H>::column);
    assert_eq!(columns.fold(0, |cells, column| cells | column), Board::<W, H>::CELLS);
    let mut rng = Rng::new(seed);
    let (mut going_on, mut decided_twice) = (0, 0);
    for _ in 0..3000 {
        let board = random_board::<W, H>(&mut rng);
        assert_eq!(board.outcome(), slow_outcome(&board), "{board:?}");
        let steps: Vec<Step> = board.moves().collect();
        assert_eq!(steps, slow_moves(&board), "{board:?}");
        assert_eq!(board.moves().len(), steps.len());
        assert!(steps.is_sorted(), "the order of moves is the order of the type");
        assert_eq!(board.plies_left() == 0, steps.is_empty());
        assert_eq!(board.key(), slow_key(&board));
        let won_by_both = Player::BOTH.map(|p| board.pawns(p) & Board::<W, H>::goal(p) != 0) == [true, true]
            || Player::BOTH.map(|p| board.pawns(p)) == [0, 0];
        if won_by_both {
            assert_eq!(board.outcome(), Some(Outcome::Win(Player::First)));
        } else {
            let turned_winner = board.turned().outcome().and_then(Outcome::winner);
            assert_eq!(turned_winner.map(Player::opponent), board.outcome().and_then(Outcome::winner));
        }
        for column in 0..W.cast_signed() {
            for row in 0..H.cast_signed() {
                let here = at(&board, column, row);
                assert_eq!(at(&board.mirror(), W.cast_signed() - 1 - column, row), here);
                let (across, up) = (W.cast_signed() - 1 - column, H.cast_signed() - 1 - row);
                let exchanged = match here {
                    'w' => 'b',
                    'b' => 'w',
                    other => other,
                };
                assert_eq!(at(&board.turned(), across, up), exchanged);
            }
        }
        for step in steps {
            let next = board.play(step);
            assert!(next.plies_left() < board.plies_left());
            let (source, target) = (1 << step.source(), 1 << step.target());
            assert_eq!(next.pawns(board.turn()), board.pawns(board.turn()) & !source | target);
            assert_eq!(next.pawns(next.turn()), board.pawns(next.turn()) & !target);
            assert_eq!(next.turned(), board.turned().play(Board::<W, H>::turned_step(step)));
        }
        going_on += u32::from(board.outcome().is_none());
        decided_twice += u32::from(won_by_both);
    }
    assert!(going_on > 1000, "{going_on} boards on which the game goes on");
    assert!(decided_twice > 10, "{decided_twice} boards decided for both sides");
}

#[test]
fn rules_agree_with_the_slow_reading() {
    check::<6, 6>(66);
    check::<2, 5>(25);
    check::<3, 4>(34);
    check::<5, 4>(54);
    check::<3, 7>(37);
    check::<7, 5>(75);
}

#[test]
fn perft_numbers() {
    for (depth, leaves) in (1..).zip([16, 256, 4308, 71_478, 1_248_290]) {
        assert_eq!(perft(&Standard::START, depth), leaves);
    }
}

/// The longest games that the bound allows; other programs publish the same numbers.
#[test]
fn longest_games() {
    assert_eq!(Standard::START.plies_left(), 85);
    assert_eq!(Board::<5, 5>::START.plies_left(), 51);
    assert_eq!(Board::<3, 7>::START.plies_left(), 55);
    assert_eq!(Board::<6, 5>::START.plies_left(), 61);
    assert_eq!(Board::<8, 8>::START.plies_left(), 177);
}

#[test]
fn impossible_boards_are_refused() {
    let new = |white, black| Standard::new(ByPlayer::new(white, black), Player::First);
    assert_eq!(new(0xfff, 0xfff << 24), Some(Standard::START));
    assert_eq!(new(0x1fff, 0), None, "13 pawns");
    assert_eq!(new(0, 0x1fff), None, "13 pawns");
    assert_eq!(new(1, 1), None, "a cell taken twice");
    assert_eq!(new(1 << 36, 1), None, "a cell off the board");
}
