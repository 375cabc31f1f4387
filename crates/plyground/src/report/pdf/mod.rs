//! A report as PDF: A4 pages with embedded type, an outline, and a structure from which reading programs know what is a
//! heading, a table or a figure, and what figures show (ISO 32000-1, section 14.8).
//!
//! Equal reports give equal bytes: nothing depends on when or where a file is written.

mod file;
mod flow;
mod ink;
mod layout;
mod tables;
#[cfg(test)]
mod tests;

use plyground_drawing::{Ink, Text};

use super::document::{Document, runs};
use crate::plots::font;

/// Width and height of a page in points.
const PAGE: (f64, f64) = (595.28, 841.89);

/// Room at each side of the text.
const MARGIN: f64 = 56.0;

const WIDTH: f64 = PAGE.0 - 2.0 * MARGIN;

pub(crate) fn write(document: &Document) -> Vec<u8> {
    let laid = layout::lay_out(document);
    file::write(&document.title, &laid)
}

/// How text is set: height of the type, distance of lines, and its ink.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Style {
    size: f64,
    line: f64,
    ink: Ink,
    is_bold: bool,
}

/// The distance from the upper edge of a text to the baseline of its first line.
fn baseline(style: Style) -> f64 {
    (style.line - style.size) / 2.0 + 0.78 * style.size
}

/// Words broken into lines of at most this width. A word that is wider than a line gets a line to itself.
fn broken(text: &str, style: Style, wide: f64) -> Vec<Vec<(bool, String)>> {
    let width = |text: &str, is_strong: bool| font::face(is_strong || style.is_bold).width(text, style.size);
    let mut lines = Vec::new();
    let mut line: Vec<(bool, String)> = Vec::new();
    let mut used = 0.0;
    for (is_strong, run) in runs(text) {
        for word in run.split_inclusive(' ') {
            let (with_space, alone) = (width(word, is_strong), width(word.trim_end(), is_strong));
            if used > 0.0 && used + alone > wide {
                lines.push(std::mem::take(&mut line));
                used = 0.0;
            }
            match line.last_mut() {
                Some((was_strong, text)) if *was_strong == is_strong => text.push_str(word),
                _ => line.push((is_strong, word.to_owned())),
            }
            used += with_space;
        }
    }
    lines.push(line);
    lines
}

/// The runs of a line, one after another.
fn set(line: Vec<(bool, String)>, style: Style, (left, y): (f64, f64)) -> Vec<Text> {
    let mut x = left;
    let text = |(is_strong, run): (bool, String)| {
        let (at, is_bold) = ((x, y), is_strong || style.is_bold);
        x += font::face(is_bold).width(&run, style.size);
        Text { is_bold, ..Text::new(at, style.size, run).ink(style.ink) }
    };
    line.into_iter().map(text).collect()
}
