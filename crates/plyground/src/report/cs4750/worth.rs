//! What the positions of a game are worth with perfect play, by the solver of adjacent four.

use plyground_core::games::adjacent_four::solve::Solver;
use plyground_core::games::adjacent_four::{AdjacentFour, Standard};
use plyground_core::{Game, Limits, Player, Position, Proof, counted};

/// The memory that the solver may take.
const TABLE_BYTES: usize = 16 << 20;

/// Who wins a position, and in how many plies; `None` for a tie.
pub(super) type Worth = Option<(Player, u32)>;

/// What each of these positions is worth.
pub(super) fn of(positions: &[Standard]) -> Vec<Worth> {
    let mut solver = Solver::new(TABLE_BYTES);
    let value = |position: &Standard| {
        // Nothing stops it.
        let proof = solver.value(position, &Limits::NONE).unwrap_or(Proof::Draw);
        match proof {
            Proof::Win { plies } => Some((position.turn(), plies)),
            Proof::Loss { plies } => Some((position.turn().opponent(), plies)),
            Proof::Draw => None,
        }
    };
    // From the end on, so that what is easy helps with what is hard.
    let mut found: Vec<Worth> = positions.iter().rev().map(value).collect();
    found.reverse();
    found
}

/// In words.
pub(super) fn words(worth: Worth) -> String {
    match worth {
        None => "tie".to_owned(),
        Some((side, 0)) => format!("{} has won", AdjacentFour::SIDES[side]),
        Some((side, plies)) => format!("{} wins in {}", AdjacentFour::SIDES[side], counted(plies, "ply")),
    }
}

/// What somebody gets, for comparing: 2 for a win, 1 for a tie, 0 for a loss.
pub(super) fn share(worth: Worth, side: Player) -> u8 {
    match worth {
        None => 1,
        Some((winner, _)) if winner == side => 2,
        Some(_) => 0,
    }
}
