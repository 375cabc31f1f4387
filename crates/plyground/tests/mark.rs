//! Marking as course staff do it: classes with every kind of trouble, programs that try to help themselves, and
//! runs that are killed.

#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Cursor, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_plyground");

const COMP3608: &str = include_str!("../../../assignments/comp3608/assignment.toml");

/// A file of the programs that tests use.
fn source(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/submissions").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A folder with an assignment of a few small cases, `work/assignment.toml`, and submissions in `subs`.
struct Class {
    folder: tempfile::TempDir,
}

impl Class {
    /// Four small cases: weights of its own keep it from needing more.
    fn small() -> Self {
        let text = COMP3608
            .replace("win = 10000", "win = 10001")
            .replace("public = 14", "public = 1")
            .replace("hidden = 10", "hidden = 1")
            .replace("after_due = 5", "after_due = 1")
            .replace("depths = [1, 6]", "depths = [2, 3]")
            .replace("time_ms = 10000", "time_ms = 2000");
        Self::with(&text)
    }

    fn with(assignment: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("our own folder");
        let class = Self { folder };
        class.file("work/assignment.toml", assignment);
        class
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file, folders above it included.
    fn file(&self, name: &str, content: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        fs::write(path, content).expect("a file");
    }

    /// Writes a zip with these files.
    fn zip(&self, name: &str, files: &[(&str, &str)]) {
        let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in files {
            zip.start_file(*name, zip::write::SimpleFileOptions::default()).expect("a file");
            zip.write_all(content.as_bytes()).expect("memory");
        }
        let bytes = zip.finish().expect("a zip").into_inner();
        fs::write(self.path(name), bytes).expect("a file");
    }

    fn command(&self, words: &str) -> Command {
        let mut command = Command::new(PROGRAM);
        command.arg("mark").args(words.split(' ')).args(["--allow-root", "--trust-agents"]);
        command.current_dir(self.folder.path()).stdin(Stdio::null());
        command
    }

    fn run(&self, words: &str) -> Output {
        self.command(words).output().expect("the program starts")
    }

    /// Marks into a folder; the rows of `marks.csv` by student, as cells by column.
    fn mark(&self, out: &str, more: &str) -> BTreeMap<String, BTreeMap<String, String>> {
        let output = self.run(&format!("work subs --out {out}{more}"));
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        rows(&self.text(&format!("{out}/marks.csv")))
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// All files of marks that hold nothing of when they were made.
    fn reports(&self, out: &str) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut all = BTreeMap::new();
        let mut folders = vec![self.path(out)];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                let name = path.file_name().expect("a name").to_string_lossy().into_owned();
                if path.is_dir() {
                    folders.push(path);
                } else if name != "times.csv" && name != "outcomes.jsonl" {
                    let content = fs::read(&path).expect("a file");
                    all.insert(path.strip_prefix(self.path(out)).expect("inside").to_owned(), content);
                }
            }
        }
        all
    }
}

/// Rows of a CSV file without line ends in cells, by their first cell.
fn rows(text: &str) -> BTreeMap<String, BTreeMap<String, String>> {
    let cells = |line: &str| {
        let (mut cells, mut is_quoted) = (vec![String::new()], false);
        for c in line.chars() {
            match c {
                '"' => is_quoted = !is_quoted,
                ',' if !is_quoted => cells.push(String::new()),
                c => cells.last_mut().expect("a cell").push(c),
            }
        }
        cells
    };
    let mut lines = text.lines();
    let head = cells(lines.next().expect("a head"));
    lines
        .map(|line| {
            let cells = cells(line);
            assert_eq!(cells.len(), head.len(), "{line}");
            (cells[0].clone(), head.iter().cloned().zip(cells).collect())
        })
        .collect()
}

fn right() -> String {
    source("comp3608/right.py")
}

#[test]
fn a_class_with_every_kind_of_trouble_is_marked() {
    let class = Class::with(COMP3608);
    class.file("subs/ann.py", &right());
    class.file("subs/ben/@1/ConnectFour.py", "print('nothing yet')\n");
    class.file("subs/ben/@2/ConnectFour.py", &source("comp3608/cut_on_greater.py"));
    class.file("subs/cleo@2027-04-07T08-00/homework/ConnectFour.py", &right());
    class.file("subs/cleo@2027-04-07T08-00/report.txt", "how it works");
    class.file("subs/dan/notes.txt", "my program is at home");
    class.file("subs/eve.c", "int main(void) { return undeclared; }\n");
    class.file("subs/fay.py", "import sys\nprint(3)\n");
    class.file("subs/gus/ConnectFour.c", &source("comp3608/root_not_tested.c"));
    class.file("subs/gus/base.h", &source("comp3608/base.h"));
    class.file("subs/hal.py", &source("comp3608/cut_on_greater.py"));
    let marks = class.mark("out", " --due 2027-04-05T23:59 --jobs 2");
    let of = |student: &str, column: &str| marks[student][column].as_str();
    assert_eq!(marks.len(), 8);
    for (student, total, right, mistakes) in
        [("ann", "8", "30", ""), ("cleo", "7.2", "30", ""), ("dan", "0", "0", ""), ("eve", "0", "0", "")]
    {
        let found = ["total", "cases_right", "mistakes"].map(|column| of(student, column));
        assert_eq!(found, [total, right, mistakes], "{student}");
    }
    assert_eq!((of("ben", "submission"), of("ben", "submissions")), ("ben/@2", "2"));
    assert_eq!((of("ben", "mistakes"), of("gus", "mistakes")), ("cut-on-greater", "root-not-tested"));
    assert_eq!(
        ["cases_marks", "days_late", "late_penalty"].map(|column| of("cleo", column)),
        ["8", "2", "-0.8"]
    );
    assert!(of("dan", "refused").starts_with("there is no main program, only 'notes.txt'; expected one of"));
    assert!(of("eve", "refused").starts_with("building it as c failed: it ended with status 1; expected"));
    // Part of the marks for columns that are right by chance.
    assert!(of("fay", "total").parse::<f64>().expect("a number") < 2.0);
    let alike = class.text("out/behaviour.csv");
    assert!(alike.contains("\nben,hal,"), "{alike}");
    assert!(class.text("out/students/eve.html").contains("undeclared"), "what the compiler said");
    assert!(
        class.text("out/students/cleo.html").contains("the files lie in a folder &#39;homework&#39;")
            || class.text("out/students/cleo.html").contains("the files lie in a folder 'homework'")
    );
    assert!(class.text("out/students/cleo.html").contains("report.txt"), "what is left out");
    let page = class.text("out/students/ben.html");
    assert!(page.contains("prunes only when alpha &gt; beta"), "the diagnosis");
    assert!(page.contains("public-01") && page.contains("after-due-01"));
    assert!(!page.contains("hidden-0"), "what students see says nothing of hidden cases");
    let results: Value =
        serde_json::from_str(&class.text("out/gradescope/ben/results.json")).expect("a document");
    assert_eq!(results["score"].to_string(), of("ben", "total"));
    let tests = results["tests"].as_array().expect("tests");
    let sum: f64 = tests.iter().map(|test| test["max_score"].as_f64().expect("a number")).sum();
    assert!((sum - 8.0).abs() < 0.01, "{sum}");
    let visible = |word: &str| tests.iter().filter(|test| test["visibility"] == word).count();
    assert_eq!([visible("visible"), visible("hidden"), visible("after_due_date")], [15, 10, 5]);
    let junit = class.text("out/junit.xml");
    assert!(junit.contains("<testsuite name=\"ann\" tests=\"30\" failures=\"0\">"), "{junit}");
    assert!(junit.contains("<testsuite name=\"dan\" tests=\"30\" failures=\"30\">"));
    // Again, from what is known; then all anew.
    let before = class.reports("out");
    class.mark("out", " --due 2027-04-05T23:59");
    assert!(class.reports("out") == before, "the same outcomes give the same files");
    class.mark("other", " --due 2027-04-05T23:59 --jobs 1");
    for (path, content) in class.reports("other") {
        assert!(before[&path] == content, "{} differs", path.display());
    }
    // Other rules for marks need no other answers; other cases do.
    class.file("work/assignment.toml", &COMP3608.replace("cases = 8", "cases = 80"));
    assert_eq!(class.mark("out", "")["ann"]["total"], "80");
    class.file("work/assignment.toml", &COMP3608.replace("hidden_seed = 2019", "hidden_seed = 1"));
    let output = class.run("work subs --out out");
    assert_eq!(output.status.code(), Some(2));
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(err.contains("outcomes.jsonl: it belongs to other work"), "{err}");
    assert!(err.contains("expected another --out, or this file out of the way"), "{err}");
}

#[test]
fn answers_to_other_cases_are_not_taken_for_answers_to_these() {
    let class = Class::small();
    class.file("subs/ann.py", &right());
    class.mark("out", "");
    let journal = class.text("out/outcomes.jsonl");
    let header: Value = serde_json::from_str(journal.lines().next().expect("a header")).expect("JSON");
    let digest = header["cases"].as_str().expect("what tells the cases from others");
    // Another version of the program with the same assignment and other cases.
    fs::write(class.path("out/outcomes.jsonl"), journal.replace(digest, &"0".repeat(64))).expect("a file");
    let output = class.run("work subs --out out");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{err}");
    assert!(
        err.contains("out/outcomes.jsonl: it belongs to other work: to other cases, limits or languages; ")
    );
}

/// An assignment of games, with programs that are late.
fn games(late_in_a_row: &str, time: &str) -> Class {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assignments/max-connect-four/assignment.toml");
    let text = fs::read_to_string(path).expect("an assignment");
    Class::with(
        &text
            .replace("late_in_a_row = 3", &format!("late_in_a_row = {late_in_a_row}"))
            .replace("time_ms = 20000", &format!("time_ms = {time}"))
            .replace("public = 8", "public = 1")
            .replace("hidden = 8", "hidden = 0")
            .replace("\"minimax:depth=2\"", "\"first\""),
    )
}

#[test]
fn programs_that_are_late_are_not_asked_for_ever() {
    let class = games("2", "500");
    class.file("subs/ann.sh", "sleep 60\n");
    // Late now and then, when few pieces are on the board, and otherwise out of order.
    let now_and_then =
        "n=$(tr -cd 0 < \"$2\" | wc -c)\n[ $n -gt 36 ] && [ $((n % 4)) -gt 1 ] && sleep 60\nexit 1\n";
    class.file("subs/ben.sh", now_and_then);
    let begun = Instant::now();
    let marks = class.mark("out", "");
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
    assert_eq!(marks["ann"]["total"], "0");
    let line = |student: &str| {
        let text = class.text("out/marks.jsonl");
        let line = text.lines().find(|line| line.contains(&format!("\"student\":\"{student}\"")));
        serde_json::from_str::<Value>(line.expect("a line")).expect("JSON")["answers"].clone()
    };
    let problem = |answer: &Value| answer["problem"].as_str().unwrap_or_default().to_owned();
    let all: Vec<String> = line("ann").as_array().expect("answers").iter().map(problem).collect();
    assert!(all[..2].iter().all(|problem| problem.starts_with("late: killed after 500 ms; ")), "{all:?}");
    assert_eq!(all.len(), 6);
    assert!(all[2..].iter().all(|problem| problem == "not asked: the 2 answers before were late"), "{all:?}");
    let played: Vec<String> = line("ben").as_array().expect("answers").iter().map(problem).collect();
    assert!(played.iter().any(|problem| problem.contains("the first: killed after 500 ms; ")), "{played:?}");
    // Nothing tells how busy the machine was.
    class.mark("again", "");
    assert!(class.reports("out") == class.reports("again"));
}

#[test]
fn an_interrupted_run_does_not_wait_for_the_end_of_a_game() {
    let class = games("1000", "700");
    class.file("subs/ann.sh", "sleep 60\n");
    let mut child = class
        .command("work subs --out out")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut lines = BufReader::new(child.stderr.take().expect("a pipe")).lines();
    assert!(lines.next().expect("a line").expect("text").starts_with("isolation of programs: "));
    // Two boards, then games of 21 turns.
    sleep(Duration::from_millis(2500));
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill runs").success());
    let begun = Instant::now();
    let status = child.wait().expect("an end");
    assert_eq!(status.code(), Some(130));
    assert!(begun.elapsed() < Duration::from_secs(8), "{:?}", begun.elapsed());
    let said: Vec<String> = lines.map_while(Result::ok).collect();
    assert!(
        said.iter().any(|line| line.contains("interrupted; every finished submission is kept")),
        "{said:?}"
    );
}

/// Whether a process has this command line, with zero bytes between its words.
fn is_running(words: &str) -> bool {
    let processes = fs::read_dir("/proc").expect("a list of processes").flatten();
    processes
        .filter_map(|entry| fs::read(entry.path().join("cmdline")).ok())
        .any(|line| line.starts_with(words.as_bytes()))
}

#[test]
fn nothing_that_a_program_does_changes_marks() {
    let class = Class::small();
    let root = class.folder.path().display().to_string();
    // What they try is written down where a box is; without one they are trusted, and nothing is shown.
    let attempts = [
        // Files of marks, other submissions and the assignment, by their real paths.
        ("write", format!(
            "import os\nfor name in ['out/marks.csv', 'out/outcomes.jsonl', 'subs/ann.py', 'work/assignment.toml', \
             'subs/x.py']:\n    try:\n        open('{root}/' + name, 'a').write('ann,8')\n        print('LEAK', name)\n    \
             except OSError:\n        pass\n"
        )),
        ("read", format!(
            "import os, sys\nfor name in ['out/outcomes.jsonl', 'work/assignment.toml', 'subs/ann.py']:\n    try:\n        \
             sys.stderr.write('LEAK ' + open('{root}/' + name).read()[:20])\n    except OSError:\n        pass\n\
             sys.stderr.write(' '.join(os.environ))\n"
        )),
        ("exit", "import os\nos._exit(0)\n".to_owned()),
        ("fake", "print('{\"score\": 8, \"tests\": []}')\nprint('PASS')\nprint('public-01 right')\n".to_owned()),
        ("daemon", "import os, time\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n        \
             os.execvp('sleep', ['sleep', '61.25'])\n".to_owned()),
        // Whoever starts more than there may be is the one who cannot go on.
        ("forks", "import os, time\nwhile True:\n    if os.fork() == 0:\n        time.sleep(60)\n".to_owned()),
        ("itself", "import sys\ntry:\n    open(sys.argv[0], 'w').write('x')\n    print('LEAK')\nexcept OSError:\n    pass\n".to_owned()),
        ("others", "import os\nfor one in os.listdir('/proc'):\n    try:\n        line = open('/proc/' + one + '/cmdline').read()\n        \
             if 'mark\\0work' in line:\n            print('LEAK')\n    except OSError:\n        pass\n".to_owned()),
    ];
    class.file("subs/ann.py", &right());
    for (name, text) in &attempts {
        class.file(&format!("subs/{name}.py"), text);
    }
    // A build is no way out either.
    class.file(
        "subs/maker.java",
        &format!(
            "class ConnectFour {{ public static void main(String[] a) throws Exception {{ \
         new java.io.FileWriter(\"{root}/out/marks.csv\").close(); System.out.println(\"LEAK\"); }} }}"
        ),
    );
    // Where the built file goes, there is a folder already.
    class.file("subs/folder/ConnectFour.c", "int main(void) { return 0; }\n");
    class.file("subs/folder/program/readme.txt", "mine\n");
    let output = class.run("work subs --out out --jobs 2");
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "nobody's submission makes the machine fail: {err}");
    let marks = rows(&class.text("out/marks.csv"));
    assert_eq!(marks["ann"]["total"], "8");
    assert_eq!(
        marks["folder"]["refused"],
        "there is a folder 'program'; expected another name: a file gets this one"
    );
    for (name, _) in &attempts {
        assert_eq!(marks[*name]["total"], "0", "{name}");
    }
    assert_eq!(class.text("subs/ann.py"), right());
    if err.contains("isolation of programs: none") {
        assert!(
            std::env::var_os("CI").is_none(),
            "continuous integration has a box, and shows that it holds"
        );
        return;
    }
    assert!(!class.path("subs/x.py").exists());
    assert!(!class.text("out/marks.jsonl").contains("LEAK"), "{}", class.text("out/marks.jsonl"));
    // The daemon is gone with its program.
    assert!(!is_running("sleep\u{0}61.25"), "a daemon");
}

#[test]
fn a_killed_run_goes_on_and_loses_nothing() {
    let class = Class::small();
    for number in 0..8 {
        let text = if number % 2 == 0 { right() } else { source("comp3608/right_to_left.py") };
        class.file(&format!("subs/s{number}.py"), &format!("import time\ntime.sleep(0.05)\n{text}"));
    }
    let whole = class.mark("whole", " --jobs 2");
    let outcomes =
        || fs::read_to_string(class.path("out/outcomes.jsonl")).map_or(0, |text| text.lines().count());
    let mut kills = 0;
    for most in [2, 5] {
        let mut child = class
            .command("work subs --out out --jobs 2")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let begun = Instant::now();
        while outcomes() <= most && child.try_wait().expect("a child").is_none() {
            assert!(begun.elapsed() < Duration::from_secs(120));
            sleep(Duration::from_millis(5));
        }
        kills += usize::from(child.try_wait().expect("a child").is_none());
        child.kill().expect("a signal");
        child.wait().expect("an end");
        assert!(!class.path("out/marks.csv").exists(), "no marks before all is done");
    }
    assert_eq!(kills, 2);
    let before = outcomes();
    assert!((3..9).contains(&before), "{before}");
    assert_eq!(class.mark("out", " --jobs 2"), whole);
    assert!(class.reports("out") == class.reports("whole"));
    assert_eq!(outcomes(), 9, "a header, and every submission once");
    // A new submission alone is tried; one that has changed is another one.
    class.file("subs/s8.py", &right());
    class.file("subs/s1.py", &right());
    let marks = class.mark("out", "");
    assert_eq!((marks.len(), marks["s1"]["total"].as_str(), outcomes()), (9, "8", 11));
}

#[test]
fn the_tournament_gives_marks_by_place() {
    let class = Class::small();
    for name in ["ann", "ben", "cleo"] {
        class.file(&format!("subs/{name}.py"), &right());
    }
    class.file(
        "cup/tournament.toml",
        "name = \"Cup\"\ngame = \"connect-four\"\n[[entrant]]\nname = \"ann\"\nagent = \"alpha-beta:depth=3\"\n\
         [[entrant]]\nname = \"House\"\nagent = \"random\"\n[[entrant]]\nname = \"ben\"\nagent = \"first\"\n",
    );
    let output = Command::new(PROGRAM)
        .args(["tournament", "run", "cup"])
        .current_dir(class.folder.path())
        .output()
        .expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let marks = class.mark("out", " --tournament cup");
    let of = |name: &str| [marks[name]["tournament_marks"].clone(), marks[name]["total"].clone()];
    assert_eq!(
        [of("ann"), of("ben"), of("cleo")],
        [["2", "10"], ["0.2", "8.2"], ["0", "8"]].map(|pair| pair.map(str::to_owned))
    );
}

#[test]
fn other_assignments_are_marked_too() {
    let text = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../assignments")
            .join(name)
            .join("assignment.toml");
        fs::read_to_string(path).expect("an assignment")
    };
    let few = |name: &str| {
        let mut text = text(name);
        for (key, count) in [("public", 2), ("hidden", 2), ("after_due", 0)] {
            text = text
                .lines()
                .map(|line| {
                    if line.starts_with(&format!("{key} = ")) {
                        format!("{key} = {count}\n")
                    } else {
                        format!("{line}\n")
                    }
                })
                .collect();
        }
        text
    };
    let others = |name: &str| source(&format!("others/{name}"));
    let class = Class::with(&few("cs431").replace("depths = [1, 4]", "depths = [1, 2]"));
    class.file("subs/ann.py", &others("column.py"));
    class.file("subs/ben.py", "print(7)\n");
    let java = Path::new("/usr/bin/javac").exists();
    if java {
        class.file(
            "subs/cleo/hw2_C_D/players/ComputerConnectFourPlayer.java",
            &others("ComputerConnectFourPlayer.java"),
        );
    }
    let marks = class.mark("out", "");
    assert_eq!((marks["ann"]["total"].as_str(), marks["ben"]["total"].as_str()), ("100", "0"));
    assert!(!java || marks["cleo"]["total"] == "100", "{:?}", marks["cleo"]);

    let class = Class::with(&few("max-connect-four").replace("\"minimax:depth=2\"", "\"first\""));
    class.file("subs/ann.py", &others("first_open.py"));
    class.file("subs/ben.py", "import sys\nopen(sys.argv[3], 'w').write(open(sys.argv[2]).read())\n");
    let marks = class.mark("out", "");
    // All five boards are right; of the games only luck is to be had.
    assert!(marks["ann"]["cases_right"].parse::<usize>().expect("a number") >= 5, "{:?}", marks["ann"]);
    assert_eq!(marks["ben"]["cases_marks"], "0");
    let answers = class.text("out/marks.jsonl");
    assert!(answers.contains("the same cells are taken as in the input; expected one piece more"));
    assert!(answers.contains("a game as red against first"));

    let class = Class::with(&few("cs3243").replace("\"alpha-beta:depth=2\"", "\"first\""));
    class.file("subs/ann.py", &others("first_step.py"));
    class.file("subs/ben.py", "print('A1A2')\n");
    let marks = class.mark("out", "");
    let right = |name: &str| marks[name]["cases_right"].parse::<usize>().expect("a number");
    assert!(right("ann") >= 4, "{:?}", marks["ann"]);
    assert!(right("ben") < right("ann"), "{:?}", marks["ben"]);

    let class = Class::with(&text("cs4750"));
    class.file(
        "subs/ann.py",
        "print('1. X [3,4] 0 nodes')\nprint('2. O [3,3] 0 nodes')\nprint('3. X [2,3] 138 nodes 0.01 s')\n",
    );
    class.file("subs/ben.py", "print('[3,4] 0')\nprint('[3,3] 0')\nprint('[2,3] 139')\n");
    let marks = class.mark("out", "");
    // Three of thirty moves, one of 28 numbers: 10 % and 3 % of four marks each.
    assert_eq!((marks["ann"]["total"].as_str(), marks["ben"]["total"].as_str()), ("0.52", "0.4"));
    assert!(class.text("out/students/ann.html").contains("move 4: missing, expected [4,5]"));
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
            "work subs --out subs/marks",
            "subs/marks: it lies in the folder of submissions; expected a folder elsewhere",
        ),
        ("work subs --out .", ".: it holds the folder of submissions; expected a folder elsewhere"),
        (
            "work subs --out out --jplag subs",
            "subs: it is the folder of submissions; expected a folder elsewhere",
        ),
        (
            "work subs --out out --jplag subs/ann.py/..",
            "subs/ann.py/..: Not a directory (os error 20); expected a folder that can be found",
        ),
        (
            "work subs --out out --jplag subs/new",
            "subs/new: it lies in the folder of submissions; expected a folder elsewhere",
        ),
        (
            "work subs --out out --jplag .",
            ".: it holds the folder of submissions; expected a folder elsewhere",
        ),
        ("work subs --out out --jplag out", "out: it is the folder of marks; expected a folder elsewhere"),
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
        let output = class.run(words);
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{words}: {err}");
        assert!(output.stdout.is_empty());
        assert!(err.starts_with(&format!("plyground: {message}")), "{words}\n{err}");
        assert!(!class.path("out/marks.csv").exists());
        assert!(!class.path("subs/new").exists() && !class.path("subs/marks").exists(), "{words}");
    }
    assert_eq!(class.text("subs/ann.py"), right());
    // A language that is not installed is nobody's mistake.
    class.file("rare/assignment.toml", &COMP3608.replace("\"python3\"", "\"no-such-python\""));
    let output = class.run("rare subs --out rare-out");
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        err.contains("subs/ann.py: it is in python, and no-such-python is not installed; expected it in"),
        "{err}"
    );
    let output = class.run("work subs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--out <DIR>"));
    // An assignment of one's own begins with one that is built in; nothing is overwritten.
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
    let clash = "--jplag: cleo.zip is left out: 'a' is a file and a folder; expected one of them\n";
    assert!(err.contains(clash), "{err}");
    assert!(err.contains("--jplag: dan.zip is left out: the zip cannot be read: "), "{err}");
    assert!(!class.path("sources/cleo").exists());
    assert_eq!(class.text("sources/eve/ConnectFour.py"), right());
    assert_eq!(class.text("sources/ann/ConnectFour.py"), right());
    assert_eq!(class.text("sources/ann/lib/board.py"), "x = 1\n");
    assert_eq!(class.text("sources/ben/notes.txt"), "nothing\n");
    // Whoever is gone keeps the pages of the run before, and that is said.
    fs::remove_file(class.path("subs/eve.py")).expect("a submission");
    let output = class.run("work subs --out out");
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{err}");
    let left = "from an earlier run, of students with no submission now; delete what is not wanted: \
                out/gradescope/eve, out/students/eve.html\n";
    assert!(err.contains(left), "{err}");
    assert!(!class.text("out/marks.csv").contains("eve") && !class.text("out/index.html").contains("eve"));
    let output = class.run("work subs --list");
    let page = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success() && page.contains("red A 4") && page.contains("column 1, 297 nodes"),
        "{page}"
    );
}
