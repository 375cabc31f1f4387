//! COMP3608: column and number of nodes.

#[cfg(target_os = "linux")]
mod course;
mod mistake;
mod program;
mod scoring;
pub mod trace;

#[cfg(target_os = "linux")]
pub(crate) use course::state;
#[cfg(target_os = "linux")]
pub use course::{
    BoardStyle, Inquiry, PartState, Printed, RunScore, SEEDS, Search, Searched, Settings, Shown, TriedPart,
    Way, inquire, probe,
};
pub use mistake::Mistake;
pub(crate) use scoring::runs;

use plyground_core::Position;
use plyground_core::games::connect_four::{Standard, notation};
use plyground_core::search::{Algorithm, CutRule};

use crate::diagnose::{Diagnosis, Explain, MistakeSet, explain, has_same_tokens};
use program::Program;

/// What a program is asked: `STATE red|yellow M|A DEPTH`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Question {
    /// The board and the side to move.
    pub position: Standard,
    /// M or A, with the assignment's rule of when to prune.
    pub algorithm: Algorithm,
    /// Depth in plies, at least 1.
    pub depth: u32,
}

impl Question {
    /// Whether these answers are worth the same: on a board on which the game is over, the column does not
    /// matter.
    pub fn is_same(&self, one: &Answer, other: &Answer) -> bool {
        one.nodes == other.nodes && (one.column == other.column || self.position.outcome().is_some())
    }
}

/// The two lines that a program prints, right or wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Answer {
    /// The first line. The columns of the board are 0 to 6.
    pub column: i64,
    /// The second line.
    pub nodes: u64,
}

/// What a program with these mistakes answers; without any, what is right.
///
/// Time is proportional to the number of nodes of that program's search, which for some mistakes is far
/// greater than it should be: see [`gives`], which needs no more time than the answer is worth.
pub fn answer(question: &Question, mistakes: &[Mistake]) -> Answer {
    answer_within(question, mistakes, EVERYTHING).0.unwrap_or(Answer { column: 0, nodes: u64::MAX })
}

/// Whether a program with these mistakes gives this answer.
pub fn gives(question: &Question, mistakes: &[Mistake], answer: &Answer) -> bool {
    Comp3608::gives(question, mistakes, answer, u64::MAX).0
}

/// The most nodes that are searched to find out whether a mistake gives an answer; searches in the marking of
/// this assignment are far smaller.
const MOST_NODES: u64 = 4_000_000;

/// When a search is given up.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// The most nodes that it may have counted.
    pub counted: u64,
    /// The most nodes that it may have been at.
    pub visited: u64,
}

const EVERYTHING: Limits = Limits { counted: u64::MAX, visited: u64::MAX };

/// What a program with these mistakes answers, or `None` if its search is given up, and how many nodes it visited.
pub fn answer_within(question: &Question, mistakes: &[Mistake], limits: Limits) -> (Option<Answer>, u64) {
    let mut program = Program::new(question, MistakeSet::new(mistakes), limits);
    (program.run(), program.visited)
}

/// Which mistake explains these answers; `None` is an answer that the program did not give. The search is given up when
/// `stop` says so.
pub fn diagnose(answers: &[(Question, Option<Answer>)], stop: &dyn Fn() -> bool) -> Diagnosis<Mistake> {
    explain::<Comp3608>(answers, stop)
}

/// The assignment, as far as its answers can be explained.
#[derive(Clone, Copy, Debug)]
pub struct Comp3608;

impl Explain for Comp3608 {
    type Question = Question;
    type Answer = Answer;
    type Mistake = Mistake;

    const PARTS: &'static [&'static str] = &["column", "number of nodes"];
    const ARGUMENTS: &'static [&'static str] = &["board", "side to move", "algorithm", "depth"];
    const GROUPS: &'static [&'static str] = &["answers for M", "answers for A"];
    const MOST_NODES: u64 = 10_000_000;

    fn part(answer: &Answer, part: usize) -> Option<i128> {
        Some(if part == 0 { i128::from(answer.column) } else { i128::from(answer.nodes) })
    }

    fn differ(one: &Question, other: &Question, argument: usize) -> bool {
        match argument {
            0 => !has_same_tokens(&one.position, &other.position),
            1 => one.position.turn() != other.position.turn(),
            2 => one.algorithm != other.algorithm,
            _ => one.depth != other.depth,
        }
    }

    fn group(question: &Question) -> usize {
        usize::from(question.algorithm.cut().is_some())
    }

    fn right(question: &Question) -> Answer {
        answer(question, &[])
    }

    fn gives(question: &Question, mistakes: &[Mistake], answer: &Answer, most: u64) -> (bool, u64) {
        // Each inner node has at most seven children, so a search that counts leaves only, or inner nodes only,
        // has few nodes that it does not count.
        let visited = answer.nodes.saturating_mul(9).saturating_add(1_000).min(MOST_NODES).min(most);
        if answer.nodes > 8 * MOST_NODES {
            // No search within the bound counts so many.
            return (false, 0);
        }
        let limits = Limits { counted: answer.nodes, visited };
        let (given, visited) = answer_within(question, mistakes, limits);
        (given.is_some_and(|given| question.is_same(&given, answer)), visited)
    }

    fn cost(_: &Question, answer: &Answer) -> u64 {
        answer.nodes
    }
}

const M: Algorithm = Algorithm::Minimax;
const A: Algorithm = Algorithm::AlphaBeta(CutRule::AtEqual);

const WORKED: &str = ".ryyrry,.rryry.,..y.r..,..y....,.......,.......";
const EMPTY: &str = ".......,.......,.......,.......,.......,.......";

/// Boards, sides and searches: the worked example at growing depths, then what its board cannot show.
const EXAMPLES: [(&str, &str, Algorithm, u32); 28] = [
    (WORKED, "red", M, 1),
    (WORKED, "red", M, 2),
    (WORKED, "red", M, 3),
    (WORKED, "red", M, 4),
    (WORKED, "red", A, 1),
    (WORKED, "red", A, 2),
    (WORKED, "red", A, 3),
    (WORKED, "red", A, 4),
    (WORKED, "red", A, 5),
    (WORKED, "yellow", M, 3),
    (WORKED, "yellow", A, 4),
    (EMPTY, "red", M, 3),
    (EMPTY, "red", A, 6),
    // The board whose scores are in the text.
    ("..yyrrr,..ryryr,....y..,.......,.......,.......", "red", A, 4),
    // Full columns further left, and full boards inside the tree.
    ("yrryryr,ryyyryr,ryrryrr,ryyr.ry,yryr.yr,.yry.yy", "yellow", A, 4),
    ("ryryrry,ryrryyy,yrrryrr,ryyrryr,rry..yy,yyy..ry", "yellow", M, 5),
    ("yryyryr,ryrrryr,yrryyry,yyrryry,yryyrr.,r.y.ry.", "red", A, 7),
    ("yryrryr,yryryry,ryryyyr,yyrrryr,ry.yy.y,yr.rr.r", "red", A, 7),
    ("r.yryyr,y.yryry,r.r..yr,r.r...y,y.r...y,y......", "yellow", A, 6),
    ("rryryyy,ryryyrr,yyrr.yy,r..y.rr,y....r.,r....y.", "yellow", A, 3),
    ("ryyrrry,yryrryy,yry.rr.,rr..y..,yy..r..,ry..r..", "red", A, 6),
    ("yrrryyr,.yry.r.,.ry..y.,.....r.,.......,.......", "red", A, 5),
    // Values so close that a run counted twice makes a difference.
    (".rryyr.,.......,.......,.......,.......,.......", "yellow", A, 4),
    ("rrryyyr,.r.y...,.r.....,.y.....,.y.....,.r.....", "yellow", A, 4),
    // Wins on the next ply, and a few cells that are left. No board where the game is over: the text does not say what to print.
    (".yyy.y.,.rrr.r.,..y....,.......,.......,.......", "yellow", A, 4),
    ("yryyryr,ryrrryr,yrryyry,yyrryry,yryyrr.,r.y.ry.", "red", M, 1),
    // Runs of five can be made, on a board with tokens of one side only.
    ("rr.rr..,.......,.......,.......,.......,.......", "red", M, 2),
    ("yy.yy.r,.......,.......,.......,.......,.......", "yellow", A, 3),
];

/// Questions whose answers are no secret: right programs need less than a second for each, and any two
/// mistakes differ in the answers to some of them.
pub fn examples() -> Vec<Question> {
    let question = |(state, side, algorithm, depth): &(&str, &str, Algorithm, u32)| {
        let turn = notation::parse_side(side).ok()?;
        let position = notation::parse_state(state, turn).ok()?;
        Some(Question { position, algorithm: *algorithm, depth: *depth })
    };
    EXAMPLES.iter().filter_map(question).collect()
}
