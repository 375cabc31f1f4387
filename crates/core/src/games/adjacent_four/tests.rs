//! The rules against a slow reading of them, and what notations refuse.

use super::notation::{GridRows, MoveList, parse_cell};
use super::*;
use crate::rng::Rng;

/// A board with random stones of random density: from nearly empty to full, mostly unbalanced.
pub(super) fn random_board(rng: &mut Rng) -> Standard {
    let density = rng.below(11);
    let second_share = 1 + rng.below(9);
    let mut stones = ByPlayer::new(0, 0);
    for bit in crate::grid::bits(Grid::<6, 5>::BOARD) {
        if rng.below(10) < density {
            let owner = if rng.below(10) < second_share { Player::Second } else { Player::First };
            stones[owner] |= 1 << bit;
        }
    }
    let turn = Player::BOTH[rng.below(2)];
    Board::new(stones, turn).expect("no cell is taken twice")
}

fn slow_has_four(owners: &runs::Cells, side: Player) -> bool {
    !runs::quadruples(owners, side, 4).is_empty()
}

fn slow_outcome(owners: &runs::Cells) -> Option<Outcome> {
    match Player::BOTH.map(|side| slow_has_four(owners, side)) {
        [true, _] => Some(Outcome::Win(Player::First)),
        [_, true] => Some(Outcome::Win(Player::Second)),
        _ => owners.iter().flatten().all(Option::is_some).then_some(Outcome::Draw),
    }
}

/// Legal moves in the assignment's order: columns from the left, rows from the top.
fn slow_moves(owners: &runs::Cells) -> Vec<String> {
    let stones: Vec<runs::Cell> = runs::all(owners).filter(|&(r, c)| owners[r][c].is_some()).collect();
    let touches =
        |r: usize, c: usize| stones.iter().any(|&(sr, sc)| sr.abs_diff(r) <= 1 && sc.abs_diff(c) <= 1);
    (0..30)
        .map(|i| (i % 5, i / 5))
        .filter(|&(r, c)| owners[r][c].is_none() && (touches(r, c) || stones.is_empty()))
        .map(|(r, c)| format!("[{},{}]", r + 1, c + 1))
        .collect()
}

#[test]
fn rules_agree_with_a_slow_reading() {
    let mut rng = Rng::new(46);
    let (mut wins, mut both, mut full) = (0, 0, 0);
    for _ in 0..20_000 {
        let position = random_board(&mut rng);
        let owners = AdjacentFour::view(&position).cells;
        let outcome = slow_outcome(&owners);
        assert_eq!(position.outcome(), outcome, "{position:?}");
        let moves: Vec<String> = position.moves().map(|cell| cell.to_string()).collect();
        assert_eq!(moves, if outcome.is_some() { Vec::new() } else { slow_moves(&owners) });
        assert_eq!(position.moves().len(), moves.len());
        let empty = owners.iter().flatten().filter(|owner| owner.is_none()).count();
        assert_eq!(position.plies_left() as usize, if outcome.is_some() { 0 } else { empty });
        wins += u32::from(matches!(outcome, Some(Outcome::Win(_))));
        both += u32::from(Player::BOTH.iter().all(|&side| slow_has_four(&owners, side)));
        full += u32::from(empty == 0);
    }
    assert!(wins > 1000 && both > 100 && full > 1000, "{wins} wins, {both} of both, {full} full boards");
}

#[test]
fn boards_off_the_grid_are_refused() {
    let sentinel = 1 << 5;
    assert_eq!(Standard::new(ByPlayer::new(sentinel, 0), Player::First), None);
    assert_eq!(Standard::new(ByPlayer::new(1, 1), Player::First), None);
    assert!(Standard::new(ByPlayer::new(Grid::<6, 5>::BOARD, 0), Player::Second).is_some());
}

#[test]
fn cells_are_read_with_and_without_brackets() {
    let cell = Cell::new(3, 2);
    for text in ["[3,4]", "3,4", "[ 3 , 4 ]", " 3, 4\n"] {
        assert_eq!(parse_cell(text), Some(cell), "{text}");
    }
    for text in [
        "", "[3,4", "3,4]", "[3 4]", "[6,1]", "[1,7]", "[0,1]", "[+1,1]", "[01,1]", "[3,4,5]", "34", "[３,4]",
    ] {
        assert_eq!(parse_cell(text), None, "{text}");
    }
    assert_eq!(cell.to_string(), "[3,4]");
    assert_eq!(Cell::new(31, 30).to_string(), "[31,32]");
    assert!(std::panic::catch_unwind(|| Cell::new(200, 0)).is_err());
}

#[test]
fn move_lists_are_read_and_written() {
    let moves = "[3,4] [3,3] [2,3] [4,5]";
    let position = MoveList.parse(moves).unwrap();
    assert_eq!(GridRows.write(&position).unwrap(), "......\n..x...\n..ox..\n....o.\n......\nx");
    assert_eq!(MoveList.parse("[3,4][3,3]\r\n2,3 [4, 5]"), Ok(position));
    assert_eq!(MoveList.parse(" \n"), Ok(Standard::EMPTY));
    assert_eq!(MoveList.write(&Standard::EMPTY).as_deref(), Some(""));
    let written = MoveList.write(&position).unwrap();
    assert_eq!(MoveList.parse(&written), Ok(position), "{written}");
    // X to move on an empty board with O to move, stones apart, a turn out of order.
    assert_eq!(MoveList.write(&Standard::EMPTY.skip()), None);
    assert_eq!(MoveList.write(&position.skip()), None);
    let apart = GridRows.parse("x.....\n......\n......\n......\n.....o\nx").unwrap();
    assert_eq!(MoveList.write(&apart), None);
}

#[test]
fn wrong_boards_are_named() {
    let message = |text: &str| GridRows.parse(text).unwrap_err().to_string();
    let none = "board: 0 lines; expected 5 rows of 6 characters, row 1 (top) first, and a line with the side \
                to move, x or o";
    assert_eq!(message(""), none);
    assert!(message("......").starts_with("board: 1 line; expected 5 rows"));
    assert!(message("......\n......\n......\n......\nx").starts_with("board: 5 lines; expected 5 rows"));
    let all = "row 2, column 3: found 'X'; expected x, o or .\n\
               row 3: 5 characters; expected 6\n\
               row 4: 7 characters; expected 6\n\
               row 5, column 4: found 'é'; expected x, o or .\n\
               side to move: found 'red'; expected x or o";
    assert_eq!(message("......\n..X...\n.....\n.......\n...é..\nred"), all);
}

#[test]
fn wrong_moves_are_named() {
    let message = |list: &str| MoveList.parse(list).unwrap_err().to_string();
    let expected = "expected [row,column], such as [3,4], of an empty cell that touches a stone";
    assert_eq!(message("[3,4] [3,7]"), format!("move 2 of the list, '[3,7]': not a move; {expected}"));
    for cell in ["[3,4]", "[1,1]"] {
        let illegal = format!("move 2 of the list, '{cell}': not legal in this position; {expected}");
        assert_eq!(message(&format!("[3,4] {cell}")), illegal);
    }
    let won = "[1,1] [2,1] [1,2] [2,2] [1,3] [2,3] [1,4]";
    assert_eq!(MoveList.parse(won).unwrap().outcome(), Some(Outcome::Win(Player::First)));
    assert_eq!(message(&format!("{won} [2,4]")), "move 8 of the list, '[2,4]': the game is over");
    let error = GridRows.parse_move(&Standard::EMPTY, "d3").unwrap_err().to_string();
    assert_eq!(error, format!("move 'd3': not a move; {expected}"));
}
