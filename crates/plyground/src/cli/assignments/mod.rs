//! `plyground assignments`: the courses' assignments, and what runs each of them here.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use clap::builder::PossibleValuesParser;
use plyground_arena::file;
use plyground_courses::engine::assignment::{Assignment, FILE};
use plyground_courses::engine::course::CourseInfo;
use plyground_courses::engine::diagnose::MistakeText;
use plyground_courses::engine::task::TaskKind;
use serde_json::{Value, json};

use crate::arguments::seed;
use crate::exit::{Failure, Streams};
use crate::present::json;
use crate::shown::{self, printable, word};

/// List the assignments with the programs that answer them
///
/// JSON: an array with, for each assignment, `name`, `game`, `about`, `program` and `usage` (an array
/// of command lines).
#[derive(clap::Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = "Examples:
  plyground assignments
  plyground assignments --json
  plyground assignments new autumn --from comp3608
  plyground assignments public autumn --out autumn-public
  plyground assignments mistakes comp3608")]
pub(super) struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand, Debug)]
enum Command {
    New(NewArgs),
    Public(PublicArgs),
    Mistakes(MistakesArgs),
}

/// The longest `assignment.toml` that is read, in bytes.
const MOST_DATA: u64 = 1 << 20;

/// The text of an assignment that is built in.
fn built_in(name: &str) -> Option<&'static str> {
    TaskKind::from_name(name).map(|kind| kind.info.file)
}

pub(super) fn built_in_name(name: &Path) -> Option<&str> {
    name.to_str().filter(|word| built_in(word).is_some())
}

/// An assignment by the name of one that is built in, or by the path of its file or folder.
pub(super) fn open(name: &Path) -> Result<Assignment, Failure> {
    Ok(open_with_text(name)?.0)
}

/// The same, and the text of its file.
pub(super) fn open_with_text(name: &Path) -> Result<(Assignment, String), Failure> {
    let (place, text) = match name.to_str().and_then(|word| Some((word, built_in(word)?))) {
        Some((word, text)) => (word.to_owned(), text.to_owned()),
        None => read(name).map(|(path, text)| (shown::path(&path), text))?,
    };
    let error = |error| bad_input!("{place}: {}", printable(&format!("{error}")));
    Ok((Assignment::parse(&text).map_err(error)?, text))
}

/// Writes the file of an assignment into a folder that has none, and says where it is.
fn write_new(folder: &Path, text: &str, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let path = folder.join(FILE);
    let place = shown::path(&path);
    if fs::symlink_metadata(&path).is_ok() {
        return Err(bad_input!("{place}: exists; expected a folder without one"));
    }
    fs::create_dir_all(folder)
        .and_then(|()| file::write_atomically(&path, text.as_bytes()))
        .map_err(|error| bad_input!("{place}: {error}"))?;
    Ok(writeln!(streams.out, "{place}")?)
}

/// The file of an assignment and its text, by the path of the file or of its folder.
fn read(name: &Path) -> Result<(PathBuf, String), Failure> {
    let path =
        if fs::metadata(name).is_ok_and(|found| found.is_dir()) { name.join(FILE) } else { name.into() };
    let place = shown::path(&path);
    let text = file::read_text(&path, MOST_DATA).map_err(|error| {
        let names = TaskKind::names().join(", ");
        let remedy = "'plyground assignments new DIR' makes one";
        bad_input!("{place}: {error}; expected one of {names}, or a folder with {FILE}; {remedy}")
    })?;
    Ok((path, text))
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        match &self.command {
            Some(Command::New(args)) => return args.run(streams),
            Some(Command::Public(args)) => return args.run(streams),
            Some(Command::Mistakes(args)) => return args.run(streams),
            None => {}
        }
        if self.json {
            let object = |kind: &TaskKind| {
                let CourseInfo { name, about, program, usage, file: _ } = kind.info;
                json!({
                    "name": name,
                    "game": kind.game().name(),
                    "about": about,
                    "program": program,
                    "usage": usage,
                })
            };
            return Ok(json::write(streams.out, &TaskKind::all().iter().map(object).collect::<Value>())?);
        }
        for (i, kind) in TaskKind::all().iter().enumerate() {
            if i > 0 {
                writeln!(streams.out)?;
            }
            let info = kind.info;
            writeln!(streams.out, "{}: {}", info.name, kind.game().name())?;
            writeln!(streams.out, "  {}", info.about)?;
            for usage in info.usage {
                writeln!(streams.out, "    {usage}")?;
            }
        }
        Ok(())
    }
}

/// Make a folder with a commented assignment.toml to change and to mark with
///
/// Its hidden cases are its own: they come from a seed that nobody else knows.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  plyground assignments new winter --from cs3243")]
struct NewArgs {
    /// The folder to make
    #[arg(value_name = "DIR")]
    path: PathBuf,
    /// The assignment to begin with
    #[arg(long, value_name = "NAME", default_value = "comp3608", value_parser = PossibleValuesParser::new(TaskKind::names()))]
    from: String,
    /// The seed of the hidden cases [default: drawn by lot]
    #[arg(long, value_name = "N", value_parser = seed)]
    seed: Option<u64>,
}

impl NewArgs {
    fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let text = built_in(&self.from).unwrap_or_default();
        let seed = self.seed.map_or_else(lot, Ok)?;
        let text: String = text
            .lines()
            .map(|line| match line.strip_prefix("hidden_seed = ") {
                Some(_) => format!("hidden_seed = {seed}\n"),
                None => format!("{line}\n"),
            })
            .collect();
        write_new(&self.path, &text, streams)?;
        Ok(writeln!(streams.err, "next: plyground mark {} SUBMISSIONS --list", word(&self.path))?)
    }
}

/// A seed that nobody can guess, small enough for TOML's numbers.
fn lot() -> Result<u64, Failure> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes)
        .map_err(|error| bad_input!("random numbers of the system: {error}; expected --seed"))?;
    Ok(u64::from_le_bytes(bytes) >> 1)
}

/// Write a copy of an assignment without the seed of its hidden cases, to be handed out
///
/// Whoever has that seed can make the hidden cases. `plyground check` needs none: give students the copy.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  plyground assignments new summer --from cs3243
  plyground assignments public summer --out summer-public")]
struct PublicArgs {
    /// The folder or the file of the assignment
    assignment: PathBuf,
    /// The folder to make
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

impl PublicArgs {
    fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let (from, text) = read(&self.assignment)?;
        let public = public_text(&from, &text, false)?;
        write_new(&self.out, &public, streams)?;
        Ok(writeln!(streams.err, "for students: plyground check {} FILE", word(&self.out))?)
    }
}

/// List the mistakes that are known by name, with what a program does that makes each
///
/// `check` and `mark` name these. JSON: an array with, for each mistake, `id`, `does` and `mend`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  plyground assignments mistakes comp3608
  plyground assignments mistakes cs431 --json")]
struct MistakesArgs {
    /// The assignment
    #[arg(value_name = "NAME", value_parser = PossibleValuesParser::new(TaskKind::names()))]
    assignment: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl MistakesArgs {
    fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let mistakes = TaskKind::from_name(&self.assignment).map(TaskKind::mistakes).unwrap_or_default();
        if self.json {
            let object = |MistakeText { id, does, mend }: &MistakeText| json!({ "id": id, "does": does, "mend": mend });
            return Ok(json::write(streams.out, &mistakes.iter().map(object).collect::<Value>())?);
        }
        if mistakes.is_empty() {
            writeln!(streams.err, "no mistakes are known by name for {}", self.assignment)?;
        }
        let width = mistakes.iter().map(|mistake| mistake.id.len()).max().unwrap_or_default();
        for MistakeText { id, does, .. } in mistakes {
            writeln!(streams.out, "{id:width$}  {does}")?;
        }
        Ok(())
    }
}

/// The text of an assignment without the seed of its hidden cases, and, if only public ones are wanted, without these cases.
pub(in crate::cli) fn public_text(path: &Path, text: &str, is_public_only: bool) -> Result<String, Failure> {
    let wrong = |message: &str| bad_input!("{}: {}", shown::path(path), printable(message));
    let keys: &[&str] =
        if is_public_only { &["hidden_seed", "hidden", "after_due"] } else { &["hidden_seed"] };
    let mut left = without(text, keys);
    if is_public_only {
        // Comments may name a seed of former years.
        let tells = |line: &&str| {
            line.trim_start().starts_with('#') && (line.contains("seed") || line.contains("hidden"))
        };
        left = left.lines().filter(|line| !tells(line)).flat_map(|line| [line, "\n"]).collect();
    }
    let mut expected = Assignment::parse(text).map_err(|error| wrong(&error.to_string()))?;
    expected.cases.hidden_seed = None;
    if is_public_only {
        let [public, hidden, after_due] = expected.cases.counts;
        expected.cases.counts = [public, 0, 0];
        if left.contains("hidden") {
            let expected = "expected none, because students can read this kit";
            return Err(wrong(&format!("a line speaks of hidden cases; {expected}")));
        }
        if hidden + after_due > 0 && public == 0 && expected.cases.given.is_empty() {
            return Err(wrong("cases: none is public; expected some, because students can read this kit"));
        }
    }
    // What is left must be the same assignment.
    if Assignment::parse(&left).is_ok_and(|copy| copy == expected) {
        return Ok(left);
    }
    let keys = keys.join(", ");
    Err(wrong(&format!("{keys} cannot be taken out; expected each on a line of its own, and nowhere else")))
}

/// The text without the lines of these keys, those that are comments too: an old seed may be one that comes back.
fn without(text: &str, keys: &[&str]) -> String {
    let is_wanted = |line: &&str| {
        let line = line.trim_start().trim_start_matches(['#', ' ', '\t']);
        !line.split_once('=').is_some_and(|(key, _)| keys.contains(&key.trim_end()))
    };
    text.lines().filter(is_wanted).flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_seed_is_taken_out() {
        let text = "[cases]\nseed = 1\n  hidden_seed=2 # mine\n# hidden_seed = 3\n# Keep hidden_seed to yourself\npublic = 4\n";
        let left = "[cases]\nseed = 1\n# Keep hidden_seed to yourself\npublic = 4\n";
        assert_eq!(without(text, &["hidden_seed"]), left);
    }

    #[test]
    fn a_copy_to_be_published_has_nothing_of_hidden_cases() {
        let public = |text: &str| public_text(Path::new("a.toml"), text, true);
        for name in TaskKind::names() {
            let text = built_in(name).unwrap().replace("[cases]\n", "[cases]\n# old: hidden_seed = 7701\n");
            let left = public(&text).unwrap();
            assert!(!left.contains("hidden") && !left.contains("7701"), "{left}");
        }
        let text = built_in("comp3608").unwrap();
        for (line, told) in [
            ("public = 14 # hidden_seed was 7701", "a line speaks of hidden cases; expected none"),
            ("public = 0", "cases: none is public; expected some"),
        ] {
            let text = text.replace("public = 14", line).replace("[[cases.given]]", "[[other]]");
            let text =
                text.split("[[other]]").next().unwrap().to_owned() + &text[text.find("[marks]").unwrap()..];
            let message = public(&text).unwrap_err().message;
            assert!(message.contains(told), "{message}");
        }
    }
}
