//! Exact values of all moves as they are found, told in events: by the solvers of Connect Four, Adjacent Four
//! and Max-Connect-Four, and by the prover of Breakthrough; an engine bridges the time until they know. What a
//! game does for it stands in a file of its own.

mod adjacent_four;
mod breakthrough;
mod connect_four;
mod max_connect_four;

use std::time::{Duration, Instant};

use plyground_core::agents::{Decision, Limits, Proof, Stopped};
use plyground_core::games::connect_four::solve::proof_of_score;
use plyground_core::{Evaluation, Game, Player, Position, VALUE_LIMIT, counted, dispatch};
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

/// A game with its way to solve positions.
pub(super) trait Solve: Game {
    /// What is found out: `scores`, `distances`, `points` or `winner`.
    const KIND: &'static str;
    /// The same in words.
    const WORDS: &'static str;

    /// Works the position out and tells what it finds; it is stopped before all is known with an error.
    fn solve(solution: &mut Solution<'_, Self>) -> Result<(), Stopped>;
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
pub(super) struct Solution<'a, G: Game> {
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
        let moves = |count: u32| counted(count, "move");
        // A score without a distance is a difference of points.
        let by = self.score.map_or_else(String::new, |points| format!(" by {}", points.abs()));
        match (self.result, self.plies) {
            (Some(1), Some(1)) => format!("{side} wins with this move"),
            (Some(1), Some(plies)) => {
                format!("{side} wins in {} ({})", moves(plies.div_ceil(2)), counted(plies, "ply"))
            }
            (Some(-1), Some(plies)) => {
                format!("{side} loses in {} ({})", moves(plies / 2), counted(plies, "ply"))
            }
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

impl<G: Solve> Solution<'_, G> {
    fn event(&mut self, name: &'static str, data: Value) {
        (self.tell)(Event { name, data });
    }

    fn side(&self) -> &'static str {
        G::SIDES[self.position.turn()]
    }

    fn begin(&mut self) {
        let data = json!({
            "game": G::ID.name(),
            "position": super::position::one_line::<G>(&self.position),
            "turn": self.side(),
            "kind": G::KIND,
            "words": G::WORDS,
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
            "time" => {
                let seconds = self.time.as_secs();
                let has_more = seconds < u64::from(MOST_SECONDS);
                let more = if has_more { "; ask for more time to know more" } else { "" };
                format!("stopped after {seconds} s{more}")
            }
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

    /// Tells what is known of the position when the results of its moves are, and then the distances of those that
    /// have none yet, in the order of moves.
    fn sharpen(
        &mut self,
        best: i32,
        known: &mut [(<G::Position as Position>::Move, Known)],
        mut exactly: impl FnMut(<G::Position as Position>::Move, &Limits<'_>) -> Result<Known, Stopped>,
    ) -> Result<(), Stopped> {
        let of_best = |known: &Known| known.result == Some(best);
        let moves: Vec<_> = known.iter().filter(|(_, known)| of_best(known)).map(|&(mv, _)| mv).collect();
        self.concluded(Known::result(best, false), &moves, &[]);
        // Moves of the best result first: they matter most.
        known.sort_by_key(|(_, known)| !of_best(known));
        for (mv, found) in known.iter_mut().filter(|(_, known)| !known.is_final) {
            *found = exactly(*mv, self.limits)?;
            self.told(*mv, *found);
        }
        known.sort_by_key(|&(mv, _)| mv);
        Ok(())
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
