//! `plyground tournament replay`.

use std::io::Write;

use plyground_core::{AnyGame, Player, counted};
use plyground_league::event::{Action, Attempt, Turn};
use plyground_league::record::GameRecord;

use super::folder::{FolderArg, failure};
use crate::exit::{Failure, Streams};
use crate::present::board;
use crate::present::style::Colors;
use crate::shown::printable;

/// Show a game move by move: boards, times, faults, and what programs said
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  plyground tournament replay class 17
  plyground tournament replay class 17 --json")]
pub(super) struct Args {
    #[command(flatten)]
    folder: FolderArg,
    /// The number of the game
    #[arg(value_name = "GAME")]
    game: u64,
    /// Print the record, a JSON document
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let folder = self.folder.planned()?;
        let id = self.game;
        let record = folder.record(id).map_err(failure)?.ok_or_else(|| {
            bad_input!("game {id}: not played; 'plyground tournament missing' lists such games")
        })?;
        if self.json {
            return Ok(writeln!(streams.out, "{}", record.to_line())?);
        }
        let game = AnyGame::from_name(&record.game).unwrap_or(folder.config().game);
        write(game, streams.out, &record, streams.terminal.colors)
    }
}

fn write(game: AnyGame, out: &mut dyn Write, record: &GameRecord, colors: Colors) -> Result<(), Failure> {
    let names = record.entrants.each_ref().map(|entrant| printable(&entrant.name));
    let [side, other] = game.sides().into_array();
    let ([first, second], id) = (&names, printable(&record.id));
    writeln!(out, "game {id}: {first} ({side}) against {second} ({other})\n")?;
    // It was checked when it was read.
    let positions = record.replay(game).map_err(|error| Failure::bad_input(printable(&error.to_string())))?;
    let mut boards = positions.iter();
    if let Some(start) = boards.next() {
        board::draw(out, start, colors.out)?;
    }
    for (turn, position) in record.turns.iter().zip(boards) {
        let name = &names[Player::from(turn.side) as usize];
        writeln!(out, "\n{}. {name}: {}", turn.number, action(turn))?;
        for attempt in &turn.attempts {
            write_attempt(out, attempt)?;
        }
        board::draw(out, position, colors.out)?;
    }
    Ok(writeln!(out, "\n{}", record.ending.words([first, second]))?)
}

fn action(turn: &Turn) -> String {
    match &turn.action {
        Action::Move(text) => printable(text),
        Action::RandomMove(text) => format!("{}, drawn by the referee", printable(text)),
        Action::LostTurn => "turn lost".to_owned(),
        Action::LostGame => "game lost".to_owned(),
    }
}

fn write_attempt(out: &mut dyn Write, attempt: &Attempt) -> std::io::Result<()> {
    let milliseconds = |time: std::time::Duration| format!("{:.1} ms", time.as_secs_f64() * 1e3);
    let mut facts: Vec<String> = attempt.spent.timeout_words().into_iter().collect();
    if facts.is_empty() {
        facts.push(milliseconds(attempt.spent.wall()));
        facts.extend(attempt.spent.cpu().map(|cpu| format!("CPU {}", milliseconds(cpu))));
        facts.push(format!("{} % of a processor", attempt.spent.processor_percent()));
        facts.extend(attempt.spent.waiting_words());
    }
    facts.extend(attempt.nodes.map(|nodes| counted(nodes, "node")));
    writeln!(out, "   {}", facts.join(", "))?;
    if let Some(fault) = &attempt.fault {
        writeln!(out, "   {}: {}", fault.kind.name(), printable(&fault.message))?;
    }
    for line in attempt.stderr.lines() {
        writeln!(out, "   | {}", printable(line))?;
    }
    Ok(())
}
