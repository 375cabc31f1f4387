//! Who answers alike: programs that give the same answers, wrong ones above all. People decide what it means;
//! a mistake that many make has many alike.

use std::collections::BTreeMap;

use super::{MarkSheet, StudentMarks};
use crate::report::standings::csv::{first_line, line, text};

/// Two students whose programs share wrong answers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Alike {
    /// Cases that both answered wrongly in the same way.
    pub same_wrong: usize,
    /// Cases that both answered, and alike.
    pub same: usize,
    /// Wrong answers of each.
    pub wrong: [usize; 2],
    /// Their places among the students.
    pub students: [usize; 2],
}

/// Fewer equal wrong answers than this are chance.
const LEAST: usize = 3;

/// Pairs that are reported, those with most in common.
pub(super) const MOST_PAIRS: usize = 500;

impl MarkSheet<'_> {
    /// Pairs of students with several wrong answers in common, those with most first.
    pub(crate) fn alike(&self) -> Vec<Alike> {
        // Programs that answer everything alike are one behaviour: compared once, however many have it.
        let mut behaviours: BTreeMap<Vec<(&str, bool)>, Vec<usize>> = BTreeMap::new();
        for (number, marked) in self.students.iter().enumerate() {
            if !marked.outcome.answers.is_empty() {
                behaviours.entry(behaviour(marked)).or_default().push(number);
            }
        }
        let behaviours: Vec<_> = behaviours.into_iter().collect();
        let mut pairs: Vec<Alike> = Vec::new();
        for (at, (one, ones)) in behaviours.iter().enumerate() {
            for (other, others) in &behaviours[at..] {
                let wrong = [one, other].map(|answers| answers.iter().filter(|(_, right)| !right).count());
                let same: Vec<bool> = one
                    .iter()
                    .zip(other)
                    .filter(|(a, b)| a == b && !a.0.is_empty())
                    .map(|(a, _)| a.1)
                    .collect();
                let same_wrong = same.iter().filter(|right| !**right).count();
                if same_wrong < LEAST {
                    continue;
                }
                for &a in ones {
                    for &b in others.iter().filter(|&&b| !std::ptr::eq(ones, others) || b > a) {
                        let is_in_order = a < b;
                        let students = if is_in_order { [a, b] } else { [b, a] };
                        let wrong = if is_in_order { wrong } else { [wrong[1], wrong[0]] };
                        pairs.push(Alike { same_wrong, same: same.len(), wrong, students });
                        if pairs.len() >= 100 * MOST_PAIRS {
                            keep_most(&mut pairs);
                        }
                    }
                }
            }
        }
        keep_most(&mut pairs);
        pairs
    }

    /// The pairs as CSV: `student`, `other`, `same_wrong_answers`, `wrong_answers`, `others_wrong_answers`,
    /// `same_answers`, `mistakes` (of the first).
    pub(crate) fn behaviour_csv(&self) -> String {
        let mut out = first_line(
            "student,other,same_wrong_answers,wrong_answers,others_wrong_answers,same_answers,mistakes",
        );
        for Alike { same_wrong, same, wrong, students } in self.alike() {
            let [one, other] = students.map(|number| &self.students[number]);
            out += &line(&[
                text(&one.submission.student),
                text(&other.submission.student),
                same_wrong.to_string(),
                wrong[0].to_string(),
                wrong[1].to_string(),
                same.to_string(),
                one.outcome.mistakes.join(" "),
            ]);
        }
        out
    }
}

/// Keeps the pairs with most in common, in order.
fn keep_most(pairs: &mut Vec<Alike>) {
    pairs.sort_by(|a, b| (b.same_wrong, b.same, a.students).cmp(&(a.same_wrong, a.same, b.students)));
    pairs.truncate(MOST_PAIRS);
}

/// What a program answered to each case, and whether it was right. Only an answer that is not right has a problem, so
/// later decisions of staff change nothing. An empty answer means that there is none.
fn behaviour(marked: &StudentMarks) -> Vec<(&str, bool)> {
    let answers = marked.outcome.answers.iter();
    answers.map(|answered| (answered.got.as_str(), answered.problem.is_empty())).collect()
}
