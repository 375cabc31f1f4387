//! The science of Plyground: rules, notations and evaluations of four two-player board games,
//! textbook searches with exact node counts, fast replays of them, engines and solvers.
//!
//! This crate has one small dependency (zeroed memory for tables), performs no input or output, reads no clock and
//! uses no unseeded randomness. So it can be embedded anywhere, and equal questions get equal answers.
//!
//! The rest of this page is a tour: from a position to a move, to node counts, to exact values, to a match. All
//! code in it is run by tests.
//!
//! # A position
//!
//! A game is a type without values, such as [`ConnectFour`](games::connect_four::ConnectFour), that implements
//! [`Game`]. A [`Notation`] reads positions and moves, and says everything that is wrong with a text.
//! A [`Position`] is a small value: a move makes a new one.
//!
//! ```
//! use plyground_core::games::connect_four::ConnectFour;
//! use plyground_core::{Game, Notation, Player, Position};
//!
//! let comp3608 = ConnectFour::notations()[0];
//! let position = comp3608.parse(".ryyrry,.rryry.,..y.r..,..y....,.......,....... red")?;
//! assert_eq!(position.turn(), Player::First);
//! assert_eq!(position.outcome(), None);
//! let moves: Vec<String> = position.moves().map(|mv| comp3608.write_move(&position, mv)).collect();
//! assert_eq!(moves, ["0", "1", "2", "3", "4", "5", "6"]);
//!
//! let error = comp3608.parse(".ryyrr,.rryry.,..y.r..,..y....,.......,....... red").unwrap_err();
//! assert_eq!(error.problems()[0].message, "6 characters; expected 7");
//! # Ok::<(), plyground_core::ParseError>(())
//! ```
//!
//! # The best move
//!
//! Agents are built from a spec, as on the command line ([`AgentSpec`](agents::AgentSpec)). An agent gets
//! [`Limits`]: a function that it calls now and then, and that says whether to stop. The caller owns the clock.
//!
//! ```
//! use std::time::{Duration, Instant};
//!
//! use plyground_core::{Limits, agents};
//! use plyground_core::games::breakthrough::Breakthrough;
//! use plyground_core::{Game, Position};
//!
//! let mut agent = agents::build::<Breakthrough>(&"engine".parse()?)?;
//! let deadline = Instant::now() + Duration::from_millis(20);
//! let limits = Limits { stop: &|| Instant::now() >= deadline };
//! let position = Breakthrough::start();
//! let decision = agent.choose(&position, &limits).expect("the game goes on");
//! assert!(position.moves().any(|mv| mv == decision.best));
//! assert_eq!(decision.line[0], decision.best);
//! # Ok::<(), plyground_core::agents::SpecError>(())
//! ```
//!
//! A search to a fixed depth is a function: [`search::textbook`] as books print it, [`search::replay`] with the same
//! answer and the same number of nodes in less time. Values are for the side that is named, the maximiser.
//!
//! ```
//! use plyground_core::games::connect_four::{Comp3608, ConnectFour};
//! use plyground_core::search::{Algorithm, CutRule, replay};
//! use plyground_core::{Game, Notation, Player};
//!
//! let text = ".ryyrry,.rryry.,..y.r..,..y....,.......,....... red";
//! let position = ConnectFour::notations()[0].parse(text)?;
//! let alpha_beta = Algorithm::AlphaBeta(CutRule::AtEqual);
//! let (choice, examined) = replay::answer(alpha_beta, &position, 4, &Comp3608, Player::First, 1 << 20);
//! assert_eq!(choice.best.map(|column| column.index()), Some(1));
//! assert_eq!(examined, 297);
//! # Ok::<(), plyground_core::ParseError>(())
//! ```
//!
//! # Counting nodes: an observer
//!
//! A textbook search reports to an [`Observer`] what it does, in the order in which it does it. [`Counts`] counts nodes by
//! ply. One of your own implements the methods that it needs, and a pair of observers is an observer. An observer can
//! end a search: it says so with an error of type `Stop`, and [`Infallible`](std::convert::Infallible) if it never
//! does.
//!
//! ```
//! use std::convert::Infallible;
//!
//! use plyground_core::games::connect_four::{Board, Comp3608, ConnectFour};
//! use plyground_core::search::{CutRule, textbook};
//! use plyground_core::{Counts, Game, Notation, Observer, Player, Position, Window};
//!
//! /// How many nodes were cut, and how many won positions were seen.
//! #[derive(Default)]
//! struct Cuts {
//!     cut: u32,
//!     won: u32,
//! }
//!
//! impl<P: Position> Observer<P> for Cuts {
//!     type Stop = Infallible;
//!
//!     fn enter(&mut self, position: &P, _ply: u32, _window: Window) -> Result<(), Infallible> {
//!         self.won += u32::from(position.outcome().is_some());
//!         Ok(())
//!     }
//!
//!     fn cutoff(&mut self) {
//!         self.cut += 1;
//!     }
//! }
//!
//! let text = ".ryyrry,.rryry.,..y.r..,..y....,.......,....... red";
//! let position: Board<7, 6> = ConnectFour::notations()[0].parse(text)?;
//! let mut seen = (Counts::default(), Cuts::default());
//! let Ok(_) = textbook::alpha_beta(&position, 4, &Comp3608, Player::First, CutRule::AtEqual, &mut seen);
//! let (counts, cuts) = seen;
//! assert_eq!(counts.by_ply(), [1, 7, 18, 88, 183]);
//! assert_eq!(cuts.cut, 71);
//! assert!(cuts.won > 0);
//! # Ok::<(), plyground_core::ParseError>(())
//! ```
//!
//! # Exact values
//!
//! Three games have solvers for all positions: [`games::connect_four::solve`], [`games::max_connect_four::solve`] and
//! [`games::adjacent_four::solve`]. [`games::breakthrough::solve`] proves who wins a position of Breakthrough.
//!
//! ```
//! use plyground_core::games::connect_four::ConnectFour;
//! use plyground_core::games::connect_four::solve::{Solver, proof_of_score};
//! use plyground_core::{Game, Limits, Notation, Proof};
//!
//! let moves = ConnectFour::notations()[1];
//! assert_eq!(moves.name(), "moves");
//! let position = moves.parse("4444445623513222")?;
//! let mut solver = Solver::new(1 << 20);
//! let score = solver.score(&position, &Limits::NONE).expect("nobody stops it");
//! assert_eq!(score, 12);
//! assert_eq!(proof_of_score(score, position.board().empty_cells()), Proof::Win { plies: 3 });
//! # Ok::<(), plyground_core::ParseError>(())
//! ```
//!
//! # A match
//!
//! Two agents and a loop are a game. A game whose name comes at run time is an [`AnyGame`]: its positions and moves
//! have one type for all games, and searches run at the full speed of the game all the same.
//!
//! ```
//! use plyground_core::agents::{AgentSpec, SpecError};
//! use plyground_core::{AnyGame, ByPlayer, Limits, Outcome, Position};
//!
//! fn play(game: AnyGame, [first, second]: [&AgentSpec; 2]) -> Result<Outcome, SpecError> {
//!     let mut agents = ByPlayer::new(game.agent(first)?, game.agent(second)?);
//!     let mut position = game.start();
//!     loop {
//!         if let Some(outcome) = position.outcome() {
//!             return Ok(outcome);
//!         }
//!         let agent = &mut agents[position.turn()];
//!         let decision = agent.choose(&position, &Limits::NONE).expect("the game goes on");
//!         position = position.play(decision.best);
//!     }
//! }
//!
//! let (strong, weak) = ("minimax:depth=3".parse()?, "random:seed=1".parse()?);
//! let mut won = 0;
//! for name in ["connect-four", "breakthrough"] {
//!     let game = AnyGame::from_name(name).expect("a game");
//!     let outcome = play(game, [&strong, &weak])?;
//!     won += u32::from(outcome.winner() == Some(plyground_core::Player::First));
//! }
//! assert_eq!(won, 2);
//! # Ok::<(), SpecError>(())
//! ```
//!
//! Referees for programs of other people, clocks, tournaments and ratings are in the crate `plyground-arena`.
//!
//! # A game of your own
//!
//! Implement [`Position`], and [`Evaluate`] for what positions are worth; then all searches work. Its documentation has
//! the laws that a position must keep. Implement [`Game`] for its name, texts and looks; then everything that is built
//! on [`AnyGame`] works, too.
//!
//! # Examples
//!
//! In `crates/core/examples`, each with its arguments in its first lines; tests run all of them.
//!
//! | example | what it does |
//! | --- | --- |
//! | `own_game` | a new game in thirty lines, searched by all that Plyground has for games |
//! | `breakthrough_fit` | fits the weights of Breakthrough's evaluation to games of the engine against itself |
//! | `breakthrough_parts` | what the parts of Breakthrough's engine are worth, in games |

#![forbid(unsafe_code)]

pub mod agents;
pub mod any;
pub mod games;
pub mod grid;
pub mod rng;
pub mod runs;
pub mod search;
pub mod words;

mod decision;
mod evaluate;
mod evaluation;
mod game;
#[cfg(test)]
mod laws;
mod look;
mod notation;
mod observe;
mod outcome;
mod player;
mod position;
mod searches;
mod solve;
mod text;

pub use any::{AnyEvaluation, AnyGame, AnyMove, AnyNotation, AnyPosition};
pub(crate) use decision::Found;
pub use decision::{Decision, Limits, Proof, Stopped, stop_after};
pub use evaluate::{Evaluate, Term, VALUE_LIMIT};
pub use evaluation::Evaluation;
pub use game::Game;
pub use look::{BoardKind, BoardView, Look, Piece, RowText};
pub use notation::{BoardLabels, NoSuchMove, Notation, ParseError, Problem, legal_move, parse_any};
pub use observe::{Bound, Counts, Observer, RootMove, RootMoves, Silent, Window};
pub use outcome::Outcome;
pub use player::{ByPlayer, Player};
pub use position::{Position, perft};
pub use searches::Searches;
pub use solve::{GameSolver, GameValue, Scored, Solve, Solved, SolverInfo, SolverSettings, ValueKind};
pub use text::{counted, digits, hex, printable, printable_json, quote};

/// Whether this build has the rules alone, without agents and solvers, which then nobody may ask for. The page on a web
/// space loads such a build first (`crates/wasm/build.sh`).
const IS_RULES_ALONE: bool = cfg!(rules_alone);
