//! The textbook searches again, with the same answers and the same node counts, but fast.
//!
//! Equal to [`textbook`] in move, value and counts on every input. Minimax is
//! answered in two parts: its node count depends on the rules alone (`count`), and its move and
//! value are those of alpha-beta. Alpha-beta remembers subtrees together with the windows for which
//! they behave the same (`alpha_beta`). Searches that have no faster way are searched node by node.
//!
//! Memory is bounded by the given number of bytes and allocated as it is needed; when it is used up, or
//! there is no more, the searches go on, slower. Observers are not called: there are no nodes to show.

mod alpha_beta;
mod count;
mod table;

use self::alpha_beta::Replay;
use self::count::TreeSize;
use super::{Algorithm, Choice, CutRule, Report, memory, textbook};
use crate::{
    Bound, Counts, Evaluate, Limits, Observer, Player, Position, RootMove, RootMoves, Stopped, Window,
};

/// The table size that the programs use: 256 MiB (32 where addresses have 32 bits).
pub const DEFAULT_BYTES: usize = memory::usual(256 << 20);

/// Move, value and number of examined nodes of the textbook search to `depth` plies; `me` maximises.
///
/// The count saturates at `u64::MAX` for alpha-beta and at `u128::MAX` for minimax.
pub fn answer<P: Position, E: Evaluate<P>>(
    algorithm: Algorithm,
    position: &P,
    depth: u32,
    eval: &E,
    me: Player,
    bytes: usize,
) -> (Choice<P::Move>, u128) {
    let depth = depth.min(position.plies_left());
    if !is_faster(algorithm) {
        let report = search(algorithm, position, depth, eval, me, bytes);
        return (report.choice, report.counts.examined());
    }
    let (rule, minimax) = (algorithm.cut().unwrap_or_default(), algorithm.cut().is_none());
    // One table is freed before the other is made, so that each may use all of the memory.
    // Without limits nothing stops it.
    let count = || TreeSize::new(bytes, depth, &Limits::NONE).count(position, depth).unwrap_or_default();
    let nodes = minimax.then(count);
    let mut replay = Replay::<P, E, false>::new(bytes, depth, eval, me, rule, &Limits::NONE);
    let (choice, _) = root(&mut replay, position, depth);
    let examined = nodes.unwrap_or_else(|| u128::from(replay.counts()[0]));
    (choice, examined)
}

/// The whole report of the textbook search to `depth` plies: counts by ply and what came back for
/// every move of the root too. Takes a few times as long as [`answer`].
pub fn search<P: Position, E: Evaluate<P>>(
    algorithm: Algorithm,
    position: &P,
    depth: u32,
    eval: &E,
    me: Player,
    bytes: usize,
) -> Report<P::Move> {
    search_within(algorithm, position, depth, eval, me, bytes, &Limits::NONE)
        .unwrap_or_else(|Stopped| unreachable!("without limits nothing stops it"))
}

/// The same as [`search`], until the limits stop it. They are asked some thousand times a second.
///
/// # Errors
///
/// If they stopped the search.
pub fn search_within<P: Position, E: Evaluate<P>>(
    algorithm: Algorithm,
    position: &P,
    depth: u32,
    eval: &E,
    me: Player,
    bytes: usize,
    limits: &Limits<'_>,
) -> Result<Report<P::Move>, Stopped> {
    let depth = depth.min(position.plies_left());
    if !is_faster(algorithm) {
        return node_by_node(algorithm, position, depth, eval, me, limits);
    }
    match algorithm.cut() {
        None => {
            let mut size = TreeSize::new(bytes, depth, limits);
            let mut shallower = 0;
            let mut by_ply = Vec::new();
            for limit in 0..=depth {
                let nodes = size.count(position, limit)?;
                by_ply.push(nodes - shallower);
                shallower = nodes;
            }
            drop(size);
            let mut replay = Replay::<P, E, false>::new(bytes, depth, eval, me, CutRule::AtEqual, limits);
            let (choice, _) = root(&mut replay, position, depth);
            // Minimax knows every child's value, so each gets a full window here.
            let exact = |mv| {
                let child = position.play(mv);
                let value = replay.visit(&child, 1, depth - 1, Window::FULL).value;
                RootMove { mv, value, bound: Bound::Exact }
            };
            let root_moves = if depth == 0 { Vec::new() } else { position.moves().map(exact).collect() };
            replay.check()?;
            Ok(Report { choice, counts: Counts::from_plies(by_ply), root_moves })
        }
        Some(rule) => {
            let mut replay = Replay::<P, E, true>::new(bytes, depth, eval, me, rule, limits);
            let (choice, root_moves) = root(&mut replay, position, depth);
            replay.check()?;
            let by_ply = replay.counts().iter().map(|&n| u128::from(n)).collect();
            Ok(Report { choice, counts: Counts::from_plies(by_ply), root_moves })
        }
    }
}

/// Whether there is a faster way to what the search counts than node by node.
const fn is_faster(algorithm: Algorithm) -> bool {
    matches!(algorithm, Algorithm::Minimax | Algorithm::AlphaBeta(_))
}

/// The report of the textbook itself.
fn node_by_node<P: Position, E: Evaluate<P>>(
    algorithm: Algorithm,
    position: &P,
    depth: u32,
    eval: &E,
    me: Player,
    limits: &Limits<'_>,
) -> Result<Report<P::Move>, Stopped> {
    let mut observer = Within { stop: Stop::new(limits), seen: (Counts::default(), RootMoves::default()) };
    let choice = textbook::search(algorithm, position, depth, eval, me, &mut observer)?;
    let (counts, root_moves) = observer.seen;
    Ok(Report { choice, counts, root_moves: root_moves.moves().collect() })
}

/// How many subtrees are looked at between two questions to the limits: each has some hundred nodes, so that they are
/// asked about once in a millisecond.
const BETWEEN: u32 = 64;

/// The limits of a search, and whether they have stopped it.
#[derive(Debug)]
struct Stop<'a> {
    limits: &'a Limits<'a>,
    looked_at: u32,
    /// Then all unfinished numbers are meaningless.
    has_stopped: bool,
}

impl<'a> Stop<'a> {
    const fn new(limits: &'a Limits<'a>) -> Self {
        Self { limits, looked_at: 0, has_stopped: false }
    }

    /// Counts a subtree, and asks the limits now and then. Once they have stopped the search, it stays stopped.
    #[inline]
    fn is_over(&mut self) -> bool {
        self.looked_at = self.looked_at.wrapping_add(1);
        if self.looked_at.is_multiple_of(BETWEEN) && !self.has_stopped {
            self.has_stopped = (self.limits.stop)();
        }
        self.has_stopped
    }

    /// An error if the limits have stopped the search.
    const fn check(&self) -> Result<(), Stopped> {
        if self.has_stopped { Err(Stopped) } else { Ok(()) }
    }
}

/// Counts nodes and keeps what comes back for each move of the root, within limits.
struct Within<'a, M> {
    stop: Stop<'a>,
    seen: (Counts, RootMoves<M>),
}

impl<P: Position> Observer<P> for Within<'_, P::Move> {
    type Stop = Stopped;

    fn enter(&mut self, position: &P, ply: u32, window: Window) -> Result<(), Stopped> {
        self.stop.is_over();
        self.stop.check()?;
        let Ok(()) = self.seen.enter(position, ply, window);
        Ok(())
    }

    fn generated(&mut self, mv: P::Move) {
        Observer::<P>::generated(&mut self.seen, mv);
    }

    fn leave(&mut self, value: i32) {
        Observer::<P>::leave(&mut self.seen, value);
    }
}

/// The textbook's choice at the root, and what came back for each of its moves.
fn root<P: Position, E: Evaluate<P>, const BY_PLY: bool>(
    replay: &mut Replay<'_, P, E, BY_PLY>,
    position: &P,
    depth: u32,
) -> (Choice<P::Move>, Vec<RootMove<P::Move>>) {
    if depth == 0 {
        let value = replay.visit(position, 0, 0, Window::FULL).value;
        return (Choice { best: None, value }, Vec::new());
    }
    let mut root_moves: Vec<RootMove<P::Move>> = Vec::new();
    replay.count(0, 1);
    let found = replay.expand(position, 0, depth, Window::FULL, |mv, value, window| {
        root_moves.push(RootMove { mv, value, bound: Bound::of(value, window) });
    });
    let value = found.value;
    // Strict comparison: the first examined move with the value of the root.
    let best = root_moves.iter().find(|child| child.value == value).map(|child| child.mv);
    (Choice { best, value }, root_moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::connect_four::{Comp3608, Standard};
    use crate::rng::Rng;

    /// The way for a new search that has no faster one.
    #[test]
    fn node_by_node_is_the_same_report() {
        let mut rng = Rng::new(53);
        for _ in 0..40 {
            let plies = rng.below(40);
            let position = rng.play(Standard::EMPTY, plies, 0);
            for rule in CutRule::ALL {
                for algorithm in Algorithm::ALL.iter().map(|algorithm| algorithm.with_cut(rule)) {
                    let found =
                        node_by_node(algorithm, &position, 4, &Comp3608, Player::First, &Limits::NONE);
                    let fast = search(algorithm, &position, 4, &Comp3608, Player::First, 1 << 20);
                    assert_eq!(found, Ok(fast), "{algorithm} {rule:?} {position:?}");
                }
            }
        }
        let stopped = Limits { stop: &|| true };
        let found = node_by_node(Algorithm::Minimax, &Standard::EMPTY, 6, &Comp3608, Player::First, &stopped);
        assert_eq!(found, Err(Stopped));
    }
}
