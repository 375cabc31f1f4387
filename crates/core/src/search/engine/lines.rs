//! The line of play that a search expects.

/// The expected play from each ply of the current line of the search (a triangular table).
pub(crate) struct Lines<M>(Vec<Vec<M>>);

impl<M: Copy> Lines<M> {
    /// Room for lines of this many plies.
    pub(crate) fn new(plies: usize) -> Self {
        Self((0..=plies).map(|ply| Vec::with_capacity(plies - ply)).collect())
    }

    /// The expected play from the root.
    pub(crate) fn principal(&self) -> &[M] {
        &self.0[0]
    }

    /// The line of this ply is empty so far.
    pub(crate) fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// Puts a move before the line of the next ply.
    pub(crate) fn extend(&mut self, ply: usize, mv: M) {
        let (here, below) = self.0.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(mv);
        here[ply].extend_from_slice(&below[0]);
    }
}
