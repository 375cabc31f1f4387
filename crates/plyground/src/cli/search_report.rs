//! A search of a position together with the question it answers, for the subcommand that writes it and for the explanation.

use plyground_core::search::{self, Algorithm, replay};
use plyground_core::{AnyEvaluation, AnyMove, AnyPosition, Player, Position};

/// A search of a position together with the question it answers.
pub(super) struct Report {
    pub(super) evaluation: AnyEvaluation,
    pub(super) algorithm: Algorithm,
    pub(super) position: AnyPosition,
    pub(super) depth: u32,
    /// The side whose gain the values measure.
    pub(super) maximiser: Player,
    pub(super) searched: search::Report<AnyMove>,
}

impl Report {
    /// Searches.
    pub(super) fn new(
        evaluation: AnyEvaluation,
        algorithm: Algorithm,
        position: AnyPosition,
        depth: u32,
    ) -> Self {
        let searched = evaluation.replay(algorithm, &position, depth, replay::DEFAULT_BYTES);
        let maximiser = evaluation.maximiser(position.turn());
        Self { evaluation, algorithm, position, depth, maximiser, searched }
    }

    /// A move of the root in the game's own notation.
    pub(super) fn move_text(&self, mv: AnyMove) -> String {
        crate::present::board::move_text(&self.position, mv)
    }

    /// The legal moves of the root that the search left out.
    pub(super) fn not_examined(&self) -> Vec<String> {
        let was_examined = |mv| self.searched.root_moves.iter().any(|found| found.mv == mv);
        let missing = self.position.moves().filter(|&mv| !was_examined(mv));
        missing.map(|mv| self.move_text(mv)).collect()
    }

    /// Whether the side to move at the root wants high values.
    pub(super) fn root_maximises(&self) -> bool {
        self.position.turn() == self.maximiser
    }
}
