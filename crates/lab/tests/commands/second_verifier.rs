//! The verifier of certificates that was written from the page on the format, in C, against ours.

use std::path::{Path, PathBuf};
use std::process::Command;

use plyground_arena::certificate::{Certificate, Claim};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::{document, needs, run};
use plyground::Exit;

/// Both verifiers, and a place for a file.
struct Verifiers {
    folder: TempDir,
    program: PathBuf,
}

impl Verifiers {
    /// `None` where there is no C compiler.
    fn new() -> Option<Self> {
        if !needs::program("cc") {
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("verify");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/proofs/verify.c");
        let mut compiler = Command::new("cc");
        compiler.args(["-std=c99", "-O2", "-Wall", "-Wextra", "-pedantic", "-Werror", "-o"]);
        assert!(compiler.arg(&program).arg(source).status().unwrap().success());
        Some(Self { folder, program })
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("it.proof")
    }

    fn prove(&self, words: &str) -> Certificate {
        document(&format!("prove breakthrough --json --proof {} {words}", self.file().display()));
        Certificate::read(&self.file()).unwrap()
    }

    /// What both say of a file: their common exit status.
    fn say(&self, bytes: &[u8], what: &str) -> i32 {
        std::fs::write(self.file(), bytes).unwrap();
        let output = Command::new(&self.program).arg(self.file()).output().unwrap();
        let ran = run(&format!("verify-proof {}", self.file().display()));
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(ran.exit as i32), "{what}: {message}; {}", ran.err);
        assert!(ran.exit == Exit::Done || message.contains("; expected "), "{what}: {message}");
        ran.exit as i32
    }
}

#[test]
fn both_verify_the_proofs_of_small_boards() {
    let Some(both) = Verifiers::new() else { return };
    for (size, bounds) in [
        ("3x5", &[0, 100, 2000][..]),
        ("5x4", &[0, 100, 2000]),
        ("4x5", &[0, 100, 2000]),
        ("3x6", &[100]),
        ("5x5", &[1000]),
    ] {
        for &leaf_nodes in bounds {
            let words = format!("--size {size} --leaf-nodes {leaf_nodes}");
            let mut proof = both.prove(&words);
            assert_eq!(both.say(&proof.to_bytes(), &words), 0);
            // Some leaf needs more than a quarter of the bound.
            if leaf_nodes > 0 {
                proof.leaf_nodes /= 4;
                assert_eq!(both.say(&proof.to_bytes(), &words), 1);
            }
            for winner in ["white", "black"] {
                winner.clone_into(&mut proof.claim.winner);
                both.say(&proof.to_bytes(), &words);
            }
        }
    }
    // Later positions, with either side to move.
    for position in [
        "bb-bbb/b--bb-/--b---/-w-ww-/w-w---/-wwww-/w",
        "------/---b--/w-b---/---w--/-----b/--w---/b",
        "w-----/------/------/-b----/------/------/b",
    ] {
        let proof = both.prove(&format!("--leaf-nodes 5000 -- {position}"));
        assert_eq!(both.say(&proof.to_bytes(), position), 0);
    }
}

/// Choices changed into many others, left out, and put in twice, with sums that are right; with `PLYGROUND_LONG` every one.
#[test]
fn both_agree_on_changed_choices() {
    let Some(both) = Verifiers::new() else { return };
    let every = if std::env::var_os("PLYGROUND_LONG").is_some() { 1 } else { 5 };
    for (words, leaf_nodes) in [("--size 2x6", 0), ("--size 2x6", 20), ("--size 3x5", 200)] {
        let right = both.prove(&format!("{words} --leaf-nodes {leaf_nodes}"));
        let (mut refused, mut accepted) = (0, 0);
        let mut check = |place: usize, changed: &Certificate| {
            let what = format!("{words}, {leaf_nodes}, place {place}: {:?}", changed.choices);
            match both.say(&changed.to_bytes(), &what) {
                0 => accepted += 1,
                1 => refused += 1,
                other => panic!("{what}: status {other}"),
            }
        };
        let values: Vec<u8> = (0..=u8::MAX).collect();
        let some: Vec<u8> = [0, 1, 2, 3, 5, 127, 128, 129, 130, 131, 133, 255].to_vec();
        for place in (0..right.choices.len()).step_by(every) {
            let mut changed = right.clone();
            for &choice in if place == 0 { &values } else { &some } {
                if choice != right.choices[place] {
                    changed.choices[place] = choice;
                    check(place, &changed);
                }
            }
            changed.choices.remove(place);
            check(place, &changed);
            changed.choices.splice(place..place, [right.choices[place]; 2]);
            check(place, &changed);
            changed.choices.truncate(place);
            check(place, &changed);
        }
        for fewer in (1..leaf_nodes).step_by(every) {
            check(0, &Certificate { leaf_nodes: fewer, ..right.clone() });
        }
        assert!(refused > 5 * accepted, "{words}, {leaf_nodes}: {refused} refused, {accepted} accepted");
    }
}

fn certificate(
    size: (u32, u32),
    position: &str,
    winner: &str,
    leaf_nodes: u32,
    choices: &[u8],
) -> Certificate {
    let claim = Claim {
        game: "breakthrough".to_owned(),
        columns: size.0,
        rows: size.1,
        position: position.to_owned(),
        winner: winner.to_owned(),
    };
    Certificate { claim, leaf_nodes, choices: choices.to_vec() }
}

/// Games that are over, in several ways too: who has won needs no choice, and the other side has no proof.
#[test]
fn both_know_who_has_won() {
    let Some(both) = Verifiers::new() else { return };
    for (board, winner) in [
        ("---/w--/---/---/-b-", "black"),
        ("-w-/---/---/--b/---", "white"),
        // Both have arrived.
        ("w--/---/---/---/-b-", "white"),
        // Pawns are missing.
        ("---/---/-b-/---/---", "black"),
        ("---/---/-w-/---/---", "white"),
        ("---/---/---/---/---", "white"),
        ("---/---/---/---/b--", "black"),
    ] {
        for (turn, claimed) in ["w", "b"].into_iter().flat_map(|turn| [(turn, "white"), (turn, "black")]) {
            let proof = certificate((3, 5), &format!("{board}/{turn}"), claimed, 0, &[]);
            let expected = i32::from(claimed != winner);
            assert_eq!(both.say(&proof.to_bytes(), &format!("{:?}", proof.claim)), expected);
        }
    }
}

/// A leaf with every bound: from some bound on it is won. Positions that are lost are leaves with none.
#[test]
fn both_agree_on_the_bounds_of_leaves() {
    let Some(both) = Verifiers::new() else { return };
    let statuses = |size, position: &str, winner: &str| -> Vec<i32> {
        let status = |leaf_nodes| {
            let proof = certificate(size, position, winner, leaf_nodes, &[128]);
            both.say(&proof.to_bytes(), &format!("{position}, {leaf_nodes} moves"))
        };
        (1..60).chain([1000]).map(status).collect()
    };
    for (size, position, winner) in [
        ((3, 4), "---/---/b--/-w-/w", "white"),
        ((3, 5), "b--/b--/-w-/wb-/--w/w", "white"),
        ((3, 5), "---/--b/---/wwb/-w-/w", "white"),
        ((3, 5), "-b-/---/--b/---/ww-/b", "black"),
    ] {
        let found = statuses(size, position, winner);
        assert!(found.is_sorted_by(|less, more| less >= more), "{position}: {found:?}");
        assert!(found[0] == 1 && found[59] == 0, "{position}: {found:?}");
    }
    for (position, winner) in [
        // The last pawn is captured.
        ("---/bb-/---/w--/---/w", "white"),
        ("---/--b/---/-ww/---/b", "black"),
        // The other side arrives.
        ("---/---/---/--b/w--/w", "white"),
    ] {
        assert_eq!(statuses((3, 5), position, winner), [1; 60], "{position}");
    }
}

/// Lines 1 that no program of ours writes, with sums that are right.
#[test]
fn both_read_line_1_alike() {
    let Some(both) = Verifiers::new() else { return };
    let (size, position) = ((3, 4), "---/---/b--/-w-/w");
    let whole = certificate(size, position, "white", 3, &[128]).to_bytes();
    let header = String::from_utf8(whole.split(|&byte| byte == b'\n').next().unwrap().to_vec()).unwrap();
    let said = |header: &str| {
        let content = [header.as_bytes(), b"\n\x80"].concat();
        let sum = Sha256::digest(&content);
        both.say(&[&content[..], &sum].concat(), header)
    };
    assert_eq!(said(&header), 0);
    let spaced = header.replace(':', " : ").replace(',', " ,\t");
    assert_eq!(said(&spaced), 0, "{spaced}");
    let turned = format!("{{\"choices\":1,{}}}", &header[1..].replace(",\"choices\":1}", ""));
    assert_eq!(said(&turned), 0, "{turned}");
    for (old, new) in [
        ("\"leaf_nodes\":3", "\"leaf_nodes\":0"),
        ("\"leaf_nodes\":3", "\"leaf_nodes\":1000001"),
        ("\"leaf_nodes\":3", "\"leaf_nodes\":4294967299"),
        ("\"leaf_nodes\":3", "\"leaf_nodes\":-3"),
        ("\"leaf_nodes\":3", "\"leaf_nodes\":3.0"),
        ("\"leaf_nodes\":3", "\"leaf_nodes\":03"),
        ("\"leaf_nodes\":3", "\"leaf_nodes\":\"3\""),
        ("\"leaf_nodes\":3", "\"leaf_nodes\":null"),
        ("\"leaf_nodes\":3,", ""),
        ("proof 2", "proof 1"),
        ("proof 2", "proof 3"),
        ("\"choices\":1", "\"choices\":2"),
        ("\"choices\":1", "\"choices\":18446744073709551617"),
        ("\"white\"", "\"wh\\u0069te\""),
        ("\"white\"", "\"white\",\"winner\":\"black\""),
        ("\"white\"", "\"black\",\"winner\":\"white\""),
        ("\"white\"", "\"white\",\"more\":1"),
        ("\"columns\":3", "\"columns\":3,\"columns\":3"),
        ("\"choices\":1}", "\"choices\":1}}"),
        ("\"choices\":1}", "\"choices\":1,}"),
        ("\"choices\":1}", "\"choices\":1"),
        ("{", "\u{feff}{"),
    ] {
        assert!(header.contains(old), "{old}");
        let changed = header.replace(old, new);
        assert_eq!(said(&changed), 2, "{changed}");
    }
    // As long as line 1 may be, and one byte longer.
    for (length, expected) in [(4095, 0), (4096, 2)] {
        let padded = format!("{header}{}", " ".repeat(length - header.len()));
        assert_eq!(said(&padded), expected, "{length} bytes");
    }
}

/// Bytes of a file changed, cut off and added, so that its sum is wrong; and lines 1 with right sums.
#[test]
fn both_refuse_files_that_are_none() {
    let Some(both) = Verifiers::new() else { return };
    let proof = both.prove("--size 2x6 --leaf-nodes 20");
    let whole = proof.to_bytes();
    for place in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[place] ^= 1 << (place % 8);
        assert_eq!(both.say(&damaged, &format!("byte {place} is damaged")), 2);
        assert_eq!(both.say(&whole[..place], &format!("the first {place} bytes")), 2);
    }
    assert_eq!(both.say(&[&whole[..], b"\0"].concat(), "a byte more"), 2);
    let claim = |change: &dyn Fn(&mut Certificate)| {
        let mut changed = proof.clone();
        change(&mut changed);
        both.say(&changed.to_bytes(), &format!("{:?}", changed.claim))
    };
    assert_eq!(claim(&|_| ()), 0);
    assert_eq!(claim(&|proof| proof.claim.game = "chess".to_owned()), 2);
    assert_eq!(claim(&|proof| proof.claim.winner = "red".to_owned()), 2);
    assert_eq!(claim(&|proof| proof.claim.columns = 3), 2);
    assert_eq!(claim(&|proof| proof.claim.rows = u32::MAX), 2);
    assert_eq!(claim(&|proof| proof.leaf_nodes = 0), 1, "what was a leaf is no move");
    // Every sign of the position is changed into every other.
    for place in 0..proof.claim.position.len() {
        for sign in ["w", "b", "-", "/", "x", "ß"] {
            claim(&|proof| proof.claim.position.replace_range(place..=place, sign));
        }
    }
}
