//! The folder of a tournament, as all subcommands see it.

use std::path::{Path, PathBuf};

use plyground_arena::file;
use plyground_arena::journal::Journal;
use plyground_arena::tournament::plan::{Plan, PlanError};
use plyground_arena::tournament::records::{Results, published};
use plyground_arena::tournament::{CONFIG, Config, PLAN, RECORDS};
use plyground_league::record::GameRecord;

use crate::exit::Failure;
use crate::shown;
pub(in crate::cli) use crate::shown::word;

/// The longest `tournament.toml` that is read, in bytes.
const MOST_CONFIG: u64 = 4 << 20;

/// A folder given on the command line.
#[derive(clap::Args, Debug)]
pub(in crate::cli) struct FolderArg {
    /// The folder of the tournament
    #[arg(value_name = "DIR")]
    pub(in crate::cli) path: PathBuf,
}

/// A tournament as far as it has been read.
pub(in crate::cli) struct Folder<'a> {
    pub(super) path: &'a Path,
    pub(in crate::cli) config: Config,
}

impl FolderArg {
    /// Reads `tournament.toml`.
    pub(in crate::cli) fn open(&self) -> Result<Folder<'_>, Failure> {
        let path = self.path.join(CONFIG);
        let name = shown::path(&path);
        let text = file::read_text(&path, MOST_CONFIG).map_err(|error| {
            let remedy = "expected the folder of a tournament; 'plyground tournament init DIR' begins one";
            Failure::bad_input(format_args!("{name}: {error}; {remedy}"))
        })?;
        // Programs are started in folders of their own, so that relative paths would lead elsewhere.
        let folder = std::path::absolute(&self.path).unwrap_or_else(|_| self.path.clone());
        let config = Config::parse(&text, &folder).map_err(|error| {
            Failure::bad_input(format_args!("{name}: {}", shown::printable(&error.to_string())))
        })?;
        Ok(Folder { path: &self.path, config })
    }

    /// A command on this folder, to be pasted into a shell.
    pub(super) fn command(&self, words: &str) -> String {
        format!("plyground tournament {words} {}", word(&self.path))
    }
}

impl Folder<'_> {
    pub(super) fn plan_path(&self) -> PathBuf {
        self.path.join(PLAN)
    }

    pub(super) fn records(&self) -> PathBuf {
        self.path.join(RECORDS)
    }

    /// Whether this is a file of the tournament: what was planned, or played.
    pub(super) fn has(&self, path: &Path) -> Result<bool, Failure> {
        let mut files = published(&self.records()).map_err(Failure::bad_input)?;
        files.extend([self.path.join(CONFIG), self.plan_path()]);
        Ok(files.iter().any(|own| file::is_same(own, path)))
    }

    /// The plan, which must be there.
    pub(super) fn plan(&self) -> Result<Plan, Failure> {
        Plan::read(&self.plan_path(), &self.config).map_err(plan_failure)
    }

    /// The plan and what has been played.
    pub(in crate::cli) fn results(&self) -> Result<(Plan, Results), Failure> {
        let plan = self.plan()?;
        let results = Results::read(&self.records(), &plan, &self.config).map_err(records_failure)?;
        Ok((plan, results))
    }

    /// Whether every game has a result and no further rounds follow from them.
    pub(in crate::cli) fn is_done(&self, plan: &Plan, results: &Results) -> bool {
        let known: Vec<_> = results.iter().copied().collect();
        let planned = plan.games().len();
        results.len() == planned && self.config.schedule.plan(&known).games.len() == planned
    }

    /// Gives `each` every record that counts, in the order of the games' numbers.
    pub(super) fn each_record(&self, each: &mut dyn FnMut(GameRecord)) -> Result<(), Failure> {
        let plan = self.plan()?;
        let mut lines: Vec<(u64, String)> = Vec::new();
        for path in published(&self.records()).map_err(records_failure)? {
            Journal::read(&path, &plan.records_header(), &mut |line| {
                let record = GameRecord::from_line(line).map_err(|error| error.to_string())?;
                if let (Ok(id), true) = (record.id.parse(), record.counts()) {
                    lines.push((id, line.to_owned()));
                }
                Ok(())
            })
            .map_err(records_failure)?;
        }
        lines.sort();
        lines.dedup_by_key(|(id, _)| *id);
        for (_, line) in lines {
            if let Ok(record) = GameRecord::from_line(&line) {
                each(record);
            }
        }
        Ok(())
    }
}

pub(super) fn plan_failure(error: PlanError) -> Failure {
    Failure::bad_input(match error {
        PlanError::Missing => "nothing is planned yet; 'plyground tournament plan DIR' does it".to_owned(),
        error => shown::printable(&error.to_string()),
    })
}

/// Why records cannot be counted, on one line: folders have any names.
pub(super) fn records_failure(error: impl std::fmt::Display) -> Failure {
    Failure::bad_input(shown::printable(&error.to_string()))
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
