//! The program as people run it: console sessions, and every example of its help.

mod help;
mod shell;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use help::Group;
use shell::{command, shell};

#[test]
fn console_sessions() {
    // Whoever tests may have set a width for help.
    trycmd::TestCases::new().env("COLUMNS", "100").case("tests/cli/*.trycmd");
}

/// Runs a line of shell that serves, until its address is printed, and ends it by Ctrl-C.
fn serves(line: &str, folder: &Path) {
    let mut command = command(&format!("exec {line}"), folder);
    let mut server = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("a shell");
    let mut address = String::new();
    let mut out = BufReader::new(server.stdout.take().expect("a pipe"));
    out.read_line(&mut address).expect("a line");
    assert!(address.starts_with("http://127.0.0.1:"), "{line}: {address}");
    let interrupt = Command::new("kill").args(["-INT", &server.id().to_string()]).status();
    assert!(interrupt.expect("a signal").success(), "{line}");
    assert!(server.wait().expect("a server").success(), "{line}");
}

#[test]
fn every_example_of_the_help_runs() {
    for Group { command, lines } in help::groups(plyground::Program::new().command()) {
        // The examples of a command build on each other.
        let folder = tempfile::tempdir().expect("a temporary folder");
        for line in lines {
            if line.starts_with("plyground serve") {
                serves(&line, folder.path());
                continue;
            }
            let output = shell(&line, folder.path());
            let err = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "help of '{command}': {line}: {err}");
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
fn help_is_as_wide_as_columns_say_and_no_wider_than_100() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let help = |columns: Option<&str>| {
        let mut command = command("plyground profile --help", folder.path());
        if let Some(columns) = columns {
            command.env("COLUMNS", columns);
        }
        String::from_utf8(command.output().expect("a shell").stdout).expect("text")
    };
    // It is not written to a terminal.
    let widest = help(None);
    let fills = |help: &str, width: usize| {
        let longest = help.lines().map(|line| line.chars().count()).max().unwrap_or_default();
        longest <= width && longest + 5 > width
    };
    assert!(fills(&widest, 100), "{widest}");
    for columns in ["100", "200", "0", "abc", ""] {
        assert_eq!(help(Some(columns)), widest, "COLUMNS={columns}");
    }
    for columns in [57, 80] {
        let help = help(Some(&columns.to_string()));
        assert!(fills(&help, columns), "COLUMNS={columns}: {help}");
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
