//! An observer of positions whose type is not known, for a search of which it is.

use super::{AnyMove, AnyPosition};
use crate::{Observer, Position, Stopped, Window};

/// Passes on what a search reports. One position is made for all nodes.
pub(super) struct Translated<'a> {
    pub(super) observer: &'a mut dyn Observer<AnyPosition, Stop = Stopped>,
    pub(super) position: AnyPosition,
}

impl<P> Observer<P> for Translated<'_>
where
    P: Position<Move: Into<u32>>,
{
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
