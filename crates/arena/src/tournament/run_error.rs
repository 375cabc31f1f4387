//! Why games of a tournament could not be played, in words.

use std::io;
use std::path::PathBuf;

use plyground_core::agents::SpecError;

use super::CONFIG;
use super::plan::PlanError;
use super::records::RecordsError;
use crate::journal::JournalError;

/// Games, or entrants, that a message names.
const NAMED: usize = 10;

/// Why games could not be played.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// There is no plan, or it does not fit.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// Records cannot be read.
    #[error(transparent)]
    Records(#[from] RecordsError),
    /// Records cannot be written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A file or folder of the tournament cannot be made.
    #[error("{}: {_1}", _0.display())]
    File(PathBuf, io::Error),
    /// An entrant does not exist for the game.
    #[error(transparent)]
    Entrant(SpecError),
    /// The system gave no thread.
    #[error("threads: {0}; expected room for one more")]
    Thread(io::Error),
    /// The machine could not play some of the games, not even when they were tried again.
    #[error("{}", unplayed(games, *untried, entrants, message))]
    SystemError {
        /// The numbers of the games, of which there is at least one.
        games: Vec<u64>,
        /// How many of them were not tried in this run, since too many before them were in vain.
        untried: usize,
        /// The names of those in whose turns it failed.
        entrants: Vec<String>,
        /// What the machine said of the first.
        message: String,
    },
}

fn unplayed(games: &[u64], untried: usize, entrants: &[String], message: &str) -> String {
    let numbers: Vec<String> = games.iter().map(u64::to_string).collect();
    let noun = if games.len() == 1 { "game" } else { "games" };
    let not_tried = if untried > 0 { format!(" ({untried} not tried)") } else { String::new() };
    let games = some(&numbers);
    let withdraw = if entrants.is_empty() {
        String::new()
    } else {
        let entrants = some(entrants);
        format!(
            "; it was the turn of {entrants}: to play without an entrant, write withdrawn = true under its name in \
             {CONFIG}"
        )
    };
    format!("{noun} {games} could not be played{not_tried}: {message}; mend that and run again{withdraw}")
}

/// The first of a list.
fn some(all: &[String]) -> String {
    let more = if all.len() > NAMED { " and others" } else { "" };
    all[..all.len().min(NAMED)].join(", ") + more
}
