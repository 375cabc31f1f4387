//! `plyground tournament merge`.

use std::path::PathBuf;

use plyground_core::counted;

use super::folder::{FolderArg, failure};
use crate::exit::{Failure, Streams};

const EXAMPLES: &str = "Examples:
  plyground tournament merge class
  plyground tournament merge class class/records/*.jsonl";

/// Put the games of all published shares, and of further files, into one file of records
///
/// Files of other machines are given by name. A game that is in several of them counts once; if it was
/// played differently in two, nothing is merged and the message names it.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    folder: FolderArg,
    /// Further files of records of the same tournament
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let mut folder = self.folder.open()?;
        let merged = folder.merge(&self.files).map_err(failure)?;
        let missing = folder.games().len() - merged.games;
        writeln!(
            streams.out,
            "{}, {} of them new in the file of all; missing of the plan: {missing}",
            counted(merged.games, "game"),
            merged.new
        )?;
        Ok(())
    }
}
