//! COMP3608: column and node count, which mistake explains them, and where a trace differs.

use plyground_arena::fault::FaultKind;
use plyground_arena::marking::assignment::Assignment;
use plyground_arena::marking::case::{Answered, Ask, Case as Marked, Visibility};
use plyground_arena::marking::diagnose::comp3608::{examples, trace};
use plyground_arena::marking::diagnose::{Answer, Question, answer, diagnose};
use plyground_core::games::connect_four::{ConnectFour, notation::Comp3608State};
use plyground_core::search::Algorithm;
use plyground_core::{Notation, quote};
use serde_json::json;

use super::ask::{Asker, Ran};
use super::checkup::{Case, Checkup, RIGHT};
use super::output::{Remark, end_remark, lines, only_number, whole, without_answer};
use crate::cli::board;
use crate::exit::Failure;
use crate::shown::printable;

/// A question, what is right, and what became of it.
struct Examined {
    question: Question,
    right: Answer,
    given: Option<Answer>,
    stderr: Vec<u8>,
}

pub(super) fn check(asker: &mut Asker, rules: &Assignment) -> Result<Checkup, Failure> {
    let questions = examples();
    asker.expects(questions.len());
    let (mut cases, mut all) = (Vec::new(), Vec::new());
    for question in questions {
        let right = answer(&question, &[]);
        let ask = Ask::Search { question, right };
        let marked = Marked { id: String::new(), visibility: Visibility::Public, ask };
        let Some(call) = marked.call(rules) else { continue };
        let Some(ran) = asker.ask(&call)? else { break };
        let (given, case) = examine(&question, &right, &ran, &marked.judge(&ran.ended, rules));
        cases.push(case);
        all.push(Examined { question, right, given, stderr: ran.ended.stderr });
    }
    let answers: Vec<_> = all.iter().map(|examined| (examined.question, examined.given)).collect();
    let diagnosis = diagnose(&answers, &|| asker.is_interrupted());
    let mut checkup = Checkup {
        assignment: "comp3608",
        is_cut_short: asker.is_cut_short(),
        tables: vec![depths(&all)],
        findings: Vec::new(),
        drawing: String::new(),
        fields: Vec::new(),
        cases,
    };
    checkup.add_diagnosis(&diagnosis);
    add_trace(&mut checkup, &all);
    Ok(checkup)
}

/// What the arguments look like.
fn words(question: &Question) -> String {
    let Question { position, algorithm, depth } = question;
    let state = Comp3608State.write(position).unwrap_or_default();
    format!("{state} {} {depth}", letter(*algorithm))
}

const fn letter(algorithm: Algorithm) -> &'static str {
    match algorithm {
        Algorithm::Minimax => "M",
        Algorithm::AlphaBeta(_) => "A",
    }
}

fn write_answer(answer: &Answer) -> String {
    format!("column {}, {} nodes", answer.column, answer.nodes)
}

/// Says what a program printed for a question, and why the marker takes it for right or wrong.
fn examine(question: &Question, right: &Answer, ran: &Ran, marked: &Answered) -> (Option<Answer>, Case) {
    let mut remarks = Vec::new();
    let lines = lines(&ran.ended.stdout, &mut remarks);
    let given = read(&lines, &mut remarks);
    let (verdict, problem) = if marked.is_right() {
        remarks.extend(end_remark(&ran.ended));
        remarks.retain(|remark| !remark.is_fault);
        (RIGHT, None)
    } else {
        let form = remarks.iter().find(|remark| remark.is_fault).map(|fault| fault.text.clone());
        let said = || printable(&marked.problem);
        match (marked.fault, form) {
            (Some(kind), form) if kind != FaultKind::Unreadable => {
                let how = without_answer(&ran.ended, ran.ended.wall).map(|(_, how)| how);
                (kind.name(), how.or(form).or_else(|| Some(said())))
            }
            (_, Some(form)) => ("unreadable", Some(form)),
            (Some(kind), None) => (kind.name(), Some(said())),
            // A line that was not finished when the program was killed is none to the marker.
            (None, None) if given.is_none_or(|given| question.is_same(&given, right)) => {
                ("wrong", Some(said()))
            }
            (None, None) => ("wrong", None),
        }
    };
    let found = match given {
        Some(given) => write_answer(&given),
        None => lines.first().map_or_else(String::new, |line| quote(line)),
    };
    let case = Case {
        question: words(question),
        expected: write_answer(right),
        found,
        verdict,
        problem,
        remarks,
        wall: ran.ended.wall,
        memory: ran.memory,
    };
    (given, case)
}

/// Column and number of nodes, as far as they can be made out.
fn read(lines: &[String], remarks: &mut Vec<Remark>) -> Option<Answer> {
    const EXPECTED: [&str; 2] =
        ["a line with the column, 0 to 6", "a line with the number of examined nodes"];
    let mut fault = |kind, text| remarks.push(Remark::fault(kind, text));
    let trimmed: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
    let numbers: Vec<Option<i64>> = trimmed.iter().map(|line| whole(line)).collect();
    let pair = |column: i64, nodes: i64| Some(Answer { column, nodes: u64::try_from(nodes).ok()? });
    match (trimmed.as_slice(), numbers.as_slice()) {
        ([], _) => {
            fault("no-output", format!("nothing on standard output; expected {}", EXPECTED[0]));
            None
        }
        ([_], _) => {
            let message = format!("one line, {}; expected a second one, {}", quote(&lines[0]), EXPECTED[1]);
            fault("missing-line", message);
            None
        }
        ([_, _], &[Some(column), Some(nodes)]) => {
            if lines.iter().any(|line| line.starts_with(char::is_whitespace)) {
                let message =
                    format!("line 1: found {}; expected no blanks before a number", quote(&lines[0]));
                remarks.push(Remark::note("leading-blanks", message));
            }
            pair(column, nodes)
        }
        ([first, second], _) => {
            for (number, line) in
                [first, second].into_iter().enumerate().filter(|(n, _)| numbers[*n].is_none())
            {
                let message = format!(
                    "line {}: found {}; expected {} and nothing else",
                    number + 1,
                    quote(line),
                    EXPECTED[number]
                );
                fault("not-a-number", message);
            }
            pair(only_number(first)?, only_number(second)?)
        }
        (more, _) => {
            let extra = trimmed.iter().zip(&numbers).find(|(_, number)| number.is_none());
            let shown = extra.map_or(more[2], |(line, _)| line);
            let message = format!(
                "{} lines, one of them {}; expected two lines, column and nodes (print other text to standard error)",
                more.len(),
                quote(shown)
            );
            fault("extra-output", message);
            let mut found = numbers.iter().flatten();
            match (found.next(), found.next(), found.next()) {
                (Some(&column), Some(&nodes), None) => pair(column, nodes),
                _ => None,
            }
        }
    }
}

/// The worked example at growing depths, for M and for A, and from which depth on they differ.
fn depths(all: &[Examined]) -> (String, Vec<Vec<String>>) {
    let first = all.first().map(|examined| examined.question.position);
    let of = |name: &str, depth: u32| {
        all.iter().find(|examined| {
            let Question { position, algorithm, depth: own } = examined.question;
            Some(position) == first && letter(algorithm) == name && own == depth
        })
    };
    let short =
        |answer: Option<Answer>| answer.map_or("-".to_owned(), |a| format!("{} {}", a.column, a.nodes));
    let head = ["depth", "M", "found", "A", "found"].map(str::to_owned).to_vec();
    let mut rows = vec![head];
    let mut differs = ["M", "A"].map(|name| (name, None));
    for depth in 1.. {
        let both = ["M", "A"].map(|name| of(name, depth));
        if both.iter().all(Option::is_none) {
            break;
        }
        let mut row = vec![depth.to_string()];
        for (examined, (_, differs)) in both.iter().zip(&mut differs) {
            row.push(short(examined.map(|examined| examined.right)));
            row.push(short(examined.and_then(|examined| examined.given)));
            let is_wrong = |examined: &&Examined| {
                let Examined { question, right, given, .. } = examined;
                !given.is_some_and(|given| question.is_same(&given, right))
            };
            if examined.as_ref().is_some_and(is_wrong) {
                differs.get_or_insert(depth);
            }
        }
        rows.push(row);
    }
    let says = differs.map(|(name, depth)| match depth {
        None => format!("{name} agrees"),
        Some(depth) => format!("{name} differs from depth {depth} on"),
    });
    (format!("the worked example, column and nodes by depth: {}", says.join(", ")), rows)
}

/// Compares the trace of the smallest wrong answer, if there is one.
fn add_trace(checkup: &mut Checkup, all: &[Examined]) {
    let is_wrong = |examined: &&Examined| {
        examined.given.is_none_or(|given| !examined.question.is_same(&given, &examined.right))
    };
    let mut wrong: Vec<&Examined> = all.iter().filter(is_wrong).collect();
    wrong.sort_by_key(|examined| examined.right.nodes);
    // A program whose answers are right may still have a trace that is not.
    let mut rest: Vec<&Examined> = all.iter().filter(|examined| !is_wrong(examined)).collect();
    rest.sort_by_key(|examined| examined.right.nodes);
    for examined in wrong.into_iter().chain(rest) {
        let text = String::from_utf8_lossy(&examined.stderr);
        let asked = words(&examined.question);
        match trace::first_difference(&examined.question, &text) {
            Ok(None) => return,
            Ok(Some(None)) => {}
            Ok(Some(Some(difference))) => {
                let path = difference.path.iter().map(u8::to_string).collect::<String>();
                let shown = if path.is_empty() { "-" } else { &path };
                checkup.findings.push(format!(
                    "The trace of {asked} first differs from the right search in line {}: {}",
                    difference.line, difference.words
                ));
                let mut drawing = Vec::new();
                // Writing to memory cannot fail.
                let _ = board::draw::<ConnectFour>(&mut drawing, &difference.position, false);
                checkup.drawing = format!(
                    "node {shown}, {}, alpha {}, beta {}:\n\n{}",
                    board::state_words::<ConnectFour>(&difference.position),
                    bound(difference.window.alpha),
                    bound(difference.window.beta),
                    String::from_utf8_lossy(&drawing)
                );
                checkup.fields.push((
                    "trace",
                    json!({
                        "question": asked,
                        "line": difference.line,
                        "node": shown,
                        "position": Comp3608State.write(&difference.position),
                        "words": difference.words,
                    }),
                ));
                return;
            }
            Err(error) => {
                checkup.findings.push(format!("The trace of {asked} cannot be compared: {error}."));
                checkup.fields.push(("trace", json!({ "question": asked, "error": error.to_string() })));
                return;
            }
        }
    }
}

/// Alpha or beta for people.
fn bound(value: i32) -> String {
    match value {
        i32::MIN => "-inf".to_owned(),
        i32::MAX => "inf".to_owned(),
        value => value.to_string(),
    }
}
