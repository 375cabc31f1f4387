//! Games of Max-Connect-Four.

use plyground_core::games::gravity::Column;
use plyground_core::games::max_connect_four::{Standard, notation};
use plyground_core::{ByPlayer, Notation, Outcome, Position};

const GAMES: &str = include_str!("../data/max_connect_four_games.tsv");

#[test]
fn known_games_end_with_their_known_points_and_not_earlier() {
    let mut games = 0;
    for line in GAMES.lines().filter(|line| !line.starts_with('#')) {
        let [first, second, columns] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("three fields: {line}");
        };
        let points = ByPlayer::new(first.parse().unwrap(), second.parse().unwrap());
        let mut position = Standard::EMPTY;
        for (ply, column) in (0..).zip(columns.bytes()) {
            assert_eq!((position.outcome(), position.plies_left()), (None, 42 - ply));
            let column = Column::new(column - b'1');
            assert!(position.moves().any(|mv| mv == column), "{columns}, ply {ply}");
            position = position.play(column);
        }
        assert_eq!(position.outcome(), Some(Outcome::Points(points)), "{columns}");
        assert_eq!((position.moves().count(), position.plies_left()), (0, 0));
        assert_eq!(notation::MOVES.parse(columns), Ok(position));
        games += 1;
    }
    assert_eq!(games, 28);
}
