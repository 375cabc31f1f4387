//! Alpha-beta with remembered subtrees, equal to the textbook in every number.
//!
//! A subtree of the textbook search depends on its window only through comparisons with alpha and
//! beta. Therefore each result carries an interval of alphas and an interval of betas: for every
//! window inside both, all comparisons below come out the same, so value and node counts do too.
//! Such a result answers any later visit of the same position, at the same remaining depth, whose
//! window lies inside.

use std::marker::PhantomData;
use std::ops::ControlFlow;

use super::Stop;
use super::table::Table;
use crate::search::CutRule;
use crate::{Evaluate, Limits, Player, Position, Stopped, Window};

/// A range of bounds, both ends included.
#[derive(Clone, Copy, Debug)]
struct Interval {
    low: i32,
    high: i32,
}

impl Interval {
    const ALL: Self = Self { low: i32::MIN, high: i32::MAX };

    #[inline]
    fn holds(self, bound: i32) -> bool {
        self.low <= bound && bound <= self.high
    }

    #[inline]
    fn at_least(&mut self, low: i32) {
        self.low = self.low.max(low);
    }

    #[inline]
    fn at_most(&mut self, high: i32) {
        self.high = self.high.min(high);
    }

    /// Bit patterns, one half of a word each.
    #[inline]
    fn pack(self) -> u64 {
        (u64::from(self.low.cast_unsigned()) << 32) | u64::from(self.high.cast_unsigned())
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the word is split into its halves")]
    fn unpack(word: u64) -> Self {
        Self { low: (word >> 32) as i32, high: word as i32 }
    }
}

/// What a subtree returned, and the windows for which it returns just that.
#[derive(Clone, Copy, Debug)]
pub(super) struct SubtreeValue {
    pub(super) value: i32,
    alphas: Interval,
    betas: Interval,
}

impl SubtreeValue {
    /// A leaf does not look at its window.
    fn leaf(value: i32) -> Self {
        Self { value, alphas: Interval::ALL, betas: Interval::ALL }
    }
}

/// Payload of every entry: work and value, interval of alpha, interval of beta.
const FIXED_WORDS: usize = 3;

/// Smaller subtrees are searched again: that is quicker than a look at distant memory.
const FIRST_REMEMBERED: u32 = 3;

/// From this remaining depth on a subtree may hold more nodes than fit next to its value, so its
/// count gets a separate word.
const WIDE: u32 = 10;

/// The search, with its memory. `BY_PLY` counts every ply apart; otherwise there is one count.
#[derive(Debug)]
pub(super) struct Replay<'a, P, E, const BY_PLY: bool> {
    eval: &'a E,
    me: Player,
    rule: CutRule,
    table: Table,
    /// Examined nodes by ply, or one number.
    counts: Vec<u64>,
    /// For each ply, `counts` as it was when the node there was entered.
    before: Vec<u64>,
    /// Room to put an entry together.
    payload: Vec<u64>,
    stop: Stop<'a>,
    game: PhantomData<P>,
}

impl<'a, P: Position, E: Evaluate<P>, const BY_PLY: bool> Replay<'a, P, E, BY_PLY> {
    /// A search to `depth` plies whose table takes at most `bytes`.
    pub(super) fn new(
        bytes: usize,
        depth: u32,
        eval: &'a E,
        me: Player,
        rule: CutRule,
        limits: &'a Limits<'a>,
    ) -> Self {
        let plies = if BY_PLY { depth as usize + 1 } else { 1 };
        let table = Table::new(bytes, depth + 1, |remaining| FIXED_WORDS + Self::count_words(remaining));
        Self {
            eval,
            me,
            rule,
            table,
            counts: vec![0; plies],
            before: vec![0; plies * (depth as usize + 1)],
            payload: Vec::with_capacity(FIXED_WORDS + plies),
            stop: Stop::new(limits),
            game: PhantomData,
        }
    }

    /// Examined nodes by ply, or one number for all.
    pub(super) fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Whether the limits let the search come to its end. Else its values and counts mean nothing.
    pub(super) const fn check(&self) -> Result<(), Stopped> {
        self.stop.check()
    }

    #[inline]
    pub(super) fn count(&mut self, ply: u32, nodes: u64) {
        let count = &mut self.counts[if BY_PLY { ply as usize } else { 0 }];
        *count = count.saturating_add(nodes);
    }

    /// The result of the textbook search of a node `ply` plies below the root with `remaining` to go.
    pub(super) fn visit(&mut self, position: &P, ply: u32, remaining: u32, window: Window) -> SubtreeValue {
        self.count(ply, 1);
        if remaining == 0 || position.outcome().is_some() {
            SubtreeValue::leaf(self.eval.leaf(position, self.me))
        } else if remaining == 1 {
            self.expand_to_leaves(position, ply, window)
        } else if remaining < FIRST_REMEMBERED {
            self.expand(position, ply, remaining, window, |_, _, _| ())
        } else {
            self.remembered(position, ply, remaining, window)
        }
    }

    /// Looks the node up before expanding it, and remembers it afterwards.
    fn remembered(&mut self, position: &P, ply: u32, remaining: u32, window: Window) -> SubtreeValue {
        if self.stop.is_over() {
            return SubtreeValue::leaf(0);
        }
        let key = position.key();
        let known = self.table.find(remaining, key, |payload| {
            Interval::unpack(payload[1]).holds(window.alpha)
                && Interval::unpack(payload[2]).holds(window.beta)
        });
        let first = if BY_PLY { ply as usize + 1 } else { 0 };
        #[expect(clippy::cast_possible_truncation, reason = "the value is the low half of the word")]
        if let Some(payload) = known {
            if payload.len() == FIXED_WORDS {
                let nodes = payload[0] >> 32;
                self.counts[first] = self.counts[first].saturating_add(nodes);
            } else {
                for (count, nodes) in self.counts[first..].iter_mut().zip(&payload[FIXED_WORDS..]) {
                    *count = count.saturating_add(*nodes);
                }
            }
            return SubtreeValue {
                value: payload[0] as i32,
                alphas: Interval::unpack(payload[1]),
                betas: Interval::unpack(payload[2]),
            };
        }
        let width = if BY_PLY { remaining as usize } else { 1 };
        let saved = ply as usize * self.counts.len();
        self.before[saved..saved + width].copy_from_slice(&self.counts[first..first + width]);
        let found = self.expand(position, ply, remaining, window, |_, _, _| ());
        if self.stop.has_stopped {
            return found;
        }
        let (counts, before) = (&self.counts[first..first + width], &self.before[saved..saved + width]);
        let nodes = counts.iter().zip(before).map(|(now, then)| now - then);
        // A counter at its greatest number shows no work, but an entry needs some.
        let work = nodes.clone().fold(0, u64::saturating_add).clamp(1, u64::from(u32::MAX));
        let value = u64::from(found.value.cast_unsigned());
        let words = [(work << 32) | value, found.alphas.pack(), found.betas.pack()];
        if Self::count_words(remaining) > 0 {
            self.payload.clear();
            self.payload.extend(words);
            self.payload.extend(nodes);
            self.table.keep(remaining, key, &self.payload);
        } else if work < u64::from(u32::MAX) {
            self.table.keep(remaining, key, &words);
        }
        found
    }

    /// Words of an entry that hold node counts: one for each ply below, or one if the total may not
    /// fit next to the value.
    const fn count_words(remaining: u32) -> usize {
        if BY_PLY { remaining as usize } else { (remaining >= WIDE) as usize }
    }

    /// [`expand`](Self::expand) for a node whose children are all leaves.
    #[inline]
    fn expand_to_leaves(&mut self, position: &P, ply: u32, window: Window) -> SubtreeValue {
        let (rule, mut nodes) = (self.rule, 0);
        let (mut alphas, mut betas) = (Interval::ALL, Interval::ALL);
        let mut best;
        if position.turn() == self.me {
            best = i32::MIN;
            self.eval.leaves(position, self.me, |_, value| {
                nodes += 1;
                best = best.max(value);
                if rule.cuts(best, window.beta) {
                    betas.at_most(rule.last_beta_that_cuts(best));
                    return ControlFlow::Break(());
                }
                betas.at_least(rule.last_beta_that_cuts(best) + 1);
                ControlFlow::Continue(())
            });
        } else {
            best = i32::MAX;
            self.eval.leaves(position, self.me, |_, value| {
                nodes += 1;
                best = best.min(value);
                if rule.cuts(window.alpha, best) {
                    alphas.at_least(rule.first_alpha_that_cuts(best));
                    return ControlFlow::Break(());
                }
                alphas.at_most(rule.first_alpha_that_cuts(best) - 1);
                ControlFlow::Continue(())
            });
        }
        self.count(ply + 1, nodes);
        SubtreeValue { value: best, alphas, betas }
    }

    /// The textbook's loop over the children. `each` gets every child's result and window.
    #[inline]
    pub(super) fn expand(
        &mut self,
        position: &P,
        ply: u32,
        remaining: u32,
        window: Window,
        mut each: impl FnMut(P::Move, i32, Window),
    ) -> SubtreeValue {
        let (mut alphas, mut betas) = (Interval::ALL, Interval::ALL);
        if remaining > FIRST_REMEMBERED {
            self.table.load(remaining - 1, position.moves().map(|mv| position.play(mv).key()));
        }
        if position.turn() == self.me {
            let mut best = i32::MIN;
            for mv in position.moves() {
                let asked = Window { alpha: window.alpha.max(best), beta: window.beta };
                let child = self.visit(&position.play(mv), ply + 1, remaining - 1, asked);
                each(mv, child.value, asked);
                // The child sees max(alpha, best): a lower alpha changes nothing where best alone is
                // inside the child's interval.
                if best < child.alphas.low {
                    alphas.at_least(child.alphas.low);
                }
                alphas.at_most(child.alphas.high);
                betas.at_least(child.betas.low);
                betas.at_most(child.betas.high);
                best = best.max(child.value);
                // Alpha itself never cuts here, because every window is open when it arrives.
                if self.rule.cuts(best, window.beta) {
                    betas.at_most(self.rule.last_beta_that_cuts(best));
                    break;
                }
                betas.at_least(self.rule.last_beta_that_cuts(best) + 1);
            }
            SubtreeValue { value: best, alphas, betas }
        } else {
            let mut best = i32::MAX;
            for mv in position.moves() {
                let asked = Window { alpha: window.alpha, beta: window.beta.min(best) };
                let child = self.visit(&position.play(mv), ply + 1, remaining - 1, asked);
                each(mv, child.value, asked);
                if best > child.betas.high {
                    betas.at_most(child.betas.high);
                }
                betas.at_least(child.betas.low);
                alphas.at_least(child.alphas.low);
                alphas.at_most(child.alphas.high);
                best = best.min(child.value);
                if self.rule.cuts(window.alpha, best) {
                    alphas.at_least(self.rule.first_alpha_that_cuts(best));
                    break;
                }
                alphas.at_most(self.rule.first_alpha_that_cuts(best) - 1);
            }
            SubtreeValue { value: best, alphas, betas }
        }
    }
}

impl CutRule {
    /// The highest beta that a node of this alpha cuts at.
    #[inline]
    const fn last_beta_that_cuts(self, alpha: i32) -> i32 {
        match self {
            Self::AtEqual => alpha,
            Self::Beyond => alpha - 1,
        }
    }

    /// The lowest alpha that a node of this beta cuts at.
    #[inline]
    const fn first_alpha_that_cuts(self, beta: i32) -> i32 {
        match self {
            Self::AtEqual => beta,
            Self::Beyond => beta + 1,
        }
    }
}
