//! Adjacent four: results and distances, also without the rule of adjacency.

use std::io;
use std::time::{Duration, Instant};

use plyground_core::agents::{Limits, Proof};
use plyground_core::games::adjacent_four::solve::Solver;
use plyground_core::games::adjacent_four::{AdjacentFour, Cell, Standard};
use plyground_core::{Game, GameId, Position, counted};
use serde_json::{Value, json};

use super::{Args, result_words, weak};
use crate::cli::decide::proof_json;
use crate::cli::{board, json, layout, progress};
use crate::exit::{Failure, Streams};

/// What was found out about a position.
struct Solved {
    /// The value; `None` if the game is over.
    value: Option<Proof>,
    /// Value of each move, for the side to move.
    moves: Vec<(Cell, Proof)>,
    /// Best play.
    line: Vec<Cell>,
    adjacency: bool,
    nodes: u64,
    time: Duration,
}

pub(super) fn run(args: &Args, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let position = args.position.read::<AdjacentFour>(streams.input)?;
    let start = Instant::now();
    let mut solver = if args.no_adjacency {
        Solver::without_adjacency(args.table_bytes())
    } else {
        Solver::new(args.table_bytes())
    };
    let spinner = progress::spinner("solving");
    if args.weak {
        let moves = solver.results(&position, &Limits::NONE).expect("nobody stops it");
        let number =
            |winner: Option<_>| winner.map_or(0, |side| if side == position.turn() { 1 } else { -1 });
        let moves = moves.into_iter().map(|(cell, winner)| (cell, number(winner))).collect();
        spinner.finish_and_clear();
        let found = weak::Results { moves, nodes: solver.nodes(), time: start.elapsed() };
        return weak::tell::<AdjacentFour>(args.json, streams, &position, &found);
    }
    let value = solver.value(&position, &Limits::NONE).expect("nobody stops it");
    let moves = solver.moves(&position, &Limits::NONE).expect("nobody stops it");
    let line = solver.line(&position, &Limits::NONE).expect("nobody stops it");
    spinner.finish_and_clear();
    let found = Solved {
        value: position.outcome().is_none().then_some(value),
        moves,
        line,
        adjacency: !args.no_adjacency,
        nodes: solver.nodes(),
        time: start.elapsed(),
    };
    if args.json {
        json::write(streams.out, &document(&position, &found))?;
    } else {
        write(streams, &position, &found)?;
    }
    Ok(())
}

/// Cells as text. They are no moves of the game where stones need not touch, and need no position.
fn cells(position: &Standard, line: &[Cell]) -> Vec<String> {
    line.iter().map(|&cell| board::move_text::<AdjacentFour>(position, cell)).collect()
}

fn write(streams: &mut Streams<'_>, position: &Standard, solved: &Solved) -> io::Result<()> {
    let out = &mut *streams.out;
    writeln!(out, "{}", board::state_words::<AdjacentFour>(position))?;
    let Some(best) = solved.value else { return Ok(()) };
    let side = AdjacentFour::SIDES[position.turn()];
    let mut rows = vec![vec![AdjacentFour::MOVE_NOUN.to_owned(), "value".to_owned()]];
    rows.extend(solved.moves.iter().map(|&(cell, value)| {
        let mark = if value == best { "; best" } else { "" };
        let words = format!("{}{mark}", result_words(value, side));
        vec![board::move_text::<AdjacentFour>(position, cell), words]
    }));
    writeln!(out)?;
    layout::table(out, "  ", 2, &rows)?;
    writeln!(out, "\nline  {}", cells(position, &solved.line).join(" "))?;
    writeln!(streams.err, "{}, {:.3} s", counted(solved.nodes, "node"), solved.time.as_secs_f64())
}

fn document(position: &Standard, solved: &Solved) -> Value {
    let moves: Vec<Value> = solved
        .moves
        .iter()
        .map(|&(cell, value)| {
            let text = json::mv::<AdjacentFour>(position, cell);
            json!({ "move": text, "proof": proof_json(value) })
        })
        .collect();
    let line = cells(position, &solved.line);
    json!({
        "game": GameId::AdjacentFour.name(),
        "position": json::position::<AdjacentFour>(position),
        "adjacency": solved.adjacency,
        "to_move": json::side::<AdjacentFour>(position.turn()),
        "outcome": json::outcome::<AdjacentFour>(position.outcome()),
        "proof": solved.value.map(proof_json),
        "moves": moves,
        "best": line.first(),
        "line": line,
        "nodes": solved.nodes,
        "seconds": json::seconds(Some(solved.time)),
    })
}
