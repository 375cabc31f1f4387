//! `plyground-lab book` on a journal that is complete already, so that nothing needs solving.

use std::path::Path;

use plyground::Exit;

use crate::{output, refused, run};

const HEADER: &str = r#"{"job":"results of Connect Four openings","version":1,"class":"balanced","pieces":1,"openings":4,"each":128}"#;
/// After the first move the second player wins, wins, draws and loses: from the edge to the centre.
const RECORD: &str = r#"{"item":0,"result":"++=-"}"#;
const WHICH: &str = "--class balanced --pieces 1";

fn shown(path: &Path) -> String {
    path.display().to_string()
}

#[test]
fn books_are_made_of_journals_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let [journal, built, merged] = ["journal", "built", "merged"].map(|name| folder.path().join(name));
    std::fs::write(&journal, format!("{HEADER}\n{RECORD}\n")).unwrap();
    let text = output(&format!("book build {WHICH} --journal {} --out {}", shown(&journal), shown(&built)));
    assert!(text.contains(": results of balanced boards up to 1 piece, checksum "), "{text}");
    output(&format!("book merge {WHICH} --out {} {}", shown(&merged), shown(&journal)));
    let book = std::fs::read(&built).unwrap();
    assert_eq!(book, std::fs::read(&merged).unwrap());

    let check = format!("book check --sample 0 {}", shown(&built));
    let text = output(&check);
    assert!(text.ends_with("0 openings solved anew: right\n"), "{text}");
    let mut damaged = book.clone();
    *damaged.last_mut().unwrap() ^= 1;
    std::fs::write(&built, &damaged).unwrap();
    let ran = run(&check);
    assert_eq!((ran.exit, ran.out.as_str()), (Exit::CheckFailed, ""));
    assert!(ran.err.contains("the checksum is not "), "{}", ran.err);
    std::fs::write(&built, &book[..book.len() - 1]).unwrap();
    refused(&check, "built: not a book of openings: it is cut off or too long");
}

#[test]
fn a_share_writes_no_book() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("journal");
    let build = format!("book build {WHICH} --journal {}", shown(&journal));
    // The only item belongs to the first share.
    let text = output(&format!("{build} --shard 2/2"));
    assert_eq!(text, format!("share 2/2 is done: {}\n", shown(&journal)));
    assert_eq!(std::fs::read_to_string(&journal).unwrap(), format!("{HEADER}\n"));
    assert_eq!(run(&format!("{build} --shard 2/2 --out x")).exit, Exit::BadInput);
    assert_eq!(run(&format!("{build} --shard 3/2")).exit, Exit::BadInput);
}

#[test]
fn journals_that_do_not_fit_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let [journal, out] = ["journal", "out"].map(|name| folder.path().join(name));
    let other = HEADER.replace("balanced", "extra");
    let damaged = "journal: line 2: expected +, = or - for each of the 4 openings of item 0";
    for (text, message) in [
        (format!("{HEADER}\n"), "no result yet: 1 item, the first is 0; run the job again"),
        (format!("{other}\n{RECORD}\n"), "journal: it belongs to other work; expected {"),
        (format!("{HEADER}\n{}\n", RECORD.replace('=', "x")), damaged),
        (format!("{HEADER}\nnonsense\n"), "journal: line 2: expected ident"),
    ] {
        std::fs::write(&journal, text).unwrap();
        refused(&format!("book merge {WHICH} --out {} {}", shown(&out), shown(&journal)), message);
        assert!(!out.exists(), "{message}");
    }
    for (words, message) in [
        ("book merge --class extra --pieces 1 --out x no-such-file", "no-such-file: No such file"),
        ("book check no-such-file", "no-such-file: No such file"),
        ("book build --class odd --pieces 1 --journal x", "invalid value 'odd' for '--class <CLASS>'"),
        ("book build --class extra --pieces 13 --journal x", "invalid value '13' for '--pieces <N>'"),
        ("book build --class extra --pieces 1 --journal x --threads 1025", "1025 is not in 1..=1024"),
        ("book build --class extra --pieces 1 --journal no/x", "no/x: No such file or directory"),
    ] {
        refused(words, message);
    }
}

#[test]
fn a_book_is_not_written_over_its_journal() {
    let folder = tempfile::tempdir().unwrap();
    let [journal, other] = ["journal", "other"].map(|name| folder.path().join(name));
    let path = shown(&journal);
    let same = shown(&folder.path().join(".").join("journal"));
    let message = "journal: it is a journal; expected another file";
    let build = format!("book build {WHICH} --journal {path}");
    refused(&format!("{build} --out {same}"), message);
    let nowhere = shown(&folder.path().join("none/book"));
    refused(&format!("{build} --out {nowhere}"), "none/book: expected a place for a file");
    assert!(!journal.exists(), "nothing is begun");
    let text = format!("{HEADER}\n{RECORD}\n");
    std::fs::write(&journal, &text).unwrap();
    refused(&format!("{build} --out {same}"), message);
    refused(&format!("book merge {WHICH} --out {same} {} {path}", shown(&other)), message);
    assert_eq!(std::fs::read_to_string(&journal).unwrap(), text);
}
