//! Values of positions under perfect play, for the first player.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Instant;

use plyground_arena::job::{Agenda, Answer, Job, Promise, Proof, Question, Share, Tree};
use plyground_core::games::connect_four::solve::Solver as ConnectFourSolver;
use plyground_core::games::connect_four::{Board as ConnectFourBoard, ConnectFour};
use plyground_core::games::max_connect_four::solve::Solver as MaxConnectFourSolver;
use plyground_core::games::max_connect_four::{Board as MaxConnectFourBoard, MaxConnectFour};
use plyground_core::grid::Grid;
use plyground_core::{Game, GameId, Limits, Outcome, Player, Position, counted};
use serde_json::{Value, json};

use super::work::{Report, Task, Told, ValueOf};
use super::{adjacent_four, breakthrough};
use crate::cli::position::read_text;
use crate::cli::sized_boards;
use crate::exit::Failure;

/// A position whose value can be computed.
pub(super) trait Valued: Position {
    /// What a thread solves with.
    type Solver: Send + Sync;

    /// The lowest and the highest value for the first player.
    const RANGE: (i32, i32);

    /// The value of a finished game.
    fn finished(&self) -> i32;

    /// A solver for the first thread; `table` is memory in bytes.
    fn solver(table: usize) -> Self::Solver;

    /// A solver for another thread, with the same table.
    fn beside(solver: &Self::Solver) -> Self::Solver;

    /// Whether the value is at least `least`, or `None` if `limits` stopped the search.
    fn is_at_least(&self, solver: &mut Self::Solver, least: i32, limits: &Limits<'_>) -> Option<bool>;

    /// How hard it seems to show that the value is at least what is asked, whatever that is, and to show that it is
    /// less.
    fn promise(&self) -> Promise {
        Promise::EVEN
    }

    /// Nodes that a solver has searched.
    fn nodes(solver: &Self::Solver) -> u64;

    /// The position in a notation for boards of all sizes, if there is one.
    fn text(&self) -> Option<String> {
        None
    }

    /// A number that only this position, its mirror image, and both with the colours changed share, where the game
    /// allows that, and the value for the side to which it belongs.
    fn fact(&self, value: i32) -> (u64, i32) {
        (self.canonical_key(), value)
    }

    /// What it means that the value is in a range.
    fn words(low: i32, high: i32) -> String {
        if low == high { format!("the value is {low}") } else { format!("the value is from {low} to {high}") }
    }
}

/// A solver whose table is not shared, and the memory of that table in bytes: each thread has one of its own.
pub(super) struct Own<S> {
    pub(super) solver: S,
    pub(super) table: usize,
}

/// Memory in bytes for the table of a thread, or for the one that all share, where all together may have so much.
pub(super) fn table_of_thread(of: &ValueOf, memory: usize, threads: usize) -> usize {
    match of.game() {
        Ok(GameId::Breakthrough | GameId::AdjacentFour) => memory / threads,
        Ok(GameId::ConnectFour | GameId::MaxConnectFour) | Err(_) => memory,
    }
}

/// 1 for a win of the first player, 0 for a draw, -1 for its loss.
pub(super) fn result_of(outcome: Option<Outcome>) -> i32 {
    outcome.map_or(0, |outcome| outcome.worth(1, Player::First))
}

impl<const W: u32, const H: u32> Valued for ConnectFourBoard<W, H> {
    type Solver = ConnectFourSolver<W, H>;

    const RANGE: (i32, i32) = (-1, 1);

    fn finished(&self) -> i32 {
        result_of(self.outcome())
    }

    fn solver(table: usize) -> Self::Solver {
        ConnectFourSolver::new(table)
    }

    fn beside(solver: &Self::Solver) -> Self::Solver {
        solver.beside()
    }

    fn is_at_least(&self, solver: &mut Self::Solver, least: i32, limits: &Limits<'_>) -> Option<bool> {
        let result = solver.result(self, limits).ok()?;
        let value = if self.turn() == Player::First { result } else { -result };
        Some(value >= least)
    }

    fn nodes(solver: &Self::Solver) -> u64 {
        solver.nodes()
    }
}

impl<const W: u32, const H: u32> Valued for MaxConnectFourBoard<W, H> {
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

    fn solver(table: usize) -> Self::Solver {
        MaxConnectFourSolver::new(table)
    }

    fn beside(solver: &Self::Solver) -> Self::Solver {
        solver.beside()
    }

    fn is_at_least(&self, solver: &mut Self::Solver, least: i32, limits: &Limits<'_>) -> Option<bool> {
        // The solver's values are those of the side to move.
        if self.turn() == Player::First {
            return solver.is_at_least(self, least, limits).ok();
        }
        solver.is_at_least(self, 1 - least, limits).ok().map(|is_at_least| !is_at_least)
    }

    fn nodes(solver: &Self::Solver) -> u64 {
        solver.nodes()
    }
}

/// The value of a position, from the positions some plies after it.
pub(super) struct ValueJob<'a, P: Valued> {
    of: &'a ValueOf,
    tree: Arc<Tree>,
    /// Of all nodes of the tree.
    positions: Vec<P>,
    /// The nodes of the leaves.
    leaves: Vec<usize>,
    solver: P::Solver,
    items: u64,
}

impl<'a, P: Valued> ValueJob<'a, P> {
    pub(super) fn new(of: &'a ValueOf, root: &P, table: usize) -> Result<Self, Failure> {
        let (tree, positions) = Tree::grow(root, of.split, P::finished).ok_or_else(|| {
            let (split, most) = (of.split, Tree::MOST_POSITIONS);
            Failure::bad_input(format_args!(
                "split {split}: more than {most} positions; expected fewer plies"
            ))
        })?;
        let leaves: Vec<usize> = tree.leaves().collect();
        let promises = leaves.iter().map(|&leaf| positions[leaf].promise()).collect();
        let tree = Arc::new(tree.with_promises(promises));
        let items = Proof::new(Arc::clone(&tree), P::RANGE, Share::WHOLE).items();
        Ok(Self { of, tree, positions, leaves, solver: P::solver(table), items })
    }

    /// What these results say.
    fn proof(&self, results: &BTreeMap<u64, Answer>) -> Result<Proof, String> {
        let mut proof = self.agenda(Share::WHOLE);
        for (&item, answer) in results {
            proof.note(item, answer);
        }
        if let Some(leaf) = proof.contradiction() {
            return Err(format!("answers about leaf {leaf} contradict each other; expected one value"));
        }
        Ok(proof)
    }
}

impl<P: Valued> Job for ValueJob<'_, P> {
    type Worker = P::Solver;
    type Output = Answer;
    type Agenda = Proof;

    fn header(&self) -> Value {
        json!({ "job": "value of a position", "of": self.of, "leaves": self.leaves.len() })
    }

    fn items(&self) -> u64 {
        self.items
    }

    fn agenda(&self, share: Share) -> Proof {
        Proof::new(Arc::clone(&self.tree), P::RANGE, share)
    }

    fn worker(&self) -> P::Solver {
        P::beside(&self.solver)
    }

    fn solve(&self, solver: &mut P::Solver, item: u64, limits: &Limits<'_>) -> Option<Value> {
        let Question { leaf, least } = Question::numbered(item, P::RANGE)?;
        let (start, before) = (Instant::now(), P::nodes(solver));
        let is_at_least = self.positions[*self.leaves.get(leaf)?].is_at_least(solver, least, limits)?;
        let milliseconds = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
        Some(Answer { is_at_least, nodes: P::nodes(solver) - before, milliseconds }.to_json())
    }

    fn read(&self, _: u64, result: &Value) -> Result<Answer, String> {
        Answer::read(result)
    }
}

impl<P: Valued> Told for ValueJob<'_, P> {
    fn tell(&self, results: &BTreeMap<u64, Answer>) -> Result<Report, String> {
        let proof = self.proof(results)?;
        let (low, high) = proof.value();
        let (answers, nodes, milliseconds) = proof.cost();
        let ValueOf { game, columns, rows, position, split, .. } = self.of;
        let text = format!(
            "{game} {columns}x{rows}{}: {}\n{} after {}, {}, {}",
            position.as_ref().map_or_else(String::new, |position| format!(" {position}")),
            P::words(low, high),
            counted(self.leaves.len(), "position"),
            counted(split, "ply"),
            counted(answers, "answer"),
            counted(nodes, "node"),
        );
        #[expect(clippy::cast_precision_loss, reason = "a time for people to read")]
        let seconds = milliseconds as f64 / 1000.0;
        let document = json!({
            "game": game,
            "columns": columns,
            "rows": rows,
            "position": position,
            "value": (low == high).then_some(low),
            "at_least": low,
            "at_most": high,
            "answers": answers,
            "nodes": nodes,
            "seconds": seconds,
        });
        Ok(Report { text, document, left: proof.left(), milliseconds, done: answers })
    }

    fn openings(&self, results: &BTreeMap<u64, Answer>) -> Result<Vec<(String, i32)>, String> {
        let mut values = HashMap::new();
        let mut openings = Vec::new();
        for (node, value) in self.proof(results)?.known() {
            let position = &self.positions[node];
            // A position may come up after different numbers of plies, and with the colours changed.
            let (key, worth) = position.fact(value);
            match values.insert(key, worth) {
                None => openings.extend(position.text().map(|text| (text, value))),
                Some(other) if other == worth => {}
                Some(_) => {
                    return Err(
                        "answers about a position contradict each other; expected one value".to_owned()
                    );
                }
            }
        }
        Ok(openings)
    }
}

/// Boards of a game whose values can be computed, and what is done with an empty one of a given size.
macro_rules! sizes {
    ($name:ident, $board:ident; $(($columns:literal, $rows:literal)),*) => {
        mod $name {
            use super::{$board as Board, Task, ValueJob, ValueOf};
            use crate::exit::Failure;

            pub(super) const SIZES: &[(u32, u32)] = &[$(($columns, $rows)),*];

            pub(super) fn on_empty<T: Task>(of: &ValueOf, table: usize, task: T) -> Result<T::Out, Failure> {
                match (of.columns, of.rows) {
                    $(($columns, $rows) => {
                        task.on(&ValueJob::new(of, &Board::<$columns, $rows>::EMPTY, table)?)
                    })*
                    (columns, rows) => Err(Failure::bad_input(format_args!(
                        "size {columns}x{rows}: expected one that is known"
                    ))),
                }
            }
        }
    };
}

sizes!(connect_four_boards, ConnectFourBoard;
    (4, 4), (5, 4), (6, 4), (7, 4), (4, 5), (5, 5), (6, 5), (4, 6), (5, 6), (6, 6), (7, 6));

sizes!(max_connect_four_boards, MaxConnectFourBoard;
    (4, 1), (4, 2), (4, 3), (5, 3), (6, 3), (7, 3), (8, 3), (4, 4), (5, 4), (6, 4), (7, 4), (8, 4),
    (4, 5), (5, 5), (6, 5), (7, 5), (4, 6), (5, 6), (6, 6), (7, 6));

/// The sizes of a game whose values can be computed, columns first.
pub(super) fn sizes(game: GameId) -> &'static [(u32, u32)] {
    match game {
        GameId::ConnectFour => connect_four_boards::SIZES,
        GameId::MaxConnectFour => max_connect_four_boards::SIZES,
        GameId::Breakthrough => sized_boards::SIZES,
        GameId::AdjacentFour => adjacent_four::SIZES,
    }
}

/// Does something with a job; `table` is memory in bytes.
pub(super) fn apply<T: Task>(of: &ValueOf, table: usize, task: T) -> Result<T::Out, Failure> {
    match of.game().map_err(Failure::bad_input)? {
        GameId::ConnectFour => match &of.position {
            None => connect_four_boards::on_empty(of, table, task),
            Some(text) => on_position::<ConnectFour, _>(of, text, table, task),
        },
        GameId::MaxConnectFour => match &of.position {
            None => max_connect_four_boards::on_empty(of, table, task),
            Some(text) => on_position::<MaxConnectFour, _>(of, text, table, task),
        },
        GameId::Breakthrough => breakthrough::apply(of, table, task),
        GameId::AdjacentFour => adjacent_four::apply(of, table, task),
    }
}

fn on_position<G, T: Task>(of: &ValueOf, text: &str, table: usize, task: T) -> Result<T::Out, Failure>
where
    G: Game<Position: Valued>,
{
    let root = read_text::<G>(text, &mut std::io::empty())?;
    task.on(&ValueJob::new(of, &root, table)?)
}
