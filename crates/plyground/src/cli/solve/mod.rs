//! `plyground solve`: the exact value of a position and of every move.

mod adjacent_four;
mod breakthrough;
mod connect_four;
mod max_connect_four;
mod openings;
mod weak;

use std::path::PathBuf;

use plyground_core::agents::Proof;
use plyground_core::games::connect_four::solve::MOST_THREADS;
use plyground_core::{GameId, counted};

use super::game_names;
use super::position::PositionArgs;
use crate::exit::{Failure, Streams};

const EXAMPLES: &str = "Examples:
  plyground solve connect-four 4444445623513222
  plyground solve connect-four --weak 44444
  plyground solve connect-four --json ..yyrrr,..ryryr,....y..,.......,.......,....... red
  plyground solve adjacent-four '[3,4] [3,3]'
  plyground solve max-connect-four 4445552266331177112233
  plyground solve breakthrough --size 3x6
  plyground solve breakthrough --size 3x5 --proof three-by-five.proof";

/// Solve a position: the exact value of every move, and best play to the end
///
/// Boards may have any numbers of pieces.
///
/// Openings of connect-four take seconds; what is known of them by heart (`plyground book`) helps,
/// unless --no-book forbids it. A score is 0 for a draw, positive for a win of the side to move and
/// negative for its loss; with e empty cells a win in p plies scores (e + 2 - p) / 2, so that sooner is
/// more.
///
/// Openings of max-connect-four take minutes. Its values are differences of quadruples at the end.
///
/// With breakthrough it is proved who wins, with a move that does; --proof writes the whole strategy
/// down for `plyground verify-proof`.
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
/// `seconds` and `certificate` (null without --proof; `file`, `choices`, `bytes`, `nodes` and
/// `seconds`).
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(super) struct Args {
    /// The game
    #[arg(value_parser = game_names())]
    game: GameId,
    #[command(flatten)]
    position: PositionArgs,
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
    /// breakthrough: columns and rows of the board, with the start position
    #[arg(long, value_name = "WxH", conflicts_with_all = ["words", "notation"])]
    size: Option<String>,
    /// breakthrough: write a certificate, which `plyground verify-proof` checks without the prover
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        if self.game != GameId::AdjacentFour {
            self.only_for("adjacent-four", &[("--openings", self.openings)])?;
        }
        if self.game != GameId::Breakthrough {
            let own = [("--size", self.size.is_some()), ("--proof", self.proof.is_some())];
            self.only_for("breakthrough", &own)?;
        }
        match self.game {
            GameId::ConnectFour => {
                self.only_for("adjacent-four", &[("--no-adjacency", self.no_adjacency)])?;
                connect_four::run(self, streams)
            }
            GameId::AdjacentFour => {
                self.only_for("connect-four", &[("--no-book", self.no_book)])?;
                let threads = [("--threads", self.threads.is_some())];
                self.only_for("connect-four and max-connect-four", &threads)?;
                if self.openings { openings::run(self, streams) } else { adjacent_four::run(self, streams) }
            }
            GameId::MaxConnectFour => {
                self.only_for("adjacent-four", &[("--no-adjacency", self.no_adjacency)])?;
                self.only_for("connect-four", &[("--no-book", self.no_book)])?;
                max_connect_four::run(self, streams)
            }
            GameId::Breakthrough => {
                self.only_for("adjacent-four", &[("--no-adjacency", self.no_adjacency)])?;
                self.only_for("connect-four", &[("--no-book", self.no_book)])?;
                self.only_for("connect-four and max-connect-four", &[("--threads", self.threads.is_some())])?;
                self.only_for("the other games", &[("--weak", self.weak)])?;
                breakthrough::run(self, streams)
            }
        }
    }

    /// Refuses options of another game.
    fn only_for(&self, other: &str, options: &[(&str, bool)]) -> Result<(), Failure> {
        match options.iter().find(|(_, is_given)| *is_given) {
            None => Ok(()),
            Some((option, _)) => {
                let game = self.game.name();
                Err(Failure::bad_input(format_args!("{option}: only for {other}; expected none with {game}")))
            }
        }
    }

    fn table_bytes(&self) -> usize {
        usize::from(self.table) << 20
    }
}

/// An exact result in words.
fn result_words(proof: Proof, side: &str) -> String {
    let count = |plies: u32| counted(plies, "ply");
    match proof {
        Proof::Win { plies } => format!("{side} wins in {}", count(plies)),
        Proof::Draw => "draw".to_owned(),
        Proof::Loss { plies } => format!("{side} loses in {}", count(plies)),
    }
}
