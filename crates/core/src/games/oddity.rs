//! Remarks on boards that no game leads to, shared by games.

use crate::{BoardView, ByPlayer, Outcome, Player, Position, runs};

/// The remark on a board that is won for both sides: what both have, and who is taken for the winner.
pub(crate) fn won_twice(what: &str, winner: Player, sides: ByPlayer<&str>) -> String {
    format!("{what}: no game leads here. The winner is taken to be {}.", sides[winner])
}

/// The remark on a game of lines of four in which both sides have one, or in which the numbers of pieces do not fit the
/// side to move.
pub(crate) fn of_fours(position: &impl Position, view: &BoardView, sides: ByPlayer<&str>) -> Option<String> {
    let cells = &view.cells;
    match position.outcome() {
        Some(Outcome::Win(winner)) => {
            let has_four = |side| !runs::quadruples(cells, side, 4).is_empty();
            let has_both = Player::BOTH.into_iter().all(has_four);
            return has_both.then(|| won_twice("Both sides have four in a row", winner, sides));
        }
        Some(_) => return None,
        None => {}
    }
    // Every move adds a piece.
    let [first, second] = Player::BOTH.map(|side| runs::pieces(cells, side).count());
    let turn = position.turn();
    if first == second + usize::from(turn == Player::Second) {
        return None;
    }
    let [first_name, second_name] = Player::BOTH.map(|side| sides[side]);
    Some(format!(
        "{first_name} has {first} pieces, {second_name} has {second}, and {} is to move: a game leads here only by \
         lost turns. Searches and solvers work all the same.",
        sides[turn]
    ))
}
