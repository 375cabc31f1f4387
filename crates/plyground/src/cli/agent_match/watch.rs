//! What goes wrong while a match is played: the first fault of each kind, and programs that cannot play.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};

use plyground_arena::entrant::NOT_STARTED;
use plyground_arena::match_play::PlayedGame;
use plyground_core::{Player, counted};
use plyground_league::event::{Action, Side};
use plyground_league::fault::FaultKind;
use plyground_league::record::GameRecord;
use serde_json::{Value, json};

use crate::shown::printable;

/// Games after which a program that has not given one legal answer is taken for one that cannot play: two openings
/// from both sides.
pub(super) const TRIAL_GAMES: u64 = 4;

/// Lines of standard error that are shown, from its end.
const MOST_LINES: usize = 8;

struct FirstFault {
    /// How many there are of its kind.
    times: u64,
    /// The id of the game.
    game: String,
    turn: u32,
    message: String,
    stderr: String,
}

/// What has been seen of a player.
#[derive(Default)]
struct Seen {
    /// Answers that count.
    legal: u64,
    /// Whether it was given up in a game because it never was ready.
    is_mute: bool,
    first: BTreeMap<FaultKind, FirstFault>,
}

/// What has been seen of both players, in games that have a record.
#[derive(Default)]
pub(super) struct Watch {
    games: u64,
    players: [Seen; 2],
}

impl Watch {
    /// Looks at two more games.
    pub(super) fn look(&mut self, games: &[PlayedGame; 2]) {
        for PlayedGame { result, record } in games {
            self.games += 1;
            let Some(record) = record else { continue };
            for side in Player::BOTH {
                self.players[result.entrants[side]].look(record, side);
            }
        }
    }

    /// Whether this player has had its chance and has given no legal answer in it.
    pub(super) fn is_unable(&self, player: usize, planned: u64) -> bool {
        let seen = &self.players[player];
        seen.legal == 0 && (seen.is_mute || self.games >= TRIAL_GAMES.min(planned))
    }

    /// What is said of a player that cannot play.
    pub(super) fn complaint(&self, player: usize, name: &str) -> String {
        let (name, games) = (printable(name), counted(self.games, "game"));
        let faults = self.players[player].lines("");
        format!(
            "{name}: no legal answer in {games}, so the match was ended\n{faults}expected a program that plays: try \
             'COMMAND | cat' by hand, or 'plyground check'"
        )
    }

    /// The first faults of both players, below a heading each.
    pub(super) fn write(&self, out: &mut dyn Write, names: [&str; 2]) -> io::Result<()> {
        for (seen, name) in self.players.iter().zip(names) {
            if !seen.first.is_empty() {
                let (name, faults) = (printable(name), seen.lines("  "));
                write!(out, "\nfaults of {name}, the first of each kind\n{faults}")?;
            }
        }
        Ok(())
    }

    /// The first faults of both players, for JSON.
    pub(super) fn document(&self) -> [Value; 2] {
        self.players.each_ref().map(|seen| {
            let first = seen.first.iter().map(|(kind, FirstFault { game, turn, message, stderr, .. })| {
                let game = game.parse::<u64>().ok();
                json!({ "kind": kind.name(), "game": game, "turn": turn, "message": message, "stderr": stderr })
            });
            first.collect()
        })
    }
}

impl Seen {
    fn look(&mut self, record: &GameRecord, player: Player) {
        let side = Side::from(player);
        for turn in record.turns.iter().filter(|turn| turn.side == side) {
            self.legal += u64::from(matches!(turn.action, Action::Move(_)));
            for attempt in &turn.attempts {
                let Some(fault) = &attempt.fault else { continue };
                self.is_mute |= fault.message.starts_with(NOT_STARTED);
                // A program that runs for the whole game is heard at its end.
                let session = record.sessions[player as usize].as_ref();
                let at_the_end = || session.map_or("", |session| &session.stderr);
                let stderr = if attempt.stderr.is_empty() { at_the_end() } else { &attempt.stderr };
                let first = self.first.entry(fault.kind).or_insert_with(|| FirstFault {
                    times: 0,
                    game: record.id.clone(),
                    turn: turn.number,
                    message: fault.message.clone(),
                    stderr: stderr.to_owned(),
                });
                first.times += 1;
            }
        }
    }

    /// The first fault of each kind on a line, and below it the end of what was written on standard error.
    fn lines(&self, indent: &str) -> String {
        let mut text = String::new();
        for (kind, FirstFault { times, game, turn, message, stderr }) in &self.first {
            let times = counted(times, "time");
            let (kind, message) = (kind.name(), printable(message));
            // Nothing fails in memory, here and below.
            let _ = writeln!(text, "{indent}{kind}, {times}; first in game {game}, turn {turn}: {message}");
            let lines: Vec<&str> = stderr.lines().collect();
            for line in &lines[lines.len().saturating_sub(MOST_LINES)..] {
                let _ = writeln!(text, "{indent}  | {}", printable(line));
            }
        }
        text
    }
}
