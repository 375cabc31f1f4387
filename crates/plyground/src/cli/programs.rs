//! Programs of people that are given on the command line.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use plyground_arena::contained::Contained;
use plyground_arena::entrant::{Entrant, TimeLimit};
use plyground_arena::protocol::Protocol;
use plyground_core::{AnyGame, quote};
use plyground_sandbox::isolation::{Isolation, Level, PATH, Policy, probe};
use plyground_sandbox::process::{Bounds, Program, empty_folder};
use tempfile::TempDir;

use crate::arguments::{Unexpected, milliseconds};
use crate::exit::{Failure, Streams};
use crate::shown;
use crate::web::{Player, RegisteredPlayer, Rules};

/// How programs are kept apart.
#[derive(clap::Args, Debug)]
pub(super) struct IsolationArgs {
    /// Start programs though you are root, as in a container; they run as an unprivileged user
    #[arg(long)]
    pub(super) allow_root: bool,
    /// If no sandbox works, run programs without one: only if you know them all
    #[arg(long)]
    pub(super) trust_agents: bool,
    /// Try no stronger isolation than this
    #[arg(long, value_name = "LEVEL", default_value = "bwrap+cgroup", value_parser = levels())]
    pub(super) isolation: Level,
    /// Refuse weaker isolation than this
    #[arg(long, value_name = "LEVEL", value_parser = levels())]
    pub(super) isolation_at_least: Option<Level>,
}

pub(super) fn levels() -> impl TypedValueParser<Value = Level> {
    PossibleValuesParser::new(Level::ALL.map(Level::word))
        .try_map(|word| Level::from_word(&word).ok_or("not the name of a level"))
}

impl IsolationArgs {
    /// Finds the strongest isolation that works here, and says which. Programs run until `stop` is raised. What is
    /// judged by others cannot have this project's programs answer for it.
    pub(super) fn probe(
        &self,
        readable: &[PathBuf],
        stop: &Arc<AtomicBool>,
        streams: &mut Streams<'_>,
    ) -> Result<Isolation, Failure> {
        let isolation = self.found(readable, stop, streams)?;
        if self.trust_agents && isolation.level() < Level::Bwrap {
            return Ok(isolation);
        }
        isolation.without(&own_programs()).map_err(|path| {
            bad_input!(
                "{}: programs could call it, and only a box can keep it from them; expected a box, for which see \
                 plyground doctor, or this program out of the system's folders",
                shown::path(&path)
            )
        })
    }

    /// The same for commands that the user chose: those of them that are this project's programs are not hidden, which
    /// is said, and where the others cannot be hidden they are not.
    pub(super) fn probe_for(
        &self,
        commands: &[&[OsString]],
        readable: &[PathBuf],
        stop: &Arc<AtomicBool>,
        streams: &mut Streams<'_>,
    ) -> Result<Isolation, Failure> {
        let isolation = self.found(readable, stop, streams)?;
        commands.iter().try_for_each(|command| all_seen(command, &isolation))?;
        let (named, hidden) = named_and_others(&own_programs(), commands);
        for path in named {
            let path = shown::path(&path);
            writeln!(streams.err, "{path} is a program that you named: it is not hidden from programs")?;
        }
        Ok(isolation.clone().without(&hidden).unwrap_or(isolation))
    }

    fn found(
        &self,
        readable: &[PathBuf],
        stop: &Arc<AtomicBool>,
        streams: &mut Streams<'_>,
    ) -> Result<Isolation, Failure> {
        let policy = Policy {
            allow_root: self.allow_root,
            trust_agents: self.trust_agents,
            strongest: self.isolation,
            weakest: self.isolation_at_least.unwrap_or(Level::None),
            bwrap: None,
            readable: readable.to_vec(),
        };
        let isolation = probe(&policy).map_err(|refusal| {
            let options = match policy.weakest {
                Level::None => "--allow-root and --trust-agents",
                _ => "--allow-root and --isolation-at-least",
            };
            bad_input!("{refusal}\n(options {options})")
        })?;
        writeln!(streams.err, "isolation of programs: {}", isolation.level())?;
        Ok(isolation.until(stop))
    }

    /// The same for marks: unless the options say otherwise, programs are in a box.
    pub(super) fn for_marks(&self) -> Self {
        let boxed = Level::Bwrap.min(self.isolation);
        let isolation_at_least = self.isolation_at_least.or((!self.trust_agents).then_some(boxed));
        Self { isolation_at_least, ..*self }
    }

    /// These options as words of a command, each after a space.
    pub(super) fn words(&self) -> String {
        let is_weaker = self.isolation != Level::BwrapCgroup;
        [
            self.allow_root.then(|| " --allow-root".to_owned()),
            self.trust_agents.then(|| " --trust-agents".to_owned()),
            is_weaker.then(|| format!(" --isolation {}", self.isolation)),
            self.isolation_at_least.map(|level| format!(" --isolation-at-least {level}")),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

/// This project's programs: each answers an assignment.
const OWN: [&str; 4] = ["plyground", "ConnectFour", "maxconnect4", "breakthrough"];

/// Where this project's programs may be installed so that programs of others could call them.
fn own_programs() -> Vec<PathBuf> {
    let beside = std::env::current_exe().ok().and_then(|path| Some(path.parent()?.to_owned()));
    let folders = PATH.iter().map(PathBuf::from).chain(beside);
    folders.flat_map(|folder| OWN.map(|name| folder.join(name))).collect()
}

/// Those of these files that are the programs of commands, and the others; what does not exist is left out.
fn named_and_others(files: &[PathBuf], commands: &[&[OsString]]) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let program = |command: &&[OsString]| {
        let first = Path::new(command.first()?);
        let places = if first.components().count() == 1 { &PATH[..] } else { &[""] };
        places.iter().find_map(|place| fs::canonicalize(Path::new(place).join(first)).ok())
    };
    let named: BTreeSet<PathBuf> = commands.iter().filter_map(program).collect();
    let files: BTreeSet<PathBuf> = files.iter().filter_map(|path| fs::canonicalize(path).ok()).collect();
    files.into_iter().partition(|path| named.contains(path))
}

/// Refuses a command with a file that is there, but that the program would not see from the folder that the user is in.
fn all_seen(command: &[OsString], isolation: &Isolation) -> Result<(), Failure> {
    let Ok(dir) = std::env::current_dir().and_then(fs::canonicalize) else { return Ok(()) };
    for (number, word) in command.iter().enumerate() {
        let path = Path::new(word);
        if number == 0 && path.components().count() == 1 {
            // It is looked for where all programs are.
            continue;
        }
        let Ok(file) = fs::canonicalize(dir.join(path)) else { continue };
        // The path of the program itself is made one that it has inside; without a box the folder keeps its path.
        let has_paths = number == 0 || path.is_relative() || isolation.level() == Level::Landlock;
        let is_inside = file.starts_with(&dir) && has_paths;
        if file.is_file() && !is_inside && !isolation.shows(&file) {
            return Err(bad_input!(
                "{}: this file exists here, but the program cannot see it; expected its name alone, in its own \
                 folder, or, to hand it in, 'plyground check ASSIGNMENT FILE'",
                shown::path(path)
            ));
        }
    }
    Ok(())
}

/// Isolations that have been found, each once.
pub(super) struct Probed<'a> {
    args: &'a IsolationArgs,
    /// Those that the user chose.
    commands: Vec<&'a [OsString]>,
    stop: &'a Arc<AtomicBool>,
    found: Vec<(Vec<PathBuf>, Isolation)>,
    empty: Option<TempDir>,
}

impl<'a> Probed<'a> {
    /// None yet. Programs run until `stop` is raised.
    pub(super) fn new(programs: &'a ProgramArgs, stop: &'a Arc<AtomicBool>) -> Self {
        Self {
            args: &programs.isolation,
            commands: programs.commands(),
            stop,
            found: Vec::new(),
            empty: None,
        }
    }

    /// A folder for programs that have none.
    pub(super) fn empty(&mut self) -> Result<PathBuf, Failure> {
        if self.empty.is_none() {
            let failed = |error| bad_input!("a folder for programs: {error}");
            self.empty = Some(empty_folder().map_err(failed)?);
        }
        Ok(self.empty.as_ref().map(|folder| folder.path().to_owned()).unwrap_or_default())
    }

    /// That of programs that may read these files besides the system.
    pub(super) fn isolation(
        &mut self,
        readable: &[PathBuf],
        streams: &mut Streams<'_>,
    ) -> Result<Isolation, Failure> {
        if let Some((_, isolation)) = self.found.iter().find(|(known, _)| known == readable) {
            return Ok(isolation.clone());
        }
        let isolation = self.args.probe_for(&self.commands, readable, self.stop, streams)?;
        self.found.push((readable.to_vec(), isolation.clone()));
        Ok(isolation)
    }
}

/// Programs by name.
#[derive(clap::Args, Debug)]
pub(super) struct ProgramArgs {
    /// Let a name stand for a program: NAME=COMMAND, or NAME=lines:COMMAND for the line protocol.
    /// It runs in the folder that you are in
    #[arg(long = "program", value_name = "NAME=COMMAND", value_parser = registration)]
    programs: Vec<Registration>,
    /// Time of a program for an answer, such as 300ms or 2s; a number alone is milliseconds [default: that of the game's assignment]
    #[arg(long, value_name = "TIME", value_parser = milliseconds)]
    pub(super) time: Option<Duration>,
    #[command(flatten)]
    pub(super) isolation: IsolationArgs,
}

/// A name and its command.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Registration {
    name: String,
    command: Vec<OsString>,
    is_lines: bool,
}

fn registration(text: &str) -> Result<Registration, Unexpected> {
    const EXPECTED: &str = "a name and a command such as mine=python3 mine.py";
    let fail = || Unexpected::new(text, EXPECTED);
    let (name, command) = text.split_once('=').ok_or_else(fail)?;
    let lines = command.strip_prefix("lines:");
    let words = shlex::split(lines.unwrap_or(command)).filter(|words| !words.is_empty());
    let words = words.ok_or_else(|| Unexpected::new(text, format!("{EXPECTED}; quotes must be closed")))?;
    if name.is_empty() {
        return Err(fail());
    }
    let command = words.into_iter().map(OsString::from).collect();
    Ok(Registration { name: name.to_owned(), command, is_lines: lines.is_some() })
}

/// A program that can play.
#[derive(Clone, Debug)]
pub(super) struct RegisteredProgram {
    /// The name that it was registered under.
    pub(super) name: String,
    /// Its command, and the folder in which it runs.
    pub(super) program: Program,
    pub(super) protocol: Protocol,
}

/// The program of this command, run in the folder that the user is in.
pub(super) fn in_current_dir(argv: Vec<OsString>) -> Result<Program, Failure> {
    let dir = std::env::current_dir().map_err(|error| bad_input!("the folder that you are in: {error}"))?;
    Ok(Program { argv, dir, env: Vec::new() })
}

impl ProgramArgs {
    pub(super) fn commands(&self) -> Vec<&[OsString]> {
        self.programs.iter().map(|program| program.command.as_slice()).collect()
    }

    /// Refuses a name that is used twice or has a slash.
    pub(super) fn check_names(&self) -> Result<(), Failure> {
        for (number, Registration { name, .. }) in self.programs.iter().enumerate() {
            if name.contains('/') || self.programs[..number].iter().any(|other| other.name == *name) {
                let message = "expected different names without slashes";
                return Err(bad_input!("--program: the name {}; {message}", quote(name)));
            }
        }
        Ok(())
    }

    /// All programs, in the order given, to be asked on the board.
    pub(super) fn all(
        &self,
        probed: &mut Probed<'_>,
        streams: &mut Streams<'_>,
    ) -> Result<Vec<RegisteredPlayer>, Failure> {
        self.check_names()?;
        let register = |Registration { name, command, is_lines }: &Registration| {
            Ok(RegisteredPlayer {
                name: name.clone(),
                player: Player::Program {
                    program: in_current_dir(command.clone())?,
                    isolation: probed.isolation(&[], streams)?,
                    is_lines: *is_lines,
                },
                rules: Rules::Assignment { time: self.time },
                game: None,
            })
        };
        self.programs.iter().map(register).collect()
    }

    pub(super) fn find(&self, name: &str) -> Result<Option<RegisteredProgram>, Failure> {
        let Some(found) = self.programs.iter().find(|program| program.name == name) else { return Ok(None) };
        let one_shot = Protocol::OneShot { depth: Protocol::USUAL_DEPTH };
        Ok(Some(RegisteredProgram {
            name: found.name.clone(),
            program: in_current_dir(found.command.clone())?,
            protocol: if found.is_lines { Protocol::Lines } else { one_shot },
        }))
    }

    /// The time for an answer, where the assignment has this one.
    pub(super) fn time(&self, assigned: TimeLimit) -> TimeLimit {
        TimeLimit { limit: self.time.unwrap_or(assigned.limit), ..assigned }
    }
}

impl RegisteredProgram {
    pub(super) fn entrant(&self, game: AnyGame, isolation: &Isolation, time: TimeLimit) -> Box<dyn Entrant> {
        let bounds = Bounds { wall: time.allowed(), ..Bounds::default() };
        let contained = Contained { program: self.program.clone(), isolation: isolation.clone(), bounds };
        contained.entrant(game, &self.name, self.protocol, Duration::ZERO, String::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_programs_of_this_project_are_known_and_looked_for_where_others_would() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/bin");
        let mut names: Vec<String> = fs::read_dir(folder)
            .expect("the programs")
            .filter_map(|entry| entry.ok()?.file_name().to_str()?.strip_suffix(".rs").map(str::to_owned))
            .chain(["plyground".to_owned()])
            .collect();
        names.sort();
        let mut own = OWN.map(str::to_owned);
        own.sort();
        assert_eq!(names, own);
        let looked_for = own_programs();
        for path in ["/usr/local/bin/plyground", "/usr/bin/ConnectFour", "/bin/breakthrough"] {
            assert!(looked_for.contains(&PathBuf::from(path)), "{path}");
        }
        let here = std::env::current_exe().expect("this program").with_file_name("maxconnect4");
        assert!(looked_for.contains(&here));
    }

    #[test]
    fn what_a_command_names_is_known_by_its_file_and_not_by_its_name() {
        let folder = tempfile::tempdir().expect("a folder for temporary files");
        let full = fs::canonicalize(folder.path()).expect("our own folder");
        let at = |name: &str| full.join(name);
        for name in ["ours", "mine"] {
            fs::create_dir(at(name)).expect("a folder");
            fs::write(at(name).join("ConnectFour"), "").expect("a file");
        }
        fs::write(at("ours/plyground"), "").expect("a file");
        std::os::unix::fs::symlink(at("ours/plyground"), at("mine/link")).expect("a link");
        let own = ["ours/ConnectFour", "ours/plyground", "ours/missing"].map(at);
        let command = |name| [at(name).into_os_string(), "x".into()];
        let commands = [command("mine/ConnectFour"), command("mine/link")];
        let (named, others) = named_and_others(&own, &[&commands[0], &commands[1], &[]]);
        assert_eq!((named, others), (vec![at("ours/plyground")], vec![at("ours/ConnectFour")]));
        let sh = ["sh".into()];
        let found = fs::canonicalize("/bin/sh").expect("a shell");
        assert_eq!(named_and_others(std::slice::from_ref(&found), &[&sh]), (vec![found], vec![]));
    }

    #[test]
    fn registrations_are_read_as_a_shell_would() {
        let read = |text| registration(text).map(|r| (r.name, r.command.len(), r.is_lines));
        assert_eq!(read("a=python3 'my agent.py' -v"), Ok(("a".to_owned(), 3, false)));
        assert_eq!(read("a=lines:./b=c"), Ok(("a".to_owned(), 1, true)));
        for text in ["", "a", "a=", "=b", "a=lines:"] {
            let message = read(text).unwrap_err().to_string();
            assert!(message.starts_with(&format!("found '{text}'; expected a name and")), "{message}");
        }
        assert!(read("a='b").unwrap_err().to_string().ends_with("quotes must be closed"));
    }

    #[test]
    fn marks_demand_a_box_unless_the_options_say_otherwise() {
        let usual = IsolationArgs {
            allow_root: true,
            trust_agents: false,
            isolation: Level::BwrapCgroup,
            isolation_at_least: None,
        };
        assert_eq!(usual.for_marks().isolation_at_least, Some(Level::Bwrap));
        let trusting = IsolationArgs { trust_agents: true, ..usual };
        assert_eq!(trusting.for_marks().isolation_at_least, None);
        let weaker = IsolationArgs { trust_agents: false, isolation: Level::Landlock, ..trusting };
        assert_eq!(weaker.for_marks().isolation_at_least, Some(Level::Landlock));
        let demanding = IsolationArgs { isolation_at_least: Some(Level::BwrapCgroup), ..weaker };
        assert_eq!(demanding.for_marks().isolation_at_least, Some(Level::BwrapCgroup));
    }
}
