//! Kits for other systems: unpacked and run where that system would put them.

use std::fs::{self, File};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::mark::class::{Class, right, small};
use crate::run::{has, plyground, ran};

/// A class with a kit of its assignment for a system, unpacked to a folder.
fn kit(system: &str, to: &str) -> Class {
    let class = Class::small();
    let words = ["kit", system, "work/assignment.toml", "--out", "kit.zip", "--isolation-at-least", "none"];
    let made = class.plyground(&words);
    let whose = if system == "classroom50" { "it holds public cases alone: " } else { "for staff only: " };
    assert!(made.err.starts_with(whose), "{}", made.err);
    assert_eq!(made.done(), "kit.zip\n");
    let zip = File::open(class.path("kit.zip")).expect("the zip");
    zip::ZipArchive::new(zip).expect("a zip").extract(class.path(to)).expect("files");
    class
}

/// Runs the script that marks, on a submission of one file or on none; what it prints, and the results.
fn run(class: &Class, script: &str, variable: &str, submission: Option<(&str, &str)>) -> (String, Value) {
    let place = if variable == "GRADE" { "student" } else { "submission" };
    let root = class.path("root");
    let folder = root.join(place);
    let _ = fs::remove_dir_all(&folder);
    if let Some((name, text)) = submission {
        fs::create_dir(&folder).expect("a folder");
        fs::write(folder.join(name), text).expect("a file");
    }
    let log = ran(Command::new(class.path(script)).env(variable, &root).current_dir(&root)).done();
    (log, json(&fs::read_to_string(root.join("results/results.json")).expect("results")))
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn wrong() -> String {
    right().replace("print(nodes)", "print(nodes - 1)")
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).expect("a file").permissions().mode() & 0o777
}

/// By Gradescope's specification: `setup.sh` and `run_autograder` at the top, which finds itself in `source`.
#[test]
fn gradescope_marks_with_a_kit() {
    let kit = kit("gradescope", "root/source");
    let setup = kit.text("root/source/setup.sh");
    has(&setup, &["apt-get install -y --no-install-recommends bubblewrap python3 "]);
    assert!(!setup.contains("://") && mode(&kit.path("root/source/setup.sh")) == 0o755);
    assert_eq!(kit.text("root/source/assignment.toml"), small());
    let run =
        |submission: Option<(&str, &str)>| run(&kit, "root/source/run_autograder", "AUTOGRADER", submission);

    let (log, results) = run(Some(("ConnectFour.py", &right())));
    assert_eq!(results["score"], 8.0, "{results}\n{log}");
    assert_eq!(results["tests"].as_array().map(Vec::len), Some(4), "{results}");
    assert_eq!([&results["visibility"], &results["stdout_visibility"]], ["visible", "hidden"]);
    // Staff see every case, hidden ones too; programs of students do not see the kit.
    assert!(log.contains("public-01") && log.contains("hidden-01"), "{log}");
    assert_eq!(mode(&kit.path("root/source")), 0o700);
    assert!(!kit.path("root/results/results.json.new").exists());

    let (_, results) = run(Some(("ConnectFour.py", &wrong())));
    let is_failed = |test: &Value| test["status"] == "failed";
    assert!(results["tests"].as_array().expect("tests").iter().all(is_failed), "{results}");
    assert!(results["score"].as_f64().expect("a number") < 8.0, "{results}");
    let mistakes = &results["extra_data"]["mistakes"];
    assert_eq!(mistakes[0], Value::Null, "another evaluation has no names of mistakes");

    let (_, results) = run(Some(("notes.txt", "at home")));
    assert_eq!(results["score"], 0.0);
    assert!(results["output"].as_str().expect("text").starts_with("Not marked: there is no main program"));

    // If the autograder fails, there are still results, and not those of the run before.
    let (_, results) = run(None);
    let output = results["output"].as_str().expect("text");
    assert!(output.starts_with("Not marked: the autograder failed"), "{results}");
    assert_eq!(run(Some(("ConnectFour.py", &right()))).1["score"], 8.0);
    kit.file("root/source/assignment.toml", "title = 3\n");
    let (log, results) = run(Some(("ConnectFour.py", &right())));
    assert_eq!(results["score"], 0, "the autograder failed");
    has(&log, &["assignment.toml: line 1, column 9"]);
}

/// By `PrairieLearn`'s page on external grading: `/grade/tests` is the question's folder, `score` is from 0 to 1.
#[test]
fn prairielearn_marks_with_a_kit() {
    let kit = kit("prairielearn", "root");
    let info = json(&kit.text("root/info.json"));
    let options = &info["externalGradingOptions"];
    assert_eq!((&options["enabled"], &options["entrypoint"]), (&true.into(), &"/grade/tests/run.sh".into()));
    has(&kit.text("root/Dockerfile"), &["--no-install-recommends bubblewrap python3 "]);
    let run = |submission: Option<(&str, &str)>| run(&kit, "root/tests/run.sh", "GRADE", submission);

    let (log, results) = run(Some(("ConnectFour.py", &right())));
    assert_eq!((&results["gradable"], &results["score"]), (&true.into(), &1.0.into()), "{results}\n{log}");
    let tests = results["tests"].as_array().expect("tests");
    let last = tests.last().expect("hidden cases");
    assert_eq!((&last["name"], &last["message"]), (&"hidden cases".into(), &"2 of 2 are right".into()));
    let sum: f64 = tests.iter().filter_map(|test| test["max_points"].as_f64()).sum();
    assert!(tests.len() == 3 && (sum - 8.0).abs() < 0.001, "{results}");
    // What is printed may be shown to students.
    assert!(!log.contains("hidden-01"), "{log}");

    let (_, results) = run(Some(("ConnectFour.py", &wrong())));
    let score = results["score"].as_f64().expect("a number");
    assert!(score > 0.0 && score < 1.0, "{results}");
    let message = results["tests"][0]["message"].as_str().expect("text");
    assert!(message.starts_with("expected: column ") && message.contains("nodes"), "{message}");

    // Nothing that could be asked: not gradable, and no HTML.
    let (_, results) = run(Some(("<b>.txt", "at home")));
    let error = results["format_errors"][0].as_str().expect("text");
    assert!(results["gradable"] == false && error.contains("only '\u{2039}b\u{203a}.txt'"), "{results}");
    assert_eq!(results["score"], Value::Null);
    let (_, results) = run(None);
    let error = results["format_errors"][0].as_str().expect("text");
    assert!(error.starts_with("Not marked: the grader failed"), "{results}");
}

/// By the page "Advanced Autograding" of Classroom 50: the script runs in the checkout, gets names from variables and writes
/// `result.json` with whole points; a status other than 0 is the machine's fault.
#[test]
fn classroom50_marks_with_a_kit_that_hides_nothing() {
    let kit = kit("classroom50", "kit");
    let public = kit.text("kit/assignment.toml");
    assert!(!public.contains("hidden") && !public.contains("after_due ="), "{public}");
    let runtime = json(&kit.text("kit/runtime.json"));
    assert_eq!(runtime["apt"][1], "python3", "{runtime}");
    let checkout = kit.path("checkout");
    fs::create_dir(&checkout).expect("a folder");
    let variables = ["CLASSROOM", "ASSIGNMENT", "SUBMISSION_TAG", "COMMIT_URL", "RELEASE_URL"];
    let grade = |name: &str, text: &str, variables: &[&str]| {
        let _ = fs::remove_file(checkout.join("ConnectFour.py"));
        fs::write(checkout.join(name), text).expect("a file");
        let mut script = Command::new("python3");
        let variables = variables.iter().map(|name| (name, name.to_lowercase()));
        let done = ran(script.arg(kit.path("kit/autograder.py")).envs(variables).current_dir(&checkout));
        (done, fs::read_to_string(checkout.join("result.json")).ok().map(|text| json(&text)))
    };

    let (done, result) = grade("ConnectFour.py", &right(), &variables);
    let result = result.unwrap_or_else(|| panic!("{}", done.err));
    // Students can read the log of the run, and what staff should look at is printed by the marker.
    assert_eq!([done.out, done.err], ["", ""]);
    for (field, expected) in [
        ("schema", "classroom50/result/v1"),
        ("classroom", "classroom"),
        ("assignment", "assignment"),
        ("submission", "submission_tag"),
        ("review", "commit_url"),
    ] {
        assert_eq!(result[field], expected, "{result}");
    }
    for test in result["tests"].as_array().expect("tests") {
        let points = ["score", "max-score"].map(|name| test[name].as_u64().expect("whole points"));
        let is_whole = test["test-name"].is_string() && test["passed"].is_boolean();
        assert!(points[0] <= points[1] && is_whole, "{test}");
    }
    assert_eq!((&result["score"], &result["max-score"]), (&800.into(), &800.into()), "{result}");
    assert_eq!(result["tests"].as_array().map(Vec::len), Some(2), "{result}");

    let (_, result) = grade("ConnectFour.py", &wrong(), &variables);
    let result = result.expect("results");
    let sum = |name: &str| -> u64 {
        result["tests"].as_array().expect("tests").iter().filter_map(|test| test[name].as_u64()).sum()
    };
    assert_eq!([sum("score"), sum("max-score")], [320, 800], "two fifths for the column: {result}");
    assert_eq!(result["score"], 320);
    let page = fs::read_to_string(checkout.join("release-body.md")).expect("a page");
    assert!(page.starts_with("320 of 800 points\n"), "{page}");
    has(&page, &["\npublic-01:\n\n    expected: column "]);

    // What students put where results go is no fault of the machine, and links are not followed.
    let [folder, link] = ["result.json", "release-body.md"].map(|name| checkout.join(name));
    fs::remove_file(&folder).and_then(|()| fs::create_dir_all(folder.join("deep"))).expect("a folder");
    fs::remove_file(&link).and_then(|()| symlink(kit.path("kit"), link)).expect("a link");
    let (_, result) = grade("notes.txt", "at home", &variables);
    let result = result.expect("results");
    let message = result["tests"][0]["message"].as_str().expect("text");
    assert!(message.starts_with("there is no main program"), "{result}");
    assert_eq!((&result["score"], &result["max-score"]), (&0.into(), &800.into()), "{result}");

    // Nothing is known of a program if the machine fails, and results of the time before do not stay.
    let (done, result) = grade("ConnectFour.py", &right(), &variables[1..]);
    assert_eq!((done.status, result), (Some(1), None), "{}", done.err);
    has(&done.err, &["CLASSROOM is not set; expected to be started by Classroom 50"]);
    kit.file("kit/assignment.toml", "title = 3\n");
    let (done, result) = grade("ConnectFour.py", &right(), &variables);
    assert_eq!((done.status, result), (Some(1), None), "{}", done.err);
    has(&done.err, &["plyground mark ended with status 2: nothing is known of the program"]);
}

#[test]
fn a_kit_demands_a_box_by_default_and_is_the_same_each_time() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let make = |words: &[&str]| plyground(folder.path(), &[&["kit", "gradescope"][..], words].concat());
    let read = |name: &str| fs::read(folder.path().join(name)).expect("a zip");
    let first = make(&["cs3243", "--out", "a.zip"]);
    // Of the assignments that are built in anybody can make the hidden cases.
    assert!(first.err.starts_with("the hidden cases are no secret: "), "{}", first.err);
    first.done();
    make(&["cs3243", "--out", "b.zip"]).done();
    assert!(read("a.zip") == read("b.zip"));
    let script = |name: &str| {
        let file = File::open(folder.path().join(name)).expect("a file");
        let mut zip = zip::ZipArchive::new(file).expect("a zip");
        std::io::read_to_string(zip.by_name("run_autograder").expect("the script")).expect("text")
    };
    assert!(script("a.zip").contains("\nISOLATION='--allow-root --isolation-at-least landlock'\n"));
    make(&["cs3243", "--out", "c.zip", "--isolation-at-least", "none"]).done();
    assert!(script("c.zip").contains("\nISOLATION='--allow-root --trust-agents'\n"));
    for (words, message) in [
        (["nowhere", "--out", "d.zip"], "plyground: nowhere: No such file or directory"),
        (["cs3243", "--out", "no/d.zip"], "plyground: no/d.zip: No such file or directory"),
    ] {
        make(&words).refused_with(2, message);
    }
}
