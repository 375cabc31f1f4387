//! `plyground match`: which of two agents is better, and how sure that is.

mod folder;
mod page;
mod watch;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use plyground_arena::match_play::{Contestant, Match, MatchError, MatchState};
use plyground_arena::protocol::PlayRules;
use plyground_arena::referee::Settings;
use plyground_core::agents::AgentSpec;
use plyground_core::{AnyGame, counted, digits};
use plyground_league::openings::{self, OpeningRules};
use plyground_league::schedule::MOST_GAMES;
use plyground_league::sprt::Sprt;

use self::folder::Folder;
use self::watch::Watch;
use super::programs::{ProgramArgs, RegisteredProgram};
use crate::arguments::{Unexpected, game_names, seed, threads};
use crate::exit::{Exit, Failure, Streams};
use crate::interrupt;
use crate::present::{json, layout, progress};
use crate::shown::{printable, word};

/// Play a match between two players: score, Elo with error bars, and who is the better one
///
/// Openings are random moves after which a shallow search of 4 plies sees no decision; all are
/// different, mirror images counted as the same, and each is played twice with the sides exchanged.
/// Every game begins with new agents. Agents that do not play by the clock make the same match every
/// time, whatever the number of jobs; `--seed` makes another one. Those that do want no more jobs than
/// there are processors.
///
/// All numbers are for the first agent. Error bars are 95 % intervals and come from pairs of games,
/// since the two games of an opening are not independent. `superiority` is the probability that the
/// first agent is the better one. Elo is infinite if all points were scored, or none.
///
/// With --sprt the match ends as soon as the sequential test has decided between H0, that the first
/// agent is ELO0 Elo better, and H1, that it is ELO1 better; -n is then the most games that are played.
/// The score of a match that ended so is a little further from 50 % than the truth. Speed and progress
/// go to standard error.
///
/// Ctrl-C ends the match within a second, with the score so far and exit status 130. Games count in pairs, in the
/// order of the plan, so a pair whose second game is not over does not count.
///
/// Programs of people are given by --program and run in a sandbox, under the protocol, the time limit
/// and the fault policy of the game's assignment. Below the score stand the faults of their answers: of each kind how
/// many there were, where the first was, what was wrong, and the end of what the program wrote on standard error. A
/// program that has not given one legal answer in the first four games, or in all if there are fewer, cannot play:
/// that ends the match with exit status 3, and without a score but in JSON.
///
/// With --out the games are kept in a new folder, move by move: that of a tournament of two, for `plyground tournament
/// replay`, `standings`, `report`, and `plyground serve --tournament`. After Ctrl-C `plyground tournament run` plays
/// the games that are missing.
///
/// JSON: `game`, `agents`, `seed`, `opening_plies`, `planned` (games), `games` (played), `by_side` (for
/// each side of the first agent `wins`, `draws`, `losses`), `together`, `margin` (points ahead, 0 but
/// in games of points), `pairs` (five counts: pairs of games in which the first agent scored 0, 0.5, 1,
/// 1.5 and 2 points), `score` (0 to 1), `score_interval`, `elo`, `elo_interval` (null stands for
/// infinite), `normalized_elo` (null for infinite), `superiority`, `sprt` (null, or `elo`,
/// `error_rates`, `ratio`, `bounds` and `accepted`, which is null, `h0` or `h1`), `faults` (of each
/// agent, how many of each kind), `first_faults` (of each agent a list with the first of each kind: `kind`, `game`,
/// `turn`, `message`, `stderr`), `unable` (null, or 0 or 1: the agent that cannot play), `mean_plies`, `seconds`,
/// `interrupted` (whether Ctrl-C ended it early).
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  plyground match alpha-beta:depth=4 alpha-beta:depth=2 --game connect-four -n 8
  plyground match engine:depth=3 random --game breakthrough -n 20 --json
  plyground match alpha-beta:depth=3,eval=cs431 alpha-beta:depth=3 \\
      --game connect-four -n 400 --sprt 0,100
  plyground match engine:depth=2 random --game breakthrough -n 10 --out games")]
pub(super) struct Args {
    /// The first player: an agent, see `plyground agents`, or a program named by --program
    #[arg(value_name = "A")]
    first: String,
    /// The second player
    #[arg(value_name = "B")]
    second: String,
    /// The game
    #[arg(long, value_parser = game_names())]
    game: AnyGame,
    /// The number of games, an even one
    #[arg(short = 'n', long, value_name = "N", default_value = "100", value_parser = games, allow_negative_numbers = true)]
    games: u64,
    /// Random moves of an opening, and more where there are not enough different ones; by default 6, or fewer in a
    /// short game
    #[arg(long, value_name = "N")]
    plies: Option<u32>,
    /// The seed of openings and random agents
    #[arg(long, value_name = "N", default_value = "0", value_parser = seed, allow_negative_numbers = true)]
    seed: u64,
    /// Games at a time [default: one for each processor, or for as many as an agent has threads]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// End the match when it is decided between these two Elo differences
    #[arg(long, value_name = "ELO0,ELO1", value_parser = elo_bounds, allow_hyphen_values = true)]
    sprt: Option<[f64; 2]>,
    /// With --sprt: probability of accepting H1 wrongly
    #[arg(long, value_name = "P", default_value = "0.05", value_parser = error_rate, allow_negative_numbers = true, requires = "sprt")]
    alpha: f64,
    /// With --sprt: probability of accepting H0 wrongly
    #[arg(long, value_name = "P", default_value = "0.05", value_parser = error_rate, allow_negative_numbers = true, requires = "sprt")]
    beta: f64,
    #[command(flatten)]
    programs: ProgramArgs,
    /// Keep the games in this folder, which is made: a tournament of two
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn games(text: &str) -> Result<u64, Unexpected> {
    let number = digits(text).and_then(|digits| digits.parse().ok());
    let number = number.filter(|n| *n >= 2 && n % 2 == 0 && *n <= MOST_GAMES);
    number.ok_or_else(|| {
        Unexpected::new(text, format!("an even number from 2 to {MOST_GAMES}, two games an opening"))
    })
}

fn elo_bounds(text: &str) -> Result<[f64; 2], Unexpected> {
    let read = || {
        let (elo0, elo1) = text.split_once(',')?;
        Some([elo0.trim().parse().ok()?, elo1.trim().parse().ok()?])
    };
    read().ok_or_else(|| Unexpected::new(text, "two Elo differences such as 0,20"))
}

fn error_rate(text: &str) -> Result<f64, Unexpected> {
    let rate = text.parse().ok().filter(|rate| *rate > 0.0 && *rate < 0.5);
    rate.ok_or_else(|| Unexpected::new(text, "an error rate above 0 and below 0.5"))
}

/// A player before the match.
enum Entered {
    Agent(AgentSpec),
    Program(RegisteredProgram),
}

impl Entered {
    /// Threads that it is known to have.
    fn threads(&self) -> usize {
        match self {
            Self::Agent(spec) => spec.threads() as usize,
            Self::Program(_) => 1,
        }
    }
}

fn names(players: &[Entered; 2]) -> [String; 2] {
    let [first, second] = players.each_ref().map(|player| match player {
        Entered::Agent(spec) => spec.to_string(),
        Entered::Program(program) => program.name.clone(),
    });
    // Names that differ in capitals alone look alike.
    let is_alike = second.to_lowercase() == first.to_lowercase();
    let second = if is_alike { format!("{second} (2)") } else { second };
    [first, second]
}

/// A match that has been played, for the page and for JSON.
struct Report<'a> {
    args: &'a Args,
    sprt: Option<Sprt>,
    state: MatchState,
    time: Duration,
    watch: Watch,
    /// The player that has shown that it cannot play, if any has: the match ended with that.
    unable: Option<usize>,
    /// Whether it was interrupted before all games that were to be played counted.
    is_cut_short: bool,
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let sprt = self.sprt.map(|[elo0, elo1]| Sprt::new(elo0, elo1, self.alpha, self.beta)).transpose();
        let sprt = sprt.map_err(|error| bad_input!("--sprt: {error}"))?;
        let stop = interrupt::flag("interrupted")?;
        let report = self.play(sprt, &stop, streams)?;
        let unable = report.unable.map(|player| Failure {
            exit: Exit::ProgramFailed,
            message: report.watch.complaint(player, [&self.first, &self.second][player]),
        });
        if self.json {
            json::write(streams.out, &page::document(self.game, &report))?;
        } else if let Some(failure) = unable {
            // A score would say nothing.
            return Err(failure);
        } else if report.is_cut_short && report.state.games == 0 {
            return Err(Failure::interrupted("interrupted; no game counts yet"));
        } else {
            page::write(self.game, streams.out, &report)?;
        }
        streams.out.flush()?;
        if let Some(failure) = unable {
            return Err(failure);
        }
        if report.is_cut_short {
            let (games, of) = (report.state.games, self.games);
            let rest = self.out.as_deref().map_or_else(String::new, |out| {
                let (out, options) = (word(out), self.programs.isolation.words());
                format!("; the others: plyground tournament run {out}{options}")
            });
            return Err(Failure::interrupted(format_args!(
                "interrupted after {games} of {}{rest}",
                counted(of, "game")
            )));
        }
        Ok(())
    }

    /// How openings are made.
    fn opening_rules(&self) -> OpeningRules {
        let usual = OpeningRules::of(self.game);
        OpeningRules { plies: self.plies.unwrap_or(usual.plies), ..usual }
    }

    /// The player that a word names: a program of that name, or an agent.
    fn player(&self, word: &str) -> Result<Entered, Failure> {
        if let Some(program) = self.programs.find(word)? {
            return Ok(Entered::Program(program));
        }
        let spec: AgentSpec = word.parse().map_err(Failure::bad_input)?;
        // Before openings are made, which may take a while.
        self.game.agent(&spec).map_err(Failure::bad_input)?;
        Ok(Entered::Agent(spec))
    }

    fn play(
        &self,
        sprt: Option<Sprt>,
        stop: &Arc<AtomicBool>,
        streams: &mut Streams<'_>,
    ) -> Result<Report<'_>, Failure> {
        let game = self.game;
        self.programs.check_names()?;
        let entered = [self.player(&self.first)?, self.player(&self.second)?];
        let is_program = entered.each_ref().map(|player| matches!(player, Entered::Program(_)));
        let probe = || self.programs.isolation.probe_for(&self.programs.commands(), &[], stop, streams);
        let isolation = is_program.contains(&true).then(probe).transpose()?;
        let rules = PlayRules::of(game);
        let mut settings = Settings::new(self.programs.time(rules.time), rules.policy);
        if let Some(isolation) = &isolation {
            isolation.level().word().clone_into(&mut settings.isolation);
        }
        let most_threads = entered.iter().map(Entered::threads).max().unwrap_or(1);
        let names = names(&entered);
        let opening_rules = self.opening_rules();
        let wanted = usize::try_from(self.games / 2).unwrap_or(usize::MAX);
        let openings =
            openings::generate(game, wanted, opening_rules, self.seed).map_err(Failure::bad_input)?;
        let out = self.out.as_deref();
        let mut folder = out.map(|path| Folder::make(path, self, &entered, &names)).transpose()?;
        let time = settings.time;
        let players = entered.map(|player| match (player, &isolation) {
            (Entered::Agent(spec), _) => Contestant::Agent(spec),
            (Entered::Program(program), Some(isolation)) => {
                let isolation = isolation.clone();
                Contestant::Other(Box::new(move |shares, number| {
                    program.entrant(game, &isolation.clone().on_share(shares, number), time)
                }))
            }
            (Entered::Program(_), None) => unreachable!("where a program takes part, an isolation was found"),
        });
        let jobs = self.jobs.map_or_else(|| threads(None) / most_threads, usize::from);
        let jobs = NonZeroUsize::new(jobs).unwrap_or(NonZeroUsize::MIN);
        let keeps_records = folder.is_some();
        let seed = self.seed;
        let contest = Match { players, names, keeps_records, settings, openings, seed, jobs, sprt };
        let bar = progress::bar();
        bar.set_length(self.games);
        let start = Instant::now();
        let mut shown = start;
        let (mut watch, mut kept, mut unable) = (Watch::default(), Ok(()), None);
        let state = contest.play(stop, &mut |state, games| {
            if kept.is_err() || unable.is_some() {
                return;
            }
            watch.look(games);
            kept = folder.as_mut().map_or(Ok(()), |folder| folder.add(games));
            unable =
                [0, 1].into_iter().find(|&player| is_program[player] && watch.is_unable(player, self.games));
            if kept.is_err() || unable.is_some() {
                // Nobody wants the rest, and programs that still run are ended.
                stop.store(true, Ordering::Relaxed);
            } else if !bar.is_hidden() && shown.elapsed() >= Duration::from_millis(100) {
                shown = Instant::now();
                bar.set_position(state.games);
                bar.set_message(page::progress(state, sprt));
            }
        });
        let time = start.elapsed();
        bar.finish_and_clear();
        if let Some(mut folder) = folder {
            folder.flush()?;
        }
        kept?;
        let state = state.map_err(|error| match error {
            MatchError::SystemError(message) => {
                Failure { exit: Exit::ProgramFailed, message: printable(&message) }
            }
            error => Failure::bad_input(error),
        })?;
        if !self.json {
            let seconds = time.as_secs_f64();
            let rate = layout::real(state.games) / seconds.max(1e-9);
            let [games, rate] = [state.games.to_string(), format!("{rate:.0}")].map(|n| counted(n, "game"));
            writeln!(streams.err, "{games}, {seconds:.3} s, {rate} a second")?;
        }
        let is_stopped = stop.load(Ordering::Relaxed) && unable.is_none();
        let is_cut_short = is_stopped && state.games < self.games && !state.is_decided();
        Ok(Report { args: self, sprt, state, time, watch, unable, is_cut_short })
    }
}
