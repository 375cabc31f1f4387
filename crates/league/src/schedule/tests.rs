use std::collections::{HashMap, HashSet};

use plyground_core::{Outcome, Player};

use super::*;

fn schedule(form: Form, entrants: usize, openings: u64, seed: u64) -> Schedule {
    Schedule::new(form, entrants, openings, seed).unwrap()
}

/// Plans and plays until nothing is left to plan; `winner` gives the entrant that wins a game.
fn play(schedule: &Schedule, winner: &dyn Fn(&PlannedGame) -> Option<usize>) -> (Plan, Vec<GameResult>) {
    let mut results: Vec<GameResult> = Vec::new();
    loop {
        let plan = schedule.plan(&results);
        if plan.games.len() == results.len() {
            return (plan, results);
        }
        for game in &plan.games[results.len()..] {
            let side = Player::BOTH.into_iter().find(|&side| Some(game.entrants[side]) == winner(game));
            results.push(GameResult::of(game, side.map_or(Outcome::Draw, Outcome::Win), 20));
        }
    }
}

/// Numbers, pairs and seeds are as promised, and in a round everybody has at most one opponent.
fn is_sound(plan: &Plan) {
    let mut opponents = HashMap::new();
    for (id, game) in (0..).zip(&plan.games) {
        assert_eq!((game.id, game.pair), (id, id / 2));
        for side in Player::BOTH {
            let opponent = game.entrants[side.opponent()];
            assert_ne!(game.entrants[side], opponent);
            assert_eq!(*opponents.entry((game.round, game.entrants[side])).or_insert(opponent), opponent);
        }
    }
    for pair in plan.games.chunks(2) {
        let [a, b] = pair[0].entrants.into_array();
        assert_eq!(pair[1].entrants, ByPlayer::new(b, a));
        assert_eq!(pair[0].opening, pair[1].opening);
    }
    let seeds: HashSet<u64> = plan.games.iter().map(|game| game.seed).collect();
    assert_eq!(seeds.len(), plan.games.len());
}

#[test]
fn round_robins_bring_everybody_together() {
    for n in 2..10 {
        let schedule = schedule(Form::RoundRobin, n, 3, 1);
        let plan = schedule.plan(&[]);
        is_sound(&plan);
        assert!(plan.is_complete && plan.byes.is_empty());
        let mut met = HashMap::new();
        for game in &plan.games {
            *met.entry((game.entrants.into_array(), game.opening)).or_insert(0) += 1;
        }
        assert_eq!(met.len(), n * (n - 1) * 3);
        assert!(met.values().all(|&count| count == 1));
        let rounds = plan.games.iter().map(|game| game.round).max().unwrap() as usize + 1;
        assert_eq!(rounds, 3 * (n.next_multiple_of(2) - 1));
        assert!(plan.games.iter().all(|game| game.opening < 3));
    }
}

#[test]
fn in_a_gauntlet_the_first_entrants_meet_all_others() {
    let plan = schedule(Form::Gauntlet { challengers: 2 }, 6, 2, 1).plan(&[]);
    is_sound(&plan);
    assert_eq!(plan.games.len(), 2 * 4 * 2 * 2);
    for game in &plan.games {
        let [a, b] = game.entrants.into_array();
        assert!((a < 2) != (b < 2), "{game:?}");
    }
}

#[test]
fn on_a_ladder_nobody_changes_the_games_of_others() {
    // What the games of each are to the one who climbs.
    let games = |climbers: usize, seed| {
        let plan = schedule(Form::Ladder { rungs: 2 }, 2 + climbers, 3, seed).plan(&[]);
        assert!(plan.is_complete && plan.games.len() == climbers * 2 * 3 * 2);
        let mut games = vec![Vec::new(); climbers];
        for (id, game) in (0..).zip(&plan.games) {
            assert_eq!((game.id, game.pair), (id, id / 2));
            let side = Player::BOTH.into_iter().find(|&side| game.entrants[side] >= 2).unwrap();
            let rung = game.entrants[side.opponent()];
            assert!(rung < 2);
            games[game.entrants[side] - 2].push((game.round, game.opening, game.seed, side, rung));
        }
        games
    };
    let [one, three] = [1, 3].map(|climbers| games(climbers, 8));
    assert_eq!(three, vec![one[0].clone(); 3]);
    // An opening for each pair of games, and a seed for each game.
    let openings: HashSet<u64> = one[0].iter().map(|game| game.1).collect();
    let seeds: HashSet<u64> = one[0].iter().map(|game| game.2).collect();
    assert_eq!((openings.len(), seeds.len()), (6, 12));
    assert_ne!(games(1, 9)[0][0].2, one[0][0].2);
}

#[test]
fn plans_depend_on_the_seed_and_nothing_else() {
    for form in [Form::RoundRobin, Form::Swiss { rounds: 2 }, Form::Knockout { tie_breaks: 1 }] {
        let plan = schedule(form, 6, 1, 4).plan(&[]);
        assert_eq!(plan, schedule(form, 6, 1, 4).plan(&[]));
        assert_ne!(plan, schedule(form, 6, 1, 5).plan(&[]));
    }
}

#[test]
fn swiss_rounds_sort_the_entrants_without_repetition() {
    for (n, rounds) in [(2, 1), (3, 2), (7, 5), (8, 5), (16, 5), (31, 5)] {
        // The entrant with the smaller number always wins.
        let schedule = schedule(Form::Swiss { rounds }, n, 2, 9);
        let (plan, results) = play(&schedule, &|game| game.entrants.into_array().into_iter().min());
        is_sound(&plan);
        assert!(plan.is_complete);
        assert_eq!(plan.games.len(), n / 2 * rounds as usize * 4);
        let meetings: HashSet<_> = plan.games.iter().map(|game| game.entrants.into_array()).collect();
        assert_eq!(meetings.len(), n / 2 * rounds as usize * 2, "{n}: nobody meets twice");
        let sat_out: HashSet<usize> = plan.byes.iter().map(|bye| bye.entrant).collect();
        assert_eq!((sat_out.len(), plan.byes.len()), (n % 2 * rounds as usize, n % 2 * rounds as usize));
        assert!(plan.games.iter().all(|game| game.opening < 2 * u64::from(rounds)));
        let perfect = |entrant: usize| {
            let mine = |r: &&GameResult| r.entrants.into_array().contains(&entrant);
            results
                .iter()
                .filter(mine)
                .all(|r| r.outcome.winner().map(|side| r.entrants[side]) == Some(entrant))
        };
        assert!(perfect(0));
        if rounds >= 5 {
            assert_eq!((0..n).filter(|&entrant| perfect(entrant)).count(), 1);
        }
    }
}

#[test]
fn more_swiss_rounds_than_opponents_repeat_meetings() {
    let (plan, _) = play(&schedule(Form::Swiss { rounds: 5 }, 3, 1, 2), &|_| None);
    is_sound(&plan);
    assert_eq!(plan.games.len(), 10);
    let byes = |entrant| plan.byes.iter().filter(|bye| bye.entrant == entrant).count();
    let mut counts = [0, 1, 2].map(byes);
    counts.sort_unstable();
    assert_eq!(counts, [1, 2, 2]);
}

#[test]
fn knockouts_have_one_champion() {
    for n in 2..18 {
        for seed in 0..3 {
            let schedule = schedule(Form::Knockout { tie_breaks: 1 }, n, 2, seed);
            let (plan, _) = play(&schedule, &|game| game.entrants.into_array().into_iter().min());
            is_sound(&plan);
            assert_eq!((plan.champion, plan.is_complete), (Some(0), true), "{n} entrants");
            // The losers of a round keep the rounds that they won before.
            let rounds = n.next_power_of_two().ilog2();
            assert_eq!(plan.rounds_won[0], rounds);
            assert_eq!(plan.rounds_won.iter().filter(|&&won| won == rounds - 1).count(), 1);
            let left = |round| plan.rounds_won.iter().filter(|&&won| won >= round).count();
            assert!((0..=rounds).all(|round| left(round) == n.min(1 << (rounds - round))), "{plan:?}");
            assert_eq!(plan.games.len(), (n - 1) * 4);
            assert_eq!(plan.byes.len(), n.next_power_of_two() - n);
            assert!(plan.byes.iter().all(|bye| bye.round == 0));
            let needed = 3 * u64::from(n.next_power_of_two().ilog2());
            assert!(plan.games.iter().all(|game| game.opening < needed));
        }
    }
}

#[test]
fn tied_meetings_get_more_games_and_are_decided() {
    // Everything is drawn: two more pairs for each meeting, then the draw decides.
    let tied = schedule(Form::Knockout { tie_breaks: 2 }, 4, 1, 3);
    let (plan, mut results) = play(&tied, &|_| None);
    is_sound(&plan);
    assert_eq!(plan.games.len(), 3 * (2 + 4));
    assert!(plan.is_complete && plan.champion.is_some());
    let openings: HashSet<u64> = plan.games.iter().map(|game| game.opening).collect();
    assert_eq!(openings, (0..6).collect());
    // A fault decides before the draw does.
    let champion = plan.champion.unwrap();
    let last = results.len() - 1;
    let side = Player::BOTH.into_iter().find(|&side| results[last].entrants[side] == champion).unwrap();
    results[last].faults[side].add(crate::fault::FaultKind::Late);
    assert_ne!(tied.plan(&results).champion, Some(champion));
    // A win in the first extra pair ends the meeting.
    let (plan, _) = play(&tied, &|game| (game.id >= 4).then(|| game.entrants[Player::First].min(1)));
    assert!(plan.games.len() < 18, "{}", plan.games.len());
}

#[test]
fn plans_grow_and_never_change() {
    for form in [Form::Swiss { rounds: 4 }, Form::Knockout { tie_breaks: 1 }] {
        let schedule = schedule(form, 9, 1, 7);
        let (whole, results) =
            play(&schedule, &|game| (game.id % 3 > 0).then(|| game.entrants[Player::First]));
        let mut before = 0;
        for known in 0..=results.len() {
            let plan = schedule.plan(&results[..known]);
            assert_eq!(plan.games[..], whole.games[..plan.games.len()]);
            assert!(plan.games.len() >= before.max(known));
            before = plan.games.len();
        }
        // The order of results does not matter, and neither do results of other tournaments.
        let mut shuffled = results.clone();
        shuffled.reverse();
        shuffled.push(GameResult { id: 1 << 40, ..results[0] });
        assert_eq!(schedule.plan(&shuffled), whole);
        let stranger = GameResult { entrants: ByPlayer::new(70, 80), ..results[0] };
        assert_eq!(schedule.plan(&[stranger]).games, schedule.plan(&[]).games);
    }
}

#[test]
fn impossible_schedules_are_refused() {
    let gauntlet = |challengers| Form::Gauntlet { challengers };
    for (form, entrants, openings, message) in [
        (Form::RoundRobin, 1, 1, "entrants: 1; expected from 2 to 4096"),
        (Form::RoundRobin, 5000, 1, "entrants: 5000; expected from 2 to 4096"),
        (Form::RoundRobin, 2, 0, "openings: 0; expected 1 or more for each meeting"),
        (gauntlet(0), 3, 1, "challengers: 0; expected from 1 to 2"),
        (gauntlet(3), 3, 1, "challengers: 3; expected from 1 to 2"),
        (Form::Ladder { rungs: 0 }, 3, 1, "entrants: 3, 0 of them rungs; expected a rung and somebody else"),
        (Form::Ladder { rungs: 3 }, 3, 1, "entrants: 3, 3 of them rungs; expected a rung and somebody else"),
        (Form::Swiss { rounds: 0 }, 3, 1, "rounds: 0; expected 1 or more"),
        (Form::RoundRobin, 1000, 1000, "games: 999000000 would be played; expected at most 10000000"),
        (Form::Knockout { tie_breaks: u32::MAX }, 4096, u64::MAX, "games: "),
    ] {
        let error = Schedule::new(form, entrants, openings, 0).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}, not {message}");
    }
}
