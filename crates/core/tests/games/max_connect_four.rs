//! Rules and games of Max-Connect-Four.

use plyground_core::games::gravity::Column;
use plyground_core::games::max_connect_four::{MaxConnectFour, Standard, notation};
use plyground_core::rng::Rng;
use plyground_core::{ByPlayer, Game, Notation, Outcome, Player, Position, runs};

const GAMES: &str = include_str!("../data/max_connect_four_games.tsv");

/// Four consecutive cells of one side, looked for cell by cell.
fn slow_points(position: &Standard) -> ByPlayer<u16> {
    let cells = MaxConnectFour::view(position).cells;
    let [first, second] = Player::BOTH.map(|player| runs::quadruples(&cells, player, 4).len());
    ByPlayer::new(u16::try_from(first).expect("at most 69"), u16::try_from(second).expect("at most 69"))
}

#[test]
fn points_agree_with_looking_cell_by_cell() {
    let mut rng = Rng::new(2012);
    let mut most = 0;
    for _ in 0..300 {
        let mut position = Standard::EMPTY;
        // Lost turns, rare in some games and frequent in others, make long runs and unbalanced boards.
        let turns_lost = rng.below(4);
        while let Some(column) = rng.pick(position.moves()) {
            position = position.play(column);
            if rng.below(4) < turns_lost {
                position = position.skip();
            }
            assert_eq!(position.points(), slow_points(&position), "{position:?}");
        }
        let points = position.points();
        assert_eq!(position.outcome(), Some(Outcome::Points(points)));
        most = most.max(points[Player::First]);
    }
    assert!(most > 20, "the random games must hold long runs");
}

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
        assert_eq!(notation::MoveString.parse(columns), Ok(position));
        games += 1;
    }
    assert_eq!(games, 28);
}
