//! Exact values: what positions are worth with best play, and how front ends ask for that.
//!
//! A game that can be solved has one solver behind the trait [`Solve`] ([`Game::solver`](crate::Game::solver)). The
//! agent [`Perfect`](crate::agents::Perfect), the commands and the page are written once, for every solver.

use std::cmp::Ordering;

use crate::text::texts;
use crate::{Found, Limits, Position, Proof};

/// The value of a position with best play, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameValue {
    /// It wins.
    Win {
        /// Plies until the game is over, 0 if it is; `None` if nobody knows the distance.
        plies: Option<u32>,
    },
    /// Neither side can win.
    Draw,
    /// It loses.
    Loss {
        /// Plies until the game is over, 0 if it is; `None` if nobody knows the distance.
        plies: Option<u32>,
    },
    /// Points decide: so many more than the other side it gets in the end.
    Margin(i32),
}

impl GameValue {
    /// A win without a distance.
    pub const WIN: Self = Self::Win { plies: None };
    /// A loss without a distance.
    pub const LOSS: Self = Self::Loss { plies: None };

    /// Greater than equal for a win, less for a loss.
    pub fn result(self) -> Ordering {
        match self {
            Self::Win { .. } => Ordering::Greater,
            Self::Draw => Ordering::Equal,
            Self::Loss { .. } => Ordering::Less,
            Self::Margin(points) => points.cmp(&0),
        }
    }

    /// The name of the result in JSON and in Python.
    pub fn result_name(self) -> &'static str {
        match self.result() {
            Ordering::Greater => "win",
            Ordering::Equal => "draw",
            Ordering::Less => "loss",
        }
    }

    /// Win, draw or loss without distance or points.
    pub const fn of_result(result: Ordering) -> Self {
        match result {
            Ordering::Greater => Self::WIN,
            Ordering::Equal => Self::Draw,
            Ordering::Less => Self::LOSS,
        }
    }

    /// Whether it is a result only: win, draw or loss without distance or points.
    fn is_result(self) -> bool {
        self == Self::of_result(self.result())
    }

    /// The value before the chosen move. `self` is the value after it, for the other side.
    #[must_use]
    pub fn before(self) -> Self {
        let one_more = |plies: Option<u32>| plies.map(|plies| plies + 1);
        match self {
            Self::Win { plies } => Self::Loss { plies: one_more(plies) },
            Self::Draw => Self::Draw,
            Self::Loss { plies } => Self::Win { plies: one_more(plies) },
            Self::Margin(points) => Self::Margin(-points),
        }
    }

    /// Plies until the game is over, of wins and losses whose distance is known.
    pub const fn plies(self) -> Option<u32> {
        match self {
            Self::Win { plies } | Self::Loss { plies } => plies,
            Self::Draw | Self::Margin(_) => None,
        }
    }

    /// The order of preference of the side to move: a win is better the sooner, a loss the later it comes.
    ///
    /// Values with and without distances are equally good if their results are.
    pub fn preference(self, other: Self) -> Ordering {
        let by_distance = || match (self.plies(), other.plies()) {
            (Some(own), Some(others)) => {
                let sooner = others.cmp(&own);
                if self.result() == Ordering::Greater { sooner } else { sooner.reverse() }
            }
            _ => Ordering::Equal,
        };
        match (self, other) {
            (Self::Margin(own), Self::Margin(others)) => own.cmp(&others),
            _ => self.result().cmp(&other.result()).then_with(by_distance),
        }
    }

    /// The proof that it gives in a position whose game lasts at most `plies_left` plies, and exactly so long where
    /// points decide.
    pub fn proof(self, plies_left: u32) -> Proof {
        match (self.result(), self) {
            (Ordering::Equal, _) => Proof::Draw,
            (Ordering::Greater, _) => Proof::Win { plies: self.plies().unwrap_or(plies_left) },
            (Ordering::Less, Self::Margin(_)) => Proof::Loss { plies: plies_left },
            // Where a line decides, nobody loses by a move of his own.
            (Ordering::Less, _) => Proof::Loss { plies: self.plies().unwrap_or(2) },
        }
    }
}

impl From<Proof> for GameValue {
    /// The value if a proof states the distance exactly.
    fn from(proof: Proof) -> Self {
        match proof {
            Proof::Win { plies } => Self::Win { plies: Some(plies) },
            Proof::Draw => Self::Draw,
            Proof::Loss { plies } => Self::Loss { plies: Some(plies) },
        }
    }
}

/// The kind of value that a solver finds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ValueKind {
    /// Who wins and how soon, with a number for both ([`Solve::score`]).
    Scores,
    /// Who wins, and how soon.
    Distances,
    /// Points at the end of the game, more or fewer than the other side's.
    Points,
    /// Who wins, and no more.
    Winner,
}

texts! {
    /// The name in answers of the server.
    ValueKind::name { Scores => "scores", Distances => "distances", Points => "points", Winner => "winner" }
}

/// The description of the solver of a game, for people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolverInfo {
    /// The kind of value that it finds.
    pub kind: ValueKind,
    /// The same in words, of all moves of a position.
    pub about: &'static str,
    /// Whether it can search with several threads.
    pub has_threads: bool,
    /// Knowledge that can be left out ([`SolverSettings::without`]): values stay the same.
    pub aids: &'static [&'static str],
    /// Rules that can be left out: values are then those of another game.
    pub rules: &'static [&'static str],
}

/// The solver of a game: a row of [`Game::solver`](crate::Game::solver).
#[derive(Debug)]
pub struct GameSolver<P: Position> {
    /// Its description.
    pub info: SolverInfo,
    /// Makes one.
    pub new: fn(&SolverSettings) -> Box<dyn Solve<P>>,
}

impl<P: Position> GameSolver<P> {
    /// A solver with this description. A build of the rules alone keeps the description only.
    pub const fn new(info: SolverInfo, new: fn(&SolverSettings) -> Box<dyn Solve<P>>) -> Self {
        Self {
            info,
            new: if crate::IS_RULES_ALONE { |_| unreachable!("rules alone have no solver") } else { new },
        }
    }
}

/// How a solver goes about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolverSettings {
    /// The memory of its table in bytes. Only the used part is taken.
    pub bytes: usize,
    /// Threads, at least 1.
    pub threads: usize,
    /// The parts of [`SolverInfo::aids`] and [`SolverInfo::rules`] that it does not use.
    pub without: Vec<&'static str>,
}

impl SolverSettings {
    /// One thread, a table of at most so many bytes, and nothing left out.
    pub const fn with_table(bytes: usize) -> Self {
        Self { bytes, threads: 1, without: Vec::new() }
    }

    /// Whether the solver is to do without this aid or rule.
    pub fn is_without(&self, name: &str) -> bool {
        self.without.contains(&name)
    }
}

/// Finds exact values, and remembers what it has seen from one position to the next.
///
/// Every method that searches fails with [`Stopped`](crate::Stopped) when `limits` stopped it first. What was found by then is
/// remembered, so a second call continues from there.
#[expect(clippy::missing_errors_doc, reason = "all fail in the same way, which is said of the trait")]
pub trait Solve<P: Position>: Send {
    /// Nodes searched so far, by all threads. What a node is differs from solver to solver.
    fn nodes(&self) -> u64;

    /// The value of a position; of a finished game its result.
    fn value(&mut self, position: &P, limits: &Limits<'_>) -> Found<GameValue>;

    /// Who wins, without distance or points: quicker than [`value`](Self::value), where there is a quicker way.
    fn result(&mut self, position: &P, limits: &Limits<'_>) -> Found<GameValue> {
        Ok(GameValue::of_result(self.value(position, limits)?.result()))
    }

    /// Whether a move that led to `after` keeps what the position before it was worth to the side that moved: an exact
    /// `value`, or a result.
    fn keeps(&mut self, value: GameValue, after: &P, limits: &Limits<'_>) -> Found<bool> {
        if value == GameValue::LOSS {
            return Ok(true);
        }
        let after = if value.is_result() { self.result(after, limits)? } else { self.value(after, limits)? };
        Ok(after.before() == value)
    }

    /// How many replies at `after` are mistakes: after them the game is worth more to the side that just moved than it
    /// `was` worth before. `None` if no reply can be one, and all moves that keep the value are as good.
    /// A solver may leave out replies that change distances only.
    fn mistakes(&mut self, was: GameValue, after: &P, limits: &Limits<'_>) -> Found<Option<usize>> {
        if was == GameValue::WIN {
            return Ok(None);
        }
        let mut mistakes = 0;
        for reply in self.moves(after) {
            let position = self.after(after, reply);
            let now = if was.is_result() {
                self.result(&position, limits)?
            } else {
                // Two plies later the same distance is two plies less.
                self.value(&position, limits)?.before().before()
            };
            mistakes += usize::from(now.preference(was) == Ordering::Greater);
        }
        Ok(Some(mistakes))
    }

    /// The moves of the game that is solved. They differ from the position's own only where the solver leaves out a
    /// rule.
    fn moves(&self, position: &P) -> Vec<P::Move> {
        position.moves().collect()
    }

    /// The position after one of these [`moves`](Self::moves).
    fn after(&self, position: &P, mv: P::Move) -> P {
        position.play(mv)
    }

    /// The moves in the order in which equal ones are preferred. `guess` is the choice of a shallow search.
    fn preferred(&self, position: &P, guess: P::Move) -> Vec<P::Move> {
        let mut moves = self.moves(position);
        if let Some(place) = moves.iter().position(|&mv| mv == guess) {
            moves[..=place].rotate_right(1);
        }
        moves
    }

    /// Best play to the end of the game, beginning with `first`, a best move.
    fn line(&mut self, position: &P, first: P::Move, limits: &Limits<'_>) -> Found<Vec<P::Move>> {
        let mut line = vec![first];
        let mut position = self.after(position, first);
        loop {
            let moves = self.moves(&position);
            let Some(&guess) = moves.first() else { return Ok(line) };
            let value = self.value(&position, limits)?;
            let mut best = guess;
            for mv in self.preferred(&position, guess) {
                if self.keeps(value, &self.after(&position, mv), limits)? {
                    best = mv;
                    break;
                }
            }
            line.push(best);
            position = self.after(&position, best);
        }
    }

    /// The proof that a value gives in this position.
    fn proof(&self, position: &P, value: GameValue) -> Proof {
        value.proof(position.plies_left())
    }

    /// The number by which people know a value in this position, if there is one besides result and distance.
    fn score(&self, _position: &P, value: GameValue) -> Option<i32> {
        match value {
            GameValue::Margin(points) => Some(points),
            GameValue::Win { .. } | GameValue::Draw | GameValue::Loss { .. } => None,
        }
    }

    /// How many plies an engine looks ahead before solving begins, so that there is an answer when time is short.
    fn shallow_depth(&self) -> u32 {
        4
    }
}

/// A value, and the number by which people know it if there is one ([`Solve::score`]).
pub type Scored = (GameValue, Option<i32>);

/// The values of a position and of all its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved<M> {
    /// For the side to move; `None` if the game is over.
    pub value: Option<Scored>,
    /// Of each move, for the side that makes it.
    pub moves: Vec<(M, Scored)>,
    /// Best play, beginning with the first of the best moves; none where only who wins was asked for.
    pub line: Vec<M>,
}

impl<M: Copy> Solved<M> {
    /// Solves a position: who wins if `is_weak`, else exact values.
    ///
    /// # Errors
    ///
    /// If the limits stopped the search.
    pub fn find<P: Position<Move = M>>(
        solver: &mut dyn Solve<P>,
        position: &P,
        is_weak: bool,
        limits: &Limits<'_>,
    ) -> Found<Self> {
        let mut found = Self { value: None, moves: Vec::new(), line: Vec::new() };
        let legal = solver.moves(position);
        if legal.is_empty() {
            return Ok(found);
        }
        if is_weak {
            for mv in legal {
                let result = solver.result(&solver.after(position, mv), limits)?.before();
                found.moves.push((mv, (result, None)));
            }
            let results = found.moves.iter().map(|&(_, scored)| scored);
            found.value = results.max_by(|(a, _), (b, _)| a.preference(*b));
            return Ok(found);
        }
        // The value of the position first: the moves need little beyond it.
        let best = solver.value(position, limits)?;
        for mv in legal {
            let value = solver.value(&solver.after(position, mv), limits)?.before();
            found.moves.push((mv, (value, solver.score(position, value))));
        }
        found.value = Some((best, solver.score(position, best)));
        if let Some(&(first, _)) = found.moves.iter().find(|(_, (value, _))| *value == best) {
            found.line = solver.line(position, first, limits)?;
        }
        Ok(found)
    }
}
