//! What the terms of evaluations count, one by one, as cells to point out.
//!
//! Everything is found by walking over the cells of the picture, independently of the evaluations; that
//! both find equally many is a test.

use plyground_core::games::adjacent_four::AdjacentFour;
use plyground_core::games::breakthrough::Breakthrough;
use plyground_core::games::connect_four::ConnectFour;
use plyground_core::games::max_connect_four::MaxConnectFour;
use plyground_core::{AnyPosition, Game, Player, Position, Term};

use super::moves::Change;
use crate::runs::{self, Cell, Cells};

/// The games whose terms are known here.
const OWN: [&str; 4] = [ConnectFour::NAME, MaxConnectFour::NAME, Breakthrough::NAME, AdjacentFour::NAME];

/// The cells of each thing that a term counts, in the order of the board; `None` for terms that are not
/// known here.
pub(super) fn of(position: &AnyPosition, term: &Term) -> Option<Vec<Vec<Cell>>> {
    // Terms of other games mean what they mean, whatever they are called.
    if !OWN.contains(&position.game().name()) {
        return None;
    }
    let cells = position.view().cells;
    let owner = term.owner;
    let quadruples = |count| Some(runs::quadruples(&cells, owner, count));
    match term.name {
        "tokens" => Some(pieces(&cells, owner).map(|cell| vec![cell]).collect()),
        "2-in-a-row" => Some(runs::maximal(&cells, owner, 2..=2)),
        "3-in-a-row" => Some(runs::maximal(&cells, owner, 3..=3)),
        "4-or-more-in-a-row" => Some(runs::maximal(&cells, owner, 4..)),
        "spans with 1" | "open quadruples with 1" => quadruples(1),
        "spans with 2" | "open quadruples with 2" => quadruples(2),
        "spans with 3" | "open quadruples with 3" => quadruples(3),
        "spans with 4" | "completed quadruples" => quadruples(4),
        "two-side-open 3-in-a-row" => Some(runs::open(&cells, owner, 3, 2)),
        "one-side-open 3-in-a-row" => Some(runs::open(&cells, owner, 3, 1)),
        "two-side-open 2-in-a-row" => Some(runs::open(&cells, owner, 2, 2)),
        "one-side-open 2-in-a-row" => Some(runs::open(&cells, owner, 2, 1)),
        "unprotected pawn that can be captured" => {
            let loose = loose(position, &cells, owner);
            Some(if loose.is_empty() { Vec::new() } else { vec![loose] })
        }
        "pawns one step from their goal that cannot be captured" => Some(arriving(&cells, owner)),
        name if name.starts_with("cells ") => Some(vec![square(name, &cells, owner)?]),
        name => {
            let rows = rows_from_home(name)?;
            let advanced = |row: usize| match owner {
                Player::First => cells.len() - row,
                Player::Second => row + 1,
            };
            let stand = pieces(&cells, owner).filter(|&(row, _)| rows.contains(&advanced(row)));
            Some(stand.map(|cell| vec![cell]).collect())
        }
    }
}

fn pieces(cells: &Cells, owner: Player) -> impl Iterator<Item = Cell> {
    runs::all(cells).filter(move |&(row, column)| cells[row][column] == Some(owner))
}

/// The rows, counted from 1 at home, that a term about pawns means.
fn rows_from_home(name: &str) -> Option<std::ops::RangeInclusive<usize>> {
    if name == "pawns on the home row" {
        return Some(1..=1);
    }
    let rest = name.strip_prefix("pawns on row ")?;
    let row = rest.bytes().next().filter(u8::is_ascii_digit).map(|digit| usize::from(digit - b'0'))?;
    Some(if rest.ends_with("or beyond") { row..=usize::MAX } else { row..=row })
}

/// The cells of a square such as `cells A1 to C3, seen by the side to move`, whose owner is that side: the second
/// player turns the board by half a turn.
fn square(name: &str, cells: &Cells, owner: Player) -> Option<Vec<Cell>> {
    let words: Vec<&str> = name.split([' ', ',']).collect();
    let &[_, first, _, last, ..] = words.as_slice() else { return None };
    let corner = |word: &str| match word.as_bytes() {
        &[column @ b'A'..=b'Z', row @ b'1'..=b'9'] => {
            Some((usize::from(row - b'1'), usize::from(column - b'A')))
        }
        _ => None,
    };
    let ((low, left), (high, right)) = (corner(first)?, corner(last)?);
    let is_inside = |&(row, column): &Cell| {
        let (row, column) = match owner {
            Player::First => (cells.len() - 1 - row, column),
            Player::Second => (row, cells[row].len() - 1 - column),
        };
        (low..=high).contains(&row) && (left..=right).contains(&column)
    };
    Some(runs::all(cells).filter(is_inside).collect())
}

/// The pawns of a side that stand one row before the last where no enemy pawn can take them.
fn arriving(cells: &Cells, owner: Player) -> Vec<Vec<Cell>> {
    let (row, before) = match owner {
        Player::First => (1, 0),
        Player::Second => (cells.len().saturating_sub(2), cells.len().saturating_sub(1)),
    };
    let is_safe = |&(_, column): &Cell| {
        let beside = [column.checked_sub(1), column.checked_add(1)];
        let enemy = Some(owner.opponent());
        !beside
            .into_iter()
            .flatten()
            .any(|column| cells[before].get(column).is_some_and(|cell| *cell == enemy))
    };
    let stand = pieces(cells, owner).filter(|&(at, _)| at == row);
    stand.filter(is_safe).map(|cell| vec![cell]).collect()
}

/// The pawns of a side that can be taken and that none of its own pawns protects.
fn loose(position: &AnyPosition, cells: &Cells, owner: Player) -> Vec<Cell> {
    if position.turn() == owner {
        return Vec::new();
    }
    let changes = position.moves().map(|mv| Change::of(position, mv));
    let mut taken: Vec<Cell> = changes.filter(|change| change.takes).filter_map(|change| change.to).collect();
    taken.sort_unstable();
    taken.dedup();
    // The first player moves up, so its protectors stand below.
    let is_protected = |&(row, column): &Cell| {
        let behind = match owner {
            Player::First => row.checked_add(1),
            Player::Second => row.checked_sub(1),
        };
        let beside = [column.checked_sub(1), column.checked_add(1)];
        beside.into_iter().flatten().any(|column| {
            let cell = behind.and_then(|row| cells.get(row)?.get(column).copied());
            cell.flatten() == Some(owner)
        })
    };
    taken.retain(|cell| !is_protected(cell));
    taken
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_core::AnyGame;
    use plyground_core::rng::Rng;

    /// Positions of random games, some with lost turns, up to their ends.
    fn random_positions(game: AnyGame, games: usize) -> Vec<AnyPosition> {
        let mut rng = Rng::new(157);
        let mut positions = Vec::new();
        for _ in 0..games {
            let mut position = game.start();
            positions.push(position.clone());
            while let Some(mv) = rng.pick(position.moves()) {
                position = position.play(mv);
                positions.push(position.clone());
                if position.outcome().is_none() && rng.below(8) == 0 {
                    position = position.skip();
                    positions.push(position.clone());
                }
            }
        }
        positions
    }

    #[test]
    fn squares_are_turned_for_the_second_player() {
        let cells = vec![vec![None; 6]; 6];
        let square = |owner| square("cells A1 to C3, seen by the side to move", &cells, owner).unwrap();
        let corner = |rows: std::ops::Range<usize>, columns: std::ops::Range<usize>| {
            rows.flat_map(|row| columns.clone().map(move |column| (row, column))).collect::<Vec<Cell>>()
        };
        assert_eq!(square(Player::First), corner(3..6, 0..3));
        assert_eq!(square(Player::Second), corner(0..3, 3..6));
    }

    #[test]
    fn as_many_groups_are_found_as_terms_count() {
        for &game in AnyGame::all() {
            for position in random_positions(game, 12) {
                // Evaluations are for games that go on; a pawn that has arrived has no row to go to.
                if position.outcome().is_some() && game.is::<Breakthrough>() {
                    continue;
                }
                for evaluation in game.evaluations() {
                    for term in evaluation.terms(&position, position.turn()) {
                        let groups = of(&position, &term).expect("every term is known");
                        assert_eq!(groups.len(), term.count as usize, "{term:?} of {position:?}");
                    }
                }
            }
        }
    }
}
