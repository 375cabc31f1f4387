//! The parts of a program for COMP3608, and the ways in which each can be wrong.

use plyground_core::counted;

use super::probes::pool;
use super::question::{Printed, Search, Searched};
use crate::comp3608::program::Program;
use crate::comp3608::scoring::{OVERLOOKED, Scoring};
use crate::comp3608::{Answer, Comp3608, Limits, Mistake, Question, gives};
use crate::diagnose::{
    self, Confidence, Explain, Explanation, Finding, Inquire, Inquired, Inquiry, MistakeSet, PartState, Put,
    Shown, left,
};
use crate::engine::basics;
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
}

impl Way {
    /// The mistake that it comes to.
    fn mistake(self) -> Mistake {
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
const ALONG_LINES: [Mistake; 9] = [
    Mistake::NoVerticals,
    Mistake::NoHorizontals,
    Mistake::NoRisingDiagonals,
    Mistake::NoFallingDiagonals,
    Mistake::NoDiagonals,
    Mistake::LinesWrap,
    Mistake::DiagonalsWrap,
    Mistake::BeforeFirstWraps,
    Mistake::BelowZeroWraps,
];

/// Weights of a run of two and of a run of three that small questions show: a three outweighs nine twos at any others.
const TWOS: [u32; 7] = [0, 15, 20, 25, 30, 50, 100];
const THREES: [u32; 12] = [0, 1, 3, 9, 10, 15, 20, 30, 40, 50, 60, 75];

/// The parts with the mistakes of each, without those that have weights or wins and runs apart, and without those that of
/// 60,000 small questions hardly one shows: runs in runs, tokens alone that count, what a full board is worth.
const MADE: [&[Mistake]; 8] = {
    use Mistake as M;
    [
        &[
            M::ColumnsFromOne,
            M::SideIgnored,
            M::ColoursSwapped,
            M::UpsideDown,
            M::Mirrored,
            M::ColumnsReversed,
        ],
        &[
            M::RootNotCounted,
            M::RootCountedTwice,
            M::LeavesOnly,
            M::InnerOnly,
            M::EvaluationsCounted,
            M::WonNotCounted,
            M::MadeCounted,
            M::FullColumnsCounted,
            M::DeepeningCounted,
            M::OnePlyDeeper,
            M::OnePlyShallower,
            M::DepthInPairs,
            M::PositionsRemembered,
            M::PositionsRememberedCounted,
        ],
        &[
            M::RightToLeft,
            M::MiddleFirst,
            M::LastColumnMissed,
            M::PassOnFull,
            M::StopAtFull,
            M::FullColumnZero,
            M::NeighbourPlayed,
            M::FullTakenForEmpty,
            M::DropsFromTop,
            M::OneColour,
            M::MovesNotUndone,
        ],
        &[
            M::ExactlyFour,
            M::WinsAtRightMissed,
            M::WinsAtTopMissed,
            M::WinsOfMoverOnly,
            M::WinsSearchedOn,
            M::WinsTestedLate,
            M::EvaluationAtLimit,
            M::EvaluationForWins,
            M::WinAlwaysPositive,
            M::UtilityNegated,
            M::UtilityForMover,
            M::SoonerWins,
            M::FullByBottomRow,
        ],
        &[
            M::OpponentForgotten,
            M::EvaluationNegated,
            M::EvaluationForMover,
            M::EvaluationForLeaf,
            M::RisingTwice,
            M::FallingTwice,
            M::LineEndMissed,
            M::TopRowMissed,
            M::RightColumnMissed,
            M::RunsWhereFourFit,
            M::ShortDiagonalsMissed,
        ],
        &[
            M::MoverMaximises,
            M::MinForgotten,
            M::BestFromUtility,
            M::BestFromZero,
            M::LastValueReturned,
            M::LastChildKept,
            M::StopAtWin,
            M::WinTakenFirst,
        ],
        &[M::LastTieKept, M::LastTieOfRed, M::LastTieOfYellow, M::DeeperColumn, M::LineColumn, M::ChildIndex],
        &[
            M::NoPruning,
            M::AlwaysPruning,
            M::CutOnGreater,
            M::CutOnGreaterAtMax,
            M::CutOnGreaterAtMin,
            M::MaxOnlyPruned,
            M::MinOnlyPruned,
            M::AlphaNotPassed,
            M::BetaNotPassed,
            M::AlphaForBoth,
            M::WindowSwapped,
            M::ParentBoundOnly,
            M::RootWindowNew,
            M::NarrowWindow,
            M::WindowShared,
            M::CutBeforeUpdate,
            M::StaticPruning,
            M::StaticBound,
            M::UndoSkippedAtCut,
        ],
    ]
};
/// The places of two of them.
const ENDS: usize = 3;
const EVALUATION: usize = 4;

/// A search that wrong ways make so much larger is not looked at.
const LIMITS: Limits = Limits { counted: 5_000, visited: 5_000 };

impl Inquire for Comp3608 {
    type Way = Way;

    const PROGRAM: &'static [&'static str] = &[
        "reading the board, the side and the columns",
        "depth and counting",
        "legal moves and their order",
        "ends of games and what they are worth",
        "the evaluation",
        "minimax",
        "the choice at the root",
        "alpha-beta",
    ];
    const CHANCES: &'static [f64] = &[0.3, 0.05];

    fn ways(part: usize) -> Vec<Way> {
        let mut ways: Vec<Way> = MADE[part].iter().copied().map(Way::Made).collect();
        match part {
            ENDS => ways.extend(ALONG_LINES.map(Way::InWins)),
            EVALUATION => {
                ways.extend(ALONG_LINES.map(Way::InRuns));
                ways.extend(TWOS.map(Way::Two));
                ways.extend(THREES.map(Way::Three));
            }
            _ => {}
        }
        ways
    }

    fn gives_with(question: &Question, ways: &[Way]) -> Option<Answer> {
        within(question, ways, LIMITS).0
    }
}

/// What a program that is wrong in these ways answers, or `None` if its search is given up, and how many nodes it visited.
fn within(question: &Question, ways: &[Way], limits: Limits) -> (Option<Answer>, u64) {
    let (mut made, mut wins, mut runs) = (Vec::new(), Vec::new(), Vec::new());
    let mut weights = [None; 2];
    for &way in ways {
        match way {
            Way::Made(mistake) => made.push(mistake),
            Way::InWins(mistake) => wins.push(mistake),
            Way::InRuns(mistake) => runs.push(mistake),
            Way::Two(weight) => weights[0] = Some(weight),
            Way::Three(weight) => weights[1] = Some(weight),
        }
    }
    let set = |more: &[Mistake]| MistakeSet::new(&[&made, more].concat());
    let scoring = Scoring::new(set(&wins), set(&runs), weights);
    let mut program = Program::scored(question, MistakeSet::new(&made), scoring, limits);
    (program.run(), program.visited)
}

/// Asks a program the basics, and tries it part by part if no single mistake that was `thought` of gives these answers.
pub fn inquire(thought: &[Mistake], ask: &mut Put<'_, Question, Answer>) -> Inquiry<Way> {
    let thought = thought.iter().map(|&mistake| vec![Way::Made(mistake)]).collect();
    diagnose::inquire(pool(), thought, ask)
}

/// The most nodes that a set of ways may take on the answers that earn marks.
const MOST_NODES: u64 = 3_000_000;

/// What is found where a program is asked more; `None` if it answered nothing. What was found `before` is left only as far
/// as the new answers agree with it.
pub(super) fn ask(
    task: &Search,
    answers: &[(Question, Answer)],
    before: &Finding<Mistake>,
    ask: &mut Put<'_, Question, Answer>,
) -> Option<(Finding<Mistake>, Inquired)> {
    let mut put: Vec<(Searched, Option<Printed>)> = Vec::new();
    let thought = singles(before);
    let inquiry = inquire(&thought, &mut |question| {
        let (searched, answer) = (task.asks(*question), ask(question)?);
        put.push((searched, answer.map(Printed::from)));
        Some(answer)
    });
    let pair =
        |(asked, answer): &(Searched, Option<Printed>)| Some((asked.question, answer.as_ref()?.whole()?));
    let asked: Vec<(Question, Answer)> = put.iter().filter_map(pair).collect();
    if asked.is_empty() {
        return None;
    }
    let (basics, shown) = basics::report(task, &task.basics(), &put, inquiry.asked, others(task, &asked));
    let (finding, parts, mut words) =
        if let Some((finding, parts)) = explained(&inquiry, answers, before, &asked) {
            let words = explained_words(task, &inquiry, &parts);
            (finding, parts, words)
        } else {
            let finding = left::<Comp3608>(before, &asked);
            let words = if matches!(finding, Finding::Mistaken { .. }) {
                explained_words(task, &inquiry, &[])
            } else {
                shown
            };
            (finding, Vec::new(), words)
        };
    words.extend(basics::unanswered(inquiry.unanswered));
    Some((finding, Inquired { asked: inquiry.asked, basics, parts, words }))
}

/// What is wrong in some of these answers, with the smallest; `None` if all are right.
fn others(task: &Search, asked: &[(Question, Answer)]) -> Option<String> {
    let wrong = || asked.iter().filter(|answered| !is_right(answered));
    let (question, answer) = wrong().min_by_key(|(question, _)| Comp3608::right(question).nodes)?;
    let asked = task.asks(*question);
    Some(format!(
        "Wrong in other ways: {}. The smallest: {}; expected {}, found column {}, {}.",
        counted(wrong().count() as u64, "answer"),
        Course::words(task, &asked),
        task.expected(&asked),
        answer.column + i64::from(task.board.first_column),
        counted(answer.nodes, "node")
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
const WEIGHTS: [Mistake; 7] = [
    Mistake::RunsInRuns,
    Mistake::RunsNested,
    Mistake::TwosWeighMore,
    Mistake::TwosWeighLess,
    Mistake::ThreesWeighMore,
    Mistake::ThreesWeighLess,
    Mistake::SinglesCounted,
];

/// Each part, and a word for what is known of it.
type Known = Vec<(&'static str, &'static str)>;

/// What explains every answer, those that earn marks too, and what is known of each part; `None` if nothing does.
fn explained(
    inquiry: &Inquiry<Way>,
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
fn state(inquiry: &Inquiry<Way>, sets: &[Vec<Way>], part: usize) -> &'static str {
    let has_way = |set: &&Vec<Way>| set.iter().any(|way| Comp3608::ways(part).contains(way));
    match sets.iter().filter(has_way).count() {
        0 if inquiry.parts[part].state == PartState::Right => "right",
        count if count == sets.len() => "wrong",
        _ => "not-seen",
    }
}

/// What asking shows beside an explanation of all answers.
fn explained_words(task: &Search, inquiry: &Inquiry<Way>, parts: &[(&str, &str)]) -> Vec<String> {
    let mut words = vec![basics::explained(inquiry.asked)];
    for ((name, state), tried) in parts.iter().zip(&inquiry.parts) {
        if let ("wrong", Some(shown)) = (*state, tried.shown) {
            words.push(format!("Wrong: {name}. {}", shown_words(task, shown)));
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
    mistakes
}

/// Whether a program that is wrong in these ways gives an answer, as far as that is seen within `left` nodes.
fn is_given((question, answer): &(Question, Answer), ways: &[Way], left: &mut u64) -> bool {
    let visited = answer.nodes.saturating_mul(9).saturating_add(1_000).min(*left);
    let (given, visited) = within(question, ways, Limits { counted: answer.nodes, visited });
    *left = left.saturating_sub(visited);
    given.is_some_and(|given| question.is_same(&given, answer))
}

/// The smallest question that shows a wrong part, in a sentence.
fn shown_words(task: &Search, Shown { question, number, found }: Shown) -> String {
    let asked = task.asks(pool().questions[question]);
    let first = i128::from(task.board.first_column);
    let (what, right) = match number {
        0 => ("column", i128::from(asked.right.column) + first),
        _ => ("nodes", i128::from(asked.right.nodes)),
    };
    let found = found.map_or_else(
        || "nothing".to_owned(),
        |found| (if number == 0 { found + first } else { found }).to_string(),
    );
    let question = Course::words(task, &asked);
    format!("The smallest question that shows it: {question}; expected {what} {right}, found {found}.")
}
