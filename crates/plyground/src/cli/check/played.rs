//! Max-Connect-Four and CS3243: legal moves on many boards. Beyond them a few things are asked that the marker does
//! not: what is wrong with those is said, and costs nothing.

use std::sync::Arc;

use plyground_arena::invoke::Ended;
use plyground_arena::protocol::StdinMove;
use plyground_core::games::breakthrough::notation::Request as RequestNotation;
use plyground_core::games::max_connect_four::Standard;
use plyground_core::games::max_connect_four::notation::StateFile as FileNotation;
use plyground_core::{Notation, quote};
use plyground_courses::cs3243::Request;
use plyground_courses::engine::assignment::Assignment;
use plyground_courses::engine::case::Case as Marked;
use plyground_courses::engine::task::AnyQuestion;
use plyground_courses::max_connect_four::{FileQuestion, StateFile};
use plyground_courses::max_connect_four::{MOST_PIECES, long_runs, score_remark};

use super::ask::Asker;
use super::checkup::Checkup;
use super::exam;
use super::output::{Remark, lines};
use crate::exit::Failure;
use crate::shown::printable;

pub(super) fn check(
    asker: &mut Asker,
    name: &str,
    rules: &Assignment,
    questions: &[Marked],
) -> Result<Checkup, Failure> {
    let look = &mut |number: usize, ended: &Ended| {
        let question = questions[number].asked();
        let file = question.and_then(AnyQuestion::typed::<StateFile>);
        let request = question.and_then(AnyQuestion::typed::<Request>);
        match (file, request) {
            (Some(question), _) => of_file(&question.position, ended),
            (_, Some(question)) => of_request(&question.position, ended),
            _ => Vec::new(),
        }
    };
    let mut checkup = exam::ask(asker, name, rules, questions, look)?;
    if checkup.is_cut_short {
        return Ok(checkup);
    }
    let beyond = if let Some(course) = rules.task.shared::<StateFile>() {
        more_boards(asker, rules, course)?
    } else if rules.task.typed::<Request>().is_some() {
        identify(asker, rules)?
    } else {
        None
    };
    if let Some(found) = beyond {
        let found = printable(&found);
        checkup.findings.push(format!("Not asked for marks: {found}."));
        checkup.fields.push(("beyond", found.into()));
    }
    Ok(checkup)
}

/// What is to be said of the form of an output file.
fn of_file(position: &Standard, ended: &Ended) -> Vec<Remark> {
    let written = ended.file.as_ref().and_then(|file| file.as_ref().ok());
    let Some(text) = written.map(|bytes| String::from_utf8_lossy(bytes)) else { return Vec::new() };
    let mut remarks = Vec::new();
    if text.contains('\r') {
        let message = "output file: lines end with carriage return and line feed; expected line feeds alone";
        remarks.push(Remark::note("carriage-return", message.to_owned()));
    }
    if !text.ends_with('\n') {
        let message = "output file: no line end after the side to move; expected one";
        remarks.push(Remark::note("no-line-end", message.to_owned()));
    }
    let after = FileNotation.parse(&text).ok();
    let score = score_remark(position, after.as_ref(), &ended.stdout);
    remarks.extend(score.map(|text| Remark::note("runs-for-quadruples", text)));
    remarks
}

/// What is to be said of the form of a line with a move.
fn of_request(position: &plyground_core::games::breakthrough::Standard, ended: &Ended) -> Vec<Remark> {
    let mut remarks = Vec::new();
    let lines = lines(&ended.stdout, &mut remarks);
    if let [line] = &lines[..] {
        let (line, capitals) = (line.trim(), line.trim().to_ascii_uppercase());
        if line != capitals && RequestNotation.parse_move(position, &capitals).is_ok() {
            let message = format!("found {}; expected capitals: {capitals}", quote(line));
            remarks.push(Remark::fault("wrong-case", message));
        }
    }
    remarks
}

/// The name of a program for CS3243, which its tournament asks for.
fn identify(asker: &mut Asker, rules: &Assignment) -> Result<Option<String>, Failure> {
    let Some(ran) = asker.ask(&StdinMove::identify(rules.time()))? else { return Ok(None) };
    let wrong = StdinMove::read_identity(&ran.ended).err();
    Ok(wrong.map(|fault| format!("asked for its name (identify), {}", fault.message)))
}

/// Boards with long runs, whose scores tell how quadruples are counted, and a full one, which stays as it is.
fn more_boards(
    asker: &mut Asker,
    rules: &Assignment,
    course: &Arc<StateFile>,
) -> Result<Option<String>, Failure> {
    let depth = course.depths[0];
    let marked_on =
        |position| Marked::of(AnyQuestion::of(Arc::clone(course), FileQuestion { position, depth }));
    // Two cells are empty, so that the game does not end, whose result some print in numbers of their own.
    for position in [false, true].map(|is_mirrored| long_runs(MOST_PIECES - 1, is_mirrored)) {
        let marked = marked_on(position);
        let Some(ran) = marked.call(rules.time()).map(|call| asker.ask(&call)).transpose()?.flatten() else {
            return Ok(None);
        };
        let remarks = of_file(&position, &ran.ended);
        if let Some(remark) = remarks.into_iter().find(|remark| remark.kind == "runs-for-quadruples") {
            return Ok(Some(remark.text));
        }
        let judged = marked.judge(&ran.ended);
        if !judged.is_right() {
            return Ok(Some(format!("on a board with long runs, {}", judged.problem)));
        }
    }
    let position = full();
    let marked = marked_on(position);
    let Some(ran) = marked.call(rules.time()).map(|call| asker.ask(&call)).transpose()?.flatten() else {
        return Ok(None);
    };
    let written = ran.ended.file.and_then(Result::ok).unwrap_or_default();
    let after = FileNotation.parse(&String::from_utf8_lossy(&written)).ok();
    let is_same = after.is_some_and(|after| after.board().occupied() == position.board().occupied());
    let message = "output file: not the board of the input, which is full; expected it unchanged";
    Ok((!is_same).then(|| message.to_owned()))
}

/// A full board.
fn full() -> Standard {
    long_runs(MOST_PIECES + 1, false)
}

#[cfg(test)]
mod tests {
    use plyground_core::Position;

    use super::*;

    #[test]
    fn the_full_board_is_full() {
        assert!(full().board().is_full() && full().outcome().is_some());
    }
}
