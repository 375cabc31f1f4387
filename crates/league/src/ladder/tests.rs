//! Classes that are simulated: what a repeated ladder does to ratings, and that nobody's depends on others.

use plyground_core::rng::Rng;
use plyground_core::{ByPlayer, Outcome, Player};

use super::*;
use crate::rating::Ratings;
use crate::result::GameResult;
use crate::schedule::{Form, Schedule};
use crate::standings::{Meeting, PointsRule, Record, Standings, Tally};
use crate::stats::{real, score_of_elo};

/// Students of a class.
const STUDENTS: usize = 500;

/// Openings of each rung: 20 games.
const OPENINGS: u64 = 10;

/// How students play beyond what their strength says.
#[derive(Clone, Copy, Default)]
struct Nature {
    /// Games of 100 that are drawn between any players.
    drawn: usize,
    /// Elo by which a student fares better or worse against a single rung, the same in every repetition.
    style: f64,
    /// Elo by which both games from one opening are easier or harder for a student.
    opening: f64,
}

/// A number from -1 to 1 that follows from these.
fn lot(parts: [u64; 3]) -> f64 {
    let seed = parts.into_iter().fold(0, |seed, part| Rng::new(seed ^ part).next());
    real(Rng::new(seed).next() >> 12) / real(1 << 51) - 1.0
}

/// The strengths of students: from a little below the lowest rung to a little above the highest, evenly.
fn strengths(rungs: &[Rung]) -> Vec<f64> {
    let (low, high) = (rungs[0].rating - 50.0, rungs[rungs.len() - 1].rating + 50.0);
    (0..STUDENTS).map(|n| low + (high - low) * real(n as u64) / real(STUDENTS as u64 - 1)).collect()
}

/// Plays a ladder for students with these numbers and strengths; each number is different.
fn play(rungs: &[Rung], students: &[(u64, f64)], nature: Nature, seed: u64) -> (Tally, Ratings) {
    let entrants = rungs.len() + students.len();
    let schedule = Schedule::new(Form::Ladder { rungs: rungs.len() }, entrants, OPENINGS, seed).unwrap();
    let mut tally = Tally::new(entrants);
    for game in schedule.plan(&[]).games {
        let is_student = |side: &Player| game.entrants[*side] >= rungs.len();
        let side = Player::BOTH.into_iter().find(is_student).unwrap();
        let opponent = game.entrants[side.opponent()];
        let (number, strength) = students[game.entrants[side] - rungs.len()];
        let style = nature.style * lot([1, number, opponent as u64]);
        let opening = nature.opening * lot([seed, number, game.opening]);
        // Students draw lots of their own: their luck is not that of others.
        let mut rng = Rng::new(game.seed ^ Rng::new(number).next());
        let chance = score_of_elo(strength + style + opening - rungs[opponent].rating);
        let outcome = if rng.below(100) < nature.drawn {
            Outcome::Draw
        } else if real(rng.next() >> 11) / real(1 << 53) < chance {
            Outcome::Win(side)
        } else {
            Outcome::Win(side.opponent())
        };
        tally.add(&GameResult::of(&game, outcome, 30)).unwrap();
    }
    let standings = Standings::of(&tally, &PointsRule::default(), &[]);
    let ratings = ratings(rungs, entrants, &|entrant, rung| standings.meeting(entrant, rung));
    (tally, ratings)
}

fn climbs(rungs: &[Rung], tally: &Tally) -> Vec<Climb> {
    let standings = Standings::of(tally, &PointsRule::default(), &[]);
    let of = |entrant| {
        let met = rungs.iter().enumerate().map(|(at, rung)| (*rung, standings.meeting(entrant, at).unwrap()));
        Climb::of(&met.collect::<Vec<_>>())
    };
    (rungs.len()..rungs.len() + STUDENTS).map(of).collect()
}

fn class(rungs: &[Rung]) -> Vec<(u64, f64)> {
    (0..).zip(strengths(rungs)).collect()
}

/// How many of a class moved by more than the interval of the difference when the ladder was played again.
fn moved(rungs: &[Rung], nature: Nature, seeds: [u64; 2]) -> usize {
    let class = class(rungs);
    let [one, two] = seeds.map(|seed| climbs(rungs, &play(rungs, &class, nature, seed).0));
    one.iter().zip(&two).filter(|(one, two)| one.differs(two)).count()
}

/// One in twenty may move by more; 500 students are 25, with a standard deviation of 4.9, three of which are allowed.
const MOST_MOVED: usize = 25 + 15;

#[test]
fn a_repetition_moves_nobody_by_more_than_the_interval() {
    let natures = [
        Nature::default(),
        Nature { style: 200.0, ..Nature::default() },
        Nature { opening: 300.0, ..Nature::default() },
        Nature { drawn: 20, style: 100.0, opening: 200.0 },
    ];
    for game in games() {
        let rungs = of(game).unwrap();
        for (number, nature) in natures.into_iter().enumerate() {
            let count = moved(rungs, nature, [1, 2]);
            println!("{game}, nature {number}: {count} of {STUDENTS} moved by more");
            assert!(count <= MOST_MOVED, "{game}, nature {number}: {count} of {STUDENTS} moved by more");
        }
    }
}

#[test]
fn intervals_are_no_wider_than_they_must_be() {
    // If they were, nobody would ever move by more.
    let rungs = of("connect-four").unwrap();
    let count: usize = (0..4).map(|n| moved(rungs, Nature::default(), [10 + n, 20 + n])).sum();
    // Four times 25, and three standard deviations less; pairs that vary more by chance widen some of them.
    assert!(count >= 50, "{count} of {}", 4 * STUDENTS);
}

#[test]
fn ratings_are_those_of_the_strengths() {
    for game in games() {
        let rungs = of(game).unwrap();
        let class = class(rungs);
        let found = climbs(rungs, &play(rungs, &class, Nature::default(), 3).0);
        let errors =
            || found.iter().zip(&class).map(|(climb, (_, strength))| (climb.rating - strength) / climb.error);
        let count = real(STUDENTS as u64);
        let mean = errors().sum::<f64>() / count;
        // The mean of so many has a standard error of 0.045. The imaginary draw pulls the ends in by a little.
        assert!(mean.abs() < 0.15, "{game}: {mean} standard errors");
        let beyond = errors().filter(|error| error.abs() > Z_95).count();
        assert!(beyond <= MOST_MOVED, "{game}: {beyond} of {STUDENTS} rated wrongly");
    }
}

#[test]
fn nobody_changes_the_rating_of_others() {
    let rungs = of("connect-four").unwrap();
    let nature = Nature { drawn: 10, style: 100.0, opening: 100.0 };
    let all = class(rungs);
    let some: Vec<(u64, f64)> = all.iter().copied().filter(|(number, _)| number % 3 == 1).collect();
    let [(_, of_all), (_, of_some)] = [&all, &some].map(|class| play(rungs, class, nature, 4));
    for (at, (number, _)) in some.iter().enumerate() {
        let [one, other] = [at, usize::try_from(*number).unwrap()].map(|at| at + rungs.len());
        assert_eq!(of_some.ratings[one].to_bits(), of_all.ratings[other].to_bits());
        assert_eq!(of_some.intervals[one].map(f64::to_bits), of_all.intervals[other].map(f64::to_bits));
    }
    assert_eq!((of_all.order.len(), of_all.separation.len()), (STUDENTS, STUDENTS - 1));
    assert_eq!(of_all.ratings[..rungs.len()], rungs.iter().map(|rung| rung.rating).collect::<Vec<_>>());
    // The best of all is certainly better than most, and nobody is better.
    let [best, worst] = of_all.ranks[of_all.order[0]];
    assert!(best == 1 && (2..STUDENTS / 2).contains(&worst), "{best} to {worst}");
    assert!(of_all.separation.iter().all(|share| (0.5..=1.0).contains(share)));
}

/// A meeting with so many pairs of games, by half points.
fn meeting(pairs: [u64; 5]) -> Meeting {
    let [lost, p1, p2, p3, won] = pairs;
    let as_first = Record { wins: won, draws: p2 + p3, losses: lost + p1 };
    let as_second = Record { wins: won + p3, draws: p1 + p2, losses: lost };
    Meeting { by_side: ByPlayer::new(as_first, as_second), pairs, ..Meeting::default() }
}

#[test]
fn examples_by_hand() {
    let rung = |rating: f64, error: f64| Rung {
        agent: "random",
        rating,
        interval: [rating - Z_95 * error, rating + Z_95 * error],
    };
    let is_near =
        |found: f64, expected: f64| assert!((found - expected).abs() < 1e-6, "{found}, not {expected}");
    // As many won as lost against a rung of rating 0: 8 games of information 1/4, and the imaginary one.
    let even = Climb::of(&[(rung(0.0, 9.0), meeting([0, 0, 4, 0, 0]))]);
    let elo = 400.0 / std::f64::consts::LN_10;
    is_near(even.rating, 0.0);
    is_near(even.error, elo * (1.0 / 2.25_f64).sqrt());
    is_near(even.rungs_error, 9.0 * 2.0 / 2.25);
    is_near(even.interval()[1], Z_95 * even.error.hypot(even.rungs_error));
    // Pairs that are won or lost as a whole: their points have variance 4/3, single games' 1/2.
    let whole = Climb::of(&[(rung(0.0, 9.0), meeting([2, 0, 0, 0, 2]))]);
    is_near(whole.error, even.error * (8.0 / 3.0_f64).sqrt());
    // Where the imaginary draw counts hardly, three games of four won are 190.8 Elo.
    let many = Climb::of(&[(rung(100.0, 0.0), meeting([0, 0, 0, 500_000, 0]))]);
    assert!((many.rating - 290.8485).abs() < 1e-3, "{many:?}");
    // All won, all lost, nothing played: finite, in order, and not certain.
    let [lost, won] =
        [[50, 0, 0, 0, 0], [0, 0, 0, 0, 50]].map(|pairs| Climb::of(&[(rung(0.0, 9.0), meeting(pairs))]));
    is_near(lost.rating, -won.rating);
    assert!(won.rating > 700.0 && won.rating < 1200.0 && won.error > 150.0, "{won:?}");
    let none = Climb::of(&[]);
    is_near(none.rating, 0.0);
    is_near(none.error, 2.0 * elo);
    assert!(won.differs(&lost) && !won.differs(&won) && !none.differs(&even));
}

#[test]
fn every_ladder_goes_up() {
    for game in games() {
        let rungs = of(game).unwrap();
        assert!(rungs.len() >= 5, "{game}");
        assert!(rungs.windows(2).all(|next| next[0].rating < next[1].rating), "{game}");
        for rung in rungs {
            let [low, high] = rung.interval;
            assert!(low < rung.rating && rung.rating < high && rung.error() < 50.0, "{rung:?}");
        }
    }
    assert_eq!(of("chess"), None);
}
