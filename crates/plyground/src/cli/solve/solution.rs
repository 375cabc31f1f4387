//! Values of all moves: distances or points, whichever the solver of the game finds, or win, draw and loss alone.

use std::io;
use std::time::Duration;

use plyground_core::{AnyMove, AnyPosition, GameValue, Limits, Position, Solve, Stopped, ValueKind, counted};
use serde_json::{Value, json};

use crate::exit::Streams;
use crate::present::value::{value_json, value_words};
use crate::present::{board, json, layout};

/// A value, and the number by which people know it if there is one.
type Scored = (GameValue, Option<i32>);

/// What was found out about a position.
pub(super) struct Solution {
    position: AnyPosition,
    kind: ValueKind,
    /// Whether values are win, draw or loss only.
    is_weak: bool,
    /// `None` if the game is over.
    value: Option<Scored>,
    /// Of each move, for the side to move.
    moves: Vec<(AnyMove, Scored)>,
    /// Best play, beginning with the first of the best moves; none where values are weak.
    line: Vec<AnyMove>,
}

pub(super) fn solve(
    solver: &mut dyn Solve<AnyPosition>,
    kind: ValueKind,
    is_weak: bool,
    position: &AnyPosition,
    limits: &Limits<'_>,
) -> Result<Solution, Stopped> {
    let (moves, line) = (Vec::new(), Vec::new());
    let mut found = Solution { position: position.clone(), kind, is_weak, value: None, moves, line };
    let legal = solver.moves(position);
    if legal.is_empty() {
        return Ok(found);
    }
    if is_weak {
        for mv in legal {
            let result = solver.result(&solver.after(position, mv), limits)?.before();
            found.moves.push((mv, (result, None)));
        }
        let results = found.moves.iter().map(|&(_, scored)| scored);
        found.value = results.max_by(|(a, _), (b, _)| a.preference(*b));
        return Ok(found);
    }
    // The value of the position first: the moves need little beyond it.
    let best = solver.value(position, limits)?;
    for mv in legal {
        let value = solver.value(&solver.after(position, mv), limits)?.before();
        found.moves.push((mv, (value, solver.score(position, value))));
    }
    found.value = Some((best, solver.score(position, best)));
    if let Some(&(first, _)) = found.moves.iter().find(|(_, (value, _))| *value == best) {
        found.line = solver.line(position, first, limits)?;
    }
    Ok(found)
}

impl Solution {
    pub(super) fn write(&self, streams: &mut Streams<'_>, nodes: u64, time: Duration) -> io::Result<()> {
        let out = &mut *streams.out;
        writeln!(out, "{}", board::state_words(&self.position))?;
        let Some((best, _)) = self.value else { return Ok(()) };
        let has_scores = self.kind == ValueKind::Scores && !self.is_weak;
        let header: &[&str] = match (self.is_weak, has_scores) {
            (true, _) => &["result"],
            (false, true) => &["score", ""],
            (false, false) => &["value"],
        };
        let noun = self.position.game().move_noun();
        let mut rows = vec![[&[noun], header].concat().into_iter().map(str::to_owned).collect::<Vec<_>>()];
        for &(mv, (value, score)) in &self.moves {
            let mark = if value == best { "; best" } else { "" };
            let mut row = vec![board::move_text(&self.position, mv)];
            row.extend(score.filter(|_| has_scores).map(|score| score.to_string()));
            row.push(format!("{}{mark}", value_words(self.position.game(), value, self.position.turn())));
            rows.push(row);
        }
        writeln!(out)?;
        layout::table(out, "  ", 1 + header.len(), &rows)?;
        if !self.is_weak {
            writeln!(out, "\nline  {}", self.line_texts().join(" "))?;
        }
        writeln!(streams.err, "{}, {:.3} s", counted(nodes, "node"), time.as_secs_f64())
    }

    /// The moves of the line. Those of a solver that leaves out a rule are no moves of the game's own.
    fn line_texts(&self) -> Vec<String> {
        let text = |&mv| board::move_text(&self.position, mv);
        self.line.iter().map(text).collect()
    }

    pub(super) fn document(&self, rules: &[(&str, bool)], nodes: u64, time: Duration) -> Value {
        let mut document =
            json!({ "game": self.position.game().name(), "position": json::position(&self.position) });
        for &(rule, is_kept) in rules.iter().filter(|_| !self.is_weak) {
            document[rule] = is_kept.into();
        }
        document["to_move"] = json::side(self.position.game(), self.position.turn());
        document["outcome"] = json::outcome(self.position.game(), self.position.outcome());
        self.put(&mut document, self.value);
        let line = self.line_texts();
        let moves = self.moves.iter().map(|&(mv, value)| {
            let mut object = json!({ "move": json::mv(&self.position, mv) });
            self.put(&mut object, Some(value));
            object
        });
        document["moves"] = moves.collect();
        if !self.is_weak {
            document["best"] = line.first().cloned().into();
            document["line"] = line.into();
        }
        document["nodes"] = nodes.into();
        document["seconds"] = json::seconds(Some(time));
        document
    }

    /// Writes a value into an object: a result, points, or score and proof, as the game has them.
    fn put(&self, object: &mut Value, value: Option<Scored>) {
        if self.is_weak {
            object["result"] = value.map(|(value, _)| value.result_name()).into();
            return;
        }
        if self.kind == ValueKind::Scores {
            object["score"] = value.and_then(|(_, score)| score).into();
        }
        if self.kind == ValueKind::Points {
            object["value"] = value.and_then(|(_, score)| score).into();
        } else {
            object["proof"] = value.map(|(value, _)| value_json(value)).into();
        }
    }
}
