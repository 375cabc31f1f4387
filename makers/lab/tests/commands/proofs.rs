//! Certificates, from the prover to the verifier, and files that are none.

use std::path::Path;

use plyground_arena::certificate::{Certificate, Claim};
use serde_json::{Value, json};

use crate::{document, output, refused, run};
use plyground::Exit;

fn proved(position: &str, file: &Path) -> Value {
    document(&format!("prove breakthrough --json --proof {} {position}", file.display()))
}

fn verified(file: &Path) -> Value {
    document(&format!("verify-proof --json {}", file.display()))
}

#[test]
fn what_is_proved_is_verified() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof");
    for (position, winner, best) in [
        ("--size 2x6", "white", true),
        ("--size 3x4", "black", false),
        ("--size 3x5", "black", false),
        ("--size 4x4 --table 1", "black", false),
        // Of the 6x6 board.
        ("-- bb-bbb/b--bb-/--b---/-w-ww-/w-w---/-wwww-/w", "white", true),
        ("-- ------/---b--/w-b---/---w--/-----b/--w---/w", "black", false),
        ("-- ------/---b--/w-b---/---w--/-----b/--w---/b", "black", true),
        ("-- ------/w-----/------/-b----/------/------/b", "white", false),
    ] {
        let found = proved(position, &file);
        assert_eq!((&found["winner"], found["best"].is_string()), (&json!(winner), best), "{position}");
        let written = &found["certificate"];
        assert_eq!(written["bytes"], json!(std::fs::metadata(&file).unwrap().len()));
        let checked = verified(&file);
        assert_eq!(checked["choices"], written["choices"], "{position}");
        for key in ["game", "columns", "rows", "position", "winner"] {
            assert_eq!(checked[key], found[key], "{position}");
        }
        assert!(checked["replies"].as_u64() >= checked["choices"].as_u64().map(|choices| choices / 2));
    }
    let text = output("prove breakthrough --size 2x6");
    assert_eq!(text, "breakthrough 2x6 bb/bb/--/--/ww/ww/w\nwhite wins, beginning with A2B3\n");
    let text = output(&format!("verify-proof {}", file.display()));
    assert!(text.contains("white wins: verified; choices: "), "{text}");
    // A game that is over needs no proof.
    let over = proved("w-----/------/------/-b----/------/------/b", &file);
    assert_eq!((&over["winner"], &over["certificate"]["choices"]), (&json!("white"), &json!(0)));
    assert_eq!(verified(&file)["replies"], 0);
    assert_eq!(document("prove breakthrough --json --size 3x4")["certificate"], Value::Null);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left behind");
}

type Change = fn(&mut Certificate);

/// The certificate of 3x4, changed.
fn changed(change: impl FnOnce(&mut Certificate)) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof");
    proved("--size 3x4", &file);
    let mut certificate = Certificate::read(&file).unwrap();
    change(&mut certificate);
    certificate.to_bytes()
}

fn not_verified(bytes: &[u8]) -> (Exit, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, bytes).unwrap();
    let ran = run(&format!("verify-proof --json {}", file.display()));
    assert_eq!(ran.out, "");
    (ran.exit, ran.err.replace(&file.display().to_string(), "file"))
}

#[test]
fn what_proves_nothing_says_what_is_open() {
    let loses = |proof: &mut Certificate| proof.claim.position = "bbb/w--/---/---/w".to_owned();
    let open = "bbb/bbb/www/www/w, after A2B3: the choices end; expected one for this position";
    let number = "bbb/bwb/-ww/www/b: choice 0 is move 99; expected 0 to ";
    let many = "1 choices too many; expected one for each position to choose in";
    let rows: [(Change, &str, &str); 5] = [
        (|proof| proof.claim.winner = "white".to_owned(), "white", ""),
        (|proof| proof.choices.clear(), "black", open),
        (|proof| proof.choices[0] = 99, "black", number),
        (|proof| proof.choices.push(0), "black", many),
        (loses, "black", ": the other side wins"),
    ];
    for (change, winner, message) in rows {
        let (exit, found) = not_verified(&changed(change));
        assert_eq!(exit, Exit::CheckFailed, "{message}: {found}");
        let problem = found.strip_prefix(&format!("file: no proof that {winner} wins\n"));
        assert!(problem.is_some_and(|problem| problem.contains(message)), "{message}: {found}");
    }
}

#[test]
fn malformed_certificates_are_refused() {
    let claim = |change: fn(&mut Claim)| changed(|proof| change(&mut proof.claim));
    for (bytes, message) in [
        (claim(|claim| claim.game = "chess".to_owned()), "game 'chess'; expected breakthrough"),
        (claim(|claim| claim.winner = "red".to_owned()), "winner 'red'; expected white or black"),
        (claim(|claim| claim.columns = 0), "size 0x4; expected columns x rows, one of 2x4, "),
        (claim(|claim| claim.rows = u32::MAX), "size 3x4294967295; expected columns x rows"),
        (
            claim(|claim| claim.rows = 5),
            "position: 5 parts with / between; expected 5 rows and the side to move",
        ),
        (
            claim(|claim| claim.position = "bbb/bxb/---/www/w".to_owned()),
            "row 3: found 'bxb'; expected 3 characters b, w or -",
        ),
    ] {
        let (exit, found) = not_verified(&bytes);
        assert_eq!(exit, Exit::BadInput, "{found}");
        assert!(found.contains(&format!("file: line 1: {message}")), "{found}; expected {message}");
    }
    let ran = run("verify-proof no-such-file");
    assert_eq!((ran.exit, ran.out.as_str()), (Exit::BadInput, ""));
    assert!(ran.err.starts_with("no-such-file: No such file or directory"), "{}", ran.err);
}

#[test]
fn what_cannot_be_proved_is_refused_at_once() {
    for (words, message) in [
        ("--size 3", "--size '3': expected columns and rows such as 5x4"),
        ("--size 1x6", "size 1x6; expected columns x rows, one of 2x4, 3x4, "),
        ("--size 3x5 w", "the argument '--size <WxH>' cannot be used with"),
        ("--size 3x5 --proof .", "--proof .: expected a place for a file"),
        ("--size 3x5 --proof no/such", "--proof no/such: expected a place for a file"),
    ] {
        refused(&format!("prove breakthrough {words}"), message);
    }
}
