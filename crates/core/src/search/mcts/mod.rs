//! Monte Carlo tree search for all games: UCT with proofs.
//!
//! A simulation walks down the tree by upper confidence bounds (UCT; Kocsis and Szepesvári, *Bandit Based
//! Monte-Carlo Planning*, 2006), adds the children of the leaf that it meets for the second time, and plays on
//! by random moves to the end of the game. Ends of games that are met as children are facts; they are passed
//! up as bounds on what each position is worth. With wins and losses alone this is MCTS-Solver (Winands,
//! Björnsson and Saito 2008); with draws and points it is the score bounded search of Cazenave and Saffidine
//! (2010). No evaluation and no knowledge of any game is used.
//!
//! Statistics count who wins, a draw half; by how many points counts only for what is proved. The nodes lie in a pool
//! of fixed size. When it is full the tree grows no further: simulations go on from its leaves, so
//! statistics get better, and proofs still come from what is in the tree.

mod tree;

#[cfg(test)]
pub(crate) mod tests;

use tree::{Child, Index, LOST, ROOT, Score, Tree, score};

use super::memory;
use crate::agents::Agent;
use crate::rng::{Rng, mix};
use crate::{Decision, Limits, Player, Position, Proof};

/// The most simulations of a search.
pub const MOST_SIMULATIONS: u32 = (1 << 31) - 1;

/// Simulations between two looks at the limits: about a thousand positions.
const POLL: u32 = 32;

/// How a search goes about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The most simulations for a move; at most [`MOST_SIMULATIONS`] are made.
    pub simulations: u32,
    /// The weight of the term for exploration, in thousandths: the constant before the root of UCB1, where
    /// a win is worth 1 and a loss 0.
    pub exploration: u32,
    /// What random numbers depend on, together with the position.
    pub seed: u64,
    /// Memory for nodes in bytes, of which only the used part is taken: by default 128 MiB (32 where addresses have 32
    /// bits). There are always enough for the moves of the position.
    pub bytes: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { simulations: MOST_SIMULATIONS, exploration: 700, seed: 0, bytes: memory::usual(1 << 27) }
    }
}

/// A Monte Carlo tree search with its memory. Each search begins with an empty tree, so what it decides depends on
/// its settings and the position alone, unless limits stop it.
#[derive(Debug)]
pub struct Mcts<P: Position> {
    settings: Settings,
    tree: Tree<P::Move>,
    /// The nodes of a simulation, from the root.
    path: Vec<Index>,
    entered: u64,
}

impl<P: Position> Mcts<P> {
    /// A search that has not taken its memory yet.
    pub const fn new(settings: Settings) -> Self {
        Self { settings, tree: Tree::new(settings.bytes), path: Vec::new(), entered: 0 }
    }

    /// Chooses a move for the side to move; `None` exactly when the game is over.
    ///
    /// Simulates until `limits` stop it, the number of simulations is reached, or it is proved what the position is
    /// worth. The value of the decision is the expected result in thousandths, from -1000 (a loss) to
    /// 1000 (a win); its nodes are the positions entered. A proved win comes with the plies that it takes
    /// at most, a proved loss with those before the game can be over.
    pub fn search(&mut self, position: &P, limits: &Limits<'_>) -> Option<Decision<P::Move>> {
        self.tree.begin(position);
        self.path.clear();
        self.path.reserve(position.plies_left() as usize + 1);
        self.entered = 1;
        if self.tree.len() == 0 {
            return None;
        }
        let mut rng = Rng::new(mix(self.settings.seed) ^ position.key());
        let most = self.settings.simulations.min(MOST_SIMULATIONS);
        let mut simulations = 0;
        while simulations < most && !self.tree.bounds(ROOT).is_decided() {
            self.simulate(position, &mut rng);
            simulations += 1;
            if simulations.is_multiple_of(POLL) && (limits.stop)() {
                break;
            }
        }
        self.decision(position.turn())
    }

    /// One walk down the tree, a game from there, and what the nodes of the walk learn from it.
    fn simulate(&mut self, root: &P, rng: &mut Rng) {
        let exploration = f64::from(self.settings.exploration) / 1000.0;
        let (mut position, mut index) = (root.clone(), ROOT);
        // Where on the way something new was proved.
        let mut found_at = None;
        self.path.clear();
        let mut score = loop {
            self.path.push(index);
            if self.tree.is_leaf(index) {
                if self.tree.visits(index) == 0 || !self.tree.expand(index, &position) {
                    break self.play_out(position.clone(), rng);
                }
                if self.tree.tighten(index, position.turn()) {
                    found_at = Some(self.path.len() - 1);
                }
            }
            let bounds = self.tree.bounds(index);
            if bounds.is_decided() {
                break bounds.low;
            }
            let Some(child) = self.tree.select(index, position.turn(), exploration, rng) else {
                break self.play_out(position.clone(), rng);
            };
            index = child;
            position = position.play(self.tree.mv(index));
            self.entered += 1;
        };
        let mut turn = position.turn();
        let mut is_news = false;
        for (i, &index) in self.path.iter().enumerate().rev() {
            is_news = found_at == Some(i) || is_news && self.tree.tighten(index, turn);
            score = self.tree.count(index, score);
            turn = turn.opponent();
        }
    }

    /// The result of random moves to the end of the game.
    fn play_out(&mut self, mut position: P, rng: &mut Rng) -> Score {
        while let Some(mv) = rng.pick(position.moves()) {
            position = position.play(mv);
            self.entered += 1;
        }
        position.outcome().map_or(0, score)
    }

    fn decision(&self, turn: Player) -> Option<Decision<P::Move>> {
        let best = self.best(ROOT, turn)?;
        let bounds = self.tree.bounds_for(ROOT, turn);
        let proof = if bounds.low > 0 {
            Some(Proof::Win { plies: 1 + self.tree.within(best.index, turn, turn.opponent()) })
        } else if bounds.high < 0 {
            let mut moves = self.tree.children(ROOT, turn);
            let is_over = moves.all(|child| self.tree.is_leaf(child.index));
            Some(Proof::Loss { plies: if is_over { 1 } else { 2 } })
        } else {
            (bounds.low == 0 && bounds.high == 0).then_some(Proof::Draw)
        };
        let is_known = best.visits > 0 || best.bounds.is_decided();
        #[expect(clippy::cast_possible_truncation, reason = "between -1000 and 1000")]
        let value = (worth(&best) * 2000.0 - 1000.0).round() as i32;
        let mut line = vec![best.mv];
        let (mut index, mut turn) = (best.index, turn.opponent());
        while let Some(next) =
            self.best(index, turn).filter(|next| next.visits > 0 || next.bounds.is_decided())
        {
            line.push(next.mv);
            (index, turn) = (next.index, turn.opponent());
        }
        Some(Decision {
            best: best.mv,
            value: is_known.then_some(value),
            proof,
            depth: None,
            nodes: u128::from(self.entered),
            line,
        })
    }

    /// The move to play: the one that was looked at most often among those that may be better than what is sure,
    /// unless what is sure promises as much. Of equal moves the first.
    fn best(&self, index: Index, turn: Player) -> Option<Child<P::Move>> {
        let sure = self.tree.bounds_for(index, turn).low;
        let mut safest: Option<Child<P::Move>> = None;
        let mut open: Option<Child<P::Move>> = None;
        for child in self.tree.children(index, turn) {
            if child.bounds.low == sure && safest.is_none_or(|best| child.visits > best.visits) {
                safest = Some(child);
            }
            if child.bounds.high > sure && open.is_none_or(|best| child.visits > best.visits) {
                open = Some(child);
            }
        }
        match (safest, open) {
            (Some(safest), Some(open)) if sure > LOST && worth(&safest) >= worth(&open) => Some(safest),
            (safest, open) => open.or(safest),
        }
    }
}

/// The share of games that a child promises: what was seen, within what is proved.
fn worth<M>(child: &Child<M>) -> f64 {
    let share = |score: Score| f64::from(score.signum() + 1) / 2.0;
    child.mean.clamp(share(child.bounds.low), share(child.bounds.high))
}

impl<P: Position> Agent<P> for Mcts<P> {
    fn choose(&mut self, position: &P, limits: &Limits<'_>) -> Option<Decision<P::Move>> {
        self.search(position, limits)
    }
}
