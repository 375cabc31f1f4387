//! COMP3608: column and number of examined nodes.

use std::sync::Arc;
use std::time::Duration;

use plyground_core::games::connect_four::{Comp3608, Standard};
use plyground_core::games::gravity::Column;
use plyground_core::rng::Rng;
use plyground_core::search::{Algorithm, textbook};
use plyground_core::{Counts, Evaluate, Outcome, Player, Position, Term, counted};

use super::board::{self, Kind};
use super::chosen::{self, Choice};
use super::tree::fitting;
use super::{Ask, Case, CaseError, CaseVerdict};
use crate::assignment::{BoardStyle, RunScore, SearchTask};
use crate::diagnose::{self, Answer, Mistake, Question};
use plyground_arena::invoke::{Argument, Call, Ended};
use plyground_arena::protocol::{answer_lines, verdict, wrong_line};
use plyground_league::fault::{Fault, FaultKind};

const MINIMAX: Algorithm = Algorithm::Minimax;

/// The evaluation of COMP3608 with other weights: the same runs are counted.
impl Evaluate<Standard> for RunScore {
    fn utility(&self, outcome: Outcome, position: &Standard, me: Player) -> i32 {
        match outcome.winner() {
            Some(winner) if winner == me => self.win,
            Some(_) => -self.win,
            None => self.evaluate(position, me),
        }
    }

    fn evaluate(&self, position: &Standard, me: Player) -> i32 {
        let sum: i64 = self.terms(position, me).iter().map(Term::value).sum();
        let most = i64::from(plyground_core::VALUE_LIMIT - 1);
        i32::try_from(sum.clamp(-most, most)).unwrap_or_default()
    }

    fn maximiser(&self, _: Player) -> Player {
        Player::First
    }

    fn terms(&self, position: &Standard, me: Player) -> Vec<Term> {
        let weights = [self.token, self.runs[0], self.runs[1], self.runs[2]];
        let mut terms = Comp3608.terms(position, me);
        for (term, weight) in terms.iter_mut().zip(weights.into_iter().cycle()) {
            term.weight = term.weight.signum() * weight;
        }
        terms
    }
}

/// What is right.
fn right(task: &SearchTask, question: &Question) -> Answer {
    let mut counts = Counts::default();
    let Question { position, algorithm, depth } = question;
    let eval = &task.evaluation;
    let Ok(choice) = textbook::search(*algorithm, position, *depth, eval, Player::First, &mut counts);
    Answer {
        column: choice.best.map_or(0, |column| i64::from(column.index())),
        nodes: u64::try_from(counts.examined()).unwrap_or(u64::MAX),
    }
}

/// A case with this question.
pub(super) fn asked(task: &Arc<SearchTask>, position: Standard, letter: char, depth: u32) -> Ask {
    let algorithm = if letter == 'M' { MINIMAX } else { Algorithm::AlphaBeta(task.cut) };
    let question = Question { position, algorithm, depth };
    Ask::Search { task: Arc::clone(task), question, right: right(task, &question) }
}

/// A random question whose minimax tree is not too great, unless it would be at any depth.
fn candidate(task: &Arc<SearchTask>, rng: &mut Rng) -> Option<Ask> {
    let kind = Kind::pick(rng);
    let mut position = board::random(kind, rng);
    // The text does not say what to print where the game is over.
    while position.outcome().is_some() {
        position = board::random(kind, rng);
    }
    let [from, to] = task.depths;
    let mut depth = from + u32::try_from(rng.below((to - from + 1) as usize)).unwrap_or(0);
    if kind == Kind::NearlyFull {
        // Deep enough to fill the board.
        depth = to;
    }
    let depth = fitting(&position, [from, depth], task.most_nodes);
    let algorithm = if rng.below(2) == 0 { MINIMAX } else { Algorithm::AlphaBeta(task.cut) };
    let question = Question { position, algorithm, depth: depth? };
    Some(Ask::Search { task: Arc::clone(task), question, right: right(task, &question) })
}

/// Whether a program with this mistake gives another answer than the right one.
fn tells(ask: &Ask, mistake: Mistake) -> bool {
    match ask {
        Ask::Search { question, right, .. } => !diagnose::gives(question, &[mistake], right),
        _ => false,
    }
}

/// The known mistakes that none of these cases tells from what is right.
fn open<'a>(asks: impl Iterator<Item = &'a Ask>) -> Vec<Mistake> {
    chosen::undetected(asks, &tells)
}

/// Candidates that are looked at for a case that tells several mistakes apart, and for one that tells any: some
/// change one answer in thousands.
const PATIENCE: [usize; 2] = [100, 20_000];

/// Cases that fill up a set have at least so many nodes.
const LEAST_NODES: u64 = 50;

/// So many cases by which, together with those given, as many mistakes as possible are told from what is
/// right. None is `known` already.
pub(super) fn made(
    task: &Arc<SearchTask>,
    rng: &mut Rng,
    count: usize,
    given: &[Ask],
    known: Vec<Ask>,
    watch: &mut dyn FnMut(),
) -> Vec<Ask> {
    let choice = Choice {
        count,
        open: if task.is_known() { open(given.iter()) } else { Vec::new() },
        known,
        timeout_streak: PATIENCE,
        candidate: &|rng| candidate(task, rng),
        tells: &tells,
        is_enough: &|ask| matches!(ask, Ask::Search { right, .. } if right.nodes >= LEAST_NODES),
    };
    choice.make(rng, watch)
}

/// Shows that every known mistake that answers can show changes at least one of them.
///
/// # Errors
///
/// Which mistakes do not.
pub(super) fn prove(task: &SearchTask, cases: &[Case]) -> Result<(), CaseError> {
    if !task.is_known() {
        return Ok(());
    }
    let open = open(cases.iter().map(|case| &case.ask));
    if open.is_empty() {
        return Ok(());
    }
    let names: Vec<&str> = open.iter().map(|mistake| mistake.id()).collect();
    let remedy = "expected more cases, greater depths or more nodes in [cases], depths and most_nodes";
    Err(CaseError(format!("no case tells these mistakes from what is right: {}; {remedy}", names.join(", "))))
}

/// The arguments of the program.
pub(super) fn arguments(task: &SearchTask, question: &Question) -> Vec<String> {
    let style = &task.board;
    let letter = if question.algorithm == MINIMAX { "M" } else { "A" };
    let side = &style.sides[usize::from(question.position.turn() == Player::Second)];
    vec![state(style, &question.position), side.clone(), letter.to_owned(), question.depth.to_string()]
}

/// A board as one word.
pub(super) fn state(style: &BoardStyle, position: &Standard) -> String {
    let board = position.board();
    let [red, yellow, empty] = style.cells;
    let cell = |column: u32, row: u32| {
        let bit = plyground_core::grid::Grid::<7, 6>::bit(column, row);
        if board.stones(Player::First) & bit != 0 {
            red
        } else if board.stones(Player::Second) & bit != 0 {
            yellow
        } else {
            empty
        }
    };
    let rows = (0..6).map(|row| if style.is_bottom_first { row } else { 5 - row });
    let rows: Vec<String> = rows.map(|row| (0..7).map(|column| cell(column, row)).collect()).collect();
    rows.join(",")
}

pub(super) fn call(task: &SearchTask, question: &Question, wall: Duration) -> Call {
    let arguments = arguments(task, question).into_iter().map(Argument::Word).collect();
    Call { arguments, input: String::new(), file: None, wall }
}

/// The two lines that are right, for people.
pub(super) fn expected(task: &SearchTask, question: &Question, right: &Answer) -> String {
    let column = right.column + i64::from(task.board.first_column);
    let nodes = counted(right.nodes, "node");
    if question.position.outcome().is_some() {
        return format!("any column, {nodes}");
    }
    format!("column {column}, {nodes}")
}

/// Reads column, as it is printed, and number of nodes, if there is one.
fn read(first_column: u8, ended: &Ended) -> Result<(i64, Option<u64>), Fault> {
    let expected = format!("a line with a column from {first_column} to {}", first_column + 6);
    let number = |line: &str| {
        let is_number = !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit());
        // More digits than fit are a number too great to be true, but a number.
        is_number.then(|| line.parse::<u64>().unwrap_or(u64::MAX))
    };
    let read = || {
        // Blanks around a number are no part of it.
        let lines = answer_lines(ended, &expected)?;
        let lines: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
        let first = lines.first().ok_or_else(|| wrong_line(0, None, &expected))?;
        // A column that is none is still told to the diagnosis.
        let digits = first.strip_prefix('-').unwrap_or(first);
        let column = number(digits)
            .filter(|&column| column < 100)
            .and_then(|column| i64::try_from(column).ok())
            .map(|column| if digits.len() < first.len() { -column } else { column })
            .ok_or_else(|| wrong_line(0, Some(first), &expected))?;
        let nodes = match lines.get(1) {
            None => None,
            Some(line) => {
                Some(number(line).ok_or_else(|| wrong_line(1, Some(line), "the number of examined nodes"))?)
            }
        };
        if let Some(line) = lines.get(2) {
            return Err(wrong_line(2, Some(line), "two lines and nothing more"));
        }
        Ok((column, nodes))
    };
    verdict(ended, read())
}

/// What an answer is worth.
pub(super) fn judge(task: &SearchTask, question: &Question, right: &Answer, ended: &Ended) -> CaseVerdict {
    let first = task.board.first_column;
    let (column, nodes) = match read(first, ended) {
        Ok(read) => read,
        Err(fault) => return CaseVerdict::of_fault(&[true, true], &fault),
    };
    let column = column - i64::from(first);
    let is_open =
        |column: i64| question.position.moves().any(|open: Column| i64::from(open.index()) == column);
    let is_over = question.position.outcome().is_some();
    let column_right = column == right.column || is_over;
    let nodes_right = nodes == Some(right.nodes);
    let shown = column + i64::from(first);
    let mut problems = Vec::new();
    if !column_right {
        if is_open(column) {
            problems.push(format!("column {shown}, expected {}", right.column + i64::from(first)));
        } else {
            let full = (0..7).contains(&column);
            let why = if full { "is full" } else { "is not on the board" };
            let kind = FaultKind::Illegal.name();
            problems
                .push(format!("{kind}: column {shown} {why}, expected {}", right.column + i64::from(first)));
        }
    }
    match nodes {
        None => {
            problems.push(format!("the second line is missing, expected {}", counted(right.nodes, "node")));
        }
        Some(nodes) if !nodes_right => {
            problems.push(format!("{}, expected {}", counted(nodes, "node"), right.nodes));
        }
        Some(_) => {}
    }
    let hundredths = |is_right: bool| Some(if is_right { 100 } else { 0 });
    let got = match nodes {
        Some(nodes) => format!("column {shown}, {}", counted(nodes, "node")),
        None => format!("column {shown}"),
    };
    CaseVerdict {
        earned: vec![hundredths(column_right), hundredths(nodes_right)],
        numbers: vec![Some(column), nodes.map(|nodes| i64::try_from(nodes).unwrap_or(i64::MAX))],
        got,
        problem: problems.join("; "),
        ..CaseVerdict::default()
    }
}
