//! Players built in: everything that chooses a move.

mod engine;
mod graded;
mod kind;
mod perfect;
mod simple;
mod spec;
#[cfg(test)]
mod tests;
mod textbook;
mod values;

pub use engine::EngineAgent;
pub use kind::{AgentInfo, AgentKind, AgentOption, OptionKey, build, value_for};
pub use perfect::Perfect;
pub use simple::Random;
pub use spec::{AgentSpec, SpecError};
pub use values::{MOST_DEPTH, parse_depth, parse_time};

use crate::{Decision, Evaluation, Game, Limits, Position, quote};

/// Chooses moves. One call a move, so it is used as a trait object.
pub trait Agent<P: Position>: Send {
    /// Chooses a legal move, or `None` exactly when the game is over.
    ///
    /// An agent without a depth limit searches until `limits` stop it.
    fn choose(&mut self, position: &P, limits: &Limits<'_>) -> Option<Decision<P::Move>>;
}

/// The evaluation that a spec names, or the game's first.
fn evaluation_of<G: Game>(spec: &AgentSpec) -> Result<&'static Evaluation<G::Position>, SpecError> {
    evaluation::<G>(spec.evaluation())
        .map_err(|error| SpecError::of(spec, Some(OptionKey::Eval), error.message))
}

/// The evaluation of `G` with this name, or the first if none is named.
///
/// # Errors
///
/// If there is none of that name; the error lists those that exist.
pub fn evaluation<G: Game>(name: Option<&str>) -> Result<&'static Evaluation<G::Position>, SpecError> {
    named(G::NAME, G::evaluations(), name)
}

/// The evaluation with this name of those that a game has, or the first if none is named.
pub(crate) fn named<'a, P: Position>(
    game: &str,
    all: &'a [Evaluation<P>],
    name: Option<&str>,
) -> Result<&'a Evaluation<P>, SpecError> {
    let found = match name {
        None => all.first(),
        Some(name) => all.iter().find(|evaluation| evaluation.name == name),
    };
    found.ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|evaluation| evaluation.name).collect();
        let message = format!("{game} has no evaluation of this name; expected one of {}", names.join(", "));
        let name = name.unwrap_or_default();
        SpecError { span: 0..name.len(), place: format!("evaluation {}", quote(name)), message }
    })
}
