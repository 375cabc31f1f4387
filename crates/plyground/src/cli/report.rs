//! `plyground report`: what an assignment asks to hand in.

use clap::Subcommand;

use super::json;
use crate::exit::{Failure, Streams};
use crate::report::cs4750;

const EXAMPLES: &str = "Examples:
  plyground report cs4750
  plyground report cs4750 --json";

/// Report what an assignment asks for
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(subcommand)]
    report: Reports,
}

#[derive(Subcommand, Debug)]
enum Reports {
    /// The game of CS4750: every move with the nodes generated and the CPU time
    ///
    /// X begins with [3,4] and looks 2 plies ahead by minimax, O begins with [3,3] and looks 4 plies
    /// ahead.
    ///
    /// JSON: `game`, `algorithm`, `evaluation`, `players` (each with `player`, `depth`, `first_move`,
    /// `moves`, `nodes_generated`, `cpu_seconds`), `moves` (each with `number`, `player`, `move`, `row`,
    /// `column`, `value`, null for a fixed move, `nodes_generated`, `cpu_seconds`), `board` (rows, the
    /// top one first) and `winner` (null for a tie).
    #[command(verbatim_doc_comment)]
    Cs4750 {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let Reports::Cs4750 { json } = self.report;
        let game = cs4750::play(&cs4750::Setup::default())?;
        if json {
            json::write(streams.out, &cs4750::json(&game))?;
        } else {
            streams.out.write_all(cs4750::text(&game).as_bytes())?;
        }
        Ok(())
    }
}
