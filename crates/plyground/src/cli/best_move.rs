//! `plyground move`: the move that an agent chooses.

use std::io::Write;

use plyground_core::agents::AgentSpec;
use plyground_core::{AnyGame, AnyPosition, Position};
use serde_json::{Value, json};

use super::decider::{Decided, Decider};
use crate::arguments::{PositionArgs, game_names};
use crate::exit::{Failure, Streams};
use crate::present::proof::bounded_proof_json;
use crate::present::{board, json, layout, progress};

/// Choose a move as an agent does
///
/// Prints the move in the game's own notation, its value and for whom that is, what is proved, the
/// depth in plies, the nodes examined, the expected line of play, and the time, which includes finding
/// that line.
///
/// JSON: `game`, `position`, `to_move`, `agent`, `outcome` (as `show` has it), `move` (null if the game
/// is over), `value` (null also where `proof` says all), `value_for` (a side), `proof` (null, or
/// `result` win, draw or loss for the side to move, and but for a draw `plies` and `bound`: a win takes `at-most` so
/// many, a loss `at-least`), `depth`, `nodes`, `line`,
/// `wall_seconds`, `cpu_seconds`. What is not known is null. Numbers of nodes from 2^64 on are strings.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  plyground move connect-four --agent engine:time=0.5s
  plyground move connect-four --agent minimax:depth=3,eval=cs431 --json 4453
  plyground move connect-four --agent alpha-beta:depth=4 \\
      .ryyrry,.rryry.,..y.r..,..y....,.......,....... red")]
pub(super) struct Args {
    /// The game
    #[arg(value_parser = game_names())]
    game: AnyGame,
    #[command(flatten)]
    position: PositionArgs,
    /// The agent; `plyground agents` lists them
    #[arg(long, value_name = "SPEC")]
    agent: AgentSpec,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let mut decider = Decider::new(self.game, self.agent.clone())?;
        let position = self.position.read(self.game, streams.input)?;
        let spinner = progress::spinner("thinking");
        let answer = decider.decide(&position);
        spinner.finish_and_clear();
        if self.json {
            return Ok(json::write(streams.out, &document(&decider, &position, answer.as_ref()))?);
        }
        Ok(write(streams.out, &decider, &position, answer.as_ref())?)
    }
}

fn write(
    out: &mut dyn Write,
    decider: &Decider,
    position: &AnyPosition,
    answer: Option<&Decided>,
) -> std::io::Result<()> {
    let Some(Decided { decision, wall, cpu }) = answer else {
        return writeln!(out, "no move: {}", board::state_words(position));
    };
    let mut rows = Vec::new();
    let mut row = |name: &str, value: String| rows.push(vec![name.to_owned(), value]);
    row(position.game().move_noun(), board::move_text(position, decision.best));
    if let Some(judgement) = decider.judgement(position, decision) {
        row("value", judgement);
    }
    if let Some(depth) = decision.depth {
        row("depth", depth.to_string());
    }
    row("nodes", decision.nodes.to_string());
    row("line", board::line_texts(position, &decision.line).join(" "));
    row("time", format!("{:.6} s wall, {:.6} s CPU", wall.as_secs_f64(), cpu.as_secs_f64()));
    layout::table(out, "", 2, &rows)
}

fn document(decider: &Decider, position: &AnyPosition, answer: Option<&Decided>) -> Value {
    let decision = answer.map(|answer| &answer.decision);
    let value = decision.and_then(|decision| decider.value(position, decision));
    json!({
        "game": position.game().name(),
        "position": json::position(position),
        "to_move": json::side(position.game(), position.turn()),
        "agent": decider.spec.to_string(),
        "outcome": json::outcome(position.game(), position.outcome()),
        "move": decision.map(|decision| json::mv(position, decision.best)),
        "value": value.map(|(value, _)| value),
        "value_for": value.map(|(_, side)| side),
        "proof": decision.and_then(|decision| decision.proof).map(bounded_proof_json),
        "depth": decision.and_then(|decision| decision.depth),
        "nodes": decision.map(|decision| json::count(decision.nodes)),
        "line": decision.map(|decision| json::line(position, &decision.line)),
        "wall_seconds": json::seconds(answer.map(|answer| answer.wall)),
        "cpu_seconds": json::seconds(answer.map(|answer| answer.cpu)),
    })
}
