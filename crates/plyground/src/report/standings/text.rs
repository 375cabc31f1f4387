//! Standings for a terminal or a plain file.

use super::StandingsReport;
use crate::present::layout;
use crate::shown::printable;

impl StandingsReport<'_> {
    /// The standings, the cross table and notes, as lines of text.
    pub fn text(&self) -> String {
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
}
