//! CS431: a best column of minimax to a depth, for the side to move.

use plyground_arena::config_file::ConfigError;
use plyground_arena::invoke::Ended;
use plyground_arena::protocol::{answer_lines, verdict, wrong_line};
use plyground_core::games::connect_four::{ConnectFour, Cs431, Standard};
use plyground_core::games::gravity::Column;
use plyground_core::rng::Rng;
use plyground_core::search::{Algorithm, replay};
use plyground_core::{Game, Player, Position, counted, quote};
use plyground_league::fault::{Fault, FaultKind};
use serde::Deserialize;
use serde_json::{Value, json};
use toml::Spanned;

use super::basics::BASICS;
use super::{Answer, Cs431 as Assignment, Mistake, Question, best_within, diagnose, examples};
use crate::comp3608::{BoardStyle, state};
use crate::connect_four::{MEMORY, basics, features};
use crate::diagnose::{Diagnosis, Feature, Finding, left};
use crate::engine::basics::Basic;
use crate::engine::case::board::{self, Kind};
use crate::engine::case::chosen::{self, Choice};
use crate::engine::case::tree::fitting;
use crate::engine::course::{AnsweredOf, CaseError, Course, CourseInfo};
use crate::engine::output_form::{Form, Remark, lines, whole};
use crate::engine::reader::Reader;
use crate::engine::talk::{Made, RightSearch, TalkQuestion, mistaken, questions};
use crate::engine::verdict::CaseVerdict;

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
pub struct ColumnQuestion {
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

impl ColumnQuestion {
    /// The question with all best columns, found by search. Time is proportional to the nodes of minimax.
    pub fn of(question: Question) -> Self {
        let Question { position, depth } = question;
        let me = position.turn();
        let searched = replay::search(Algorithm::Minimax, &position, depth, &Cs431, me, MEMORY);
        let most = searched.root_moves.iter().map(|child| child.value).max();
        let best = searched.root_moves.iter().filter(|child| Some(child.value) == most).map(|child| child.mv);
        Self { question, best: best.collect() }
    }

    fn best_words(&self) -> String {
        let columns: Vec<String> = self.best.iter().map(|column| column.index().to_string()).collect();
        columns.join(" or ")
    }
}

/// A random case in which some column is better than another, or on which every column is lost and the left one full.
fn candidate(
    &BestColumn { depths: [from, to], most_nodes }: &BestColumn,
    rng: &mut Rng,
) -> Option<ColumnQuestion> {
    let is_lost = to > 1 && rng.below(8) == 0;
    let position = if is_lost { board::lost(rng) } else { Standard::new(board::reached(Kind::Played, rng)) };
    if position.outcome().is_some() {
        return None;
    }
    let depth =
        if is_lost { from.max(2) } else { from + u32::try_from(rng.below((to - from + 1) as usize)).ok()? };
    let depth = fitting(&position, [from, depth], most_nodes)?;
    let asked = ColumnQuestion::of(Question { position, depth });
    let is_open = position.moves().any(|column| column.index() == 0);
    (asked.best.len() < position.moves().count() || is_lost && !is_open).then_some(asked)
}

/// Values from here on are those of won positions.
const WIN: i32 = 10_000;

/// Mistakes of which anybody who knows the search can say which column they lead to.
const CHANGES: [Mistake; 6] = [
    Mistake::MinForgotten,
    Mistake::OpponentForgotten,
    Mistake::OnePlyShallower,
    Mistake::WorstTaken,
    Mistake::RunsForSpans,
    Mistake::NoDiagonals,
];

/// Which column is answered with one mistake.
fn change(asked: &ColumnQuestion, rng: &mut Rng) -> Option<Made<Standard>> {
    let Question { position, depth } = asked.question;
    // Of several columns nobody knows which is answered.
    let told = |mistake| match best_within(&asked.question, &[mistake], MOST_NODES)?[..] {
        [column] if tells(asked, mistake) => Some(column),
        _ => None,
    };
    let (program, column) = mistaken(&CHANGES, told, rng)?;
    let question = format!(
        "{program} A right one answers column {} for this board, with {} to move, at depth {depth}. Which column does this \
         one answer?",
        asked.best_words(),
        ConnectFour::SIDES[position.turn()]
    );
    Some(Made { position, question, answer: format!("Column {column}.") })
}

/// Nodes that a program with a mistake may look at: one that searches far too deep is detected by other cases.
const MOST_NODES: u64 = 20_000;

/// Whether a program with this mistake answers wrongly, however it breaks ties.
fn tells(asked: &ColumnQuestion, mistake: Mistake) -> bool {
    let given = best_within(&asked.question, &[mistake], MOST_NODES);
    given.is_some_and(|given| asked.best.iter().all(|right| !given.contains(&i64::from(right.index()))))
}

impl Course for BestColumn {
    type Game = ConnectFour;
    type Question = ColumnQuestion;
    type Answer = Answer;
    type Mistake = Mistake;
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

    fn given(&self, position: Standard, _: Option<char>, depth: u32) -> ColumnQuestion {
        ColumnQuestion::of(Question { position, depth })
    }

    /// Fails if there are hardly any boards on which it matters which column is chosen.
    fn questions(
        &self,
        rng: &mut Rng,
        count: usize,
        given: &[ColumnQuestion],
        known: Vec<ColumnQuestion>,
        watch: &mut dyn FnMut(),
    ) -> Result<Vec<ColumnQuestion>, CaseError> {
        let choice = Choice {
            count,
            open: chosen::undetected(given, &tells),
            known,
            attempts: [40, 400],
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

    fn unproved(&self, questions: &[&ColumnQuestion]) -> Option<String> {
        let open = chosen::undetected(questions.iter().copied(), &tells);
        let names: Vec<&str> = open.iter().map(|mistake| mistake.id()).collect();
        (!names.is_empty()).then(|| format!("not proved: no case is sure to find {}", names.join(", ")))
    }

    /// The board as COMP3608 writes it, the side of the program, and the depth.
    fn arguments(&self, ColumnQuestion { question, .. }: &ColumnQuestion) -> Vec<String> {
        let (style, Question { position, depth }) = (BoardStyle::default(), question);
        let side = style.sides[usize::from(position.turn() == Player::Second)].clone();
        vec![state(&style, position), side, depth.to_string()]
    }

    fn read(&self, _: &ColumnQuestion, ended: &Ended) -> Result<Answer, Fault> {
        const EXPECTED: &str = "a line with a column from 0 to 6";
        let read = || {
            let lines = answer_lines(ended, EXPECTED)?;
            let line = lines.first().ok_or_else(|| wrong_line(0, None, EXPECTED))?;
            if let Some(line) = lines.get(1) {
                return Err(wrong_line(1, Some(line), "nothing more"));
            }
            match line.trim().as_bytes() {
                [digit @ b'0'..=b'6'] => Ok(Answer { column: i64::from(digit - b'0') }),
                _ => Err(wrong_line(0, Some(line), EXPECTED)),
            }
        };
        verdict(ended, read())
    }

    fn judge(&self, asked: &ColumnQuestion, &Answer { column }: &Answer) -> CaseVerdict {
        let is = |one: Column| i64::from(one.index()) == column;
        let is_right = asked.best.iter().copied().any(is);
        let (kind, why) = if asked.question.position.moves().any(is) {
            (String::new(), "")
        } else {
            (format!("{}: ", FaultKind::Illegal.name()), ", which is full")
        };
        let problem = format!("{kind}column {column}{why}, expected {}", asked.best_words());
        CaseVerdict {
            numbers: vec![Some(column)],
            ..CaseVerdict::one(is_right, format!("column {column}"), problem)
        }
    }

    fn expected(&self, asked: &ColumnQuestion) -> String {
        format!("column {}", asked.best_words())
    }

    fn position(&self, asked: &ColumnQuestion) -> Option<Standard> {
        Some(asked.question.position)
    }

    fn diagnose(
        &self,
        answers: &[AnsweredOf<'_, Self>],
        stop: &dyn Fn() -> bool,
    ) -> Option<Diagnosis<Mistake>> {
        let answers: Vec<_> =
            answers.iter().map(|answered| (answered.question.question, answered.answer.copied())).collect();
        Some(diagnose(&answers, stop))
    }

    fn basics(&self) -> Vec<Basic<ColumnQuestion>> {
        basics(BASICS, 0, |position, depth| ColumnQuestion::of(Question { position, depth }))
    }

    /// Of the names those that give the answers to the basics too. None is surer for it: other weights give these answers as well.
    fn left(&self, before: &Finding<Mistake>, more: &[(&ColumnQuestion, &Answer)]) -> Finding<Mistake> {
        let more: Vec<_> = more.iter().map(|(asked, answer)| (asked.question, **answer)).collect();
        left::<Assignment>(before, &more)
    }

    fn features(&self, ColumnQuestion { question, .. }: &ColumnQuestion) -> Vec<Feature> {
        let &Question { position, depth } = question;
        features(&position, Algorithm::Minimax, depth, &Cs431, Some(WIN), position.turn())
    }

    fn deviations(&self, asked: &ColumnQuestion, &Answer { column }: &Answer) -> Vec<(usize, &'static str)> {
        let is_open = asked.question.position.moves().any(|open| i64::from(open.index()) == column);
        let best = || asked.best.iter().map(|best| i64::from(best.index()));
        let found = [
            (!(0..7).contains(&column), "there is no such column"),
            ((0..7).contains(&column) && !is_open, "the column is full"),
            (best().all(|best| column < best), "the column is further left than any best one"),
            (best().all(|best| column > best), "the column is further right than any best one"),
        ];
        found.into_iter().filter_map(|(is_so, words)| is_so.then_some((0, words))).collect()
    }

    fn talk(&self, asked: &[&ColumnQuestion], rng: &mut Rng) -> Vec<TalkQuestion> {
        let right = |asked: &ColumnQuestion| {
            let Question { position, depth } = asked.question;
            let usual = RightSearch::<ConnectFour, _>::of(position, depth, Algorithm::Minimax, &Cs431);
            RightSearch { infinite: WIN, word: Some("column"), ..usual }
        };
        questions::<Self>(
            asked,
            Some(0),
            &[
                &|asked, rng| right(asked).kept(rng),
                &|asked, rng| right(asked).worth(rng),
                &change,
                &|asked, rng| right(asked).worth(rng),
            ],
            rng,
        )
    }

    fn examples(&self) -> Vec<ColumnQuestion> {
        examples().into_iter().map(ColumnQuestion::of).collect()
    }

    /// The answer is the column that is alone in the last line.
    fn form(&self, _: &ColumnQuestion, _: Option<&Answer>, ended: &Ended) -> Form<Answer> {
        let mut remarks = Vec::new();
        let lines = lines(&ended.stdout, &mut remarks);
        if let [first, _, ..] = lines.as_slice() {
            let lines = counted(lines.len(), "line");
            let message = format!("{lines}, the first {}; expected one, a column", quote(first));
            remarks.push(Remark::fault("extra-output", message));
        }
        let meant = lines.last().and_then(|line| whole(line.trim())).map(|column| Answer { column });
        Form { meant, remarks }
    }
}
