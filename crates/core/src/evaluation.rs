//! The evaluations of a game by name, each with the searches that use it.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use crate::agents::{Agent, EngineAgent};
use crate::search::engine::Engine;
use crate::search::{Algorithm, Choice, CutRule, Report, best_order, replay, textbook};
use crate::searches::Searches;
use crate::{Counts, Decision, Evaluate, Limits, Observer, Outcome, Player, Position};
use crate::{RootMoves, Stopped, Term};

/// A named evaluation of a game, with the searches that use it: it has the methods of [`Searches`].
pub struct Evaluation<P: Position> {
    /// The name used on command lines.
    pub name: &'static str,
    /// What it counts, in one sentence.
    pub about: &'static str,
    pub(crate) searches: &'static dyn Searches<P>,
}

impl<P: Position> Evaluation<P> {
    /// Names an evaluation.
    pub const fn of<E: Evaluate<P> + Default + Send + 'static>(
        name: &'static str,
        about: &'static str,
    ) -> Self {
        Self { name, about, searches: &const { Compiled::<E>(PhantomData) } }
    }
}

impl<P: Position> Deref for Evaluation<P> {
    type Target = dyn Searches<P>;

    fn deref(&self) -> &Self::Target {
        self.searches
    }
}

#[expect(clippy::expl_impl_clone_on_copy, reason = "what is derived would ask positions to be Copy")]
impl<P: Position> Clone for Evaluation<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Position> Copy for Evaluation<P> {}

impl<P: Position> fmt::Debug for Evaluation<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Evaluation").field(&self.name).finish()
    }
}

/// The searches compiled for one evaluation.
struct Compiled<E>(PhantomData<fn() -> E>);

impl<P: Position, E: Evaluate<P> + Default + Send + 'static> Searches<P> for Compiled<E> {
    fn evaluate(&self, position: &P, me: Player) -> i32 {
        E::default().evaluate(position, me)
    }

    fn terms(&self, position: &P, me: Player) -> Vec<Term> {
        E::default().terms(position, me)
    }

    fn maximiser(&self, root: Player) -> Player {
        E::default().maximiser(root)
    }

    fn utility(&self, outcome: Outcome, position: &P, me: Player) -> i32 {
        E::default().utility(outcome, position, me)
    }

    fn observe(
        &self,
        algorithm: Algorithm,
        position: &P,
        depth: u32,
        me: Player,
        observer: &mut dyn Observer<P, Stop = Stopped>,
    ) -> Result<Choice<P::Move>, Stopped> {
        textbook::search(algorithm, position, depth, &E::default(), me, observer)
    }

    fn textbook(&self, algorithm: Algorithm, position: &P, depth: u32) -> Report<P::Move> {
        let eval = E::default();
        let me = eval.maximiser(position.turn());
        let mut observer = (Counts::default(), RootMoves::default());
        let Ok(choice) = textbook::search(algorithm, position, depth, &eval, me, &mut observer);
        let (counts, root_moves) = observer;
        Report { choice, counts, root_moves: root_moves.moves().collect() }
    }

    fn replay_within(
        &self,
        algorithm: Algorithm,
        position: &P,
        depth: u32,
        bytes: usize,
        limits: &Limits<'_>,
    ) -> Result<Report<P::Move>, Stopped> {
        let eval = E::default();
        let me = eval.maximiser(position.turn());
        replay::search_within(algorithm, position, depth, &eval, me, bytes, limits)
    }

    fn answer(
        &self,
        algorithm: Algorithm,
        position: &P,
        depth: u32,
        me: Player,
        bytes: usize,
    ) -> (Choice<P::Move>, u128) {
        replay::answer(algorithm, position, depth, &E::default(), me, bytes)
    }

    fn best_order(&self, position: &P, depth: u32, rule: CutRule, most_positions: usize) -> Option<u128> {
        best_order::examined(self, position, depth, rule, most_positions)
    }

    fn engine(&self, depth: u32, bytes: usize) -> Box<dyn Agent<P>> {
        Box::new(EngineAgent::new(E::default(), depth, bytes))
    }

    fn deepen(
        &self,
        position: &P,
        bytes: usize,
        limits: &Limits<'_>,
        progress: &mut dyn FnMut(&Decision<P::Move>),
    ) -> Option<Decision<P::Move>> {
        Engine::new(E::default(), bytes).search(position, u32::MAX, limits, progress)
    }
}
