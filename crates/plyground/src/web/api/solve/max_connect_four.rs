//! Values of Max-Connect-Four, by its solver.

use std::time::Duration;

use plyground_core::Position as _;
use plyground_core::agents::Stopped;
use plyground_core::games::max_connect_four::MaxConnectFour;
use plyground_core::games::max_connect_four::solve::Solver;

use super::{Known, Solution, Solve, TABLE_BYTES};

impl Solve for MaxConnectFour {
    const KIND: &'static str = "points";
    const WORDS: &'static str =
        "exact values of all moves: quadruples at the end, more or fewer than the other side";

    fn solve(solution: &mut Solution<'_, Self>) -> Result<(), Stopped> {
        // Openings take minutes; what an engine says meanwhile is better than nothing.
        solution.deepen(Some((solution.time / 5).min(Duration::from_secs(1))));
        let mut solver = Solver::new(TABLE_BYTES);
        let result = work(solution, &mut solver);
        solution.nodes += u128::from(solver.nodes());
        result
    }
}

fn work(solution: &mut Solution<'_, MaxConnectFour>, solver: &mut Solver<7, 6>) -> Result<(), Stopped> {
    let position = solution.position;
    let best = solver.value(&position, solution.limits)?;
    solution.concluded(Known::points(best), &[], &[]);
    let mut moves = Vec::new();
    for mv in position.moves() {
        let value = -solver.value(&position.play(mv), solution.limits)?;
        solution.told(mv, Known::points(value));
        if value == best {
            moves.push(mv);
        }
    }
    let line = match moves.first() {
        Some(&first) => solver.line(&position, first, solution.limits)?,
        None => Vec::new(),
    };
    solution.concluded(Known::points(best), &moves, &line);
    Ok(())
}
