//! Values of Adjacent Four with distances, by its solver.

use plyground_core::Position as _;
use plyground_core::agents::{Proof, Stopped};
use plyground_core::games::adjacent_four::AdjacentFour;
use plyground_core::games::adjacent_four::solve::Solver;

use super::{Known, Solution, Solve, TABLE_BYTES};

impl Solve for AdjacentFour {
    const KIND: &'static str = "distances";
    const WORDS: &'static str = "exact values of all moves: first who wins, then how soon";

    fn solve(solution: &mut Solution<'_, Self>) -> Result<(), Stopped> {
        let mut solver = Solver::new(TABLE_BYTES);
        let result = work(solution, &mut solver);
        solution.nodes = u128::from(solver.nodes());
        result
    }
}

fn work(solution: &mut Solution<'_, AdjacentFour>, solver: &mut Solver<6, 5>) -> Result<(), Stopped> {
    let position = solution.position;
    let side = position.turn();
    let number = |winner: Option<_>| winner.map_or(0, |winner| if winner == side { 1 } else { -1 });
    let best = number(solver.winner(&position, solution.limits)?);
    let mut known = Vec::new();
    for mv in position.moves() {
        let result = number(solver.winner(&position.play(mv), solution.limits)?);
        let found = if result == 0 { Known::proved(Proof::Draw) } else { Known::result(result, false) };
        solution.told(mv, found);
        known.push((mv, found));
    }
    solution
        .sharpen(best, &mut known, |mv, limits| Ok(Known::proved(solver.value_of(&position, mv, limits)?)))?;
    let value = Known::proved(solver.value(&position, solution.limits)?);
    let moves: Vec<_> = known.iter().filter(|&&(_, found)| found == value).map(|&(mv, _)| mv).collect();
    let line = solver.line(&position, solution.limits)?;
    solution.concluded(value, &moves, &line);
    Ok(())
}
