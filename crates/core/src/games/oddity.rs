//! Remarks on boards that no game leads to, shared by games.

use crate::{Game, Outcome, Player, Position};

/// The remark on a board that is won for both sides: what both have, and who is taken for the winner.
pub(crate) fn won_twice<G: Game>(what: &str, winner: Player) -> String {
    format!("{what}: no game leads here. The winner is taken to be {}.", G::SIDES[winner])
}

/// The remark on a game of lines of four in which both sides have one, or in which the numbers of pieces do not fit the
/// side to move.
pub(crate) fn of_fours<G: Game>(
    position: &G::Position,
    has_four: [bool; 2],
    pieces: [u32; 2],
) -> Option<String> {
    match position.outcome() {
        Some(Outcome::Win(winner)) => {
            (has_four == [true; 2]).then(|| won_twice::<G>("Both sides have four in a row", winner))
        }
        Some(_) => None,
        None => lost_turns::<G>(position, pieces),
    }
}

/// The remark on numbers of pieces to which only lost turns lead, where every move adds a piece.
fn lost_turns<G: Game>(position: &G::Position, pieces: [u32; 2]) -> Option<String> {
    let [first, second] = pieces;
    let turn = position.turn();
    if first == second + u32::from(turn == Player::Second) {
        return None;
    }
    let [first_name, second_name] = Player::BOTH.map(|side| G::SIDES[side]);
    Some(format!(
        "{first_name} has {first} pieces, {second_name} has {second}, and {} is to move: a game leads here only by \
         lost turns. Searches and solvers work all the same.",
        G::SIDES[turn]
    ))
}
