//! Max-Connect-Four: differences of quadruples at the end.

use std::io;
use std::time::{Duration, Instant};

use plyground_core::agents::Limits;
use plyground_core::games::gravity::Column;
use plyground_core::games::max_connect_four::solve::Solver;
use plyground_core::games::max_connect_four::{MaxConnectFour, Standard};
use plyground_core::{Game, GameId, Player, Position, counted};
use serde_json::{Value, json};

use super::{Args, weak};
use crate::cli::{board, json, layout, progress, threads};
use crate::exit::{Failure, Streams};

/// What was found out about a position.
struct Solved {
    /// Value of each move, for the side to move.
    moves: Vec<(Column, i32)>,
    /// Best play.
    line: Vec<Column>,
    nodes: u64,
    time: Duration,
}

pub(super) fn run(args: &Args, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let position = args.position.read::<MaxConnectFour>(streams.input)?;
    let start = Instant::now();
    let mut solver = Solver::new(args.table_bytes()).with_threads(threads(args.threads));
    let spinner = progress::spinner("solving");
    if args.weak {
        let mut result = |mv| -> i32 {
            let after = position.play(mv);
            let mut is_at_least =
                |least| solver.is_at_least(&after, least, &Limits::NONE).expect("nobody stops it");
            i32::from(!is_at_least(0)) - i32::from(is_at_least(1))
        };
        let moves = position.moves().map(|mv| (mv, result(mv))).collect();
        spinner.finish_and_clear();
        let found = weak::Results { moves, nodes: solver.nodes(), time: start.elapsed() };
        return weak::tell::<MaxConnectFour>(args.json, streams, &position, &found);
    }
    // The value of the position first: the moves need little beyond it.
    solver.value(&position, &Limits::NONE).expect("nobody stops it");
    let moves = solver.moves(&position, &Limits::NONE).expect("nobody stops it");
    let best = moves.iter().map(|&(_, value)| value).max();
    let line = match moves.iter().find(|&&(_, value)| Some(value) == best) {
        Some(&(first, _)) => solver.line(&position, first, &Limits::NONE).expect("nobody stops it"),
        None => Vec::new(),
    };
    spinner.finish_and_clear();
    let found = Solved { moves, line, nodes: solver.nodes(), time: start.elapsed() };
    if args.json {
        json::write(streams.out, &document(&position, &found))?;
    } else {
        write(streams, &position, &found)?;
    }
    Ok(())
}

impl Solved {
    /// The value of the position; `None` if the game is over.
    fn value(&self) -> Option<i32> {
        self.moves.iter().map(|&(_, value)| value).max()
    }
}

/// A value in words.
fn words(value: i32, side: Player) -> String {
    let side = MaxConnectFour::SIDES[side];
    match value {
        0 => "draw".to_owned(),
        1.. => format!("{side} wins by {value}"),
        _ => format!("{side} loses by {}", -value),
    }
}

fn write(streams: &mut Streams<'_>, position: &Standard, solved: &Solved) -> io::Result<()> {
    let out = &mut *streams.out;
    writeln!(out, "{}", board::state_words::<MaxConnectFour>(position))?;
    let Some(best) = solved.value() else { return Ok(()) };
    let mut rows = vec![["column", "value"].map(str::to_owned).to_vec()];
    rows.extend(solved.moves.iter().map(|&(mv, value)| {
        let mark = if value == best { "; best" } else { "" };
        let words = format!("{}{mark}", words(value, position.turn()));
        vec![board::move_text::<MaxConnectFour>(position, mv), words]
    }));
    writeln!(out)?;
    layout::table(out, "  ", 2, &rows)?;
    let line = board::line_texts::<MaxConnectFour>(position, &solved.line).join(" ");
    writeln!(out, "\nline  {line}")?;
    writeln!(streams.err, "{}, {:.3} s", counted(solved.nodes, "node"), solved.time.as_secs_f64())
}

fn document(position: &Standard, solved: &Solved) -> Value {
    let moves: Vec<Value> = solved
        .moves
        .iter()
        .map(|&(mv, value)| json!({ "move": json::mv::<MaxConnectFour>(position, mv), "value": value }))
        .collect();
    json!({
        "game": GameId::MaxConnectFour.name(),
        "position": json::position::<MaxConnectFour>(position),
        "to_move": json::side::<MaxConnectFour>(position.turn()),
        "outcome": json::outcome::<MaxConnectFour>(position.outcome()),
        "value": solved.value(),
        "moves": moves,
        "best": solved.line.first().map(|&mv| json::mv::<MaxConnectFour>(position, mv)),
        "line": json::line::<MaxConnectFour>(position, &solved.line),
        "nodes": solved.nodes,
        "seconds": json::seconds(Some(solved.time)),
    })
}
