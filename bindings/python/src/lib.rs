//! Plyground for Python: the module `_plyground`, around which the package `plyground` is a thin layer.
//!
//! Rules, searches, solvers, statistics and diagnoses are those of the workspace; here they get the names and the types
//! of Python. Nothing here may panic on what Python gives, and nothing is unsafe.

mod agent;
mod arguments;
mod batch;
mod callback;
mod courses;
mod errors;
mod game;
mod kind;
mod league;
mod notation;
mod outcome;
mod perft;
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
    use super::agent::{Agent, Decision, agents};
    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::courses::Exam;
    #[pymodule_export]
    use super::errors::{IllegalMove, OutOfTime, ParseError};
    #[pymodule_export]
    use super::game::_game;
    #[pymodule_export]
    use super::kind::{AdjacentFour, Breakthrough, ConnectFour, Game, MaxConnectFour, Position};
    #[pymodule_export]
    use super::league::{_estimate, _plan, _tournament};
    #[pymodule_export]
    use super::outcome::{_outcome, GameOutcome};
    #[pymodule_export]
    use super::position::_restore;
    #[pymodule_export]
    use super::search::{RootMove, Search, search};
    #[pymodule_export]
    use super::solve::{MoveValue, Proof, Solution, Solver, Value, verify_proof};
    #[pymodule_export]
    use super::stop::_check_time;
    #[pymodule_export]
    use super::tree::{Tree, TreeNode, tree};
    use pyo3::prelude::*;

    /// The version of the package is that of the crate.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        super::errors::without_problems(module.py())
    }
}
