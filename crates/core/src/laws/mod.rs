//! The laws of the traits, for every game there is, on random games with random lost turns.

mod engine;
pub(crate) mod searches;

use std::collections::HashMap;

use crate::games::adjacent_four::AdjacentFour;
use crate::games::connect_four::ConnectFour;
use crate::games::laws;
use crate::games::max_connect_four::MaxConnectFour;
use crate::rng::{Rng, mix};
use crate::{AnyGame, BoardView, Game, Outcome, Player, Position, Term, VALUE_LIMIT};

laws!(
    moves_are_legal_ordered_and_gone_when_the_game_is_over,
    a_lost_turn_changes_the_turn_only,
    mirrors_reflect,
    keys_are_shared_by_equal_positions_only,
    what_is_written_can_be_read,
    terms_add_up_to_the_evaluation,
    a_foreign_character_is_pointed_at,
);

const GAMES: usize = 60;

/// All positions of random games in which about every eighth turn is lost; the last of each game is
/// finished.
fn random_positions<G: Game>(seed: u64, games: usize) -> Vec<G::Position> {
    // So that every game has different random numbers.
    let number = AnyGame::all().iter().position(|game| game.is::<G>()).expect("a game of Plyground") as u64;
    let mut rng = Rng::new(mix(seed ^ number));
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut position = G::start();
        positions.push(position.clone());
        while let Some(mv) = rng.pick(position.moves()) {
            position = if rng.below(8) == 0 { position.skip() } else { position.play(mv) };
            positions.push(position.clone());
        }
    }
    positions
}

fn moves_are_legal_ordered_and_gone_when_the_game_is_over<G: Game>() {
    let mut outcomes = Vec::new();
    for position in random_positions::<G>(1, GAMES) {
        let moves: Vec<_> = position.moves().collect();
        assert!(moves.is_sorted_by(|a, b| a < b), "{position:?}: {moves:?}");
        let over = position.outcome().is_some();
        assert_eq!(position.moves().size_hint(), (moves.len(), Some(moves.len())), "{position:?}");
        assert_eq!(moves.is_empty(), over, "{position:?}");
        assert_eq!(position.plies_left() == 0, over, "{position:?}");
        for mv in moves {
            let after = position.play(mv);
            assert_eq!(after.turn(), position.turn().opponent());
            assert!(after.plies_left() < position.plies_left(), "{position:?}, {mv:?}");
            assert_ne!(after, position.skip(), "{position:?}: {mv:?} changes nothing");
        }
        outcomes.extend(position.outcome());
    }
    assert_eq!(outcomes.len(), GAMES);
}

fn a_lost_turn_changes_the_turn_only<G: Game>() {
    for position in random_positions::<G>(2, GAMES) {
        let skipped = position.skip();
        assert_eq!(skipped.turn(), position.turn().opponent());
        assert_eq!(skipped.outcome(), position.outcome(), "{position:?}");
        assert_eq!(skipped.skip(), position);
        assert_eq!(G::view(&skipped), G::view(&position), "{position:?}");
    }
}

fn mirrors_reflect<G: Game>() {
    for position in random_positions::<G>(3, GAMES) {
        let mirrored = position.mirror();
        assert_eq!(mirrored.mirror(), position);
        assert_eq!(mirrored.turn(), position.turn());
        assert_eq!(mirrored.outcome(), position.outcome(), "{position:?}");
        assert_eq!(mirrored.plies_left(), position.plies_left(), "{position:?}");
        assert_eq!(mirrored.skip(), position.skip().mirror());
        let mut after: Vec<G::Position> = mirrored.moves().map(|mv| mirrored.play(mv)).collect();
        for mv in position.moves() {
            let image = position.play(mv).mirror();
            let place = after.iter().position(|other| *other == image);
            after.remove(place.unwrap_or_else(|| panic!("{position:?}, {mv:?}")));
        }
        assert_eq!(after, [], "{position:?}");
        // A game without a reflection has none to show.
        if mirrored == position {
            continue;
        }
        // The picture shows the same: every row read from right to left.
        let reflected = |view: BoardView| -> Vec<Vec<Option<Player>>> {
            view.cells.into_iter().map(|row| row.into_iter().rev().collect()).collect()
        };
        assert_eq!(G::view(&mirrored).cells, reflected(G::view(&position)), "{position:?}");
    }
}

fn keys_are_shared_by_equal_positions_only<G: Game>() {
    let mut by_key = HashMap::new();
    for position in random_positions::<G>(4, 4 * GAMES) {
        for variant in [position.clone(), position.skip(), position.mirror()] {
            let other = by_key.entry(variant.key()).or_insert_with(|| variant.clone());
            assert_eq!(*other, variant, "both have key {}", variant.key());
        }
    }
    assert!(by_key.len() > 2000, "only {} different positions", by_key.len());
}

fn what_is_written_can_be_read<G: Game>() {
    for (i, notation) in G::notations().iter().enumerate() {
        let mut written = 0;
        for position in random_positions::<G>(6, 20) {
            let text = notation.write(&position);
            assert!(i > 0 || text.is_some(), "the first notation writes everything: {position:?}");
            if let Some(text) = text {
                let rows = text.trim_end();
                // Lines end as editors of all systems end them, and the last one ends or not.
                let crlf = [rows, text.as_str()].map(|text| text.replace('\n', "\r\n"));
                let ends = crlf.into_iter().chain([rows.to_owned(), format!("{rows}\n")]);
                let has_lines = text.contains('\n');
                for text in ends.filter(|_| has_lines).chain([text.clone()]) {
                    let found = notation.parse(&text);
                    assert_eq!(found, Ok(position.clone()), "{}: {text:?}", notation.name());
                }
                written += 1;
            }
            for mv in position.moves() {
                let text = notation.write_move(&position, mv);
                assert_eq!(notation.parse_move(&position, &text), Ok(mv), "{text}");
            }
        }
        assert!(written > 20, "{} wrote {written} positions", notation.name());
    }
}

/// A list of moves is written of every position that a game leads to, with the side to move that the game has.
#[test]
fn every_game_played_can_be_written_as_a_list_of_moves() {
    fn law<G: Game>() {
        let moves = G::notations().iter().find(|notation| notation.name() == "moves").expect("lists");
        let mut rng = Rng::new(5);
        for _ in 0..GAMES {
            let mut position = G::start();
            while let Some(mv) = rng.pick(position.moves()) {
                position = position.play(mv);
                let text = moves.write(&position).expect("a game led here");
                assert_eq!(moves.parse(&text), Ok(position.clone()), "{text}");
                assert_eq!(moves.write(&position.skip()), None, "{position:?}");
            }
        }
    }
    law::<ConnectFour>();
    law::<MaxConnectFour>();
    law::<AdjacentFour>();
}

fn terms_add_up_to_the_evaluation<G: Game>() {
    for position in random_positions::<G>(7, GAMES) {
        // An infinite value saturates; it belongs to a win.
        if matches!(position.outcome(), Some(Outcome::Win(_))) {
            continue;
        }
        for evaluation in G::evaluations() {
            for me in Player::BOTH {
                let value = evaluation.evaluate(&position, me);
                let sum: i64 = evaluation.terms(&position, me).iter().map(Term::value).sum();
                assert_eq!(sum, i64::from(value), "{}: {position:?}", evaluation.name);
                assert!(value.abs() < VALUE_LIMIT);
            }
        }
    }
}

/// An error points at a character that no notation has, alone or in a part that was read as one.
fn a_foreign_character_is_pointed_at<G: Game>() {
    for position in random_positions::<G>(9, 1) {
        for notation in G::notations() {
            let Some(text) = notation.write(&position) else { continue };
            for (at, c) in text.char_indices().filter(|(_, c)| !c.is_whitespace()) {
                let foreign = format!("{}é{}", &text[..at], &text[at + c.len_utf8()..]);
                let error = notation.parse(&foreign).expect_err("a foreign character");
                let mut found = error.problems().iter().map(|problem| &foreign[problem.span.clone()]);
                assert!(found.any(|part| part.contains('é')), "{}: {error}\n{foreign}", notation.name());
            }
        }
    }
}
