//! Win, draw or loss of a position and of every move, without distances.

use std::io;
use std::time::Duration;

use plyground_core::games::connect_four::{ConnectFour, Standard};
use plyground_core::games::gravity::Column;
use plyground_core::{Game, GameId, Position};
use serde_json::{Value, json};

use crate::cli::{board, json, layout};
use crate::exit::Streams;

/// What was found out about a position.
pub(super) struct Results {
    /// Result of each move for the side to move: 1 for a win, 0 for a draw, -1 for a loss.
    pub(super) moves: Vec<(Column, i32)>,
    pub(super) nodes: u64,
    pub(super) time: Duration,
}

impl Results {
    /// The result of the position; `None` if the game is over.
    fn best(&self) -> Option<i32> {
        self.moves.iter().map(|&(_, result)| result).max()
    }
}

pub(super) fn write(streams: &mut Streams<'_>, position: &Standard, found: &Results) -> io::Result<()> {
    writeln!(streams.out, "{}", board::state_words::<ConnectFour>(position))?;
    let Some(best) = found.best() else { return Ok(()) };
    let side = ConnectFour::SIDES[position.turn()];
    let mut rows = vec![["column", "result"].map(str::to_owned).to_vec()];
    rows.extend(found.moves.iter().map(|&(mv, result)| {
        let words = match result {
            0 => "draw".to_owned(),
            1.. => format!("{side} wins"),
            _ => format!("{side} loses"),
        };
        let mark = if result == best { "; best" } else { "" };
        vec![board::move_text::<ConnectFour>(position, mv), format!("{words}{mark}")]
    }));
    writeln!(streams.out)?;
    layout::table(streams.out, "  ", 2, &rows)?;
    writeln!(streams.err, "{} nodes, {:.3} s", found.nodes, found.time.as_secs_f64())
}

pub(super) fn document(position: &Standard, found: &Results) -> Value {
    let name = |result| match result {
        0 => "draw",
        1.. => "win",
        _ => "loss",
    };
    let moves: Vec<Value> = found
        .moves
        .iter()
        .map(|&(mv, result)| json!({ "move": json::mv::<ConnectFour>(position, mv), "result": name(result) }))
        .collect();
    json!({
        "game": GameId::ConnectFour.name(),
        "position": json::position::<ConnectFour>(position),
        "to_move": json::side::<ConnectFour>(position.turn()),
        "outcome": json::outcome::<ConnectFour>(position.outcome()),
        "result": found.best().map(name),
        "moves": moves,
        "nodes": found.nodes,
        "seconds": json::seconds(Some(found.time)),
    })
}
