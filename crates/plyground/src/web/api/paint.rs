//! How an editor writes a board that somebody has painted, in the game's own notation on one line. What is
//! written need not be a position: the notation says so when it reads it.

use plyground_core::GameId;
use serde_json::{Value, json};

/// The characters of a board, and their order.
pub(super) struct Paint {
    is_top_first: bool,
    row_end: &'static str,
    empty: char,
    pieces: [char; 2],
    /// What follows the rows if the first or the second side is to move.
    turns: [&'static str; 2],
    /// Whether pieces fall.
    falls: bool,
}

impl Paint {
    /// That of a game.
    pub(super) const fn of(game: GameId) -> Self {
        match game {
            GameId::ConnectFour => Self {
                is_top_first: false,
                row_end: ",",
                empty: '.',
                pieces: ['r', 'y'],
                turns: [" red", " yellow"],
                falls: true,
            },
            GameId::MaxConnectFour => Self {
                is_top_first: true,
                row_end: "/",
                empty: '0',
                pieces: ['1', '2'],
                turns: ["/1", "/2"],
                falls: true,
            },
            GameId::Breakthrough => Self {
                is_top_first: true,
                row_end: "/",
                empty: '-',
                pieces: ['w', 'b'],
                turns: ["/w", "/b"],
                falls: false,
            },
            GameId::AdjacentFour => Self {
                is_top_first: true,
                row_end: "/",
                empty: '.',
                pieces: ['x', 'o'],
                turns: ["/x", "/o"],
                falls: false,
            },
        }
    }

    /// As the menu of games has it.
    pub(super) fn to_json(&self) -> Value {
        json!({
            "first_row": if self.is_top_first { "top" } else { "bottom" },
            "row_end": self.row_end,
            "empty": self.empty,
            "pieces": self.pieces,
            "turns": self.turns,
            "falls": self.falls,
        })
    }
}

#[cfg(test)]
mod tests {
    use plyground_core::rng::Rng;
    use plyground_core::{Game, Player, Position, dispatch};

    use super::super::position;
    use super::*;

    /// Writes a position as the editor does.
    fn painted<G: Game>(at: &G::Position) -> String {
        let paint = Paint::of(G::ID);
        let mut rows: Vec<String> = G::view(at)
            .cells
            .iter()
            .map(|row| {
                row.iter()
                    .map(|cell| match cell {
                        None => paint.empty,
                        Some(Player::First) => paint.pieces[0],
                        Some(Player::Second) => paint.pieces[1],
                    })
                    .collect()
            })
            .collect();
        if !paint.is_top_first {
            rows.reverse();
        }
        let turn = paint.turns[usize::from(at.turn() == Player::Second)];
        rows.join(paint.row_end) + turn
    }

    fn agrees<G: Game>(rng: &mut Rng) {
        for _ in 0..50 {
            let mut at = G::start();
            while at.outcome().is_none() {
                assert_eq!(painted::<G>(&at), position::one_line::<G>(&at));
                let moves: Vec<_> = at.moves().collect();
                at = at.play(moves[rng.below(moves.len())]);
                // Boards that no game leads to are painted too.
                if rng.below(4) == 0 && at.outcome().is_none() {
                    at = at.skip();
                }
            }
            assert_eq!(painted::<G>(&at), position::one_line::<G>(&at));
        }
    }

    #[test]
    fn painted_boards_are_written_as_the_first_notation_writes_positions() {
        let mut rng = Rng::new(20);
        for game in GameId::ALL {
            dispatch!(game, G => agrees::<G>(&mut rng));
        }
    }

    #[test]
    fn only_upright_boards_have_falling_pieces() {
        let falls: Vec<bool> = GameId::ALL.into_iter().map(|game| Paint::of(game).falls).collect();
        assert_eq!(falls, [true, true, false, false]);
    }
}
