//! Every example of the help, all that documents tell people to type in blocks of `sh`, and a game that is played.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::examples::{self, End, Group, Line, folder, groups};
use super::session::{CTRL_D, HANG, NARROW, Session, USUAL, Width};
use crate::blocks::{root, text};
use crate::needs;

use End::{Interrupted, Left, Served, Status};

/// The widths that are tried.
const EVERY: [Width; 3] = [USUAL, NARROW, Width::Unknown];

/// Every line of these blocks that calls one of our programs.
const LINES: [Line; 10] = [
    ("docs/engine-authors.md", "plyground match mine engine:time=100ms", Interrupted),
    ("docs/engine-authors.md", "plyground serve --program mine=lines:", Served),
    ("docs/marking.md", "mkdir many", Status(0)),
    ("docs/marking.md", "plyground mark comp3608 many", Interrupted),
    ("docs/players.md", "plyground play connect-four", Left),
    ("docs/players.md", "plyground play breakthrough", Left),
    ("docs/site.md", "plyground site --out plyground", Status(0)),
    ("docs/students.md", "plyground match mine graded:level=3", Interrupted),
    ("docs/students.md", "plyground serve --program 'mine=python3", Served),
    ("docs/tournaments.md", "plyground serve --tournament class", Served),
];

#[test]
fn every_line_is_known() {
    examples::all_are_known(&LINES);
}

/// What the reader of a document has already.
fn prepare(document: &str, folder: &Path) {
    let run = |line| {
        examples::run(line, folder, USUAL, Status(0)).unwrap_or_else(|problem| panic!("{problem}"));
    };
    match document {
        "docs/engine-authors.md" => {
            let engine = folder.join("my-engine");
            fs::copy(root().join("examples/agents/python/random_agent.py"), &engine).expect("a program");
            fs::set_permissions(engine, fs::Permissions::from_mode(0o755)).expect("our own file");
        }
        "docs/students.md" | "docs/marking.md" => {
            let program = text("crates/plyground/tests/submissions/comp3608/right.py");
            // It plays in tournaments too.
            let program = program.replace("sys.argv[1:5]", "(sys.argv[1:] + ['A', '3'])[:4]");
            fs::write(folder.join("ConnectFour.py"), program).expect("a file");
        }
        "docs/site.md" => run("plyground match random graded:level=1 --game connect-four -n 2 --out class"),
        "docs/tournaments.md" => run("plyground tournament init class --assignment comp3608"),
        _ => {}
    }
}

#[test]
#[ignore = "long: the commands of documents, as they stand"]
fn lines_of_documents_run_unchanged() {
    let all: BTreeSet<&str> = LINES.iter().map(|(document, ..)| *document).collect();
    let mut problems = Vec::new();
    for document in all {
        let needs_python =
            ["docs/engine-authors.md", "docs/students.md", "docs/marking.md", "docs/tournaments.md"];
        if needs_python.contains(&document) && !needs::program("python3") {
            continue;
        }
        problems.extend(examples::run_lines(document, &LINES, &|folder| prepare(document, folder)));
    }
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
}

/// What is there when marks are filled in.
const SHEETS: [(&str, &str); 4] = [
    ("canvas.csv", "Student,ID,SIS Login ID,Section,Homework 1 (4711)\n\"Lee, Ann\",901,ann,A1,\n"),
    ("moodle.csv", "Identifier,E-Mail-Adresse,Bewertung\nTeilnehmer/in55,ann,\n"),
    ("class.csv", "Login,Total\nann,\n"),
    ("marks/marks.jsonl", "{\"student\":\"ann\",\"total\":8.0,\"refused\":\"\",\"pending\":null}\n"),
];

#[test]
#[ignore = "long: two minutes of examples"]
fn examples_of_every_help_run_and_print_something() {
    let mut problems = Vec::new();
    let mut run = 0;
    for Group { command, lines } in groups(plyground::Program::new().command()) {
        let folder = folder();
        if command == "gradebook" {
            fs::create_dir(folder.path().join("marks")).expect("a folder");
            for (name, text) in SHEETS {
                fs::write(folder.path().join(name), text).expect("a file");
            }
        }
        for line in lines {
            run += 1;
            let found = examples::run(&line, folder.path(), USUAL, End::of(&line));
            let leaves_something = fs::read_dir(folder.path()).expect("a folder").next().is_some();
            let found = found.and_then(|ended| {
                let is_silent = ended.text.is_empty() && !leaves_something;
                if is_silent { Err(ended.problem("prints nothing")) } else { Ok(()) }
            });
            problems.extend(found.err().map(|problem| format!("help of '{command}': {problem}")));
        }
    }
    assert!(run > 10, "only {run} examples found");
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
}

#[test]
fn examples_of_the_programs_of_the_assignments() {
    let programs = ["ConnectFour", "maxconnect4", "breakthrough"];
    for (program, width) in programs.into_iter().zip(EVERY) {
        let folder = folder();
        let start = "0000000\n".repeat(6) + "1\n";
        fs::write(folder.path().join("computer.txt"), start).expect("a file");
        let run = |line: &str| examples::run(line, folder.path(), width, End::of(line));
        let help = run(&format!("{program} --help")).unwrap_or_else(|problem| panic!("{problem}")).text;
        let examples: Vec<&str> = help.lines().filter_map(|line| line.strip_prefix("example: ")).collect();
        assert!(examples.len() >= 2, "{program}");
        let problems: Vec<String> = examples.into_iter().filter_map(|line| run(line).err()).collect();
        assert!(problems.is_empty(), "{}", problems.join("\n\n"));
    }
}

/// Types lines one after the other, each when the program asks for one.
fn play(session: &Session, question: &str, lines: &[&str]) -> Result<(), String> {
    for (number, line) in lines.iter().enumerate() {
        let asked = number + 1;
        session.until(HANG, question, &|text| text.matches(question).count() == asked)?;
        session.types(&format!("{line}\n"));
    }
    session.until(HANG, question, &|text| text.matches(question).count() == lines.len() + 1)
}

#[test]
fn a_game_with_a_hint_and_a_move_taken_back() -> Result<(), String> {
    let folder = folder();
    let line = "plyground play connect-four --second first --hint minimax:depth=2";
    let ends = [("quit\n", "moves: 2 0"), (CTRL_D, "the input has ended, so the game ends here")];
    for ((end, says), width) in ends.into_iter().flat_map(|end| EVERY.map(|width| (end, width))) {
        let session = Session::start(line, folder.path(), width);
        play(&session, "to move>", &["4", "hint", "nonsense", "undo", "moves", "3", "undo", "2"])?;
        session.types(end);
        let ended = session.end(HANG)?;
        assert_eq!(ended.status, 0, "{}", ended.problem("ended so"));
        for words in
            ["minimax:depth=2 would play ", "legal moves: 0 1 2 3 4 5 6", "type 'moves' or 'help'", says]
        {
            assert!(ended.text.contains(words), "{}", ended.problem(&format!("does not say: {words}")));
        }
    }
    Ok(())
}
