//! Depth-limited minimax and alpha-beta as books print them (Russell and Norvig, "Artificial
//! Intelligence: A Modern Approach", 3rd edition, figures 5.3 and 5.7; Knuth and Moore 1975).
//!
//! These are the oracle for everything else, so they have no table, no reordering and no early exit,
//! and they never change for speed. A node is examined (counted), tested for the end of the game,
//! evaluated if the depth is used up, and otherwise expanded in the order of
//! [`Position::moves`]. Comparisons are strict, so of equal moves the first examined wins.

use std::marker::PhantomData;

use super::{Algorithm, Choice, CutRule};
use crate::{Evaluate, Observer, Player, Position, Window};

/// Runs the algorithm to `depth` plies; `me` maximises.
///
/// Time is proportional to the number of examined nodes, memory to `depth`.
///
/// # Errors
///
/// If the observer ends the search.
pub fn search<P: Position, E: Evaluate<P>, O: Observer<P> + ?Sized>(
    algorithm: Algorithm,
    position: &P,
    depth: u32,
    eval: &E,
    me: Player,
    observer: &mut O,
) -> Result<Choice<P::Move>, O::Stop> {
    match algorithm {
        Algorithm::Minimax => minimax(position, depth, eval, me, observer),
        Algorithm::AlphaBeta(rule) => alpha_beta(position, depth, eval, me, rule, observer),
    }
}

/// Plain minimax to `depth` plies; `me` maximises.
///
/// # Errors
///
/// If the observer ends the search.
pub fn minimax<P: Position, E: Evaluate<P>, O: Observer<P> + ?Sized>(
    position: &P,
    depth: u32,
    eval: &E,
    me: Player,
    observer: &mut O,
) -> Result<Choice<P::Move>, O::Stop> {
    Textbook { eval, me, observer, game: PhantomData }.minimax(position, 0, depth)
}

/// Minimax with alpha-beta pruning to `depth` plies; `me` maximises.
///
/// Values below the root may be bounds; the value and move of the root are those of [`minimax`].
///
/// # Errors
///
/// If the observer ends the search.
pub fn alpha_beta<P: Position, E: Evaluate<P>, O: Observer<P> + ?Sized>(
    position: &P,
    depth: u32,
    eval: &E,
    me: Player,
    rule: CutRule,
    observer: &mut O,
) -> Result<Choice<P::Move>, O::Stop> {
    Textbook { eval, me, observer, game: PhantomData }.alpha_beta(position, 0, depth, Window::FULL, rule)
}

struct Textbook<'a, P, E, O: ?Sized> {
    eval: &'a E,
    me: Player,
    observer: &'a mut O,
    game: PhantomData<P>,
}

impl<P: Position, E: Evaluate<P>, O: Observer<P> + ?Sized> Textbook<'_, P, E, O> {
    fn minimax(&mut self, position: &P, ply: u32, depth: u32) -> Result<Choice<P::Move>, O::Stop> {
        self.observer.enter(position, ply, Window::FULL)?;
        let mut choice = Choice { best: None, value: 0 };
        if let Some(value) = self.leaf(position, depth) {
            choice.value = value;
        } else if position.turn() == self.me {
            choice.value = i32::MIN;
            for mv in position.moves() {
                self.observer.generated(mv);
                let value = self.minimax(&position.play(mv), ply + 1, depth - 1)?.value;
                if value > choice.value {
                    choice = Choice { best: Some(mv), value };
                }
            }
        } else {
            choice.value = i32::MAX;
            for mv in position.moves() {
                self.observer.generated(mv);
                let value = self.minimax(&position.play(mv), ply + 1, depth - 1)?.value;
                if value < choice.value {
                    choice = Choice { best: Some(mv), value };
                }
            }
        }
        self.observer.leave(choice.value);
        Ok(choice)
    }

    fn alpha_beta(
        &mut self,
        position: &P,
        ply: u32,
        depth: u32,
        mut window: Window,
        rule: CutRule,
    ) -> Result<Choice<P::Move>, O::Stop> {
        self.observer.enter(position, ply, window)?;
        let mut choice = Choice { best: None, value: 0 };
        if let Some(value) = self.leaf(position, depth) {
            choice.value = value;
        } else if position.turn() == self.me {
            choice.value = i32::MIN;
            for mv in position.moves() {
                self.observer.generated(mv);
                let child = position.play(mv);
                let value = self.alpha_beta(&child, ply + 1, depth - 1, window, rule)?.value;
                if value > choice.value {
                    choice = Choice { best: Some(mv), value };
                }
                window.alpha = window.alpha.max(choice.value);
                if rule.cuts(window.alpha, window.beta) {
                    self.observer.cutoff();
                    break;
                }
            }
        } else {
            choice.value = i32::MAX;
            for mv in position.moves() {
                self.observer.generated(mv);
                let child = position.play(mv);
                let value = self.alpha_beta(&child, ply + 1, depth - 1, window, rule)?.value;
                if value < choice.value {
                    choice = Choice { best: Some(mv), value };
                }
                window.beta = window.beta.min(choice.value);
                if rule.cuts(window.alpha, window.beta) {
                    self.observer.cutoff();
                    break;
                }
            }
        }
        self.observer.leave(choice.value);
        Ok(choice)
    }

    /// The value of a node that is not expanded: a finished game, or one at the depth limit.
    #[inline]
    fn leaf(&mut self, position: &P, depth: u32) -> Option<i32> {
        if let Some(outcome) = position.outcome() {
            Some(self.eval.utility(outcome, position, self.me))
        } else if depth == 0 {
            let value = self.eval.evaluate(position, self.me);
            self.observer.evaluated(value);
            Some(value)
        } else {
            None
        }
    }
}
