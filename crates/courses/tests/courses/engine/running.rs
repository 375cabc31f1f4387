//! How programs of students are called, what is kept of what they say, and journals of other times.

use std::env::temp_dir;
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use plyground_arena::invoke::{Argument, Call};
use plyground_courses::engine::intake::{Files, ReadySources};
use plyground_courses::engine::run::{JOURNAL, Run, RunError};
use plyground_courses::engine::workshop::{build, fixed};
use plyground_sandbox::isolation::{BOX_FOLDER, BOX_SCRATCH, Isolation, Level, Policy, probe};

use super::{COMP3608, parsed};

/// The programs here are the system's own.
fn trusting() -> Isolation {
    let policy = Policy { allow_root: true, trust_agents: true, strongest: Level::None, ..Policy::default() };
    probe(&policy).expect("trusted programs are always run")
}

#[test]
fn arguments_become_a_call_or_words() {
    let assignment = parsed(COMP3608);
    let said = |run: &[&str], main: &str, words: &[&str]| {
        let mut language = assignment.languages[0].clone();
        (language.build, language.harness) = (None, None);
        language.run = ["printf", "%s "].iter().chain(run).map(|&word| word.to_owned()).collect();
        let (files, main, notes) = (Files::new(), main.to_owned(), Vec::new());
        let ready = ReadySources { files, language: &language, main, notes };
        let workshop = build(&ready, &assignment, &trusting()).unwrap().workshop.unwrap();
        let arguments = words.iter().map(|&word| Argument::Word(word.to_owned())).collect();
        let call = Call { arguments, input: String::new(), file: None, wall: Duration::from_secs(60) };
        String::from_utf8(workshop.respondent().ask(&call).unwrap().0.stdout).unwrap()
    };
    let words = ["..r", "red", "A", "4"];
    assert_eq!(said(&["{main}.py", "{args}"], "ConnectFour.py", &words), "ConnectFour.py ..r red A 4 ");
    assert_eq!(said(&["--eval", "{call}"], "x.m", &words), "--eval ConnectFour('..r','red','A','4') ");
    assert_eq!(said(&["{call}"], "x.m", &["a'b"]), "ConnectFour('a''b') ");
    // A class in the folders of its package.
    assert_eq!(said(&["{main}", "{args}"], "hw/one/ConnectFour.java", &["x"]), "hw.one.ConnectFour x ");
}

#[test]
fn names_that_change_are_replaced() {
    let place = temp_dir().display().to_string();
    let folder = format!("{place}/plyground-mark-aB3xYz");
    let (program, scratch) = (BOX_FOLDER, BOX_SCRATCH);
    for (text, expected) in [
        (
            format!("File \"{folder}/ConnectFour.py\", line 3"),
            format!("File \"{program}/ConnectFour.py\", line 3"),
        ),
        (format!("{place}/plyground-00ff-12-Xy_z9/in.txt: no"), format!("{scratch}/in.txt: no")),
        (
            format!("{place}/plyground-00ff-12-Xy_z9/ccAbC12d.o: undefined"),
            format!("{scratch}/cc.o: undefined"),
        ),
        (
            format!("ld: {scratch}/ccQ0Q0Q0.o: and {scratch}/ccZ1Z1Z1.s {folder}"),
            format!("ld: {scratch}/cc.o: and {scratch}/cc.s {program}"),
        ),
        (
            format!("{scratch}/ccc/x {scratch}/ccabcdefg {scratch}/cc"),
            format!("{scratch}/ccc/x {scratch}/ccabcdefg {scratch}/cc"),
        ),
        ("1\n57\n".to_owned(), "1\n57\n".to_owned()),
    ] {
        let found = fixed(text.clone().into_bytes(), Path::new(&folder));
        assert_eq!(String::from_utf8(found).unwrap(), expected, "{text}");
    }
    assert_eq!(fixed(vec![0xff, 0, b'/'], Path::new("/x")), [0xff, 0, b'/']);
}

#[test]
fn journals_of_others_are_refused() {
    let (folder, isolation) = (tempfile::tempdir().unwrap(), trusting());
    let (assignment, journal) = (parsed(COMP3608), folder.path().join(JOURNAL));
    let run = Run {
        assignment: &assignment,
        cases: &[],
        submissions: &[],
        journal: &journal,
        isolation: &isolation,
        jobs: NonZeroUsize::MIN,
        pseudonyms: None,
    };
    let mark = || run.mark(&AtomicBool::new(false), &mut |_| {});
    let marked = mark().unwrap().unwrap();
    assert_eq!(marked.results, []);
    assert!(mark().unwrap_err().to_string().contains("another process is writing it"));
    drop(marked);
    let header = fs::read_to_string(&journal).unwrap();
    let after = |old: &str, new: &str| {
        assert!(header.contains(old), "{header}");
        fs::write(&journal, header.replacen(old, new, 1)).unwrap();
        mark().unwrap_err()
    };
    for (old, new) in [
        ("\"ConnectFour\"", "\"Other\""),
        ("\"outcomes\"", "\"records\""),
        // Another version of the program has other cases of the same assignment.
        ("\"cases\":\"", "\"cases\":\"0"),
    ] {
        assert!(matches!(after(old, new), RunError::OtherAnswers(_)), "{new}");
    }
}
