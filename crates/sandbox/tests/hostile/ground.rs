//! Where hostile programs are run: a copy of them, another entrant's secret beside it, and means to find
//! what they leave behind.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Instant;

use plyground_sandbox::isolation::{Isolation, Level, Policy, probe};
use plyground_sandbox::process::{Program, settle};

use crate::{HANG, needs};

pub(crate) const SECRET: &str = "the moves of another entrant";

/// The variable that marks all processes of one run.
const MARK: &str = "HOSTILE_MARK";

/// One test at a time: each looks for what is left behind, and would find what others use.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

pub(crate) struct Ground {
    _alone: MutexGuard<'static, ()>,
    folder: tempfile::TempDir,
    isolations: Vec<Isolation>,
    compiled: bool,
}

impl Ground {
    pub(crate) fn new() -> Self {
        let alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = tempfile::tempdir().unwrap();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile/programs");
        let programs = folder.path().join("programs");
        fs::create_dir(&programs).unwrap();
        for entry in fs::read_dir(source).unwrap() {
            let path = entry.unwrap().path();
            fs::copy(&path, programs.join(path.file_name().unwrap())).unwrap();
        }
        fs::write(programs.join("not_a_program"), "3\n").unwrap();
        fs::set_permissions(programs.join("not_a_program"), fs::Permissions::from_mode(0o644)).unwrap();
        let other = folder.path().join("other");
        fs::create_dir(&other).unwrap();
        fs::write(other.join("secret"), SECRET).unwrap();
        for open in [folder.path(), &programs, &other] {
            fs::set_permissions(open, fs::Permissions::from_mode(0o755)).unwrap();
        }
        Self { _alone: alone, folder, isolations: isolations(), compiled: false }
    }

    /// With the programs in C, which are compiled once for all tests.
    pub(crate) fn compiled() -> Self {
        static BUILT: OnceLock<Option<Programs>> = OnceLock::new();
        let ground = Self::new();
        let built = BUILT.get_or_init(|| needs::program("cc").then(|| compile(&ground.programs())));
        for (name, program) in built.iter().flatten() {
            let path = ground.programs().join(name);
            fs::write(&path, program).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        }
        Self { compiled: built.is_some(), ..ground }
    }

    /// Tests at every level that works here, and that nothing is left behind.
    pub(crate) fn at_every_level(&self, test: impl Fn(&Self, &Isolation)) {
        for isolation in &self.isolations {
            test(self, isolation);
        }
        self.assert_clean();
    }

    /// What works here, the strongest first.
    pub(crate) fn isolations(&self) -> &[Isolation] {
        &self.isolations
    }

    pub(crate) fn programs(&self) -> PathBuf {
        self.folder.path().join("programs")
    }

    /// Another entrant's folder, with a secret in it.
    pub(crate) fn other(&self) -> PathBuf {
        self.folder.path().join("other")
    }

    /// Whether programs in C and Python can be run.
    pub(crate) fn can_run<S: AsRef<str>>(&self, argv: &[S]) -> bool {
        let first = argv.first().map_or("", AsRef::as_ref);
        let c = self.programs().join(format!("{first}.c")).exists();
        let python = Path::new(first).extension().is_some_and(|e| e == "py");
        (!c || self.compiled)
            && (!python || needs::available("python3", Path::new("/usr/bin/python3").exists()))
    }

    pub(crate) fn program<S: AsRef<str>>(&self, argv: &[S], mark: &str) -> Program {
        // Names of programs here are paths from their folder.
        let first = argv.first().map(|first| format!("./{}", first.as_ref()).into());
        let argv = first.into_iter().chain(argv.iter().skip(1).map(|word| word.as_ref().into())).collect();
        Program { argv, dir: self.programs(), env: vec![(MARK.into(), mark.into())] }
    }

    /// Asserts that no scratch folder of this process is left, that no program has changed, and that
    /// nothing was put beside them.
    pub(crate) fn assert_clean(&self) {
        assert!(settle(HANG));
        let own = format!("-{}-", std::process::id());
        let left: Vec<_> = fs::read_dir(std::env::temp_dir())
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .filter(|name| name.to_string_lossy().starts_with("plyground-"))
            .filter(|name| name.to_string_lossy().contains(&own))
            .collect();
        assert!(left.is_empty(), "{left:?}");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile/programs");
        for entry in fs::read_dir(self.programs()).unwrap() {
            let path = entry.unwrap().path();
            let original = source.join(path.file_name().unwrap());
            if original.exists() {
                assert_eq!(fs::read(&path).unwrap(), fs::read(&original).unwrap(), "{}", path.display());
            } else {
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                let known = name == "not_a_program" || source.join(format!("{name}.c")).exists();
                assert!(known, "{name} is new");
            }
        }
    }
}

/// A mark that no process has yet.
pub(crate) fn mark() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    format!("mark-{}-{}-", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

/// Looks for processes of a run. They are gone when it returns, but the kernel may take a while to forget them.
pub(crate) fn left_behind(mark: &str) -> Result<(), String> {
    let end = Instant::now() + HANG;
    loop {
        let left = processes_with(mark);
        match left.first() {
            None => return Ok(()),
            Some(left) if Instant::now() > end => return Err(format!("process {left}")),
            Some(_) => std::thread::sleep(std::time::Duration::from_millis(5)),
        }
    }
}

/// Processes with a mark in their environment or command, those that have ended left out.
pub(crate) fn processes_with(mark: &str) -> Vec<String> {
    let numbers = fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    let marked = numbers.filter(|path| {
        let found = ["environ", "cmdline"].into_iter().filter_map(|file| fs::read(path.join(file)).ok());
        found.into_iter().any(|text| text.windows(mark.len()).any(|window| window == mark.as_bytes()))
    });
    marked.map(|path| path.display().to_string()).collect()
}

/// Names and contents of programs.
type Programs = Vec<(PathBuf, Vec<u8>)>;

/// The programs that are written in C.
fn compile(programs: &Path) -> Programs {
    let sources = fs::read_dir(programs).unwrap().map(|entry| entry.unwrap().path());
    let sources = sources.filter(|path| path.extension().is_some_and(|e| e == "c"));
    let built = sources.map(|source| {
        let target = source.with_extension("");
        let run = Command::new("cc").args(["-O1", "-pthread", "-o"]).arg(&target).arg(&source).status();
        assert!(run.unwrap().success(), "{}", source.display());
        (target.file_name().unwrap().into(), fs::read(&target).unwrap())
    });
    built.collect()
}

/// One for every level that works here.
fn isolations() -> Vec<Isolation> {
    let policy = Policy { allow_root: true, trust_agents: true, ..Policy::default() };
    let found = Level::ALL.into_iter().filter_map(|level| {
        let isolation = probe(&Policy { strongest: level, ..policy.clone() }).ok()?;
        let works = isolation.level() == level;
        if !works {
            needs::skipped(&format!("level {level}, which does not work here"));
        }
        works.then_some(isolation)
    });
    found.collect()
}
