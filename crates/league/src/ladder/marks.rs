//! Marks from ratings on a ladder: nobody's depend on who else takes part.

use plyground_core::quote;

use super::{Rung, missing, of};
use crate::standings::Points;

/// Marks by a rating: linear between two rungs, and the same beyond them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RungMarks {
    best: Points,
    worst: Points,
    from: Rung,
    to: Rung,
    game: &'static str,
}

/// Why there is no such rule.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct RungMarksError(String);

impl RungMarks {
    /// The worst mark up to the rating of the rung `from`, and the best from that of the rung `to` on.
    ///
    /// # Errors
    ///
    /// If the game has no ladder, or it has not these rungs, or they are not the lower and the higher one.
    pub fn new(
        game: &str,
        [worst, best]: [Points; 2],
        [from, to]: [&str; 2],
    ) -> Result<Self, RungMarksError> {
        let found = super::games().find(|name| *name == game);
        let game = found.ok_or_else(|| RungMarksError(missing(game)))?;
        let rungs = of(game).unwrap_or_default();
        let rung = |key: &str, agent: &str| {
            rungs.iter().find(|rung| rung.agent == agent).copied().ok_or_else(|| {
                let known: Vec<_> = rungs.iter().map(|rung| rung.agent).collect();
                let (found, known) = (quote(agent), known.join(", "));
                RungMarksError(format!("{key}: found {found}; expected a rung of {game}: {known}"))
            })
        };
        let (from, to) = (rung("from", from)?, rung("to", to)?);
        if from.rating >= to.rating {
            let [from, to] = [from.agent, to.agent];
            let message = format!("from {from} to {to}: expected a rung, and one that is rated higher");
            return Err(RungMarksError(message));
        }
        Ok(Self { best, worst, from, to, game })
    }

    /// The game whose ladder it is about.
    pub const fn game(&self) -> &'static str {
        self.game
    }

    /// The best mark.
    pub const fn best(&self) -> Points {
        self.best
    }

    /// The mark for a rating, rounded to a hundredth.
    pub fn mark(&self, rating: f64) -> Points {
        let share = ((rating - self.from.rating) / (self.to.rating - self.from.rating)).clamp(0.0, 1.0);
        let [worst, best] = [self.worst, self.best].map(Points::in_hundredths);
        // In millionths, so that the rest is exact.
        #[expect(clippy::cast_possible_truncation, reason = "it is from 0 to a million")]
        let share = (share * 1e6).round() as i128;
        let above = i128::from(best) - i128::from(worst);
        let hundredths = (above * share + 500_000 * above.signum()) / 1_000_000;
        Points::hundredths(worst.saturating_add(i64::try_from(hundredths).unwrap_or(i64::MAX)))
    }

    /// The rule in words.
    pub fn about(&self) -> String {
        let Self { best, worst, from, to, .. } = self;
        let [from, to] = [from, to].map(|rung| format!("the rating of {} ({:.0})", rung.agent, rung.rating));
        format!("{worst} up to {from}, {best} from {to} on, and in proportion between")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_linear_between_two_rungs() {
        let points = |hundredths| Points::hundredths(hundredths);
        let rungs = of("connect-four").unwrap();
        let [from, to] = [&rungs[1], &rungs[4]];
        let rule = RungMarks::new("connect-four", [points(20), points(200)], [from.agent, to.agent]).unwrap();
        let at = |share: f64| rule.mark(from.rating + share * (to.rating - from.rating)).in_hundredths();
        assert_eq!([-3.0, 0.0, 0.25, 0.5, 1.0, 9.0].map(at), [20, 20, 65, 110, 200, 200]);
        assert_eq!((rule.mark(f64::MIN), rule.mark(f64::MAX)), (points(20), points(200)));
        assert!(rule.about().starts_with("0.2 up to the rating of graded:level=1 ("), "{}", rule.about());
        assert_eq!((rule.game(), rule.best()), ("connect-four", points(200)));
    }

    #[test]
    fn rules_of_no_use_are_refused() {
        let no_rung = "to: found 'first'; expected a rung of connect-four: random, graded:level=1";
        let equal = "from graded:level=2 to graded:level=2: expected a rung, and one that is rated higher";
        for (game, both, message) in [
            ("chess", ["random", "first"], "chess has no ladder; expected one of connect-four"),
            ("connect-four", ["random", "first"], no_rung),
            ("connect-four", ["graded:level=2"; 2], equal),
        ] {
            let error = RungMarks::new(game, [Points::ZERO; 2], both).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}, not {message}");
        }
    }
}
