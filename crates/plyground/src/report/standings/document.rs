//! Standings as JSON.

use plyground_core::Player;
use plyground_league::fault::FaultKind;
use plyground_league::standings::{Points, Record};
use serde_json::{Value, json};

use super::StandingsReport;
use crate::report::estimate::test_json;

impl StandingsReport<'_> {
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
        let rows = self.standings.rows.iter().enumerate();
        let entrants: Vec<Value> = rows
            .map(|(at, row)| {
                let rated = self.rated(row);
                let faults = |kind: FaultKind| (kind.name().to_owned(), Value::from(row.faults.count(kind)));
                let faults: Value = FaultKind::ALL.into_iter().map(faults).collect();
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
                    "faults": faults,
                    "void": self.charge(row).void,
                    "load": self.charge(row).processors(),
                    "rating": rated.as_ref().map(|rated| rated.rating),
                    "rating_interval": rated.as_ref().and_then(|rated| rated.interval),
                    "rank_interval": rated.as_ref().and_then(|rated| rated.ranks),
                    "mark": marks.as_ref().map(|marks| number(marks[at])),
                })
            })
            .collect();
        let place = |entrant| self.standings.rows.iter().position(|row| row.entrant == entrant);
        let meetings = self.meetings().into_iter();
        let meetings = meetings.filter(|(one, two, _)| *two < self.rungs.len() || place(*one) < place(*two));
        let meetings: Vec<Value> = meetings
            .map(|(entrant, opponent, meeting)| {
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
            })
            .collect();
        let separation: Vec<Value> = self.ratings.map_or_else(Vec::new, |ratings| {
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
            "entrants": entrants,
            "meetings": meetings,
            "separation": separation,
            "rungs": rungs.collect::<Vec<_>>(),
            "groups": self.groups,
            "mark_rule": self.mark_rule(),
            "conditions": self.conditions,
            "sprt": self.sprt.and_then(|sprt| Some(test_json(&sprt, &self.standings.meeting(0, 1)?.pairs))),
        })
    }
}

fn record_json(record: &Record) -> Value {
    json!({ "wins": record.wins, "draws": record.draws, "losses": record.losses })
}

/// Points as a number; a whole one without decimals.
fn number(points: Points) -> Value {
    serde_json::from_str(&points.to_string()).unwrap_or(Value::Null)
}
