//! The Connect Four openings inside the program.

use plyground_core::games::connect_four::Standard;
use plyground_core::games::connect_four::book::{Book, Class, Kind, embedded};
use plyground_core::games::connect_four::solve::Solver;
use plyground_core::rng::Rng;
use plyground_core::{Limits, Notation, Position};

fn book(class: Class) -> &'static Book<'static, 7, 6> {
    let results = embedded().iter().filter(|book| book.kind() == Kind::Results);
    results.clone().find(|book| book.class() == class).expect("a book of each class")
}

fn scores() -> &'static Book<'static, 7, 6> {
    embedded().iter().find(|book| book.kind() == Kind::Scores).expect("a book of scores")
}

#[test]
fn the_books_are_whole_and_agree_with_themselves() {
    assert_eq!(embedded().len(), 3);
    for book in embedded() {
        assert!(book.most_pieces() >= if book.kind() == Kind::Scores { 8 } else { 10 }, "{book:?}");
        assert!(book.is_intact(), "{book:?}");
        assert_eq!(book.contradiction(), None, "{book:?}");
    }
}

/// The scores of the empty board's moves are those of every published solver: the first player wins in the centre, draws
/// next to it, and loses elsewhere (Allen and Allis, 1988).
#[test]
fn scores_are_known_solved_again_and_of_the_results_of_the_other_book() {
    let score = |position: Standard| scores().known(&position).expect("few pieces");
    let after: Vec<Standard> = Standard::EMPTY.moves().map(|mv| Standard::EMPTY.play(mv)).collect();
    assert_eq!(after.iter().map(|&position| -score(position)).collect::<Vec<_>>(), [-2, -1, 0, 1, 0, -1, -2]);
    assert_eq!(score(Standard::EMPTY), 1);
    for position in after.into_iter().chain([Standard::EMPTY]) {
        assert_eq!(book(Class::Balanced).result(&position), Some(score(position).signum()));
    }
    let mut solver = Solver::<7, 6>::new(16 << 20);
    let mut rng = Rng::new(5);
    let checked = if std::env::var_os("PLYGROUND_LONG").is_some() { 100 } else { 3 };
    for number in 0..200 {
        let position = scores().random_opening(&mut rng);
        assert_eq!(Some(score(position).signum()), book(Class::Balanced).result(&position), "{position:?}");
        if number < checked {
            let again = solver.score(&position, &Limits::NONE).expect("no limits");
            assert_eq!(score(position), again, "{position:?}");
        }
    }
}

#[test]
fn openings_solved_again_have_the_same_results() {
    let mut solver = Solver::<7, 6>::new(16 << 20);
    for class in Class::ALL {
        let mut rng = Rng::new(10 + class as u64);
        let mut seen = [0; 3];
        for _ in 0..25 {
            let position = book(class).random_opening(&mut rng);
            let result = solver.result(&position, &Limits::NONE).expect("no limits");
            assert_eq!(book(class).result(&position), Some(result), "{position:?}");
            seen[usize::try_from(result + 1).expect("from 0 to 2")] += 1;
        }
        assert!(seen[0] > 0 && seen[2] > 0, "{seen:?}");
    }
}

/// A lost turn makes the board of another game, with the colours changed, or one with a piece too many.
#[test]
fn boards_with_a_lost_turn_are_known_too() {
    let mut rng = Rng::new(77);
    let mut known = 0;
    for _ in 0..1000 {
        let lost = rng.below(9);
        let mut position = Standard::EMPTY;
        for ply in 0..9 {
            if ply == lost {
                position = position.skip();
            }
            position = rng.pick(position.moves()).map_or(position, |mv| position.play(mv));
        }
        if position.outcome().is_none() {
            let books = || embedded().iter();
            assert!(books().filter(|book| book.result(&position).is_some()).count() <= 1);
            known += usize::from(books().any(|book| book.result(&position).is_some()));
        }
    }
    // A few come up in no game that begins with the piece too many.
    assert!(known > 900, "{known}");
}

#[test]
fn the_books_are_small() {
    use plyground_core::games::connect_four::notation::MOVES;
    let bytes: usize = embedded().iter().map(Book::size).sum();
    assert!(bytes <= 4 << 20, "{bytes} bytes");
    let late = MOVES.parse("44444432112").expect("eleven moves");
    assert_eq!(book(Class::Balanced).result(&late), None, "there are too many pieces");
}
