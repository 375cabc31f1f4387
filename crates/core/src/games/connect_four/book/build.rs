//! Making a book: its last layer is searched, all others follow from it.

use std::collections::HashSet;

use super::{Book, BookError, CLASSES, Class, HEADER, Kind, MAGIC, SCORE_ZERO};
use super::{best_of_moves, boards, check_pieces, checksum, first_boards, place};
use crate::Position;
use crate::games::connect_four::Board;
use crate::games::connect_four::solve::wins_at_once;

/// The positions with this many pieces that games of a class come to and that are not over, one of
/// each pair of mirror images, in the order in which breadth-first search finds them.
pub(super) fn positions<const W: u32, const H: u32>(class: Class, pieces: u32) -> Vec<Board<W, H>> {
    let mut layer = first_boards(class);
    for _ in class.fewest()..pieces {
        let mut seen = HashSet::new();
        let mut next = Vec::new();
        for position in &layer {
            for mv in position.moves() {
                let after = position.play(mv);
                if seen.insert(after.canonical_key()) {
                    let mirrored = after.mirror();
                    next.push(if mirrored.key() < after.key() { mirrored } else { after });
                }
            }
        }
        layer = next;
    }
    layer.retain(|position| position.outcome().is_none());
    layer
}

/// The positions whose results or scores a book up to this many pieces needs: those where the side to move
/// can neither win at once nor is sure to lose with the next piece. Their order never changes.
///
/// Takes memory for all positions with so many pieces; about 2 million for 11.
pub fn openings<const W: u32, const H: u32>(class: Class, pieces: u32) -> Vec<Board<W, H>> {
    let mut openings = positions(class, pieces);
    openings.retain(|position| score_at_a_glance(position).is_none());
    openings
}

/// The score of a position, not over, that a look at the next two pieces decides.
fn score_at_a_glance<const W: u32, const H: u32>(position: &Board<W, H>) -> Option<i32> {
    let empty = position.board().empty_cells().cast_signed();
    if wins_at_once(position) {
        return Some((empty + 1) / 2);
    }
    let is_safe = |mv| {
        let after = position.play(mv);
        after.outcome().is_some() || !wins_at_once(&after)
    };
    (!position.moves().any(is_safe)).then_some(-(empty / 2))
}

/// Collects results or scores of openings and makes a book of them.
#[derive(Debug)]
pub struct BookBuilder<const W: u32, const H: u32> {
    class: Class,
    kind: Kind,
    most_pieces: u32,
    bytes: Vec<u8>,
}

impl<const W: u32, const H: u32> BookBuilder<W, H> {
    /// An empty book for boards up to this many pieces.
    ///
    /// # Errors
    ///
    /// If the class has no boards with so many pieces, or they are more than
    /// [`MOST_PIECES`](super::MOST_PIECES).
    pub fn new(class: Class, kind: Kind, most_pieces: u32) -> Result<Self, BookError> {
        check_pieces::<W, H>(class, most_pieces)?;
        let numbers = [W, H, class as u32 + kind as u32 * CLASSES, most_pieces];
        #[expect(clippy::cast_possible_truncation, reason = "all are below 256")]
        let bytes = MAGIC.iter().copied().chain(numbers.map(|number| number as u8));
        let mut bytes: Vec<u8> = bytes.collect();
        bytes.resize(HEADER + kind.bytes(boards::<W, H>(class, most_pieces + 1)), 0);
        Ok(Self { class, kind, most_pieces, bytes })
    }

    /// Makes the book: what is known of the [`openings`], in their order.
    ///
    /// # Errors
    ///
    /// If their number is wrong.
    pub fn build(mut self, openings: &[i32]) -> Result<Vec<u8>, BookError> {
        let mut openings = openings.iter();
        for position in positions::<W, H>(self.class, self.most_pieces) {
            let known = match score_at_a_glance(&position) {
                Some(score) => self.kind.of(score),
                None => *openings.next().ok_or(BookError("there are too few results"))?,
            };
            self.set(&position, known);
        }
        if openings.next().is_some() {
            return Err(BookError("there are too many results"));
        }
        for pieces in (self.class.fewest()..self.most_pieces).rev() {
            for position in positions::<W, H>(self.class, pieces) {
                let best = best_of_moves(&position, self.kind, |after| self.get(after));
                self.set(&position, best.ok_or(BookError("its last layer is not whole"))?);
            }
        }
        let sum = checksum(&self.bytes[HEADER..]).to_le_bytes();
        self.bytes[HEADER - sum.len()..HEADER].copy_from_slice(&sum);
        Ok(self.bytes)
    }

    fn get(&self, position: &Board<W, H>) -> Option<i32> {
        Book::<W, H>::new(&self.bytes).ok()?.known(position)
    }

    /// Notes what is known of a position and its mirror image.
    fn set(&mut self, position: &Board<W, H>, known: i32) {
        let (own, other) = position.board().sides();
        let place = place::<W, H>(self.class, self.most_pieces, own, other);
        let place = place.expect("positions of the class were made");
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "from 1 to 3, or near 64"
        )]
        match self.kind {
            Kind::Results => {
                let byte = &mut self.bytes[HEADER + place / 4];
                *byte = *byte & !(3 << (place % 4 * 2)) | ((known + 2) as u8) << (place % 4 * 2);
            }
            Kind::Scores => self.bytes[HEADER + place] = (known + SCORE_ZERO) as u8,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::all;
    use super::*;
    use crate::Limits;
    use crate::games::connect_four::solve::Solver;
    use crate::rng::Rng;

    fn solved<const W: u32, const H: u32>(class: Class, kind: Kind, pieces: u32) -> Vec<i32> {
        let mut solver = Solver::<W, H>::new(1 << 20);
        let known = |position| kind.of(solver.score(&position, &Limits::NONE).unwrap());
        openings::<W, H>(class, pieces).into_iter().map(known).collect()
    }

    fn agrees_with_the_solver<const W: u32, const H: u32>(class: Class, kind: Kind, pieces: u32) {
        let builder = BookBuilder::<W, H>::new(class, kind, pieces).unwrap();
        let bytes = builder.build(&solved::<W, H>(class, kind, pieces)).unwrap();
        let book = Book::<W, H>::new(&bytes).unwrap();
        assert!(book.is_intact() && book.contradiction().is_none());
        assert_eq!((book.class(), book.kind()), (class, kind));
        let mut solver = Solver::<W, H>::new(1 << 20);
        let mut looked_up = 0;
        for depth in class.fewest()..=pieces {
            for position in positions::<W, H>(class, depth) {
                for position in [position, position.mirror()] {
                    let score = solver.score(&position, &Limits::NONE).unwrap();
                    assert_eq!(book.known(&position), Some(kind.of(score)), "{position:?}");
                    looked_up += 1;
                }
            }
        }
        assert!(looked_up > 100, "{looked_up}");
        // A board of another class, and one with a piece more.
        assert_eq!(book.result(&Board::EMPTY.skip()).is_some(), class == Class::Balanced);
        for position in positions::<W, H>(class, pieces + 1) {
            assert_eq!(book.result(&position), None);
        }
    }

    #[test]
    fn books_of_small_boards_agree_with_the_solver() {
        for kind in Kind::ALL {
            agrees_with_the_solver::<5, 4>(Class::Balanced, kind, 6);
            agrees_with_the_solver::<5, 4>(Class::Extra, kind, 6);
            agrees_with_the_solver::<4, 5>(Class::Balanced, kind, 7);
            agrees_with_the_solver::<4, 5>(Class::Extra, kind, 5);
        }
    }

    /// Numbers of canonical positions that are not over (OEIS A013582 and counts by hand of ends).
    #[test]
    fn positions_are_as_many_as_others_counted() {
        for (pieces, count) in [(0, 1), (1, 4), (2, 25), (3, 121), (4, 568), (5, 2_144), (6, 8_231)] {
            assert_eq!(positions::<7, 6>(Class::Balanced, pieces).len(), count, "{pieces} pieces");
        }
        assert_eq!(positions::<7, 6>(Class::Balanced, 7).len(), 27_473 - 364);
        // Those that neither win at once nor lose with the next piece.
        assert_eq!(openings::<7, 6>(Class::Balanced, 7).len(), 4_496 + 20_820);
    }

    #[test]
    fn a_wrong_number_of_results_is_refused() {
        let mut results = solved::<4, 4>(Class::Balanced, Kind::Results, 4);
        results.push(0);
        let builder = || BookBuilder::<4, 4>::new(Class::Balanced, Kind::Results, 4).unwrap();
        assert_eq!(builder().build(&results), Err(BookError("there are too many results")));
        results.truncate(results.len() - 2);
        assert_eq!(builder().build(&results), Err(BookError("there are too few results")));
    }

    #[test]
    fn numbers_of_pieces_that_no_book_has_are_refused() {
        let refused = Err(BookError("it has too many pieces or too few"));
        for (class, pieces) in [(Class::Extra, 0), (Class::Balanced, 13), (Class::Balanced, u32::MAX)] {
            assert_eq!(BookBuilder::<7, 6>::new(class, Kind::Scores, pieces).map(|_| ()), refused);
        }
        assert_eq!(BookBuilder::<3, 3>::new(Class::Balanced, Kind::Results, 10).map(|_| ()), refused);
        assert!(BookBuilder::<7, 6>::new(Class::Extra, Kind::Results, 1).is_ok());
    }

    #[test]
    fn books_are_read_one_after_the_other() {
        let two = [include_bytes!("scores.book").as_slice(), include_bytes!("extra.book")].concat();
        let cut = two[..two.len() - 1].to_vec();
        let books = all(two.leak()).unwrap();
        let what = |book: &Book<'_, 7, 6>| (book.class(), book.kind(), book.most_pieces(), book.is_intact());
        let [scores, extra] = books.as_slice() else { panic!("not two") };
        assert_eq!(what(scores), (Class::Balanced, Kind::Scores, 8, true));
        assert_eq!(what(extra), (Class::Extra, Kind::Results, 10, true));
        assert!(all(cut.leak()).is_err() && all(b"words").is_err());
    }

    #[test]
    fn damaged_books_are_refused_or_found_out() {
        let builder = BookBuilder::<4, 4>::new(Class::Extra, Kind::Results, 5).unwrap();
        let bytes = builder.build(&solved::<4, 4>(Class::Extra, Kind::Results, 5)).unwrap();
        let mut rng = Rng::new(3);
        for _ in 0..200 {
            let mut damaged = bytes.clone();
            let place = rng.below(bytes.len());
            damaged[place] ^= 1 << rng.below(8);
            let is_found = Book::<4, 4>::new(&damaged).is_ok_and(|book| book.is_intact());
            assert!(!is_found, "byte {place}");
            let cut = rng.below(bytes.len());
            assert!(Book::<4, 4>::new(&bytes[..cut]).is_err(), "{cut} bytes");
        }
        assert!(Book::<4, 4>::new(&[bytes.as_slice(), &[0]].concat()).is_err());
        assert!(Book::<5, 4>::new(&bytes).is_err());
    }
}
