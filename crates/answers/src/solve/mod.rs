//! Exact values of all moves, sent as events when they are found. The method depends on the kind of value that the
//! solver of the game finds ([`ValueKind`]). Until the solver has an answer, an engine gives its own.

mod values;

use std::time::Duration;

use plyground_core::{
    AnyEvaluation, AnyGame, AnyMove, AnyPosition, Decision, GameValue, Limits, Player, Position, Solve,
    SolverSettings, Stopped, VALUE_LIMIT, ValueKind,
};
use serde_json::{Value, json};

use super::error::ApiError;
use super::query::{GivenPosition, POSITION, Query};
use super::{Clock, Stopwatch, choose, evaluate};
use crate::json as shared;
use crate::value::value_words;
use plyground_core::words::{line_texts, move_text, outcome_words};

/// The longest time that a request can ask for, in seconds.
pub(super) const MOST_SECONDS: u32 = 60;

/// The time if the request names none, in seconds.
const SECONDS: u32 = 20;

/// From how much time on an engine judges every move.
const TIME_TO_ESTIMATE: Duration = Duration::from_secs(10);

/// Memory of a solver's, prover's or engine's table, of which only the used part is taken.
const TABLE_BYTES: usize = 32 << 20;

/// A result sent while the solver works.
#[derive(Clone, PartialEq, Debug)]
pub struct Event {
    /// The kind of result.
    pub name: &'static str,
    /// The result.
    pub data: Value,
}

/// The work that solves a position and sends events.
pub type Job = Box<dyn FnOnce(&Limits<'_>, &mut dyn FnMut(Event)) + Send>;

/// The route that answers with a stream of events: the values of all moves, as they are found.
pub const SOLVE: &str = "solve";

/// `solve`: reads the request, and returns the work.
///
/// # Errors
///
/// If the request is malformed.
pub fn solve(query: &Query, clock: Clock) -> Result<Job, ApiError> {
    query.only(&[&POSITION, &["time", "evaluation"]])?;
    let seconds = query.number("time", SECONDS, 1, MOST_SECONDS)?;
    let position = GivenPosition::read(query)?.position;
    let evaluation = evaluate::named(position.game(), query.get("evaluation"))?;
    Ok(Box::new(move |limits: &Limits<'_>, send: &mut dyn FnMut(Event)| {
        let start = Stopwatch::start(clock);
        let time = Duration::from_secs(u64::from(seconds));
        let is_over = || (limits.stop)() || start.elapsed() >= time;
        let limits = Limits { stop: &is_over };
        let mut solution =
            Solution { position, evaluation, limits: &limits, send, clock, start, time, nodes: 0 };
        solution.begin();
        let reason = if solution.position.outcome().is_some() {
            "over"
        } else if solution.solve().is_ok() {
            "done"
        } else if start.elapsed() >= time {
            "time"
        } else {
            "stopped"
        };
        solution.end(reason);
    }))
}

/// A solution in progress.
pub(super) struct Solution<'a> {
    position: AnyPosition,
    evaluation: AnyEvaluation,
    limits: &'a Limits<'a>,
    send: &'a mut dyn FnMut(Event),
    clock: Clock,
    start: Stopwatch,
    time: Duration,
    nodes: u128,
}

/// What is known about a position or a move, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Finding {
    value: Option<GameValue>,
    /// The number by which people know the value.
    score: Option<i32>,
    is_final: bool,
}

impl Finding {
    const NOTHING: Self = Self { value: None, score: None, is_final: true };

    /// The winner; more may become known.
    const fn result(value: GameValue) -> Self {
        Self { value: Some(value), score: None, is_final: false }
    }

    /// As much as the solver can know.
    fn exactly<P: Position>(value: GameValue, position: &P, solver: &dyn Solve<P>) -> Self {
        Self { value: Some(value), score: solver.score(position, value), is_final: true }
    }

    fn to_json(self, game: AnyGame, side: Player) -> Value {
        json!({
            "result": self.value.map(GameValue::result_name),
            "score": self.score,
            "plies": self.value.and_then(GameValue::plies),
            "is_final": self.is_final,
            "words": self.value.map_or_else(|| "not proved".to_owned(), |value| value_words(game, value, side)),
        })
    }
}

impl Solution<'_> {
    /// Finds out what the position is worth and sends what it finds; it is stopped before all is known with an error.
    fn solve(&mut self) -> Result<(), Stopped> {
        let game = self.position.game();
        let settings = SolverSettings::with_table(TABLE_BYTES);
        let (Some(info), Some(mut solver)) = (game.solver_info(), game.solver(&settings)) else {
            self.deepen(None);
            return Ok(());
        };
        if matches!(info.kind, ValueKind::Points | ValueKind::Winner) {
            // Proofs of openings take minutes; what an engine says meanwhile is better than nothing.
            let time = (self.time / 5).min(Duration::from_secs(1));
            let plies = self.deepen(Some(time));
            // A short time is for who wins.
            if self.time >= TIME_TO_ESTIMATE {
                self.estimate(plies, time);
            }
        }
        let result = match info.kind {
            ValueKind::Scores | ValueKind::Distances => values::results_then_distances(self, &mut *solver),
            ValueKind::Points => values::points(self, &mut *solver),
            ValueKind::Winner => values::winners(self, &mut *solver),
        };
        self.nodes += u128::from(solver.nodes());
        result
    }

    fn event(&mut self, name: &'static str, data: Value) {
        (self.send)(Event { name, data });
    }

    fn begin(&mut self) {
        let solver = self.position.game().solver_info();
        let data = json!({
            "game": self.position.game().name(),
            "position": super::position::one_line(&self.position),
            "turn": self.position.game().side(self.position.turn()),
            "kind": solver.map_or("depths", |solver| solver.kind.name()),
            "words": solver.map_or("no exact values: a search, deeper and deeper", |solver| solver.about),
        });
        self.event("start", data);
    }

    fn found(&mut self, mv: AnyMove, known: Finding) {
        let mut data = known.to_json(self.position.game(), self.position.turn());
        data["move"] = Value::from(move_text(&self.position, mv));
        self.event("move", data);
    }

    fn concluded(&mut self, known: Finding, best: &[AnyMove], line: &[AnyMove]) {
        let mut data = known.to_json(self.position.game(), self.position.turn());
        let best: Vec<String> = best.iter().map(|&mv| move_text(&self.position, mv)).collect();
        data["best"] = Value::from(best);
        data["line"] = Value::from(line_texts(&self.position, line));
        self.event("position", data);
    }

    fn end(&mut self, reason: &'static str) {
        let words = match reason {
            "over" => {
                let outcome = self.position.outcome().map(|it| outcome_words(self.position.game(), it));
                format!("the game is over: {}", outcome.unwrap_or_default())
            }
            "done" => "all values are proved".to_owned(),
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

    /// Lets the engine search deeper and deeper, and sends every depth; the last one, 0 if it has proved who wins.
    fn deepen(&mut self, time: Option<Duration>) -> u32 {
        let start = Stopwatch::start(self.clock);
        let limits = self.limits;
        let is_over = || (limits.stop)() || time.is_some_and(|time| start.elapsed() >= time);
        let position = self.position.clone();
        let side = position.turn();
        let send = &mut *self.send;
        let decision =
            self.evaluation.deepen(&position, TABLE_BYTES, &Limits { stop: &is_over }, &mut |decision| {
                send(Event { name: "depth", data: depth(&position, side, decision) });
            });
        let Some(decision) = decision else { return 0 };
        self.nodes += decision.nodes;
        if decision.proof.is_some() { 0 } else { decision.depth.unwrap_or(0) }
    }

    /// Lets the engine judge the moves one by one, and sends what it says of them together, the best first: after a search of
    /// so many plies two less deep, which take about as long. If they take longer than `time`, nothing is sent: moves judged
    /// at different depths cannot be compared. Left out are moves that end the game; of those that lose, say, that is sent.
    fn estimate(&mut self, plies: u32, time: Duration) {
        let Some(plies) = plies.checked_sub(2).filter(|&plies| plies > 1) else { return };
        let start = Stopwatch::start(self.clock);
        let limits = self.limits;
        let is_over = || (limits.stop)() || start.elapsed() >= time;
        let mut engine = self.evaluation.engine(plies - 1, TABLE_BYTES);
        let (mut judged, mut proved) = (Vec::new(), Vec::new());
        for mv in self.position.moves() {
            let Some(reply) = engine.choose(&self.position.play(mv), &Limits { stop: &is_over }) else {
                continue;
            };
            self.nodes += reply.nodes;
            if is_over() {
                return;
            }
            match (reply.proof, reply.value) {
                (Some(proof), _) => proved.push((mv, GameValue::from(proof).before().result())),
                (None, Some(value)) => judged.push((-value, [&[mv], &reply.line[..]].concat())),
                (None, None) => {}
            }
        }
        for (mv, result) in proved {
            self.found(mv, Finding::result(GameValue::of_result(result)));
        }
        // Of equal moves the first in the order of the game comes first.
        judged.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
        let side = self.position.game().side(self.position.turn());
        let moves = judged.iter().map(|(value, line)| {
            let line = line_texts(&self.position, line);
            json!({ "move": line[0], "value": value, "line": line, "words": format!("{value} for {side}") })
        });
        let data = json!({ "depth": plies, "for": side, "moves": moves.collect::<Vec<_>>() });
        self.event("estimates", data);
    }
}

/// A depth that was searched completely.
fn depth(position: &AnyPosition, side: Player, decision: &Decision<AnyMove>) -> Value {
    // Beyond this a value only says again what is proved.
    let value = decision.value.filter(|value| value.abs() < VALUE_LIMIT);
    let proof = decision.proof.map(|proof| choose::proof_with_words(position.game(), proof, side));
    let best = move_text(position, decision.best);
    let plies = decision.depth.unwrap_or(0);
    let judged = match (value, &proof) {
        (_, Some(proof)) => proof["words"].as_str().unwrap_or_default().to_owned(),
        (Some(value), None) => format!("{value} for {}", position.game().sides()[side]),
        (None, None) => "no value".to_owned(),
    };
    json!({
        "depth": decision.depth,
        "move": best,
        "value": value,
        "for": position.game().sides()[side],
        "line": line_texts(position, &decision.line),
        "nodes": shared::count(decision.nodes),
        "proof": proof,
        "words": format!("depth {plies}: {} {best}; {judged}", position.game().move_noun()),
    })
}
