//! The parts of a program for COMP3608, and the ways in which each can be wrong.

use std::mem::discriminant;

use plyground_core::counted;

use super::inquiry::{Inquiry, PartState, Shown, inquire};
use super::probes::pool;
use super::question::{Printed, Search, Searched};
use crate::comp3608::program::{Program, Values};
use crate::comp3608::scoring::OVERLOOKED;
use crate::comp3608::{Answer, Comp3608, Limits, Mistake, Mistake as M, Question, gives};
use crate::diagnose::{Confidence, Explain, Explanation, Finding, Inquired, MistakeSet, count, left};
use crate::engine::basics::{self, Put};
use crate::engine::course::Course;

/// One way in which a part of a program is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// A mistake.
    Made(Mistake),
    /// A mistake along lines, where a winner is looked for.
    InWins(Mistake),
    /// A mistake along lines, where runs are counted.
    InRuns(Mistake),
    /// What a run of two is worth.
    Two(u32),
    /// What a run of three is worth.
    Three(u32),
    /// With which value the best of MAX begins, and with its negative that of MIN.
    Best(i32),
    /// With which value the best of MAX begins.
    BestOfMax(i32),
    /// With which value the best of MIN begins.
    BestOfMin(i32),
    /// The negative of the first alpha, and the first beta.
    Window(i32),
    /// What a win is worth.
    Win(i32),
    /// How often SCORE of red goes into EVALUATION, and that of yellow.
    Sides([i32; 2]),
    /// How often nodes are counted: the root, other inner nodes, won ones, full boards, evaluated ones.
    Counts([u8; 5]),
    /// What a full board is worth where red would be to move, and where yellow would.
    Full([i32; 2]),
    /// By how many plies the search is deeper than it should be.
    Plies(i32),
    /// How many columns and rows of the board are read.
    Read([u32; 2]),
    /// In which order columns are looked at.
    Order([u32; 7]),
    /// A column that is never looked at.
    Missed(u32),
    /// With how many tokens a column is full.
    Height(u32),
    /// The number of the left-most column.
    FirstColumn(u32),
    /// In how many columns and rows lines of four begin.
    WinStarts([u32; 2]),
    /// How many columns and rows are looked at for SCORE.
    ScoreOf([u32; 2]),
}

impl Way {
    /// The mistake that it comes to.
    pub fn mistake(self) -> Mistake {
        match self {
            Self::Made(mistake) => mistake,
            Self::InWins(mistake) => of_lines(mistake)[1],
            Self::InRuns(mistake) => of_lines(mistake)[2],
            Self::Two(0) => Mistake::TwosForgotten,
            Self::Two(..10) => Mistake::TwosWeighLess,
            Self::Two(_) => Mistake::TwosWeighMore,
            Self::Three(0) => Mistake::ThreesForgotten,
            Self::Three(..100) => Mistake::ThreesWeighLess,
            Self::Three(_) => Mistake::ThreesWeighMore,
            Self::Best(0) => Mistake::BestFromZero,
            Self::Best(_) | Self::BestOfMax(_) | Self::BestOfMin(_) => Mistake::BestFromUtility,
            Self::Window(_) => Mistake::NarrowWindow,
            Self::Win(_) => Mistake::UtilityTooSmall,
            Self::Sides([1, 0]) => Mistake::OpponentForgotten,
            Self::Sides([-1, 1]) => Mistake::EvaluationNegated,
            Self::Sides(_) => Mistake::SidesWeighedOtherwise,
            Self::Counts([0, 1, 1, 1, 1]) => Mistake::RootNotCounted,
            Self::Counts([2, 1, 1, 1, 1]) => Mistake::RootCountedTwice,
            Self::Counts([0, 0, 1, 1, 1]) => Mistake::LeavesOnly,
            Self::Counts([1, 1, 0, 0, 0]) => Mistake::InnerOnly,
            Self::Counts([0, 0, 0, 1, 1]) => Mistake::EvaluationsCounted,
            Self::Counts([1, 1, 0, 1, 1]) => Mistake::WonNotCounted,
            Self::Counts(_) => Mistake::CountedOtherwise,
            Self::Full([0, 0]) => Mistake::FullBoardZero,
            Self::Full(_) => Mistake::FullBoardLost,
            Self::Plies(..-1) => Mistake::PliesShallower,
            Self::Plies(-1..=0) => Mistake::OnePlyShallower,
            Self::Plies(1) => Mistake::OnePlyDeeper,
            Self::Plies(_) => Mistake::PliesDeeper,
            Self::Read(_) => Mistake::BoardReadPartly,
            Self::Order(_) => Mistake::MiddleFirst,
            Self::Missed(0) => Mistake::FirstColumnMissed,
            Self::Missed(6) => Mistake::LastColumnMissed,
            Self::Missed(_) => Mistake::ColumnMissed,
            Self::FirstColumn(_) => Mistake::ColumnsFromOne,
            Self::Height(_) => Mistake::TopRowNotPlayed,
            Self::WinStarts(_) => Mistake::WinStartsMissed,
            Self::ScoreOf(_) => Mistake::ScoreOfPart,
        }
    }
}

/// A mistake along lines in both, in wins alone, and in runs alone, where it has names of its own.
fn of_lines(mistake: Mistake) -> [Mistake; 3] {
    let wraps = [Mistake::LinesWrap, Mistake::WinsWrap, Mistake::RunsWrap];
    let mut rows = OVERLOOKED.into_iter().chain([wraps]);
    rows.find(|[both, ..]| *both == mistake).unwrap_or([mistake; 3])
}

/// Mistakes along lines that wins and runs may have apart.
#[rustfmt::skip]
const ALONG_LINES: [Mistake; 10] = [
    M::NoVerticals, M::NoHorizontals, M::NoRisingDiagonals, M::NoFallingDiagonals, M::NoDiagonals,
    M::LinesWrap, M::DiagonalsWrap, M::BeforeFirstWraps, M::BelowZeroWraps, M::BelowRowZeroWraps,
];

/// Mistakes along lines that are of runs alone.
const OF_RUNS: [Mistake; 2] = [Mistake::RunsBelowZeroWrap, Mistake::RunsBelowZeroWrapLeft];

/// Weights of a run of two and of a run of three that small questions show: a three outweighs nine twos at any others.
const TWOS: [u32; 7] = [0, 15, 20, 25, 30, 50, 100];
const THREES: [u32; 12] = [0, 1, 3, 9, 10, 15, 20, 30, 40, 50, 60, 75];

/// The parts with the mistakes of each, without those that have weights or wins and runs apart, and without those that of
/// 60,000 small questions hardly one shows: runs in runs, tokens alone that count, what a full board is worth.
#[rustfmt::skip]
const MADE: [&[Mistake]; 8] = [
    &[M::ColumnsFromOne, M::SideIgnored, M::YellowBegins, M::ColoursSwapped, M::UpsideDown,
        M::UpsideDownFilled, M::Mirrored, M::ColumnsReversed],
    &[M::RootNotCounted, M::RootCountedTwice, M::LeavesOnly, M::InnerOnly, M::EvaluationsCounted,
        M::WonNotCounted, M::CountedOtherwise, M::MadeCounted, M::FullColumnsCounted, M::DeepeningCounted,
        M::OnePlyDeeper, M::PliesDeeper, M::OnePlyShallower, M::PliesShallower, M::DepthInPairs,
        M::PositionsRemembered, M::PositionsRememberedCounted],
    &[M::RightToLeft, M::MiddleFirst, M::FirstColumnMissed, M::LastColumnMissed, M::TopRowNotPlayed,
        M::PassOnFull, M::StopAtFull, M::FullColumnZero, M::NeighbourPlayed, M::FullTakenForEmpty,
        M::DropsFromTop, M::OneColour, M::MovesNotUndone],
    &[M::ExactlyFour, M::ThreeWin, M::FiveNeeded, M::WinsAtRightMissed, M::WinsAtTopMissed,
        M::VerticalWinsAtRightMissed, M::HorizontalWinsAboveMissed, M::WinsOfRedMissed,
        M::WinsOfYellowMissed, M::WinsOfMoverOnly, M::WinsSearchedOn, M::WinsTestedLate,
        M::EvaluationAtLimit, M::EvaluationForWins, M::WinAlwaysPositive, M::UtilityNegated,
        M::UtilityForMover, M::SoonerWins, M::FullByBottomRow],
    &[M::OpponentForgotten, M::SidesWeighedOtherwise, M::EvaluationNegated, M::EvaluationForMover,
        M::EvaluationForLeaf, M::RisingTwice, M::FallingTwice, M::LineEndMissed, M::TopRowMissed,
        M::RightColumnMissed, M::RunsWhereFourFit, M::ShortDiagonalsMissed],
    &[M::MoverMaximises, M::MinForgotten, M::BestFromUtility, M::BestFromZero, M::LastValueReturned,
        M::LastChildKept, M::StopAtWin, M::WinTakenFirst, M::RootSideEverywhere],
    &[M::LastTieKept, M::LastTieOfRed, M::LastTieOfYellow, M::LastChildPrinted, M::DeeperColumn,
        M::LineColumn, M::ChildIndex],
    &[M::NoPruning, M::AlwaysPruning, M::CutOnGreater, M::CutOnGreaterAtMax, M::CutOnGreaterAtMin,
        M::MaxOnlyPruned, M::MinOnlyPruned, M::AlphaNotPassed, M::BetaNotPassed, M::AlphaForBoth,
        M::WindowSwapped, M::ParentBoundOnly, M::RootWindowNew, M::NarrowWindow, M::WindowShared,
        M::CutBeforeUpdate, M::StaticPruning, M::StaticBound, M::UndoSkippedAtCut],
];
/// The places of some of them.
const READING: usize = 0;
const COUNTING: usize = 1;
const MOVES: usize = 2;
const ENDS: usize = 3;
const EVALUATION: usize = 4;
const MINIMAX: usize = 5;
const ALPHA_BETA: usize = 7;

/// For each part of an answer: how likely it is that a wrong one agrees with a wrong way by chance.
pub(super) const CHANCES: [f64; 2] = [0.3, 0.05];

/// The parts that can be wrong in two ways at once and be explained so: their ways come near to none that nobody knows.
pub(super) const APART: [usize; 3] = [READING, COUNTING, MOVES];

impl Comp3608 {
    /// The parts of a program, each in a word or two. Later ones rest on earlier ones.
    pub const PROGRAM: &'static [&'static str] = &[
        "reading the board, the side and the columns",
        "depth and counting",
        "legal moves and their order",
        "ends of games and what they are worth",
        "the evaluation",
        "minimax",
        "the choice at the root",
        "alpha-beta",
    ];

    /// How a part can be wrong.
    pub fn ways(part: usize) -> Vec<Way> {
        let mut ways: Vec<Way> = MADE[part].iter().copied().map(Way::Made).collect();
        match part {
            READING => {
                ways.extend([[7, 5], [7, 4], [6, 6], [5, 6]].map(Way::Read));
                ways.push(Way::FirstColumn(2));
            }
            MOVES => {
                ways.push(Way::Order([3, 4, 2, 5, 1, 6, 0]));
                ways.extend([1, 3, 5].map(Way::Missed));
                ways.extend([5, 4].map(Way::Height));
            }
            ENDS => {
                ways.extend(ALONG_LINES.map(Way::InWins));
                ways.extend([[7, 5], [7, 4], [3, 6]].map(Way::WinStarts));
                ways.push(Way::Win(500));
            }
            MINIMAX => ways.extend([Way::Best(1000), Way::BestOfMax(0), Way::BestOfMin(0)]),
            ALPHA_BETA => ways.push(Way::Window(1000)),
            EVALUATION => {
                ways.extend(ALONG_LINES.map(Way::InRuns));
                ways.extend(OF_RUNS.map(Way::InRuns));
                ways.extend([[7, 5], [7, 3], [6, 6], [4, 6]].map(Way::ScoreOf));
                ways.push(Way::Sides([1, -3]));
                ways.extend(TWOS.map(Way::Two));
                ways.extend(THREES.map(Way::Three));
            }
            _ => {}
        }
        ways
    }

    /// What a program that is wrong in these ways answers; `None` if it takes too long to find out.
    pub fn gives_with(question: &Question, ways: &[Way]) -> Option<Answer> {
        // A search that wrong ways make so much larger is not looked at.
        within(question, ways, Limits { counted: 5_000, visited: 5_000 }).0
    }
}

/// Whether a way is so rare that it is looked for alone or in a pair, and never part by part: each way more that is to be
/// told from others takes questions.
pub(super) fn is_rare(way: Way) -> bool {
    match way {
        Way::Made(mistake) => [M::YellowBegins, M::PliesDeeper, M::PliesShallower].contains(&mistake),
        Way::InRuns(mistake) => OF_RUNS.contains(&mistake),
        Way::Read(_)
        | Way::FirstColumn(_)
        | Way::Order(_)
        | Way::Missed(_)
        | Way::Height(_)
        | Way::WinStarts(_)
        | Way::ScoreOf(_)
        | Way::Sides(_) => true,
        _ => false,
    }
}

/// What a program that is wrong in these ways answers, or `None` if its search is given up, and how many nodes it visited.
fn within(question: &Question, ways: &[Way], limits: Limits) -> (Option<Answer>, u64) {
    let made = |way: &Way| if let Way::Made(mistake) = *way { Some(mistake) } else { None };
    let made: Vec<Mistake> = ways.iter().filter_map(made).collect();
    let (mut wins, mut runs) = (Vec::new(), Vec::new());
    let mut values = Values::of(MistakeSet::new(&made));
    for &way in ways {
        match way {
            Way::Made(_) => {}
            Way::InWins(mistake) => wins.push(mistake),
            Way::InRuns(mistake) => runs.push(mistake),
            Way::Two(weight) => values.weights[0] = weight,
            Way::Three(weight) => values.weights[1] = weight,
            Way::Best(best) => values.worst = [best, -best],
            Way::BestOfMax(best) => values.worst[0] = best,
            Way::BestOfMin(best) => values.worst[1] = best,
            Way::Window(far) => values.window = far,
            Way::Win(win) => values.win = win,
            Way::Sides(sides) => values.sides = sides,
            Way::Counts(counts) => values.counts = counts,
            Way::Full(worth) => values.full = Some(worth),
            Way::Plies(plies) => values.plies = plies,
            Way::Read(part) => values.read = part,
            Way::Order(order) => values.order = order,
            Way::Missed(column) => values.missed |= 1 << column,
            Way::Height(height) => values.height = height,
            Way::FirstColumn(first) => values.first_column = first,
            Way::WinStarts(part) => values.win_starts = part,
            Way::ScoreOf(part) => values.scored = part,
        }
    }
    let set = |more: &[Mistake]| MistakeSet::new(&[&made, more].concat());
    let mut program =
        Program::with(question, MistakeSet::new(&made), [set(&wins), set(&runs)], values, limits);
    (program.run(), program.visited)
}

/// The most nodes that a set of ways may take on the answers that earn marks.
const MOST_NODES: u64 = 3_000_000;

/// What is found where a program is asked more; `None` if it answered nothing. What was found `before` is left only as far
/// as the new answers agree with it.
pub(super) fn ask(
    task: &Search,
    answers: &[(Question, Answer)],
    before: &Finding<Mistake>,
    ask: &mut Put<'_, Searched, Printed>,
) -> Option<(Finding<Mistake>, Inquired)> {
    let mut put: Vec<(Searched, Option<Printed>)> = Vec::new();
    let thought = singles(before);
    let inquiry = inquire(&thought, &mut |question| {
        let searched = task.asks(*question);
        let printed = ask(&searched)?.filter(|printed| printed.whole().is_some());
        put.push((searched, printed));
        Some(printed.and_then(|printed| task.comparable(&searched, &printed)))
    });
    let compared = |(asked, printed): &(Searched, Option<Printed>)| {
        Some((asked.question, task.comparable(asked, printed.as_ref()?)?))
    };
    let asked: Vec<(Question, Answer)> = put.iter().filter_map(compared).collect();
    if asked.is_empty() {
        return None;
    }
    let (basics, shown) = basics::report(task, &task.basics(), &put, inquiry.asked, others(task, &put));
    let known = explained(&inquiry, answers, before, &asked);
    let (finding, parts) = known.unwrap_or_else(|| (left::<Comp3608>(before, &asked), Vec::new()));
    let (finding, parts, in_numbers) =
        match chosen(&finding, answers, &asked, task.board.is_bottom_first && task.board.first_column == 0) {
            Some((chosen, words)) if chosen == finding => (finding, parts, words),
            // What was found of parts fits what was thought before.
            Some((chosen, words)) => (chosen, Vec::new(), words),
            None => (finding, parts, Vec::new()),
        };
    let mut words = match finding {
        Finding::Mistaken { .. } => explained_words(task, &inquiry, &parts, &put),
        _ => shown,
    };
    words.extend(in_numbers);
    words.extend(basics::unanswered(inquiry.unanswered));
    Some((finding, Inquired { asked: inquiry.asked, basics, parts, words }))
}

/// A number that a program chooses: what has it, in the words of "a program in which ...", and which are tried. The right
/// one is among them, which explains no wrong answer.
type Choice = (&'static str, fn(i32) -> Way, &'static [i32]);

const CHOICES: [Choice; 7] = [
    ("a run of two is worth", |worth| Way::Two(worth.unsigned_abs()), OF_TWO),
    ("a run of three is worth", |worth| Way::Three(worth.unsigned_abs()), OF_THREE),
    (
        "a win is worth",
        Way::Win,
        &[0, 10, 50, 100, 200, 300, 500, 700, 1000, 1500, 2000, 3000, 5000, 9999, 10_000],
    ),
    ("the best of MAX begins with minus, and that of MIN with plus,", |far| Way::Best(-far), FAR),
    ("the best of MAX begins with minus", |far| Way::BestOfMax(-far), FAR),
    ("the best of MIN begins with plus", Way::BestOfMin, FAR),
    ("alpha begins with minus, and beta with plus,", Way::Window, FAR),
];

/// What people give for a run of two, and for a run of three.
const OF_TWO: &[i32] =
    &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 25, 30, 40, 50, 75, 100, 200];
const OF_THREE: &[i32] = &[
    0, 1, 3, 5, 9, 10, 15, 20, 30, 40, 50, 60, 70, 75, 80, 90, 95, 99, 100, 101, 105, 110, 120, 150, 200,
    300, 500, 1000,
];

/// How far from 0 people begin who do not know infinity.
const FAR: &[i32] = &[0, 1, 10, 50, 99, 100, 200, 500, 999, 1000, 1001, 2000, 5000, 9999, 10_000, 10_001];

/// One way in the words of "a program in which ...": its neighbours were not tried.
fn exactly(way: Way) -> String {
    let number = |(name, of, tried): Choice| {
        tried.iter().find(|&&number| of(number) == way).map(|number| format!("{name} {number}"))
    };
    CHOICES.into_iter().find_map(number).unwrap_or_else(|| in_words(&[way]))
}

/// The ways of one kind that are left, one at least, in the words of "a program in which ..."; numbers as in the only choice
/// of that kind.
fn in_words(left: &[Way]) -> String {
    let is_of = |(_, way, tried): &Choice| discriminant(&way(tried[0])) == discriminant(&left[0]);
    let Some((name, way, tried)) = CHOICES.into_iter().find(is_of) else {
        return few_of(&left.iter().map(one_in_words).collect::<Vec<_>>());
    };
    let is_left = |number: &i32| left.contains(&way(*number));
    // Of numbers between those that are tried nothing is known: a run reaches to the next one that is excluded.
    let runs: Vec<&[i32]> = tried.chunk_by(|one, next| is_left(one) == is_left(next)).collect();
    let run_in_words = |(place, run): (usize, &&[i32])| {
        let before = place.checked_sub(1).and_then(|before| runs[before].last()).map(|last| last + 1);
        let after = runs.get(place + 1).map(|next| next[0] - 1);
        match (before, after) {
            (Some(from), Some(to)) if from == to => from.to_string(),
            (Some(from), Some(to)) => format!("some number from {from} to {to}"),
            (Some(from), None) => format!("some number from {from} on"),
            (None, Some(to)) if to == run[0] => to.to_string(),
            (None, Some(to)) => format!("some number up to {to}"),
            (None, None) => "any number".to_owned(),
        }
    };
    let left = runs.iter().enumerate().filter(|(_, run)| is_left(&run[0])).map(run_in_words);
    format!("{name} {}", few_of(&left.collect::<Vec<_>>()))
}

/// All numbers that are tried, those of each choice.
fn numbers(is_usual_board: bool) -> Vec<Vec<Way>> {
    let ranges = CHOICES.map(|(_, way, tried)| tried.iter().map(|&number| way(number)).collect());
    let sides = (-3..=3).flat_map(|red| (-3..=3).map(move |yellow| [red, yellow]));
    let sides = sides.filter(|sides| *sides != [1, -1]).map(Way::Sides).collect();
    let counts = (0..3_u8.pow(5)).map(|code| [1, 3, 9, 27, 81].map(|power| code / power % 3));
    let counts = counts.filter(|counts| *counts != [1; 5]).map(Way::Counts).collect();
    let plies = [-3, -2, -1, 1, 2, 3].map(Way::Plies).to_vec();
    // By who would be to move.
    let full = [[0, 0], [-10_000, 10_000], [10_000, -10_000], [-10_000, -10_000], [10_000, 10_000]];
    let parts = |way: fn([u32; 2]) -> Way, [columns, rows]: [u32; 2]| -> Vec<Way> {
        let all = (columns..=7).flat_map(|column| (rows..=6).map(move |row| [column, row]));
        all.filter(|part| *part != [7, 6]).map(way).collect()
    };
    // With these bounds lines in columns alone are missed, which has a name.
    let win_starts = parts(Way::WinStarts, [2, 2]).into_iter().filter(|way| *way != Way::WinStarts([4, 6]));
    let more = [sides, counts, full.map(Way::Full).to_vec(), plies, (2..6).map(Way::Height).collect()];
    let of_board = [
        parts(Way::Read, [4, 3]),
        (0..7).map(Way::Missed).collect(),
        win_starts.collect(),
        parts(Way::ScoreOf, [3, 2]),
    ];
    // Their words number rows and columns as the assignment does that is built in.
    let of_board = of_board.into_iter().filter(|_| is_usual_board);
    ranges.into_iter().chain(more).chain(of_board).collect()
}

/// A number that has no range, in the words of "a program in which ...".
fn one_in_words(way: &Way) -> String {
    match *way {
        Way::Sides([red, yellow]) => {
            format!("EVALUATION is {red} times SCORE(red) plus {yellow} times SCORE(yellow)")
        }
        Way::Counts(counts) => {
            let kinds = ["the root", "other inner nodes", "won nodes", "full boards", "evaluated nodes"];
            let others = kinds.iter().zip(counts).filter(|(_, times)| *times != 1);
            let words: Vec<String> =
                others.map(|(kind, times)| format!("{kind} count {times} times")).collect();
            words.join(", ").replace("the root count ", "the root counts ")
        }
        Way::Full([red, yellow]) => {
            format!("a full board is worth {red} where red would be to move, and {yellow} where yellow would")
        }
        Way::Plies(plies) => {
            let more = if plies > 0 { "more" } else { "fewer" };
            format!("the search has {} {more}", counted(plies.abs(), "ply"))
        }
        Way::Height(height) => format!("a column is full with {height} tokens"),
        Way::Read(part) => format!("only {} of the board are read", part_of_board(part)),
        Way::Missed(column) => format!("column {column} is never looked at"),
        Way::WinStarts(part) => format!("lines of four begin in {} alone", part_of_board(part)),
        Way::ScoreOf(part) => format!("only {} are looked at for SCORE", part_of_board(part)),
        // What has a range is said as one.
        _ => String::new(),
    }
}

/// The first columns and rows, in words.
fn part_of_board([columns, rows]: [u32; 2]) -> String {
    match [columns, rows] {
        [7, rows] => format!("rows 0 to {}", rows - 1),
        [columns, 6] => format!("columns 0 to {}", columns - 1),
        [columns, rows] => format!("columns 0 to {} of rows 0 to {}", columns - 1, rows - 1),
    }
}

/// The first three of these, in words.
fn few_of(all: &[String]) -> String {
    let named = all[..all.len().min(3)].join(", or ");
    if all.len() > 3 { format!("{named}, or others") } else { named }
}

/// The most nodes that are visited to find out which numbers explain answers.
const MOST_NODES_OF_NUMBERS: u64 = 18_000_000;

/// The most explanations that are said where numbers are among them: more say nothing, unless two mistakes are named already.
const MOST_TOGETHER: usize = 6;

/// Which numbers that a program chooses explain all answers, where nothing simple does, or something that numbers come to
/// as well. `known` is what explains them as far as that is known. What numbers come to is said in sentences.
fn chosen(
    known: &Finding<Mistake>,
    marked: &[(Question, Answer)],
    asked: &[(Question, Answer)],
    is_usual_board: bool,
) -> Option<(Finding<Mistake>, Vec<String>)> {
    let named: &[Explanation<Mistake>] = match known {
        Finding::Mistaken { explanations, .. } => explanations,
        _ => &[],
    };
    let is_chosen = |mistake: &Mistake| WEIGHTS.contains(mistake) || NUMBERS.contains(mistake);
    let is_simple = named.iter().any(|one| one.mistakes.len() == 1);
    if is_simple && !named.iter().any(|one| one.mistakes.iter().any(is_chosen)) {
        return None;
    }
    let mut answers = [marked, asked].concat();
    // What is wrong speaks against most, and small searches are soon done.
    answers.sort_by_cached_key(|answered| (is_right(answered), answered.1.nodes));
    let mut left = MOST_NODES_OF_NUMBERS;
    let mut tries = 0;
    let (mut explanations, mut words) = (named.to_vec(), Vec::new());
    let mut add = |mistakes: Vec<Mistake>| {
        let is_new = !explanations.iter().any(|one: &Explanation<Mistake>| one.mistakes == mistakes);
        if is_new {
            explanations.push(Explanation { mistakes, explains: marked.len() });
        }
        is_new
    };
    for ways in numbers(is_usual_board) {
        tries += ways.len();
        let gives = |way: &Way| answers.iter().all(|answered| is_given(answered, &[*way], &mut left));
        let found: Vec<Way> = ways.into_iter().filter(gives).collect();
        for way in &found {
            add(vec![way.mistake()]);
        }
        if !found.is_empty() {
            words.push(in_words(&found));
        }
    }
    // One number is simpler than two.
    if words.is_empty() && !is_simple {
        // Both weights, or a number with each way: not more than all numbers with a hundred.
        tries *= 100;
        if named.is_empty() {
            let both = both_weights(&answers, &mut left);
            for &[two, three] in &both {
                add(mistakes(&[Way::Two(two), Way::Three(three)]));
            }
            let in_words =
                |[two, three]: &[u32; 2]| format!("a run of two is worth {two} and a run of three {three}");
            if !both.is_empty() {
                words.push(few_of(&both.iter().map(in_words).collect::<Vec<_>>()));
            }
        }
        for (ways, in_words) in with_another(&answers, is_usual_board, &mut left) {
            if add(mistakes(&ways)) {
                words.push(in_words);
            }
        }
    }
    // One mistake is simpler than two.
    if explanations.iter().any(|one| one.mistakes.len() == 1) {
        explanations.retain(|one| one.mistakes.len() == 1);
    }
    // Two that are named are not said without the others, however many these are.
    let is_pair_named = !named.is_empty() && !is_simple;
    if left == 0 || words.is_empty() || explanations.len() > MOST_TOGETHER && !is_pair_named {
        return None;
    }
    let is_pair = explanations.iter().all(|one| one.mistakes.len() > 1);
    let is_unlikely = chance(&answers) * count(tries) < CHANCE;
    if is_pair && named.is_empty() && !is_unlikely {
        return None;
    }
    let confidence = match known {
        Finding::Mistaken { confidence, .. } if named == explanations => *confidence,
        _ if explanations.len() == 1 && is_unlikely => Confidence::Likely,
        _ => Confidence::Possible,
    };
    let sentence = |(place, words): (usize, &String)| match place {
        0 => format!("A program in which {words}, gives all these answers."),
        _ => format!("So does one in which {words}."),
    };
    let words = words.iter().enumerate().map(sentence).collect();
    Some((Finding::Mistaken { explanations, confidence }, words))
}

/// The most that it may be probable that some number explains wrong answers by chance.
const CHANCE: f64 = 0.001;

/// How likely it is that wrong answers like these agree with a program by chance.
fn chance(answers: &[(Question, Answer)]) -> f64 {
    answers.iter().map(|(question, answer)| chance_of(answer, &Comp3608::right(question))).product()
}

/// The same of the wrong parts of one answer.
pub(super) fn chance_of(answer: &Answer, right: &Answer) -> f64 {
    let is_wrong = |&number: &usize| Comp3608::part(answer, number) != Comp3608::part(right, number);
    (0..Comp3608::PARTS.len()).filter(is_wrong).map(|number| CHANCES[number]).product()
}

/// Numbers that are tried together with another mistake, which hides them: a few of each range, and all bounds of loops.
fn few(is_usual_board: bool) -> Vec<(Way, String)> {
    let is_few = |way: &Way| match *way {
        Way::Two(worth) => TWOS.contains(&worth) || [1, 5, 8, 12].contains(&worth),
        Way::Three(worth) => THREES.contains(&worth) || [80, 90, 120, 150, 200, 500, 1000].contains(&worth),
        Way::Win(worth) => [100, 500, 1000, 5000].contains(&worth),
        Way::Best(far) | Way::BestOfMax(far) => [0, -1, -100, -1000, -9999].contains(&far),
        Way::BestOfMin(far) | Way::Window(far) => [0, 1, 100, 1000, 9999].contains(&far),
        Way::Sides(sides) => [[0, -1], [1, 1], [1, -2], [1, -3], [2, -1]].contains(&sides),
        Way::Counts(counts) => counts.iter().filter(|times| **times != 1).count() == 1,
        Way::Full(_) | Way::WinStarts(_) | Way::ScoreOf(_) => true,
        _ => false,
    };
    let all = numbers(is_usual_board).into_iter().flatten().filter(is_few);
    all.map(|way| (way, exactly(way))).collect()
}

/// How many of the answers a program that is wrong in these ways does not give, up to `most`.
fn fails(answers: &[(Question, Answer)], ways: &[Way], most: usize, left: &mut u64) -> usize {
    answers.iter().filter(|answered| !is_given(answered, ways, left)).take(most).count()
}

/// Whether two ways together explain all answers, and each alone leaves two of them: among so many some explain one answer
/// more by chance.
fn are_both_needed(answers: &[(Question, Answer)], [one, other]: [Way; 2], left: &mut u64) -> bool {
    fails(answers, &[one, other], 1, left) == 0
        && fails(answers, &[one], 2, left) == 2
        && fails(answers, &[other], 2, left) == 2
}

/// What runs of two and of three are worth where both weights are wrong, and all answers are explained.
fn both_weights(answers: &[(Question, Answer)], left: &mut u64) -> Vec<[u32; 2]> {
    let of_three = || OF_THREE.iter().map(|three| three.unsigned_abs());
    let all = OF_TWO.iter().flat_map(|two| of_three().map(|three| [two.unsigned_abs(), three]));
    all.filter(|&[two, three]| are_both_needed(answers, [Way::Two(two), Way::Three(three)], left)).collect()
}

/// Numbers that explain all answers together with a way that is wrong besides, and what they are in words.
fn with_another(
    answers: &[(Question, Answer)],
    is_usual_board: bool,
    left: &mut u64,
) -> Vec<([Way; 2], String)> {
    // The best begins at one value for each side.
    let is_best = |way: &Way| [M::BestFromZero, M::BestFromUtility].contains(&way.mistake());
    let does = |way: Way| {
        // What has the same name in wins and in runs would be said of both.
        let place = match way {
            Way::InWins(both) if way.mistake() == both => ", where it looks for a winner",
            Way::InRuns(both) if way.mistake() == both && !OF_RUNS.contains(&both) => {
                ", where it counts runs"
            }
            _ => "",
        };
        format!("which {}{place}", way.mistake().text().does.trim_end_matches('.'))
    };
    let ways = (0..Comp3608::PROGRAM.len()).flat_map(Comp3608::ways);
    let more = ALONG_LINES.into_iter().chain([M::RunsInRuns, M::RunsNested, M::SinglesCounted]);
    let ways: Vec<_> = ways.chain(more.map(Way::Made)).map(|way| (way, does(way))).collect();
    let numbers = few(is_usual_board);
    let mut found: Vec<([Way; 2], String)> = Vec::new();
    for (place, (number, in_words)) in numbers.iter().enumerate() {
        for (other, also) in ways.iter().chain(&numbers[..place]) {
            let pair = [*number, *other];
            let names = mistakes(&pair);
            let is_known = found.iter().any(|(ways, _)| mistakes(ways) == names);
            let is_other = discriminant(number) != discriminant(other) && names.len() == 2;
            if is_other && !is_known && !pair.iter().all(is_best) && are_both_needed(answers, pair, left) {
                found.push((pair, format!("{in_words}, and {also}")));
            }
        }
    }
    found
}

/// Mistakes in numbers that a program chooses.
#[rustfmt::skip]
const NUMBERS: [Mistake; 15] = [
    M::PliesDeeper, M::PliesShallower, M::BoardReadPartly, M::ColumnMissed, M::TopRowNotPlayed, M::WinStartsMissed,
    M::ScoreOfPart, M::FullBoardZero, M::FullBoardLost, M::BestFromUtility, M::BestFromZero, M::NarrowWindow,
    M::UtilityTooSmall, M::SidesWeighedOtherwise, M::CountedOtherwise,
];

/// What is wrong in some of these answers, with the smallest; `None` if all are right.
fn others(task: &Search, put: &[(Searched, Option<Printed>)]) -> Option<String> {
    let wrong =
        || put.iter().filter(|(asked, printed)| printed.is_some() && !asked.is_answered(printed.as_ref()));
    let (asked, printed) = wrong().min_by_key(|(asked, _)| asked.right.nodes)?;
    let Answer { column, nodes } = printed.as_ref()?.whole()?;
    Some(format!(
        "Wrong in other ways: {}. The smallest: {}; expected {}, found {}, {}.",
        counted(wrong().count() as u64, "answer"),
        Course::words(task, asked),
        task.expected(asked),
        task.column_words(column),
        counted(nodes, "node")
    ))
}

fn is_right((question, answer): &(Question, Answer)) -> bool {
    question.is_same(&Comp3608::right(question), answer)
}

/// The single mistakes that each explain all answers that were known before.
fn singles(before: &Finding<Mistake>) -> Vec<Mistake> {
    let Finding::Mistaken { explanations, .. } = before else { return Vec::new() };
    let single = |explanation: &Explanation<Mistake>| match explanation.mistakes.as_slice() {
        &[mistake] => Some(mistake),
        _ => None,
    };
    explanations.iter().filter_map(single).collect()
}

/// Mistakes in what runs are worth. Each stands for many weights, and some come to the same as others, so that questions
/// that exclude one of them exclude no other weight.
#[rustfmt::skip]
const WEIGHTS: [Mistake; 7] = [
    M::RunsInRuns, M::RunsNested, M::TwosWeighMore, M::TwosWeighLess, M::ThreesWeighMore, M::ThreesWeighLess,
    M::SinglesCounted,
];

/// Each part, and a word for what is known of it.
type Known = Vec<(&'static str, &'static str)>;

/// What explains every answer, those that earn marks too, and what is known of each part; `None` if nothing does.
fn explained(
    inquiry: &Inquiry,
    answers: &[(Question, Answer)],
    before: &Finding<Mistake>,
    asked: &[(Question, Answer)],
) -> Option<(Finding<Mistake>, Known)> {
    // What was thought before explained the answers that earn marks.
    let is_thought = inquiry.parts.is_empty();
    let is_explanation = |ways: &&Vec<Way>| {
        let mut left = MOST_NODES;
        let gives_new = |(question, answer): &(Question, Answer)| gives(question, &mistakes(ways), answer);
        !ways.is_empty()
            && if is_thought {
                asked.iter().all(gives_new)
            } else {
                answers.iter().all(|answered| is_given(answered, ways, &mut left))
            }
    };
    let mut sets: Vec<Vec<Way>> = inquiry.explanations.iter().filter(is_explanation).cloned().collect();
    let is_weight = |mistake: &Mistake| WEIGHTS.contains(mistake);
    if is_thought && sets.iter().any(|ways| mistakes(ways).iter().any(is_weight)) {
        let thought = singles(before).into_iter().filter(is_weight).map(|mistake| vec![Way::Made(mistake)]);
        let left_out: Vec<Vec<Way>> = thought.filter(|ways| !sets.contains(ways)).collect();
        sets.extend(left_out);
    }
    let mut explanations: Vec<Explanation<Mistake>> = Vec::new();
    for set in &sets {
        let explanation = Explanation { mistakes: mistakes(set), explains: answers.len() };
        if !explanations.contains(&explanation) {
            explanations.push(explanation);
        }
    }
    let best = explanations.first()?;
    let parts: Vec<_> =
        (0..inquiry.parts.len()).map(|part| (Comp3608::PROGRAM[part], state(inquiry, &sets, part))).collect();
    let is_all_seen = parts.iter().all(|&(_, state)| state != "not-seen");
    let wrong = || answers.iter().chain(asked).filter(|answered| !is_right(answered));
    let is_enough = || wrong().take(Comp3608::ENOUGH).count() == Comp3608::ENOUGH;
    let confidence = match before {
        _ if explanations.len() > 1 => Confidence::Possible,
        // Right answers alone make nothing surer.
        Finding::Mistaken { explanations, confidence }
            if is_thought && explanations.len() == 1 && asked.iter().all(is_right) =>
        {
            *confidence
        }
        _ if best.mistakes.len() > 1 || !is_all_seen || !is_enough() => Confidence::Likely,
        _ => Confidence::Certain,
    };
    Some((Finding::Mistaken { explanations, confidence }, parts))
}

/// A word for what is known of a part.
fn state(inquiry: &Inquiry, sets: &[Vec<Way>], part: usize) -> &'static str {
    let has_way = |set: &&Vec<Way>| set.iter().any(|way| Comp3608::ways(part).contains(way));
    match sets.iter().filter(has_way).count() {
        0 if inquiry.parts[part].state == PartState::Right => "right",
        count if count == sets.len() => "wrong",
        _ => "not-seen",
    }
}

/// What asking shows beside an explanation of all answers.
fn explained_words(
    task: &Search,
    inquiry: &Inquiry,
    parts: &[(&str, &str)],
    put: &[(Searched, Option<Printed>)],
) -> Vec<String> {
    let mut words = vec![basics::explained(inquiry.asked)];
    for ((name, state), tried) in parts.iter().zip(&inquiry.parts) {
        if let ("wrong", Some(shown)) = (*state, tried.shown) {
            words.push(format!("Wrong: {name}. {}", shown_words(task, shown, put)));
        }
    }
    for (heading, wanted) in [("Right as far as these questions show", "right"), ("Not known", "not-seen")] {
        let names: Vec<&str> =
            parts.iter().filter(|(_, state)| *state == wanted).map(|(name, _)| *name).collect();
        if !names.is_empty() {
            words.push(format!("{heading}: {}.", names.join("; ")));
        }
    }
    words
}

/// The mistakes that these ways come to. What wins and runs have in common has one name.
fn mistakes(ways: &[Way]) -> Vec<Mistake> {
    let is_in_runs = |way: &Way| matches!(way, Way::InRuns(both) if ways.contains(&Way::InWins(*both)));
    let name = |way: &Way| match way {
        Way::InWins(both) if ways.contains(&Way::InRuns(*both)) => *both,
        way => way.mistake(),
    };
    let mut mistakes: Vec<Mistake> = ways.iter().filter(|way| !is_in_runs(way)).map(name).collect();
    mistakes.sort_unstable();
    mistakes.dedup();
    mistakes
}

/// Whether a program that is wrong in these ways gives an answer, as far as that is seen within `left` nodes.
fn is_given((question, answer): &(Question, Answer), ways: &[Way], left: &mut u64) -> bool {
    // Where few nodes are counted, the count of an answer says little of the size of the search.
    let uncounted = if matches!(ways, [Way::Counts(_)]) { 20_000 } else { 1_000 };
    let visited = answer.nodes.saturating_mul(9).saturating_add(uncounted).min(*left);
    let (given, visited) = within(question, ways, Limits { counted: answer.nodes, visited });
    *left = left.saturating_sub(visited);
    given.is_some_and(|given| question.is_same(&given, answer))
}

/// The smallest question that shows a wrong part, in a sentence.
fn shown_words(
    task: &Search,
    Shown { question, number, found }: Shown,
    put: &[(Searched, Option<Printed>)],
) -> String {
    let asked = task.asks(pool().questions[question]);
    let printed = put.iter().find(|(one, _)| *one == asked).and_then(|(_, printed)| printed.as_ref());
    let words = match (number, printed) {
        (0, Some(printed)) => {
            format!(
                "expected {}, found {}",
                task.column_words(asked.right.column),
                task.column_words(printed.column)
            )
        }
        _ => format!("expected nodes {}, found {found}", asked.right.nodes),
    };
    format!("The smallest question that shows it: {}; {words}.", Course::words(task, &asked))
}
