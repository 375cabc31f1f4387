//! Win, draw or loss of a position and of every move, without distances.

use std::io;
use std::time::Duration;

use plyground_core::{AnyMove, AnyPosition, GameValue, Limits, Position, Stopped, counted};
use serde_json::{Value, json};

use super::Solver;
use crate::exit::{Failure, Streams};
use crate::present::value::{result_name, value_words};
use crate::present::{board, json, layout};

/// What was found out about a position.
struct Results {
    position: AnyPosition,
    /// Result of each move, for the side to move.
    moves: Vec<(AnyMove, GameValue)>,
    nodes: u64,
    time: Duration,
}

pub(super) fn run(
    as_json: bool,
    position: &AnyPosition,
    mut solver: Solver,
    limits: &Limits<'_>,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let work = &mut solver.of_game;
    let mut moves = Vec::new();
    for mv in work.moves(position) {
        let after = work.after(position, mv);
        let result = work.result(&after, limits).map_err(|Stopped| super::interrupted())?;
        moves.push((mv, result.before()));
    }
    solver.spinner.finish_and_clear();
    let found =
        Results { position: position.clone(), moves, nodes: work.nodes(), time: solver.start.elapsed() };
    if as_json {
        json::write(streams.out, &found.document())?;
    } else {
        found.write(streams)?;
    }
    Ok(())
}

impl Results {
    /// The result of the position; `None` if the game is over.
    fn best(&self) -> Option<GameValue> {
        self.moves.iter().map(|&(_, result)| result).max_by(|a, b| a.preference(*b))
    }

    fn write(&self, streams: &mut Streams<'_>) -> io::Result<()> {
        let position = &self.position;
        writeln!(streams.out, "{}", board::state_words(position))?;
        let Some(best) = self.best() else { return Ok(()) };
        let mut rows = vec![vec![position.game().move_noun().to_owned(), "result".to_owned()]];
        rows.extend(self.moves.iter().map(|&(mv, result)| {
            let words = value_words(position.game(), result, position.turn());
            let mark = if result == best { "; best" } else { "" };
            vec![board::move_text(position, mv), format!("{words}{mark}")]
        }));
        writeln!(streams.out)?;
        layout::table(streams.out, "  ", 2, &rows)?;
        writeln!(streams.err, "{}, {:.3} s", counted(self.nodes, "node"), self.time.as_secs_f64())
    }

    fn document(&self) -> Value {
        let position = &self.position;
        let moves: Vec<Value> = self
            .moves
            .iter()
            .map(|&(mv, result)| json!({ "move": json::mv(position, mv), "result": result_name(result) }))
            .collect();
        json!({
            "game": position.game().name(),
            "position": json::position(position),
            "to_move": json::side(position.game(), position.turn()),
            "outcome": json::outcome(position.game(), position.outcome()),
            "result": self.best().map(result_name),
            "moves": moves,
            "nodes": self.nodes,
            "seconds": json::seconds(Some(self.time)),
        })
    }
}
