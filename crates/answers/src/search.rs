//! A search of any size: counts by ply and what came back for each move, by replay. The command `search` says the same.

use plyground_core::search::replay::DEFAULT_BYTES;
use plyground_core::{Limits, Position};
use serde_json::Value;

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
    let mut answer = request.describe();
    answer["turn"] = shared::side(position.game(), position.turn());
    shared::put_search(&mut answer, position, &searched);
    Ok(answer)
}
