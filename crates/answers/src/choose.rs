//! The move of an agent built in, within bounds.

use std::time::Duration;

use plyground_core::agents::AgentSpec;
use plyground_core::words::line_texts;
use plyground_core::{AnyGame, AnyPosition, Limits, Player, Position, Proof, VALUE_LIMIT};
use serde_json::{Value, json};

use super::error::{ApiError, Status};
use super::query::{GivenPosition, POSITION, Query};
use super::tree::Count;
use super::{Clock, Stopwatch, moves, position};
use crate::json as shared;
use crate::proof::{bounded_proof_json, proof_words};

/// The longest time for a move.
pub(crate) const MOST_TIME: Duration = Duration::from_secs(10);

/// The most nodes of a textbook agent's search.
pub(crate) const MOST_NODES: u64 = 20_000_000;

/// `choose`: an agent's move.
pub(super) fn choose(query: &Query, limits: &Limits<'_>, clock: Clock) -> Result<Value, ApiError> {
    query.only(&[&POSITION, &["agent"]])?;
    let start = Stopwatch::start(clock);
    let at = GivenPosition::read(query)?.position;
    let game = at.game();
    let spec = query.get("agent").unwrap_or_default();
    let spec: AgentSpec = spec.parse().map_err(ApiError::agent)?;
    let mut agent = game.agent(&spec).map_err(ApiError::agent)?;
    if at.outcome().is_some() {
        return Err(position::over("position"));
    }
    is_affordable(&spec, &at, limits)?;
    let time = spec.time().unwrap_or(MOST_TIME).min(MOST_TIME);
    let is_over = || (limits.stop)() || start.elapsed() >= time;
    let decision = agent.choose(&at, &Limits { stop: &is_over });
    let decision = decision.ok_or_else(|| position::over("position"))?;
    let measured = game.value_for(&spec, at.turn()).map_err(ApiError::agent)?;
    // Beyond this a value only says again what is proved.
    let value = decision.value.filter(|value| value.abs() < VALUE_LIMIT);
    let proof = decision.proof.map(|proof| proof_with_words(game, proof, at.turn()));
    let words = [
        value.map(|value| format!("{value} for {}", game.sides()[measured])),
        decision.proof.map(|proof| proof_words(game, proof, at.turn())),
    ];
    let words: Vec<String> = words.into_iter().flatten().collect();
    Ok(json!({
        "game": game.name(),
        "position": position::one_line(&at),
        "agent": spec.to_string(),
        "move": moves::to_json(&at, decision.best),
        "value": value,
        "for": value.map(|_| game.sides()[measured]),
        "proof": proof,
        "depth": decision.depth,
        "nodes": shared::count(decision.nodes),
        "line": line_texts(&at, &decision.line),
        "words": words.join("; "),
        "seconds": start.elapsed().as_secs_f64(),
    }))
}

/// A proof for the side to move, and a sentence.
pub(super) fn proof_with_words(game: AnyGame, proof: Proof, turn: Player) -> Value {
    let mut value = bounded_proof_json(proof);
    value["words"] = Value::from(proof_words(game, proof, turn));
    value
}

/// Refuses engines with several threads, since who asks is not alone, and a textbook search that is too large: such a
/// search cannot be stopped once it runs fast, so its nodes are counted first, slowly, as far as the bound.
///
/// # Errors
///
/// If it is too large, or the limits stopped the counting.
pub fn is_affordable(spec: &AgentSpec, at: &AnyPosition, limits: &Limits<'_>) -> Result<(), ApiError> {
    if spec.threads() > 1 {
        let message = format!("{} threads; expected one: the board shares its machine", spec.threads());
        return Err(ApiError::new(Status::TooMuch, "agent", message, "leave out the option `threads`"));
    }
    let Some(algorithm) = spec.kind().info().algorithm else { return Ok(()) };
    let algorithm = algorithm(spec);
    let evaluation = at.game().evaluation(spec.evaluation()).map_err(ApiError::agent)?;
    let mut count = Count::new(MOST_NODES, limits);
    let me = evaluation.maximiser(at.turn());
    if evaluation.observe(algorithm, at, spec.depth_limit(), me, &mut count).is_ok() {
        return Ok(());
    }
    let (depth, name) = (spec.depth_limit(), spec.kind().name());
    let message = format!(
        "{name} to depth {depth} examines more than {} nodes here, or takes too long; expected fewer",
        count.nodes.min(MOST_NODES)
    );
    Err(ApiError::new(Status::TooMuch, "agent", message, "choose a smaller depth, or the engine"))
}
