//! The parts of a program for COMP3608, and the ways in which each can be wrong.

use plyground_core::counted;

use super::probes::pool;
use super::program::Program;
use super::question::Search;
use super::scoring::Scoring;
use super::{Answer, Comp3608, Limits, Mistake, Question};
use crate::engine::course::Course;
use crate::engine::diagnose::{
    self, Confidence, Inquire, Inquiry, MistakeSet, PartState, PartsFinding, Put, Shown, TriedPart,
};

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
    const fn mistake(self) -> Mistake {
        match self {
            Self::Made(mistake) => mistake,
            Self::InWins(mistake) => of_lines(mistake)[0],
            Self::InRuns(mistake) => of_lines(mistake)[1],
            Self::Two(0) => Mistake::TwosForgotten,
            Self::Two(..10) => Mistake::TwosWeighLess,
            Self::Two(_) => Mistake::TwosWeighMore,
            Self::Three(0) => Mistake::ThreesForgotten,
            Self::Three(..100) => Mistake::ThreesWeighLess,
            Self::Three(_) => Mistake::ThreesWeighMore,
        }
    }
}

/// The mistake in wins alone, and in runs alone, where it has a name of its own.
const fn of_lines(mistake: Mistake) -> [Mistake; 2] {
    match mistake {
        Mistake::NoVerticals => [Mistake::NoVerticalWins, Mistake::NoVerticalRuns],
        Mistake::NoHorizontals => [Mistake::NoHorizontalWins, Mistake::NoHorizontalRuns],
        Mistake::NoRisingDiagonals => [Mistake::NoRisingWins, Mistake::NoRisingRuns],
        Mistake::NoFallingDiagonals => [Mistake::NoFallingWins, Mistake::NoFallingRuns],
        Mistake::NoDiagonals => [Mistake::NoDiagonalWins, Mistake::NoDiagonalRuns],
        Mistake::LinesWrap => [Mistake::WinsWrap, Mistake::RunsWrap],
        both => [both; 2],
    }
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

/// Weights of a run of two and of a run of three that are tried.
const TWOS: [u32; 16] = [0, 1, 2, 3, 5, 7, 8, 9, 11, 12, 15, 20, 25, 30, 50, 100];
const THREES: [u32; 24] =
    [0, 1, 3, 9, 10, 15, 20, 30, 40, 50, 60, 75, 90, 95, 105, 110, 120, 130, 150, 200, 300, 500, 900, 1000];

/// The parts with the mistakes of each, without those that have weights or wins and runs apart.
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
            M::ChildIndex,
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
            M::FullBoardZero,
            M::FullBoardInfinite,
            M::FullByBottomRow,
        ],
        &[
            M::OpponentForgotten,
            M::EvaluationNegated,
            M::EvaluationForMover,
            M::EvaluationForLeaf,
            M::RunsInRuns,
            M::RunsNested,
            M::SinglesCounted,
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
        &[M::LastTieKept, M::LastTieOfRed, M::LastTieOfYellow, M::DeeperColumn, M::LineColumn],
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
    (program.run(), program.visited())
}

/// Tries a program part by part.
pub fn inquire(ask: &mut Put<'_, Question, Answer>) -> Inquiry<Way> {
    diagnose::inquire(pool(), ask)
}

/// Alternatives for all wrong parts together that are tried on the answers that earn marks, and the nodes that each may take.
const MOST_TOGETHER: usize = 24;
const NODES_TOGETHER: u64 = 3_000_000;

/// What was found; `None` unless it explains every answer, those that earn marks too.
pub(super) fn finding(
    task: &Search,
    inquiry: &Inquiry<Way>,
    answers: &[(Question, Answer)],
) -> Option<PartsFinding> {
    let of = |tried: &TriedPart<Way>| match &tried.state {
        PartState::Wrong(ways) => Some(ways.clone()),
        _ => None,
    };
    let wrong: Vec<_> = inquiry.parts.iter().filter(|tried| of(tried).is_some()).collect();
    let (explained, left) =
        explaining(&wrong.iter().filter_map(|tried| of(tried)).collect::<Vec<_>>(), answers);
    if wrong.is_empty() || !inquiry.is_all || explained < answers.len() {
        return None;
    }
    let asked = counted(inquiry.asked as u64, "small question");
    let all = counted(answers.len() as u64, "other answer");
    let mut words = vec![format!(
        "Asked {asked} more, which earn nothing, about one part of the program after the other. What was found explains all \
         answers to them, and the {all}."
    )];
    let others = inquiry.explanations - 1;
    if others > 0 {
        let others = counted(others as u64, "other explanation");
        words.push(format!("So do {others} of other parts, which no question told apart from this one."));
    }
    let (mut ids, mut is_alone): (Vec<&'static str>, bool) = (Vec::new(), others == 0);
    for (tried, left) in wrong.iter().zip(&left) {
        let told = told(left);
        is_alone &= told.len() == 1;
        words.push(format!("{}: wrong. {}", Comp3608::PROGRAM[tried.part], sentences(&told)));
        words.extend(tried.shown.map(|shown| shown_words(task, shown)));
        ids.extend(told.first().into_iter().flatten().map(|mistake| mistake.id()));
    }
    let right = named(inquiry, &PartState::Right);
    if !right.is_empty() {
        words.push(format!("Right as far as these questions show: {}.", right.join("; ")));
    }
    let not_seen = named(inquiry, &PartState::NotSeen);
    if !not_seen.is_empty() {
        words.push(format!("Not known: {}.", not_seen.join("; ")));
    }
    if inquiry.unanswered > 0 {
        let unanswered = inquiry.unanswered;
        words.push(format!("To {unanswered} of these questions there was no answer that could be compared."));
    }
    let equals = match left.as_slice() {
        [only] => told(only).iter().skip(1).map(|set| set.iter().map(|one| one.id()).collect()).collect(),
        _ => Vec::new(),
    };
    join_lines(&mut ids);
    let confidence = match (is_alone, wrong.len()) {
        (true, 1) if not_seen.is_empty() => Confidence::Certain,
        (true, _) => Confidence::Likely,
        _ => Confidence::Possible,
    };
    let word = |tried: &TriedPart<Way>| match tried.state {
        PartState::Right => "right",
        PartState::Wrong(_) => "wrong",
        PartState::Unexplained | PartState::NotSeen => "not-seen",
    };
    Some(PartsFinding {
        parts: inquiry.parts.iter().map(|tried| (Comp3608::PROGRAM[tried.part], word(tried))).collect(),
        named: (ids, confidence),
        equals,
        asked: inquiry.asked,
        explains: explained,
        words,
    })
}

/// Gives a mistake that wins and runs have in common the name that it has for both.
fn join_lines(ids: &mut Vec<&'static str>) {
    for both in ALONG_LINES {
        let [wins, runs] = of_lines(both).map(Mistake::id);
        let halves: Vec<usize> = (0..ids.len()).filter(|&place| [wins, runs].contains(&ids[place])).collect();
        if let [first, second] = halves[..] {
            ids[first] = both.id();
            ids.remove(second);
        }
    }
}

/// The parts in this state.
fn named(inquiry: &Inquiry<Way>, state: &PartState<Way>) -> Vec<&'static str> {
    let is_so = |tried: &&TriedPart<Way>| tried.state == *state;
    inquiry.parts.iter().filter(is_so).map(|tried| Comp3608::PROGRAM[tried.part]).collect()
}

/// How many answers the ways that were found explain together at best, and for each wrong part the ways that are left then.
/// Where there are too many ways to choose them, all are left.
fn explaining(parts: &[Vec<Vec<Way>>], answers: &[(Question, Answer)]) -> (usize, Vec<Vec<Vec<Way>>>) {
    let mut chosen: Vec<Vec<Vec<Way>>> = vec![Vec::new()];
    for part in parts {
        let with = |before: &Vec<Vec<Way>>| {
            part.iter()
                .map(|ways| [before.as_slice(), std::slice::from_ref(ways)].concat())
                .collect::<Vec<_>>()
        };
        chosen = chosen.iter().flat_map(with).take(MOST_TOGETHER + 1).collect();
    }
    let explains = |chosen: &Vec<Vec<Way>>| {
        let (ways, mut left) = (chosen.concat(), NODES_TOGETHER);
        answers.iter().filter(|answered| is_given(answered, &ways, &mut left)).count()
    };
    if chosen.len() > MOST_TOGETHER {
        return (explains(&chosen[0]), parts.to_vec());
    }
    let counts: Vec<usize> = chosen.iter().map(explains).collect();
    let most = counts.iter().copied().max().unwrap_or(0);
    let is_best = |ways: &Vec<Way>, part: usize| {
        chosen.iter().zip(&counts).any(|(chosen, &count)| count == most && chosen[part] == *ways)
    };
    let left = |(place, part): (usize, &Vec<Vec<Way>>)| {
        part.iter().filter(|ways| is_best(ways, place)).cloned().collect()
    };
    (most, parts.iter().enumerate().map(left).collect())
}

/// Whether a program that is wrong in these ways gives an answer, as far as that is seen within `left` nodes.
fn is_given((question, answer): &(Question, Answer), ways: &[Way], left: &mut u64) -> bool {
    let visited = answer.nodes.saturating_mul(9).saturating_add(1_000).min(*left);
    let (given, visited) = within(question, ways, Limits { counted: answer.nodes, visited });
    *left = left.saturating_sub(visited);
    given.is_some_and(|given| question.is_same(&given, answer))
}

/// The mistakes that these ways come to, each set once.
fn told(left: &[Vec<Way>]) -> Vec<Vec<Mistake>> {
    let mut told: Vec<Vec<Mistake>> = Vec::new();
    for ways in left {
        let mistakes: Vec<Mistake> = ways.iter().map(|way| way.mistake()).collect();
        if !told.contains(&mistakes) {
            told.push(mistakes);
        }
    }
    told
}

/// What a program does that is wrong in one of these ways, and how to mend it.
fn sentences(told: &[Vec<Mistake>]) -> String {
    let does = |mistakes: &Vec<Mistake>| {
        let does: Vec<&str> = mistakes.iter().map(|mistake| mistake.text().does).collect();
        let ids: Vec<&str> = mistakes.iter().map(|mistake| mistake.id()).collect();
        format!("{} ({})", does.join(" It also "), ids.join(" and "))
    };
    let mend = |mistakes: &Vec<Mistake>| {
        mistakes.iter().map(|mistake| mistake.text().mend).collect::<Vec<_>>().join(" ")
    };
    if let [only] = told {
        return format!("The program {}. To mend it: {}", does(only).replace(". (", " ("), mend(only));
    }
    let shown = told
        .iter()
        .take(MOST_TOLD)
        .map(|one| format!("it {}. {}", does(one).replace(". (", " ("), mend(one)));
    let shown: Vec<String> = shown.collect();
    let more = told.len().saturating_sub(MOST_TOLD);
    let more = if more == 0 { String::new() } else { format!(" Or {more} more.") };
    format!("One of these, which no question told apart: {}{more}", shown.join(" Or: "))
}

/// Explanations of one part that are written out.
const MOST_TOLD: usize = 4;

/// The smallest question that shows a wrong part.
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
    format!("The smallest of these: {question}; expected {what} {right}, found {found}.")
}
