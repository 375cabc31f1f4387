//! Ctrl-C in the middle of work.
//!
//! Every command ends within a second of Ctrl-C, with status 130 and nothing left behind: no process, no changed
//! terminal. The long run measures that second on the wall clock, for every command. The gate tries two commands, and
//! only whether they end.
//!
//! A command that catches Ctrl-C clears its bars, and the `^C` that the terminal has written beside them. A command
//! that the signal ends leaves its spinner on the screen.

use std::borrow::Cow;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::examples::{PROMPT, folder};
use super::screen::drawn;
use super::session::{CTRL_C, HANG, Session, USUAL, Width};
use crate::interrupt::is_long;

/// How it is seen that a command is at work.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Sign {
    /// It runs one of our programs; so many milliseconds later it is at work.
    After(u64),
    Drawn,
    /// This is on the screen.
    Shown(&'static str),
    /// It has started a process with this among its words.
    Started(&'static str),
    /// It has started processes with this among their words, and starts no more.
    Done(&'static str),
}

/// A command that takes long.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// A line of shell.
    pub(crate) line: &'static str,
    /// When it is at work.
    pub(crate) sign: Sign,
    /// What is on the screen in the end.
    pub(crate) says: Cow<'static, [&'static str]>,
    pub(crate) status: i32,
}

/// A command whose work is lost when it is interrupted.
pub(crate) const fn lost(line: &'static str, sign: Sign) -> Case {
    kept(line, sign, &[])
}

/// A command that says what it has done, or how to go on.
pub(crate) const fn kept(line: &'static str, sign: Sign, says: &'static [&'static str]) -> Case {
    Case { line, sign, says: Cow::Borrowed(says), status: 130 }
}

/// A server, which Ctrl-C ends as it should be ended.
pub(crate) fn served(line: &'static str) -> Case {
    Case { status: 0, ..lost(line, Sign::Shown("http://127.0.0.1:")) }
}

/// How long work continues after its sign, before Ctrl-C.
const GOES_ON: Duration = Duration::from_millis(200);

/// Between two times Ctrl-C in quick succession.
const AGAIN: Duration = Duration::from_millis(50);

/// What must never be on the screen: Ctrl-C is for us, not for programs in a sandbox.
const NEVER_SHOWN: [&str; 3] = ["could not be run", "bwrap:", "panicked"];

/// Waits until a command is at work.
fn wait(session: &Session, case: &Case) -> Result<(), String> {
    match case.sign {
        Sign::After(milliseconds) => {
            session.until_at_work(!case.says.is_empty())?;
            sleep(Duration::from_millis(milliseconds));
            return Ok(());
        }
        Sign::Drawn => session.until(HANG, "a bar or a spinner", &|text| drawn(text).is_some())?,
        Sign::Shown(expected) => session.until(HANG, expected, &|text| text.contains(expected))?,
        Sign::Started(words) => session.until_started(HANG, words)?,
        Sign::Done(words) => {
            session.until_started(HANG, words)?;
            while session.until_started(GOES_ON, words).is_ok() {}
        }
    }
    sleep(GOES_ON);
    Ok(())
}

/// Types Ctrl-C once or twice, and waits for the end.
pub(crate) fn press(session: Session, times: usize, status: i32, says: &[&str]) -> Result<(), String> {
    let pressed = Instant::now();
    session.types(CTRL_C);
    for _ in 1..times {
        sleep(AGAIN);
        session.types(CTRL_C);
    }
    let ended = session.end(HANG)?;
    let took = ended.at.saturating_duration_since(pressed);
    // The second Ctrl-C ends it at once: it need not print its words, and the status may be 130.
    if !says.is_empty()
        && let Some(bar) = drawn(&ended.text)
    {
        return Err(ended.problem(&format!("leaves a bar: {bar}")));
    }
    let (says, is_right) = match times {
        1 => (says, ended.status == status),
        _ => (&[][..], [status, 130].contains(&ended.status)),
    };
    if is_long() && took > PROMPT {
        return Err(ended.problem(&format!("ended {} ms after Ctrl-C", took.as_millis())));
    }
    if !is_right {
        return Err(ended.problem(&format!("ended with {}; expected {status}", ended.status)));
    }
    if let Some(missing) = says.iter().find(|words| !ended.text.contains(**words)) {
        return Err(ended.problem(&format!("does not say: {missing}")));
    }
    match NEVER_SHOWN.iter().find(|words| ended.text.contains(**words)) {
        Some(words) => Err(ended.problem(&format!("says: {words}"))),
        None => Ok(()),
    }
}

/// Starts a command in a new folder and interrupts it.
fn interrupt(case: &Case, times: usize, width: Width, prepare: &dyn Fn(&Path)) -> Result<(), String> {
    let folder = folder();
    prepare(folder.path());
    let session = Session::start(case.line, folder.path(), width);
    wait(&session, case)
        .and_then(|()| press(session, times, case.status, &case.says))
        .map_err(|problem| format!("Ctrl-C, {times} times, {width:?}: {problem}"))
}

/// Fails, and lists what is wrong, if anything is.
pub(crate) fn assert_none(found: impl IntoIterator<Item = Result<(), String>>) {
    let problems: Vec<String> = found.into_iter().filter_map(Result::err).collect();
    assert!(problems.is_empty(), "{} cases:\n{}", problems.len(), problems.join("\n\n"));
}

/// Interrupts each once and, in another run, twice in quick succession, on a terminal as most are.
pub(crate) fn all(cases: &[Case], prepare: &dyn Fn(&Path)) {
    assert_none(cases.iter().flat_map(|case| [1, 2].map(|times| interrupt(case, times, USUAL, prepare))));
}

pub(crate) fn at_widths(cases: &[Case], widths: &[Width], prepare: &dyn Fn(&Path)) {
    let each = |case| widths.iter().map(move |&width| interrupt(case, 1, width, prepare));
    assert_none(cases.iter().flat_map(each));
}

fn paths(command: &clap::Command, above: &str, found: &mut Vec<String>) {
    for nested in command.get_subcommands() {
        let path = format!("{above} {}", nested.get_name()).trim().to_owned();
        paths(nested, &path, found);
        found.push(path);
    }
}

/// Fails unless each command is interrupted by a case or left out for a reason. `is_ours` says of which the tests are here.
pub(crate) fn all_are_covered(
    program: &clap::Command,
    is_ours: &dyn Fn(&str) -> bool,
    cases: &[&[Case]],
    left_out: &[(&str, &str)],
) {
    // The part before the last `&&` prepares the command.
    let lines = cases.iter().copied().flatten().filter_map(|case| case.line.rsplit("&& ").next());
    let lines: Vec<&str> = lines.collect();
    let mut commands = Vec::new();
    paths(program, "", &mut commands);
    commands.retain(|command| is_ours(command.split(' ').next().unwrap_or_default()));
    for command in &commands {
        let begin = format!("{} {command} ", program.get_name());
        let is_interrupted = lines.iter().any(|line| format!("{line} ").starts_with(&begin));
        let is_left_out = left_out.iter().any(|(left_out, why)| left_out == command && !why.is_empty());
        let has_commands = commands.iter().any(|nested| nested.starts_with(&format!("{command} ")));
        assert!(is_interrupted != is_left_out || has_commands, "{command}: interrupted, or left out?");
    }
    let unknown = left_out.iter().find(|(command, _)| !commands.iter().any(|known| known == command));
    assert_eq!(unknown, None);
}
