//! `plyground-lab solve-job run`.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use plyground_arena::job::{self, Journals, Progress, Share};
use plyground_core::games::connect_four::solve::MOST_THREADS;

use super::boards;
use super::folder::FolderArg;
use super::value::{ValueJob, ValuePosition};
use super::work::Task;
use plyground::arguments::threads;
use plyground::interrupt;
use plyground::present::progress;
use plyground::{Failure, Streams};

const EXAMPLES: &str = "Examples:
  plyground-lab solve-job run fives
  plyground-lab solve-job run fives --shard 2/8 --threads 1 --memory 1024";

/// Do what the plan says, as far as it has not been done
///
/// The same command goes on where the last one ended, however it ended; Ctrl-C stops it. Results of
/// other shares in the folder are used as they come. A share ends when the rest belongs to the others:
/// run it again when they have gone on.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    folder: FolderArg,
    /// Do the share I of N of the items
    #[arg(long, value_name = "I/N", default_value_t = Share::WHOLE)]
    shard: Share,
    /// Threads, by default as many as there are processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=i64::from(MOST_THREADS)))]
    threads: Option<u16>,
    /// Memory of the solver's table in MiB, for all threads together
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: u32,
}

/// Runs a job with a bar.
struct Running<'a> {
    journals: Journals<'a>,
    share: Share,
    threads: usize,
    stop: &'a AtomicBool,
}

impl Task for Running<'_> {
    type Out = bool;

    fn on<P: ValuePosition>(self, job: &ValueJob<'_, P>) -> Result<bool, Failure> {
        let bar = progress::bar();
        let mut show = |progress: Progress| progress::show(&bar, &progress);
        let is_done = job::run(job, self.journals, self.share, self.threads, self.stop, &mut show);
        bar.finish_and_clear();
        is_done.map_err(Failure::bad_input)
    }
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let work = self.folder.open()?;
        let interrupted =
            format!("interrupted; nothing is lost, the same command goes on: {}", self.command());
        let stop = interrupt::flag(&interrupted)?;
        let own = self.folder.journal(self.shard);
        let others: Vec<PathBuf> = self.folder.journals()?.into_iter().filter(|path| *path != own).collect();
        let threads = threads(self.threads);
        let running = Running {
            journals: Journals { own: &own, others: &others },
            share: self.shard,
            threads,
            stop: &stop,
        };
        let table = boards::table_of_thread(&work, (self.memory as usize) << 20, threads);
        let is_done = boards::apply(&work, table, running)?;
        if !is_done && stop.load(Ordering::Relaxed) {
            return Err(Failure::interrupted(interrupted));
        }
        let report = work.report(&self.folder.journals()?)?;
        writeln!(streams.out, "{}", report.text)?;
        if report.left > 0 {
            let share = self.shard;
            writeln!(streams.out, "share {share} has nothing to do now: the rest belongs to other shares")?;
        }
        Ok(())
    }

    /// The command that continues this run.
    fn command(&self) -> String {
        let whole = self.shard.to_string() == Share::WHOLE.to_string();
        let shard = if whole { String::new() } else { format!(" --shard {}", self.shard) };
        self.folder.command("run") + &shard
    }
}
