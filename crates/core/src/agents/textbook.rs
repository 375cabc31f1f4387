//! The player that searches to a fixed depth as textbooks print it.

use super::kind::{DEPTH, EVAL, TEXTBOOK_DEPTH};
use super::{Agent, AgentInfo, AgentOption, OptionKey};
use crate::search::{Algorithm, replay};
use crate::{Decision, Evaluation, Limits, Position};

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

/// Plays the move of a minimax or alpha-beta search to a fixed depth.
///
/// It reports the value for the evaluation's maximiser ([`Searches::maximiser`](crate::Searches::maximiser): red for COMP3608,
/// the side to move elsewhere), and the nodes that the textbook search examines. Its depth is its only
/// limit: it never asks [`Limits::stop`], because a search that stops early has not
/// answered as the assignment wants.
pub(super) struct Textbook<P: Position> {
    evaluation: &'static Evaluation<P>,
    algorithm: Algorithm,
    depth: u32,
}

impl<P: Position> Textbook<P> {
    /// A player that searches `depth` plies; depth 0 is taken as 1, since a move must be chosen.
    pub(super) fn new(evaluation: &'static Evaluation<P>, algorithm: Algorithm, depth: u32) -> Self {
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
    use crate::games::each_game;
    use crate::rng::Rng;

    /// Also where the value depends on the side that searches, as in CS4750's evaluation.
    #[test]
    fn line_leads_to_the_value() {
        fn law<G: Game>(shorter: &mut u32) {
            let mut rng = Rng::new(11);
            for round in 0..100 {
                let plies = rng.below(38);
                let position = rng.play(G::start(), plies, 0);
                let evaluation = &G::evaluations()[round % G::evaluations().len()];
                let algorithm = Algorithm::ALL[rng.below(Algorithm::ALL.len())];
                let decision = Textbook::new(evaluation, algorithm, 3).choose(&position, &Limits::NONE);
                let Some(decision) = decision else {
                    assert!(position.outcome().is_some());
                    continue;
                };
                assert_eq!(decision.line[0], decision.best);
                let me = evaluation.maximiser(position.turn());
                let end = decision.line.iter().fold(position.clone(), |position, &mv| position.play(mv));
                let value = match end.outcome() {
                    Some(outcome) => evaluation.utility(outcome, &end, me),
                    None => evaluation.evaluate(&end, me),
                };
                assert_eq!(Some(value), decision.value, "{position:?}");
                assert!(decision.line.len() == 3 || end.outcome().is_some());
                *shorter += u32::from(decision.line.len() < 3);
            }
        }
        let mut shorter = 0;
        each_game!(law(&mut shorter));
        assert!(shorter > 5, "some lines must end with the game");
    }
}
