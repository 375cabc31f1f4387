//! `plyground doctor`: what to know of this machine before programs of others run on it.

use std::path::PathBuf;

use plyground_courses::engine::assignment::Language;
use plyground_sandbox::isolation::{Level, Policy, bwrap_version, probe};
use plyground_sandbox::machine::{Part, State, parts};
use serde_json::{Value, json};

use super::assignments;
use crate::exit::{Exit, Failure, Streams};
use crate::present::{json, layout};
use crate::shown::printable;

/// The first version of bubblewrap that can forbid programs further boxes, on which the box relies.
const OLDEST_BWRAP: [u32; 2] = [0, 8];

/// Look at this machine: what makes times unequal or programs less well kept apart, and what to do
///
/// Everything that is looked at is good, poor, or unknown where the machine does not say. For what is
/// poor there is a sentence of advice. Levels of isolation are tried with a program that tries to get
/// out. Nothing is changed. `mark` and `tournament` say the names of what is poor when they begin.
///
/// With ASSIGNMENT, the name of one or its folder, the compilers and interpreters of its languages are
/// looked for too: submissions in a language that is not installed are not marked.
///
/// JSON: an array with, for each part, `name`, `state` (good, poor, unknown), `found` and `advice`
/// (null unless it is poor).
///
/// Exit status: 0 programs can be boxed here, 1 they cannot.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  plyground doctor
  plyground doctor comp3608
  plyground doctor --json")]
pub(super) struct Args {
    /// The assignment that is to be marked here
    assignment: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let (levels, is_boxed) = levels();
        let mut all = parts();
        all.push(bwrap(bwrap_version()));
        all.extend(levels);
        if let Some(name) = &self.assignment {
            all.extend(assignments::open(name)?.languages.iter().map(language));
        }
        if self.json {
            let object = |part: &Part| {
                json!({
                    "name": part.name,
                    "state": part.state.word(),
                    "found": part.found,
                    "advice": Some(&part.advice).filter(|advice| !advice.is_empty()),
                })
            };
            json::write(streams.out, &all.iter().map(object).collect::<Value>())?;
        } else {
            write(&all, streams)?;
        }
        if is_boxed {
            return Ok(());
        }
        streams.out.flush()?;
        let message = "no box can be made here, so programs of others cannot be marked; see level bwrap";
        Err(Failure { exit: Exit::CheckFailed, message: message.to_owned() })
    }
}

fn write(all: &[Part], streams: &mut Streams<'_>) -> Result<(), Failure> {
    let row = |part: &Part| {
        vec![part.name.clone().into_owned(), part.state.word().to_owned(), printable(&part.found)]
    };
    layout::table(streams.out, "", 3, &all.iter().map(row).collect::<Vec<_>>())?;
    for part in poor(all) {
        writeln!(streams.out)?;
        layout::paragraph(streams.out, &format!("{}: {}", part.name, part.advice))?;
    }
    Ok(())
}

fn poor(all: &[Part]) -> impl Iterator<Item = &Part> {
    all.iter().filter(|part| part.state == State::Poor)
}

/// What is poor, by name, in a line on standard error: for commands that run programs of others.
pub(super) fn in_short(streams: &mut Streams<'_>) -> Result<(), Failure> {
    Ok(writeln!(streams.err, "{}", line(&parts()))?)
}

fn line(all: &[Part]) -> String {
    let names: Vec<&str> = poor(all).map(|part| &*part.name).collect();
    match names.as_slice() {
        [] => "machine: as it should be".to_owned(),
        names => format!("machine: look at {} (plyground doctor says why)", names.join(", ")),
    }
}

/// The program that makes boxes, of this version.
fn bwrap(version: Option<String>) -> Part {
    let name = "bwrap";
    let Some(version) = version else {
        let advice = "No box can be made without it: apt-get install bubblewrap.";
        return Part::poor(name, "not installed", advice);
    };
    let numbers: Vec<u32> = version.split('.').map_while(|number| number.parse().ok()).collect();
    if numbers.as_slice() >= OLDEST_BWRAP.as_slice() {
        return Part::good(name, version);
    }
    let advice = "Boxes need version 0.8 or later, which can forbid programs to make boxes of their own.";
    Part::poor(name, version, advice)
}

/// What builds and runs the programs of a language.
fn language(language: &Language) -> Part {
    let name = format!("language {}", language.name);
    match language.missing() {
        None => Part::good(name, language.programs().collect::<Vec<_>>().join(", ")),
        Some(missing) => {
            let advice =
                format!("Submissions in {} are not marked until {missing} is installed.", language.name);
            Part::poor(name, format!("{missing} is not installed"), advice)
        }
    }
}

/// The levels of isolation, tried one by one, and whether one of them is a box.
fn levels() -> (Vec<Part>, bool) {
    let rows = [
        (
            "level bwrap+cgroup",
            Level::BwrapCgroup,
            "The memory of programs is looked up now and then instead of counted; \
             systemd-run --user --scope -p Delegate=yes plyground ... gives a control group.",
        ),
        ("level bwrap", Level::Bwrap, "Marks need a box: bubblewrap and user namespaces."),
        (
            "level landlock",
            Level::Landlock,
            "It keeps programs apart where no box works; it needs Linux 6.12 or newer with Landlock switched on.",
        ),
    ];
    let mut is_boxed = false;
    let parts = rows.map(|(name, level, advice)| {
        let policy = Policy { allow_root: true, strongest: level, weakest: level, ..Policy::default() };
        let Err(refusal) = probe(&policy) else {
            is_boxed |= level >= Level::Bwrap;
            return Part::good(name, "works");
        };
        let reasons: Vec<_> = refusal.reasons.iter().map(|(_, obstacle)| obstacle.to_string()).collect();
        let remedy = refusal.remedy().map(|remedy| format!("Marks need a box: {remedy}."));
        Part::poor(name, reasons.join("; "), remedy.unwrap_or_else(|| advice.to_owned()))
    });
    (parts.to_vec(), is_boxed)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::exit::in_memory;

    fn part(name: &'static str, state: State) -> Part {
        let found = "as it is\u{1b}";
        if state == State::Poor { Part::poor(name, found, "Mend it.") } else { Part::good(name, found) }
    }

    #[test]
    fn versions_of_bubblewrap_are_compared_by_number() {
        assert_eq!([bwrap(None).state, bwrap(Some(String::new())).state], [State::Poor; 2]);
        for (versions, state) in
            [("0.4.1 0.7.9 unheard-of", State::Poor), ("0.8.0 0.8 0.11.0 1.0", State::Good)]
        {
            for version in versions.split(' ') {
                assert_eq!(bwrap(Some(version.to_owned())).state, state, "{version:?}");
            }
        }
    }

    #[test]
    fn a_language_needs_what_builds_and_runs_it() {
        let read = |name: &str| assignments::open(Path::new(name)).expect("an assignment").languages;
        let python = read("comp3608").into_iter().find(|one| one.name == "python").expect("a language");
        let lost = Language { run: vec!["no-such-program".to_owned()], ..python };
        let part = language(&lost);
        assert_eq!((part.state, &*part.found), (State::Poor, "no-such-program is not installed"));
        assert!(part.advice.contains("not marked until no-such-program is installed"), "{part:?}");
    }

    #[test]
    fn what_is_poor_is_named_in_a_line_and_advised_on_in_full() {
        let all = [part("load", State::Poor), part("swap", State::Good), part("ASLR", State::Poor)];
        assert_eq!(line(&all), "machine: look at load, ASLR (plyground doctor says why)");
        assert_eq!(line(&all[1..2]), "machine: as it should be");
        let text = in_memory(std::io::empty(), |streams| write(&all, streams)).out;
        let expected = "load  poor  as it is\\u{1b}\nswap  good  as it is\\u{1b}\nASLR  poor  as it is\\u{1b}\n\n\
                        load: Mend it.\n\nASLR: Mend it.\n";
        assert_eq!(text, expected);
    }
}
