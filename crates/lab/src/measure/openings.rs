//! What it is worth to know openings of Breakthrough by heart.

use std::collections::BTreeMap;

use plyground::cli::progress;
use plyground::interrupt;
use plyground::present::{json, layout};
use plyground::report::estimate::elo_text;
use plyground::{Failure, Streams};
use plyground_arena::pool::{Pool, Queue, Worker};
use plyground_core::agents::{Agent, EngineSettings, Graded};
use plyground_core::games::breakthrough::book::Book;
use plyground_core::games::breakthrough::{Breakthrough, Standard};
use plyground_core::rng::Rng;
use plyground_core::{ByPlayer, Game, Limits, Player, Position, counted};
use plyground_league::stats::Estimate;
use serde_json::json;

/// The level of graded players that looks into the openings.
const LEVEL: u32 = 5;

/// Play Breakthrough from the start with and without the openings known by heart
///
/// Both players are `graded` at level 5, the engine with 8 to 25 thousand nodes a move; one of them looks into the openings first. Each
/// pair of games has the same draws with the sides exchanged. Ctrl-C ends it with what is played by then; the pairs after
/// those, by --from, are counted by themselves.
///
/// JSON: `pairs`, `known` (games in which the one with the openings played from them), `wins` and `losses` of the one with the openings as
/// White and as Black, `score` (0 to 1), `score_interval`, `elo` and `elo_interval` (null stands for infinite), also if it is interrupted.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(super) struct Args {
    /// Pairs of games; they are numbered from 0
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pairs: u32,
    /// Leave out the pairs before the Nth, which an interrupted run has played
    #[arg(long, value_name = "N", default_value_t = 0)]
    from: u32,
    /// What the draws depend on
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Games at a time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// How a game went for the player with the openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct GameWithOpenings {
    is_won: bool,
    /// Whether it played from the openings.
    is_known: bool,
}

/// A pair that was played: the game as White, and the one as Black.
type Pair = [GameWithOpenings; 2];

impl Args {
    /// Plays the pairs: results to standard output.
    ///
    /// # Errors
    ///
    /// If no thread starts, or somebody interrupts it: then what is known is printed all the same.
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        if self.from >= self.pairs {
            return Err(Failure::bad_input(format_args!(
                "--from: {}; expected less than the {} pairs",
                self.from, self.pairs
            )));
        }
        let stop = interrupt::flag("interrupted")?;
        let bar = progress::bar();
        bar.set_length(u64::from(self.pairs - self.from));
        let queue = Queue::new(self.from..self.pairs);
        let work = |worker: Worker<'_, (u32, Pair)>| {
            let is_over = || worker.is_over();
            while let Some(number) = worker.next(&queue) {
                let games = Player::BOTH.map(|side| play(side, self.seed, number, &is_over));
                let [Some(white), Some(black)] = games else { return };
                worker.hand_in((number, [white, black]));
            }
        };
        let jobs = plyground::cli::threads(self.jobs);
        let pool = Pool { workers: jobs, room: jobs, stop: &stop };
        let played: BTreeMap<u32, Pair> = pool
            .run(work, |pairs| pairs.iter().inspect(|_| bar.inc(1)).collect())
            .map_err(|error| Failure::bad_input(format_args!("threads: {error}")))?;
        bar.finish_and_clear();
        // Pairs after one that was broken off are played again.
        let pairs: Vec<Pair> = (self.from..).map_while(|number| played.get(&number).copied()).collect();
        self.write(&pairs, streams)?;
        let reached = self.from + u32::try_from(pairs.len()).expect("no more than the numbers of pairs");
        if reached < self.pairs {
            return Err(Failure::interrupted(format!(
                "interrupted at pair {reached} of {}; the same command with --from {reached} goes on",
                self.pairs
            )));
        }
        Ok(())
    }

    fn write(&self, pairs: &[Pair], streams: &mut Streams<'_>) -> Result<(), Failure> {
        let count = |is: &dyn Fn(&Pair) -> bool| pairs.iter().filter(|pair| is(pair)).count();
        let won = |side: usize| count(&|pair| pair[side].is_won);
        let known = count(&|pair| pair[0].is_known) + count(&|pair| pair[1].is_known);
        let wins = [won(0), won(1)];
        let losses = wins.map(|wins| pairs.len() - wins);
        // By the number of won games of a pair.
        let points = [0, 1, 2]
            .map(|points| count(&|pair| pair.iter().filter(|game| game.is_won).count() == points) as u64);
        let estimate = Estimate::of(&points);
        if self.json {
            let finite = |elo: f64| elo.is_finite().then_some(elo);
            let document = json!({
                "pairs": pairs.len(),
                "known": known,
                "wins": wins,
                "losses": losses,
                "score": estimate.map(|estimate| estimate.mean),
                "score_interval": estimate.map(|estimate| estimate.interval()),
                "elo": estimate.and_then(|estimate| finite(estimate.elo())),
                "elo_interval": estimate.map(|estimate| estimate.elo_interval().map(finite)),
            });
            json::write(streams.out, &document)?;
        } else {
            let games = 2 * pairs.len();
            writeln!(
                streams.out,
                "{}, {known} of them with moves from the openings",
                counted(games, "game")
            )?;
            let mut rows = vec![["with the openings", "wins", "losses"].map(str::to_owned).to_vec()];
            for side in Player::BOTH {
                let counts = [wins[side as usize], losses[side as usize]].map(|count| count.to_string());
                rows.push(
                    std::iter::once(format!("as {}", Breakthrough::SIDES[side])).chain(counts).collect(),
                );
            }
            layout::table(streams.out, "  ", 1, &rows)?;
            if let Some(estimate) = estimate {
                let [low, high] = estimate.interval().map(|share| 100.0 * share);
                let score = 100.0 * estimate.mean;
                writeln!(streams.out, "score {score:.1} %, 95 % interval {low:.1} % to {high:.1} %")?;
                let [low, high] = estimate.elo_interval().map(elo_text);
                writeln!(streams.out, "elo {}, 95 % interval {low} to {high}", elo_text(estimate.elo()))?;
            }
        }
        streams.out.flush()?;
        Ok(())
    }
}

/// Plays a game of the pair with this number, the player with the openings on this side; `None` if it is broken off.
fn play(
    with_openings: Player,
    seed: u64,
    number: u32,
    is_over: &(dyn Fn() -> bool + Sync),
) -> Option<GameWithOpenings> {
    let book = Book::embedded();
    let mut draws = Rng::new(seed.wrapping_add(u64::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    let mut player = |has_book: bool| {
        let engine = Breakthrough::engine(EngineSettings { has_book, ..EngineSettings::default() });
        Graded::<Standard>::new(&Breakthrough::evaluations()[0], engine, LEVEL, draws.next())
    };
    let [knows, does_not] = [true, false].map(&mut player);
    let mut players = match with_openings {
        Player::First => ByPlayer::new(knows, does_not),
        Player::Second => ByPlayer::new(does_not, knows),
    };
    let mut position = Breakthrough::start();
    let mut is_known = false;
    let limits = Limits { stop: is_over };
    while position.outcome().is_none() {
        let turn = position.turn();
        let decision = players[turn].choose(&position, &limits)?;
        if is_over() {
            return None;
        }
        position = position.play(decision.best);
        is_known |= turn == with_openings && book.winner(&position) == Some(turn);
    }
    Some(GameWithOpenings { is_won: position.outcome()?.winner() == Some(with_openings), is_known })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_the_same_again_and_another_with_another_number() {
        let game = |number| play(Player::First, 7, number, &|| false);
        assert!(game(0).is_some());
        assert_eq!(game(0), game(0));
        assert_eq!(play(Player::First, 7, 0, &|| true), None);
    }
}
