//! The entrants of a tournament, ready to play.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use plyground_core::GameId;
use plyground_core::agents::SpecError;

use super::config::{Config, EntrantKind, ProgramConfig};
use crate::contained::Contained;
use crate::entrant::{BuiltIn, Entrant};
use crate::invoke::{Invoke, measure_startup};
use crate::process;
use crate::protocol::{Assigned, Protocol, StdinMove};
use crate::sandbox::Isolation;

/// How programs are started here, and what was found out about them beforehand.
#[derive(Clone, Debug)]
pub struct Programs {
    isolation: Isolation,
    /// By entrants' numbers; agents built in have neither.
    about: Vec<About>,
}

/// What is known about a program before it plays.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct About {
    /// What its interpreter needs to start.
    startup: Duration,
    /// What it calls itself.
    identity: String,
}

/// An entrant whose folder is not there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoFolder {
    /// Its name.
    pub entrant: String,
    /// Where the folder should be.
    pub dir: PathBuf,
}

impl fmt::Display for NoFolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: dir: {} is no folder; expected the folder of the program",
            self.entrant,
            self.dir.display()
        )
    }
}

impl std::error::Error for NoFolder {}

/// Starts of an interpreter that are measured.
const STARTS: u32 = 5;

impl Programs {
    /// Measures how long interpreters take to start, and asks programs who they are where their protocol has
    /// such a question. Whatever goes wrong is told to `notice`; games say more about it.
    ///
    /// # Errors
    ///
    /// If the folder of an entrant is not there: then something is wrong with the tournament or with this
    /// machine, not with the entrant.
    pub fn prepare(
        config: &Config,
        isolation: Isolation,
        notice: &mut dyn FnMut(&str),
    ) -> Result<Self, NoFolder> {
        let mut programs = Self { isolation, about: Vec::new() };
        for entrant in &config.entrants {
            let mut about = About::default();
            if let EntrantKind::Program(program) = &entrant.kind {
                let name = &entrant.name;
                if !program.dir.is_dir() {
                    return Err(NoFolder { entrant: name.clone(), dir: program.dir.clone() });
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
        Self { isolation: self.isolation.clone().on_share(number, of), about }
    }

    /// How programs are kept apart.
    pub const fn isolation(&self) -> &Isolation {
        &self.isolation
    }

    fn contained(&self, config: &Config, program: &ProgramConfig) -> Contained {
        let ProgramConfig { command, dir, env, .. } = program.clone();
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
