//! Marking again: how marks differ from those of an earlier run, and why. Marks for the cases fall only if they may, and no
//! total falls in silence.

use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::Path;

use plyground_arena::file;
use plyground_core::{counted, quote};
use plyground_courses::engine::case::Case;
use plyground_courses::engine::overrides::{Change, Override};
use plyground_courses::engine::run::JOURNAL;
use plyground_courses::engine::verdict::CaseAnswer;
use plyground_league::standings::Points;
use serde::{Deserialize, de::DeserializeOwned};

use super::pseudonyms::is_pseudonym;
use crate::exit::{Failure, Streams};
use crate::report::marks::StudentMarks;
use crate::report::standings::csv::{first_line, line, text};
use crate::shown::{self, printable};

/// The table of marks before and now, in the folder of marks.
pub(super) const TABLE: &str = "regrade.csv";

/// The longest file of marks that is read, in bytes.
const MOST: u64 = 1 << 30;

/// The lines of `marks.jsonl` in a folder of marks, by the names of their students.
pub(in crate::cli) fn read_marks<T: DeserializeOwned>(
    folder: &Path,
    name: &dyn Fn(&T) -> Result<String, String>,
) -> Result<BTreeMap<String, T>, Failure> {
    let (path, expected) = (folder.join("marks.jsonl"), "expected a folder that 'plyground mark' wrote");
    let wrong = |why: String| bad_input!("{}: {why}", shown::path(&path));
    let text = file::read_text(&path, MOST).map_err(|error| match error.kind() {
        ErrorKind::NotFound if folder.join(JOURNAL).exists() => {
            wrong("marking has not ended; run mark again".to_owned())
        }
        _ => wrong(format!("{error}; {expected}")),
    })?;
    let mut marks = BTreeMap::new();
    for (at, line) in text.lines().enumerate() {
        let wrong = |why: String| wrong(format!("line {}: {why}", at + 1));
        let one = serde_json::from_str(line).map_err(|error| wrong(format!("{error}; {expected}")))?;
        let name = name(&one).map_err(wrong)?;
        if marks.contains_key(&name) {
            return Err(wrong(format!("{} stands above, too; expected each student once", quote(&name))));
        }
        marks.insert(name, one);
    }
    let nobody = || wrong("nobody is marked; expected a line for each student".to_owned());
    if marks.is_empty() { Err(nobody()) } else { Ok(marks) }
}

/// What is read of a line of an older `marks.jsonl`.
#[derive(Deserialize)]
struct Before {
    student: String,
    digest: String,
    refused: String,
    total: f64,
    cases_marks: f64,
    /// The marks for all cases together.
    cases_most: f64,
    answers: Vec<BeforeAnswer>,
}

#[derive(Deserialize)]
struct BeforeAnswer {
    case: String,
    question: String,
    expected: String,
    earned: Vec<Option<u8>>,
}

/// A student's marks before and now.
struct Difference {
    student: String,
    /// For the cases: before, as they were found now, and what counts.
    before: Points,
    now: Points,
    counts: Points,
    /// All together, before and now, with what being late costs and the tournament.
    totals: [Points; 2],
    /// What differs, in words; nothing if all is as before.
    why: Vec<String>,
}

/// The marks of an earlier run, and how the new ones differ.
pub(super) struct Regrade {
    before: BTreeMap<String, Before>,
    may_fall: bool,
    /// The cases that ask something else than before, or expect another answer.
    changed: BTreeSet<String>,
    differences: Vec<Difference>,
}

impl Regrade {
    /// Reads the marks of an earlier run, in which cases must have given so many; they fall only if they may. Some of
    /// these students must be there.
    pub(super) fn read(
        folder: &Path,
        most: Points,
        may_fall: bool,
        students: &[&str],
        are_pseudonyms: bool,
    ) -> Result<Self, Failure> {
        let place = shown::path(&folder.join("marks.jsonl"));
        let before = read_marks(folder, &|one: &Before| Ok(one.student.clone()))
            .map_err(|failure| bad_input!("--regrade: {}", failure.message))?;
        if let Some(then) = before.values().map(|one| points(one.cases_most)).find(|&then| then != most) {
            return Err(bad_input!(
                "--regrade: {place}: cases gave {then} marks there and give {most} now; expected a folder that \
                 'plyground mark' wrote for such cases"
            ));
        }
        // What is quoted of marks with names could have names in it.
        let is_named = are_pseudonyms && !before.keys().all(|student| is_pseudonym(student));
        if is_named || !students.iter().any(|&student| before.contains_key(student)) {
            return Err(bad_input!(
                "--regrade: {place}: the students have other names there; expected the same students, and --pseudonyms with \
                 the same key for both if for one"
            ));
        }
        Ok(Self { before, may_fall, changed: BTreeSet::new(), differences: Vec::new() })
    }

    /// Compares what the cases earn with what they earned before. If the marks would fall, returns the decision that keeps
    /// them, unless staff have decided about them.
    pub(super) fn keep(&self, student: &str, now: Points, staff: &[Override]) -> Option<Override> {
        let before = points(self.before.get(student)?.cases_marks);
        let is_decided =
            staff.iter().any(|one| matches!(one.change, Some(Change::Marks(_) | Change::Percent(_))));
        (now < before && !self.may_fall && !is_decided).then(|| Override {
            student: student.to_owned(),
            case: None,
            change: Some(Change::Marks(before)),
            remark: "these marks stay after everything was marked again".to_owned(),
        })
    }

    /// Notes for staff how a student's marks differ, whose cases were found to earn so many marks.
    pub(super) fn note(&mut self, marked: &mut StudentMarks, found: Points, cases: &[Case]) {
        let student = marked.submission.student.clone();
        let Some(before) = self.before.remove(&student) else { return };
        let why = before.changes(marked, cases);
        let is_changed = |case: &&Case| before.answer(case).is_some_and(|one| one.is_of_another(case));
        self.changed.extend(cases.iter().filter(is_changed).map(|case| case.id.clone()));
        let (marks, counts) = (points(before.cases_marks), marked.grade.cases);
        let totals = [points(before.total), marked.grade.total()];
        if marks != found || totals[0] != totals[1] || !why.is_empty() {
            let kept = if counts > found { ", which would be less: those before stay" } else { "" };
            let all = if why.is_empty() { "no case differs".to_owned() } else { why.join("; ") };
            let [then, now] = totals;
            marked.outcome.staff.push(format!(
                "marked again: {marks} marks for the cases before, {found} now{kept}; {then} in all before, {now} now; {all}"
            ));
        }
        self.differences.push(Difference { student, before: marks, now: found, counts, totals, why });
    }

    /// A line for each student who had marks before.
    pub(super) fn csv(&self) -> String {
        let row = |one: &Difference| {
            let marks = [one.before, one.now, one.counts, one.totals[0], one.totals[1]];
            let [before, now, counts, then, total] = marks.map(|marks| marks.to_string());
            line(&[text(&one.student), before, now, counts, then, total, text(&one.why.join("; "))])
        };
        first_line("student,before,now,counts,total_before,total,why")
            + &self.differences.iter().map(row).collect::<String>()
    }

    /// Says how many marks are higher and lower, and whose are missing now.
    pub(super) fn tell(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let count =
            |which: &dyn Fn(&&Difference) -> bool| self.differences.iter().filter(which).count() as u64;
        let higher = count(&|one| one.counts > one.before);
        let lower = count(&|one| one.counts < one.before);
        let kept = count(&|one| one.counts > one.now);
        let others = self.differences.len() as u64 - higher - lower - kept;
        writeln!(
            streams.out,
            "marks for the cases: {higher} higher, {lower} lower, {kept} kept that would be lower, {others} as before: {TABLE}",
        )?;
        if !self.changed.is_empty() {
            let ids: Vec<_> = self.changed.iter().map(|id| printable(id)).collect();
            writeln!(streams.out, "cases that have changed: {}", ids.join(", "))?;
        }
        for one in self.differences.iter().filter(|one| one.counts > one.now) {
            let (student, before, now) = (printable(&one.student), one.before, one.now);
            writeln!(
                streams.err,
                "{student}: {before} for the cases before stays, {now} now; --lower takes what is now"
            )?;
        }
        for one in self.differences.iter().filter(|one| one.totals[1] < one.totals[0]) {
            let (student, [before, now]) = (printable(&one.student), one.totals);
            writeln!(streams.err, "{student}: {now} in all, {before} before")?;
        }
        if !self.before.is_empty() {
            let names: Vec<_> = self.before.keys().map(|name| printable(name)).collect();
            let students = counted(names.len() as u64, "student");
            writeln!(streams.err, "{students} had marks before and have none now: {}", names.join(", "))?;
        }
        Ok(())
    }
}

/// Marks as they stand in a document.
fn points(marks: f64) -> Points {
    #[expect(clippy::cast_possible_truncation, reason = "marks are small")]
    let hundredths = (marks * 100.0).round() as i64;
    Points::hundredths(hundredths)
}

impl BeforeAnswer {
    /// Whether the case asked something else then, or expected another answer.
    fn is_of_another(&self, case: &Case) -> bool {
        self.question != case.question() || self.expected != case.expected()
    }
}

impl Before {
    /// What was answered to a case then.
    fn answer(&self, case: &Case) -> Option<&BeforeAnswer> {
        self.answers.iter().find(|one| one.case == case.id)
    }

    /// How a student's cases differ, in words.
    fn changes(&self, marked: &StudentMarks, cases: &[Case]) -> Vec<String> {
        let StudentMarks { outcome, staff, .. } = marked;
        if outcome.refused != self.refused {
            let told = |refused: &str| match refused {
                "" => "it ran".to_owned(),
                refused => format!("not run: {}", printable(refused)),
            };
            return vec![format!("before: {}; now: {}", told(&self.refused), told(&outcome.refused))];
        }
        let asked = cases.iter().zip(&outcome.answers);
        let changed =
            asked.filter_map(|(case, answered)| self.change(case, answered, &outcome.digest, staff));
        let is_gone = |one: &&BeforeAnswer| !cases.iter().any(|case| case.id == one.case);
        let gone = self.answers.iter().filter(is_gone).map(|one| format!("{}: no case any more", one.case));
        changed.chain(gone).collect()
    }

    /// How a case differs, if it does, in words.
    fn change(&self, case: &Case, answered: &CaseAnswer, digest: &str, staff: &[Override]) -> Option<String> {
        let parts = |earned: &[Option<u8>]| {
            let part =
                |earned: &Option<u8>| earned.map_or_else(|| "-".to_owned(), |earned| earned.to_string());
            earned.iter().map(part).collect::<Vec<_>>().join("/")
        };
        let now = parts(&answered.earned);
        let Some(before) = self.answer(case) else {
            return Some(format!("{}: {now} (a new case)", case.id));
        };
        if before.earned == answered.earned {
            return None;
        }
        let is_decided = |one: &Override| one.case.as_deref() == Some(&case.id) && one.change.is_some();
        let why = if staff.iter().any(is_decided) {
            "staff have decided"
        } else if before.is_of_another(case) {
            "the case has changed"
        } else if self.digest == digest {
            // Nothing that is known has changed.
            "the same question to the same program: limits, the machine, or chance in the program"
        } else {
            "the program has changed"
        };
        Some(format!("{}: {} -> {now} ({why})", case.id, parts(&before.earned)))
    }
}
