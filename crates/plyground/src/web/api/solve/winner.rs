//! Who wins after each move, proved one by one.

use std::time::{Duration, Instant};

use plyground_core::{AnyPosition, GameValue, Limits, Solve, Stopped};

use super::{Known, Solution};

/// # Errors
///
/// If the solution was stopped.
pub(super) fn solve(solution: &mut Solution<'_>, solver: &mut dyn Solve<AnyPosition>) -> Result<(), Stopped> {
    let (position, limits) = (solution.position.clone(), solution.limits);
    let mut open = solver.moves(&position);
    let mut wins = Vec::new();
    let mut slice = Duration::from_millis(25);
    // A little time for every move, then more for those that are left: easy proofs come first, and what was found out
    // about the others is remembered.
    let result = loop {
        let mut left = Vec::new();
        for &mv in &open {
            let start = Instant::now();
            let is_over = || (limits.stop)() || start.elapsed() >= slice;
            match solver.value(&solver.after(&position, mv), &Limits { stop: &is_over }) {
                Ok(value) => {
                    let value = value.before();
                    solution.found(mv, Known::exactly(value, &position, solver));
                    if value == GameValue::WIN {
                        wins.push(mv);
                        if wins.len() == 1 {
                            solution.concluded(Known::result(GameValue::WIN), &wins, &[]);
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
        solution.found(mv, Known::NOTHING);
    }
    if !wins.is_empty() {
        wins.sort_unstable();
        solution.concluded(Known::exactly(GameValue::WIN, &position, solver), &wins, &wins[..1]);
    } else if open.is_empty() {
        solution.concluded(Known::exactly(GameValue::LOSS, &position, solver), &[], &[]);
    } else {
        solution.concluded(Known::NOTHING, &[], &[]);
    }
    result
}
