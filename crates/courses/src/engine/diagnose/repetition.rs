//! What is plain without knowing an assignment: failures that are all the same, and outputs that are.

use std::collections::BTreeMap;

use plyground_core::counted;

/// So many that are the same are worth a sentence.
const LEAST: usize = 3;

/// So many outputs, with as many wrong ones as [`LEAST`], that are the same have nothing to do with the questions.
const LEAST_OUTPUTS: usize = 5;

/// The result of one question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plain {
    /// Why there was no answer that could be judged, in words; empty if there was one.
    pub failure: String,
    /// What was printed, in a line; empty if nothing was, or it is not known.
    pub printed: String,
    /// Whether all of it was right.
    pub is_right: bool,
}

/// Sentences on failures and outputs that are the same.
pub fn alike(all: &[Plain]) -> Vec<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for plain in all.iter().filter(|plain| !plain.failure.is_empty()) {
        *counts.entry(&plain.failure).or_default() += 1;
    }
    let (mut told, failures) = (Vec::new(), counts.values().sum::<usize>());
    if let Some((failure, count)) = counts.into_iter().max_by_key(|&(_, count)| count)
        && count >= LEAST
        && 2 * count > failures
    {
        let which = if count == all.len() { "All".to_owned() } else { format!("{count} of") };
        told.push(format!("{which} {} failed in the same way: {failure}.", counted(all.len(), "question")));
    }
    let wrong = all.iter().filter(|plain| !plain.is_right).count();
    if let Some(first) = all.first().map(|plain| &plain.printed).filter(|printed| !printed.is_empty())
        && all.len() >= LEAST_OUTPUTS
        && wrong >= LEAST
        && all.iter().all(|plain| plain.printed == *first)
    {
        told.push(format!("Whatever it is asked, the program prints {first}."));
    }
    told
}
