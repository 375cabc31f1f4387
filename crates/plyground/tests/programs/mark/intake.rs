//! What is wrong before anything runs, and where sources go.

use std::fs;

use super::class::{COMP3608, Class, right, rows, small, source};
use crate::run::{TRUST, has};

/// One bad name is reported, and all others are marked; so are several sources of C++, and what is to be looked at.
#[test]
fn odd_submissions_stop_nobody() {
    let class = Class::small();
    class.file("subs/jsmith@uni.edu.au/ConnectFour.py", &right());
    class.file("subs/ann.py", &right());
    class.file("subs/ann@late.py", &right());
    class.file("subs/ben.zip", "");
    class.file("subs/ben.py", &right());
    let text = source("comp3608/right_negamax.cpp");
    let (head, main) = text.split_at(text.find("int main(").expect("a main function"));
    let start = "int start(int, char **);\nint main(int c, char **v) { return start(c, v); }\n";
    class.file("subs/cleo/ConnectFour.cpp", start);
    class.file("subs/cleo/engine.cpp", &format!("{head}{}", main.replace("int main(", "int start(")));
    fs::create_dir_all(class.path("subs/dan")).expect("a folder");
    fs::copy(env!("CARGO_BIN_EXE_ConnectFour"), class.path("subs/dan/data.bin")).expect("a copy");
    class.file("subs/dan/ConnectFour.sh", "exec ./data.bin \"$@\"\n");
    let marked = class.run("work subs --out out");
    let err = marked.err;
    assert_eq!(marked.status, Some(2), "{err}");
    for line in [
        "left out: subs/ben.zip: is it earlier or later than ben.py? Expected different numbers or times",
        "ann@late is taken for a student's name; expected a number or a time after the at sign\n",
        "look at dan: 'data.bin' is a program of this project, or holds one (",
        "plyground: subs: 1 entry was left out, see above; all others are marked\n",
    ] {
        assert!(err.contains(line), "{err}");
    }
    let marks = rows(&class.text("out/marks.csv"));
    let found: Vec<(&str, &str)> =
        marks.iter().map(|(name, row)| (name.as_str(), row["cases_right"].as_str())).collect();
    let names = ["ann", "ann@late", "cleo", "dan", "jsmith@uni.edu.au"];
    assert_eq!(found, names.map(|name| (name, "4")), "{err}");
    assert!(marks["dan"]["staff"].contains("a program of this project") && marks["ann"]["staff"].is_empty());
    assert!(class.text("out/index.html").contains("To be looked at"));
    assert!(!class.text("out/students/dan.html").contains("program of this project"));
}

/// Command lines of bad input, and how their messages begin: nothing runs, and nothing is made.
fn assert_refused(class: &Class, rows: &str) {
    for row in rows.trim().lines() {
        let (words, message) = row.trim().split_once(" | ").expect("words and a message");
        let err = class.run(words).refused(2);
        assert!(err.starts_with(&format!("plyground: {message}")), "{words}\n{err}");
        assert!(!class.path("out/marks.csv").exists());
    }
}

#[test]
fn what_is_written_stays_apart_from_submissions() {
    let class = Class::small();
    class.file("subs/ann.py", &right());
    assert_refused(
        &class,
        "
        work subs --out subs/marks | subs/marks: it lies in the folder of submissions; expected a folder elsewhere
        work subs --out out --jplag subs | subs: it is the folder of submissions; expected a folder elsewhere
        work subs --out out --jplag subs/ann.py/.. | subs/ann.py/..: Not a directory (os error 20); expected a folder that can be found
        work subs --out out --jplag out | out: it is the folder of marks; expected a folder elsewhere
        ",
    );
    assert!(!class.path("subs/marks").exists());
    assert_eq!(class.text("subs/ann.py"), right());
}

#[test]
fn a_program_that_lacks_a_module_is_tried_again() {
    let class = Class::small();
    class.file("subs/ann.py", &right());
    class.file("subs/eve.py", "import no_such_module\n");
    let outcomes = |class: &Class, student: &str| {
        let own = format!("\"student\":\"{student}\"");
        class.text("out/outcomes.jsonl").lines().filter(|line| line.contains(&own)).count()
    };
    for run in 1..=2 {
        let ran = class.run("work subs --out out");
        let words = "look at eve.py: no answer: Python did not find the module 'no_such_module' where the program runs";
        has(&ran.err, &[words]);
        assert_eq!([outcomes(&class, "ann"), outcomes(&class, "eve")], [1, run]);
    }
    let page = class.text("out/students/eve.html");
    assert!(!page.contains("same command"), "that is for staff");
    has(&page, &["the module 'no_such_module' where programs are marked"]);
}

#[test]
fn a_student_reads_that_right_numbers_are_not_counted_for_their_form() {
    let class = Class::with(COMP3608);
    class.file("subs/ann.py", &format!("print('Thinking')\n{}", right()));
    class.mark("out", "");
    let words = "Not counted, though the numbers are right: 30 answers. Each case that is shown says why.";
    has(&class.text("out/students/ann.html"), &[words]);
}

#[test]
fn what_is_wrong_is_said_before_anything_runs() {
    let class = Class::small();
    class.file("subs/ann.py", &right());
    class.file("empty/.keep", "");
    class.file("twice/ann.py", "");
    class.file("twice/ann.zip", "");
    class.file("bad/assignment.toml", "title = 3\n");
    let few = COMP3608.replace("public = 14", "public = 0").replace("hidden = 10", "hidden = 0");
    class.file("few/assignment.toml", &few);
    // What costs no time is looked at before cases are made.
    assert_refused(
        &class,
        "
        comp3609 subs --out out | comp3609: No such file or directory (os error 2); expected one of comp3608, cs431, max-connect-four, cs3243, cs4750, or a folder with assignment.toml; 'plyground assignments new DIR' makes one
        bad subs --out out | bad/assignment.toml: line 1, column 9: invalid type: integer `3`, expected a string
        few subs --out out | few: no case tells these mistakes from what is right:
        few nowhere --out out | nowhere: No such file or directory (os error 2); expected a folder that can be read
        work empty --out out | empty: it is empty; expected submissions such as ann.zip, ben.py or a folder cleo
        work twice --out out | twice/ann.zip: is it earlier or later than ann.py? Expected different numbers or times after an at sign
        work subs --out out --due tomorrow | --due: found 'tomorrow'; expected a date and a time such as 2026-05-01T22:10
        work subs --out out --tournament subs | subs/tournament.toml: No such file or directory (os error 2); expected the folder of a tournament
        work subs --out work/assignment.toml | work/assignment.toml: File exists (os error 17); expected to be able to write there
        ",
    );
    // A language that is not installed is nobody's mistake, and keeps nobody else from being marked.
    class.file("rare/assignment.toml", &small().replace("\"python3\"", "\"no-such-python\""));
    class.file("mixed/ann.py", &right());
    class.file("mixed/ben.sh", "echo 3\n");
    let marked = class.run("rare mixed --out rare-out");
    let err = marked.err;
    assert_eq!(marked.status, Some(3), "{err}");
    let why = "it is in python, and no-such-python is not installed; expected it in /usr";
    has(&err, &["not proved: no mistakes are known for this evaluation"]);
    has(&err, &[&format!("not marked: ann.py: {why}"), "plyground: 1 submission is not marked, "]);
    let marks = class.text("rare-out/marks.csv");
    assert!(marks.lines().count() == 2 && marks.contains("\nben,"), "{marks}");
    assert_eq!(class.text("rare-out/outcomes.jsonl").lines().count(), 2, "a header and one outcome");
    assert!(class.run("work subs").refused(2).contains("--out <DIR>"));
}

/// It begins as a copy of a built-in one; nothing is overwritten.
#[test]
fn a_new_assignment_has_a_seed_of_its_own() {
    let class = Class::small();
    let new = |words: &[&str]| class.plyground(&[&["assignments", "new"][..], words].concat());
    let made = new(&["mine", "--from", "cs431", "--seed", "77"]).done();
    assert_eq!(made, "mine/assignment.toml\n");
    assert!(class.text("mine/assignment.toml").contains("\nhidden_seed = 77\n"));
    let exists = "plyground: mine/assignment.toml: exists; expected a folder without one\n";
    assert_eq!(new(&["mine"]).refused(2), exists);
    let [one, other] = ["a", "b"].map(|name| class.text(new(&[name]).done().trim_end()));
    assert_ne!(one, other, "hidden cases are one's own");
}

/// Students get an assignment without the seed of its hidden cases, and can check their programs by it.
#[test]
fn a_public_copy_of_an_assignment_has_no_seed() {
    let class = Class::small();
    class.file("subs/ann.py", "print(3)\n");
    let mine = include_str!("../../../../../assignments/cs431/assignment.toml")
        .replace("hidden_seed = 2014", "hidden_seed = 77");
    class.file("mine/assignment.toml", &mine);
    let public = |from: &str, out: &str| class.plyground(&["assignments", "public", from, "--out", out]);
    assert_eq!(public("mine", "theirs").done(), "theirs/assignment.toml\n");
    assert_eq!(mine.replace("hidden_seed = 77\n", ""), class.text("theirs/assignment.toml"));
    // Nothing is overwritten.
    public("mine", "theirs").refused(2);
    class.file("inline/assignment.toml", &mine.replace("hidden_seed = 77\n", "\"hidden_seed\" = 77\n"));
    let message = "inline/assignment.toml: hidden_seed cannot be taken out; expected each on a line";
    public("inline", "never").refused_with(2, message);
    assert!(!class.path("never").exists());
    let check = class.plyground(&[&["check", "theirs", "--json"][..], &TRUST, &["--", "echo", "3"]].concat());
    assert_eq!((check.status, &check.json()["asked"]), (Some(1), &11.into()), "the public cases");
    // Hidden cases that anybody can make are said to be no secret.
    let remedy = "; for marks that count: plyground assignments new DIR";
    for (name, why) in [
        ("theirs", Some(format!("the file has no hidden_seed{remedy}"))),
        ("cs431", Some(format!("every copy of this program has their seed{remedy} --from cs431\n"))),
        ("mine", None),
    ] {
        let marked = class.run(&format!("{name} subs --out marks-of-{name}"));
        let said = marked.err.split_once("the hidden cases are no secret: ").map(|(_, said)| said);
        assert_eq!(marked.status, Some(0), "{}", marked.err);
        assert!(said.is_some() == why.is_some(), "{}", marked.err);
        assert!(said.unwrap_or_default().starts_with(&why.unwrap_or_default()), "{}", marked.err);
    }
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
    let jplag = || {
        let marked = class.run("work subs --out out --jplag sources");
        assert_eq!(marked.status, Some(0), "{}", marked.err);
        marked.err
    };
    let err = jplag();
    has(&err, &["--jplag: cleo.zip is left out: 'a' is a file and a folder; expected one of them\n"]);
    has(&err, &["--jplag: dan.zip is left out: the zip cannot be read: "]);
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
    let err = jplag();
    assert!(!class.path("sources/ann/lib").exists() && !class.path("sources/.new-ann").exists());
    let left = "from an earlier run, of students with no submission now; delete what is not wanted: \
                out/classroom50/eve, out/gradescope/eve, out/logs/eve.txt, out/prairielearn/eve, \
                out/students/eve.html, out/talks/eve.html, sources/eve\n";
    has(&err, &[left]);
    assert!(!class.text("out/marks.csv").lines().any(|line| line.starts_with("eve,")));
    assert!(!class.text("out/index.html").contains("eve.html"));
}
