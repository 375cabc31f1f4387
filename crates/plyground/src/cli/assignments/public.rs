//! `plyground assignments public`: an assignment as students may have it.

use std::path::PathBuf;

use plyground_courses::engine::assignment::Assignment;

use super::{read, write_new};
use crate::cli::tournament::folder::word;
use crate::exit::{Failure, Streams};
use crate::present::untrusted::{self, printable};

const EXAMPLES: &str = "Examples:
  plyground assignments new summer --from cs3243
  plyground assignments public summer --out summer-public";

/// Write a copy of an assignment without the seed of its hidden cases, to be handed out
///
/// Whoever has that seed can make the hidden cases. `plyground check` needs none: give students the copy.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The folder or the file of the assignment
    assignment: PathBuf,
    /// The folder to make
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let (from, text) = read(&self.assignment)?;
        let wrong = |message: String| {
            Failure::bad_input(format_args!("{}: {}", untrusted::path(&from), printable(&message)))
        };
        let public = without_seed(&text);
        let assignment = Assignment::parse(&text).map_err(|error| wrong(error.to_string()))?;
        // What is left must be the same assignment.
        let copy = Assignment::parse(&public).ok();
        if copy.is_none_or(|copy| {
            copy.cases.hidden_seed.is_some() || copy.cases.counts != assignment.cases.counts
        }) {
            return Err(wrong(
                "hidden_seed cannot be taken out; expected it on a line of its own".to_owned(),
            ));
        }
        write_new(&self.out, &public, streams)?;
        writeln!(streams.err, "for students: plyground check {} FILE", word(&self.out))?;
        Ok(())
    }
}

/// The text without the lines of the key, those that are comments too: an old seed may be one that comes back.
fn without_seed(text: &str) -> String {
    let is_seed = |line: &&str| {
        let key = line.trim_start().trim_start_matches(['#', ' ', '\t']);
        key.strip_prefix("hidden_seed").is_some_and(|rest| rest.trim_start().starts_with('='))
    };
    text.lines().filter(|line| !is_seed(line)).flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_seed_is_taken_out() {
        let text = "[cases]\nseed = 1\n  hidden_seed=2 # mine\n# hidden_seed = 3\n# Keep hidden_seed to yourself\npublic = 4\n";
        assert_eq!(without_seed(text), "[cases]\nseed = 1\n# Keep hidden_seed to yourself\npublic = 4\n");
    }
}
