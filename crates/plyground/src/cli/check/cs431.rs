//! CS431: chosen columns over a list of boards; any best column is right.

use std::sync::Arc;

use plyground_arena::invoke::Ended;
use plyground_core::games::gravity::Column;
use plyground_core::{counted, quote};
use plyground_courses::cs431::{Answer, Question, best_columns, diagnose, examples};
use plyground_courses::cs431::{Asked, BestColumn};
use plyground_courses::engine::assignment::Assignment;
use plyground_courses::engine::case::Case as Marked;
use plyground_courses::engine::task::AnyQuestion;

use super::ask::Asker;
use super::checkup::Checkup;
use super::exam;
use super::output::{Remark, lines, whole};
use crate::exit::Failure;

/// The boards on which students may try their programs.
pub(super) fn questions(course: &Arc<BestColumn>) -> Vec<Marked> {
    let marked = |question: Question| {
        let best = best_columns(&question, &[])
            .into_iter()
            .filter_map(|column| Some(Column::new(column.try_into().ok()?)));
        Marked::of(AnyQuestion::of(Arc::clone(course), Asked { question, best: best.collect() }))
    };
    examples().into_iter().map(marked).collect()
}

pub(super) fn check(
    asker: &mut Asker,
    name: &str,
    rules: &Assignment,
    questions: &[Marked],
) -> Result<Checkup, Failure> {
    let mut given = Vec::new();
    let look = &mut |number: usize, ended: &Ended| {
        let mut remarks = Vec::new();
        let column = read(ended, &mut remarks);
        if let Some(asked) = questions[number].asked().and_then(AnyQuestion::typed::<BestColumn>) {
            given.push((asked.question, column.map(|column| Answer { column })));
        }
        remarks
    };
    let mut checkup = exam::ask(asker, name, rules, questions, look)?;
    let diagnosis = diagnose(&given, &|| asker.is_interrupted());
    checkup.add_diagnosis(&diagnosis, asker.is_interrupted());
    Ok(checkup)
}

/// The column, as far as it can be made out.
fn read(ended: &Ended, remarks: &mut Vec<Remark>) -> Option<i64> {
    let lines = lines(&ended.stdout, remarks);
    match lines.as_slice() {
        [] => None,
        [line] => whole(line.trim()),
        [first, .., last] => {
            let message = format!(
                "{}, the first {}; expected one, a column",
                counted(lines.len(), "line"),
                quote(first)
            );
            remarks.push(Remark::fault("extra-output", message));
            whole(last.trim())
        }
    }
}
