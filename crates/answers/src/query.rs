//! The query of a request: parameters, each given at most once, and the position that they name.

use plyground_core::{AnyGame, AnyNotation, AnyPosition, Notation, ParseError, Position, digits, quote};

use super::error::{ApiError, Status};
use super::moves::{LOST_TURN, PlayedMove};

/// Longer queries are refused.
pub(crate) const MOST_QUERY: usize = 8192;

/// The parameters that name a position.
pub const POSITION: [&str; 4] = ["game", "position", "notation", "moves"];

/// The parameters of a request.
#[derive(Clone, Debug)]
pub struct Query(Vec<(String, String)>);

impl Query {
    /// Decodes the part of an address after the question mark.
    ///
    /// # Errors
    ///
    /// If it is too long or names a parameter twice.
    pub fn parse(text: &str) -> Result<Self, ApiError> {
        if text.len() > MOST_QUERY {
            let message = format!("{} bytes; expected at most {MOST_QUERY}", text.len());
            let remedy = "give a shorter text, or fewer moves";
            return Err(ApiError::new(Status::TooMuch, "query", message, remedy));
        }
        Self::of(form_urlencoded::parse(text.as_bytes()).into_owned().collect())
    }

    /// These parameters.
    ///
    /// # Errors
    ///
    /// If one is there twice.
    pub fn of(pairs: Vec<(String, String)>) -> Result<Self, ApiError> {
        for (i, (name, _)) in pairs.iter().enumerate() {
            if pairs[..i].iter().any(|(other, _)| other == name) {
                let place = format!("parameter {}", quote(name));
                let message = "given twice; expected once";
                return Err(ApiError::new(Status::Malformed, place, message, "leave one of them out"));
            }
        }
        Ok(Self(pairs))
    }

    /// Refuses parameters that are not among those known.
    ///
    /// # Errors
    ///
    /// If there is an unknown one.
    pub fn only(&self, known: &[&[&str]]) -> Result<(), ApiError> {
        let known = known.concat();
        match self.0.iter().find(|(name, _)| !known.contains(&name.as_str())) {
            None => Ok(()),
            Some((name, _)) => {
                let place = format!("parameter {}", quote(name));
                let message = format!("not known here; expected {}", known.join(", "));
                Err(ApiError::new(Status::Malformed, place, message, "leave it out or correct its name"))
            }
        }
    }

    /// The value of a parameter.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// A number between `least` and `most`.
    ///
    /// # Errors
    ///
    /// If it is none.
    pub fn number(&self, name: &str, default: u32, least: u32, most: u32) -> Result<u32, ApiError> {
        let Some(text) = self.get(name) else { return Ok(default) };
        let number = digits(text).and_then(|digits| digits.parse().ok());
        let number = number.filter(|number| (least..=most).contains(number));
        let expected = || match most {
            u32::MAX => format!("a whole number, {least} or more"),
            _ => format!("a whole number from {least} to {most}"),
        };
        number.ok_or_else(|| ApiError::parameter(name, text, expected()))
    }

    /// The game.
    ///
    /// # Errors
    ///
    /// If it is missing or unknown.
    pub fn game(&self) -> Result<AnyGame, ApiError> {
        let name = self.get("game").unwrap_or_default();
        let names = AnyGame::names().join(", ");
        AnyGame::from_name(name).ok_or_else(|| ApiError::parameter("game", name, format!("one of {names}")))
    }
}

/// The position of a request and how it came about.
#[derive(Clone, Debug)]
pub struct GivenPosition {
    /// The position.
    pub position: AnyPosition,
    /// What was played to get there.
    pub played: Vec<PlayedMove>,
    /// What the text of the start position was read as, in words, if its notation was not named.
    pub read_as: Option<String>,
}

impl GivenPosition {
    /// Reads the position that a query names.
    ///
    /// # Errors
    ///
    /// If a text is malformed or a move is not legal.
    pub fn read(query: &Query) -> Result<Self, ApiError> {
        let game = query.game()?;
        let notation =
            query.get("notation").map(|name| notation_named(game, "notation", name)).transpose()?;
        let (start, read_as) = match query.get("position") {
            None => (game.start(), None),
            Some(text) => {
                let (position, words) = parse_position(game, text, notation)?;
                (position, notation.is_none().then_some(words))
            }
        };
        let mut given = Self { position: start, played: Vec::new(), read_as };
        let text = query.get("moves").unwrap_or_default();
        for (word, at) in words(text) {
            let remedy = "separate moves in the game's own notation by '.', and a lost turn is --";
            given.play(word, game.notation()).map_err(|error| {
                let place = format!("move {}, {}", given.played.len() + 1, quote(word));
                let error = match error {
                    None => {
                        let message = "the game is over; expected no further turn";
                        ApiError::new(Status::Illegal, format!("moves, {place}"), message, remedy)
                    }
                    Some(error) => {
                        let problem = &error.problems()[0];
                        let span = at + problem.span.start..at + problem.span.end;
                        let is_illegal = error.is_illegal_move();
                        let error = ParseError::new(span, place, &problem.message);
                        let status = if is_illegal { Status::Illegal } else { Status::Malformed };
                        ApiError::text("moves", text, &error, remedy).with_status(status)
                    }
                };
                error.with("legal", given.line())
            })?;
        }
        Ok(given)
    }

    /// Plays a move or loses a turn.
    ///
    /// # Errors
    ///
    /// What is wrong with the text; `None` if the game is over and no turn can be lost.
    pub fn play(&mut self, word: &str, notation: AnyNotation) -> Result<(), Option<ParseError>> {
        let before = self.position.clone();
        let mv = match word {
            LOST_TURN if before.outcome().is_some() => return Err(None),
            LOST_TURN => None,
            _ => Some(notation.parse_move(&before, word).map_err(Some)?),
        };
        self.position = mv.map_or_else(|| before.skip(), |mv| before.play(mv));
        self.played.push(PlayedMove { before, mv });
        Ok(())
    }

    /// The moves played, as the parameter `moves` has them.
    pub fn line(&self) -> String {
        self.played.iter().map(PlayedMove::word).collect::<Vec<_>>().join(".")
    }
}

/// The words of a list of moves, each with the byte at which it begins.
pub(crate) fn words(text: &str) -> impl Iterator<Item = (&str, usize)> {
    let start = text.as_ptr() as usize;
    text.split(|c: char| c == '.' || c.is_whitespace())
        .filter(|word| !word.is_empty())
        .map(move |word| (word, word.as_ptr() as usize - start))
}

pub(crate) fn notation_named(game: AnyGame, parameter: &str, name: &str) -> Result<AnyNotation, ApiError> {
    let names: Vec<&str> = game.notations().iter().map(Notation::name).collect();
    let found = game.notations().into_iter().find(|notation| notation.name() == name);
    found.ok_or_else(|| ApiError::parameter(parameter, name, format!("one of {}", names.join(", "))))
}

/// Reads a position, and what its text is ([`AnyGame::read`]).
fn parse_position(
    game: AnyGame,
    text: &str,
    notation: Option<AnyNotation>,
) -> Result<(AnyPosition, String), ApiError> {
    let lines = if text.contains('\n') { text.to_owned() } else { text.replace('/', "\n") };
    let (assumed, error) = match game.read(&lines, notation) {
        Ok(read) => return Ok(read),
        Err(furthest) => furthest,
    };
    let others: Vec<&str> =
        game.notations().iter().map(Notation::name).filter(|&name| name != assumed).collect();
    let mut remedy = "correct the text of the position".to_owned();
    if !others.is_empty() {
        remedy = format!("{remedy}, or name another notation: {}", others.join(", "));
    }
    Err(ApiError::text("position", text, &error, remedy))
}
