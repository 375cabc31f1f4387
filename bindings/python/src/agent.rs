//! The built-in agents.

use std::time::Duration;

use plyground_core::agents::{Agent as BuiltIn, AgentKind, AgentSpec};
use plyground_core::rng::mix;
use plyground_core::{AnyGame, AnyPosition, Decision as CoreDecision, GameValue, Position as _};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arguments::{Text, whole};
use crate::errors::spec_error;
use crate::position::{Kind, Position, hash};
use crate::stop;
use crate::turns::Turns;

/// A move that an agent has chosen, and what it knows about it.
#[pyclass(frozen, get_all, module = "plyground")]
pub(crate) struct Decision {
    /// The move.
    r#move: usize,
    /// Its value for the maximiser of the search, or None if nothing was searched.
    value: Option<i32>,
    /// What is proved for the side to move: "win", "draw", "loss" or None.
    proof: Option<&'static str>,
    /// Plies of a proved win (at most) or loss (at least), or None.
    plies: Option<u32>,
    /// The depth that was searched completely, or None.
    depth: Option<u32>,
    /// Nodes examined.
    nodes: u128,
    /// Expected play, beginning with the move.
    line: Vec<usize>,
}

#[pymethods]
impl Decision {
    fn __repr__(&self) -> String {
        let value = self.value.map_or_else(String::new, |value| format!(", value {value}"));
        format!("<Decision: move {}{value}, {} nodes>", self.r#move, self.nodes)
    }
}

type NewAgent = (AnyGame, Box<dyn BuiltIn<AnyPosition>>);

/// A built-in agent by its spec, `name[:key=value[,key=value...]]`: "random:seed=7", "alpha-beta:depth=6", "engine:time=500ms",
/// "perfect". `agents()` lists them.
///
/// It is a callable from a position to a move, for positions of any game, and remembers what it has searched. An agent
/// whose spec sets no limit to its search gets a second for a move. Ctrl-C ends a search.
///
/// Raises `ParseError` if there is no such agent.
///
/// >>> from plyground import Agent, ConnectFour
/// >>> Agent("alpha-beta:depth=4")(ConnectFour.parse("112233"))
/// 3
#[pyclass(frozen, module = "plyground")]
pub(crate) struct Agent {
    spec: AgentSpec,
    made: Turns<Option<NewAgent>>,
}

impl Agent {
    fn decision(
        &self,
        position: &Bound<'_, Position>,
        time_left: Option<f64>,
    ) -> PyResult<CoreDecision<plyground_core::AnyMove>> {
        let py = position.py();
        let held = &position.get().held;
        if let Some(outcome) = held.outcome() {
            let words = plyground_core::words::outcome_words(held.game(), outcome);
            let message = format!("position: the game is over ({words}); expected one in which it goes on");
            return Err(PyValueError::new_err(message));
        }
        // As the referee does: an agent comes back after nine tenths of its time.
        let left = stop::duration(time_left)?.map(|time| time / 10 * 9);
        let time: Option<Duration> = self.spec.time().into_iter().chain(left).min();
        let decided = stop::until(py, time, |limits| {
            self.made.take(limits, |made| {
                let agent = match made.take() {
                    Some((game, agent)) if game == held.game() => agent,
                    _ => match held.game().agent(&self.spec) {
                        Ok(agent) => agent,
                        Err(error) => return Ok(Err(error)),
                    },
                };
                let (_, agent) = made.insert((held.game(), agent));
                Ok(Ok(agent.choose(held, limits)))
            })
        })?;
        let decided = decided.map_err(|why| why.exception("agent", time))?;
        let decision = decided.map_err(|error| spec_error(&self.spec.to_string(), &error))?;
        decision.ok_or_else(|| PyValueError::new_err("the agent chose no move"))
    }
}

#[pymethods]
impl Agent {
    #[new]
    fn new(spec: Text) -> PyResult<Self> {
        let parsed = spec.parse().map_err(|error| spec_error(&spec, &error))?;
        Ok(Self { spec: parsed, made: Turns::new(None) })
    }

    /// The spec.
    #[getter]
    fn spec(&self) -> String {
        self.spec.to_string()
    }

    /// The move for the side to move. `time_left` is the time in seconds that it may take.
    ///
    /// Raises `ValueError` if the game is over or `time_left` is no valid time, `ParseError` if the game has no such
    /// agent, `OutOfTime` if another thread kept the agent busy for all of the time, and `RuntimeError` if a signal
    /// handler asks an agent in the middle of its work.
    #[pyo3(signature = (position, time_left = None))]
    fn choose(&self, position: &Bound<'_, Position>, time_left: Option<f64>) -> PyResult<usize> {
        let decision = self.decision(position, time_left)?;
        Ok(position.get().kind.number(decision.best))
    }

    /// The move with what is known about it.
    ///
    /// Raises as `choose` does.
    #[pyo3(signature = (position, time_left = None))]
    fn decide(&self, position: &Bound<'_, Position>, time_left: Option<f64>) -> PyResult<Decision> {
        let CoreDecision { best, value, proof, depth, nodes, line } = self.decision(position, time_left)?;
        let kind: &Kind = position.get().kind;
        let proved = proof.map(GameValue::from);
        let (proof, plies) = (proved.map(GameValue::result_name), proved.and_then(GameValue::plies));
        let line = line.into_iter().map(|mv| kind.number(mv)).collect();
        Ok(Decision { r#move: kind.number(best), value, proof, plies, depth, nodes, line })
    }

    fn __call__(&self, position: &Bound<'_, Position>) -> PyResult<usize> {
        self.choose(position, None)
    }

    /// A new agent of the same spec that has searched nothing; for a game with this seed, if it draws lots and its spec has
    /// none. `entrant` is its place in a match, 0 or 1.
    fn _for_game(&self, seed: &Bound<'_, PyAny>, entrant: &Bound<'_, PyAny>) -> PyResult<Self> {
        let seed = whole("seed", seed, 0..=u64::MAX)?;
        let entrant = whole("entrant", entrant, 0..=1u64)?;
        Ok(Self { spec: self.spec.clone().or_seed(mix(seed ^ (entrant + 1))), made: Turns::new(None) })
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.spec == other.spec
    }

    fn __hash__(&self) -> u64 {
        hash(&self.spec)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,)) {
        (slf.get_type().into_any(), (slf.get().spec(),))
    }

    fn __repr__(&self) -> String {
        format!("Agent('{}')", self.spec)
    }
}

/// A name, what it is in a sentence, and options with what holds when they are left out.
type Row = (&'static str, &'static str, Vec<(&'static str, &'static str)>);

/// The built-in agents: name, how it plays in a sentence, and its options with what holds when they are left out.
#[pyfunction]
pub(crate) fn agents() -> Vec<Row> {
    let row = |kind: &AgentKind| {
        let info = kind.info();
        let options = info.options.iter().map(|option| (option.key.name(), option.default)).collect();
        (info.name, info.about, options)
    };
    AgentKind::ALL.iter().map(row).collect()
}
