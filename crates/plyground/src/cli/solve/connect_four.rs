//! Connect Four: scores, openings known by heart, several threads.

use std::time::{Duration, Instant};

use plyground_core::agents::Limits;
use plyground_core::games::connect_four::solve::{Solver, proof_of_score};
use plyground_core::games::connect_four::{ConnectFour, Standard, book};
use plyground_core::games::gravity::Column;
use plyground_core::{Game, GameId, Position, counted};
use serde_json::{Value, json};

use super::{Args, result_words, weak};
use crate::cli::decide::proof_json;
use crate::cli::{board, json, layout, progress, threads};
use crate::exit::{Failure, Streams};

/// What was found out about a position.
struct Solved {
    /// Score of each move, for the side to move.
    moves: Vec<(Column, i32)>,
    /// Best play.
    line: Vec<Column>,
    nodes: u64,
    time: Duration,
}

pub(super) fn run(args: &Args, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let position = args.position.read::<ConnectFour>(streams.input)?;
    let start = Instant::now();
    let books = if args.no_book { &[] } else { book::embedded() };
    let solver = Solver::new(args.table_bytes()).with_threads(threads(args.threads));
    let mut solver = books.iter().fold(solver, |solver, &book| solver.with_book(book));
    let spinner = progress::spinner("solving");
    if args.weak {
        let result = |mv| solver.result(&position.play(mv), &Limits::NONE).expect("nobody stops it");
        let moves = position.moves().zip(position.moves().map(result)).map(|(mv, after)| (mv, -after));
        let moves = moves.collect();
        spinner.finish_and_clear();
        let found = weak::Results { moves, nodes: solver.nodes(), time: start.elapsed() };
        return weak::tell::<ConnectFour>(args.json, streams, &position, &found);
    }
    let moves = solver.moves(&position, &Limits::NONE).expect("nobody stops it");
    let best = moves.iter().map(|&(_, score)| score).max();
    let first = moves.iter().find(|&&(_, score)| Some(score) == best).map(|&(mv, _)| mv);
    let line = match first {
        Some(first) => solver.line(&position, first, &Limits::NONE).expect("nobody stops it"),
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
    /// The score of the position; `None` if the game is over.
    fn score(&self) -> Option<i32> {
        self.moves.iter().map(|&(_, score)| score).max()
    }
}

fn write(streams: &mut Streams<'_>, position: &Standard, solved: &Solved) -> std::io::Result<()> {
    let out = &mut *streams.out;
    let empty = position.board().empty_cells();
    writeln!(out, "{}", board::state_words::<ConnectFour>(position))?;
    let Some(best) = solved.score() else { return Ok(()) };
    let words = |score| result_words(proof_of_score(score, empty), ConnectFour::SIDES[position.turn()]);
    let mut rows = vec![["column", "score", ""].map(str::to_owned).to_vec()];
    rows.extend(solved.moves.iter().map(|&(mv, score)| {
        let mark = if score == best { "; best" } else { "" };
        let words = format!("{}{mark}", words(score));
        vec![board::move_text::<ConnectFour>(position, mv), score.to_string(), words]
    }));
    writeln!(out)?;
    layout::table(out, "  ", 3, &rows)?;
    let line = board::line_texts::<ConnectFour>(position, &solved.line).join(" ");
    writeln!(out, "\nline  {line}")?;
    writeln!(streams.err, "{}, {:.3} s", counted(solved.nodes, "node"), solved.time.as_secs_f64())
}

fn document(position: &Standard, solved: &Solved) -> Value {
    let empty = position.board().empty_cells();
    let proof = |score| proof_json(proof_of_score(score, empty));
    let moves: Vec<Value> = solved
        .moves
        .iter()
        .map(|&(mv, score)| {
            json!({ "move": json::mv::<ConnectFour>(position, mv), "score": score, "proof": proof(score) })
        })
        .collect();
    json!({
        "game": GameId::ConnectFour.name(),
        "position": json::position::<ConnectFour>(position),
        "to_move": json::side::<ConnectFour>(position.turn()),
        "outcome": json::outcome::<ConnectFour>(position.outcome()),
        "score": solved.score(),
        "proof": solved.score().map(proof),
        "moves": moves,
        "best": solved.line.first().map(|&mv| json::mv::<ConnectFour>(position, mv)),
        "line": json::line::<ConnectFour>(position, &solved.line),
        "nodes": solved.nodes,
        "seconds": json::seconds(Some(solved.time)),
    })
}
