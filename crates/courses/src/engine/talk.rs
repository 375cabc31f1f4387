//! Questions for a talk with the author of a program, by which staff see whether the program was understood.
//!
//! They are about what a right program does. Each has one right answer.

use plyground_core::search::{Algorithm, CutRule, textbook};
use plyground_core::{AnyPosition, BoardView, Evaluate, Game, Observer, Outcome, Player, Position, Window};

use super::course::{Course, PositionOf};
use super::diagnose::{KnownMistake, MistakeText};
use plyground_core::rng::Rng;

/// A question for a talk.
#[derive(Clone, PartialEq, Debug)]
pub struct TalkQuestion {
    /// The case that it is about: its place among those that were given.
    pub case: usize,
    /// The board that the question is about, with the numbers of columns that the assignment uses.
    pub view: BoardView,
    /// The question, in sentences.
    pub question: String,
    /// What is right, whatever the program does.
    pub answer: String,
}

/// A question about a position, and its answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Made<P> {
    /// The board that the question is about.
    pub position: P,
    /// The question, in sentences.
    pub question: String,
    /// What is right.
    pub answer: String,
}

/// Makes a question of one kind about a case, by lot; `None` if the case has nothing of the kind.
pub type Maker<'a, Q, P> = &'a dyn Fn(&Q, &mut Rng) -> Option<Made<P>>;

/// So often at least a question of a kind is drawn: of few cases the lot may fall on one that is asked already.
const ATTEMPTS: usize = 20;

/// Three questions, of the first kinds that can be made, each about the first case that allows it, and about different cases if
/// there are enough of them. Columns are numbered from `first_column` on where the game's own numbers are others.
pub fn questions<C: Course>(
    asked: &[&C::Question],
    first_column: Option<u8>,
    makers: &[Maker<'_, C::Question, PositionOf<C>>],
    rng: &mut Rng,
) -> Vec<TalkQuestion> {
    let mut questions = Vec::new();
    let mut order: Vec<usize> = (0..asked.len()).collect();
    for make in makers {
        for at in (0..asked.len()).cycle().take(asked.len().max(ATTEMPTS)) {
            let case = order[at];
            if let Some(Made { position, question, answer }) = make(asked[case], rng)
                && questions.iter().all(|one: &TalkQuestion| one.question != question)
            {
                let mut view = AnyPosition::of::<C::Game>(position).view();
                if let Some(first) = first_column {
                    for (column, name) in (first..).zip(&mut view.columns) {
                        *name = column.to_string();
                    }
                }
                questions.push(TalkQuestion { case, view, question, answer });
                // All others come before it now.
                order[at..].rotate_left(1);
                break;
            }
        }
        if questions.len() == 3 {
            break;
        }
    }
    questions
}

/// All of these in turn, from one on that is drawn by lot.
pub(crate) fn from_one_by_lot<'a, T>(
    all: &'a [T],
    rng: &mut Rng,
) -> impl Iterator<Item = &'a T> + use<'a, T> {
    all.iter().cycle().skip(rng.below(all.len())).take(all.len())
}

/// A sentence on a program that makes one of these mistakes, and what is told of it: they are tried in turn, from one on that
/// is drawn by lot, until one is of which something is told.
pub(crate) fn mistaken<M: KnownMistake, T>(
    mistakes: &[M],
    told: impl Fn(M) -> Option<T>,
    rng: &mut Rng,
) -> Option<(String, T)> {
    let (mistake, told) =
        from_one_by_lot(mistakes, rng).find_map(|&mistake| Some((mistake, told(mistake)?)))?;
    let MistakeText { does, .. } = mistake.into();
    Some((format!("A program is right but for one thing: it {}.", does.trim_end_matches('.')), told))
}

/// A search as a right program makes it.
#[expect(missing_debug_implementations, reason = "it holds a function")]
pub struct RightSearch<'a, G: Game, E> {
    /// The root. The game is not over in it.
    pub position: G::Position,
    /// Depth in plies, at least 1.
    pub depth: u32,
    /// Minimax or alpha-beta.
    pub algorithm: Algorithm,
    /// What boards are worth that are not expanded.
    pub evaluation: &'a E,
    /// What a board is worth in words, as in "a board is worth ...", where the text leaves that to the program, and with it
    /// the order of the children.
    pub worth: Option<String>,
    /// Values of at least this size, above or below zero, stand for infinity.
    pub infinite: i32,
    /// What a move is called, such as `column`, if its name does not say so.
    pub word: Option<&'static str>,
    /// The name of a move in a position, if it is not that of the game's own notation.
    pub name: Option<&'a NameOf<'a, G>>,
}

type MoveOf<G> = <<G as Game>::Position as Position>::Move;

type NameOf<'a, G> = dyn Fn(&<G as Game>::Position, MoveOf<G>) -> String + 'a;

/// A child that was left with its value, at a node that then goes on, prunes, or is done.
struct Moment<P: Position> {
    /// The positions from the root to the node, with the move that is made there.
    path: Vec<(P, P::Move)>,
    position: P,
    /// The best child before, with its value.
    best: Option<(P::Move, i32)>,
    child: P::Move,
    value: i32,
    /// Alpha and beta at the node before and after.
    before: Window,
    after: Window,
    /// The child that is examined next, if one is, and those that are pruned. There is at most one of the two.
    next: Option<P::Move>,
    pruned: Vec<P::Move>,
}

/// A node that is not expanded, with its value.
struct Leaf<P: Position> {
    path: Vec<(P, P::Move)>,
    position: P,
    value: i32,
}

/// A node that is not left yet.
struct Open<P: Position> {
    position: P,
    window: Window,
    best: Option<(P::Move, i32)>,
    /// The place of the moment at which its last child was left.
    last: Option<usize>,
}

/// All moments and leaves of a search.
struct Seen<P: Position> {
    me: Player,
    open: Vec<Open<P>>,
    /// The moves from the root to where the search is, each where it is made.
    path: Vec<(P, P::Move)>,
    moments: Vec<Moment<P>>,
    leaves: Vec<Leaf<P>>,
    nodes: u32,
}

/// The search is too large for a talk.
struct TooLarge;

impl<P: Position> Observer<P> for Seen<P> {
    type Stop = TooLarge;

    fn enter(&mut self, position: &P, _: u32, window: Window) -> Result<(), TooLarge> {
        self.nodes += 1;
        if self.nodes > 5000 {
            return Err(TooLarge);
        }
        let last = self.open.last().and_then(|node| node.last);
        if let (Some(last), Some(&(_, mv))) = (last, self.path.last()) {
            (self.moments[last].after, self.moments[last].next) = (window, Some(mv));
        }
        self.open.push(Open { position: position.clone(), window, best: None, last: None });
        Ok(())
    }

    fn generated(&mut self, mv: P::Move) {
        if let Some(node) = self.open.last() {
            self.path.push((node.position.clone(), mv));
        }
    }

    fn cutoff(&mut self) {
        let Some(last) = self.open.last().and_then(|node| node.last) else { return };
        let moment = &mut self.moments[last];
        if moment.position.turn() == self.me {
            moment.after.alpha = moment.after.alpha.max(moment.value);
        } else {
            moment.after.beta = moment.after.beta.min(moment.value);
        }
        moment.pruned = moment.position.moves().skip_while(|&mv| mv != moment.child).skip(1).collect();
    }

    fn leave(&mut self, value: i32) {
        let Some(node) = self.open.pop() else { return };
        if node.last.is_none() {
            let (path, position) = (self.path.clone(), node.position);
            self.leaves.push(Leaf { path, position, value });
        }
        let (Some((_, child)), Some(parent)) = (self.path.pop(), self.open.last_mut()) else { return };
        parent.last = Some(self.moments.len());
        let (path, position, best) = (self.path.clone(), parent.position.clone(), parent.best);
        let (before, after, next, pruned) = (node.window, node.window, None, Vec::new());
        self.moments.push(Moment { path, position, best, child, value, before, after, next, pruned });
        let is_max = parent.position.turn() == self.me;
        if parent.best.is_none_or(|(_, best)| if is_max { value > best } else { value < best }) {
            parent.best = Some((child, value));
        }
    }
}

impl<'a, G: Game, E: Evaluate<G::Position>> RightSearch<'a, G, E> {
    /// A search of which nothing more is to be said.
    pub fn of(position: G::Position, depth: u32, algorithm: Algorithm, evaluation: &'a E) -> Self {
        let (worth, infinite, word, name) = (None, i32::MAX, None, None);
        Self { position, depth, algorithm, evaluation, worth, infinite, word, name }
    }

    /// Which child comes next, and with which alpha and beta.
    pub fn next(&self, rng: &mut Rng) -> Option<Made<G::Position>> {
        let seen = self.pruning()?;
        let is_next = |moment: &&Moment<G::Position>| moment.after != moment.before && moment.next.is_some();
        let moment = rng.pick(seen.moments.iter().filter(is_next))?;
        let mv = moment.next?;
        let Window { alpha, beta } = moment.after;
        let after =
            format!("alpha {} and beta {}: {}.", self.number(alpha), self.number(beta), self.changed(moment));
        let (asked, answer) = if self.worth.is_none() {
            let child = self.names(&[(moment.position.clone(), mv)]);
            (
                "Which child is examined next, and with which alpha and beta?",
                format!("The one after {child}, with {after}"),
            )
        } else {
            ("With which alpha and beta is the next child examined?", format!("With {after}"))
        };
        let question = format!("{} {asked}", self.left(moment));
        Some(Made { position: moment.position.clone(), question, answer })
    }

    /// Why children are pruned.
    pub fn cut(&self, rng: &mut Rng) -> Option<Made<G::Position>> {
        let seen = self.pruning()?;
        let moment = rng.pick(seen.moments.iter().filter(|moment| !moment.pruned.is_empty()))?;
        let pruned: Vec<_> = moment.pruned.iter().map(|&mv| (moment.position.clone(), mv)).collect();
        let are = if pruned.len() == 1 { "is" } else { "are" };
        let (asked, which) = if self.worth.is_none() {
            ("Which child is examined next at this node, and why?", format!("{} {are}", self.names(&pruned)))
        } else {
            ("Is another child examined at this node, and why?", "the other children are".to_owned())
        };
        let sign = match self.algorithm {
            Algorithm::AlphaBeta(CutRule::Beyond) => ">",
            _ => ">=",
        };
        let answer = format!(
            "{}: {}, and alpha {} {sign} beta {}. A choice of {} further up is as good or better for it, so {which} pruned.",
            if self.worth.is_none() { "None" } else { "No" },
            self.changed(moment),
            self.number(moment.after.alpha),
            self.number(moment.after.beta),
            G::SIDES[moment.position.turn().opponent()],
        );
        let question = format!("{} {asked}", self.left(moment));
        Some(Made { position: moment.position.clone(), question, answer })
    }

    /// What a node of minimax keeps when a child is left.
    pub fn kept(&self, rng: &mut Rng) -> Option<Made<G::Position>> {
        let seen = self.seen(Algorithm::Minimax)?;
        // Of equal values different programs keep different ones.
        let is_clear = |moment: &&Moment<_>| moment.best.is_some_and(|(_, best)| best != moment.value);
        let moment = rng.pick(seen.moments.iter().filter(is_clear))?;
        let (best, value) = moment.best?;
        let is_max = moment.position.turn() == seen.me;
        let most = if is_max { "greatest" } else { "smallest" };
        let is_better = if is_max { moment.value > value } else { moment.value < value };
        let [best, child] = [best, moment.child].map(|mv| self.names(&[(moment.position.clone(), mv)]));
        let (kept, of) = if is_better { (moment.value, &child) } else { (value, &best) };
        let side = G::SIDES[moment.position.turn()];
        Some(Made {
            position: moment.position.clone(),
            question: format!(
                "{}; {side} is to move. Of the children so far the one after {best} is best, with {}. The child after \
                 {child} returns {}. Which value does the node have now, and by which child?",
                self.node("minimax", &moment.path),
                self.number(value),
                self.number(moment.value)
            ),
            answer: format!("{}, by the one after {of}: {side} takes the {most} value.", self.number(kept)),
        })
    }

    /// What a board is worth that is not expanded.
    pub fn worth(&self, rng: &mut Rng) -> Option<Made<G::Position>> {
        let seen = self.seen(Algorithm::Minimax)?;
        let leaf = rng.pick(seen.leaves.iter().filter(|leaf| leaf.value != 0))?;
        let why = if let Some(Outcome::Win(winner)) = leaf.position.outcome() {
            format!(": {} has won", G::SIDES[winner])
        } else {
            // A full board without a winner is evaluated, too, or it is worth 0.
            let terms = self.evaluation.terms(&leaf.position, seen.me);
            let counted = terms.iter().filter(|term| term.count != 0);
            let words = counted.map(|term| {
                format!("{} x {} ({} of {})", term.count, term.weight, term.name, G::SIDES[term.owner])
            });
            let words: Vec<String> = words.collect();
            format!(" = {}", words.join(" + "))
        };
        Some(Made {
            position: leaf.position.clone(),
            question: format!(
                "{}, and which it does not expand. What is its value?",
                self.node("minimax", &leaf.path)
            ),
            answer: format!("It is {}{why}.", self.number(leaf.value)),
        })
    }

    /// The search, if it prunes and is not too large.
    fn pruning(&self) -> Option<Seen<G::Position>> {
        matches!(self.algorithm, Algorithm::AlphaBeta(_)).then(|| self.seen(self.algorithm)).flatten()
    }

    fn seen(&self, algorithm: Algorithm) -> Option<Seen<G::Position>> {
        let me = self.evaluation.maximiser(self.position.turn());
        let (open, path, moments, leaves) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut seen = Seen { me, open, path, moments, leaves, nodes: 0 };
        textbook::search(algorithm, &self.position, self.depth, self.evaluation, me, &mut seen).ok()?;
        Some(seen)
    }

    /// Where the search is.
    fn node(&self, algorithm: &str, path: &[(G::Position, MoveOf<G>)]) -> String {
        let turn = self.position.turn();
        // Where one side always maximises, nothing is said of it.
        let is_fixed = self.evaluation.maximiser(turn) == self.evaluation.maximiser(turn.opponent());
        let me = if is_fixed { String::new() } else { format!(" of {}", G::SIDES[turn]) };
        let worth = self.worth.as_ref().map(|worth| format!(", in which a board is worth {worth},"));
        let node = match path.len() {
            0 => "the root".to_owned(),
            _ => format!("the node after {}", self.names(path)),
        };
        let (worth, depth) = (worth.unwrap_or_default(), self.depth);
        format!("A right {algorithm} search{me} to depth {depth}{worth} is at {node}, which the board shows")
    }

    /// Where a search that prunes is, and what it has just found.
    fn left(&self, moment: &Moment<G::Position>) -> String {
        format!(
            "{}; {} is to move, alpha is {}, beta is {}. The child after {} returns {}.",
            self.node("alpha-beta", &moment.path),
            G::SIDES[moment.position.turn()],
            self.number(moment.before.alpha),
            self.number(moment.before.beta),
            self.names(&[(moment.position.clone(), moment.child)]),
            self.number(moment.value)
        )
    }

    /// Which of alpha and beta changes, and why.
    fn changed(&self, moment: &Moment<G::Position>) -> String {
        let turn = moment.position.turn();
        let is_max = turn == self.evaluation.maximiser(self.position.turn());
        let (most, bound) = if is_max { ("greatest", "alpha") } else { ("smallest", "beta") };
        format!("{} takes the {most} value, so {bound} becomes {}", G::SIDES[turn], self.number(moment.value))
    }

    fn number(&self, value: i32) -> String {
        match value {
            value if value >= self.infinite => "infinity".to_owned(),
            value if value <= -self.infinite => "minus infinity".to_owned(),
            value => value.to_string(),
        }
    }

    /// Moves by name, each in its position.
    fn names(&self, moves: &[(G::Position, MoveOf<G>)]) -> String {
        let name = |(position, mv): &(G::Position, MoveOf<G>)| match self.name {
            Some(name) => name(position, *mv),
            None => G::notation().write_move(position, *mv),
        };
        let names = moves.iter().map(name).collect::<Vec<_>>().join(", ");
        match self.word {
            Some(word) if moves.len() == 1 => format!("{word} {names}"),
            Some(word) => format!("{word}s {names}"),
            None => names,
        }
    }
}
