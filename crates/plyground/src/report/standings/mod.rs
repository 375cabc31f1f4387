//! The standings of a tournament as text, Markdown, CSV and JSON.
//!
//! Names and the lines with which programs identify themselves come from strangers. They always stay in
//! their cell: no character controls a terminal or ends a line, a table's columns stay aligned,
//! and a spreadsheet sees text, never a formula.

pub(crate) mod csv;
#[cfg(test)]
mod tests;

use std::fmt::Write;
use std::io;

use plyground_arena::entrant::TimeLimit;
use plyground_arena::tournament::config::{EntrantConfig, EntrantKind};
use plyground_arena::tournament::records::{Charge, Results};
use plyground_arena::tournament::table::Table;
use plyground_arena::tournament::{Config, Folder};
use plyground_core::{Player, counted};
use plyground_league::fault::FaultKind;
use plyground_league::ladder::{Rung, RungMarks};
use plyground_league::rating::Ratings;
use plyground_league::schedule::Form;
use plyground_league::sprt::Sprt;
use plyground_league::standings::{MarkRule, Meeting, Points, Record, Row, SharedRank, Standings};
use serde_json::{Value, json};

use super::estimate::{elo_text, probability_text, test_json, test_text};
use crate::present::layout;
use crate::shown::printable;

/// Who took part, as people know them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Contestant {
    pub name: String,
    /// What the program answered when it was asked who it is.
    pub tagline: Option<String>,
}

/// Everything that a page of standings says.
#[derive(Clone, Debug, Default)]
pub(crate) struct StandingsReport {
    pub title: String,
    /// By entrants' numbers; one who is missing here is shown by number.
    pub contestants: Vec<Contestant>,
    pub standings: Standings,
    /// Ratings with intervals, if they were computed, of the same entrants.
    pub ratings: Option<Ratings>,
    /// Groups of entrants who met, directly or through others; from 2 on a note says that ratings do not
    /// compare entrants of different groups.
    pub groups: usize,
    /// The rungs of a ladder, which are its first entrants and have no rows; none in other forms.
    pub rungs: Vec<Rung>,
    /// How marks follow from ranks, if they do.
    pub marks: Option<(MarkRule, SharedRank)>,
    /// How marks follow from ratings on a ladder, if they do.
    pub rung_marks: Option<RungMarks>,
    /// A sequential test of the first of two entrants against the second, by their numbers.
    pub sprt: Option<Sprt>,
    /// What the entrants cost the machine, by their numbers; one who is missing here cost nothing.
    pub charges: Vec<Charge>,
    /// What the games were played under, and what else readers should know, a paragraph each.
    pub conditions: Vec<String>,
}

/// Who keeps so many processors busy does more than one thing at a time.
const NOTABLE_LOAD: f64 = 1.1;

/// A rating as far as it is known.
#[derive(Default)]
struct Rated {
    rating: Option<f64>,
    interval: Option<[f64; 2]>,
    ranks: Option<[usize; 2]>,
}

impl StandingsReport {
    /// What the results of a tournament add up to.
    pub(crate) fn of(folder: &Folder) -> Self {
        let (config, results) = (folder.config(), folder.results());
        let contestants = config.entrants.iter().enumerate().map(|(number, entrant)| Contestant {
            name: entrant.name.clone(),
            tagline: results.identity(number).map(str::to_owned),
        });
        let Table { standings, ratings, groups, champion } = Table::of(config, results);
        let mut conditions = conditions(config, folder.games().len(), results);
        let champion = champion.map(|entrant| format!("Champion: {}.", config.entrants[entrant].name));
        conditions.splice(0..0, champion);
        Self {
            title: config.name.clone(),
            contestants: contestants.collect(),
            standings,
            ratings: Some(ratings),
            groups,
            rungs: config.rungs.clone(),
            marks: config.marks.clone(),
            rung_marks: config.rung_marks,
            sprt: config.sprt,
            charges: (0..config.entrants.len()).map(|entrant| results.charge(entrant)).collect(),
            conditions,
        }
    }

    /// The name of an entrant, as it was given.
    fn name(&self, entrant: usize) -> String {
        let known = self.contestants.get(entrant);
        known.map_or_else(|| format!("entrant {entrant}"), |contestant| contestant.name.clone())
    }

    /// The names of all entrants in the order of rows.
    pub(super) fn names_by_rank(&self) -> Vec<String> {
        self.standings.rows.iter().map(|row| self.name(row.entrant)).collect()
    }

    fn tagline(&self, entrant: usize) -> Option<&str> {
        self.contestants.get(entrant)?.tagline.as_deref()
    }

    fn has_taglines(&self) -> bool {
        self.contestants.iter().any(|contestant| contestant.tagline.is_some())
    }

    fn rated(&self, row: &Row) -> Rated {
        self.ratings.as_ref().map_or_else(Rated::default, |ratings| Rated {
            rating: ratings.ratings.get(row.entrant).copied(),
            // Without a game it is not known at all.
            interval: ratings.intervals.get(row.entrant).copied().filter(|_| row.record().games() > 0),
            ranks: ratings.ranks.get(row.entrant).copied(),
        })
    }

    fn charge(&self, row: &Row) -> Charge {
        self.charges.get(row.entrant).copied().unwrap_or_default()
    }

    /// How many processors an entrant's programs kept busy in its own turns.
    fn load(&self, row: &Row) -> f64 {
        self.charge(row).processors().unwrap_or(0.0)
    }

    /// The marks in the order of rows, if there are any.
    fn marks(&self) -> Option<Vec<Points>> {
        if let Some(rule) = self.rung_marks {
            let rated = |row: &Row| self.rated(row).rating.map(|rating| rule.mark(rating));
            return self.standings.rows.iter().map(rated).collect();
        }
        let (rule, shared) = self.marks.as_ref()?;
        let ranks: Vec<usize> = self.standings.rows.iter().map(|row| row.rank).collect();
        Some(rule.marks(&ranks, *shared))
    }

    /// The table for people: a heading and a row for each entrant, and how many columns hold text.
    pub(super) fn table(&self) -> (usize, Vec<Vec<String>>) {
        let rows = &self.standings.rows;
        let any = |is_there: &dyn Fn(&Row) -> bool| rows.iter().any(is_there);
        let (has_byes, has_margins) = (any(&|row| row.bye_games > 0), any(&|row| row.margin != 0));
        let faults: Vec<FaultKind> =
            FaultKind::ALL.into_iter().filter(|&kind| any(&|row| row.faults.count(kind) > 0)).collect();
        let marks = self.marks();
        let mut head = vec!["rank", "name"];
        head.extend(self.has_taglines().then_some("identifies as"));
        let left = head.len();
        head.extend(["points", "games", "won", "drawn", "lost", "first", "second"]);
        let has_rounds = any(&|row| row.rounds_won.is_some());
        head.extend(has_rounds.then_some("rounds"));
        head.extend(has_byes.then_some("byes"));
        head.extend(has_margins.then_some("margin"));
        head.extend(faults.iter().map(|kind| kind.name()));
        let (has_void, has_load) =
            (any(&|row| self.charge(row).void > 0), any(&|row| self.load(row) >= NOTABLE_LOAD));
        head.extend(has_void.then_some("void"));
        head.extend(has_load.then_some("load"));
        if self.ratings.is_some() {
            head.extend(["rating", "95 %", "ranks"]);
        }
        head.extend(marks.as_ref().map(|_| "mark"));
        let mut table = vec![head.into_iter().map(str::to_owned).collect()];
        for (at, row) in rows.iter().enumerate() {
            let record = row.record();
            let mut cells = vec![row.rank.to_string(), self.name(row.entrant)];
            if self.has_taglines() {
                cells.push(self.tagline(row.entrant).unwrap_or_default().to_owned());
            }
            cells.push(row.points.to_string());
            cells.extend([record.games(), record.wins, record.draws, record.losses].map(|n| n.to_string()));
            cells.extend(Player::BOTH.map(|side| record_text(&row.by_side[side])));
            cells.extend(has_rounds.then(|| row.rounds_won.map_or_else(String::new, |won| won.to_string())));
            cells.extend(has_byes.then(|| row.bye_games.to_string()));
            cells.extend(has_margins.then(|| format!("{:+}", row.margin)));
            cells.extend(faults.iter().map(|&kind| row.faults.count(kind).to_string()));
            cells.extend(has_void.then(|| self.charge(row).void.to_string()));
            cells.extend(has_load.then(|| format!("{:.1}", self.load(row))));
            if let Rated { rating: Some(rating), interval, ranks } = self.rated(row) {
                let interval = interval.map(|[low, high]| format!("{} to {}", whole(low), whole(high)));
                let ranks = ranks.map(|[best, worst]| format!("{best} to {worst}"));
                cells.extend([whole(rating), interval.unwrap_or_default(), ranks.unwrap_or_default()]);
            }
            cells.extend(marks.as_ref().map(|marks| marks[at].to_string()));
            table.push(cells);
        }
        (left, table)
    }

    /// Whom the columns of the cross table stand for: the entrants in the order of rows, or the rungs of a ladder.
    fn columns(&self) -> Vec<usize> {
        if self.rungs.is_empty() {
            self.standings.rows.iter().map(|row| row.entrant).collect()
        } else {
            (0..self.rungs.len()).collect()
        }
    }

    /// The cross table for people: points of the row's entrant of the points that it could have scored,
    /// wins as 1 and draws as a half. Rows and columns have the same numbers: those who share a rank have one each. On a
    /// ladder the columns are the rungs.
    pub(super) fn cross_table(&self) -> Vec<Vec<String>> {
        let (rows, columns) = (&self.standings.rows, self.columns());
        let letter = if self.rungs.is_empty() { "" } else { "r" };
        let numbers = (1..=columns.len()).map(|number| format!("{letter}{number}"));
        let mut table = vec![["no.", "name"].map(str::to_owned).into_iter().chain(numbers).collect()];
        for (row, number) in rows.iter().zip(1_usize..) {
            let mut cells = vec![number.to_string(), self.name(row.entrant)];
            cells.extend(columns.iter().map(|&column| match self.standings.meeting(row.entrant, column) {
                _ if column == row.entrant => "x".to_owned(),
                Some(meeting) => score_text(&meeting.record()),
                None => String::new(),
            }));
            table.push(cells);
        }
        table
    }

    /// What the numbers mean, as far as that is not plain.
    pub(super) fn notes(&self) -> Vec<String> {
        let games = counted(self.standings.games, "game");
        let mut notes = vec![format!("{games}; first, second: won/drawn/lost when moving first and second.")];
        if self.standings.rows.iter().any(|row| row.rounds_won.is_some()) {
            notes.push(
                "Ranks of a knockout are by rounds won; points are shown, and do not decide.".to_owned(),
            );
        }
        if !self.rungs.is_empty() {
            notes.extend(self.ladder_notes());
        } else if self.ratings.is_some() {
            notes.push(
                "Ratings are in Elo by the model of Bradley and Terry, with one imaginary draw of everybody \
                 against an opponent of rating 0; intervals of ratings and of ranks by rating hold 95 % of \
                 bootstrap samples, which have one imaginary trial of everybody too, half won and half lost."
                    .to_owned(),
            );
            notes.extend(self.separation_note());
        }
        if self.standings.rows.iter().any(|row| self.load(row) >= NOTABLE_LOAD) {
            notes.push("load: processors that an entrant's programs kept busy in its own turns.".to_owned());
        }
        if self.groups > 1 {
            notes.push(format!(
                "The entrants fall into {} groups that have not met, not even through others: ratings do not \
                 compare entrants of different groups.",
                self.groups
            ));
        }
        notes.extend(self.mark_rule().map(|rule| format!("Marks: {rule}.")));
        notes.extend(self.two_player_note());
        notes.extend(self.test_note());
        notes
    }

    /// How marks are given, in words.
    fn mark_rule(&self) -> Option<String> {
        let by_rank = self.marks.as_ref().map(|(rule, shared)| rule.about(*shared));
        self.rung_marks.map(|rule| rule.about()).or(by_rank)
    }

    /// What the numbers of a ladder mean.
    fn ladder_notes(&self) -> [String; 2] {
        let rungs = self.rungs.iter().zip(1..).map(|(rung, number)| {
            let [low, high] = rung.interval.map(whole);
            format!("r{number} {} {} ({low} to {high})", rung.agent, whole(rung.rating))
        });
        [
            format!("Rungs, with ratings that are frozen: {}.", rungs.collect::<Vec<_>>().join("; ")),
            "Ranks are by rating, and everybody's rating is by its own games against the rungs alone; points are shown, \
             and do not decide. Ratings are in Elo by the model of Bradley and Terry, with one imaginary draw against an \
             opponent of rating 0. ranks: from 1 more than are certainly better to all but those who are certainly \
             worse, by the 95 % interval of the difference of two ratings."
                .to_owned(),
        ]
    }

    /// Which neighbours by rating the games leave undecided.
    fn separation_note(&self) -> Option<String> {
        let ratings = self.ratings.as_ref().filter(|ratings| !ratings.separation.is_empty())?;
        let neighbours = ratings.separation.iter().zip(ratings.order.windows(2));
        let open = neighbours.filter(|(share, _)| **share < 0.95).map(|(share, next)| {
            let [one, two] = [next[0], next[1]].map(|entrant| self.name(entrant));
            format!("{one} above {two} in {:.0} %", 100.0 * share)
        });
        let open: Vec<String> = open.collect();
        Some(if open.is_empty() {
            "Each is rated above the next in at least 95 % of the samples.".to_owned()
        } else {
            format!("Not told apart by these games (share of the samples): {}.", open.join("; "))
        })
    }

    /// What the games say about who is the better of two.
    fn two_player_note(&self) -> Option<String> {
        let [first, second] = &self.standings.rows[..] else { return None };
        let estimate = self.standings.meeting(first.entrant, second.entrant)?.estimate()?;
        let [low, high] = estimate.elo_interval().map(elo_text);
        let [name, other] = [first, second].map(|row| self.name(row.entrant));
        let (elo, better) = (elo_text(estimate.elo()), probability_text(estimate.superiority()));
        Some(format!(
            "{name} against {other}: {elo} Elo, 95 % interval {low} to {high}; likelihood of superiority {better}."
        ))
    }

    /// The state of the sequential test, in a sentence.
    fn test_note(&self) -> Option<String> {
        let meeting = self.standings.meeting(0, 1)?;
        let test = test_text(&self.sprt?, &meeting.pairs);
        Some(format!("Is {} better than {}? Sequential test: {test}.", self.name(0), self.name(1)))
    }

    /// The meetings of all entrants in the order of rows, each from both points of view; those with the rungs of a
    /// ladder from the point of view of who climbs it.
    fn meetings(&self) -> Vec<(usize, usize, Meeting)> {
        let columns = self.columns();
        let of = |row: &Row| {
            let entrant = row.entrant;
            let meeting = |&other: &usize| Some((entrant, other, self.standings.meeting(entrant, other)?));
            columns.iter().filter_map(meeting).collect::<Vec<_>>()
        };
        self.standings.rows.iter().flat_map(of).collect()
    }

    /// The standings as a JSON document: `title`, `games`, `entrants` (best first, each with `rank`,
    /// `entrant`, `name`, `identifies_as`, `points`, `rounds_won` (in a knockout), `wins`, `draws`, `losses`,
    /// `by_side`, `bye_games`, `margin`, `faults`, `void`, `load`, `rating`, `rating_interval`, `rank_interval`,
    /// `mark`), `meetings` (each from the better placed entrant's point of view, with `entrants`, `wins`, `draws`,
    /// `losses`, `margin`, `pairs`, `elo`, `elo_interval`, `superiority`), `separation` (by rating, each with
    /// `entrants` and `share`), `rungs` of a ladder (each with `entrant`, `name`, `rating`, `rating_interval`; the meetings
    /// are with them), `groups`, `mark_rule`, `sprt` (of entrant 0 against entrant 1: `elo`, `error_rates`,
    /// `ratio`, `bounds`, `accepted`) and `conditions` (paragraphs). What is not known, or infinite, is null.
    pub(crate) fn json(&self) -> Value {
        let marks = self.marks();
        let entrants = self.standings.rows.iter().enumerate().map(|(at, row)| {
            let Rated { rating, interval, ranks } = self.rated(row);
            let faults = FaultKind::ALL.into_iter().map(|kind| (kind.name(), row.faults.count(kind)));
            let record = row.record();
            json!({
                "rank": row.rank,
                "entrant": row.entrant,
                "name": self.name(row.entrant),
                "identifies_as": self.tagline(row.entrant),
                "points": number(row.points),
                "rounds_won": row.rounds_won,
                "wins": record.wins,
                "draws": record.draws,
                "losses": record.losses,
                "by_side": Player::BOTH.map(|side| record_json(&row.by_side[side])),
                "bye_games": row.bye_games,
                "margin": row.margin,
                "faults": faults.collect::<Value>(),
                "void": self.charge(row).void,
                "load": self.charge(row).processors(),
                "rating": rating,
                "rating_interval": interval,
                "rank_interval": ranks,
                "mark": marks.as_ref().map(|marks| number(marks[at])),
            })
        });
        let place = |entrant| self.standings.rows.iter().position(|row| row.entrant == entrant);
        let meetings = self.meetings().into_iter();
        let meetings = meetings.filter(|(one, two, _)| *two < self.rungs.len() || place(*one) < place(*two));
        let meetings = meetings.map(|(entrant, opponent, meeting)| {
            let estimate = meeting.estimate();
            let record = meeting.record();
            json!({
                "entrants": [entrant, opponent],
                "wins": record.wins,
                "draws": record.draws,
                "losses": record.losses,
                "margin": meeting.margin,
                "pairs": meeting.pairs,
                "elo": estimate.map(|estimate| estimate.elo()),
                "elo_interval": estimate.map(|estimate| estimate.elo_interval()),
                "superiority": estimate.map(|estimate| estimate.superiority()),
            })
        });
        let separation: Vec<Value> = self.ratings.as_ref().map_or_else(Vec::new, |ratings| {
            let next = ratings.separation.iter().zip(ratings.order.windows(2));
            next.map(|(share, entrants)| json!({ "entrants": entrants, "share": share })).collect()
        });
        let rungs = self.rungs.iter().enumerate().map(|(entrant, rung)| {
            json!({
                "entrant": entrant,
                "name": rung.agent,
                "rating": rung.rating,
                "rating_interval": rung.interval,
            })
        });
        json!({
            "title": self.title,
            "games": self.standings.games,
            "entrants": entrants.collect::<Value>(),
            "meetings": meetings.collect::<Value>(),
            "separation": separation,
            "rungs": rungs.collect::<Value>(),
            "groups": self.groups,
            "mark_rule": self.mark_rule(),
            "conditions": self.conditions,
            "sprt": self.sprt.and_then(|sprt| Some(test_json(&sprt, &self.standings.meeting(0, 1)?.pairs))),
        })
    }

    /// The standings, the cross table and notes, as lines of text.
    pub(crate) fn text(&self) -> String {
        let mut out = Vec::new();
        let written = self.write_text(&mut out);
        debug_assert!(written.is_ok(), "memory takes every write");
        String::from_utf8_lossy(&out).into_owned()
    }

    fn write_text(&self, out: &mut Vec<u8>) -> io::Result<()> {
        layout::paragraph(out, &printable(&self.title))?;
        for (left, table) in [self.table(), (2, self.cross_table())] {
            let shown: Vec<Vec<String>> =
                table.iter().map(|row| row.iter().map(|cell| printable(cell)).collect()).collect();
            out.push(b'\n');
            layout::table(out, "", left, &shown)?;
        }
        for note in self.notes().iter().chain(&self.conditions) {
            out.push(b'\n');
            layout::paragraph(out, &printable(note))?;
        }
        Ok(())
    }

    /// The standings, the cross table and notes, as Markdown.
    pub(crate) fn markdown(&self) -> String {
        let mut out = format!("# {}\n\n", escaped(&self.title));
        let (left, table) = self.table();
        write_table(&mut out, left, &table);
        out.push_str("\n## Cross table\n\n");
        write_table(&mut out, 2, &self.cross_table());
        for note in self.notes().iter().chain(&self.conditions) {
            // Writing to memory does not fail.
            let _ = writeln!(out, "\n{}", escaped(note));
        }
        out
    }
}

/// A rating without decimals, and without the sign of a rounded zero.
fn whole(elo: f64) -> String {
    let text = format!("{elo:.0}");
    if text == "-0" { "0".to_owned() } else { text }
}

fn record_text(record: &Record) -> String {
    format!("{}/{}/{}", record.wins, record.draws, record.losses)
}

/// Points of points: "1.5/2".
fn score_text(record: &Record) -> String {
    let half = Points::hundredths(50);
    format!("{}/{}", half.times(record.half_points()), record.games())
}

pub(crate) fn record_json(record: &Record) -> Value {
    json!({ "wins": record.wins, "draws": record.draws, "losses": record.losses })
}

/// Points as a number; a whole one without decimals.
fn number(points: Points) -> Value {
    serde_json::from_str(&points.to_string()).unwrap_or(Value::Null)
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

/// What the games were played under, and what else readers should know.
fn conditions(config: &Config, planned: usize, results: &Results) -> Vec<String> {
    let mut conditions = Vec::new();
    if results.len() < planned {
        let all = counted(planned, "planned game");
        conditions.push(format!("{} of {all} have been played.", results.len()));
    }
    let TimeLimit { limit, grace } = config.time;
    let grace = match grace.as_millis() {
        0 => String::new(),
        grace => format!(", and {grace} ms of grace beyond that"),
    };
    let limit = limit.as_millis();
    let isolations: Vec<&str> = results.isolations().collect();
    let programs = match &isolations[..] {
        [] => String::new(),
        levels => format!(" Isolation of programs: {}.", levels.join(", ")),
    };
    conditions.push(format!("Time for an answer: {limit} ms{grace}.{programs}"));
    let names = |is_named: fn(&EntrantConfig) -> bool| {
        let named = config.entrants.iter().filter(|entrant| is_named(entrant));
        named.map(|entrant| entrant.name.as_str()).collect::<Vec<_>>().join(", ")
    };
    let withdrawn = names(|entrant| entrant.is_withdrawn);
    if !withdrawn.is_empty() {
        let which = match config.schedule.form() {
            Form::RoundRobin | Form::Gauntlet { .. } | Form::Ladder { .. } => "All games against them",
            Form::Swiss { .. } | Form::Knockout { .. } => "Games against them that have not been played",
        };
        conditions.push(format!("Withdrawn: {withdrawn}. {which} count as won."));
    }
    let replaced =
        names(|entrant| matches!(&entrant.kind, EntrantKind::Program(program) if program.was.is_some()));
    if !replaced.is_empty() {
        conditions.push(format!(
            "Another program took the place of: {replaced}. Games that had been played count as they were."
        ));
    }
    let void = results.void();
    if void > 0 {
        let were = if void == 1 { "was" } else { "were" };
        conditions.push(format!(
            "{} {were} void, because the machine failed; such a game does not count and is played again. It is charged to \
             the entrant in whose turn that happened.",
            counted(void, "game")
        ));
    }
    conditions
}
