//! Running programs, and interrupting them.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::interrupt::{GRACE, interrupt, until_started};
pub(crate) use crate::interrupt::{has, is_long, open_folder};

pub(crate) const PLYGROUND: &str = env!("CARGO_BIN_EXE_plyground");

/// Programs are started without a box, also by root: of interest is what they answer.
pub(crate) const TRUST: [&str; 2] = ["--allow-root", "--trust-agents"];

/// How a program ended: its status, if no signal ended it, and what it wrote.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) status: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8"));
        Self { status: output.status.code(), out, err }
    }
}

impl Ran {
    /// Standard output of what must succeed.
    pub(crate) fn done(self) -> String {
        assert_eq!(self.status, Some(0), "{}{}", self.out, self.err);
        self.out
    }

    /// Standard error of what must end so, without a word on standard output.
    #[track_caller]
    pub(crate) fn refused(self, status: i32) -> String {
        assert_eq!((self.status, self.out.as_str()), (Some(status), ""), "{}", self.err);
        self.err
    }

    /// The same of what must say these words.
    #[track_caller]
    pub(crate) fn refused_with(self, status: i32, words: &str) {
        has(&self.refused(status), &[words]);
    }

    /// The document on standard output.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.err))
    }
}

/// The cells of the rows of a table, with arrows between them.
pub(crate) fn table<const N: usize>(rows: &str) -> impl Iterator<Item = [&str; N]> {
    rows.trim().lines().map(|row| {
        let cells: Vec<&str> = row.trim().split(" => ").collect();
        <[&str; N]>::try_from(cells).unwrap_or_else(|cells| panic!("{cells:?}"))
    })
}

/// Runs a command to its end, with nothing to read.
pub(crate) fn ran(command: &mut Command) -> Ran {
    command.stdin(Stdio::null()).output().expect("the program starts").into()
}

/// `plyground` in a folder, with nothing to read.
pub(crate) fn plyground(folder: &Path, words: &[&str]) -> Ran {
    ran(Command::new(PLYGROUND).args(words).current_dir(folder))
}

/// Interrupts a command when a program that it has started has become this one.
pub(crate) fn interrupted_at(program: &str, command: &mut Command) -> Ran {
    let command = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.env(GRACE, "60000").spawn().expect("the program starts");
    until_started(program);
    interrupt(&child);
    child.wait_with_output().expect("it ends").into()
}

/// Runs a command with this on its standard input, of which it need not read all.
pub(crate) fn with_input(command: &mut Command, input: &[u8]) -> Ran {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("a program that starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    std::thread::scope(|scope| {
        scope.spawn(move || pipe.write_all(input));
        child.wait_with_output().expect("it ends").into()
    })
}
