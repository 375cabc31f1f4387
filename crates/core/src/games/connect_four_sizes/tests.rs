use std::collections::HashMap;

use super::*;
use crate::grid::Shape;
use crate::rng::Rng;
use crate::{GameValue, Limits, Outcome, Position, Solve, SolverSettings};

/// Whether a side has four in a line, by a walk from every cell in every direction.
fn has_four(position: &SizedBoard, player: Player) -> bool {
    let shape = position.shape();
    let (columns, rows) = (shape.columns().cast_signed(), shape.rows().cast_signed());
    let is_own = |column: i32, row: i32| {
        (0..columns).contains(&column)
            && (0..rows).contains(&row)
            && position.stones(player) & shape.bit(column.cast_unsigned(), row.cast_unsigned()) != 0
    };
    let cells = (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row)));
    let mut lines = cells.flat_map(|cell| [(1, 0), (0, 1), (1, 1), (1, -1)].map(|step| (cell, step)));
    lines.any(|((column, row), (right, up))| (0..4).all(|k| is_own(column + k * right, row + k * up)))
}

fn outcome(position: &SizedBoard) -> Option<Outcome> {
    let size = position.shape().size();
    match Player::BOTH.map(|player| has_four(position, player)) {
        [true, _] => Some(Outcome::Win(Player::First)),
        [_, true] => Some(Outcome::Win(Player::Second)),
        _ => (position.stones(Player::First).count_ones() + position.stones(Player::Second).count_ones()
            == size)
            .then_some(Outcome::Draw),
    }
}

/// Positions of a random game with lost turns, the last of them finished.
fn random_game(shape: Shape, rng: &mut Rng) -> Vec<SizedBoard> {
    let mut positions = vec![SizedBoard::empty_of(shape)];
    while let Some(position) = positions.last()
        && let Some(column) = rng.pick(position.moves())
    {
        positions.push(if rng.below(9) == 0 { position.skip() } else { position.play(column) });
    }
    positions
}

/// A board of random heights and colours with at most so many empty cells.
fn random_board(shape: Shape, most_empty: u32, rng: &mut Rng) -> SizedBoard {
    let mut empty = shape.size();
    let mut stones = ByPlayer::new(0, 0);
    let mut heights = vec![0; shape.columns() as usize];
    let bias = 1 + rng.below(5);
    while empty > most_empty || rng.below(4) > 0 && empty > 0 {
        let column = rng.below(heights.len());
        if heights[column] == shape.rows() {
            continue;
        }
        let player = Player::BOTH[usize::from(rng.below(6) < bias)];
        stones[player] |= shape.bit(u32::try_from(column).expect("small"), heights[column]);
        heights[column] += 1;
        empty -= 1;
    }
    SizedBoard::new(shape, stones, Player::BOTH[rng.below(2)]).expect("nothing floats")
}

/// The value by trying everything.
fn exhaustive(position: &SizedBoard, known: &mut HashMap<SizedBoard, GameValue>) -> GameValue {
    if let Some(outcome) = outcome(position) {
        return match outcome.winner() {
            Some(winner) if winner == position.turn() => GameValue::Win { plies: Some(0) },
            Some(_) => GameValue::Loss { plies: Some(0) },
            None => GameValue::Draw,
        };
    }
    if let Some(&value) = known.get(position) {
        return value;
    }
    let values = position.moves().map(|mv| exhaustive(&position.play(mv), known).before());
    let value = values.max_by(|a, b| a.preference(*b)).expect("the game goes on");
    known.insert(*position, value);
    value
}

fn solver() -> Box<dyn Solve<SizedBoard>> {
    (solve::SOLVER.new)(&SolverSettings::with_table(1 << 20))
}

#[test]
fn a_solver_beside_another_finds_the_same_values() {
    let (mut rng, mut known) = (Rng::new(7), HashMap::new());
    let mut solver = solver();
    for (columns, rows) in [(4, 4), (5, 4), (4, 5)] {
        let shape = shape(columns, rows).expect("a size");
        for position in random_game(shape, &mut rng).into_iter().skip(6) {
            let value = Ok(exhaustive(&position, &mut known));
            assert_eq!(solver.value(&position, &Limits::NONE), value, "{position:?}");
            // It is asked about the size of the other, and about one that neither has seen.
            let mut beside = solver.for_thread(1 << 16);
            assert_eq!(beside.nodes(), 0);
            assert_eq!(beside.value(&position, &Limits::NONE), value, "{position:?}");
            let other =
                random_game(self::shape(rows, columns).expect("a size"), &mut rng).pop().expect("a board");
            assert_eq!(beside.value(&other, &Limits::NONE), Ok(exhaustive(&other, &mut known)), "{other:?}");
        }
    }
}

#[test]
fn there_are_42_sizes() {
    let names: Vec<_> = shapes().map(|shape| (shape.columns(), shape.rows())).collect();
    assert_eq!(names.len(), 42);
    for size in [(4, 4), (4, 15), (5, 11), (6, 7), (7, 6), (7, 7), (8, 6), (8, 7), (9, 6), (10, 5), (12, 4)] {
        assert!(names.contains(&size), "{size:?}");
    }
    for (columns, rows) in [(3, 6), (13, 4), (8, 8), (7, 9), (4, 16), (4, 3), (u32::MAX, u32::MAX)] {
        assert_eq!(shape(columns, rows), None, "{columns}x{rows}");
    }
}

#[test]
fn games_of_every_size_are_played_by_the_rules() {
    let mut rng = Rng::new(2);
    for shape in shapes() {
        for _ in 0..4 {
            for position in random_game(shape, &mut rng) {
                assert_eq!(position.outcome(), outcome(&position), "{position:?}");
                for column in position.moves() {
                    let after = position.play(column);
                    let fallen = after.stones(position.turn()) & !position.stones(position.turn());
                    assert_eq!(fallen.count_ones(), 1, "{position:?} {column}");
                    assert_eq!(shape.column_of(fallen), u32::from(column), "{position:?}");
                    let resting = (position.own() | position.others()) << 1 | shape.bottom();
                    assert!(fallen & resting != 0, "{after:?} floats");
                    assert_eq!(after.lift(column), Some(position), "{position:?} {column}");
                }
            }
        }
        for _ in 0..20 {
            let position = random_board(shape, shape.size(), &mut rng);
            assert_eq!(position.outcome(), outcome(&position), "{position:?}");
        }
    }
}

#[test]
fn keys_are_shared_by_equal_positions_only() {
    let mut rng = Rng::new(3);
    // Agents that remember positions by their keys are asked about boards of several sizes.
    let mut by_key = HashMap::new();
    for shape in shapes() {
        let known = by_key.len();
        for position in (0..20).flat_map(|_| random_game(shape, &mut rng)).collect::<Vec<_>>() {
            for variant in [position, position.skip(), position.mirror()] {
                assert_eq!(*by_key.entry(variant.key()).or_insert(variant), variant);
            }
        }
        assert!(by_key.len() > known + 300, "{shape:?}: {known}, {}", by_key.len());
    }
}

#[test]
fn positions_of_every_size_are_read_as_they_are_written() {
    let mut rng = Rng::new(4);
    for shape in shapes() {
        for position in random_game(shape, &mut rng) {
            let text = Rows.write(&position).expect("rows write everything");
            assert_eq!(Rows.parse(&text), Ok(position), "{text}");
            if let Some(text) = SizeAndMoves.write(&position) {
                assert_eq!(SizeAndMoves.parse(&text), Ok(position), "{text}");
            }
            for column in position.moves() {
                let text = Rows.write_move(&position, column);
                assert_eq!(Rows.parse_move(&position, &text), Ok(column), "{text}");
            }
        }
        // A game without lost turns is written as one.
        let mut position = SizedBoard::empty_of(shape);
        while let Some(column) = rng.pick(position.moves()) {
            position = position.play(column);
            let text = SizeAndMoves.write(&position).expect("a game led here");
            assert_eq!(SizeAndMoves.parse(&text), Ok(position), "{text}");
            assert_eq!(SizeAndMoves.write(&position.skip()), None, "{text}");
        }
    }
}

#[test]
fn what_is_wrong_with_a_text_is_said_where_it_stands() {
    let refused = |notation: &dyn Notation<SizedBoard>, text: &str| {
        let error = notation.parse(text).expect_err("not a position");
        (error.problems()[0].span.clone(), error.to_string())
    };
    let sizes = "expected 4 to 12 columns, 4 rows at least, and columns x (rows + 1) at most 64";
    for (text, span, message) in [
        ("8by7", 0..4, "size: found '8by7'; expected columns x rows, such as 8x7".to_owned()),
        ("", 0..0, "size: found ''; expected columns x rows, such as 8x7".to_owned()),
        ("8x8 1", 0..3, format!("size: 8 columns and 8 rows; {sizes}")),
        ("99x99", 0..5, format!("size: 99 columns and 99 rows; {sizes}")),
        ("100x4", 0..5, "size: found '100x4'; expected columns x rows, such as 8x7".to_owned()),
        ("8x7  19", 6..7, "move 2 of the move string: found '9'; expected a column from 1 to 8".to_owned()),
        ("12x4 1d", 6..7, "move 2 of the move string: found 'd'; expected a column from 1 to c".to_owned()),
        (
            "4x4 11111",
            8..9,
            "move 5 of the move string: column 1 is full; expected an open column".to_owned(),
        ),
        (
            "4x4 12121213",
            11..12,
            "move 8 of the move string: the game is already over; expected no further move".to_owned(),
        ),
    ] {
        assert_eq!(refused(&SizeAndMoves, text), (span, message), "{text}");
    }
    for (text, span, message) in [
        ("x red", 0..1, format!("state: 1 column and 1 row; {sizes}")),
        ("....,....,.... red", 0..14, format!("state: 4 columns and 3 rows; {sizes}")),
        (
            "....,....,.....,.... red",
            10..15,
            "row 3 from the bottom: 5 characters; expected 4".to_owned(),
        ),
        (
            "....,r...,....,.... red",
            5..6,
            "row 2 from the bottom, column 1: floating piece: the cell below it is empty; expected every piece to rest on \
             another or on the bottom row"
                .to_owned(),
        ),
        (
            "....,....,....,....",
            19..19,
            "side to move: missing; expected red or yellow after the state".to_owned(),
        ),
    ] {
        assert_eq!(refused(&Rows, text), (span, message), "{text}");
    }
    let position = SizedBoard::empty_of(Shape::new(12, 4));
    for text in ["0", "d", "10", "C", "", "\u{e9}"] {
        let error = Rows.parse_move(&position, text).expect_err("no column").to_string();
        assert!(error.ends_with("not a move; expected an open column from 1 to c"), "{error}");
    }
}

#[test]
fn scores_of_every_size_are_those_of_exhaustive_search() {
    let mut rng = Rng::new(5);
    let mut solver = solver();
    for shape in shapes() {
        let mut known = HashMap::new();
        for _ in 0..12 {
            let position = random_board(shape, 8, &mut rng);
            let expected = exhaustive(&position, &mut known);
            assert_eq!(solver.value(&position, &Limits::NONE), Ok(expected), "{position:?}");
            let result = GameValue::of_result(expected.result());
            assert_eq!(solver.result(&position, &Limits::NONE), Ok(result), "{position:?}");
            for mv in position.moves() {
                let after = position.play(mv);
                let keeps = exhaustive(&after, &mut known).before() == expected;
                assert_eq!(solver.keeps(expected, &after, &Limits::NONE), Ok(keeps), "{position:?} {mv}");
            }
        }
    }
}

#[test]
fn a_solver_takes_boards_of_other_sizes_as_they_come() {
    let mut solver = Solver::new(SolverSettings::with_table(1 << 20));
    let mut nodes = 0;
    for (columns, rows) in [(4, 4), (5, 4), (4, 5), (5, 4)] {
        let value = solver.value(&SizedBoard::empty_of(Shape::new(columns, rows)), &Limits::NONE);
        // Tromp's table of small boards.
        assert_eq!(value, Ok(GameValue::Draw), "{columns}x{rows}");
        assert!(solver.nodes() > nodes, "nodes of all sizes are counted");
        nodes = solver.nodes();
    }
    // What was found out is forgotten, and found out again at the same cost.
    let start = SizedBoard::empty_of(Shape::new(5, 4));
    let cost = |solver: &mut Solver| {
        let before = solver.nodes();
        solver.value(&start, &Limits::NONE).expect("no limits");
        solver.nodes() - before
    };
    let known = cost(&mut solver);
    assert!(known < 10, "it is known already: {known}");
    solver.clear();
    let anew = cost(&mut solver);
    solver.clear();
    assert_eq!(cost(&mut solver), anew);
    assert!(anew > 1000, "{anew}");
}
