//! Programs as students write them, right ones and one for each mistake, checked as students would check them:
//! every mistake is named, and no right program is accused. `submissions/comp3608/expected.txt` is the table.

#![cfg(target_os = "linux")]
#![expect(clippy::print_stdout, reason = "a test that is skipped says so")]

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

use plyground_arena::marking::diagnose::Mistake;
use serde_json::Value;

fn submissions() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/submissions/comp3608")
}

/// The programs in files with this extension, each with what is wrong with it.
fn expected(extension: &str) -> Vec<(PathBuf, String)> {
    let table = fs::read_to_string(submissions().join("expected.txt")).expect("the table");
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    let row = |line: &str| {
        let (file, mistake) = line.split_once(' ').expect("a file and a word");
        (submissions().join(file), mistake.trim().to_owned())
    };
    let is_wanted = |(file, _): &(PathBuf, String)| file.extension().is_some_and(|found| found == extension);
    lines.map(row).filter(is_wanted).collect()
}

/// Whether the program is there. Without it a test is skipped, but continuous integration has them all.
fn is_there(program: &str) -> bool {
    let is_there =
        Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success());
    if !is_there {
        assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "{program} is missing");
        println!("skipped: there is no {program}");
    }
    is_there
}

/// A folder that the user may enter whom programs run as.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("our own folder");
    folder
}

fn compile(compiler: &str, args: &[OsString]) {
    let output = Command::new(compiler).args(args).output().expect("a compiler");
    assert!(output.status.success(), "{compiler}: {}", String::from_utf8_lossy(&output.stderr));
}

fn words(words: &[&str]) -> Vec<OsString> {
    words.iter().map(OsString::from).collect()
}

/// Exit status and document of a check.
fn check(folder: &Path, command: &[OsString]) -> (Option<i32>, Value) {
    let output = Command::new(env!("CARGO_BIN_EXE_plyground"))
        .args(["check", "comp3608", "--json", "--time", "3000", "--allow-root", "--trust-agents", "--"])
        .args(command)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    let document = serde_json::from_slice(&output.stdout);
    let err = String::from_utf8_lossy(&output.stderr);
    (output.status.code(), document.unwrap_or_else(|error| panic!("{error}: {err}")))
}

/// Checks every program of a language; `build` puts it into a folder and says how it is run.
fn check_all(extension: &str, build: impl Fn(&Path, &Path) -> Vec<OsString> + Sync) {
    let programs = Mutex::new(expected(extension));
    let work = || {
        loop {
            let Some((source, mistake)) = programs.lock().expect("no panic").pop() else { return };
            let folder = folder();
            let command = build(&source, folder.path());
            let (status, document) = check(folder.path(), &command);
            let name = source.display();
            let diagnosis = &document["diagnosis"];
            if mistake == "right" {
                assert_eq!((status, &document["passed"]), (Some(0), &true.into()), "{name}: {document}");
                assert_eq!(diagnosis["finding"], "right", "{name}");
            } else {
                assert_eq!((status, &document["passed"]), (Some(1), &false.into()), "{name}: {document}");
                assert_eq!(diagnosis["mistakes"], serde_json::json!([mistake]), "{name}: {diagnosis}");
                assert_eq!(diagnosis["equals"], serde_json::json!([]), "{name}: {diagnosis}");
                assert_eq!(diagnosis["explains"], diagnosis["answered"], "{name}: {diagnosis}");
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
}

#[test]
fn python() {
    if is_there("python3") {
        check_all("py", |source, folder| {
            fs::copy(source, folder.join("ConnectFour.py")).expect("a file");
            words(&["python3", "-S", "ConnectFour.py"])
        });
    }
}

#[test]
fn java() {
    if is_there("javac") && is_there("java") {
        check_all("java", |source, folder| {
            compile("javac", &["-d".into(), folder.into(), source.into()]);
            words(&["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "ConnectFour"])
        });
    }
}

#[test]
fn c() {
    if is_there("gcc") {
        check_all("c", |source, folder| {
            let program = folder.join("ConnectFour");
            let flags = ["-w", "-std=c99", "-O1", "-o"].map(OsString::from);
            let files = [program.into(), source.into(), "-lm".into()];
            compile("gcc", &[&flags[..], &files].concat());
            words(&["./ConnectFour"])
        });
    }
}

#[test]
fn c_plus_plus() {
    if is_there("g++") {
        check_all("cpp", |source, folder| {
            compile("g++", &["-O1".into(), "-o".into(), folder.join("ConnectFour").into(), source.into()]);
            words(&["./ConnectFour"])
        });
    }
}

#[test]
fn there_is_a_program_for_every_mistake_and_a_line_for_every_program() {
    let all: Vec<_> = ["py", "java", "c", "cpp"].into_iter().flat_map(expected).collect();
    for mistake in Mistake::all() {
        assert!(all.iter().any(|(_, wanted)| wanted == mistake.id()), "{}", mistake.id());
    }
    let mut files: Vec<_> = fs::read_dir(submissions())
        .expect("the folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension != "h" && extension != "txt"))
        .collect();
    files.sort();
    let mut listed: Vec<_> = all.into_iter().map(|(file, _)| file).collect();
    listed.sort();
    assert_eq!(files, listed);
}

#[test]
fn the_manual_lists_every_mistake() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/marking.md");
    let manual = fs::read_to_string(path).expect("the manual");
    for mistake in Mistake::all().iter().chain(&[Mistake::TokensForgotten]) {
        let row = format!("| `{}` | {} |", mistake.id(), mistake.does().trim_end_matches('.'));
        assert!(manual.contains(&row), "{row}");
    }
}
