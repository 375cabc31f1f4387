//! COMP3608: column and number of examined nodes.

mod inquiry;
mod parts;
mod probes;
mod question;
mod report;
mod talk;

pub use inquiry::{Inquiry, PartState, Shown, TriedPart, inquire};
pub use parts::Way;
pub use probes::{SEEDS, probe};
pub use question::{BoardStyle, Printed, RunScore, Search, Searched, Settings};

use plyground_arena::config_file::ConfigError;
use plyground_arena::invoke::Ended;
use plyground_arena::protocol::{answer_lines, verdict, wrong_line};
use plyground_core::games::connect_four::notation::Comp3608State;
use plyground_core::games::connect_four::{ConnectFour, Standard};
use plyground_core::games::gravity::Column;
use plyground_core::rng::Rng;
use plyground_core::search::{Algorithm, replay};
use plyground_core::{Notation, Player, Position, counted, digits};
use plyground_league::fault::{Fault, FaultKind};
use serde_json::{Value, json};

use super::{Mistake, Question, diagnose, examples, gives};
use crate::connect_four::{MEMORY, feature, features};
use crate::diagnose::{Diagnosis, Feature, Finding, Inquired};
use crate::engine::basics::{Basic, Put};
use crate::engine::case::board::{self, Kind};
use crate::engine::case::chosen::{self, Choice};
use crate::engine::case::tree::fitting;
use crate::engine::course::{AnsweredOf, CaseError, Course, CourseInfo};
use crate::engine::output_form::Form;
use crate::engine::reader::Reader;
use crate::engine::review::{Review, TraceFinding};
use crate::engine::talk::TalkQuestion;
use crate::engine::verdict::CaseVerdict;

const MINIMAX: Algorithm = Algorithm::Minimax;

impl Course for Search {
    type Game = ConnectFour;
    type Question = Searched;
    type Answer = Printed;
    type Mistake = Mistake;
    type Settings = Settings;

    const INFO: CourseInfo = CourseInfo {
        name: "comp3608",
        about: "print the column that minimax or alpha-beta chooses and how many nodes it examined; in the \
                    tournament, print a column within a second",
        program: "ConnectFour",
        usage: &["ConnectFour STATE red|yellow M|A DEPTH", "ConnectFour STATE red|yellow"],
        file: include_str!("../../../embedded/assignments/comp3608/assignment.toml"),
    };
    const TASK: &'static str = "search";
    const PARTS: &'static [&'static str] = &["column", "nodes"];
    const IS_CALLED: bool = true;
    const ALGORITHMS: &'static [(&'static str, char)] = &[("M", 'M'), ("A", 'A')];

    fn configure(
        settings: Option<&Settings>,
        depths: [u32; 2],
        reader: &Reader<'_>,
    ) -> Result<Self, ConfigError> {
        let usual = Settings::default();
        settings.unwrap_or(&usual).read(depths, reader)
    }

    fn identity(&self) -> Value {
        let Self { depths, most_nodes, cut, board, evaluation } = self;
        let BoardStyle { is_bottom_first, cells, sides, first_column } = board;
        let RunScore { token, runs, win } = evaluation;
        json!({
            "name": Self::TASK,
            "depths": depths,
            "most_nodes": most_nodes,
            "cut": cut.name(),
            "board": {
                "bottom_first": is_bottom_first,
                "cells": cells,
                "sides": sides,
                "first_column": first_column,
            },
            "evaluation": { "token": token, "runs": runs, "win": win },
        })
    }

    fn most_nodes(&self) -> Option<u64> {
        Some(self.most_nodes)
    }

    fn given(&self, position: Standard, algorithm: Option<char>, depth: u32) -> Searched {
        let algorithm = if algorithm == Some('M') { MINIMAX } else { Algorithm::AlphaBeta(self.cut) };
        self.asks(Question { position, algorithm, depth })
    }

    fn questions(
        &self,
        rng: &mut Rng,
        count: usize,
        given: &[Searched],
        known: Vec<Searched>,
        watch: &mut dyn FnMut(),
    ) -> Result<Vec<Searched>, CaseError> {
        let choice = Choice {
            count,
            open: if self.is_known() { chosen::undetected(given, &tells) } else { Vec::new() },
            known,
            // Some mistakes change one answer in thousands.
            attempts: [100, 20_000],
            candidate: &|rng| candidate(self, rng),
            tells: &tells,
            is_enough: &|asked| asked.right.nodes >= 50,
        };
        Ok(choice.make(rng, watch))
    }

    fn prove(&self, questions: &[&Searched]) -> Result<(), CaseError> {
        if !self.is_known() {
            return Ok(());
        }
        let open = chosen::undetected(questions.iter().copied(), &tells);
        if open.is_empty() {
            return Ok(());
        }
        let names: Vec<&str> = open.iter().map(|mistake| mistake.id()).collect();
        let remedy = "expected more cases, greater depths or more nodes in [cases], depths and most_nodes";
        let names = names.join(", ");
        Err(CaseError(format!("no case tells these mistakes from what is right: {names}; {remedy}")))
    }

    fn unproved(&self, _: &[&Searched]) -> Option<String> {
        // Otherwise there were no cases.
        (!self.is_known()).then(|| {
            "not proved: no mistakes are known for this evaluation or rule of pruning, so nothing shows that the \
             cases find one"
                .to_owned()
        })
    }

    fn arguments(&self, Searched { question, .. }: &Searched) -> Vec<String> {
        let style = &self.board;
        let letter = if question.algorithm == MINIMAX { "M" } else { "A" };
        let side = &style.sides[usize::from(question.position.turn() == Player::Second)];
        vec![state(style, &question.position), side.clone(), letter.to_owned(), question.depth.to_string()]
    }

    fn read(&self, _: &Searched, ended: &Ended) -> Result<Printed, Fault> {
        let first_column = self.board.first_column;
        let expected = format!("a line with a column from {first_column} to {}", first_column + 6);
        // More digits than fit are a number too great to be true, but a number.
        let number = |line: &str| Some(digits(line)?.parse::<u64>().unwrap_or(u64::MAX));
        let read = || {
            // Blanks around a number are no part of it.
            let lines = answer_lines(ended, &expected)?;
            let lines: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
            let first = lines.first().ok_or_else(|| wrong_line(0, None, &expected))?;
            // A column that is none still goes to the diagnosis.
            let unsigned = first.strip_prefix('-').unwrap_or(first);
            let column = number(unsigned)
                .filter(|&column| column < 100)
                .and_then(|column| i64::try_from(column).ok())
                .map(|column| if unsigned.len() < first.len() { -column } else { column })
                .ok_or_else(|| wrong_line(0, Some(first), &expected))?;
            let wrong_nodes = |line| wrong_line(1, Some(line), "the number of examined nodes");
            let nodes = lines.get(1).map(|line| number(line).ok_or_else(|| wrong_nodes(line))).transpose()?;
            if let Some(line) = lines.get(2) {
                return Err(wrong_line(2, Some(line), "two lines and nothing more"));
            }
            Ok(Printed { column: column - i64::from(first_column), nodes })
        };
        verdict(ended, read())
    }

    fn judge(
        &self,
        Searched { question, right }: &Searched,
        &Printed { column, nodes }: &Printed,
    ) -> CaseVerdict {
        let first = i64::from(self.board.first_column);
        let shown = format!("column {}", column + first);
        let is_open = question.position.moves().any(|open: Column| i64::from(open.index()) == column);
        let illegal = FaultKind::Illegal.name();
        let found = match column {
            _ if is_open => shown.clone(),
            0..7 => format!("{illegal}: {shown} is full"),
            _ => format!("{illegal}: {shown} is not on the board"),
        };
        let counts = match nodes {
            None => format!("the second line is missing, expected {}", counted(right.nodes, "node")),
            Some(nodes) => format!("{}, expected {}", counted(nodes, "node"), right.nodes),
        };
        let problems = [format!("{found}, expected {}", right.column + first), counts];
        let is_over = question.position.outcome().is_some();
        let is_right = [column == right.column || is_over, nodes == Some(right.nodes)];
        let wrong = problems.into_iter().zip(is_right).filter(|(_, is_right)| !is_right);
        CaseVerdict {
            earned: is_right.map(|is_right| Some(if is_right { 100 } else { 0 })).to_vec(),
            numbers: vec![Some(column), nodes.map(|nodes| i64::try_from(nodes).unwrap_or(i64::MAX))],
            got: nodes.map_or(shown.clone(), |nodes| format!("{shown}, {}", counted(nodes, "node"))),
            problem: wrong.map(|(problem, _)| problem).collect::<Vec<_>>().join("; "),
            ..CaseVerdict::default()
        }
    }

    fn expected(&self, Searched { question, right }: &Searched) -> String {
        let nodes = counted(right.nodes, "node");
        if question.position.outcome().is_some() {
            return format!("any column, {nodes}");
        }
        format!("column {}, {nodes}", right.column + i64::from(self.board.first_column))
    }

    fn position(&self, asked: &Searched) -> Option<Standard> {
        Some(asked.question.position)
    }

    fn diagnose(
        &self,
        answers: &[AnsweredOf<'_, Self>],
        stop: &dyn Fn() -> bool,
    ) -> Option<Diagnosis<Mistake>> {
        // A program that never chooses a column is not one that always chooses 0.
        let has_column =
            answers.iter().filter_map(|one| one.answer).any(|printed| (0..7).contains(&printed.column));
        let answers: Vec<_> = answers
            .iter()
            .map(|one| {
                let compared = one.answer.and_then(|printed| self.comparable(one.question, printed));
                (one.question.question, compared.filter(|_| has_column))
            })
            .collect();
        self.is_known().then(|| diagnose(&answers, stop))
    }

    fn basics(&self) -> Vec<Basic<Searched>> {
        probes::basics(self)
    }

    fn inquire(
        &self,
        answers: &[AnsweredOf<'_, Self>],
        before: &Finding<Mistake>,
        ask: &mut Put<'_, Searched, Printed>,
    ) -> Option<(Finding<Mistake>, Inquired)> {
        if !self.is_known() {
            return None;
        }
        let whole = |answered: &AnsweredOf<'_, Self>| {
            Some((answered.question.question, self.comparable(answered.question, answered.answer?)?))
        };
        let answers: Vec<_> = answers.iter().filter_map(whole).collect();
        parts::ask(self, &answers, before, ask)
    }

    fn features(&self, Searched { question, .. }: &Searched) -> Vec<Feature> {
        let &Question { position, algorithm, depth } = question;
        // With other weights a position may be worth as much that nobody has won.
        let win = self.is_known().then_some(self.evaluation.win);
        let of_algorithm = [
            feature("the algorithm is M", algorithm == MINIMAX),
            feature("the algorithm is A", algorithm != MINIMAX),
        ];
        let others = features(&position, algorithm, depth, &self.evaluation, win, Player::First);
        of_algorithm.into_iter().chain(others).collect()
    }

    fn deviations(&self, asked: &Searched, answer: &Printed) -> Vec<(usize, &'static str)> {
        let (column, right) = (answer.column, asked.right);
        let is_on_board = (0..7).contains(&column);
        let is_open = asked.question.position.moves().any(|open: Column| i64::from(open.index()) == column);
        let is_tie = || {
            let Question { position, depth, .. } = asked.question;
            let made = replay::search(MINIMAX, &position, depth, &self.evaluation, Player::First, MEMORY);
            let of = |column: i64| made.root_moves.iter().find(|child| i64::from(child.mv.index()) == column);
            let [value, best] = [column, right.column].map(|column| of(column).map(|child| child.value));
            value.is_some() && value == best
        };
        let found = [
            (0, !is_on_board, "the column is not on the board"),
            (0, is_on_board && !is_open, "the column is full"),
            (0, is_on_board && column > right.column, "the column is further right than it should be"),
            (0, is_on_board && column < right.column, "the column is further left than it should be"),
            (0, is_open && is_tie(), "the column is as good as the right one, which comes first"),
            (1, answer.nodes.is_none(), "the number is missing"),
            (1, answer.nodes.is_some_and(|nodes| nodes > right.nodes), "the number is too great"),
            (1, answer.nodes.is_some_and(|nodes| nodes < right.nodes), "the number is too small"),
        ];
        found.into_iter().filter(|(_, is_so, _)| *is_so).map(|(part, _, words)| (part, words)).collect()
    }

    fn examples(&self) -> Vec<Searched> {
        examples().into_iter().map(|question| self.asks(question)).collect()
    }

    fn form(&self, _: &Searched, _: Option<&Printed>, ended: &Ended) -> Form<Printed> {
        report::form(self.board.first_column, ended)
    }

    fn trace(&self, asked: &Searched, answer: Option<&Printed>, ended: &Ended) -> Option<TraceFinding> {
        // Only the course's own search has a trace here.
        self.is_known().then(|| report::trace(&self.words(asked), asked, answer, ended)).flatten()
    }

    fn size(&self, asked: &Searched) -> Option<u64> {
        Some(asked.right.nodes)
    }

    fn talk(&self, asked: &[&Searched], rng: &mut Rng) -> Vec<TalkQuestion> {
        talk::of(self, asked, rng)
    }

    fn review(&self, answers: &[AnsweredOf<'_, Self>]) -> Review {
        let is_formal = |answered: &&AnsweredOf<'_, Self>| {
            answered.question.is_answered(answered.answer) && !answered.is_right
        };
        let formal = match answers.iter().filter(is_formal).count() {
            0 => None,
            1 => Some("One answer has the right numbers, and is wrong by its form alone.".to_owned()),
            all => Some(format!("{all} answers have the right numbers, and are wrong by their form alone.")),
        };
        let is_unknown = !self.is_known() && answers.iter().any(|answered| !answered.is_right);
        let unknown = "No mistakes are known for this evaluation or rule of pruning: what explains the answers is not \
                       looked for.";
        let findings = formal.into_iter().chain(is_unknown.then(|| unknown.to_owned())).collect();
        Review { tables: report::depths(answers).into_iter().collect(), findings }
    }
}

/// A random question whose minimax tree is not too great, unless it would be at any depth.
fn candidate(task: &Search, rng: &mut Rng) -> Option<Searched> {
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
    Some(task.asks(Question { position, algorithm, depth: depth? }))
}

/// Whether a program with this mistake gives another answer than the right one.
fn tells(asked: &Searched, mistake: Mistake) -> bool {
    !gives(&asked.question, &[mistake], &asked.right)
}

/// A board as one word.
pub(crate) fn state(style: &BoardStyle, position: &Standard) -> String {
    let [red, yellow, empty] = style.cells;
    let cell = |cell| match cell {
        'r' => red,
        'y' => yellow,
        _ => empty,
    };
    let usual = Comp3608State.write(position).unwrap_or_default();
    let (rows, _) = usual.split_once(' ').unwrap_or_default();
    let mut rows: Vec<String> = rows.split(',').map(|row| row.chars().map(cell).collect()).collect();
    if !style.is_bottom_first {
        rows.reverse();
    }
    rows.join(",")
}
