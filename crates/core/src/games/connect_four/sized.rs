//! Connect Four on boards of other sizes, each of which is a game with a name such as `connect-four-6x5`.
//!
//! A position knows its size at run time, so searches are compiled once for all sizes. Only the solver is made for each.

use super::notation::{MoveString, Rows};
use super::{ConnectFour, Cs431};
use crate::games::falling::Falling;
use crate::games::gravity::Stacks;
use crate::games::oddity;
use crate::grid::Size;
use crate::runs::Cell;
use crate::{AnyGame, BoardView, ByPlayer, Evaluation, Game, GameSolver, Look, Notation, Term};

/// A position on a board whose size comes at run time.
pub type Board = Falling<ConnectFour, Size>;

/// Connect Four on a board of `W` columns and `H` rows, as a game of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sized<const W: u32, const H: u32>;

macro_rules! sizes {
    ($(($columns:literal, $rows:literal)),* $(,)?) => {
        /// Columns and rows of the boards.
        pub const SIZES: &[(u32, u32)] = &[$(($columns, $rows)),*];

        /// The games on these boards, in the same order. They are in no menu.
        pub const GAMES: &[AnyGame] = &[$(AnyGame::of::<Sized<$columns, $rows>>()),*];
    };
}

// Columns are digits in move strings, and longer keys fit into no table.
sizes! {
    (4, 4), (5, 4), (6, 4), (7, 4), (8, 4), (9, 4),
    (4, 5), (5, 5), (6, 5), (7, 5), (8, 5), (9, 5),
    (4, 6), (5, 6), (6, 6), (7, 6), (8, 6), (9, 6),
    (4, 7), (5, 7), (6, 7), (7, 7), (8, 7),
    (4, 8), (5, 8), (6, 8), (7, 8),
}

/// The game on a board of this size, one of [`SIZES`].
pub fn game(columns: u32, rows: u32) -> Option<AnyGame> {
    SIZES.iter().position(|&size| size == (columns, rows)).map(|place| GAMES[place])
}

impl<const W: u32, const H: u32> Sized<W, H> {
    const SIZE: Size = Size::new(W, H);

    #[expect(clippy::cast_possible_truncation, reason = "both are digits")]
    const NAME_BYTES: [u8; 16] = {
        assert!(W < 10 && H < 10, "columns and rows are digits");
        let mut name = *b"connect-four-0x0";
        name[13] += W as u8;
        name[15] += H as u8;
        name
    };
}

impl<const W: u32, const H: u32> Game for Sized<W, H> {
    type Position = Board;
    const NAME: &'static str = match std::str::from_utf8(&Self::NAME_BYTES) {
        Ok(name) => name,
        Err(_) => unreachable!(),
    };
    const ABOUT: &'static str = "pieces fall; a line of four or more wins, a full board is a draw";
    const SIDES: ByPlayer<&'static str> = ConnectFour::SIDES;
    const MOVE_NOUN: &'static str = ConnectFour::MOVE_NOUN;
    const LOOK: Look = ConnectFour::LOOK;

    fn start() -> Board {
        Falling::new(Stacks::empty(Self::SIZE))
    }

    fn notations() -> &'static [&'static dyn Notation<Board>] {
        const { &[&Rows(Self::SIZE), &MoveString(Self::SIZE)] }
    }

    fn evaluations() -> &'static [Evaluation<Board>] {
        const { &[Cs431::evaluation()] }
    }

    /// In a browser there is none: those of all sizes would be most of what it loads.
    fn solver() -> Option<&'static GameSolver<Board>> {
        #[cfg(target_family = "wasm")]
        return None;
        #[cfg(not(target_family = "wasm"))]
        Some(const { &super::solve::of_size::<W, H>() })
    }

    fn view(position: &Board) -> BoardView {
        view(position)
    }

    fn groups(position: &Board, term: &Term) -> Option<Vec<Vec<Cell>>> {
        Cs431::spans(&view(position).cells, term)
    }

    fn oddity(position: &Board) -> Option<String> {
        oddity::of_fours(position, &view(position), Self::SIDES)
    }
}

fn view(position: &Board) -> BoardView {
    BoardView::of_size(position.board().size(), |side| position.board().stones(side), 1, false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::connect_four;
    use crate::rng::Rng;
    use crate::{AnyMove, GameValue, Limits, Position, Solved, SolverSettings};

    const SETTINGS: SolverSettings = SolverSettings::with_table(1 << 20);

    /// What there is to know of a position.
    fn facts<P: Position>(position: &P) -> impl PartialEq + std::fmt::Debug + use<P> {
        let moves: Vec<P::Move> = position.moves().collect();
        let keys = (position.key(), position.canonical_key(), position.mirror().key(), position.skip().key());
        (position.turn(), position.outcome(), moves, position.plies_left(), keys)
    }

    /// Random games with lost turns, on boards whose size is known at compile time and at run time.
    fn compare<const W: u32, const H: u32>() {
        let game = game(W, H).expect("a size");
        let mut rng = Rng::new(u64::from(10 * W + H));
        for _ in 0..40 {
            let (mut fast, mut sized) = (connect_four::Board::<W, H>::EMPTY, Sized::<W, H>::start());
            loop {
                assert_eq!(sized.on_grid(), fast);
                let (found, expected) = (format!("{:?}", facts(&sized)), format!("{:?}", facts(&fast)));
                assert_eq!(found, expected, "{fast:?}");
                assert_ne!(sized.key(), sized.skip().key());
                let any = AnyGame::of::<Sized<W, H>>();
                assert_eq!(any.name(), game.name());
                for (notation, place) in Sized::<W, H>::notations().iter().zip(0..) {
                    let text = notation.write(&sized);
                    assert!(place > 0 || text.is_some(), "the first notation writes everything");
                    if let Some(text) = text {
                        assert_eq!(notation.parse(&text), Ok(sized), "{text}");
                    }
                    for mv in sized.moves() {
                        let text = notation.write_move(&sized, mv);
                        assert_eq!(notation.parse_move(&sized, &text), Ok(mv));
                    }
                }
                let Some(mv) = rng.pick(fast.moves()) else { break };
                (fast, sized) = (fast.play(mv), sized.play(mv));
                if rng.below(8) == 0 {
                    (fast, sized) = (fast.skip(), sized.skip());
                }
            }
        }
    }

    #[test]
    fn the_rules_of_a_size_known_at_run_time_are_those_of_one_known_before() {
        compare::<4, 4>();
        compare::<7, 6>();
        compare::<9, 6>();
        compare::<8, 7>();
        compare::<5, 8>();
    }

    #[test]
    fn every_size_has_a_name_and_is_in_no_menu() {
        for (&(columns, rows), game) in SIZES.iter().zip(GAMES) {
            assert_eq!(game.name(), format!("connect-four-{columns}x{rows}"));
            assert_eq!(AnyGame::from_name(game.name()), Some(*game));
            assert!(!AnyGame::all().contains(game));
            let view = game.start().view();
            assert_eq!((view.columns.len(), view.rows.len()), (columns as usize, rows as usize));
        }
        assert_eq!((game(9, 7), AnyGame::from_name("connect-four-9x7")), (None, None));
    }

    #[test]
    fn a_board_of_the_usual_size_has_the_values_of_the_game() {
        let [game, sized] = [AnyGame::listed::<ConnectFour>(), game(7, 6).expect("a size")];
        let [mut solver, mut of_size] = [game, sized].map(|game| game.solver(&SETTINGS).expect("solved"));
        for (moves, is_weak) in [("4444445623513222", false), ("4444445623513222", true), ("1212121", false)]
        {
            let found = |game: AnyGame, solver: &mut dyn crate::Solve<_>| {
                let position = game.parse(moves).expect("a position");
                Solved::find(solver, &position, is_weak, &Limits::NONE).expect("nobody stops it")
            };
            assert_eq!(found(sized, &mut *of_size), found(game, &mut *solver), "{moves}");
        }
    }

    /// Who wins on the empty board as Tromp published it, and how soon as Steininger did.
    #[test]
    fn small_boards_are_worth_what_is_published() {
        let draws = [(4, 4), (5, 4), (4, 5), (5, 5), (4, 6), (5, 6), (4, 7), (4, 8)];
        let draws = draws.map(|size| (size, false, GameValue::Draw));
        let losses = [((6, 4), false, GameValue::Loss { plies: Some(24) }), ((8, 4), true, GameValue::LOSS)];
        for ((columns, rows), is_weak, value) in losses.into_iter().chain(draws) {
            let game = game(columns, rows).expect("a size");
            let mut solver = game.solver(&SETTINGS).expect("solved");
            let found = Solved::find(&mut *solver, &game.start(), is_weak, &Limits::NONE);
            let found = found.expect("nobody stops it");
            assert_eq!(found.value.expect("the game goes on").0, value, "{game}");
            assert_eq!(found.moves.len(), columns as usize);
        }
    }

    #[test]
    fn agents_play_on_every_size() {
        for game in GAMES {
            let mut perfect = game.agent(&"perfect".parse().expect("a spec")).expect("solved");
            let mut others = ["engine:depth=2", "mcts:simulations=50", "alpha-beta:depth=2", "graded"]
                .map(|spec| game.agent(&spec.parse().expect("a spec")).expect("an agent"));
            // Red wins at once in the first column.
            let position = game.parse("121212").expect("a position");
            let win = AnyMove::of(crate::games::gravity::Column::new(0));
            let decision = perfect.choose(&position, &Limits::NONE).expect("the game goes on");
            assert_eq!(decision.best, win, "{game}");
            for agent in &mut others {
                let decision = agent.choose(&position, &Limits::NONE).expect("the game goes on");
                assert!(position.moves().any(|mv| mv == decision.best), "{game}");
            }
        }
    }

    #[test]
    fn what_is_no_position_of_a_size_is_said() {
        let game = game(6, 4).expect("a size");
        for (text, problem) in [
            ("7", "move 1 of the move string: found '7'; expected a column from 1 to 6"),
            ("11111", "move 5 of the move string: column 1 is full; expected an open column"),
            ("12121213", "move 8 of the move string: the game is already over; expected no further move"),
            ("r.....,...... red", "board: 2 rows; expected 4 rows separated by commas, the bottom row first"),
            (".....,......,......,...... red", "row 1 from the bottom: 5 characters; expected 6"),
            (
                "......,r.....,......,...... red",
                "row 2 from the bottom, column 1: floating piece: the cell below it is empty; expected every piece to \
                 rest on another or on the bottom row",
            ),
        ] {
            let (_, error) = game.parse(text).expect_err("no position");
            assert_eq!(error.to_string(), problem);
        }
    }
}
