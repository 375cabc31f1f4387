//! The values of all moves, in the order in which solvers find them out: one way for each kind of value.

use std::time::Duration;

use plyground_core::{AnyPosition, GameValue, Limits, Solve, Stopped};

use super::{Finding, Solution};
use crate::Stopwatch;

/// How long the value of a position is looked for at most before every move gets an estimate.
const MOST_FIRST_TIME: Duration = Duration::from_millis(300);

/// Who wins after each move first, and then how soon.
///
/// # Errors
///
/// If the solution was stopped.
pub(super) fn results_then_distances(
    solution: &mut Solution<'_>,
    solver: &mut dyn Solve<AnyPosition>,
) -> Result<(), Stopped> {
    let (position, limits) = (solution.position.clone(), solution.limits);
    let mut known = Vec::new();
    for mv in solver.moves(&position) {
        let after = solver.after(&position, mv);
        let result = solver.result(&after, limits)?.before();
        let found = if result == GameValue::Draw || solver.moves(&after).is_empty() {
            Finding::exactly(solver.value(&after, limits)?.before(), &position, solver)
        } else {
            Finding::result(result)
        };
        solution.found(mv, found);
        known.push((mv, found));
    }
    let better = |a: &GameValue, b: &GameValue| a.preference(*b);
    let Some(best) = known.iter().filter_map(|(_, known)| known.value).max_by(better) else { return Ok(()) };
    let is_best = |known: &Finding| known.value.is_some_and(|value| value.result() == best.result());
    let moves: Vec<_> = known.iter().filter(|(_, known)| is_best(known)).map(|&(mv, _)| mv).collect();
    solution.concluded(Finding::result(GameValue::of_result(best.result())), &moves, &[]);
    // Moves of the best result first: they matter most.
    known.sort_by_key(|(_, known)| !is_best(known));
    for (mv, found) in known.iter_mut().filter(|(_, known)| !known.is_final) {
        let value = solver.value(&solver.after(&position, *mv), limits)?.before();
        *found = Finding::exactly(value, &position, solver);
        solution.found(*mv, *found);
    }
    known.sort_by_key(|&(mv, _)| mv);
    let Some(best) = known.iter().filter_map(|(_, known)| known.value).max_by(better) else { return Ok(()) };
    let moves: Vec<_> =
        known.iter().filter(|(_, known)| known.value == Some(best)).map(|&(mv, _)| mv).collect();
    let line = match moves.first() {
        Some(&first) => solver.line(&position, first, limits)?,
        None => Vec::new(),
    };
    solution.concluded(Finding::exactly(best, &position, solver), &moves, &line);
    Ok(())
}

/// Points at the end of the game: of the position first, then of every move.
///
/// # Errors
///
/// If the solution was stopped.
pub(super) fn points(
    solution: &mut Solution<'_>,
    solver: &mut dyn Solve<AnyPosition>,
) -> Result<(), Stopped> {
    let (position, limits) = (solution.position.clone(), solution.limits);
    let start = Stopwatch::start(solution.clock);
    let first_time = (solution.time / 5).min(MOST_FIRST_TIME);
    let is_over = || (limits.stop)() || start.elapsed() >= first_time;
    let best = if let Ok(best) = solver.value(&position, &Limits { stop: &is_over }) {
        best
    } else {
        // It takes long, and an estimate of every move is better than nothing meanwhile.
        for (mv, value) in solution.estimate(&solver.moves(&position)) {
            solution.found(mv, Finding::result(value));
        }
        solver.value(&position, limits)?
    };
    let of_position = Finding::exactly(best, &position, solver);
    solution.concluded(of_position, &[], &[]);
    let mut moves = Vec::new();
    for mv in solver.moves(&position) {
        let value = solver.value(&solver.after(&position, mv), limits)?.before();
        solution.found(mv, Finding::exactly(value, &position, solver));
        if value == best {
            moves.push(mv);
        }
    }
    let line = match moves.first() {
        Some(&first) => solver.line(&position, first, limits)?,
        None => Vec::new(),
    };
    solution.concluded(of_position, &moves, &line);
    Ok(())
}

/// Who wins after each move, proved one by one.
///
/// # Errors
///
/// If the solution was stopped.
pub(super) fn winners(
    solution: &mut Solution<'_>,
    solver: &mut dyn Solve<AnyPosition>,
) -> Result<(), Stopped> {
    let (position, limits, clock) = (solution.position.clone(), solution.limits, solution.clock);
    let mut open = solver.moves(&position);
    let mut wins = Vec::new();
    let proved =
        |solution: &mut Solution<'_>, solver: &dyn Solve<AnyPosition>, wins: &mut Vec<_>, mv, value| {
            solution.found(mv, Finding::exactly(value, &position, solver));
            if value == GameValue::WIN {
                wins.push(mv);
                if wins.len() == 1 {
                    solution.concluded(Finding::result(GameValue::WIN), wins, &[]);
                }
            }
        };
    let mut slice = Duration::from_millis(25);
    let mut has_estimates = false;
    // A little time for every move, then more for those that are left: easy proofs come first, and what was found out
    // about the others is remembered.
    let result = loop {
        let mut left = Vec::new();
        for &mv in &open {
            let start = Stopwatch::start(clock);
            let is_over = || (limits.stop)() || start.elapsed() >= slice;
            match solver.value(&solver.after(&position, mv), &Limits { stop: &is_over }) {
                Ok(value) => proved(solution, solver, &mut wins, mv, value.before()),
                Err(Stopped) => left.push(mv),
            }
        }
        open = left;
        if open.is_empty() {
            break Ok(());
        }
        if (limits.stop)() {
            break Err(Stopped);
        }
        if !has_estimates {
            has_estimates = true;
            for (mv, value) in solution.estimate(&open) {
                open.retain(|&other| other != mv);
                proved(solution, solver, &mut wins, mv, value);
            }
        }
        slice *= 4;
    };
    // Estimates stay what is known of moves that are not proved.
    if !has_estimates {
        for &mv in &open {
            solution.found(mv, Finding::NOTHING);
        }
    }
    if !wins.is_empty() {
        wins.sort_unstable();
        solution.concluded(Finding::exactly(GameValue::WIN, &position, solver), &wins, &wins[..1]);
    } else if open.is_empty() {
        solution.concluded(Finding::exactly(GameValue::LOSS, &position, solver), &[], &[]);
    } else {
        solution.concluded(Finding::NOTHING, &[], &[]);
    }
    result
}
