//! CS4750: the moves of a game and the nodes generated for them.

#[cfg(target_os = "linux")]
mod course;
mod mistake;
mod program;

#[cfg(target_os = "linux")]
pub use course::{Match, WholeGame};
pub use mistake::Mistake;

use plyground_core::games::adjacent_four::notation::parse_cell;
use plyground_core::games::adjacent_four::{AdjacentFour, Cell, Standard};
use plyground_core::{Game, Player, Position, digits};

use crate::diagnose::{Diagnosis, Explain, MistakeSet, explain};
use program::Program;

/// A move that is to be searched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Question {
    /// The board; the side to move searches.
    pub position: Standard,
    /// Depth in plies.
    pub depth: u32,
    /// The numbers of nodes that the program printed for the move before this one, and for the move before that: 0 if
    /// there was none.
    pub before: [u64; 2],
}

impl Question {
    /// A search that is the first one of its game.
    pub const fn first(position: Standard, depth: u32) -> Self {
        Self { position, depth, before: [0; 2] }
    }
}

/// A move, and what the program says about it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Answer {
    /// The cell.
    pub cell: Cell,
    /// Nodes generated, if the program says.
    pub generated: Option<u64>,
}

/// The first moves of X and O, which are not searched: `[3,4]` and `[3,3]`.
pub const FIRST_MOVES: [Cell; 2] = [Cell::new(3, 2), Cell::new(2, 2)];

/// How many plies X and O look ahead.
pub const DEPTHS: [u32; 2] = [2, 4];

/// What a program with these mistakes answers; without any, what is right. `None` if it finds no cell to play.
///
/// Time is proportional to the number of nodes.
pub fn answer(question: &Question, mistakes: &[Mistake]) -> Option<Answer> {
    answer_within(question, mistakes, u64::MAX)
}

/// The same, or `None` if the search has more than `most` nodes.
fn answer_within(question: &Question, mistakes: &[Mistake], most: u64) -> Option<Answer> {
    let (cell, generated) = Program::new(question, MistakeSet::new(mistakes), most).run()?;
    Some(Answer { cell: cell?, generated: Some(generated) })
}

/// Whether a program with these mistakes gives this answer. A number that is missing agrees with any. A program that
/// finds no cell to play prints some cell all the same, such as that with which it began, and nobody knows which.
pub fn gives(question: &Question, mistakes: &[Mistake], answer: &Answer) -> bool {
    Cs4750::gives(question, mistakes, answer, u64::MAX).0
}

/// The moves of a printed game: a line with a cell such as `[3,4]` is one, and the first whole number after the cell is
/// the number of nodes generated.
pub fn moves(text: &str) -> Vec<Answer> {
    text.lines().filter_map(read_line).collect()
}

/// The searched moves of a printed game as questions with their answers.
///
/// Each move is examined on the board that the game had reached, right or wrong. The game is read as far as its cells
/// are empty ones. The first moves of both sides are never searches: see [`openings`].
pub fn searched(moves: &[Answer]) -> Vec<(Question, Option<Answer>)> {
    let mut position = AdjacentFour::start();
    let mut questions = Vec::new();
    let mut before = [0; 2];
    for (number, &answer) in moves.iter().enumerate() {
        if position.outcome().is_some() {
            break;
        }
        if number >= FIRST_MOVES.len() {
            let depth = DEPTHS[usize::from(position.turn() == Player::Second)];
            questions.push((Question { position, depth, before }, Some(answer)));
        }
        before = [answer.generated.unwrap_or(0), before[0]];
        match program::put(&position, answer.cell) {
            Some(after) => position = after,
            None => break,
        }
    }
    questions
}

/// The first moves of a printed game that are not those of the text: the number of the move, the cell, and the one that
/// is right.
pub fn openings(moves: &[Answer]) -> Vec<(usize, Cell, Cell)> {
    let found = moves.iter().zip(FIRST_MOVES);
    let numbered = (1..).zip(found).map(|(number, (found, right))| (number, found.cell, right));
    numbered.filter(|(_, cell, right)| cell != right).collect()
}

/// The first cell in brackets of a line, and the first whole number after it.
fn read_line(line: &str) -> Option<Answer> {
    let (cell, rest) = line.match_indices('[').find_map(|(at, _)| {
        let (inner, rest) = line[at + 1..].split_once(']')?;
        Some((parse_cell(&format!("[{inner}]"))?, rest))
    })?;
    // A number with a point in it is a time or a value; one at its end ends a sentence.
    let mut words = rest.split(|c: char| !(c.is_ascii_digit() || c == '.'));
    let generated = words.find_map(|word| digits(word.trim_end_matches('.')));
    Some(Answer { cell, generated: generated.map(|digits| digits.parse().unwrap_or(u64::MAX)) })
}

/// Which mistake explains these answers. It is given up when `stop` is true.
pub fn diagnose(answers: &[(Question, Option<Answer>)], stop: &dyn Fn() -> bool) -> Diagnosis<Mistake> {
    explain::<Cs4750>(answers, stop)
}

struct Cs4750;

impl Explain for Cs4750 {
    type Question = Question;
    type Answer = Answer;
    type Mistake = Mistake;

    const PARTS: &'static [&'static str] = &["number of nodes generated"];
    // A printed game answers no questions with arguments.
    const ARGUMENTS: &'static [&'static str] = &[];
    const MOST_NODES: u64 = 25_000_000;

    fn part(answer: &Answer, _: usize) -> Option<i128> {
        answer.generated.map(i128::from)
    }

    fn differ(_: &Question, _: &Question, _: usize) -> bool {
        false
    }

    fn right(question: &Question) -> Answer {
        // Where nothing can be played, nothing is answered.
        answer(question, &[]).unwrap_or(Answer { cell: Cell::new(0, 0), generated: None })
    }

    fn gives(question: &Question, mistakes: &[Mistake], answer: &Answer, most: u64) -> (bool, u64) {
        const MOST: u64 = 2_000_000;
        // A search that counts leaves only has few nodes that it does not count; one that counts none has up to 29 for each.
        let times = if mistakes.contains(&Mistake::InnerCounted) { 30 } else { 3 };
        let made = MistakeSet::new(mistakes);
        let counted = answer.generated.map(|said| said.checked_sub(program::before(&question.before, made)));
        let visits = match counted {
            Some(Some(nodes)) => nodes.saturating_mul(times).saturating_add(100).min(MOST),
            // Nobody counts backwards.
            Some(None) => return (false, 0),
            None => MOST,
        };
        let mut program = Program::new(question, made, visits.min(most));
        let given = program.run();
        let is_given = given.is_some_and(|(cell, generated)| {
            cell.is_none_or(|cell| cell == answer.cell)
                && answer.generated.is_none_or(|said| said == generated)
        });
        (is_given, program.visited)
    }

    /// A wrong number of nodes agrees with none by chance. If there is no number, or the right one, what agrees is a cell, one
    /// of those that are legal; any does where a program finds none.
    fn chance(question: &Question, found: &Answer, mistakes: &[Mistake]) -> f64 {
        let is_wrong = |said| answer(question, &[]).is_none_or(|right| right.generated != Some(said));
        if found.generated.is_some_and(is_wrong) {
            return 0.001;
        }
        if answer(question, mistakes).is_none() {
            return 1.0;
        }
        1.0 / f64::from(u8::try_from(question.position.moves().count()).unwrap_or(30).max(2))
    }

    fn cost(question: &Question, answer: &Answer) -> u64 {
        answer
            .generated
            .unwrap_or_else(|| u64::from(question.position.plies_left()).pow(question.depth.min(4)))
    }
}
