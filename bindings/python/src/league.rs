//! Matches and tournaments: plans, statistics and tables. Games are played in Python.

use std::path::PathBuf;

use plyground_arena::tournament::table::Table;
use plyground_arena::tournament::{Folder, FolderError};
use plyground_core::Player;
use plyground_core::agents::MOST_DEPTH;
use plyground_league::openings::{OpeningRules, generate_within};
use plyground_league::schedule::{Form, Schedule};
use plyground_league::stats::Estimate;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::whole;
use crate::errors::os_error;
use crate::position::{Position, read_game, wrap};
use crate::stop::{answer, aside};

/// A game of a plan: the start, the moves that lead there, who of 0 and 1 moves first, and the seed.
type GamePlan = (Py<Position>, Vec<usize>, usize, u64);

/// The most games of a match: each is kept in memory.
const MOST_GAMES: u64 = 100_000;

/// The games of a match between 0 and 1, as `plyground match` plans them: every opening twice, the sides exchanged.
#[pyfunction]
pub(crate) fn _plan(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    games: &Bound<'_, PyAny>,
    plies: Option<&Bound<'_, PyAny>>,
    seed: &Bound<'_, PyAny>,
) -> PyResult<Vec<GamePlan>> {
    let kind = read_game(game)?;
    let games = whole("games", games, 2..=MOST_GAMES)?;
    if games % 2 == 1 {
        let message = format!("games: found {games}; expected an even number, two games an opening");
        return Err(PyValueError::new_err(message));
    }
    let rules = OpeningRules::of(kind.game);
    let plies = plies.map_or(Ok(rules.plies), |plies| whole("openings", plies, 0..=MOST_DEPTH))?;
    let rules = OpeningRules { plies, ..rules };
    let seed = whole("seed", seed, 0..=u64::MAX)?;
    let wanted = usize::try_from(games / 2).unwrap_or(usize::MAX);
    let wrong = |error: &dyn std::fmt::Display| PyValueError::new_err(error.to_string());
    let schedule = Schedule::new(Form::RoundRobin, 2, games / 2, seed).map_err(|error| wrong(&error))?;
    let openings = answer(py, None, |limits| generate_within(kind.game, wanted, rules, seed, limits))?;
    let openings = openings.map_err(|error| wrong(&error))?;
    let plan = schedule.plan(&[]).games;
    let rows = plan.iter().zip(openings.iter().flat_map(|opening| [opening, opening]));
    rows.map(|(game, opening)| {
        let moves = opening.moves.iter().map(|&mv| kind.number(mv)).collect();
        Ok((wrap(py, kind, opening.position.clone())?, moves, game.entrants[Player::First], game.seed))
    })
    .collect()
}

/// A mean, its interval, Elo, its interval, and the probability of superiority.
type Estimation = (f64, (f64, f64), f64, (f64, f64), f64);

/// The estimates from counts of results in categories at equal distances from 0 to 1: the mean, its interval, Elo, its
/// interval, and the probability that the mean is above one half. None if all counts are 0. Raises `ValueError` from
/// 2^53 of them on, which real numbers would round.
#[pyfunction]
pub(crate) fn _estimate(counts: Vec<u64>) -> PyResult<Option<Estimation>> {
    const MOST: u128 = 1 << 53;
    let all: u128 = counts.iter().map(|&count| u128::from(count)).sum();
    if all >= MOST {
        return Err(PyValueError::new_err(format!("counts: {all} in all; expected fewer than {MOST}")));
    }
    let pair = |[low, high]: [f64; 2]| (low, high);
    let estimation = |found: Estimate| {
        (found.mean, pair(found.interval()), found.elo(), pair(found.elo_interval()), found.superiority())
    };
    Ok(Estimate::of(&counts).map(estimation))
}

/// The table of a tournament's folder: its name, and a dictionary for each row.
#[pyfunction]
pub(crate) fn _tournament(py: Python<'_>, path: PathBuf) -> PyResult<(String, u64, Vec<Bound<'_, PyDict>>)> {
    let opened = aside(py, move || {
        let mut folder = Folder::open(&path)?;
        folder.read()?;
        let table = Table::of(folder.config(), folder.results());
        Ok((folder.config().clone(), table))
    })?;
    let (config, table) = opened.map_err(|error: FolderError| match error {
        FolderError::File(path, error) => os_error(py, &path, &error),
        other => PyValueError::new_err(other.to_string()),
    })?;
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
    Ok((config.name, table.standings.games, rows?))
}
