//! Exact values in words and in JSON.

use std::cmp::Ordering;

use plyground_core::{AnyGame, GameValue, Player, counted};
use serde_json::{Value, json};

/// A value for the side to move in words: `red wins in 2 moves (3 plies)`, `draw`, `green loses by 2`. Moves are those
/// of the side to move.
pub(crate) fn value_words(game: AnyGame, value: GameValue, side: Player) -> String {
    let side = game.sides()[side];
    let far = |moves: u32, plies: u32| format!("{} ({})", counted(moves, "move"), counted(plies, "ply"));
    match value {
        GameValue::Win { plies: Some(1) } => format!("{side} wins with this move"),
        GameValue::Win { plies: Some(plies) } => format!("{side} wins in {}", far(plies.div_ceil(2), plies)),
        GameValue::Loss { plies: Some(plies) } => format!("{side} loses in {}", far(plies / 2, plies)),
        GameValue::Win { plies: None } => format!("{side} wins"),
        GameValue::Loss { plies: None } => format!("{side} loses"),
        GameValue::Draw | GameValue::Margin(0) => "draw".to_owned(),
        GameValue::Margin(points @ 1..) => format!("{side} wins by {points}"),
        GameValue::Margin(points) => format!("{side} loses by {}", points.unsigned_abs()),
    }
}

/// The result for the side to move: `win`, `draw` or `loss`.
pub(crate) fn result_name(value: GameValue) -> &'static str {
    match value.result() {
        Ordering::Greater => "win",
        Ordering::Equal => "draw",
        Ordering::Less => "loss",
    }
}

/// What a value says: `result`, and `plies` if they are known.
pub(crate) fn value_json(value: GameValue) -> Value {
    let mut object = json!({ "result": result_name(value) });
    if let Some(plies) = value.plies() {
        object["plies"] = plies.into();
    }
    object
}

#[cfg(test)]
mod tests {
    use plyground_core::games::max_connect_four::MaxConnectFour;

    use super::*;

    #[test]
    fn values_read_as_facts_about_the_side_to_move() {
        let words = |value| value_words(AnyGame::of::<MaxConnectFour>(), value, Player::Second);
        assert_eq!(words(GameValue::Win { plies: Some(1) }), "green wins with this move");
        assert_eq!(words(GameValue::Loss { plies: Some(4) }), "green loses in 2 moves (4 plies)");
        assert_eq!(
            (words(GameValue::WIN), words(GameValue::LOSS)),
            ("green wins".into(), "green loses".into())
        );
        assert_eq!((words(GameValue::Draw), words(GameValue::Margin(0))), ("draw".into(), "draw".into()));
        assert_eq!(words(GameValue::Win { plies: Some(3) }), "green wins in 2 moves (3 plies)");
        assert_eq!(words(GameValue::Margin(2)), "green wins by 2");
        assert_eq!(words(GameValue::Margin(-3)), "green loses by 3");
        assert_eq!(value_json(GameValue::Win { plies: Some(7) }), json!({ "result": "win", "plies": 7 }));
        assert_eq!(value_json(GameValue::LOSS), json!({ "result": "loss" }));
        assert_eq!(value_json(GameValue::Margin(0)), json!({ "result": "draw" }));
    }
}
