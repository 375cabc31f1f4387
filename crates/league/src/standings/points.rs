//! Points and marks, exact to a hundredth, and the rules that give them.

use std::fmt;
use std::ops::Add;
use std::str::FromStr;

use plyground_core::{digits, quote};

use crate::fault::FaultKind;
use crate::result::Faults;

/// Points or marks in hundredths, so that sums are exact and equal ones are equal. They stop at the ends
/// of 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Points(i64);

impl Points {
    /// No points.
    pub const ZERO: Self = Self(0);

    /// So many hundredths of a point.
    pub const fn hundredths(count: i64) -> Self {
        Self(count)
    }

    /// The hundredths of a point.
    pub const fn in_hundredths(self) -> i64 {
        self.0
    }

    /// So many times the points.
    #[must_use]
    pub fn times(self, count: u64) -> Self {
        Self(self.0.saturating_mul(i64::try_from(count).unwrap_or(i64::MAX)))
    }
}

impl Add for Points {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, rest) = (self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100);
        let text = match rest {
            0 => format!("{sign}{whole}"),
            rest if rest % 10 == 0 => format!("{sign}{whole}.{}", rest / 10),
            rest => format!("{sign}{whole}.{rest:02}"),
        };
        f.pad(&text)
    }
}

/// Why a text is no number of points.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("found {0}; expected a number with at most two decimals, such as 1, 0.5 or -0.25")]
pub struct PointsError(String);

impl FromStr for Points {
    type Err = PointsError;

    fn from_str(text: &str) -> Result<Self, PointsError> {
        let read = || {
            let (sign, number) = text.strip_prefix('-').map_or((1, text), |number| (-1, number));
            let (whole, rest) = number.split_once('.').unwrap_or((number, "0"));
            let rest = digits(rest).filter(|rest| rest.len() <= 2)?;
            let hundredths = format!("{rest:0<2}").parse::<i64>().ok()?;
            let whole = digits(whole)?.parse::<i64>().ok()?.checked_mul(100)?;
            Some(Self(sign * whole.checked_add(hundredths)?))
        };
        read().ok_or_else(|| PointsError(quote(text)))
    }
}

/// The points for a game, and for faults.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointsRule {
    /// For a game won.
    pub win: Points,
    /// For a game drawn.
    pub draw: Points,
    /// For a game lost.
    pub loss: Points,
    /// Added for each fault, usually negative, in the order of [`FaultKind::ALL`].
    pub faults: [Points; FaultKind::ALL.len()],
}

impl Default for PointsRule {
    /// 1 for a win, 0.5 for a draw, nothing else.
    fn default() -> Self {
        let (win, draw) = (Points::hundredths(100), Points::hundredths(50));
        Self { win, draw, loss: Points::ZERO, faults: [Points::ZERO; FaultKind::ALL.len()] }
    }
}

impl PointsRule {
    /// The points that faults add.
    pub fn for_faults(&self, faults: &Faults) -> Points {
        let of_kind = |kind| self.faults[kind as usize].times(u64::from(faults.count(kind)));
        FaultKind::ALL.into_iter().map(of_kind).fold(Points::ZERO, Points::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writing_and_reading_undo_each_other() {
        for (text, hundredths) in
            [("0", 0), ("1", 100), ("0.5", 50), ("-0.25", -25), ("12.07", 1207), ("-3", -300)]
        {
            assert_eq!(text.parse(), Ok(Points(hundredths)));
            assert_eq!(Points(hundredths).to_string(), text);
        }
        assert_eq!("1.50".parse(), Ok(Points(150)));
        assert_eq!(format!("{:>5}", Points(50)), "  0.5");
        let wrong = "|-|1.|.5|1.234|1e3|+1|--1|1.-5|99999999999999999999|92233720368547759";
        for text in wrong.split('|') {
            let expected = "; expected a number with at most two decimals, such as 1, 0.5 or -0.25";
            let error = text.parse::<Points>().unwrap_err().to_string();
            assert_eq!(error, format!("found '{text}'{expected}"));
        }
    }

    #[test]
    fn sums_stop_at_the_ends() {
        assert_eq!(Points(i64::MAX) + Points(1), Points(i64::MAX));
        assert_eq!(Points(-3).times(u64::MAX), Points(i64::MIN));
        assert_eq!(Points(i64::MIN).to_string(), "-92233720368547758.08");
    }

    #[test]
    fn faults_cost_what_the_rule_says() {
        let mut faults = Faults::default();
        faults.add(FaultKind::Illegal);
        faults.add(FaultKind::Illegal);
        faults.add(FaultKind::Crashed);
        assert_eq!(PointsRule::default().for_faults(&faults), Points::ZERO);
        let costs = [-1, -10, -1, -100, -1].map(Points::hundredths);
        let rule = PointsRule { faults: costs, ..PointsRule::default() };
        assert_eq!(rule.for_faults(&faults), Points(-120));
    }
}
