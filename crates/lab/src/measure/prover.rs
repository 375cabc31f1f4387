//! How long the prover of Breakthrough takes, on fixed positions of graded difficulty.

use std::sync::atomic::Ordering;
use std::time::Duration;

use plyground_arena::clock::thread_cpu_time;
use plyground_core::games::breakthrough::solve::Prover;
use plyground_core::games::breakthrough::{Breakthrough, Standard, any_size};
use plyground_core::{Game, Limits, Player, Stopped};
use serde_json::{Value, json};

use plyground::cli::progress;
use plyground::interrupt;
use plyground::present::{json, layout};
use plyground::{Failure, Streams};

use super::all_right;

/// Positions with the side that wins them, the easiest first. Those with the number of their plies are of one game of the
/// engine against itself; the others come after some random moves, none of which loses at sight.
const POSITIONS: [(&str, Player); 8] = [
    ("bbb-bb/bbbb-b/---w-b/---w-b/wwww-w/www-ww/w", Player::First),
    ("-bbbbb/bwb-bb/---b--/-b--ww/wwww--/w-wwww/b", Player::First),
    // 12 plies.
    ("-bbbb-/-bbbb-/b-bbb-/-wwww-/w-ww-w/-www-w/w", Player::Second),
    ("bbbbbb/bb--b-/-bb---/w--ww-/-www-w/ww-w-w/b", Player::Second),
    // 10 plies.
    ("-bbbb-/-bbbbb/b-bb--/-wwww-/--ww-w/wwww-w/w", Player::Second),
    ("bbbbbb/b-bb--/-wb-b-/----wb/wwww-w/ww-www/w", Player::First),
    ("-bbbbb/bbb--b/-b--bb/www-w-/--w--w/wwwwww/w", Player::First),
    // 8 plies.
    ("-bbbb-/bbbbbb/--bb--/-wwww-/--ww--/wwwwww/w", Player::Second),
];

/// What is said when it is interrupted.
const INTERRUPTED: &str = "interrupted; nothing is measured";

/// What a proof took.
struct Proof {
    position: &'static str,
    winner: Player,
    nodes: u64,
    /// Positions that the table holds in the end.
    entries: u64,
    /// Of the processor.
    time: Duration,
}

/// Prove who wins positions of 6x6 Breakthrough, each with an empty table
///
/// The positions are always the same, the easiest first. Prints winners, nodes and the positions that the table holds in
/// the end; processor times go to standard error. The exit status is 1 if a winner is not the right one.
///
/// JSON: `proofs`, each with `position`, `winner`, `nodes`, `entries` and `cpu_seconds`, and `wrong` (messages).
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Only the first N positions
    #[arg(long, value_name = "N", default_value_t = POSITIONS.len(), hide_default_value = true)]
    limit: usize,
    /// Memory of the prover's table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u16).range(1..))]
    table: u16,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let stop = interrupt::flag(INTERRUPTED)?;
        let is_stopped = || stop.load(Ordering::Relaxed);
        let limits = Limits { stop: &is_stopped };
        let spinner = progress::spinner("proving");
        let mut wrong = Vec::new();
        let mut proofs = Vec::new();
        for (text, expected) in POSITIONS.into_iter().take(self.limit) {
            let proof = prove(text, usize::from(self.table) << 20, &limits)
                .map_err(|Stopped| Failure::interrupted(INTERRUPTED))?;
            if proof.winner != expected {
                let [found, expected] = [proof.winner, expected].map(|side| Breakthrough::SIDES[side]);
                wrong.push(format!("{text}: found {found}, expected {expected}"));
            }
            proofs.push(proof);
        }
        spinner.finish_and_clear();
        if self.json {
            let documents: Vec<Value> = proofs.iter().map(Proof::document).collect();
            json::write(streams.out, &json!({ "proofs": documents, "wrong": wrong }))?;
        } else {
            write(&proofs, streams)?;
        }
        streams.out.flush()?;
        all_right(&wrong)
    }
}

/// Proves a position with an empty table of so many bytes.
fn prove(position: &'static str, bytes: usize, limits: &Limits<'_>) -> Result<Proof, Stopped> {
    let board: Standard = any_size::read(position).expect("the positions of this file are well-formed");
    let mut prover = Prover::new(bytes);
    let start = thread_cpu_time();
    let winner = prover.winner(&board, limits)?;
    let time = thread_cpu_time().saturating_sub(start);
    Ok(Proof { position, winner, nodes: prover.nodes(), entries: prover.entries(), time })
}

fn write(proofs: &[Proof], streams: &mut Streams<'_>) -> Result<(), Failure> {
    let head = |cells: [&str; 4]| cells.map(str::to_owned).to_vec();
    let mut found = vec![head(["position", "winner", "nodes", "entries"])];
    found.extend(proofs.iter().map(|proof| {
        let winner = Breakthrough::SIDES[proof.winner].to_owned();
        vec![proof.position.to_owned(), winner, proof.nodes.to_string(), proof.entries.to_string()]
    }));
    layout::table(streams.out, "", 2, &found)?;
    for proof in proofs {
        let speed = plyground::cli::speed(proof.nodes.into(), proof.time);
        writeln!(streams.err, "{}: {speed}", proof.position)?;
    }
    let total: Duration = proofs.iter().map(|proof| proof.time).sum();
    let nodes: u128 = proofs.iter().map(|proof| u128::from(proof.nodes)).sum();
    writeln!(streams.err, "all: {}", plyground::cli::speed(nodes, total))?;
    Ok(())
}

impl Proof {
    fn document(&self) -> Value {
        json!({
            "position": self.position,
            "winner": Breakthrough::SIDES[self.winner],
            "nodes": self.nodes,
            "entries": self.entries,
            "cpu_seconds": json::seconds(Some(self.time)),
        })
    }
}
