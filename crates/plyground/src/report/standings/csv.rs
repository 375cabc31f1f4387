//! Standings as CSV (RFC 4180, but lines end in LF, and a byte-order mark comes first), always with the same columns.

use plyground_core::Player;
use plyground_league::fault::FaultKind;

use super::{Rated, StandingsReport};
use crate::shown::printable;

impl StandingsReport {
    /// The standings, a line for each entrant. What is not known is empty.
    ///
    /// Columns: `rank`, `entrant` (its number), `name`, `identifies_as`, `points`, `games`, `wins`,
    /// `draws`, `losses`, `first_wins` to `second_losses` (by the side that it had), `bye_games`, `margin`,
    /// `late`, `illegal`, `unreadable`, `crashed`, `flooded`, `void` (games in whose turn the machine failed), `load`
    /// (processors kept busy in its own turns), `rating`, `rating_low`, `rating_high`,
    /// `rank_best`, `rank_worst` (95 % intervals), `mark`.
    pub(crate) fn csv(&self) -> String {
        let mut out = first_line(&format!(
            "rank,entrant,name,identifies_as,points,games,wins,draws,losses,first_wins,first_draws,first_losses,\
             second_wins,second_draws,second_losses,bye_games,margin,{},void,load,rating,rating_low,rating_high,\
             rank_best,rank_worst,mark",
            FaultKind::ALL.map(FaultKind::name).join(",")
        ));
        let marks = self.marks();
        for (at, row) in self.standings.rows.iter().enumerate() {
            let tagline = self.tagline(row.entrant).unwrap_or_default();
            let mut cells = vec![row.rank.to_string(), row.entrant.to_string()];
            cells.extend([text(&self.name(row.entrant)), text(tagline), row.points.to_string()]);
            cells.push(row.record().games().to_string());
            for record in [row.record(), row.by_side[Player::First], row.by_side[Player::Second]] {
                cells.extend([record.wins, record.draws, record.losses].map(|count| count.to_string()));
            }
            cells.extend([row.bye_games.to_string(), row.margin.to_string()]);
            cells.extend(FaultKind::ALL.map(|kind| row.faults.count(kind).to_string()));
            let charge = self.charge(row);
            cells.push(charge.void.to_string());
            cells.push(charge.processors().map_or_else(String::new, |load| format!("{load:.2}")));
            let Rated { rating, interval, ranks } = self.rated(row);
            let elo = |elo: f64| format!("{elo:.1}");
            cells.push(rating.map_or_else(String::new, elo));
            cells.extend([0, 1].map(|end| interval.map_or_else(String::new, |both| elo(both[end]))));
            cells.extend([0, 1].map(|end| ranks.map_or_else(String::new, |both| both[end].to_string())));
            cells.push(marks.as_ref().map_or_else(String::new, |marks| marks[at].to_string()));
            out += &line(&cells);
        }
        out
    }

    /// The cross table, a line for each entrant and opponent who have met.
    ///
    /// Columns: `entrant`, `opponent` (names), `games`, `wins`, `draws`, `losses`, `margin`, and `pairs_0` to
    /// `pairs_4` (pairs of games from one opening, by half points scored).
    pub(crate) fn meetings_csv(&self) -> String {
        let mut out = first_line(
            "entrant,opponent,games,wins,draws,losses,margin,pairs_0,pairs_1,pairs_2,pairs_3,pairs_4",
        );
        for (entrant, opponent, meeting) in self.meetings() {
            let record = meeting.record();
            let mut cells = vec![text(&self.name(entrant)), text(&self.name(opponent))];
            let counts = [record.games(), record.wins, record.draws, record.losses];
            cells.extend(counts.map(|count| count.to_string()));
            cells.push(meeting.margin.to_string());
            cells.extend(meeting.pairs.map(|count| count.to_string()));
            out += &line(&cells);
        }
        out
    }
}

/// The names of columns, behind the mark by which spreadsheets know UTF-8.
pub(crate) fn first_line(names: &str) -> String {
    format!("\u{feff}{names}\n")
}

/// Cells that need no more than quotes.
pub(crate) fn line(cells: &[String]) -> String {
    let quoted = |cell: &String| {
        if cell.contains([',', '"']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.clone() }
    };
    cells.iter().map(quoted).collect::<Vec<_>>().join(",") + "\n"
}

/// Text from outside: on one line, and with an apostrophe before what a spreadsheet would compute.
pub(crate) fn text(text: &str) -> String {
    let text = printable(text);
    let is_formula = text.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
    if is_formula { format!("'{text}") } else { text }
}
