//! Knockout: who loses a meeting is out.

use std::collections::HashMap;

use plyground_core::Player;

use super::{Bye, Planner};

/// Rounds until one of `entrants` is left.
pub(super) fn rounds(entrants: usize) -> u32 {
    entrants.next_power_of_two().trailing_zeros()
}

/// Plans round after round, as far as there are results.
///
/// The entrants are drawn, and the bracket is the usual one: place 1 can meet place 2 only in the last
/// round, and byes of the first round go to the first places. A tied meeting gets further pairs of
/// games; if it is still tied, fewer faults decide, and then the better place in the draw.
pub(super) fn plan(planner: &mut Planner<'_>, tie_breaks: u32) {
    let (openings, draw) = (planner.schedule.openings, planner.draw());
    let rounds = rounds(draw.len());
    let per_round = openings + u64::from(tie_breaks);
    planner.plan.rounds_won = vec![0; draw.len()];
    // Places in the draw; those beyond the last are empty.
    let mut places = bracket(rounds);
    for round in 0..rounds {
        let mut meetings: Vec<Meeting> = Vec::new();
        let from = planner.plan.games.len();
        let first_opening = u64::from(round) * per_round;
        for both in places.chunks_exact(2) {
            let (better, worse) = (both[0].min(both[1]), both[0].max(both[1]));
            let entrants = draw.get(worse).map(|&worse| [draw[better], worse]);
            meetings.push(Meeting { places: [better, worse], entrants, lead: 0, faults: [0; 2] });
            match entrants {
                Some(entrants) => {
                    for opening in 0..openings {
                        planner.pair(round, first_opening + opening, entrants);
                    }
                }
                None => planner.plan.byes.push(Bye { round, entrant: draw[better] }),
            }
        }
        if !count(planner, from, &mut meetings) {
            return;
        }
        for extra in 0..u64::from(tie_breaks) {
            let tied: Vec<_> = meetings.iter().filter(|meeting| meeting.lead == 0).collect();
            let from = planner.plan.games.len();
            for entrants in tied.into_iter().filter_map(|meeting| meeting.entrants) {
                planner.pair(round, first_opening + openings + extra, entrants);
            }
            if !count(planner, from, &mut meetings) {
                return;
            }
        }
        places = meetings.iter().map(Meeting::winner).collect();
        for &place in &places {
            planner.plan.rounds_won[draw[place]] += 1;
        }
    }
    planner.plan.is_complete = true;
    planner.plan.champion = places.first().map(|&place| draw[place]);
}

/// A meeting of two places in the draw, the better first.
struct Meeting {
    places: [usize; 2],
    /// `None` if the worse place is empty.
    entrants: Option<[usize; 2]>,
    /// Half points of the first minus those of the second.
    lead: i64,
    faults: [u64; 2],
}

impl Meeting {
    fn winner(&self) -> usize {
        let second_wins =
            self.entrants.is_some() && (self.lead < 0 || self.lead == 0 && self.faults[1] < self.faults[0]);
        self.places[usize::from(second_wins)]
    }
}

/// Counts the games planned from number `from` on; false if a result is missing.
fn count(planner: &Planner<'_>, from: usize, meetings: &mut [Meeting]) -> bool {
    let Some(results) = planner.results_from(from) else { return false };
    let mut of_entrant = HashMap::new();
    for (at, meeting) in meetings.iter().enumerate() {
        for (which, entrant) in meeting.entrants.into_iter().flatten().enumerate() {
            of_entrant.insert(entrant, (at, which));
        }
    }
    for result in results {
        for side in Player::BOTH {
            let Some(&(at, which)) = of_entrant.get(&result.entrants[side]) else { continue };
            let points = i64::from(u8::try_from(result.half_points(side)).unwrap_or(0));
            meetings[at].lead += if which == 0 { points } else { -points };
            meetings[at].faults[which] += result.faults[side].total();
        }
    }
    true
}

/// The places of the draw from top to bottom of the bracket, 0 the best.
fn bracket(rounds: u32) -> Vec<usize> {
    let mut places = vec![0];
    for _ in 0..rounds {
        let last = 2 * places.len() - 1;
        places = places.iter().flat_map(|&place| [place, last - place]).collect();
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_meet_last() {
        assert_eq!(bracket(0), [0]);
        assert_eq!(bracket(1), [0, 1]);
        assert_eq!(bracket(2), [0, 3, 1, 2]);
        assert_eq!(bracket(3), [0, 7, 3, 4, 1, 6, 2, 5]);
        assert_eq!([2, 3, 4, 5, 8, 9].map(rounds), [1, 2, 2, 3, 3, 4]);
    }
}
