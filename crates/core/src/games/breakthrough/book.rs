//! The opening book: positions of which it is proved who wins.
//!
//! A book is a text, a line for each position: the position as [`sized`] writes it, and 1 if
//! White wins or 0 if Black does, as `plyground-lab solve-job openings` prints them. Lines that begin with `#` are remarks.
//! A mirror image is known with its position, and a position with the colours changed too. (Connect Four has a book of
//! another kind, which `plyground-lab book` makes.)

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use super::{Board, Standard, seen_by_mover, sized};
use crate::text::error_text;
use crate::{Player, Position, quote};

/// Positions with their winners. Copies share memory: eight bytes a position.
#[derive(Clone, Default, Debug)]
pub struct Book {
    /// Canonical keys of positions with the first player to move, ascending. The lowest bit, which is 0 in such a key,
    /// says that the side to move loses.
    entries: Arc<[u64]>,
}

/// An error in the text of a book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What was found, and what was expected.
    pub message: String,
}

error_text!(BookError, self => "line {}: {}", self.line, self.message);

impl Book {
    /// The book in this program. Its text is `openings.txt` next to this file; `docs/proofs.md` says how it was made.
    ///
    /// # Panics
    ///
    /// Never: a test reads the text.
    pub fn embedded() -> Self {
        static BOOK: LazyLock<Book> =
            LazyLock::new(|| Book::parse(include_str!("openings.txt")).expect("a test reads the text"));
        BOOK.clone()
    }

    /// Reads a book. Whether what it says is true is not looked at.
    ///
    /// # Errors
    ///
    /// The first line that is no position with its winner, shows a finished game, or contradicts another.
    pub fn parse(text: &str) -> Result<Self, BookError> {
        let mut known = BTreeMap::new();
        for (line, text) in (1..).zip(text.lines()) {
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let wrong = |message: String| BookError { line, message };
            let (position, winner) = read_line(text).map_err(wrong)?;
            let is_won = position.turn() == winner;
            if known.insert(key(&position), is_won).is_some_and(|other| other != is_won) {
                return Err(wrong("the other side wins by an earlier line; expected one winner".to_owned()));
            }
        }
        Ok(Self { entries: known.into_iter().map(|(key, is_won)| key | u64::from(!is_won)).collect() })
    }

    /// The number of different positions.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The winner, if the position is in the book.
    pub fn winner(&self, position: &Standard) -> Option<Player> {
        let is_won = self.is_won(key(position))?;
        Some(if is_won { position.turn() } else { position.turn().opponent() })
    }

    /// Whether the side to move wins the position that has this [`key`].
    #[inline]
    pub(super) fn is_won(&self, key: u64) -> Option<bool> {
        let place = self.entries.partition_point(|&entry| entry < key);
        let entry = *self.entries.get(place)?;
        (entry & !1 == key).then_some(entry == key)
    }
}

/// The key under which a position is found.
pub(super) fn key<const W: u32, const H: u32>(position: &Board<W, H>) -> u64 {
    seen_by_mover(position).canonical_key()
}

/// A position of an unfinished game, and its winner.
fn read_line(text: &str) -> Result<(Standard, Player), String> {
    let (position, winner) =
        text.split_once(' ').ok_or("no space; expected a position, a space, and 1 or 0")?;
    let position: Standard = sized::read(position).map_err(|error| error.to_string())?;
    if position.outcome().is_some() {
        return Err("the game is over; expected a position in which the game goes on".to_owned());
    }
    match winner {
        "1" => Ok((position, Player::First)),
        "0" => Ok((position, Player::Second)),
        _ => Err(format!("winner {}; expected 1 for White or 0 for Black", quote(winner))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    const WON: &str = "------/w-----/------/------/-----b/------/w 1";

    fn line(position: &Standard, winner: Player) -> String {
        format!("{} {}", sized::write(position), u8::from(winner == Player::First))
    }

    #[test]
    fn a_book_knows_only_its_positions() {
        let winners = |n: usize| Player::BOTH[n % 2];
        let mut positions = Rng::new(1).games(&Standard::START, 8);
        positions.retain(|position| position.outcome().is_none());
        let mut known = BTreeMap::new();
        for (n, position) in positions.iter().enumerate().step_by(2) {
            known.entry(key(position)).or_insert((*position, winners(n / 2)));
        }
        let text: String = known.values().map(|(position, winner)| line(position, *winner) + "\n").collect();
        let book = Book::parse(&text).expect("a book");
        assert_eq!(book.len(), known.len());
        for position in positions {
            let expected = known.get(&key(&position)).map(|(written, winner)| {
                if written.turn() == position.turn() { *winner } else { winner.opponent() }
            });
            assert_eq!(book.winner(&position), expected, "{position:?}");
            assert_eq!(book.winner(&position.mirror()), expected, "{position:?}");
            assert_eq!(book.winner(&position.turned()), expected.map(Player::opponent), "{position:?}");
        }
        assert!(Book::default().is_empty());
        assert_eq!(Book::default().winner(&Standard::START), None);
    }

    #[test]
    fn remarks_and_repetitions_are_no_positions() {
        let mirrored = "------/-----w/------/------/b-----/------/w 1";
        let book = Book::parse(&format!("# remark\n\n{WON}\n{mirrored}\n{WON}\n")).expect("a book");
        assert_eq!(book.len(), 1);
    }

    #[test]
    fn malformed_books_are_refused_with_their_line() {
        let lost = WON.replace(" 1", " 0");
        for (text, line, message) in [
            ("x", 1, "no space"),
            ("x 1", 1, "expected"),
            (&format!("{WON}\n{WON}2"), 2, "winner '12'; expected 1 for White or 0 for Black"),
            ("# remark\nw-----/------/------/------/-----b/------/w 1", 2, "the game is over"),
            (&format!("{WON}\n#\n{lost}"), 3, "the other side wins by an earlier line"),
        ] {
            let error = Book::parse(text).expect_err("no book");
            assert_eq!(error.line, line, "{text}");
            assert!(error.to_string().contains(message), "{error}");
        }
    }
}
