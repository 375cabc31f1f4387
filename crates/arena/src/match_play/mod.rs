//! A match between two players on several threads.
//!
//! Each opening is played twice with the sides exchanged. Every game begins with new agents and has its
//! own seed, and results count in the order of the plan, so the outcome does not depend on the number
//! of threads, as long as no agent plays by the clock. Two agents built in play each other directly; where
//! anybody else takes part, a referee judges, and games at the same time have processors of their own.

mod direct;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use plyground_core::agents::{AgentSpec, SpecError};
use plyground_core::{ByPlayer, Player};

use crate::entrant::{BuiltIn, Entrant};
use crate::pool::{Pool, Queue, Worker};
use crate::referee::{self, Fixture, Settings};
use plyground_league::openings::Opening;
use plyground_league::planned::PlannedGame;
use plyground_league::record::GameRecord;
use plyground_league::result::{Faults, GameResult};
use plyground_league::schedule::{Form, Schedule, ScheduleError};
use plyground_league::sprt::{Sprt, Verdict};
use plyground_league::standings::{Meeting, Tally};
use plyground_sandbox::isolation::Shares;

/// A match to be played.
#[derive(Debug)]
pub struct Match {
    /// The two players.
    pub players: [Contestant; 2],
    /// Their names in records.
    pub names: [String; 2],
    /// Whether every game has a record. Games in which not only agents built in take part always have one.
    pub keeps_records: bool,
    /// How games are judged in which not only agents built in take part.
    pub settings: Settings,
    /// The openings; each makes two games.
    pub openings: Vec<Opening>,
    /// The seed of everything random.
    pub seed: u64,
    /// The number of games that are played at a time.
    pub jobs: NonZeroUsize,
    /// A test that ends the match when it is decided.
    pub sprt: Option<Sprt>,
}

/// A player of a match.
pub enum Contestant {
    /// An agent built in. If it takes a seed and none is set, it gets a new one for every game.
    Agent(AgentSpec),
    /// Any other player.
    Other(Box<MakeEntrant>),
}

/// Makes an entrant for a game, on the processors of the share with this number.
pub type MakeEntrant = dyn Fn(&Shares, usize) -> Box<dyn Entrant> + Send + Sync;

impl fmt::Debug for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Agent(spec) => spec.fmt(f),
            Self::Other(_) => f.write_str("other"),
        }
    }
}

/// A game of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// What it counts for.
    pub result: GameResult,
    /// What happened in it, if anybody wrote that down.
    pub record: Option<GameRecord>,
}

/// The state of a match, running or ended.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct MatchState {
    /// The first agent's games.
    pub meeting: Meeting,
    /// Faults of the two agents.
    pub faults: [Faults; 2],
    /// Games counted.
    pub games: u64,
    /// Moves made in them, those of the openings included.
    pub plies: u64,
    /// The state of the test, if there is one.
    pub verdict: Option<Verdict>,
}

impl MatchState {
    /// Whether a test has ended the match.
    pub fn is_decided(&self) -> bool {
        matches!(self.verdict, Some(Verdict::AcceptH0 | Verdict::AcceptH1))
    }
}

/// Why a match cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// One of the agents does not exist for this game.
    #[error(transparent)]
    Agent(SpecError),
    /// There are no openings, or too many.
    #[error(transparent)]
    Schedule(ScheduleError),
    /// The system gave no thread.
    #[error("threads: {0}; expected room for one more")]
    Thread(std::io::Error),
    /// The machine could not play a game.
    #[error("{0}")]
    SystemError(String),
}

/// A pair of games, or why it could not be played.
type Played = Result<(usize, [PlayedGame; 2]), MatchError>;

/// How often it is looked whether the match is to be broken off.
const LOOK: Duration = Duration::from_millis(20);

impl Match {
    /// Plays the match. After every pair of games, in the order of the plan, `progress` gets the state of the match and
    /// the pair.
    ///
    /// When `stop` is raised it comes back with the pairs that count by then. Nobody waits for those who still
    /// play: an agent built in that cannot be stopped computes on until it has its move, and programs run until
    /// their [`Isolation`](plyground_sandbox::isolation::Isolation::until) ends them.
    ///
    /// # Errors
    ///
    /// If an agent does not exist for the game, there are no openings or too many, or no thread starts.
    pub fn play(
        self,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&MatchState, &[PlayedGame; 2]),
    ) -> Result<MatchState, MatchError> {
        let schedule = Schedule::new(Form::RoundRobin, 2, self.openings.len() as u64, self.seed);
        let plan = schedule.map_err(MatchError::Schedule)?.plan(&[]).games;
        let (mut count, jobs) = (Count::new(self.sprt), self.jobs.get().min(plan.len() / 2));
        let queue = Queue::new(0..plan.len() / 2);
        let playing = Playing { contest: self, plan, queue, shares: Shares::new(jobs) };
        let work = move |worker: Worker<'static, Played>| playing.work(&worker);
        let is_stopped = || stop.load(Ordering::Relaxed);
        // Bounded, so that results do not pile up where they are counted slower than played.
        let counted = Pool { workers: jobs, room: 1024, stop }
            .run_detached(work, |played| count.take(played, &is_stopped, progress));
        // Without the games of a worker that failed, the others are not the match.
        counted.map_err(MatchError::Thread)?.map(|()| count.state)
    }
}

/// What those who play share.
struct Playing {
    contest: Match,
    plan: Vec<PlannedGame>,
    /// The numbers of the pairs that are to be played.
    queue: Queue<'static, usize>,
    /// The processors, where a referee judges.
    shares: Shares,
}

impl Playing {
    /// Plays pair after pair until there is none left or the match is over.
    fn work(&self, worker: &Worker<'_, Played>) {
        let is_over = || worker.is_over();
        let is_agent = |player: &Contestant| matches!(player, Contestant::Agent(_));
        let players = &self.contest.players;
        if !players.iter().all(is_agent) {
            // Where the system refuses, the referee runs anywhere.
            let _ = self.shares.keep_this_thread(worker.number, players.iter().any(is_agent));
        }
        while let Some(at) = worker.next(&self.queue) {
            let pair = self.plan.chunks_exact(2).nth(at);
            let (Some(&[one, two]), Some(opening)) = (pair, self.contest.openings.get(at)) else { return };
            let play = |game: &PlannedGame| self.game(game, opening, worker.number, &is_over);
            worker.hand_in(play(&one).and_then(|one| Ok((at, [one, play(&two)?]))));
        }
    }

    /// Plays a game, which a referee judges if not only agents built in take part.
    fn game(
        &self,
        game: &PlannedGame,
        opening: &Opening,
        worker: usize,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Result<PlayedGame, MatchError> {
        if let [Contestant::Agent(first), Contestant::Agent(second)] = &self.contest.players {
            let played = direct::play(&self.contest, [first, second], game, opening, is_over);
            return played.map_err(MatchError::Agent);
        }
        let name = |side: Player| self.contest.names[game.entrants[side]].clone();
        let seat = |side: Player| -> Result<Box<dyn Entrant>, MatchError> {
            Ok(match &self.contest.players[game.entrants[side]] {
                Contestant::Agent(spec) => {
                    let agent = BuiltIn::new(opening.position.game(), name(side), spec.clone());
                    Box::new(agent.map_err(MatchError::Agent)?)
                }
                Contestant::Other(make) => make(&self.shares, worker),
            })
        };
        let (mut first, mut second) = (seat(Player::First)?, seat(Player::Second)?);
        let fixture = Fixture { id: game.id.to_string(), start: opening.position.clone(), seed: game.seed };
        let entrants: &mut ByPlayer<&mut dyn Entrant> = &mut ByPlayer::new(&mut *first, &mut *second);
        let mut record = referee::play(&fixture, &self.contest.settings, entrants, &mut |_| {});
        let before = u32::try_from(opening.moves.len()).unwrap_or(u32::MAX);
        let result = GameResult::of_record(game, &record, before);
        let Some(result) = result.map_err(|error| MatchError::SystemError(error.to_string()))? else {
            return Err(MatchError::SystemError(record.ending.system_error.unwrap_or_default()));
        };
        for (side, entrant) in Player::BOTH.into_iter().zip(&mut record.entrants) {
            entrant.name = name(side);
        }
        Ok(PlayedGame { result, record: Some(record) })
    }
}

/// The match so far.
struct Count {
    /// Pairs of games counted, which is the number of the next.
    pairs: usize,
    tally: Tally,
    sprt: Option<Sprt>,
    state: MatchState,
}

impl Count {
    fn new(sprt: Option<Sprt>) -> Self {
        let state = MatchState { verdict: sprt.map(|_| Verdict::Open), ..MatchState::default() };
        Self { pairs: 0, tally: Tally::new(2), sprt, state }
    }

    /// Counts finished games, in the order of the plan, until the match is decided or stopped.
    fn take(
        &mut self,
        played: &Receiver<Played>,
        is_stopped: &dyn Fn() -> bool,
        progress: &mut dyn FnMut(&MatchState, &[PlayedGame; 2]),
    ) -> Result<(), MatchError> {
        let mut early = BTreeMap::new();
        while !is_stopped() {
            let (pair, games) = match played.recv_timeout(LOOK) {
                Ok(Ok(pair)) => pair,
                // A program that was ended because somebody has had enough is no system error.
                Ok(Err(_)) if is_stopped() => break,
                Ok(Err(error)) => return Err(error),
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break,
            };
            early.insert(pair, games);
            while let Some(games) = early.remove(&self.pairs) {
                self.add(&games);
                progress(&self.state, &games);
                if self.state.is_decided() || is_stopped() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, games: &[PlayedGame; 2]) {
        self.pairs += 1;
        for PlayedGame { result, .. } in games {
            for side in Player::BOTH {
                self.state.faults[result.entrants[side]].merge(&result.faults[side]);
            }
            // The plan names entrants 0 and 1 and nobody else.
            let _ = self.tally.add(result);
        }
        self.state.meeting = self.tally.meetings().remove(&[0, 1]).unwrap_or_default();
        self.state.games = self.tally.games();
        self.state.plies = self.tally.plies();
        self.state.verdict = self.sprt.map(|sprt| sprt.verdict(&self.state.meeting.pairs));
    }
}
