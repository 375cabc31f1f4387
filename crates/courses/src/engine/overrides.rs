//! What staff decide themselves about a case or a student: `overrides.toml` beside the marks. It is read at every run and
//! never written, so it survives marking again.

use plyground_arena::config_file::ConfigError;
use plyground_core::quote;
use plyground_league::standings::Points;
use serde::Deserialize;
use toml::Spanned;

use super::outcome::Outcome;
use super::reader::Reader;

/// The name of the file of decisions.
pub const OVERRIDES: &str = "overrides.toml";

/// The longest remark, in bytes.
const MOST_REMARK: usize = 2000;

/// A decision of staff, or a remark alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Override {
    /// Whom it is about.
    pub student: String,
    /// The case that it is about; `None` if it is about the student as a whole.
    pub case: Option<String>,
    /// What it changes, if anything.
    pub change: Option<Change>,
    /// Why, in words that the student sees.
    pub remark: String,
}

/// What staff have decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// The case earns so many percent of each of its parts, at most 100.
    Percent(u8),
    /// All cases together earn these marks.
    Marks(Points),
    /// Being late costs nothing.
    NotLate,
}

impl Override {
    /// What was decided, in words.
    pub fn words(&self) -> String {
        let decided = match self.change {
            None => return self.remark.clone(),
            Some(Change::Percent(percent)) => format!("set to {percent} %"),
            Some(Change::Marks(marks)) => format!("marks for the cases set to {marks}"),
            Some(Change::NotLate) => "being late costs nothing".to_owned(),
        };
        format!("{decided}: {}", self.remark)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default, rename = "override")]
    overrides: Vec<Spanned<Table>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    student: Spanned<String>,
    case: Option<Spanned<String>>,
    percent: Option<Spanned<i64>>,
    marks: Option<Spanned<f64>>,
    #[serde(default)]
    not_late: bool,
    remark: Spanned<String>,
}

/// Reads the text of an `overrides.toml`, for an assignment with cases of these names in which the cases can earn so many
/// marks.
///
/// # Errors
///
/// The first thing that is wrong with it, and where.
pub fn parse(text: &str, cases: &[&str], most: Points) -> Result<Vec<Override>, ConfigError> {
    let reader = Reader::of(text);
    let file: File = reader.table()?;
    let mut all: Vec<Override> = Vec::new();
    for spanned in &file.overrides {
        let one = read(reader, spanned, cases, most)?;
        let is_same = |other: &Override| {
            let kinds = [other.change, one.change].map(|change| change.map(|it| std::mem::discriminant(&it)));
            other.student == one.student && other.case == one.case && kinds[0] == kinds[1]
        };
        let is_new = one.change.is_none() || !all.iter().any(is_same);
        reader.check(is_new, spanned, "the same was decided above; expected one decision")?;
        all.push(one);
    }
    Ok(all)
}

fn read(
    reader: Reader<'_>,
    spanned: &Spanned<Table>,
    cases: &[&str],
    most: Points,
) -> Result<Override, ConfigError> {
    let table = spanned.get_ref();
    if let Some(case) = &table.case {
        let found = quote(case.get_ref());
        let message = format_args!("case: found {found}; expected a case of plyground mark --list");
        reader.check(cases.contains(&case.get_ref().as_str()), case, message)?;
    }
    let remark = table.remark.get_ref();
    let message = format_args!("remark: expected why, in 1 to {MOST_REMARK} bytes");
    reader.check(!remark.trim().is_empty() && remark.len() <= MOST_REMARK, &table.remark, message)?;
    let change = match (&table.percent, &table.marks, table.not_late) {
        (None, None, false) => None,
        (Some(percent), None, false) => {
            let number = reader.number("percent", Some(percent), 0, [0, 100])?;
            let message = "percent: expected only with a case; for a student, marks";
            reader.check(table.case.is_some(), percent, message)?;
            Some(Change::Percent(u8::try_from(number).unwrap_or(100)))
        }
        (None, Some(marks), false) => {
            let message = "marks: expected only without a case; for a case, percent";
            reader.check(table.case.is_none(), marks, message)?;
            let number = marks.get_ref().to_string().parse::<Points>().ok();
            let Some(number) = number.filter(|number| Points::ZERO <= *number && *number <= most) else {
                let message = format_args!("marks: expected 0 to {most}, with two decimals at most");
                return reader.wrong(marks, message);
            };
            Some(Change::Marks(number))
        }
        (None, None, true) if table.case.is_none() => Some(Change::NotLate),
        (None, None, true) => return reader.wrong(spanned, "not_late: expected only without a case"),
        _ => {
            let message = "found several of percent, marks and not_late; expected one, and another [[override]] for another";
            return reader.wrong(spanned, message);
        }
    };
    let case = table.case.as_ref().map(|case| case.get_ref().clone());
    Ok(Override { student: table.student.get_ref().clone(), case, change, remark: remark.trim().to_owned() })
}

/// Has the cases of an outcome earn what staff have decided. Returns which decisions found no answer to change, since the
/// submission was not run.
pub fn apply<'a>(overrides: &'a [Override], outcome: &mut Outcome) -> Vec<&'a Override> {
    let mut vain = Vec::new();
    for one in overrides {
        let (Some(case), Some(Change::Percent(percent))) = (&one.case, one.change) else { continue };
        match outcome.answers.iter_mut().find(|answered| answered.case == *case) {
            Some(answered) => answered.earned.iter_mut().flatten().for_each(|earned| *earned = percent),
            None => vain.push(one),
        }
    }
    vain
}
