//! Whether these tests would notice.

use std::time::Duration;

use super::interrupt::until;
use super::session::{HANG, Session, USUAL};

/// What is said of a command after its end. What is to be left running is waited for: the shell ends before its child has
/// become that program.
fn problem(line: &str, left: Option<&str>) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let session = Session::start(line, folder.path(), USUAL);
    if let Some(left) = left {
        until(left, || session.processes().iter().any(|process| process == left));
    }
    // What still runs then has no time to go.
    session.end_in(HANG, Duration::ZERO).expect_err(line)
}

#[test]
fn what_a_command_leaves_behind_is_noticed() {
    for (line, problem_) in [
        ("stty -echo", "the terminal's modes are"),
        ("printf '\\033[?25l'", "the cursor is hidden"),
        ("printf '\\033[?1049h'", "the other screen is shown"),
        ("printf '\\033[31m'", "a colour"),
        ("printf '\\033[1m'", "an attribute"),
        ("seq 3000", "there was more than the screen holds"),
        ("sleep 60 &", "still runs: sleep 60"),
        ("env -i setsid sleep 61 </dev/null >/dev/null 2>&1 &", "still runs: sleep 61"),
    ] {
        let found = problem(line, problem_.strip_prefix("still runs: "));
        assert!(found.contains(problem_), "{line}: {found}");
    }
}
