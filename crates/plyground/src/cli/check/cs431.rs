//! CS431: chosen columns over a list of boards; any best column is right.

use plyground_arena::fault::{Fault, FaultKind};
use plyground_arena::invoke::Ended;
use plyground_arena::marking::assignment::Assignment;
use plyground_arena::marking::case::{Answered, Ask, Case as Marked, Visibility};
use plyground_arena::marking::diagnose::cs431::{Answer, Question, best_columns, diagnose, examples};
use plyground_core::games::gravity::Column;
use plyground_core::quote;

use super::ask::Asker;
use super::checkup::Checkup;
use super::one_answer::{self, Asking, Judged};
use super::output::{Remark, lines, whole};
use crate::exit::Failure;

pub(super) fn check(asker: &mut Asker, rules: &Assignment) -> Result<Checkup, Failure> {
    let questions = examples();
    let marked: Vec<Marked> = questions.iter().map(marked).collect();
    let asking = |(question, marked): (&Question, &Marked)| {
        let call = marked.call(rules)?;
        Some(Asking { expected: expected(question), question: marked.question(rules), call })
    };
    let mut given = Vec::new();
    let all = questions.iter().zip(&marked).filter_map(asking).collect();
    let mut checkup = one_answer::check(asker, "cs431", all, rules.time(), |number, ended| {
        let question = &questions[number];
        let (answer, judged) = judge(question, ended, &marked[number].judge(ended, rules));
        given.push((*question, answer));
        judged
    })?;
    checkup.add_diagnosis(&diagnose(&given, &|| asker.is_interrupted()));
    Ok(checkup)
}

/// The question as the marker puts it.
fn marked(question: &Question) -> Marked {
    let Question { position, depth } = *question;
    let best = best_columns(question, &[])
        .into_iter()
        .filter_map(|column| Some(Column::new(column.try_into().ok()?)));
    let ask = Ask::Column { position, depth, best: best.collect() };
    Marked { id: String::new(), visibility: Visibility::Public, ask }
}

fn expected(question: &Question) -> String {
    let columns: Vec<String> = best_columns(question, &[]).iter().map(i64::to_string).collect();
    format!("column {}", columns.join(" or "))
}

fn judge(question: &Question, ended: &Ended, marked: &Answered) -> (Option<Answer>, Judged) {
    let mut remarks = Vec::new();
    let lines = lines(&ended.stdout, &mut remarks);
    let column = match lines.as_slice() {
        [] => None,
        [line] => whole(line.trim()),
        [.., last] => {
            let message =
                format!("{} lines, the first {}; expected one, a column", lines.len(), quote(&lines[0]));
            remarks.push(Remark::fault("extra-output", message));
            whole(last.trim())
        }
    };
    let answer = match marked.fault {
        None if marked.is_right() => Ok(marked.got.clone()),
        None => {
            let message = format!("found {}; expected {}", marked.got, expected(question));
            Err(Fault::new(FaultKind::Illegal, message))
        }
        Some(kind) => {
            let form = remarks.iter().find(|remark| remark.is_fault).map(|fault| fault.text.clone());
            let found = lines.first().map_or_else(|| "nothing".to_owned(), |line| quote(line));
            let none = || format!("found {found}; expected a line with a column from 0 to 6");
            Err(Fault::new(kind, form.unwrap_or_else(none)))
        }
    };
    (column.map(|column| Answer { column }), Judged { answer, remarks })
}
