//! What all the programs have in common: streams that nobody holds do no harm.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::blocks::{command, shell};
use crate::run::{PLYGROUND, Ran, has, ran};

const PROGRAMS: [&str; 3] = ["ConnectFour", "maxconnect4", "breakthrough"];

/// Runs a line of shell in a folder of its own.
fn run(line: &str) -> Ran {
    let folder = tempfile::tempdir().expect("a temporary folder");
    shell(line, folder.path()).into()
}

#[test]
fn every_program_prints_its_version() {
    for program in PROGRAMS {
        let version = format!("{program} {}, of Plyground\n", env!("CARGO_PKG_VERSION"));
        assert_eq!(run(&format!("{program} --version")).done(), version);
    }
}

#[test]
fn help_is_as_wide_as_columns_say_and_no_colour_reaches_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let help = ran(command("plyground profile --help", folder.path()).env("COLUMNS", "57")).done();
    // clap leaves usage on one line.
    let prose = help.lines().filter(|line| !line.starts_with("Usage: "));
    let longest = prose.map(|line| line.chars().count()).max();
    assert!(longest.is_some_and(|longest| (53..=57).contains(&longest)), "{help}");
    for line in ["plyground --help", "plyground example", "plyground show connect-four 4453"] {
        let out = run(line).done();
        assert!(!out.is_empty() && !out.contains('\x1b'), "{line}");
    }
}

#[test]
fn what_a_shell_hands_down_does_no_harm() {
    for (line, told) in [
        ("plyground games > /dev/full", "No space left on device (os error 28)"),
        ("ulimit -f 0; plyground games > games.txt", "File too large (os error 27)"),
    ] {
        let told = format!("plyground: standard output: {told}; expected room for the result\n");
        assert_eq!(run(line).refused(2), told);
    }
    run("ulimit -s 64; ConnectFour .......,.......,.......,.......,.......,....... red A 6").done();
}

/// A stream whose reader has gone.
fn nobody() -> Stdio {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    writer.into()
}

#[test]
fn results_come_even_if_nobody_reads_standard_error() {
    let folder = tempfile::tempdir().unwrap();
    let perft = ran(Command::new(PLYGROUND).args(["perft", "connect-four", "2"]).stderr(nobody()));
    assert_eq!(perft.done(), "depth  sequences\n    1          7\n    2         49\n");
    let mut command = Command::new(env!("CARGO_BIN_EXE_maxconnect4"));
    command.args(["interactive", "none", "computer-next", "2"]).current_dir(folder.path());
    ran(command.stderr(nobody())).done();
    assert!(folder.path().join("computer.txt").exists());
    ran(Command::new(env!("CARGO_BIN_EXE_ConnectFour")).arg("x").stderr(nobody())).refused(2);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    for args in [&["games"][..], &["play", "connect-four", "--first", "first", "--second", "first"]] {
        let ran = ran(Command::new(PLYGROUND).args(args).stdout(nobody()));
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{args:?}");
    }
}

#[test]
fn the_board_is_seen_before_an_agent_thinks() {
    // Nobody lives to see this move.
    let mut child = Command::new(PLYGROUND)
        .args(["play", "breakthrough", "--first", "minimax:depth=30", "--second", "first"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut board = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    assert!(board.any(|line| line.ends_with("A  B  C  D  E  F")));
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn the_tree_of_a_search_is_written_as_lines_and_for_graphviz() {
    let folder = tempfile::tempdir().unwrap();
    let search = |rest: &str| -> Ran {
        let line = format!(
            "plyground search connect-four '.ryyrry,.rryry.,..y.r..,..y....,.......,....... red' --algorithm A {rest}"
        );
        shell(&line, folder.path()).into()
    };
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    search("--depth 4 --tree tree.jsonl").done();
    let nodes: Vec<Value> =
        read("tree.jsonl").lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(nodes.len(), 297);
    let root = json!({
        "number": 1, "parent": null, "ply": 0, "move": null, "to_move": "red", "maximises": true,
        "position": nodes[0]["position"], "alpha": null, "beta": null, "value": 10000, "bound": "exact",
        "state": "inner", "best": "1", "nodes": 297, "why": null, "reason": nodes[0]["reason"],
    });
    assert_eq!(nodes[0], root);
    for node in &nodes[1..] {
        let parent = &nodes[usize::try_from(node["parent"].as_u64().unwrap()).unwrap() - 1];
        assert_eq!(node["ply"].as_u64(), parent["ply"].as_u64().map(|ply| ply + 1), "{node}");
        assert!(parent["number"].as_u64() < node["number"].as_u64(), "{node}");
        assert_ne!(node["why"], "not examined", "{node}");
    }
    search("--depth 3 --tree tree.dot").done();
    let dot = read("tree.dot");
    assert!(dot.starts_with("digraph search {\n") && dot.ends_with("}\n"), "{dot}");
    assert_eq!((dot.matches(", shape=").count(), dot.matches(" -> ").count()), (115, 114));
    for (depth, name, most) in [(8, "large.dot", 2000), (12, "large.jsonl", 1_000_000)] {
        let message = format!("--tree: more than {most} nodes, the most of such a file");
        search(&format!("--depth {depth} --tree {name}")).refused_with(2, &message);
        assert!(!folder.path().join(name).exists());
    }
}

#[test]
#[cfg(target_os = "linux")]
#[ignore = "long: Graphviz"]
fn graphviz_draws_the_trees() {
    assert!(crate::needs::available("dot", Command::new("dot").arg("-V").output().is_ok()));
    for game in ["connect-four", "breakthrough", "adjacent-four", "max-connect-four"] {
        for algorithm in ["minimax", "alpha-beta"] {
            let search = format!("plyground search {game} --algorithm {algorithm} --depth 2 --tree tree.dot");
            let drawn = run(&format!("{search} >search.txt && dot -Tsvg tree.dot")).done();
            has(&drawn, &["</svg>", "class=\"edge\""]);
        }
    }
}
