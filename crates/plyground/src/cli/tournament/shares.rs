//! `plyground tournament merge` and `missing`: the games of several shares.

use std::collections::BTreeSet;
use std::num::NonZeroU64;
use std::path::PathBuf;

use plyground_arena::tournament::Folder;
use plyground_core::counted;

use super::folder::{FolderArg, failure};
use crate::exit::{Failure, Streams};

const MERGE_EXAMPLES: &str = "Examples:
  plyground tournament merge class
  plyground tournament merge class class/records/*.jsonl";

const MISSING_EXAMPLES: &str = "Examples:
  plyground tournament missing class
  plyground tournament missing class --shards 8";

/// Put the games of all published shares, and of further files, into one file of records
///
/// Files of other machines are given by name. A game that is in several of them counts once; if it was
/// played differently in two, nothing is merged and the message names it.
#[derive(clap::Args, Debug)]
#[command(after_help = MERGE_EXAMPLES)]
pub(super) struct MergeArgs {
    #[command(flatten)]
    folder: FolderArg,
    /// Further files of records of the same tournament
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl MergeArgs {
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

/// List the planned games that have no result, or the shares that have such games
///
/// One line such as 0-7,12, nothing if there are none: what job arrays take.
#[derive(clap::Args, Debug)]
#[command(after_help = MISSING_EXAMPLES)]
pub(super) struct MissingArgs {
    #[command(flatten)]
    folder: FolderArg,
    /// List shares, from 1, of so many
    #[arg(long, value_name = "N")]
    shards: Option<NonZeroU64>,
}

impl MissingArgs {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let folder = self.folder.planned()?;
        let games = missing(&folder);
        let missing: BTreeSet<u64> = match self.shards {
            None => games.collect(),
            Some(shards) => games.map(|id| id % shards + 1).collect(),
        };
        if !missing.is_empty() {
            writeln!(streams.out, "{}", ranges(&missing))?;
        }
        Ok(())
    }
}

/// The numbers of the games that have no result.
pub(super) fn missing(folder: &Folder) -> impl Iterator<Item = u64> {
    folder.games().iter().map(|game| game.id).filter(|&id| folder.results().get(id).is_none())
}

/// Numbers as ranges: 0-2,5.
pub(super) fn ranges(numbers: &BTreeSet<u64>) -> String {
    let mut ranges: Vec<[u64; 2]> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some([_, last]) if *last + 1 == number => *last = number,
            _ => ranges.push([number; 2]),
        }
    }
    let texts = ranges.iter().map(
        |[first, last]| {
            if first == last { first.to_string() } else { format!("{first}-{last}") }
        },
    );
    texts.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_become_ranges() {
        let of = |numbers: &[u64]| ranges(&numbers.iter().copied().collect());
        assert_eq!(of(&[]), "");
        assert_eq!(of(&[3]), "3");
        assert_eq!(of(&[0, 1, 2, 5, 7, 8]), "0-2,5,7-8");
    }
}
