//! An assignment: a program is given a board and the side to move, and prints the number of a best cell. This is all
//! that Plyground needs to know of it.

use plyground_arena::config_file::ConfigError;
use plyground_arena::invoke::Ended;
use plyground_arena::protocol::{answer_lines, verdict, wrong_line};
use plyground_core::rng::Rng;
use plyground_core::{Game, Position};
use plyground_courses::engine::course::{AnsweredOf, CaseError, Course, CourseInfo, NoSettings};
use plyground_courses::engine::diagnose::{Diagnosis, Explain, explain};
use plyground_courses::engine::reader::Reader;
use plyground_courses::engine::verdict::CaseVerdict;
use plyground_courses::mistakes;
use plyground_league::fault::Fault;

use crate::tic_tac_toe::{Board, TicTacToe};

/// The assignment.
#[derive(PartialEq, Debug)]
pub(crate) struct BestCell;

mistakes! {
    /// What goes wrong in programs that look for a best cell.
    Mistake {
        FirstEmpty "first-empty":
            "plays the first empty cell, whatever it is worth.",
            "Value every empty cell by what follows, and take the best.";
    }
}

/// A board, and its best cells: bit `n` is cell `n + 1`.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Question {
    board: Board,
    best: u16,
}

impl Question {
    fn of(board: Board) -> Self {
        let values: Vec<(u8, i8)> = board.moves().map(|cell| (cell, -value(board.play(cell)))).collect();
        let most = values.iter().map(|&(_, value)| value).max();
        let best = values.iter().filter(|&&(_, value)| Some(value) == most);
        Self { board, best: best.fold(0, |best, (cell, _)| best | 1 << cell) }
    }

    fn is_best(&self, cell: u8) -> bool {
        self.best >> (cell - 1) & 1 == 1
    }
}

/// How mistakes are found in answers, which are cells from 1 to 9.
impl Explain for BestCell {
    type Question = Question;
    type Answer = u8;
    type Mistake = Mistake;

    const PARTS: &'static [&'static str] = &["cell"];
    const ARGUMENTS: &'static [&'static str] = &["board"];
    const MOST_NODES: u64 = 10_000;

    fn part(&cell: &u8, _: usize) -> Option<i128> {
        Some(cell.into())
    }

    fn differ(one: &Question, other: &Question, _: usize) -> bool {
        one.board != other.board
    }

    fn right(question: &Question) -> u8 {
        (1..=9).find(|&cell| question.is_best(cell)).unwrap_or(1)
    }

    fn gives(question: &Question, mistakes: &[Mistake], &cell: &u8, _: u64) -> (bool, u64) {
        let is_given = match mistakes {
            [] => question.is_best(cell),
            [Mistake::FirstEmpty, ..] => question.board.moves().next() == Some(cell - 1),
        };
        (is_given, 1)
    }

    fn cost(_: &Question, _: &u8) -> u64 {
        1
    }
}

/// What a board is worth to the side to move with best play: 1, 0 or -1.
fn value(board: Board) -> i8 {
    match board.outcome() {
        Some(outcome) => outcome.winner().map_or(0, |winner| if winner == board.turn() { 1 } else { -1 }),
        None => board.moves().map(|cell| -value(board.play(cell))).max().unwrap_or(0),
    }
}

/// Boards that are looked at for each case before it is given up: there are a few thousand.
const MOST_TRIES: usize = 10_000;

impl Course for BestCell {
    type Game = TicTacToe;
    type Question = Question;
    /// A cell, 1 to 9.
    type Answer = u8;
    type Mistake = Mistake;
    type Settings = NoSettings;

    const INFO: CourseInfo = CourseInfo {
        name: "tic-tac-toe-best",
        about: "print the number of a best cell, 1 to 9",
        program: "best",
        usage: &["plyground move tic-tac-toe --agent engine POSITION"],
        file: include_str!("assignment.toml"),
    };
    const TASK: &'static str = "best-cell";
    const PARTS: &'static [&'static str] = &["cell"];
    const HAS_DEPTH: bool = false;
    const IS_CALLED: bool = true;

    fn configure(_: Option<&NoSettings>, _: [u32; 2], _: &Reader<'_>) -> Result<Self, ConfigError> {
        Ok(Self)
    }

    fn given(&self, board: Board, _: Option<char>, _: u32) -> Question {
        Question::of(board)
    }

    fn questions(
        &self,
        rng: &mut Rng,
        count: usize,
        _: &[Question],
        mut known: Vec<Question>,
        watch: &mut dyn FnMut(),
    ) -> Result<Vec<Question>, CaseError> {
        let first = known.len();
        for _ in 0..count {
            let found = (0..MOST_TRIES).find_map(|_| {
                let cells = rng.below(8);
                let board = rng.play(TicTacToe::start(), cells, 0);
                let question = Question::of(board);
                // Where every cell is as good, nothing is asked.
                let is_asked = question.best.count_ones() < u32::try_from(board.moves().count()).ok()?;
                (is_asked && !known.contains(&question)).then_some(question)
            });
            let found = found.ok_or_else(|| CaseError("too few boards; expected fewer cases".to_owned()))?;
            known.push(found);
            watch();
        }
        Ok(known.split_off(first))
    }

    fn arguments(&self, question: &Question) -> Vec<String> {
        let text = TicTacToe::notation().write(&question.board).unwrap_or_default();
        text.split(' ').map(str::to_owned).collect()
    }

    fn read(&self, _: &Question, ended: &Ended) -> Result<u8, Fault> {
        verdict(ended, read(ended))
    }

    fn judge(&self, question: &Question, &cell: &u8) -> CaseVerdict {
        let problem = format!("cell {cell}, expected {}", self.expected(question));
        CaseVerdict::one(question.is_best(cell), cell.to_string(), problem)
    }

    fn expected(&self, question: &Question) -> String {
        let best = (1..=9).filter(|&cell| question.is_best(cell)).map(|cell| cell.to_string());
        best.collect::<Vec<_>>().join(" or ")
    }

    fn position(&self, question: &Question) -> Option<Board> {
        Some(question.board)
    }

    fn diagnose(
        &self,
        answers: &[AnsweredOf<'_, Self>],
        stop: &dyn Fn() -> bool,
    ) -> Option<Diagnosis<Mistake>> {
        let answers: Vec<_> =
            answers.iter().map(|answered| (answered.question.clone(), answered.answer.copied())).collect();
        Some(explain::<Self>(&answers, stop))
    }
}

/// The cell on the only line.
fn read(ended: &Ended) -> Result<u8, Fault> {
    const EXPECTED: &str = "a line with a cell from 1 to 9";
    let lines = answer_lines(ended, EXPECTED)?;
    match &lines[..] {
        [] => Err(wrong_line(0, None, EXPECTED)),
        [line] => match line.trim().as_bytes() {
            [digit @ b'1'..=b'9'] => Ok(digit - b'0'),
            _ => Err(wrong_line(0, Some(line), EXPECTED)),
        },
        [_, line, ..] => Err(wrong_line(1, Some(line), "nothing more")),
    }
}

#[cfg(test)]
mod tests {
    use plyground_courses::engine::task::TaskKind;

    use super::BestCell;

    #[test]
    fn it_needs_its_game() {
        let error = TaskKind::add(&[TaskKind::of::<BestCell>()]).expect_err("its game was not added");
        assert_eq!(
            error.to_string(),
            "kinds of assignments: 'tic-tac-toe-best': its game is in no list; expected it among the games of the program"
        );
    }
}
