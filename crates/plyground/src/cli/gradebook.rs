//! `plyground gradebook`: marks in the sheet that a learning platform takes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use plyground_arena::file;
use plyground_core::{counted, digits, quote};
use serde::Deserialize;
use serde_json::json;

use super::mark::regrade;
use crate::exit::{Failure, Streams};
use crate::present::json;
use crate::report::standings::csv;
use crate::shown::{self, printable};

/// Fill the marks into the gradebook that you downloaded from Canvas, Moodle or Blackboard
///
/// Every other byte of the sheet stays as it is. Students are found by the column in which most of their names stand, and
/// by the numbers and user names in names of files that these systems hand out. Who is in one and not in the other is
/// listed on standard error, and then nothing is written, unless you give --partial. JSON: `form`, `column`, `by`, `filled`, `replaced` (with
/// `student`, `old` and `new`), `only_marks` and `only_sheet`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  plyground gradebook canvas.csv marks --out canvas-full.csv
  plyground gradebook moodle.csv marks --out moodle-full.csv --column Bewertung
  plyground gradebook class.csv marks --out full.csv --column Total --by Login")]
pub(super) struct Args {
    /// The sheet that was downloaded: comma, semicolon or tab between cells, UTF-8, UTF-16 or Windows-1252
    sheet: PathBuf,
    /// The folder that 'plyground mark' wrote
    marks: PathBuf,
    /// A new file, for the sheet with the marks
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The heading of the column to fill, or its beginning [default: the only one that can be]
    #[arg(long, value_name = "HEADING")]
    column: Option<String>,
    /// The heading of the column that says who a student is [default: the one that has most of them]
    #[arg(long, value_name = "HEADING")]
    by: Option<String>,
    /// The list of who is who that 'plyground mark --pseudonyms' wrote, if the marks have pseudonyms
    #[arg(long, value_name = "FILE")]
    names: Option<PathBuf>,
    /// Write the sheet though some students are only in one of both
    #[arg(long)]
    partial: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Headings of columns that have a name of its own for each student.
const LOGINS: [&str; 5] = ["Username", "SIS Login ID", "SIS User ID", "Student ID", "ID number"];

/// The longest sheet that is read, in bytes.
const MOST_SHEET: u64 = 16 << 20;

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let (place, out) = (shown::path(&self.sheet), shown::path(&self.out));
        let wrong = |error: SheetError| bad_input!("{place}: {error}");
        if fs::symlink_metadata(&self.out).is_ok() {
            return Err(bad_input!("--out: {out} exists; expected a file that is not there"));
        }
        let bytes = file::read_bytes(&self.sheet, MOST_SHEET).map_err(|error| {
            bad_input!("{place}: {error}; expected the file that you downloaded from the learning platform")
        })?;
        let names = self.names.as_deref().map(read_names).transpose()?;
        let (marks, notes) = read_marks(&self.marks, names.as_ref())?;
        let sheet = Sheet::parse(&bytes).map_err(wrong)?;
        let target = sheet.target(self.column.as_deref()).map_err(wrong)?;
        let found = sheet.matched(&marks, target, self.by.as_deref()).map_err(wrong)?;
        sheet.check_points(target, &found).map_err(wrong)?;
        for (name, why) in &found.only_marks {
            writeln!(streams.err, "{}: {}", printable(name), printable(why))?;
        }
        for name in &found.only_sheet {
            writeln!(streams.err, "{}: in the sheet, not marked", printable(name))?;
        }
        let missing = found.only_marks.len() + found.only_sheet.len();
        if missing > 0 && !self.partial {
            return Err(wrong(SheetError::Partial(missing)));
        }
        let (text, replaced) = sheet.filled(target, &found.rows);
        file::write_atomically(&self.out, &sheet.encoding.bytes(&text))
            .map_err(|error| bad_input!("--out: {out}: {error}; expected a writable folder"))?;
        let heading = |column: usize| sheet.heading(column);
        let replaced = replaced.iter().map(|(row, old)| (&found.rows[row], old));
        for ((student, new), old) in replaced.clone() {
            writeln!(streams.err, "{}: {new} replaces {}", printable(student), printable(old))?;
        }
        for note in notes {
            writeln!(streams.err, "{note}")?;
        }
        if sheet.form == Form::Canvas && heading(target).to_lowercase().contains("final") {
            let why = "Canvas does not read back a column with 'final' in its heading: rename the assignment";
            writeln!(streams.err, "{why}")?;
        }
        if self.json {
            let replaced =
                replaced.map(|((student, new), old)| json!({ "student": student, "old": old, "new": new }));
            let document = json!({
                "form": sheet.form.name(),
                "column": heading(target),
                "by": heading(found.by),
                "filled": found.rows.len(),
                "replaced": replaced.collect::<Vec<_>>(),
                "only_marks": found.only_marks.keys().collect::<Vec<_>>(),
                "only_sheet": found.only_sheet,
            });
            return Ok(json::write(streams.out, &document)?);
        }
        let (count, form) = (counted(found.rows.len() as u64, "mark"), sheet.form.name());
        let [column, by] = [target, found.by].map(|column| printable(&heading(column)));
        Ok(writeln!(streams.out, "{out}: {count} in the column {column}, found by {by} ({form})")?)
    }
}

/// What is read of a line of `marks.jsonl`.
#[derive(Deserialize)]
struct Marked {
    student: String,
    total: f64,
    refused: String,
    /// Marks for a tournament that has not been counted.
    pending: Option<f64>,
}

/// The students of a list of who is who, by their pseudonyms.
fn read_names(path: &Path) -> Result<BTreeMap<String, String>, Failure> {
    let wrong = |error: &dyn std::fmt::Display| {
        bad_input!(
            "--names: {}: {error}; expected the list that 'plyground mark --pseudonyms' wrote",
            shown::path(path)
        )
    };
    let bytes = file::read_bytes(path, MOST_SHEET).map_err(|error| wrong(&error))?;
    let sheet = Sheet::parse(&bytes).map_err(|error| wrong(&error))?;
    let column = |heading| sheet.column(heading).map_err(|error| wrong(&error));
    let (pseudonym, student) = (column("pseudonym")?, column("student")?);
    // The list has an apostrophe before what a spreadsheet would compute.
    let name = |cell: String| match cell.strip_prefix('\'') {
        Some(name) if csv::text(name) == cell => name.to_owned(),
        _ => cell,
    };
    let rows = 1..sheet.rows.len();
    Ok(rows.map(|row| (sheet.value(row, pseudonym), name(sheet.value(row, student)))).collect())
}

/// The total of every student, as it is to be written, and what is to be known of them.
fn read_marks(
    folder: &Path,
    names: Option<&BTreeMap<String, String>>,
) -> Result<(BTreeMap<String, String>, Vec<String>), Failure> {
    let name = |marked: &Marked| match names {
        None => Ok(marked.student.clone()),
        Some(names) => names.get(&marked.student).cloned().ok_or_else(|| {
            let student = quote(&marked.student);
            format!("{student} is not in the list of --names; expected the list of these marks")
        }),
    };
    let (mut marks, mut notes, mut pending) = (BTreeMap::new(), Vec::new(), None);
    for (student, marked) in regrade::read_marks::<Marked>(folder, &name)? {
        if !marked.refused.is_empty() {
            let [student, why] = [&student, &marked.refused].map(|text| printable(text));
            notes.push(format!("{student}: was not run: {why}"));
        }
        pending = pending.or(marked.pending);
        marks.insert(student, marked.total.to_string());
    }
    if let Some(pending) = pending {
        notes.push(format!("{pending} marks for the tournament are pending: no mark has any of them"));
    }
    Ok((marks, notes))
}

/// Why a sheet cannot be filled.
#[derive(Debug, thiserror::Error)]
enum SheetError {
    #[error("its UTF-16 ends amid a character; expected the whole file")]
    Utf16,
    #[error("it is a workbook such as .xlsx; expected CSV: save it as CSV in UTF-8")]
    Workbook,
    #[error("it has NUL bytes, as UTF-32 has, and UTF-16 without a byte-order mark; save it as CSV in UTF-8")]
    Nul,
    #[error("line {0}: a quotation mark that is not closed; expected a second one")]
    Open(usize),
    #[error("no row of a student; expected a line of headings and a line for each student")]
    Empty,
    #[error("row {row}: {}; expected {expected}, as in the line of headings", counted(*found as u64, "cell"))]
    Width { row: usize, found: usize, expected: usize },
    #[error("no column {}; the headings are {headings}", quote(heading))]
    NoColumn { heading: String, headings: String },
    #[error("{count} columns {}; expected one of this heading", quote(heading))]
    Columns { heading: String, count: usize },
    #[error(
        "{count} columns have the heading {}: rename in the sheet the one that is not meant",
        quote(heading)
    )]
    Shared { heading: String, count: usize },
    #[error("{count} columns can be the one to fill ({}); expected --column HEADING, one of {headings}", form.name())]
    Target { form: Form, count: usize, headings: String },
    #[error("{} says who a student is; expected --column HEADING, a column of marks", quote(.0))]
    Who(String),
    #[error("{} is (read only), so Canvas would not read it back; expected --column HEADING, another column", quote(.0))]
    ReadOnly(String),
    #[error("{} and {} say different things of who is who; expected {remedy}", quote(one), quote(other))]
    Ambiguous { one: String, other: String, remedy: &'static str },
    #[error("none of {} marked is in it; expected --by HEADING, a column that has their names, one of {headings}{hint}", counted(*marked as u64, "student"))]
    Nobody { marked: usize, headings: String, hint: &'static str },
    #[error(
        "{} has {mark} marks, and the column has {points} points; expected as many at least",
        printable(student)
    )]
    Points { student: String, mark: String, points: f64 },
    #[error("{} in one and not in the other, nothing was written; --partial fills in the rest", counted(*.0 as u64, "student"))]
    Partial(usize),
}

/// How the characters of a sheet are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Encoding {
    Utf8,
    Utf16Little,
    Utf16Big,
    /// Windows-1252. Every byte is a character: what is not looked at stays as it is.
    Windows,
}

/// The characters of the bytes from 0x80 to 0x9f in Windows-1252; five that it leaves open stand for themselves.
const HIGH: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";

impl Encoding {
    fn read(bytes: &[u8]) -> Result<(Self, String), SheetError> {
        let utf16 = |encoding: Self, unit: fn([u8; 2]) -> u16| {
            let (pairs, rest) = bytes.as_chunks::<2>();
            let text = String::from_utf16(&pairs.iter().map(|&pair| unit(pair)).collect::<Vec<_>>()).ok();
            text.filter(|_| rest.is_empty()).map(|text| (encoding, text)).ok_or(SheetError::Utf16)
        };
        // Behind the table's end a byte is itself.
        let char = |&it: &u8| HIGH.chars().nth(usize::from(it).wrapping_sub(0x80)).unwrap_or(char::from(it));
        Ok(match (bytes, std::str::from_utf8(bytes)) {
            ([b'P', b'K', 3, 4, ..], _) => return Err(SheetError::Workbook),
            ([0xff, 0xfe, 0, 0, ..], _) => return Err(SheetError::Nul),
            ([0xff, 0xfe, ..], _) => utf16(Self::Utf16Little, u16::from_le_bytes)?,
            ([0xfe, 0xff, ..], _) => utf16(Self::Utf16Big, u16::from_be_bytes)?,
            _ if bytes.contains(&0) => return Err(SheetError::Nul),
            (_, Ok(text)) => (Self::Utf8, text.to_owned()),
            (_, Err(_)) => (Self::Windows, bytes.iter().map(char).collect()),
        })
    }

    fn bytes(self, text: &str) -> Vec<u8> {
        match self {
            Self::Utf8 => text.as_bytes().to_vec(),
            Self::Utf16Little => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            Self::Utf16Big => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            // All of it came from bytes; digits are added.
            Self::Windows => {
                let place = |char: char| (0x80_u8..).zip(HIGH.chars()).find(|&(_, one)| one == char);
                let byte = |char| place(char).map_or(u8::try_from(char), |(byte, _)| Ok(byte));
                text.chars().map(|char| byte(char).unwrap_or(b'?')).collect()
            }
        }
    }
}

/// Whose sheet it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Canvas,
    Moodle,
    Blackboard,
    Other,
}

impl Form {
    fn name(self) -> String {
        if self == Self::Other { "a table".to_owned() } else { format!("{self:?}") }
    }
}

/// "Grade" in the grading worksheets of Moodle in other languages.
const GRADE: &str = "Grade Bewertung Note Calificación Valutazione Nota Avaliação Cijfer Betyg Karakter \
                     Karakterer Ocena Arvosana Qualificació";

/// A sheet, with the places of its cells: what is not filled in stays byte for byte.
struct Sheet {
    encoding: Encoding,
    text: String,
    delimiter: char,
    /// For every row the cells, with their quotation marks; rows of nothing are left out.
    rows: Vec<Vec<Range<usize>>>,
    /// For every row its number in the file, from 1.
    numbers: Vec<usize>,
    form: Form,
}

/// Which rows get which marks.
#[derive(Debug)]
struct Matched {
    /// The column that says who a student is.
    by: usize,
    /// For every row the student and the mark.
    rows: BTreeMap<usize, (String, String)>,
    /// Who has no row, and why.
    only_marks: BTreeMap<String, String>,
    /// What stands in the column of those who have no mark.
    only_sheet: Vec<String>,
}

impl Sheet {
    fn parse(bytes: &[u8]) -> Result<Self, SheetError> {
        let (encoding, text) = Encoding::read(bytes)?;
        let first = text.split(['\r', '\n']).next().unwrap_or_default();
        // Every second piece is inside quotation marks.
        let outside: String = first.split('"').step_by(2).collect();
        // Of equal counts the last is taken.
        let delimiter = ['\t', ';', ','].into_iter().max_by_key(|&mark| outside.matches(mark).count());
        let delimiter = delimiter.unwrap_or(',');
        // Excel's own first line, which says what is between cells.
        let is_excels = matches!(first.trim_start_matches('\u{feff}'), "sep=," | "sep=;" | "sep=\t");
        let rows = (1_usize..).zip(cells(&text, delimiter)?).skip(usize::from(is_excels));
        let rows = rows.filter(|(_, row)| row.iter().any(|cell| !text[cell.clone()].trim().is_empty()));
        let (numbers, rows) = rows.unzip();
        let mut sheet = Self { encoding, text, delimiter, rows, numbers, form: Form::Other };
        if sheet.rows.len() < 2 {
            return Err(SheetError::Empty);
        }
        let expected = sheet.rows[0].len();
        if let Some(at) = sheet.rows.iter().position(|row| row.len() != expected) {
            return Err(SheetError::Width { row: sheet.numbers[at], found: sheet.rows[at].len(), expected });
        }
        sheet.form = sheet.form();
        Ok(sheet)
    }

    /// What stands in a cell.
    fn value(&self, row: usize, column: usize) -> String {
        let cell = &self.text[self.rows[row][column].clone()];
        let cell = cell.strip_prefix('\u{feff}').unwrap_or(cell);
        match cell.strip_prefix('"').and_then(|cell| cell.strip_suffix('"')) {
            Some(inner) => inner.replace("\"\"", "\""),
            None => cell.to_owned(),
        }
    }

    fn heading(&self, column: usize) -> String {
        self.value(0, column).trim().to_owned()
    }

    fn number(&self, row: usize, column: usize) -> Option<f64> {
        self.value(row, column).trim().replace(',', ".").parse().ok()
    }

    fn columns(&self) -> Range<usize> {
        0..self.rows[0].len()
    }

    fn form(&self) -> Form {
        let headings: BTreeSet<String> = self.columns().map(|column| self.heading(column)).collect();
        let has = |heading: &str| headings.contains(heading);
        // Canvas writes the logins always; a list of names apart can be anybody's.
        let has_names = has("Student") || has("LastName") && has("FirstName") && has("SIS Login ID");
        if has_names && has("ID") && has("Section") {
            Form::Canvas
        } else if has("Username") && has("Last Name") {
            Form::Blackboard
        } else if !self.grades().is_empty() {
            Form::Moodle
        } else {
            Form::Other
        }
    }

    /// The word of Moodle's first column: "Participant 123" in every row, in the language of the teacher.
    fn participants(&self) -> Option<String> {
        let first = self.value(1, 0);
        let word = first.trim_end_matches(|char: char| char.is_ascii_digit());
        let number = |row| Some(digits(self.value(row, 0).strip_prefix(word)?)?.to_owned());
        let numbers: BTreeSet<String> = (1..self.rows.len()).filter_map(number).collect();
        let is_moodles = word.contains(char::is_alphabetic) && numbers.len() + 1 == self.rows.len();
        is_moodles.then(|| word.to_owned())
    }

    /// The columns that can be "Grade" of Moodle.
    fn grades(&self) -> Vec<usize> {
        let Some(word) = self.participants().filter(|_| self.rows[0].len() >= 5) else { return Vec::new() };
        let is_known = |&column: &usize| {
            let heading = self.heading(column);
            GRADE.split(' ').any(|grade| grade == heading)
        };
        let known: Vec<usize> = self.columns().filter(is_known).collect();
        // A login can be letters and a number, too.
        let is_word = word.len() > 3
            && !word.starts_with(|char: char| char.is_ascii_lowercase())
            && !word.chars().skip(1).any(|char| char.is_ascii_uppercase());
        if !known.is_empty() || !is_word {
            return known;
        }
        // In other languages "Maximum grade" tells it, which Moodle writes with two decimals. A number before it would be
        // another mark in a table of marks.
        let has_decimals = |column: usize| {
            let text = self.value(1, column);
            text.trim().rsplit_once(['.', ',']).is_some_and(|(_, decimals)| decimals.len() == 2)
        };
        let can_be = |&column: &usize| {
            let is_mark = |row: usize, most: f64| match self.value(row, column).trim() {
                "" | "-" => true,
                _ => self.number(row, column).is_some_and(|mark| mark <= most),
            };
            let is_grade = |row, most| is_mark(row, most) && self.number(row, column - 1).is_none();
            let most = self.points_of_all(column + 1).filter(|_| has_decimals(column + 1));
            most.is_some_and(|most| (1..self.rows.len()).all(|row| is_grade(row, most)))
        };
        (1..self.rows[0].len()).filter(can_be).collect()
    }

    /// The points that stand in every row of a column, if they do.
    fn points_of_all(&self, column: usize) -> Option<f64> {
        self.rows[0].get(column)?;
        let number = |row: usize| self.number(row, column);
        number(1).filter(|&one| one > 0.0 && (2..self.rows.len()).all(|row| number(row) == Some(one)))
    }

    /// The row of the student that Canvas makes for tests, whose name is in the language of the course: it is the last one,
    /// and the only one with a login of 40 hexadecimal digits (a SHA-1) and no number of the school.
    fn test_student(&self) -> Option<usize> {
        let column = |heading: &str| self.columns().find(|&column| self.heading(column) == heading);
        let (login, number) = (column("SIS Login ID")?, column("SIS User ID"));
        let is_hash = |login: &str| login.len() == 40 && login.bytes().all(|byte| byte.is_ascii_hexdigit());
        let can_be = |row: usize| {
            let has_number = number.is_some_and(|number| !self.value(row, number).trim().is_empty());
            is_hash(self.value(row, login).trim()) && !has_number
        };
        let last = self.rows.len() - 1;
        (1..self.rows.len()).filter(|&row| can_be(row)).eq([last]).then_some(last)
    }

    /// The rows of students: Canvas has rows of other things first, and a student of its own for tests.
    fn students(&self) -> impl Iterator<Item = usize> {
        let test = self.test_student();
        // A course may show last and first names apart, and some students have only one of them.
        let is_name =
            |&column: &usize| matches!(self.heading(column).as_str(), "Student" | "LastName" | "FirstName");
        let names: Vec<usize> = self.columns().filter(is_name).collect();
        (1..self.rows.len()).filter(move |&row| {
            let names = names.iter().map(|&column| self.value(row, column).trim().to_owned());
            let name = names.filter(|name| !name.is_empty()).collect::<Vec<_>>().join(", ");
            self.form != Form::Canvas
                || !(name.is_empty()
                    || name.starts_with("Points Possible")
                    || name == "Student, Test"
                    || test == Some(row))
        })
    }

    /// The column of a heading, or of the only one that begins with this text.
    fn column(&self, heading: &str) -> Result<usize, SheetError> {
        let named = |matches: &dyn Fn(&str) -> bool| -> Vec<usize> {
            self.columns().filter(|&column| matches(self.value(0, column).trim())).collect()
        };
        let exact = named(&|found| found == heading);
        let found = if exact.is_empty() { named(&|found| found.starts_with(heading)) } else { exact };
        match found[..] {
            [column] => Ok(column),
            [] => Err(SheetError::NoColumn { heading: heading.to_owned(), headings: self.headings() }),
            _ => Err(self
                .shared(&found)
                .filter(|_| found.iter().all(|&column| self.heading(column) == self.heading(found[0])))
                .unwrap_or_else(|| SheetError::Columns { heading: heading.to_owned(), count: found.len() })),
        }
    }

    fn headings(&self) -> String {
        let (all, mut seen) = (self.columns().collect::<Vec<_>>(), BTreeSet::new());
        let headings = all.iter().map(|&column| self.heading(column));
        let headings: Vec<_> =
            headings.filter(|heading| seen.insert(heading.clone())).map(|heading| quote(&heading)).collect();
        let hint = self.shared(&all).map(|error| format!("; {error}")).unwrap_or_default();
        headings.join(", ") + &hint
    }

    /// Whether some of these columns have one heading: --column and --by cannot tell them apart.
    fn shared(&self, columns: &[usize]) -> Option<SheetError> {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for &column in columns {
            *counts.entry(self.heading(column)).or_default() += 1;
        }
        let (heading, count) =
            counts.into_iter().find(|(heading, count)| !heading.is_empty() && *count > 1)?;
        Some(SheetError::Shared { heading, count })
    }

    /// The column to fill.
    fn target(&self, heading: Option<&str>) -> Result<usize, SheetError> {
        if let Some(heading) = heading {
            let column = self.column(heading)?;
            let is_read_only = self.is_read_only(column);
            return if is_read_only { Err(SheetError::ReadOnly(self.heading(column))) } else { Ok(column) };
        }
        let grades = if self.form == Form::Moodle { self.grades() } else { Vec::new() };
        // Canvas writes the number of an assignment behind its name, Blackboard that of a column.
        let can_be = |column: &usize| {
            let heading = self.heading(*column);
            let is_numbered = |open: &str, close: &str| {
                let number = heading.strip_suffix(close).and_then(|heading| heading.rsplit_once(open));
                number.is_some_and(|(_, number)| digits(number).is_some())
            };
            match self.form {
                Form::Canvas => is_numbered(" (", ")") && !self.is_read_only(*column),
                // Totals are worked out there.
                Form::Blackboard => is_numbered("|", "") && !heading.contains("up to"),
                Form::Moodle => grades.contains(column),
                Form::Other => false,
            }
        };
        let found: Vec<usize> = self.columns().filter(can_be).collect();
        match found[..] {
            [column] => Ok(column),
            _ => Err(self.shared(&found).unwrap_or_else(|| SheetError::Target {
                form: self.form,
                count: found.len(),
                headings: self.headings(),
            })),
        }
    }

    /// Finds the students of the marks in the sheet.
    fn matched(
        &self,
        marks: &BTreeMap<String, String>,
        target: usize,
        by: Option<&str>,
    ) -> Result<Matched, SheetError> {
        let others: Vec<usize> = self.columns().filter(|&column| column != target).collect();
        // Moodle's number says who it is, and no name that stands elsewhere.
        let places = self.places(&others);
        let has_number = |student: &String| {
            keys(student).iter().any(|key| key.starts_with('#') && places.contains_key(key))
        };
        let has_numbers = self.form == Form::Moodle || marks.keys().any(has_number);
        let is_another = |student: &str| match &keys(student)[..] {
            [_, number, name, ..] if has_numbers && number.starts_with('#') => {
                let is_row = |row| places.get(name).is_none_or(|rows| rows.contains(row));
                !places.get(number).is_some_and(|rows| rows.iter().all(is_row))
            }
            _ => false,
        };
        let (who, own) = (self.heading(target), self.matched_by(target, marks));
        let (strange, sure): (BTreeMap<_, _>, BTreeMap<_, _>) =
            marks.clone().into_iter().partition(|(student, _)| is_another(student));
        let columns = by.map_or(Ok(others), |heading| self.column(heading).map(|column| vec![column]))?;
        let mut all: Vec<Matched> = columns.into_iter().map(|by| self.matched_by(by, &sure)).collect();
        let most = all.iter().map(|found| found.rows.len()).max().unwrap_or(0);
        let known = ["ID", "Section", "FirstName", "First Name"];
        let is_known = || LOGINS.iter().chain(&known).any(|one| *one == who);
        let is_who = target == 0 && self.form != Form::Other || is_known();
        // Marks may be the names of a few by chance.
        let has_letter = |row: &usize| self.value(*row, target).contains(char::is_alphabetic);
        if is_who || by.is_none() && own.rows.len() > most / 2 || own.rows.keys().any(has_letter) {
            return Err(SheetError::Who(who));
        }
        let is_login = |found: &Matched| LOGINS.contains(&self.heading(found.by).as_str());
        let is_most = |found: &Matched| found.rows.len() == most;
        let best = all.iter().position(|found| is_most(found) && is_login(found));
        let best = best.or_else(|| all.iter().position(is_most));
        let Some(best) = best.filter(|_| most > 0) else {
            let is_windows = self.encoding == Encoding::Windows;
            let hint = if is_windows { "; it is not in UTF-8; save it as UTF-8" } else { "" };
            return Err(SheetError::Nobody { marked: marks.len(), headings: self.headings(), hint });
        };
        let row_of: BTreeMap<&str, usize> =
            all[best].rows.iter().map(|(&row, (student, _))| (student.as_str(), row)).collect();
        // A column that has half of the students as well, and not by chance, must not contradict, and a login never.
        let is_rival = |found: &&Matched| {
            let rows = found.rows.len();
            rows > 1 && 2 * rows >= most || rows == most || is_login(found)
        };
        for rival in all.iter().filter(is_rival) {
            let differs = |(row, (student, _)): (&usize, &(String, String))| {
                row_of.get(student.as_str()).is_some_and(|other| other != row)
            };
            if rival.rows.iter().any(differs) || rival.rows.len() == most && rival.rows != all[best].rows {
                let [one, other] = [all[best].by, rival.by].map(|column| self.heading(column));
                let is_unique = [&one, &other].iter().all(|heading| self.column(heading).is_ok());
                let remedy = if is_unique { "--by HEADING" } else { "another heading for one of them" };
                return Err(SheetError::Ambiguous { one, other, remedy });
            }
        }
        let mut best = all.swap_remove(best);
        let why = "marked, not in the sheet with its number";
        best.only_marks.extend(strange.into_keys().map(|student| (student, why.to_owned())));
        Ok(best)
    }

    /// The rows of students in which a text stands in one of these columns, and those of Moodle's numbers.
    fn places(&self, columns: &[usize]) -> BTreeMap<String, Vec<usize>> {
        let mut places: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        let cells = self.students().flat_map(|row| columns.iter().map(move |&column| (row, column)));
        let has_participants = self.participants().is_some();
        for (row, column) in cells {
            let value = self.value(row, column).trim().to_lowercase();
            let number = value.trim_start_matches(|char: char| !char.is_ascii_digit());
            // Only names of Moodle's files have such keys, whatever the language of its sheet is.
            let participant = (column == 0 && has_participants).then(|| format!("#{number}"));
            for key in [value.clone()].into_iter().chain(participant).filter(|key| !key.is_empty()) {
                places.entry(key).or_default().push(row);
            }
        }
        places
    }

    fn matched_by(&self, by: usize, marks: &BTreeMap<String, String>) -> Matched {
        let places = self.places(&[by]);
        let (mut rows, mut only_marks) = (BTreeMap::new(), BTreeMap::new());
        // Rows of students that are marked, though it may not be known which.
        let mut marked: BTreeSet<usize> = BTreeSet::new();
        // What stands there twice, or is claimed by two, is nobody's.
        let mut claims: BTreeMap<usize, Vec<(&String, &String)>> = BTreeMap::new();
        for claim @ (student, _) in marks {
            let places = keys(student).iter().find_map(|key| places.get(key));
            marked.extend(places.into_iter().flatten());
            let why = match places {
                None => "marked, not in the sheet".to_owned(),
                Some(places) if places.len() > 1 => {
                    let numbers: Vec<_> = places.iter().map(|&row| self.numbers[row].to_string()).collect();
                    format!("stands in rows {} of the sheet", numbers.join(" and "))
                }
                Some(places) => {
                    claims.entry(places[0]).or_default().push(claim);
                    continue;
                }
            };
            only_marks.insert(student.clone(), why);
        }
        for (row, claims) in claims {
            let names: Vec<&str> = claims.iter().map(|(student, _)| student.as_str()).collect();
            let why = format!("row {} of the sheet is claimed by {}", self.numbers[row], names.join(" and "));
            match claims[..] {
                [(student, mark)] => drop(rows.insert(row, (student.clone(), mark.clone()))),
                _ => only_marks.extend(names.into_iter().map(|name| (name.to_owned(), why.clone()))),
            }
        }
        let others = self.students().filter(|row| !marked.contains(row));
        let name = |row: usize| match self.value(row, by).trim() {
            "" => format!("row {}", self.numbers[row]),
            name => name.to_owned(),
        };
        let only_sheet = others.map(name).collect();
        Matched { by, rows, only_marks, only_sheet }
    }

    /// The row in which Canvas says how many points each column has.
    fn points_row(&self) -> Option<usize> {
        let is_it = |&row: &usize| self.value(row, 0).trim().starts_with("Points Possible");
        (1..self.rows.len()).filter(|_| self.form == Form::Canvas).find(is_it)
    }

    /// Whether Canvas does not read a column back.
    fn is_read_only(&self, column: usize) -> bool {
        self.points_row().is_some_and(|row| self.value(row, column).trim() == "(read only)")
    }

    /// The points of the column to fill, where the sheet says how many there are.
    fn points(&self, target: usize) -> Option<f64> {
        let text = match self.form {
            Form::Canvas => self.value(self.points_row()?, target),
            Form::Blackboard => {
                let heading = self.value(0, target);
                let (_, points) = heading.split_once("[Total Pts: ")?;
                points.split(' ').next()?.to_owned()
            }
            // "Maximum grade" follows "Grade" in every language.
            Form::Moodle => return self.points_of_all(target + 1),
            Form::Other => return None,
        };
        text.trim().replace(',', ".").parse().ok()
    }

    /// Whether no mark is more than the points of the column.
    fn check_points(&self, target: usize, found: &Matched) -> Result<(), SheetError> {
        let Some(points) = self.points(target) else { return Ok(()) };
        let is_more = |mark: &str| mark.parse().is_ok_and(|mark: f64| mark > points);
        let found = found.rows.values().find(|(_, mark)| is_more(mark)).cloned();
        found.map_or(Ok(()), |(student, mark)| Err(SheetError::Points { student, mark, points }))
    }

    /// The sheet with marks, written as numbers are in its column, and what stood in cells that had others.
    fn filled(
        &self,
        target: usize,
        marks: &BTreeMap<usize, (String, String)>,
    ) -> (String, BTreeMap<usize, String>) {
        // In half of Europe a grade of 7.5 is 7,5, and neither Moodle nor Excel takes anything else there.
        let is_number = |text: String| {
            text.trim().split_once(',').is_some_and(|(whole, rest)| digits(whole).and(digits(rest)).is_some())
        };
        let looked_at = match (self.form, self.delimiter) {
            (_, ';') => self.columns(),
            (Form::Moodle, _) => target..(target + 2).min(self.rows[0].len()),
            _ => target..target + 1,
        };
        let is_comma = (1..self.rows.len())
            .any(|row| looked_at.clone().any(|column| is_number(self.value(row, column))));
        let (mut text, mut replaced, mut from) =
            (String::with_capacity(self.text.len() + 8 * marks.len()), BTreeMap::new(), 0);
        for (&row, (_, mark)) in marks {
            let cell = self.rows[row][target].clone();
            let old = self.value(row, target).trim().to_owned();
            let mark = if is_comma { mark.replace('.', ",") } else { mark.clone() };
            let value = |text: &str| text.replace(',', ".").parse::<f64>().ok();
            if !(old.is_empty() || old == "-") && value(&old) != value(&mark) {
                replaced.insert(row, old);
            }
            text += &self.text[from..cell.start];
            from = cell.end;
            let is_quoted = self.text[cell].starts_with('"') || mark.contains(self.delimiter);
            let mark_of_quotation = if is_quoted { "\"" } else { "" };
            text.extend([mark_of_quotation, &mark, mark_of_quotation]);
        }
        text += &self.text[from..];
        (text, replaced)
    }
}

/// How a student may stand in a sheet: by the name of the submission, or by what systems write into names of files that
/// they hand out: Moodle `NAME_PARTICIPANT_assignsubmission_file`, Canvas `NAME_[LATE_]ID_SUBMISSION_FILE`, Blackboard
/// `ASSIGNMENT_USERNAME_attempt_DATE`.
fn keys(student: &str) -> Vec<String> {
    let name = student.trim().to_lowercase();
    let parts: Vec<&str> = name.split('_').collect();
    let is_number = |part: &str| digits(part).is_some();
    let at = |word: &str| parts.iter().rposition(|&part| part == word).and_then(|at| at.checked_sub(1));
    let mut keys = vec![name.clone()];
    if let Some(number) = at("assignsubmission").map(|at| parts[at]).filter(|part| is_number(part)) {
        keys.push(format!("#{number}"));
        keys.push(parts[0].to_owned());
    }
    // User names and titles may have such strokes, too: the longest that the sheet has counts.
    if let Some(end) = parts.iter().rposition(|&part| part == "attempt") {
        keys.extend((1..end).map(|begin| parts[begin..end].join("_")));
    }
    let rest = parts.iter().skip(1).skip_while(|&&part| part == "late").collect::<Vec<_>>();
    if let [id, submission, ..] = rest[..]
        && is_number(id)
        && is_number(submission)
    {
        keys.push((*id).to_owned());
    }
    keys
}

/// The places of the cells of every row (RFC 4180, with any of three line ends).
fn cells(text: &str, delimiter: char) -> Result<Vec<Vec<Range<usize>>>, SheetError> {
    let (mut rows, mut row, mut start, mut opened) = (Vec::new(), Vec::new(), 0, None);
    let mut line = 1;
    let mut chars = text.char_indices().peekable();
    while let Some((at, char)) = chars.next() {
        line += usize::from(char == '\n');
        match (char, opened) {
            ('"', None) if text[start..at].trim_start_matches('\u{feff}').is_empty() => opened = Some(line),
            // A mark inside is written twice.
            ('"', Some(_)) if chars.next_if(|&(_, next)| next == '"').is_none() => opened = None,
            (_, Some(_)) => {}
            _ if char == delimiter => {
                row.push(start..at);
                start = at + char.len_utf8();
            }
            ('\n', None) if text[..at].ends_with('\r') => start = at + 1,
            ('\n' | '\r', None) => {
                row.push(start..at);
                start = at + 1;
                rows.push(std::mem::take(&mut row));
            }
            _ => {}
        }
    }
    if let Some(line) = opened {
        return Err(SheetError::Open(line));
    }
    row.push(start..text.len());
    rows.push(row);
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CANVAS: &str =
        "\u{feff}Student,ID,SIS User ID,SIS Login ID,Section,Homework 1 (4711),Current Score\r
,,,,,Manual Posting,\r
    Points Possible,,,,,10.00,(read only)\r
\"Lee, Ann \"\"A\"\"\",901,s1,ann,A1,,88.1\r
\"O'Neil, Ben\",902,s2,BEN,A1,7.00,\r
\"Student, Test\",903,,1f0e,A1,,\r
";

    const MOODLE: &str =
        "Identifier,\"Vollständiger Name\",E-Mail-Adresse,Status,Bewertung,Höchstwert,\"Zuletzt geändert\"
Teilnehmer/in55,Ann Lee,ann@example.org,-,,\"10,00\",-
Teilnehmer/in56,Ben O'Neil,ben@example.org,-,\"7,00\",\"10,00\",\"1. Mai, 10:00\"
";

    const BLACKBOARD: &str = "\"Last Name\"\t\"First Name\"\t\"Username\"\t\"Homework 1 [Total Pts: 10 Score] |4711\"\t\"Total [Total Pts: up to 10 Score] |4\"
\"Lee\"\t\"Ann\"\t\"ann\"\t\"\"\t\"\"
\"O'Neil\"\t\"Ben\"\t\"ben\"\t\"7.00\"\t\"7\"
";

    fn fill(
        sheet: &[u8],
        of: &[(&str, &str)],
        column: Option<&str>,
        by: Option<&str>,
    ) -> Result<(Sheet, Matched, Vec<u8>), SheetError> {
        let sheet = Sheet::parse(sheet)?;
        let target = sheet.target(column)?;
        let marks = of.iter().map(|&(student, mark)| (student.to_owned(), mark.to_owned())).collect();
        let found = sheet.matched(&marks, target, by)?;
        sheet.check_points(target, &found)?;
        let bytes = sheet.encoding.bytes(&sheet.filled(target, &found.rows).0);
        Ok((sheet, found, bytes))
    }

    #[test]
    fn sheets_of_three_systems_keep_every_other_byte() {
        let sheets = [
            (Form::Canvas, CANVAS, CANVAS.replace("A1,,88", "A1,8.5,88").replace("7.00", "9")),
            (Form::Moodle, MOODLE, MOODLE.replace("-,,", "-,\"8,5\",").replace("7,00", "9")),
            (Form::Blackboard, BLACKBOARD, BLACKBOARD.replace("\"\"\t", "\"8.5\"\t").replace("7.00", "9")),
        ];
        let names = [
            (Form::Canvas, ["ann", "ben"]),
            (Form::Canvas, ["leeann_LATE_901_77_play.py", "oneilben_902_78_play.py"]),
            (Form::Canvas, ["Lee, Ann \"A\"", "O'Neil, Ben"]),
            (Form::Moodle, ["Ann Lee_55_assignsubmission_file", "Ben O'Neil_56_assignsubmission_file_"]),
            (Form::Moodle, ["ann@example.org", "BEN@example.org"]),
            (Form::Moodle, ["ann lee", "ben o'neil"]),
            (Form::Blackboard, ["ann", "ben"]),
            (Form::Blackboard, ["HW 1_ann_attempt_2027-04-05", "HW 1_ben_attempt_2027-04-05"]),
        ];
        for (form, [ann, ben]) in names {
            let (_, sheet, expected) = sheets.iter().find(|(of, ..)| *of == form).unwrap();
            for encoding in [Encoding::Utf8, Encoding::Utf16Little, Encoding::Utf16Big, Encoding::Windows] {
                let mark = if encoding == Encoding::Windows { "" } else { "\u{feff}" };
                let bytes =
                    |text: &str| encoding.bytes(&format!("{mark}{}", text.trim_start_matches('\u{feff}')));
                let (found, matched, filled) =
                    fill(&bytes(sheet), &[(ann, "8.5"), (ben, "9")], None, None).unwrap();
                assert_eq!(found.form, form, "{ann} {encoding:?}");
                let text = String::from_utf8_lossy(&filled);
                assert!(filled == bytes(expected), "{ann} {encoding:?}: {text}");
                assert!(matched.only_marks.is_empty() && matched.only_sheet.is_empty(), "{ann}");
            }
        }
    }

    #[test]
    fn moodle_in_any_language_is_filled_by_its_numbers_and_tables_are_not() {
        let sheet = "Id,Jméno,Stav,Známka,Maximum\nÚčastník 55,Ann,-,,10\nÚčastník 56,Ben,-,EX,10\n";
        let [ann, ben] = ["anon_55_assignsubmission_file", "anon_56_assignsubmission_file"];
        let of = [(ann, "8"), (ben, "9")];
        let (_, found, filled) = fill(sheet.as_bytes(), &of, Some("Známka"), None).unwrap();
        assert!(found.only_marks.is_empty() && found.only_sheet.is_empty());
        assert_eq!(String::from_utf8(filled).unwrap(), sheet.replace("-,,", "-,8,").replace("EX", "9"));
        // No maximum is what differs, and no participants are these.
        let table = "Login,Grade,Attendance\nann1,,3\nben2,,3\n";
        assert!(fill(table.as_bytes(), &[("ann1", "8")], Some("Grade"), None).is_ok());
        let logins = "UID,Name,HW1,HW2,Weeks\nu71,Ann Lee,5,6,12\nu72,Ben Ray,4,2,12\n";
        let teams = logins.replace("\nu", "\nTeam ");
        for sheet in [sheet, table, logins, teams.as_str()] {
            let error = fill(sheet.as_bytes(), &[("ann1", "8")], None, None).err().unwrap().to_string();
            assert!(error.starts_with("0 columns can be the one to fill (a table)"), "{error}");
        }
        assert!(fill(logins.as_bytes(), &[("u71", "13"), ("u72", "1")], Some("HW2"), None).is_ok());
        // Numbers of rows are no numbers of Moodle, and neither are logins that no marked file has.
        let rows = "No,Name,Mark\n1,Ann Lee,\n2,Ben Ray,\n";
        let of = [("Ann Lee_2_assignsubmission_file", "8"), ("Ben Ray_1_assignsubmission_file", "3")];
        for sheet in [rows.to_owned(), rows.replace("\n1", "\nu71").replace("\n2", "\nu72")] {
            let (_, _, filled) = fill(sheet.as_bytes(), &of, Some("Mark"), Some("Name")).unwrap();
            let expected = sheet.replace("Lee,", "Lee,8").replace("Ray,", "Ray,3");
            assert_eq!(String::from_utf8(filled).unwrap(), expected);
        }
        // Old marks that are numbers of others say nothing where --by says who is who.
        let groups = "Nr,Name,Mark\n7,a,9\n8,b,8\n9,c,7\n";
        let of = [("7", "1"), ("8", "2"), ("9", "3")];
        assert!(fill(groups.as_bytes(), &of, Some("Mark"), Some("Nr")).is_ok());
    }

    #[test]
    fn moodle_in_a_language_that_is_not_known_is_found_by_its_maxima() {
        let russian = "Идентификатор,Полное имя,Статус,Оценка,Максимальная оценка,Изменить
Участник55,Анна,Нет ответа,,\"100,00\",Да
Участник56,Борис,Нет ответа,\"7,50\",\"100,00\",Да
";
        let of = |mark| [("anon_55_assignsubmission_file", mark), ("anon_56_assignsubmission_file", "9")];
        for word in ["Участник", "参加者", "Katılımcı ", "Partaidea"] {
            let sheet = russian.replace("Участник", word);
            let expected = sheet.replace("ответа,,", "ответа,\"8,5\",").replace("7,50", "9");
            for column in [None, Some("Оценка")] {
                let (found, _, filled) = fill(sheet.as_bytes(), &of("8.5"), column, None).unwrap();
                assert_eq!(
                    (found.form, String::from_utf8(filled).unwrap()),
                    (Form::Moodle, expected.clone())
                );
                let error = fill(sheet.as_bytes(), &of("100.5"), column, None).err().unwrap().to_string();
                assert!(error.contains("has 100.5 marks, and the column has 100 points"), "{error}");
            }
        }
        for login in ["u", "student", "STUD"] {
            let sheet = russian.replace("Участник", login);
            let error = fill(sheet.as_bytes(), &of("8"), None, None).err().unwrap().to_string();
            assert!(error.starts_with("0 columns can be the one to fill (a table)"), "{error}");
        }
        // Marks that are equal look like a maximum, too, behind a column of nothing.
        let sheet =
            "Id,Имя,Маркер,Оценка,Максимум\nУчастник55,Анна,,9.00,10.00\nУчастник56,Борис,,9.00,10.00\n";
        for (column, told) in [
            (None, "2 columns can be the one to fill (Moodle); expected --column HEADING"),
            (Some("Оценка"), "anon_55_assignsubmission_file has 11 marks, and the column has 10 points"),
        ] {
            let error = fill(sheet.as_bytes(), &of("11"), column, None).err().unwrap().to_string();
            assert!(error.starts_with(told), "{error}");
        }
    }

    #[test]
    fn canvas_may_show_last_and_first_names_apart() {
        let sheet = "\u{feff}LastName,FirstName,ID,SIS User ID,SIS Login ID,Section,Homework 1 (4711)\r
,,,,,,Manual Posting\r
    Points Possible,,,,,,10.00\r
Lee,Ann,901,s1,ann7,A1,\r
,Cleo,902,s2,cleo8,A1,7.00\r
Student,Test,903,,1f0e,A1,\r
";
        let both = [("ann7", "8.5"), ("cleo8", "9")];
        let (found, matched, filled) = fill(sheet.as_bytes(), &both, None, None).unwrap();
        assert!(found.form == Form::Canvas && matched.only_sheet.is_empty());
        let expected = sheet.replace("ann7,A1,", "ann7,A1,8.5").replace("7.00", "9");
        assert_eq!(String::from_utf8(filled).unwrap(), expected);
        let (_, matched, _) = fill(sheet.as_bytes(), &both[..1], None, None).unwrap();
        assert_eq!(matched.only_sheet, ["cleo8"]);
        for (mark, column, told) in [
            ("10.5", None, "ann7 has 10.5 marks, and the column has 10 points"),
            ("8", Some("FirstName"), "'FirstName' says who a student is"),
        ] {
            let error = fill(sheet.as_bytes(), &[("ann7", mark)], column, None).err().unwrap().to_string();
            assert!(error.starts_with(told), "{error}");
        }
    }

    #[test]
    fn bytes_of_windows_come_back_as_they_were() {
        let all: Vec<u8> = (0x80..=0xff).collect();
        let sheet = |mark: &[u8]| [&b"Login,Mark,"[..], &all[..], b"\nann,", mark, b",x\n"].concat();
        let (found, _, filled) = fill(&sheet(b""), &[("ann", "8")], Some("Mark"), None).unwrap();
        assert!(filled == sheet(b"8") && found.value(0, 2).contains("‘’“”•–—˜™š›œ"));
    }

    #[test]
    fn who_is_in_one_and_not_in_the_other_is_listed() {
        let (_, found, filled) = fill(CANVAS.as_bytes(), &[("ann", "3"), ("cleo", "4")], None, None).unwrap();
        assert_eq!(found.only_marks["cleo"], "marked, not in the sheet");
        assert_eq!(found.only_sheet, ["BEN"]);
        assert_eq!(String::from_utf8(filled).unwrap(), CANVAS.replace("A1,,88", "A1,3,88"));
        // In every language the student for tests has such a login; the others may have such, too.
        let [hash, another, word] = ["1f0e", "2e2e", "word"].map(|text| text.repeat(10));
        let other = CANVAS.replace("\"Student, Test\"", "\"Studerende, Test\"").replace("1f0e", &hash);
        for (sheet, expected) in [
            (other.clone(), vec!["BEN"]),
            (other.replace("903,", "903,s3"), vec!["BEN", hash.as_str()]),
            (other.replace("s2,BEN", &format!(",{another}")), vec![another.as_str(), hash.as_str()]),
            (other.replace("1f0e", "word"), vec!["BEN", word.as_str()]),
        ] {
            let (_, found, _) = fill(sheet.as_bytes(), &[("ann", "3")], None, None).unwrap();
            assert_eq!(found.only_sheet, expected);
        }
        // Two rows of one name are nobody's, and neither is a row that two could have.
        let twice = "sep=,\r\nLogin,Mark\r\nann,\r\n\r\nann,\r\nben,\r\ncleo,\r\n";
        let [one, other] = ["cleo_1_assignsubmission_file", "cleo_2_assignsubmission_file"];
        let of = [("ann", "3"), ("ben", "4"), (one, "5"), (other, "6")];
        let (_, found, _) = fill(twice.as_bytes(), &of, Some("Mark"), None).unwrap();
        let claimed = format!("row 7 of the sheet is claimed by {one} and {other}");
        assert_eq!(found.only_marks["ann"], "stands in rows 3 and 5 of the sheet");
        assert_eq!((&found.only_marks[one], &found.only_marks[other]), (&claimed, &claimed));
        // It is said of them already.
        assert!(found.only_sheet.is_empty(), "{:?}", found.only_sheet);
    }

    #[test]
    fn nobody_gets_the_mark_of_another() {
        let only = |sheet: &str, of: &[(&str, &str)], by: Option<&str>| {
            let (_, found, filled) = fill(sheet.as_bytes(), of, Some("Mark"), by).unwrap();
            let marks: Vec<String> = found.only_marks.into_keys().collect();
            (String::from_utf8(filled).unwrap(), marks, found.only_sheet)
        };
        let sheet = "Login,Mark\nlee,\nann_lee,\n";
        let hw = [("HW 1_ann_lee_attempt_2027-04-05", "3")];
        let filled = "Login,Mark\nlee,\nann_lee,3\n".to_owned();
        assert_eq!(only(sheet, &hw, None), (filled, vec![], vec!["lee".to_owned()]));
        // Two of a name have two numbers: the row of one of them is nobody's.
        let sheet = "Name,Mark\nAnn Lee,\nBen,\n";
        let [one, other] = ["Ann Lee_55_assignsubmission_file", "Ann Lee_56_assignsubmission_file"];
        let (text, marks, rest) = only(sheet, &[(one, "3"), (other, "9"), ("ben", "4")], Some("Name"));
        assert_eq!((text.as_str(), marks.len(), rest.len()), ("Name,Mark\nAnn Lee,\nBen,4\n", 2, 0));
        // Moodle's number counts, and not a name that another has.
        let sheet = "Identifier,Full name,Mark\nParticipant 57,Ann Lee,\nParticipant 58,Ben,\n";
        for names in [["Ann Lee_55", "Ben_58"], ["Ben_57", "x_58"]] {
            let [wrong, right] = names.map(|name| format!("{name}_assignsubmission_file"));
            let (text, marks, _) = only(sheet, &[(wrong.as_str(), "3"), (right.as_str(), "4")], None);
            assert_eq!((text, marks), (sheet.replace("Ben,", "Ben,4"), vec![wrong]));
        }
        // Columns that have one each by chance say nothing against the one that has both.
        let sheet = "Last,First,Login,Mark\nBen,Cleo,ann,\nLee,Ann,ben,\n";
        let filled = "Last,First,Login,Mark\nBen,Cleo,ann,1\nLee,Ann,ben,2\n";
        assert_eq!(only(sheet, &[("ann", "1"), ("ben", "2")], None).0, filled);
    }

    #[test]
    fn what_canvas_does_not_read_back_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let line = r#"{"student":"ann","total":8.0,"refused":"","pending":null}"#;
        fs::write(path("marks.jsonl"), line).unwrap();
        for (heading, is_said) in [("Homework 1", false), ("FINAL project", true)] {
            fs::write(path("sheet.csv"), CANVAS.replace("Homework 1", heading)).unwrap();
            let (sheet, marks, out) = (path("sheet.csv"), folder.path().to_owned(), path(heading));
            let args =
                Args { sheet, marks, out, column: None, by: None, names: None, partial: true, json: false };
            let mut said = Vec::new();
            args.run(&mut Streams::plain(&mut std::io::empty(), &mut std::io::sink(), &mut said)).unwrap();
            let said = String::from_utf8(said).unwrap();
            assert_eq!(said.contains("Canvas does not read back a column with 'final'"), is_said, "{said}");
        }
    }

    #[test]
    fn of_thousands_with_the_names_of_others_each_gets_the_own_mark() {
        let head: String = CANVAS.split_inclusive('\n').take(3).collect();
        let row = |number: usize, mark: &str| {
            format!("\"Lee, Ann {}\",{number},s{number},u{number},A1,{mark},\r\n", number / 10)
        };
        let marks: Vec<[String; 2]> =
            (0..4000).map(|number| [format!("u{number}"), (number % 11).to_string()]).collect();
        let sheet = head.clone() + &(0..4000).map(|number| row(number, "")).collect::<String>();
        let of: Vec<_> = marks.iter().map(|[name, mark]| (name.as_str(), mark.as_str())).collect();
        let (_, _, filled) = fill(sheet.as_bytes(), &of, None, None).unwrap();
        let expected = head + &(0..4000).map(|number| row(number, &marks[number][1])).collect::<String>();
        assert!(String::from_utf8(filled).unwrap() == expected);
    }

    #[test]
    fn numbers_are_written_as_the_sheet_writes_them() {
        for (sheet, expected) in [
            ("Login;Other;Mark\ns1;7,5;\n\n;;\n", "Login;Other;Mark\ns1;7,5;8,5\n\n;;\n"),
            ("Login;Other;Mark\ns1;7.5;\n", "Login;Other;Mark\ns1;7.5;8.5\n"),
            ("Login,\"Task; 1; 2\",Mark\rs1,\"7,5\",\r", "Login,\"Task; 1; 2\",Mark\rs1,\"7,5\",8.5\r"),
            ("Login,Mark,Project 2\ns1,,3\n", "Login,Mark,Project 2\ns1,8.5,3\n"),
            ("\u{feff}sep=;\r\nLogin;Mark\r\ns1;EX\r\n", "\u{feff}sep=;\r\nLogin;Mark\r\ns1;8.5\r\n"),
        ] {
            let (found, _, filled) = fill(sheet.as_bytes(), &[("s1", "8.5")], Some("Mark"), None).unwrap();
            assert_eq!((found.form, String::from_utf8(filled).unwrap().as_str()), (Form::Other, expected));
        }
    }

    #[test]
    fn sheets_that_cannot_be_filled_are_refused_with_the_remedy() {
        let two = CANVAS.replace("Current Score", "Homework 2 (4712)").replace("(read only)", "5.00");
        let crossed = "Login,Name,Mark\nann,ben,\nben,ann,\n";
        let doubled = crossed.replace("Name", "Login");
        let twins = "Login,A,A,B,,\nann,,,,,\n";
        let grades = MOODLE.replace("Status", "Bewertung");
        let rename = "2 columns have the heading 'A': rename in the sheet the one that is not meant";
        let listed = format!("one of 'Login', 'A', 'B', ''; {rename}");
        let german = BLACKBOARD.replace("Last Name", "Nachname").replace("Username", "Benutzername");
        let remedy = "(a table); expected --column HEADING, one of 'Nachname', 'First Name', 'Benutzername', 'Homework";
        let login = "Last Name,Username,Mark\nAnn,a1,\nBen,b1,\nLee,ann,\n";
        let cases: [(&[u8], Option<&str>, &str); 22] = [
            (login.as_bytes(), Some("Mark"), "'Last Name' and 'Username' say different things of who is who"),
            (CANVAS.as_bytes(), Some("Current Score"), "'Current Score' is (read only), so Canvas would not"),
            (german.as_bytes(), None, remedy),
            (twins.as_bytes(), Some("A"), rename),
            (twins.as_bytes(), None, listed.as_str()),
            (grades.as_bytes(), None, "2 columns have the heading 'Bewertung': rename in the sheet"),
            (b"PK\x03\x04\x14\0", None, "it is a workbook such as .xlsx; expected CSV: save it as CSV"),
            (b"a\0,\0b\0", None, "it has NUL bytes, as UTF-32 has, and UTF-16 without a byte-order mark;"),
            (CANVAS.as_bytes(), Some("ID"), "'ID' says who a student is; expected --column HEADING"),
            (crossed.as_bytes(), Some("Login"), "'Login' says who a student is"),
            (doubled.as_bytes(), Some("Mark"), "who is who; expected another heading for one of them"),
            (b"Login,Mark\nz\xf6e,\n", Some("Mark"), "'Mark'; it is not in UTF-8; save it as UTF-8"),
            (b"", None, "no row of a student; expected a line of headings"),
            (b"Student,ID,Section\n", None, "no row of a student"),
            (b"a,b\n1,2,3\n", None, "row 2: 3 cells; expected 2, as in the line of headings"),
            (b"a,b\n\"1,2\n", None, "line 2: a quotation mark that is not closed"),
            (b"\xff\xfea\0b", None, "its UTF-16 ends amid a character"),
            (b"Login,Mark\nann,\n", None, "(a table); expected --column HEADING, one of 'Login', 'Mark'"),
            (two.as_bytes(), None, "2 columns can be the one to fill (Canvas)"),
            (two.as_bytes(), Some("Homework"), "2 columns 'Homework'; expected one of this heading"),
            (b"Login,Mark\nzoe,\n", Some("Mark"), "2 students marked is in it; expected --by HEADING"),
            (crossed.as_bytes(), Some("Mark"), "'Name' say different things of who is who; expected --by"),
        ];
        for (sheet, column, expected) in cases {
            let error = fill(sheet, &[("ann", "3"), ("ben", "4")], column, None).err().unwrap().to_string();
            assert!(error.contains(expected), "{error}");
        }
        assert!(fill(crossed.as_bytes(), &[("ann", "3")], Some("Mark"), Some("Name")).is_ok());
    }

    #[test]
    fn no_mark_is_more_than_the_points_of_the_column() {
        for (sheet, student) in [(CANVAS, "ann"), (MOODLE, "ann lee"), (BLACKBOARD, "ann")] {
            assert!(fill(sheet.as_bytes(), &[(student, "10")], None, None).is_ok());
            let error = fill(sheet.as_bytes(), &[(student, "10.5")], None, None).err().unwrap().to_string();
            let told = "has 10.5 marks, and the column has 10 points; expected as many at least";
            assert_eq!(error, format!("{student} {told}"));
        }
    }
}
