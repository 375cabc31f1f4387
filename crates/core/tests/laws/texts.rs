//! Readers of random and mutilated texts: they never panic, and what they accept is valid.

use plyground_core::{Game, Notation, ParseError, Position};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::random_positions;

/// An error must point into the text, and a position that was accepted must obey the laws.
fn check_reading<P: Position>(notation: &dyn Notation<P>, text: &str) {
    match notation.parse(text) {
        Ok(position) => {
            assert_eq!(position.moves().next().is_none(), position.outcome().is_some());
            if let Some(written) = notation.write(&position) {
                assert_eq!(notation.parse(&written), Ok(position), "{text:?}");
            }
        }
        Err(error) => check_error(&error, text),
    }
}

fn check_move_reading<P: Position>(notation: &dyn Notation<P>, position: &P, text: &str) {
    match notation.parse_move(position, text) {
        Ok(mv) => assert!(position.moves().any(|legal| legal == mv), "{text:?} gave {mv:?}"),
        Err(error) => check_error(&error, text),
    }
}

fn check_error(error: &ParseError, text: &str) {
    assert!(!error.problems().is_empty());
    for problem in error.problems() {
        assert!(text.get(problem.span.clone()).is_some(), "{problem:?} is not a part of {text:?}");
        assert!(!problem.place.is_empty() && !problem.message.is_empty(), "{problem:?}");
    }
    assert!(!error.to_string().chars().any(|c| c.is_control() && c != '\n'), "{error}");
}

/// An error points at a character that no notation has, alone or in a part that was read as one.
#[test]
fn a_foreign_character_is_pointed_at() {
    fn law<G: Game>() {
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
    each_game!(law());
}

/// One thing done to a text.
#[derive(Clone, Debug)]
enum Edit {
    Delete(Index),
    Insert(Index, char),
    Replace(Index, char),
    Swap(Index, Index),
    /// Repeats the text between two places.
    Repeat(Index, Index),
    Truncate(Index),
}

impl Edit {
    fn apply(&self, text: &mut Vec<char>) {
        if text.is_empty() {
            text.push('x');
        }
        let n = text.len();
        match self {
            Self::Delete(at) => {
                text.remove(at.index(n));
            }
            Self::Insert(at, c) => text.insert(at.index(n + 1), *c),
            Self::Replace(at, c) => text[at.index(n)] = *c,
            Self::Swap(a, b) => text.swap(a.index(n), b.index(n)),
            Self::Repeat(a, b) => {
                let (a, b) = (a.index(n), b.index(n));
                let repeated = text[a.min(b)..=a.max(b)].to_vec();
                text.extend(repeated);
            }
            Self::Truncate(at) => text.truncate(at.index(n)),
        }
    }
}

/// Characters that mean something somewhere, and some that never do.
fn character() -> impl Strategy<Value = char> {
    let telling: Vec<char> = "xorywb.-,[]0123456789ABCDEFabcdef \n\r\t{};".chars().collect();
    let foreign: Vec<char> = "é３Ж\u{301}\u{2028}\u{0}\u{1b}😀ß\u{feff}X".chars().collect();
    prop_oneof![prop::sample::select(telling), prop::sample::select(foreign), any::<char>()]
}

fn edit() -> impl Strategy<Value = Edit> {
    let at = any::<Index>;
    prop_oneof![
        at().prop_map(Edit::Delete),
        (at(), character()).prop_map(|(at, c)| Edit::Insert(at, c)),
        (at(), character()).prop_map(|(at, c)| Edit::Replace(at, c)),
        (at(), at()).prop_map(|(a, b)| Edit::Swap(a, b)),
        (at(), at()).prop_map(|(a, b)| Edit::Repeat(a, b)),
        at().prop_map(Edit::Truncate),
    ]
}

fn edited(text: &str, edits: &[Edit]) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for edit in edits {
        edit.apply(&mut characters);
    }
    characters.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_a_reader_panic(text in any::<String>()) {
        fn law<G: Game>(text: &str) {
            for notation in G::notations() {
                check_reading(*notation, text);
                check_move_reading(*notation, &G::start(), text);
            }
        }
        each_game!(law(&text));
    }

    #[test]
    fn no_mutilated_text_makes_a_reader_panic(
        seed in any::<u64>(),
        which in any::<Index>(),
        edits in prop::collection::vec(edit(), 1..6),
    ) {
        fn law<G: Game>(seed: u64, which: Index, edits: &[Edit]) {
            let positions = random_positions::<G>(seed, 1);
            let position = positions[which.index(positions.len())].clone();
            for notation in G::notations() {
                if let Some(text) = notation.write(&position) {
                    check_reading(*notation, &edited(&text, edits));
                }
                for mv in position.moves() {
                    let text = notation.write_move(&position, mv);
                    check_move_reading(*notation, &position, &edited(&text, edits));
                }
            }
        }
        each_game!(law(seed, which, &edits));
    }
}
