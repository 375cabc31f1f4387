//! A notation of a game that is chosen at run time.

use std::fmt;

use super::position::Held;
use super::{AnyGame, AnyMove, AnyPosition};
use crate::{BoardLabels, Notation, ParseError, Position};

/// A notation of a game that is chosen at run time.
#[derive(Clone, Copy)]
pub struct AnyNotation {
    pub(super) game: AnyGame,
    pub(super) erased: &'static dyn ErasedNotation,
}

impl fmt::Debug for AnyNotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.name(), self.game)
    }
}

pub(super) trait ErasedNotation: Sync {
    fn name(&self) -> &'static str;
    fn about(&self) -> &'static str;
    fn parse(&self, text: &str) -> Result<Box<dyn Held>, ParseError>;
    fn write(&self, position: &AnyPosition) -> Option<String>;
    fn parse_move(&self, position: &AnyPosition, text: &str) -> Result<AnyMove, ParseError>;
    fn write_move(&self, position: &AnyPosition, mv: AnyMove) -> String;
    fn resembles(&self, text: &str) -> bool;
    fn labels(&self) -> Option<BoardLabels>;
}

impl<P: Position<Move: Into<u32> + TryFrom<u32>>> ErasedNotation for &'static dyn Notation<P> {
    answered!(Notation, self => &**self; name() -> &'static str, about() -> &'static str);
    answered!(Notation, self => &**self; labels() -> Option<BoardLabels>, resembles(text: &str) -> bool);

    fn parse(&self, text: &str) -> Result<Box<dyn Held>, ParseError> {
        Ok(Box::new((**self).parse(text)?))
    }

    fn write(&self, position: &AnyPosition) -> Option<String> {
        (**self).write(position.held())
    }

    fn parse_move(&self, position: &AnyPosition, text: &str) -> Result<AnyMove, ParseError> {
        (**self).parse_move(position.held(), text).map(AnyMove::of)
    }

    fn write_move(&self, position: &AnyPosition, mv: AnyMove) -> String {
        (**self).write_move(position.held(), mv.typed())
    }
}

impl Notation<AnyPosition> for AnyNotation {
    answered!(ErasedNotation, self => self.erased;
        name() -> &'static str, about() -> &'static str, labels() -> Option<BoardLabels>,
        write(position: &AnyPosition) -> Option<String>, resembles(text: &str) -> bool,
        write_move(position: &AnyPosition, mv: AnyMove) -> String,
        parse_move(position: &AnyPosition, text: &str) -> Result<AnyMove, ParseError>
    );

    fn parse(&self, text: &str) -> Result<AnyPosition, ParseError> {
        Ok(AnyPosition::new(self.game, self.erased.parse(text)?))
    }
}
