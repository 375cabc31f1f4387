//! Marking again: how marks differ from those of an earlier run, and why. No mark falls in silence.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use plyground_arena::file;
use plyground_core::counted;
use plyground_courses::engine::case::Case;
use plyground_courses::engine::outcome::Outcome;
use plyground_courses::engine::overrides::{Change, Override};
use plyground_courses::engine::verdict::CaseAnswer;
use plyground_league::standings::Points;
use serde::Deserialize;

use crate::exit::{Failure, Streams};
use crate::report::standings::csv::{first_line, line, text};
use crate::shown::{self, printable};

/// The table of what differs, in the folder of marks.
pub(super) const TABLE: &str = "regrade.csv";

/// The longest file of marks that is read, in bytes.
const MOST: u64 = 1 << 30;

/// What is read of a line of an older `marks.jsonl`.
#[derive(Deserialize)]
struct Before {
    student: String,
    digest: String,
    cases_marks: f64,
    answers: Vec<BeforeAnswer>,
}

#[derive(Deserialize)]
struct BeforeAnswer {
    case: String,
    question: String,
    expected: String,
    earned: Vec<Option<u8>>,
}

/// Why a case has other marks than before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Why {
    NewCase,
    CaseChanged,
    ProgramChanged,
    /// Nothing that is known has changed.
    Machine,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NewCase => "a new case",
            Self::CaseChanged => "the case has changed",
            Self::ProgramChanged => "the program has changed",
            Self::Machine => "the same question to the same program: the machine, or chance in the program",
        })
    }
}

/// A student whose marks or answers differ.
struct Difference {
    student: String,
    before: Points,
    now: Points,
    counts: Points,
    cases: Vec<String>,
}

/// The marks of an earlier run, and how the new ones differ.
pub(super) struct Regrade {
    before: BTreeMap<String, Before>,
    may_fall: bool,
    same: u64,
    differences: Vec<Difference>,
}

impl Regrade {
    /// Reads the marks of an earlier run, of which cases gave so many at most; they fall only if they may.
    pub(super) fn read(folder: &Path, most: Points, may_fall: bool) -> Result<Self, Failure> {
        let path = folder.join("marks.jsonl");
        let wrong = |error: &dyn fmt::Display| {
            let place = shown::path(&path);
            Failure::bad_input(format_args!(
                "--regrade: {place}: {error}; expected a folder that 'plyground mark' wrote"
            ))
        };
        let text = file::read_text(&path, MOST).map_err(|error| wrong(&error))?;
        let mut before = BTreeMap::new();
        for (at, line) in text.lines().enumerate() {
            let one: Before = serde_json::from_str(line)
                .map_err(|error| wrong(&format_args!("line {}: {error}", at + 1)))?;
            if one.marks() > most {
                let (student, marks) = (printable(&one.student), one.marks());
                return Err(wrong(&format_args!(
                    "{student} has {marks} marks for the cases there, of which there are {most} now"
                )));
            }
            before.insert(one.student.clone(), one);
        }
        Ok(Self { before, may_fall, same: 0, differences: Vec::new() })
    }

    /// Compares what the cases earn with what they earned before, and notes for staff what differs. If the marks would
    /// fall, returns the decision that keeps them, unless staff have decided about them.
    pub(super) fn compare(
        &mut self,
        student: &str,
        outcome: &mut Outcome,
        now: Points,
        cases: &[Case],
        staff: &[Override],
    ) -> Option<Override> {
        let before = self.before.remove(student)?;
        let marks = before.marks();
        let changed: Vec<String> = (cases.iter().zip(&outcome.answers))
            .filter_map(|(case, answered)| before.change(case, answered, &outcome.digest))
            .collect();
        if marks == now && changed.is_empty() {
            self.same += 1;
            return None;
        }
        let is_decided = staff.iter().any(|one| matches!(one.change, Some(Change::Marks(_))));
        let is_kept = now < marks && !self.may_fall && !is_decided;
        let counts = if is_kept { marks } else { now };
        let all = if changed.is_empty() { "no case differs".to_owned() } else { changed.join("; ") };
        let kept = if is_kept { ", which would be less: those before stay" } else { "" };
        outcome
            .staff
            .push(format!("marked again: {marks} marks for the cases before, {now} now{kept}; {all}"));
        self.differences.push(Difference {
            student: student.to_owned(),
            before: marks,
            now,
            counts,
            cases: changed,
        });
        is_kept.then(|| Override {
            student: student.to_owned(),
            case: None,
            change: Some(Change::Marks(marks)),
            remark: "these marks stay after everything was marked again".to_owned(),
        })
    }

    /// What differs, a line for each student.
    pub(super) fn csv(&self) -> String {
        let row = |one: &Difference| {
            line(&[
                text(&one.student),
                one.before.to_string(),
                one.now.to_string(),
                one.counts.to_string(),
                text(&one.cases.join("; ")),
            ])
        };
        first_line("student,before,now,counts,cases") + &self.differences.iter().map(row).collect::<String>()
    }

    /// Says how many marks are higher and lower, and whose are missing now.
    pub(super) fn tell(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let count =
            |which: &dyn Fn(&&Difference) -> bool| self.differences.iter().filter(which).count() as u64;
        let [higher, lower] = [count(&|one| one.counts > one.before), count(&|one| one.counts < one.before)];
        let kept: Vec<&Difference> = self.differences.iter().filter(|one| one.counts > one.now).collect();
        let other = count(&|one| one.counts == one.before && one.now == one.before);
        writeln!(
            streams.out,
            "marked again: {higher} higher, {lower} lower, {} would be lower and stay, {} as before ({other} of them with other \
             answers): {TABLE}",
            kept.len(),
            self.same + other,
        )?;
        for one in kept {
            let student = printable(&one.student);
            writeln!(
                streams.err,
                "{student}: {} before stays, {} now; --lower takes what is now",
                one.before, one.now
            )?;
        }
        if !self.before.is_empty() {
            let names: Vec<_> = self.before.keys().map(|name| printable(name)).collect();
            let students = counted(names.len() as u64, "student");
            writeln!(streams.err, "{students} had marks before and have none now: {}", names.join(", "))?;
        }
        Ok(())
    }
}

impl Before {
    fn marks(&self) -> Points {
        #[expect(clippy::cast_possible_truncation, reason = "marks are small")]
        let hundredths = (self.cases_marks * 100.0).round() as i64;
        Points::hundredths(hundredths)
    }

    /// How a case differs, if it does, in words.
    fn change(&self, case: &Case, answered: &CaseAnswer, digest: &str) -> Option<String> {
        let parts = |earned: &[Option<u8>]| {
            let part =
                |earned: &Option<u8>| earned.map_or_else(|| "-".to_owned(), |earned| earned.to_string());
            earned.iter().map(part).collect::<Vec<_>>().join("/")
        };
        let now = parts(&answered.earned);
        let Some(before) = self.answers.iter().find(|one| one.case == case.id) else {
            return Some(format!("{}: {now} ({})", case.id, Why::NewCase));
        };
        if before.earned == answered.earned {
            return None;
        }
        let why = if before.question != case.question() || before.expected != case.expected() {
            Why::CaseChanged
        } else if self.digest == digest {
            Why::Machine
        } else {
            Why::ProgramChanged
        };
        Some(format!("{}: {} -> {now} ({why})", case.id, parts(&before.earned)))
    }
}
