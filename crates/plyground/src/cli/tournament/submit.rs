//! `plyground tournament submit`: a tournament as a job array of Slurm.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io;
use std::num::NonZeroU64;
use std::path::Path;
use std::process::{Command, Stdio};

use plyground_arena::file;

use super::folder::FolderArg;
use super::missing::ranges;
use super::run::How;
use crate::exit::{Exit, Failure, Streams};
use crate::shown;

const EXAMPLES: &str = "Examples:
  plyground tournament submit class --slurm --shards 8 --dry-run -- --partition=teaching --time=60";

/// Have a cluster play the games: a job array, one element for each share
///
/// Only shares with games that have no result are submitted, so after a node was lost the same command does
/// the rest. The folder must be one that all nodes see. docs/scale-out.md has more, and other engines.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    folder: FolderArg,
    /// Submit to Slurm, the only engine that is known here
    #[arg(long, required = true)]
    slurm: bool,
    /// The number of shares
    #[arg(long, value_name = "N")]
    shards: NonZeroU64,
    /// Print the script and the command instead
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    how: How,
    /// Further options of `sbatch`, after --
    #[arg(last = true, value_name = "OPTION")]
    options: Vec<OsString>,
}

/// The name of the script in the folder.
const SCRIPT: &str = "slurm-array.sh";

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let folder = self.folder.open()?;
        let (plan, results) = folder.results()?;
        let shards = self.shards.get();
        let games = plan.games().iter().map(|game| game.id).filter(|&id| results.get(id).is_none());
        let missing: BTreeSet<u64> = games.map(|id| id % shards + 1).collect();
        if missing.is_empty() {
            return Ok(writeln!(streams.out, "every planned game has a result")?);
        }
        let path = std::path::absolute(folder.path)
            .map_err(|error| Failure::bad_input(format_args!("{}: {error}", shown::path(folder.path))))?;
        let program = std::env::current_exe()
            .map_err(|error| Failure::bad_input(format_args!("the program's own path: {error}")))?;
        let script = self.script(&program, &path)?;
        let script_path = path.join(SCRIPT);
        let mut arguments: Vec<OsString> = vec!["--parsable".into(), "--no-requeue".into()];
        arguments.push(format!("--array={}", ranges(&missing)).into());
        arguments.push(joined("--output=", &path.join("slurm-%A_%a.out")));
        arguments.extend(self.options.iter().cloned());
        arguments.push(script_path.clone().into());
        if self.dry_run {
            let words: Result<Vec<String>, Failure> =
                arguments.iter().map(|word| quoted(word.as_ref())).collect();
            write!(streams.out, "{script}")?;
            return Ok(writeln!(streams.out, "\n# sbatch {}", words?.join(" "))?);
        }
        file::write_atomically(&script_path, script.as_bytes())
            .map_err(|error| Failure::bad_input(format_args!("{}: {error}", shown::path(&script_path))))?;
        let sbatch = Command::new("sbatch").args(&arguments).stdin(Stdio::null()).output();
        let output = sbatch.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => Failure::bad_input(
                "sbatch: not found; expected a machine from which Slurm jobs are submitted (--dry-run prints the script)",
            ),
            _ => Failure::bad_input(format_args!("sbatch: {error}")),
        })?;
        if !output.status.success() {
            let said = shown::printable(String::from_utf8_lossy(&output.stderr).trim());
            return Err(Failure { exit: Exit::ProgramFailed, message: format!("sbatch: {said}") });
        }
        let job = String::from_utf8_lossy(&output.stdout);
        let job = shown::printable(job.trim());
        writeln!(streams.out, "job {job}: shares {} of {shards}", ranges(&missing))?;
        writeln!(streams.err, "when it has ended: {}", self.folder.command("status"))?;
        Ok(())
    }

    /// What each element of the array does. Every path is one word of the shell, whatever it holds.
    fn script(&self, program: &Path, folder: &Path) -> Result<String, Failure> {
        let [program, folder] = [quoted(program)?, quoted(folder)?];
        let options = self.how.words();
        Ok(format!(
            "#!/bin/sh\n\
             # One element of a job array plays one share; see docs/scale-out.md.\n\
             exec {program} tournament play {folder} --shard \"$SLURM_ARRAY_TASK_ID/{}\"{options}\n",
            self.shards
        ))
    }
}

fn joined(before: &str, path: &Path) -> OsString {
    let mut word = OsString::from(before);
    word.push(path);
    word
}

/// A path as one word of the shell.
fn quoted(path: &Path) -> Result<String, Failure> {
    let fail = |expected| Failure::bad_input(format_args!("{}: expected {expected}", shown::path(path)));
    let text = path.to_str().ok_or_else(|| fail("a path in UTF-8"))?;
    Ok(shlex::try_quote(text).map_err(|_| fail("a path without a zero byte"))?.into_owned())
}
