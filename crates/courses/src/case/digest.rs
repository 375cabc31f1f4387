//! What tells a set of cases from all others.

use plyground_core::Game;
use plyground_core::games::breakthrough::Breakthrough;
use plyground_core::games::max_connect_four::MaxConnectFour;
use sha2::{Digest, Sha256};

use super::{Ask, Case, record};

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
        Ask::Search { .. } | Ask::Column { .. } => String::new(),
        Ask::StateFile { position, .. } => MaxConnectFour::notation().write(position).unwrap_or_default(),
        Ask::Request { position, .. } => Breakthrough::notation().write(position).unwrap_or_default(),
        Ask::Game { seed, depth, .. } => format!("{seed} {depth}"),
        Ask::Match => record::whole(),
    }
}
