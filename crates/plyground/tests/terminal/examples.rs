//! Examples of help, and what documents tell people to type in blocks of `sh`, on a terminal: one rule for how they end.

use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::screen::drawn;
use super::session::{CTRL_C, CTRL_D, Ended, HANG, Session, USUAL, Width};
use crate::blocks::{documents, text};
use crate::interrupt::is_long;
pub(crate) use crate::interrupt::open_folder as folder;

/// How long a command may take once Ctrl-C is typed.
pub(crate) const PROMPT: Duration = Duration::from_secs(1);

/// How long a computation runs before it is interrupted, if it shows no bar.
const AT_WORK: Duration = Duration::from_secs(2);

/// How an example ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// By itself, with this status.
    Status(i32),
    /// It computes for long on purpose: by Ctrl-C, with status 130.
    Interrupted,
    /// A server: by Ctrl-C once it has printed its address, with status 0.
    Served,
    /// A game: by `quit` once a move is asked for, or by the end of input where no word ends it, or by itself where
    /// nobody is asked.
    Left,
}

impl End {
    /// How the example of a help ends.
    pub(crate) fn of(line: &str) -> Self {
        // They begin with the command, but for what prepares them.
        let begins = |command: &str| line.starts_with(command);
        if begins("plyground serve") {
            Self::Served
        } else if begins("plyground play") || begins("maxconnect4 interactive") {
            Self::Left
        } else if begins("plyground-lab book build") || line == "plyground-lab strategy --out FirstWins.v" {
            Self::Interrupted
        } else if begins("plyground-lab book merge") {
            // Its journals are those of several machines, of an hour.
            Self::Status(2)
        } else {
            Self::Status(0)
        }
    }
}

/// Types an example, ends it as it should be ended, and waits for that. Fails if it does not end so, or leaves
/// something behind.
pub(crate) fn run(line: &str, folder: &Path, width: Width, end: End) -> Result<Ended, String> {
    let session = Session::start(line, folder, width);
    let mut pressed = None;
    let mut press = || {
        pressed = Some(Instant::now());
        session.types(CTRL_C);
    };
    let status = match end {
        End::Status(status) => status,
        End::Interrupted => {
            if session.until(AT_WORK, "a bar", &|text| drawn(text).is_some()).is_ok() {
                sleep(Duration::from_millis(300));
            }
            press();
            130
        }
        End::Served => {
            session.until(HANG, "an address", &|text| text.contains("http://127.0.0.1:"))?;
            press();
            0
        }
        End::Left => {
            let is_asked = |text: &str| {
                ["to move>", "your column (1-7):"].iter().any(|end| text.trim_end().ends_with(end))
            };
            if session.until(HANG, "a question", &is_asked).is_ok() {
                session.types(if line.starts_with("plyground") { "quit\n" } else { CTRL_D });
            }
            0
        }
    };
    let ended = session.end(HANG)?;
    if let Some(pressed) = pressed.filter(|_| is_long()) {
        let took = ended.at.saturating_duration_since(pressed);
        if took > PROMPT {
            return Err(ended.problem(&format!("ended {} ms after Ctrl-C", took.as_millis())));
        }
    }
    // The terminal writes `^C` behind a bar, which may then stay.
    let drawn = drawn(&ended.text).filter(|_| end != End::Interrupted);
    if let Some(drawn) = drawn {
        Err(ended.problem(&format!("a bar or a spinner is left: {drawn}")))
    } else if ended.status != status {
        Err(ended.problem(&format!("ended with {}; expected {status}", ended.status)))
    } else {
        Ok(ended)
    }
}

/// Examples that build on each other, run in one folder.
pub(crate) struct Group {
    /// The command; empty for the program's own help.
    pub(crate) command: String,
    pub(crate) lines: Vec<String>,
}

/// The lines below "Examples:" in the help of a command.
fn examples(command: &mut clap::Command) -> Vec<String> {
    let help = command.render_long_help().to_string();
    let (_, examples) = help.split_once("Examples:\n").unwrap_or_default();
    let examples = examples.replace("\\\n", "");
    examples.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
}

/// Subcommands, which the program's own `help` is not one of.
fn subcommands(command: &mut clap::Command) -> impl Iterator<Item = &mut clap::Command> {
    command.get_subcommands_mut().filter(|subcommand| subcommand.get_name() != "help")
}

/// The examples of all help: those of a command with those of its subcommands.
pub(crate) fn groups(mut program: clap::Command) -> Vec<Group> {
    program.build();
    let mut groups = vec![Group { command: String::new(), lines: examples(&mut program) }];
    for command in subcommands(&mut program) {
        let name = command.get_name().to_owned();
        let mut lines = examples(command);
        assert!(!lines.is_empty(), "{name} has no example");
        lines.extend(subcommands(command).flat_map(examples));
        groups.push(Group { command: name, lines });
    }
    groups
}

/// A line: its document, how it begins, and how it ends.
pub(crate) type Line = (&'static str, &'static str, End);

/// Documents whose lines call `plyground-lab`: tests of that program run them.
const OF_LAB: [&str; 3] = ["docs/connect-four-solver.md", "docs/proofs.md", "docs/values.md"];

/// The lines of a document's `sh` blocks that call one of our programs, with those that go on after a backslash.
fn lines(document: &str) -> Vec<String> {
    let text = text(document).replace("\\\n", " ");
    let mut is_inside = false;
    let mut lines = Vec::new();
    for line in text.lines() {
        if line.starts_with("```") {
            is_inside = line == "```sh";
        } else if is_inside && !line.contains("cargo ") {
            // Not every shell knows `time`.
            lines.push(line.strip_prefix("time ").unwrap_or(line).to_owned());
        }
    }
    let calls = |line: &String| {
        line.contains("plyground ") || line.contains("plyground-lab ") || line.contains("ConnectFour")
    };
    lines.into_iter().filter(calls).collect()
}

/// Fails unless these are all lines, of documents of the same program, that call one of our programs.
pub(crate) fn all_are_known(known: &[Line]) {
    let is_of_lab = |document: &str| OF_LAB.contains(&document);
    let mut left = known.iter().map(|(document, begin, _)| (*document, *begin));
    for document in documents().iter().filter(|document| is_of_lab(document) == is_of_lab(known[0].0)) {
        for line in lines(document) {
            let expected = left.next();
            let is_it = expected.is_some_and(|(known, begin)| known == document && line.starts_with(begin));
            assert!(is_it, "{document}: {line}; expected {expected:?}");
        }
    }
    assert_eq!(left.next(), None);
}

/// As the documents say, root needs another option.
fn for_root(line: String) -> String {
    let starts_programs = line.contains("--program") || line.contains("plyground mark ");
    let is_needed = rustix::process::geteuid().is_root() && !line.contains("--allow-root");
    if starts_programs && is_needed { line + " --allow-root" } else { line }
}

/// Runs the lines of a document in a folder that is prepared for them, and lists what is wrong.
pub(crate) fn run_lines(document: &str, known: &[Line], prepare: &dyn Fn(&Path)) -> Vec<String> {
    let folder = folder();
    prepare(folder.path());
    let ends = known.iter().filter(|(known, ..)| *known == document).map(|(.., end)| *end);
    let found = lines(document).into_iter().zip(ends).filter_map(|(line, end)| {
        run(&for_root(line), folder.path(), USUAL, end).err().map(|problem| format!("{document}: {problem}"))
    });
    found.collect()
}
