//! The folder of a solve job: its plan and its journals.

use std::path::{Path, PathBuf};

use plyground::{Failure, bad_input, shown};
use plyground_arena::file;
use plyground_arena::job::Share;

use super::work::ValueOf;

const PLAN: &str = "job.json";

/// The longest plan that is read, in bytes.
const MOST_PLAN: u64 = 64 << 10;

/// What names of journals begin and end with.
const JOURNAL: (&str, &str) = ("journal-", ".jsonl");

/// What was found by now: a folder given on the command line, and journals from elsewhere.
#[derive(clap::Args, Debug)]
pub(super) struct FoundArgs {
    #[command(flatten)]
    pub(super) folder: FolderArg,
    /// Journals from elsewhere, beside those of the folder
    journals: Vec<PathBuf>,
}

impl FoundArgs {
    pub(super) fn journals(&self) -> Result<Vec<PathBuf>, Failure> {
        let mut journals = self.folder.journals()?;
        journals.extend_from_slice(&self.journals);
        Ok(journals)
    }
}

/// A folder given on the command line.
#[derive(clap::Args, Debug)]
pub(super) struct FolderArg {
    /// The folder of the job
    #[arg(value_name = "DIR")]
    path: PathBuf,
}

impl FolderArg {
    /// The command that does this to the folder, for a shell.
    pub(super) fn command(&self, name: &str) -> String {
        format!("plyground-lab solve-job {name} {}", shown::word(&self.path))
    }

    pub(super) fn plan(&self) -> PathBuf {
        self.path.join(PLAN)
    }

    /// Begins a job. The same plan once more changes nothing.
    pub(super) fn begin(&self, of: &ValueOf) -> Result<(), Failure> {
        let path = self.plan();
        let failed = |path: &Path, error: std::io::Error| {
            bad_input!("{}: {error}; expected a place for files", shown::path(path))
        };
        std::fs::create_dir_all(&self.path).map_err(|error| failed(&self.path, error))?;
        if path.exists() {
            if self.open()? == *of {
                return Ok(());
            }
            let name = shown::path(&path);
            return Err(bad_input!("{name}: another job; expected an empty folder"));
        }
        file::write_atomically(&path, of.to_text().as_bytes()).map_err(|error| failed(&path, error))
    }

    /// The job of the folder.
    pub(super) fn open(&self) -> Result<ValueOf, Failure> {
        let path = self.plan();
        let name = shown::path(&path);
        let text = file::read_text(&path, MOST_PLAN).map_err(|error| {
            let remedy = "expected the folder of a job; 'plyground-lab solve-job plan DIR' begins one";
            bad_input!("{name}: {error}; {remedy}")
        })?;
        ValueOf::parse(&text).map_err(|problem| bad_input!("{name}: {}", shown::printable(&problem)))
    }

    pub(super) fn journal(&self, share: Share) -> PathBuf {
        let (start, end) = JOURNAL;
        self.path.join(format!("{start}{}{end}", share.to_string().replace('/', "-of-")))
    }

    /// All journals of the folder, sorted.
    pub(super) fn journals(&self) -> Result<Vec<PathBuf>, Failure> {
        let failed = |error: std::io::Error| {
            bad_input!("{}: {error}; expected a readable folder", shown::path(&self.path))
        };
        let mut journals = Vec::new();
        for entry in std::fs::read_dir(&self.path).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name();
            let (start, end) = JOURNAL;
            if name.to_str().is_some_and(|name| name.starts_with(start) && name.ends_with(end)) {
                journals.push(entry.path());
            }
        }
        journals.sort();
        Ok(journals)
    }
}
