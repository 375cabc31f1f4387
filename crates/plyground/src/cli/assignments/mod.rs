//! `plyground assignments`: the courses' assignments, and what runs each of them here.

mod new;
mod public;

use std::fs;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use plyground_arena::file;
use plyground_courses::engine::assignment::{Assignment, FILE};
use plyground_courses::engine::course::CourseInfo;
use plyground_courses::engine::task::TaskKind;
use serde_json::{Value, json};

use crate::exit::{Failure, Streams};
use crate::present::json;
use crate::present::untrusted::{self, printable};

const EXAMPLES: &str = "Examples:
  plyground assignments
  plyground assignments --json
  plyground assignments new autumn --from comp3608
  plyground assignments public autumn --out autumn-public";

/// List the assignments with the programs that answer them
///
/// JSON: an array with, for each assignment, `name`, `game`, `about`, `program` and `usage` (an array
/// of command lines).
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub(super) struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand, Debug)]
enum Command {
    New(new::Args),
    Public(public::Args),
}

/// The longest `assignment.toml` that is read, in bytes.
const MOST_DATA: u64 = 1 << 20;

/// The text of an assignment that is built in.
fn built_in(name: &str) -> Option<&'static str> {
    TaskKind::from_name(name).map(|kind| kind.info.file)
}

/// The name of an assignment that is built in, if this is one.
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
        None => read(name).map(|(path, text)| (untrusted::path(&path), text))?,
    };
    let error = |error| Failure::bad_input(format_args!("{place}: {}", printable(&format!("{error}"))));
    Ok((Assignment::parse(&text).map_err(error)?, text))
}

/// Writes the file of an assignment into a folder that has none, and says where it is.
fn write_new(folder: &Path, text: &str, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let path = folder.join(FILE);
    let place = untrusted::path(&path);
    if fs::symlink_metadata(&path).is_ok() {
        return Err(Failure::bad_input(format_args!("{place}: exists; expected a folder without one")));
    }
    fs::create_dir_all(folder)
        .and_then(|()| file::write_atomically(&path, text.as_bytes()))
        .map_err(|error| Failure::bad_input(format_args!("{place}: {error}")))?;
    Ok(writeln!(streams.out, "{place}")?)
}

/// The file of an assignment and its text, by the path of the file or of its folder.
fn read(name: &Path) -> Result<(PathBuf, String), Failure> {
    let path =
        if fs::metadata(name).is_ok_and(|found| found.is_dir()) { name.join(FILE) } else { name.into() };
    let place = untrusted::path(&path);
    let text = file::read_text(&path, MOST_DATA).map_err(|error| {
        let names = TaskKind::names().join(", ");
        let remedy = "'plyground assignments new DIR' makes one";
        Failure::bad_input(format_args!(
            "{place}: {error}; expected one of {names}, or a folder with {FILE}; {remedy}"
        ))
    })?;
    Ok((path, text))
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        match &self.command {
            Some(Command::New(args)) => return args.run(streams),
            Some(Command::Public(args)) => return args.run(streams),
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
            json::write(streams.out, &TaskKind::all().iter().map(object).collect::<Value>())?;
            return Ok(());
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
