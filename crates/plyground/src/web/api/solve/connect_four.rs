//! Scores of Connect Four, by its solver and the openings known by heart.

use plyground_core::Position as _;
use plyground_core::agents::Stopped;
use plyground_core::games::connect_four::solve::Solver;
use plyground_core::games::connect_four::{ConnectFour, book};

use super::{Known, Solution, Solve, TABLE_BYTES};

impl Solve for ConnectFour {
    const KIND: &'static str = "scores";
    const WORDS: &'static str = "exact scores of all moves: first who wins, then how soon";

    fn solve(solution: &mut Solution<'_, Self>) -> Result<(), Stopped> {
        let solver = Solver::new(TABLE_BYTES);
        let mut solver = book::embedded().iter().fold(solver, |solver, &book| solver.with_book(book));
        let result = work(solution, &mut solver);
        solution.nodes = u128::from(solver.nodes());
        result
    }
}

fn work(solution: &mut Solution<'_, ConnectFour>, solver: &mut Solver<7, 6>) -> Result<(), Stopped> {
    let position = solution.position;
    let empty = position.board().empty_cells();
    let mut known = Vec::new();
    for mv in position.moves() {
        let after = position.play(mv);
        let result = -solver.result(&after, solution.limits)?;
        let is_over = after.outcome().is_some();
        let found = if result == 0 || is_over {
            Known::score(-solver.score(&after, solution.limits)?, empty)
        } else {
            Known::result(result, false)
        };
        solution.told(mv, found);
        known.push((mv, found));
    }
    let best = known.iter().filter_map(|(_, known)| known.result).max().unwrap_or(0);
    solution.sharpen(best, &mut known, |mv, limits| {
        Ok(Known::score(-solver.score(&position.play(mv), limits)?, empty))
    })?;
    let Some(&best) = known.iter().filter_map(|(_, known)| known.score.as_ref()).max() else {
        return Ok(());
    };
    let moves: Vec<_> =
        known.iter().filter(|(_, known)| known.score == Some(best)).map(|&(mv, _)| mv).collect();
    let line = match moves.first() {
        Some(&first) => solver.line(&position, first, solution.limits)?,
        None => Vec::new(),
    };
    solution.concluded(Known::score(best, empty), &moves, &line);
    Ok(())
}
