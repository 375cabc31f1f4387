//! Points at the end of the game: of the position first, then of every move.

use plyground_core::{AnyPosition, Solve, Stopped};

use super::{Known, Solution};

/// # Errors
///
/// If the solution was stopped.
pub(super) fn solve(solution: &mut Solution<'_>, solver: &mut dyn Solve<AnyPosition>) -> Result<(), Stopped> {
    let (position, limits) = (solution.position.clone(), solution.limits);
    let best = solver.value(&position, limits)?;
    let of_position = Known::exactly(best, &position, solver);
    solution.concluded(of_position, &[], &[]);
    let mut moves = Vec::new();
    for mv in solver.moves(&position) {
        let value = solver.value(&solver.after(&position, mv), limits)?.before();
        solution.found(mv, Known::exactly(value, &position, solver));
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
