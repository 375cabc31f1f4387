//! The engine for all games: iterative deepening over a principal variation search with a
//! transposition table.
//!
//! It is exact at its depth: unless a win or loss is known, the value is that of minimax to the same
//! depth, for any earlier contents of the table. There is no selective search, no book and no knowledge
//! of any game beyond its evaluation.

mod node;
mod order;
pub(crate) mod table;

use std::any::TypeId;

use node::Search;
pub(crate) use node::{Lines, from_entry, to_entry};
use order::Order;
use table::Table;

use super::memory;
use crate::{Decision, Evaluate, Found, Limits, Player, Position, Proof, VALUE_LIMIT};

/// The value of having won: a win in n plies is worth `WIN - n`, a loss in n plies `n - WIN`. Only
/// [`Outcome::Win`](crate::Outcome::Win) counts as won here; points have their utility.
pub const WIN: i32 = 2 * VALUE_LIMIT;

/// A size for the table of an engine that has a machine to itself: 64 MiB (32 where addresses have 32 bits).
pub const TABLE_BYTES: usize = memory::usual(1 << 26);

/// Nodes that a thread of an engine, this one or that of Breakthrough, searches between two looks at its limits: well
/// below a millisecond.
pub const POLL: u64 = 1 << 10;

/// A search engine with its memory, which it keeps from one search to the next.
#[derive(Debug)]
pub struct Engine<E> {
    eval: E,
    table: Table,
    /// Utilities of results seen since the table was empty.
    utilities: Utilities,
    /// What the values in the table are for: a game, and the side from whose point of view
    /// positions are evaluated.
    subject: Option<(TypeId, Player)>,
}

impl<E> Engine<E> {
    /// An engine that evaluates positions with `eval` and remembers them in at most `table_bytes`
    /// bytes (the largest power of two below, at least 64 and at most 64 GiB, and less if there is not
    /// as much memory), of which only the used part takes memory.
    pub fn new(eval: E, table_bytes: usize) -> Self {
        Self { eval, table: Table::new(table_bytes), utilities: Utilities::default(), subject: None }
    }

    /// Chooses a move for the side to move, from its point of view; `None` exactly when the game is over.
    ///
    /// Searches one ply deep, then deeper and deeper until `limits` stop it, `max_depth` is reached,
    /// or the outcome is proved: a win or loss in n plies when n plies have been searched (so there is
    /// no quicker win and no longer resistance), anything when every line was seen to its end. After each
    /// depth it reports to `progress`. A depth that was interrupted counts as far as it went. Equal
    /// searches in an equal order from a new engine give equal decisions unless they are stopped.
    ///
    /// The sides must alternate, and keys must be unique among all positions that the engine is asked
    /// about: nodes of two trees need two engines. In games decided by points the plies of a proof are
    /// those until the game must be over.
    pub fn search<P: Position>(
        &mut self,
        position: &P,
        max_depth: u32,
        limits: &Limits<'_>,
        progress: &mut dyn FnMut(&Decision<P::Move>),
    ) -> Option<Decision<P::Move>>
    where
        E: Evaluate<P>,
    {
        let mut moves: Vec<P::Move> = position.moves().collect();
        let mut decision = Decision::unsearched(*moves.first()?);
        let me = position.turn();
        self.prepare((TypeId::of::<P>(), me));
        let deepest = max_depth.clamp(1, position.plies_left().max(1));
        let mut search = Search {
            eval: &self.eval,
            me,
            table: &self.table,
            utilities: &mut self.utilities,
            stop: limits.stop,
            order: Order::new(deepest as usize),
            lines: Lines::new(deepest as usize),
            nodes: 0,
        };
        for depth in 1..=deepest {
            let mut root = Root { moves: &mut moves, examined: 0, value: -WIN };
            if root.search(position, depth, &mut search).is_err() {
                root.salvage(&search, &mut decision);
                break;
            }
            let is_exhausted = depth >= position.plies_left();
            let proof = proof_of_value(root.value)
                .or_else(|| is_exhausted.then(|| search.utilities.proof(root.value, depth)).flatten());
            decision = Decision {
                best: root.moves[0],
                value: Some(root.value),
                proof,
                depth: Some(depth),
                nodes: u128::from(search.nodes),
                line: search.lines.principal().to_vec(),
            };
            progress(&decision);
            if let Some(Proof::Win { plies } | Proof::Loss { plies }) = proof
                && plies <= depth
            {
                break;
            }
        }
        decision.nodes = u128::from(search.nodes);
        Some(decision)
    }

    /// Makes the table fit for a search; what it holds for another subject is of no use.
    fn prepare(&mut self, subject: (TypeId, Player)) {
        if self.subject.is_some_and(|former| former != subject) {
            self.table.clear();
            self.utilities = Utilities::default();
        }
        self.subject = Some(subject);
        self.table.begin_search();
    }
}

/// A search of the root to one depth.
struct Root<'a, P: Position> {
    /// The best move so far comes first, so that the next depth begins with it.
    moves: &'a mut [P::Move],
    /// Moves searched completely.
    examined: usize,
    /// The value of the best of them.
    value: i32,
}

impl<P: Position> Root<'_, P> {
    fn search(&mut self, root: &P, depth: u32, search: &mut Search<'_, P, impl Evaluate<P>>) -> Found<()> {
        search.nodes += 1;
        for i in 0..self.moves.len() {
            let mv = self.moves[i];
            let child = root.play(mv);
            if i > 0 {
                let value = -search.node::<false>(&child, 1, depth - 1, -self.value - 1, -self.value)?;
                if value <= self.value {
                    self.examined += 1;
                    continue;
                }
            }
            let value = -search.node::<true>(&child, 1, depth - 1, -WIN, -self.value)?;
            self.examined += 1;
            if value > self.value {
                self.value = value;
                self.moves[..=i].rotate_right(1);
                search.lines.extend(0, mv);
            }
        }
        Ok(())
    }

    /// Takes over what an interrupted search has found out, where that is better founded than the
    /// decision of the depth before.
    fn salvage<E: Evaluate<P>>(&self, search: &Search<'_, P, E>, decision: &mut Decision<P::Move>) {
        if self.examined == 0 || decision.proof.is_some() && decision.value >= Some(self.value) {
            return;
        }
        if decision.proof.is_none() && self.value <= -VALUE_LIMIT {
            // Every move looked at loses. One that was not looked at may not.
            *decision = Decision { depth: decision.depth, ..Decision::unsearched(self.moves[self.examined]) };
        } else {
            decision.best = self.moves[0];
            decision.value = Some(self.value);
            decision.proof = proof_of_value(self.value);
            decision.line = search.lines.principal().to_vec();
        }
    }
}

fn proof_of_value(value: i32) -> Option<Proof> {
    let plies = (WIN - value.abs()).cast_unsigned();
    match value {
        VALUE_LIMIT.. => Some(Proof::Win { plies }),
        _ if value <= -VALUE_LIMIT => Some(Proof::Loss { plies }),
        _ => None,
    }
}

/// The value of a win at this distance from the root.
#[inline]
pub(crate) fn win_at(ply: u32) -> i32 {
    WIN - ply.cast_signed()
}

/// The utilities that were seen for games that `me` lost, drew and won, as smallest and largest.
///
/// Evaluations are free to give draws and points any utility. Only if the utilities of the three
/// results lie apart does the value of an exhausted tree tell the result.
#[derive(Clone, Copy, Default, Debug)]
struct Utilities([Option<(i32, i32)>; 3]);

impl Utilities {
    /// A game ended; `won` is whether `me` won it, `None` for a draw.
    fn note(&mut self, won: Option<bool>, utility: i32) {
        let result = &mut self.0[won.map_or(1, |won| 2 * usize::from(won))];
        let (least, most) = result.unwrap_or((utility, utility));
        *result = Some((least.min(utility), most.max(utility)));
    }

    /// What a value for `me` proves if the search saw the end of every line, at most `plies` away.
    fn proof(&self, value: i32, plies: u32) -> Option<Proof> {
        let seen: Vec<(usize, (i32, i32))> =
            (0..).zip(self.0).filter_map(|(result, range)| Some((result, range?))).collect();
        if seen.windows(2).any(|pair| pair[0].1.1 >= pair[1].1.0) {
            return None;
        }
        let &(result, _) = seen.iter().find(|(_, (least, most))| (*least..=*most).contains(&value))?;
        Some([Proof::Loss { plies }, Proof::Draw, Proof::Win { plies }][result])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_proved_by_utilities_that_do_not_overlap() {
        let mut utilities = Utilities::default();
        assert_eq!(utilities.proof(0, 3), None, "nothing was seen");
        for (won, utility) in [(Some(false), -4), (None, 0), (Some(true), 2), (Some(true), 9)] {
            utilities.note(won, utility);
        }
        assert_eq!(utilities.proof(-4, 3), Some(Proof::Loss { plies: 3 }));
        assert_eq!(utilities.proof(0, 3), Some(Proof::Draw));
        assert_eq!(utilities.proof(2, 3), Some(Proof::Win { plies: 3 }));
        assert_eq!(utilities.proof(1, 3), None);
        utilities.note(Some(false), 2);
        assert_eq!(utilities.proof(9, 3), None, "a loss is worth as much as a win");
    }
}
