//! `plyground-lab strategy`: how a side of Connect Four secures its result, for a checker whose soundness is proved.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Instant;

use plyground::arguments::place_for_file;
use plyground::present::{json, progress};
use plyground::{Exit, Failure, Streams, bad_input, interrupt, shown};
use plyground_arena::file;
use plyground_core::games::connect_four::book;
use plyground_core::games::connect_four::solve::Solver;
use plyground_core::games::connect_four::strategy::{Claim, Flaw, Goal, choices};
use plyground_core::games::gravity::Column;
use plyground_core::{Limits, Player, counted};
use serde_json::json;

use plyground::arguments::read_size;

const EXAMPLES: &str = "Examples:
  plyground-lab strategy --size 4x4 --side second --goal draw --out Second.v
  plyground-lab strategy --out FirstWins.v";

/// Write down how a side of connect-four secures a win or a draw, for the checker in makers/coq
///
/// The file is Coq: the side's choices, packed into integers, in the order in which the checker asks for them, and the
/// size of the checker's table. The exit status is 1 if the side cannot secure its goal. 7x6 takes some 1.3 GiB besides --table.
///
/// JSON: `columns`, `rows`, `side`, `goal`, `choices`, `bytes` and `seconds`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Columns and rows of the board
    #[arg(long, value_name = "WxH", value_parser = ["4x4", "5x4", "7x6"], default_value = "7x6")]
    size: String,
    /// The side; the first one begins
    #[arg(long, value_name = "SIDE", value_parser = ["first", "second"], default_value = "first")]
    side: String,
    /// What it is to secure
    #[arg(long, value_name = "GOAL", value_parser = ["win", "draw"], default_value = "win")]
    goal: String,
    /// Where it is written
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Memory of the solver's table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..))]
    table: u16,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

const INTERRUPTED: &str = "interrupted; nothing was written, expected more time";

/// Choices of three bits in an integer of the checker, which has 63.
const IN_WORD: usize = 20;

/// Integers in a line of the file, which is an array of the checker.
const BLOCK: usize = 4096;

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        place_for_file("--out", &self.out)?;
        let stop = interrupt::flag(INTERRUPTED)?;
        let limits = Limits { stop: &|| stop.load(Ordering::Relaxed) };
        let Self { size, side, goal, .. } = self;
        let claim = Claim {
            side: if side == "first" { Player::First } else { Player::Second },
            goal: if goal == "win" { Goal::Win } else { Goal::Draw },
        };
        let spinner = progress::spinner("solving");
        let start = Instant::now();
        let mut watch = |count: usize| {
            if count.is_multiple_of(1000) {
                spinner.set_message(format!("writing down choices: {count}"));
            }
        };
        let bytes = usize::from(self.table) << 20;
        let blocks = self.blocks();
        let found = match size.as_str() {
            "4x4" => choose::<4, 4>(claim, blocks, Solver::new(bytes), &limits, &mut watch),
            "5x4" => choose::<5, 4>(claim, blocks, Solver::new(bytes), &limits, &mut watch),
            _ => {
                let solver =
                    book::embedded().iter().fold(Solver::new(bytes), |solver, &book| solver.with_book(book));
                choose::<7, 6>(claim, blocks, solver, &limits, &mut watch)
            }
        };
        spinner.finish_and_clear();
        let seconds = start.elapsed();
        let found = found?.ok_or_else(|| Failure {
            exit: Exit::CheckFailed,
            message: format!("the {side} side cannot secure a {goal} on {size}; nothing was written"),
        })?;
        let text = self.coq(&found);
        file::write_atomically(&self.out, text.as_bytes()).map_err(|error| {
            bad_input!("--out {}: {error}; expected a place for a file", shown::path(&self.out))
        })?;
        if self.json {
            let (columns, rows) = read_size(size)?;
            let document = json!({
                "columns": columns,
                "rows": rows,
                "side": side,
                "goal": goal,
                "choices": found.len(),
                "bytes": text.len(),
                "seconds": json::seconds(Some(seconds)),
            });
            return Ok(json::write(streams.out, &document)?);
        }
        let choices = counted(found.len(), "choice");
        writeln!(streams.out, "connect-four {size}: the {side} side secures a {goal}; {choices}")?;
        Ok(writeln!(streams.err, "{} bytes, {:.3} s", text.len(), seconds.as_secs_f64())?)
    }

    /// Blocks of the checker's table: as many positions as have room in 512 MiB, or next to nothing.
    fn blocks(&self) -> u16 {
        if self.size == "7x6" { 1 << 14 } else { 16 }
    }

    fn coq(&self, choices: &[Column]) -> String {
        let Self { size, side, goal, .. } = self;
        let word = |choices: &[Column]| {
            let bits = choices.iter().rev().fold(0_u64, |word, column| word << 3 | u64::from(column.index()));
            format!("{bits:#x}")
        };
        let words: Vec<String> = choices.chunks(IN_WORD).map(word).collect();
        let mut text = format!(
            "(** The {side} side secures a {goal} on {size}: {} choices, written by plyground-lab strategy. *)\n\
             From Coq Require Import Uint63 PArray.\nOpen Scope uint63_scope.\n\
             Definition blocks : nat := Nat.pow 2 {}.\n",
            choices.len(),
            self.blocks().ilog2()
        );
        let mut parts = Vec::new();
        for (number, words) in words.chunks(BLOCK).enumerate() {
            // Writing to a text cannot fail.
            let _ = writeln!(text, "Definition part_{number} : array int := [| {} | 0 |].", words.join("; "));
            parts.push(format!("part_{number}"));
        }
        let _ = writeln!(
            text,
            "Definition strategy : array (array int) := [| {} | [| | 0 |] |].",
            parts.join("; ")
        );
        text
    }
}

/// The choices; `None` if the side cannot secure its goal.
fn choose<const W: u32, const H: u32>(
    claim: Claim,
    blocks: u16,
    mut solver: Solver<W, H>,
    limits: &Limits<'_>,
    watch: &mut dyn FnMut(usize),
) -> Result<Option<Vec<Column>>, Failure> {
    match choices(claim, blocks, &mut solver, limits, watch) {
        Ok(found) => Ok(Some(found)),
        Err(Flaw::NoChoice(Some(_))) => Err(Failure::interrupted(INTERRUPTED)),
        Err(Flaw::NoChoice(None)) => Ok(None),
        Err(Flaw::Illegal(..) | Flaw::Missed(_)) => Err(Failure {
            exit: Exit::CheckFailed,
            message: "the solver's choices do not secure what it promised, which is an error in it; nothing was written"
                .to_owned(),
        }),
    }
}
