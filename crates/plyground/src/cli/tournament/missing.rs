//! `plyground tournament missing`.

use std::collections::BTreeSet;
use std::num::NonZeroU64;

use plyground_arena::tournament::Folder;

use super::folder::FolderArg;
use crate::exit::{Failure, Streams};

const EXAMPLES: &str = "Examples:
  plyground tournament missing class
  plyground tournament missing class --shards 8";

/// List the planned games that have no result, or the shares that have such games
///
/// One line such as 0-7,12, nothing if there are none: what job arrays take.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    folder: FolderArg,
    /// List shares, from 1, of so many
    #[arg(long, value_name = "N")]
    shards: Option<NonZeroU64>,
}

impl Args {
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
