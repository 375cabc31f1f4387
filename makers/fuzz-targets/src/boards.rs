//! Texts of positions and of moves.

use plyground_core::games::breakthrough::notation::{Request, RequestReader};
use plyground_core::games::breakthrough::sized;
use plyground_core::games::connect_four::notation as connect_four;
use plyground_core::rng::Rng;
use plyground_core::{AnyGame, Notation, Player, Position};

use crate::input::{Input, check_parse_error};

/// A reader, then the text: the notations of the games, boards of any size, and two readers of assignments.
pub(crate) fn positions(data: &[u8]) {
    let mut input = Input(data);
    let games = AnyGame::all().len();
    let reader = input.below(games + 5);
    let notation = input.below(8);
    let Some(text) = input.text() else { return };
    match reader.checked_sub(games) {
        None => position(AnyGame::all()[reader], notation, text),
        Some(0) => sized_board::<3, 5>(text),
        Some(1) => sized_board::<6, 6>(text),
        Some(2) => sized_board::<2, 11>(text),
        Some(3) => request(text),
        Some(_) => state(text),
    }
}

fn position(game: AnyGame, notation: usize, text: &str) {
    let notations = game.notations();
    let notation = notations[notation % notations.len()];
    match notation.parse(text) {
        Ok(position) => {
            assert_eq!(position.moves().next().is_none(), position.outcome().is_some());
            for notation in &notations {
                if let Some(written) = notation.write(&position) {
                    let (again, name) = (notation.parse(&written), notation.name());
                    assert_eq!(again.as_ref(), Ok(&position), "{name}: {text:?}");
                }
            }
        }
        Err(error) => check_parse_error(&error, text),
    }
}

fn sized_board<const W: u32, const H: u32>(text: &str) {
    match sized::read::<W, H>(text) {
        Ok(position) => assert_eq!(sized::write(&position), text),
        Err(error) => check_parse_error(&error, text),
    }
}

/// CS3243's request line by line says the same as all at once.
fn request(text: &str) {
    let whole = Request.parse(text);
    let mut reader = RequestReader::default();
    let start = text.as_ptr() as usize;
    // White space after the last line makes no further line.
    for line in text.trim_end().lines() {
        if !reader.wants_more() {
            break;
        }
        reader.line(line.as_ptr() as usize - start, line);
    }
    let by_lines = reader.finish();
    match whole {
        Ok(position) => assert_eq!(by_lines, Ok(position)),
        Err(error) => {
            check_parse_error(&error, text);
            if let Err(error) = by_lines {
                return check_parse_error(&error, text);
            }
            // The reader does not wait for surplus lines; both ways find everything else that is wrong.
            let mut problems = error.problems().iter();
            assert!(problems.all(|problem| problem.message.contains("expected nothing more")), "{error}");
        }
    }
}

/// COMP3608's arguments: a state, and a side.
fn state(text: &str) {
    match connect_four::parse_state(text, Player::First) {
        Ok(position) => {
            let written = connect_four::Comp3608State.write(&position).expect("every position has a state");
            assert_eq!(written.split(' ').next(), Some(text), "a state is written in one way only");
        }
        Err(error) => check_parse_error(&error, text),
    }
    match connect_four::parse_side(text) {
        Ok(_) => assert!(text == "red" || text == "yellow", "{text:?}"),
        Err(error) => check_parse_error(&error, text),
    }
}

/// A game and a notation, a random position, then the text of a move.
pub(crate) fn moves(data: &[u8]) {
    let mut input = Input(data);
    let game = AnyGame::all()[input.below(AnyGame::all().len())];
    let (notation, seed, plies) = (input.below(8), input.byte(), input.below(42));
    let Some(text) = input.text() else { return };
    let position = Rng::new(u64::from(seed)).play(game.start(), plies, 0);
    let notations = game.notations();
    let notation = notations[notation % notations.len()];
    match notation.parse_move(&position, text) {
        Ok(mv) => {
            assert!(position.moves().any(|legal| legal == mv), "{text:?} gave {mv:?}");
            let written = notation.write_move(&position, mv);
            assert_eq!(notation.parse_move(&position, &written), Ok(mv));
        }
        Err(error) => check_parse_error(&error, text),
    }
}
