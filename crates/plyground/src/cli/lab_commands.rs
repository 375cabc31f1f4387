//! Commands that are in `plyground-lab` now.

use clap::Command;

/// What was typed: a subcommand, and the option that made it another one if there was such; and what is typed now.
const MOVED: [(&str, Option<&str>, &str); 10] = [
    ("solve-job", None, "solve-job"),
    ("verify-proof", None, "verify-proof"),
    ("book", None, "book"),
    ("complexity", None, "complexity"),
    ("solve", Some("--proof"), "prove breakthrough --proof"),
    ("bench", Some("--deep"), "measure deep"),
    ("bench", Some("--engine"), "measure engines"),
    ("bench", Some("--set"), "measure set"),
    ("bench", Some("--cold"), "measure cold"),
    ("bench", Some("--starts"), "measure starts"),
];

/// Where the command is that was asked for with these words, which the program of this command line does not have.
pub(crate) fn place(words: &[&str], program: &Command) -> Option<String> {
    let (first, rest) = words.split_first()?;
    let is_meant = |option: &str| rest.iter().any(|word| word.split('=').next() == Some(option));
    let (name, option, now) = MOVED.iter().find(|(name, option, _)| match option {
        None => name == first && program.find_subcommand(name).is_none(),
        Some(option) => name == first && is_meant(option),
    })?;
    let option = option.map_or_else(String::new, |option| format!(" {option}"));
    Some(format!(
        "'{name}{option}' is now 'plyground-lab {now}'; 'cargo build --release -p plyground-lab' builds that program"
    ))
}
