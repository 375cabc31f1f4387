//! Marking again: how marks differ from those of an earlier run, and why. Marks for the cases fall only if they may, and no
//! total falls in silence.

use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::Path;

use plyground_arena::file;
use plyground_core::{counted, quote};
use plyground_courses::engine::assignment::{Assignment, limits};
use plyground_courses::engine::case::Case;
use plyground_courses::engine::overrides::{Change, Override};
use plyground_courses::engine::run::{JOURNAL, limits_of};
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

/// The marks, a document on a line for each student, in the folder of marks.
pub(super) const MARKS: &str = "marks.jsonl";

/// The marks of the run before, while another one has not ended.
pub(super) const OLDER: &str = "marks.older.jsonl";

/// The lines of `marks.jsonl` in a folder of marks, by the names of their students.
pub(in crate::cli) fn read_marks<T: DeserializeOwned>(
    folder: &Path,
    name: &dyn Fn(&T) -> Result<String, String>,
) -> Result<BTreeMap<String, T>, Failure> {
    read(&folder.join(MARKS), name)
}

fn read<T: DeserializeOwned>(
    path: &Path,
    name: &dyn Fn(&T) -> Result<String, String>,
) -> Result<BTreeMap<String, T>, Failure> {
    let expected = "expected a folder that 'plyground mark' wrote";
    let wrong = |why: String| bad_input!("{}: {why}", shown::path(path));
    let text = file::read_text(path, MOST).map_err(|error| match error.kind() {
        ErrorKind::NotFound if path.with_file_name(JOURNAL).exists() => {
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

/// The totals of before by student: the greater of that of a regrade's earlier run and that in the folder of marks, if they
/// can be read and cases gave as many marks there, also those of the run before one that has not ended.
pub(super) fn totals(out: &Path, most: Points, regrade: Option<&Regrade>) -> BTreeMap<String, Points> {
    let both = [MARKS, OLDER].map(|name| read(&out.join(name), &|one: &Before| Ok(one.student.clone())).ok());
    let alike = both.iter().flatten().flatten().filter(|(_, one)| points(one.cases_most) == most);
    let mut totals = BTreeMap::new();
    for (student, one) in alike.chain(regrade.into_iter().flat_map(|regrade| &regrade.before)) {
        let total = totals.entry(student.clone()).or_insert(Points::ZERO);
        *total = points(one.total).max(*total);
    }
    totals
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
    late_penalty: f64,
    tournament_marks: Option<f64>,
    /// What staff had decided, in words.
    overrides: Vec<String>,
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
    /// There are no marks before: those of now stand for them.
    is_new: bool,
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
    /// The limits that differ, in words, if that is known.
    limits: Option<Vec<String>>,
    differences: Vec<Difference>,
}

impl Regrade {
    /// Reads the marks of an earlier run, in which cases must have given as many as now; they fall only if they may. Some
    /// of these students must be there.
    pub(super) fn read(
        folder: &Path,
        assignment: &Assignment,
        may_fall: bool,
        students: &[&str],
        are_pseudonyms: bool,
    ) -> Result<Self, Failure> {
        let (place, most) = (shown::path(&folder.join(MARKS)), assignment.marks.cases);
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
        let (then, now) = (limits_of(&folder.join(JOURNAL)), limits(&assignment.identity()));
        let limits = then.zip(now).map(|(then, now)| {
            let differ = then.into_iter().zip(now).filter(|(then, now)| then != now);
            differ.map(|((key, then), (_, now))| format!("{key} {then} -> {now}")).collect()
        });
        Ok(Self { before, may_fall, changed: BTreeSet::new(), limits, differences: Vec::new() })
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
        let old = self.before.remove(&student);
        let (counts, total) = (marked.grade.cases, marked.grade.total());
        let of_old = |old: &Before| (points(old.cases_marks), points(old.total));
        let (before, then) = old.as_ref().map_or((counts, total), of_old);
        let why = old.as_ref().map(|old| old.changes(marked, found, cases, self.limits.as_deref()));
        let why = why.unwrap_or_else(|| vec!["no marks before".to_owned()]);
        let then_of = |case: &Case| old.as_ref().and_then(|old| old.answer(case));
        let is_changed = |case: &&Case| then_of(case).is_some_and(|one| one.is_of_another(case));
        self.changed.extend(cases.iter().filter(is_changed).map(|case| case.id.clone()));
        if old.is_some() && !why.is_empty() {
            let kept = if counts > found { ", which would be less: those before stay" } else { "" };
            marked.outcome.staff.push(format!(
                "marked again: {before} marks for the cases before, {found} now{kept}; {then} in all before, {total} now; {}",
                why.join("; ")
            ));
        }
        let (is_new, totals) = (old.is_none(), [then, total]);
        self.differences.push(Difference { student, is_new, before, now: found, counts, totals, why });
    }

    /// A line for each student. What is not known is empty.
    pub(super) fn csv(&self) -> String {
        let row = |one: &Difference| {
            let marks = [one.before, one.now, one.counts, one.totals[0], one.totals[1]];
            let [before, now, counts, then, total] = marks.map(|marks| marks.to_string());
            let [before, then] = [before, then].map(|marks| if one.is_new { String::new() } else { marks });
            line(&[text(&one.student), before, now, counts, then, total, text(&one.why.join("; "))])
        };
        first_line("student,before,now,counts,total_before,total,why")
            + &self.differences.iter().map(row).collect::<String>()
    }

    /// Says how many marks are higher and lower, and whose were missing before or are now.
    pub(super) fn tell(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let count =
            |which: &dyn Fn(&&Difference) -> bool| self.differences.iter().filter(which).count() as u64;
        let higher = count(&|one| one.counts > one.before);
        let lower = count(&|one| one.counts < one.before);
        let kept = count(&|one| one.counts > one.now);
        let new = count(&|one| one.is_new);
        let others = self.differences.len() as u64 - higher - lower - kept - new;
        writeln!(
            streams.out,
            "marks for the cases: {higher} higher, {lower} lower, {kept} kept that would be lower, {others} as before: {TABLE}",
        )?;
        if new > 0 {
            writeln!(streams.out, "{} had no marks before", counted(new, "student"))?;
        }
        if !self.changed.is_empty() {
            let ids: Vec<_> = self.changed.iter().map(|id| printable(id)).collect();
            writeln!(streams.out, "cases that have changed: {}", ids.join(", "))?;
        }
        if let Some(limits) = self.limits.as_ref().filter(|limits| !limits.is_empty()) {
            writeln!(streams.out, "limits that have changed: {}", printable(&limits.join(", ")))?;
        }
        for one in self.differences.iter().filter(|one| one.counts > one.now) {
            let stays = format!("{} for the cases before stays, {} now", one.before, one.now);
            writeln!(streams.err, "{}: {stays}; --lower takes what is now", printable(&one.student))?;
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

    /// How a student's marks differ, as far as it is known, in words, where such limits have changed, if that is known.
    fn changes(
        &self,
        marked: &StudentMarks,
        found: Points,
        cases: &[Case],
        limits: Option<&[String]>,
    ) -> Vec<String> {
        let StudentMarks { outcome, staff, grade, .. } = marked;
        let mut why = Vec::new();
        if outcome.refused == self.refused {
            // Cases that differ alike are said together.
            let mut alike: Vec<(String, Vec<&str>)> = Vec::new();
            for (case, answered) in cases.iter().zip(&outcome.answers) {
                let Some(words) = self.change(case, answered, &outcome.digest, staff, limits) else {
                    continue;
                };
                match alike.iter_mut().find(|(same, _)| *same == words) {
                    Some((_, ids)) => ids.push(&case.id),
                    None => alike.push((words, vec![&case.id])),
                }
            }
            why.extend(alike.into_iter().map(|(words, ids)| format!("{}: {words}", ids.join(", "))));
            let is_gone = |one: &&BeforeAnswer| !cases.iter().any(|case| case.id == one.case);
            let gone = self.answers.iter().filter(is_gone);
            why.extend(gone.map(|one| format!("{}: no case any more", one.case)));
        } else {
            let told = |refused: &str| match refused {
                "" => "it ran".to_owned(),
                refused => format!("not run: {}", printable(refused)),
            };
            why.push(format!("before: {}; now: {}", told(&self.refused), told(&outcome.refused)));
        }
        if points(self.cases_marks) != found {
            let is_set = |words: &String| words.starts_with("marks for the cases set to ");
            let then = self.overrides.iter().find(|words| is_set(words)).cloned();
            // That marks stay is no decision of staff.
            let now = staff.iter().filter(|_| grade.cases == found).map(Override::words).find(is_set);
            if why.is_empty() && then.is_none() && now.is_none() {
                why.push("the parts of an answer have other weights".to_owned());
            }
            why.extend(then.map(|words| format!("before: {words}")));
            why.extend(now.map(|words| format!("now: {words}")));
        }
        let late = [points(self.late_penalty), grade.penalty];
        let tournament = [self.tournament_marks.map(points), grade.tournament].map(Option::unwrap_or_default);
        for (what, [then, now]) in [("being late", late), ("the tournament", tournament)] {
            if then != now {
                why.push(format!("{what}: {then} -> {now}"));
            }
        }
        why
    }

    /// How a case differs, if it does, in words that are the same for cases that differ alike.
    fn change(
        &self,
        case: &Case,
        answered: &CaseAnswer,
        digest: &str,
        staff: &[Override],
        limits: Option<&[String]>,
    ) -> Option<String> {
        let parts = |earned: &[Option<u8>]| {
            let part =
                |earned: &Option<u8>| earned.map_or_else(|| "-".to_owned(), |earned| earned.to_string());
            earned.iter().map(part).collect::<Vec<_>>().join("/")
        };
        let now = parts(&answered.earned);
        let Some(before) = self.answer(case) else {
            return Some(format!("{now} (a new case)"));
        };
        if before.earned == answered.earned {
            return None;
        }
        let is_decided = |one: &Override| one.case.as_deref() == Some(&case.id) && one.change.is_some();
        // A decision of then can be gone.
        let begin = format!("{}: ", case.id);
        let was_decided = self.overrides.iter().any(|words| words.starts_with(&begin));
        let why = if was_decided || staff.iter().any(is_decided) {
            "staff have decided".to_owned()
        } else {
            let causes = [
                before.is_of_another(case).then_some("the case"),
                (self.digest != digest).then_some("the program"),
                limits.is_some_and(|limits| !limits.is_empty()).then_some("the limits"),
            ];
            let unknown = if limits.is_none() { "limits, " } else { "" };
            match causes.into_iter().flatten().collect::<Vec<_>>()[..] {
                // Nothing that is known has changed.
                [] => format!(
                    "the same question to the same program: {unknown}the machine, another Plyground, or chance in the program"
                ),
                [one @ ("the case" | "the program")] => format!("{one} has changed"),
                ref all => format!("{} have changed", all.join(" and ")),
            }
        };
        Some(format!("{} -> {now} ({why})", parts(&before.earned)))
    }
}
