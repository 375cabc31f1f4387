//! The textbook searches again, with the same answers and the same node counts, but fast.
//!
//! Equal to [`textbook`](super::textbook) in move, value and counts on every input. Minimax is
//! answered in two parts: its node count depends on the rules alone (`count`), and its move and
//! value are those of alpha-beta. Alpha-beta remembers subtrees together with the windows for which
//! they behave the same (`alpha_beta`).
//!
//! Memory is bounded by the given number of bytes and allocated as it is needed; when it is used up, or
//! there is no more, the searches go on, slower. Observers are not called: there are no nodes to show.

mod alpha_beta;
mod count;
mod stop;
mod table;

use self::alpha_beta::Replay;
use self::count::TreeSize;
use super::{Algorithm, Choice, CutRule, Report, memory};
use crate::{Bound, Counts, Evaluate, Limits, Player, Position, RootMove, Stopped, Window};

/// The table size that the programs use: 256 MiB (32 where addresses have 32 bits).
pub const DEFAULT_BYTES: usize = memory::usual(256 << 20);

/// Move, value and number of examined nodes of the textbook search to `depth` plies; `me` maximises.
///
/// The count saturates at `u64::MAX` for alpha-beta and at `u128::MAX` for minimax.
pub fn answer<P, E>(
    algorithm: Algorithm,
    position: &P,
    depth: u32,
    eval: &E,
    me: Player,
    bytes: usize,
) -> (Choice<P::Move>, u128)
where
    P: Position,
    E: Evaluate<P>,
{
    let depth = depth.min(position.plies_left());
    let (rule, minimax) = match algorithm {
        Algorithm::Minimax => (CutRule::AtEqual, true),
        Algorithm::AlphaBeta(rule) => (rule, false),
    };
    // One table is freed before the other is made, so that each may use all of the memory.
    let nodes = minimax.then(|| TreeSize::new(bytes, depth, &Limits::NONE).count(position, depth));
    let mut replay = Replay::<E, false>::new(bytes, depth, eval, me, rule, &Limits::NONE);
    let (choice, _) = root(&mut replay, position, depth);
    let examined = nodes.unwrap_or_else(|| u128::from(replay.counts()[0]));
    (choice, examined)
}

/// The whole report of the textbook search to `depth` plies: counts by ply and what came back for
/// every move of the root too. Takes a few times as long as [`answer`].
pub fn search<P, E>(
    algorithm: Algorithm,
    position: &P,
    depth: u32,
    eval: &E,
    me: Player,
    bytes: usize,
) -> Report<P::Move>
where
    P: Position,
    E: Evaluate<P>,
{
    report(algorithm, position, depth, eval, me, bytes, &Limits::NONE).0
}

/// The same, as long as the limits allow. They are asked some thousand times a second.
///
/// # Errors
///
/// If they stopped the search.
pub fn search_within<P, E>(
    algorithm: Algorithm,
    position: &P,
    depth: u32,
    eval: &E,
    me: Player,
    bytes: usize,
    limits: &Limits<'_>,
) -> Result<Report<P::Move>, Stopped>
where
    P: Position,
    E: Evaluate<P>,
{
    match report(algorithm, position, depth, eval, me, bytes, limits) {
        (report, false) => Ok(report),
        (_, true) => Err(Stopped),
    }
}

/// The report, and whether the limits stopped the search: then what it says means nothing.
fn report<P, E>(
    algorithm: Algorithm,
    position: &P,
    depth: u32,
    eval: &E,
    me: Player,
    bytes: usize,
    limits: &Limits<'_>,
) -> (Report<P::Move>, bool)
where
    P: Position,
    E: Evaluate<P>,
{
    let depth = depth.min(position.plies_left());
    match algorithm {
        Algorithm::Minimax => {
            let mut size = TreeSize::new(bytes, depth, limits);
            let up_to: Vec<u128> = (0..=depth).map(|limit| size.count(position, limit)).collect();
            let is_stopped = size.has_stopped();
            drop(size);
            let shallower = std::iter::once(0).chain(up_to.iter().copied());
            let by_ply =
                up_to.iter().zip(shallower).map(|(nodes, shallower)| nodes.saturating_sub(shallower));
            let counts = Counts::from_plies(by_ply.collect());
            if is_stopped {
                // Nobody is asked again who has said that it is over.
                let choice = Choice { best: None, value: 0 };
                return (Report { choice, counts, root_moves: Vec::new() }, true);
            }
            let mut replay = Replay::<E, false>::new(bytes, depth, eval, me, CutRule::AtEqual, limits);
            let (choice, _) = root(&mut replay, position, depth);
            // Minimax knows every child's value, so each gets a full window here.
            let exact = |mv| {
                let child = position.play(mv);
                let value = replay.visit(&child, 1, depth - 1, Window::FULL).value;
                RootMove { mv, value, bound: Bound::Exact }
            };
            let root_moves = if depth == 0 { Vec::new() } else { position.moves().map(exact).collect() };
            (Report { choice, counts, root_moves }, replay.has_stopped())
        }
        Algorithm::AlphaBeta(rule) => {
            let mut replay = Replay::<E, true>::new(bytes, depth, eval, me, rule, limits);
            let (choice, root_moves) = root(&mut replay, position, depth);
            let by_ply = replay.counts().iter().map(|&n| u128::from(n)).collect();
            (Report { choice, counts: Counts::from_plies(by_ply), root_moves }, replay.has_stopped())
        }
    }
}

/// The textbook's choice at the root, and what came back for each of its moves.
fn root<P, E, const BY_PLY: bool>(
    replay: &mut Replay<'_, E, BY_PLY>,
    position: &P,
    depth: u32,
) -> (Choice<P::Move>, Vec<RootMove<P::Move>>)
where
    P: Position,
    E: Evaluate<P>,
{
    if depth == 0 {
        let value = replay.visit(position, 0, 0, Window::FULL).value;
        return (Choice { best: None, value }, Vec::new());
    }
    let mut root_moves: Vec<RootMove<P::Move>> = Vec::new();
    let value = replay.expand_root(position, depth, |mv, value, window| {
        root_moves.push(RootMove { mv, value, bound: Bound::of(value, window) });
    });
    // Strict comparison: the first examined move with the value of the root.
    let best = root_moves.iter().find(|child| child.value == value).map(|child| child.mv);
    (Choice { best, value }, root_moves)
}
