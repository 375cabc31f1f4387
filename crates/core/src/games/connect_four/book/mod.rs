//! Openings whose results or scores are known: a book has every board with few pieces.
//!
//! A book of results has two bits for every board with at most so many pieces, in the order of `Layer`, and no keys; a book
//! of scores has a byte. Of two mirror images only one is looked up; the place of the other stays 0, which compresses. A
//! book is computed from its last layer (`build`), so that a lookup is a few additions and one look into memory. Wins and
//! losses without distances are all that a choice of the right move needs. Scores take longer to compute and four times
//! the room, so there are some of the first boards only, which take longest to solve.

mod build;
mod layer;

pub use build::{BookBuilder, openings};

use std::sync::OnceLock;

use self::layer::Layer;
use super::Board;
use crate::grid::Grid;
use crate::rng::{Rng, mix};
use crate::text::{error_text, texts};
use crate::{Outcome, Position};

/// The books that solvers look into, once they are there.
static BOOKS: OnceLock<Vec<Book<'static, 7, 6>>> = OnceLock::new();

/// The books of this program, computed by `plyground-lab book build`. The program's file holds them, so that only what is
/// looked up is ever read; with `--cfg books_apart` there are none until [`learn`] was called.
pub fn embedded() -> &'static [Book<'static, 7, 6>] {
    #[cfg(not(books_apart))]
    BOOKS.get_or_init(|| {
        // Scores come first: where they are known, nothing else is asked.
        let files: [&[u8]; 3] =
            [include_bytes!("scores.book"), include_bytes!("balanced.book"), include_bytes!("extra.book")];
        files.into_iter().filter_map(|bytes| Book::new(bytes).ok()).collect()
    });
    BOOKS.get().map_or(&[], Vec::as_slice)
}

/// Takes the books that solvers look into, one after the other in these bytes. It does nothing if there are books already.
///
/// # Errors
///
/// If the bytes are not books of the usual board.
pub fn learn(bytes: Vec<u8>) -> Result<(), BookError> {
    let books = all(Vec::leak(bytes))?;
    BOOKS.get_or_init(|| books);
    Ok(())
}

/// The books in these bytes, one after the other.
fn all(mut bytes: &'static [u8]) -> Result<Vec<Book<'static, 7, 6>>, BookError> {
    let mut books = Vec::new();
    while !bytes.is_empty() {
        let (book, rest) = Book::split(bytes)?;
        books.push(book);
        bytes = rest;
    }
    Ok(books)
}

/// Which boards a book is about, by the numbers of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Class {
    /// Boards of a game in which nobody lost a turn.
    Balanced,
    /// Boards with one piece too many for one side, as they arise from one lost turn.
    Extra,
}

impl Class {
    /// All classes.
    pub const ALL: [Self; 2] = [Self::Balanced, Self::Extra];

    /// Pieces of the side to move and of the opponent on boards with this many pieces.
    const fn sides(self, pieces: u32) -> (u32, u32) {
        let own = match self {
            Self::Balanced => pieces / 2,
            // The extra piece belongs to the side that made the second last move.
            Self::Extra if pieces.is_multiple_of(2) => (pieces / 2).saturating_sub(1),
            Self::Extra => pieces.div_ceil(2),
        };
        (own, pieces - own)
    }

    /// The fewest pieces of a board of this class.
    const fn fewest(self) -> u32 {
        match self {
            Self::Balanced => 0,
            Self::Extra => 1,
        }
    }
}

texts! {
    /// The name in commands and files.
    Class::name { Balanced => "balanced", Extra => "extra" }
}

/// What a book knows of its boards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// 1 if the side to move wins, 0 for a draw, -1 if it loses.
    Results,
    /// The score, as the [`Solver`](super::solve::Solver) finds it.
    Scores,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 2] = [Self::Results, Self::Scores];

    /// What is kept of a score.
    const fn of(self, score: i32) -> i32 {
        match self {
            Self::Results => score.signum(),
            Self::Scores => score,
        }
    }

    /// The bytes for so many boards.
    const fn bytes(self, boards: usize) -> usize {
        match self {
            Self::Results => boards.div_ceil(4),
            Self::Scores => boards,
        }
    }
}

texts! {
    /// The name in commands and files.
    Kind::name { Results => "results", Scores => "scores" }
}

/// The most pieces that a book may go to.
pub const MOST_PIECES: u32 = 12;

/// The first bytes of a book; its version is the last of them.
pub const MAGIC: &[u8; 16] = b"plyground book 2";
/// Magic, columns, rows, class and kind, most pieces, and the checksum of what follows.
const HEADER: usize = MAGIC.len() + 4 + size_of::<u64>();

/// The number of classes: the byte of class and kind is class + kind * `CLASSES`.
const CLASSES: u32 = Class::Extra as u32 + 1;

/// Added to a score, so that a byte is never 0, which is for boards that are not known.
const SCORE_ZERO: i32 = 64;

/// Results or scores of all boards with few pieces.
#[derive(Clone, Copy, Debug)]
pub struct Book<'a, const W: u32, const H: u32> {
    class: Class,
    kind: Kind,
    most_pieces: u32,
    checksum: u64,
    /// Of results two bits a board, four boards a byte, the first in the lowest bits; of scores a byte a board.
    known: &'a [u8],
}

/// Why bytes are not a book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookError(&'static str);

error_text!(BookError, self => "not a book of openings: {}", self.0);

const CUT: BookError = BookError("it is cut off or too long");

impl<'a, const W: u32, const H: u32> Book<'a, W, H> {
    /// The book in these bytes. What it says of boards is not looked at: see [`is_intact`](Self::is_intact).
    ///
    /// # Errors
    ///
    /// If the bytes are not a book for this board, or their number is wrong.
    pub fn new(bytes: &'a [u8]) -> Result<Self, BookError> {
        match Self::split(bytes)? {
            (book, []) => Ok(book),
            _ => Err(CUT),
        }
    }

    /// The book with which these bytes begin, and what follows it.
    fn split(bytes: &'a [u8]) -> Result<(Self, &'a [u8]), BookError> {
        let (header, rest) = bytes.split_at_checked(HEADER).ok_or(BookError("it is too short"))?;
        let (magic, numbers) = header.split_at(MAGIC.len());
        let [columns, rows, class, most_pieces, checksum @ ..] = numbers else {
            return Err(BookError("it is too short"));
        };
        if magic != MAGIC {
            return Err(BookError("it does not begin as one"));
        }
        if (u32::from(*columns), u32::from(*rows)) != (W, H) {
            return Err(BookError("it is for a board of another size"));
        }
        let (kind, class) = (u32::from(*class) / CLASSES, u32::from(*class) % CLASSES);
        let kind = *Kind::ALL.get(kind as usize).ok_or(BookError("its class or kind is unknown"))?;
        let class = Class::ALL[class as usize];
        let most_pieces = u32::from(*most_pieces);
        check_pieces::<W, H>(class, most_pieces)?;
        let checksum = checksum.try_into().map_err(|_| BookError("it is too short"))?;
        let length = kind.bytes(boards::<W, H>(class, most_pieces + 1));
        let (known, rest) = rest.split_at_checked(length).ok_or(CUT)?;
        Ok((Self { class, kind, most_pieces, checksum: u64::from_le_bytes(checksum), known }, rest))
    }

    /// Which boards it is about.
    pub const fn class(&self) -> Class {
        self.class
    }

    /// What it knows of them.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// The largest number of pieces on its boards.
    pub const fn most_pieces(&self) -> u32 {
        self.most_pieces
    }

    /// The checksum that the book says it has.
    pub const fn checksum(&self) -> u64 {
        self.checksum
    }

    /// Its size in bytes.
    pub const fn size(&self) -> usize {
        HEADER + self.known.len()
    }

    /// Whether what it knows has the checksum that the book says. Reads the whole book.
    pub fn is_intact(&self) -> bool {
        checksum(self.known) == self.checksum
    }

    /// The result for the side to move: 1 if it wins, 0 for a draw, -1 if it loses. `None` if the board is not in the
    /// book: it has too many pieces or other numbers of them, the game is over, or it does not
    /// come up in a game.
    pub fn result(&self, position: &Board<W, H>) -> Option<i32> {
        self.known(position).map(i32::signum)
    }

    /// The result for the side to move, or its score in a book of scores.
    pub fn known(&self, position: &Board<W, H>) -> Option<i32> {
        let (own, other) = position.board().sides();
        self.find(own, other)
    }

    /// The same for the pieces of the side to move and of its opponent.
    #[inline]
    pub(super) fn find(&self, own: u64, other: u64) -> Option<i32> {
        let place = place::<W, H>(self.class, self.most_pieces, own, other)?;
        let (code, zero) = match self.kind {
            Kind::Results => ((self.known[place / 4] >> (place % 4 * 2)) & 3, 2),
            Kind::Scores => (self.known[place], SCORE_ZERO),
        };
        (code != 0).then(|| i32::from(code) - zero)
    }

    /// A position whose result or score is not the best that its moves lead to, or that is missing; `None` if
    /// the book agrees with itself.
    ///
    /// Looks at every position but those of the last layer, which searches have decided.
    pub fn contradiction(&self) -> Option<Board<W, H>> {
        let is_right = |position: &Board<W, H>| {
            let best = best_of_moves(position, self.kind, |after| self.known(after));
            best.is_some() && self.known(position) == best
        };
        (self.class.fewest()..self.most_pieces)
            .flat_map(|pieces| build::positions(self.class, pieces))
            .find(|position| !is_right(position))
    }

    /// A position of the last layer that random play comes to, and that is not over.
    pub fn random_opening(&self, rng: &mut Rng) -> Board<W, H> {
        let firsts = first_boards(self.class);
        loop {
            let first = rng.pick(firsts.iter().copied());
            let end = (self.class.fewest()..self.most_pieces).fold(first, |position, _| {
                let position = position?;
                rng.pick(position.moves()).map(|mv| position.play(mv))
            });
            if let Some(end) = end.filter(|end| end.outcome().is_none()) {
                return end;
            }
        }
    }
}

/// Whether a book of this class may go to so many pieces.
fn check_pieces<const W: u32, const H: u32>(class: Class, most_pieces: u32) -> Result<(), BookError> {
    let allowed = class.fewest()..=MOST_PIECES.min(W * H);
    if allowed.contains(&most_pieces) { Ok(()) } else { Err(BookError("it has too many pieces or too few")) }
}

/// The number of boards with fewer than this many pieces.
fn boards<const W: u32, const H: u32>(class: Class, pieces: u32) -> usize {
    let layer = |pieces| {
        let (own, other) = class.sides(pieces);
        Layer::<W, H>::new(own, other).len()
    };
    (class.fewest()..pieces).map(layer).sum()
}

/// Where the result of a board and of its mirror image is, or `None` if it is of another class or has too many pieces.
fn place<const W: u32, const H: u32>(class: Class, most_pieces: u32, own: u64, other: u64) -> Option<usize> {
    let pieces = own.count_ones() + other.count_ones();
    let sides = (own.count_ones(), other.count_ones());
    if pieces < class.fewest() || pieces > most_pieces || sides != class.sides(pieces) {
        return None;
    }
    // The sums of a board fill the bits of its columns, and no other board has them.
    let sums = own + (own | other);
    let is_larger = Grid::<W, H>::mirror(sums) < sums;
    let [own, other] = [own, other].map(|side| if is_larger { Grid::<W, H>::mirror(side) } else { side });
    Some(boards::<W, H>(class, pieces) + Layer::<W, H>::new(sides.0, sides.1).number(own, other))
}

/// The best that the moves of a position lead to, by what is known of the boards after them; `None` if one is not known.
fn best_of_moves<const W: u32, const H: u32>(
    position: &Board<W, H>,
    kind: Kind,
    known: impl Fn(&Board<W, H>) -> Option<i32>,
) -> Option<i32> {
    let value = |after: Board<W, H>| match after.outcome() {
        Some(Outcome::Win(_)) => Some(kind.of(after.board().empty_cells().cast_signed() / 2 + 1)),
        Some(_) => Some(0),
        None => known(&after).map(|known| -known),
    };
    let values: Option<Vec<i32>> = position.moves().map(|mv| value(position.play(mv))).collect();
    values?.into_iter().max()
}

/// A checksum of bytes: each changed one changes it.
fn checksum(bytes: &[u8]) -> u64 {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| (word << 8) | u64::from(byte));
    let length = bytes.len() as u64;
    bytes.chunks(8).fold(mix(length), |sum, bytes| mix(sum ^ word(bytes)))
}

/// The boards with the fewest pieces of a class, from which all others come.
fn first_boards<const W: u32, const H: u32>(class: Class) -> Vec<Board<W, H>> {
    let empty = Board::<W, H>::EMPTY;
    match class {
        Class::Balanced => vec![empty],
        Class::Extra => empty.moves().map(|mv| empty.play(mv).skip()).collect(),
    }
}
