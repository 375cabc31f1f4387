use plyground_core::Outcome;
use plyground_core::rng::Rng;

use super::*;
use crate::fault::FaultKind;
use crate::planned::PlannedGame;
use crate::rating;
use crate::result::GameResult;
use crate::schedule::{Form, Schedule};

fn game(id: u64, [first, second]: [usize; 2], outcome: Outcome) -> GameResult {
    let entrants = ByPlayer::new(first, second);
    let planned = PlannedGame { id, pair: id / 2, round: 0, opening: 0, entrants, seed: 0 };
    GameResult::of(&planned, outcome, 10)
}

const FIRST: Outcome = Outcome::Win(Player::First);
const SECOND: Outcome = Outcome::Win(Player::Second);

fn tally(entrants: usize, games: &[GameResult]) -> Tally {
    let mut tally = Tally::new(entrants);
    for game in games {
        tally.add(game).unwrap();
    }
    tally
}

/// The table of these games by the usual points.
fn table(entrants: usize, games: &[GameResult], tie_breaks: &[TieBreak]) -> Standings {
    Standings::of(&tally(entrants, games), &PointsRule::default(), tie_breaks)
}

/// Ranks and entrants, in the order of the table.
fn ranks(standings: &Standings) -> Vec<(usize, usize)> {
    standings.rows.iter().map(|row| (row.rank, row.entrant)).collect()
}

#[test]
fn who_has_not_played_has_a_rank() {
    let nobody = table(3, &[], &TieBreak::ALL);
    assert!(nobody.rows.iter().all(|row| row.rank == 1 && row.points == Points::ZERO));
    assert!(table(0, &[], &[]).rows.is_empty());
    let alone = table(1, &[], &[]);
    assert_eq!((ranks(&alone), alone.games), (vec![(1, 0)], 0));
}

#[test]
fn faults_and_byes_count_by_the_rule() {
    let mut faulty = game(0, [0, 1], FIRST);
    faulty.faults[Player::First].add(FaultKind::Illegal);
    faulty.faults[Player::Second].add(FaultKind::Late);
    let mut tally = tally(3, &[faulty]);
    tally.add_bye(2, 2);
    tally.add_bye(9, 2);
    let mut rule = PointsRule::default();
    rule.faults[FaultKind::Illegal as usize] = Points::hundredths(-25);
    let standings = Standings::of(&tally, &rule, &[]);
    assert_eq!(ranks(&standings), [(1, 2), (2, 0), (3, 1)]);
    let points: Vec<String> = standings.rows.iter().map(|row| row.points.to_string()).collect();
    assert_eq!(points, ["2", "0.75", "0"]);
    assert_eq!(standings.rows[0].record().games(), 0);
    assert_eq!(standings.rows[2].faults.count(FaultKind::Late), 1);
}

#[test]
fn tie_breaks_decide_in_their_order() {
    let points = |a, b| Outcome::Points(ByPlayer::new(a, b));
    // Everybody has one point of two games.
    let games = [game(0, [0, 1], points(1, 0)), game(1, [1, 2], points(9, 0)), game(2, [2, 0], points(3, 1))];
    let order = |tie_breaks: &[TieBreak]| ranks(&table(3, &games, tie_breaks));
    assert_eq!(order(&[]), [(1, 0), (1, 1), (1, 2)]);
    assert_eq!(order(&[TieBreak::Wins, TieBreak::Buchholz, TieBreak::SonnebornBerger]), order(&[]));
    // Margins +1 - 2, -1 + 9, -9 + 2.
    assert_eq!(order(&[TieBreak::Wins, TieBreak::Margin]), [(1, 1), (2, 0), (3, 2)]);
    // 0 and 1 have a point each; 0 has beaten 2, who has one more, and 1 has beaten 3, who has none.
    let games = [
        game(0, [0, 2], FIRST),
        game(2, [1, 3], FIRST),
        game(4, [2, 3], FIRST),
        game(6, [0, 4], SECOND),
        game(8, [1, 4], SECOND),
    ];
    let by = |tie_break| ranks(&table(5, &games, &[tie_break]));
    assert_eq!(by(TieBreak::Buchholz), [(1, 4), (2, 0), (3, 1), (4, 2), (5, 3)]);
    assert_eq!(by(TieBreak::SonnebornBerger), [(1, 4), (2, 0), (3, 1), (3, 2), (5, 3)]);
}

#[test]
fn strange_results_are_refused_and_not_counted() {
    let mut tally = Tally::new(2);
    let error = tally.add(&game(7, [0, 2], FIRST)).unwrap_err();
    assert_eq!(error.to_string(), "game 7: entrant 2; expected a number below 2");
    let error = tally.add(&game(8, [1, 1], FIRST)).unwrap_err();
    assert_eq!(error.to_string(), "game 8: entrant 1 on both sides; expected two different entrants");
    assert_eq!((tally.games(), tally.trials()), (0, Vec::new()));
}

/// Everything counted again, slowly, from the list of games.
fn check_against_list(games: &[GameResult], entrants: usize) {
    let standings = table(entrants, games, &[]);
    let mut half_points = vec![0; entrants];
    for (entrant, half_points) in half_points.iter_mut().enumerate() {
        let mut by_side = ByPlayer::<Record>::default();
        for opponent in 0..entrants {
            let mut record = ByPlayer::<Record>::default();
            let (mut pairs, mut paired) = ([0; 5], 0);
            for game in games {
                for side in Player::BOTH {
                    if game.entrants[side] != entrant || game.entrants[side.opponent()] != opponent {
                        continue;
                    }
                    let points = game.half_points(side);
                    *half_points += points;
                    match points {
                        0 => record[side].losses += 1,
                        1 => record[side].draws += 1,
                        _ => record[side].wins += 1,
                    }
                    let is_other = |other: &&GameResult| {
                        other.pair == game.pair && other.entrants[side.opponent()] == entrant
                    };
                    if let Some(other) = games.iter().find(is_other).filter(|_| side == Player::First) {
                        pairs[points + other.half_points(Player::Second)] += 1;
                        paired += 2;
                    }
                }
            }
            for side in Player::BOTH {
                by_side[side] = by_side[side].and(&record[side]);
            }
            let Some(meeting) = standings.meeting(entrant, opponent) else {
                assert_eq!(record, ByPlayer::default());
                continue;
            };
            assert_eq!((meeting.by_side, meeting.pairs), (record, pairs));
            let games = record[Player::First].games() + record[Player::Second].games();
            assert_eq!(meeting.singles.iter().sum::<u64>(), games - paired);
            assert_eq!(meeting.reversed().reversed(), meeting);
        }
        let row = standings.rows.iter().find(|row| row.entrant == entrant).expect("a row of each");
        assert_eq!(row.by_side, by_side, "entrant {entrant}");
    }
    assert!(standings.rows.is_sorted_by_key(|row| (row.rank, row.entrant)));
    for row in &standings.rows {
        assert_eq!(row.points, Points::hundredths(50 * i64::try_from(half_points[row.entrant]).unwrap()));
        let better = half_points.iter().filter(|&&other| other > half_points[row.entrant]).count();
        assert_eq!(row.rank, better + 1);
    }
}

#[test]
fn counting_as_games_come_agrees_with_the_whole_list() {
    let mut rng = Rng::new(40);
    for _ in 0..30 {
        let entrants = 2 + rng.below(4);
        let plan = Schedule::new(Form::RoundRobin, entrants, 1 + rng.below(3) as u64, 1).unwrap();
        let mut games: Vec<GameResult> = Vec::new();
        for planned in plan.plan(&[]).games {
            // Some are missing.
            if rng.below(5) > 0 {
                let outcome = [FIRST, SECOND, Outcome::Draw][rng.below(3)];
                games.insert(rng.below(games.len() + 1), GameResult::of(&planned, outcome, 9));
            }
        }
        check_against_list(&games, entrants);
        // The order of games plays no part.
        let found = |games: &[_]| (table(entrants, games, &[]), tally(entrants, games).trials());
        let forwards = found(&games);
        games.reverse();
        assert_eq!(forwards, found(&games));
    }
}

#[test]
fn a_pair_that_comes_twice_stays_countable() {
    let twice = [game(0, [1, 0], FIRST), game(0, [1, 0], SECOND), game(1, [0, 1], FIRST)];
    let meeting = table(2, &twice, &[]).meeting(1, 0).unwrap();
    assert_eq!((meeting.record().games(), meeting.singles), (3, [0, 0, 1]));
    assert_eq!(meeting.pairs, [1, 0, 0, 0, 0]);
}

#[test]
fn two_player_matches_are_judged_by_pairs() {
    // The first side wins every game: single games look like chance, pairs show that nobody is better.
    let games: Vec<GameResult> =
        (0..40).map(|id| game(id, if id % 2 == 0 { [0, 1] } else { [1, 0] }, FIRST)).collect();
    let estimate = |games: &[_]| table(2, games, &[]).meeting(0, 1).unwrap().estimate().unwrap();
    let all = estimate(&games);
    assert_eq!((all.trials, all.mean, all.variance), (20, 0.5, 0.0));
    assert_eq!(estimate(&games[..39]).trials, 39);
    assert_eq!(Meeting::default().estimate(), None);
}

#[test]
fn a_hundred_thousand_games_are_counted_and_rated() {
    let schedule = Schedule::new(Form::RoundRobin, 40, 65, 2).unwrap();
    let mut rng = Rng::new(5);
    let mut tally = Tally::new(40);
    for planned in schedule.plan(&[]).games {
        // The entrant with the smaller number is the better one.
        let is_better = planned.entrants[Player::First] < planned.entrants[Player::Second];
        let outcome = if (rng.below(3) > 0) == is_better { FIRST } else { SECOND };
        tally.add(&GameResult::of(&planned, outcome, 20)).unwrap();
        assert!(tally.halves.len() <= 1);
    }
    assert_eq!(tally.games(), 101_400);
    let trials = tally.trials();
    assert!(trials.len() <= 780 * 5);
    let found = rating::bootstrap(40, &trials, 20, 1);
    assert_eq!((found.order[0], found.order[39]), (0, 39));
    assert!(found.ranks[20][0] <= 21 && found.ranks[20][1] >= 20);
}
