//! CS431: the columns that a program chooses on a list of boards.

#[cfg(target_os = "linux")]
mod basics;
#[cfg(target_os = "linux")]
mod course;
mod mistake;
mod program;

#[cfg(target_os = "linux")]
pub use course::{BestColumn, ColumnQuestion, Settings};
pub use mistake::Mistake;

use plyground_core::games::connect_four::{Standard, notation};
use plyground_core::games::gravity::{Column, Gravity};
use plyground_core::rng::Rng;
use plyground_core::{Player, Position};

use crate::diagnose::{Diagnosis, Explain, MistakeSet, explain, has_same_tokens};
use program::Program;

/// What a program is asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Question {
    /// The board; the computer is the side to move. The game is not over.
    pub position: Standard,
    /// Depth in plies, at least 1.
    pub depth: u32,
}

/// The column that a program chooses; 0 to 6 are those of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Answer {
    /// The column.
    pub column: i64,
}

/// All columns that are best for a program with these mistakes; without any, all right answers. They are in order,
/// and there is one at least if the board is not full.
///
/// Time is proportional to the number of nodes of the search.
pub fn best_columns(question: &Question, mistakes: &[Mistake]) -> Vec<i64> {
    best_within(question, mistakes, u64::MAX).unwrap_or_default()
}

/// The same, or `None` if the search has more than `most` nodes.
pub fn best_within(question: &Question, mistakes: &[Mistake], most: u64) -> Option<Vec<i64>> {
    Program::new(question, MistakeSet::new(mistakes), most).run()
}

/// The most nodes that are searched to find out whether a mistake gives an answer.
const MOST: u64 = 150_000;

/// Boards on which every move loses and column 0 is full, and who is to move.
const LOST: [(&str, Player); 2] = [
    ("y.rrr..,r......,y......,r......,y......,r......", Player::Second),
    ("r.yyy..,y......,r......,y......,r......,y......", Player::First),
];

fn lost((state, turn): &(&str, Player)) -> Option<Question> {
    Some(Question { position: notation::parse_state(state, *turn).ok()?, depth: 2 })
}

/// Boards on which some column is better than another, at depths from 1 to 3, and some that are lost:
/// the same ones for everybody.
pub fn examples() -> Vec<Question> {
    const BOARDS: usize = 60;
    const DEPTHS: [u32; 5] = [1, 2, 1, 2, 3];
    let mut rng = Rng::new(431);
    let mut questions: Vec<_> = LOST.iter().filter_map(lost).collect();
    while questions.len() < BOARDS {
        let depth = DEPTHS[questions.len() % DEPTHS.len()];
        let question = Question { position: random_position(&mut rng), depth };
        let is_over = question.position.outcome().is_some();
        if !is_over && best_columns(&question, &[]).len() < question.position.moves().count() {
            questions.push(question);
        }
    }
    questions
}

/// A board in the middle of a game between players of lots.
fn random_position(rng: &mut Rng) -> Standard {
    let mut board = Gravity::EMPTY;
    for _ in 0..6 + rng.below(28) {
        let unfinished = |column: &Column| Standard::new(board.drop(*column)).outcome().is_none();
        let Some(column) = rng.pick(board.open_columns().filter(unfinished)) else { break };
        board = board.drop(column);
    }
    Standard::new(board)
}

/// Which mistake explains these answers. It is given up when `stop` is true.
pub fn diagnose(answers: &[(Question, Option<Answer>)], stop: &dyn Fn() -> bool) -> Diagnosis<Mistake> {
    explain::<Cs431>(answers, stop)
}

struct Cs431;

impl Explain for Cs431 {
    type Question = Question;
    type Answer = Answer;
    type Mistake = Mistake;

    const PARTS: &'static [&'static str] = &["column"];
    const ARGUMENTS: &'static [&'static str] = &["board", "side to move", "depth"];

    /// A column is one of seven, and often several are best: how probable it is that they agree by chance is
    /// worked out too.
    const ENOUGH: usize = 10;

    const MOST_NODES: u64 = 10_000_000;

    fn part(answer: &Answer, _: usize) -> Option<i128> {
        Some(answer.column.into())
    }

    fn differ(one: &Question, other: &Question, argument: usize) -> bool {
        match argument {
            0 => !has_same_tokens(&one.position, &other.position),
            1 => one.position.turn() != other.position.turn(),
            _ => one.depth != other.depth,
        }
    }

    fn right(question: &Question) -> Answer {
        Answer { column: best_columns(question, &[]).first().copied().unwrap_or(0) }
    }

    /// How it breaks ties is not known.
    fn gives(question: &Question, mistakes: &[Mistake], answer: &Answer, most: u64) -> (bool, u64) {
        let mut program = Program::new(question, MistakeSet::new(mistakes), most.min(MOST));
        let best = program.run();
        (best.is_some_and(|best| best.contains(&answer.column)), program.visited)
    }

    /// One of the columns that are best for such a program, out of all that are open.
    fn chance(question: &Question, _: &Answer, mistakes: &[Mistake]) -> f64 {
        let count = |columns: usize| f64::from(u8::try_from(columns).unwrap_or(7));
        let open = question.position.moves().count().max(2);
        let best = best_within(question, mistakes, MOST).unwrap_or_default().len();
        (count(best) / count(open)).min(1.0)
    }

    fn cost(question: &Question, _: &Answer) -> u64 {
        u64::from(question.depth)
    }
}
