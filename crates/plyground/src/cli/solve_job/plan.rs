//! `plyground solve-job plan`.

use plyground_core::{Game, GameId, dispatch, quote};

use super::folder::FolderArg;
use super::value::games;
use super::work::{VERSION, ValueOf, Work};
use crate::cli::board::own_notation;
use crate::cli::position::read_text;
use crate::exit::{Failure, Streams};

const EXAMPLES: &str = "Examples:
  plyground solve-job plan fives --game max-connect-four --size 5x5
  plyground solve-job plan middle --game connect-four --position 444444 --split 4";

/// Say what is to be found out: writes job.json into a folder
///
/// The value of a position is what perfect play comes to for the first player: win, draw or loss, or the
/// difference of points. The first plies are a tree of all positions; those after --split plies are solved
/// one by one, each as far as the value needs it. More plies make more items, each of them smaller.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    folder: FolderArg,
    /// The game
    #[arg(long, value_parser = games())]
    game: String,
    /// Columns and rows of an empty board, by default the game's own
    #[arg(long, value_name = "WxH", conflicts_with = "position")]
    size: Option<String>,
    /// A position on the game's own board, in any of its notations; by default the empty board
    #[arg(long)]
    position: Option<String>,
    /// Plies after which positions become items, by default a tenth of the cells
    #[arg(long, value_name = "PLIES")]
    split: Option<u32>,
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let game = GameId::ALL.into_iter().find(|game| game.name() == self.game);
        let game = game.expect("the argument was checked");
        let (columns, rows) = match &self.size {
            Some(size) => read_size(size)?,
            None => (7, 6),
        };
        let position = match &self.position {
            Some(text) => Some(dispatch!(game, G => own_text::<G>(text, streams)?)),
            None => None,
        };
        let split = self.split.unwrap_or(columns.saturating_mul(rows) / 10);
        let of = ValueOf { version: VERSION, game: self.game.clone(), columns, rows, position, split };
        of.check().map_err(Failure::bad_input)?;
        let work = Work::Value(of);
        let report = work.report(&[])?;
        self.folder.begin(&work)?;
        writeln!(streams.out, "{}", report.text)?;
        writeln!(streams.out, "next: {}", self.folder.command("run"))?;
        Ok(())
    }
}

/// A position in the game's own notation.
fn own_text<G: Game>(text: &str, streams: &mut Streams<'_>) -> Result<String, Failure> {
    let position = read_text::<G>(text, streams.input)?;
    Ok(own_notation::<G>().write(&position).unwrap_or_default())
}

fn read_size(size: &str) -> Result<(u32, u32), Failure> {
    let numbers = size
        .split_once('x')
        .and_then(|(columns, rows)| Some((columns.parse::<u32>().ok()?, rows.parse::<u32>().ok()?)));
    numbers.ok_or_else(|| {
        Failure::bad_input(format_args!("--size {}: expected columns and rows such as 5x4", quote(size)))
    })
}
