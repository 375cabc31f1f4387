//! Whether these tests would notice.

use std::time::Duration;

use super::examples::{self, End};
use super::interrupt::until;
use super::interrupts::press;
use super::session::{CTRL_C, HANG, Session, USUAL};

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

#[test]
fn what_does_not_end_is_ended() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let line = "trap '' INT; echo ready; sleep 62";
    let session = Session::start(&format!("sh -c \"{line}\""), folder.path(), USUAL);
    session.until(HANG, "ready", &|text| text.contains("ready")).expect("it begins");
    session.until_started(HANG, "sleep 62").expect("it sleeps");
    session.types(CTRL_C);
    let found = session.end(Duration::from_millis(300)).expect_err("nothing ends it");
    let (_, running) = found.split_once("has not ended within 300ms; this runs: ").expect("it runs");
    assert!(running.contains("sleep 62"), "{found}");
}

#[test]
fn bars_and_spinners_are_noticed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for line in ["printf '██░░ 3/4'", "printf '⠂ solving'"] {
        let found = examples::run(line, folder.path(), USUAL, End::Status(0)).expect_err(line);
        assert!(found.contains("a bar or a spinner is left: "), "{found}");
    }
    let cleared = r"printf '██░░ 3/4\r\033[2Kdone\n'";
    let found = examples::run(cleared, folder.path(), USUAL, End::Status(0));
    assert_eq!(found.map(|ended| ended.text), Ok("done".to_owned()));
}

#[test]
#[ignore = "long: the second after Ctrl-C is looked at"]
fn it_is_noticed_how_commands_end_after_ctrl_c() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (on_ctrl_c, times, problem) in [
        ("exit 130", 1, None),
        ("exit 130", 2, None),
        ("exit 3", 1, Some("ended with 3; expected 130")),
        ("sleep 1.2; exit 130", 1, Some(" ms after Ctrl-C")),
        ("echo bwrap: gone; exit 130", 1, Some("says: bwrap:")),
        ("echo gone; exit 130", 1, Some("does not say: to go on")),
    ] {
        // The naps are short: a Ctrl-C that comes while a nap is being started wakes nobody, and
        // a shell sees to its trap only when the nap is over.
        let line = format!("sh -c \"trap '{on_ctrl_c}' INT; echo ready; while :; do sleep 0.1; done\"");
        let session = Session::start(&line, folder.path(), USUAL);
        session.until(HANG, "ready", &|text| text.contains("ready")).expect("it is there");
        let says = if on_ctrl_c.contains("echo gone") { &["to go on"][..] } else { &[] };
        let found = press(session, times, 130, says).err();
        let is_right = match (&found, problem) {
            (None, None) => true,
            (Some(found), Some(problem)) => found.contains(problem),
            _ => false,
        };
        assert!(is_right, "{line}: {found:?}; expected {problem:?}");
    }
}
