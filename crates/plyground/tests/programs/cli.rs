//! What only a process of `plyground` shows: its exit status, its streams, and what it takes from the environment.

use crate::shell::{command, shell};

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
        // clap leaves usage on one line.
        let prose = help.lines().filter(|line| !line.starts_with("Usage: "));
        let longest = prose.map(|line| line.chars().count()).max().unwrap_or_default();
        longest <= width && longest + 5 > width
    };
    assert!(fills(&widest, 100), "{widest}");
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
