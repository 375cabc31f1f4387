//! Values of positions under perfect play, for the first player.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Instant;

use plyground_arena::job::{Agenda, Answer, Job, Promise, Proof, Question, Share, Tree};
use plyground_arena::journal::Refusal;
use plyground_core::{Limits, Player, Position, Solve, counted};
use serde_json::{Value, json};

use super::work::{Report, ValueOf};
use plyground::{Failure, bad_input};

/// A position whose value can be computed.
pub(super) trait ValuePosition: Position {
    /// What a thread solves with.
    type Solver: Solve<Self> + Sync;

    /// The lowest and the highest value for the first player.
    const RANGE: (i32, i32) = (-1, 1);

    /// The value of a finished game: 1 for a win of the first player, 0 for a draw, -1 for its loss.
    fn finished(&self) -> i32 {
        self.outcome().map_or(0, |outcome| outcome.worth(1, Player::First))
    }

    /// What the solvers of all threads have in `common`, or, once there is that, one for a thread: with the same table, or
    /// with one of its own. `table` is memory in bytes.
    fn solver(common: Option<&Self::Solver>, table: usize) -> Self::Solver;

    /// Whether the value is at least `least`, or `None` if `limits` stopped the search.
    fn is_at_least(&self, solver: &mut Self::Solver, least: i32, limits: &Limits<'_>) -> Option<bool>;

    /// How hard it seems to show that the value is at least a given one, and to show that it is less.
    fn promise(&self) -> Promise {
        Promise::EVEN
    }

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

const CONTRADICTION: &str = "answers about a position contradict each other; expected one value";

/// The value of a position, from the positions some plies after it.
pub(super) struct ValueJob<'a, P: ValuePosition> {
    of: &'a ValueOf,
    tree: Arc<Tree>,
    /// Of all nodes of the tree.
    positions: Vec<P>,
    /// The nodes of the leaves.
    leaves: Vec<usize>,
    solver: P::Solver,
    table: usize,
    items: u64,
}

impl<'a, P: ValuePosition> ValueJob<'a, P> {
    pub(super) fn new(of: &'a ValueOf, root: &P, table: usize) -> Result<Self, Failure> {
        let (tree, positions) = Tree::grow(root, of.split, P::finished).ok_or_else(|| {
            let (split, most) = (of.split, Tree::MOST_POSITIONS);
            bad_input!("split {split}: more than {most} positions; expected fewer plies")
        })?;
        let leaves: Vec<usize> = tree.leaves().collect();
        let promises = leaves.iter().map(|&leaf| positions[leaf].promise()).collect();
        let tree = Arc::new(tree.with_promises(promises));
        let items = Proof::new(Arc::clone(&tree), P::RANGE, Share::WHOLE).items();
        Ok(Self { of, tree, positions, leaves, solver: P::solver(None, table), table, items })
    }

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

impl<P: ValuePosition> Job for ValueJob<'_, P> {
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
        P::solver(Some(&self.solver), self.table)
    }

    fn solve(&self, solver: &mut P::Solver, item: u64, limits: &Limits<'_>) -> Option<Value> {
        let Question { leaf, least } = Question::numbered(item, P::RANGE)?;
        let (start, before) = (Instant::now(), solver.nodes());
        let is_at_least = self.positions[*self.leaves.get(leaf)?].is_at_least(solver, least, limits)?;
        let milliseconds = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
        Some(Answer { is_at_least, nodes: solver.nodes() - before, milliseconds }.to_json())
    }

    fn read(&self, _: u64, result: &Value) -> Result<Answer, Refusal> {
        Ok(Answer::read(result)?)
    }
}

impl<P: ValuePosition> ValueJob<'_, P> {
    /// The report of what these results show.
    pub(super) fn tell(&self, results: &BTreeMap<u64, Answer>) -> Result<Report, String> {
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

    /// The positions whose values are known by now, in the game's own notation, with the values; those nearer to the
    /// first come first.
    pub(super) fn openings(&self, results: &BTreeMap<u64, Answer>) -> Result<Vec<(String, i32)>, String> {
        let mut values = HashMap::new();
        let mut openings = Vec::new();
        for (node, value) in self.proof(results)?.known() {
            let position = &self.positions[node];
            // A position may come up after different numbers of plies, and with the colours changed.
            let (key, worth) = position.fact(value);
            match values.insert(key, worth) {
                None => openings.extend(position.text().map(|text| (text, value))),
                Some(other) if other == worth => {}
                Some(_) => return Err(CONTRADICTION.to_owned()),
            }
        }
        Ok(openings)
    }
}
