//! Exact values in words and in JSON.

use std::cmp::Ordering;

use plyground_core::GameValue;
pub use plyground_core::words::value_words;
use serde_json::{Value, json};

/// The result for the side to move: `win`, `draw` or `loss`.
pub fn result_name(value: GameValue) -> &'static str {
    match value.result() {
        Ordering::Greater => "win",
        Ordering::Equal => "draw",
        Ordering::Less => "loss",
    }
}

/// A value as JSON: `result`, and `plies` if they are known.
pub fn value_json(value: GameValue) -> Value {
    let mut object = json!({ "result": result_name(value) });
    if let Some(plies) = value.plies() {
        object["plies"] = plies.into();
    }
    object
}
