//! A search of any size: counts by ply and what came back for each move, by replay. The command `search` says the same.

use plyground_core::search::replay::DEFAULT_BYTES;
use plyground_core::words::move_text;
use plyground_core::{Limits, Position};
use serde_json::{Value, json};

use super::error::{ApiError, Status};
use super::query::{POSITION, Query};
use super::tree::SearchRequest;
use crate::json as shared;

/// Memory of a search, of which only the needed part is taken, in bytes: 64 MiB, or the half where addresses have 32 bits.
const BYTES: usize = if DEFAULT_BYTES < 64 << 20 { DEFAULT_BYTES } else { 64 << 20 };

/// `search`: counts and values.
pub(super) fn show(query: &Query, limits: &Limits<'_>) -> Result<Value, ApiError> {
    query.only(&[&POSITION, &["algorithm", "cut", "evaluation", "depth"]])?;
    let request = SearchRequest::read(query, &[])?;
    let SearchRequest { position, evaluation, algorithm, depth, .. } = &request;
    let searched = evaluation.replay_within(*algorithm, position, *depth, BYTES, limits);
    let searched = searched.map_err(|_| {
        let message = format!("{algorithm} to depth {depth} takes too long here; expected less work");
        ApiError::new(Status::TooMuch, "depth", message, "choose a smaller depth")
    })?;
    let root_moves = searched.root_moves.iter().map(|found| {
        let mv = move_text(position, found.mv);
        json!({ "move": mv, "value": found.value, "bound": found.bound.name() })
    });
    let mut answer = request.describe();
    answer["turn"] = shared::side(position.game(), position.turn());
    answer["move"] = Value::from(searched.choice.best.map(|mv| move_text(position, mv)));
    answer["value"] = Value::from(searched.choice.value);
    answer["examined"] = shared::count(searched.counts.examined());
    answer["generated"] = shared::count(searched.counts.generated());
    answer["by_ply"] = searched.counts.by_ply().iter().map(|&nodes| shared::count(nodes)).collect();
    answer["root_moves"] = root_moves.collect();
    Ok(answer)
}
