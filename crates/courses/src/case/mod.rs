//! What programs are asked, and what their answers are worth. Questions are made from seeds; right answers
//! stay in the memory of whoever marks.

mod answered;
mod board;
mod chosen;
mod column;
mod digest;
mod game;
mod moves;
mod record;
mod search;
#[cfg(test)]
mod tests;
mod timeout_streak;
mod tree;

use std::sync::Arc;
use std::time::Duration;

use plyground_core::agents::AgentSpec;
use plyground_core::games::breakthrough::Breakthrough;
use plyground_core::games::connect_four::ConnectFour;
use plyground_core::games::gravity::Column;
use plyground_core::games::max_connect_four::MaxConnectFour;
use plyground_core::games::{breakthrough, connect_four, max_connect_four};
use plyground_core::rng::Rng;
use plyground_core::{AnyGame, AnyPosition, BoardView, Game, Player, Position};
use serde::{Deserialize, Serialize};

pub use answered::{CaseAnswer, Cause};
pub use digest::digest;
pub use timeout_streak::TimeoutStreak;
pub(super) use tree::is_within;

use answered::CaseVerdict;

use super::assignment::{Assignment, SearchTask, Task};
use super::diagnose;
use super::workshop::Respondent;
use plyground_arena::invoke::{Call, Ended, Invoke, Trouble};
use plyground_league::event::{MOST_TEXT, excerpt, micros, tail};

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

/// A question, with what is right.
#[derive(Clone, PartialEq, Debug)]
pub enum Ask {
    /// Column and number of nodes.
    Search {
        /// How the question is put.
        task: Arc<SearchTask>,
        /// Board, side, algorithm and depth.
        question: diagnose::Question,
        /// What is right.
        right: diagnose::Answer,
    },
    /// A best column.
    Column {
        /// Board and side.
        position: connect_four::Standard,
        /// Depth in plies.
        depth: u32,
        /// All columns that are worth as much as the best.
        best: Vec<Column>,
    },
    /// A state file.
    StateFile {
        /// Board and side.
        position: max_connect_four::Standard,
        /// Depth in plies that the program is told.
        depth: u32,
    },
    /// A move on request.
    Request {
        /// Board and side.
        position: breakthrough::Standard,
        /// Turns so far.
        turns: u32,
    },
    /// A game against an agent built in.
    Game {
        /// The game.
        game: AnyGame,
        /// The agent.
        opponent: AgentSpec,
        /// The side of the program.
        side: Player,
        /// The seed of the game.
        seed: u64,
        /// The depth in plies that the program is told, if its protocol tells one.
        depth: u32,
    },
    /// The printed game of both players.
    Match,
}

/// Bytes of standard error that are kept of each answer.
const MOST_STDERR: usize = 400;

impl Case {
    /// A question that is asked besides the cases of an assignment.
    pub const fn of(ask: Ask) -> Self {
        Self { id: String::new(), visibility: Visibility::Public, ask }
    }

    /// Asks a program, unless its `timeout_streak` is over. `None` if `stop` said so in between.
    ///
    /// # Errors
    ///
    /// If the machine failed; whatever a program does is an answer.
    pub fn ask(
        &self,
        program: &mut Respondent,
        assignment: &Assignment,
        timeout_streak: &mut TimeoutStreak,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<CaseAnswer>, Trouble> {
        if stop() {
            return Ok(None);
        }
        if let Some(why) = timeout_streak.is_over() {
            return Ok(Some(self.answered(CaseVerdict::nothing(self.parts(), why), None)));
        }
        if let Some(call) = self.call(assignment.time()) {
            let ended = program.invoke(&call)?;
            let answered = self.judge(&ended);
            timeout_streak.heard_of(&answered, ended.end);
            return Ok(Some(answered));
        }
        let judged = match &self.ask {
            Ask::Game { game, opponent, side, seed, depth } => {
                let (side, seed, depth) = (*side, *seed, *depth);
                let (wall, fault) = (assignment.time(), assignment.fault);
                let pairing = game::Pairing { opponent, side, seed, depth, wall, fault };
                game::play(*game, program, pairing, timeout_streak, stop)?
            }
            // A case is made for its task.
            _ => Some(CaseVerdict::default()),
        };
        Ok(judged.map(|judged| self.answered(judged, None)))
    }

    /// How a program is called with the question, with so much time for an answer; `None` for a game, in which it is
    /// asked many.
    pub fn call(&self, wall: Duration) -> Option<Call> {
        Some(match &self.ask {
            Ask::Search { task, question, .. } => search::call(task, question, wall),
            Ask::Column { position, depth, .. } => column::call(position, *depth, wall),
            Ask::StateFile { position, depth } => {
                moves::call(&AnyPosition::of::<MaxConnectFour>(*position), *depth, 0, wall)
            }
            Ask::Request { position, turns } => {
                moves::call(&AnyPosition::of::<Breakthrough>(*position), 1, *turns, wall)
            }
            Ask::Match => record::call(wall),
            Ask::Game { .. } => return None,
        })
    }

    /// What an answer is worth that a program gave when it was called.
    pub fn judge(&self, ended: &Ended) -> CaseAnswer {
        let judged = match &self.ask {
            Ask::Search { task, question, right } => search::judge(task, question, right, ended),
            Ask::Column { position, best, .. } => column::judge(position, best, ended),
            Ask::StateFile { position, depth } => moves::judge_file(position, *depth, ended),
            Ask::Request { position, .. } => {
                moves::judge(&AnyPosition::of::<Breakthrough>(*position), 1, ended)
            }
            Ask::Match => record::judge(ended),
            // Nobody is called for a game.
            Ask::Game { .. } => CaseVerdict::default(),
        };
        self.answered(judged.with_last_words(ended), Some(ended))
    }

    /// Which parts of the task's answers the case has.
    const fn parts(&self) -> &'static [bool] {
        match self.ask {
            Ask::Search { .. } | Ask::Match => &[true, true],
            Ask::Column { .. } => &[true],
            Ask::StateFile { .. } | Ask::Request { .. } => &[true, false],
            Ask::Game { .. } => &[false, true],
        }
    }

    fn answered(&self, judged: CaseVerdict, ended: Option<&Ended>) -> CaseAnswer {
        let CaseVerdict { earned, numbers, got, problem, fault, cause } = judged;
        let said = |ended: &Ended| match self.ask {
            Ask::Match => record::said(ended),
            _ => excerpt(ended.stdout.trim_ascii_end(), MOST_TEXT),
        };
        CaseAnswer {
            case: self.id.clone(),
            earned,
            numbers,
            got,
            problem,
            fault,
            cause,
            said: ended.map_or_else(String::new, said),
            stderr: ended.map_or_else(String::new, |ended| tail(&ended.stderr, MOST_STDERR)),
            wall_us: ended.map_or(0, |ended| micros(ended.own())),
            cpu_us: ended.and_then(|ended| ended.cpu).map(micros),
        }
    }

    /// The question in one line, as it is put to the program.
    pub fn question(&self) -> String {
        match &self.ask {
            Ask::Search { task, question, .. } => search::arguments(task, question).join(" "),
            Ask::Column { position, depth, .. } => column::arguments(position, *depth).join(" "),
            Ask::StateFile { position, depth } => {
                format!("one-move INPUT OUTPUT {depth}, {} to move", MaxConnectFour::SIDES[position.turn()])
            }
            Ask::Request { turns, .. } => format!("move, {turns}"),
            Ask::Game { game, opponent, side, .. } => {
                format!("a game as {} against {opponent}", game.side(*side))
            }
            Ask::Match => "the game of both players".to_owned(),
        }
    }

    /// What was expected, in a word or two.
    pub fn expected(&self) -> String {
        match &self.ask {
            Ask::Search { task, question, right } => search::expected(task, question, right),
            Ask::Column { best, .. } => {
                let columns: Vec<String> = best.iter().map(|column| column.index().to_string()).collect();
                format!("column {}", columns.join(" or "))
            }
            Ask::StateFile { .. } => "the board with one piece more".to_owned(),
            Ask::Request { .. } => "a legal move".to_owned(),
            Ask::Game { .. } => "a win".to_owned(),
            Ask::Match => record::expected(),
        }
    }

    /// The board of the question, to be drawn.
    pub fn view(&self) -> Option<BoardView> {
        match &self.ask {
            Ask::Search { question, .. } => Some(ConnectFour::view(&question.position)),
            Ask::Column { position, .. } => Some(ConnectFour::view(position)),
            Ask::StateFile { position, .. } => Some(MaxConnectFour::view(position)),
            Ask::Request { position, .. } => Some(Breakthrough::view(position)),
            Ask::Game { .. } | Ask::Match => None,
        }
    }

    /// The game, for colours and words.
    pub const fn game(&self, assignment: &Assignment) -> AnyGame {
        assignment.task.game()
    }
}

/// Why cases cannot be made. Whoever wrote the assignment can mend it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct CaseError(pub String);

/// All cases of an assignment: the same for the same seeds. `watch` is told how many are made already, out of how
/// many.
///
/// # Errors
///
/// If there are too few of them, or they are too small, for every known mistake to be told from what is right.
pub fn cases(assignment: &Assignment, watch: &mut dyn FnMut(usize, usize)) -> Result<Vec<Case>, CaseError> {
    let rules = &assignment.cases;
    let (mut done, of) = (0, rules.counts.iter().sum());
    let watch = &mut || {
        done += 1;
        watch(done, of);
    };
    let given: Vec<Ask> = rules.given.iter().map(|given| asked(given, assignment)).collect();
    let [public, hidden, after_due] = rules.counts;
    let shown = made(assignment, rules.seed, public, &given, given.clone(), watch)?;
    let seen: Vec<Ask> = given.iter().chain(&shown).cloned().collect();
    let secret =
        made(assignment, rules.hidden_seed.unwrap_or(0) ^ SECRET, hidden + after_due, &[], seen, watch)?;
    let after = secret.len() - after_due.min(secret.len());
    let (hidden, after_due) = secret.split_at(after);
    let games = games(assignment);
    let groups: [(Visibility, Vec<Ask>); 3] = [
        (Visibility::Public, given.into_iter().chain(shown).chain(games).collect()),
        (Visibility::Hidden, hidden.to_vec()),
        (Visibility::AfterDue, after_due.to_vec()),
    ];
    let mut all = Vec::new();
    for (visibility, asks) in groups {
        all.extend(numbered(visibility, asks));
    }
    if let Task::Search(task) = &assignment.task {
        search::prove(task, &all)?;
    }
    Ok(all)
}

/// The cases that students may see and that are asked one by one, without games: the same as those of [`cases`].
///
/// # Errors
///
/// If none could be found.
pub fn public_cases(assignment: &Assignment) -> Result<Vec<Case>, CaseError> {
    let rules = &assignment.cases;
    let given: Vec<Ask> = rules.given.iter().map(|given| asked(given, assignment)).collect();
    let shown = made(assignment, rules.seed, rules.counts[0], &given, given.clone(), &mut || {})?;
    let asks = given.into_iter().chain(shown);
    Ok(numbered(
        Visibility::Public,
        if assignment.task == Task::Match { vec![Ask::Match] } else { asks.collect() },
    ))
}

/// Which known mistakes these cases may let pass, in a line for whoever marks; `None` if each changes an answer, or
/// none are known of such programs.
pub fn unproved(assignment: &Assignment, cases: &[Case]) -> Option<String> {
    match &assignment.task {
        // Otherwise there were no cases.
        Task::Search(task) if task.is_known() => None,
        Task::Search(_) => Some(
            "not proved: no mistakes are known for this evaluation or rule of pruning, so nothing shows that the \
             cases find one"
                .to_owned(),
        ),
        Task::Column { .. } => {
            let open = column::open(cases.iter().map(|case| &case.ask));
            let names: Vec<&str> = open.iter().map(|mistake| mistake.id()).collect();
            (!names.is_empty()).then(|| format!("not proved: no case is sure to find {}", names.join(", ")))
        }
        Task::StateFile { .. } | Task::Request | Task::Match => None,
    }
}

fn numbered(visibility: Visibility, asks: Vec<Ask>) -> Vec<Case> {
    let named = |(number, ask)| Case { id: format!("{}-{number:02}", visibility.word()), visibility, ask };
    (1..).zip(asks).map(named).collect::<Vec<Case>>()
}

/// Keeps the stream of hidden cases apart from that of the public ones where both seeds are equal.
const SECRET: u64 = 0x68_69_64_64_65_6e;

/// A case that the file names.
fn asked(given: &super::assignment::GivenCase, assignment: &Assignment) -> Ask {
    /// Positions were read when the file was.
    const READ: &str = "a position that was read before";
    let depth = given.depth;
    match &assignment.task {
        Task::Search(task) => {
            let position = ConnectFour::notations()[0].parse(&given.position).expect(READ);
            search::asked(task, position, given.algorithm.unwrap_or('A'), depth)
        }
        Task::Column { .. } => {
            column::asked(ConnectFour::notations()[0].parse(&given.position).expect(READ), depth)
        }
        Task::StateFile { .. } => Ask::StateFile {
            position: MaxConnectFour::notations()[0].parse(&given.position).expect(READ),
            depth,
        },
        Task::Request => Ask::Request {
            position: Breakthrough::notations()[0].parse(&given.position).expect(READ),
            turns: 1,
        },
        Task::Match => Ask::Match,
    }
}

/// So many cases from a seed, besides those that are `known` already. Together with those `given` they tell mistakes
/// apart.
fn made(
    assignment: &Assignment,
    seed: u64,
    count: usize,
    given: &[Ask],
    known: Vec<Ask>,
    watch: &mut dyn FnMut(),
) -> Result<Vec<Ask>, CaseError> {
    let rng = &mut Rng::new(seed);
    match &assignment.task {
        Task::Search(task) => Ok(search::made(task, rng, count, given, known, watch)),
        Task::Column { depths, most_nodes } => {
            column::made((*depths, *most_nodes), rng, count, given, known, watch)
        }
        Task::StateFile { depths } => Ok(other(count, known, &mut || moves::state_file(*depths, rng), watch)),
        Task::Request => Ok(other(count, known, &mut || moves::request(rng), watch)),
        Task::Match => Ok(Vec::new()),
    }
}

/// So many random cases, none of which is known. There are far more boards than cases.
fn other(
    count: usize,
    mut known: Vec<Ask>,
    random: &mut dyn FnMut() -> Ask,
    watch: &mut dyn FnMut(),
) -> Vec<Ask> {
    let first = known.len();
    while known.len() < first + count {
        let ask = random();
        if !known.contains(&ask) {
            known.push(ask);
            watch();
        }
    }
    known.split_off(first)
}

/// A game on each side against each opponent; the whole game of a task that is one.
fn games(assignment: &Assignment) -> Vec<Ask> {
    if assignment.task == Task::Match {
        return vec![Ask::Match];
    }
    let depth = match assignment.task {
        Task::StateFile { depths: [_, to] } => to,
        _ => 1,
    };
    let opponents = assignment.cases.opponents.iter();
    opponents
        .flat_map(|opponent| {
            Player::BOTH.map(|side| Ask::Game {
                game: assignment.task.game(),
                opponent: opponent.clone(),
                side,
                seed: assignment.cases.seed,
                depth,
            })
        })
        .collect()
}
