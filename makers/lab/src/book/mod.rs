//! `plyground-lab book`: computing and checking the openings that the program knows by heart.

mod job;

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use plyground::arguments::{place_for_file, threads};
use plyground::present::progress;
use plyground::{Exit, Failure, Streams, bad_input, interrupt, shown};
use plyground_arena::file;
use plyground_arena::job::{self as arena_job, Journals, Progress, Share};
use plyground_core::games::connect_four::book::{Book, BookBuilder, Class, Kind, MOST_PIECES, embedded};
use plyground_core::games::connect_four::solve::{MOST_THREADS, Solver, TABLE_BYTES};
use plyground_core::games::connect_four::{ConnectFour, Standard};
use plyground_core::rng::Rng;
use plyground_core::{Game, Limits, Stopped, counted};

use self::job::BookJob;

const EXAMPLES: &str = "Examples:
  plyground-lab book check --sample 10";

const BUILD_EXAMPLES: &str = "Examples:
  plyground-lab book build --class balanced --pieces 10 --journal ten.jsonl \\
      --out ten.book
  plyground-lab book build --class extra --pieces 9 --shard 1/4 \\
      --journal part1.jsonl";

const MERGE_EXAMPLES: &str = "Examples:
  plyground-lab book merge --class extra --pieces 9 --out nine.book \\
      part1.jsonl part2.jsonl";

/// Compute and check the Connect Four openings that the program knows by heart
///
/// A book has win, draw or loss of every board with few pieces, or its exact score. Class `balanced` is for games in which
/// nobody lost a turn, `extra` for boards with one piece too many for one side.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

commands!(Build(Build), Merge(Merge), Check(Check));

/// Which book.
#[derive(clap::Args, Debug)]
struct Which {
    /// Which boards: balanced or extra
    #[arg(long, value_parser = named(Class::ALL, Class::name))]
    class: Class,
    /// The largest number of pieces on a board
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_PIECES)))]
    pieces: u32,
    /// What is known of a board: results or scores, which take longer
    #[arg(long, value_parser = named(Kind::ALL, Kind::name), default_value = Kind::Results.name())]
    kind: Kind,
}

/// Solve the openings of a book, as far as that has not been done yet
///
/// Every finished block of positions is in the journal for good; the same command goes on where the
/// last one ended, however it ended. Ctrl-C stops it. Ten pieces take about an hour of processor time.
/// Several machines can take a share each; `book merge` makes a book of their journals.
#[derive(clap::Args, Debug)]
#[command(after_help = BUILD_EXAMPLES)]
struct Build {
    #[command(flatten)]
    which: Which,
    /// Where results are kept
    #[arg(long, value_name = "FILE")]
    journal: PathBuf,
    /// Write the book here when all results are there
    #[arg(long, value_name = "FILE", conflicts_with = "shard")]
    out: Option<PathBuf>,
    /// Do share I of N of the work
    #[arg(long, value_name = "I/N", default_value_t = Share::WHOLE)]
    shard: Share,
    /// Threads, by default as many as there are processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=i64::from(MOST_THREADS)))]
    threads: Option<u16>,
    /// Memory of the solver's table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..))]
    table: u16,
}

/// Make a book of the journals of all shares
#[derive(clap::Args, Debug)]
#[command(after_help = MERGE_EXAMPLES)]
struct Merge {
    #[command(flatten)]
    which: Which,
    /// Write the book here
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The journals
    #[arg(required = true)]
    journals: Vec<PathBuf>,
}

/// Check books: checksum, agreement of every position with its moves, and openings solved anew
///
/// Without FILE the books inside the program are checked. The exit status is 1 if something is wrong.
#[derive(clap::Args, Debug)]
struct Check {
    /// A book
    file: Option<PathBuf>,
    /// Openings of the last layer to solve anew, chosen by random play
    #[arg(long, value_name = "N", default_value_t = 100)]
    sample: u32,
    /// What the choice depends on
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// One of these by its name.
fn named<T: Copy + Send + Sync + 'static, const N: usize>(
    all: [T; N],
    name_of: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.map(name_of))
        .try_map(move |name| all.into_iter().find(|&one| name_of(one) == name).ok_or("not one of the names"))
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        self.command.run(streams)
    }
}

impl Build {
    fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        if let Some(out) = &self.out {
            refuse_journal(out, &self.journal)?;
            place_for_file("--out", out)?;
        }
        let journal = shown::path(&self.journal);
        let interrupted = format!("interrupted; what is done is in {journal}, the same command goes on");
        let stop = interrupt::flag(&interrupted)?;
        let job =
            BookJob::new(self.which.class, self.which.kind, self.which.pieces, usize::from(self.table) << 20);
        let bar = progress::bar();
        let mut show = |progress: Progress| progress::show(&bar, &progress);
        let journals = Journals { own: &self.journal, others: &[] };
        let is_done = arena_job::run(&job, journals, self.shard, threads(self.threads), &stop, &mut show)
            .map_err(Failure::bad_input)?;
        bar.finish_and_clear();
        if !is_done {
            debug_assert!(stop.load(Ordering::Relaxed), "nothing else ends a job");
            return Err(Failure::interrupted(interrupted));
        }
        match &self.out {
            Some(out) => write(&job, &self.which, &[self.journal.as_path()], out, streams),
            None => Ok(writeln!(streams.out, "share {} is done: {journal}", self.shard)?),
        }
    }
}

impl Merge {
    fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        self.journals.iter().try_for_each(|journal| refuse_journal(&self.out, journal))?;
        let job = BookJob::new(self.which.class, self.which.kind, self.which.pieces, 0);
        let journals: Vec<&Path> = self.journals.iter().map(PathBuf::as_path).collect();
        write(&job, &self.which, &journals, &self.out, streams)
    }
}

/// Refuses to write a book over the results that it is made of.
fn refuse_journal(out: &Path, journal: &Path) -> Result<(), Failure> {
    if file::is_same(out, journal) {
        let name = shown::path(out);
        return Err(bad_input!("--out {name}: it is a journal; expected another file"));
    }
    Ok(())
}

/// Makes a book of journals and writes it.
fn write(
    job: &BookJob,
    which: &Which,
    journals: &[&Path],
    out: &Path,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let results = arena_job::collect(job, journals).map_err(Failure::bad_input)?.concat();
    let book = BookBuilder::<7, 6>::new(which.class, which.kind, which.pieces)
        .and_then(|empty| empty.build(&results));
    let book = book.map_err(Failure::bad_input)?;
    file::write_atomically(out, &book)
        .map_err(|error| bad_input!("{}: {error}; expected a place for a file", shown::path(out)))?;
    let book = Book::<7, 6>::new(&book).map_err(Failure::bad_input)?;
    Ok(writeln!(streams.out, "{}: {}", shown::path(out), description(&book))?)
}

fn written(position: &Standard) -> String {
    ConnectFour::notation().write(position).unwrap_or_default()
}

fn description(book: &Book<'_, 7, 6>) -> String {
    let (class, pieces) = (book.class().name(), counted(book.most_pieces(), "piece"));
    format!("{} of {class} boards up to {pieces}, checksum {:016x}", book.kind().name(), book.checksum())
}

const INTERRUPTED: &str = "interrupted; what was solved by then is right";

impl Check {
    fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let Some(path) = &self.file else {
            return embedded().iter().try_for_each(|book| self.check("in the program", book, streams));
        };
        let name = shown::path(path);
        let bytes = file::read_bytes(path, MOST_BYTES)
            .map_err(|error| bad_input!("{name}: {error}; expected a readable file"))?;
        let book = Book::new(&bytes).map_err(|error| bad_input!("{name}: {error}"))?;
        self.check(&name, &book, streams)
    }

    fn check(&self, name: &str, book: &Book<'_, 7, 6>, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let failed =
            |problem: String| Failure { exit: Exit::CheckFailed, message: format!("{name}: {problem}") };
        if !book.is_intact() {
            return Err(failed(format!("the checksum is not {:016x}", book.checksum())));
        }
        if let Some(position) = book.contradiction() {
            return Err(failed(format!("a board and its moves disagree:\n{}", written(&position))));
        }
        let stop = interrupt::flag(INTERRUPTED)?;
        let limits = Limits { stop: &|| stop.load(Ordering::Relaxed) };
        let (mut rng, mut solver) = (Rng::new(self.seed), Solver::new(TABLE_BYTES));
        for _ in 0..self.sample {
            let position = book.random_opening(&mut rng);
            let answer = match book.kind() {
                Kind::Results => solver.result(&position, &limits),
                Kind::Scores => solver.score(&position, &limits),
            };
            let answer = answer.map_err(|Stopped| Failure::interrupted(INTERRUPTED))?;
            if book.known(&position) != Some(answer) {
                let known = book.known(&position).map_or("nothing".to_owned(), |known| known.to_string());
                let (kind, board) = (book.kind().name(), written(&position));
                return Err(failed(format!(
                    "{kind}: the book has {known}, solved anew it is {answer}:\n{board}"
                )));
            }
        }
        let sample = counted(self.sample, "opening");
        Ok(writeln!(streams.out, "{name}: {}, {sample} solved anew: right", description(book))?)
    }
}

const MOST_BYTES: u64 = 64 << 20;
