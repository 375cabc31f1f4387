//! A hash that identifies a set of cases.

use sha2::{Digest, Sha256};

use super::{Ask, Case};

/// A hash of all questions with what is right for them: another version of this program may make other cases from
/// the same assignment, and answers to one set are none to the other.
pub fn digest(cases: &[Case]) -> String {
    let mut hash = Sha256::new();
    for case in cases {
        let (question, expected) = (case.question(), case.expected());
        for part in [&case.id, &question, &expected, &beyond_words(&case.ask)] {
            hash.update(format!("{}\0{part}\0", part.len()));
        }
    }
    format!("{:x}", hash.finalize())
}

/// What a question in one line and its answer in a word or two leave out.
fn beyond_words(ask: &Ask) -> String {
    match ask {
        Ask::Question(question) => question.beyond_words(),
        Ask::Game { seed, depth, .. } => format!("{seed} {depth}"),
    }
}
