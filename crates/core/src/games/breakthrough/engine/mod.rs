//! The engine for Breakthrough: a selective search that sees races.
//!
//! Iterative deepening with a transposition table, late moves searched less deep, captures and threats
//! searched to their end, and the races of `race` decided at sight. Unlike the engine for all
//! games ([`crate::search::engine`]) it is not exact at its depth; what it calls won or lost is.
//! A book may say of some moves, before any search, that they win or lose.

mod moves;
mod node;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use moves::{Code, History, Moves, Node, step};
use node::{NO_MOVE, Search, plies_to_end};

use super::book::{Book, key};
use super::{Board, Step};
use crate::agents::Agent;
use crate::search::engine::table::Table;
use crate::search::engine::{Lines, POLL, WIN, win_at};
use crate::search::first_answer::{RaisedAtEnd, result_of};
use crate::{Decision, Evaluate, Found, Limits, Player, Position, Proof, VALUE_LIMIT};

/// The parts of the search beyond plain alpha-beta; [`Selection::ALL`] is the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each part can be left out to see what it is worth")]
pub struct Selection {
    /// Positions are remembered in the table.
    pub remembers: bool,
    /// Captures are searched below depth 0, and threats are answered without counting as depth.
    pub goes_on: bool,
    /// Races are decided at sight.
    pub races: bool,
    /// Late moves are searched less deep.
    pub reduces: bool,
}

impl Selection {
    /// All parts.
    pub const ALL: Self = Self { remembers: true, goes_on: true, races: true, reduces: true };
}

/// The engine with its memory, which it keeps from one search to the next.
///
/// The evaluation must see both sides alike: what a position is worth to a side is what the turned
/// position is worth to the other.
#[derive(Debug)]
pub struct Engine<const W: u32, const H: u32, E> {
    eval: E,
    /// All threads read and write it.
    table: Table,
    /// For searches of few plies: one for each thread, at least one.
    near: Vec<Table>,
    selection: Selection,
    /// Empty on all boards but the one it is for.
    book: Book,
}

/// Memory for results of searches of few plies, which most processors hold in their second cache: looking into the
/// large table for each of them took more than half of the time.
const NEAR_BYTES: usize = 1 << 19;

/// Half the width of the first window around the last value.
const ASPIRATION: i32 = 20;

/// The most threads of a search.
pub const MOST_THREADS: u32 = 256;

impl<const W: u32, const H: u32, E: Evaluate<Board<W, H>>> Engine<W, H, E> {
    /// An engine that evaluates positions with `eval` and remembers them in at most `table_bytes` bytes,
    /// of which only the used part takes memory, and half a MiB more for each thread. It searches with one thread.
    pub fn new(eval: E, table_bytes: usize) -> Self {
        let near = vec![Self::near_table(table_bytes)];
        Self { eval, table: Table::new(table_bytes), near, selection: Selection::ALL, book: Book::default() }
    }

    fn near_table(table_bytes: usize) -> Table {
        Table::new(NEAR_BYTES.min(table_bytes))
    }

    /// The engine with only these parts of its search.
    #[must_use]
    pub fn with_selection(mut self, selection: Selection) -> Self {
        self.selection = selection;
        self
    }

    /// The engine with so many threads, at least 1 and at most [`MOST_THREADS`].
    #[must_use]
    pub fn with_threads(mut self, threads: u32) -> Self {
        let bytes = self.table.bytes();
        self.near.resize_with(threads.clamp(1, MOST_THREADS) as usize, || Self::near_table(bytes));
        self
    }

    /// Chooses a move for the side to move, from its point of view; `None` exactly when the game is over.
    ///
    /// Searches deeper and deeper until `limits` stop it, `max_depth` is reached, or it is proved who wins. After each
    /// depth it reports to `progress`, and once of a move of the book, which has neither value nor depth. The plies of
    /// a proof are those of the end that was seen; a race, or a win by the book, may last as long as the game, and a
    /// loss 2. The limits are asked once in [`POLL`] nodes of a thread. With one thread equal searches in an equal
    /// order from a new engine give equal decisions unless they are stopped.
    ///
    /// More threads make the same search and find each other's results in the table, so that the first is done sooner;
    /// what that one finds is the decision. (Lazy SMP, as chess engines name it.)
    pub fn search(
        &mut self,
        position: &Board<W, H>,
        max_depth: u32,
        limits: &Limits<'_>,
        progress: &mut dyn FnMut(&Decision<Step>),
    ) -> Option<Decision<Step>>
    where
        E: Sync,
    {
        if position.outcome().is_some() {
            return None;
        }
        let avoided = match self.advice(position) {
            Advice::Play(step) => {
                let proof = Some(Proof::Win { plies: position.plies_left() });
                let decision = Decision { proof, ..Decision::unsearched(step) };
                progress(&decision);
                return Some(decision);
            }
            Advice::Avoid(steps) => steps,
        };
        self.table.begin_search();
        self.near.iter_mut().for_each(Table::begin_search);
        let deepest = max_depth.clamp(1, position.plies_left());
        let (own, others) = self.near.split_first()?;
        let (is_done, helped_nodes) = (AtomicBool::new(false), AtomicU64::new(0));
        let stop_helping = || {
            helped_nodes.fetch_add(POLL, Ordering::Relaxed);
            is_done.load(Ordering::Relaxed) || (limits.stop)()
        };
        let help = |near| {
            let search = self.begin(position, near, &stop_helping);
            search.deepen(position, &avoided, deepest, &mut |_| ()).map_or(0, |found| found.nodes)
        };
        std::thread::scope(|scope| {
            let end = RaisedAtEnd(&is_done);
            let help = &help;
            let start = |near| std::thread::Builder::new().spawn_scoped(scope, move || help(near)).ok();
            // If no more threads start, the search runs with those that did.
            let helpers: Vec<_> = others.iter().map_while(start).collect();
            let search = self.begin(position, own, limits.stop);
            let decision = search.deepen(position, &avoided, deepest, &mut |found| {
                let helped = u128::from(helped_nodes.load(Ordering::Relaxed));
                progress(&Decision { nodes: found.nodes + helped, ..found.clone() });
            });
            drop(end);
            let helped: u128 = helpers.into_iter().map(result_of).sum();
            decision.map(|found| Decision { nodes: found.nodes + helped, ..found })
        })
    }

    /// What the book says of the moves of a position. Where a move ends the game, no book is needed.
    fn advice(&self, position: &Board<W, H>) -> Advice {
        let mut avoided = Vec::new();
        if self.book.is_empty() || position.moves().any(|step| position.play(step).outcome().is_some()) {
            return Advice::Avoid(avoided);
        }
        for step in position.moves() {
            match self.book.is_won(key(&position.play(step))) {
                Some(false) => return Advice::Play(step),
                Some(true) => avoided.push(step),
                None => {}
            }
        }
        if avoided.len() == position.moves().count() {
            avoided.clear();
        }
        Advice::Avoid(avoided)
    }

    /// A search that has not begun.
    fn begin<'a>(
        &'a self,
        position: &Board<W, H>,
        near: &'a Table,
        stop: &'a (dyn Fn() -> bool + Sync),
    ) -> Search<'a, W, H, E> {
        let slots = position.plies_left() as usize + 4;
        Search {
            eval: &self.eval,
            selection: self.selection,
            table: &self.table,
            near,
            stop,
            killers: vec![[NO_MOVE; 2]; slots],
            history: [History::NONE, History::NONE],
            lines: Lines::new(slots),
            nodes: 0,
        }
    }
}

enum Advice {
    /// This one wins.
    Play(Step),
    /// These lose, and there are others.
    Avoid(Vec<Step>),
}

impl<E: Evaluate<Board<6, 6>>> Engine<6, 6, E> {
    /// The engine with a book. A move to a position that the other side loses by the book is played at once; one to a
    /// position that the other side wins is not looked at while there are others. A position in which a move ends the
    /// game, or all moves lose by the book, is searched as without it: the opponent may not know.
    ///
    /// Nothing is proved here: with a wrong book, what the engine calls proved may be wrong.
    #[must_use]
    pub fn with_book(mut self, book: Book) -> Self {
        self.book = book;
        self
    }
}

impl<const W: u32, const H: u32, E: Evaluate<Board<W, H>>> Search<'_, W, H, E> {
    /// Searches the position to one depth after the other, and reports what each has found. Moves that are to be
    /// avoided are not looked at.
    fn deepen(
        mut self,
        position: &Board<W, H>,
        avoided: &[Step],
        deepest: u32,
        report: &mut dyn FnMut(&Decision<Step>),
    ) -> Option<Decision<Step>> {
        let mut decision = Decision::unsearched(position.moves().find(|step| !avoided.contains(step))?);
        let mut root = Root::new(Node::new(position));
        root.moves.retain(|&code| !avoided.contains(&to_step::<W, H>(position.turn(), code)));
        for depth in 1..=deepest {
            let result = root.search(depth.cast_signed(), &mut self);
            if let Some(found) = root.finding(&self, position, &decision) {
                decision = Decision { depth: decision.depth, ..found };
            }
            decision.nodes = u128::from(self.nodes);
            if result.is_err() {
                break;
            }
            decision.depth = Some(depth);
            report(&decision);
            if decision.proof.is_some() {
                break;
            }
        }
        Some(decision)
    }
}

/// The step of a side.
fn to_step<const W: u32, const H: u32>(player: Player, code: Code) -> Step {
    let step = step::<W>(code);
    if player == Player::First { step } else { Board::<W, H>::turned_step(step) }
}

/// The moves of the position to decide on.
struct Root<const W: u32, const H: u32> {
    node: Node<W, H>,
    /// The best move so far comes first.
    moves: Vec<Code>,
    /// Moves searched in this window.
    examined: usize,
    /// The best value found at this depth: exact, or a bound on the safe side.
    best: Option<i32>,
    /// The value at the last depth that was searched completely.
    last: i32,
}

impl<const W: u32, const H: u32> Root<W, H> {
    fn new(node: Node<W, H>) -> Self {
        let mut list = Moves::new(&node, !0, None, [NO_MOVE; 2], &History::NONE);
        let mut moves: Vec<Code> = std::iter::from_fn(|| list.next()).map(|mv| mv.code).collect();
        // Of moves that end the game the first in the order of the game is played.
        moves.sort_by_key(|&code| if node.is_over_after(code) { code } else { NO_MOVE });
        Self { node, moves, examined: 0, best: None, last: 0 }
    }

    /// Searches all moves, at first in a window around the last value. What was found in one window is what is known
    /// until the next has found more: the search may be stopped between.
    fn search(&mut self, depth: i32, search: &mut Search<'_, W, H, impl Evaluate<Board<W, H>>>) -> Found<()> {
        let is_wide = depth < 4 || self.last.abs() >= VALUE_LIMIT;
        let (mut low, mut high) =
            if is_wide { (-WIN, WIN) } else { (self.last - ASPIRATION, self.last + ASPIRATION) };
        self.best = None;
        loop {
            let value = self.search_within(depth, low, high, search)?;
            if value <= low && low > -WIN {
                low = -WIN;
            } else if value >= high && high < WIN {
                high = WIN;
            } else {
                self.last = value;
                return Ok(());
            }
        }
    }

    fn search_within<E: Evaluate<Board<W, H>>>(
        &mut self,
        depth: i32,
        low: i32,
        high: i32,
        search: &mut Search<'_, W, H, E>,
    ) -> Found<i32> {
        let (mut alpha, mut best) = (low, -WIN);
        self.examined = 0;
        for i in 0..self.moves.len() {
            let code = self.moves[i];
            let mut value = alpha + 1;
            let is_over = self.node.is_over_after(code);
            if is_over {
                search.lines.clear(1);
                value = win_at(1);
            } else {
                let child = self.node.play(code);
                if i > 0 {
                    value = -search.node::<false>(&child, 1, depth - 1, -alpha - 1, -alpha)?;
                }
                if value > alpha {
                    value = -search.node::<true>(&child, 1, depth - 1, -high, -alpha)?;
                }
            }
            self.examined += 1;
            best = best.max(value);
            if value > alpha {
                alpha = value;
                self.best = Some(value);
                self.moves[..=i].rotate_right(1);
                search.lines.extend(0, code);
                if value >= high {
                    break;
                }
            }
        }
        Ok(best)
    }

    /// What the search has found out so far, where that is better founded than `former`.
    fn finding<E: Evaluate<Board<W, H>>>(
        &self,
        search: &Search<'_, W, H, E>,
        position: &Board<W, H>,
        former: &Decision<Step>,
    ) -> Option<Decision<Step>> {
        let value = self.best?;
        let turn = position.turn();
        let is_lost = value <= -VALUE_LIMIT;
        if is_lost && let Some(&code) = self.moves.get(self.examined) {
            // What was looked at loses; this may not.
            let chosen = Decision::unsearched(to_step::<W, H>(turn, code));
            return former.value.is_some().then_some(chosen);
        }
        let players = [turn, turn.opponent()].into_iter().cycle();
        let line: Vec<Step> = players
            .zip(search.lines.principal())
            .map(|(player, &code)| to_step::<W, H>(player, code))
            .collect();
        let proof = match value {
            VALUE_LIMIT.. => {
                Some(Proof::Win { plies: plies_to_end(value).unwrap_or_else(|| position.plies_left()) })
            }
            // A quicker win of the opponent may have been overlooked.
            _ if is_lost => Some(Proof::Loss { plies: 2 }),
            _ => None,
        };
        let value = Some(value);
        Some(Decision { value, proof, line, ..Decision::unsearched(to_step::<W, H>(turn, self.moves[0])) })
    }
}

impl<const W: u32, const H: u32, E: Evaluate<Board<W, H>> + Send + Sync> Agent<Board<W, H>>
    for Engine<W, H, E>
{
    fn choose(&mut self, position: &Board<W, H>, limits: &Limits<'_>) -> Option<Decision<Step>> {
        self.search(position, u32::MAX, limits, &mut |_| ())
    }
}
