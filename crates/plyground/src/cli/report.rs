//! `plyground report`: what an assignment asks to hand in.

use std::path::{Path, PathBuf};

use clap::Subcommand;
use plyground_arena::file::write_atomically;
use plyground_core::quote;

use crate::arguments::place_for_file;
use crate::exit::{Failure, Streams};
use crate::present::json;
use crate::report::document::Document;
use crate::report::{cs4750, html, pdf};
use crate::shown;

/// Report what an assignment asks for
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  plyground report cs4750
  plyground report cs4750 --out report.pdf
  plyground report cs4750 --json")]
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
    /// With `--out` the whole report that the assignment asks for is written, as PDF or as one page for browsers:
    /// the implementation with the worked example of the heuristic, the game with a board, nodes and CPU time for
    /// each move, plots, and what perfect play gives. Only CPU times differ from run to run.
    ///
    /// JSON: `game`, `algorithm`, `evaluation`, `players` (each with `player`, `depth`, `first_move`,
    /// `moves`, `nodes_generated`, `cpu_seconds`), `moves` (each with `number`, `player`, `move`, `row`,
    /// `column`, `value`, null for a fixed move, `nodes_generated`, `cpu_seconds`), `board` (rows, the
    /// top one first) and `winner` (null for a tie).
    Cs4750 {
        /// Write the whole report into this file, whose name ends in .pdf or .html
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

/// A document as the bytes of a file.
type Writer = fn(&Document) -> Vec<u8>;

/// What writes a report, by the end of its file's name.
fn writer(path: &Path) -> Result<Writer, Failure> {
    let end = path.extension().and_then(|end| end.to_str()).map(str::to_ascii_lowercase);
    match end.as_deref() {
        Some("pdf") => Ok(pdf::write),
        Some("html" | "htm") => Ok(|document| html::write(document).into_bytes()),
        _ => Err(bad_input!("--out {}: expected a name that ends in .pdf or .html", shown::path(path))),
    }
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let Reports::Cs4750 { out, json } = &self.report;
        let writer = out.as_deref().map(writer).transpose()?;
        if let Some(path) = out {
            place_for_file("--out", path)?;
        }
        let game = cs4750::play(&cs4750::Setup::default());
        if let (Some(path), Some(writer)) = (out, writer) {
            let bytes = writer(&cs4750::content::document(&game));
            write_atomically(path, &bytes)
                .map_err(|error| bad_input!("{}: {error}", quote(&path.display().to_string())))?;
        }
        if *json {
            return Ok(json::write(streams.out, &cs4750::json(&game))?);
        }
        Ok(streams.out.write_all(game.to_string().as_bytes())?)
    }
}
