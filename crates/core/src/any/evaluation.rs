//! An evaluation of a game that is chosen at run time, with the searches that use it.

use std::fmt;

use super::agent::AnyAgent;
use super::observer::Translated;
use super::{AnyMove, AnyPosition};
use crate::agents::Agent;
use crate::search::{Algorithm, Answer, Choice, CutRule, Searched, best_order};
use crate::{Decision, Evaluation, Limits, Observer, Outcome, Player, Position, Stopped, Term};

/// An evaluation of a game that is chosen at run time, with the searches that use it: [`Evaluation`], of which the type
/// is not known.
///
/// All methods panic if they are given a position of another game.
#[derive(Clone, Copy)]
pub struct AnyEvaluation(&'static dyn ErasedEvaluation);

/// An evaluation of positions whose type is not known.
pub(super) trait ErasedEvaluation: Sync {
    fn name(&self) -> &'static str;
    fn about(&self) -> &'static str;
    fn maximiser(&self, root: Player) -> Player;
    fn evaluate(&self, position: &AnyPosition, me: Player) -> i32;
    fn terms(&self, position: &AnyPosition, me: Player) -> Vec<Term>;
    fn utility(&self, outcome: Outcome, position: &AnyPosition, me: Player) -> i32;
    fn choose(&self, algorithm: Algorithm, position: &AnyPosition, depth: u32, me: Player)
    -> Choice<AnyMove>;
    fn observe(
        &self,
        algorithm: Algorithm,
        position: &AnyPosition,
        depth: u32,
        me: Player,
        observer: &mut dyn Observer<AnyPosition, Stop = Stopped>,
    ) -> Result<Choice<AnyMove>, Stopped>;
    fn textbook(&self, algorithm: Algorithm, position: &AnyPosition, depth: u32) -> Searched<AnyMove>;
    fn replay(
        &self,
        algorithm: Algorithm,
        position: &AnyPosition,
        depth: u32,
        bytes: usize,
    ) -> Searched<AnyMove>;
    fn answer(
        &self,
        algorithm: Algorithm,
        position: &AnyPosition,
        depth: u32,
        bytes: usize,
    ) -> Answer<AnyMove>;
    fn best_order(
        &self,
        position: &AnyPosition,
        depth: u32,
        rule: CutRule,
        most_positions: usize,
    ) -> Option<u128>;
    fn line(&self, position: &AnyPosition, depth: u32, me: Player, bytes: usize) -> Vec<AnyMove>;
    fn engine(&self, depth: u32, bytes: usize) -> Box<dyn Agent<AnyPosition>>;
    fn deepen(
        &self,
        position: &AnyPosition,
        bytes: usize,
        limits: &Limits<'_>,
        progress: &mut dyn FnMut(&Decision<AnyMove>),
    ) -> Option<Decision<AnyMove>>;
}

impl<P> ErasedEvaluation for Evaluation<P>
where
    P: Position<Move: Into<u32>>,
{
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn maximiser(&self, root: Player) -> Player {
        self.maximiser(root)
    }

    fn evaluate(&self, position: &AnyPosition, me: Player) -> i32 {
        self.evaluate(position.held(), me)
    }

    fn terms(&self, position: &AnyPosition, me: Player) -> Vec<Term> {
        self.terms(position.held(), me)
    }

    fn utility(&self, outcome: Outcome, position: &AnyPosition, me: Player) -> i32 {
        self.utility(outcome, position.held(), me)
    }

    fn choose(
        &self,
        algorithm: Algorithm,
        position: &AnyPosition,
        depth: u32,
        me: Player,
    ) -> Choice<AnyMove> {
        self.choose(algorithm, position.held(), depth, me).map(AnyMove::of)
    }

    fn observe(
        &self,
        algorithm: Algorithm,
        position: &AnyPosition,
        depth: u32,
        me: Player,
        observer: &mut dyn Observer<AnyPosition, Stop = Stopped>,
    ) -> Result<Choice<AnyMove>, Stopped> {
        let mut observer = Translated { observer, position: position.clone() };
        Ok(self.observe(algorithm, position.held(), depth, me, &mut observer)?.map(AnyMove::of))
    }

    fn textbook(&self, algorithm: Algorithm, position: &AnyPosition, depth: u32) -> Searched<AnyMove> {
        self.textbook(algorithm, position.held(), depth).map(AnyMove::of)
    }

    fn replay(
        &self,
        algorithm: Algorithm,
        position: &AnyPosition,
        depth: u32,
        bytes: usize,
    ) -> Searched<AnyMove> {
        self.replay(algorithm, position.held(), depth, bytes).map(AnyMove::of)
    }

    fn answer(
        &self,
        algorithm: Algorithm,
        position: &AnyPosition,
        depth: u32,
        bytes: usize,
    ) -> Answer<AnyMove> {
        let Answer { choice, examined } = self.answer(algorithm, position.held(), depth, bytes);
        Answer { choice: choice.map(AnyMove::of), examined }
    }

    fn best_order(
        &self,
        position: &AnyPosition,
        depth: u32,
        rule: CutRule,
        most_positions: usize,
    ) -> Option<u128> {
        best_order::examined(self, position.held(), depth, rule, most_positions)
    }

    fn line(&self, position: &AnyPosition, depth: u32, me: Player, bytes: usize) -> Vec<AnyMove> {
        self.line(position.held(), depth, me, bytes).into_iter().map(AnyMove::of).collect()
    }

    fn engine(&self, depth: u32, bytes: usize) -> Box<dyn Agent<AnyPosition>> {
        Box::new(AnyAgent(self.engine(depth, bytes)))
    }

    fn deepen(
        &self,
        position: &AnyPosition,
        bytes: usize,
        limits: &Limits<'_>,
        progress: &mut dyn FnMut(&Decision<AnyMove>),
    ) -> Option<Decision<AnyMove>> {
        let mut progress = |decision: &Decision<P::Move>| progress(&decision.clone().map(AnyMove::of));
        let decision = self.deepen(position.held(), bytes, limits, &mut progress)?;
        Some(decision.map(AnyMove::of))
    }
}

impl AnyEvaluation {
    pub(super) fn new(erased: &'static dyn ErasedEvaluation) -> Self {
        Self(erased)
    }

    /// An evaluation of a game of which the type is known.
    pub fn of<P>(evaluation: &'static Evaluation<P>) -> Self
    where
        P: Position<Move: Into<u32>>,
    {
        Self(evaluation)
    }

    /// The name used on command lines.
    pub fn name(&self) -> &'static str {
        self.0.name()
    }

    /// What it counts, in one sentence.
    pub fn about(&self) -> &'static str {
        self.0.about()
    }

    /// The side that maximises in a search from a root where `root` is to move.
    pub fn maximiser(&self, root: Player) -> Player {
        self.0.maximiser(root)
    }

    /// The heuristic value for `me`.
    pub fn evaluate(&self, position: &AnyPosition, me: Player) -> i32 {
        self.0.evaluate(position, me)
    }

    /// The addends of the heuristic value for `me`.
    pub fn terms(&self, position: &AnyPosition, me: Player) -> Vec<Term> {
        self.0.terms(position, me)
    }

    /// What a finished game is worth to `me`.
    pub fn utility(&self, outcome: Outcome, position: &AnyPosition, me: Player) -> i32 {
        self.0.utility(outcome, position, me)
    }

    /// Move and value of a search node by node, `me` maximising.
    pub fn choose(
        &self,
        algorithm: Algorithm,
        position: &AnyPosition,
        depth: u32,
        me: Player,
    ) -> Choice<AnyMove> {
        self.0.choose(algorithm, position, depth, me)
    }

    /// The same, and tells the observer.
    ///
    /// # Errors
    ///
    /// If the observer ends the search.
    pub fn observe(
        &self,
        algorithm: Algorithm,
        position: &AnyPosition,
        depth: u32,
        me: Player,
        observer: &mut dyn Observer<AnyPosition, Stop = Stopped>,
    ) -> Result<Choice<AnyMove>, Stopped> {
        self.0.observe(algorithm, position, depth, me, observer)
    }

    /// Searches node by node, exactly as books print it.
    pub fn textbook(&self, algorithm: Algorithm, position: &AnyPosition, depth: u32) -> Searched<AnyMove> {
        self.0.textbook(algorithm, position, depth)
    }

    /// The same report as [`textbook`](Self::textbook), much faster; its table takes at most `bytes`.
    pub fn replay(
        &self,
        algorithm: Algorithm,
        position: &AnyPosition,
        depth: u32,
        bytes: usize,
    ) -> Searched<AnyMove> {
        self.0.replay(algorithm, position, depth, bytes)
    }

    /// Move, value and number of examined nodes of the same search, faster still.
    pub fn answer(
        &self,
        algorithm: Algorithm,
        position: &AnyPosition,
        depth: u32,
        bytes: usize,
    ) -> Answer<AnyMove> {
        self.0.answer(algorithm, position, depth, bytes)
    }

    /// Nodes that alpha-beta examines in the best order of moves ([`best_order::examined`]); `None` beyond so many
    /// positions.
    pub fn best_order(
        &self,
        position: &AnyPosition,
        depth: u32,
        rule: CutRule,
        most_positions: usize,
    ) -> Option<u128> {
        self.0.best_order(position, depth, rule, most_positions)
    }

    /// The moves that a search of `depth` plies expects from here on ([`Evaluation::line`]).
    pub fn line(&self, position: &AnyPosition, depth: u32, me: Player, bytes: usize) -> Vec<AnyMove> {
        self.0.line(position, depth, me, bytes)
    }

    /// An engine that searches at most `depth` plies; its table takes at most `bytes`.
    pub fn engine(&self, depth: u32, bytes: usize) -> Box<dyn Agent<AnyPosition>> {
        self.0.engine(depth, bytes)
    }

    /// Chooses a move with a new engine that searches deeper and deeper ([`Evaluation::deepen`]).
    pub fn deepen(
        &self,
        position: &AnyPosition,
        bytes: usize,
        limits: &Limits<'_>,
        progress: &mut dyn FnMut(&Decision<AnyMove>),
    ) -> Option<Decision<AnyMove>> {
        self.0.deepen(position, bytes, limits, progress)
    }
}

impl fmt::Debug for AnyEvaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AnyEvaluation").field(&self.name()).finish()
    }
}
