//! `plyground solve`: the exact value of a position and of every move.

mod solution;

use std::sync::atomic::Ordering;
use std::time::Instant;

use plyground_core::games::adjacent_four::{AdjacentFour, openings};
use plyground_core::games::breakthrough::Breakthrough;
use plyground_core::games::breakthrough::solve::Prover;
use plyground_core::games::connect_four::ConnectFour;
use plyground_core::games::connect_four::sized;
use plyground_core::games::connect_four::solve::MOST_THREADS;
use plyground_core::{
    AnyGame, AnyMove, Limits, Position, Solved, SolverInfo, SolverSettings, Stopped, ValueKind, counted,
};
use serde_json::{Value, json};

use self::solution::Solution;
use crate::arguments::{PositionArgs, game_names, read_size, threads, unknown_size};
use crate::exit::{Failure, Streams};
use crate::interrupt;
use crate::present::value::{value_json, value_words};
use crate::present::winner::ProvedWinner;
use crate::present::{board, json, layout, progress};

/// The aid that `--no-book` leaves out, and the rule that `--no-adjacency` does.
const BOOK: &str = "book";
const ADJACENCY: &str = "adjacency";

const INTERRUPTED: &str = "interrupted; nothing was proved, expected more time or another position";

/// Solve a position: the exact value of every move, and best play to the end
///
/// Boards may have any numbers of pieces.
///
/// Openings of connect-four take seconds; what is known of them by heart (`plyground-lab book`) helps,
/// unless --no-book forbids it. A score is 0 for a draw, positive for a win of the side to move and
/// negative for its loss; with e empty cells a win in p plies scores (e + 2 - p) / 2, so that sooner is
/// more.
///
/// With --size 6x5 the game is connect-four-6x5, Connect Four on a board of that size; its columns count from 1.
/// There are boards of 4 to 9 columns and 4 to 8 rows, up to 9x6, 8x7 and 7x8. No openings of theirs are known by
/// heart, and those of the largest can take days.
///
/// Openings of max-connect-four take minutes. Its values are differences of quadruples at the end.
///
/// With breakthrough it is proved who wins, with a move that does. `plyground-lab prove` does so on boards
/// of other sizes, and writes proofs down.
///
/// JSON: `game`, `position`, `to_move`, `outcome` (null unless the game is over), `score` and `proof`
/// (null if the game is over; `result` and `plies`), `moves` (each with `move`, `score` and `proof`,
/// for the side to move), `best` (null if the game is over), `line` (best play), `nodes` and `seconds`.
/// With adjacent-four there are no scores, and `adjacency` says whether stones must touch; with
/// max-connect-four there is a `value` instead of `score` and `proof`. With --weak there are no
/// `score`, `value`, `proof`, `best` and `line`; position and moves have a `result`: `win`, `draw` or
/// `loss`. With --openings there is `openings` alone, each with `first`, `reply`, `proof` (for X, who
/// is to move) and `nodes`. With breakthrough: `game`, `columns`, `rows`, `position`, `to_move`,
/// `winner`, `best` (a move that wins; null if the side to move loses, or the game is over), `nodes`,
/// `seconds` and `certificate` (null: `plyground-lab prove` writes one).
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:
  plyground solve connect-four 4444445623513222
  plyground solve connect-four --weak 44444
  plyground solve connect-four --json \\
      ..yyrrr,..ryryr,....y..,.......,.......,....... red
  plyground solve connect-four --size 6x5 3344
  plyground solve adjacent-four '[3,4] [3,3]'
  plyground solve max-connect-four 4445552266331177112233
  plyground solve breakthrough bb-bbb/b--bb-/--b---/-w-ww-/w-w---/-wwww-/w")]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(super) struct Args {
    /// The game
    #[arg(value_parser = game_names())]
    game: AnyGame,
    #[command(flatten)]
    position: PositionArgs,
    /// connect-four: a board of this size, columns x rows
    #[arg(long, value_name = "SIZE")]
    size: Option<String>,
    /// Win, draw or loss only: much quicker
    #[arg(long)]
    weak: bool,
    /// connect-four and max-connect-four: threads, by default as many as there are processors;
    /// with 1 the number of nodes is always the same
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=i64::from(MOST_THREADS)))]
    threads: Option<u16>,
    /// Memory of the solver's table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..))]
    table: u16,
    /// connect-four: use no openings known by heart
    #[arg(long)]
    no_book: bool,
    /// adjacent-four: stones may go on any empty cell (the notation grid writes such boards)
    #[arg(long)]
    no_adjacency: bool,
    /// adjacent-four: solve every pair of a first stone and an answer instead, once up to reflections
    #[arg(long, conflicts_with_all = ["words", "weak", "no_adjacency"])]
    openings: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        self.refuse("--size", self.size.is_some(), plyground_core::AnyGame::is::<ConnectFour>)?;
        if let Some(size) = &self.size {
            let (columns, rows) = read_size(size)?;
            let game = sized::game(columns, rows)
                .ok_or_else(|| Failure::bad_input(unknown_size(columns, rows, sized::SIZES)))?;
            return Self { game, size: None, ..self.clone() }.run(streams);
        }
        self.refuse("--openings", self.openings, plyground_core::AnyGame::is::<AdjacentFour>)?;
        self.refuse("--no-adjacency", self.no_adjacency, |game| {
            has(game, |solver| solver.rules.contains(&ADJACENCY))
        })?;
        self.refuse("--no-book", self.no_book, |game| has(game, |solver| solver.aids.contains(&BOOK)))?;
        self.refuse("--threads", self.threads.is_some(), |game| has(game, |solver| solver.has_threads))?;
        self.refuse("--weak", self.weak, |game| has(game, |solver| solver.kind != ValueKind::Winner))?;
        if self.openings {
            return self.openings(streams);
        }
        if self.game.is::<Breakthrough>() {
            return self.prove(streams);
        }
        self.solve(streams)
    }

    fn prove(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let position = self.position.read(self.game, streams.input)?;
        let stop = interrupt::flag(INTERRUPTED)?;
        let is_stopped = || stop.load(Ordering::Relaxed);
        let mut prover = Prover::<6, 6>::new(self.table_bytes());
        let spinner = progress::spinner("proving");
        let position = position.typed::<Breakthrough>().expect("a position of this game");
        let found = ProvedWinner::prove(&mut prover, position, &Limits { stop: &is_stopped })
            .map_err(|Stopped| interrupted())?;
        spinner.finish_and_clear();
        if self.json {
            return Ok(json::write(streams.out, &found.document())?);
        }
        found.write(streams.out)?;
        Ok(writeln!(streams.err, "{}", found.cost())?)
    }

    fn solve(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let game = self.game;
        let Some(info) = game.solver_info() else {
            let name = game.name();
            return Err(bad_input!("{name} is not solved; expected another game"));
        };
        let position = self.position.read(game, streams.input)?;
        let stop = interrupt::flag(INTERRUPTED)?;
        let is_stopped = || stop.load(Ordering::Relaxed);
        let limits = Limits { stop: &is_stopped };
        let left_out = [(BOOK, self.no_book), (ADJACENCY, self.no_adjacency)];
        let without: Vec<&str> =
            left_out.into_iter().filter(|(_, is_out)| *is_out).map(|(name, _)| name).collect();
        // Whether it keeps each rule that it can leave out.
        let kept = info.rules.iter().map(|&rule| (rule, Value::from(!without.contains(&rule))));
        let rules: Vec<_> = kept.filter(|_| !self.weak).collect();
        let threads = if info.has_threads { threads(self.threads) } else { 1 };
        let start = Instant::now();
        let settings = SolverSettings { bytes: self.table_bytes(), threads, without };
        let mut solver = game.solver(&settings).expect("the game has one");
        let spinner = progress::spinner("solving");
        let values =
            Solved::find(&mut *solver, &position, self.weak, &limits).map_err(|Stopped| interrupted())?;
        spinner.finish_and_clear();
        let found = Solution::new(&position, info.kind, self.weak, &values);
        if self.json {
            return Ok(json::write(streams.out, &found.document(&rules, solver.nodes(), start.elapsed()))?);
        }
        Ok(found.write(streams, solver.nodes(), start.elapsed())?)
    }

    /// Solves all pairs of a first stone and an answer, once up to reflections of the board, each with a new table.
    fn openings(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let start = Instant::now();
        let stop = interrupt::flag(INTERRUPTED)?;
        let is_stopped = || stop.load(Ordering::Relaxed);
        let openings = openings();
        let bar = progress::bar();
        bar.set_length(openings.len() as u64);
        let mut documents: Vec<Value> = Vec::new();
        let mut rows = Vec::new();
        let mut nodes = 0;
        for opening in openings {
            let found = opening.solve(self.table_bytes(), &Limits { stop: &is_stopped });
            nodes += found.nodes;
            bar.inc(1);
            let empty = AnyGame::listed::<AdjacentFour>().start();
            let first = board::move_text(&empty, AnyMove::of(opening.first));
            let reply = board::move_text(&empty.play(AnyMove::of(opening.first)), AnyMove::of(opening.reply));
            let Some(proof) = found.proof else { return Err(interrupted()) };
            let side = opening.position().turn();
            rows.push(vec![format!("{first} {reply}"), value_words(empty.game(), proof.into(), side)]);
            documents.push(json!({
                "first": first,
                "reply": reply,
                "proof": value_json(proof.into()),
                "nodes": found.nodes,
            }));
        }
        bar.finish_and_clear();
        if self.json {
            return Ok(json::write(streams.out, &json!({ "openings": documents }))?);
        }
        layout::table(streams.out, "", 2, &rows)?;
        Ok(writeln!(streams.err, "{}, {:.3} s", counted(nodes, "node"), start.elapsed().as_secs_f64())?)
    }

    /// Refuses an option that is given but means nothing to the game.
    fn refuse(&self, option: &str, is_given: bool, is_for: impl Fn(AnyGame) -> bool) -> Result<(), Failure> {
        if !is_given || is_for(self.game) {
            return Ok(());
        }
        let others: Vec<&str> =
            AnyGame::all().iter().copied().filter(|&game| is_for(game)).map(AnyGame::name).collect();
        let (others, game) = (board::listed(&others), self.game.name());
        Err(bad_input!("{option}: only for {others}; expected none with {game}"))
    }

    fn table_bytes(&self) -> usize {
        usize::from(self.table) << 20
    }
}

/// Whether a game has a solver of which this holds.
fn has(game: AnyGame, holds: impl Fn(&SolverInfo) -> bool) -> bool {
    game.solver_info().is_some_and(holds)
}

fn interrupted() -> Failure {
    Failure::interrupted(INTERRUPTED)
}
