//! A tournament as one HTML page: standings, cross table, times, faults, and games to replay.
//!
//! The page loads nothing and sends nothing: styles, script and boards stand in it, and its security policy
//! admits that one style and that one script by their hashes and refuses everything else. Names, answers and
//! what programs printed come from strangers; they reach the page through `maud`, which escapes every text,
//! with invisible characters spelled out, and the script handles no text of theirs.
//!
//! Equal tournaments give equal pages. What the page holds is bounded, so that it opens in a browser: it says
//! itself what was left out, and the records have everything.

mod faults;
mod games;
#[cfg(test)]
mod tests;
mod times;

use std::collections::BTreeSet;

use maud::{Markup, html};
use plyground_league::event::excerpt;
use plyground_league::record::GameRecord;

use super::page::{self, Page, Section};
use super::standings::StandingsReport;
use crate::shown::printable;

/// Games that a page shows, the first of the records.
pub(crate) const MOST_GAMES: usize = 400;

/// Turns of a game that a page shows, the first.
pub(crate) const MOST_TURNS: usize = 200;

/// Faults that a page shows, the first of the records.
pub(crate) const MOST_FAULTS: usize = 200;

/// Entrants of a cross table, the best: it grows with the square of their number.
pub(crate) const MOST_CROSSED: usize = 64;

/// Bytes of a name, a title or a note that a page shows, before escaping.
pub(crate) const MOST_NAME: usize = 200;

/// Bytes of standard error that a page shows of one answer or session, before escaping, from the end.
pub(crate) const MOST_STDERR: usize = 1024;

/// Different limits and levels of isolation that a page names.
const MOST_CONDITIONS: usize = 8;

/// What the page has besides the style of all.
const STYLE: &str = include_str!("tournament.css");

/// The script of the page: it steps through games. Without it the last positions and all moves are there.
const SCRIPT: &str = include_str!("replay.js");

/// The page of a tournament whose games these are, in the order in which they are to be shown.
///
/// A record that does not replay is listed with what is wrong with it; its times and faults count.
pub(crate) fn html(standings: &StandingsReport, records: impl Iterator<Item = GameRecord>) -> String {
    let mut times = times::Times::new(standings.names_by_rank());
    let (mut faults, mut games) = (faults::Faults::default(), Games::default());
    let mut conditions = Conditions::default();
    for record in records {
        times.add(&record);
        faults.add(&record);
        games.push(&record);
        conditions.add(&record);
    }
    let title = cut(&standings.title);
    let sections: [Section<'_>; 6] = [
        ("standings", "Standings", standings_section(standings)),
        ("cross-table", "Cross table", cross_section(standings)),
        ("times", "Times", times.section()),
        ("faults", "Faults", faults.section()),
        ("games", "Games", games.section()),
        ("conditions", "Conditions", conditions.section(&standings.conditions)),
    ];
    Page { title: &title, lead: html! {}, sections: &sections, style: STYLE, script: Some(SCRIPT) }.html()
}

/// Games as they come, of which the first are shown.
#[derive(Default)]
struct Games {
    shown: Vec<Markup>,
    count: usize,
}

impl Games {
    fn push(&mut self, record: &GameRecord) {
        self.count += 1;
        if self.shown.len() < MOST_GAMES {
            self.shown.push(games::item(record));
        }
    }

    fn section(&self) -> Markup {
        html! {
            p {
                "In all " (self.count) ". Open one to see its last position and its moves; with scripts allowed, the buttons \
                 and the slider step through it."
                @if self.count > self.shown.len() {
                    " Shown are the first " (self.shown.len()) "; the records have all."
                }
            }
            @for item in &self.shown { (item) }
        }
    }
}

/// A line of untrusted text for the page: cut short, and with what cannot be seen spelled out.
pub(in crate::report) fn cut(text: &str) -> String {
    printable(&excerpt(text.as_bytes(), MOST_NAME))
}

/// A table. The first row has the headings of columns; the first `left` columns hold text, and the second the name, which heads its row.
fn table(caption: &str, left: usize, rows: &[Vec<String>]) -> Markup {
    let class = |column: usize| (column >= left).then_some("number");
    let head = html! {
        @for (column, cell) in rows[0].iter().enumerate() { th scope="col" class=[class(column)] { (cell) } }
    };
    let rows = html! {
        @for row in &rows[1..] {
            tr {
                @for (column, cell) in row.iter().enumerate() {
                    @if column == 1 { th scope="row" { bdi { (cut(cell)) } } }
                    @else { td class=[class(column)] { bdi { (cut(cell)) } } }
                }
            }
        }
    };
    page::table(caption, true, &head, &rows)
}

fn standings_section(standings: &StandingsReport) -> Markup {
    let (left, rows) = standings.table();
    html! {
        (table("Entrants, best first", left, &rows))
        // A note may list many names, each of which is bounded by the tables' rule.
        @for note in standings.notes() { p { bdi { (printable(&excerpt(note.as_bytes(), 40 * MOST_NAME))) } } }
    }
}

fn cross_section(standings: &StandingsReport) -> Markup {
    let mut rows = standings.cross_table();
    let entrants = rows.len().saturating_sub(1);
    rows.truncate(MOST_CROSSED + 1);
    for row in &mut rows {
        row.truncate(MOST_CROSSED + 2);
    }
    let whom = if standings.rungs.is_empty() { "entrant" } else { "rung" };
    let caption = format!("Points scored of points possible against the {whom} of each number");
    html! {
        (table(&caption, 2, &rows))
        @if entrants > MOST_CROSSED {
            p { "Shown are the best " (MOST_CROSSED) " of " (entrants) " entrants." }
        }
    }
}

/// What the games were played under, as the records say.
#[derive(Default)]
struct Conditions {
    said: BTreeSet<(String, u64, u64, String)>,
    left_out: bool,
}

impl Conditions {
    fn add(&mut self, record: &GameRecord) {
        let isolation = if record.isolation.is_empty() { "not recorded" } else { &record.isolation };
        let condition = (cut(&record.game), record.limit_us, record.grace_us, cut(isolation));
        if self.said.len() < MOST_CONDITIONS {
            self.said.insert(condition);
        } else if !self.said.contains(&condition) {
            self.left_out = true;
        }
    }

    fn section(&self, notes: &[String]) -> Markup {
        let head = ["game", "isolation", "time limit", "grace"].map(str::to_owned).to_vec();
        let row = |(game, limit, grace, isolation): &(String, u64, u64, String)| {
            vec![game.clone(), isolation.clone(), times::text(*limit), times::text(*grace)]
        };
        let rows: Vec<_> = std::iter::once(head).chain(self.said.iter().map(row)).collect();
        html! {
            (table("How games were played", 2, &rows))
            @if self.left_out { p { "Further combinations are left out." } }
            @for note in notes { p { bdi { (cut(note)) } } }
        }
    }
}
