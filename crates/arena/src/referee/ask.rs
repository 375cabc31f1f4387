//! One turn: asking an entrant until an answer counts, or the policy has had enough.

use plyground_core::{AnyMove, AnyPosition, Position};
use plyground_league::event::{Attempt, MOST_TEXT, excerpt};
use plyground_league::fault::{Fault, FaultKind, FaultPolicy, Remedy};

use crate::entrant::{Answer, Entrant, Question, TimeLimit};
use crate::invoke::SystemError;

/// The result of a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnResult {
    /// Every answer, at least one.
    pub attempts: Vec<Attempt>,
    /// The legal move that counts, or the last fault and what it entails.
    pub choice: Result<AnyMove, (FaultKind, Remedy)>,
}

impl TurnResult {
    /// The last answer.
    #[expect(clippy::missing_panics_doc, reason = "there is one")]
    pub fn into_last(self) -> Attempt {
        self.attempts.into_iter().next_back().expect("somebody was asked")
    }
}

/// Asks for a move in this position, after so many turns of the game, until an answer counts or the policy has had
/// enough. Entrants are not trusted: a move counts only if it is legal.
///
/// # Errors
///
/// If the machine failed, which is nobody's fault.
pub fn ask(
    entrant: &mut dyn Entrant,
    position: &AnyPosition,
    turns: u32,
    time: TimeLimit,
    policy: &FaultPolicy,
) -> Result<TurnResult, SystemError> {
    let mut attempts: Vec<Attempt> = Vec::with_capacity(1);
    loop {
        let refused = attempts.last().and_then(|attempt| attempt.fault.as_ref());
        let Answer { choice, mut attempt } = entrant.answer(&Question { position, turns, time, refused })?;
        let fault = match choice.and_then(|mv| legal(position, mv)) {
            Ok(mv) => {
                attempts.push(attempt);
                return Ok(TurnResult { attempts, choice: Ok(mv) });
            }
            Err(fault) => fault,
        };
        let (kind, rule) = (fault.kind, policy.rule(fault.kind));
        attempt.fault = Some(Fault { kind, message: excerpt(fault.message.as_bytes(), MOST_TEXT) });
        attempt.penalty = rule.penalty;
        attempts.push(attempt);
        if attempts.len() > usize::from(rule.ask_again) {
            return Ok(TurnResult { attempts, choice: Err((kind, rule.then)) });
        }
    }
}

fn legal(position: &AnyPosition, mv: AnyMove) -> Result<AnyMove, Fault> {
    if position.moves().any(|legal| legal == mv) {
        return Ok(mv);
    }
    Err(Fault::new(FaultKind::Illegal, format_args!("{mv:?}: not legal; expected a legal move")))
}
