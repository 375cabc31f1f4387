//! `plyground-lab strategy`: how a side of Connect Four secures its result, for a checker whose soundness is proved.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Instant;

use plyground::arguments::place_for_file;
use plyground::present::json;
use plyground::present::progress;
use plyground::{Exit, Failure, Streams, interrupt, shown};
use plyground_arena::file;
use plyground_core::games::connect_four::book;
use plyground_core::games::connect_four::solve::Solver;
use plyground_core::games::connect_four::strategy::{Claim, Flaw, Goal, choices};
use plyground_core::games::gravity::Column;
use plyground_core::{Limits, Player, counted};
use serde_json::json;

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
    #[arg(long, value_name = "WxH", value_enum, default_value_t = Size::SevenBySix)]
    size: Size,
    /// The side; the first one begins
    #[arg(long, value_name = "SIDE", value_enum, default_value_t = Side::First)]
    side: Side,
    /// What it is to secure
    #[arg(long, value_name = "GOAL", value_enum, default_value_t = Aim::Win)]
    goal: Aim,
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

/// Boards that the checker is tried on.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum Size {
    #[value(name = "4x4")]
    FourByFour,
    #[value(name = "5x4")]
    FiveByFour,
    #[value(name = "7x6")]
    SevenBySix,
}

impl Size {
    const fn cells(self) -> [u32; 2] {
        match self {
            Self::FourByFour => [4, 4],
            Self::FiveByFour => [5, 4],
            Self::SevenBySix => [7, 6],
        }
    }

    /// Blocks of the checker's table: as many positions as have room in 512 MiB, or next to nothing.
    const fn blocks(self) -> u16 {
        match self {
            Self::FourByFour | Self::FiveByFour => 16,
            Self::SevenBySix => 1 << 14,
        }
    }
}

#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum Side {
    First,
    Second,
}

#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum Aim {
    Win,
    Draw,
}

/// What is said when it is interrupted.
const INTERRUPTED: &str = "interrupted; nothing was written, expected more time";

/// Choices of three bits in an integer of the checker, which has 63.
const IN_WORD: usize = 20;

/// Integers in a line of the file, which is an array of the checker.
const BLOCK: usize = 4096;

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        place_for_file("--out", &self.out)?;
        let stop = interrupt::flag(INTERRUPTED)?;
        let is_stopped = || stop.load(Ordering::Relaxed);
        let limits = Limits { stop: &is_stopped };
        let (claim, side, goal) = self.claim();
        let spinner = progress::spinner("solving");
        let start = Instant::now();
        let mut watch = |count: usize| {
            if count.is_multiple_of(1000) {
                spinner.set_message(format!("writing down choices: {count}"));
            }
        };
        let bytes = usize::from(self.table) << 20;
        let blocks = self.size.blocks();
        let found = match self.size {
            Size::FourByFour => choose::<4, 4>(claim, blocks, Solver::new(bytes), &limits, &mut watch),
            Size::FiveByFour => choose::<5, 4>(claim, blocks, Solver::new(bytes), &limits, &mut watch),
            Size::SevenBySix => {
                let solver =
                    book::embedded().iter().fold(Solver::new(bytes), |solver, &book| solver.with_book(book));
                choose::<7, 6>(claim, blocks, solver, &limits, &mut watch)
            }
        };
        spinner.finish_and_clear();
        let seconds = start.elapsed();
        let [columns, rows] = self.size.cells();
        let found = found?.ok_or_else(|| Failure {
            exit: Exit::CheckFailed,
            message: format!(
                "the {side} side cannot secure a {goal} on {columns}x{rows}; nothing was written"
            ),
        })?;
        let text = self.coq(&found);
        file::write_atomically(&self.out, text.as_bytes()).map_err(|error| {
            Failure::bad_input(format_args!(
                "--out {}: {error}; expected a place for a file",
                shown::path(&self.out)
            ))
        })?;
        if self.json {
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
        writeln!(streams.out, "connect-four {columns}x{rows}: the {side} side secures a {goal}; {choices}")?;
        Ok(writeln!(streams.err, "{} bytes, {:.3} s", text.len(), seconds.as_secs_f64())?)
    }

    /// What is to be secured, and its side and goal in words.
    const fn claim(&self) -> (Claim, &'static str, &'static str) {
        let (side, side_word) = match self.side {
            Side::First => (Player::First, "first"),
            Side::Second => (Player::Second, "second"),
        };
        let (goal, goal_word) = match self.goal {
            Aim::Win => (Goal::Win, "win"),
            Aim::Draw => (Goal::Draw, "draw"),
        };
        (Claim { side, goal }, side_word, goal_word)
    }

    /// The file.
    fn coq(&self, choices: &[Column]) -> String {
        let [columns, rows] = self.size.cells();
        let (_, side, goal) = self.claim();
        let word = |choices: &[Column]| {
            let bits = choices.iter().rev().fold(0_u64, |word, column| word << 3 | u64::from(column.index()));
            format!("{bits:#x}")
        };
        let words: Vec<String> = choices.chunks(IN_WORD).map(word).collect();
        let mut text = format!(
            "(** The {side} side secures a {goal} on {columns}x{rows}: {} choices, written by plyground-lab strategy. *)\n\
             From Coq Require Import Uint63 PArray.\nOpen Scope uint63_scope.\n\
             Definition blocks : nat := Nat.pow 2 {}.\n",
            choices.len(),
            self.size.blocks().ilog2()
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
