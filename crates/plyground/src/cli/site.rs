//! `plyground site`: the board in the browser as files for any web space.

use std::path::PathBuf;

use crate::exit::{Failure, Streams};
use crate::present::untrusted;
use crate::web::Site;

const EXAMPLES: &str = "Examples:
  plyground site --out plyground";

/// Write the board as files for any web space: no server, and nothing to install
///
/// Everything is computed in the reader's browser, also without a network after the first visit. What
/// needs a machine is not there: programs, tournaments while they are played, and marks. See
/// 'plyground help site'.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// A new or empty folder, or one with an older site, whose files are exchanged
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Show the finished tournament of this folder; may be given more than once
    #[arg(long = "tournament", value_name = "DIR")]
    tournaments: Vec<PathBuf>,
    /// Take the files of this folder instead of the embedded page
    #[arg(long, value_name = "DIR")]
    web_dir: Option<PathBuf>,
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let site = Site::new(self.web_dir.as_deref(), &self.tournaments).map_err(Failure::bad_input)?;
        site.write(&self.out).map_err(Failure::bad_input)?;
        let bytes: usize = site.files().values().map(Vec::len).sum();
        #[expect(clippy::cast_precision_loss, reason = "a size for people to read")]
        let megabytes = bytes as f64 / 1e6;
        let (folder, count) = (untrusted::path(&self.out), site.files().len());
        writeln!(
            streams.out,
            "{folder}: {count} files, {megabytes:.1} MB; open its index.html through a web server"
        )?;
        Ok(())
    }
}
