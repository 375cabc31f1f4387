//! The methods of a named evaluation.

use crate::agents::Agent;
use crate::search::{Algorithm, Choice, CutRule, Report};
use crate::{Decision, Limits, Observer, Outcome, Player, Position, Stopped, Term};

/// The methods of an evaluation: values of positions, and the searches that use them.
///
/// It need not be imported: an [`Evaluation`](crate::Evaluation) has these methods. (It implements the trait itself for positions whose type is
/// not known, which an import would put first.)
pub trait Searches<P: Position>: Sync {
    /// The heuristic value for `me`.
    fn evaluate(&self, position: &P, me: Player) -> i32;

    /// The addends of the heuristic value for `me`.
    fn terms(&self, position: &P, me: Player) -> Vec<Term>;

    /// The side that maximises in a search from a root where `root` is to move.
    fn maximiser(&self, root: Player) -> Player;

    /// The value of a finished game for `me`.
    fn utility(&self, outcome: Outcome, position: &P, me: Player) -> i32;

    /// Move and value of a search node by node, `me` maximising, reported to an observer.
    ///
    /// # Errors
    ///
    /// If the observer ends the search.
    fn observe(
        &self,
        algorithm: Algorithm,
        position: &P,
        depth: u32,
        me: Player,
        observer: &mut dyn Observer<P, Stop = Stopped>,
    ) -> Result<Choice<P::Move>, Stopped>;

    /// Searches node by node, exactly as books print it.
    fn textbook(&self, algorithm: Algorithm, position: &P, depth: u32) -> Report<P::Move>;

    /// The same report as [`textbook`](Self::textbook), much faster; its table takes at most `bytes`.
    fn replay(&self, algorithm: Algorithm, position: &P, depth: u32, bytes: usize) -> Report<P::Move> {
        self.replay_within(algorithm, position, depth, bytes, &Limits::NONE)
            .unwrap_or_else(|Stopped| unreachable!("without limits nothing stops it"))
    }

    /// The same, until the limits stop it.
    ///
    /// # Errors
    ///
    /// If they stopped the search.
    fn replay_within(
        &self,
        algorithm: Algorithm,
        position: &P,
        depth: u32,
        bytes: usize,
        limits: &Limits<'_>,
    ) -> Result<Report<P::Move>, Stopped>;

    /// Move, value and number of examined nodes of the same search, `me` maximising: faster still.
    fn answer(
        &self,
        algorithm: Algorithm,
        position: &P,
        depth: u32,
        me: Player,
        bytes: usize,
    ) -> (Choice<P::Move>, u128);

    /// Nodes that alpha-beta examines in the best order of moves ([`best_order::examined`](crate::search::best_order::examined)); `None` beyond so many
    /// positions.
    fn best_order(&self, position: &P, depth: u32, rule: CutRule, most_positions: usize) -> Option<u128>;

    /// An engine that searches at most `depth` plies; its table takes at most `bytes`.
    fn engine(&self, depth: u32, bytes: usize) -> Box<dyn Agent<P>>;

    /// Chooses a move with a new engine that searches deeper and deeper until the limits stop it or the
    /// outcome is proved, and reports every depth to `progress`; `None` if the game is over.
    fn deepen(
        &self,
        position: &P,
        bytes: usize,
        limits: &Limits<'_>,
        progress: &mut dyn FnMut(&Decision<P::Move>),
    ) -> Option<Decision<P::Move>>;

    /// The moves that a search of `depth` plies expects from here on: for both sides the first
    /// examined of the best, `me` maximising. The value at their end is the value of the search.
    ///
    /// Takes one search for each move, each a ply shallower than the one before; by alpha-beta, since
    /// all algorithms choose the same.
    fn line(&self, position: &P, depth: u32, me: Player, bytes: usize) -> Vec<P::Move> {
        let algorithm = Algorithm::AlphaBeta(CutRule::AtEqual);
        let mut position = position.clone();
        let mut line = Vec::new();
        for left in (1..=depth).rev() {
            let (Choice { best: Some(mv), .. }, _) = self.answer(algorithm, &position, left, me, bytes)
            else {
                break;
            };
            line.push(mv);
            position = position.play(mv);
        }
        line
    }
}
