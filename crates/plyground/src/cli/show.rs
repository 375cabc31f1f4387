//! `plyground show`: everything about a position that needs no search.

use std::io::Write;

use plyground_core::{AnyGame, AnyNotation, AnyPosition, Notation, Position};
use serde_json::{Value, json};

use super::terms;
use crate::arguments::{PositionArgs, game_names};
use crate::exit::{Failure, Streams};
use crate::present::style::Colors;
use crate::present::{board, json, layout};

/// Show a position: board, legal moves, evaluations, notations
///
/// Evaluations are taken apart into their terms. If a term counts for one side what it counts against
/// the other, both sides' points are shown with the same sign and then subtracted.
///
/// JSON: `game`, `position` (in the game's own notation), `to_move`, `outcome` (null, or an object with
/// `winner`, null for a draw, and in games of points `points` by side), `moves`, `board` (`columns`,
/// `rows` and `cells`, top row first, each cell null or a side), `evaluations` (each with `name` and
/// `views`: `for`, `value`, `points` by side, `terms`) and `notations` (an object by name; null where a
/// notation cannot express the position).
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  plyground show connect-four
  plyground show connect-four 4453
  plyground show connect-four \\
      ..yyrrr,..ryryr,....y..,.......,.......,....... red
  echo 4453 | plyground show connect-four --json -")]
pub(super) struct Args {
    /// The game
    #[arg(value_parser = game_names())]
    game: AnyGame,
    #[command(flatten)]
    position: PositionArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let position = self.position.read(self.game, streams.input)?;
        if self.json {
            return Ok(json::write(streams.out, &document(&position))?);
        }
        Ok(write(streams.out, &position, streams.terminal.colors)?)
    }
}

fn write(out: &mut dyn Write, position: &AnyPosition, colors: Colors) -> std::io::Result<()> {
    writeln!(out, "{}: {}\n", position.game().name(), board::state_words(position))?;
    board::draw(out, position, colors.out)?;
    let moves: Vec<String> = position.moves().map(|mv| board::move_text(position, mv)).collect();
    if !moves.is_empty() {
        writeln!(out, "\nlegal moves: {}", moves.join(" "))?;
    }
    for evaluation in position.game().evaluations() {
        writeln!(out)?;
        terms::write(out, evaluation, position)?;
    }
    writeln!(out, "\nthe same position in every notation")?;
    let text = |text: Option<String>| match text {
        Some(text) if text.is_empty() => "(nothing)".to_owned(),
        Some(text) => board::on_one_line(&text),
        None => "(cannot be expressed)".to_owned(),
    };
    let row = |notation: AnyNotation| vec![notation.name().to_owned(), text(notation.write(position))];
    let rows: Vec<_> = position.game().notations().into_iter().map(row).collect();
    layout::table(out, "  ", 2, &rows)
}

fn document(position: &AnyPosition) -> Value {
    let view = position.view();
    let moves: Vec<Value> = position.moves().map(|mv| json::mv(position, mv)).collect();
    let evaluations = position.game().evaluations().into_iter();
    let evaluations: Vec<Value> = evaluations.map(|one| terms::to_json(one, position)).collect();
    json!({
        "game": position.game().name(),
        "position": json::position(position),
        "to_move": json::side(position.game(), position.turn()),
        "outcome": json::outcome(position.game(), position.outcome()),
        "moves": moves,
        "board": { "columns": view.columns, "rows": view.rows, "cells": json::cells(position.game(), &view) },
        "evaluations": evaluations,
        "notations": json::notations(position),
    })
}
