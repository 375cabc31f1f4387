//! Evaluations taken apart into terms, each with the cells that it counts.

use plyground_core::agents::evaluation;
use plyground_core::{Evaluation, Game, Player, Position, Term};
use serde_json::{Value, json};

use super::error::ApiError;
use super::groups;
use super::query::{GivenPosition, POSITION, Query};
use crate::present::json as shared;

/// `evaluate`: the evaluations of a game for one position.
pub(super) fn show<G: Game>(query: &Query) -> Result<Value, ApiError> {
    query.only(&[&POSITION, &["evaluation", "for"]])?;
    let position = GivenPosition::<G>::read(query)?.position;
    let wanted: Vec<&Evaluation<G::Position>> = match query.get("evaluation") {
        Some(name) => vec![named::<G>(name)?],
        None => G::evaluations().iter().collect(),
    };
    let side = query.get("for").map(side::<G>).transpose()?;
    let evaluations: Vec<Value> =
        wanted.into_iter().map(|evaluation| taken_apart::<G>(evaluation, &position, side)).collect();
    Ok(json!({
        "game": G::ID.name(),
        "position": super::position::one_line::<G>(&position),
        "turn": G::SIDES[position.turn()],
        "outcome": super::position::outcome::<G>(&position),
        "evaluations": evaluations,
    }))
}

/// The evaluation with this name.
pub(super) fn named<G: Game>(name: &str) -> Result<&'static Evaluation<G::Position>, ApiError> {
    let names: Vec<&str> = G::evaluations().iter().map(|evaluation| evaluation.name).collect();
    evaluation::<G>(Some(name))
        .map_err(|_| ApiError::parameter("evaluation", name, format!("one of {}", names.join(", "))))
}

/// The side with this name.
pub(super) fn side<G: Game>(name: &str) -> Result<Player, ApiError> {
    let found = Player::BOTH.into_iter().find(|&side| G::SIDES[side] == name);
    let [first, second] = Player::BOTH.map(|side| G::SIDES[side]);
    found.ok_or_else(|| ApiError::parameter("for", name, format!("{first} or {second}")))
}

fn taken_apart<G: Game>(
    evaluation: &Evaluation<G::Position>,
    position: &G::Position,
    side: Option<Player>,
) -> Value {
    let mut views =
        side.map_or_else(|| Player::BOTH.map(|side| evaluation.maximiser(side)).to_vec(), |s| vec![s]);
    views.dedup();
    let views: Vec<Value> = views.into_iter().map(|me| view::<G>(evaluation, position, me)).collect();
    json!({
        "name": evaluation.name,
        "about": evaluation.about,
        "maximiser": G::SIDES[evaluation.maximiser(position.turn())],
        "views": views,
    })
}

fn view<G: Game>(evaluation: &Evaluation<G::Position>, position: &G::Position, me: Player) -> Value {
    let terms = evaluation.terms(position, me);
    let value = evaluation.evaluate(position, me);
    let sum =
        |owner: Player| -> i64 { terms.iter().filter(|term| term.owner == owner).map(Term::value).sum() };
    let (own, other) = (sum(me), sum(me.opponent()));
    let sign = if other < 0 { '-' } else { '+' };
    let joined = format!("{own} {sign} {}", other.unsigned_abs());
    let words = if own + other == i64::from(value) {
        format!("{joined} = {value}")
    } else {
        format!("{value}, not {joined}: this evaluation knows infinity")
    };
    let term = |term: &Term| {
        let mut object = shared::term::<G>(term);
        object["groups"] = json!(groups::of::<G>(position, term));
        object
    };
    json!({
        "for": G::SIDES[me],
        "value": value,
        "points": shared::by_side::<G, _>(sum),
        "sum": words,
        "utility": position.outcome().map(|outcome| evaluation.utility(outcome, position, me)),
        "terms": terms.iter().map(term).collect::<Vec<_>>(),
    })
}
