//! Standings for people: for a terminal or a plain file, and as Markdown with GitHub's tables.

use std::fmt::Write;

use super::StandingsReport;
use crate::present::layout;
use crate::shown::printable;

impl StandingsReport<'_> {
    /// The standings, the cross table and notes, as lines of text.
    pub(crate) fn text(&self) -> String {
        let mut out = Vec::new();
        let shown = |table: Vec<Vec<String>>| -> Vec<Vec<String>> {
            table.into_iter().map(|row| row.iter().map(|cell| printable(cell)).collect()).collect()
        };
        let (left, table) = self.table();
        let paragraph = |out: &mut Vec<u8>, text: &str| {
            out.push(b'\n');
            layout::paragraph(out, &printable(text))
        };
        let written = layout::paragraph(&mut out, &printable(self.title))
            .and_then(|()| {
                out.push(b'\n');
                layout::table(&mut out, "", left, &shown(table))
            })
            .and_then(|()| {
                out.push(b'\n');
                layout::table(&mut out, "", 2, &shown(self.cross_table()))
            })
            .and_then(|()| {
                self.notes().iter().chain(self.conditions).try_for_each(|note| paragraph(&mut out, note))
            });
        debug_assert!(written.is_ok(), "memory takes every write");
        String::from_utf8_lossy(&out).into_owned()
    }

    /// The standings, the cross table and notes, as Markdown.
    pub(crate) fn markdown(&self) -> String {
        let mut out = format!("# {}\n\n", escaped(self.title));
        let (left, table) = self.table();
        write_table(&mut out, left, &table);
        out.push_str("\n## Cross table\n\n");
        write_table(&mut out, 2, &self.cross_table());
        for note in self.notes().iter().chain(self.conditions) {
            // Writing to memory does not fail.
            let _ = writeln!(out, "\n{}", escaped(note));
        }
        out
    }
}

fn write_table(out: &mut String, left: usize, rows: &[Vec<String>]) {
    let mut line = |cells: Vec<String>| {
        out.extend(["| ", &cells.join(" | "), " |\n"]);
    };
    let mut rows = rows.iter().map(|row| row.iter().map(|cell| escaped(cell)).collect::<Vec<_>>());
    let Some(head) = rows.next() else { return };
    let rule = (0..head.len()).map(|column| if column < left { "---" } else { "---:" }.to_owned()).collect();
    line(head);
    line(rule);
    rows.for_each(line);
}

/// Text that Markdown shows as it is: every character that could mean something is escaped.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in printable(text).chars() {
        match c {
            // Entities hold inside of HTML, too.
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '#' | '!' | '|' | '~' | '$' => {
                escaped.extend(['\\', c]);
            }
            // Addresses become links, and mentions call people, unless they are broken up.
            '@' => escaped.push_str("&#64;"),
            ':' => escaped.push_str("&#58;"),
            _ => escaped.push(c),
        }
    }
    escaped
}
