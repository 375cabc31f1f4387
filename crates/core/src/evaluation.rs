//! The evaluations of a game by name, each with the searches that use it.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use crate::agents::{Agent, EngineAgent};
use crate::search::engine::Engine;
use crate::search::{Algorithm, Choice, CutRule, Report, best_order, replay, textbook};
use crate::{Counts, Decision, Evaluate, Limits, Observer, Outcome, Player, Position};
use crate::{RootMoves, Silent, Stopped, Term};

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
    pub const fn of<E>(name: &'static str, about: &'static str) -> Self
    where
        E: Evaluate<P> + Default + Send + 'static,
    {
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

/// What can be asked of an evaluation: values of positions, and the searches that use them.
///
/// It need not be imported: an [`Evaluation`] has these methods. (It implements the trait itself for positions whose type is
/// not known, which an import would put first.)
pub trait Searches<P: Position>: Sync {
    /// The heuristic value for `me`.
    fn evaluate(&self, position: &P, me: Player) -> i32;

    /// The addends of the heuristic value for `me`.
    fn terms(&self, position: &P, me: Player) -> Vec<Term>;

    /// The side that maximises in a search from a root where `root` is to move.
    fn maximiser(&self, root: Player) -> Player;

    /// What a finished game is worth to `me`.
    fn utility(&self, outcome: Outcome, position: &P, me: Player) -> i32;

    /// Move and value of a search node by node, `me` maximising.
    fn choose(&self, algorithm: Algorithm, position: &P, depth: u32, me: Player) -> Choice<P::Move>;

    /// The same, reported to an observer.
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
    fn replay(&self, algorithm: Algorithm, position: &P, depth: u32, bytes: usize) -> Report<P::Move>;

    /// Move, value and number of examined nodes of the same search, `me` maximising: faster still.
    fn answer(
        &self,
        algorithm: Algorithm,
        position: &P,
        depth: u32,
        me: Player,
        bytes: usize,
    ) -> (Choice<P::Move>, u128);

    /// Nodes that alpha-beta examines in the best order of moves ([`best_order::examined`]); `None` beyond so many
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

/// The searches compiled for one evaluation.
struct Compiled<E>(PhantomData<fn() -> E>);

impl<P, E> Searches<P> for Compiled<E>
where
    P: Position,
    E: Evaluate<P> + Default + Send + 'static,
{
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

    fn choose(&self, algorithm: Algorithm, position: &P, depth: u32, me: Player) -> Choice<P::Move> {
        let Ok(choice) = textbook::search(algorithm, position, depth, &E::default(), me, &mut Silent);
        choice
    }

    fn observe(
        &self,
        algorithm: Algorithm,
        position: &P,
        depth: u32,
        me: Player,
        mut observer: &mut dyn Observer<P, Stop = Stopped>,
    ) -> Result<Choice<P::Move>, Stopped> {
        textbook::search(algorithm, position, depth, &E::default(), me, &mut observer)
    }

    fn textbook(&self, algorithm: Algorithm, position: &P, depth: u32) -> Report<P::Move> {
        let eval = E::default();
        let me = eval.maximiser(position.turn());
        let mut observer = (Counts::default(), RootMoves::default());
        let Ok(choice) = textbook::search(algorithm, position, depth, &eval, me, &mut observer);
        let (counts, root_moves) = observer;
        Report { choice, counts, root_moves: root_moves.moves().collect() }
    }

    fn replay(&self, algorithm: Algorithm, position: &P, depth: u32, bytes: usize) -> Report<P::Move> {
        let eval = E::default();
        let me = eval.maximiser(position.turn());
        replay::search(algorithm, position, depth, &eval, me, bytes)
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
