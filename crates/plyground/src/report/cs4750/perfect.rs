//! What perfect play would have given in the game of CS4750, by the solver of adjacent four.

use plyground_core::games::adjacent_four::{AdjacentFour, Standard};
use plyground_core::{AnyGame, Game, GameValue, Limits, Position, SolverSettings};

use super::Match;
use crate::present::value::value_words;
use crate::report::document::Block;

/// The memory that the solver may take.
const TABLE_BYTES: usize = 16 << 20;

/// What each of these positions is worth for its side to move.
fn values(positions: &[Standard]) -> Vec<GameValue> {
    let Some(solver) = AdjacentFour::solver() else { return Vec::new() };
    let mut solver = (solver.new)(&SolverSettings::with_table(TABLE_BYTES));
    // From the end on, so that what is easy helps with what is hard. Nothing stops the solver.
    let value = |position| solver.value(position, &Limits::NONE).unwrap_or(GameValue::Draw);
    let mut values: Vec<GameValue> = positions.iter().rev().map(value).collect();
    values.reverse();
    values
}

/// What the game was worth, and the moves that gave something away.
pub(super) fn blocks(game: &Match, positions: &[Standard]) -> Vec<Block> {
    // With no stone or one on the board there is little to report, and much to compute.
    let positions = positions.get(2..).unwrap_or_default();
    let values = values(positions);
    let words = |number: usize| {
        value_words(AnyGame::listed::<AdjacentFour>(), values[number], positions[number].turn())
    };
    let mut lost = Vec::new();
    // The position after two moves is the first; move three leads from it.
    for (before, record) in game.moves.iter().skip(2).enumerate() {
        let after = before + 1;
        if values[after].before().result() < values[before].result() {
            lost.push(format!(
                "*Move {}, {} {}:* before it, {}; after it, {}.",
                before + 3,
                AdjacentFour::SIDES[record.player],
                record.mv,
                words(before),
                words(after)
            ));
        }
    }
    let mut blocks = vec![Block::Text(
        "The game is small enough to be solved. Player 1 wins from the empty board if he begins on [2,2], [2,3] or [3,3], or on a \
         mirror image of one of these, [3,4] among them; after any other first move a right reply holds the draw, and \
         Player 2 never wins. The solver that found this proves wins by forcing them and shares nothing with the \
         minimax players but the rules."
            .into(),
    )];
    if !values.is_empty() {
        let opening: Vec<String> = game
            .moves
            .iter()
            .take(2)
            .map(|record| format!("{} {}", AdjacentFour::SIDES[record.player], record.mv))
            .collect();
        blocks.push(Block::Text(format!(
            "After {} the position is worth: *{}*.",
            opening.join(", "),
            words(0)
        )));
    }
    if lost.is_empty() {
        blocks.push(Block::Text("From there on no move gave anything away.".into()));
    } else {
        blocks.push(Block::Text(
            "These moves gave away a win or a draw, which a search of two or four plies with this heuristic does not see:"
                .into(),
        ));
        blocks.push(Block::Points(lost));
    }
    blocks
}
