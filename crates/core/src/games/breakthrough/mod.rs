//! Breakthrough: pawns step forward, straight to an empty cell or diagonally to an empty or enemy
//! cell; a pawn on the far row wins, and so does capturing the last enemy pawn.
//!
//! Cell (column, row) is bit `row * W + column`. Row 0 is White's home row (row 1 in notations) and
//! White, the first player, moves towards higher rows.

pub mod book;
pub mod certificate;
pub mod engine;
mod evaluate;
mod look;
pub mod notation;
pub mod patterns;
mod race;
pub mod sized;
pub mod solve;
mod steps;

pub use evaluate::{Advancement, Doubling, Rows};
pub use patterns::Patterns;
pub use steps::{Step, Steps};

use crate::agents::Agent;
use crate::games::oddity;
use crate::search::engine::TABLE_BYTES;
use crate::{
    BoardView, ByPlayer, Evaluation, Game, GameSolver, Look, Notation, Outcome, Player, Position, Term, runs,
};

/// A position of Breakthrough on `W` columns and `H` rows; the game proper is [`Standard`].
///
/// Numbers of pawns are free up to two rows full, and a given board may be over in several ways
/// at once: see [`outcome`](Position::outcome).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board<const W: u32, const H: u32> {
    pawns: ByPlayer<u64>,
    turn: Player,
}

/// The board of the assignment: 6 columns, 6 rows.
pub type Standard = Board<6, 6>;

impl<const W: u32, const H: u32> Board<W, H> {
    /// Every cell of the board.
    pub const CELLS: u64 = {
        assert!(W >= 2, "on one column a blocked pawn has no move");
        assert!(H >= 4, "each side starts on two rows of its own");
        assert!(W * H <= 64, "the board must fit into 64 bits");
        u64::MAX >> (64 - W * H)
    };
    /// Two full rows for each side, White to move.
    pub const START: Self = {
        let white = Self::row(0) | Self::row(1);
        Self { pawns: ByPlayer::new(white, white << ((H - 2) * W)), turn: Player::First }
    };
    /// The number of pawns with which a side starts.
    pub const PAWNS: u32 = 2 * W;

    /// A position with these pawns.
    ///
    /// Returns `None` if a cell is off the board or taken twice, or a side has more than
    /// [`PAWNS`](Self::PAWNS).
    pub fn new(pawns: ByPlayer<u64>, turn: Player) -> Option<Self> {
        let [white, black] = pawns.into_array();
        let on_board = (white | black) & !Self::CELLS == 0;
        let few_enough = white.count_ones() <= Self::PAWNS && black.count_ones() <= Self::PAWNS;
        (on_board && white & black == 0 && few_enough).then_some(Self { pawns, turn })
    }

    /// The cells of a row, counted from White's home row 0.
    #[inline]
    pub const fn row(row: u32) -> u64 {
        debug_assert!(row < H);
        (Self::CELLS >> (W * H - W)) << (row * W)
    }

    /// The cells of a column.
    #[inline]
    pub const fn column(column: u32) -> u64 {
        debug_assert!(column < W);
        // All cells, divided by those of one row: one cell for each row.
        (Self::CELLS / ((1 << W) - 1)) << column
    }

    /// The pawns of one side.
    #[inline]
    pub fn pawns(&self, player: Player) -> u64 {
        self.pawns[player]
    }

    /// The row that a side's pawns strive for.
    #[inline]
    pub const fn goal(player: Player) -> u64 {
        match player {
            Player::First => Self::row(H - 1),
            Player::Second => Self::row(0),
        }
    }

    /// The pawns of both sides that stand on their far row.
    #[inline]
    pub fn arrived(&self) -> u64 {
        self.pawns[Player::First] & Self::goal(Player::First)
            | self.pawns[Player::Second] & Self::goal(Player::Second)
    }

    /// The position as the other side sees it: the board rotated by half a turn, colours and turn
    /// exchanged. A referee shows Black this board so that every program plays White.
    ///
    /// Law: `p.play(m).turned() == p.turned().play(Board::turned_step(m))`. The outcome is exchanged too,
    /// except on a given board that is won for both sides.
    #[must_use]
    pub fn turned(&self) -> Self {
        let [white, black] = self.pawns.into_array().map(|cells| cells.reverse_bits() >> (64 - W * H));
        Self { pawns: ByPlayer::new(black, white), turn: self.turn.opponent() }
    }

    /// The step that corresponds to `step` on the [`turned`](Self::turned) board.
    #[must_use]
    pub const fn turned_step(step: Step) -> Step {
        #[expect(clippy::cast_possible_truncation, reason = "a board has at most 64 cells")]
        let last = (W * H - 1) as u8;
        Step::new(last - step.source(), last - step.target())
    }

    /// Whether the pawns stand so that nobody has won yet.
    #[inline]
    fn goes_on(&self) -> bool {
        self.arrived() == 0 && self.pawns[Player::First] != 0 && self.pawns[Player::Second] != 0
    }
}

/// The position turned, if necessary, so that the first player is to move.
#[inline]
fn seen_by_mover<const W: u32, const H: u32>(position: &Board<W, H>) -> Board<W, H> {
    if position.turn() == Player::First { *position } else { position.turned() }
}

/// The number whose base-3 digits are the bits of the index.
static TERNARY: [u16; 1 << CHUNK] = {
    let mut table = [0; 1 << CHUNK];
    let mut bits = 1;
    while bits < table.len() {
        table[bits] = table[bits >> 1] * 3;
        if bits & 1 == 1 {
            table[bits] += 1;
        }
        bits += 1;
    }
    table
};

/// Cells converted by one look-up.
const CHUNK: u32 = 9;

impl<const W: u32, const H: u32> Position for Board<W, H> {
    type Move = Step;
    type Moves = Steps<W, H>;

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    /// On a given board that is over in several ways, an arrived pawn counts before missing pawns, and
    /// White's victory before Black's.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.goes_on() {
            return None;
        }
        let arrived = |player| self.pawns[player] & Self::goal(player) != 0;
        let winner = Player::BOTH.into_iter().find(|&player| arrived(player)).unwrap_or({
            let black_is_gone = self.pawns[Player::Second] == 0;
            if black_is_gone { Player::First } else { Player::Second }
        });
        Some(Outcome::Win(winner))
    }

    /// By source cell from White's home row up and from left to right, then by target column from
    /// left to right, for both sides.
    #[inline]
    fn moves(&self) -> Steps<W, H> {
        if self.goes_on() { Steps::of(self.pawns, self.turn) } else { Steps::NONE }
    }

    #[inline]
    fn play(&self, step: Step) -> Self {
        let mut next = *self;
        debug_assert!(self.moves().any(|legal| legal == step), "{step:?} is not legal in {self:?}");
        let target = 1 << step.target();
        next.pawns[next.turn] ^= 1 << step.source() | target;
        next.turn = next.turn.opponent();
        next.pawns[next.turn] &= !target;
        next
    }

    #[inline]
    fn skip(&self) -> Self {
        Self { turn: self.turn.opponent(), ..*self }
    }

    /// The steps that all pawns together can take without entering their far rows, and the one that enters.
    #[inline]
    fn plies_left(&self) -> u32 {
        if !self.goes_on() {
            return 0;
        }
        let [white, black] = self.pawns.into_array();
        // A pawn k rows short of the last free row is counted in k of the shrinking sets.
        let steps = |row: u32| {
            let behind = Self::CELLS >> ((row + 1) * W);
            (white & behind).count_ones() + (black & !(Self::CELLS >> (W * (H - 1 - row)))).count_ones()
        };
        (1..H - 1).map(steps).sum::<u32>() + 1
    }

    /// The cells as base-3 digits (0 empty, 1 white, 2 black), then the side to move as a bit.
    #[inline]
    fn key(&self) -> u64 {
        const { assert!(W * H <= 39, "2 * 3^40 does not fit into 64 bits") };
        let [white, black] = self.pawns.into_array();
        let mask = (1 << CHUNK) - 1;
        let mut key = 0;
        let mut shift = (W * H).next_multiple_of(CHUNK);
        while shift > 0 {
            shift -= CHUNK;
            #[expect(clippy::cast_possible_truncation, reason = "the mask leaves nine bits")]
            let digits = |cells: u64| u64::from(TERNARY[(cells >> shift & mask) as usize]);
            key = key * 3u64.pow(CHUNK) + digits(white) + 2 * digits(black);
        }
        2 * key + self.turn as u64
    }

    #[inline]
    fn mirror(&self) -> Self {
        let [white, black] = self.pawns.into_array().map(|cells| {
            let first = Self::column(0);
            (0..W).fold(0, |mirrored, column| mirrored | (cells >> column & first) << (W - 1 - column))
        });
        Self { pawns: ByPlayer::new(white, black), turn: self.turn }
    }
}

/// The game for menus and front ends.
#[derive(Clone, Copy, Debug)]
pub struct Breakthrough;

impl Game for Breakthrough {
    type Position = Standard;
    const NAME: &'static str = "breakthrough";
    const ABOUT: &'static str = "6 columns, 6 rows, pawns step forward and capture diagonally; a pawn on the far \
                                 row wins, and so does taking every enemy pawn";
    const SIDES: ByPlayer<&'static str> = ByPlayer::new("white", "black");
    const LOOK: Look = look::LOOK;

    fn start() -> Standard {
        Standard::START
    }

    fn notations() -> &'static [&'static dyn Notation<Standard>] {
        &[&notation::Grid, &notation::Request]
    }

    fn evaluations() -> &'static [Evaluation<Standard>] {
        const ALL: [Evaluation<Standard>; 4] = [
            Evaluation::of::<Advancement>(
                "advancement",
                "11, 11, 12, 14, 18, 26 for a pawn by row, minus 15 if one can be captured for nothing; own minus theirs",
            ),
            Evaluation::of::<Patterns>(
                "patterns",
                "what stands on each of the 16 squares of nine cells, by weights fitted to games; 100 is a factor of 2.7 in \
                 the odds of winning",
            ),
            Evaluation::of::<Doubling>("doubling", "1, 1, 2, 4, 8, 16 for a pawn by row; own minus theirs"),
            Evaluation::of::<Rows>(
                "rows",
                "10, 10, 20, 40, 80 for a pawn by row, 160 more if it is about to arrive and cannot be captured; own minus \
                 theirs",
            ),
        ];
        &ALL
    }

    fn solver() -> Option<&'static GameSolver<Standard>> {
        Some(&solve::SOLVER)
    }

    fn engine(threads: u32) -> Option<Box<dyn Agent<Standard>>> {
        let engine = engine::Engine::new(Patterns::default(), TABLE_BYTES);
        Some(Box::new(engine.with_threads(threads).with_book(book::Book::embedded())))
    }

    /// Marked are the pawns that have arrived.
    fn view(position: &Standard) -> BoardView {
        let owner = |row: u32, column: u32| {
            let cell = Standard::row(row) & Standard::column(column);
            Player::BOTH.into_iter().find(|&player| position.pawns(player) & cell != 0)
        };
        let arrived = crate::grid::bits(position.arrived()).map(|bit| (bit / 6, bit % 6));
        BoardView {
            columns: ('A'..='F').map(String::from).collect(),
            rows: (1..=6).rev().map(|row| row.to_string()).collect(),
            cells: (0..6).rev().map(|row| (0..6).map(|column| owner(row, column)).collect()).collect(),
            marked: arrived.map(|(row, column)| (5 - row as usize, column as usize)).collect(),
        }
    }

    fn groups(position: &Standard, term: &Term) -> Option<Vec<Vec<runs::Cell>>> {
        look::groups(position, term)
    }

    fn oddity(position: &Standard) -> Option<String> {
        let Some(Outcome::Win(winner)) = position.outcome() else { return None };
        let [white, black] = Player::BOTH.map(|side| position.pawns(side));
        let has_arrived = |side| position.pawns(side) & Standard::goal(side) != 0;
        if white | black == 0 {
            Some(oddity::won_twice("Neither side has a pawn", winner, Self::SIDES))
        } else if Player::BOTH.into_iter().all(has_arrived) {
            Some(oddity::won_twice("Both sides have a pawn on their last row", winner, Self::SIDES))
        } else {
            None
        }
    }
}
