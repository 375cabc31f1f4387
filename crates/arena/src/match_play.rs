//! A match between two built-in agents, played in this process on several threads.
//!
//! Each opening is played twice with the sides exchanged. Every game begins with new agents and has its
//! own seed, and results count in the order of the plan, so the outcome does not depend on the number
//! of threads, as long as no agent plays by the clock. Programs of other people are not played here.

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
use crate::openings::Opening;
use crate::result::{FaultKind, Faults, GameResult};
use crate::schedule::{Form, PlannedGame, Schedule, ScheduleError};
use crate::sprt::{Sprt, Verdict};
use crate::standings::{Meeting, Tally};

/// What is to be played.
#[derive(Clone, Copy, Debug)]
pub struct Match<'a, G: Game> {
    /// The two agents. One without a seed of its own that takes one gets another for every game.
    pub agents: [&'a AgentSpec; 2],
    /// The openings; each makes two games.
    pub openings: &'a [Opening<G::Position>],
    /// The seed of everything random.
    pub seed: u64,
    /// The number of games that are played at a time.
    pub jobs: NonZeroUsize,
    /// A test that ends the match when it is decided.
    pub sprt: Option<Sprt>,
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
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Agent(error) => error.fmt(f),
            Self::Schedule(error) => error.fmt(f),
            Self::Thread(error) => write!(f, "threads: {error}; expected room for one more"),
        }
    }
}

impl std::error::Error for MatchError {}

/// A pair of games, or why it could not be played.
type Played = Result<(usize, [GameResult; 2]), SpecError>;

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
            for started in 0..self.jobs.get().min(pairs.len()) {
                let sender = sender.clone();
                let work = || self.work(&pairs, &next, &is_over, sender);
                match thread::Builder::new().spawn_scoped(scope, work) {
                    Ok(_) => {}
                    Err(error) if started == 0 => return Err(MatchError::Thread(error)),
                    // Fewer games at a time give the same result, later.
                    Err(_) => break,
                }
            }
            drop(sender);
            let mut count = Count::new(self.sprt);
            let mut early = BTreeMap::new();
            'counting: for played in &receiver {
                let (pair, results) = played.map_err(|error| {
                    is_over.store(true, Ordering::Relaxed);
                    MatchError::Agent(error)
                })?;
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
        sender: SyncSender<Played>,
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
    ) -> Result<GameResult, SpecError> {
        let seat = |side: Player| {
            let entrant = game.entrants[side];
            let seed = mix(game.seed ^ (entrant as u64 + 1));
            let spec = self.agents[entrant].clone().or_seed(seed);
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
        if is_legal { Ok(decision.best) } else { Err(FaultKind::IllegalMove) }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::{OpeningRules, generate};
    use plyground_core::games::breakthrough::Breakthrough;
    use plyground_core::games::connect_four::ConnectFour;
    use plyground_core::games::max_connect_four::MaxConnectFour;

    fn spec(text: &str) -> AgentSpec {
        text.parse().unwrap()
    }

    fn play<G: Game>(
        [a, b]: [&str; 2],
        openings: usize,
        jobs: usize,
        sprt: Option<Sprt>,
    ) -> (MatchState, Vec<MatchState>) {
        let rules = OpeningRules { plies: 4, depth: 2 };
        let openings = generate::<G>(openings, rules, 7).unwrap();
        let (a, b) = (spec(a), spec(b));
        let jobs = NonZeroUsize::new(jobs).unwrap();
        let mut states = Vec::new();
        let contest = Match::<G> { agents: [&a, &b], openings: &openings, seed: 7, jobs, sprt };
        (contest.play(&mut |state| states.push(*state)).unwrap(), states)
    }

    /// The same match, one game after the other.
    fn slowly<G: Game>(agents: [&str; 2], openings: usize) -> Meeting {
        let openings = generate::<G>(openings, OpeningRules { plies: 4, depth: 2 }, 7).unwrap();
        let plan = Schedule::new(Form::RoundRobin, 2, openings.len() as u64, 7).unwrap().plan(&[]);
        let mut meeting = Meeting::default();
        for (pair, opening) in plan.games.chunks(2).zip(&openings) {
            let mut both = 0;
            for game in pair {
                let mut seats = [0, 1].map(|entrant: usize| {
                    let seed = mix(game.seed ^ (entrant as u64 + 1));
                    agents::build::<G>(&spec(agents[entrant]).or_seed(seed)).unwrap()
                });
                let mut position = opening.position;
                while let Some(decision) =
                    seats[game.entrants[position.turn()]].choose(&position, &Limits::NONE)
                {
                    position = position.play(decision.best);
                }
                let outcome = position.outcome().unwrap();
                let mine = if game.entrants[Player::First] == 0 { Player::First } else { Player::Second };
                let record = &mut meeting.by_side[mine];
                match outcome.winner() {
                    None => record.draws += 1,
                    Some(winner) if winner == mine => record.wins += 1,
                    Some(_) => record.losses += 1,
                }
                let result = GameResult::of(game, outcome, 0);
                meeting.margin += result.margin(mine);
                both += result.half_points(mine);
            }
            meeting.pairs[both] += 1;
        }
        meeting
    }

    #[test]
    fn matches_do_not_depend_on_the_number_of_jobs() {
        let agents = ["alpha-beta:depth=2", "random"];
        let (one, states) = play::<ConnectFour>(agents, 30, 1, None);
        assert_eq!(one.meeting, slowly::<ConnectFour>(agents, 30));
        assert_eq!((one.games, one.verdict, states.len()), (60, None, 30));
        assert!(one.meeting.record().wins > 50 && one.plies > 60 * 10, "{one:?}");
        for jobs in [2, 5, 64] {
            assert_eq!(play::<ConnectFour>(agents, 30, jobs, None), (one, states.clone()));
        }
        let agents = ["engine:depth=2", "random"];
        let (two, _) = play::<Breakthrough>(agents, 10, 3, None);
        assert_eq!(two.meeting, slowly::<Breakthrough>(agents, 10));
        let (points, _) = play::<MaxConnectFour>(["random", "first"], 20, 2, None);
        assert_eq!(points.meeting, slowly::<MaxConnectFour>(["random", "first"], 20));
        assert_ne!(points.meeting.margin, 0);
        assert_eq!(points.plies, 40 * 42);
    }

    #[test]
    fn a_decided_test_ends_the_match_at_the_same_pair() {
        let sprt = Sprt::new(0.0, 100.0, 0.05, 0.05).ok();
        let (won, states) = play::<ConnectFour>(["alpha-beta:depth=2", "random"], 60, 1, sprt);
        assert_eq!(won.verdict, Some(Verdict::AcceptH1));
        assert!(won.games < 100, "{}", won.games);
        assert!(states[..states.len() - 1].iter().all(|state| state.verdict == Some(Verdict::Open)));
        for jobs in [2, 7] {
            assert_eq!(play::<ConnectFour>(["alpha-beta:depth=2", "random"], 60, jobs, sprt).0, won);
        }
        let (lost, _) = play::<ConnectFour>(["random", "alpha-beta:depth=2"], 60, 2, sprt);
        assert_eq!((lost.verdict, lost.meeting.pairs[4]), (Some(Verdict::AcceptH0), 0));
        let (open, _) = play::<ConnectFour>(["random", "random"], 2, 2, sprt);
        assert_eq!((open.verdict, open.games), (Some(Verdict::Open), 4));
    }

    #[test]
    fn equal_agents_without_chance_come_out_even() {
        let (state, _) = play::<ConnectFour>(["engine:depth=3", "engine:depth=3"], 12, 2, None);
        assert_eq!(state.meeting.pairs, [0, 0, 12, 0, 0]);
    }

    #[test]
    fn impossible_matches_are_refused() {
        let (perfect, random) = (spec("perfect"), spec("random"));
        let openings = generate::<Breakthrough>(3, OpeningRules::default(), 1).unwrap();
        let jobs = NonZeroUsize::MIN;
        let contest =
            |agents, openings| Match::<Breakthrough> { agents, openings, seed: 0, jobs, sprt: None };
        let error = contest([&random, &perfect], &openings[..]).play(&mut |_| ()).unwrap_err();
        assert!(error.to_string().starts_with("agent 'perfect': breakthrough is not solved"), "{error}");
        let error = contest([&random, &random], &[]).play(&mut |_| ()).unwrap_err();
        assert_eq!(error.to_string(), "openings: 0; expected 1 or more for each meeting");
    }

    #[test]
    fn a_move_against_the_rules_loses_the_game() {
        struct Wrong(Option<plyground_core::games::gravity::Column>);
        type Board = <ConnectFour as Game>::Position;
        impl Agent<Board> for Wrong {
            fn choose(
                &mut self,
                _: &Board,
                _: &Limits<'_>,
            ) -> Option<agents::Decision<plyground_core::games::gravity::Column>> {
                self.0.map(agents::Decision::unsearched)
            }
        }
        let full = ConnectFour::notations()[1].parse("111111").unwrap();
        let ask = |mv| {
            let mut seat = Seat::<Board> { agent: Box::new(Wrong(mv)), time: None };
            seat.choose(&full, &AtomicBool::new(false))
        };
        let column = plyground_core::games::gravity::Column::new;
        assert_eq!(ask(Some(column(0))), Err(FaultKind::IllegalMove));
        assert_eq!(ask(None), Err(FaultKind::Unreadable));
        assert_eq!(ask(Some(column(1))), Ok(column(1)));
    }
}
