//! Exact values in words and in JSON.

use plyground_core::GameValue;
pub use plyground_core::words::value_words;
use serde_json::{Value, json};

/// A value as JSON: `result`, and `plies` if they are known.
pub fn value_json(value: GameValue) -> Value {
    let mut object = json!({ "result": value.result_name() });
    if let Some(plies) = value.plies() {
        object["plies"] = plies.into();
    }
    object
}
