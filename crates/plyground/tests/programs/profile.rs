//! `plyground profile` as people run it: interrupted, and with programs.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::interrupt::interrupted;
use crate::run::{plyground, text};

const PLYGROUND: &str = env!("CARGO_BIN_EXE_plyground");

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
    let output = interrupted(command, Duration::from_secs(1));
    assert_eq!(output.status.code(), Some(130));
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(err.contains("interrupted; this is what was measured"), "{err}");
    assert!(out.contains("\n      1      8 ") || out.contains("      8      "), "{out}");
    assert!(out.contains("  interrupted\n"), "{out}");
    let table = std::fs::read_to_string(folder.path().join("points.csv")).expect("a table");
    let rows = table.lines().count();
    assert!(rows >= 2 && table.ends_with('\n'), "{table}");
    assert!(table.lines().nth(1).is_some_and(|line| line.contains(",minimax,comp3608,1,8,5,")), "{table}");
    let svg = std::fs::read_to_string(folder.path().join("time.svg")).expect("a plot");
    assert!(svg.ends_with("</svg>"), "{svg}");
    let png = std::fs::read(folder.path().join("nodes.png")).expect("a plot");
    assert!(png.ends_with(b"IEND\xaeB`\x82"));
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 3, "nothing else is left");
}

/// A folder with copies of these programs, which the sandbox lets programs read.
fn with_programs(programs: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for program in programs {
        let name = Path::new(program).file_name().expect("a name");
        std::fs::copy(program, folder.path().join(name)).expect("a copy");
    }
    folder
}

const TRUST: [&str; 2] = ["--allow-root", "--trust-agents"];

#[test]
fn nodes_and_times_of_a_program_are_measured() {
    let folder = with_programs(&[env!("CARGO_BIN_EXE_ConnectFour")]);
    let words = ["profile", "connect-four", "--algorithm", "M", "--depth", "3", "--repeat", "2", "--json"];
    let output = plyground(folder.path(), &[&words[..], &TRUST, &["--", "./ConnectFour"]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let series = &found["series"][0];
    assert_eq!(
        (series["algorithm"].as_str(), series["evaluation"].as_str()),
        (Some("./ConnectFour, minimax"), None)
    );
    let points = series["points"].as_array().expect("points");
    let nodes: Vec<u64> = points.iter().filter_map(|point| point["examined"].as_u64()).collect();
    assert_eq!(nodes, [8, 57, 400]);
    assert!(points.iter().all(|point| point["cpu_seconds"].as_array().is_some_and(|runs| runs.len() == 2)));
    assert!(points[2]["median_seconds"].as_f64().expect("a time") > 0.0);
}

#[test]
fn a_program_that_reports_no_nodes_has_times_by_depth() {
    let folder = with_programs(&[env!("CARGO_BIN_EXE_maxconnect4")]);
    let words = ["profile", "maxconnect4", "--depth", "2", "--repeat", "1", "--plot", "time.svg", "1111112"];
    let output = plyground(folder.path(), &[&words[..], &TRUST, &["--", "./maxconnect4"]].concat());
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{err}");
    assert!(out.contains("./maxconnect4, alpha-beta\n") && out.contains("as deep as asked"), "{out}");
    let svg = std::fs::read_to_string(folder.path().join("time.svg")).expect("a plot");
    assert!(svg.contains("CPU time by depth"), "{svg}");
}

#[test]
fn an_error_of_a_program_is_reported() {
    let folder = with_programs(&[]);
    for (program, message) in [
        (&["/bin/echo", "hello"][..], "/bin/echo at depth 1: standard output, line 1"),
        (&["./missing"], "./missing at depth 1: "),
    ] {
        let words = ["profile", "connect-four", "--depth", "2", "--csv", "points.csv"];
        let output = plyground(folder.path(), &[&words[..], &TRUST, &["--"], program].concat());
        let err = text(&output.stderr);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(3), 0), "{err}");
        assert!(err.contains(message), "{err}");
        assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0, "nothing is written");
    }
}
