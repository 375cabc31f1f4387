//! Evaluations and observers that are objects of Python.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use plyground_core::{
    AnyMove, AnyPosition, Counts, Evaluate, Observer, Outcome, Player, RootMove, RootMoves, Stopped,
    VALUE_LIMIT, Window,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::arguments::index;
use crate::position::{Kind, side, wrap};
use crate::stop::{LOOK, signals};

/// The first exception that an object of Python raised, or a handler of signals. It ends the search, and comes out as it is.
#[derive(Default)]
pub(crate) struct Raised {
    is_raised: AtomicBool,
    error: Mutex<Option<PyErr>>,
}

impl Raised {
    pub(crate) fn keep(&self, error: PyErr) {
        if let Ok(mut kept) = self.error.lock() {
            kept.get_or_insert(error);
        }
        self.is_raised.store(true, Ordering::Relaxed);
    }

    /// Whether there was one.
    pub(crate) fn is_raised(&self) -> bool {
        self.is_raised.load(Ordering::Relaxed)
    }

    /// The exception, if there was one.
    pub(crate) fn into_result(self) -> PyResult<()> {
        match self.error.into_inner() {
            Ok(Some(error)) => Err(error),
            Ok(None) | Err(_) => Ok(()),
        }
    }
}

/// An evaluation that is a callable of Python: it gets a position and the side for which a value is wanted.
pub(crate) struct Callable<'a> {
    pub(crate) function: &'a Py<PyAny>,
    pub(crate) kind: &'static Kind,
    /// What a game is worth that is won.
    pub(crate) win: i32,
    pub(crate) error: &'a Raised,
}

impl Evaluate<AnyPosition> for Callable<'_> {
    fn utility(&self, outcome: Outcome, _: &AnyPosition, me: Player) -> i32 {
        outcome.worth(self.win, me)
    }

    fn evaluate(&self, position: &AnyPosition, me: Player) -> i32 {
        if self.error.is_raised() {
            return 0;
        }
        let called = Python::attach(|py| {
            let position = wrap(py, self.kind, position.clone())?;
            let value = self.function.bind(py).call1((position, side(me)))?;
            let most = VALUE_LIMIT - 1;
            let number = index(&value)?.and_then(|number| number.extract().ok());
            number.filter(|number| (-most..=most).contains(number)).ok_or_else(|| {
                let expected = format!("expected a whole number from -{most} to {most}");
                PyTypeError::new_err(format!("evaluation: returned {value}; {expected}"))
            })
        });
        called.unwrap_or_else(|error| {
            self.error.keep(error);
            0
        })
    }
}

/// What is seen of a search in which an object of Python takes part: counts, what came back for the moves of the root, and
/// what its own observer wants to know.
pub(crate) struct Watching<'a> {
    counts: Counts,
    root_moves: RootMoves<AnyMove>,
    kind: &'static Kind,
    /// The methods of that observer, each after its name; what it has not is not called.
    methods: Vec<(&'static str, Py<PyAny>)>,
    error: &'a Raised,
    looked: Instant,
}

impl<'a> Watching<'a> {
    /// Nothing is seen as yet. Fails if the observer has none of the methods.
    pub(crate) fn new(
        kind: &'static Kind,
        observer: Option<&Bound<'_, PyAny>>,
        error: &'a Raised,
    ) -> PyResult<Self> {
        let mut methods = Vec::new();
        for name in ["enter", "generated", "evaluated", "cutoff", "leave"] {
            let method = observer.map(|observer| observer.getattr_opt(name)).transpose()?.flatten();
            methods.extend(method.map(|method| (name, method.unbind())));
        }
        if observer.is_some() && methods.is_empty() {
            return Err(PyTypeError::new_err(
                "observer: it has no method that is called; expected one at least of enter, generated, evaluated, cutoff, leave",
            ));
        }
        let (counts, root_moves) = (Counts::default(), RootMoves::default());
        Ok(Self { counts, root_moves, kind, methods, error, looked: Instant::now() })
    }

    /// What was counted, and what came back.
    pub(crate) fn into_parts(self) -> (Counts, Vec<RootMove<AnyMove>>) {
        let root_moves = self.root_moves.moves().collect();
        (self.counts, root_moves)
    }

    /// Calls a method, if the observer has it and nothing was raised before.
    fn call(
        &self,
        name: &str,
        call: impl for<'py> FnOnce(&Bound<'py, PyAny>, &'static Kind) -> PyResult<Bound<'py, PyAny>>,
    ) {
        let Some((_, method)) = self.methods.iter().find(|(own, _)| *own == name) else { return };
        if self.error.is_raised() {
            return;
        }
        if let Err(error) = Python::attach(|py| call(method.bind(py), self.kind).map(drop)) {
            self.error.keep(error);
        }
    }
}

/// The end of a window as Python has it: a number, or an infinite one.
pub(crate) fn end(py: Python<'_>, end: i32) -> PyResult<Bound<'_, PyAny>> {
    Ok(match end {
        i32::MIN => f64::NEG_INFINITY.into_pyobject(py)?.into_any(),
        i32::MAX => f64::INFINITY.into_pyobject(py)?.into_any(),
        end => end.into_pyobject(py)?.into_any(),
    })
}

impl Observer<AnyPosition> for Watching<'_> {
    type Stop = Stopped;

    fn enter(&mut self, position: &AnyPosition, ply: u32, window: Window) -> Result<(), Stopped> {
        let (Ok(()), Ok(())) = (
            self.counts.enter(position, ply, window),
            Observer::<AnyPosition>::enter(&mut self.root_moves, position, ply, window),
        );
        self.call("enter", |method, kind| {
            let py = method.py();
            let position = wrap(py, kind, position.clone())?;
            method.call1((position, ply, end(py, window.alpha)?, end(py, window.beta)?))
        });
        if self.looked.elapsed() >= LOOK {
            self.looked = Instant::now();
            if let Err(error) = signals() {
                self.error.keep(error);
            }
        }
        if self.error.is_raised() { Err(Stopped) } else { Ok(()) }
    }

    fn generated(&mut self, mv: AnyMove) {
        Observer::<AnyPosition>::generated(&mut self.root_moves, mv);
        self.call("generated", |method, kind| method.call1((kind.number(mv),)));
    }

    fn evaluated(&mut self, value: i32) {
        self.call("evaluated", |method, _| method.call1((value,)));
    }

    fn cutoff(&mut self) {
        self.call("cutoff", |method, _| method.call0());
    }

    fn leave(&mut self, value: i32) {
        Observer::<AnyPosition>::leave(&mut self.root_moves, value);
        self.call("leave", |method, _| method.call1((value,)));
    }
}
