//! An evaluation of a game that is chosen at run time, with the searches that use it.

use super::game::AnyAgent;
use super::{AnyMove, AnyPosition};
use crate::agents::Agent;
use crate::search::{Algorithm, Choice, CutRule, Report};
use crate::searches::Searches;
use crate::{Decision, Evaluation, Limits, Observer, Outcome, Player, Position, Stopped, Term, Window};

/// An evaluation of a game that is chosen at run time, with the searches that use it.
///
/// All methods panic if they are given a position of another game.
pub type AnyEvaluation = Evaluation<AnyPosition>;

impl<P: Position<Move: Into<u32>>> Evaluation<P> {
    /// The same evaluation for positions of which the type is not known.
    pub const fn any(&'static self) -> AnyEvaluation {
        Evaluation { name: self.name, about: self.about, searches: self }
    }
}

/// Searches are compiled for the game: positions and moves are translated at the root alone.
impl<P: Position<Move: Into<u32>>> Searches<AnyPosition> for Evaluation<P> {
    fn evaluate(&self, position: &AnyPosition, me: Player) -> i32 {
        self.searches.evaluate(position.held(), me)
    }

    fn terms(&self, position: &AnyPosition, me: Player) -> Vec<Term> {
        self.searches.terms(position.held(), me)
    }

    fn maximiser(&self, root: Player) -> Player {
        self.searches.maximiser(root)
    }

    fn utility(&self, outcome: Outcome, position: &AnyPosition, me: Player) -> i32 {
        self.searches.utility(outcome, position.held(), me)
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
        let choice = self.searches.observe(algorithm, position.held(), depth, me, &mut observer)?;
        Ok(choice.map(AnyMove::of))
    }

    fn textbook(&self, algorithm: Algorithm, position: &AnyPosition, depth: u32) -> Report<AnyMove> {
        self.searches.textbook(algorithm, position.held(), depth).map(AnyMove::of)
    }

    fn replay_within(
        &self,
        algorithm: Algorithm,
        position: &AnyPosition,
        depth: u32,
        bytes: usize,
        limits: &Limits<'_>,
    ) -> Result<Report<AnyMove>, Stopped> {
        let report = self.searches.replay_within(algorithm, position.held(), depth, bytes, limits)?;
        Ok(report.map(AnyMove::of))
    }

    fn answer(
        &self,
        algorithm: Algorithm,
        position: &AnyPosition,
        depth: u32,
        me: Player,
        bytes: usize,
    ) -> (Choice<AnyMove>, u128) {
        let (choice, examined) = self.searches.answer(algorithm, position.held(), depth, me, bytes);
        (choice.map(AnyMove::of), examined)
    }

    fn best_order(&self, position: &AnyPosition, depth: u32, rule: CutRule, most: usize) -> Option<u128> {
        self.searches.best_order(position.held(), depth, rule, most)
    }

    fn engine(&self, depth: u32, bytes: usize) -> Box<dyn Agent<AnyPosition>> {
        Box::new(AnyAgent(self.searches.engine(depth, bytes)))
    }

    fn deepen(
        &self,
        position: &AnyPosition,
        bytes: usize,
        limits: &Limits<'_>,
        progress: &mut dyn FnMut(&Decision<AnyMove>),
    ) -> Option<Decision<AnyMove>> {
        let mut progress = |decision: &Decision<P::Move>| progress(&decision.clone().map(AnyMove::of));
        let decision = self.searches.deepen(position.held(), bytes, limits, &mut progress)?;
        Some(decision.map(AnyMove::of))
    }
}

/// An observer of positions whose type is not known, for a search of which it is: it passes on what the search
/// reports. One position is made for all nodes.
struct Translated<'a> {
    observer: &'a mut dyn Observer<AnyPosition, Stop = Stopped>,
    position: AnyPosition,
}

impl<P: Position<Move: Into<u32>>> Observer<P> for Translated<'_> {
    type Stop = Stopped;

    fn enter(&mut self, position: &P, ply: u32, window: Window) -> Result<(), Stopped> {
        self.position.set(position);
        self.observer.enter(&self.position, ply, window)
    }

    fn generated(&mut self, mv: P::Move) {
        self.observer.generated(AnyMove::of(mv));
    }

    fn evaluated(&mut self, value: i32) {
        self.observer.evaluated(value);
    }

    fn cutoff(&mut self) {
        self.observer.cutoff();
    }

    fn leave(&mut self, value: i32) {
        self.observer.leave(value);
    }
}
