//! Which way of keeping programs apart is taken: the strongest that is found to work by trying it.

use std::env;
use std::fmt;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::{Cgroups, Isolation, Level, Means, Obstacle};
use crate::process::{Bounds, End, Program, empty_folder, run_once};

/// Parts of a system that programs, interpreters and libraries need, and that hold nothing of users.
const SYSTEM: &[&str] = &[
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/nix/store",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/ssl/openssl.cnf",
];

/// What the caller allows. The default allows nothing that weakens a box.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Policy {
    /// Start programs though the caller is root, as in a container. Each then runs as a separate user that has no
    /// rights, or as root if they are trusted and nothing better works.
    pub allow_root: bool,
    /// The programs are trusted: run them bounded but not kept apart, if nothing better works.
    pub trust_agents: bool,
    /// Nothing stronger than this is tried.
    pub strongest: Level,
    /// Nothing weaker than this is tried.
    pub weakest: Level,
    /// Where `bwrap` is; if `None`, it is looked for in `PATH`.
    pub bwrap: Option<PathBuf>,
    /// Further files and folders that programs may read, such as an interpreter installed apart from
    /// the system. Absolute paths; what does not exist is left out.
    pub readable: Vec<PathBuf>,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            allow_root: false,
            trust_agents: false,
            strongest: Level::BwrapCgroup,
            weakest: Level::None,
            bwrap: None,
            readable: Vec::new(),
        }
    }
}

/// Why programs are not run: for every level that was tried, what was missing.
#[derive(Debug)]
pub struct Refusal {
    /// Each level and what kept it from working, the strongest first; empty if the caller is root.
    pub reasons: Vec<(Level, Obstacle)>,
    /// The weakest level that would have done.
    pub weakest: Level,
}

impl Refusal {
    /// What would make a box work here, if it is known.
    pub fn remedy(&self) -> Option<String> {
        let boxes = self.reasons.iter().filter(|(level, _)| *level >= Level::Bwrap);
        boxes.map(|(_, obstacle)| obstacle).find_map(Obstacle::remedy)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.reasons.is_empty() {
            return f.write_str(
                "programs are not run by root: be an ordinary user, or allow root (in a container); \
                 they then run as an unprivileged user",
            );
        }
        let (which, other) = match self.weakest {
            Level::None => (String::new(), "trust the programs if you know them all"),
            weakest => (format!(" that is at least {weakest}"), "allow a weaker level"),
        };
        write!(f, "no way of keeping programs apart{which} works here:")?;
        for (level, reason) in &self.reasons {
            write!(f, "\n  {level}: {reason}")?;
        }
        let remedy = self.remedy().unwrap_or_else(|| "mend one of these".to_owned());
        write!(f, "\n{remedy}, or {other}")
    }
}

impl std::error::Error for Refusal {}

/// Finds the strongest isolation that `policy` allows and that works here, by running a program that
/// tries to get out. It takes some milliseconds; one result serves any number of programs.
///
/// # Errors
///
/// If none works and programs are not trusted, or if the caller is root and that is not allowed.
pub fn probe(policy: &Policy) -> Result<Isolation, Refusal> {
    let root = rustix::process::geteuid().is_root();
    if root && !policy.allow_root {
        return Err(Refusal { reasons: Vec::new(), weakest: policy.weakest });
    }
    let readable = readable(policy);
    let mut reasons = Vec::new();
    let is_wanted = |level: &Level| (policy.weakest..=policy.strongest).contains(level);
    for level in Level::ALL.into_iter().filter(is_wanted) {
        let found = means(level, policy).and_then(|means| {
            let isolation = Isolation::new(means, root && level != Level::None, readable.clone());
            attempt(&isolation).map(|()| isolation)
        });
        match found {
            Ok(isolation) => return Ok(isolation),
            Err(reason) => reasons.push((level, reason)),
        }
    }
    Err(Refusal { reasons, weakest: policy.weakest })
}

fn means(level: Level, policy: &Policy) -> Result<Means, Obstacle> {
    let bwrap = || policy.bwrap.clone().or_else(find_bwrap).ok_or(Obstacle::NoBwrap);
    match level {
        Level::BwrapCgroup => Ok(Means::Bwrap { bwrap: bwrap()?, cgroups: Some(Cgroups::find()?) }),
        Level::Bwrap => Ok(Means::Bwrap { bwrap: bwrap()?, cgroups: None }),
        Level::Landlock => Ok(Means::Landlock),
        Level::None if policy.trust_agents => Ok(Means::None),
        Level::None => Err(Obstacle::NotTrusted),
    }
}

/// The version of the `bwrap` that boxes are made with, as it says itself: `0.8.0`. `None` if there is none.
pub fn bwrap_version() -> Option<String> {
    let output =
        Command::new(find_bwrap()?).arg("--version").env_clear().stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    text.trim().strip_prefix("bubblewrap ").map(str::to_owned)
}

fn find_bwrap() -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let usual = ["/usr/bin", "/usr/local/bin", "/bin"].map(PathBuf::from);
    let mut places = env::split_paths(&path).filter(|place| place.is_absolute()).chain(usual);
    places.find_map(|place| Some(place.join("bwrap")).filter(|file| file.is_file()))
}

/// What exists of the system's parts and of those that the caller adds. Java keeps settings that it
/// cannot do without in folders named after its version.
fn readable(policy: &Policy) -> Vec<PathBuf> {
    let settings = fs::read_dir("/etc").into_iter().flatten().flatten().map(|entry| entry.path());
    let java =
        |path: &PathBuf| path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"java"));
    let mut all: Vec<PathBuf> = SYSTEM.iter().map(PathBuf::from).chain(settings.filter(java)).collect();
    all.extend(policy.readable.iter().filter(|path| path.is_absolute()).cloned());
    all.retain(|path| path.exists());
    all
}

/// Tries to read a file of the caller's and to write to the system's, and says what could be done.
const ESCAPE: &str = r#"
cat "$1" 2>/dev/null && exit 3
echo x >/usr/plyground-probe && exit 4
echo x >"$TMPDIR/probe" || exit 5
echo inside
"#;

fn attempt(isolation: &Isolation) -> Result<(), Obstacle> {
    let folder = empty_folder().map_err(Obstacle::file(env::temp_dir()))?;
    let secret = folder.path().join("secret");
    let entrant = folder.path().join("entrant");
    let made = fs::create_dir(&entrant)
        .and_then(|()| fs::write(&secret, "secret"))
        // Programs may run as another user than the caller.
        .and_then(|()| fs::set_permissions(&entrant, fs::Permissions::from_mode(0o755)));
    made.map_err(Obstacle::file(folder.path()))?;
    let script = if isolation.level() == Level::None { "echo inside" } else { ESCAPE };
    let argv = ["/bin/sh".into(), "-c".into(), script.into(), "sh".into(), secret.into()].to_vec();
    let program = Program { argv, dir: entrant, env: Vec::new() };
    let bounds = Bounds { wall: Duration::from_secs(10), file_bytes: 1 << 20, ..Bounds::default() };
    let report = run_once(&program, isolation, b"", &bounds).map_err(Obstacle::NotStarted)?;
    match report.end {
        End::Exited(0) if report.stdout == b"inside\n" => Ok(()),
        End::Exited(3) => Err(Obstacle::ReadsOutside),
        End::Exited(4) => Err(Obstacle::WritesOutside),
        End::Exited(5) => Err(Obstacle::NoScratch),
        end => {
            let said = String::from_utf8_lossy(&report.stderr_tail).trim().escape_debug().to_string();
            Err(Obstacle::Ended(end, said))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::SpawnError;

    #[test]
    fn untrusted_programs_are_not_run_unprotected() {
        let policy = Policy { strongest: Level::None, allow_root: true, ..Policy::default() };
        let refusal = probe(&policy).unwrap_err();
        assert!(matches!(refusal.reasons[..], [(Level::None, Obstacle::NotTrusted)]), "{refusal}");
        let trusting = Policy { trust_agents: true, ..policy };
        assert_eq!(probe(&trusting).unwrap().level(), Level::None);
    }

    #[test]
    fn nothing_weaker_than_demanded_is_tried() {
        let policy = Policy {
            allow_root: true,
            trust_agents: true,
            weakest: Level::Bwrap,
            bwrap: Some("/missing/bwrap".into()),
            ..Policy::default()
        };
        let refusal = probe(&policy).unwrap_err();
        let levels: Vec<Level> = refusal.reasons.iter().map(|(level, _)| *level).collect();
        assert_eq!(levels, [Level::BwrapCgroup, Level::Bwrap]);
        let text = refusal.to_string();
        let begin = "no way of keeping programs apart that is at least bwrap works here:";
        assert!(text.starts_with(begin), "{text}");
        assert!(text.ends_with("install bubblewrap, or allow a weaker level"), "{text}");
    }

    #[test]
    fn the_remedy_is_one_for_what_keeps_boxes_from_working() {
        let said =
            |text: &str| Obstacle::NotStarted(SpawnError::Isolation(Level::Bwrap, format!("bwrap: {text}")));
        for (obstacle, remedy) in [
            (
                Obstacle::NoBwrap,
                "  bwrap: bwrap is not installed\ninstall bubblewrap, or allow a weaker level",
            ),
            (said("No such file or directory (os error 2)"), "\ninstall bubblewrap, or "),
            (said("Unknown option --disable-userns"), "\ninstall bubblewrap 0.8 or newer, or "),
            (said("No permissions to creating new namespace, likely because"), "\nallow user namespaces by "),
            (said("setting up uid map: Permission denied"), "\nallow user namespaces by "),
            (said("Can't find source path /x: Permission denied"), "\nmend one of these, or "),
            (Obstacle::NotDelegated("memory"), "\nmend one of these, or "),
        ] {
            let text = Refusal { reasons: vec![(Level::Bwrap, obstacle)], weakest: Level::Bwrap }.to_string();
            assert!(text.contains(remedy), "{text}");
        }
    }

    #[test]
    fn root_is_refused_unless_allowed() {
        let refused = probe(&Policy { trust_agents: true, ..Policy::default() });
        if rustix::process::geteuid().is_root() {
            let refusal = refused.unwrap_err();
            assert!(refusal.to_string().starts_with("programs are not run by root: "), "{refusal}");
        } else {
            assert!(!refused.unwrap().is_root);
        }
    }

    #[test]
    fn without_bwrap_weaker_levels_are_tried() {
        let policy = Policy { allow_root: true, bwrap: Some("/missing/bwrap".into()), ..Policy::default() };
        match probe(&policy) {
            Err(refusal) => {
                let levels: Vec<Level> = refusal.reasons.iter().map(|(level, _)| *level).collect();
                assert_eq!(levels, Level::ALL);
                let last = "\ninstall bubblewrap, or trust the programs if you know them all";
                assert!(refusal.to_string().ends_with(last), "{refusal}");
            }
            Ok(isolation) => assert_eq!(isolation.level(), Level::Landlock),
        }
    }
}
