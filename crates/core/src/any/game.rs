//! A game that is chosen at run time.

use std::any::TypeId;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use super::notation::ErasedNotation;
use super::solver::ErasedSolver;
use super::{AnyEvaluation, AnyMove, AnyNotation, AnyPosition, table};
use crate::agents::{self, Agent, AgentSpec, SpecError, build};
use crate::runs::Cell;
use crate::{
    BoardView, ByPlayer, Decision, Evaluation, Game, Limits, Look, ParseError, Player, Position, Solve,
    SolverInfo, SolverSettings, Term, parse_any,
};

/// A game that is chosen at run time.
#[derive(Clone, Copy)]
pub struct AnyGame(&'static dyn ErasedGame);

/// A game whose type is not known.
pub(super) trait ErasedGame: Sync {
    fn id(&self) -> TypeId;
    fn name(&self) -> &'static str;
    fn about(&self) -> &'static str;
    fn sides(&self) -> ByPlayer<&'static str>;
    fn move_noun(&self) -> &'static str;
    fn look(&self) -> Look;
    fn start(&self) -> AnyPosition;
    fn notation(&self) -> &'static dyn ErasedNotation;
    fn notations(&self) -> Vec<&'static dyn ErasedNotation>;
    fn evaluations(&self) -> Vec<AnyEvaluation>;
    fn solver(&self) -> Option<&'static dyn ErasedSolver>;
    fn agent(&self, spec: &AgentSpec) -> Result<Box<dyn Agent<AnyPosition>>, SpecError>;
    fn value_for(&self, spec: &AgentSpec, turn: Player) -> Result<Player, SpecError>;
    fn engine(&self, threads: u32) -> Option<Box<dyn Agent<AnyPosition>>>;
    fn view(&self, position: &AnyPosition) -> BoardView;
    fn groups(&self, position: &AnyPosition, term: &Term) -> Option<Vec<Vec<Cell>>>;
    fn oddity(&self, position: &AnyPosition) -> Option<String>;
}

/// A game of which the type is known, as a value.
struct Typed<G>(PhantomData<fn() -> G>);

impl<G: Game> ErasedGame for Typed<G> {
    fn id(&self) -> TypeId {
        TypeId::of::<G>()
    }

    fn name(&self) -> &'static str {
        G::NAME
    }

    fn about(&self) -> &'static str {
        G::ABOUT
    }

    fn sides(&self) -> ByPlayer<&'static str> {
        G::SIDES
    }

    fn move_noun(&self) -> &'static str {
        G::MOVE_NOUN
    }

    fn look(&self) -> Look {
        G::LOOK
    }

    fn start(&self) -> AnyPosition {
        AnyPosition::new(AnyGame::of::<G>(), Box::new(G::start()))
    }

    fn notation(&self) -> &'static dyn ErasedNotation {
        G::notations().first().expect("every game has a notation")
    }

    fn notations(&self) -> Vec<&'static dyn ErasedNotation> {
        G::notations().iter().map(|notation| -> &'static dyn ErasedNotation { notation }).collect()
    }

    fn evaluations(&self) -> Vec<AnyEvaluation> {
        G::evaluations().iter().map(Evaluation::any).collect()
    }

    fn solver(&self) -> Option<&'static dyn ErasedSolver> {
        G::solver().map(|solver| -> &'static dyn ErasedSolver { solver })
    }

    fn agent(&self, spec: &AgentSpec) -> Result<Box<dyn Agent<AnyPosition>>, SpecError> {
        Ok(Box::new(AnyAgent(build::<G>(spec)?)))
    }

    fn value_for(&self, spec: &AgentSpec, turn: Player) -> Result<Player, SpecError> {
        agents::value_for::<G>(spec, turn)
    }

    fn engine(&self, threads: u32) -> Option<Box<dyn Agent<AnyPosition>>> {
        let agent = G::engine(threads)?;
        Some(Box::new(AnyAgent(agent)))
    }

    fn view(&self, position: &AnyPosition) -> BoardView {
        G::view(position.held())
    }

    fn groups(&self, position: &AnyPosition, term: &Term) -> Option<Vec<Vec<Cell>>> {
        G::groups(position.held(), term)
    }

    fn oddity(&self, position: &AnyPosition) -> Option<String> {
        G::oddity(position.held())
    }
}

impl AnyGame {
    /// A game of which the type is known.
    pub const fn of<G: Game>() -> Self {
        Self(&const { Typed::<G>(PhantomData) })
    }

    /// The game of this type in the list of all games. [`of`](Self::of) compiles everything about the game, its agents and
    /// searches too, in every crate that calls it; this does not.
    ///
    /// # Panics
    ///
    /// If the game is not in the list.
    pub fn listed<G: Game>() -> Self {
        let found = Self::all().iter().copied().find(|game| game.is::<G>());
        found.unwrap_or_else(|| panic!("{}: it is in no list of games", G::NAME))
    }

    /// Every game, in the order of menus: those of Plyground, then those that were added.
    pub fn all() -> &'static [Self] {
        table::all()
    }

    /// Adds games to the list of [`all`](Self::all): once, before anything asks for it.
    ///
    /// # Errors
    ///
    /// If the list is in use already, or a name is taken or is none.
    pub fn add(games: &[Self]) -> Result<(), super::NotAdded> {
        table::add(games)
    }

    /// The names of all games, in the order of menus.
    pub fn names() -> Vec<&'static str> {
        Self::all().iter().map(|game| game.name()).collect()
    }

    /// The game with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().iter().copied().find(|game| game.name() == name)
    }

    /// The name used on command lines and in files.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// Whether it is this game.
    pub fn is<G: Game>(self) -> bool {
        self.0.id() == TypeId::of::<G>()
    }

    /// The rules in a sentence.
    pub fn about(self) -> &'static str {
        self.0.about()
    }

    /// What the sides are called.
    pub fn sides(self) -> ByPlayer<&'static str> {
        self.0.sides()
    }

    /// What this side is called.
    pub fn side(self, player: Player) -> &'static str {
        self.0.sides()[player]
    }

    /// What a move is called by the people who type it: "column", say.
    pub fn move_noun(self) -> &'static str {
        self.0.move_noun()
    }

    /// How its boards look.
    pub fn look(self) -> Look {
        self.0.look()
    }

    /// The position in which games begin.
    pub fn start(self) -> AnyPosition {
        self.0.start()
    }

    /// Ways to write positions and moves; the first is the game's own.
    pub fn notations(self) -> Vec<AnyNotation> {
        self.0.notations().into_iter().map(|notation| AnyNotation::new(self, notation)).collect()
    }

    /// The game's own notation, in which every position has a text.
    ///
    /// # Panics
    ///
    /// If the game has none.
    pub fn notation(self) -> AnyNotation {
        AnyNotation::new(self, self.0.notation())
    }

    /// Reads a position in the first notation that accepts the text ([`parse_any`]).
    ///
    /// # Errors
    ///
    /// If no notation accepts the text: the notation that the writer seems to have meant, and what is wrong.
    ///
    /// # Panics
    ///
    /// If the game has no notation.
    pub fn parse(self, text: &str) -> Result<AnyPosition, (&'static str, ParseError)> {
        parse_any(&self.notations(), text).map_err(|error| error.expect("every game has a notation"))
    }

    /// Its evaluations; the first is the default.
    pub fn evaluations(self) -> Vec<AnyEvaluation> {
        self.0.evaluations()
    }

    /// The evaluation with this name, or the first if none is named.
    ///
    /// # Errors
    ///
    /// If there is none of that name; the error lists those that exist.
    pub fn evaluation(self, name: Option<&str>) -> Result<AnyEvaluation, SpecError> {
        agents::named(self.name(), &self.evaluations(), |evaluation| evaluation.name, name).copied()
    }

    /// What people need to know about its solver, if it has one.
    pub fn solver_info(self) -> Option<&'static SolverInfo> {
        self.0.solver().map(ErasedSolver::info)
    }

    /// Makes its solver, if it has one.
    pub fn solver(self, settings: &SolverSettings) -> Option<Box<dyn Solve<AnyPosition>>> {
        self.0.solver().map(|solver| solver.make(self, settings))
    }

    /// Makes the agent that a spec names.
    ///
    /// # Errors
    ///
    /// If the game has no evaluation of the wanted name, no perfect agent, or no engine for more than one thread.
    pub fn agent(self, spec: &AgentSpec) -> Result<Box<dyn Agent<AnyPosition>>, SpecError> {
        self.0.agent(spec)
    }

    /// The side whose gain the values of this agent measure when `turn` is to move ([`agents::value_for`]).
    ///
    /// # Errors
    ///
    /// If the game has no evaluation of the wanted name.
    pub fn value_for(self, spec: &AgentSpec, turn: Player) -> Result<Player, SpecError> {
        self.0.value_for(spec, turn)
    }

    /// The agent of the game's own that plays best in a given time ([`Game::engine`]).
    pub fn engine(self, threads: u32) -> Option<Box<dyn Agent<AnyPosition>>> {
        self.0.engine(threads)
    }

    pub(super) const fn erased(self) -> &'static dyn ErasedGame {
        self.0
    }
}

impl PartialEq for AnyGame {
    fn eq(&self, other: &Self) -> bool {
        self.0.id() == other.0.id()
    }
}

impl Eq for AnyGame {}

impl Hash for AnyGame {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

impl fmt::Debug for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// An agent of which the game is known.
pub(super) struct AnyAgent<P>(pub(super) Box<dyn Agent<P>>);

impl<P> Agent<AnyPosition> for AnyAgent<P>
where
    P: Position<Move: Into<u32>>,
{
    fn choose(&mut self, position: &AnyPosition, limits: &Limits<'_>) -> Option<Decision<AnyMove>> {
        self.0.choose(position.held(), limits).map(|decision| decision.map(AnyMove::of))
    }
}
