//! Strategies of Connect Four: files for the checker, and sides that cannot secure what they should.

use serde_json::json;

use crate::{document, output, refused, run};
use plyground::Exit;

#[test]
fn strategies_are_written_for_either_side() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("S.v");
    for side in ["first", "second"] {
        let words = format!("strategy --size 4x4 --side {side} --goal draw --out {}", file.display());
        let found = document(&format!("{words} --json"));
        assert_eq!((&found["side"], &found["goal"]), (&json!(side), &json!("draw")));
        let text = std::fs::read_to_string(&file).unwrap();
        assert_eq!(found["bytes"], json!(text.len()));
        let choices = usize::try_from(found["choices"].as_u64().unwrap()).unwrap();
        // Twenty choices in a word, and two arrays that end with a word of none.
        assert_eq!(text.matches("0x").count(), choices.div_ceil(20), "{text}");
        let first = format!("(** The {side} side secures a draw on 4x4: {choices} choices, ");
        assert!(text.starts_with(&first), "{text}");
        let words = output(&words);
        assert_eq!(words, format!("connect-four 4x4: the {side} side secures a draw; {choices} choices\n"));
    }
}

#[test]
fn what_cannot_be_secured_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("S.v");
    for side in ["first", "second"] {
        let ran = run(&format!("strategy --size 5x4 --side {side} --goal win --out {}", file.display()));
        assert_eq!(ran.exit, Exit::CheckFailed);
        let message = format!("the {side} side cannot secure a win on 5x4; nothing was written");
        assert!(ran.err.ends_with(&message), "{}", ran.err);
        assert!(!file.exists());
    }
    refused("strategy --size 4x4 --goal draw --out no-such-folder/S.v", "no-such-folder");
}
