//! The boards whose values can be computed, game by game and size by size.

use plyground_core::games::adjacent_four::solve::Solver as AdjacentFourSolver;
use plyground_core::games::adjacent_four::{AdjacentFour, Standard as AdjacentFourBoard};
use plyground_core::games::breakthrough::{Breakthrough, sized};
use plyground_core::games::connect_four::solve::Solver as ConnectFourSolver;
use plyground_core::games::connect_four::{Board as ConnectFourBoard, ConnectFour};
use plyground_core::games::max_connect_four::solve::Solver as MaxConnectFourSolver;
use plyground_core::games::max_connect_four::{Board as MaxConnectFourBoard, MaxConnectFour};
use plyground_core::grid::Grid;
use plyground_core::{AnyGame, Game, Limits, Player, Position};

use super::breakthrough;
use super::value::{ValueJob, ValuePosition};
use super::work::{Task, ValueOf};
use plyground::arguments::{typed_text, unknown_size};
use plyground::{Failure, bad_input};

/// Whether there is a solver for it, or what was expected.
pub(super) fn check(of: &ValueOf) -> Result<(), String> {
    let game = of.game()?;
    let sizes = sizes(game);
    if sizes.is_empty() {
        let known = AnyGame::all().iter().filter(|&&game| !self::sizes(game).is_empty());
        let known: Vec<&str> = known.map(|game| game.name()).collect();
        return Err(format!(
            "game {game}: its values are not computed in jobs; expected one of {}",
            known.join(", ")
        ));
    }
    if !sizes.contains(&(of.columns, of.rows)) {
        return Err(unknown_size(of.columns, of.rows, sizes));
    }
    if of.split > of.columns * of.rows {
        return Err(format!("split {}; expected at most {} plies", of.split, of.columns * of.rows));
    }
    Ok(())
}

/// Memory in bytes for the table of a thread, or for the one that all share, where all together may have so much.
pub(super) fn table_of_thread(of: &ValueOf, memory: usize, threads: usize) -> usize {
    match of.game() {
        Ok(game) if game.is::<Breakthrough>() || game.is::<AdjacentFour>() => memory / threads,
        Ok(_) | Err(_) => memory,
    }
}

impl<const W: u32, const H: u32> ValuePosition for ConnectFourBoard<W, H> {
    type Solver = ConnectFourSolver<W, H>;

    fn solver(common: Option<&Self::Solver>, table: usize) -> Self::Solver {
        common.map_or_else(|| ConnectFourSolver::new(table), ConnectFourSolver::for_thread)
    }

    fn is_at_least(&self, solver: &mut Self::Solver, least: i32, limits: &Limits<'_>) -> Option<bool> {
        let result = solver.result(self, limits).ok()?;
        let value = if self.turn() == Player::First { result } else { -result };
        Some(value >= least)
    }
}

impl<const W: u32, const H: u32> ValuePosition for MaxConnectFourBoard<W, H> {
    type Solver = MaxConnectFourSolver<W, H>;

    /// All quadruples for one side.
    const RANGE: (i32, i32) = {
        let most = Grid::<W, H>::count_quadruples(Grid::<W, H>::BOARD).cast_signed();
        (-most, most)
    };

    fn finished(&self) -> i32 {
        let [first, second] = self.points().into_array().map(i32::from);
        first - second
    }

    fn solver(common: Option<&Self::Solver>, table: usize) -> Self::Solver {
        common.map_or_else(|| MaxConnectFourSolver::new(table), MaxConnectFourSolver::for_thread)
    }

    fn is_at_least(&self, solver: &mut Self::Solver, least: i32, limits: &Limits<'_>) -> Option<bool> {
        // The solver's values are those of the side to move.
        if self.turn() == Player::First {
            return solver.is_at_least(self, least, limits).ok();
        }
        solver.is_at_least(self, 1 - least, limits).ok().map(|is_at_least| !is_at_least)
    }
}

/// Values are 1, 0 or -1 for a win, a tie or a loss of the first player.
impl ValuePosition for AdjacentFourBoard {
    type Solver = AdjacentFourSolver<6, 5>;

    fn solver(common: Option<&Self::Solver>, table: usize) -> Self::Solver {
        AdjacentFourSolver::new(common.map_or(0, |_| table))
    }

    fn is_at_least(&self, solver: &mut Self::Solver, least: i32, limits: &Limits<'_>) -> Option<bool> {
        // A win is asked for, or that the other side has none.
        if least > 0 {
            return solver.wins(self, Player::First, limits).ok();
        }
        solver.wins(self, Player::Second, limits).ok().map(|is_lost| !is_lost)
    }
}

/// Boards of a game whose values can be computed, and what is done with an empty one of a given size.
macro_rules! sizes {
    ($name:ident, $board:ident; $(($columns:literal, $rows:literal)),*) => {
        mod $name {
            use super::{$board as Board, Task, ValueJob, ValueOf, unknown_size};
            use plyground::Failure;

            pub(super) const SIZES: &[(u32, u32)] = &[$(($columns, $rows)),*];

            pub(super) fn on_empty<T: Task>(of: &ValueOf, table: usize, task: T) -> Result<T::Out, Failure> {
                match (of.columns, of.rows) {
                    $(($columns, $rows) => {
                        task.on(&ValueJob::new(of, &Board::<$columns, $rows>::EMPTY, table)?)
                    })*
                    (columns, rows) => Err(Failure::bad_input(unknown_size(columns, rows, SIZES))),
                }
            }
        }
    };
}

// The keys of 8x7 leave no bit for the side to move.
sizes!(connect_four_boards, ConnectFourBoard;
    (4, 4), (5, 4), (6, 4), (7, 4), (8, 4), (9, 4), (4, 5), (5, 5), (6, 5), (7, 5), (8, 5), (9, 5),
    (4, 6), (5, 6), (6, 6), (7, 6), (8, 6), (9, 6), (4, 7), (5, 7), (6, 7), (7, 7),
    (4, 8), (5, 8), (6, 8), (7, 8));

sizes!(max_connect_four_boards, MaxConnectFourBoard;
    (4, 1), (4, 2), (4, 3), (5, 3), (6, 3), (7, 3), (8, 3), (4, 4), (5, 4), (6, 4), (7, 4), (8, 4),
    (9, 4), (4, 5), (5, 5), (6, 5), (7, 5), (8, 5), (4, 6), (5, 6), (6, 6), (7, 6), (4, 7), (5, 7), (6, 7),
    (4, 8), (5, 8), (4, 9));

/// The sizes of a game whose values can be computed, columns first.
pub(super) fn sizes(game: AnyGame) -> &'static [(u32, u32)] {
    match game.name() {
        ConnectFour::NAME => connect_four_boards::SIZES,
        MaxConnectFour::NAME => max_connect_four_boards::SIZES,
        Breakthrough::NAME => sized::SIZES,
        AdjacentFour::NAME => &[(6, 5)],
        _ => &[],
    }
}

/// Does something with a job; `table` is memory in bytes.
pub(super) fn apply<T: Task>(of: &ValueOf, table: usize, task: T) -> Result<T::Out, Failure> {
    match (of.game().map_err(Failure::bad_input)?.name(), &of.position) {
        (ConnectFour::NAME, None) => connect_four_boards::on_empty(of, table, task),
        (ConnectFour::NAME, Some(text)) => on_position::<ConnectFour, _>(of, text, table, task),
        (MaxConnectFour::NAME, None) => max_connect_four_boards::on_empty(of, table, task),
        (MaxConnectFour::NAME, Some(text)) => on_position::<MaxConnectFour, _>(of, text, table, task),
        (Breakthrough::NAME, None) => breakthrough::on_start(of, table, task),
        (Breakthrough::NAME, Some(text)) => on_position::<Breakthrough, _>(of, text, table, task),
        (AdjacentFour::NAME, None) => task.on(&ValueJob::new(of, &AdjacentFour::start(), table)?),
        (AdjacentFour::NAME, Some(text)) => on_position::<AdjacentFour, _>(of, text, table, task),
        (name, _) => {
            Err(bad_input!("game {name}: no solver for jobs; expected one of Plyground's own games"))
        }
    }
}

fn on_position<G, T: Task>(of: &ValueOf, text: &str, table: usize, task: T) -> Result<T::Out, Failure>
where
    G: Game<Position: ValuePosition>,
{
    let root = typed_text::<G>(text)?;
    task.on(&ValueJob::new(of, &root, table)?)
}
