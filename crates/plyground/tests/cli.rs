//! The program as people run it: console sessions, and every example of its help.

use std::path::Path;
use std::process::{Command, Output, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_plyground");

#[test]
fn console_sessions() {
    trycmd::TestCases::new().case("tests/cli/*.trycmd");
}

/// Runs a line of shell in a folder, with `plyground` on the path and nothing to read.
fn shell(line: &str, folder: &Path) -> Output {
    let programs = Path::new(PROGRAM).parent().expect("a program lies in a folder").display();
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(folder).stdin(Stdio::null());
    command.env("PATH", format!("{programs}:{path}")).output().expect("a shell")
}

/// The lines below "Examples:" in the help of a command.
fn examples(command: &mut clap::Command) -> Vec<String> {
    let help = command.render_long_help().to_string();
    let (_, examples) = help.split_once("Examples:\n").unwrap_or_default();
    examples.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
}

/// The examples of a command and of its subcommands. Those of `book` compute for an hour.
fn all_examples(command: &mut clap::Command) -> Vec<String> {
    let mut all = examples(command);
    assert!(!all.is_empty(), "{} has no example", command.get_name());
    if command.get_name() != "book" {
        let subcommands = command.get_subcommands_mut().filter(|subcommand| subcommand.get_name() != "help");
        all.extend(subcommands.flat_map(examples));
    }
    all
}

#[test]
fn every_example_of_the_help_runs() {
    let mut command = plyground::cli::command();
    command.build();
    let mut all = vec![examples(&mut command)];
    let subcommands = command.get_subcommands_mut().filter(|subcommand| subcommand.get_name() != "help");
    all.extend(subcommands.map(all_examples));
    for lines in all {
        // The examples of a command build on each other.
        let folder = tempfile::tempdir().expect("a temporary folder");
        for line in lines {
            // A server ends by itself at no time; Ctrl-C ends it well.
            let is_server = line.starts_with("plyground serve");
            let line = if is_server { format!("timeout --preserve-status -s INT 1 {line}") } else { line };
            let output = shell(&line, folder.path());
            let err = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{line}: {err}");
            let leaves_something = std::fs::read_dir(folder.path()).expect("a folder").next().is_some();
            assert!(!output.stdout.is_empty() || leaves_something, "{line} prints nothing");
        }
    }
}

#[test]
fn failures_have_status_2_and_print_nothing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for line in ["plyground show connect-four 9", "plyground show chess", "plyground move connect-four"] {
        let output = shell(line, folder.path());
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{line}");
    }
}

#[test]
fn no_colour_reaches_a_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for line in ["plyground --help", "plyground example", "plyground show connect-four 4453"] {
        let output = shell(line, folder.path());
        assert!(!output.stdout.is_empty() && !output.stdout.contains(&0x1b), "{line}");
    }
}
