//! COMP3608: column and node count, which mistake explains them, and where a trace differs.

use std::sync::Arc;

use plyground_arena::invoke::Ended;
use plyground_core::games::connect_four::ConnectFour;
use plyground_core::games::connect_four::notation::Comp3608State;
use plyground_core::search::Algorithm;
use plyground_core::{AnyPosition, Notation, quote};
use plyground_courses::comp3608::{Answer, Question, Search, Searched, answer, diagnose};
use plyground_courses::comp3608::{examples, trace, trace::Difference};
use plyground_courses::engine::assignment::Assignment;
use plyground_courses::engine::case::Case as Marked;
use plyground_courses::engine::task::AnyQuestion;
use serde_json::json;

use super::ask::Asker;
use super::checkup::{Case, Checkup};
use super::exam;
use super::output::{Remark, lines, only_number, whole};
use crate::exit::Failure;
use crate::present::board;

/// A question, what is right, and what the program printed.
struct Examined {
    question: Question,
    right: Answer,
    given: Option<Answer>,
}

impl Examined {
    fn is_right(&self) -> bool {
        self.given.is_some_and(|given| self.question.is_same(&given, &self.right))
    }
}

/// The questions on which students may try their programs.
pub(super) fn questions(course: &Arc<Search>) -> Vec<Marked> {
    let marked = |question: Question| {
        let asked = Searched { right: answer(&question, &[]), question };
        Marked::of(AnyQuestion::of(Arc::clone(course), asked))
    };
    examples().into_iter().map(marked).collect()
}

pub(super) fn check(
    asker: &mut Asker,
    name: &str,
    (rules, task): (&Assignment, &Search),
    questions: &[Marked],
) -> Result<Checkup, Failure> {
    let (mut all, mut compared): (Vec<Examined>, Option<Compared>) = (Vec::new(), None);
    let look = &mut |number: usize, ended: &Ended| {
        let mut remarks = Vec::new();
        let given = read(&lines(&ended.stdout, &mut remarks), task.board.first_column, &mut remarks);
        if let Some(&Searched { question, right }) =
            questions[number].asked().and_then(AnyQuestion::typed::<Search>)
        {
            let examined = Examined { question, right, given };
            if task.is_known() {
                Compared::keep(&mut compared, Compared::of(&examined, &questions[number].question(), ended));
            }
            all.push(examined);
        }
        remarks
    };
    let mut checkup = exam::ask(asker, name, rules, questions, look)?;
    checkup.start =
        all.iter().zip(&checkup.cases).map(|(examined, case)| (examined.right.nodes, case.wall)).min();
    checkup.tables.extend(depths(&all));
    let is_formal = |(examined, case): &(&Examined, &Case)| examined.is_right() && !case.is_right();
    match all.iter().zip(&checkup.cases).filter(is_formal).count() {
        0 => {}
        1 => checkup
            .findings
            .push("One answer has the right numbers, and is wrong by its form alone.".to_owned()),
        count => checkup
            .findings
            .push(format!("{count} answers have the right numbers, and are wrong by their form alone.")),
    }
    if task.is_known() {
        let answers: Vec<_> = all.iter().map(|examined| (examined.question, examined.given)).collect();
        let diagnosis = diagnose(&answers, &|| asker.is_interrupted());
        checkup.add_diagnosis(&diagnosis, asker.is_interrupted());
    } else if checkup.right() < checkup.cases.len() {
        let why = "No mistakes are known for this evaluation or rule of pruning: what explains the answers is not \
                   looked for.";
        checkup.findings.push(why.to_owned());
    }
    if let Some(compared) = compared {
        compared.tell(&mut checkup);
    }
    Ok(checkup)
}

const fn letter(algorithm: Algorithm) -> &'static str {
    match algorithm {
        Algorithm::Minimax => "M",
        Algorithm::AlphaBeta(_) => "A",
    }
}

/// Column and number of nodes, as far as they can be made out.
fn read(lines: &[String], first_column: u8, remarks: &mut Vec<Remark>) -> Option<Answer> {
    let expected = [
        format!("a line with the column, {first_column} to {}", first_column + 6),
        "a line with the number of examined nodes".to_owned(),
    ];
    let mut fault = |kind, text| remarks.push(Remark::fault(kind, text));
    let trimmed: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
    let numbers: Vec<Option<i64>> = trimmed.iter().map(|line| whole(line)).collect();
    let pair = |column: i64, nodes: i64| {
        Some(Answer { column: column - i64::from(first_column), nodes: u64::try_from(nodes).ok()? })
    };
    match (trimmed.as_slice(), numbers.as_slice()) {
        ([], _) => {
            fault("no-output", format!("nothing on standard output; expected {}", expected[0]));
            None
        }
        ([_], _) => {
            let message = format!("one line, {}; expected a second one, {}", quote(&lines[0]), expected[1]);
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
                    expected[number]
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
fn depths(all: &[Examined]) -> Option<(String, Vec<Vec<String>>)> {
    let first = all.first().map(|examined| examined.question.position);
    // Other questions are about other boards.
    if all.iter().filter(|examined| Some(examined.question.position) == first).count() < 3 {
        return None;
    }
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
            if examined.is_some_and(|examined| !examined.is_right()) {
                differs.get_or_insert(depth);
            }
        }
        rows.push(row);
    }
    let says = differs.map(|(name, depth)| match depth {
        None => format!("{name} agrees"),
        Some(depth) => format!("{name} differs from depth {depth} on"),
    });
    Some((format!("the worked example, column and nodes by depth: {}", says.join(", ")), rows))
}

/// A trace that is not that of the right search.
struct Compared {
    asked: String,
    /// Whether the answer was right, and how large the right search is: the smallest wrong answer is shown. A program
    /// whose answers are right may still have a trace that is not.
    rank: (bool, u64),
    found: Result<Difference, String>,
}

impl Compared {
    /// Compares what a program wrote on standard error; `None` if that is no trace, or the right one.
    fn of(examined: &Examined, asked: &str, ended: &Ended) -> Option<Self> {
        let text = String::from_utf8_lossy(&ended.stderr);
        let found = match trace::first_difference(&examined.question, &text) {
            Ok(None | Some(None)) => return None,
            Ok(Some(Some(difference))) => Ok(difference),
            Err(error) => Err(error.to_string()),
        };
        Some(Self { asked: asked.to_owned(), rank: (examined.is_right(), examined.right.nodes), found })
    }

    fn keep(best: &mut Option<Self>, other: Option<Self>) {
        if let Some(other) = other
            && best.as_ref().is_none_or(|best| other.rank < best.rank)
        {
            *best = Some(other);
        }
    }

    fn tell(self, checkup: &mut Checkup) {
        let asked = self.asked;
        let difference = match self.found {
            Ok(difference) => difference,
            Err(error) => {
                checkup.findings.push(format!("The trace of {asked} cannot be compared: {error}."));
                checkup.fields.push(("trace", json!({ "question": asked, "error": error })));
                return;
            }
        };
        let path = difference.path.iter().map(u8::to_string).collect::<String>();
        let shown = if path.is_empty() { "-" } else { &path };
        checkup.findings.push(format!(
            "The trace of {asked} first differs from the right search in line {}: {}",
            difference.line, difference.words
        ));
        let mut drawing = Vec::new();
        // Writing to memory cannot fail.
        let _ = board::draw(&mut drawing, &AnyPosition::of::<ConnectFour>(difference.position), false);
        checkup.drawing = format!(
            "node {shown}, {}, alpha {}, beta {}:\n\n{}",
            board::state_words(&AnyPosition::of::<ConnectFour>(difference.position)),
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
