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
mod text;

use super::document::Document;

/// Width and height of a page in points.
const PAGE: (f64, f64) = (595.28, 841.89);

/// Room at each side of the text.
const MARGIN: f64 = 56.0;

/// Width of the text.
const WIDTH: f64 = PAGE.0 - 2.0 * MARGIN;

/// The file.
pub(crate) fn write(document: &Document) -> Vec<u8> {
    let laid = layout::lay_out(document);
    file::write(&document.title, &laid)
}
