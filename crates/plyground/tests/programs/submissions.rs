//! Programs as students write them, right ones and one for each mistake, checked as students would check them and
//! marked as a class: every mistake is named, no right program is accused, and each gets its marks.
//! `submissions/comp3608/expected.txt` is the table. With `PLYGROUND_LONG` all are tried, otherwise every twentieth.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::thread;

use crate::mark::class::{COMP3608, rows};
use crate::needs;
use crate::run::{PLYGROUND, Ran, TRUST, is_long, open_folder, ran};
use crate::variants::{self, programs, source, submission, two_at_a_time};
use plyground_courses::comp3608::Mistake;
use plyground_courses::engine::diagnose::KnownMistake;

/// A line of the table.
struct Row {
    file: String,
    mistake: String,
    /// Other mistakes that give the same answers to everything that `check` asks.
    equals: Vec<String>,
    marks: String,
}

impl Row {
    /// The name of the student. It is also the folder of the program.
    fn student(&self) -> String {
        self.file.replace('.', "-")
    }

    fn extension(&self) -> &str {
        self.file.rsplit_once('.').expect("an extension").1
    }
}

fn table() -> Vec<Row> {
    let row = |words: Vec<String>| {
        let [file, mistake, marks] = words.try_into().expect("three words");
        let mut names = mistake.split('=').map(str::to_owned);
        let mistake = names.next().expect("a name");
        Row { file, mistake, equals: names.collect(), marks }
    };
    variants::rows("comp3608/expected.txt").into_iter().map(row).collect()
}

/// Puts a program that is built already into a folder, in the form of a submission. Returns the command that runs it.
fn build(row: &Row, folder: &Path) -> Vec<OsString> {
    let text = source(&format!("comp3608/{}", row.file));
    let sources = tempfile::tempdir().expect("a folder");
    let path = sources.path().join(&row.file);
    fs::write(&path, &text).expect("a file");
    let source = path.into_os_string();
    let program = folder.join("program").into_os_string();
    let started = |line: &str| {
        fs::write(folder.join("ConnectFour.sh"), format!("exec {line} \"$@\"\n")).expect("a file");
        line.split(' ').map(OsString::from).collect()
    };
    match row.extension() {
        "c" => {
            let flags = ["-w", "-std=c99", "-O1", "-I"];
            let mut gcc = Command::new("gcc");
            gcc.args(flags).arg(submission("comp3608")).arg("-o").args([program, source]).arg("-lm");
            ran(&mut gcc).done();
            started("./program")
        }
        "cpp" => {
            ran(Command::new("g++").args(["-O1", "-o"]).args([program, source])).done();
            started("./program")
        }
        "java" => {
            ran(Command::new("javac").arg("-d").arg(folder).arg(source)).done();
            started("java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto ConnectFour")
        }
        _ => {
            fs::write(folder.join("ConnectFour.py"), text).expect("a file");
            ["python3", "-S", "ConnectFour.py"].map(OsString::from).to_vec()
        }
    }
}

fn run(folder: &Path, words: &[&str], command: &[OsString]) -> Ran {
    ran(Command::new(PLYGROUND).args(words).args(TRUST).args(command).current_dir(folder))
}

/// Milliseconds for an answer. Programs that search far too deep cost the long run less time so; the sample has none of them.
fn time() -> &'static str {
    if is_long() { "3000" } else { "60000" }
}

/// Checks a program, which names its mistake.
fn check(row: &Row, folder: &Path, command: &[OsString]) {
    let command = [&["--".into()], command].concat();
    let checked = run(folder, &["check", "comp3608", "--json", "--time", time()], &command);
    let (name, document) = (&row.file, checked.json());
    let (status, diagnosis) = (checked.status, &document["diagnosis"]);
    if row.mistake == "right" {
        assert_eq!((status, &document["passed"]), (Some(0), &true.into()), "{name}: {document}");
        assert_eq!(diagnosis["finding"], "right", "{name}");
    } else {
        assert_eq!((status, &document["passed"]), (Some(1), &false.into()), "{name}: {document}");
        assert_eq!(diagnosis["mistakes"], serde_json::json!([row.mistake]), "{name}: {diagnosis}");
        let equals: Vec<[&String; 1]> = row.equals.iter().map(|other| [other]).collect();
        assert_eq!(diagnosis["equals"], serde_json::json!(equals), "{name}: {diagnosis}");
        assert_eq!(diagnosis["explains"], diagnosis["answered"], "{name}: {diagnosis}");
    }
}

/// Marks all programs as a class, hidden cases included.
fn mark(all: &[&Row], folder: &Path) {
    let text = COMP3608.replace("time_ms = 10000", &format!("time_ms = {}", time()));
    fs::write(folder.join("assignment.toml"), text).expect("a file");
    run(folder, &["mark", "assignment.toml", "class", "--out", "marks", "--jobs", "2"], &[]).done();
    let marks = rows(&fs::read_to_string(folder.join("marks/marks.csv")).expect("marks"));
    for row in all {
        let mistake = if row.mistake == "right" { "" } else { &row.mistake };
        let found = &marks[&row.student()];
        assert_eq!(found["mistakes"], mistake, "{}", row.file);
        assert!(row.marks == "-" || found["total"] == row.marks, "{}: {}", row.file, found["total"]);
    }
}

#[test]
fn programs_are_checked_and_marked_as_the_table_says() {
    let table = table();
    let has = ["python3", "gcc", "g++", "javac"].map(|program| (program, needs::program(program)));
    let compiler = |row: &Row| match row.extension() {
        "py" => "python3",
        "c" => "gcc",
        "cpp" => "g++",
        _ => "javac",
    };
    let in_time = table.iter().filter(|row| is_long() || row.marks != "-");
    let tried = in_time.step_by(if is_long() { 1 } else { 20 });
    let rows: Vec<&Row> = tried.filter(|row| has.contains(&(compiler(row), true))).collect();
    let folder = open_folder();
    let place = |row: &Row| folder.path().join("class").join(row.student());
    let built = Mutex::new(Vec::new());
    two_at_a_time(rows.clone(), |row| {
        fs::create_dir_all(place(row)).expect("a folder");
        let command = build(row, &place(row));
        built.lock().expect("no panic").push((row, command));
    });
    // Marking waits for programs that are too slow; meanwhile others are checked.
    thread::scope(|scope| {
        scope.spawn(|| mark(&rows, folder.path()));
        for (row, command) in built.into_inner().expect("no panic") {
            check(row, &place(row), &command);
        }
    });
}

#[test]
fn there_is_a_program_for_every_mistake_and_a_line_for_every_program() {
    let all = table();
    for mistake in Mistake::PROMISED {
        assert!(all.iter().any(|row| row.mistake == mistake.id()), "{}", mistake.id());
    }
    let listed: BTreeSet<String> = all.into_iter().map(|row| row.file).collect();
    assert_eq!(programs("comp3608"), listed);
}
