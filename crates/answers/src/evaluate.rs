//! Evaluations taken apart into terms, each with the cells that it counts.

use plyground_core::{AnyEvaluation, AnyGame, AnyPosition, Player, Position, Term};
use serde_json::{Value, json};

use super::error::ApiError;
use super::query::{GivenPosition, POSITION, Query};
use crate::json as shared;

/// `evaluate`: the evaluations of a game for one position.
pub(super) fn show(query: &Query) -> Result<Value, ApiError> {
    query.only(&[&POSITION, &["evaluation", "for"]])?;
    let position = GivenPosition::read(query)?.position;
    let game = position.game();
    let wanted: Vec<AnyEvaluation> = match query.get("evaluation") {
        None => game.evaluations(),
        name => vec![named(game, name)?],
    };
    let side = query.get("for").map(|it| side(position.game(), it)).transpose()?;
    let evaluations: Vec<Value> =
        wanted.into_iter().map(|evaluation| taken_apart(evaluation, &position, side)).collect();
    Ok(json!({
        "game": game.name(),
        "position": super::position::one_line(&position),
        "turn": game.sides()[position.turn()],
        "outcome": super::position::outcome(&position),
        "evaluations": evaluations,
    }))
}

/// The evaluation with this name, or the first if none is named.
pub(super) fn named(game: AnyGame, name: Option<&str>) -> Result<AnyEvaluation, ApiError> {
    game.evaluation(name).map_err(|_| {
        let names: Vec<&str> = game.evaluations().iter().map(|evaluation| evaluation.name).collect();
        let expected = format!("one of {}", names.join(", "));
        ApiError::parameter("evaluation", name.unwrap_or_default(), expected)
    })
}

pub(super) fn side(game: AnyGame, name: &str) -> Result<Player, ApiError> {
    let found = Player::BOTH.into_iter().find(|&side| game.sides()[side] == name);
    let [first, second] = Player::BOTH.map(|side| game.sides()[side]);
    found.ok_or_else(|| ApiError::parameter("for", name, format!("{first} or {second}")))
}

/// Whom an evaluation is shown for: its maximiser if that is always the same side, else both.
pub fn points_of_view(evaluation: AnyEvaluation) -> Vec<Player> {
    let mut views = Player::BOTH.map(|player| evaluation.maximiser(player)).to_vec();
    views.dedup();
    views
}

/// What the terms of one side add to the value.
pub fn sum(terms: &[Term], owner: Player) -> i64 {
    terms.iter().filter(|term| term.owner == owner).map(Term::value).sum()
}

/// The value for a side as the sum of these terms, `157 - 67 = 90`, without double signs.
pub fn sum_words(terms: &[Term], me: Player, value: i32) -> String {
    let (own, other) = (sum(terms, me), sum(terms, me.opponent()));
    let sign = if other < 0 { '-' } else { '+' };
    let joined = format!("{own} {sign} {}", other.unsigned_abs());
    if own + other == i64::from(value) {
        format!("{joined} = {value}")
    } else {
        format!("{value}, not {joined}: this evaluation knows infinity")
    }
}

fn taken_apart(evaluation: AnyEvaluation, position: &AnyPosition, side: Option<Player>) -> Value {
    let views = side.map_or_else(|| points_of_view(evaluation), |side| vec![side]);
    let views: Vec<Value> = views.into_iter().map(|me| view(evaluation, position, me)).collect();
    json!({
        "name": evaluation.name,
        "about": evaluation.about,
        "maximiser": position.game().sides()[evaluation.maximiser(position.turn())],
        "views": views,
    })
}

fn view(evaluation: AnyEvaluation, position: &AnyPosition, me: Player) -> Value {
    let terms = evaluation.terms(position, me);
    let value = evaluation.evaluate(position, me);
    let term = |term: &Term| {
        let mut object = shared::term(position.game(), term);
        object["groups"] = json!(position.groups(term));
        object
    };
    json!({
        "for": position.game().sides()[me],
        "value": value,
        "points": shared::by_side(position.game(), |owner| sum(&terms, owner)),
        "sum": sum_words(&terms, me, value),
        "utility": position.outcome().map(|outcome| evaluation.utility(outcome, position, me)),
        "terms": terms.iter().map(term).collect::<Vec<_>>(),
    })
}
