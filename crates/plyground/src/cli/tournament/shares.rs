//! `plyground tournament merge`, `missing` and `submit`: the games of several shares, and a job array of Slurm for them.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::{self, Write};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use plyground_arena::tournament::Folder;
use plyground_core::counted;

use super::folder::{FolderArg, failure};
use super::run::How;
use crate::exit::{Exit, Failure, Streams};
use crate::shown;

/// Put the games of all published shares, and of further files, into one file of records
///
/// Files of other machines are given by name. A game that is in several of them counts once; if it was
/// played differently in two, nothing is merged and the message names it.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  plyground tournament merge class
  plyground tournament merge class class/records/*.jsonl")]
pub(super) struct MergeArgs {
    #[command(flatten)]
    folder: FolderArg,
    /// Further files of records of the same tournament
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl MergeArgs {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let mut folder = self.folder.open()?;
        let merged = folder.merge(&self.files).map_err(failure)?;
        let missing = folder.games().len() - merged.games;
        Ok(writeln!(
            streams.out,
            "{}, {} of them new in the file of all; missing of the plan: {missing}",
            counted(merged.games, "game"),
            merged.new
        )?)
    }
}

/// List the planned games that have no result, or the shares that have such games
///
/// One line such as 0-7,12, nothing if there are none: what job arrays take.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  plyground tournament missing class
  plyground tournament missing class --shards 8")]
pub(super) struct MissingArgs {
    #[command(flatten)]
    folder: FolderArg,
    /// List shares, from 1, of so many
    #[arg(long, value_name = "N")]
    shards: Option<NonZeroU64>,
}

impl MissingArgs {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let folder = self.folder.planned()?;
        let games = missing(&folder);
        let missing: BTreeSet<u64> = match self.shards {
            None => games.collect(),
            Some(shards) => games.map(|id| id % shards + 1).collect(),
        };
        if !missing.is_empty() {
            writeln!(streams.out, "{}", ranges(&missing))?;
        }
        Ok(())
    }
}

/// The numbers of the games that have no result.
pub(super) fn missing(folder: &Folder) -> impl Iterator<Item = u64> {
    folder.games().iter().map(|game| game.id).filter(|&id| folder.results().get(id).is_none())
}

/// Numbers as ranges: 0-2,5.
pub(super) fn ranges(numbers: &BTreeSet<u64>) -> String {
    let mut ranges: Vec<[u64; 2]> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some([_, last]) if *last + 1 == number => *last = number,
            _ => ranges.push([number; 2]),
        }
    }
    let text = |&[first, last]: &[u64; 2]| {
        if first == last { first.to_string() } else { format!("{first}-{last}") }
    };
    ranges.iter().map(text).collect::<Vec<_>>().join(",")
}

/// Have a cluster play the games: a job array, one element for each share
///
/// Only shares with games that have no result are submitted, so after a node was lost the same command
/// does the rest. All nodes must see the folder and this program under the same paths. An element plays
/// one game at a time on each of its processors, unless --jobs or tournament.toml says otherwise.
/// 'plyground help scale-out' has more, and other engines.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  plyground tournament submit class --slurm --shards 8 --dry-run \\
      -- --partition=teaching --time=60")]
pub(super) struct SubmitArgs {
    #[command(flatten)]
    folder: FolderArg,
    /// Submit to Slurm, the only engine that is known here
    #[arg(long, required = true)]
    slurm: bool,
    /// The number of shares
    #[arg(long, value_name = "N")]
    shards: NonZeroU64,
    /// Print the command, with the script in it, instead of running it
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    how: How,
    /// Further options of `sbatch`, after --
    #[arg(last = true, value_name = "OPTION")]
    options: Vec<OsString>,
}

impl SubmitArgs {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let folder = self.folder.planned()?;
        let shards = self.shards.get();
        let missing: BTreeSet<u64> = missing(&folder).map(|id| id % shards + 1).collect();
        if missing.is_empty() {
            writeln!(streams.out, "every planned game has a result")?;
            let next = if folder.is_finished() { "standings" } else { "plan" };
            return Ok(writeln!(streams.err, "next: {}", self.folder.command(next))?);
        }
        let path = std::path::absolute(folder.path())
            .map_err(|error| bad_input!("{}: {error}", shown::path(folder.path())))?;
        let program =
            std::env::current_exe().map_err(|error| bad_input!("the program's own path: {error}"))?;
        let script = self.script(&program, &path, folder.config().concurrency.is_some())?;
        let arguments = self.arguments(&missing, &path)?;
        if self.dry_run {
            return Ok(writeln!(streams.out, "{}", pasted(&arguments, &script)?)?);
        }
        let job = number_of_job(&sbatch(&arguments, &script)?, streams)?;
        writeln!(streams.out, "job {job}: shares {} of {shards}", ranges(&missing))?;
        Ok(writeln!(streams.err, "when it has ended: {}", self.folder.command("status"))?)
    }

    /// The arguments of `sbatch`. The script comes by standard input, so nothing is left behind where it fails.
    fn arguments(&self, shares: &BTreeSet<u64>, folder: &Path) -> Result<Vec<OsString>, Failure> {
        let mut arguments: Vec<OsString> =
            ["--parsable", "--no-requeue", "--job-name=plyground"].map(OsString::from).into();
        let array = format!("--array={}", ranges(shares));
        let output = format!("--output={}", pattern(folder, "slurm-%A_%a.out")?);
        arguments.extend([array.into(), output.into()]);
        arguments.extend(self.options.iter().cloned());
        Ok(arguments)
    }

    /// The shell script of each element of the job array. Every path in it is quoted, so that it is one word.
    fn script(&self, program: &Path, folder: &Path, is_limited: bool) -> Result<String, Failure> {
        let [program, folder] = [quoted(program)?, quoted(folder)?];
        let options = self.how.words();
        // Where nothing confines an element to its processors, a trial would find those of the whole node.
        let is_limited = is_limited || self.how.jobs.is_some();
        let jobs = if is_limited { "" } else { " --jobs \"${SLURM_CPUS_PER_TASK:-1}\"" };
        Ok(format!(
            "#!/bin/sh\n\
             # One element of a job array plays one share; see 'plyground help scale-out'.\n\
             exec {program} tournament play {folder} --shard \"$SLURM_ARRAY_TASK_ID/{}\"{jobs}{options}\n",
            self.shards
        ))
    }
}

/// Runs `sbatch` and gives it the script.
fn sbatch(arguments: &[OsString], script: &str) -> Result<Output, Failure> {
    let fail = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => Failure::bad_input(
            "sbatch: not found; expected a machine from which Slurm jobs are submitted (--dry-run prints the script)",
        ),
        _ => bad_input!("sbatch: {error}"),
    };
    let mut command = Command::new("sbatch");
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(fail)?;
    if let Some(mut input) = child.stdin.take() {
        // It fits into the pipe. If `sbatch` refuses the options, it may not read the script, but it says why.
        match input.write_all(script.as_bytes()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => return Err(fail(error)),
            _ => {}
        }
    }
    child.wait_with_output().map_err(fail)
}

/// What `sbatch --parsable` has printed: the number of the job, and its cluster if there are several.
fn number_of_job(output: &Output, streams: &mut Streams<'_>) -> Result<String, Failure> {
    let failed = |message| Failure { exit: Exit::ProgramFailed, message };
    let lines = |bytes: &[u8]| -> Vec<String> {
        let text = String::from_utf8_lossy(bytes);
        text.lines().map(str::trim_end).filter(|line| !line.is_empty()).map(shown::printable).collect()
    };
    let said = lines(&output.stderr);
    if !output.status.success() {
        let cause = if said.is_empty() { output.status.to_string() } else { said.join("\n") };
        return Err(failed(format!("sbatch failed; nothing is submitted\n{cause}")));
    }
    for line in said {
        writeln!(streams.err, "{line}")?;
    }
    let job = lines(&output.stdout).pop();
    job.ok_or_else(|| failed("sbatch: printed nothing; expected the number of a job: see squeue".to_owned()))
}

/// The command with its script, to be pasted into a shell.
fn pasted(arguments: &[OsString], script: &str) -> Result<String, Failure> {
    let words: Result<Vec<String>, Failure> = arguments.iter().map(|word| quoted(word.as_ref())).collect();
    let mut end = "SCRIPT".to_owned();
    // A folder's name may have any lines.
    while script.lines().any(|line| line == end) {
        end.push('_');
    }
    Ok(format!("sbatch {} <<'{end}'\n{script}{end}", words?.join(" ")))
}

/// A file in a folder, as Slurm's options name it. A percent sign begins a pattern there, so it is doubled. A backslash
/// anywhere makes Slurm ignore all patterns, so it is refused.
fn pattern(folder: &Path, file: &str) -> Result<String, Failure> {
    let folder_text = utf8(folder)?;
    if folder_text.contains('\\') {
        let name = shown::path(folder);
        let expected = "expected a path without a backslash, which Slurm would take for a command";
        return Err(bad_input!("{name}: {expected}"));
    }
    Ok(format!("{}/{file}", folder_text.trim_end_matches('/').replace('%', "%%")))
}

fn utf8(path: &Path) -> Result<&str, Failure> {
    path.to_str().ok_or_else(|| bad_input!("{}: expected a path in UTF-8", shown::path(path)))
}

/// A path as one word of the shell.
fn quoted(path: &Path) -> Result<String, Failure> {
    let quoted = shlex::try_quote(utf8(path)?).map(Into::into);
    quoted.map_err(|_| bad_input!("{}: expected a path without a zero byte", shown::path(path)))
}
