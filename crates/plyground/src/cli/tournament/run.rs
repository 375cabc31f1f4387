//! `plyground tournament run`, and `play` for a share of the games.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use plyground_arena::job::Share;
use plyground_arena::tournament::RunError;
use plyground_arena::tournament::config::EntrantKind;
use plyground_arena::tournament::run::{Finish, Progress, Run};
use plyground_arena::tournament::{Config, Folder, Programs, RECORDS};
use plyground_core::counted;
use plyground_league::standings::Standings;

use super::folder::{FolderArg, failure, plan_failure};
use crate::cli::doctor;
use crate::cli::programs::IsolationArgs;
use crate::exit::{Exit, Failure, Streams};
use crate::interrupt;
use crate::present::progress::Display;
use crate::report::standings::StandingsReport;
use crate::shown::{self, printable};

/// Play all games that have no result yet
///
/// Plans first if that has not been done. Every game is on disk before it counts. Ctrl-C ends the run within a second;
/// the same command goes on, and plays the games that were broken off again from their beginning. At the end standard
/// output has the standings.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  plyground tournament run class --allow-root
  plyground tournament run class --allow-root --jobs 2")]
pub(super) struct Args {
    #[command(flatten)]
    folder: FolderArg,
    #[command(flatten)]
    how: How,
}

/// Play a share of the games: on a cluster, or any machines that see the folder
///
/// The share's records are published under a name of their own when all its games are played; until
/// then the same command goes on where it ended. `merge`, `standings` and `run` read all that is
/// published.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  plyground tournament play class --allow-root --shard 3/8")]
pub(super) struct PlayArgs {
    #[command(flatten)]
    folder: FolderArg,
    /// Play the share I of N
    #[arg(long, value_name = "I/N")]
    shard: Share,
    #[command(flatten)]
    how: How,
}

/// How games are played.
#[derive(clap::Args, Debug)]
pub(super) struct How {
    /// Games at a time [default: one for each processor]
    #[arg(long, value_name = "N")]
    pub(super) jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    isolation: IsolationArgs,
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let mut folder = self.folder.open()?;
        self.how.play(&mut folder, Share::WHOLE, &self.folder.command("run"), streams)?;
        // What others have published meanwhile.
        folder.read().map_err(failure)?;
        Ok(streams.out.write_all(StandingsReport::of(&folder).text().as_bytes())?)
    }
}

impl PlayArgs {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let mut folder = self.folder.open()?;
        let resume = self.folder.command(&format!("play --shard {}", self.shard));
        self.how.play(&mut folder, self.shard, &resume, streams)?;
        let records = shown::path(&folder.path().join(RECORDS));
        Ok(writeln!(streams.out, "share {} is played: {records}", self.shard)?)
    }
}

impl How {
    fn play(
        &self,
        folder: &mut Folder,
        share: Share,
        resume: &str,
        streams: &mut Streams<'_>,
    ) -> Result<(), Failure> {
        let config = &folder.config().clone();
        let interrupted =
            format!("interrupted; every finished game is kept; to go on:\n{resume}{}", self.words());
        let stop = interrupt::flag(&interrupted)?;
        let programs = self.programs(folder, &stop, streams)?;
        let jobs = self.jobs(config, streams)?;
        let run = Run { share, jobs, programs: programs.as_ref() };
        let mut display = Display::new();
        let finish = run.play(folder, &stop, &mut |progress| show(&mut display, config, progress, streams));
        display.bar.finish_and_clear();
        match finish {
            Ok(Finish::Done) => Ok(()),
            Ok(Finish::Stopped) => Err(Failure::interrupted(interrupted)),
            Err(error @ RunError::SystemError { .. }) => {
                let message = format!("{}\n{resume}{}", printable(&error.to_string()), self.words());
                Err(Failure { exit: Exit::ProgramFailed, message })
            }
            Err(RunError::Plan(error)) => Err(plan_failure(error)),
            Err(error) => Err(Failure::bad_input(printable(&error.to_string()))),
        }
    }

    /// These options as words of a command, each after a space.
    pub(super) fn words(&self) -> String {
        let jobs = self.jobs.map(|jobs| format!(" --jobs {jobs}"));
        jobs.unwrap_or_default() + &self.isolation.words()
    }

    /// Finds out how programs can be kept apart here, if any take part.
    fn programs(
        &self,
        folder: &Folder,
        stop: &Arc<AtomicBool>,
        streams: &mut Streams<'_>,
    ) -> Result<Option<Programs>, Failure> {
        let config = folder.config();
        if !config.has_programs() {
            return Ok(None);
        }
        let isolation = self.isolation.probe(&config.readable, stop, streams)?;
        doctor::in_short(streams)?;
        let mut notice = |text: &str| {
            // What an interruption leads to is no news.
            if !stop.load(Ordering::Relaxed) {
                // Standard error takes every write.
                let _ = writeln!(streams.err, "{}", printable(text));
            }
        };
        let programs = Programs::prepare(config, folder.path(), isolation, &mut notice);
        programs.map(Some).map_err(|error| Failure::bad_input(printable(&error.to_string())))
    }

    /// How many games are played at a time.
    fn jobs(&self, config: &Config, streams: &mut Streams<'_>) -> Result<NonZeroUsize, Failure> {
        let processors = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let wanted = self.jobs.or(config.concurrency);
        if let Some(jobs) = wanted {
            if jobs > processors {
                writeln!(
                    streams.err,
                    "{jobs} games at a time on {}: agents with a time limit search less deeply",
                    counted(processors, "processor")
                )?;
            }
            return Ok(jobs);
        }
        let threads = config.entrants.iter().map(|entrant| match &entrant.kind {
            EntrantKind::Agent(spec) => spec.threads() as usize,
            EntrantKind::Program(_) => 1,
        });
        let jobs = processors.get() / threads.max().unwrap_or(1);
        Ok(NonZeroUsize::new(jobs).unwrap_or(NonZeroUsize::MIN))
    }
}

/// Between two looks of the bar.
const BLINK: Duration = Duration::from_millis(100);

/// Leaders that the bar names.
const LEADERS: usize = 3;

/// Shows the progress of a run: how long the rest takes, and who leads.
fn show(display: &mut Display, config: &Config, progress: &Progress<'_>, streams: &mut Streams<'_>) {
    let Progress { done, of, tally, .. } = *progress;
    let left = display.time_left(done, of);
    if !display.is_due(BLINK) {
        return;
    }
    let standings = Standings::of(tally, &config.points, &config.tie_breaks);
    // Those who climb a ladder do not play for points.
    let most = if config.rungs.is_empty() { LEADERS } else { 0 };
    let leaders = standings.rows.iter().take(most).map(|row| {
        let name: String = config.entrants[row.entrant].name.chars().take(20).collect();
        format!("{}. {} {}", row.rank, printable(&name), row.points)
    });
    let parts = left.into_iter().chain(leaders).collect::<Vec<String>>().join(", ");
    display.say(done, of, "game", parts, streams.err);
}
