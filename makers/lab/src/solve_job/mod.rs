//! `plyground-lab solve-job`: values too hard for one sitting, piece by piece, on as many machines as there are.

mod boards;
mod breakthrough;
mod folder;
mod value;
mod work;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::HumanDuration;
use plyground::arguments::{game_names, read_text, threads};
use plyground::present::{json, progress};
use plyground::{Exit, Failure, Streams, bad_input, interrupt, shown};
use plyground_arena::job::{self, Journals, Progress, Share};
use plyground_core::games::breakthrough::Breakthrough;
use plyground_core::games::connect_four::solve::MOST_THREADS;
use plyground_core::{AnyGame, Game, Notation, counted};
use serde_json::{Value, json};

use self::folder::{FolderArg, FoundArgs};
use self::value::{ValueJob, ValuePosition};
use self::work::{Task, VERSION, ValueOf};
use plyground::arguments::read_size;

const EXAMPLES: &str = "Examples:
  plyground-lab solve-job plan fives --game max-connect-four --size 5x5
  plyground-lab solve-job run fives
  plyground-lab solve-job status fives
  plyground-lab solve-job merge fives --json";

/// Solve what is too hard for one sitting: planned, interrupted, shared out, and nothing lost
///
/// A job is a folder. Its plan says what is to be found out; every result goes to a journal in it at
/// once, so that a run that was stopped, or killed, goes on where it ended.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

commands!(Plan(Plan), Run(Run), Status(Status), Merge(Merge), Openings(Openings));

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        self.command.run(streams)
    }
}

const PLAN_EXAMPLES: &str = "Examples:
  plyground-lab solve-job plan fives --game max-connect-four --size 5x5
  plyground-lab solve-job plan middle --game connect-four --position 444444 \\
      --split 4
  plyground-lab solve-job plan six --game breakthrough --size 6x6 --split 4";

/// Say what is to be found out: writes job.json into a folder
///
/// The value of a position is what perfect play comes to for the first player: win, draw or loss, or
/// the difference of points; in breakthrough 1 if it wins, and 0 if it loses. The first plies are a
/// tree of all positions; those after --split plies are solved one by one, each as far as the value
/// needs it. More plies make more items, each of them smaller.
#[derive(clap::Args, Debug)]
#[command(after_help = PLAN_EXAMPLES)]
struct Plan {
    #[command(flatten)]
    folder: FolderArg,
    /// The game
    #[arg(long, value_parser = game_names())]
    game: AnyGame,
    /// Columns and rows of a board before the first move, by default the game's own
    #[arg(long, value_name = "WxH", conflicts_with = "position")]
    size: Option<String>,
    /// A position on the game's own board, in any of its notations; by default the one before the first move
    #[arg(long)]
    position: Option<String>,
    /// Plies after which positions become items, by default a tenth of the cells
    #[arg(long, value_name = "PLIES")]
    split: Option<u32>,
}

impl Plan {
    fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let game = self.game;
        let own_size = || {
            let view = game.start().view();
            let size = |labels: &[String]| u32::try_from(labels.len()).unwrap_or(u32::MAX);
            Ok((size(&view.columns), size(&view.rows)))
        };
        let (columns, rows) = self.size.as_deref().map_or_else(own_size, read_size)?;
        // In the game's own notation.
        let own_text = |text: &String| -> Result<String, Failure> {
            let position = read_text(game, text, streams.input)?;
            Ok(game.notation().write(&position).unwrap_or_default().replace('\n', "/"))
        };
        let position = self.position.as_ref().map(own_text).transpose()?;
        let split = self.split.unwrap_or(columns.saturating_mul(rows) / 10);
        let of = ValueOf { version: VERSION, game: game.name().to_owned(), columns, rows, position, split };
        boards::check(&of).map_err(Failure::bad_input)?;
        let report = of.report(&[])?;
        self.folder.begin(&of)?;
        writeln!(streams.out, "{}", report.text)?;
        Ok(writeln!(streams.out, "next: {}", self.folder.command("run"))?)
    }
}

const RUN_EXAMPLES: &str = "Examples:
  plyground-lab solve-job run fives
  plyground-lab solve-job run fives --shard 2/8 --threads 1 --memory 1024";

/// Do what the plan says, as far as it has not been done
///
/// The same command goes on where the last one ended, however it ended; Ctrl-C stops it. Results of
/// other shares in the folder are used as they come. A share ends when the rest belongs to the others:
/// run it again when they have gone on.
#[derive(clap::Args, Debug)]
#[command(after_help = RUN_EXAMPLES)]
struct Run {
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

impl Run {
    fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let work = self.folder.open()?;
        let option = format!(" --shard {}", self.shard);
        let option = if self.shard == Share::WHOLE { "" } else { option.as_str() };
        let command = self.folder.command("run") + option;
        let interrupted = format!("interrupted; nothing is lost, the same command goes on: {command}");
        let stop = interrupt::flag(&interrupted)?;
        let own = self.folder.journal(self.shard);
        let others: Vec<PathBuf> = self.folder.journals()?.into_iter().filter(|path| *path != own).collect();
        let (threads, journals) = (threads(self.threads), Journals { own: &own, others: &others });
        let running = Running { journals, share: self.shard, threads, stop: &stop };
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
}

const STATUS_EXAMPLES: &str = "Examples:
  plyground-lab solve-job status fives
  plyground-lab solve-job status fives --json";

/// Say how far a job has come, and what is left at least
///
/// What is left is a lower bound: results decide what else is needed. Its time is that of as many items
/// of the mean cost so far, on one thread.
///
/// JSON: `done` and `left` (items; at least so many), `seconds` (of all threads so far), `seconds_left`
/// (null before the first item) and what `merge --json` gives, as far as it is known.
#[derive(clap::Args, Debug)]
#[command(after_help = STATUS_EXAMPLES)]
struct Status {
    #[command(flatten)]
    folder: FolderArg,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Status {
    fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let work = self.folder.open()?;
        let report = work.report(&self.folder.journals()?)?;
        let each = report.milliseconds.checked_div(report.done);
        let left = each.map(|each| Duration::from_millis(each.saturating_mul(report.left)));
        if self.json {
            let mut document = report.document;
            document["done"] = json!(report.done);
            document["left"] = json!(report.left);
            document["seconds"] = json::seconds(Some(Duration::from_millis(report.milliseconds)));
            document["seconds_left"] = json::seconds(left);
            return Ok(json::write(streams.out, &document)?);
        }
        writeln!(streams.out, "{}", report.text)?;
        if report.left == 0 {
            return Ok(writeln!(streams.out, "next: {}", self.folder.command("merge"))?);
        }
        let time = left.map_or_else(String::new, |left| {
            let left = HumanDuration(Duration::from_secs(left.as_secs()));
            format!(", {left} of one thread or more")
        });
        writeln!(streams.out, "left: {} or more{time}", counted(report.left, "item"))?;
        Ok(writeln!(streams.out, "next: {}", self.folder.command("run"))?)
    }
}

const MERGE_EXAMPLES: &str = "Examples:
  plyground-lab solve-job merge fives
  plyground-lab solve-job merge fives fives/journal-2-of-8.jsonl --json";

/// Put the journals of all shares together and say what was found
///
/// The exit status is 1 while something is left to be done. Journals that contradict each other are
/// refused.
///
/// JSON: `game`, `columns`, `rows`, `position` (null for the one before the first move), `value` (for
/// the first player: 1, 0, -1, or the difference of points; in breakthrough 1 or 0; null while it is
/// open), `at_least` and `at_most`, `answers`, `nodes` and `seconds`.
#[derive(clap::Args, Debug)]
#[command(after_help = MERGE_EXAMPLES)]
struct Merge {
    #[command(flatten)]
    found: FoundArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Merge {
    fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let work = self.found.folder.open()?;
        let report = work.report(&self.found.journals()?)?;
        if report.left > 0 {
            let next = self.found.folder.command("run");
            let message = format!(
                "{}; left: {} or more: {next}",
                report.text.replace('\n', "; "),
                counted(report.left, "item")
            );
            return Err(Failure { exit: Exit::CheckFailed, message });
        }
        if self.json {
            return Ok(json::write(streams.out, &report.document)?);
        }
        Ok(writeln!(streams.out, "{}", report.text)?)
    }
}

const OPENINGS_EXAMPLES: &str = "Examples:
  plyground-lab solve-job openings six
  plyground-lab solve-job openings six --json";

/// List the positions whose winners are known by now: lines for the book of Breakthrough
///
/// Each line is a position, a space, and 1 if White wins or 0 if Black does; remarks begin with #. The first position
/// comes first, then those one ply on, and so on to those that are items; of mirror images one is
/// listed. A job need not be done for this. The program's own book is of the board 6x6.
///
/// JSON: `game`, `columns`, `rows`, `position` (null for the one before the first move), `openings`, a list of
/// `position` and `value` (for the first player).
#[derive(clap::Args, Debug)]
#[command(after_help = OPENINGS_EXAMPLES)]
struct Openings {
    #[command(flatten)]
    found: FoundArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Openings {
    fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let work = self.found.folder.open()?;
        let game = work.game().map_err(Failure::bad_input)?;
        if !game.is::<Breakthrough>() {
            let (plan, expected) = (shown::path(&self.found.folder.plan()), Breakthrough::NAME);
            return Err(bad_input!("{plan}: game {game}; expected {expected}"));
        }
        let (report, known) = work.openings(&self.found.journals()?)?;
        if self.json {
            let field = |name: &str| report.document[name].clone();
            let opening = |(position, value): &(String, i32)| json!({ "position": position, "value": value });
            let document = json!({
                "game": field("game"),
                "columns": field("columns"),
                "rows": field("rows"),
                "position": field("position"),
                "openings": known.iter().map(opening).collect::<Value>(),
            });
            return Ok(json::write(streams.out, &document)?);
        }
        for line in report.text.lines() {
            writeln!(streams.out, "# {line}")?;
        }
        for (position, value) in known {
            writeln!(streams.out, "{position} {value}")?;
        }
        Ok(())
    }
}
