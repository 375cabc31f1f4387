//! Columns and paragraphs of text. Nothing here asks the terminal: lines have 100 characters unless another width is wanted.

use std::io::{self, Write};
use std::time::Duration;

/// The length to which lines of prose are filled, in characters.
pub(crate) const LINE: usize = 100;

/// Writes rows with two spaces between columns, each line after `indent`. The first `left` columns
/// are aligned to the left, the others to the right.
///
/// # Errors
///
/// If `out` takes no more.
pub fn table(out: &mut dyn Write, indent: &str, left: usize, rows: &[Vec<String>]) -> io::Result<()> {
    let mut widths = Vec::new();
    for row in rows {
        widths.resize(row.len().max(widths.len()), 0);
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.chars().count().max(*width);
        }
    }
    for row in rows {
        let mut line = String::from(indent);
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let gap = " ".repeat(width - cell.chars().count());
            let (before, after) = if column >= left { (gap.as_str(), "") } else { ("", gap.as_str()) };
            let separator = if column == 0 { "" } else { "  " };
            line.extend([separator, before, cell, after]);
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Writes prose, broken at spaces into lines of at most [`LINE`] characters unless a word is longer.
pub(crate) fn paragraph(out: &mut dyn Write, text: &str) -> io::Result<()> {
    fill(out, "", text, LINE)
}

/// As [`paragraph`] in lines of at most `width` characters, each after spaces as long as `first`, the first after
/// `first` itself.
pub(crate) fn fill(out: &mut dyn Write, first: &str, text: &str, width: usize) -> io::Result<()> {
    let indent = first.chars().count();
    let mut length = indent;
    write!(out, "{first}")?;
    for (number, word) in text.split_whitespace().enumerate() {
        let word_length = word.chars().count();
        if number == 0 {
            write!(out, "{word}")?;
        } else if length + 1 + word_length > width {
            write!(out, "\n{:indent$}{word}", "")?;
            length = indent;
        } else {
            write!(out, " {word}")?;
            length += 1;
        }
        length += word_length;
    }
    writeln!(out)
}

#[expect(clippy::cast_precision_loss, reason = "figures and marks are far below 2^53")]
pub(crate) fn real(count: impl Into<u128>) -> f64 {
    count.into() as f64
}

/// A time, and the nodes that it accounts for in each second.
pub fn speed(nodes: u128, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let speed = real(nodes) / seconds.max(1e-9) / 1e6;
    format!("{seconds:.3} s, {speed:.1} million nodes a second")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_filled() {
        let fill = |text: &str| {
            let mut out = Vec::new();
            paragraph(&mut out, text).unwrap();
            String::from_utf8(out).unwrap()
        };
        assert_eq!(fill(""), "\n");
        assert_eq!(fill("a b"), "a b\n");
        let (long, half) = ("x".repeat(120), "y".repeat(50));
        assert_eq!(fill(&format!("a {long} b")), format!("a\n{long}\nb\n"));
        assert_eq!(fill(&format!("{half} {half}")), format!("{half}\n{half}\n"));
        assert_eq!(fill(&format!("{half} {}", "z".repeat(49))), format!("{half} {}\n", "z".repeat(49)));
    }
}
