//! Breakthrough: who wins, by proof, and the certificate of it.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use plyground_arena::certificate::{Certificate, Claim, MOST_CHOICES};
use plyground_arena::file;
use plyground_core::games::breakthrough::solve::{Prover, StrategyError};
use plyground_core::games::breakthrough::{Board, Breakthrough, sized};
use plyground_core::{Game, Limits, Player, Position, counted};
use serde_json::{Value, json};

use super::{Args, INTERRUPTED, interrupted};
use crate::cli::sized_boards::{OnBoard, on_board, read_size, unknown};
use crate::cli::{place, progress};
use crate::exit::{Failure, Streams};
use crate::present::json;
use crate::{interrupt, shown};

/// A position in text, with what is found out about it.
struct ProvedWinner {
    columns: u32,
    rows: u32,
    position: String,
    turn: Player,
    is_over: bool,
    winner: Player,
    /// A move that wins; `None` if the side to move loses, or the game is over.
    best: Option<String>,
    nodes: u64,
    time: Duration,
    written: Option<CertificateFile>,
}

/// The certificate, once it is a file.
struct CertificateFile {
    choices: usize,
    bytes: usize,
    /// What the prover had to search for it beyond the proof.
    nodes: u64,
    time: Duration,
}

pub(super) fn run(args: &Args, streams: &mut Streams<'_>) -> Result<(), Failure> {
    if let Some(path) = &args.proof {
        place::for_file("--proof", path)?;
    }
    let stop = interrupt::flag(INTERRUPTED)?;
    let proving = Proving { table: args.table_bytes(), proof: args.proof.as_deref(), stop: &stop };
    let proved = match &args.size {
        None => {
            let position = args.position.read(args.game, streams.input)?;
            proving.prove(position.typed::<Breakthrough>().expect("a position of this game"))?
        }
        Some(size) => {
            let (columns, rows) = read_size(size)?;
            on_board(columns, rows, proving).ok_or_else(|| Failure::bad_input(unknown(columns, rows)))??
        }
    };
    if args.json {
        json::write(streams.out, &proved.document(args.proof.as_deref()))?;
    } else {
        proved.write(args.proof.as_deref(), streams)?;
    }
    Ok(())
}

/// What is done with a position.
struct Proving<'a> {
    table: usize,
    proof: Option<&'a Path>,
    stop: &'a AtomicBool,
}

impl OnBoard for Proving<'_> {
    type Out = Result<ProvedWinner, Failure>;

    fn on<const W: u32, const H: u32>(self, start: Board<W, H>) -> Self::Out {
        self.prove(&start)
    }
}

impl Proving<'_> {
    fn prove<const W: u32, const H: u32>(&self, position: &Board<W, H>) -> Result<ProvedWinner, Failure> {
        let is_stopped = || self.stop.load(Ordering::Relaxed);
        let limits = Limits { stop: &is_stopped };
        let (start, mut prover) = (Instant::now(), Prover::<W, H>::new(self.table));
        let spinner = progress::spinner("proving");
        let winner = prover.winner(position, &limits).map_err(|_| interrupted())?;
        let best = prover.winning_move(position, &limits).map_err(|_| interrupted())?;
        let mut found = ProvedWinner {
            columns: W,
            rows: H,
            position: sized::write(position),
            turn: position.turn(),
            is_over: position.outcome().is_some(),
            winner,
            best: best.map(sized::step_name::<W, H>),
            nodes: prover.nodes(),
            time: start.elapsed(),
            written: None,
        };
        if let Some(path) = self.proof {
            let start = Instant::now();
            let mut show = |choices| spinner.set_message(format!("writing down choices: {choices}"));
            let strategy = prover.strategy(position, MOST_CHOICES, &limits, &mut show);
            let strategy = strategy.map_err(|error| match error {
                StrategyError::Stopped => interrupted(),
                StrategyError::TooLong => Failure::bad_input(format_args!(
                    "--proof: more than {MOST_CHOICES} choices; expected a smaller board or a later position"
                )),
            })?;
            let claim = Claim {
                game: Breakthrough::NAME.to_owned(),
                columns: W,
                rows: H,
                position: found.position.clone(),
                winner: Breakthrough::SIDES[winner].to_owned(),
            };
            let (choices, nodes) = (strategy.choices.len(), prover.nodes() - found.nodes);
            let content = Certificate { claim, choices: strategy.choices }.to_bytes();
            file::write_atomically(path, &content).map_err(|error| {
                Failure::bad_input(format_args!(
                    "{}: {error}; expected a place for a file",
                    shown::path(path)
                ))
            })?;
            found.written =
                Some(CertificateFile { choices, bytes: content.len(), nodes, time: start.elapsed() });
        }
        spinner.finish_and_clear();
        Ok(found)
    }
}

impl ProvedWinner {
    fn write(&self, path: Option<&Path>, streams: &mut Streams<'_>) -> std::io::Result<()> {
        let (winner, loser) = (Breakthrough::SIDES[self.winner], Breakthrough::SIDES[self.winner.opponent()]);
        writeln!(streams.out, "breakthrough {}x{} {}", self.columns, self.rows, self.position)?;
        match &self.best {
            _ if self.is_over => writeln!(streams.out, "{winner} has won")?,
            Some(best) => writeln!(streams.out, "{winner} wins, beginning with {best}")?,
            None => writeln!(streams.out, "{winner} wins: {loser} is to move and loses")?,
        }
        if let (Some(written), Some(path)) = (&self.written, path) {
            let (choices, bytes) = (written.choices, written.bytes);
            let path = crate::cli::tournament::folder::word(path);
            writeln!(streams.out, "next: plyground verify-proof {path}")?;
            writeln!(streams.err, "choices: {choices}, bytes: {bytes}, {:.3} s", written.time.as_secs_f64())?;
        }
        writeln!(streams.err, "{}, {:.3} s", counted(self.nodes, "node"), self.time.as_secs_f64())
    }

    fn document(&self, path: Option<&Path>) -> Value {
        let written = self.written.as_ref().zip(path).map(|(written, path)| {
            json!({
                "file": path.to_string_lossy(),
                "choices": written.choices,
                "bytes": written.bytes,
                "nodes": written.nodes,
                "seconds": json::seconds(Some(written.time)),
            })
        });
        json!({
            "game": Breakthrough::NAME,
            "columns": self.columns,
            "rows": self.rows,
            "position": self.position,
            "to_move": Breakthrough::SIDES[self.turn],
            "winner": Breakthrough::SIDES[self.winner],
            "best": self.best,
            "nodes": self.nodes,
            "seconds": json::seconds(Some(self.time)),
            "certificate": written,
        })
    }
}
