//! The cold side of a game: its name, its text, its looks and its menus. Searches never come here.

use crate::agents::Agent;
use crate::runs::Cell;
use crate::{BoardView, ByPlayer, Evaluation, GameSolver, Look, Notation, Position, Term};

/// Identity, notations, evaluations and looks of a game. Implemented by types without values.
pub trait Game: Sized + 'static {
    /// Its positions. Their moves are distinguished by numbers that rise in the order of moves.
    type Position: Position<Move: Into<u32> + TryFrom<u32>>;
    /// The name used on command lines and in files: lower-case letters, digits and hyphens.
    const NAME: &'static str;
    /// The rules in a sentence.
    const ABOUT: &'static str;
    /// The names of the sides.
    const SIDES: ByPlayer<&'static str>;
    /// How its boards look.
    const LOOK: Look = Look::PLAIN;
    /// The word for a move that people type: "column", say.
    const MOVE_NOUN: &'static str = "move";

    /// The position in which games begin.
    fn start() -> Self::Position;

    /// Ways to write positions and moves, one at least; the first is the game's own.
    ///
    /// In its own notation a text of a move has no `.` and no white space and is not `--`, the sign of a lost turn; and
    /// since commands take `/` for the end of a line, a text of a position has none.
    fn notations() -> &'static [&'static dyn Notation<Self::Position>];

    /// The game's own notation, in which every position has a text.
    fn notation() -> &'static dyn Notation<Self::Position> {
        *Self::notations().first().expect("every game has a notation")
    }

    /// Evaluations, one at least; the first is the default.
    fn evaluations() -> &'static [Evaluation<Self::Position>];

    /// The solver, which finds exact values of positions, if there is one.
    fn solver() -> Option<&'static GameSolver<Self::Position>> {
        None
    }

    /// The agent that plays best in a given time, if it is one of the game's own; it searches with so many
    /// threads, at least 1, until it is stopped.
    fn engine(_threads: u32) -> Option<Box<dyn Agent<Self::Position>>> {
        None
    }

    /// The position as a picture.
    fn view(position: &Self::Position) -> BoardView;

    /// The cells of each thing that a term of an evaluation counts, as many groups as [`Term::count`] says, in the
    /// order of the board: for front ends, which point them out. `None` where a number is all there is to show.
    fn groups(_position: &Self::Position, _term: &Term) -> Option<Vec<Vec<Cell>>> {
        None
    }

    /// A remark for people on a board that no game leads to, in sentences. Rules, searches and solvers
    /// work for such boards all the same.
    fn oddity(_position: &Self::Position) -> Option<String> {
        None
    }
}
