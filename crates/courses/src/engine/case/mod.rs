//! What programs are asked, and what their answers are worth. Questions are made from seeds; right answers stay in the
//! memory of the marking process.

pub(crate) mod board;
pub(crate) mod chosen;
mod game;
pub mod tree;

use std::time::Duration;

use hmac_sha256::Hash as Sha256;
use plyground_arena::invoke::{Invoke, SystemError};
use plyground_core::agents::AgentSpec;
use plyground_core::{AnyGame, AnyPosition, BoardView, Player, hex};
use plyground_league::event::{End, micros, tail};
use plyground_league::fault::FaultKind;
use serde::{Deserialize, Serialize};

use crate::engine::assignment::Assignment;
use crate::engine::course::CaseError;
use crate::engine::question::{AnyAnswer, AnyQuestion};
use crate::engine::task::STRENGTH;
use crate::engine::verdict::{CaseAnswer, CaseVerdict};
use crate::engine::workshop::Respondent;

/// Who may see a case, and when.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Visibility {
    /// Everybody at any time.
    Public,
    /// Those who mark.
    Hidden,
    /// Everybody when the deadline is over.
    AfterDue,
}

impl Visibility {
    /// Every one, in the order of cases.
    pub const ALL: [Self; 3] = [Self::Public, Self::Hidden, Self::AfterDue];

    /// The word in files and in names of cases.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::Hidden => "hidden",
            Self::AfterDue => "after-due",
        }
    }
}

/// A case: a question, and who may see it.
#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    /// Its name, such as `hidden-07`.
    pub id: String,
    /// Who may see it.
    pub visibility: Visibility,
    /// The question, with what is right.
    pub ask: Ask,
}

/// What is asked in a case.
#[derive(Clone, PartialEq, Debug)]
pub enum Ask {
    /// A question, with what is right.
    Question(AnyQuestion),
    /// A game.
    Game(GameCase),
}

/// A game against an agent built in.
#[derive(Clone, PartialEq, Debug)]
pub struct GameCase {
    /// The game.
    pub game: AnyGame,
    /// The agent.
    pub opponent: AgentSpec,
    /// The side of the program.
    pub side: Player,
    /// The seed of the game.
    pub seed: u64,
    /// The depth in plies that the program is given, if its protocol has one.
    pub depth: u32,
}

/// The result of asking a case.
#[derive(Debug)]
pub struct Reply {
    /// What is kept of it.
    pub record: CaseAnswer,
    /// The answer itself, or what a misformed output is likely to mean; `None` if there is neither, or a game was played.
    pub answer: Option<AnyAnswer>,
}

impl Case {
    /// Asks a program, unless its `timeout_streak` is over. `None` if it was stopped in between.
    ///
    /// # Errors
    ///
    /// If the machine failed. Anything that a program does is an answer.
    pub fn ask(
        &self,
        program: &mut Respondent,
        assignment: &Assignment,
        timeout_streak: &mut TimeoutStreak,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Reply>, SystemError> {
        if stop() {
            return Ok(None);
        }
        if let Some(why) = timeout_streak.is_over() {
            // Nothing is earned of the parts that the case has.
            let is_of_case = |part: &&str| (*part == STRENGTH) == self.asked().is_none();
            let parts = assignment.task.kind.parts();
            let earned = parts.iter().map(|part| is_of_case(part).then_some(0)).collect();
            let verdict = CaseVerdict { earned, problem: why, ..CaseVerdict::default() };
            return Ok(Some(self.without_answer(verdict)));
        }
        match &self.ask {
            Ask::Question(question) => {
                let ended = program.invoke(&question.call(assignment.time()))?;
                let (verdict, answer) = question.judge(&ended);
                timeout_streak.add_answer(&verdict, ended.end);
                // What a misformed output means earns nothing, but mistakes may show in it.
                let meant = question.form(answer.as_ref(), &ended).meant;
                let answer = answer.or(meant);
                let spent = ended.spent(Duration::ZERO, verdict.fault.as_ref(), assignment.time());
                let record = CaseAnswer {
                    said: question.said(&ended),
                    stderr: tail(&ended.stderr, 400),
                    wall_us: micros(ended.own()),
                    waited_us: micros(ended.waited),
                    unexcused_us: micros(ended.unexcused),
                    cpu_us: ended.cpu.map(micros),
                    late: spent.timeout.map(|_| spent),
                    ..self.record(verdict)
                };
                Ok(Some(Reply { record, answer }))
            }
            Ask::Game(asked) => {
                let verdict = game::play(asked, program, assignment, timeout_streak, stop)?;
                Ok(verdict.map(|verdict| self.without_answer(verdict)))
            }
        }
    }

    /// The question; `None` for a game, in which many are asked.
    pub const fn asked(&self) -> Option<&AnyQuestion> {
        match &self.ask {
            Ask::Question(question) => Some(question),
            Ask::Game(_) => None,
        }
    }

    fn without_answer(&self, verdict: CaseVerdict) -> Reply {
        Reply { record: self.record(verdict), answer: None }
    }

    /// What is kept of a verdict alone.
    fn record(&self, verdict: CaseVerdict) -> CaseAnswer {
        let problem = verdict.problem_words();
        let CaseVerdict { earned, numbers, got, fault, cause, late, .. } = verdict;
        let (case, fault) = (self.id.clone(), fault.map(|fault| fault.kind));
        CaseAnswer { case, earned, numbers, got, problem, fault, cause, late, ..CaseAnswer::default() }
    }

    /// The question in one line, as it is put to the program.
    pub fn question(&self) -> String {
        match &self.ask {
            Ask::Question(question) => question.words(),
            Ask::Game(GameCase { game, opponent, side, .. }) => {
                format!("a game as {} against {opponent}", game.side(*side))
            }
        }
    }

    /// What was expected, in a word or two.
    pub fn expected(&self) -> String {
        match &self.ask {
            Ask::Question(question) => question.expected(),
            Ask::Game(_) => "a win".to_owned(),
        }
    }

    /// The position of the question.
    pub fn position(&self) -> Option<AnyPosition> {
        self.asked().and_then(|question| question.position())
    }

    /// The board of the question, to be drawn.
    pub fn view(&self) -> Option<BoardView> {
        self.position().map(|position| position.view())
    }
}

/// All cases of an assignment: the same for the same seeds. `watch` gets how many are made already, out of how many.
///
/// # Errors
///
/// If there are too few of them, or they are too small, to detect every known mistake.
pub fn cases(assignment: &Assignment, watch: &mut dyn FnMut(usize, usize)) -> Result<Vec<Case>, CaseError> {
    let rules = &assignment.cases;
    let (mut done, of) = (0, rules.counts.iter().sum());
    let watch = &mut || {
        done += 1;
        watch(done, of);
    };
    let [public, hidden, after_due] = assignment.task.cases(rules, watch)?;
    let asks = |questions: Vec<AnyQuestion>| questions.into_iter().map(Ask::Question);
    let mut all = numbered(Visibility::Public, asks(public).chain(games(assignment)));
    all.extend(numbered(Visibility::Hidden, asks(hidden)));
    all.extend(numbered(Visibility::AfterDue, asks(after_due)));
    Ok(all)
}

/// Which known mistakes these cases may let pass, in a line for staff; `None` if each changes an answer, or none are
/// known of such programs.
pub fn unproved(assignment: &Assignment, cases: &[Case]) -> Option<String> {
    let questions: Vec<&AnyQuestion> = cases.iter().filter_map(Case::asked).collect();
    assignment.task.unproved(&questions)
}

fn numbered(visibility: Visibility, asks: impl Iterator<Item = Ask>) -> Vec<Case> {
    let named = |(number, ask)| Case { id: format!("{}-{number:02}", visibility.word()), visibility, ask };
    (1..).zip(asks).map(named).collect::<Vec<Case>>()
}

/// A game on each side against each opponent.
fn games(assignment: &Assignment) -> Vec<Ask> {
    let (task, seed) = (&assignment.task, assignment.cases.seed);
    let (game, depth) = (task.kind.game(), task.depth_of_games());
    let of = |opponent: &AgentSpec, side| {
        Ask::Game(GameCase { game, opponent: opponent.clone(), side, seed, depth })
    };
    let opponents = assignment.cases.opponents.iter();
    opponents.flat_map(|opponent| Player::BOTH.map(|side| of(opponent, side))).collect()
}

/// A hash of all questions with what is right for them: another version of this program may make other cases from
/// the same assignment, and answers to one set are none to the other.
pub fn digest(cases: &[Case]) -> String {
    let mut hash = Sha256::new();
    for case in cases {
        // What a question in one line and its answer in a word or two leave out.
        let beyond_words = match &case.ask {
            Ask::Question(question) => question.beyond_words(),
            Ask::Game(GameCase { seed, depth, .. }) => format!("{seed} {depth}"),
        };
        for part in [&case.id, &case.question(), &case.expected(), &beyond_words] {
            hash.update(format!("{}\0{part}\0", part.len()));
        }
    }
    hex(&hash.finalize())
}

/// Counts late answers in a row, and those after which a program did not end in time. A program that never answers, or
/// never ends, costs the time of a few answers then, not that of all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeoutStreak {
    most: u32,
    late: u32,
}

impl TimeoutStreak {
    /// It ends with so many late answers in a row; at least one.
    pub const fn new(most: u32) -> Self {
        Self { most, late: 0 }
    }

    /// Why the program is not asked any more, if it is over.
    pub fn is_over(&self) -> Option<String> {
        let most = self.most.max(1);
        let before =
            if most == 1 { "answer before was".to_owned() } else { format!("{most} answers before were") };
        (self.late >= most).then(|| format!("not asked: the {before} late"))
    }

    /// Notes an answer of a program that was started for it. One that answers and then does not end costs as much time
    /// as one that is late.
    pub fn add_answer(&mut self, verdict: &CaseVerdict, end: End) {
        let is_late = verdict.fault.as_ref().is_some_and(|fault| fault.kind == FaultKind::Late);
        self.add(is_late || end == End::WallOut);
    }

    const fn add(&mut self, is_late: bool) {
        self.late = if is_late { self.late.saturating_add(1) } else { 0 };
    }
}
