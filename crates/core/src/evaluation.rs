//! The evaluations of a game by name, each with the searches that use it.

use crate::agents::{Agent, EngineAgent};
use crate::search::engine::Engine;
use crate::search::{Algorithm, Answer, Choice, CutRule, Searched, replay, textbook};
use crate::{Counts, Decision, Evaluate, Limits, Observer, Outcome, Player, Position};
use crate::{RootMoves, Silent, Stopped, Term};

/// A named evaluation of a game, with the searches that use it compiled for it.
pub struct Evaluation<P: Position> {
    /// The name used on command lines.
    pub name: &'static str,
    /// What it counts, in one sentence.
    pub about: &'static str,
    evaluate: fn(&P, Player) -> i32,
    terms: fn(&P, Player) -> Vec<Term>,
    maximiser: fn(Player) -> Player,
    utility: fn(Outcome, &P, Player) -> i32,
    textbook: fn(Algorithm, &P, u32) -> Searched<P::Move>,
    choose: fn(Algorithm, &P, u32, Player) -> Choice<P::Move>,
    observe: Observe<P>,
    replay: fn(Algorithm, &P, u32, usize) -> Searched<P::Move>,
    answer: fn(Algorithm, &P, u32, Player, usize) -> Answer<P::Move>,
    engine: fn(u32, usize) -> Box<dyn Agent<P>>,
    deepen: Deepen<P>,
}

/// A textbook search that tells an observer, which can end it.
type Observe<P> = fn(
    Algorithm,
    &P,
    u32,
    Player,
    &mut dyn Observer<P, Stop = Stopped>,
) -> Result<Choice<<P as Position>::Move>, Stopped>;

/// Searches deeper and deeper, and tells of every depth.
type Deepen<P> = fn(&P, usize, &Limits<'_>, &mut dyn FnMut(&DecisionIn<P>)) -> Option<DecisionIn<P>>;

/// A decision in a position of this kind.
type DecisionIn<P> = Decision<<P as Position>::Move>;

impl<P: Position> Evaluation<P> {
    /// Names an evaluation.
    pub const fn of<E>(name: &'static str, about: &'static str) -> Self
    where
        E: Evaluate<P> + Default + Send + 'static,
    {
        Self {
            name,
            about,
            evaluate: |position, me| E::default().evaluate(position, me),
            terms: |position, me| E::default().terms(position, me),
            maximiser: |root| E::default().maximiser(root),
            textbook: |algorithm, position, depth| {
                let eval = E::default();
                let me = eval.maximiser(position.turn());
                let mut observer = (Counts::default(), RootMoves::default());
                let Ok(choice) = textbook::search(algorithm, position, depth, &eval, me, &mut observer);
                let root_moves = observer.1.moves().collect();
                Searched { choice, counts: observer.0, root_moves }
            },
            utility: |outcome, position, me| E::default().utility(outcome, position, me),
            choose: |algorithm, position, depth, me| {
                let Ok(choice) = textbook::search(algorithm, position, depth, &E::default(), me, &mut Silent);
                choice
            },
            observe: |algorithm, position, depth, me, mut observer| {
                textbook::search(algorithm, position, depth, &E::default(), me, &mut observer)
            },
            replay: |algorithm, position, depth, bytes| {
                let eval = E::default();
                let me = eval.maximiser(position.turn());
                replay::search(algorithm, position, depth, &eval, me, bytes)
            },
            answer: |algorithm, position, depth, me, bytes| {
                replay::answer(algorithm, position, depth, &E::default(), me, bytes)
            },
            engine: |depth, bytes| Box::new(EngineAgent::new(E::default(), depth, bytes)),
            deepen: |position, bytes, limits, progress| {
                Engine::new(E::default(), bytes).search(position, u32::MAX, limits, progress)
            },
        }
    }

    /// The heuristic value for `me`.
    pub fn evaluate(&self, position: &P, me: Player) -> i32 {
        (self.evaluate)(position, me)
    }

    /// The addends of the heuristic value for `me`.
    pub fn terms(&self, position: &P, me: Player) -> Vec<Term> {
        (self.terms)(position, me)
    }

    /// The side that maximises in a search from a root where `root` is to move.
    pub fn maximiser(&self, root: Player) -> Player {
        (self.maximiser)(root)
    }

    /// What a finished game is worth to `me`.
    pub fn utility(&self, outcome: Outcome, position: &P, me: Player) -> i32 {
        (self.utility)(outcome, position, me)
    }

    /// Move and value of a search node by node, `me` maximising.
    pub fn choose(&self, algorithm: Algorithm, position: &P, depth: u32, me: Player) -> Choice<P::Move> {
        (self.choose)(algorithm, position, depth, me)
    }

    /// The same, and tells the observer.
    ///
    /// # Errors
    ///
    /// If the observer ends the search.
    pub fn observe(
        &self,
        algorithm: Algorithm,
        position: &P,
        depth: u32,
        me: Player,
        observer: &mut dyn Observer<P, Stop = Stopped>,
    ) -> Result<Choice<P::Move>, Stopped> {
        (self.observe)(algorithm, position, depth, me, observer)
    }

    /// Searches node by node, exactly as books print it.
    pub fn textbook(&self, algorithm: Algorithm, position: &P, depth: u32) -> Searched<P::Move> {
        (self.textbook)(algorithm, position, depth)
    }

    /// The same report as [`textbook`](Self::textbook), much faster; its table takes at most `bytes`.
    pub fn replay(&self, algorithm: Algorithm, position: &P, depth: u32, bytes: usize) -> Searched<P::Move> {
        (self.replay)(algorithm, position, depth, bytes)
    }

    /// Move, value and number of examined nodes of the same search, faster still.
    pub fn answer(&self, algorithm: Algorithm, position: &P, depth: u32, bytes: usize) -> Answer<P::Move> {
        (self.answer)(algorithm, position, depth, self.maximiser(position.turn()), bytes)
    }

    /// The moves that a search of `depth` plies expects from here on: for both sides the first
    /// examined of the best, `me` maximising. The value at their end is the value of the search.
    ///
    /// Takes one search for each move, each a ply shallower than the one before; by alpha-beta, since
    /// all algorithms choose the same.
    pub fn line(&self, position: &P, depth: u32, me: Player, bytes: usize) -> Vec<P::Move> {
        let algorithm = Algorithm::AlphaBeta(CutRule::AtEqual);
        let mut position = position.clone();
        let mut line = Vec::new();
        for left in (1..=depth).rev() {
            let answer = (self.answer)(algorithm, &position, left, me, bytes);
            let Some(mv) = answer.choice.best else { break };
            line.push(mv);
            position = position.play(mv);
        }
        line
    }

    /// An engine that searches at most `depth` plies; its table takes at most `bytes`.
    pub fn engine(&self, depth: u32, bytes: usize) -> Box<dyn Agent<P>> {
        (self.engine)(depth, bytes)
    }

    /// Chooses a move with a new engine that searches deeper and deeper until the limits stop it or the
    /// outcome is proved, and reports every depth to `progress`; `None` if the game is over.
    pub fn deepen(
        &self,
        position: &P,
        bytes: usize,
        limits: &Limits<'_>,
        progress: &mut dyn FnMut(&Decision<P::Move>),
    ) -> Option<Decision<P::Move>> {
        (self.deepen)(position, bytes, limits, progress)
    }
}

impl<P: Position> std::fmt::Debug for Evaluation<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Evaluation").field(&self.name).finish()
    }
}
