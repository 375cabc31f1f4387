//! The evaluation that an agent is to use.

use super::{AgentSpec, OptionKey, SpecError};
use crate::{Evaluation, Game, quote};

/// The evaluation that a spec names, or the game's first.
pub(super) fn evaluation_of<G: Game>(
    spec: &AgentSpec,
) -> Result<&'static Evaluation<G::Position>, SpecError> {
    evaluation::<G>(spec.evaluation())
        .map_err(|error| SpecError::of(spec, Some(OptionKey::Eval), error.message))
}

/// The evaluation of `G` with this name, or the first if none is named.
///
/// # Errors
///
/// If there is none of that name; the error lists those that exist.
pub fn evaluation<G: Game>(name: Option<&str>) -> Result<&'static Evaluation<G::Position>, SpecError> {
    named(G::NAME, G::evaluations(), |evaluation| evaluation.name, name)
}

/// The evaluation with this name of those that a game has, or the first if none is named.
pub(crate) fn named<'a, E>(
    game: &str,
    all: &'a [E],
    name_of: impl Fn(&E) -> &'static str,
    name: Option<&str>,
) -> Result<&'a E, SpecError> {
    let found = match name {
        None => all.first(),
        Some(name) => all.iter().find(|evaluation| name_of(evaluation) == name),
    };
    found.ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(name_of).collect();
        let message = format!("{game} has no evaluation of this name; expected one of {}", names.join(", "));
        let name = name.unwrap_or_default();
        SpecError { span: 0..name.len(), place: format!("evaluation {}", quote(name)), message }
    })
}
