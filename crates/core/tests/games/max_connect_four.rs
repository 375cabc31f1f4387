//! Rules, games and exact values of Max-Connect-Four.

use plyground_core::games::gravity::{Column, Gravity};
use plyground_core::games::max_connect_four::{Board, MaxConnectFour, Quadruples, Standard, notation};
use plyground_core::grid::Grid;
use plyground_core::rng::Rng;
use plyground_core::search::{CutRule, textbook};
use plyground_core::{ByPlayer, Counts, Game, Notation, Outcome, Player, Position};

const GAMES: &str = include_str!("../data/max_connect_four_games.tsv");

fn by_columns(columns: &str) -> Standard {
    notation::MoveString.parse(columns).expect("a playable game")
}

/// Four consecutive cells of one side, looked for cell by cell.
fn slow_points<const W: u32, const H: u32>(position: &Board<W, H>) -> ByPlayer<u16> {
    let (w, h) = (W.cast_signed(), H.cast_signed());
    let mut points = ByPlayer::new(0, 0);
    for player in Player::BOTH {
        let stones = position.board().stones(player);
        let taken = |column: i32, row: i32| {
            (0..w).contains(&column) && (0..h).contains(&row) && stones >> (column * (h + 1) + row) & 1 == 1
        };
        for column in 0..w {
            for row in 0..h {
                for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                    let quadruple = (0..4).all(|k| taken(column + k * right, row + k * up));
                    points[player] += u16::from(quadruple);
                }
            }
        }
    }
    points
}

#[test]
fn points_agree_with_looking_cell_by_cell() {
    let mut rng = Rng::new(2012);
    let mut most = 0;
    for _ in 0..300 {
        let mut position = Standard::EMPTY;
        // Lost turns, rare in some games and frequent in others, make long runs and unbalanced boards.
        let turns_lost = rng.below(4);
        while let Some(column) = rng.pick(position.moves()) {
            position = position.play(column);
            if rng.below(4) < turns_lost {
                position = position.skip();
            }
            assert_eq!(position.points(), slow_points(&position), "{position:?}");
        }
        let points = position.points();
        assert_eq!(position.outcome(), Some(Outcome::Points(points)));
        most = most.max(points[Player::First]);
    }
    assert!(most > 20, "the random games must hold long runs");
}

#[test]
fn a_run_of_five_holds_two_quadruples_and_a_run_of_seven_four() {
    let run = |length: u32| (0..length).map(|column| Grid::<7, 6>::bit(column, 0)).sum();
    for (length, points) in [(3, 0), (4, 1), (5, 2), (6, 3), (7, 4)] {
        let row = Gravity::new(ByPlayer::new(0, run(length)), Player::First).expect("no piece floats");
        assert_eq!(Standard::new(row).points(), ByPlayer::new(0, points));
        assert_eq!(Standard::new(row).outcome(), None);
    }
}

#[test]
fn known_games_end_with_their_known_points_and_not_earlier() {
    let mut games = 0;
    for line in GAMES.lines().filter(|line| !line.starts_with('#')) {
        let [first, second, columns] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("three fields: {line}");
        };
        let points = ByPlayer::new(first.parse().unwrap(), second.parse().unwrap());
        let mut position = Standard::EMPTY;
        for (ply, column) in (0..).zip(columns.bytes()) {
            assert_eq!((position.outcome(), position.plies_left()), (None, 42 - ply));
            let column = Column::new(column - b'1');
            assert!(position.moves().any(|mv| mv == column), "{columns}, ply {ply}");
            position = position.play(column);
        }
        assert_eq!(position.outcome(), Some(Outcome::Points(points)), "{columns}");
        assert_eq!((position.moves().count(), position.plies_left()), (0, 0));
        assert_eq!(position, by_columns(columns));
        games += 1;
    }
    assert_eq!(games, 28);
}

#[test]
fn a_43rd_move_is_refused() {
    let full = GAMES.lines().nth(1).and_then(|line| line.split('\t').next_back()).expect("a game");
    let result: Result<Standard, _> = notation::MoveString.parse(&format!("{full}1"));
    let message = "move 43 of the move string: the game is already over; expected no further move";
    assert_eq!(result.expect_err("a full board").to_string(), message);
}

#[test]
fn moves_are_the_open_columns_from_left_to_right() {
    let columns = |position: &Standard| position.moves().map(Column::index).collect::<Vec<_>>();
    assert_eq!(columns(&Standard::EMPTY), [0, 1, 2, 3, 4, 5, 6]);
    assert_eq!(columns(&by_columns("111111")), [1, 2, 3, 4, 5, 6]);
    // A four ends nothing.
    let four = by_columns("1212121");
    assert_eq!(four.points(), ByPlayer::new(1, 0));
    assert_eq!(columns(&four).len(), 7);
}

#[test]
fn the_game_names_its_sides_and_counts_columns_from_1() {
    assert_eq!(MaxConnectFour::SIDES, ByPlayer::new("red", "green"));
    let view = MaxConnectFour::view(&by_columns("1212121"));
    assert_eq!((view.columns[0].as_str(), view.rows[5].as_str()), ("1", "1"));
    assert_eq!(view.marked, [(5, 0), (4, 0), (3, 0), (2, 0)]);
    let evaluation = &MaxConnectFour::evaluations()[0];
    let names: Vec<_> = MaxConnectFour::notations().iter().map(plyground_core::Notation::name).collect();
    assert_eq!((evaluation.name, names), ("quadruples", vec!["state-file", "moves"]));
}

#[test]
fn late_games_are_played_out_perfectly_by_search() {
    // Deep enough, the search compares nothing but final points.
    let mut rng = Rng::new(9);
    for _ in 0..30 {
        let mut position = Standard::EMPTY;
        while position.plies_left() > 6 {
            position = position.play(rng.pick(position.moves()).expect("an open column"));
        }
        let me = position.turn();
        let mut counts = Counts::default();
        let Ok(choice) = textbook::alpha_beta(&position, 42, &Quadruples, me, CutRule::AtEqual, &mut counts);
        assert_eq!(choice.value, 100 * best_difference(&position, me));
    }
}

/// The difference of points for `me` after best play by both, by plain minimax.
fn best_difference(position: &Standard, me: Player) -> i32 {
    if let Some(Outcome::Points(points)) = position.outcome() {
        return i32::from(points[me]) - i32::from(points[me.opponent()]);
    }
    let differences = position.moves().map(|mv| best_difference(&position.play(mv), me));
    if position.turn() == me { differences.max() } else { differences.min() }.expect("an open column")
}

#[test]
fn view_numbers_columns_and_rows_from_1_and_marks_the_fours_of_both() {
    let view = MaxConnectFour::view(&by_columns("12121212"));
    assert_eq!(view.columns, ["1", "2", "3", "4", "5", "6", "7"]);
    assert_eq!(view.rows, ["6", "5", "4", "3", "2", "1"]);
    let row = [Some(Player::First), Some(Player::Second), None, None, None, None, None];
    assert_eq!(view.cells[1], [None; 7]);
    assert_eq!(view.cells[2..], [row; 4]);
    assert_eq!(view.marked, [(5, 0), (4, 0), (3, 0), (2, 0), (5, 1), (4, 1), (3, 1), (2, 1)]);
}
