//! CS431: chosen columns over a list of boards; any best column is right.

use std::time::Duration;

use plyground_arena::fault::{Fault, FaultKind};
use plyground_arena::invoke::{Argument, Call, Ended};
use plyground_arena::marking::diagnose::cs431::{Answer, Question, best_columns, diagnose, examples};
use plyground_core::games::connect_four::notation::Comp3608State;
use plyground_core::{Notation, quote};

use super::ask::Asker;
use super::checkup::Checkup;
use super::one_answer::{self, Asking, Judged};
use super::output::{Remark, lines, whole};
use crate::exit::Failure;

pub(super) fn check(asker: &mut Asker, time: Duration) -> Result<Checkup, Failure> {
    let questions = examples();
    let asking = |question: &Question| {
        let state = Comp3608State.write(&question.position).unwrap_or_default();
        let words = format!("{state} {}", question.depth);
        let arguments = words.split(' ').map(|word| Argument::Word(word.to_owned())).collect();
        let call = Call { arguments, input: String::new(), file: None, wall: time };
        Asking { expected: expected(question), question: words, call }
    };
    let mut given = Vec::new();
    let all = questions.iter().map(asking).collect();
    let mut checkup = one_answer::check(asker, "cs431", all, time, |number, ended| {
        let question = &questions[number];
        let (answer, judged) = judge(question, ended);
        given.push((*question, answer));
        judged
    })?;
    checkup.add_diagnosis(&diagnose(&given));
    Ok(checkup)
}

fn expected(question: &Question) -> String {
    let columns: Vec<String> = best_columns(question, &[]).iter().map(i64::to_string).collect();
    format!("column {}", columns.join(" or "))
}

fn judge(question: &Question, ended: &Ended) -> (Option<Answer>, Judged) {
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
    let Some(column) = column else {
        let found = lines.first().map_or_else(|| "nothing".to_owned(), |line| quote(line));
        let message = format!("found {found}; expected a line with a column from 0 to 6");
        return (None, Judged { answer: Err(Fault::new(FaultKind::Unreadable, message)), remarks });
    };
    let is_right = best_columns(question, &[]).contains(&column);
    let found = format!("column {column}");
    let answer = if is_right {
        Ok(found)
    } else {
        Err(Fault::new(FaultKind::Illegal, format!("found {found}; expected {}", expected(question))))
    };
    (Some(Answer { column }), Judged { answer, remarks })
}
