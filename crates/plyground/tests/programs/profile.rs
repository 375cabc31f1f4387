//! `plyground profile` as people run it: interrupted, and with programs.

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::interrupt::interrupted;
use crate::run::{PLYGROUND, Ran, TRUST, has, plyground};

#[test]
fn an_interruption_leaves_whole_files_and_the_rows_so_far() {
    let folder = tempfile::tempdir().expect("a folder");
    // Nobody lives to see the end of this search.
    let words = ["profile", "connect-four", "--algorithm", "M", "--limit", "3600s"];
    let files = ["--csv", "points.csv", "--plot", "time.svg", "--nodes-plot", "nodes.png"];
    let mut command = Command::new(PLYGROUND);
    let command =
        command.args([&words[..], &files].concat()).current_dir(folder.path()).stdout(Stdio::piped());
    // The first depths take no time.
    let ran = Ran::from(interrupted(command, Duration::from_secs(1)));
    assert_eq!(ran.status, Some(130));
    assert!(ran.err.contains("interrupted; this is what was measured"), "{}", ran.err);
    let is_first = |line: &str| line.split_whitespace().take(2).eq(["1", "8"]);
    assert!(ran.out.lines().any(is_first) && ran.out.contains("  interrupted\n"), "{}", ran.out);
    let read = |name: &str| fs::read(folder.path().join(name)).expect("a file");
    let table = String::from_utf8(read("points.csv")).expect("text");
    assert!(table.ends_with('\n'), "{table}");
    assert!(table.lines().nth(1).is_some_and(|line| line.contains(",minimax,comp3608,1,8,5,")), "{table}");
    assert!(read("time.svg").ends_with(b"</svg>"));
    assert!(read("nodes.png").ends_with(b"IEND\xaeB`\x82"));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 3, "nothing else is left");
}

#[test]
fn a_program_that_reports_no_nodes_has_times_by_depth() {
    // A copy, which the sandbox lets programs read.
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy(env!("CARGO_BIN_EXE_maxconnect4"), folder.path().join("maxconnect4")).expect("a copy");
    let words = ["profile", "maxconnect4", "--depth", "2", "--repeat", "1", "--plot", "time.svg", "1111112"];
    let out = plyground(folder.path(), &[&words[..], &TRUST, &["--", "./maxconnect4"]].concat()).done();
    has(&out, &["./maxconnect4, alpha-beta\n", "as deep as asked"]);
    has(&fs::read_to_string(folder.path().join("time.svg")).expect("a plot"), &["CPU time by depth"]);
}

#[test]
fn an_error_of_a_program_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    for (program, message) in [
        (&["/bin/echo", "hello"][..], "/bin/echo at depth 1: standard output, line 1"),
        (&["./missing"], "./missing at depth 1: "),
    ] {
        let words = ["profile", "connect-four", "--depth", "2", "--csv", "points.csv"];
        let words = [&words[..], &TRUST, &["--"], program].concat();
        plyground(folder.path(), &words).refused_with(3, message);
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0, "nothing is written");
    }
}
