//! `plyground kit`: an assignment as a zip that another system marks with.

mod archive;
mod contents;
mod gradescope;
mod prairielearn;

use clap::Subcommand;

use crate::exit::{Failure, Streams};

const EXAMPLES: &str = "Examples:
  plyground kit gradescope comp3608 --out gradescope.zip
  plyground kit prairielearn cs431 --out prairielearn.zip";

/// Make a zip by which Gradescope or PrairieLearn mark an assignment
///
/// It holds this program, the assignment, and the scripts of that system. Whoever has it can make the hidden cases: it
/// is for staff only. See `plyground help marking`.
#[derive(clap::Args, Debug)]
#[expect(clippy::doc_markdown, reason = "people read it as it stands")]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Gradescope(gradescope::Args),
    Prairielearn(prairielearn::Args),
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        match &self.command {
            Command::Gradescope(args) => args.run(streams),
            Command::Prairielearn(args) => args.run(streams),
        }
    }
}
