use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::thread::sleep;

use super::direct::Seat;
use super::*;
use crate::entrant::{Answer, Question, TimeLimit};
use crate::invoke::SystemError;
use plyground_core::agents::Agent;
use plyground_core::games::breakthrough::Breakthrough;
use plyground_core::games::connect_four::ConnectFour;
use plyground_core::games::gravity::Column;
use plyground_core::games::max_connect_four::MaxConnectFour;
use plyground_core::rng::mix;
use plyground_core::{AnyGame, AnyMove, AnyPosition, Decision, Limits, Position};
use plyground_league::fault::{FaultKind, FaultPolicy};
use plyground_league::openings::{OpeningRules, generate};
use plyground_league::record::EntrantRecord;

const FOUR: AnyGame = AnyGame::of::<ConnectFour>();

fn spec(text: &str) -> AgentSpec {
    text.parse().unwrap()
}

fn names() -> [String; 2] {
    ["one", "two"].map(str::to_owned)
}

fn settings() -> Settings {
    Settings::new(TimeLimit::seconds(10), FaultPolicy::STRICT)
}

/// So many openings of four plies.
fn openings(game: AnyGame, count: usize) -> Vec<Opening> {
    generate(game, count, OpeningRules { plies: 4, depth: 2 }, 7).unwrap()
}

fn contest(players: [Contestant; 2], openings: Vec<Opening>, jobs: usize) -> Match {
    Match {
        players,
        names: names(),
        keeps_records: false,
        settings: settings(),
        openings,
        seed: 7,
        jobs: NonZeroUsize::new(jobs).unwrap(),
        sprt: None,
    }
}

fn play(
    game: AnyGame,
    [a, b]: [&str; 2],
    count: usize,
    jobs: usize,
    sprt: Option<Sprt>,
) -> (MatchState, Vec<MatchState>) {
    let mut states = Vec::new();
    let contest = Match { sprt, ..contest([agent(a), agent(b)], openings(game, count), jobs) };
    let state = contest.play(&AtomicBool::new(false), &mut |state, _| states.push(*state));
    (state.unwrap(), states)
}

/// The same match, one game after the other.
fn slowly(game: AnyGame, agents: [&str; 2], count: usize) -> Meeting {
    let openings = openings(game, count);
    let plan = Schedule::new(Form::RoundRobin, 2, openings.len() as u64, 7).unwrap().plan(&[]);
    let mut tally = Tally::new(2);
    for (planned, at) in plan.games.iter().zip(0..) {
        let mut seats = [0, 1].map(|entrant: usize| {
            let seed = mix(planned.seed ^ (entrant as u64 + 1));
            game.agent(&spec(agents[entrant]).or_seed(seed)).unwrap()
        });
        let mut position = openings[at / 2].position.clone();
        while let Some(decision) = seats[planned.entrants[position.turn()]].choose(&position, &Limits::NONE) {
            position = position.play(decision.best);
        }
        tally.add(&GameResult::of(planned, position.outcome().unwrap(), 0)).unwrap();
    }
    tally.meetings()[&[0, 1]]
}

#[test]
fn matches_do_not_depend_on_the_number_of_jobs() {
    let agents = ["alpha-beta:depth=2", "random"];
    let (one, states) = play(FOUR, agents, 30, 1, None);
    assert_eq!(one.meeting, slowly(FOUR, agents, 30));
    assert_eq!((one.games, one.verdict, states.len()), (60, None, 30));
    assert!(one.meeting.record().wins > 50 && one.plies > 60 * 10, "{one:?}");
    for jobs in [2, 5, 64] {
        assert_eq!(play(FOUR, agents, 30, jobs, None), (one, states.clone()));
    }
    let agents = ["engine:depth=2", "random"];
    let (two, _) = play(AnyGame::of::<Breakthrough>(), agents, 10, 3, None);
    assert_eq!(two.meeting, slowly(AnyGame::of::<Breakthrough>(), agents, 10));
    let (points, _) = play(AnyGame::of::<MaxConnectFour>(), ["random", "first"], 20, 2, None);
    assert_eq!(points.meeting, slowly(AnyGame::of::<MaxConnectFour>(), ["random", "first"], 20));
    assert_ne!(points.meeting.margin, 0);
    assert_eq!(points.plies, 40 * 42);
}

#[test]
fn a_decided_test_ends_the_match_at_the_same_pair() {
    let sprt = Sprt::new(0.0, 100.0, 0.05, 0.05).ok();
    let (won, states) = play(FOUR, ["alpha-beta:depth=2", "random"], 60, 1, sprt);
    assert_eq!(won.verdict, Some(Verdict::AcceptH1));
    assert!(won.games < 100, "{}", won.games);
    assert!(states[..states.len() - 1].iter().all(|state| state.verdict == Some(Verdict::Open)));
    for jobs in [2, 7] {
        assert_eq!(play(FOUR, ["alpha-beta:depth=2", "random"], 60, jobs, sprt).0, won);
    }
    let (lost, _) = play(FOUR, ["random", "alpha-beta:depth=2"], 60, 2, sprt);
    assert_eq!((lost.verdict, lost.meeting.pairs[4]), (Some(Verdict::AcceptH0), 0));
    let (open, _) = play(FOUR, ["random", "random"], 2, 2, sprt);
    assert_eq!((open.verdict, open.games), (Some(Verdict::Open), 4));
}

fn agent(text: &str) -> Contestant {
    Contestant::Agent(spec(text))
}

/// An agent built in, in the clothes of somebody else.
fn stranger(text: &'static str) -> Contestant {
    Contestant::Other(Box::new(move |_, _| Box::new(BuiltIn::new(FOUR, "stranger", spec(text)).unwrap())))
}

#[test]
fn a_referee_comes_to_the_same_result() {
    let openings = openings(FOUR, 10);
    let [one, two] = ["alpha-beta:depth=2", "minimax:depth=1"];
    let state = |players| {
        contest(players, openings.clone(), 2).play(&AtomicBool::new(false), &mut |_, _| ()).unwrap()
    };
    let direct = state([agent(one), agent(two)]);
    assert_eq!(direct.games, 20);
    for players in [[stranger(one), agent(two)], [agent(one), stranger(two)], [stranger(one), stranger(two)]]
    {
        let who = format!("{players:?}");
        assert_eq!(state(players), direct, "{who}");
    }
}

#[test]
fn records_of_games_come_with_the_pairs_and_can_be_replayed() {
    let openings = openings(FOUR, 6);
    let records = |players, keeps_records| {
        let contest = Match { keeps_records, ..contest(players, openings.clone(), 2) };
        let mut games = Vec::new();
        contest.play(&AtomicBool::new(false), &mut |_, pair| games.extend_from_slice(pair)).unwrap();
        games
    };
    let [one, two] = ["alpha-beta:depth=2", "minimax:depth=1"];
    let direct = records([agent(one), agent(two)], true);
    assert_eq!(direct.len(), 12);
    for (number, PlayedGame { result, record }) in direct.iter().enumerate() {
        let record = record.as_ref().expect("a record");
        let positions = record.replay(FOUR).expect("a game by the rules");
        assert_eq!(record.id, number.to_string());
        assert_eq!(positions.last().unwrap().outcome(), Some(result.outcome));
        assert_eq!(result.plies as usize, 4 + record.turns.len());
        let names = Player::BOTH.map(|side| names()[result.entrants[side]].clone());
        assert_eq!(record.entrants.each_ref().map(|entrant| entrant.name.clone()), names);
    }
    assert!(records([agent(one), agent(two)], false).iter().all(|game| game.record.is_none()));
    // Those of a referee are the same game, under the names of the match.
    let refereed = records([stranger(one), agent(two)], false);
    for (direct, refereed) in direct.iter().zip(&refereed) {
        assert_eq!(direct.result, refereed.result);
        let [direct, refereed] = [direct, refereed].map(|game| game.record.as_ref().expect("a record"));
        let moves =
            |record: &GameRecord| record.turns.iter().map(|turn| turn.action.clone()).collect::<Vec<_>>();
        assert_eq!(moves(direct), moves(refereed));
        assert_eq!((&direct.entrants, &direct.start), (&refereed.entrants, &refereed.start));
    }
}

#[test]
fn a_match_without_openings_is_refused() {
    let contest = contest(["random", "random"].map(agent), Vec::new(), 1);
    let error = contest.play(&AtomicBool::new(false), &mut |_, _| ()).unwrap_err();
    assert_eq!(error.to_string(), "openings: 0; expected 1 or more for each meeting");
}

/// Somebody who plays one game and then thinks for ever.
struct Sleeper(Arc<AtomicUsize>);

impl Entrant for Sleeper {
    fn describe(&self) -> EntrantRecord {
        EntrantRecord::new("", "")
    }

    fn begin(&mut self, _: Player, _: u64) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    fn answer(&mut self, question: &Question<'_>) -> Result<Answer, SystemError> {
        while self.0.load(Ordering::Relaxed) > 2 {
            sleep(Duration::from_secs(60));
        }
        let mut first = BuiltIn::new(FOUR, "", spec("first")).unwrap();
        first.answer(question)
    }
}

#[test]
fn a_stopped_match_returns_what_counts_and_waits_for_nobody() {
    let openings = openings(FOUR, 10);
    let begun = Arc::new(AtomicUsize::new(0));
    let games = Arc::clone(&begun);
    let sleeper = Contestant::Other(Box::new(move |_, _| Box::new(Sleeper(Arc::clone(&games)))));
    let contest = contest([sleeper, agent("random")], openings, 1);
    let stop = Arc::new(AtomicBool::new(false));
    let (raise, waiting) = (Arc::clone(&stop), Arc::clone(&begun));
    std::thread::spawn(move || {
        while waiting.load(Ordering::Relaxed) < 3 {
            sleep(Duration::from_millis(1));
        }
        raise.store(true, Ordering::Relaxed);
    });
    let mut seen = Vec::new();
    let state = contest.play(&stop, &mut |state, _| seen.push(state.games)).unwrap();
    assert!(stop.load(Ordering::Relaxed) && !state.is_decided());
    // The pair that was counted, unless the stop came before it.
    assert!(state.games <= 2 && seen.last().copied().unwrap_or(0) == state.games, "{state:?} {seen:?}");
}

#[test]
fn a_move_against_the_rules_loses_the_game() {
    struct Wrong(Option<AnyMove>);
    impl Agent<AnyPosition> for Wrong {
        fn choose(&mut self, _: &AnyPosition, _: &Limits<'_>) -> Option<Decision<AnyMove>> {
            self.0.map(Decision::unsearched)
        }
    }
    let full = FOUR.parse("111111").unwrap();
    let ask = |mv| {
        let mut seat = Seat { agent: Box::new(Wrong(mv)), time: None };
        seat.choose(&full, &|| false).map(|decision| decision.best)
    };
    let column = |index: u8| AnyMove::of(Column::new(index));
    assert_eq!(ask(Some(column(0))), Err(FaultKind::Illegal));
    assert_eq!(ask(None), Err(FaultKind::Unreadable));
    assert_eq!(ask(Some(column(1))), Ok(column(1)));
}
