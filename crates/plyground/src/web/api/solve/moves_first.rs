//! Who wins after each move first, and then how soon.

use plyground_core::{AnyPosition, GameValue, Solve, Stopped};

use super::{Known, Solution};

/// # Errors
///
/// If the solution was stopped.
pub(super) fn solve(solution: &mut Solution<'_>, solver: &mut dyn Solve<AnyPosition>) -> Result<(), Stopped> {
    let (position, limits) = (solution.position.clone(), solution.limits);
    let mut known = Vec::new();
    for mv in solver.moves(&position) {
        let after = solver.after(&position, mv);
        let result = solver.result(&after, limits)?.before();
        let found = if result == GameValue::Draw || solver.moves(&after).is_empty() {
            Known::exactly(solver.value(&after, limits)?.before(), &position, solver)
        } else {
            Known::result(result)
        };
        solution.found(mv, found);
        known.push((mv, found));
    }
    let better = |a: &GameValue, b: &GameValue| a.preference(*b);
    let Some(best) = known.iter().filter_map(|(_, known)| known.value).max_by(better) else { return Ok(()) };
    let is_best = |known: &Known| known.value.is_some_and(|value| value.result() == best.result());
    let moves: Vec<_> = known.iter().filter(|(_, known)| is_best(known)).map(|&(mv, _)| mv).collect();
    solution.concluded(Known::result(GameValue::of_result(best.result())), &moves, &[]);
    // Moves of the best result first: they matter most.
    known.sort_by_key(|(_, known)| !is_best(known));
    for (mv, found) in known.iter_mut().filter(|(_, known)| !known.is_final) {
        let value = solver.value(&solver.after(&position, *mv), limits)?.before();
        *found = Known::exactly(value, &position, solver);
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
    solution.concluded(Known::exactly(best, &position, solver), &moves, &line);
    Ok(())
}
