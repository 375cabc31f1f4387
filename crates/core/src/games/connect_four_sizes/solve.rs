//! The solver of Connect Four for boards of any size.

use std::convert::Infallible;
use std::fmt;

use super::SizedBoard;
use crate::games::connect_four::solve::{Size, SizedSolver, score};
use crate::games::gravity::{Column, centre_first};
use crate::games::upright::Upright;
use crate::grid::Shape;
use crate::{GameSolver, GameValue, Limits, Position, Solve, SolverInfo, SolverSettings, Stopped, ValueKind};

/// The solver. It has no openings by heart.
pub(super) static SOLVER: GameSolver<SizedBoard> = GameSolver {
    info: SolverInfo {
        kind: ValueKind::Scores,
        about: "exact scores of all moves: first who wins, then how soon",
        has_threads: true,
        aids: &[],
        rules: &[],
    },
    new: |settings| Box::new(Solver::new(settings.clone())),
};

/// Boards of `H` rows. Their width is a value: a copy of the search for each of all sizes would make the program larger and
/// its build longer by more than what they win, since only masks depend on the width and all shifts on the height.
#[derive(Clone, Copy, Debug)]
struct Rows<const H: u32> {
    columns: u32,
}

impl<const H: u32> Rows<H> {
    const WIDEST: Shape = Shape::new(Self::MOST_COLUMNS, H);
}

impl<const H: u32> Size for Rows<H> {
    type Board = SizedBoard;
    type Book = Infallible;
    const MOST_COLUMNS: u32 = if 64 / (H + 1) < 12 { 64 / (H + 1) } else { 12 };
    const MOST_BITS: u32 = 64;

    #[inline]
    fn shape(self) -> Shape {
        Self::WIDEST.narrowed(self.columns)
    }
}

/// A solver of one size.
trait OfOneSize: Solve<SizedBoard> {
    fn clear(&mut self);
    /// A solver of one thread that shares this one's table.
    fn sharing(&self) -> Box<dyn OfOneSize>;
}

impl<const H: u32> OfOneSize for SizedSolver<Rows<H>> {
    fn clear(&mut self) {
        Self::clear(self);
    }

    fn sharing(&self) -> Box<dyn OfOneSize> {
        Box::new(Self::for_thread(self))
    }
}

/// A solver for boards of this shape. Precondition: it is the shape of a board.
fn solver(shape: Shape, settings: &SolverSettings) -> Box<dyn OfOneSize> {
    fn of<const H: u32>(shape: Shape, settings: &SolverSettings) -> Box<dyn OfOneSize> {
        let size = Rows::<H> { columns: shape.columns() };
        Box::new(SizedSolver::of(size, settings.bytes).with_threads(settings.threads))
    }
    match shape.rows() {
        4 => of::<4>(shape, settings),
        5 => of::<5>(shape, settings),
        6 => of::<6>(shape, settings),
        7 => of::<7>(shape, settings),
        8 => of::<8>(shape, settings),
        9 => of::<9>(shape, settings),
        10 => of::<10>(shape, settings),
        11 => of::<11>(shape, settings),
        12 => of::<12>(shape, settings),
        13 => of::<13>(shape, settings),
        14 => of::<14>(shape, settings),
        _ => of::<15>(shape, settings),
    }
}

/// Solves boards of whatever size comes, and remembers what it has seen of the last size.
pub struct Solver {
    settings: SolverSettings,
    of_size: Option<(Shape, Box<dyn OfOneSize>)>,
    /// Nodes of solvers that are gone.
    nodes: u64,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl Solver {
    /// A solver with a table of so many bytes and so many threads.
    pub const fn new(settings: SolverSettings) -> Self {
        Self { settings, of_size: None, nodes: 0 }
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        if let Some((_, solver)) = &mut self.of_size {
            solver.clear();
        }
    }

    /// The solver for boards of the size of this one.
    fn of(&mut self, board: &SizedBoard) -> &mut dyn OfOneSize {
        let shape = board.shape();
        if let Some((_, old)) = self.of_size.take_if(|(of, _)| *of != shape) {
            self.nodes += old.nodes();
        }
        &mut *self.of_size.get_or_insert_with(|| (shape, solver(shape, &self.settings))).1
    }
}

impl Solve<SizedBoard> for Solver {
    fn nodes(&self) -> u64 {
        self.nodes + self.of_size.as_ref().map_or(0, |(_, solver)| solver.nodes())
    }

    /// It shares the table of the size that came last, if there was one.
    fn for_thread(&self, bytes: usize) -> Box<dyn Solve<SizedBoard>> {
        let of_size = self.of_size.as_ref().map(|(shape, solver)| (*shape, solver.sharing()));
        Box::new(Self { settings: SolverSettings::with_table(bytes), of_size, nodes: 0 })
    }

    fn value(&mut self, position: &SizedBoard, limits: &Limits<'_>) -> Result<GameValue, Stopped> {
        self.of(position).value(position, limits)
    }

    fn result(&mut self, position: &SizedBoard, limits: &Limits<'_>) -> Result<GameValue, Stopped> {
        self.of(position).result(position, limits)
    }

    fn keeps(&mut self, value: GameValue, after: &SizedBoard, limits: &Limits<'_>) -> Result<bool, Stopped> {
        self.of(after).keeps(value, after, limits)
    }

    fn mistakes(
        &mut self,
        value: GameValue,
        after: &SizedBoard,
        limits: &Limits<'_>,
    ) -> Result<Option<usize>, Stopped> {
        self.of(after).mistakes(value, after, limits)
    }

    fn preferred(&self, position: &SizedBoard, _: Column) -> Vec<Column> {
        centre_first(position.moves(), position.shape().columns())
    }

    fn score(&self, position: &SizedBoard, value: GameValue) -> Option<i32> {
        score(value, position.empty())
    }

    fn shallow_depth(&self) -> u32 {
        8
    }
}
