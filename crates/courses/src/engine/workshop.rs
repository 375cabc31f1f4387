//! Builds and runs programs of students in the sandbox. Each has a separate folder, which only that program sees and no
//! program can write to. Names of folders and files that differ in every run are replaced in what compilers and programs
//! say: the new names are fixed, those of a box, so that marking again gives the same files.

use std::env::temp_dir;
use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path};
use std::time::Duration;

use tempfile::TempDir;

use super::assignment::{Assignment, Language};
use super::intake::ReadySources;
use plyground_arena::contained::{Contained, ended};
use plyground_arena::invoke::{Argument, Call, Ended, Invoke, SystemError};
use plyground_league::event::excerpt;
use plyground_sandbox::isolation::{BOX_FOLDER, BOX_SCRATCH, Isolation};
use plyground_sandbox::process::{self, Bounds, End, Files, SCRATCH, SpawnError, temporary_folder};

/// The number of bytes that are kept of a compiler's messages, from their beginning.
pub const MOST_MESSAGES: usize = 4096;

/// A program that was built. Dropping it removes its folder.
#[derive(Debug)]
pub struct Workshop {
    folder: TempDir,
    respondent: Respondent,
}

/// A program that can be asked while its [`Workshop`] exists.
#[derive(Clone, Debug)]
pub struct Respondent {
    contained: Contained,
    /// The function of which the arguments of a question are a call, in one word; otherwise they are one word each.
    function: Option<String>,
}

/// The result of building a program.
#[derive(Debug)]
pub struct Build {
    /// The program, if it could be built.
    pub workshop: Result<Workshop, String>,
    /// What the compiler said, cut short; untrusted.
    pub messages: String,
}

/// Puts files where a sandbox sees them, and builds them if their language is one that is built.
///
/// # Errors
///
/// If the machine failed, not the program.
pub fn build(
    ready: &ReadySources<'_>,
    assignment: &Assignment,
    isolation: &Isolation,
) -> Result<Build, SystemError> {
    let language = ready.language;
    let folder = lay_out(ready).map_err(|error| SystemError(format!("a folder for a program: {error}")))?;
    let mut messages = String::new();
    if let Some(line) = &language.build {
        let (report, built) = compile(ready, line, folder.path(), assignment, isolation)?;
        let said = fixed([report.stdout, report.stderr_tail].concat(), folder.path());
        messages = excerpt(&said, MOST_MESSAGES);
        let (End::Exited(0), Some(content)) = (report.end, built) else {
            let workshop = Err(failure(report.end, assignment.build.wall, &language.name));
            return Ok(Build { workshop, messages });
        };
        let path = folder.path().join(&language.built);
        put(&path, &content).map_err(|error| SystemError(format!("a program that was built: {error}")))?;
    }
    let (argv, function) = command(language, assignment, &ready.main);
    let program = process::Program { argv, dir: folder.path().to_owned(), env: Vec::new() };
    let contained = Contained { program, isolation: isolation.clone(), bounds: assignment.run };
    let respondent = Respondent { contained, function };
    Ok(Build { workshop: Ok(Workshop { folder, respondent }), messages })
}

/// Why there is no program, for students to read.
fn failure(end: End, wall: Duration, language: &str) -> String {
    let why = match end {
        End::Exited(0) => "nothing came of it".to_owned(),
        End::Exited(status) => format!("it ended with status {status}"),
        End::WallOut => format!("it took more than {} s", wall.as_secs_f64()),
        End::MemoryOut => "it used too much memory".to_owned(),
        End::Signalled(signal) => format!("it ended by signal {signal}"),
        _ => "it used too much".to_owned(),
    };
    format!("building it as {language} failed: {why}; expected a program that is built without errors")
}

/// Writes the files where the user of the sandbox can read them.
fn lay_out(ready: &ReadySources<'_>) -> io::Result<TempDir> {
    let folder = temporary_folder()?;
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755))?;
    let harness = ready.language.harness.iter();
    let files = ready.files.iter().map(|(path, content)| (path.as_str(), content.as_slice()));
    for (path, content) in files.chain(harness.map(|(name, text)| (name.as_str(), text.as_bytes()))) {
        let path = Path::new(path);
        // Paths come plain from the intake; this is the second lock on the same door.
        if !path.components().all(|part| matches!(part, Component::Normal(_))) {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "a path that leads elsewhere"));
        }
        let full = folder.path().join(path);
        for inner in path.ancestors().skip(1).map(|inner| folder.path().join(inner)) {
            fs::create_dir_all(&inner)?;
            fs::set_permissions(&inner, Permissions::from_mode(0o755))?;
        }
        // A script may start any file that comes with it.
        put(&full, content)?;
    }
    Ok(folder)
}

fn put(path: &Path, content: &[u8]) -> io::Result<()> {
    fs::write(path, content)?;
    fs::set_permissions(path, Permissions::from_mode(0o755))
}

fn compile(
    ready: &ReadySources<'_>,
    line: &str,
    folder: &Path,
    assignment: &Assignment,
    isolation: &Isolation,
) -> Result<(process::Report, Option<Vec<u8>>), SystemError> {
    let built = &ready.language.built;
    let script = format!("OUT=\"$TMPDIR/{built}\"; export OUT; {line}");
    let program = process::Program {
        argv: ["sh", "-c", &script].map(OsString::from).to_vec(),
        dir: folder.to_owned(),
        env: vec![("MAIN".into(), ready.main.clone().into())],
    };
    let files = Files { given: Vec::new(), wanted: Some((built.clone(), assignment.build.file_bytes)) };
    let bounds = Bounds { stderr_bytes: 64 << 10, ..assignment.build };
    process::run_with_files(&program, isolation, b"", &bounds, &files)
        .map_err(|error| SystemError(error.to_string()))
}

/// The command of a language without the arguments of a question, and how those are written. A main program in
/// folders is a class of Java in its package.
fn command(language: &Language, assignment: &Assignment, main: &str) -> (Vec<OsString>, Option<String>) {
    let mut function = None;
    let name = main.rsplit_once('.').map_or(main, |(name, _)| name).replace('/', ".");
    let mut argv = Vec::new();
    for word in &language.run {
        match word.as_str() {
            "{args}" => {}
            "{call}" => function = Some(assignment.main.clone()),
            word => argv.push(word.replace("{main}", &name).replace("{file}", main).into()),
        }
    }
    (argv, function)
}

/// Arguments as a call of Octave, all of them strings.
fn as_call(function: &str, arguments: &[Argument]) -> String {
    let word = |argument: &Argument| match argument {
        Argument::Word(word) => format!("'{}'", word.replace('\'', "''")),
        Argument::Input => format!("'{SCRATCH}/input.txt'"),
        Argument::Output => format!("'{SCRATCH}/output.txt'"),
    };
    let words: Vec<String> = arguments.iter().map(word).collect();
    format!("{function}({})", words.join(","))
}

impl Workshop {
    /// The program, to be asked.
    pub fn respondent(&self) -> Respondent {
        self.respondent.clone()
    }

    /// The folder of the program.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }
}

impl Respondent {
    /// A command that gets the arguments of a question one by one.
    pub const fn new(contained: Contained) -> Self {
        Self { contained, function: None }
    }

    /// The same program, of whose standard error so many bytes are kept.
    #[must_use]
    pub const fn keeping_stderr(mut self, bytes: usize) -> Self {
        self.contained.bounds.stderr_bytes = bytes;
        self
    }

    /// Asks the program: what it left behind, and the most memory that it had in use at a time, in bytes. An answer
    /// that took all of its time took exactly that, plus the time that the machine kept it waiting. Folders have fixed names
    /// in what it says, wherever it ran.
    ///
    /// # Errors
    ///
    /// If it could not be started.
    pub fn ask(&self, call: &Call) -> Result<(Ended, u64), SpawnError> {
        let arguments = match &self.function {
            None => call.arguments.clone(),
            Some(function) => vec![Argument::Word(as_call(function, &call.arguments))],
        };
        let (mut ended, memory) = self.contained.run(&Call { arguments, ..call.clone() })?;
        ended.settle(call.wall);
        let folder = &self.contained.program.dir;
        ended.stdout = fixed(ended.stdout, folder);
        ended.stderr = fixed(ended.stderr, folder);
        Ok((ended, memory))
    }
}

impl Invoke for Respondent {
    fn invoke(&mut self, call: &Call) -> Result<Ended, SystemError> {
        ended(self.ask(call))
    }
}

/// What names begin with that compilers of C make for objects, and how many letters and digits follow.
const OBJECT: (&str, usize) = ("/cc", 6);

/// A text in which the folder of the program and those that it may write to have the names that they have in a box.
pub fn fixed(text: Vec<u8>, folder: &Path) -> Vec<u8> {
    // What names of folders begin with that this project makes for programs.
    let ours = format!("{}/plyground-", temp_dir().display());
    let folder = folder.to_string_lossy();
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    let text = replaced(text, ours.as_bytes(), |rest| {
        let length = ours.len() + rest[ours.len()..].iter().take_while(|byte| is_name(byte)).count();
        let is_program = rest.starts_with(folder.as_bytes());
        Some(if is_program { (folder.len(), BOX_FOLDER) } else { (length, BOX_SCRATCH) })
    });
    let object = format!("{BOX_SCRATCH}{}", OBJECT.0);
    replaced(text, object.as_bytes(), |rest| {
        let (random, rest) = rest[object.len()..].split_at_checked(OBJECT.1)?;
        let is_object = random.iter().all(u8::is_ascii_alphanumeric) && rest.starts_with(b".");
        is_object.then_some((object.len() + OBJECT.1, &*object))
    })
}

/// A text in which places that begin so are replaced: `with` gets the text from there on, and says how many bytes go
/// and what comes.
fn replaced<'a>(text: Vec<u8>, begin: &[u8], with: impl Fn(&[u8]) -> Option<(usize, &'a str)>) -> Vec<u8> {
    if !text.windows(begin.len()).any(|window| window == begin) {
        return text;
    }
    let (mut fixed, mut rest) = (Vec::with_capacity(text.len()), text.as_slice());
    while let Some((&first, others)) = rest.split_first() {
        if let Some((gone, word)) = rest.starts_with(begin).then(|| with(rest)).flatten() {
            fixed.extend_from_slice(word.as_bytes());
            rest = &rest[gone..];
        } else {
            fixed.push(first);
            rest = others;
        }
    }
    fixed
}
