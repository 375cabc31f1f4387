//! What kits of all systems hold: the program, the assignment, the script that marks, and the packages that languages
//! need.

use std::fs;
use std::path::PathBuf;

use plyground_courses::engine::assignment::{Assignment, Language};
use plyground_sandbox::isolation::Level;

use crate::cli::programs::{IsolationArgs, levels};
use crate::cli::{assignments, mark};
use crate::exit::{Failure, Streams};
use crate::shown::{self, printable};

#[derive(clap::Args, Debug)]
pub(super) struct KitArgs {
    /// The assignment: the name of one that is built in, or the folder or the file of your own
    assignment: PathBuf,
    /// The zip to write
    #[arg(long, value_name = "FILE")]
    pub(super) out: PathBuf,
    /// Refuse weaker isolation than this in the container; with `none` programs can read the kit, hidden seed and all, and
    /// write their own marks
    #[arg(long, value_name = "LEVEL", default_value = "landlock", value_parser = levels())]
    isolation_at_least: Level,
}

/// What is in the kit besides its scripts.
pub(super) struct Contents {
    pub(super) assignment: Assignment,
    pub(super) text: String,
    pub(super) program: Vec<u8>,
    /// Packages of Debian and Ubuntu.
    pub(super) packages: String,
    /// The options by which `mark` is called.
    isolation: String,
}

/// How the script that marks differs between systems.
pub(super) struct Script {
    /// The variable with the folder that everything is in, and the folder if it is not set.
    pub(super) root: [&'static str; 2],
    /// Below it: the kit, and the submission.
    pub(super) places: [&'static str; 2],
    /// Of the folders with results that `mark` writes, the one to take.
    pub(super) form: &'static str,
    /// Whether what the script prints is for staff alone.
    pub(super) is_for_staff: bool,
    /// The results if there are none.
    pub(super) failed: &'static str,
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

/// Programs that every system has.
const EVERYWHERE: [&str; 1] = ["sh"];

impl KitArgs {
    /// Reads everything, and says what does not fit.
    pub(super) fn contents(&self, streams: &mut Streams<'_>) -> Result<Contents, Failure> {
        let (assignment, text) = assignments::open_with_text(&self.assignment)?;
        mark::tell::public_seed(&self.assignment, &assignment, streams)?;
        let (packages, unknown) = packages(&assignment);
        for program in unknown {
            let program = printable(&program);
            writeln!(streams.err, "no package is known that has {program}: add one to the list of packages")?;
        }
        let wrong =
            |error| Failure::bad_input(format_args!("this program itself: {error}; expected to read it"));
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

    pub(super) fn written(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        writeln!(streams.out, "{}", shown::path(&self.out))?;
        Ok(writeln!(streams.err, "for staff only: it holds what hidden cases are made from")?)
    }
}

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
            None if !EVERYWHERE.contains(&program) && !unknown.iter().any(|one| one == program) => {
                unknown.push(program.to_owned());
            }
            _ => {}
        }
    }
    (found.join(" "), unknown)
}

impl Contents {
    /// The script that marks one submission.
    pub(super) fn script(&self, script: &Script) -> String {
        let Script { root: [variable, root], places: [kit, submission], form, is_for_staff, failed } = script;
        let log = if *is_for_staff { "yes" } else { "no" };
        let isolation = &self.isolation;
        format!(
            "#!/bin/sh\n# Marks the submission. Made by plyground kit {form}.\nROOT=${{{variable}:-{root}}}\nKIT=$ROOT/{kit}\nSUBMISSION=$ROOT/{submission}\n\
             RESULTS=$ROOT/results/results.json\nFORM={form}\nLOG={log}\nISOLATION='{isolation}'\nFAILED='{failed}'\n{}",
            include_str!("mark.sh")
        )
    }
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
