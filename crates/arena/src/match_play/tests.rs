use super::*;
use crate::entrant::TimeLimit;
use crate::fault::FaultPolicy;
use crate::openings::{OpeningRules, generate};
use plyground_core::games::breakthrough::Breakthrough;
use plyground_core::games::connect_four::ConnectFour;
use plyground_core::games::max_connect_four::MaxConnectFour;

fn spec(text: &str) -> AgentSpec {
    text.parse().unwrap()
}

fn settings() -> Settings {
    Settings::new(TimeLimit::seconds(10), FaultPolicy::STRICT)
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
    let contest = Match::<G> {
        players: [Contestant::Agent(&a), Contestant::Agent(&b)],
        settings: &settings(),
        openings: &openings,
        seed: 7,
        jobs,
        sprt,
    };
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
            while let Some(decision) = seats[game.entrants[position.turn()]].choose(&position, &Limits::NONE)
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

/// An agent built in, in the clothes of somebody else.
fn stranger(text: &'static str) -> impl Fn() -> Box<dyn Entrant<<ConnectFour as Game>::Position>> + Sync {
    move || Box::new(BuiltIn::new::<ConnectFour>("stranger", spec(text)).unwrap())
}

#[test]
fn a_referee_comes_to_the_same_result() {
    let rules = OpeningRules { plies: 4, depth: 2 };
    let openings = generate::<ConnectFour>(10, rules, 7).unwrap();
    let (one, two) = (spec("alpha-beta:depth=2"), spec("minimax:depth=1"));
    let [strange_one, strange_two] = ["alpha-beta:depth=2", "minimax:depth=1"].map(stranger);
    let settings = settings();
    let state = |players| {
        let jobs = NonZeroUsize::new(2).unwrap();
        let contest = Match::<ConnectFour> {
            players,
            settings: &settings,
            openings: &openings,
            seed: 7,
            jobs,
            sprt: None,
        };
        contest.play(&mut |_| ()).unwrap()
    };
    let direct = state([Contestant::Agent(&one), Contestant::Agent(&two)]);
    assert_eq!(direct.games, 20);
    for players in [
        [Contestant::Other(&strange_one), Contestant::Agent(&two)],
        [Contestant::Agent(&one), Contestant::Other(&strange_two)],
        [Contestant::Other(&strange_one), Contestant::Other(&strange_two)],
    ] {
        assert_eq!(state(players), direct, "{players:?}");
    }
}

#[test]
fn impossible_matches_are_refused() {
    let (perfect, random) = (spec("perfect"), spec("random"));
    let openings = generate::<Breakthrough>(3, OpeningRules::default(), 1).unwrap();
    let jobs = NonZeroUsize::MIN;
    let settings = settings();
    let refused = |[a, b]: [&AgentSpec; 2], openings: &[_]| {
        let players = [Contestant::Agent(a), Contestant::Agent(b)];
        let contest =
            Match::<Breakthrough> { players, settings: &settings, openings, seed: 0, jobs, sprt: None };
        contest.play(&mut |_| ()).unwrap_err().to_string()
    };
    let error = refused([&random, &perfect], &openings);
    assert!(error.starts_with("agent 'perfect': breakthrough is not solved"), "{error}");
    assert_eq!(refused([&random, &random], &[]), "openings: 0; expected 1 or more for each meeting");
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
    assert_eq!(ask(Some(column(0))), Err(FaultKind::Illegal));
    assert_eq!(ask(None), Err(FaultKind::Unreadable));
    assert_eq!(ask(Some(column(1))), Ok(column(1)));
}
