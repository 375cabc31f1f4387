//! `plyground kit`: an assignment as a zip that another system marks with.

use std::fmt::Display;
use std::fs;
use std::io::{Cursor, Write};
use std::path::PathBuf;

use clap::Subcommand;
use plyground_arena::file;
use plyground_core::counted;
use plyground_courses::engine::assignment::{Assignment, Language};
use plyground_courses::engine::case::cases;
use plyground_sandbox::isolation::Level;
use serde_json::json;
use zip::result::ZipResult;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::programs::{IsolationArgs, levels};
use super::{assignments, mark};
use crate::exit::{Failure, Streams};
use crate::shown::{self, printable};

/// Make a zip by which Gradescope, PrairieLearn or Classroom 50 mark an assignment
///
/// It holds this program, the assignment, and the scripts of that system. Whoever has a kit for Gradescope or PrairieLearn can
/// make the hidden cases: it is for staff only. See `plyground help marking`.
#[derive(clap::Args, Debug)]
#[expect(clippy::doc_markdown, reason = "people read it as it stands")]
#[command(after_help = "Examples:
  plyground kit gradescope comp3608 --out gradescope.zip
  plyground kit prairielearn cs431 --out prairielearn.zip
  plyground kit classroom50 cs431 --out classroom50.zip")]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
#[expect(clippy::doc_markdown, reason = "people read it as it stands")]
enum Command {
    /// Make an autograder for Gradescope
    ///
    /// The zip holds `setup.sh`, `run_autograder`, this program and the assignment. Students see their public cases at once,
    /// staff a log of every case.
    #[command(after_help = "Examples:
  plyground kit gradescope comp3608 --out comp3608.zip
  plyground kit gradescope cs3243 --out cs3243.zip --isolation-at-least none")]
    Gradescope(KitArgs),
    /// Make an external grader for PrairieLearn
    ///
    /// The zip holds the folder tests of a question, with this program and the assignment; what is to be added to
    /// the question's info.json; and a Dockerfile for the image that marks.
    #[command(after_help = "Examples:\n  plyground kit prairielearn comp3608 --out comp3608.zip")]
    Prairielearn(KitArgs),
    /// Make an autograder for Classroom 50
    ///
    /// The zip holds autograder.py, this program, the assignment with its public cases alone, and runtime.json with the packages of
    /// the languages. Classroom 50 publishes these files: nothing hidden is in them.
    #[command(after_help = "Examples:\n  plyground kit classroom50 comp3608 --out comp3608.zip")]
    Classroom50(KitArgs),
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        match &self.command {
            Command::Gradescope(kit) => gradescope(kit, streams),
            Command::Prairielearn(kit) => prairielearn(kit, streams),
            Command::Classroom50(kit) => classroom50(kit, streams),
        }
    }
}

/// What every kit is made from.
#[derive(clap::Args, Debug)]
struct KitArgs {
    /// The assignment: the name of one that is built in, or the folder or the file of your own
    assignment: PathBuf,
    /// The zip to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Refuse weaker isolation than this in the container; with `none` programs can read the kit, hidden seed and all, and
    /// write their own marks
    #[arg(long, value_name = "LEVEL", default_value = "landlock", value_parser = levels())]
    isolation_at_least: Level,
}

/// What is in the kit besides its scripts.
struct Contents {
    assignment: Assignment,
    text: String,
    program: Vec<u8>,
    /// Packages of Debian and Ubuntu.
    packages: String,
    /// The options by which `mark` is called.
    isolation: String,
}

/// Packages of Debian and Ubuntu, by the programs that are in them.
const PACKAGES: [(&str, &str); 9] = [
    ("g++", "g++"),
    ("gcc", "gcc libc6-dev"),
    ("java", "default-jre-headless"),
    ("javac", "default-jdk-headless"),
    ("make", "make"),
    ("node", "nodejs"),
    ("octave-cli", "octave"),
    ("perl", "perl"),
    ("python3", "python3"),
];

impl KitArgs {
    /// Reads everything, and says what does not fit.
    fn contents(&self, is_public_only: bool, streams: &mut Streams<'_>) -> Result<Contents, Failure> {
        let (assignment, mut text) = assignments::open_with_text(&self.assignment)?;
        if is_public_only {
            text = assignments::public_text(&self.assignment, &text, true)?;
            // Where every known mistake must change an answer, too few public cases are refused.
            let wrong =
                |error: String| bad_input!("{}: {}", shown::path(&self.assignment), printable(&error));
            let public = Assignment::parse(&text).map_err(|error| wrong(error.to_string()))?;
            cases(&public, &mut |_, _| {})
                .map_err(|error| wrong(format!("of the public cases alone: {error}")))?;
        } else {
            mark::tell::public_seed(&self.assignment, &assignment, streams)?;
        }
        let (packages, unknown) = packages(&assignment);
        for program in unknown {
            let program = printable(&program);
            writeln!(streams.err, "no package is known that has {program}: add one to the list of packages")?;
        }
        let wrong = |error| bad_input!("this program itself: {error}; expected to read it");
        let program = std::env::current_exe().and_then(fs::read).map_err(wrong)?;
        let none = self.isolation_at_least == Level::None;
        let isolation = IsolationArgs {
            allow_root: true,
            trust_agents: none,
            isolation: Level::BwrapCgroup,
            isolation_at_least: (!none).then_some(self.isolation_at_least),
        };
        Ok(Contents { assignment, text, program, packages, isolation: isolation.words().trim().to_owned() })
    }

    /// Writes the kit, whole or not at all, and says who may have it.
    fn write(&self, entries: &[Entry], whose: &str, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let place = shown::path(&self.out);
        let wrong = |error: &dyn Display| bad_input!("{place}: {error}; expected to be able to write there");
        let bytes = zipped(entries).map_err(|error| wrong(&error))?;
        file::write_atomically(&self.out, &bytes).map_err(|error| wrong(&error))?;
        writeln!(streams.out, "{place}")?;
        Ok(writeln!(streams.err, "{whose}")?)
    }
}

const STAFF_ONLY: &str = "for staff only: it holds what hidden cases are made from";

/// The packages for all languages, in order, and the programs that are in none of them.
fn packages(assignment: &Assignment) -> (String, Vec<String>) {
    // Boxes are made by it, where containers allow that.
    let (mut found, mut unknown) = (vec!["bubblewrap"], Vec::new());
    if assignment.late.zone.is_named() {
        found.push("tzdata");
    }
    for program in assignment.languages.iter().flat_map(Language::programs) {
        match PACKAGES.iter().find(|(name, _)| *name == program) {
            Some((_, package)) if !found.contains(package) => found.push(package),
            // Every system has a shell.
            None if program != "sh" && !unknown.iter().any(|one| one == program) => {
                unknown.push(program.to_owned());
            }
            _ => {}
        }
    }
    (found.join(" "), unknown)
}

impl Contents {
    /// The script that marks one submission: for which system, where everything is, in a folder that a variable may name, whether
    /// what the script prints is for staff alone, and the results if there are none.
    fn script(&self, form: &str, [root, kit, submission]: [&str; 3], log: &str, failed: &str) -> String {
        let isolation = &self.isolation;
        format!(
            "#!/bin/sh\n# Marks the submission. Made by plyground kit {form}.\nROOT={root}\nKIT=$ROOT/{kit}\nSUBMISSION=$ROOT/{submission}\n\
             RESULTS=$ROOT/results/results.json\nFORM={form}\nLOG={log}\nISOLATION='{isolation}'\nFAILED='{failed}'\n{}",
            include_str!("mark.sh")
        )
    }
}

/// What is run once, when the image is made.
fn setup(packages: &str) -> String {
    format!(
        "#!/bin/sh\n# Installs what the languages of the assignment need. Made by plyground kit gradescope.\nset -e\n\
         export DEBIAN_FRONTEND=noninteractive\napt-get update\n\
         apt-get install -y --no-install-recommends {packages}\n\
         chmod -R go-rwx \"${{AUTOGRADER:-/autograder}}/source\"\n\
         # It must run here: if not, make the kit with a program that was built on a system no newer than this.\n\
         \"${{AUTOGRADER:-/autograder}}/source/plyground\" --version\n"
    )
}

/// An autograder as Gradescope takes it, by its "Autograder Specifications".
fn gradescope(kit: &KitArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let contents = kit.contents(false, streams)?;
    let places = ["${AUTOGRADER:-/autograder}", "source", "submission"];
    let failed = r#"{"score": 0, "output": "Not marked: the autograder failed, which is not the fault of the program. Staff see why in its output.", "visibility": "visible", "stdout_visibility": "hidden"}"#;
    let entries = [
        ("setup.sh", PROGRAM, setup(&contents.packages).into_bytes()),
        ("run_autograder", PROGRAM, contents.script("gradescope", places, "yes", failed).into_bytes()),
        ("assignment.toml", DATA, contents.text.into_bytes()),
        ("plyground", PROGRAM, contents.program),
    ];
    kit.write(&entries, STAFF_ONLY, streams)?;
    let marks = counted(contents.assignment.marks.cases, "mark");
    Ok(writeln!(
        streams.err,
        "next: a programming assignment of {marks} on Gradescope, with this zip as its autograder"
    )?)
}

/// An external grader as `PrairieLearn` takes it, by its page "External Grading".
fn prairielearn(kit: &KitArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let contents = kit.contents(false, streams)?;
    let places = ["${GRADE:-/grade}", "tests", "student"];
    let failed = r#"{"gradable": false, "format_errors": ["Not marked: the grader failed, which is not the fault of the program. No attempt is lost."]}"#;
    // The image: what the languages need, and nothing else.
    let image = format!(
        "# Made by plyground kit prairielearn.\nFROM debian:stable-slim\nRUN apt-get update && \\\n    \
         apt-get install -y --no-install-recommends {} && \\\n    rm -rf /var/lib/apt/lists/*\n",
        contents.packages
    );
    let info = json!({
        "externalGradingOptions": {
            "enabled": true,
            "image": "IMAGE",
            "entrypoint": "/grade/tests/run.sh",
            // The most that it allows, in seconds.
            "timeout": 600,
        },
    });
    let entries = [
        ("Dockerfile", DATA, image.into_bytes()),
        ("info.json", DATA, format!("{info:#}\n").into_bytes()),
        ("tests/run.sh", PROGRAM, contents.script("prairielearn", places, "no", failed).into_bytes()),
        ("tests/assignment.toml", DATA, contents.text.into_bytes()),
        ("tests/plyground", PROGRAM, contents.program),
    ];
    kit.write(&entries, STAFF_ONLY, streams)?;
    Ok(writeln!(streams.err, "next: docker build -t IMAGE . and the name of the image in info.json")?)
}

/// Larger kits are not fetched by its runner, in bytes.
const MOST_FETCHED: u64 = 10 << 20;

/// An autograder as Classroom 50 takes it, by its page "Advanced Autograding". It is published, so it has public cases alone.
fn classroom50(kit: &KitArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let contents = kit.contents(true, streams)?;
    let packages: Vec<&str> = contents.packages.split(' ').collect();
    let isolation: Vec<&str> = contents.isolation.split(' ').collect();
    let script = include_str!("classroom50.py")
        .replace("ISOLATION = []", &format!("ISOLATION = {}", json!(isolation)));
    let entries = [
        ("autograder.py", PROGRAM, script.into_bytes()),
        ("runtime.json", DATA, format!("{:#}\n", json!({ "apt": packages })).into_bytes()),
        ("assignment.toml", DATA, contents.text.into_bytes()),
        ("plyground", PROGRAM, contents.program),
    ];
    kit.write(&entries, "it holds public cases alone: Classroom 50 lets everybody read it", streams)?;
    if fs::metadata(&kit.out).is_ok_and(|zip| zip.len() > MOST_FETCHED) {
        let remedy = "make it with the program of a release";
        writeln!(streams.err, "it is too large: Classroom 50 fetches 10 MiB at most; {remedy}")?;
    }
    Ok(writeln!(
        streams.err,
        "next: the files in CLASSROOM/autograders/ASSIGNMENT, and runtime.json as the assignment's runtime"
    )?)
}

/// A file: its path in the zip, its rights, and its content.
type Entry = (&'static str, u32, Vec<u8>);

/// The rights of a program, and those of other files.
const PROGRAM: u32 = 0o755;
const DATA: u32 = 0o644;

/// A zip: the same bytes for the same files.
fn zipped(entries: &[Entry]) -> ZipResult<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, mode, content) in entries {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(DateTime::default())
            .unix_permissions(*mode);
        zip.start_file(*name, options)?;
        zip.write_all(content)?;
    }
    Ok(zip.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_those_of_the_languages() {
        let text = include_str!("../../../embedded/assignments/comp3608/assignment.toml");
        let of = |text: &str| packages(&Assignment::parse(text).expect("an assignment"));
        let all = "bubblewrap python3 default-jdk-headless default-jre-headless gcc libc6-dev g++ octave";
        assert_eq!(of(text), (all.to_owned(), Vec::new()));
        let rare = text.replace("[\"python3\"", "[\"python4\"");
        let (known, unknown) = of(&rare);
        assert_eq!((known, unknown), (all.replace("python3 ", ""), vec!["python4".to_owned()]));
    }
}
