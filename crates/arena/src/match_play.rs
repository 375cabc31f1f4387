//! A match between two players on several threads.
//!
//! Each opening is played twice with the sides exchanged. Every game begins with new agents and has its
//! own seed, and results count in the order of the plan, so the outcome does not depend on the number
//! of threads, as long as no agent plays by the clock. Two agents built in play each other directly; where
//! anybody else takes part, a referee judges.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use plyground_core::agents::{self, Agent, AgentSpec, Limits, SpecError};
use plyground_core::rng::mix;
use plyground_core::{ByPlayer, Game, Outcome, Player, Position};

use crate::clock::Deadline;
use crate::entrant::{BuiltIn, Entrant};
use crate::fault::FaultKind;
use crate::openings::Opening;
use crate::referee::{self, Fixture, Settings};
use crate::result::{Faults, GameResult};
use crate::schedule::{Form, PlannedGame, Schedule, ScheduleError};
use crate::sprt::{Sprt, Verdict};
use crate::standings::{Meeting, Tally};
use crate::workers::start_all;

/// What is to be played.
#[derive(Clone, Copy, Debug)]
pub struct Match<'a, G: Game> {
    /// The two players.
    pub players: [Contestant<'a, G::Position>; 2],
    /// How games are judged in which not only agents built in take part.
    pub settings: &'a Settings,
    /// The openings; each makes two games.
    pub openings: &'a [Opening<G::Position>],
    /// The seed of everything random.
    pub seed: u64,
    /// The number of games that are played at a time.
    pub jobs: NonZeroUsize,
    /// A test that ends the match when it is decided.
    pub sprt: Option<Sprt>,
}

/// A player of a match.
#[derive(Clone, Copy)]
pub enum Contestant<'a, P: Position> {
    /// An agent built in. One without a seed of its own that takes one gets another for every game.
    Agent(&'a AgentSpec),
    /// Whoever else can play: makes an entrant for a game.
    Other(&'a (dyn Fn() -> Box<dyn Entrant<P>> + Sync)),
}

impl<P: Position> fmt::Debug for Contestant<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Agent(spec) => spec.fmt(f),
            Self::Other(_) => f.write_str("other"),
        }
    }
}

/// How a match stands, or has ended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MatchState {
    /// The first agent's games.
    pub meeting: Meeting,
    /// Faults of the two agents.
    pub faults: [Faults; 2],
    /// Games counted.
    pub games: u64,
    /// Moves made in them, those of the openings included.
    pub plies: u64,
    /// Where the test stands, if there is one.
    pub verdict: Option<Verdict>,
}

/// Why a match cannot be played.
#[derive(Debug)]
pub enum MatchError {
    /// One of the agents does not exist for this game.
    Agent(SpecError),
    /// There are no openings, or too many.
    Schedule(ScheduleError),
    /// The system gave no thread.
    Thread(std::io::Error),
    /// The machine could not play a game.
    Trouble(String),
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Agent(error) => error.fmt(f),
            Self::Schedule(error) => error.fmt(f),
            Self::Thread(error) => write!(f, "threads: {error}; expected room for one more"),
            Self::Trouble(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for MatchError {}

/// A pair of games, or why it could not be played.
type Played = Result<(usize, [GameResult; 2]), MatchError>;

impl<G: Game> Match<'_, G> {
    /// Plays the match. After every pair of games, in the order of the plan, `progress` sees how it stands.
    ///
    /// # Errors
    ///
    /// If an agent does not exist for the game, there are no openings or too many, or no thread starts.
    pub fn play(&self, progress: &mut dyn FnMut(&MatchState)) -> Result<MatchState, MatchError> {
        let schedule = Schedule::new(Form::RoundRobin, 2, self.openings.len() as u64, self.seed);
        let plan = schedule.map_err(MatchError::Schedule)?.plan(&[]).games;
        let pairs: Vec<&[PlannedGame]> = plan.chunks_exact(2).collect();
        let (next, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
        thread::scope(|scope| {
            // Bounded, so that results do not pile up where they are counted slower than played.
            let (sender, receiver) = sync_channel(1024);
            let (jobs, pairs, next, is_over) = (self.jobs.get().min(pairs.len()), &pairs, &next, &is_over);
            let work = move || self.work(pairs, next, is_over, &sender);
            start_all(scope, jobs, work).map_err(MatchError::Thread)?;
            let mut count = Count::new(self.sprt);
            let mut early = BTreeMap::new();
            'counting: for played in &receiver {
                let (pair, results) = played.inspect_err(|_| is_over.store(true, Ordering::Relaxed))?;
                early.insert(pair, results);
                while let Some(results) = early.remove(&count.pairs) {
                    count.add(&results);
                    progress(&count.state);
                    if count.is_decided() {
                        is_over.store(true, Ordering::Relaxed);
                        break 'counting;
                    }
                }
            }
            // Whoever waits to hand in a result is let go by the end of the receiver.
            drop(receiver);
            Ok(count.state)
        })
    }

    /// Plays pair after pair until there is none left or the match is over.
    fn work(
        &self,
        pairs: &[&[PlannedGame]],
        next: &AtomicUsize,
        is_over: &AtomicBool,
        sender: &SyncSender<Played>,
    ) {
        while !is_over.load(Ordering::Relaxed) {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let (Some(&[one, two]), Some(opening)) = (pairs.get(at), self.openings.get(at)) else { return };
            let play = |game: &PlannedGame| self.game(game, opening, is_over);
            let played = play(one).and_then(|one| Ok((at, [one, play(two)?])));
            if sender.send(played).is_err() {
                return;
            }
        }
    }

    fn game(
        &self,
        game: &PlannedGame,
        opening: &Opening<G::Position>,
        is_over: &AtomicBool,
    ) -> Result<GameResult, MatchError> {
        match self.players {
            [Contestant::Agent(first), Contestant::Agent(second)] => {
                Self::direct([first, second], game, opening, is_over).map_err(MatchError::Agent)
            }
            _ => self.refereed(game, opening),
        }
    }

    /// A game that a referee judges.
    fn refereed(&self, game: &PlannedGame, opening: &Opening<G::Position>) -> Result<GameResult, MatchError> {
        let seat = |side: Player| -> Result<Box<dyn Entrant<G::Position>>, MatchError> {
            Ok(match self.players[game.entrants[side]] {
                Contestant::Agent(spec) => {
                    let agent = BuiltIn::new::<G>(spec.to_string(), spec.clone());
                    Box::new(agent.map_err(MatchError::Agent)?)
                }
                Contestant::Other(make) => make(),
            })
        };
        let (mut first, mut second) = (seat(Player::First)?, seat(Player::Second)?);
        let fixture = Fixture { id: game.id.to_string(), start: opening.position, seed: game.seed };
        let record = referee::play::<G>(
            &fixture,
            self.settings,
            &mut ByPlayer::new(&mut *first, &mut *second),
            &mut |_| {},
        );
        let before = u32::try_from(opening.moves.len()).unwrap_or(u32::MAX);
        let result = GameResult::of_record(game, &record, before).map_err(MatchError::Trouble)?;
        result.ok_or_else(|| MatchError::Trouble(record.ending.trouble.unwrap_or_default()))
    }

    /// A game that agents built in play in this thread.
    fn direct(
        agents: [&AgentSpec; 2],
        game: &PlannedGame,
        opening: &Opening<G::Position>,
        is_over: &AtomicBool,
    ) -> Result<GameResult, SpecError> {
        let seat = |side: Player| {
            let entrant = game.entrants[side];
            let seed = mix(game.seed ^ (entrant as u64 + 1));
            let spec = agents[entrant].clone().or_seed(seed);
            Ok(Seat { agent: agents::build::<G>(&spec)?, time: spec.time() })
        };
        let mut seats = ByPlayer::new(seat(Player::First)?, seat(Player::Second)?);
        let mut position = opening.position;
        let (mut plies, mut faults) = (opening.moves.len(), ByPlayer::<Faults>::default());
        let outcome = loop {
            if let Some(outcome) = position.outcome() {
                break outcome;
            }
            if is_over.load(Ordering::Relaxed) {
                // Nobody counts this game any more.
                break Outcome::Draw;
            }
            let turn = position.turn();
            match seats[turn].choose(&position, is_over) {
                Ok(mv) => {
                    position = position.play(mv);
                    plies += 1;
                }
                Err(fault) => {
                    faults[turn].add(fault);
                    break Outcome::Win(turn.opponent());
                }
            }
        };
        let plies = u32::try_from(plies).unwrap_or(u32::MAX);
        Ok(GameResult { faults, ..GameResult::of(game, outcome, plies) })
    }
}

/// An agent at the board.
struct Seat<P: Position> {
    agent: Box<dyn Agent<P>>,
    time: Option<std::time::Duration>,
}

impl<P: Position> Seat<P> {
    /// The move that the agent chooses. One that breaks the rules would be an error of ours, but loses
    /// the game like any other.
    fn choose(&mut self, position: &P, is_over: &AtomicBool) -> Result<P::Move, FaultKind> {
        let deadline = self.time.map(Deadline::after);
        let stop =
            || is_over.load(Ordering::Relaxed) || deadline.is_some_and(|deadline| deadline.has_passed());
        let decision = self.agent.choose(position, &Limits { stop: &stop }).ok_or(FaultKind::Unreadable)?;
        let is_legal = position.moves().any(|mv| mv == decision.best);
        if is_legal { Ok(decision.best) } else { Err(FaultKind::Illegal) }
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
        let state = MatchState {
            meeting: Meeting::default(),
            faults: [Faults::default(); 2],
            games: 0,
            plies: 0,
            verdict: sprt.map(|_| Verdict::Open),
        };
        Self { pairs: 0, tally: Tally::new(2), sprt, state }
    }

    fn add(&mut self, results: &[GameResult; 2]) {
        self.pairs += 1;
        for result in results {
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

    fn is_decided(&self) -> bool {
        matches!(self.state.verdict, Some(Verdict::AcceptH0 | Verdict::AcceptH1))
    }
}
