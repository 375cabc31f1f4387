//! Running the program that is checked, and what it takes.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::ProgressBar;
use plyground_arena::invoke::{Argument, Call, Ended};
use plyground_arena::marking::workshop::Workshop;
use plyground_arena::process::{self, Bounds, End, Files, Program, SCRATCH, SpawnError};
use plyground_arena::sandbox::Isolation;

use crate::exit::{Exit, Failure};
use crate::shown::printable;

/// The names of the files in the folder that a program may write to.
const INPUT: &str = "input.txt";
const OUTPUT: &str = "output.txt";

/// The status with which shells say that there is no such program, or that it cannot be run.
const NOT_RUN: [End; 2] = [End::Exited(126), End::Exited(127)];

/// The program that is checked.
pub(super) enum Tested {
    /// A command, run in the folder that the user is in.
    Command(Program),
    /// What would be handed in, built.
    Handed(Box<Workshop>),
}

impl Tested {
    /// What is run to ask a question.
    fn program(&self, call: &Call) -> Program {
        let (mut program, arguments) = match self {
            Self::Command(program) => (program.clone(), call.arguments.clone()),
            Self::Handed(workshop) => {
                let respondent = workshop.respondent();
                (respondent.contained().program.clone(), respondent.arguments(call))
            }
        };
        let argument = |argument: &Argument| match argument {
            Argument::Word(word) => OsString::from(word),
            Argument::Input => format!("{SCRATCH}/{INPUT}").into(),
            Argument::Output => format!("{SCRATCH}/{OUTPUT}").into(),
        };
        program.argv.extend(arguments.iter().map(argument));
        program
    }
}

/// A program that is asked one question after another.
pub(super) struct Asker {
    tested: Tested,
    isolation: Isolation,
    /// What the marker lets a program use.
    bounds: Bounds,
    interrupted: Arc<AtomicBool>,
    is_cut_short: bool,
    bar: ProgressBar,
    asked: u64,
}

/// What came of one run.
pub(super) struct Ran {
    /// What the program left behind.
    pub(super) ended: Ended,
    /// The most memory in use at a time, in bytes.
    pub(super) memory: u64,
}

impl Asker {
    pub(super) const fn new(
        tested: Tested,
        isolation: Isolation,
        bounds: Bounds,
        interrupted: Arc<AtomicBool>,
        bar: ProgressBar,
    ) -> Self {
        Self { tested, isolation, bounds, interrupted, is_cut_short: false, bar, asked: 0 }
    }

    /// Whether a question was not asked because the user has had enough.
    pub(super) const fn is_cut_short(&self) -> bool {
        self.is_cut_short
    }

    /// Whether the user has had enough.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// How many questions there are.
    pub(super) fn expects(&self, questions: usize) {
        self.bar.set_length(questions as u64);
    }

    /// Runs the program once; `None` if the user has had enough.
    ///
    /// # Errors
    ///
    /// If it could not be run.
    pub(super) fn ask(&mut self, call: &Call) -> Result<Option<Ran>, Failure> {
        if self.is_interrupted() {
            self.is_cut_short = true;
            return Ok(None);
        }
        let program = self.tested.program(call);
        // Standard error may hold a trace: all is kept that the marker would let through, and a byte by which more
        // is found out.
        let most_stderr = usize::try_from(self.bounds.stderr_flood()).unwrap_or(usize::MAX - 1);
        let bounds = Bounds { wall: call.wall, stderr_bytes: most_stderr + 1, ..self.bounds };
        let files = match &call.file {
            Some(content) => Files {
                given: vec![(INPUT.to_owned(), content.clone().into_bytes())],
                wanted: Some(OUTPUT.to_owned()),
            },
            None => Files::default(),
        };
        let ran = process::run_with_files(&program, &self.isolation, call.input.as_bytes(), &bounds, &files);
        let (report, file) = ran.map_err(|error| cannot_run(&error))?;
        if NOT_RUN.contains(&report.end) && report.stdout.is_empty() {
            let told = String::from_utf8_lossy(&report.stderr_tail);
            let message = format!("the program could not be run: {}: {}", report.end, printable(told.trim()));
            return Err(Failure { exit: Exit::ProgramFailed, message });
        }
        self.asked += 1;
        self.bar.set_position(self.asked);
        let is_flooded = report.stderr_tail.len() > most_stderr;
        let file = call.file.as_ref().map(|_| file.ok_or_else(|| "missing".to_owned()));
        let ended = Ended {
            stdout: report.stdout,
            file,
            stderr: report.stderr_tail,
            end: if is_flooded { End::StderrFlood } else { report.end },
            // As the marker tells it.
            wall: if report.end == End::WallOut { call.wall } else { report.wall },
            cpu: Some(report.cpu),
        };
        Ok(Some(Ran { ended, memory: report.max_rss }))
    }
}

fn cannot_run(error: &SpawnError) -> Failure {
    let message = format!("the program could not be run: {}", printable(&error.to_string()));
    Failure { exit: Exit::ProgramFailed, message }
}

/// The folder in which the program runs.
pub(super) fn current_dir() -> Result<PathBuf, Failure> {
    std::env::current_dir()
        .map_err(|error| Failure::bad_input(format_args!("the folder that you are in: {error}")))
}
