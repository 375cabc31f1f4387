//! Marks from ranks, by a rule that can be stated in a sentence.

use super::points::Points;

/// The mark of each place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MarkRule {
    /// From the best mark for the first place to the worst for the last, in equal steps.
    Linear {
        /// The mark of the first place, and of everybody if there is only one.
        best: Points,
        /// The mark of the last place.
        worst: Points,
    },
    /// A mark for all places up to a given one, then the next; in order of places.
    Steps {
        /// Last place and mark of each step.
        steps: Vec<(usize, Points)>,
        /// The mark of all places after the last step.
        rest: Points,
    },
}

/// The mark of entrants who share a rank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum SharedRank {
    /// All of them the mark of the best place that they share.
    #[default]
    Best,
    /// All of them the mean of the marks of the places that they share.
    Mean,
}

impl MarkRule {
    /// The marks for these ranks, in their order. Ranks are those of [`Row`](super::Row): a rank that is
    /// shared is followed by as many free ones. Marks are rounded to a hundredth, halves away from zero.
    pub fn marks(&self, ranks: &[usize], shared: SharedRank) -> Vec<Points> {
        let mark = |&rank: &usize| {
            let sharing = match shared {
                SharedRank::Best => 1,
                SharedRank::Mean => ranks.iter().filter(|&&other| other == rank).count(),
            };
            // As fractions over one denominator, so that only the mean is rounded.
            let over = self.denominator(ranks.len());
            let sum: i128 = (rank..rank + sharing).map(|place| self.fraction(place, ranks.len())).sum();
            rounded(sum, over * sharing as i128)
        };
        ranks.iter().map(mark).collect()
    }

    /// The rule in words.
    pub fn about(&self, shared: SharedRank) -> String {
        let rule = match self {
            Self::Linear { best, worst } => {
                format!("{best} for the first place to {worst} for the last, in equal steps")
            }
            Self::Steps { steps, rest } => {
                let steps: Vec<String> =
                    steps.iter().map(|(place, mark)| format!("{mark} up to place {place}")).collect();
                format!("{}, then {rest}", steps.join(", "))
            }
        };
        let shared = match shared {
            SharedRank::Best => "the mark of the best place shared",
            SharedRank::Mean => "the mean of the places shared",
        };
        format!("{rule}; equal ranks get {shared}")
    }

    fn denominator(&self, places: usize) -> i128 {
        match self {
            Self::Linear { .. } => places.saturating_sub(1).max(1) as i128,
            Self::Steps { .. } => 1,
        }
    }

    /// Hundredths of the mark of a place, times the denominator.
    fn fraction(&self, place: usize, places: usize) -> i128 {
        match self {
            Self::Linear { best, worst } => {
                let [best, worst] = [best, worst].map(|mark| i128::from(mark.in_hundredths()));
                best * self.denominator(places) - (best - worst) * (place as i128 - 1)
            }
            Self::Steps { steps, rest } => {
                let step = steps.iter().find(|(last, _)| place <= *last);
                i128::from(step.map_or(*rest, |&(_, mark)| mark).in_hundredths())
            }
        }
    }
}

fn rounded(numerator: i128, denominator: i128) -> Points {
    let magnitude = (2 * numerator.abs() + denominator) / (2 * denominator);
    let magnitude = i64::try_from(magnitude).unwrap_or(i64::MAX);
    Points::hundredths(if numerator < 0 { -magnitude } else { magnitude })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(rule: &MarkRule, ranks: &[usize], shared: SharedRank) -> Vec<String> {
        rule.marks(ranks, shared).iter().map(Points::to_string).collect()
    }

    fn points(hundredths: i64) -> Points {
        Points::hundredths(hundredths)
    }

    #[test]
    fn linear_marks_fall_in_equal_steps() {
        let rule = MarkRule::Linear { best: points(200), worst: points(0) };
        assert_eq!(marks(&rule, &[1, 2, 3, 4, 5], SharedRank::Best), ["2", "1.5", "1", "0.5", "0"]);
        assert_eq!(marks(&rule, &[1, 2, 2, 4], SharedRank::Best), ["2", "1.33", "1.33", "0"]);
        // Places 2 and 3 are worth 4/3 and 2/3.
        assert_eq!(marks(&rule, &[1, 2, 2, 4], SharedRank::Mean), ["2", "1", "1", "0"]);
        assert_eq!(marks(&rule, &[1, 1], SharedRank::Mean), ["1", "1"]);
        assert_eq!(marks(&rule, &[1], SharedRank::Best), ["2"]);
        assert!(marks(&rule, &[], SharedRank::Best).is_empty());
        let up = MarkRule::Linear { best: points(-100), worst: points(-50) };
        // -0.625 is rounded away from zero.
        assert_eq!(marks(&up, &[5, 4, 1], SharedRank::Best), ["0", "-0.25", "-1"]);
        assert_eq!(marks(&up, &[1, 2, 3, 4, 5], SharedRank::Best)[3], "-0.63");
    }

    #[test]
    fn steps_hold_up_to_their_place() {
        let rule = MarkRule::Steps { steps: vec![(1, points(200)), (3, points(150))], rest: points(50) };
        assert_eq!(marks(&rule, &[1, 2, 3, 4, 5], SharedRank::Best), ["2", "1.5", "1.5", "0.5", "0.5"]);
        assert_eq!(marks(&rule, &[1, 2, 3, 3, 5], SharedRank::Mean), ["2", "1.5", "1", "1", "0.5"]);
    }

    #[test]
    fn rules_are_stated() {
        let rule = MarkRule::Steps { steps: vec![(1, points(200)), (3, points(150))], rest: points(0) };
        let about =
            "2 up to place 1, 1.5 up to place 3, then 0; equal ranks get the mean of the places shared";
        assert_eq!(rule.about(SharedRank::Mean), about);
    }
}
