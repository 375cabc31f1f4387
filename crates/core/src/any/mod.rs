//! Games that are chosen at run time: one type for the positions, moves, notations and evaluations of all of them.
//!
//! Searches, solvers and agents are compiled for each game. Everything around them (command line, referee, page) is
//! written once, over [`AnyGame`] and [`AnyPosition`]. A call costs an allocation where a position is made, so
//! searches stay below: [`AnyEvaluation`], agents and solvers search positions of their game.
//!
//! [`AnyGame::all`] lists the games of Plyground. A program with other games adds them once, before anything asks
//! for the list ([`AnyGame::add`]).

/// Methods that something else answers by a trait.
macro_rules! answered {
    ($trait:ident, $self:ident => $by:expr; $($method:ident($($name:ident: $of:ty),*) -> $type:ty),+) => {$(
        fn $method(&$self, $($name: $of),*) -> $type {
            $trait::$method($by, $($name),*)
        }
    )+};
}

mod evaluation;
mod game;
mod notation;
mod pasted;
mod position;
mod solver;
mod table;
#[cfg(test)]
mod tests;

pub use evaluation::AnyEvaluation;
pub use game::AnyGame;
pub use notation::AnyNotation;
pub use position::{AnyMove, AnyPosition};
pub use table::NotAdded;
