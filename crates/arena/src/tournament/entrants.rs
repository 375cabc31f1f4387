//! The entrants of a tournament, ready to play.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use plyground_core::GameId;
use plyground_core::agents::SpecError;
use tempfile::TempDir;

use super::RECORDS;
use super::config::{Config, EntrantKind, ProgramConfig};
use crate::contained::Contained;
use crate::entrant::{BuiltIn, Entrant};
use crate::invoke::{Invoke, measure_startup};
use crate::process::{self, Bounds, End, SpawnError};
use crate::protocol::{Assigned, Protocol, StdinMove};
use crate::sandbox::Isolation;

/// How programs are started here, and what was found out about them beforehand.
#[derive(Clone, Debug)]
pub struct Programs {
    isolation: Isolation,
    /// By entrants' numbers; agents built in have neither.
    about: Vec<About>,
    /// What programs see that have no folder.
    empty: Arc<TempDir>,
}

/// What is known about a program before it plays.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct About {
    /// What its interpreter needs to start.
    startup: Duration,
    /// What it calls itself.
    identity: String,
}

/// An entrant whose folder will not do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongFolder {
    /// Its name.
    pub entrant: String,
    /// The folder.
    pub dir: PathBuf,
    /// What is wrong with it, and what was expected.
    pub problem: String,
}

impl fmt::Display for WrongFolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: dir: {} {}", self.entrant, self.dir.display(), self.problem)
    }
}

impl std::error::Error for WrongFolder {}

/// A folder for a program.
#[derive(Clone, Copy)]
struct Home<'a> {
    dir: &'a Path,
    /// That of the tournament.
    tournament: &'a Path,
}

impl Home<'_> {
    /// What is wrong with it, if anything is.
    fn problem(self, isolation: &Isolation) -> Option<String> {
        let Self { dir, tournament } = self;
        let (Ok(full), true) = (fs::canonicalize(dir), dir.is_dir()) else {
            return Some("is no folder; expected the folder of the program".to_owned());
        };
        let tournament = fs::canonicalize(tournament).unwrap_or_else(|_| tournament.to_owned());
        if tournament == full || full.starts_with(tournament.join(RECORDS)) {
            let problem =
                "shows the program plan, records and the programs of others; expected a folder of its own";
            return Some(problem.to_owned());
        }
        let list = ["/bin/sh", "-c", "ls >/dev/null"].map(Into::into).to_vec();
        let program = process::Program { argv: list, dir: dir.to_owned(), env: Vec::new() };
        let reason = match process::run_once(&program, isolation, b"", &Bounds::default()) {
            Ok(report) if report.end == End::Exited(0) => return None,
            Err(SpawnError::Interrupted) => return None,
            Ok(report) => String::from_utf8_lossy(&report.stderr_tail).trim().escape_debug().to_string(),
            Err(error) => error.to_string(),
        };
        Some(format!(
            "cannot be seen by programs, which run as other users ({reason}); expected a folder that all may read and enter"
        ))
    }
}

/// Starts of an interpreter that are measured.
const STARTS: u32 = 5;

impl Programs {
    /// Measures how long interpreters take to start, and asks programs who they are where their protocol has
    /// such a question. Whatever goes wrong is told to `notice`; games say more about it.
    ///
    /// # Errors
    ///
    /// If the folder of an entrant is not there, cannot be read, or is that of the tournament, where a program would
    /// see more than its own.
    pub fn prepare(
        config: &Config,
        folder: &Path,
        isolation: Isolation,
        notice: &mut dyn FnMut(&str),
    ) -> Result<Self, WrongFolder> {
        let empty = process::empty_folder().map_err(|error| WrongFolder {
            entrant: config.name.clone(),
            dir: std::env::temp_dir(),
            problem: format!("takes no folder: {error}; expected room for one"),
        })?;
        let mut programs =
            Self { isolation: isolation.hiding(folder), about: Vec::new(), empty: Arc::new(empty) };
        let mut homes: Vec<(PathBuf, &str)> = Vec::new();
        for entrant in &config.entrants {
            let mut about = About::default();
            // What is wrong with one that plays no more does not matter.
            if let (EntrantKind::Program(program), false) = (&entrant.kind, entrant.is_withdrawn) {
                let name = &entrant.name;
                if let Some(dir) = &program.dir {
                    let home = Home { dir, tournament: folder };
                    if let Some(problem) = home.problem(&programs.isolation) {
                        return Err(WrongFolder { entrant: name.clone(), dir: dir.clone(), problem });
                    }
                    let full = fs::canonicalize(dir).unwrap_or_else(|_| dir.clone());
                    let shared =
                        |(dir, _): &&(PathBuf, &str)| dir.starts_with(&full) || full.starts_with(dir);
                    if let Some((_, other)) = homes.iter().find(shared) {
                        notice(&format!(
                            "{other} and {name} share a folder: one can read the other's program"
                        ));
                    }
                    homes.push((full, name));
                }
                if let Some(command) = &program.startup {
                    match programs.startup(config, program, command) {
                        Ok(startup) => about.startup = startup,
                        Err(problem) => notice(&format!("{name}: startup: {problem}; nothing is subtracted")),
                    }
                }
                let is_one_shot = matches!(program.protocol, Protocol::OneShot { .. });
                let says_who_it_is = match config.game {
                    GameId::Breakthrough => is_one_shot,
                    GameId::ConnectFour | GameId::MaxConnectFour | GameId::AdjacentFour => false,
                };
                if says_who_it_is {
                    match programs.identity(config, program) {
                        Ok(identity) => about.identity = identity,
                        Err(problem) => notice(&format!("{name}: identify: {problem}")),
                    }
                }
            }
            programs.about.push(about);
        }
        Ok(programs)
    }

    /// The same, on a share of the processors: see [`Isolation::on_share`].
    pub(super) fn on_share(&self, number: usize, of: usize) -> Self {
        let about = self.about.clone();
        Self { isolation: self.isolation.clone().on_share(number, of), about, empty: Arc::clone(&self.empty) }
    }

    /// How programs are kept apart.
    pub const fn isolation(&self) -> &Isolation {
        &self.isolation
    }

    fn contained(&self, config: &Config, program: &ProgramConfig) -> Contained {
        let ProgramConfig { command, dir, env, .. } = program.clone();
        let dir = dir.unwrap_or_else(|| self.empty.path().to_owned());
        let program = process::Program { argv: command, dir, env };
        Contained { program, isolation: self.isolation.clone(), bounds: config.bounds }
    }

    fn startup(
        &self,
        config: &Config,
        program: &ProgramConfig,
        command: &[std::ffi::OsString],
    ) -> Result<Duration, String> {
        let nothing = ProgramConfig { command: command.to_vec(), ..program.clone() };
        let mut contained = self.contained(config, &nothing);
        measure_startup(&mut contained, STARTS, config.time.allowed()).map_err(|trouble| trouble.0)
    }

    fn identity(&self, config: &Config, program: &ProgramConfig) -> Result<String, String> {
        let call = StdinMove::identify(config.time.allowed());
        let ended = self.contained(config, program).invoke(&call).map_err(|trouble| trouble.0)?;
        StdinMove::read_identity(&ended).map_err(|fault| fault.message)
    }
}

/// An entrant for a game.
///
/// # Errors
///
/// If the game has no such agent.
pub(super) fn entrant<G: Assigned>(
    config: &Config,
    number: usize,
    programs: Option<&Programs>,
) -> Result<Box<dyn Entrant<G::Position>>, SpecError> {
    let entrant = &config.entrants[number];
    let name = entrant.name.clone();
    let program = match &entrant.kind {
        EntrantKind::Agent(spec) => return Ok(Box::new(BuiltIn::new::<G>(name, spec.clone())?)),
        EntrantKind::Program(program) => program,
    };
    let programs = programs.expect("a tournament with programs has prepared them");
    let About { startup, identity } = programs.about[number].clone();
    Ok(programs.contained(config, program).entrant::<G>(name, program.protocol, startup, identity))
}
