//! The games of a match as the folder of a tournament of two, which everything for tournaments reads.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use plyground_arena::file;
use plyground_arena::journal::Journal;
use plyground_arena::match_play::PlayedGame;
use plyground_arena::protocol::Protocol;
use plyground_arena::tournament::folder::WHOLE;
use plyground_arena::tournament::plan::Plan;
use plyground_arena::tournament::{CONFIG, Config, PLAN, RECORDS};
use plyground_sandbox::process::Program;

use super::{Args, Entered, RegisteredProgram};
use crate::exit::Failure;
use crate::shown;

/// Records wait no longer than this for others to be written together with them.
const WAIT: Duration = Duration::from_secs(1);

/// Records that are written together.
const TOGETHER: usize = 256;

/// A folder that games are written to.
pub(super) struct Folder {
    journal: Journal,
    lines: Vec<String>,
    written: Instant,
}

impl Folder {
    /// Makes the folder of a match between these players: what is to be played, all games, and none of them played yet.
    pub(super) fn make(
        path: &Path,
        args: &Args,
        players: &[Entered; 2],
        names: &[String; 2],
    ) -> Result<Self, Failure> {
        // Nothing of anybody's is overwritten.
        for path in [CONFIG, PLAN, RECORDS].map(|name| path.join(name)) {
            if fs::symlink_metadata(&path).is_ok() {
                let name = shown::path(&path);
                return Err(bad_input!("--out: {name}: exists; expected a folder without a tournament"));
            }
        }
        let text = config(args, players, names)?;
        let config = Config::parse(&text, path)
            .map_err(|error| bad_input!("--out: {}", shown::printable(&error.message)))?;
        let fail = |path: &Path, error| {
            bad_input!("--out: {}: {error}; expected a folder that can be written", shown::path(path))
        };
        let records = path.join(RECORDS);
        fs::create_dir_all(&records).map_err(|error| fail(&records, error))?;
        let (plan, _) = Plan::extend(&path.join(PLAN), &config, &[]).map_err(Failure::bad_input)?;
        let journal = Journal::open(&records.join(WHOLE), &plan.records_header(), &mut |_| Ok(()))
            .map_err(Failure::bad_input)?;
        // The file that makes it a tournament comes last.
        let file = path.join(CONFIG);
        file::write_atomically(&file, text.as_bytes()).map_err(|error| fail(&file, error))?;
        Ok(Self { journal, lines: Vec::new(), written: Instant::now() })
    }

    /// Keeps two games.
    pub(super) fn add(&mut self, games: &[PlayedGame; 2]) -> Result<(), Failure> {
        self.lines.extend(games.iter().filter_map(|game| Some(game.record.as_ref()?.to_line())));
        if self.lines.len() < TOGETHER && self.written.elapsed() < WAIT {
            return Ok(());
        }
        self.flush()
    }

    /// Writes what waits.
    pub(super) fn flush(&mut self) -> Result<(), Failure> {
        let written = self.journal.append(&self.lines).map(drop).map_err(Failure::bad_input);
        self.lines.clear();
        self.written = Instant::now();
        written
    }
}

/// The match as `tournament.toml`, which plans the same games.
fn config(args: &Args, players: &[Entered; 2], names: &[String; 2]) -> Result<String, Failure> {
    if i64::try_from(args.seed).is_err() {
        let (seed, most) = (args.seed, i64::MAX);
        return Err(bad_input!("--seed: found {seed}; expected at most {most} with --out"));
    }
    let mut text = format!(
        "# A match that 'plyground match --out' has kept.\n\nname = {}\ngame = {}\nopenings = {}\nopening_plies = {}\n\
         seed = {}\n",
        quoted(&format!("{} against {}", names[0], names[1]).chars().take(60).collect::<String>()),
        quoted(args.game.name()),
        args.games / 2,
        args.opening_rules().plies,
        args.seed
    );
    if let Some(time) = args.programs.time {
        // Nothing fails in memory, here and below.
        let _ = writeln!(text, "\n[limits]\ntime_ms = {}", time.as_millis());
    }
    if let Some([elo0, elo1]) = args.sprt {
        let (alpha, beta) = (args.alpha, args.beta);
        let _ =
            writeln!(text, "\n[sprt]\nelo0 = {elo0:?}\nelo1 = {elo1:?}\nalpha = {alpha:?}\nbeta = {beta:?}");
    }
    for (player, name) in players.iter().zip(names) {
        let _ = writeln!(text, "\n[[entrant]]\nname = {}", quoted(name));
        match player {
            Entered::Agent(spec) => {
                let _ = writeln!(text, "agent = {}", quoted(&spec.to_string()));
            }
            Entered::Program(RegisteredProgram { program: Program { argv, dir, .. }, protocol, .. }) => {
                let words: Vec<String> = argv.iter().map(|word| quoted(&word.to_string_lossy())).collect();
                let _ = writeln!(text, "command = [{}]", words.join(", "));
                // The file has nothing but text.
                let dir = dir.to_str().ok_or_else(|| {
                    bad_input!("--out: {}: expected a folder whose name is UTF-8", shown::path(dir))
                })?;
                let _ = writeln!(text, "dir = {}", quoted(dir));
                if *protocol == Protocol::Lines {
                    let _ = writeln!(text, "protocol = \"lines\"");
                }
            }
        }
    }
    Ok(text)
}

/// A string of TOML. Its escapes are those of JSON, and one character more needs them.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007F")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_of_toml_mean_what_they_did() {
        for text in ["", "a b", "\"quotes\" \\ 'more'", "\u{7f}\u{1}\n\t\u{e9}\u{1f600}"] {
            let table: toml::Table = format!("x = {}", quoted(text)).parse().expect("TOML");
            assert_eq!(table["x"].as_str(), Some(text));
        }
    }
}
