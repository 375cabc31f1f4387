//! Who wins, proved and no more: what `solve` finds out where a solver knows no distances, and programs that write proofs
//! of Breakthrough down.

use std::cmp::Ordering;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use plyground_answers::one_line;
use plyground_core::games::breakthrough::solve::Prover;
use plyground_core::games::breakthrough::{Board, Breakthrough, any_size};
use plyground_core::{
    AnyPosition, ByPlayer, Game, Limits, Notation, Player, Position, Solve, Stopped, counted,
};
use serde_json::{Value, json};

use crate::present::json;

/// A position in text, with what is proved about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProvedWinner {
    /// The name of the game.
    pub game: &'static str,
    /// What its sides are called.
    pub sides: ByPlayer<&'static str>,
    /// Columns of the board.
    pub columns: usize,
    /// Rows of the board.
    pub rows: usize,
    /// The position, on one line.
    pub position: String,
    /// The side to move.
    pub turn: Player,
    /// Whether the game is over.
    pub is_over: bool,
    /// The side that wins, or has won; `None` if it is a draw.
    pub winner: Option<Player>,
    /// A move that wins; `None` if the side to move loses, or the game is over.
    pub best: Option<String>,
    /// Nodes that the proof took.
    pub nodes: u64,
    /// The time that it took.
    pub time: Duration,
}

impl ProvedWinner {
    /// Proves it with the solver of the position's game.
    ///
    /// # Errors
    ///
    /// If `limits` stopped the solver.
    pub fn solve(
        solver: &mut dyn Solve<AnyPosition>,
        position: &AnyPosition,
        limits: &Limits<'_>,
    ) -> Result<Self, Stopped> {
        let start = Instant::now();
        let (game, turn, view) = (position.game(), position.turn(), position.view());
        let winner = match solver.value(position, limits)?.result() {
            Ordering::Greater => Some(turn),
            Ordering::Equal => None,
            Ordering::Less => Some(turn.opponent()),
        };
        let best = solver.winning_move(position, limits)?;
        Ok(Self {
            game: game.name(),
            sides: game.sides(),
            columns: view.columns.len(),
            rows: view.rows.len(),
            position: one_line(position),
            turn,
            is_over: position.outcome().is_some(),
            winner,
            best: best.map(|mv| game.notation().write_move(position, mv)),
            nodes: solver.nodes(),
            time: start.elapsed(),
        })
    }

    /// Proves it on a board of Breakthrough of any size.
    ///
    /// # Errors
    ///
    /// If `limits` stopped the prover.
    pub fn prove<const W: u32, const H: u32>(
        prover: &mut Prover<W, H>,
        position: &Board<W, H>,
        limits: &Limits<'_>,
    ) -> Result<Self, Stopped> {
        let start = Instant::now();
        let winner = prover.winner(position, limits)?;
        let best = prover.winning_move(position, limits)?;
        Ok(Self {
            game: Breakthrough::NAME,
            sides: Breakthrough::SIDES,
            columns: W as usize,
            rows: H as usize,
            position: any_size::write(position),
            turn: position.turn(),
            is_over: position.outcome().is_some(),
            winner: Some(winner),
            best: best.map(|step| step.to_string()),
            nodes: prover.nodes(),
            time: start.elapsed(),
        })
    }

    /// Writes the position and who wins, a line each.
    ///
    /// # Errors
    ///
    /// If `out` takes no more.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{} {}x{} {}", self.game, self.columns, self.rows, self.position)?;
        let Some(winner) = self.winner else { return writeln!(out, "a draw") };
        let (winner, loser) = (self.sides[winner], self.sides[winner.opponent()]);
        match &self.best {
            _ if self.is_over => writeln!(out, "{winner} has won"),
            Some(best) => writeln!(out, "{winner} wins, beginning with {best}"),
            None => writeln!(out, "{winner} wins: {loser} is to move and loses"),
        }
    }

    /// What it took, on a line.
    pub fn cost(&self) -> String {
        format!("{}, {:.3} s", counted(self.nodes, "node"), self.time.as_secs_f64())
    }

    /// All of it as JSON.
    pub fn document(&self) -> Value {
        json!({
            "game": self.game,
            "columns": self.columns,
            "rows": self.rows,
            "position": self.position,
            "to_move": self.sides[self.turn],
            "winner": self.winner.map(|winner| self.sides[winner]),
            "best": self.best,
            "nodes": self.nodes,
            "seconds": json::seconds(Some(self.time)),
            // Of a proof that was written down, for whoever writes one.
            "certificate": null,
        })
    }
}
