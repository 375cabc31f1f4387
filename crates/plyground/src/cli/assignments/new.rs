//! `plyground assignments new`: an assignment that a course can change.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;

use plyground_courses::engine::task::TaskKind;

use super::{built_in, write_new};
use crate::cli::tournament::folder::word;
use crate::exit::{Failure, Streams};

const EXAMPLES: &str = "Examples:
  plyground assignments new winter --from cs3243";

/// Make a folder with a commented assignment.toml to change and to mark with
///
/// Its hidden cases are its own: they come from a seed that nobody else knows.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The folder to make
    #[arg(value_name = "DIR")]
    path: PathBuf,
    /// The assignment to begin with
    #[arg(long, value_name = "NAME", default_value = "comp3608", value_parser = PossibleValuesParser::new(TaskKind::names()))]
    from: String,
    /// The seed of the hidden cases [default: drawn by lot]
    #[arg(long, value_name = "N", value_parser = crate::arguments::seed)]
    seed: Option<u64>,
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let text = built_in(&self.from).unwrap_or_default();
        let seed = match self.seed {
            Some(seed) => seed,
            None => lot()?,
        };
        let text: String = text
            .lines()
            .map(|line| match line.strip_prefix("hidden_seed = ") {
                Some(_) => format!("hidden_seed = {seed}\n"),
                None => format!("{line}\n"),
            })
            .collect();
        write_new(&self.path, &text, streams)?;
        writeln!(streams.err, "next: plyground mark {} SUBMISSIONS --list", word(&self.path))?;
        Ok(())
    }
}

/// A seed that nobody can guess, small enough for TOML's numbers.
fn lot() -> Result<u64, Failure> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(|error| {
        Failure::bad_input(format_args!("random numbers of the system: {error}; expected --seed"))
    })?;
    Ok(u64::from_le_bytes(bytes) >> 1)
}
