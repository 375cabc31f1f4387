//! One turn: asking an entrant until an answer counts, or the policy has had enough.

use plyground_core::Position;
use plyground_league::event::{Attempt, MOST_TEXT, excerpt};
use plyground_league::fault::{Fault, FaultKind, FaultPolicy, Remedy};

use crate::entrant::{Entrant, Question, TimeLimit};
use crate::invoke::Trouble;

/// What came of a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply<M> {
    /// Every answer, at least one.
    pub attempts: Vec<Attempt>,
    /// The legal move that counts, or the last fault and what it entails.
    pub choice: Result<M, (FaultKind, Remedy)>,
}

impl<M> Reply<M> {
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
pub fn ask<P: Position>(
    entrant: &mut dyn Entrant<P>,
    position: &P,
    turns: u32,
    time: TimeLimit,
    policy: &FaultPolicy,
) -> Result<Reply<P::Move>, Trouble> {
    let mut attempts: Vec<Attempt> = Vec::with_capacity(1);
    loop {
        let refused = attempts.last().and_then(|attempt| attempt.fault.as_ref());
        let answer = entrant.answer(&Question { position, turns, time, refused })?;
        let choice = answer.choice.and_then(|mv| legal(position, mv));
        let rule = choice.as_ref().err().map(|fault| policy.rule(fault.kind));
        let fault = choice
            .as_ref()
            .err()
            .map(|fault| Fault { kind: fault.kind, message: excerpt(fault.message.as_bytes(), MOST_TEXT) });
        attempts.push(Attempt {
            answer: answer.said,
            fault,
            penalty: rule.map_or(0, |rule| rule.penalty),
            nodes: answer.nodes,
            spent: answer.spent,
            end: answer.end,
            stderr: answer.stderr,
        });
        match (choice, rule) {
            (Ok(mv), _) => return Ok(Reply { attempts, choice: Ok(mv) }),
            (Err(_), Some(rule)) if attempts.len() <= usize::from(rule.ask_again) => {}
            (Err(fault), rule) => {
                let then = rule.map_or(Remedy::LostGame, |rule| rule.then);
                return Ok(Reply { attempts, choice: Err((fault.kind, then)) });
            }
        }
    }
}

fn legal<P: Position>(position: &P, mv: P::Move) -> Result<P::Move, Fault> {
    if position.moves().any(|legal| legal == mv) {
        return Ok(mv);
    }
    Err(Fault::new(FaultKind::Illegal, format_args!("{mv:?}: not legal; expected a legal move")))
}
