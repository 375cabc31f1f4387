//! Reports of a textbook search while it runs.
//!
//! An observer is a type parameter of the search: [`Silent`] costs nothing, and a pair of observers
//! is an observer. Observers see what a book would draw, never tables or internals.

use std::convert::Infallible;

use crate::Position;
use crate::text::texts;

/// The open interval of values that can still matter at a node: alpha and beta.
///
/// `i32::MIN` and `i32::MAX` stand for minus and plus infinity.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Window {
    /// The best value that the maximiser is already sure of.
    pub alpha: i32,
    /// The best value that the minimiser is already sure of.
    pub beta: i32,
}

impl Window {
    /// Minus infinity to plus infinity.
    pub const FULL: Self = Self { alpha: i32::MIN, beta: i32::MAX };
}

/// How a value returned by a search relates to the true minimax value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    /// It is the minimax value.
    Exact,
    /// The minimax value is this or more.
    AtLeast,
    /// The minimax value is this or less.
    AtMost,
}

texts! {
    /// The name in JSON and in Python.
    Bound::name { Exact => "exact", AtLeast => "at-least", AtMost => "at-most" }
}

impl Bound {
    /// What a value returned by an alpha-beta search of `window` says about the minimax value
    /// (Knuth and Moore 1975, section 3).
    #[inline]
    pub fn of(value: i32, window: Window) -> Self {
        if value <= window.alpha {
            Self::AtMost
        } else if value >= window.beta {
            Self::AtLeast
        } else {
            Self::Exact
        }
    }
}

/// Receives the events of a search. Every method may be left out.
///
/// Events nest: `enter`, then (`generated`, events of the child) for every child that is searched,
/// then perhaps `cutoff`, then `leave`. If `enter` ends the search, nothing comes after it.
pub trait Observer<P: Position> {
    /// Why it ends a search: [`Infallible`] for one that never does, so that a search which it observes always has an
    /// answer: `let Ok(choice) = textbook::minimax(..)`.
    type Stop;

    /// A node is examined: the terminal test is about to be made. The ply is 0 at the root.
    ///
    /// # Errors
    ///
    /// If the search is not wanted any more.
    #[inline]
    fn enter(&mut self, _position: &P, _ply: u32, _window: Window) -> Result<(), Self::Stop> {
        Ok(())
    }

    /// A child was made by this move and will be entered next.
    #[inline]
    fn generated(&mut self, _mv: P::Move) {}

    /// The heuristic was called at this node.
    #[inline]
    fn evaluated(&mut self, _value: i32) {}

    /// Alpha and beta have met: the remaining children of this node, if there are any, are skipped.
    #[inline]
    fn cutoff(&mut self) {}

    /// The node is finished.
    #[inline]
    fn leave(&mut self, _value: i32) {}
}

/// The observer that looks away.
#[derive(Clone, Copy, Default, Debug)]
pub struct Silent;

impl<P: Position> Observer<P> for Silent {
    type Stop = Infallible;
}

impl<P: Position, A: Observer<P>, B: Observer<P, Stop = A::Stop>> Observer<P> for (A, B) {
    type Stop = A::Stop;

    #[inline]
    fn enter(&mut self, position: &P, ply: u32, window: Window) -> Result<(), A::Stop> {
        self.0.enter(position, ply, window)?;
        self.1.enter(position, ply, window)
    }

    #[inline]
    fn generated(&mut self, mv: P::Move) {
        self.0.generated(mv);
        self.1.generated(mv);
    }

    #[inline]
    fn evaluated(&mut self, value: i32) {
        self.0.evaluated(value);
        self.1.evaluated(value);
    }

    #[inline]
    fn cutoff(&mut self) {
        self.0.cutoff();
        self.1.cutoff();
    }

    #[inline]
    fn leave(&mut self, value: i32) {
        self.0.leave(value);
        self.1.leave(value);
    }
}

/// Counts examined nodes by ply.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    by_ply: Vec<u128>,
}

impl Counts {
    /// Counts given by ply, root first; zeros at the end are dropped.
    pub fn from_plies(mut by_ply: Vec<u128>) -> Self {
        by_ply.truncate(by_ply.iter().rposition(|&n| n > 0).map_or(0, |last| last + 1));
        Self { by_ply }
    }

    /// Examined nodes at each ply, the root first.
    pub fn by_ply(&self) -> &[u128] {
        &self.by_ply
    }

    /// Nodes on which the terminal test was performed, the root included (COMP3608's count).
    pub fn examined(&self) -> u128 {
        self.by_ply.iter().fold(0, |sum, &n| sum.saturating_add(n))
    }

    /// Successors created, the root not counted (CS4750's count). Every child made is examined.
    pub fn generated(&self) -> u128 {
        self.examined().saturating_sub(1)
    }
}

impl<P: Position> Observer<P> for Counts {
    type Stop = Infallible;

    #[inline]
    fn enter(&mut self, _: &P, ply: u32, _: Window) -> Result<(), Infallible> {
        let ply = ply as usize;
        if ply >= self.by_ply.len() {
            self.by_ply.resize(ply + 1, 0);
        }
        self.by_ply[ply] += 1;
        Ok(())
    }
}

/// The result of a search for one move of the root.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// The value that came back for it.
    pub value: i32,
    /// Whether that value is exact or a bound.
    pub bound: Bound,
}

/// Records what comes back for every move of the root.
#[derive(Clone, Debug)]
pub struct RootMoves<M> {
    depth: u32,
    window: Window,
    moves: Vec<(M, Option<RootMove<M>>)>,
}

impl<M: Copy> RootMoves<M> {
    /// The moves of the root in the order of examination.
    pub fn moves(&self) -> impl Iterator<Item = RootMove<M>> {
        self.moves.iter().filter_map(|&(_, found)| found)
    }
}

impl<M> Default for RootMoves<M> {
    fn default() -> Self {
        Self { depth: 0, window: Window::FULL, moves: Vec::new() }
    }
}

impl<P: Position> Observer<P> for RootMoves<P::Move> {
    type Stop = Infallible;

    #[inline]
    fn enter(&mut self, _: &P, _: u32, window: Window) -> Result<(), Infallible> {
        self.depth += 1;
        if self.depth == 2 {
            self.window = window;
        }
        Ok(())
    }

    #[inline]
    fn generated(&mut self, mv: P::Move) {
        if self.depth == 1 {
            self.moves.push((mv, None));
        }
    }

    #[inline]
    fn leave(&mut self, value: i32) {
        self.depth -= 1;
        if self.depth == 1
            && let Some((mv, found)) = self.moves.last_mut()
        {
            let bound = Bound::of(value, self.window);
            *found = Some(RootMove { mv: *mv, value, bound });
        }
    }
}
