//! What a tournament is: `tournament.toml`, read strictly.
//!
//! Unknown keys are errors, so that no misspelt setting is silently without effect, and every error names
//! line and column.

mod file;
mod tables;
#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use plyground_core::AnyGame;
use plyground_core::agents::AgentSpec;
use serde_json::{Value, json};

use crate::entrant::TimeLimit;
use crate::protocol::Protocol;
use plyground_league::event::micros;
use plyground_league::fault::FaultPolicy;
use plyground_league::ladder::{Rung, RungMarks};
use plyground_league::openings::OpeningRules;
use plyground_league::schedule::{Form, Schedule};
use plyground_league::sprt::Sprt;
use plyground_league::standings::{MarkRule, PointsRule, SharedRank, TieBreak};
use plyground_sandbox::process::Bounds;

pub use crate::config_file::ConfigError;

/// Everything that `tournament.toml` says.
#[derive(Clone, PartialEq, Debug)]
pub struct Config {
    /// The name, a heading for reports.
    pub name: String,
    /// The game.
    pub game: AnyGame,
    /// The rungs of a ladder, which are its first entrants; none in other forms.
    pub rungs: Vec<Rung>,
    /// The entrants; others refer to them by their numbers in this order, from 0.
    pub entrants: Vec<EntrantConfig>,
    /// Who meets whom, how often.
    pub schedule: Schedule,
    /// The seed of everything random.
    pub seed: u64,
    /// What openings are like.
    pub openings: OpeningRules,
    /// How long answers may take.
    pub time: TimeLimit,
    /// What programs may use; the wall time is that of an answer.
    pub bounds: Bounds,
    /// What programs may read besides the system and their own folders.
    pub readable: Vec<PathBuf>,
    /// What faults entail in a game.
    pub policy: FaultPolicy,
    /// What games are worth.
    pub points: PointsRule,
    /// What decides between equal points.
    pub tie_breaks: Vec<TieBreak>,
    /// How marks follow from ranks, if they do.
    pub marks: Option<(MarkRule, SharedRank)>,
    /// How marks follow from ratings on a ladder, if they do.
    pub rung_marks: Option<RungMarks>,
    /// A sequential test of the two entrants of a match, if one is wanted.
    pub sprt: Option<Sprt>,
    /// Games at a time, if it is not one for each processor.
    pub concurrency: Option<NonZeroUsize>,
}

/// An entrant of the tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntrantConfig {
    /// The name, of which there is one only.
    pub name: String,
    /// What plays.
    pub kind: EntrantKind,
    /// Whether it plays no more.
    pub is_withdrawn: bool,
}

/// What plays for an entrant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EntrantKind {
    /// An agent built in.
    Agent(AgentSpec),
    /// A program.
    Program(ProgramConfig),
}

/// A program and how it is talked to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgramConfig {
    /// The program and its arguments.
    pub command: Vec<OsString>,
    /// Its folder; without one it sees an empty one.
    pub dir: Option<PathBuf>,
    /// Variables of its environment.
    pub env: Vec<(OsString, OsString)>,
    /// How it is asked.
    pub protocol: Protocol,
    /// A command that does nothing, whose time is that of the interpreter's start.
    pub startup: Option<Vec<OsString>>,
    /// The command and the protocol of the program that it has taken the place of after games were planned.
    pub was: Option<(Vec<OsString>, Protocol)>,
}

impl Config {
    /// Reads the text of a `tournament.toml`. Folders of entrants are taken from `folder`.
    ///
    /// # Errors
    ///
    /// If it is not TOML, has a key that is not known here, lacks one, or if a value makes no sense.
    pub fn parse(text: &str, folder: &Path) -> Result<Self, ConfigError> {
        file::parse(text, folder, false)
    }

    /// The same for a tournament that has begun: its entrants keep their names, though they may look alike.
    pub(super) fn parse_begun(text: &str, folder: &Path) -> Result<Self, ConfigError> {
        file::parse(text, folder, true)
    }

    /// What the games depend on, for the first line of plans and records: a folder whose file says anything
    /// else later has another tournament. Points, marks, tests and concurrency may change at any time, entrants may be
    /// withdrawn, and a program may take another's place.
    pub fn identity(&self) -> Value {
        self.identity_with(&self.entrants)
    }

    /// What the games of any student on a ladder depend on: the same without those who climb it. Ratings of ladders that
    /// differ in it cannot be compared.
    pub fn ladder_identity(&self) -> Value {
        self.identity_with(self.entrants.get(..self.rungs.len()).unwrap_or_default())
    }

    fn identity_with(&self, entrants: &[EntrantConfig]) -> Value {
        let word = |word: &OsString| word.to_string_lossy().into_owned();
        let entrant = |entrant: &EntrantConfig| match &entrant.kind {
            EntrantKind::Agent(spec) => json!({ "name": entrant.name, "agent": spec.to_string() }),
            EntrantKind::Program(program) => {
                let now = (&program.command, program.protocol);
                let (command, protocol) =
                    program.was.as_ref().map_or(now, |(command, protocol)| (command, *protocol));
                json!({
                    "name": entrant.name,
                    "command": command.iter().map(word).collect::<Vec<_>>(),
                    "protocol": match protocol {
                        Protocol::OneShot { depth } => json!({ "depth": depth }),
                        Protocol::Lines => json!("lines"),
                    },
                })
            }
        };
        json!({
            "game": self.game.name(),
            "form": match self.schedule.form() {
                Form::RoundRobin => json!("round-robin"),
                Form::Gauntlet { challengers } => json!({ "gauntlet": challengers }),
                Form::Ladder { rungs } => json!({ "ladder": rungs }),
                Form::Swiss { rounds } => json!({ "swiss": rounds }),
                Form::Knockout { tie_breaks } => json!({ "knockout": tie_breaks }),
            },
            "openings": self.schedule.openings(),
            "opening_plies": self.openings.plies,
            "opening_depth": self.openings.depth,
            "seed": self.seed,
            "entrants": entrants.iter().map(entrant).collect::<Vec<_>>(),
            "limit_us": micros(self.time.limit),
            "grace_us": micros(self.time.grace),
            "memory_bytes": self.bounds.memory_bytes,
            "processes": self.bounds.processes,
            "file_bytes": self.bounds.file_bytes,
            "output_bytes": self.bounds.stdout_bytes,
            "faults": self.policy,
        })
    }

    /// Whether programs of people take part.
    pub fn has_programs(&self) -> bool {
        self.entrants.iter().any(|entrant| matches!(entrant.kind, EntrantKind::Program(_)))
    }
}
