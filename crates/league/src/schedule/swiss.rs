//! Swiss rounds: entrants with equal scores meet, nobody twice as long as that can be avoided.

use plyground_core::Player;

use super::matching::Matching;
use super::{Bye, Planner};

/// Plans round after round, as far as there are results.
pub(super) fn plan(planner: &mut Planner<'_>, rounds: u32) {
    let openings = planner.schedule.openings;
    let mut history = History::new(planner.draw());
    for round in 0..rounds {
        let (pairings, bye) = history.next_round();
        if let Some(entrant) = bye {
            planner.plan.byes.push(Bye { round, entrant });
            history.byes[entrant] += 1;
            // As if every game of a meeting had been won.
            history.scores[entrant] += 4 * openings;
        }
        let from = planner.plan.games.len();
        for &[a, b] in &pairings {
            history.meet([a, b]);
            for opening in 0..openings {
                planner.pair(round, u64::from(round) * openings + opening, [a, b]);
            }
        }
        if round + 1 == rounds {
            planner.plan.is_complete = true;
            break;
        }
        let Some(results) = planner.results_from(from) else { break };
        for result in results {
            for side in Player::BOTH {
                history.scores[result.entrants[side]] += result.half_points(side) as u64;
            }
        }
    }
}

/// What the next round depends on.
struct History {
    /// The entrants as they were drawn: the order among equal scores.
    draw: Vec<usize>,
    /// Half points.
    scores: Vec<u64>,
    byes: Vec<u32>,
    /// Whether two have met, row by row.
    met: Vec<bool>,
}

impl History {
    fn new(draw: Vec<usize>) -> Self {
        let n = draw.len();
        Self { draw, scores: vec![0; n], byes: vec![0; n], met: vec![false; n * n] }
    }

    fn meet(&mut self, [a, b]: [usize; 2]) {
        let n = self.draw.len();
        self.met[a * n + b] = true;
        self.met[b * n + a] = true;
    }

    /// The pairings, best scores first, and who sits out if the number is odd.
    ///
    /// The number of meetings that have taken place before is the least possible. Under that condition
    /// the best of those who are left takes the first of these: an entrant of the same score, at best
    /// one half of the score group below; or else the next lower one. The bye goes to one who has had
    /// the fewest, of those to one whose absence makes for the fewest repetitions, of those to the last.
    fn next_round(&self) -> (Vec<[usize; 2]>, Option<usize>) {
        let n = self.draw.len();
        let adjacent = |a: usize, b: usize| !self.met[a * n + b];
        let mut left = self.draw.clone();
        // Stable, so the draw decides among equals.
        left.sort_by_key(|&entrant| std::cmp::Reverse(self.scores[entrant]));
        let mut present = vec![true; n];
        let mut bye = None;
        if n % 2 == 1 {
            let fewest = left.iter().map(|&entrant| self.byes[entrant]).min();
            let candidates = left.iter().rev().filter(|&&entrant| Some(self.byes[entrant]) == fewest);
            let mut least = usize::MAX;
            for &entrant in candidates {
                present[entrant] = false;
                let unmatched = Matching::maximum(present.clone(), &adjacent).unmatched();
                present[entrant] = true;
                if unmatched < least {
                    (least, bye) = (unmatched, Some(entrant));
                }
                if least == 0 {
                    break;
                }
            }
        }
        if let Some(bye) = bye {
            present[bye] = false;
            left.retain(|&entrant| entrant != bye);
        }
        let mut matching = Matching::maximum(present, &adjacent);
        let mut pairings = Vec::new();
        while !left.is_empty() {
            let a = left.remove(0);
            // Those without a partner who is new to them have to meet one another again.
            let unmatched = matching.unmatched();
            let group = left.iter().take_while(|&&b| self.scores[b] == self.scores[a]).count();
            let mut order: Vec<usize> = (0..left.len()).collect();
            order.sort_by_key(|&i| if i < group { (0, i.abs_diff(group / 2)) } else { (1, i) });
            let choice = order.iter().find_map(|&i| {
                let rest = matching.without([a, left[i]], &adjacent);
                let again = if adjacent(a, left[i]) { 0 } else { 2 };
                (rest.unmatched() + again <= unmatched).then_some((i, rest))
            });
            // A least number of repetitions can be reached by some partner, so there is one.
            let Some((i, rest)) = choice else { break };
            matching = rest;
            pairings.push([a, left.remove(i)]);
        }
        (pairings, bye)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_core::rng::Rng;

    /// The least number of repetitions in a pairing of all, by trying everything.
    fn fewest_repetitions(left: &mut Vec<usize>, met: &dyn Fn(usize, usize) -> bool) -> usize {
        let Some(a) = left.pop() else { return 0 };
        let mut best = usize::MAX;
        for i in 0..left.len() {
            let b = left.remove(i);
            best = best.min(usize::from(met(a, b)) + fewest_repetitions(left, met));
            left.insert(i, b);
        }
        left.push(a);
        best
    }

    #[test]
    fn repetitions_are_the_fewest_possible() {
        let mut rng = Rng::new(8);
        let mut repeated = 0;
        for _ in 0..300 {
            let n = 2 + rng.below(7);
            let mut history = History::new((0..n).collect());
            for _ in 0..rng.below(n * n) {
                let (a, b) = (rng.below(n), rng.below(n));
                if a != b {
                    history.meet([a, b]);
                }
            }
            history.scores.fill_with(|| rng.below(4) as u64);
            let (pairings, bye) = history.next_round();
            assert_eq!(pairings.len(), n / 2);
            let mut seen: Vec<usize> = pairings.iter().copied().flatten().chain(bye).collect();
            seen.sort_unstable();
            assert_eq!(seen, (0..n).collect::<Vec<_>>());
            let met = |a: usize, b: usize| history.met[a * n + b];
            let repetitions = pairings.iter().filter(|&&[a, b]| met(a, b)).count();
            let mut all: Vec<usize> = (0..n).filter(|&entrant| Some(entrant) != bye).collect();
            assert_eq!(repetitions, fewest_repetitions(&mut all, &met));
            repeated += usize::from(repetitions > 0);
        }
        assert!(repeated > 30, "{repeated} cases had to repeat a meeting");
    }

    #[test]
    fn equal_scores_meet_and_halves_meet_halves() {
        let mut history = History::new((0..8).collect());
        assert_eq!(history.next_round(), (vec![[0, 4], [1, 5], [2, 6], [3, 7]], None));
        for meeting in [[0, 4], [1, 5], [2, 6], [3, 7]] {
            history.meet(meeting);
        }
        history.scores = vec![4, 4, 4, 4, 0, 0, 0, 0];
        assert_eq!(history.next_round(), (vec![[0, 2], [1, 3], [4, 6], [5, 7]], None));
        // The best one has met everybody near, and floats down.
        history.scores = vec![4, 4, 0, 0, 0, 0, 0, 0];
        for b in 1..7 {
            history.meet([0, b]);
        }
        assert_eq!(history.next_round().0[0], [0, 7]);
    }
}
