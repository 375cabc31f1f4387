//! What the programs promise on any input: they come to an end, and a failure has a message that is safe
//! to show and leaves standard output empty.

use std::ffi::OsString;
use std::fs;

use proptest::prelude::*;
use proptest::sample::Index;

use super::{connect_four, max_connect_four};
use crate::exit::{Exit, Failure, Ran, Streams, in_memory};

/// The text with a few characters changed, added or cut off at the end, or none.
pub(super) fn edited(text: &'static str) -> impl Strategy<Value = String> {
    let telling: Vec<char> = "rywb-.012,6 \n\r\u{1b}é".chars().collect();
    let character = prop_oneof![prop::sample::select(telling), any::<char>()];
    let edit = (any::<Index>(), 0..8u8, character);
    prop::collection::vec(edit, 0..4).prop_map(move |edits| {
        let mut characters: Vec<char> = text.chars().collect();
        for (at, kind, new) in edits {
            let at = at.index(characters.len() + 1);
            match kind {
                0 => characters.truncate(at),
                1 => characters.insert(at, new),
                _ => characters.get_mut(at).into_iter().for_each(|old| *old = new),
            }
        }
        characters.into_iter().collect()
    })
}

/// Standard output of a success; `None` after a failure as it must be.
pub(super) fn output_if_done(Ran { result, out, .. }: Ran) -> Option<String> {
    let Err(Failure { exit, message }) = result else { return Some(out) };
    assert_eq!((exit, out.as_str()), (Exit::BadInput, ""));
    assert!(!message.is_empty());
    assert!(!message.chars().any(|c| c.is_control() && c != '\n'), "{message:?}");
    None
}

type Program = fn(Vec<OsString>, &mut Streams<'_>) -> Result<(), Failure>;

fn run(program: Program, args: &[String]) -> Option<String> {
    let args = args.iter().map(OsString::from).collect();
    output_if_done(in_memory(std::io::empty(), |streams| program(args, streams)))
}

/// An argument that is no number, and hardly ever a board.
fn nonsense() -> impl Strategy<Value = String> {
    "[^0-9]{0,20}"
}

/// A depth that is soon searched, or none.
fn depth() -> impl Strategy<Value = String> {
    let words = ["1", "2", "03", "0", "-1", "1.5", "٣", ""];
    prop_oneof![3 => prop::sample::select(words.to_vec()).prop_map(str::to_owned), 1 => nonsense()]
}

fn word(words: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop_oneof![6 => prop::sample::select(words).prop_map(str::to_owned), 1 => nonsense()]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn connect_four_answers_or_refuses(
        state in edited(".ryyrry,.rryry.,..y.r..,..y....,.......,......."),
        side in word(&["red", "yellow"]),
        algorithm in word(&["M", "A"]),
        depth in depth(),
    ) {
        if let Some(out) = run(connect_four::run, &[state, side, algorithm, depth]) {
            let lines: Vec<u32> = out.lines().map(|line| line.parse().unwrap()).collect();
            prop_assert!(matches!(lines[..], [0..=6, nodes] if nodes > 0), "{}", out);
        }
    }

    #[test]
    fn max_connect_four_answers_or_refuses(
        state in edited("0000000\n0000000\n0200000\n0100002\n0200111\n1100222\n1\n"),
        depth in depth(),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let [input, output] = ["input", "output"].map(|name| folder.path().join(name));
        fs::write(&input, state).unwrap();
        let [from, to] = [&input, &output].map(|path| path.display().to_string());
        let done = run(max_connect_four::run, &["one-move".to_owned(), from, to, depth]);
        prop_assert_eq!(done.is_some(), output.exists());
        prop_assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1 + usize::from(output.exists()));
    }

    #[test]
    fn any_arguments_are_refused_with_a_message(args in prop::collection::vec(nonsense(), 0..6)) {
        prop_assert_eq!(run(max_connect_four::run, &args), None);
        // Without arguments the game of CS431 begins.
        if !args.is_empty() {
            prop_assert_eq!(run(connect_four::run, &args), None);
        }
    }
}
