//! `plyground serve`: the board in the browser; and `plyground site`: the same as files for any web space.

use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use plyground_sandbox::process;

use super::entrants;
use super::programs::{Probed, ProgramArgs};
use crate::exit::{Failure, Streams};
use crate::web::{DEFAULT_PORT, Options, Server, Site};
use crate::{interrupt, shown};

/// Time for removing the folders of programs at the end.
const TO_SETTLE: Duration = Duration::from_millis(200);

/// What is said when a server that is interrupted does not end in time.
const ENDED: &str = "answers that were on their way are broken off";

/// Open the board for the browser: play, analyse, and look into search trees
///
/// Prints an address for the browser and serves it until Ctrl-C. Only this machine can reach it, unless
/// --host says otherwise. Programs given by --program can be asked for moves, in a sandbox. Everything
/// that the page does is in the JSON API too, for scripts: see 'plyground help api'.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  plyground serve
  plyground serve --port 8080
  plyground serve --port 0 --web-dir .
  plyground tournament init class --assignment comp3608
  plyground serve --tournament class --allow-root")]
pub(crate) struct Args {
    /// The port; if it is taken, the next that is free, and 0 for any
    #[arg(long, value_name = "PORT", default_value_t = DEFAULT_PORT)]
    port: u16,
    /// Listen on this name or address of the machine, so that others can reach it
    #[arg(long, value_name = "HOST")]
    host: Option<String>,
    /// Open the address in the browser
    #[arg(long)]
    open: bool,
    /// Serve the files of this folder instead of the embedded page
    #[arg(long, value_name = "DIR")]
    web_dir: Option<PathBuf>,
    /// Show the tournament of this folder while it is played or afterwards, and let its entrants
    /// play on the board; may be given more than once
    #[arg(long = "tournament", value_name = "DIR")]
    tournaments: Vec<PathBuf>,
    #[command(flatten)]
    programs: ProgramArgs,
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        if let Some(folder) = &self.web_dir
            && !folder.is_dir()
        {
            return Err(bad_input!("--web-dir {}: no folder; expected one", shown::path(folder)));
        }
        let stop = interrupt::flag(ENDED)?;
        let mut probed = Probed::new(&self.programs, &stop);
        let mut programs = self.programs.all(&mut probed, streams)?;
        let words = self.programs.isolation.words();
        let (tournaments, entrants) =
            entrants::all(&self.tournaments, &programs, &words, &mut probed, streams)?;
        programs.extend(entrants);
        let (host, port, web_dir) = (self.host.clone(), self.port, self.web_dir.clone());
        let options = Options { host, port, web_dir, programs, tournaments };
        serve(options, "", self.open, stop, streams)
    }
}

/// The game of CS431: a human moves first, the computer second, by minimax to this many plies.
pub(crate) fn game(plies: u32, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let fragment = format!("#v1;g=connect-four;c=cs431;1=human;2=minimax:depth={plies},eval=cs431");
    serve(Options::default(), &fragment, false, interrupt::flag(ENDED)?, streams)
}

/// `plyground` without arguments: the board as it comes.
pub(crate) fn without_arguments(streams: &mut Streams<'_>) -> Result<(), Failure> {
    serve(Options::default(), "", false, interrupt::flag(ENDED)?, streams)
}

/// Serves until Ctrl-C.
fn serve(
    options: Options,
    fragment: &str,
    open: bool,
    stop: Arc<AtomicBool>,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let (port, has_programs) = (options.port, !options.programs.is_empty());
    let server = Server::bind(options, stop).map_err(Failure::bad_input)?;
    let address = server.address();
    if port != 0 && address.port() != port {
        writeln!(streams.err, "port {port} is taken; using {}", address.port())?;
    }
    if !address.ip().is_loopback() {
        writeln!(
            streams.err,
            "warning: everybody who can reach {address} can use this server; without --host only this machine can"
        )?;
    }
    let url = server.url() + fragment;
    writeln!(streams.out, "{url}")?;
    streams.out.flush()?;
    if open && let Err(error) = open_browser(&url) {
        writeln!(streams.err, "the browser does not open ({error}); open the address yourself")?;
    }
    writeln!(streams.err, "Ctrl-C ends the server")?;
    server.run()?;
    if has_programs && !process::settle(TO_SETTLE) {
        writeln!(streams.err, "some folders of programs are left; the next start removes them")?;
    }
    Ok(())
}

/// Opens an address in the browser of the desktop.
fn open_browser(url: &str) -> std::io::Result<()> {
    let mut command = Command::new("xdg-open");
    command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // Ctrl-C on a terminal is for the server.
    command.process_group(0);
    command.spawn().map(|_| ())
}

/// Write the board as files for any web space: no server, and nothing to install
///
/// Everything is computed in the reader's browser, also without a network after the first visit. What
/// needs a machine is not there: programs, tournaments while they are played, and marks. See
/// 'plyground help site'.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  plyground site --out plyground")]
pub(super) struct SiteArgs {
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

impl SiteArgs {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let site = Site::new(self.web_dir.as_deref(), &self.tournaments).map_err(Failure::bad_input)?;
        site.write(&self.out).map_err(Failure::bad_input)?;
        let bytes: usize = site.files().values().map(Vec::len).sum();
        let megabytes = plyground_drawing::real(bytes) / 1e6;
        let (folder, count) = (shown::path(&self.out), site.files().len());
        Ok(writeln!(
            streams.out,
            "{folder}: {count} files, {megabytes:.1} MB; open its index.html through a web server"
        )?)
    }
}
