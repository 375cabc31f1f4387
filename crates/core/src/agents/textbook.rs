//! The player that searches to a fixed depth as textbooks print it.

use super::kind::{DEPTH, EVAL, TEXTBOOK_DEPTH};
use super::{Agent, AgentInfo, AgentOption, AgentSpec, OptionKey, SpecError, evaluation_of};
use crate::search::{Algorithm, replay};
use crate::{Decision, Evaluation, Game, Limits, Position};

pub(super) const MINIMAX: AgentInfo = AgentInfo {
    options: &[DEPTH, EVAL],
    depth: TEXTBOOK_DEPTH,
    algorithm: Some(|_| Algorithm::Minimax),
    ..AgentInfo::new(
        "minimax",
        "searches every line to a fixed depth; of equal moves the first examined wins",
    )
};

pub(super) const ALPHA_BETA: AgentInfo = AgentInfo {
    options: &[DEPTH, EVAL, AgentOption { key: OptionKey::Cut, default: "equal" }],
    depth: TEXTBOOK_DEPTH,
    algorithm: Some(|spec| Algorithm::AlphaBeta(spec.cut())),
    ..AgentInfo::new("alpha-beta", "chooses as minimax does, but leaves out lines that cannot matter")
};

pub(super) fn build<G: Game>(spec: &AgentSpec) -> Result<Box<dyn Agent<G::Position>>, SpecError> {
    let algorithm = spec.kind().info().algorithm.map_or_else(Algorithm::default, |of| of(spec));
    Ok(Box::new(Textbook::new(evaluation_of::<G>(spec)?, algorithm, spec.depth_limit())))
}

/// Plays the move of a minimax or alpha-beta search to a fixed depth.
///
/// It reports the value for the evaluation's maximiser ([`Searches::maximiser`](crate::Searches::maximiser): red for COMP3608,
/// the side to move elsewhere), and the nodes that the textbook search examines. Its depth is its only
/// limit: it never asks [`Limits::stop`], because a search that stops early has not
/// answered as the assignment wants.
#[derive(Debug)]
pub struct Textbook<P: Position> {
    evaluation: &'static Evaluation<P>,
    algorithm: Algorithm,
    depth: u32,
}

impl<P: Position> Textbook<P> {
    /// A player that searches `depth` plies; depth 0 is taken as 1, since a move must be chosen.
    pub fn new(evaluation: &'static Evaluation<P>, algorithm: Algorithm, depth: u32) -> Self {
        Self { evaluation, algorithm, depth: depth.max(1) }
    }
}

impl<P: Position> Agent<P> for Textbook<P> {
    fn choose(&mut self, position: &P, _: &Limits<'_>) -> Option<Decision<P::Move>> {
        let Self { evaluation, algorithm, depth } = *self;
        let me = evaluation.maximiser(position.turn());
        let (choice, examined) = evaluation.answer(algorithm, position, depth, me, replay::DEFAULT_BYTES);
        let best = choice.best?;
        let after = position.play(best);
        let mut line = vec![best];
        line.extend(evaluation.line(&after, depth - 1, me, replay::DEFAULT_BYTES));
        Some(Decision {
            best,
            value: Some(choice.value),
            proof: None,
            depth: Some(depth),
            nodes: examined,
            line,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::games::adjacent_four::AdjacentFour;
    use crate::games::connect_four::{ConnectFour, Standard};
    use crate::rng::Rng;
    use crate::search::CutRule;

    #[test]
    fn line_leads_to_the_value() {
        let mut rng = Rng::new(11);
        let mut shorter = 0;
        for round in 0..300 {
            let plies = rng.below(38);
            let position = rng.play(Standard::EMPTY, plies, 0);
            let evaluation = &ConnectFour::evaluations()[round % 2];
            let algorithm = [Algorithm::Minimax, Algorithm::AlphaBeta(CutRule::AtEqual)][rng.below(2)];
            let decision = Textbook::new(evaluation, algorithm, 4).choose(&position, &Limits::NONE);
            let Some(decision) = decision else {
                assert!(position.outcome().is_some());
                continue;
            };
            assert_eq!(decision.line[0], decision.best);
            let me = evaluation.maximiser(position.turn());
            let end = decision.line.iter().fold(position, |position, &mv| position.play(mv));
            let value = match end.outcome() {
                // A finished root is a leaf at every depth.
                Some(_) if evaluation.maximiser(end.turn()) == me => {
                    evaluation.textbook(Algorithm::Minimax, &end, 1).choice.value
                }
                Some(_) => -evaluation.textbook(Algorithm::Minimax, &end, 1).choice.value,
                None => evaluation.evaluate(&end, me),
            };
            assert_eq!(Some(value), decision.value, "{position:?}");
            assert!(decision.line.len() == 4 || end.outcome().is_some());
            shorter += u32::from(decision.line.len() < 4);
        }
        assert!(shorter > 5, "some lines must end with the game");
    }

    /// CS4750's evaluation depends on the side that searches.
    #[test]
    fn line_is_played_for_the_side_that_searches() {
        let mut position = AdjacentFour::start();
        let evaluation = &AdjacentFour::evaluations()[0];
        let mut agent = Textbook::new(evaluation, Algorithm::Minimax, 3);
        for _ in 0..12 {
            let decision = agent.choose(&position, &Limits::NONE).unwrap();
            let end = decision.line.iter().fold(position, |position, &mv| position.play(mv));
            if end.outcome().is_none() {
                assert_eq!(decision.value, Some(evaluation.evaluate(&end, position.turn())));
                assert_eq!(decision.line.len(), 3);
            }
            position = position.play(position.moves().last().unwrap());
        }
    }
}
