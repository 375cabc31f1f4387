//! The game of CS4750: two minimax players of different depths play adjacent four; every move is
//! reported with the nodes generated and the CPU time.
//!
//! Other games and other searches are not played here.

pub(crate) mod content;
mod figures;

use std::fmt;
use std::num::NonZeroU32;
use std::time::Duration;

use plyground_arena::clock::process_cpu_time;
use plyground_core::games::adjacent_four::notation::GridRows;
use plyground_core::games::adjacent_four::{AdjacentFour, Cell, Standard};
use plyground_core::search::{Algorithm, Report};
use plyground_core::{ByPlayer, Game, Notation, Outcome, Player, Position, counted};
use plyground_courses::cs4750::{DEPTHS, FIRST_MOVES};
use serde_json::{Value, json};

use crate::present::json::count;

/// What is fixed before the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Setup {
    /// The first move of each side; without one it is searched like the others.
    pub first_moves: ByPlayer<Option<Cell>>,
    /// How far each side looks ahead, in plies.
    pub depths: ByPlayer<NonZeroU32>,
}

/// The assignment's: X begins with `[3,4]` and looks 2 plies ahead, O with `[3,3]` and 4 plies.
impl Default for Setup {
    fn default() -> Self {
        let [x, o] = FIRST_MOVES.map(Some);
        let [of_x, of_o] = DEPTHS.map(|depth| NonZeroU32::new(depth).unwrap_or(NonZeroU32::MIN));
        Self { first_moves: ByPlayer::new(x, o), depths: ByPlayer::new(of_x, of_o) }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct MoveRecord {
    pub player: Player,
    pub mv: Cell,
    /// The minimax value for `player`, or `None` for a move fixed before the game.
    pub value: Option<i32>,
    /// Successors created by the search, the root not counted; 0 for a fixed move.
    pub generated: u128,
    /// CPU time that choosing the move took the process.
    pub cpu: Duration,
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Match {
    /// What was fixed before the game.
    pub setup: Setup,
    /// Every move from the empty board on.
    pub moves: Vec<MoveRecord>,
    pub last: Standard,
    pub outcome: Outcome,
}

impl Match {
    /// Number of moves, nodes generated and CPU time of one side.
    fn totals(&self, player: Player) -> (usize, u128, Duration) {
        let moves = self.moves.iter().filter(|record| record.player == player);
        moves.fold((0, 0, Duration::ZERO), |(moves, generated, cpu), record| {
            (moves + 1, record.generated + generated, record.cpu + cpu)
        })
    }
}

/// Plays the game to its end.
pub(crate) fn play(setup: &Setup) -> Match {
    let mut position = AdjacentFour::start();
    let mut first_moves = setup.first_moves;
    let mut moves = Vec::new();
    loop {
        if let Some(outcome) = position.outcome() {
            return Match { setup: *setup, moves, last: position, outcome };
        }
        let player = position.turn();
        let begun = process_cpu_time();
        let (mv, value, generated) = if let Some(mv) = first_moves[player].take() {
            (mv, None, 0)
        } else {
            let depth = setup.depths[player].get();
            // The game has one evaluation, that of the assignment.
            let evaluation = &AdjacentFour::evaluations()[0];
            let Report { choice, counts, .. } = evaluation.textbook(Algorithm::Minimax, &position, depth);
            let best =
                choice.best.expect("a search of at least one ply finds a move if the game is not over");
            (best, Some(choice.value), counts.generated())
        };
        let cpu = process_cpu_time().saturating_sub(begun);
        position = position.play(mv);
        moves.push(MoveRecord { player, mv, value, generated, cpu });
    }
}

/// The game for people: a line for every move, the last board, the result, and the totals.
impl fmt::Display for Match {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sides = AdjacentFour::SIDES;
        let [x, o] = self.setup.depths.into_array();
        writeln!(f, "Adjacent four, CS4750: minimax to depth {x} (X) and depth {o} (O)")?;
        writeln!(f)?;
        writeln!(f, "move  player  cell   value  nodes generated  CPU time (s)")?;
        for (record, number) in self.moves.iter().zip(1..) {
            let MoveRecord { player, mv, value, generated, cpu } = record;
            let value = value.map_or_else(|| "fixed".to_owned(), |value| value.to_string());
            let (side, seconds) = (sides[*player], cpu.as_secs_f64());
            writeln!(f, "{number:>4}  {side:<6}  {mv}  {value:>5}  {generated:>15}  {seconds:>12.6}")?;
        }
        writeln!(f)?;
        let view = AdjacentFour::view(&self.last);
        writeln!(f, "  {}", view.columns.join(" "))?;
        for (label, row) in view.rows.iter().zip(&view.cells) {
            let cells: Vec<&str> = row.iter().map(|cell| cell.map_or(".", |player| sides[player])).collect();
            writeln!(f, "{label} {}", cells.join(" "))?;
        }
        writeln!(f)?;
        match self.outcome.winner() {
            Some(winner) => writeln!(f, "result: {} wins", sides[winner])?,
            None => writeln!(f, "result: tie")?,
        }
        for player in Player::BOTH {
            let (moves, generated, cpu) = self.totals(player);
            let (moves, nodes) = (counted(moves, "move"), counted(generated, "node"));
            let (side, seconds) = (sides[player], cpu.as_secs_f64());
            writeln!(f, "{side}: {moves}, {nodes} generated, {seconds:.6} s CPU time")?;
        }
        Ok(())
    }
}

/// The game for programs. CPU times are in seconds; values are `null` for moves fixed before the
/// game; `winner` is `null` for a tie; the rows of the board begin at row 1, the top.
pub(crate) fn json(game: &Match) -> Value {
    let sides = AdjacentFour::SIDES;
    let moves = game.moves.iter().zip(1..).map(|(record, number)| {
        json!({
            "number": number,
            "player": sides[record.player],
            "move": record.mv.to_string(),
            "row": u16::from(record.mv.row()) + 1,
            "column": u16::from(record.mv.column()) + 1,
            "value": record.value,
            "nodes_generated": count(record.generated),
            "cpu_seconds": record.cpu.as_secs_f64(),
        })
    });
    let players = Player::BOTH.map(|player| {
        let (moves, generated, cpu) = game.totals(player);
        json!({
            "player": sides[player],
            "depth": game.setup.depths[player].get(),
            "first_move": game.setup.first_moves[player].map(|cell| cell.to_string()),
            "moves": moves,
            "nodes_generated": count(generated),
            "cpu_seconds": cpu.as_secs_f64(),
        })
    });
    let board = GridRows.write(&game.last).unwrap_or_default();
    let rows: Vec<&str> = board.lines().take(AdjacentFour::view(&game.last).rows.len()).collect();
    json!({
        "game": AdjacentFour::NAME,
        "algorithm": "minimax",
        "evaluation": "cs4750",
        "players": players,
        "moves": moves.collect::<Value>(),
        "board": rows,
        "winner": game.outcome.winner().map(|player| sides[player]),
    })
}

#[cfg(test)]
pub(super) mod tests;
