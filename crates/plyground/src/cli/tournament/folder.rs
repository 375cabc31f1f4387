//! The folder of a tournament, as all subcommands are given it, and what they say when it cannot be read.

use std::path::PathBuf;

use plyground_arena::tournament::plan::PlanError;
use plyground_arena::tournament::{Folder, FolderError};

use crate::exit::Failure;
use crate::shown::{self, printable, word};

/// A folder given on the command line.
#[derive(clap::Args, Debug)]
pub(in crate::cli) struct FolderArg {
    /// The folder of the tournament
    #[arg(value_name = "DIR")]
    pub(in crate::cli) path: PathBuf,
}

impl FolderArg {
    /// Reads `tournament.toml`.
    pub(in crate::cli) fn open(&self) -> Result<Folder, Failure> {
        Folder::open(&self.path).map_err(failure)
    }

    pub(super) fn read(&self) -> Result<Folder, Failure> {
        let mut folder = self.open()?;
        folder.read().map_err(failure)?;
        Ok(folder)
    }

    /// Reads all that there is of a tournament whose games must have been planned.
    pub(in crate::cli) fn planned(&self) -> Result<Folder, Failure> {
        let folder = self.read()?;
        if folder.plan().is_none() { Err(plan_failure(PlanError::Missing)) } else { Ok(folder) }
    }

    /// A command on this folder, to be pasted into a shell.
    pub(super) fn command(&self, words: &str) -> String {
        format!("plyground tournament {words} {}", word(&self.path))
    }
}

/// Why a folder cannot be read, on one line: folders have any names.
pub(super) fn failure(error: FolderError) -> Failure {
    Failure::bad_input(match error {
        FolderError::File(path, error) => format!(
            "{}: {error}; expected the folder of a tournament; 'plyground tournament init DIR' begins one",
            shown::path(&path)
        ),
        FolderError::Config(path, problem) => {
            format!("{}: {}", shown::path(&path), printable(&problem.to_string()))
        }
        FolderError::Plan(error) => return plan_failure(error),
        error => printable(&error.to_string()),
    })
}

pub(super) fn plan_failure(error: PlanError) -> Failure {
    Failure::bad_input(match error {
        PlanError::Missing => "nothing is planned yet; 'plyground tournament plan DIR' does it".to_owned(),
        error => printable(&error.to_string()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_any_name_are_one_word_of_a_command() {
        let command = |path: &str| FolderArg { path: path.into() }.command("run");
        assert_eq!(command("class"), "plyground tournament run class");
        assert_eq!(command("my class"), "plyground tournament run 'my class'");
        assert_eq!(command("-x"), "plyground tournament run ./-x");
    }
}
