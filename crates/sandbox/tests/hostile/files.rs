//! Programs that talk through files.

use std::time::Duration;

use plyground_sandbox::isolation::{Isolation, Level};
use plyground_sandbox::process::{Bounds, End, Files, SCRATCH, run_once, run_with_files};

use crate::ground::{Ground, SECRET, left_behind, mark};
use crate::{HANG, is_long, needs};

/// The kernel holds more than a kibibyte for an empty file.
#[test]
fn empty_files_without_number_fill_no_memory() {
    let ground = Ground::compiled();
    let argv = ["many_files"];
    if !needs::available("a C compiler", ground.can_run(&argv)) {
        return;
    }
    let bounds = Bounds { wall: HANG, memory_bytes: 64 << 20, ..Bounds::default() };
    for isolation in ground.isolations().iter().filter(|isolation| isolation.level() >= Level::Bwrap) {
        let report = run_once(&ground.program(&argv, ""), isolation, b"", &bounds).unwrap();
        assert_eq!(report.end, End::MemoryOut, "at {}: {report:?}", isolation.level());
    }
    ground.assert_clean();
}

#[test]
fn files_go_in_and_out_and_nothing_else_does() {
    let ground = Ground::new();
    let secret = ground.other().join("secret").display().to_string();
    let bounds = Bounds { file_bytes: 1 << 20, stdout_bytes: 100, ..Bounds::default() };
    let (given, wanted) = (format!("{SCRATCH}/in.txt"), format!("{SCRATCH}/out.txt"));
    let files = Files {
        given: vec![("in.txt".to_owned(), b"board\0\n".to_vec())],
        wanted: Some(("out.txt".to_owned(), 1 << 20)),
    };
    for isolation in ground.isolations() {
        let run = |name: &str, files: &Files| {
            let mark = mark();
            let program = ground.program(&[name, &given, &wanted, &secret], &mark);
            let result = run_with_files(&program, isolation, b"", &bounds, files);
            left_behind(&mark).unwrap();
            result
        };
        let level = isolation.level();
        let little = Files { wanted: Some(("out.txt".to_owned(), 3)), ..files.clone() };
        let (done, board) = (End::Exited(0), b"board\0\n".as_slice());
        for (name, files, end, stdout, expected) in [
            ("copies.sh", &files, done, "copied\n", Some(board)),
            ("renames.sh", &files, done, "", Some(board)),
            // No more is read than is wanted.
            ("copies.sh", &little, done, "copied\n", Some(b"boa")),
            ("links_out.sh", &files, done, "", None),
            ("pipe_out.sh", &files, done, "", None),
            ("half_line.sh", &files, done, "3", None),
            // Its end is reported as without files.
            ("then_fails.sh", &files, End::Exited(1), "3\n", None),
            // Nothing of one run is there for the next.
            ("no_answer.sh", &files, done, "", None),
        ] {
            let (report, file) = run(name, files).unwrap();
            assert_eq!((report.end, report.stdout.as_slice()), (end, stdout.as_bytes()), "{name} at {level}");
            assert_eq!(file.as_deref(), expected, "{name} at {level}");
        }
        let (report, file) = run("flood_stdout.sh", &files).unwrap();
        assert_eq!((report.end, report.stdout.len(), file), (End::StdoutFlood, 100, None), "{level}");

        let boundless = Bounds { file_bytes: u64::MAX, ..bounds };
        let program = ground.program(&["copies.sh", &given, &wanted], "");
        let (report, file) = run_with_files(&program, isolation, b"", &boundless, &files).unwrap();
        assert_eq!((report.end, file.as_deref()), (done, Some(board)), "{level}");

        // A flood of lines ends as soon as where no file is wanted.
        let large = Bounds { file_bytes: 64 << 20, wall: HANG, ..bounds };
        let program = ground.program(&["flood_stdout.sh"], "");
        let (report, _) = run_with_files(&program, isolation, b"", &large, &files).unwrap();
        let used = !is_long() || report.cpu < Duration::from_secs(1);
        assert_eq!((report.end, report.stdout.len(), used), (End::StdoutFlood, 100, true), "{level}");

        for name in ["", ".", "..", "a/b", "/etc/passwd"] {
            let refused = Files { wanted: Some((name.to_owned(), 1)), ..Files::default() };
            let message = run("copies.sh", &refused).unwrap_err().to_string();
            assert_eq!(message, format!("{name:?} is no name for a file; expected a name without a slash"));
        }
    }
    ground.assert_clean();
}

#[test]
fn folders_that_are_none_are_named() {
    let ground = Ground::new();
    let isolation = &ground.isolations()[0];
    let mut program = ground.program(&["echo.sh"], "");
    program.dir = "/missing/folder".into();
    let run = |program: &_| run_with_files(program, isolation, b"", &Bounds::default(), &Files::default());
    let message = run(&program).unwrap_err().to_string();
    assert_eq!(message, "/missing/folder: No such file or directory (os error 2); expected a folder");
    program.dir = ground.programs().join("echo.sh");
    let message = run(&program).unwrap_err().to_string();
    assert!(message.ends_with("/programs/echo.sh: not a folder; expected a folder"), "{message}");
}

/// What lies in a program's folder and is not its own looks empty, at every level that keeps anything away.
#[test]
fn hidden_folders_are_not_seen() {
    let ground = Ground::new();
    for isolation in ground.isolations().iter().filter(|isolation| isolation.level() > Level::None) {
        let folder = ground.programs();
        let mut program = ground.program(&[""; 0], "");
        program.argv = ["/bin/sh", "-c", "cat other/secret; ls other"].map(Into::into).to_vec();
        program.dir = folder.parent().unwrap().to_owned();
        let said =
            |isolation: &Isolation| run_once(&program, isolation, b"", &Bounds::default()).unwrap().stdout;
        assert_eq!(said(isolation), [SECRET.as_bytes(), b"secret\n"].concat(), "{}", isolation.level());
        assert_eq!(said(&isolation.clone().hiding(&ground.other())), b"", "{}", isolation.level());
    }
}
