//! What an assignment is, as data: `assignment.toml`, read strictly.
//!
//! A course copies a file and changes it: other depths, other weights, another way of writing boards, other
//! marks. Unknown keys are errors, and every error names line and column.

mod file;
mod tables;

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use super::local_time::{LocalTime, Zone};
use super::reader::Reader;
use super::task::Task;
use plyground_arena::config_file::ConfigError;
use plyground_core::agents::AgentSpec;
use plyground_league::fault::Remedy;
use plyground_league::ladder::RungMarks;
use plyground_league::standings::{MarkRule, Points, SharedRank};
use plyground_sandbox::isolation;
use plyground_sandbox::process::Bounds;

/// The name of the file of an assignment.
pub const FILE: &str = "assignment.toml";

/// Everything that `assignment.toml` says.
#[derive(Clone, PartialEq, Debug)]
pub struct Assignment {
    /// The title of reports.
    pub title: String,
    /// What programs are asked.
    pub task: Task,
    /// The main program, without extension.
    pub main: String,
    /// Whether small mistakes in submitted files are mended and noted; otherwise the submission is refused with an
    /// explanation.
    pub mends: bool,
    /// Languages in order: the first whose main program is there is taken.
    pub languages: Vec<Language>,
    /// What a build may use.
    pub build: Bounds,
    /// What a program may use for an answer.
    pub run: Bounds,
    /// Late answers in a row after which a program is not asked any more, at least 1.
    pub late_in_a_row: u32,
    /// What a fault costs in a game, if it is not what the course says whose game it is.
    pub fault: Option<Remedy>,
    /// Which cases are made.
    pub cases: CaseRules,
    /// What is earned.
    pub marks: Marks,
    /// What being late costs.
    pub late: Late,
}

/// A language: how it is recognised, built and run. In the words of a command, `{main}` is replaced by the main program
/// without extension; for Java, by a class with its package. A whole word `{args}` is replaced by the arguments of a
/// question, `{call}` by the same as a call of Octave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Language {
    /// Its name in reports.
    pub name: String,
    /// Extensions of the main program, without dots.
    pub extensions: Vec<String>,
    /// A line of the main program begins with one of these. Such a program may have any name. Empty: it need not.
    pub has: Vec<String>,
    /// The main program contains none of these.
    pub lacks: Vec<String>,
    /// A line for `sh` that writes one file to `$OUT`, if anything is to be built. `$MAIN` is the file of
    /// the main program.
    pub build: Option<String>,
    /// The name of that file, next to the sources when the program runs.
    pub built: String,
    /// The command that runs the program.
    pub run: Vec<String>,
    /// A file that is put next to the sources before building, and its content.
    pub harness: Option<(String, String)>,
}

impl Language {
    /// Whether a main program with one of the extensions and this content is of this language, as far as its text says.
    pub fn recognises(&self, source: &[u8]) -> bool {
        let text = String::from_utf8_lossy(source);
        let begins = |line: &str| self.has.iter().any(|start| line.starts_with(start.as_str()));
        let has = self.has.is_empty() || text.lines().any(begins);
        has && !self.lacks.iter().any(|word| text.contains(word.as_str()))
    }

    /// The programs of the system that this language needs: its compiler and its interpreter.
    pub fn programs(&self) -> impl Iterator<Item = &str> {
        let compiler = self.build.as_deref().and_then(|line| line.split_whitespace().next());
        let interpreter = self.run.first().map(String::as_str);
        let is_name =
            |word: &&str| word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.+".contains(&byte));
        compiler.into_iter().chain(interpreter).filter(is_name)
    }

    /// A program that this language needs and that is not installed.
    pub fn missing(&self) -> Option<&str> {
        let is_there =
            |word: &&str| isolation::PATH.iter().any(|folder| Path::new(folder).join(word).exists());
        self.programs().find(|word| !is_there(word))
    }
}

/// Which cases are made, and how much each is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct CaseRules {
    /// The seed of cases that students may see.
    pub seed: u64,
    /// The seed of all others: a course keeps it to itself.
    pub hidden_seed: Option<u64>,
    /// How many are made for students to see, to hide, and to show after the deadline; those named in the
    /// file come in addition.
    pub counts: [usize; 3],
    /// Positions that the file names, for everybody to see.
    pub given: Vec<GivenCase>,
    /// Opponents among the agents built in, against each of which a game is played on each side.
    pub opponents: Vec<AgentSpec>,
}

/// A case that the file names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GivenCase {
    /// The position in the game's first notation.
    pub position: String,
    /// The algorithm's letter, where there is a choice.
    pub algorithm: Option<char>,
    /// The depth in plies.
    pub depth: u32,
}

/// What is earned.
#[derive(Clone, PartialEq, Debug)]
pub struct Marks {
    /// For all cases together.
    pub cases: Points,
    /// The weights of the parts of an answer, in the order of [`TaskKind::parts`](crate::engine::task::TaskKind::parts).
    pub parts: Vec<u32>,
    /// For the tournament, by rank.
    pub tournament: Option<(MarkRule, SharedRank)>,
    /// For the tournament, if it is a ladder: by rating.
    pub ladder: Option<RungMarks>,
}

/// What being late costs. The tournament's part is never late.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Late {
    /// The deadline in local time, if there is one: the last second that counts.
    pub due: Option<LocalTime>,
    /// The local time of the course.
    pub zone: Zone,
    /// Percent of the marks for all cases that each day late costs.
    pub percent_a_day: u32,
    /// A submission that is later than so many days gets nothing for the cases.
    pub most_days: u32,
}

impl Assignment {
    /// Reads the text of an `assignment.toml`.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong with it, and where.
    pub fn parse(text: &str) -> Result<Self, ConfigError> {
        let reader = Reader::of(text);
        reader.assignment(&reader.table()?)
    }

    /// What answers depend on, for the first line of a journal. Recorded answers are of use as long as this is the same:
    /// title, marks and what being late costs may change at any time.
    ///
    /// Every name here is part of a file format. Fields of the code may be renamed, these names may not. Any change of them
    /// changes `IDENTITY`, and older journals are refused with advice.
    pub fn identity(&self) -> Value {
        let cases = &self.cases;
        json!({
            "identity": IDENTITY,
            "task": self.task.identity(),
            "main": self.main,
            "mends": self.mends,
            "languages": self.languages.iter().map(language).collect::<Vec<_>>(),
            "build": bounds(&self.build),
            "run": bounds(&self.run),
            "late_in_a_row": self.late_in_a_row,
            "fault": self.fault,
            "seeds": [cases.seed, cases.hidden_seed.unwrap_or(0)],
            "counts": cases.counts,
            "given": cases.given.iter().map(given).collect::<Vec<_>>(),
            "opponents": cases.opponents.iter().map(ToString::to_string).collect::<Vec<_>>(),
        })
    }

    /// The time for an answer.
    pub const fn time(&self) -> Duration {
        self.run.wall
    }
}

/// The version of what identifies an assignment.
const IDENTITY: u32 = 3;

/// The limits in an [identity](Assignment::identity), by their keys in the file; `None` if it is of another version.
pub fn limits(identity: &Value) -> Option<[(&'static str, String); 7]> {
    let (build, run) = (&identity["build"], &identity["run"]);
    let shifted = |bytes: &Value, by: u32| (bytes.as_u64().unwrap_or_default() >> by).to_string();
    (identity["identity"] == IDENTITY).then(|| {
        [
            ("build_ms", build["wall_ms"].to_string()),
            ("time_ms", run["wall_ms"].to_string()),
            ("memory_mib", shifted(&run["memory_bytes"], 20)),
            ("processes", run["processes"].to_string()),
            ("output_kib", shifted(&run["output_bytes"], 10)),
            ("late_in_a_row", identity["late_in_a_row"].to_string()),
            // The file says "random" for a random move.
            ("fault", identity["fault"].as_str().unwrap_or("left out").trim_end_matches("-move").to_owned()),
        ]
    })
}

fn language(language: &Language) -> Value {
    let Language { name, extensions, has, lacks, build, built, run, harness } = language;
    json!({ "name": name, "extensions": extensions, "has": has, "lacks": lacks, "build": build, "built": built, "run": run, "harness": harness })
}

fn bounds(bounds: &Bounds) -> Value {
    json!({
        "wall_ms": u64::try_from(bounds.wall.as_millis()).unwrap_or(u64::MAX),
        "memory_bytes": bounds.memory_bytes,
        "processes": bounds.processes,
        "file_bytes": bounds.file_bytes,
        "output_bytes": bounds.stdout_bytes,
    })
}

fn given(GivenCase { position, algorithm, depth }: &GivenCase) -> Value {
    json!({ "position": position, "algorithm": algorithm, "depth": depth })
}
