//! The tree of a Monte Carlo search, in a pool of nodes that is asked for once.
//!
//! Beside its statistics every node has bounds on what the game is worth from there on: what is proved. They
//! are the ends of games and what follows from them, never statistics.

use crate::rng::Rng;
use crate::{Outcome, Player, Position};

/// What a game is worth to a side: [`WON`], [`LOST`], 0 for a draw, or the points by which that side is ahead.
pub(super) type Score = i16;

pub(super) const WON: Score = Score::MAX;
pub(super) const LOST: Score = -WON;

/// What a finished game is worth to the first player.
#[inline]
pub(super) fn score(outcome: Outcome) -> Score {
    match outcome {
        Outcome::Win(Player::First) => WON,
        Outcome::Win(Player::Second) => LOST,
        Outcome::Draw => 0,
        Outcome::Points(points) => {
            let [first, second] = points.into_array().map(i32::from);
            let ahead = (first - second).clamp(i32::from(LOST) + 1, i32::from(WON) - 1);
            Score::try_from(ahead).expect("clamped")
        }
    }
}

/// The least and the most that a position is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    pub(super) low: Score,
    pub(super) high: Score,
}

impl Bounds {
    const OPEN: Self = Self { low: LOST, high: WON };

    /// The bounds for this side of bounds for the first player, and the other way round.
    #[inline]
    const fn seen_by(self, player: Player) -> Self {
        match player {
            Player::First => self,
            Player::Second => Self { low: -self.high, high: -self.low },
        }
    }

    pub(super) const fn is_decided(self) -> bool {
        self.low == self.high
    }
}

/// The number of a node in the pool.
pub(super) type Index = u32;

/// The position that is searched.
pub(super) const ROOT: Index = 0;

/// A position of the tree. Bounds and gains are the first player's.
#[derive(Clone, Copy, Debug)]
struct Node<M> {
    /// Simulations that came through.
    visits: u32,
    /// What they brought: 2 for a game won, 1 for a draw.
    gain: u32,
    bounds: Bounds,
    /// The children stand one after the other; there are none as long as the node is not expanded.
    first_child: Index,
    children: u16,
    /// The move that leads here; of no meaning at the root.
    mv: M,
}

/// What is known of a child to the side that chooses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child<M> {
    pub(super) index: Index,
    pub(super) mv: M,
    pub(super) visits: u32,
    pub(super) bounds: Bounds,
    /// The share of games won in simulations, draws counted half; 0 if there was none.
    pub(super) mean: f64,
}

#[derive(Debug)]
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
    bytes: usize,
}

impl<M: Copy> Tree<M> {
    /// A tree of at most `bytes` bytes, and at least a root and its children.
    pub(super) const fn new(bytes: usize) -> Self {
        Self { nodes: Vec::new(), bytes }
    }

    /// Replaces the tree by a root and its children. The tree is empty if the game is over.
    pub(super) fn begin<P: Position<Move = M>>(&mut self, position: &P) {
        self.nodes.clear();
        let most = (self.bytes / size_of::<Node<M>>()).min(Index::MAX as usize);
        let mut wanted = most;
        while wanted > self.nodes.capacity() && self.nodes.try_reserve_exact(wanted).is_err() {
            wanted /= 2;
        }
        let Some(mv) = position.moves().next() else { return };
        self.nodes.reserve_exact(1 + position.moves().count());
        self.nodes.push(Node { visits: 0, gain: 0, bounds: Bounds::OPEN, first_child: 0, children: 0, mv });
        self.expand(ROOT, position);
        self.tighten(ROOT, position.turn());
    }

    fn node(&self, index: Index) -> &Node<M> {
        &self.nodes[index as usize]
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// What is proved about a node, for the first player.
    #[inline]
    pub(super) fn bounds(&self, index: Index) -> Bounds {
        self.node(index).bounds
    }

    /// What is proved about a node, for a side.
    #[inline]
    pub(super) fn bounds_for(&self, index: Index, player: Player) -> Bounds {
        self.bounds(index).seen_by(player)
    }

    #[inline]
    pub(super) fn is_leaf(&self, index: Index) -> bool {
        self.node(index).children == 0
    }

    #[inline]
    pub(super) fn visits(&self, index: Index) -> u32 {
        self.node(index).visits
    }

    #[inline]
    pub(super) fn mv(&self, index: Index) -> M {
        self.node(index).mv
    }

    /// Adds the children of a leaf, and knows those that end the game. Says whether there was room.
    pub(super) fn expand<P: Position<Move = M>>(&mut self, index: Index, position: &P) -> bool {
        let count = position.moves().count();
        let (Ok(children), Ok(first_child)) = (u16::try_from(count), Index::try_from(self.nodes.len()))
        else {
            return false;
        };
        // All pushed nodes fit into the memory reserved at the beginning.
        if self.nodes.capacity() - self.nodes.len() < count {
            return false;
        }
        for mv in position.moves() {
            let bounds = position.play(mv).outcome().map_or(Bounds::OPEN, |outcome| {
                let score = score(outcome);
                Bounds { low: score, high: score }
            });
            self.nodes.push(Node { visits: 0, gain: 0, bounds, first_child: 0, children: 0, mv });
        }
        let node = &mut self.nodes[index as usize];
        (node.first_child, node.children) = (first_child, children);
        true
    }

    fn family(&self, index: Index) -> (&Node<M>, Index, &[Node<M>]) {
        let node = self.node(index);
        let first = node.first_child as usize;
        (node, node.first_child, &self.nodes[first..first + usize::from(node.children)])
    }

    /// The children as the side to move sees them.
    pub(super) fn children(&self, index: Index, turn: Player) -> impl Iterator<Item = Child<M>> + Clone {
        let (_, first, children) = self.family(index);
        (first..).zip(children).map(move |(index, child)| Child {
            index,
            mv: child.mv,
            visits: child.visits,
            bounds: child.bounds.seen_by(turn),
            mean: if child.visits == 0 { 0.0 } else { mean(child, turn) },
        })
    }

    /// Concludes from the children of a node what it is worth; says whether more is known than before.
    pub(super) fn tighten(&mut self, index: Index, turn: Player) -> bool {
        let (node, _, children) = self.family(index);
        let (mut low, mut high) = (LOST, LOST);
        for child in children {
            let bounds = child.bounds.seen_by(turn);
            (low, high) = (low.max(bounds.low), high.max(bounds.high));
        }
        let bounds = Bounds { low, high }.seen_by(turn);
        let is_news = !children.is_empty() && bounds != node.bounds;
        if is_news {
            self.nodes[index as usize].bounds = bounds;
        }
        is_news
    }

    /// The child that the next simulation looks at: one that was not looked at, or the one with the greatest
    /// upper confidence bound (UCB1). Children that are proved to be no better than another are passed over, so
    /// there is one unless the node is decided.
    #[inline]
    pub(super) fn select(
        &self,
        index: Index,
        turn: Player,
        exploration: f64,
        rng: &mut Rng,
    ) -> Option<Index> {
        let (node, first, children) = self.family(index);
        let sure = node.bounds.seen_by(turn).low;
        let scale = exploration * logarithm(node.visits).sqrt();
        let (mut best, mut highest) = (None, f64::NEG_INFINITY);
        let mut unvisited = 0;
        for (index, child) in (first..).zip(children) {
            if child.bounds.seen_by(turn).high <= sure {
                continue;
            }
            if child.visits == 0 {
                // Each of them with the same probability.
                unvisited += 1;
                if rng.below(unvisited) == 0 {
                    best = Some(index);
                }
            } else if unvisited == 0 {
                let promise = mean(child, turn) + scale / f64::from(child.visits).sqrt();
                if promise > highest {
                    (best, highest) = (Some(index), promise);
                }
            }
        }
        best
    }

    /// Counts a simulation that came through, and gives back what it is worth in the light of what is proved.
    #[inline]
    pub(super) fn count(&mut self, index: Index, score: Score) -> Score {
        let node = &mut self.nodes[index as usize];
        let score = score.clamp(node.bounds.low, node.bounds.high);
        node.visits += 1;
        node.gain += half_points(score);
        score
    }

    /// In how many plies at most `winner` brings a node home that is proved to be won.
    pub(super) fn within(&self, index: Index, winner: Player, turn: Player) -> u32 {
        let mut won = (self.children(index, turn).map(|child| child.index))
            .filter(|&child| self.bounds_for(child, winner).low > 0);
        let plies = |child| 1 + self.within(child, winner, turn.opponent());
        if turn == winner { won.next().map(plies) } else { won.map(plies).max() }.unwrap_or(0)
    }
}

/// Half the points of a game for the first player. Only who wins counts, not by how much.
#[inline]
fn half_points(score: Score) -> u32 {
    (score.signum() + 1).unsigned_abs().into()
}

#[inline]
fn mean<M>(node: &Node<M>, turn: Player) -> f64 {
    let share = f64::from(node.gain) / (2.0 * f64::from(node.visits));
    if turn == Player::First { share } else { 1.0 - share }
}

/// The natural logarithm, to 0.06: exact at powers of two and straight between them, so that it is the same on
/// every machine.
#[inline]
fn logarithm(n: u32) -> f64 {
    let n = n.max(1);
    let power = n.ilog2();
    let rest = f64::from(n) / f64::from(1u32 << power) - 1.0;
    (f64::from(power) + rest) * std::f64::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ByPlayer;

    #[test]
    fn scores_are_the_first_players() {
        let points = |first, second| score(Outcome::Points(ByPlayer::new(first, second)));
        assert_eq!((points(3, 1), points(1, 3), points(2, 2)), (2, -2, 0));
        assert_eq!((points(u16::MAX, 0), points(0, u16::MAX)), (WON - 1, LOST + 1));
        assert_eq!((points(33_000, 32_766), points(u16::MAX, u16::MAX)), (234, 0));
        let win = |player| score(Outcome::Win(player));
        assert_eq!((win(Player::First), win(Player::Second), score(Outcome::Draw)), (WON, LOST, 0));
        assert_eq!([-2, 0, 2, WON, LOST].map(half_points), [0, 1, 2, 2, 0]);
    }

    #[test]
    fn the_logarithm_is_near_and_rises() {
        let mut last = -1.0;
        for n in [1, 2, 3, 4, 5, 7, 8, 100, 1000, 123_456, u32::MAX] {
            let found = logarithm(n);
            assert!((found - f64::from(n).ln()).abs() < 0.06, "{n}: {found}");
            assert!(found > last);
            last = found;
        }
        assert!(logarithm(0) == 0.0);
    }
}
