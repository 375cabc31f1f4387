//! What is wrong before anything runs, and where sources go.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::class::{COMP3608, Class, PROGRAM, right, small};

/// One bad name is reported, and all others are marked; so are several sources of C++, and what is to be looked at.
#[test]
fn odd_submissions_stop_nobody() {
    let class = Class::small();
    class.file("subs/jsmith@uni.edu.au/ConnectFour.py", &right());
    class.file("subs/ann.py", &right());
    class.file("subs/ann@late.py", &right());
    class.file("subs/ben.zip", "");
    class.file("subs/ben.py", &right());
    let text = fs::read_to_string(submissions("right_negamax.cpp")).expect("a source");
    let (head, main) = text.split_at(text.find("int main(").expect("a main function"));
    class.file(
        "subs/cleo/ConnectFour.cpp",
        "int start(int, char **);\nint main(int c, char **v) { return start(c, v); }\n",
    );
    class.file("subs/cleo/engine.cpp", &format!("{head}{}", main.replace("int main(", "int start(")));
    fs::create_dir_all(class.path("subs/dan")).expect("a folder");
    let own = Path::new(PROGRAM).with_file_name("ConnectFour");
    fs::copy(own, class.path("subs/dan/data.bin")).expect("a copy");
    class.file("subs/dan/ConnectFour.sh", "exec ./data.bin \"$@\"\n");
    let output = class.run("work subs --out out");
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{err}");
    for line in [
        "left out: subs/ben.zip: is it earlier or later than ben.py? Expected different numbers or times",
        "ann@late is taken for a student's name; expected a number or a time after the at sign\n",
        "look at dan: 'data.bin' is a program of this project, or holds one (",
        "plyground: subs: 1 entry was left out, see above; all others are marked\n",
    ] {
        assert!(err.contains(line), "{err}");
    }
    let marks = super::class::rows(&class.text("out/marks.csv"));
    let found: Vec<(&str, &str)> =
        marks.iter().map(|(name, row)| (name.as_str(), row["cases_right"].as_str())).collect();
    let names = ["ann", "ann@late", "cleo", "dan", "jsmith@uni.edu.au"];
    assert_eq!(found, names.map(|name| (name, "4")), "{err}");
    assert!(marks["dan"]["staff"].contains("a program of this project") && marks["ann"]["staff"].is_empty());
    assert!(class.text("out/index.html").contains("To be looked at"));
    assert!(!class.text("out/students/dan.html").contains("program of this project"));
}

fn submissions(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/submissions/comp3608").join(name)
}

/// Bad input: nothing runs, and nothing is made.
fn assert_refused(class: &Class, words: &str, message: &str) {
    let output = class.run(words);
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{words}: {err}");
    assert!(output.stdout.is_empty());
    assert!(err.starts_with(&format!("plyground: {message}")), "{words}\n{err}");
    assert!(!class.path("out/marks.csv").exists());
}

#[test]
fn what_is_written_stays_apart_from_submissions() {
    let class = Class::small();
    class.file("subs/ann.py", &right());
    for (words, message) in [
        (
            "work subs --out subs/marks",
            "subs/marks: it lies in the folder of submissions; expected a folder elsewhere",
        ),
        (
            "work subs --out out --jplag subs",
            "subs: it is the folder of submissions; expected a folder elsewhere",
        ),
        (
            "work subs --out out --jplag subs/ann.py/..",
            "subs/ann.py/..: Not a directory (os error 20); expected a folder that can be found",
        ),
        ("work subs --out out --jplag out", "out: it is the folder of marks; expected a folder elsewhere"),
    ] {
        assert_refused(&class, words, message);
        assert!(!class.path("subs/marks").exists(), "{words}");
    }
    assert_eq!(class.text("subs/ann.py"), right());
}

#[test]
fn what_is_wrong_is_said_before_anything_runs() {
    let class = Class::small();
    class.file("subs/ann.py", &right());
    class.file("empty/.keep", "");
    class.file("twice/ann.py", "");
    class.file("twice/ann.zip", "");
    class.file("bad/assignment.toml", "title = 3\n");
    class.file(
        "few/assignment.toml",
        &COMP3608.replace("public = 14", "public = 0").replace("hidden = 10", "hidden = 0"),
    );
    for (words, message) in [
        (
            "comp3609 subs --out out",
            "comp3609: No such file or directory (os error 2); expected one of comp3608, cs431, max-connect-four, cs3243, cs4750, or a folder with assignment.toml; 'plyground assignments new DIR' makes one",
        ),
        (
            "bad subs --out out",
            "bad/assignment.toml: line 1, column 9: invalid type: integer `3`, expected a string",
        ),
        ("few subs --out out", "few: no case tells these mistakes from what is right: "),
        (
            "work nowhere --out out",
            "nowhere: No such file or directory (os error 2); expected a folder that can be read",
        ),
        (
            "work empty --out out",
            "empty: it is empty; expected submissions such as ann.zip, ben.py or a folder cleo",
        ),
        (
            "work twice --out out",
            "twice/ann.zip: is it earlier or later than ann.py? Expected different numbers or times after an at sign",
        ),
        (
            "work subs --out out --due tomorrow",
            "--due: found 'tomorrow'; expected a date and a time such as 2026-05-01T22:10",
        ),
        (
            "work subs --out out --tournament subs",
            "subs/tournament.toml: No such file or directory (os error 2); expected the folder of a tournament",
        ),
        (
            "work subs --out work/assignment.toml",
            "work/assignment.toml: File exists (os error 17); expected to be able to write there",
        ),
    ] {
        assert_refused(&class, words, message);
    }
    // A language that is not installed is nobody's mistake, and keeps nobody else from being marked.
    class.file("rare/assignment.toml", &small().replace("\"python3\"", "\"no-such-python\""));
    class.file("mixed/ann.py", &right());
    class.file("mixed/ben.sh", "echo 3\n");
    let output = class.run("rare mixed --out rare-out");
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3), "{err}");
    assert!(err.contains("not proved: no mistakes are known for this evaluation"), "{err}");
    let not_marked =
        "not marked: ann.py: it is in python, and no-such-python is not installed; expected it in /usr";
    assert!(err.contains(not_marked) && err.contains("plyground: 1 submission is not marked, "), "{err}");
    let marks = class.text("rare-out/marks.csv");
    assert!(marks.lines().count() == 2 && marks.contains("\nben,"), "{marks}");
    assert_eq!(class.text("rare-out/outcomes.jsonl").lines().count(), 2, "a header and one outcome");
    let output = class.run("work subs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--out <DIR>"));
    // A new assignment begins as a copy of a built-in one; nothing is overwritten.
    let new = |words: &[&str]| {
        Command::new(PROGRAM)
            .args(["assignments", "new"])
            .args(words)
            .current_dir(class.folder.path())
            .output()
            .expect("a run")
    };
    let output = new(&["mine", "--from", "cs431", "--seed", "77"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "mine/assignment.toml\n");
    assert!(class.text("mine/assignment.toml").contains("\nhidden_seed = 77\n"));
    let output = new(&["mine"]);
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(
        (output.status.code(), err.as_str()),
        (Some(2), "plyground: mine/assignment.toml: exists; expected a folder without one\n")
    );
    for name in ["a", "b"] {
        assert!(new(&[name]).status.success());
    }
    assert_ne!(
        class.text("a/assignment.toml"),
        class.text("b/assignment.toml"),
        "hidden cases are one's own"
    );
}

/// Students get an assignment without the seed of its hidden cases, and can check their programs by it.
#[test]
fn a_public_copy_of_an_assignment_has_no_seed() {
    let class = Class::small();
    class.file("subs/ann.py", "print(3)\n");
    let mine = include_str!("../../../../../assignments/cs431/assignment.toml")
        .replace("hidden_seed = 2014", "hidden_seed = 77");
    class.file("mine/assignment.toml", &mine);
    let public = |from: &str, out: &str| {
        Command::new(PROGRAM)
            .args(["assignments", "public", from, "--out", out])
            .current_dir(class.folder.path())
            .output()
            .expect("a run")
    };
    assert_eq!(String::from_utf8_lossy(&public("mine", "theirs").stdout), "theirs/assignment.toml\n");
    assert_eq!(mine.replace("hidden_seed = 77\n", ""), class.text("theirs/assignment.toml"));
    assert_eq!(public("mine", "theirs").status.code(), Some(2), "nothing is overwritten");
    class.file("inline/assignment.toml", &mine.replace("hidden_seed = 77\n", "\"hidden_seed\" = 77\n"));
    let refused = public("inline", "never");
    let err = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        err.contains("inline/assignment.toml: hidden_seed cannot be taken out; expected it on a line"),
        "{err}"
    );
    assert!(refused.status.code() == Some(2) && !class.path("never").exists());
    let check = Command::new(PROGRAM)
        .args(["check", "theirs", "--allow-root", "--trust-agents", "--json", "--", "echo", "3"])
        .current_dir(class.folder.path())
        .output()
        .expect("a run");
    assert_eq!(check.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&check.stdout).contains("\"asked\": 11"), "the public cases");
    // Hidden cases that anybody can make are said to be no secret.
    let said = |name: &str| {
        let output = class.run(&format!("{name} subs --out marks-of-{name}"));
        assert!(output.status.success());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let no_secret = "the hidden cases are no secret: ";
    assert!(
        said("theirs")
            .contains(&format!("{no_secret}the file has no hidden_seed; for marks that count: plyground"))
    );
    let built_in = format!(
        "{no_secret}every copy of this program has their seed; for marks that count: plyground \
                            assignments new DIR --from cs431\n"
    );
    assert!(said("cs431").contains(&built_in));
    assert!(!said("mine").contains(no_secret));
}

#[test]
fn sources_are_laid_out_for_jplag() {
    let class = Class::small();
    class.file("subs/ann/hw/ConnectFour.py", &right());
    class.file("subs/ann/hw/lib/board.py", "x = 1\n");
    class.file("subs/ben/notes.txt", "nothing\n");
    // Nobody could unpack this one; it stops nobody else's.
    class.zip("subs/cleo.zip", &[("a", "file"), ("a/b", "file"), ("ConnectFour.py", "print(1)")]);
    class.file("subs/dan.zip", "no zip");
    class.file("subs/eve.py", &right());
    let output = class.run("work subs --out out --jplag sources");
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{err}");
    let left_out = "--jplag: cleo.zip is left out: 'a' is a file and a folder; expected one of them\n";
    assert!(err.contains(left_out), "{err}");
    assert!(err.contains("--jplag: dan.zip is left out: the zip cannot be read: "), "{err}");
    assert!(!class.path("sources/cleo").exists());
    assert_eq!(class.text("sources/eve/ConnectFour.py"), right());
    assert_eq!(class.text("sources/ann/ConnectFour.py"), right());
    assert_eq!(class.text("sources/ann/lib/board.py"), "x = 1\n");
    assert_eq!(class.text("sources/ben/notes.txt"), "nothing\n");
    // The pages of a student who is gone stay, and a message says so.
    fs::remove_file(class.path("subs/eve.py")).expect("a submission");
    // What a submission does not have any more is in no folder.
    fs::remove_file(class.path("subs/ann/hw/lib/board.py")).expect("a file");
    class.file("sources/.new-ann/old.py", "killed while it was written");
    let output = class.run("work subs --out out --jplag sources");
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{err}");
    assert!(!class.path("sources/ann/lib").exists() && !class.path("sources/.new-ann").exists());
    let left = "from an earlier run, of students with no submission now; delete what is not wanted: \
                out/gradescope/eve, out/logs/eve.txt, out/prairielearn/eve, \
                out/students/eve.html, sources/eve\n";
    assert!(err.contains(left), "{err}");
    assert!(!class.text("out/marks.csv").lines().any(|line| line.starts_with("eve,")));
    assert!(!class.text("out/index.html").contains("eve.html"));
    let output = class.run("work subs --list");
    let page = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success() && page.contains("red A 4") && page.contains("column 1, 297 nodes"),
        "{page}"
    );
}

#[test]
fn a_missing_folder_is_reported_before_cases_are_made() {
    // So few cases of one ply do not show every mistake.
    let few = COMP3608.replace("public = 14", "public = 1").replace("hidden = 10", "hidden = 1");
    let few = few.replace("after_due = 5", "after_due = 1").replace("depths = [1, 6]", "depths = [1, 1]");
    let class = Class::with(&few);
    class.file("subs/ann.py", "");
    for (folder, message) in [("nosuchdir", "nosuchdir: "), ("subs", "work: ")] {
        let output = class.run(&format!("work {folder} --out out"));
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{err}");
        assert!(err.starts_with(&format!("plyground: {message}")), "{err}");
        assert!(!class.path("out").exists());
    }
}
