//! Questions in order, and what the marker says of the answers.

use std::time::Duration;

use plyground_arena::invoke::Ended;
use plyground_core::{Notation, quote};
use plyground_courses::engine::assignment::Assignment;
use plyground_courses::engine::case::{Case as Marked, CaseAnswer, TimeoutStreak};
use plyground_courses::engine::task::AnyQuestion;
use plyground_league::fault::FaultKind;

use super::ask::Asker;
use super::checkup::{Case, Checkup, RIGHT};
use super::output::{Remark, end_remark, first_line};
use crate::exit::Failure;
use crate::present::board;
use crate::shown::printable;

/// Asks all questions, as long as the marker would. What `look` says of the form of an answer is told; whether the
/// answer is right is the marker's to say.
pub(super) fn ask(
    asker: &mut Asker,
    name: &str,
    rules: &Assignment,
    questions: &[Marked],
    look: &mut dyn FnMut(usize, &Ended) -> Vec<Remark>,
) -> Result<Checkup, Failure> {
    asker.expects(questions.len());
    let mut checkup = Checkup::new(name);
    let mut timeout_streak = TimeoutStreak::new(rules.late_in_a_row);
    for (number, marked) in questions.iter().enumerate() {
        let Some(call) = marked.call(rules.time()) else { continue };
        let (position, board) = shown(marked);
        if let Some(why) = timeout_streak.is_over() {
            checkup.cases.push(Case {
                question: marked.question(),
                position,
                board,
                expected: marked.expected(),
                found: String::new(),
                verdict: "not asked",
                problem: Some(why),
                remarks: Vec::new(),
                wall: Duration::ZERO,
                memory: 0,
            });
            continue;
        }
        let Some(ran) = asker.ask(&call)? else { break };
        let mut remarks = look(number, &ran.ended);
        let judged = marked.judge(&ran.ended);
        timeout_streak.heard_of(&judged, ran.ended.end);
        let (verdict, problem) = verdict(&judged, &mut remarks, &ran.ended);
        let found = if judged.got.is_empty() {
            first_line(&ran.ended.stdout).map_or_else(String::new, |line| quote(&line))
        } else {
            printable(&judged.got)
        };
        checkup.cases.push(Case {
            question: marked.question(),
            position,
            board,
            expected: marked.expected(),
            found,
            verdict,
            problem: problem.map(|problem| printable(&problem)),
            remarks,
            wall: ran.ended.own(),
            memory: ran.memory,
        });
    }
    checkup.is_cut_short = asker.is_cut_short();
    Ok(checkup)
}

/// The position of a question, and its board where the question itself does not show it.
fn shown(marked: &Marked) -> (Option<String>, String) {
    let Some(position) = marked.position() else { return (None, String::new()) };
    let written = position.game().notation().write(&position);
    let is_shown = marked.asked().is_some_and(AnyQuestion::shows_board);
    let mut drawn = Vec::new();
    if !is_shown {
        // Writing to memory cannot fail.
        let _ = board::draw(&mut drawn, &position, false);
    }
    (written, String::from_utf8_lossy(&drawn).into_owned())
}

/// A word for what the marker says, and what is wrong beyond the answer itself. Remarks on the form of a right answer
/// are no faults.
fn verdict(judged: &CaseAnswer, remarks: &mut Vec<Remark>, ended: &Ended) -> (&'static str, Option<String>) {
    if judged.is_right() {
        remarks.retain(|remark| !remark.is_fault);
        remarks.extend(end_remark(ended));
        return (RIGHT, None);
    }
    let is_misformed = remarks.iter().any(|remark| remark.is_fault);
    let said = |kind: FaultKind| {
        let prefix = format!("{}: ", kind.name());
        judged.problem.strip_prefix(&prefix).unwrap_or(&judged.problem).to_owned()
    };
    match (judged.fault, is_misformed) {
        (None | Some(FaultKind::Unreadable), true) => {
            (FaultKind::Unreadable.name(), Some(said(FaultKind::Unreadable)))
        }
        (Some(kind), _) => (kind.name(), Some(said(kind))),
        (None, false) => ("wrong", (judged.got.is_empty()).then(|| judged.problem.clone())),
    }
}
