//! CS431: a best column of minimax to a depth, for the side to move.

use std::time::Duration;

use plyground_arena::config_file::ConfigError;
use plyground_arena::invoke::{Argument, Call, Ended};
use plyground_arena::protocol::{answer_lines, verdict, wrong_line};
use plyground_core::games::connect_four::{ConnectFour, Cs431, Standard};
use plyground_core::games::gravity::Column;
use plyground_core::rng::Rng;
use plyground_core::search::{Algorithm, replay};
use plyground_core::{Player, Position};
use plyground_league::fault::FaultKind;
use serde::Deserialize;
use serde_json::{Value, json};
use toml::Spanned;

use super::{Answer, Mistake, Question, best_within, diagnose};
use crate::comp3608::{BoardStyle, state};
use crate::engine::assignment::Reader;
use crate::engine::case::board::{self, Kind};
use crate::engine::case::chosen::{self, Choice};
use crate::engine::case::tree::fitting;
use crate::engine::case::{CaseAnswer, CaseError, CaseVerdict};
use crate::engine::course::{Course, CourseInfo};
use crate::engine::outcome::DiagnosisText;

/// What programs are asked: a best column of a minimax search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestColumn {
    /// Depths in plies, from and to.
    pub depths: [u32; 2],
    /// The greatest minimax tree of a case, in nodes.
    pub most_nodes: u64,
}

/// A question, and what is right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asked {
    /// Board, side and depth.
    pub question: Question,
    /// All columns that are worth as much as the best: no tie-break is a mistake.
    pub best: Vec<Column>,
}

/// The table `[search]`.
#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    most_nodes: Option<Spanned<u64>>,
}

/// Memory for the reference search of a case, in bytes.
const MEMORY: usize = 1 << 20;

impl Asked {
    /// The question with all best columns, found by search. Time is proportional to the nodes of minimax.
    pub fn of(question: Question) -> Self {
        let Question { position, depth } = question;
        let me = position.turn();
        let searched = replay::search(Algorithm::Minimax, &position, depth, &Cs431, me, MEMORY);
        let most = searched.root_moves.iter().map(|child| child.value).max();
        let best = searched.root_moves.iter().filter(|child| Some(child.value) == most).map(|child| child.mv);
        Self { question, best: best.collect() }
    }
}

/// Candidates that are looked at for a case that tells several mistakes apart, and for one that tells any.
const PATIENCE: [usize; 2] = [40, 400];

/// A random case in which some column is better than another, or on which every column is lost and the left one full.
fn candidate(&BestColumn { depths: [from, to], most_nodes }: &BestColumn, rng: &mut Rng) -> Option<Asked> {
    let is_lost = to > 1 && rng.below(8) == 0;
    let position = if is_lost { board::lost(rng) } else { Standard::new(board::reached(Kind::Played, rng)) };
    if position.outcome().is_some() {
        return None;
    }
    let depth =
        if is_lost { from.max(2) } else { from + u32::try_from(rng.below((to - from + 1) as usize)).ok()? };
    let depth = fitting(&position, [from, depth], most_nodes)?;
    let asked = Asked::of(Question { position, depth });
    let is_open = position.moves().any(|column| column.index() == 0);
    (asked.best.len() < position.moves().count() || is_lost && !is_open).then_some(asked)
}

/// Nodes that a program with a mistake may look at: one that searches far too deep is told by other cases.
const MOST_NODES: u64 = 20_000;

/// Whether a program with this mistake answers wrongly, however it breaks ties.
fn tells(asked: &Asked, mistake: Mistake) -> bool {
    let given = best_within(&asked.question, &[mistake], MOST_NODES);
    given.is_some_and(|given| asked.best.iter().all(|right| !given.contains(&i64::from(right.index()))))
}

impl Course for BestColumn {
    type Game = ConnectFour;
    type Question = Asked;
    type Settings = Settings;

    const INFO: CourseInfo = CourseInfo {
        name: "cs431",
        about: "play against people with heuristic minimax of a chosen depth over open spans of four",
        program: "ConnectFour",
        usage: &[
            "ConnectFour [PLIES]",
            "plyground play connect-four --second minimax:eval=cs431,depth=DEPTH",
        ],
        file: include_str!("../../embedded/assignments/cs431/assignment.toml"),
    };
    const TASK: &'static str = "column";
    const PARTS: &'static [&'static str] = &["column"];
    const IS_CALLED: bool = true;

    fn configure(
        settings: Option<&Settings>,
        depths: [u32; 2],
        reader: &Reader<'_>,
    ) -> Result<Self, ConfigError> {
        let most_nodes = settings.and_then(|settings| settings.most_nodes.as_ref());
        Ok(Self { depths, most_nodes: reader.most_nodes(most_nodes)? })
    }

    fn identity(&self) -> Value {
        json!({ "name": Self::TASK, "depths": self.depths, "most_nodes": self.most_nodes })
    }

    fn most_nodes(&self) -> Option<u64> {
        Some(self.most_nodes)
    }

    fn given(&self, position: Standard, _: Option<char>, depth: u32) -> Asked {
        Asked::of(Question { position, depth })
    }

    /// Fails if there are hardly any boards on which it matters which column is chosen.
    fn questions(
        &self,
        rng: &mut Rng,
        count: usize,
        given: &[Asked],
        known: Vec<Asked>,
        watch: &mut dyn FnMut(),
    ) -> Result<Vec<Asked>, CaseError> {
        let choice = Choice {
            count,
            open: chosen::undetected(given, &tells),
            known,
            patience: PATIENCE,
            candidate: &|rng| candidate(self, rng),
            tells: &tells,
            is_enough: &|_| true,
        };
        let made = choice.make(rng, watch);
        if made.len() == count {
            return Ok(made);
        }
        let found = made.len();
        Err(CaseError(format!(
            "only {found} of {count} boards were found on which it matters which column is chosen; expected other \
             depths, a greater most_nodes or fewer cases"
        )))
    }

    fn unproved(&self, questions: &[&Asked]) -> Option<String> {
        let open = chosen::undetected(questions.iter().copied(), &tells);
        let names: Vec<&str> = open.iter().map(|mistake| mistake.id()).collect();
        (!names.is_empty()).then(|| format!("not proved: no case is sure to find {}", names.join(", ")))
    }

    fn call(&self, asked: &Asked, wall: Duration) -> Call {
        let arguments = arguments(&asked.question).into_iter().map(Argument::Word).collect();
        Call { arguments, input: String::new(), file: None, wall }
    }

    fn judge(&self, asked: &Asked, ended: &Ended) -> CaseVerdict {
        judge(&asked.question.position, &asked.best, ended)
    }

    fn words(&self, asked: &Asked) -> String {
        arguments(&asked.question).join(" ")
    }

    fn expected(&self, asked: &Asked) -> String {
        let columns: Vec<String> = asked.best.iter().map(|column| column.index().to_string()).collect();
        format!("column {}", columns.join(" or "))
    }

    fn position(&self, asked: &Asked) -> Option<Standard> {
        Some(asked.question.position)
    }

    fn diagnose(&self, answers: &[(&Asked, &CaseAnswer)], stop: &dyn Fn() -> bool) -> DiagnosisText {
        let answer = |answered: &CaseAnswer| {
            let column = answered.numbers.first().copied().flatten()?;
            Some(Answer { column })
        };
        let answers: Vec<_> =
            answers.iter().map(|(asked, answered)| (asked.question, answer(answered))).collect();
        DiagnosisText::of(&diagnose(&answers, stop))
    }
}

/// The board as COMP3608 writes it, the side of the program, and the depth.
fn arguments(Question { position, depth }: &Question) -> Vec<String> {
    let style = BoardStyle::default();
    let side = style.sides[usize::from(position.turn() == Player::Second)].clone();
    vec![state(&style, position), side, depth.to_string()]
}

/// What an answer is worth.
fn judge(position: &Standard, best: &[Column], ended: &Ended) -> CaseVerdict {
    const EXPECTED: &str = "a line with a column from 0 to 6";
    let read = || {
        let lines = answer_lines(ended, EXPECTED)?;
        let line = lines.first().ok_or_else(|| wrong_line(0, None, EXPECTED))?;
        if let Some(line) = lines.get(1) {
            return Err(wrong_line(1, Some(line), "nothing more"));
        }
        match line.trim().as_bytes() {
            [digit @ b'0'..=b'6'] => Ok(Column::new(digit - b'0')),
            _ => Err(wrong_line(0, Some(line), EXPECTED)),
        }
    };
    let column = match verdict(ended, read()) {
        Ok(column) => column,
        Err(fault) => return CaseVerdict::of_fault(&fault),
    };
    let is_right = best.contains(&column);
    let names: Vec<String> = best.iter().map(|column| column.index().to_string()).collect();
    let why = if position.moves().any(|open| open == column) { "" } else { ", which is full" };
    let problem = if is_right {
        String::new()
    } else {
        let kind = if why.is_empty() { String::new() } else { format!("{}: ", FaultKind::Illegal.name()) };
        format!("{kind}column {}{why}, expected {}", column.index(), names.join(" or "))
    };
    CaseVerdict {
        earned: vec![Some(if is_right { 100 } else { 0 })],
        numbers: vec![Some(i64::from(column.index()))],
        got: format!("column {}", column.index()),
        problem,
        ..CaseVerdict::default()
    }
}
