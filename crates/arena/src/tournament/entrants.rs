//! The entrants of a tournament, ready to play.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use plyground_core::agents::SpecError;
use tempfile::TempDir;

use super::RECORDS;
use super::config::{Config, EntrantKind, ProgramConfig};
use crate::contained::Contained;
use crate::entrant::{BuiltIn, Entrant};
use crate::invoke::{Invoke, measure_startup};
use crate::protocol::{PlayRules, Protocol, StdinMove};
use plyground_sandbox::isolation::{Isolation, Shares};
use plyground_sandbox::process::{self, Bounds, End, SpawnError};

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

/// An entrant whose folder cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{entrant}: dir: {} {problem}", dir.display())]
pub struct WrongFolder {
    /// Its name.
    pub entrant: String,
    /// The folder.
    pub dir: PathBuf,
    /// What is wrong with it, and what was expected.
    pub problem: String,
}

/// What is wrong with the folder of a program, if anything is, given that of the tournament.
fn problem(dir: &Path, tournament: &Path, isolation: &Isolation) -> Option<String> {
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

/// Starts of an interpreter that are measured.
const STARTS: u32 = 5;

impl Programs {
    /// Measures how long interpreters take to start, and asks programs who they are where their protocol has such a
    /// question. Problems go to `notice`; games say more about them.
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
                    if let Some(problem) = problem(dir, folder, &programs.isolation) {
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
                if let Some(command) = program.startup.clone() {
                    let nothing = ProgramConfig { command, ..program.clone() };
                    let mut contained = programs.contained(config, &nothing);
                    match measure_startup(&mut contained, STARTS, config.time.allowed()) {
                        Ok(startup) => about.startup = startup,
                        Err(problem) => notice(&format!("{name}: startup: {problem}; nothing is subtracted")),
                    }
                }
                let is_one_shot = matches!(program.protocol, Protocol::OneShot { .. });
                if is_one_shot && PlayRules::of(config.game).says_who_it_is {
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
    pub(super) fn on_share(&self, shares: &Shares, number: usize) -> Self {
        Self { isolation: self.isolation.clone().on_share(shares, number), ..self.clone() }
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

    fn identity(&self, config: &Config, program: &ProgramConfig) -> Result<String, String> {
        let call = StdinMove::identify(config.time.allowed());
        let ended = self.contained(config, program).invoke(&call).map_err(|error| error.0)?;
        StdinMove::read_identity(&ended).map_err(|fault| fault.message)
    }
}

/// An entrant for a game, if the game has such an agent.
pub(super) fn entrant(
    config: &Config,
    number: usize,
    programs: Option<&Programs>,
) -> Result<Box<dyn Entrant>, SpecError> {
    let entrant = &config.entrants[number];
    let name = entrant.name.clone();
    let program = match &entrant.kind {
        EntrantKind::Agent(spec) => return Ok(Box::new(BuiltIn::new(config.game, name, spec.clone())?)),
        EntrantKind::Program(program) => program,
    };
    let programs = programs.expect("a tournament with programs has prepared them");
    let About { startup, identity } = programs.about[number].clone();
    Ok(programs.contained(config, program).entrant(config.game, name, program.protocol, startup, identity))
}

#[cfg(test)]
pub(super) mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use plyground_sandbox::isolation::{Level, Policy, probe};

    /// A tournament of Connect Four in its folder, with these entrants: names, folders, and what a shell does.
    fn tournament(folder: &Path, entrants: &[(&str, &str, &str)]) -> Config {
        let mut text = "name = \"T\"\ngame = \"connect-four\"\n".to_owned();
        for (name, dir, script) in entrants {
            let command = format!("command = [\"/bin/sh\", \"-c\", '{script}']\n");
            text.extend(["[[entrant]]\nname = \"", name, "\"\n", &command]);
            if !dir.is_empty() {
                text.extend(["dir = \"", dir, "\"\n"]);
            }
        }
        Config::parse(&text, folder).unwrap()
    }

    pub(in crate::tournament) fn isolation(strongest: Level) -> Isolation {
        let policy = Policy { allow_root: true, trust_agents: true, strongest, ..Policy::default() };
        probe(&policy).expect("trusted programs are always run")
    }

    /// A folder that users of programs can see.
    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        for inner in ["a", "a/inner", "b", RECORDS] {
            fs::create_dir(folder.path().join(inner)).unwrap();
        }
        for file in ["plan.jsonl", "a/own", "b/secret"] {
            fs::write(folder.path().join(file), "text").unwrap();
        }
        folder
    }

    #[test]
    fn programs_see_their_own_folder_alone() {
        let folder = folder();
        let script =
            format!("ls; cat {0}/plan.jsonl {0}/b/secret ../plan.jsonl ../b/secret", folder.path().display());
        let config = tournament(folder.path(), &[("A", "a", &script), ("N", "", "pwd >&2; ls -A")]);
        for level in Level::ALL {
            let isolation = isolation(level);
            if isolation.level() != level || level == Level::None {
                // What does not work here is said by the tests of hostile programs.
                continue;
            }
            let programs = Programs::prepare(&config, folder.path(), isolation, &mut |_| ()).unwrap();
            let printed = config.entrants.iter().map(|entrant| {
                let EntrantKind::Program(program) = &entrant.kind else { panic!("programs only") };
                let call = StdinMove::identify(Duration::from_secs(10));
                let ended = programs.contained(&config, program).invoke(&call).unwrap();
                String::from_utf8(ended.stdout).unwrap()
            });
            assert_eq!(printed.collect::<Vec<_>>(), ["inner\nown\n", ""], "at {level}");
        }
    }

    #[test]
    fn folders_that_show_too_much_are_refused_or_noted() {
        let folder = folder();
        let prepare = |entrants: &[(&str, &str, &str)]| {
            let config = tournament(folder.path(), entrants);
            let mut notices = Vec::new();
            let notice = &mut |text: &str| notices.push(text.to_owned());
            let prepared =
                Programs::prepare(&config, folder.path(), isolation(Level::None), notice).map(|_| ());
            (prepared.map_err(|error| error.to_string()), notices)
        };
        for dir in [".", "a/..", RECORDS] {
            let (prepared, _) = prepare(&[("A", dir, "true"), ("B", "b", "true")]);
            let shown = folder.path().join(dir);
            let expected = format!(
                "A: dir: {} shows the program plan, records and the programs of others; expected a folder of its own",
                shown.display()
            );
            assert_eq!(prepared, Err(expected));
        }
        let (prepared, _) = prepare(&[("A", "missing", "true"), ("B", "b", "true")]);
        assert!(prepared.unwrap_err().ends_with("is no folder; expected the folder of the program"));
        assert_eq!(prepare(&[("A", "a", "true"), ("B", "b", "true")]), (Ok(()), Vec::new()));
        for dirs in [["a", "a/inner"], ["a/inner", "a"], ["b", "a/../b"]] {
            let shared = vec!["A and B share a folder: one can read the other's program".to_owned()];
            assert_eq!(prepare(&[("A", dirs[0], "true"), ("B", dirs[1], "true")]), (Ok(()), shared));
        }
    }

    #[test]
    fn a_folder_that_programs_cannot_see_is_named() {
        let isolation = isolation(Level::Bwrap);
        if isolation.level() != Level::Bwrap {
            // Elsewhere root reads and copies everything.
            return;
        }
        let folder = folder();
        let dir = folder.path().join("a");
        let config = tournament(folder.path(), &[("A", "a", "true"), ("B", "b", "true")]);
        let allow = |mode| fs::set_permissions(&dir, fs::Permissions::from_mode(mode)).unwrap();
        let prepare =
            || Programs::prepare(&config, folder.path(), isolation.clone(), &mut |_| ()).map(|_| ());
        assert_eq!(prepare(), Ok(()));
        allow(0o000);
        let error = prepare().unwrap_err();
        allow(0o755);
        assert_eq!((error.entrant.as_str(), error.dir.as_path()), ("A", dir.as_path()));
        let message = error.to_string();
        assert!(message.contains("cannot be seen by programs, which run as other users ("), "{message}");
        assert!(message.ends_with("expected a folder that all may read and enter"), "{message}");
    }

    #[test]
    fn the_examples_give_every_program_a_separate_folder() {
        let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/tournaments");
        for example in fs::read_dir(examples).unwrap() {
            let folder = example.unwrap().path();
            let text = fs::read_to_string(folder.join("tournament.toml")).unwrap();
            let config = Config::parse(&text, &folder).unwrap();
            let programs = config.entrants.iter().filter_map(|entrant| match &entrant.kind {
                EntrantKind::Program(program) => Some(program.dir.clone().expect("a folder")),
                EntrantKind::Agent(_) => None,
            });
            // The programs are made by `plyground tournament init`.
            let folders: Vec<PathBuf> = programs.collect();
            assert!(folders.len() >= 2, "{}", folder.display());
            for (number, dir) in folders.iter().enumerate() {
                assert!(dir.starts_with(folder.join("entrants")), "{}", dir.display());
                let mut others = folders.iter().enumerate().filter(|&(other, _)| other != number);
                assert!(others.all(|(_, other)| !other.starts_with(dir)), "{}", dir.display());
            }
        }
    }
}
