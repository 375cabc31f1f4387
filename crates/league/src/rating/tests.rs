use plyground_core::rng::Rng;

use super::newton::Model;
use super::*;
use crate::stats::tests::is_near;
use crate::stats::{ELO, elo_of_score, score_of_elo};

fn comparison(a: usize, b: usize, score: f64, games: f64) -> TrialCount {
    TrialCount { entrants: [a, b], score, games, count: 1 }
}

/// The most likely ratings in Elo.
fn ratings(entrants: usize, comparisons: &[TrialCount]) -> Vec<f64> {
    let mut strengths = vec![0.0; entrants];
    Model { entrants, comparisons: comparisons.to_vec() }.fit(&mut strengths, 1e-12);
    strengths.iter().map(|strength| strength * ELO).collect()
}

/// Points above those that the ratings promise, the imaginary game included: zero for everybody exactly
/// at the summit, since the likelihood is concave.
fn excess(ratings: &[f64], comparisons: &[TrialCount]) -> Vec<f64> {
    let mut excess: Vec<f64> = ratings.iter().map(|&rating| 0.5 - score_of_elo(rating)).collect();
    for &TrialCount { entrants: [a, b], score, games, .. } in comparisons {
        let points = score - games * score_of_elo(ratings[a] - ratings[b]);
        excess[a] += points;
        excess[b] -= points;
    }
    excess
}

fn random_comparisons(rng: &mut Rng, entrants: usize, pairs: usize) -> Vec<TrialCount> {
    let mut all = Vec::new();
    for _ in 0..pairs {
        let (a, b) = (rng.below(entrants), rng.below(entrants));
        if a != b {
            let games = 1 + rng.below(40);
            all.push(comparison(a, b, real(rng.below(2 * games + 1) as u64) / 2.0, real(games as u64)));
        }
    }
    all
}

#[test]
fn two_players_are_rated_by_their_score() {
    // By symmetry the ratings are opposite numbers; many games leave the imaginary one without weight.
    let rated = ratings(2, &[comparison(0, 1, 75_000.0, 100_000.0)]);
    is_near(rated[0], -rated[1], 1e-9);
    is_near(rated[0] - rated[1], elo_of_score(0.75), 0.01);
}

#[test]
fn every_entrant_scores_as_expected_at_the_summit() {
    let mut rng = Rng::new(12);
    for _ in 0..300 {
        let entrants = 1 + rng.below(12);
        let pairs = rng.below(30);
        let comparisons = random_comparisons(&mut rng, entrants, pairs);
        let rated = ratings(entrants, &comparisons);
        for points in excess(&rated, &comparisons) {
            is_near(points, 0.0, 1e-7);
        }
    }
}

#[test]
fn extremes_have_finite_ratings() {
    assert!(ratings(0, &[]).is_empty());
    assert_eq!(ratings(3, &[]), [0.0; 3]);
    let all_won = ratings(2, &[comparison(0, 1, 1e6, 1e6)]);
    assert!(all_won[0] > 1000.0 && all_won[0].is_finite(), "{all_won:?}");
    let points = excess(&all_won, &[comparison(0, 1, 1e6, 1e6)]);
    is_near(points[0], 0.0, 1e-6);
    // A long chain, every one beating the next.
    let chain: Vec<TrialCount> = (1..200).map(|b| comparison(b - 1, b, 9.0, 10.0)).collect();
    let rated = ratings(200, &chain);
    assert!(rated.windows(2).all(|two| two[0] > two[1]));
    assert!(excess(&rated, &chain).iter().all(|points| points.abs() < 1e-6));
}

#[test]
fn entrants_who_never_met_are_in_different_groups() {
    let met = [comparison(4, 2, 1.0, 2.0), comparison(1, 4, 0.0, 2.0), comparison(3, 5, 1.0, 1.0)];
    assert_eq!(groups(7, &met), [0, 1, 1, 3, 1, 3, 6]);
    assert_eq!(groups(2, &[comparison(0, 1, 0.0, 0.0)]), [0, 1]);
    assert_eq!(groups(2, &[comparison(0, 9, 1.0, 1.0)]), [0, 1]);
    assert_eq!(groups(2, &[TrialCount { count: 0, ..comparison(0, 1, 1.0, 1.0) }]), [0, 1]);
    // They are still rated, each group about the imaginary opponent.
    let rated = ratings(7, &met);
    assert_eq!((rated[0], rated[6]), (0.0, 0.0));
    is_near(rated[3] + rated[5], 0.0, 1e-9);
}

#[test]
fn few_games_leave_much_open() {
    // A pair of games, one won by each.
    let even = |count| [TrialCount { entrants: [0, 1], score: 1.0, games: 2.0, count }];
    let one = bootstrap(2, &even(1), 1000, 5);
    assert_eq!(one.ratings, [0.0; 2]);
    let [low, high] = one.intervals[0];
    assert!(low < -100.0 && high > 100.0, "{low} to {high}");
    assert_eq!(one.ranks, [[1, 2]; 2]);
    assert!((one.separation[0] - 0.5).abs() < 0.05, "{:?}", one.separation);
    let width = |found: &Ratings| found.intervals[0][1] - found.intervals[0][0];
    // Who has won everything may yet lose, and ever less surely.
    let won = |count| bootstrap(2, &[TrialCount { score: 2.0, ..even(count)[0] }], 1000, 5);
    let (few, many) = (won(3), won(100));
    assert!(few.intervals[0][0] < few.ratings[0] - 50.0, "{few:?}");
    assert!(width(&many) < width(&few) && many.intervals[0][0] > 300.0, "{many:?}");
    // What is imaginary does not outweigh what is real where there are many to meet.
    let pairs = (0..12).flat_map(|a| (a + 1..12).map(move |b| [a, b]));
    let ladder: Vec<TrialCount> =
        pairs.map(|entrants| TrialCount { entrants, score: 2.0, ..even(1)[0] }).collect();
    let found = bootstrap(12, &ladder, 1000, 5);
    for (rating, [low, high]) in found.ratings.iter().zip(&found.intervals) {
        assert!((low..=high).contains(&rating), "{rating}: {low} to {high}");
    }
}

fn round_robin(entrants: usize, pairs: u64, rng: &mut Rng, elo: &dyn Fn(usize) -> f64) -> Vec<TrialCount> {
    let mut trials = Vec::new();
    for a in 0..entrants {
        for b in a + 1..entrants {
            let win = score_of_elo(elo(a) - elo(b));
            let mut counts = [0; 3];
            for _ in 0..pairs {
                let game = |rng: &mut Rng| usize::from(real(rng.next() >> 11) / 2f64.powi(53) < win);
                counts[game(rng) + game(rng)] += 1;
            }
            let entrants = [a, b];
            let trial = |(score, count)| TrialCount { entrants, score, games: 2.0, count };
            trials.extend([0.0, 1.0, 2.0].into_iter().zip(counts).map(trial));
        }
    }
    trials
}

#[test]
fn true_ratings_lie_in_their_intervals() {
    // Strengths 150 Elo apart and symmetric about 0, as the ratings are.
    let strength = |entrant: usize| 300.0 - 150.0 * real(entrant as u64);
    let mut rng = Rng::new(31);
    let (mut inside, mut all) = (0, 0);
    for round in 0..40 {
        let trials = round_robin(5, 30, &mut rng, &strength);
        let found = bootstrap(5, &trials, 120, round);
        for (entrant, [low, high]) in found.intervals.iter().enumerate() {
            inside += u32::from((*low..=*high).contains(&strength(entrant)));
            all += 1;
            assert!((*low..=*high).contains(&found.ratings[entrant]));
        }
        assert!(found.ranks.iter().all(|[best, worst]| (1..=5).contains(best) && best <= worst));
    }
    // 95 % of 200 are 190.
    assert!(inside * 100 >= all * 87, "{inside} of {all}");
}

#[test]
fn separation_is_high_for_distant_places_and_lower_for_close_ones() {
    let strength = |entrant: usize| [400.0, 0.0, 0.0, -400.0][entrant];
    let trials = round_robin(4, 100, &mut Rng::new(8), &strength);
    let found = bootstrap(4, &trials, 200, 1);
    assert_eq!((found.order[0], found.order[3]), (0, 3));
    assert!(found.separation[0] > 0.99 && found.separation[2] > 0.99, "{:?}", found.separation);
    assert!((0.4..0.99).contains(&found.separation[1]), "{:?}", found.separation);
    assert_eq!((found.ranks[0], found.ranks[3]), ([1, 1], [4, 4]));
    assert_eq!(bootstrap(4, &trials, 200, 1), found);
    assert_ne!(bootstrap(4, &trials, 200, 2), found);
}

#[test]
fn bootstraps_of_nothing_are_empty_or_flat() {
    let nothing = bootstrap(3, &[], 10, 0);
    assert_eq!((nothing.ratings, nothing.intervals), (vec![0.0; 3], vec![[0.0; 2]; 3]));
    // Equal ratings may have any of the places that they share.
    assert_eq!((nothing.ranks, nothing.separation), (vec![[1, 3]; 3], vec![0.5; 2]));
    assert!(bootstrap(0, &[], 10, 0).intervals.is_empty());
    let trial = TrialCount { entrants: [0, 1], score: 1.0, games: 1.0, count: 3 };
    let without = bootstrap(2, &[trial], 0, 0);
    assert!(without.intervals.is_empty() && without.ranks.is_empty() && without.separation.is_empty());
    assert!(without.ratings[0] > 0.0);
    let strange = [[0, 9], [1, 1]].map(|entrants| TrialCount { entrants, ..trial });
    assert_eq!(bootstrap(2, &strange, 5, 0).ratings, [0.0, 0.0]);
}
