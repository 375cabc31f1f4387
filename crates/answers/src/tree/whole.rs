//! Other searches of the same positions, for comparison: minimax below a node, and the other cut rule.

use plyground_core::search::{Algorithm, Choice};
use plyground_core::{AnyMove, AnyPosition, Limits, Observer, Stopped, Window};

use super::{MOST_COMPARED, SearchRequest};

/// A search of a position: what it chose, and counts and values, in all and for each move.
pub(super) struct Whole<'a> {
    pub(super) choice: Choice<AnyMove>,
    pub(super) count: Count<'a>,
}

impl<'a> Whole<'a> {
    /// Searches a position below the root of the search that is asked about; `None` if that is more work than a
    /// comparison is worth.
    pub(super) fn of(
        request: &SearchRequest,
        algorithm: Algorithm,
        position: &AnyPosition,
        depth: u32,
        limits: &'a Limits<'a>,
    ) -> Option<Self> {
        let mut count = Count::new(MOST_COMPARED, limits);
        let choice = request.evaluation.observe(algorithm, position, depth, request.me, &mut count).ok()?;
        Some(Self { choice, count })
    }

    /// Nodes and value of a move.
    pub(super) fn child(&self, mv: AnyMove) -> Option<(u64, i32)> {
        let found = self.count.children.iter().find(|&&(other, ..)| other == mv);
        found.map(|&(_, nodes, value)| (nodes, value))
    }
}

/// Counts a search of a bounded number of nodes.
pub(crate) struct Count<'a> {
    /// Examined nodes at each ply.
    pub(super) by_ply: Vec<u64>,
    pub(super) cuts: u64,
    /// For each move the nodes below it, the node itself included, and its value.
    children: Vec<(AnyMove, u64, i32)>,
    /// Examined nodes.
    pub(crate) nodes: u64,
    ply: usize,
    most: u64,
    limits: &'a Limits<'a>,
}

impl<'a> Count<'a> {
    pub(crate) fn new(most: u64, limits: &'a Limits<'a>) -> Self {
        Self { by_ply: Vec::new(), cuts: 0, children: Vec::new(), nodes: 0, ply: 0, most, limits }
    }
}

impl Observer<AnyPosition> for Count<'_> {
    type Stop = Stopped;

    fn enter(&mut self, _: &AnyPosition, ply: u32, _: Window) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes > self.most || self.nodes.is_multiple_of(4096) && (self.limits.stop)() {
            return Err(Stopped);
        }
        self.ply = ply as usize;
        if self.by_ply.len() <= self.ply {
            self.by_ply.resize(self.ply + 1, 0);
        }
        self.by_ply[self.ply] += 1;
        Ok(())
    }

    fn generated(&mut self, mv: AnyMove) {
        if self.ply == 0 {
            // The nodes so far are subtracted when the child is left.
            self.children.push((mv, self.nodes, 0));
        }
    }

    fn cutoff(&mut self) {
        self.cuts += 1;
    }

    fn leave(&mut self, value: i32) {
        if self.ply == 1
            && let Some((_, nodes, child)) = self.children.last_mut()
        {
            *nodes = self.nodes - *nodes;
            *child = value;
        }
        self.ply = self.ply.saturating_sub(1);
    }
}
