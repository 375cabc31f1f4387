//! The values of all moves, in the order in which solvers find them out: one way for each kind of value.

use std::time::Duration;

use plyground_core::{AnyPosition, GameValue, Limits, Solve, Stopped};

use super::{Finding, Solution};
use crate::Stopwatch;

/// First the winner after each move, then the number of plies.
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
    let line = moves.first().map(|&first| solver.line(&position, first, limits)).transpose()?;
    solution.concluded(Finding::exactly(best, &position, solver), &moves, &line.unwrap_or_default());
    Ok(())
}

/// Points at the end of the game: of the position first, then of every move.
pub(super) fn points(
    solution: &mut Solution<'_>,
    solver: &mut dyn Solve<AnyPosition>,
) -> Result<(), Stopped> {
    let (position, limits) = (solution.position.clone(), solution.limits);
    let best = solver.value(&position, limits)?;
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
    let line = moves.first().map(|&first| solver.line(&position, first, limits)).transpose()?;
    solution.concluded(of_position, &moves, &line.unwrap_or_default());
    Ok(())
}

/// The winner after each move, proved one by one.
pub(super) fn winners(
    solution: &mut Solution<'_>,
    solver: &mut dyn Solve<AnyPosition>,
) -> Result<(), Stopped> {
    let (position, limits, clock) = (solution.position.clone(), solution.limits, solution.clock);
    let mut open = solver.moves(&position);
    let mut wins = Vec::new();
    let mut slice = Duration::from_millis(25);
    // A little time for every move, then more for those that are left: easy proofs come first, and what was found out
    // about the others is remembered.
    let result = loop {
        let mut left = Vec::new();
        for &mv in &open {
            let start = Stopwatch::start(clock);
            let is_over = || (limits.stop)() || start.elapsed() >= slice;
            match solver.value(&solver.after(&position, mv), &Limits { stop: &is_over }) {
                Ok(value) => {
                    let value = value.before();
                    solution.found(mv, Finding::exactly(value, &position, solver));
                    if value == GameValue::WIN {
                        wins.push(mv);
                        if wins.len() == 1 {
                            solution.concluded(Finding::result(GameValue::WIN), &wins, &[]);
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
        if (limits.stop)() {
            break Err(Stopped);
        }
        slice *= 4;
    };
    for &mv in &open {
        solution.found(mv, Finding::NOTHING);
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
