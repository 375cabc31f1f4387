//! `plyground-lab solve-job plan`.

use plyground_core::{AnyGame, Notation};

use super::boards;
use super::folder::FolderArg;
use super::work::{VERSION, ValueOf};
use crate::sized_boards::read_size;
use plyground::arguments::{game_names, read_text};
use plyground::{Failure, Streams};

const EXAMPLES: &str = "Examples:
  plyground-lab solve-job plan fives --game max-connect-four --size 5x5
  plyground-lab solve-job plan middle --game connect-four --position 444444 \\
      --split 4
  plyground-lab solve-job plan six --game breakthrough --size 6x6 --split 4";

/// Say what is to be found out: writes job.json into a folder
///
/// The value of a position is what perfect play comes to for the first player: win, draw or loss, or
/// the difference of points; in breakthrough 1 if it wins, and 0 if it loses. The first plies are a
/// tree of all positions; those after --split plies are solved one by one, each as far as the value
/// needs it. More plies make more items, each of them smaller.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    folder: FolderArg,
    /// The game
    #[arg(long, value_parser = game_names())]
    game: AnyGame,
    /// Columns and rows of a board before the first move, by default the game's own
    #[arg(long, value_name = "WxH", conflicts_with = "position")]
    size: Option<String>,
    /// A position on the game's own board, in any of its notations; by default the one before the first move
    #[arg(long)]
    position: Option<String>,
    /// Plies after which positions become items, by default a tenth of the cells
    #[arg(long, value_name = "PLIES")]
    split: Option<u32>,
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let game = self.game;
        let (columns, rows) = if let Some(size) = &self.size {
            read_size(size)?
        } else {
            let view = game.start().view();
            let size = |labels: &[String]| u32::try_from(labels.len()).unwrap_or(u32::MAX);
            (size(&view.columns), size(&view.rows))
        };
        let position = match &self.position {
            Some(text) => Some(own_text(game, text, streams)?),
            None => None,
        };
        let split = self.split.unwrap_or(columns.saturating_mul(rows) / 10);
        let of = ValueOf { version: VERSION, game: game.name().to_owned(), columns, rows, position, split };
        boards::check(&of).map_err(Failure::bad_input)?;
        let report = of.report(&[])?;
        self.folder.begin(&of)?;
        writeln!(streams.out, "{}", report.text)?;
        writeln!(streams.out, "next: {}", self.folder.command("run"))?;
        Ok(())
    }
}

/// A position in the game's own notation.
fn own_text(game: AnyGame, text: &str, streams: &mut Streams<'_>) -> Result<String, Failure> {
    let position = read_text(game, text, streams.input)?;
    Ok(game.notation().write(&position).unwrap_or_default().replace('\n', "/"))
}
