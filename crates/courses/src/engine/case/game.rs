//! Games against agents built in: how strong a program is.

use std::fmt::Write;
use std::time::Duration;

use plyground_core::agents::{Agent, AgentSpec};
use plyground_core::{AnyGame, AnyMove, AnyPosition, ByPlayer, Limits, Player, counted};

use super::{GameCase, TimeoutStreak};
use crate::engine::assignment::Assignment;
use crate::engine::verdict::CaseVerdict;
use crate::engine::workshop::Respondent;
use plyground_arena::entrant::{Answer, Entrant, Program, Question, TimeLimit};
use plyground_arena::invoke::SystemError;
use plyground_arena::protocol::PlayRules;
use plyground_arena::referee::{self, Fixture, Settings};
use plyground_league::event::{Action, End, Reason, Side, Spent, Turn};
use plyground_league::fault::{Fault, FaultKind, FaultPolicy, Rule};
use plyground_league::record::EntrantRecord;

/// An answer that took no time.
fn at_once(choice: Result<AnyMove, Fault>) -> Answer {
    Answer::new(choice, None, Spent::default())
}

/// The program's side of a game. It is asked until it has been late too often; its turns are then as if it were
/// late again, at once.
struct ProgramPlayer<'a> {
    program: Program,
    timeout_streak: &'a mut TimeoutStreak,
    stop: &'a (dyn Fn() -> bool + Sync),
}

impl Entrant for ProgramPlayer<'_> {
    fn describe(&self) -> EntrantRecord {
        self.program.describe()
    }

    fn answer(&mut self, question: &Question<'_>) -> Result<Answer, SystemError> {
        if (self.stop)() {
            return Err(SystemError("the run was stopped".to_owned()));
        }
        if let Some(why) = self.timeout_streak.is_over() {
            return Ok(at_once(Err(Fault::new(FaultKind::Late, why))));
        }
        let answer = self.program.answer(question)?;
        let is_late = answer.choice.as_ref().is_err_and(|fault| fault.kind == FaultKind::Late);
        self.timeout_streak.add(is_late || answer.attempt.end == Some(End::WallOut));
        Ok(answer)
    }
}

/// The agent built in. No clock ends its turns, so that a slow machine gives nobody marks; those that take long are
/// refused when the assignment is read.
struct BuiltIn<'a> {
    game: AnyGame,
    agent: Box<dyn Agent<AnyPosition>>,
    spec: &'a AgentSpec,
    stop: &'a (dyn Fn() -> bool + Sync),
}

impl Entrant for BuiltIn<'_> {
    fn describe(&self) -> EntrantRecord {
        EntrantRecord::new("opponent", self.spec.to_string())
    }

    fn begin(&mut self, _: Player, seed: u64) {
        // The same spec with another seed: it has been built before.
        if let Ok(agent) = self.game.agent(&self.spec.clone().or_seed(seed)) {
            self.agent = agent;
        }
    }

    fn answer(&mut self, question: &Question<'_>) -> Result<Answer, SystemError> {
        let decision = self.agent.choose(question.position, &Limits { stop: self.stop });
        if (self.stop)() {
            return Err(SystemError("the run was stopped".to_owned()));
        }
        let choice = decision.map(|decision| at_once(Ok(decision.best)));
        choice.ok_or_else(|| SystemError(format!("the opponent {} chose no move", self.spec)))
    }
}

/// Plays a game: a win is all, a draw half, but nothing if any turn of the program's own was not its own: it was
/// lost, or the referee drew a move by lot. `None` if it was stopped between two turns.
pub(super) fn play(
    asked: &GameCase,
    program: &Respondent,
    assignment: &Assignment,
    timeout_streak: &mut TimeoutStreak,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Option<CaseVerdict>, SystemError> {
    let &GameCase { game, ref opponent, side, seed, depth } = asked;
    let rules = PlayRules::of(game);
    let protocol = rules.protocol(depth).expect("games of this kind have programs that are asked once");
    let program = Program::new("program", protocol, Box::new(program.clone()));
    let mut own = ProgramPlayer { program, timeout_streak, stop };
    // The assignment was refused if the game had no such agent.
    let agent = game.agent(opponent).map_err(|error| SystemError(error.to_string()))?;
    let mut other = BuiltIn { game, agent, spec: opponent, stop };
    let policy = assignment.fault.map_or(rules.policy, |remedy| FaultPolicy::all(Rule::at_once(remedy)));
    let settings = Settings::new(TimeLimit { limit: assignment.time(), grace: Duration::ZERO }, policy);
    let fixture = Fixture { id: String::new(), start: game.start(), seed };
    let (own, other): (&mut dyn Entrant, &mut dyn Entrant) = (&mut own, &mut other);
    let (first, second) = if side == Player::First { (own, other) } else { (other, own) };
    let record = referee::play(&fixture, &settings, &mut ByPlayer::new(first, second), &mut |_| {});
    if stop() {
        return Ok(None);
    }
    let mine = Side::from(side);
    let ending = &record.ending;
    if ending.reason == Reason::Void {
        return Err(SystemError(ending.system_error.clone().unwrap_or_else(|| "a game failed".to_owned())));
    }
    let is_own = |turn: &&Turn| matches!(turn.action, Action::Move(_));
    if let Some(turn) = record.turns.iter().find(|turn| turn.side != mine && !is_own(turn)) {
        return Err(SystemError(format!("the opponent {opponent} made no move in turn {}", turn.number)));
    }
    let lost = record.turns.iter().filter(|turn| turn.side == mine && !is_own(turn)).count();
    let (worth, result) = match ending.winner {
        Some(winner) if winner == mine => (100, "won"),
        Some(_) => (0, "lost"),
        None => (50, "drawn"),
    };
    let earned = if lost == 0 { worth } else { 0 };
    let moves = record.turns.iter().filter(is_own).count();
    let faults = FaultKind::ALL.map(|kind| (record.faults(mine, kind), kind.name())).into_iter();
    let faults = faults.filter(|(count, _)| *count > 0).map(|(count, name)| format!("{count} {name}"));
    let faults: Vec<String> = faults.collect();
    let first_fault = record.attempts(mine).find_map(|attempt| attempt.fault.as_ref());
    let late = record.attempts(mine).map(|attempt| attempt.spent).find(|spent| spent.timeout.is_some());
    let mut got = format!("{result} after {}", counted(moves, "move"));
    if let Some([red, green]) = ending.points {
        // Writing to memory does not fail.
        let _ = write!(got, ", {red} : {green}");
    }
    if earned < worth {
        let turns = if lost == 1 { "turn was" } else { "turns were" };
        let _ = write!(got, ", which earns nothing: {lost} {turns} lost or left to chance");
    }
    let mut problem = if earned == 100 { String::new() } else { got.clone() };
    if let Some(fault) = first_fault {
        let lead = if problem.is_empty() { "" } else { "; " };
        let _ = write!(problem, "{lead}faults: {}; the first: {}", faults.join(", "), fault.message);
    }
    Ok(Some(CaseVerdict { earned: vec![None, Some(earned)], got, problem, late, ..CaseVerdict::default() }))
}
