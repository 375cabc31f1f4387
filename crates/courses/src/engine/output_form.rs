//! The form of an output: what is wrong with it apart from what it says.

use plyground_core::{digits, quote};

/// Remarks on the form of an output, and its likely meaning, for the author of the program. Marking reads it strictly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Form<A> {
    /// The answer that a misformed output is likely to mean.
    pub meant: Option<A>,
    /// What is wrong with its form, or unusual.
    pub remarks: Vec<Remark>,
}

impl<A> Default for Form<A> {
    fn default() -> Self {
        Self { meant: None, remarks: Vec::new() }
    }
}

/// Something about the form of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// A name, the same for all remarks of a kind.
    pub kind: &'static str,
    /// What was found and what was expected.
    pub text: String,
    /// Whether an answer with it does not count.
    pub is_fault: bool,
}

impl Remark {
    /// A remark on what makes an answer not count.
    pub const fn fault(kind: &'static str, text: String) -> Self {
        Self { kind, text, is_fault: true }
    }

    /// A remark on what the marker accepts.
    pub const fn note(kind: &'static str, text: String) -> Self {
        Self { kind, text, is_fault: false }
    }
}

/// Bytes of output that are looked at.
const MOST: usize = 4096;

/// The lines of an output. Remarks on white space in them are added to `remarks`.
pub fn lines(stdout: &[u8], remarks: &mut Vec<Remark>) -> Vec<String> {
    let text = String::from_utf8_lossy(&stdout[..stdout.len().min(MOST)]);
    let is_cut = stdout.len() > MOST;
    let text = text.strip_prefix('\u{feff}').map_or(text.as_ref(), |rest| {
        let message = "a byte order mark before line 1; expected none".to_owned();
        remarks.push(Remark::fault("byte-order-mark", message));
        rest
    });
    let plain = without_colours(text);
    if plain.len() < text.len() {
        let message = "colours; expected plain text (print colours only where standard output is a terminal)";
        remarks.push(Remark::fault("colours", message.to_owned()));
    }
    let text = plain.as_str();
    if text.contains('\r') {
        let message = "line ends of carriage return and line feed; expected line feeds alone".to_owned();
        remarks.push(Remark::note("carriage-return", message));
    }
    if !is_cut && !text.is_empty() && !text.ends_with('\n') {
        let message = "no line end after the last line; expected one".to_owned();
        remarks.push(Remark::note("no-line-end", message));
    }
    let mut lines: Vec<String> =
        text.lines().map(|line| line.strip_suffix('\r').unwrap_or(line).to_owned()).collect();
    for (number, line) in (1..).zip(&lines) {
        if line.len() != line.trim_end().len() && !line.trim().is_empty() {
            let message = format!("line {number}: found {}; expected no blanks at its end", quote(line));
            remarks.push(Remark::note("trailing-blanks", message));
        }
    }
    let empty_end = lines.iter().rev().take_while(|line| line.trim().is_empty()).count();
    if empty_end > 0 && empty_end < lines.len() {
        let message = "empty lines after the answer; expected nothing".to_owned();
        remarks.push(Remark::note("empty-lines", message));
    }
    lines.truncate(lines.len() - empty_end);
    lines
}

/// A text without the sequences that colour it: escape, a bracket, and what ends with a letter.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| c.is_ascii_alphabetic());
        plain.push_str(end.map_or("", |end| &part[end + 1..]));
    }
    plain
}

/// The number that is alone in a line.
pub fn whole(line: &str) -> Option<i64> {
    digits(line.strip_prefix('-').unwrap_or(line)).filter(|digits| digits.len() <= 18)?;
    line.parse().ok()
}

/// The only number in a line with other text.
pub fn only_number(line: &str) -> Option<i64> {
    let is_part = |c: char| c.is_ascii_digit() || c == '-';
    let mut numbers = line.split(|c| !is_part(c)).filter_map(whole);
    let first = numbers.next()?;
    numbers.next().is_none().then_some(first)
}
