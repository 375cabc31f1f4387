//! What a finished search proves about a position.

use crate::Proof;

/// The utilities that were seen for games that `me` lost, drew and won, as smallest and largest.
///
/// Evaluations are free to give draws and points any utility. Only if the utilities of the three
/// results lie apart does the value of an exhausted tree tell the result.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Utilities([Option<(i32, i32)>; 3]);

impl Utilities {
    /// A game ended; `won` is whether `me` won it, `None` for a draw.
    pub(super) fn note(&mut self, won: Option<bool>, utility: i32) {
        let result = match won {
            Some(false) => &mut self.0[0],
            None => &mut self.0[1],
            Some(true) => &mut self.0[2],
        };
        let (least, most) = result.unwrap_or((utility, utility));
        *result = Some((least.min(utility), most.max(utility)));
    }

    /// What a value for `me` proves if the search saw the end of every line, at most `plies` away.
    pub(super) fn proof(&self, value: i32, plies: u32) -> Option<Proof> {
        let seen: Vec<(usize, (i32, i32))> =
            (0..).zip(self.0).filter_map(|(result, range)| Some((result, range?))).collect();
        if seen.windows(2).any(|pair| pair[0].1.1 >= pair[1].1.0) {
            return None;
        }
        let &(result, _) = seen.iter().find(|(_, (least, most))| (*least..=*most).contains(&value))?;
        Some([Proof::Loss { plies }, Proof::Draw, Proof::Win { plies }][result])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_proved_by_utilities_that_do_not_overlap() {
        let mut utilities = Utilities::default();
        assert_eq!(utilities.proof(0, 3), None, "nothing was seen");
        for (won, utility) in [(Some(false), -4), (None, 0), (Some(true), 2), (Some(true), 9)] {
            utilities.note(won, utility);
        }
        assert_eq!(utilities.proof(-4, 3), Some(Proof::Loss { plies: 3 }));
        assert_eq!(utilities.proof(0, 3), Some(Proof::Draw));
        assert_eq!(utilities.proof(2, 3), Some(Proof::Win { plies: 3 }));
        assert_eq!(utilities.proof(1, 3), None);
        utilities.note(Some(false), 2);
        assert_eq!(utilities.proof(9, 3), None, "a loss is worth as much as a win");
    }
}
