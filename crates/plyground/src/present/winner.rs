//! Who wins a position of Breakthrough, proved: what `solve` and programs that write proofs down find out and print.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use plyground_core::games::breakthrough::solve::Prover;
use plyground_core::games::breakthrough::{Board, Breakthrough, sized};
use plyground_core::{Game, Limits, Player, Position, Stopped, counted};
use serde_json::{Value, json};

use crate::present::json;

/// A position in text, with what is proved about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProvedWinner {
    /// Columns of the board.
    pub columns: u32,
    /// Rows of the board.
    pub rows: u32,
    /// The position, on one line.
    pub position: String,
    /// The side to move.
    pub turn: Player,
    /// Whether the game is over.
    pub is_over: bool,
    /// The side that wins, or has won.
    pub winner: Player,
    /// A move that wins; `None` if the side to move loses, or the game is over.
    pub best: Option<String>,
    /// Nodes that the proof took.
    pub nodes: u64,
    /// The time that it took.
    pub time: Duration,
}

impl ProvedWinner {
    /// Proves it.
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
            columns: W,
            rows: H,
            position: sized::write(position),
            turn: position.turn(),
            is_over: position.outcome().is_some(),
            winner,
            best: best.map(sized::step_name::<W, H>),
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
        let (winner, loser) = (Breakthrough::SIDES[self.winner], Breakthrough::SIDES[self.winner.opponent()]);
        writeln!(out, "breakthrough {}x{} {}", self.columns, self.rows, self.position)?;
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
            "game": Breakthrough::NAME,
            "columns": self.columns,
            "rows": self.rows,
            "position": self.position,
            "to_move": Breakthrough::SIDES[self.turn],
            "winner": Breakthrough::SIDES[self.winner],
            "best": self.best,
            "nodes": self.nodes,
            "seconds": json::seconds(Some(self.time)),
            // A command that writes a proof to a file puts the data of that proof here.
            "certificate": null,
        })
    }
}
