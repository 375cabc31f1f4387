//! Books of openings.

use plyground_core::games::breakthrough::Standard;
use plyground_core::games::breakthrough::book::Book as Openings;
use plyground_core::games::connect_four::Board;
use plyground_core::games::connect_four::book::{Book, Kind, MAGIC};
use plyground_core::rng::Rng;
use plyground_core::{Outcome, Player, Position};

use crate::input::Input;

/// Boards are enumerated up to so many pieces.
const FEW: u32 = 4;

/// A text, alone and after a line on the start position, is a book or is refused in one of its lines.
fn openings_of_breakthrough(bytes: &[u8]) {
    const LINE: &str = "bbbbbb/bbbbbb/------/------/wwwwww/wwwwww/w 1\n";
    let text = String::from_utf8_lossy(bytes);
    for text in [text.to_string(), format!("{LINE}{text}")] {
        match Openings::parse(&text) {
            Ok(book) => {
                let start = book.winner(&Standard::START);
                assert!(!text.starts_with(LINE) || start == Some(Player::First));
                assert_eq!(book.winner(&Standard::START.turned()), start.map(Player::opponent));
            }
            Err(error) => {
                assert!((1..=text.lines().count()).contains(&error.line), "{error}");
                assert!(error.to_string().contains("expected "), "{error}");
            }
        }
    }
}

/// Whether the bytes begin as those of a book are to, then the bytes.
pub(crate) fn book(data: &[u8]) {
    let mut input = Input(data);
    let begins_well = input.byte() % 2 == 1;
    let rest = input.rest();
    let bytes = if begins_well { [MAGIC.as_slice(), &[4, 3], rest].concat() } else { rest.to_vec() };
    openings_of_breakthrough(rest);
    one_book::<4, 3>(&bytes);
    one_book::<7, 6>(&bytes);
}

/// A book that is accepted can be asked about any board.
fn one_book<const W: u32, const H: u32>(bytes: &[u8]) {
    let book = match Book::<W, H>::new(bytes) {
        Ok(book) => book,
        Err(error) => return assert!(error.to_string().starts_with("not a book of openings: "), "{error}"),
    };
    assert_eq!(book.size(), bytes.len());
    let mut rng = Rng::new(book.checksum());
    for _ in 0..4 {
        let mut position = Board::<W, H>::EMPTY;
        loop {
            // A byte of a book of scores can be damaged: it is below 256 all the same.
            let most = if book.kind() == Kind::Results { 1 } else { 255 };
            let known = book.known(&position);
            assert!(known.is_none_or(|known| known.abs() <= most), "{known:?}");
            let Some(mv) = rng.pick(position.moves()) else { break };
            position = if rng.below(16) == 0 { position.skip() } else { position.play(mv) };
        }
        assert!(matches!(position.outcome(), Some(Outcome::Win(_) | Outcome::Draw)));
    }
    if book.most_pieces() <= FEW {
        let wrong = book.contradiction();
        assert!(wrong.is_none_or(|position| position.outcome().is_none()), "a finished game is in no book");
    }
    // Flipped bits are noticed wherever they are.
    if book.is_intact() {
        let mut damaged = bytes.to_vec();
        let place = rng.below(damaged.len());
        damaged[place] ^= u8::try_from(1 + rng.below(255)).expect("below 256");
        assert!(!Book::<W, H>::new(&damaged).is_ok_and(|book| book.is_intact()));
    }
}
