//! Matches and tournaments: plans, statistics and tables. Games are played in Python.

use std::path::PathBuf;

use plyground_arena::tournament::Folder;
use plyground_arena::tournament::table::Table;
use plyground_core::Player;
use plyground_league::openings::{OpeningRules, generate};
use plyground_league::schedule::{Form, Schedule};
use plyground_league::stats::Estimate;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::position::{Position, read_game, wrap};

/// A game of a plan: the start, the moves that lead there, who of 0 and 1 moves first, and the seed.
type Planned = (Py<Position>, Vec<usize>, usize, u64);

/// The games of a match between 0 and 1, as `plyground match` plans them: every opening twice, the sides exchanged.
#[pyfunction]
pub(crate) fn _plan(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    games: u64,
    plies: Option<u32>,
    seed: u64,
) -> PyResult<Vec<Planned>> {
    let kind = read_game(game)?;
    if games < 2 || games % 2 == 1 {
        return Err(PyValueError::new_err(format!(
            "games: found {games}; expected an even number, two games an opening"
        )));
    }
    let rules = OpeningRules::of(kind.game);
    let rules = OpeningRules { plies: plies.unwrap_or(rules.plies), ..rules };
    let wanted = usize::try_from(games / 2).unwrap_or(usize::MAX);
    let wrong = |error: &dyn std::fmt::Display| PyValueError::new_err(error.to_string());
    let schedule = Schedule::new(Form::RoundRobin, 2, games / 2, seed).map_err(|error| wrong(&error))?;
    let openings = py.detach(|| generate(kind.game, wanted, rules, seed)).map_err(|error| wrong(&error))?;
    let plan = schedule.plan(&[]).games;
    let rows = plan.iter().zip(openings.iter().flat_map(|opening| [opening, opening]));
    rows.map(|(game, opening)| {
        let moves = opening.moves.iter().map(|&mv| kind.number(mv)).collect();
        Ok((wrap(py, kind, opening.position.clone())?, moves, game.entrants[Player::First], game.seed))
    })
    .collect()
}

/// A mean, its interval, Elo, its interval, and the probability of superiority.
type Estimated = (f64, (f64, f64), f64, (f64, f64), f64);

/// What counts in categories at equal distances from 0 to 1 say: the mean, its interval, Elo, its interval, and the
/// probability that the mean is above one half. None without any.
#[pyfunction]
pub(crate) fn _estimate(counts: Vec<u64>) -> Option<Estimated> {
    let found = Estimate::of(&counts)?;
    let pair = |[low, high]: [f64; 2]| (low, high);
    Some((found.mean, pair(found.interval()), found.elo(), pair(found.elo_interval()), found.superiority()))
}

/// The table of a tournament's folder: its name, and a dictionary for each row.
#[pyfunction]
pub(crate) fn _tournament(py: Python<'_>, path: PathBuf) -> PyResult<(String, u64, Vec<Bound<'_, PyDict>>)> {
    let opened = py.detach(|| {
        let mut folder = Folder::open(&path)?;
        folder.read()?;
        let table = Table::of(folder.config(), folder.results());
        Ok((folder, table))
    });
    let (folder, table) = opened
        .map_err(|error: plyground_arena::tournament::FolderError| PyOSError::new_err(error.to_string()))?;
    let config = folder.config();
    let rows = table.standings.rows.iter().map(|row| {
        let record = row.record();
        let entrant = row.entrant;
        let dict = PyDict::new(py);
        dict.set_item("rank", row.rank)?;
        dict.set_item("name", config.entrants[entrant].name.as_str())?;
        #[expect(clippy::cast_precision_loss, reason = "points are far below 2^53 hundredths")]
        dict.set_item("points", row.points.in_hundredths() as f64 / 100.0)?;
        dict.set_item("games", record.wins + record.draws + record.losses)?;
        dict.set_item("wins", record.wins)?;
        dict.set_item("draws", record.draws)?;
        dict.set_item("losses", record.losses)?;
        let rating = table.ratings.ratings.get(entrant);
        let interval = table.ratings.intervals.get(entrant);
        dict.set_item("rating", rating)?;
        dict.set_item("rating_low", interval.map(|ends| ends[0]))?;
        dict.set_item("rating_high", interval.map(|ends| ends[1]))?;
        dict.set_item("faults", row.faults.total())?;
        Ok(dict)
    });
    let rows: PyResult<Vec<_>> = rows.collect();
    Ok((config.name.clone(), table.standings.games, rows?))
}
