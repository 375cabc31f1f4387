//! Tournaments submitted to Slurm, as far as no Slurm is needed: an `sbatch` of our own writes down what it is
//! given. `makers/slurm` has a real one.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{Ran, ran};
use crate::tournament::{SEEDED, command, text};

/// Six games of some milliseconds, of three entrants.
fn quick() -> String {
    let (three, _) = SEEDED.rsplit_once("[[entrant]]").expect("entrants");
    three.replace("openings = 6", "openings = 1")
}

/// Writes down its arguments and its input, and gives a number of a job.
const WRITES_DOWN: &str = r#"#!/bin/sh
here=$(dirname "$0")
for word; do printf '%s\0' "$word"; done >"$here/arguments"
cat >"$here/script"
echo 4711
"#;

/// A temporary folder with an `sbatch`, and tournaments beside it.
struct Site(tempfile::TempDir);

impl Site {
    /// The script is written by a shell: a file that this process has open for writing cannot be run.
    fn new(sbatch: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let write = r#"mkdir "$0" && printf %s "$1" >"$0/sbatch" && chmod 755 "$0/sbatch""#;
        let bin = folder.path().join("bin");
        ran(Command::new("sh").args(["-c", write]).arg(bin).arg(sbatch)).done();
        Self(folder)
    }

    fn bin(&self) -> PathBuf {
        self.0.path().join("bin")
    }

    /// Runs this with the site's `sbatch`.
    fn with_path(&self, command: &mut Command) -> Ran {
        let path = std::env::var("PATH").unwrap_or_default();
        ran(command.env("PATH", format!("{}:{path}", self.bin().display())))
    }

    fn tournament(&self, name: &str, config: &str) -> PathBuf {
        let path = self.0.path().join(name);
        fs::create_dir(&path).expect("a folder");
        fs::write(path.join("tournament.toml"), config).expect("a file");
        text("plan", &path);
        path
    }

    /// What submitting writes, if all goes well; `words` come after the folder.
    fn submit(&self, folder: &Path, words: &str) -> String {
        self.with_path(&mut command(&format!("submit --slurm {words}"), folder)).done()
    }

    /// The arguments of the last `sbatch`, or its script.
    fn written(&self, name: &str) -> String {
        fs::read_to_string(self.bin().join(name)).expect("sbatch ran")
    }

    fn arguments(&self) -> Vec<String> {
        self.written("arguments").split_terminator('\0').map(str::to_owned).collect()
    }

    /// Runs the script as an element of the array does, in a folder that is not the tournament's.
    fn element(&self, share: u64) -> Ran {
        let mut element = Command::new("sh");
        element.arg(self.bin().join("script")).current_dir("/");
        ran(element.env("SLURM_ARRAY_TASK_ID", share.to_string()).env_remove("SLURM_CPUS_PER_TASK"))
    }
}

#[test]
fn elements_find_their_folder_under_any_name() {
    let site = Site::new(WRITES_DOWN);
    for name in [
        "two words",
        "it's \"so\" $HOME `id` $(id) ; exit 1 & !!",
        "a\n#SBATCH --array=9\nSCRIPT\nb",
        "100%j_%A%%a",
        "--array=9",
        "Größe\u{202e}\t1",
    ] {
        let path = site.tournament(name, &quick());
        let out = site.submit(&path, "--shards 2 -- --comment=two  words");
        assert_eq!(out, "job 4711: shares 1-2 of 2\n");
        // To Slurm, two percent signs are one.
        let files = format!("--output={}/slurm-%A_%a.out", path.display().to_string().replace('%', "%%"));
        let arguments = ["--parsable", "--no-requeue", "--job-name=plyground", "--array=1-2", &files];
        assert_eq!(site.arguments(), [&arguments[..], &["--comment=two", "", "words"]].concat());
        for share in [2, 1] {
            let out = site.element(share).done();
            assert!(out.starts_with(&format!("share {share}/2 is played: ")), "{out}");
        }
        assert_eq!(text("missing", &path), "", "{name:?}");
        assert_eq!(fs::read_dir(&path).expect("a folder").count(), 3, "settings, plan and records: {name:?}");
    }
}

#[test]
fn only_shares_with_games_to_play_are_submitted() {
    let site = Site::new(WRITES_DOWN);
    let path = site.tournament("league", &quick());
    // Six games leave shares of eight empty.
    assert_eq!(site.submit(&path, "--shards 8"), "job 4711: shares 1-6 of 8\n");
    assert_eq!(site.submit(&path, "--shards 4"), "job 4711: shares 1-4 of 4\n");
    for share in [2, 4] {
        site.element(share).done();
    }
    let submit = || site.with_path(&mut command("submit --slurm --shards 4", &path));
    let again = submit();
    let status = format!("when it has ended: plyground tournament status {}\n", path.display());
    assert_eq!((&*again.err, &*again.out), (&*status, "job 4711: shares 1,3 of 4\n"));
    assert!(site.arguments().contains(&"--array=1,3".to_owned()), "{:?}", site.arguments());
    // An element outside of the array finds nothing to do.
    site.element(5).refused(2);
    for share in [1, 3] {
        site.element(share).done();
    }
    fs::remove_file(site.bin().join("script")).expect("a file");
    let done = submit();
    let next = format!("next: plyground tournament standings {}\n", path.display());
    assert_eq!((&*done.err, &*done.out), (&*next, "every planned game has a result\n"));
    assert!(!site.bin().join("script").exists(), "nothing is submitted");
}

#[test]
fn rounds_that_follow_from_results_are_pointed_out() {
    let site = Site::new(WRITES_DOWN);
    let path = site.tournament("cup", &quick().replace("openings = 1", "openings = 1\nform = \"knockout\""));
    let submit = || site.with_path(&mut command("submit --slurm --shards 2", &path));
    let mut rounds = 0;
    loop {
        assert_eq!(submit().done(), "job 4711: shares 1-2 of 2\n");
        for share in [1, 2] {
            site.element(share).done();
        }
        rounds += 1;
        let played = submit();
        assert_eq!(played.out, "every planned game has a result\n");
        if played.err.starts_with("next: plyground tournament standings ") {
            break;
        }
        assert_eq!(played.err, format!("next: plyground tournament plan {}\n", path.display()));
        text("plan", &path);
        assert!(rounds < 20, "three entrants need few rounds");
    }
    assert!(rounds >= 2, "three entrants need two rounds");
}

#[test]
fn a_dry_run_prints_the_very_command() {
    let site = Site::new(WRITES_DOWN);
    for name in ["league", "it's\nSCRIPT\nSCRIPT_"] {
        let path = site.tournament(name, &quick());
        let words = "--shards 3 --isolation landlock -- --comment=$HOME";
        site.submit(&path, words);
        let submitted = (site.arguments(), site.written("script"));
        for file in ["arguments", "script"] {
            fs::remove_file(site.bin().join(file)).expect("a file");
        }
        let printed = site.submit(&path, &words.replace("--shards", "--dry-run --shards"));
        assert!(!site.bin().join("script").exists(), "a dry run submits nothing");
        assert_eq!(site.with_path(Command::new("sh").args(["-c", &printed])).done(), "4711\n");
        assert_eq!((site.arguments(), site.written("script")), submitted);
    }
}

#[test]
fn elements_use_the_processors_they_were_given() {
    let site = Site::new(WRITES_DOWN);
    let path = site.tournament("league", &quick());
    let words = |words: &str| {
        site.submit(&path, &format!("--shards 3{words}"));
        let script = site.written("script");
        let (_, words) = script.split_once("\"$SLURM_ARRAY_TASK_ID/3\"").expect("a share");
        words.to_owned()
    };
    assert_eq!(words(""), " --jobs \"${SLURM_CPUS_PER_TASK:-1}\"\n");
    assert_eq!(words(" --jobs 2"), " --jobs 2\n");
    assert_eq!(words(" --allow-root --trust-agents --jobs 1"), " --jobs 1 --allow-root --trust-agents\n");
    let limited = quick().replace("seed", "concurrency = 2\nseed");
    fs::write(path.join("tournament.toml"), limited).expect("a file");
    assert_eq!(words(""), "\n", "tournament.toml says how many");
}

#[test]
fn without_sbatch_nothing_is_left_behind() {
    let site = Site::new("");
    let path = site.tournament("league", &quick());
    let submit = || command("submit --slurm --shards 3", &path);
    let message = "plyground: sbatch: not found; expected a machine from which Slurm jobs are submitted \
                   (--dry-run prints the script)\n";
    assert_eq!(ran(submit().env("PATH", &path)).refused(2), message);
    // A folder of that name cannot be run.
    fs::create_dir(path.join("sbatch")).expect("a folder");
    let err = ran(submit().env("PATH", &path)).refused(2);
    assert!(err.starts_with("plyground: sbatch: Permission denied"), "{err}");
    fs::remove_dir(path.join("sbatch")).expect("a folder");
    assert_eq!(fs::read_dir(&path).expect("a folder").count(), 2, "settings and plan");
}

#[test]
fn output_of_sbatch_is_shown() {
    let submitted = |sbatch: &str| {
        let site = Site::new(&format!("#!/bin/sh\n{sbatch}\n"));
        let path = site.tournament("league", &quick());
        let ran = site.with_path(&mut command("submit --slurm --shards 3", &path));
        assert_eq!(fs::read_dir(&path).expect("a folder").count(), 2, "settings and plan: {sbatch}");
        ran
    };
    // It ends before it has read its input.
    let errors = r"sbatch: error: invalid partition: \033[31mx\nsbatch: error: failed\n";
    let refused = submitted(&format!("printf '{errors}' >&2; echo 12; exit 1"));
    let message = "plyground: sbatch failed; nothing is submitted\n\
                   plyground: sbatch: error: invalid partition: \\u{1b}[31mx\n\
                   plyground: sbatch: error: failed\n";
    assert_eq!(refused.refused(3), message);
    for (sbatch, last) in [
        ("exit 7", "plyground: exit status: 7"),
        ("kill -9 $$", "plyground: signal: 9 (SIGKILL)"),
        ("true", "plyground: sbatch: printed nothing; expected the number of a job: see squeue"),
    ] {
        assert_eq!(submitted(sbatch).refused(3).lines().last(), Some(last));
    }
    // Sites wrap it: warnings and greetings are no numbers of jobs.
    let wrapped = submitted("echo 'Welcome.'; echo '13;east'; echo 'sbatch: warning: no account' >&2");
    assert!(wrapped.err.starts_with("sbatch: warning: no account\nwhen it has ended: "), "{}", wrapped.err);
    assert_eq!(wrapped.done(), "job 13;east: shares 1-3 of 3\n");
}

#[test]
fn bad_usage_is_refused_before_anything_is_submitted() {
    let site = Site::new(WRITES_DOWN);
    let path = site.tournament("league", &quick());
    let refused = |words: &str, folder: &Path, expected: &str| {
        site.with_path(&mut command(words, folder)).refused_with(2, expected);
        assert!(!site.bin().join("script").exists(), "{words} submits");
    };
    let words = "submit --slurm --shards 3";
    refused(&format!("{words} --partition=x"), &path, "--partition");
    refused(words, &site.bin(), "tournament.toml: No such file or directory");
    fs::remove_file(path.join("plan.jsonl")).expect("a file");
    refused(words, &path, "nothing is planned yet; 'plyground tournament plan DIR' does it");
    text("plan", &path);
    let slashed = site.0.path().join("back\\slash");
    fs::rename(&path, &slashed).expect("a folder");
    refused(words, &slashed, "expected a path without a backslash");
    let latin = site.0.path().join(OsStr::from_bytes(b"Gr\xf6sse"));
    fs::rename(&slashed, &latin).expect("a folder");
    refused(words, &latin, "expected a path in UTF-8");
    let mut plan = fs::OpenOptions::new().append(true).open(latin.join("plan.jsonl")).expect("a file");
    plan.write_all(b"{}\n").expect("it is written");
    refused(words, &latin, "plan.jsonl: line ");
}
