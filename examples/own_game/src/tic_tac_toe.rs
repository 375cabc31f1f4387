//! Tic-tac-toe: rules, notation, evaluation and looks. This is all that Plyground needs to know of a game.

use plyground_core::{
    BoardView, ByPlayer, Evaluate, Evaluation, Game, Look, Notation, Outcome, ParseError, Player, Position,
    VALUE_LIMIT,
};

/// The game.
pub(crate) struct TicTacToe;

impl Game for TicTacToe {
    type Position = Board;
    const NAME: &'static str = "tic-tac-toe";
    const ABOUT: &'static str = "3 columns, 3 rows; a line of three wins, a full board is a draw";
    const SIDES: ByPlayer<&'static str> = ByPlayer::new("X", "O");
    const LOOK: Look = Look { line: Some(3), ..Look::PLAIN };

    fn start() -> Board {
        Board { stones: [0; 2], turn: Player::First }
    }

    fn notations() -> &'static [&'static dyn Notation<Board>] {
        &[&Cells]
    }

    fn evaluations() -> &'static [Evaluation<Board>] {
        const ALL: [Evaluation<Board>; 1] =
            [Evaluation::of::<OpenLines>("open-lines", "lines without an opposing stone, own minus theirs")];
        &ALL
    }

    fn view(position: &Board) -> BoardView {
        let owner = |cell: usize| {
            Player::BOTH.into_iter().find(|&side| position.stones[side as usize] >> cell & 1 == 1)
        };
        let lines =
            position.stones.map(|stones| LINES.into_iter().filter(move |line| stones & line == *line));
        let marked = lines.into_iter().flatten().fold(0, |marked, line| marked | line);
        let marked = (0..9).filter(|&cell: &usize| marked >> cell & 1 == 1);
        BoardView {
            columns: ["1", "2", "3"].map(str::to_owned).to_vec(),
            rows: ["1", "4", "7"].map(str::to_owned).to_vec(),
            cells: (0..3).map(|row| (0..3).map(|column| owner(3 * row + column)).collect()).collect(),
            marked: marked.map(|cell| (cell / 3, cell % 3)).collect(),
        }
    }
}

/// Rows, columns and diagonals; bit `3 * row + column` is a cell.
const LINES: [u16; 8] =
    [0b111, 0b111_000, 0b111_000_000, 0b1_001_001, 0b10_010_010, 0b100_100_100, 0b100_010_001, 0b1_010_100];

/// A board of three by three cells, and who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Board {
    /// Cells of the first player and of the second.
    stones: [u16; 2],
    turn: Player,
}

impl Board {
    /// Whether a side has three in a line.
    fn has_line(self, side: Player) -> bool {
        LINES.iter().any(|line| self.stones[side as usize] & line == *line)
    }

    const fn empty(self) -> u16 {
        0o777 & !(self.stones[0] | self.stones[1])
    }
}

/// The empty cells, in the order of their numbers.
#[derive(Clone)]
pub(crate) struct Moves(u16);

impl Iterator for Moves {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        let cell = u8::try_from(self.0.trailing_zeros()).ok().filter(|&cell| cell < 9)?;
        self.0 &= self.0 - 1;
        Some(cell)
    }
}

impl Position for Board {
    /// The cell, `3 * row + column`.
    type Move = u8;
    type Moves = Moves;

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = Player::BOTH.into_iter().find(|&side| self.has_line(side));
        winner.map(Outcome::Win).or((self.empty() == 0).then_some(Outcome::Draw))
    }

    fn moves(&self) -> Moves {
        Moves(if self.outcome().is_some() { 0 } else { self.empty() })
    }

    fn play(&self, cell: u8) -> Self {
        let mut next = self.skip();
        next.stones[self.turn as usize] |= 1 << cell;
        next
    }

    fn skip(&self) -> Self {
        Self { turn: self.turn.opponent(), ..*self }
    }

    fn plies_left(&self) -> u32 {
        if self.outcome().is_some() { 0 } else { self.empty().count_ones() }
    }

    fn key(&self) -> u64 {
        u64::from(self.stones[0]) | u64::from(self.stones[1]) << 9 | (self.turn as u64) << 18
    }
}

/// Counts lines that a side can still fill.
#[derive(Default)]
struct OpenLines;

impl Evaluate<Board> for OpenLines {
    fn utility(&self, outcome: Outcome, _: &Board, me: Player) -> i32 {
        outcome.worth(VALUE_LIMIT - 1, me)
    }

    fn evaluate(&self, position: &Board, me: Player) -> i32 {
        let open = |against: Player| {
            LINES.iter().filter(|line| position.stones[against as usize] & **line == 0).count()
        };
        i32::try_from(open(me.opponent())).unwrap_or(0) - i32::try_from(open(me)).unwrap_or(0)
    }
}

/// The nine cells row by row, `X`, `O` or `.`, then the side to move: `X.O.X.... O`. Moves are cells from 1 to 9.
struct Cells;

impl Notation<Board> for Cells {
    fn name(&self) -> &'static str {
        "cells"
    }

    fn about(&self) -> &'static str {
        "the nine cells row by row, X, O or ., then the side to move: X.O.X.... O; moves are cells from 1 to 9"
    }

    fn parse(&self, text: &str) -> Result<Board, ParseError> {
        let wrong = |message: &str| Err(ParseError::new(0..text.len(), "board", message));
        let Some((cells, turn)) = text.trim_end().split_once(' ') else {
            return wrong("found one word; expected nine cells and the side to move");
        };
        let turn = match turn {
            "X" => Player::First,
            "O" => Player::Second,
            _ => return wrong("no side after the cells; expected X or O"),
        };
        if cells.len() != 9 || !cells.bytes().all(|cell| b"XO.".contains(&cell)) {
            return wrong("no nine cells; expected X, O or . for each");
        }
        let of = |piece| {
            cells.bytes().enumerate().filter(move |&(_, cell)| cell == piece).map(|(at, _)| 1 << at).sum()
        };
        Ok(Board { stones: [of(b'X'), of(b'O')], turn })
    }

    fn write(&self, position: &Board) -> Option<String> {
        let cell = |at: u16| match position.stones.map(|stones| stones >> at & 1) {
            [1, _] => 'X',
            [_, 1] => 'O',
            _ => '.',
        };
        let turn = TicTacToe::SIDES[position.turn];
        Some(format!("{} {turn}", (0..9).map(cell).collect::<String>()))
    }

    fn parse_move(&self, position: &Board, text: &str) -> Result<u8, ParseError> {
        let cell = text.parse().ok().filter(|number| (1..=9).contains(number)).map(|number: u8| number - 1);
        plyground_core::legal_move(position, text, cell, "an empty cell from 1 to 9")
    }

    fn write_move(&self, _: &Board, cell: u8) -> String {
        (cell + 1).to_string()
    }
}
