//! Win, draw or loss of a position and of every move, without distances.

use std::io;
use std::time::Duration;

use plyground_core::{Game, Position, counted};
use serde_json::{Value, json};

use crate::cli::{board, json, layout};
use crate::exit::{Failure, Streams};

/// What was found out about a position whose moves are `M`.
pub(super) struct Results<M> {
    /// Result of each move for the side to move: 1 for a win, 0 for a draw, -1 for a loss.
    pub(super) moves: Vec<(M, i32)>,
    pub(super) nodes: u64,
    pub(super) time: Duration,
}

type Found<G> = Results<<<G as Game>::Position as Position>::Move>;

impl<M> Results<M> {
    /// The result of the position; `None` if the game is over.
    fn best(&self) -> Option<i32> {
        self.moves.iter().map(|&(_, result)| result).max()
    }
}

pub(super) fn tell<G: Game>(
    as_json: bool,
    streams: &mut Streams<'_>,
    position: &G::Position,
    found: &Found<G>,
) -> Result<(), Failure> {
    if as_json {
        json::write(streams.out, &document::<G>(position, found))?;
    } else {
        write::<G>(streams, position, found)?;
    }
    Ok(())
}

fn write<G: Game>(streams: &mut Streams<'_>, position: &G::Position, found: &Found<G>) -> io::Result<()> {
    writeln!(streams.out, "{}", board::state_words::<G>(position))?;
    let Some(best) = found.best() else { return Ok(()) };
    let side = G::SIDES[position.turn()];
    let mut rows = vec![vec![G::MOVE_NOUN.to_owned(), "result".to_owned()]];
    rows.extend(found.moves.iter().map(|&(mv, result)| {
        let words = match result {
            0 => "draw".to_owned(),
            1.. => format!("{side} wins"),
            _ => format!("{side} loses"),
        };
        let mark = if result == best { "; best" } else { "" };
        vec![board::move_text::<G>(position, mv), format!("{words}{mark}")]
    }));
    writeln!(streams.out)?;
    layout::table(streams.out, "  ", 2, &rows)?;
    writeln!(streams.err, "{}, {:.3} s", counted(found.nodes, "node"), found.time.as_secs_f64())
}

fn document<G: Game>(position: &G::Position, found: &Found<G>) -> Value {
    let name = |result| match result {
        0 => "draw",
        1.. => "win",
        _ => "loss",
    };
    let moves: Vec<Value> = found
        .moves
        .iter()
        .map(|&(mv, result)| json!({ "move": json::mv::<G>(position, mv), "result": name(result) }))
        .collect();
    json!({
        "game": G::ID.name(),
        "position": json::position::<G>(position),
        "to_move": json::side::<G>(position.turn()),
        "outcome": json::outcome::<G>(position.outcome()),
        "result": found.best().map(name),
        "moves": moves,
        "nodes": found.nodes,
        "seconds": json::seconds(Some(found.time)),
    })
}
