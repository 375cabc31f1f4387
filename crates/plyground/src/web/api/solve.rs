//! Exact values of all moves as they are found, told in events: by the solvers of Connect Four and adjacent
//! four and Max-Connect-Four, and by the prover of Breakthrough; an engine bridges the time until they know.

use std::time::{Duration, Instant};

use plyground_core::agents::{Decision, Limits, Proof, Stopped};
use plyground_core::games::adjacent_four::{self, AdjacentFour};
use plyground_core::games::breakthrough::{self, Breakthrough};
use plyground_core::games::connect_four::solve::{Solver, proof_of_score};
use plyground_core::games::connect_four::{ConnectFour, book};
use plyground_core::games::max_connect_four::{self, MaxConnectFour};
use plyground_core::{Evaluation, Game, GameId, Player, Position, VALUE_LIMIT, dispatch};
use serde_json::{Value, json};

use super::error::ApiError;
use super::query::{Given, POSITION, Query};
use super::{choose, evaluate, moves};
use crate::cli::board::{move_text, outcome_words};
use crate::cli::json as shared;

/// The longest time that a request can ask for, in seconds.
pub(super) const MOST_SECONDS: u32 = 60;

/// The time if the request names none, in seconds.
const SECONDS: u32 = 20;

/// Memory of a solver's, prover's or engine's table, of which only the used part is taken.
const TABLE_BYTES: usize = 32 << 20;

/// Something that was found out.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Event {
    /// What kind of news it is.
    pub(crate) name: &'static str,
    /// The news.
    pub(crate) data: Value,
}

/// A solution that only needs to be worked out.
pub(crate) type Job = Box<dyn FnOnce(&Limits<'_>, &mut dyn FnMut(Event)) + Send>;

/// What there is for a game: `scores`, `distances`, `points` or `winner`.
pub(super) const fn kind(game: GameId) -> &'static str {
    match game {
        GameId::ConnectFour => "scores",
        GameId::Breakthrough => "winner",
        GameId::AdjacentFour => "distances",
        GameId::MaxConnectFour => "points",
    }
}

/// `solve`: reads the request, and returns the work.
///
/// # Errors
///
/// If the request is malformed.
pub(crate) fn solve(query: &Query) -> Result<Job, ApiError> {
    query.only(&[&POSITION, &["time", "evaluation"]])?;
    let seconds = query.number("time", SECONDS, 1, MOST_SECONDS)?;
    let game = query.game()?;
    dispatch!(game, G => {
        let position = Given::<G>::read(query)?.position;
        let evaluation = match query.get("evaluation") {
            Some(name) => evaluate::named::<G>(name)?,
            None => &G::evaluations()[0],
        };
        Ok(Box::new(move |limits: &Limits<'_>, tell: &mut dyn FnMut(Event)| {
            let start = Instant::now();
            let time = Duration::from_secs(u64::from(seconds));
            let is_over = || (limits.stop)() || start.elapsed() >= time;
            let limits = Limits { stop: &is_over };
            let mut solution =
                Solution::<G> { position, evaluation, limits: &limits, tell, start, time, nodes: 0 };
            solution.begin();
            if position.outcome().is_some() {
                solution.end("over");
                return;
            }
            let result = G::solve(&mut solution);
            let is_done = result.is_ok();
            let reason = if is_done { "done" } else if start.elapsed() >= time { "time" } else { "stopped" };
            solution.end(reason);
        }))
    })
}

/// A solution in progress.
struct Solution<'a, G: Game> {
    position: G::Position,
    evaluation: &'static Evaluation<G::Position>,
    limits: &'a Limits<'a>,
    tell: &'a mut dyn FnMut(Event),
    start: Instant,
    time: Duration,
    nodes: u128,
}

/// What is known about a position or a move, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Known {
    /// 1, 0 or -1: win, draw or loss.
    result: Option<i32>,
    score: Option<i32>,
    plies: Option<u32>,
    is_final: bool,
}

impl Known {
    /// An exact score with this many empty cells.
    fn score(score: i32, empty: u32) -> Self {
        let plies = match proof_of_score(score, empty) {
            Proof::Win { plies } | Proof::Loss { plies } => Some(plies),
            Proof::Draw => None,
        };
        Self { result: Some(score.signum()), score: Some(score), plies, is_final: true }
    }

    /// A value with its distance.
    const fn proved(proof: Proof) -> Self {
        let (result, plies) = match proof {
            Proof::Win { plies } => (1, Some(plies)),
            Proof::Draw => (0, None),
            Proof::Loss { plies } => (-1, Some(plies)),
        };
        Self { result: Some(result), score: None, plies, is_final: true }
    }

    /// A difference of points at the end.
    const fn points(value: i32) -> Self {
        Self { result: Some(value.signum()), score: Some(value), plies: None, is_final: true }
    }

    /// A result without a distance.
    const fn result(result: i32, is_final: bool) -> Self {
        Self { result: Some(result), score: None, plies: None, is_final }
    }

    /// In words, for the side that moves.
    fn words(self, side: &str) -> String {
        let moves = |count: u32| if count == 1 { "1 move".to_owned() } else { format!("{count} moves") };
        // A score without a distance is a difference of points.
        let by = self.score.map_or_else(String::new, |points| format!(" by {}", points.abs()));
        match (self.result, self.plies) {
            (Some(1), Some(1)) => format!("{side} wins with this move"),
            (Some(1), Some(plies)) => format!("{side} wins in {} ({plies} plies)", moves(plies.div_ceil(2))),
            (Some(-1), Some(plies)) => format!("{side} loses in {} ({plies} plies)", moves(plies / 2)),
            (Some(1), None) => format!("{side} wins{by}"),
            (Some(-1), None) => format!("{side} loses{by}"),
            (Some(_), _) => "draw".to_owned(),
            (None, _) => "not proved".to_owned(),
        }
    }

    fn to_json(self, side: &str) -> Value {
        let name = self.result.map(|result| match result {
            1 => "win",
            0 => "draw",
            _ => "loss",
        });
        json!({
            "result": name,
            "score": self.score,
            "plies": self.plies,
            "is_final": self.is_final,
            "words": self.words(side),
        })
    }
}

impl<G: Game> Solution<'_, G> {
    fn event(&mut self, name: &'static str, data: Value) {
        (self.tell)(Event { name, data });
    }

    fn side(&self) -> &'static str {
        G::SIDES[self.position.turn()]
    }

    fn begin(&mut self) {
        let words = match kind(G::ID) {
            "scores" => "exact scores of all moves: first who wins, then how soon",
            "distances" => "exact values of all moves: first who wins, then how soon",
            "points" => "exact values of all moves: quadruples at the end, more or fewer than the other side",
            _ => "who wins after each move, proved one by one; distances are not known",
        };
        let data = json!({
            "game": G::ID.name(),
            "position": super::position::one_line::<G>(&self.position),
            "turn": self.side(),
            "kind": kind(G::ID),
            "words": words,
        });
        self.event("start", data);
    }

    fn told(&mut self, mv: <G::Position as Position>::Move, known: Known) {
        let mut data = known.to_json(self.side());
        data["move"] = Value::from(move_text::<G>(&self.position, mv));
        self.event("move", data);
    }

    fn concluded(
        &mut self,
        known: Known,
        best: &[<G::Position as Position>::Move],
        line: &[<G::Position as Position>::Move],
    ) {
        let mut data = known.to_json(self.side());
        let best: Vec<String> = best.iter().map(|&mv| move_text::<G>(&self.position, mv)).collect();
        data["best"] = Value::from(best);
        data["line"] = Value::from(moves::line::<G>(&self.position, line));
        self.event("position", data);
    }

    fn end(&mut self, reason: &'static str) {
        let words = match reason {
            "over" => {
                let outcome = self.position.outcome().map(outcome_words::<G>).unwrap_or_default();
                format!("the game is over: {outcome}")
            }
            "done" => "everything is known".to_owned(),
            "time" => format!("stopped after {} s; ask for more time to know more", self.time.as_secs()),
            _ => "stopped".to_owned(),
        };
        let data = json!({
            "reason": reason,
            "nodes": shared::count(self.nodes),
            "seconds": self.start.elapsed().as_secs_f64(),
            "words": words,
        });
        self.event("end", data);
    }

    /// Lets the engine search deeper and deeper, and tells of every depth. Returns what it proved.
    fn deepen(&mut self, time: Option<Duration>) -> Option<Decision<<G::Position as Position>::Move>> {
        let start = Instant::now();
        let limits = self.limits;
        let is_over = || (limits.stop)() || time.is_some_and(|time| start.elapsed() >= time);
        let position = self.position;
        let side = position.turn();
        let tell = &mut *self.tell;
        let decision =
            self.evaluation.deepen(&position, TABLE_BYTES, &Limits { stop: &is_over }, &mut |decision| {
                tell(Event { name: "depth", data: depth::<G>(&position, side, decision) });
            });
        self.nodes += decision.as_ref().map_or(0, |decision| decision.nodes);
        decision
    }
}

/// A depth that was searched completely.
fn depth<G: Game>(
    position: &G::Position,
    side: Player,
    decision: &Decision<<G::Position as Position>::Move>,
) -> Value {
    // Beyond this a value only says again what is proved.
    let value = decision.value.filter(|value| value.abs() < VALUE_LIMIT);
    let proof = decision.proof.map(|proof| choose::proof_with_words::<G>(proof, side));
    let best = move_text::<G>(position, decision.best);
    let plies = decision.depth.unwrap_or(0);
    let judged = match (value, &proof) {
        (_, Some(proof)) => proof["words"].as_str().unwrap_or_default().to_owned(),
        (Some(value), None) => format!("{value} for {}", G::SIDES[side]),
        (None, None) => "no value".to_owned(),
    };
    json!({
        "depth": decision.depth,
        "move": best,
        "value": value,
        "for": G::SIDES[side],
        "line": moves::line::<G>(position, &decision.line),
        "nodes": shared::count(decision.nodes),
        "proof": proof,
        "words": format!("depth {plies}: {} {best}; {judged}", G::MOVE_NOUN),
    })
}

/// A game with its way to solve positions.
trait Solve: Game {
    /// Works the position out and tells what it finds; it is stopped before all is known with an error.
    fn solve(solution: &mut Solution<'_, Self>) -> Result<(), Stopped>;
}

impl Solve for ConnectFour {
    fn solve(solution: &mut Solution<'_, Self>) -> Result<(), Stopped> {
        let position = solution.position;
        let empty = position.board().empty_cells();
        let solver = Solver::new(TABLE_BYTES);
        let mut solver = book::embedded().iter().fold(solver, |solver, &book| solver.with_book(book));
        let mut work = |solution: &mut Solution<'_, Self>| -> Result<(), Stopped> {
            let mut known = Vec::new();
            for mv in position.moves() {
                let after = position.play(mv);
                let result = -solver.result(&after, solution.limits)?;
                let is_over = after.outcome().is_some();
                let found = if result == 0 || is_over {
                    Known::score(-solver.score(&after, solution.limits)?, empty)
                } else {
                    Known::result(result, false)
                };
                solution.told(mv, found);
                known.push((mv, found));
            }
            let best = known.iter().filter_map(|(_, known)| known.result).max().unwrap_or(0);
            let of_best = |known: &Known| known.result == Some(best);
            let moves: Vec<_> = known.iter().filter(|(_, known)| of_best(known)).map(|&(mv, _)| mv).collect();
            solution.concluded(Known::result(best, false), &moves, &[]);
            // Moves of the best result first: they matter most.
            known.sort_by_key(|(_, known)| !of_best(known));
            for (mv, found) in known.iter_mut().filter(|(_, known)| !known.is_final) {
                *found = Known::score(-solver.score(&position.play(*mv), solution.limits)?, empty);
                solution.told(*mv, *found);
            }
            known.sort_by_key(|&(mv, _)| mv);
            let Some(&best) = known.iter().filter_map(|(_, known)| known.score.as_ref()).max() else {
                return Ok(());
            };
            let moves: Vec<_> =
                known.iter().filter(|(_, known)| known.score == Some(best)).map(|&(mv, _)| mv).collect();
            let line = match moves.first() {
                Some(&first) => solver.line(&position, first, solution.limits)?,
                None => Vec::new(),
            };
            solution.concluded(Known::score(best, empty), &moves, &line);
            Ok(())
        };
        let result = work(solution);
        solution.nodes = u128::from(solver.nodes());
        result
    }
}

impl Solve for Breakthrough {
    fn solve(solution: &mut Solution<'_, Self>) -> Result<(), Stopped> {
        let position = solution.position;
        let side = position.turn();
        // Something to look at, before proofs are found.
        solution.deepen(Some((solution.time / 5).min(Duration::from_secs(1))));
        let mut prover = breakthrough::solve::Prover::new(TABLE_BYTES);
        let mut open: Vec<_> = position.moves().collect();
        let mut wins = Vec::new();
        let mut slice = Duration::from_millis(25);
        // A little time for every move, then more for those that are left: easy proofs come first, and
        // what was found out about the others is remembered.
        let result = loop {
            let mut left = Vec::new();
            for &mv in &open {
                let start = Instant::now();
                let limits = solution.limits;
                let is_over = || (limits.stop)() || start.elapsed() >= slice;
                match prover.winner(&position.play(mv), &Limits { stop: &is_over }) {
                    Ok(winner) => {
                        let result = if winner == side { 1 } else { -1 };
                        solution.told(mv, Known::result(result, true));
                        if winner == side {
                            wins.push(mv);
                            if wins.len() == 1 {
                                solution.concluded(Known::result(1, false), &wins, &[]);
                            }
                        }
                    }
                    Err(Stopped) => left.push(mv),
                }
            }
            open = left;
            if open.is_empty() {
                break Ok(());
            }
            if (solution.limits.stop)() {
                break Err(Stopped);
            }
            slice *= 4;
        };
        solution.nodes += u128::from(prover.nodes());
        let unknown = Known { result: None, score: None, plies: None, is_final: true };
        for &mv in &open {
            solution.told(mv, unknown);
        }
        if !wins.is_empty() {
            wins.sort_unstable();
            solution.concluded(Known::result(1, true), &wins, &wins[..1]);
        } else if open.is_empty() {
            solution.concluded(Known::result(-1, true), &[], &[]);
        } else {
            solution.concluded(unknown, &[], &[]);
        }
        result
    }
}

impl Solve for AdjacentFour {
    fn solve(solution: &mut Solution<'_, Self>) -> Result<(), Stopped> {
        let position = solution.position;
        let side = position.turn();
        let mut solver = adjacent_four::solve::Solver::new(TABLE_BYTES);
        let mut work = |solution: &mut Solution<'_, Self>| -> Result<(), Stopped> {
            let number = |winner: Option<_>| winner.map_or(0, |winner| if winner == side { 1 } else { -1 });
            let best = number(solver.winner(&position, solution.limits)?);
            let mut known = Vec::new();
            for mv in position.moves() {
                let result = number(solver.winner(&position.play(mv), solution.limits)?);
                let found =
                    if result == 0 { Known::proved(Proof::Draw) } else { Known::result(result, false) };
                solution.told(mv, found);
                known.push((mv, found));
            }
            let of_best = |known: &Known| known.result == Some(best);
            let moves: Vec<_> = known.iter().filter(|(_, known)| of_best(known)).map(|&(mv, _)| mv).collect();
            solution.concluded(Known::result(best, false), &moves, &[]);
            // Moves of the best result first: they matter most.
            known.sort_by_key(|(_, known)| !of_best(known));
            for (mv, found) in known.iter_mut().filter(|(_, known)| !known.is_final) {
                *found = Known::proved(solver.value_of(&position, *mv, solution.limits)?);
                solution.told(*mv, *found);
            }
            known.sort_by_key(|&(mv, _)| mv);
            let value = Known::proved(solver.value(&position, solution.limits)?);
            let moves: Vec<_> =
                known.iter().filter(|&&(_, found)| found == value).map(|&(mv, _)| mv).collect();
            let line = solver.line(&position, solution.limits)?;
            solution.concluded(value, &moves, &line);
            Ok(())
        };
        let result = work(solution);
        solution.nodes = u128::from(solver.nodes());
        result
    }
}

impl Solve for MaxConnectFour {
    fn solve(solution: &mut Solution<'_, Self>) -> Result<(), Stopped> {
        // Openings take minutes; what an engine says meanwhile is better than nothing.
        solution.deepen(Some((solution.time / 5).min(Duration::from_secs(1))));
        let position = solution.position;
        let mut solver = max_connect_four::solve::Solver::new(TABLE_BYTES);
        let mut work = |solution: &mut Solution<'_, Self>| -> Result<(), Stopped> {
            let best = solver.value(&position, solution.limits)?;
            solution.concluded(Known::points(best), &[], &[]);
            let mut moves = Vec::new();
            for mv in position.moves() {
                let value = -solver.value(&position.play(mv), solution.limits)?;
                solution.told(mv, Known::points(value));
                if value == best {
                    moves.push(mv);
                }
            }
            let line = match moves.first() {
                Some(&first) => solver.line(&position, first, solution.limits)?,
                None => Vec::new(),
            };
            solution.concluded(Known::points(best), &moves, &line);
            Ok(())
        };
        let result = work(solution);
        solution.nodes += u128::from(solver.nodes());
        result
    }
}
