//! Values of all moves: distances or points, whichever the solver of the game finds, or win, draw and loss alone.

use std::io;
use std::time::Duration;

use plyground_core::words::state_of;
use plyground_core::{
    AnyGame, AnyMove, AnyPosition, Outcome, Player, Position, Scored, Solved, ValueKind, counted,
};
use serde_json::{Value, json};

use crate::exit::Streams;
use crate::present::value::{value_json, value_words};
use crate::present::{board, json, layout};

/// What was found out about a position, its moves as texts.
pub(super) struct Solution {
    game: AnyGame,
    kind: ValueKind,
    /// Whether values are win, draw or loss only.
    is_weak: bool,
    /// As JSON has it.
    position: Value,
    turn: Player,
    outcome: Option<Outcome>,
    /// `None` if the game is over.
    value: Option<Scored>,
    /// Of each move, for the side to move.
    moves: Vec<(String, Scored)>,
    /// Best play, beginning with the first of the best moves; none where values are weak.
    line: Vec<String>,
}

impl Solution {
    pub(super) fn new(
        position: &AnyPosition,
        kind: ValueKind,
        is_weak: bool,
        values: &Solved<AnyMove>,
    ) -> Self {
        // A solver that leaves out a rule finds lines that the game itself could not play on.
        let text = |mv: AnyMove| board::move_text(position, mv);
        Self {
            game: position.game(),
            kind,
            is_weak,
            position: json::position(position),
            turn: position.turn(),
            outcome: position.outcome(),
            value: values.value,
            moves: values.moves.iter().map(|&(mv, scored)| (text(mv), scored)).collect(),
            line: values.line.iter().map(|&mv| text(mv)).collect(),
        }
    }

    pub(super) fn write(&self, streams: &mut Streams<'_>, nodes: u64, time: Duration) -> io::Result<()> {
        let out = &mut *streams.out;
        writeln!(out, "{}", state_of(self.game, self.turn, self.outcome))?;
        let Some((best, _)) = self.value else { return Ok(()) };
        let has_scores = self.kind == ValueKind::Scores && !self.is_weak;
        let header: &[&str] = match (self.is_weak, has_scores) {
            (true, _) => &["result"],
            (false, true) => &["score", ""],
            (false, false) => &["value"],
        };
        let noun = self.game.move_noun();
        let mut rows = vec![[&[noun], header].concat().into_iter().map(str::to_owned).collect::<Vec<_>>()];
        for &(ref text, (value, score)) in &self.moves {
            let mark = if value == best { "; best" } else { "" };
            let mut row = vec![text.clone()];
            row.extend(score.filter(|_| has_scores).map(|score| score.to_string()));
            row.push(format!("{}{mark}", value_words(self.game, value, self.turn)));
            rows.push(row);
        }
        writeln!(out)?;
        layout::table(out, "  ", 1 + header.len(), &rows)?;
        if !self.is_weak {
            writeln!(out, "\nline  {}", self.line.join(" "))?;
        }
        writeln!(streams.err, "{}, {:.3} s", counted(nodes, "node"), time.as_secs_f64())
    }

    /// `rules` says which of the rules that a solver can leave out are kept.
    pub(super) fn document(&self, rules: &[(&str, Value)], nodes: u64, time: Duration) -> Value {
        let mut document = json!({ "game": self.game.name(), "position": self.position });
        for (rule, is_kept) in rules {
            document[*rule] = is_kept.clone();
        }
        document["to_move"] = json::side(self.game, self.turn);
        document["outcome"] = json::outcome(self.game, self.outcome);
        self.put(&mut document, self.value);
        let moves = self.moves.iter().map(|(text, value)| {
            let mut object = json!({ "move": text });
            self.put(&mut object, Some(*value));
            object
        });
        document["moves"] = moves.collect();
        if !self.is_weak {
            document["best"] = self.line.first().cloned().into();
            document["line"] = self.line.clone().into();
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
