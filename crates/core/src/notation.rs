//! Positions and moves as text, and what is wrong with text that is neither.

use std::collections::HashSet;
use std::fmt;
use std::ops::Range;

use crate::text::error_text;
use crate::{Position, quote};

/// One way of writing the positions and moves of a game.
pub trait Notation<P: Position>: Sync {
    /// A short name for menus and `--notation`.
    fn name(&self) -> &'static str;

    /// What it looks like, in one sentence.
    fn about(&self) -> &'static str;

    /// Reads a position. Every accepted position is valid; an error lists the reasons found.
    ///
    /// # Errors
    ///
    /// If the text is not a position in this notation.
    fn parse(&self, text: &str) -> Result<P, ParseError>;

    /// Writes a position so that [`parse`](Self::parse) reads it back, or `None` if this notation
    /// cannot express it.
    fn write(&self, position: &P) -> Option<String>;

    /// Reads a move that is legal in this position.
    ///
    /// # Errors
    ///
    /// If the text is not a move in this notation, or the move is not legal here.
    fn parse_move(&self, position: &P, text: &str) -> Result<P::Move, ParseError>;

    /// Writes a move that is legal in this position.
    fn write_move(&self, position: &P, mv: P::Move) -> String;

    /// Whether a text looks like this notation and like no other of the game, even if it has errors.
    fn resembles(&self, _text: &str) -> bool {
        false
    }

    /// What the notation calls columns and rows, if not what the game's own notation calls them.
    fn labels(&self) -> Option<BoardLabels> {
        None
    }
}

/// What a notation calls the columns and rows of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardLabels {
    /// Columns, left to right.
    pub columns: Vec<String>,
    /// Rows, top to bottom.
    pub rows: Vec<String>,
}

/// A number that names no move of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoSuchMove;

error_text!(NoSuchMove, self => "this number names no move of the game");

/// One thing that is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The bytes of the text that are meant; empty at the end if something is missing.
    pub span: Range<usize>,
    /// The place in the reader's terms, such as "row 2 from the bottom, column 4".
    pub place: String,
    /// What is wrong and what was expected.
    pub message: String,
}

/// Why a text was refused. It holds at least one problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    problems: Vec<Problem>,
    is_illegal_move: bool,
}

/// Problems beyond this number are not collected.
const MOST_PROBLEMS: usize = 8;

impl ParseError {
    /// An error with one problem.
    pub fn new(span: Range<usize>, place: impl Into<String>, message: impl Into<String>) -> Self {
        let problems = vec![Problem { span, place: place.into(), message: message.into() }];
        Self { problems, is_illegal_move: false }
    }

    /// Whether the text is a move that is not legal in the position, rather than no move at all.
    pub fn is_illegal_move(&self) -> bool {
        self.is_illegal_move
    }

    /// What is wrong, in the order of the text; at most eight problems are kept.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = |problem: &Problem| format!("{}: {}", problem.place, problem.message);
        f.write_str(&self.problems.iter().map(line).collect::<Vec<_>>().join("\n"))
    }
}

impl std::error::Error for ParseError {}

/// Collects problems while a parser continues.
#[derive(Default, Debug)]
pub(crate) struct Problems(Vec<Problem>);

impl Problems {
    pub(crate) fn add(&mut self, span: Range<usize>, place: impl Into<String>, message: impl Into<String>) {
        if self.0.len() < MOST_PROBLEMS {
            self.0.push(Problem { span, place: place.into(), message: message.into() });
        }
    }

    /// The value of a part that begins at byte `offset`, or `None` after noting what is wrong with it.
    pub(crate) fn take<T>(&mut self, part: Result<T, ParseError>, offset: usize) -> Option<T> {
        match part {
            Ok(value) => Some(value),
            Err(error) => {
                for Problem { span, place, message } in error.problems {
                    self.add(span.start + offset..span.end + offset, place, message);
                }
                None
            }
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value if nothing was wrong.
    pub(crate) fn finish<T>(self, value: T) -> Result<T, ParseError> {
        if self.0.is_empty() {
            Ok(value)
        } else {
            Err(ParseError { problems: self.0, is_illegal_move: false })
        }
    }
}

/// Reads a position in the first of these notations that accepts the text. If none does, the error and the name are
/// those of the notation that the writer meant: the one that the text resembles, or else the one that gets furthest
/// before its first problem.
///
/// # Errors
///
/// If no notation accepts the text; `None` if there are none.
pub fn parse_any<'a, P: Position>(
    notations: impl IntoIterator<Item = &'a dyn Notation<P>>,
    text: &str,
) -> Result<P, Option<(&'static str, ParseError)>> {
    let mut furthest: Option<((bool, usize), &str, ParseError)> = None;
    for notation in notations {
        match notation.parse(text) {
            Ok(position) => return Ok(position),
            Err(error) => {
                let first = error.problems().first().map_or(0, |problem| problem.span.start);
                let reached = (notation.resembles(text), first);
                if furthest.as_ref().is_none_or(|&(before, _, _)| reached > before) {
                    furthest = Some((reached, notation.name(), error));
                }
            }
        }
    }
    Err(furthest.map(|(_, name, error)| (name, error)))
}

/// The move that a notation has read, if it is legal: what [`Notation::parse_move`] returns. `wanted` is `None` if
/// `text` is no move at all, and `expected` says in messages what a move looks like.
///
/// # Errors
///
/// If it is no move, or not legal in this position.
pub fn legal_move<P: Position>(
    position: &P,
    text: &str,
    wanted: Option<P::Move>,
    expected: &str,
) -> Result<P::Move, ParseError> {
    let error = |message: String| ParseError::new(0..text.len(), format!("move {}", quote(text)), message);
    let illegal = |message| Err(ParseError { is_illegal_move: true, ..error(message) });
    match wanted {
        None => Err(error(format!("not a move; expected {expected}"))),
        Some(mv) if position.moves().any(|legal| legal == mv) => Ok(mv),
        Some(_) if position.outcome().is_some() => illegal("the game is over".to_owned()),
        Some(_) => illegal(format!("not legal in this position; expected {expected}")),
    }
}

/// The moves of a game that leads from `start` to a position, by taking them back: `before` lists moves that may have
/// led to a position, with what was before them. `None` if there is no such game, or none is found before `most` positions
/// are known to which none leads.
pub(crate) fn way_from<P: Position, I: Iterator<Item = (P::Move, P)>>(
    start: &P,
    position: &P,
    before: fn(P) -> I,
    most: usize,
    dead_ends: &mut HashSet<u64>,
) -> Option<Vec<P::Move>> {
    if position == start {
        return Some(Vec::new());
    }
    for (mv, earlier) in before(position.clone()) {
        if earlier.outcome().is_some() || dead_ends.contains(&earlier.key()) {
            continue;
        }
        if let Some(mut moves) = way_from(start, &earlier, before, most, dead_ends) {
            moves.push(mv);
            return Some(moves);
        }
        if dead_ends.len() >= most {
            return None;
        }
    }
    dead_ends.insert(position.key());
    None
}

#[cfg(test)]
mod tests {
    use super::{ParseError, parse_any};
    use crate::games::adjacent_four::AdjacentFour;
    use crate::games::breakthrough::notation::Request;
    use crate::games::breakthrough::{self, Breakthrough};
    use crate::games::connect_four::notation::{Comp3608State, Cs431Bytes, MOVES};
    use crate::games::connect_four::{self, ConnectFour};
    use crate::games::max_connect_four::notation::StateFile;
    use crate::{Game, Notation, Player, Position};

    #[test]
    fn eight_problems_are_kept() {
        for (wrong, kept) in [(7, 7), (8, 8), (9, 8), (42, 8)] {
            let cells: String = (0..42).map(|cell| if cell < wrong { "2 " } else { "0 " }).collect();
            let error = Cs431Bytes.parse(&(cells + "1")).expect_err("wrong cells");
            assert_eq!(error.problems().len(), kept, "{wrong} wrong cells");
        }
    }

    #[test]
    fn errors_come_from_the_notation_that_reads_furthest_or_the_first_of_equals() {
        for (text, furthest, start) in [("44x", "moves", 2), ("x", "comp3608", 0), ("0 1 -1 0 x", "cs431", 9)]
        {
            let (name, error) = parse_any(ConnectFour::notations().iter().copied(), text)
                .expect_err("in no notation")
                .expect("there are notations");
            assert_eq!((name, error.problems()[0].span.start), (furthest, start), "{text:?}");
        }
        let position = parse_any(ConnectFour::notations().iter().copied(), "44").expect("two moves");
        assert_eq!(MOVES.write(&position).as_deref(), Some("44"));
        assert_eq!(parse_any([], "44"), Err::<connect_four::Standard, _>(None));
    }

    #[test]
    fn what_looks_like_a_notation_is_taken_for_it() {
        fn refused<G: Game>(text: &str) -> (&'static str, ParseError) {
            parse_any(G::notations().iter().copied(), text).expect_err("wrong").expect("notations")
        }
        let name = |text| refused::<ConnectFour>(text).0;
        assert_eq!(["88", "1111111", "8", "x"].map(name), ["moves", "moves", "moves", "comp3608"]);
        let (name, error) = refused::<AdjacentFour>("[9,9]");
        assert_eq!(name, "moves");
        assert!(error.to_string().starts_with("move 1 of the list, '[9,9]': "), "{error}");
    }

    #[test]
    fn byte_order_marks_are_named() {
        let named =
            "8 characters, beginning with a byte-order mark (save the text as UTF-8 without one); expected 7";
        let text = "\u{feff}0000000\n0011200\n1011100\n1111110\n2222220\n1222222\n1\n";
        let error = StateFile.parse(text).expect_err("a mark").to_string();
        assert!(error.ends_with(named), "{error}");
        let state = "\u{feff}.......,.......,.......,.......,.......,....... red";
        assert!(Comp3608State.parse(state).expect_err("a mark").to_string().ends_with(named));
    }

    #[test]
    fn illegal_moves_are_distinguished_from_malformed_ones() {
        let full = MOVES.parse("111111").expect("a game");
        let over =
            Comp3608State.parse("rrrr...,.......,.......,.......,.......,....... red").expect("a position");
        for (position, text, is_illegal) in
            [(full, "0", true), (full, "7", false), (full, "", false), (over, "6", true)]
        {
            let error = Comp3608State.parse_move(&position, text).expect_err("not a legal move");
            assert_eq!(error.is_illegal_move(), is_illegal, "{text:?}");
        }
        let start: breakthrough::Standard = Breakthrough::start();
        assert_eq!(start.turn(), Player::First);
        for (text, is_illegal) in [("A1A2", true), ("F5F4", true), ("a2a3", false), ("A2A9", false)] {
            let error = Request.parse_move(&start, text).expect_err("not a legal move");
            assert_eq!(error.is_illegal_move(), is_illegal, "{text:?}");
        }
        assert!(!Request.parse("move").expect_err("half a request").is_illegal_move());
    }
}
