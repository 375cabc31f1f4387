//! `plyground solve`: the exact value of a position and of every move.

mod weak;

use std::time::{Duration, Instant};

use plyground_core::agents::{Limits, Proof};
use plyground_core::games::connect_four::ConnectFour;
use plyground_core::games::connect_four::book;
use plyground_core::games::connect_four::solve::{MOST_THREADS, Solver, proof_of_score};
use plyground_core::games::gravity::Column;
use plyground_core::{Game, GameId, Position};
use serde_json::{Value, json};

use super::decide::proof_json;
use super::position::PositionArgs;
use super::{board, game_names, json, layout, progress, threads};
use crate::exit::{Failure, Streams};

const EXAMPLES: &str = "Examples:
  plyground solve connect-four 4444445623513222
  plyground solve connect-four --weak 44444
  plyground solve connect-four --json ..yyrrr,..ryryr,....y..,.......,.......,....... red";

/// Solve a position: the exact value of every move, and best play to the end
///
/// Only connect-four has a solver; it takes boards with any numbers of pieces. Openings take seconds; what
/// is known of them by heart (`plyground book`) helps, unless --no-book forbids it.
/// A score is 0 for a draw, positive for a win of the side to move and negative for its loss; with e
/// empty cells a win in p plies scores (e + 2 - p) / 2, so that sooner is more.
///
/// JSON: `game`, `position`, `to_move`, `outcome` (null unless the game is over), `score` and `proof` (null if the
/// game is over; `result` and `plies`), `moves` (each with `move`, `score` and `proof`, for the side to
/// move), `best` (null if the game is over), `line` (best play), `nodes` and `seconds`. With --weak there are
/// no `score`, `proof`, `best` and `line`; position and moves have a `result`: `win`, `draw` or `loss`.
#[derive(clap::Args, Debug)]
#[command(verbatim_doc_comment, after_help = EXAMPLES)]
pub(super) struct Args {
    /// The game
    #[arg(value_parser = game_names())]
    game: GameId,
    #[command(flatten)]
    position: PositionArgs,
    /// Win, draw or loss only: much quicker
    #[arg(long)]
    weak: bool,
    /// Threads, by default as many as there are processors; with 1 the number of nodes is always the same
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=i64::from(MOST_THREADS)))]
    threads: Option<u16>,
    /// Memory of the solver's table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..))]
    table: u16,
    /// Use no openings known by heart
    #[arg(long)]
    no_book: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What was found out about a position.
struct Solved {
    /// Score of each move, for the side to move.
    moves: Vec<(Column, i32)>,
    /// Best play.
    line: Vec<Column>,
    nodes: u64,
    time: Duration,
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        if self.game != GameId::ConnectFour {
            let name = self.game.name();
            return Err(Failure::bad_input(format_args!("{name} has no solver; expected connect-four")));
        }
        let position = self.position.read::<ConnectFour>(streams.input)?;
        let start = Instant::now();
        let books = if self.no_book { &[] } else { book::embedded() };
        let solver = Solver::new(usize::from(self.table) << 20).with_threads(threads(self.threads));
        let mut solver = books.iter().fold(solver, |solver, &book| solver.with_book(book));
        let spinner = progress::spinner("solving");
        if self.weak {
            let result = |mv| solver.result(&position.play(mv), &Limits::NONE).expect("nobody stops it");
            let moves = position.moves().zip(position.moves().map(result)).map(|(mv, after)| (mv, -after));
            let moves = moves.collect();
            spinner.finish_and_clear();
            let found = weak::Results { moves, nodes: solver.nodes(), time: start.elapsed() };
            if self.json {
                json::write(streams.out, &weak::document(&position, &found))?;
            } else {
                weak::write(streams, &position, &found)?;
            }
            return Ok(());
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
        if self.json {
            json::write(streams.out, &document(&position, &found))?;
        } else {
            write(streams, &position, &found)?;
        }
        Ok(())
    }
}

type Standard = plyground_core::games::connect_four::Standard;

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
    writeln!(streams.err, "{} nodes, {:.3} s", solved.nodes, solved.time.as_secs_f64())
}

/// An exact result in words.
fn result_words(proof: Proof, side: &str) -> String {
    let count = |plies| if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") };
    match proof {
        Proof::Win { plies } => format!("{side} wins in {}", count(plies)),
        Proof::Draw => "draw".to_owned(),
        Proof::Loss { plies } => format!("{side} loses in {}", count(plies)),
    }
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
