//! What every opening of adjacent four is worth.

use std::sync::atomic::Ordering;
use std::time::Instant;

use plyground_core::games::adjacent_four::{AdjacentFour, openings};
use plyground_core::{AnyGame, AnyMove, Limits, Position, counted};
use serde_json::{Value, json};

use super::{Args, INTERRUPTED, interrupted};
use crate::exit::{Failure, Streams};
use crate::interrupt;
use crate::present::progress;
use crate::present::value::{value_json, value_words};
use crate::present::{board, json, layout};

/// Solves all pairs of a first stone and an answer, once up to reflections of the board, each with a new table.
pub(super) fn run(args: &Args, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let start = Instant::now();
    let stop = interrupt::flag(INTERRUPTED)?;
    let is_stopped = || stop.load(Ordering::Relaxed);
    let openings = openings();
    let bar = progress::bar();
    bar.set_length(openings.len() as u64);
    let mut documents: Vec<Value> = Vec::new();
    let mut rows = Vec::new();
    let mut nodes = 0;
    for opening in openings {
        let found = opening.solve(args.table_bytes(), &Limits { stop: &is_stopped });
        nodes += found.nodes;
        bar.inc(1);
        let empty = AnyGame::listed::<AdjacentFour>().start();
        let first = board::move_text(&empty, AnyMove::of(opening.first));
        let reply = board::move_text(&empty.play(AnyMove::of(opening.first)), AnyMove::of(opening.reply));
        let Some(proof) = found.proof else { return Err(interrupted()) };
        let side = opening.position().turn();
        rows.push(vec![format!("{first} {reply}"), value_words(empty.game(), proof.into(), side)]);
        documents.push(json!({
            "first": first,
            "reply": reply,
            "proof": value_json(proof.into()),
            "nodes": found.nodes,
        }));
    }
    bar.finish_and_clear();
    if args.json {
        return Ok(json::write(streams.out, &json!({ "openings": documents }))?);
    }
    layout::table(streams.out, "", 2, &rows)?;
    writeln!(streams.err, "{}, {:.3} s", counted(nodes, "node"), start.elapsed().as_secs_f64())?;
    Ok(())
}
