//! Marks of classes, and that nothing but answers earns them.

use std::fs;
use std::path::Path;
use std::process::Command;

use plyground_league::standings::Points;
use serde_json::Value;

use super::class::{COMP3608, Class, assignment, few, right, rows, small, source};
use crate::interrupt::running;
use crate::needs;
use crate::run::{has, ran, table};

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
    class.file("subs/gus/ConnectFour.c", &source("comp3608/wins_tested_late.c"));
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
    assert_eq!((of("ben", "mistakes"), of("gus", "mistakes")), ("cut-on-greater", "wins-tested-late"));
    let late = ["cases_marks", "days_late", "late_penalty"].map(|column| of("cleo", column));
    assert_eq!(late, ["8", "2", "-0.8"]);
    assert!(of("dan", "refused").starts_with("there is no main program, only 'notes.txt'; expected one of"));
    assert!(of("eve", "refused").starts_with("building it as c failed: it ended with status 1; expected"));
    // Part of the marks for columns that are right by chance.
    assert!(of("fay", "total").parse::<f64>().expect("a number") < 2.0);
    assert!(class.text("out/students/eve.html").contains("undeclared"), "what the compiler said");
    assert!(class.text("out/students/cleo.html").contains("report.txt"), "what is left out");
    let page = class.text("out/students/ben.html");
    assert!(page.contains("prunes only when alpha &gt; beta"), "the diagnosis");
    assert!(!page.contains("hidden-0"), "what students see says nothing of hidden cases");
    let results = class.text("out/gradescope/ben/results.json");
    let results: Value = serde_json::from_str(&results).expect("a document");
    assert_eq!(results["score"].to_string(), of("ben", "total"));
    let junit = class.text("out/junit.xml");
    assert!(junit.contains("<testsuite name=\"ann\" tests=\"30\" failures=\"0\">"), "{junit}");
    assert!(junit.contains("<testsuite name=\"dan\" tests=\"30\" failures=\"30\">"));
    let before = class.reports("out");
    // Questions for a talk are for staff, and about no hidden case.
    let talk = class.text("out/talks/ben.html");
    assert!(talk.matches("<dt>right answer</dt>").count() == 3 && !talk.contains("hidden-"), "{talk}");
    for asked in talk.split("<dt>case</dt><dd>").skip(1) {
        let case = asked.split(',').next().expect("a name");
        assert!(page.contains(&format!(">{case}: wrong<")), "{case} was right, and others wrong");
    }
    assert!(class.text("out/index.html").contains("<a href=\"talks/ben.html\">questions</a>"));
    assert!(!before.contains_key(Path::new("talks/dan.html")), "it was not run");
    for (path, content) in before.iter().filter(|(path, _)| !path.starts_with("talks")) {
        assert!(!String::from_utf8_lossy(content).contains("right answer</dt>"), "{}", path.display());
    }
    class.mark("out", " --due 2027-04-05T23:59");
    assert!(class.reports("out") == before, "the same outcomes give the same files");
    // Other rules for marks need no other answers; other cases do.
    class.file("work/assignment.toml", &COMP3608.replace("cases = 8", "cases = 80"));
    assert_eq!(class.mark("out", "")["ann"]["total"], "80");
    class.file("work/assignment.toml", &COMP3608.replace("hidden_seed = 2019", "hidden_seed = 1"));
    let err = class.run("work subs --out out").refused(2);
    has(&err, &["outcomes.jsonl: it belongs to other work: to other cases, limits"]);
    has(&err, &["expected another --out, or this file out of the way"]);
}

#[test]
fn marking_everything_again_gives_the_same_files() {
    let class = Class::small();
    class.file("subs/ann.py", &right());
    class.file("subs/eve.c", "int main(void) { return undeclared; }\n");
    class.file("subs/gus/ConnectFour.c", &source("comp3608/wins_tested_late.c"));
    class.file("subs/gus/base.h", &source("comp3608/base.h"));
    // What they say has names in it that are new every time.
    class.file("subs/ida.c", "int missing(void);\nint main(void) { return missing(); }\n");
    class.file("subs/jon.py", "import sys\nprint(__file__, sys.path[0])\nopen('/none/none')\n");
    let java = has_java();
    if java {
        let text = source("comp3608/right.java");
        class.file("subs/kim.java", &format!("package hw;\n\n{text}"));
    }
    let marks = class.mark("out", " --jobs 2");
    assert!(!java || marks["kim"]["total"] == "8", "{:?}", marks["kim"]);
    assert!(class.text("out/students/ida.html").contains("missing"), "what the linker said");
    assert_eq!(class.mark("other", " --jobs 1"), marks);
    assert!(class.reports("other") == class.reports("out"));
}

/// Most programs are compiled before they are submitted. They are built again from the sources that are there.
#[test]
fn a_folder_with_compiled_classes_is_built_from_its_sources() {
    if !has_java() {
        return;
    }
    let class = Class::small();
    let engine = source("comp3608/right.java").replace("class ConnectFour ", "class Engine ");
    class.file("subs/ann/Engine.java", &engine);
    let main = "class ConnectFour { public static void main(String[] words) { Engine.main(Library.same(words)); } }\n";
    class.file("subs/ann/ConnectFour.java", main);
    let library = "class Library { static String[] same(String[] words) { return words; } }\n";
    class.file("subs/ann/Library.java", library);
    let folder = class.path("subs/ann");
    ran(Command::new("javac").arg("ConnectFour.java").current_dir(&folder)).done();
    // A library is submitted without its source.
    fs::remove_file(folder.join("Library.java")).expect("a file");
    assert!(folder.join("Engine.class").exists() && folder.join("Library.class").exists());
    let marks = class.mark("out", "");
    assert_eq!(["cases_right", "total"].map(|column| &*marks["ann"][column]), ["4", "8"], "{marks:?}");
    let left_out = "are left out: compiled anew from the sources that are there";
    has(&class.text("out/students/ann.html"), &[left_out]);
}

/// Whether a compiler of Java lies where programs in the box find it.
fn has_java() -> bool {
    needs::available("javac", Path::new("/usr/bin/javac").exists())
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
        // Only the program that starts too many processes is stopped by the limit.
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
    let java = has_java();
    if java {
        let maker = format!(
            "class ConnectFour {{ public static void main(String[] a) throws Exception {{ \
             new java.io.FileWriter(\"{root}/out/marks.csv\").close(); System.out.println(\"LEAK\"); }} }}"
        );
        class.file("subs/maker.java", &maker);
    }
    // Where the built file goes, there is a folder already.
    class.file("subs/folder/ConnectFour.c", "int main(void) { return 0; }\n");
    class.file("subs/folder/program/readme.txt", "mine\n");
    let marked = class.run("work subs --out out --jobs 2");
    assert_eq!(marked.status, Some(0), "nobody's submission makes the machine fail: {}", marked.err);
    let marks = rows(&class.text("out/marks.csv"));
    assert_eq!(marks["ann"]["total"], "8");
    let refused = "there is a folder 'program'; expected another name: a file gets this one";
    assert_eq!(marks["folder"]["refused"], refused);
    for name in attempts.iter().map(|(name, _)| *name).chain(java.then_some("maker")) {
        assert_eq!(marks[name]["total"], "0", "{name}");
    }
    assert_eq!(class.text("subs/ann.py"), right());
    if marked.err.contains("isolation of programs: none") {
        assert_eq!(std::env::var_os("CI"), None, "continuous integration has a box, and shows that it holds");
        return;
    }
    assert!(!class.path("subs/x.py").exists());
    assert!(!class.text("out/marks.jsonl").contains("LEAK"), "{}", class.text("out/marks.jsonl"));
    assert_eq!(running("sleep 61.25"), Vec::<String>::new(), "a daemon is gone with its program");
}

#[test]
fn tournaments_give_marks_by_place_or_by_a_ladder() {
    let class = Class::small();
    for name in ["ann", "ben", "cleo"] {
        class.file(&format!("subs/{name}.py"), &right());
    }
    let play = |folder: &str, keys: &str, entrants: &[(&str, &str)]| {
        let mut text = format!("name = \"Class\"\ngame = \"connect-four\"\n{keys}\n");
        for (name, agent) in entrants {
            text.extend(["[[entrant]]\nname = \"", name, "\"\nagent = \"", agent, "\"\n"]);
        }
        class.file(&format!("{folder}/tournament.toml"), &text);
        class.plyground(&["tournament", "run", folder]).done();
    };
    let all = [("ann", "alpha-beta:depth=3"), ("ben", "first"), ("House", "alpha-beta:depth=2")];
    play("cup", "", &all);
    let marks = class.mark("out", " --tournament cup");
    let of = |name: &str| [&*marks[name]["tournament_marks"], &*marks[name]["total"]];
    assert_eq!([of("ann"), of("ben"), of("cleo")], [["2", "10"], ["0.2", "8.2"], ["0", "8"]]);
    // Whose name is in one of the two only may have been written in two ways.
    let err = class.run("work subs --out out --tournament cup").err;
    has(&err, &["--tournament: students who did not enter, and get nothing for it: cleo\n"]);
    has(&err, &["--tournament: entrants who are no students here: House\n"]);

    let ladder = "form = \"ladder\"\nopenings = 2\nrungs = [\"random\", \"graded:level=2\"]";
    play("class", ladder, &all);
    play("again", ladder, &[("ben", "alpha-beta:depth=3")]);
    play("other", &ladder.replace("openings = 2", "openings = 3\nseed = 7"), &all[..1]);
    let marks = |options: &str| {
        let marks = class.mark("out", options);
        ["ann", "ben"].map(|name| marks[name]["tournament_marks"].parse::<Points>().unwrap())
    };
    let [ann, ben] = marks(" --tournament class");
    assert!(ann > ben && ann < Points::hundredths(200) && ben > Points::hundredths(20), "{ann}, {ben}");
    // Equal programs play equal games, and the other entrants do not matter.
    assert_eq!(marks(" --tournament class --tournament again"), [ann, ann]);
    let rows = "
        cup => it is no ladder; expected one folder, or several of ladders
        other => not the ladder of class: other openings, seed; expected ladders that differ in their students alone
    ";
    for [folder, why] in table(rows) {
        let words = format!("work subs --out out --tournament class --tournament {folder}");
        class.run(&words).refused_with(2, &format!("--tournament {folder}: {why}"));
    }
}

#[test]
fn cs431_is_marked() {
    let class = Class::with(&few("cs431"));
    class.file("subs/ann.py", &source("others/column.py"));
    class.file("subs/ben.py", "print(7)\n");
    let marks = class.mark("out", "");
    assert_eq!(["ann", "ben"].map(|name| &*marks[name]["total"]), ["100", "0"]);
}

#[test]
fn max_connect_four_is_marked() {
    let class = Class::with(&few("max-connect-four").replace("\"minimax:depth=2\"", "\"first\""));
    class.file("subs/ann.py", &source("others/first_open.py"));
    class.file("subs/ben.py", "import sys\nopen(sys.argv[3], 'w').write(open(sys.argv[2]).read())\n");
    let marks = class.mark("out", "");
    // All five boards are right; of the games only luck is to be had.
    assert!(marks["ann"]["cases_right"].parse::<usize>().expect("a number") >= 5, "{:?}", marks["ann"]);
    assert_eq!(marks["ben"]["cases_marks"], "0");
    let answers = class.text("out/marks.jsonl");
    has(&answers, &["the same cells are taken as in the input; expected one piece more"]);
    has(&answers, &["a game as red against first"]);
}

#[test]
fn cs3243_is_marked() {
    let class = Class::with(&few("cs3243").replace("\"alpha-beta:depth=2\"", "\"first\""));
    class.file("subs/ann.py", &source("others/first_step.py"));
    class.file("subs/ben.py", "print('A1A2')\n");
    let marks = class.mark("out", "");
    let right = |name: &str| marks[name]["cases_right"].parse::<usize>().expect("a number");
    assert!(right("ann") >= 4, "{:?}", marks["ann"]);
    // The referee's random moves win games now and then, but not for the one who did not move.
    assert_eq!(marks["ben"]["total"], "0", "{:?}", marks["ben"]);
    let lines = class.text("out/marks.jsonl");
    let ben = lines.lines().find(|line| line.contains("\"student\":\"ben\"")).expect("a line");
    assert!(ben.contains("won after ") && ben.contains(", which earns nothing: "), "{ben}");

    // A course may say what a fault costs.
    let strict = few("cs3243").replace("late_in_a_row = 3", "late_in_a_row = 3\nfault = \"lost-game\"");
    let class = Class::with(&strict);
    class.file("subs/ben.py", "print('A1A2')\n");
    class.mark("out", "");
    let lines = class.text("out/marks.jsonl");
    assert!(lines.contains("lost after 0 moves") && !lines.contains("left to chance"), "{lines}");
}

#[test]
fn cs4750_is_marked() {
    let class = Class::with(&assignment("cs4750"));
    let ann =
        "print('1. X [3,4] 0 nodes')\nprint('2. O [3,3] 0 nodes')\nprint('3. X [2,3] 138 nodes 0.01 s')\n";
    class.file("subs/ann.py", ann);
    class.file("subs/ben.py", "print('[3,4] 0')\nprint('[3,3] 0')\nprint('[2,3] 139')\n");
    let marks = class.mark("out", "");
    // Three of thirty moves, one of 28 numbers: 10 % and 3 % of four marks each.
    assert_eq!((marks["ann"]["total"].as_str(), marks["ben"]["total"].as_str()), ("0.52", "0.4"));
    assert!(class.text("out/students/ann.html").contains("move 4: missing, expected [4,5]"));
}

/// Octave runs sources of MATLAB.
#[test]
#[ignore = "long: Octave"]
fn sources_of_matlab_are_marked() {
    if !needs::program("octave-cli") {
        return;
    }
    // This program examines some 200 nodes a second.
    let few = small().replace("depths = [2, 3]", "depths = [2, 2]");
    let class = Class::with(&few.replace("time_ms = 2000", "time_ms = 60000"));
    let right = source("octave/right.m");
    let wrong = right.replace("alpha >= beta", "alpha > beta");
    assert_ne!(wrong, right);
    class.file("subs/ann.m", &right);
    class.file("subs/ben/ConnectFour.m", &wrong);
    let marks = class.mark("out", " --jobs 2");
    let of =
        |student: &str| ["language", "total", "cases_right"].map(|column| marks[student][column].as_str());
    assert_eq!(of("ann"), ["octave", "8", "4"]);
    let [_, total, cases_right] = of("ben");
    assert!(total != "8" && cases_right != "4", "{:?}", marks["ben"]);
}
