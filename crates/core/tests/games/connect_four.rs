//! Rules of Connect Four, the evaluation of CS431 and the byte board, against slow readings of them.

use std::collections::HashSet;

use plyground_core::games::connect_four::notation::{Cs431Bytes, parse_state};
use plyground_core::games::connect_four::{Comp3608, ConnectFour, Cs431, Standard};
use plyground_core::games::gravity::{Column, Gravity};
use plyground_core::grid::Grid;
use plyground_core::rng::Rng;
use plyground_core::search::textbook;
use plyground_core::{ByPlayer, Evaluate, Game, Notation, Outcome, Player, Position, Silent, runs};

/// A board of random heights and colours: unbalanced, with fours of either side or both, often full.
fn random_board(rng: &mut Rng) -> Standard {
    let (mut stones, least) = (ByPlayer::new(0, 0), rng.below(8));
    let streak = 2 + rng.below(2);
    for column in 0..7 {
        for row in 0..(least + rng.below(3)).min(6) {
            let row = u32::try_from(row).expect("a row");
            // Three in a row of one colour are rare if the colours follow a pattern.
            let player = if rng.below(8) == 0 { rng.below(2) } else { (row as usize + column / streak) % 2 };
            let column = u32::try_from(column).expect("a column");
            stones[Player::BOTH[player]] |= Grid::<7, 6>::bit(column, row);
        }
    }
    let board = Gravity::new(stones, Player::BOTH[rng.below(2)]);
    Standard::new(board.expect("no piece floats"))
}

fn at(position: &Standard, column: i32, row: i32) -> Option<Player> {
    Player::BOTH.into_iter().find(|&player| position.board().stones(player) >> (column * 7 + row) & 1 == 1)
}

/// How many spans of four cells hold so many pieces of a side and none of the other.
fn spans(position: &Standard, player: Player, pieces: usize) -> i32 {
    let found = runs::quadruples(&ConnectFour::view(position).cells, player, pieces);
    i32::try_from(found.len()).expect("at most 69")
}

fn has_four(position: &Standard, player: Player) -> bool {
    spans(position, player, 4) > 0
}

#[test]
fn rules_agree_with_a_slow_reading() {
    let mut rng = Rng::new(42);
    let (mut both, mut draws, mut on) = (0, 0, 0);
    for _ in 0..10_000 {
        let position = random_board(&mut rng);
        let open: Vec<u8> = (0..7).filter(|&column| at(&position, column.into(), 5).is_none()).collect();
        let fours = Player::BOTH.map(|player| has_four(&position, player));
        // Red is looked at first.
        let outcome = match fours {
            [true, _] => Some(Outcome::Win(Player::First)),
            [_, true] => Some(Outcome::Win(Player::Second)),
            _ => open.is_empty().then_some(Outcome::Draw),
        };
        assert_eq!(position.outcome(), outcome, "{position:?}");
        let moves: Vec<u8> = position.moves().map(Column::index).collect();
        assert_eq!(moves, if outcome.is_some() { Vec::new() } else { open });
        both += u32::from(fours == [true; 2]);
        draws += u32::from(outcome == Some(Outcome::Draw));
        on += u32::from(outcome.is_none());
        for mv in position.moves() {
            let row = (0..6).find(|&row| at(&position, mv.index().into(), row).is_none()).expect("open");
            let after = position.play(mv);
            assert_eq!(at(&after, mv.index().into(), row), Some(position.turn()));
            assert_eq!(after.board().empty_cells() + 1, position.board().empty_cells());
        }
    }
    assert!(both > 100 && draws > 20 && on > 1000, "{both} won by both, {draws} draws, {on} go on");
}

#[test]
fn keys_of_all_boards_of_a_small_size_differ() {
    type Small = Gravity<3, 2>;
    let mut keys = HashSet::new();
    let mut canonical = HashSet::new();
    let mut boards = 0;
    let mut symmetric = 0;
    for (first, second) in (0..1u64 << 9).flat_map(|first| (0..1u64 << 9).map(move |second| (first, second)))
    {
        for turn in Player::BOTH {
            if let Some(board) = Small::new(ByPlayer::new(first, second), turn) {
                boards += 1;
                symmetric += usize::from(board.mirror() == board);
                assert!(keys.insert(board.key()), "{board:?}");
                canonical.insert(board.canonical_key());
                assert_eq!(board.canonical_key(), board.mirror().canonical_key());
            }
        }
    }
    // Heights 0 to 2 in three columns, in two colours: (1 + 2 + 4)^3 boards.
    assert_eq!(boards, 2 * 343);
    assert_eq!(canonical.len(), usize::midpoint(boards, symmetric), "a board and its mirror image share one");
}

/// CS431's table, read aloud.
fn slow_cs431(position: &Standard, me: Player) -> i32 {
    match [me, me.opponent()].map(|player| has_four(position, player)) {
        [true, false] => return 1_000_000,
        [false, true] => return -1_000_000,
        _ => {}
    }
    let value = |player| [1, 2, 3].map(|pieces| [0, 1, 10, 100][pieces] * spans(position, player, pieces));
    value(me).iter().sum::<i32>() - value(me.opponent()).iter().sum::<i32>()
}

#[test]
fn cs431_agrees_with_walking_the_spans() {
    let mut rng = Rng::new(431);
    let (mut infinite, mut both) = (0, 0);
    for _ in 0..5_000 {
        let position = random_board(&mut rng);
        for me in Player::BOTH {
            let value = Cs431.evaluate(&position, me);
            assert_eq!(value, slow_cs431(&position, me), "{position:?}");
            infinite += u32::from(value.abs() == 1_000_000);
            if let Some(outcome) = position.outcome() {
                let won = outcome.worth(1_000_000, me);
                assert_eq!(Cs431.utility(outcome, &position, me), won, "a full board holds mixed spans only");
            }
        }
        both += u32::from(Player::BOTH.iter().all(|&player| has_four(&position, player)));
    }
    assert!(infinite > 500 && both > 50, "{infinite} infinite values, {both} boards with fours of both");
}

#[test]
fn comp3608_looks_for_a_four_before_it_evaluates_and_evaluates_a_full_board() {
    // At depth 1 both a win and a full board are at the depth limit.
    let won = parse_state("rrr.yyy,.......,.......,.......,.......,.......", Player::First).expect("a state");
    let Ok(choice) = textbook::minimax(&won, 1, &Comp3608, Player::First, &mut Silent);
    assert_eq!((choice.best.map(Column::index), choice.value), (Some(3), 10_000));
    let rows = ["rryyrry", "yyrryyr", "rryyrry", "yyrryyr", "rryyrry", ".yrryyr"];
    let last = parse_state(&rows.join(","), Player::First).expect("a state");
    let full = last.play(Column::new(0));
    assert_eq!(full.outcome(), Some(Outcome::Draw));
    let value = Comp3608.evaluate(&full, Player::First);
    assert_ne!(value, 0, "utility and evaluation must differ");
    for depth in [1, 2, 9] {
        let Ok(choice) = textbook::minimax(&last, depth, &Comp3608, Player::First, &mut Silent);
        assert_eq!(choice.value, value);
    }
}

#[test]
fn malformed_byte_boards() {
    let row = "0 0 0 0 0 0 0\n";
    let empty = row.repeat(6);
    assert_eq!(Cs431Bytes.parse(&format!("{empty}1")), Ok(Standard::EMPTY));
    assert_eq!(Cs431Bytes.parse(&format!("{empty}-1")), Ok(Standard::EMPTY.skip()));
    assert_eq!(Cs431Bytes.write(&Standard::EMPTY), Some(format!("{empty}1")));
    let braces = format!("{{{}}}, -1;", format!("{{{}}},", row.trim().replace(' ', ", ")).repeat(6));
    assert_eq!(Cs431Bytes.parse(&braces), Ok(Standard::EMPTY.skip()));
    let five = row.repeat(5);
    for (text, problem) in [
        (String::new(), "board: 0 numbers; expected 42 cells, top row first, and the side to move"),
        (empty.clone(), "board: 42 numbers; expected 42 cells, top row first, and the side to move"),
        (format!("{empty}1 0"), "board: more than 43 numbers; expected 42 cells and the side to move"),
        (format!("{empty}0"), "side to move: found '0'; expected 1 or -1"),
        (format!("{empty}red"), "side to move: found 'red'; expected 1 or -1"),
        (format!("0 0 0 2 0 0 0\n{five}1"), "row 0 from the top, column 3: found '2'; expected 0, 1 or -1"),
        (format!("{five}0 0 0 0 0 0 x\n1"), "row 5 from the top, column 6: found 'x'; expected 0, 1 or -1"),
        (
            format!("{}0 -1 0 0 0 0 0\n{row}1", row.repeat(4)),
            "row 4 from the top, column 1: floating piece: the cell below it is empty; expected every piece \
             to rest on another or on the bottom row",
        ),
    ] {
        assert_eq!(Cs431Bytes.parse(&text).expect_err("malformed").to_string(), problem);
    }
    for surplus in ["0", "1", "-1 1", "x"] {
        let text = format!("{empty}1 {surplus}");
        let problem = Cs431Bytes.parse(&text).expect_err("44 numbers").problems()[0].clone();
        assert_eq!(&text[problem.span], surplus);
    }
}
