//! The searches of COMP3608's empty board that only the replay can answer at once.

use std::time::{Duration, Instant};

use plyground::present::{json, layout};
use plyground::{Exit, Failure, Streams};
use plyground_core::games::connect_four::{Comp3608, Standard};
use plyground_core::search::{Algorithm, CutRule, replay, textbook};
use plyground_core::{Counts, Player};
use serde_json::{Value, json};

const SEARCHES: [(Algorithm, u32); 4] = [
    (Algorithm::Minimax, 8),
    (Algorithm::AlphaBeta(CutRule::AtEqual), 10),
    (Algorithm::Minimax, 12),
    (Algorithm::AlphaBeta(CutRule::AtEqual), 14),
];

/// Counts beyond this are not repeated node by node: the textbook search would take minutes.
const TEXTBOOK_NODES: u128 = 1_000_000_000;

struct Row {
    algorithm: Algorithm,
    depth: u32,
    nodes: u128,
    replay: Duration,
    textbook: Option<Duration>,
}

fn measure(algorithm: Algorithm, depth: u32) -> Result<Row, Failure> {
    let start = Instant::now();
    let red = Player::First;
    let answer = replay::answer(algorithm, &Standard::EMPTY, depth, &Comp3608, red, replay::DEFAULT_BYTES);
    let mut row = Row { algorithm, depth, nodes: answer.1, replay: start.elapsed(), textbook: None };
    if row.nodes <= TEXTBOOK_NODES {
        let start = Instant::now();
        let mut counts = Counts::default();
        let Ok(choice) = textbook::search(algorithm, &Standard::EMPTY, depth, &Comp3608, red, &mut counts);
        row.textbook = Some(start.elapsed());
        if answer != (choice, counts.examined()) {
            let name = algorithm.name();
            let message = format!("{name} depth {depth}: the replay differs from the textbook search");
            return Err(Failure { exit: Exit::CheckFailed, message });
        }
    }
    Ok(row)
}

/// Search COMP3608's empty board deeply: minimax to 8 and 12 plies, alpha-beta to 10 and 14
///
/// JSON: `searches`, each with `algorithm`, `depth`, `examined`, `textbook_seconds` (null where it would take minutes)
/// and `replay_seconds`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let rows: Vec<Row> = SEARCHES
            .into_iter()
            .map(|(algorithm, depth)| measure(algorithm, depth))
            .collect::<Result<_, _>>()?;
        if self.json {
            let search = |row: &Row| {
                json!({
                    "algorithm": row.algorithm.name(),
                    "depth": row.depth,
                    "examined": json::count(row.nodes),
                    "textbook_seconds": json::seconds(row.textbook),
                    "replay_seconds": json::seconds(Some(row.replay)),
                })
            };
            let searches: Vec<Value> = rows.iter().map(search).collect();
            return Ok(json::write(streams.out, &json!({ "searches": searches }))?);
        }
        let mut nodes = vec![["algorithm", "depth", "nodes"].map(str::to_owned).to_vec()];
        let mut times = vec![["algorithm", "depth", "textbook", "replay"].map(str::to_owned).to_vec()];
        for row in &rows {
            let search = [row.algorithm.name().to_owned(), row.depth.to_string()];
            // With the nodes that it accounts for in each second.
            let time = |time: Duration| layout::speed(row.nodes, time);
            let textbook = row.textbook.map_or("not run".to_owned(), time);
            nodes.push([&search[..], &[row.nodes.to_string()]].concat());
            times.push([&search[..], &[textbook, time(row.replay)]].concat());
        }
        layout::table(streams.out, "", 1, &nodes)?;
        Ok(layout::table(streams.err, "", 1, &times)?)
    }
}
