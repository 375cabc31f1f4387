//! A game that is chosen at run time.

use std::any::TypeId;
use std::fmt;
use std::hash::{Hash, Hasher};

use super::notation::ErasedNotation;
use super::solver::AnySolver;
use super::{AnyEvaluation, AnyMove, AnyNotation, AnyPosition, pasted};
use crate::agents::{self, Agent, AgentSpec, SpecError, build};
use crate::games::connect_four::{ConnectFour, sized};
use crate::runs::Cell;
use crate::{
    BoardView, ByPlayer, Decision, Evaluation, Game, IS_RULES_ALONE, Limits, Look, Notation, ParseError,
    Player, Position, Solve, SolverInfo, SolverSettings, Term, parse_any,
};

/// A game that is chosen at run time.
#[derive(Clone, Copy)]
pub struct AnyGame(pub(super) &'static ErasedGame);

type BoxedAgent = Box<dyn Agent<AnyPosition>>;

/// What [`Game`] says of a game, for positions whose type is not known.
pub(super) struct ErasedGame {
    id: fn() -> TypeId,
    name: &'static str,
    about: &'static str,
    sides: ByPlayer<&'static str>,
    move_noun: &'static str,
    look: Look,
    start: fn() -> AnyPosition,
    notations: fn() -> Vec<&'static dyn ErasedNotation>,
    evaluations: fn() -> Vec<AnyEvaluation>,
    solver_info: fn() -> Option<&'static SolverInfo>,
    solver: fn(&SolverSettings) -> Option<Box<dyn Solve<AnyPosition>>>,
    agent: fn(&AgentSpec) -> Result<BoxedAgent, SpecError>,
    value_for: fn(&AgentSpec, Player) -> Result<Player, SpecError>,
    pub(super) view: fn(&AnyPosition) -> BoardView,
    pub(super) groups: fn(&AnyPosition, &Term) -> Option<Vec<Vec<Cell>>>,
    pub(super) oddity: fn(&AnyPosition) -> Option<String>,
}

/// So that a build of the rules alone has no code for what comes after it, which nobody can ask for there.
#[inline(always)]
#[expect(clippy::inline_always, reason = "what comes after it goes only where it is seen")]
fn expect_whole() {
    if IS_RULES_ALONE {
        unreachable!("rules alone have no agents");
    }
}

impl ErasedGame {
    const fn of<G: Game>() -> Self {
        Self {
            id: TypeId::of::<G>,
            name: G::NAME,
            about: G::ABOUT,
            sides: G::SIDES,
            move_noun: G::MOVE_NOUN,
            look: G::LOOK,
            start: || AnyPosition::new(AnyGame::of::<G>(), Box::new(G::start())),
            notations: || G::notations().iter().map(|notation| -> &dyn ErasedNotation { notation }).collect(),
            // With them come all searches.
            evaluations: || {
                if IS_RULES_ALONE {
                    Vec::new()
                } else {
                    G::evaluations().iter().map(Evaluation::any).collect()
                }
            },
            solver_info: || G::solver().map(|solver| &solver.info),
            solver: |settings| {
                let solver = (G::solver()?.new)(settings);
                Some(Box::new(AnySolver { game: AnyGame::of::<G>(), solver }))
            },
            agent: |spec| {
                expect_whole();
                Ok(Box::new(AnyAgent(build::<G>(spec)?)))
            },
            value_for: |spec, turn| {
                expect_whole();
                agents::value_for::<G>(spec, turn)
            },
            view: |position| G::view(position.held()),
            groups: |position, term| G::groups(position.held(), term),
            oddity: |position| G::oddity(position.held()),
        }
    }
}

impl AnyGame {
    /// A game of which the type is known.
    pub const fn of<G: Game>() -> Self {
        Self(&const { ErasedGame::of::<G>() })
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

    /// The names of all games, in the order of menus.
    pub fn names() -> Vec<&'static str> {
        Self::all().iter().map(|game| game.name()).collect()
    }

    /// The game with this name: one of [`all`](Self::all), or one of them on a board of another
    /// [size](Self::sizes).
    pub fn from_name(name: &str) -> Option<Self> {
        let mut sizes = Self::all().iter().flat_map(|game| game.sizes());
        let all = Self::all().iter().find(|game| game.name() == name);
        all.or_else(|| sizes.find(|game| game.name() == name)).copied()
    }

    /// The same game on boards of fixed sizes, each a game of its own that is in no list of games.
    pub fn sizes(self) -> &'static [Self] {
        if self.is::<ConnectFour>() { sized::GAMES } else { &[] }
    }

    /// The name used on command lines and in files.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// Whether it is this game.
    pub fn is<G: Game>(self) -> bool {
        (self.0.id)() == TypeId::of::<G>()
    }

    /// The rules in a sentence.
    pub fn about(self) -> &'static str {
        self.0.about
    }

    /// The names of the sides.
    pub fn sides(self) -> ByPlayer<&'static str> {
        self.0.sides
    }

    /// The name of this side.
    pub fn side(self, player: Player) -> &'static str {
        self.0.sides[player]
    }

    /// The word for a move that people type: "column", say.
    pub fn move_noun(self) -> &'static str {
        self.0.move_noun
    }

    /// How its boards look.
    pub fn look(self) -> Look {
        self.0.look
    }

    /// The position in which games begin.
    pub fn start(self) -> AnyPosition {
        (self.0.start)()
    }

    /// Ways to write positions and moves; the first is the game's own.
    pub fn notations(self) -> Vec<AnyNotation> {
        (self.0.notations)().into_iter().map(|erased| AnyNotation { game: self, erased }).collect()
    }

    /// The game's own notation, in which every position has a text.
    ///
    /// # Panics
    ///
    /// If the game has none.
    pub fn notation(self) -> AnyNotation {
        *self.notations().first().expect("every game has a notation")
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
        parse_with(&self.notations(), text)
    }

    /// Reads a position as people have it: in the notation that is named, or else in the first that accepts the text
    /// ([`parse_any`]), or else as rows of the board, with spaces, tabs, commas or brackets between cells or without. Where
    /// every move adds a piece, such rows need no side to move. It also returns in words what the text was read as.
    ///
    /// # Errors
    ///
    /// If it is none of these, or rows without a side that they need, or rows of another game's board: the notation that
    /// the writer seems to have meant, and what is wrong.
    ///
    /// # Panics
    ///
    /// If the game has no notation.
    pub fn read(
        self,
        text: &str,
        notation: Option<AnyNotation>,
    ) -> Result<(AnyPosition, String), (&'static str, ParseError)> {
        let notations = notation.map_or_else(|| self.notations(), |named| vec![named]);
        let accepts =
            |one: &AnyNotation| Some((one.parse(text).ok()?, format!("the notation {}", one.name())));
        if let Some(read) = notations.iter().find_map(accepts) {
            return Ok(read);
        }
        match notation.is_none().then(|| pasted::read(self, text)).flatten() {
            Some(rows) => rows.map_err(|error| (self.notation().name(), error)),
            None => Err(parse_with(&notations, text).expect_err("no notation has read it")),
        }
    }

    /// Its evaluations; the first is the default.
    pub fn evaluations(self) -> Vec<AnyEvaluation> {
        (self.0.evaluations)()
    }

    /// The evaluation with this name, or the first if none is named.
    ///
    /// # Errors
    ///
    /// If there is none of that name; the error lists those that exist.
    pub fn evaluation(self, name: Option<&str>) -> Result<AnyEvaluation, SpecError> {
        agents::named(self.name(), &self.evaluations(), name).copied()
    }

    /// The description of its solver, if it has one.
    pub fn solver_info(self) -> Option<&'static SolverInfo> {
        (self.0.solver_info)()
    }

    /// Makes its solver, if it has one.
    pub fn solver(self, settings: &SolverSettings) -> Option<Box<dyn Solve<AnyPosition>>> {
        (self.0.solver)(settings)
    }

    /// Makes the agent that a spec names.
    ///
    /// # Errors
    ///
    /// If the game has no evaluation of the wanted name, no perfect agent, or no engine for more than one thread.
    pub fn agent(self, spec: &AgentSpec) -> Result<BoxedAgent, SpecError> {
        (self.0.agent)(spec)
    }

    /// The side whose gain the values of this agent measure when `turn` is to move ([`agents::value_for`]).
    ///
    /// # Errors
    ///
    /// If the game has no evaluation of the wanted name.
    pub fn value_for(self, spec: &AgentSpec, turn: Player) -> Result<Player, SpecError> {
        (self.0.value_for)(spec, turn)
    }
}

fn parse_with(notations: &[AnyNotation], text: &str) -> Result<AnyPosition, (&'static str, ParseError)> {
    let notations = notations.iter().map(|notation| -> &dyn Notation<_> { notation });
    parse_any(notations, text).map_err(|error| error.expect("every game has a notation"))
}

impl PartialEq for AnyGame {
    fn eq(&self, other: &Self) -> bool {
        (self.0.id)() == (other.0.id)()
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

pub(super) struct AnyAgent<P>(pub(super) Box<dyn Agent<P>>);

impl<P: Position<Move: Into<u32>>> Agent<AnyPosition> for AnyAgent<P> {
    fn choose(&mut self, position: &AnyPosition, limits: &Limits<'_>) -> Option<Decision<AnyMove>> {
        self.0.choose(position.held(), limits).map(|decision| decision.map(AnyMove::of))
    }
}
