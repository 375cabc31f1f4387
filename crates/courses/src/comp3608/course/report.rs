//! What `check` says about programs for COMP3608 beyond right and wrong: forms, the table by depth, and traces.

use plyground_arena::invoke::Ended;
use plyground_core::games::connect_four::ConnectFour;
use plyground_core::games::connect_four::notation::Comp3608State;
use plyground_core::{AnyPosition, Notation, quote};
use serde_json::json;

use super::question::{Printed, Searched};
use crate::comp3608::trace::{first_difference, real, write_path};
use crate::engine::output_form::{Form, Remark, lines, only_number, whole};
use crate::engine::review::{Answered, TraceFinding, TraceNode};

/// Column and number of nodes, as far as they can be made out.
pub(super) fn form(first_column: u8, ended: &Ended) -> Form<Printed> {
    let mut remarks = Vec::new();
    let lines = lines(&ended.stdout, &mut remarks);
    let meant = read(&lines, first_column, &mut remarks);
    Form { meant, remarks }
}

fn read(lines: &[String], first_column: u8, remarks: &mut Vec<Remark>) -> Option<Printed> {
    let expected = [
        format!("a line with the column, {first_column} to {}", first_column + 6),
        "a line with the number of examined nodes".to_owned(),
    ];
    let mut fault = |kind, text| remarks.push(Remark::fault(kind, text));
    let trimmed: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
    let numbers: Vec<Option<i64>> = trimmed.iter().map(|line| whole(line)).collect();
    let pair = |column: i64, nodes: i64| {
        Some(Printed { column: column - i64::from(first_column), nodes: Some(u64::try_from(nodes).ok()?) })
    };
    match (trimmed.as_slice(), numbers.as_slice()) {
        ([], _) => {
            fault("no-output", format!("nothing on standard output; expected {}", expected[0]));
            None
        }
        ([line], _) => {
            let Some([column, nodes]) = both(line) else {
                let message =
                    format!("one line, {}; expected a second one, {}", quote(&lines[0]), expected[1]);
                fault("missing-line", message);
                return None;
            };
            let message = format!("one line with both numbers, {}; expected a line for each", quote(line));
            fault("one-line", message);
            pair(column, nodes)
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
            for (at, line) in trimmed.iter().enumerate().filter(|&(at, _)| numbers[at].is_none()) {
                let (number, found, expected) = (at + 1, quote(line), &expected[at]);
                let message = format!("line {number}: found {found}; expected {expected} and nothing else");
                fault("not-a-number", message);
            }
            // What languages print for a column that was never chosen.
            let is_none = ["none", "null", "nil", "undefined", "nan"].contains(&&*first.to_lowercase());
            let column = if is_none { -1 } else { only_number(first)? };
            pair(column, only_number(second)?)
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
                // The answer comes last; numbers before it were printed to find an error.
                _ => match *numbers.as_slice() {
                    [.., Some(column @ 0..10), Some(nodes)] => pair(column, nodes),
                    _ => None,
                },
            }
        }
    }
}

/// The two numbers of a line that has nothing else.
fn both(line: &str) -> Option<[i64; 2]> {
    let mut words = line.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    let both = [whole(words.next()?)?, whole(words.next()?)?];
    words.next().is_none().then_some(both)
}

/// The worked example at growing depths, for M and for A, and from which depth on they differ.
pub(super) fn depths(answers: &[Answered<'_, Searched, Printed>]) -> Option<(String, Vec<Vec<String>>)> {
    let first = answers.first()?.question.question.position;
    let on_first = || answers.iter().filter(|answered| answered.question.question.position == first);
    // Other questions are about other boards.
    if on_first().count() < 3 {
        return None;
    }
    let of = |name: char, depth: u32| {
        on_first().find(|answered| {
            let question = &answered.question.question;
            question.algorithm.info().letter == name && question.depth == depth
        })
    };
    let short = |numbers: Option<(i64, u64)>| {
        numbers.map_or_else(
            || "-".to_owned(),
            |(column, nodes)| if column < 0 { format!("- {nodes}") } else { format!("{column} {nodes}") },
        )
    };
    let head = ["depth", "M", "found", "A", "found"].map(str::to_owned).to_vec();
    let mut rows = vec![head];
    let mut differs = ['M', 'A'].map(|name| (name, None));
    for depth in 1.. {
        let both = ['M', 'A'].map(|name| of(name, depth));
        if both.iter().all(Option::is_none) {
            break;
        }
        let mut row = vec![depth.to_string()];
        for (answered, (_, differs)) in both.iter().zip(&mut differs) {
            let right = answered.map(|answered| answered.question.right);
            let found = answered.and_then(|answered| answered.answer?.whole());
            row.push(short(right.map(|right| (right.column, right.nodes))));
            row.push(short(found.map(|found| (found.column, found.nodes))));
            if answered.is_some_and(|answered| !answered.question.is_answered(answered.answer)) {
                differs.get_or_insert(depth);
            }
        }
        rows.push(row);
    }
    let is_answered = |name: char| {
        let of_it =
            |one: &&Answered<'_, Searched, Printed>| one.question.question.algorithm.info().letter == name;
        on_first().filter(of_it).any(|answered| answered.answer.is_some())
    };
    let words = differs.map(|(name, depth)| match depth {
        _ if !is_answered(name) => format!("nothing is known of {name}"),
        None => format!("{name} agrees"),
        Some(depth) => format!("{name} differs from depth {depth} on"),
    });
    Some((format!("the worked example, column and nodes by depth: {}", words.join(", ")), rows))
}

/// Compares what a program wrote on standard error; `None` if that is no trace, or the right one. A program whose
/// answers are right may still have a trace that is not; the smallest wrong answer ranks first.
pub(super) fn trace(
    asked: &str,
    searched: &Searched,
    answer: Option<&Printed>,
    ended: &Ended,
) -> Option<TraceFinding> {
    let rank = (searched.is_answered(answer), searched.right.nodes);
    let text = String::from_utf8_lossy(&ended.stderr);
    let difference = match first_difference(&searched.question, &text) {
        Ok(None | Some(None)) => return None,
        Ok(Some(Some(difference))) => difference,
        Err(error) => {
            let error = error.to_string();
            let words = format!("The trace of {asked} cannot be compared: {error}.");
            let json = json!({ "question": asked, "error": error });
            return Some(TraceFinding { rank, words, node: None, json });
        }
    };
    let name = write_path(&difference.path);
    let json = json!({
        "question": asked,
        "line": difference.line,
        "node": name,
        "position": Comp3608State.write(&difference.position),
        "words": difference.words,
    });
    let words = format!(
        "The trace of {asked} first differs from the right search in line {}: {}",
        difference.line, difference.words
    );
    let [alpha, beta] = [difference.window.alpha, difference.window.beta].map(real);
    let node = TraceNode {
        name: format!("node {name}"),
        position: AnyPosition::of::<ConnectFour>(difference.position),
        bounds: format!("alpha {alpha}, beta {beta}"),
    };
    Some(TraceFinding { rank, words, node: Some(node), json })
}
