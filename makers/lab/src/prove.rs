//! `plyground-lab prove`: who wins a position of Breakthrough, and the certificate of it.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use plyground::arguments::{PositionArgs, place_for_file};
use plyground::present::winner::ProvedWinner;
use plyground::present::{json, progress};
use plyground::{Failure, Streams, bad_input, interrupt, shown};
use plyground_arena::certificate::{Certificate, Claim, MOST_CHOICES};
use plyground_arena::file;
use plyground_core::games::breakthrough::sized::{OnBoard, SIZES, on_board};
use plyground_core::games::breakthrough::solve::{Prover, StrategyError};
use plyground_core::games::breakthrough::{Board, Breakthrough};
use plyground_core::{AnyGame, Game, Limits, Stopped};
use serde_json::{Value, json};

use plyground::arguments::{read_size, unknown_size};

const EXAMPLES: &str = "Examples:
  plyground-lab prove breakthrough --size 3x6
  plyground-lab prove breakthrough --size 3x5 --proof three-by-five.proof";

const INTERRUPTED: &str = "interrupted; nothing was written, expected more time or another position";

/// Prove who wins a position of breakthrough, on boards of several sizes, and write the proof down
///
/// Prints the winner, and a move that wins if the winner is to move. With --proof the whole strategy of the winner is
/// written to a file, which `plyground-lab verify-proof` checks.
///
/// JSON: `game`, `columns`, `rows`, `position`, `to_move`, `winner`, `best` (a move that wins; null if the side to move
/// loses, or the game is over), `nodes`, `seconds` and `certificate` (null without --proof; `file`, `choices`, `bytes`,
/// `nodes` and `seconds`).
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The game
    #[arg(value_name = "GAME", value_parser = ["breakthrough"])]
    _game: String,
    #[command(flatten)]
    position: PositionArgs,
    /// Columns and rows of the board, with the start position
    #[arg(long, value_name = "WxH", conflicts_with_all = ["words", "notation"])]
    size: Option<String>,
    /// Write a certificate, which `plyground-lab verify-proof` checks without the prover
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Memory of the prover's table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..))]
    table: u16,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        if let Some(path) = &self.proof {
            place_for_file("--proof", path)?;
        }
        let stop = interrupt::flag(INTERRUPTED)?;
        let proving =
            Proving { table: usize::from(self.table) << 20, proof: self.proof.as_deref(), stop: &stop };
        let (proved, certificate) = match &self.size {
            None => {
                let position = self.position.read(AnyGame::listed::<Breakthrough>(), streams.input)?;
                proving.prove(position.typed::<Breakthrough>().expect("a position of this game"))?
            }
            Some(size) => {
                let (columns, rows) = read_size(size)?;
                on_board(columns, rows, proving)
                    .ok_or_else(|| Failure::bad_input(unknown_size(columns, rows, SIZES)))??
            }
        };
        if self.json {
            let mut document = proved.document();
            document["certificate"] = certificate.map(|(document, _)| document).into();
            return Ok(json::write(streams.out, &document)?);
        }
        proved.write(streams.out)?;
        if let (Some(path), Some((_, cost))) = (&self.proof, certificate) {
            writeln!(streams.out, "next: plyground-lab verify-proof {}", shown::word(path))?;
            writeln!(streams.err, "{cost}")?;
        }
        Ok(writeln!(streams.err, "{}", proved.cost())?)
    }
}

struct Proving<'a> {
    table: usize,
    proof: Option<&'a Path>,
    stop: &'a AtomicBool,
}

/// Who wins, and of the certificate, if one is wanted, what programs and what people are told.
type Proved = (ProvedWinner, Option<(Value, String)>);

impl OnBoard for Proving<'_> {
    type Out = Result<Proved, Failure>;

    fn on<const W: u32, const H: u32>(self, start: Board<W, H>) -> Self::Out {
        self.prove(&start)
    }
}

impl Proving<'_> {
    fn prove<const W: u32, const H: u32>(&self, position: &Board<W, H>) -> Result<Proved, Failure> {
        let limits = Limits { stop: &|| self.stop.load(Ordering::Relaxed) };
        let mut prover = Prover::<W, H>::new(self.table);
        let spinner = progress::spinner("proving");
        let found = ProvedWinner::prove(&mut prover, position, &limits).map_err(|Stopped| interrupted())?;
        let Some(path) = self.proof else {
            spinner.finish_and_clear();
            return Ok((found, None));
        };
        let start = Instant::now();
        let mut show = |choices| spinner.set_message(format!("writing down choices: {choices}"));
        let strategy = prover.strategy(position, MOST_CHOICES, &limits, &mut show);
        let strategy = strategy.map_err(|error| match error {
            StrategyError::Stopped => interrupted(),
            StrategyError::TooLong => bad_input!(
                "--proof: more than {MOST_CHOICES} choices; expected a smaller board or a later position"
            ),
        })?;
        let claim = Claim {
            game: Breakthrough::NAME.to_owned(),
            columns: W,
            rows: H,
            position: found.position.clone(),
            winner: Breakthrough::SIDES[found.winner].to_owned(),
        };
        let choices = strategy.choices.len();
        let content = Certificate { claim, choices: strategy.choices }.to_bytes();
        file::write_atomically(path, &content)
            .map_err(|error| bad_input!("{}: {error}; expected a place for a file", shown::path(path)))?;
        spinner.finish_and_clear();
        let (bytes, time) = (content.len(), start.elapsed());
        let document = json!({
            "file": path.to_string_lossy(),
            "choices": choices,
            "bytes": bytes,
            // What the prover had to search for it beyond the proof.
            "nodes": prover.nodes() - found.nodes,
            "seconds": json::seconds(Some(time)),
        });
        let cost = format!("choices: {choices}, bytes: {bytes}, {:.3} s", time.as_secs_f64());
        Ok((found, Some((document, cost))))
    }
}

fn interrupted() -> Failure {
    Failure::interrupted(INTERRUPTED)
}
