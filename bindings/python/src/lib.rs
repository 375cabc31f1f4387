//! Plyground for Python: the module `_plyground`, around which the package `plyground` is a thin layer.
//!
//! Rules, searches, solvers, statistics and diagnoses are those of the workspace; here they get the names and the types
//! of Python. Nothing here may panic on what Python gives, and nothing is unsafe.

#![allow(
    clippy::needless_pass_by_value,
    clippy::trivially_copy_pass_by_ref,
    clippy::too_many_arguments,
    reason = "what Python gives is converted, and handed over; what it asks for is asked of a reference, and has as many \
              arguments as a keyword each"
)]
#![allow(clippy::doc_link_with_quotes, reason = "documentation of what Python sees has examples of Python")]

mod agent;
mod arguments;
mod batch;
mod callback;
mod courses;
mod errors;
mod league;
mod planes;
mod position;
mod search;
mod side_by_side;
mod solve;
mod stop;
mod tree;
mod turns;

use pyo3::prelude::*;

/// The core of the package `plyground`, compiled from Rust.
#[pymodule]
mod _plyground {
    #[pymodule_export]
    use super::{
        agent::{Agent, Decision, agents},
        batch::Batch,
        courses::Exam,
        errors::{IllegalMove, OutOfTime, ParseError},
        league::{_estimate, _plan, _tournament},
        position::{
            _game, _outcome, _restore, AdjacentFour, Breakthrough, ConnectFour, Game, GameOutcome,
            MaxConnectFour, Position,
        },
        search::{RootMove, Search, search},
        solve::{MoveValue, Proof, Solution, Solver, Value, verify_proof},
        stop::_check_time,
        tree::{Tree, TreeNode, tree},
    };
    use pyo3::prelude::*;

    /// The version of the package is that of the crate.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        super::errors::without_problems(module.py())
    }
}
