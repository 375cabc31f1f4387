//! Which cases an assignment has, as its file says it, and why they cannot be made.

use plyground_core::agents::AgentSpec;

/// Which cases are made, and how much each is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct CaseRules {
    /// The seed of cases that students may see.
    pub seed: u64,
    /// The seed of all others: a course keeps it to itself.
    pub hidden_seed: Option<u64>,
    /// How many are made for students to see, to hide, and to show after the deadline; those named in the
    /// file come in addition.
    pub counts: [usize; 3],
    /// Positions that the file names, for everybody to see.
    pub given: Vec<GivenCase>,
    /// Opponents among the agents built in, against each of which a game is played on each side.
    pub opponents: Vec<AgentSpec>,
}

/// A case that the file names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GivenCase {
    /// The position in the game's first notation.
    pub position: String,
    /// The algorithm's letter, where there is a choice.
    pub algorithm: Option<char>,
    /// The depth in plies.
    pub depth: u32,
}

/// Why cases cannot be made. The author of the assignment can mend it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct CaseError(pub String);
