//! A position of a game that is chosen at run time.

use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};

use super::AnyGame;
use crate::runs::Cell;
use crate::{BoardView, Game, Outcome, Player, Position, Term};

/// A move of a game that is chosen at run time: the number by which the game distinguishes its moves.
///
/// It belongs to that game, which it does not know: like any move it means something only where it is legal. Its text
/// is that of a notation ([`AnyNotation`](super::AnyNotation)).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AnyMove(u32);

impl AnyMove {
    /// The same move of a game of which the type is known.
    pub fn of(mv: impl Into<u32>) -> Self {
        Self(mv.into())
    }

    /// The move as its game has it.
    pub(super) fn typed<M: TryFrom<u32>>(self) -> M {
        M::try_from(self.0).ok().expect("a move of this game")
    }
}

/// A position of a game that is chosen at run time.
///
/// Positions of different games are never equal.
pub struct AnyPosition {
    game: AnyGame,
    held: Box<dyn Held>,
}

pub(super) trait Held: Any + fmt::Debug + Send + Sync {
    fn copy(&self) -> Box<dyn Held>;
    fn is_equal(&self, other: &dyn Held) -> bool;
    fn turn(&self) -> Player;
    fn outcome(&self) -> Option<Outcome>;
    fn moves(&self) -> Vec<AnyMove>;
    fn play(&self, mv: AnyMove) -> Box<dyn Held>;
    fn skip(&self) -> Box<dyn Held>;
    fn plies_left(&self) -> u32;
    fn key(&self) -> u64;
    fn canonical_key(&self) -> u64;
    fn mirror(&self) -> Box<dyn Held>;
    fn perft(&self, depth: u32) -> u64;
}

impl<P: Position<Move: Into<u32> + TryFrom<u32>>> Held for P {
    answered!(Position, self => self; turn() -> Player, outcome() -> Option<Outcome>, plies_left() -> u32);
    answered!(Position, self => self; key() -> u64, canonical_key() -> u64);

    fn copy(&self) -> Box<dyn Held> {
        Box::new(self.clone())
    }

    fn is_equal(&self, other: &dyn Held) -> bool {
        typed(other) == Some(self)
    }

    fn moves(&self) -> Vec<AnyMove> {
        Position::moves(self).map(AnyMove::of).collect()
    }

    fn play(&self, mv: AnyMove) -> Box<dyn Held> {
        let mv = mv.typed();
        debug_assert!(Position::moves(self).any(|legal| legal == mv), "{mv:?} is not legal in {self:?}");
        Box::new(Position::play(self, mv))
    }

    fn skip(&self) -> Box<dyn Held> {
        Box::new(Position::skip(self))
    }

    fn mirror(&self) -> Box<dyn Held> {
        Box::new(Position::mirror(self))
    }

    fn perft(&self, depth: u32) -> u64 {
        crate::perft(self, depth)
    }
}

fn typed<P: Position>(held: &dyn Held) -> Option<&P> {
    (held as &dyn Any).downcast_ref()
}

impl AnyPosition {
    /// A position of a game of which the type is known.
    ///
    /// # Panics
    ///
    /// If the game is not in the list of all games.
    pub fn of<G: Game>(position: G::Position) -> Self {
        Self { game: AnyGame::listed::<G>(), held: Box::new(position) }
    }

    pub(super) fn new(game: AnyGame, held: Box<dyn Held>) -> Self {
        Self { game, held }
    }

    /// The game.
    pub const fn game(&self) -> AnyGame {
        self.game
    }

    /// The position as its game has it, if it is a position of `G`.
    pub fn typed<G: Game>(&self) -> Option<&G::Position> {
        if self.game.is::<G>() { typed(&*self.held) } else { None }
    }

    /// The position as a picture.
    pub fn view(&self) -> BoardView {
        (self.game.0.view)(self)
    }

    /// The cells of each thing that a term of one of the game's evaluations counts ([`Game::groups`]).
    pub fn groups(&self, term: &Term) -> Option<Vec<Vec<Cell>>> {
        (self.game.0.groups)(self, term)
    }

    /// A remark on a board that no game leads to ([`Game::oddity`]).
    pub fn oddity(&self) -> Option<String> {
        (self.game.0.oddity)(self)
    }

    /// The number of ways to play exactly `depth` plies from here ([`perft`](crate::perft)), at the full speed of the
    /// game.
    pub fn perft(&self, depth: u32) -> u64 {
        self.held.perft(depth)
    }

    /// The position as its game has it.
    pub(super) fn held<P: Position>(&self) -> &P {
        typed(&*self.held).expect("a position of this game")
    }

    /// Becomes this position of the same game, in the memory that it has.
    pub(super) fn set<P: Position>(&mut self, position: &P) {
        let held: &mut dyn Any = &mut *self.held;
        held.downcast_mut::<P>().expect("a position of this game").clone_from(position);
    }

    fn with(&self, held: Box<dyn Held>) -> Self {
        Self { game: self.game, held }
    }
}

impl Clone for AnyPosition {
    fn clone(&self) -> Self {
        self.with(self.held.copy())
    }
}

impl PartialEq for AnyPosition {
    fn eq(&self, other: &Self) -> bool {
        self.game == other.game && self.held.is_equal(&*other.held)
    }
}

impl Eq for AnyPosition {}

impl Hash for AnyPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.held.key().hash(state);
    }
}

impl fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.held.fmt(f)
    }
}

impl Position for AnyPosition {
    type Move = AnyMove;
    type Moves = std::vec::IntoIter<AnyMove>;

    answered!(Held, self => &*self.held; turn() -> Player, outcome() -> Option<Outcome>, plies_left() -> u32);
    answered!(Held, self => &*self.held; key() -> u64, canonical_key() -> u64);

    fn moves(&self) -> Self::Moves {
        self.held.moves().into_iter()
    }

    fn play(&self, mv: AnyMove) -> Self {
        self.with(self.held.play(mv))
    }

    fn skip(&self) -> Self {
        self.with(self.held.skip())
    }

    fn mirror(&self) -> Self {
        self.with(self.held.mirror())
    }
}
