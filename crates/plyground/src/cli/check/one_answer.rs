//! Programs with one answer for each question that is judged by the rules of its game: CS3243,
//! Max-Connect-Four and CS431.

use std::time::Duration;

use plyground_arena::fault::{Fault, FaultKind};
use plyground_arena::invoke::Call;

use super::ask::Asker;
use super::checkup::{Case, Checkup, RIGHT};
use super::output::{Remark, end_remark, without_answer};
use crate::exit::Failure;
use crate::shown::printable;

/// A question with what is right.
pub(super) struct Asking {
    pub(super) question: String,
    pub(super) expected: String,
    pub(super) call: Call,
}

/// What is made of an answer: how it is shown, or what is wrong; and remarks on its form.
pub(super) struct Judged {
    pub(super) answer: Result<String, Fault>,
    pub(super) remarks: Vec<Remark>,
}

/// Asks all questions in order.
pub(super) fn check(
    asker: &mut Asker,
    assignment: &'static str,
    questions: Vec<Asking>,
    time: Duration,
    mut judge: impl FnMut(usize, &plyground_arena::invoke::Ended) -> Judged,
) -> Result<Checkup, Failure> {
    asker.expects(questions.len());
    let mut cases = Vec::new();
    for (number, Asking { question, expected, call }) in questions.into_iter().enumerate() {
        let Some(ran) = asker.ask(&call)? else { break };
        let Judged { answer, mut remarks } = judge(number, &ran.ended);
        let (found, verdict, problem) = match answer {
            Ok(answer) => {
                remarks.extend(end_remark(&ran.ended));
                let fault = remarks.iter().find(|remark| remark.is_fault);
                let verdict = if fault.is_some() { FaultKind::Unreadable.name() } else { RIGHT };
                (answer, verdict, fault.map(|fault| fault.text.clone()))
            }
            Err(Fault { kind, message }) => match without_answer(&ran.ended, time) {
                Some((word, problem)) if kind != FaultKind::Illegal => (String::new(), word, Some(problem)),
                _ => (String::new(), kind.name(), Some(message)),
            },
        };
        cases.push(Case {
            question,
            expected,
            found: printable(&found),
            verdict,
            problem: problem.map(|problem| printable(&problem)),
            remarks,
            wall: ran.ended.wall,
            memory: ran.memory,
        });
    }
    Ok(Checkup {
        assignment,
        cases,
        is_cut_short: asker.is_cut_short(),
        tables: Vec::new(),
        findings: Vec::new(),
        drawing: String::new(),
        fields: Vec::new(),
    })
}

/// Positions of random games, the first one the start: the same ones for everybody.
pub(super) fn random_positions<G: plyground_core::Game>(
    most: usize,
    keep: impl Fn(&G::Position) -> bool,
) -> Vec<G::Position> {
    use plyground_core::Position;
    let mut rng = plyground_core::rng::Rng::new(1);
    let mut positions = vec![G::start()];
    while positions.len() < most {
        let mut position = G::start();
        for _ in 0..=rng.below(36) {
            let Some(mv) = rng.pick(position.moves()) else { break };
            position = position.play(mv);
        }
        if position.outcome().is_none() && keep(&position) && !positions.contains(&position) {
            positions.push(position);
        }
    }
    positions
}
