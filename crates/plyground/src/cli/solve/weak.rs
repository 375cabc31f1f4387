//! Win, draw or loss of a position and of every move, without distances.

use std::io;
use std::time::Duration;

use plyground_core::{Game, GameValue, Limits, Position, Stopped, counted};
use serde_json::{Value, json};

use super::Solver;
use crate::exit::{Failure, Streams};
use crate::present::value::{result_name, value_words};
use crate::present::{board, json, layout};

/// What was found out about a position of the game `G`.
struct Results<G: Game> {
    position: G::Position,
    /// Result of each move, for the side to move.
    moves: Vec<(<G::Position as Position>::Move, GameValue)>,
    nodes: u64,
    time: Duration,
}

pub(super) fn run<G: Game>(
    as_json: bool,
    position: &G::Position,
    mut solver: Solver<G>,
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
        Results::<G> { position: *position, moves, nodes: work.nodes(), time: solver.start.elapsed() };
    if as_json {
        json::write(streams.out, &found.document())?;
    } else {
        found.write(streams)?;
    }
    Ok(())
}

impl<G: Game> Results<G> {
    /// The result of the position; `None` if the game is over.
    fn best(&self) -> Option<GameValue> {
        self.moves.iter().map(|&(_, result)| result).max_by(|a, b| a.preference(*b))
    }

    fn write(&self, streams: &mut Streams<'_>) -> io::Result<()> {
        let position = &self.position;
        writeln!(streams.out, "{}", board::state_words::<G>(position))?;
        let Some(best) = self.best() else { return Ok(()) };
        let mut rows = vec![vec![G::MOVE_NOUN.to_owned(), "result".to_owned()]];
        rows.extend(self.moves.iter().map(|&(mv, result)| {
            let words = value_words::<G>(result, position.turn());
            let mark = if result == best { "; best" } else { "" };
            vec![board::move_text::<G>(position, mv), format!("{words}{mark}")]
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
            .map(
                |&(mv, result)| json!({ "move": json::mv::<G>(position, mv), "result": result_name(result) }),
            )
            .collect();
        json!({
            "game": G::ID.name(),
            "position": json::position::<G>(position),
            "to_move": json::side::<G>(position.turn()),
            "outcome": json::outcome::<G>(position.outcome()),
            "result": self.best().map(result_name),
            "moves": moves,
            "nodes": self.nodes,
            "seconds": json::seconds(Some(self.time)),
        })
    }
}
