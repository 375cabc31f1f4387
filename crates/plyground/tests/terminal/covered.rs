//! Every command is interrupted by a test, or there is a reason why not.

use super::interrupts::Case;
use super::{long_games, long_programs, long_searches};

/// Commands that are not interrupted. They catch no signal and keep nothing: Ctrl-C ends them as it ends `search`.
const LEFT_OUT: [(&str, &str); 23] = [
    ("agents", "prints a list"),
    ("assignments", "prints a list"),
    ("assignments new", "writes a folder"),
    ("assignments public", "writes a folder"),
    ("book merge", "reads journals of an hour, in a moment"),
    ("completions", "prints a script"),
    ("example", "searches a small tree"),
    ("games", "prints a list"),
    ("help", "prints a page"),
    ("man", "prints a page"),
    ("report cs4750", "plays a game of small searches"),
    ("solve-job merge", "reads journals"),
    ("solve-job openings", "reads journals"),
    ("solve-job status", "reads journals"),
    ("tournament init", "writes a folder"),
    ("tournament merge", "reads records"),
    ("tournament missing", "reads records"),
    ("tournament plan", "writes a plan"),
    ("tournament replay", "reads records"),
    ("tournament report", "reads records"),
    ("tournament standings", "reads records"),
    ("tournament status", "reads records"),
    ("tournament submit", "hands a script to Slurm"),
];

fn paths(command: &clap::Command, above: &str, found: &mut Vec<String>) {
    for nested in command.get_subcommands() {
        let path = format!("{above} {}", nested.get_name()).trim().to_owned();
        paths(nested, &path, found);
        found.push(path);
    }
}

#[test]
fn every_command_is_interrupted_or_left_out_for_a_reason() {
    let cases: [&[Case]; 10] = [
        &long_games::MATCHES,
        &long_games::TOURNAMENTS,
        &long_games::CONVERSATIONS,
        &long_programs::CHECKS,
        &long_programs::MARKINGS,
        &long_programs::SERVERS,
        &long_searches::SEARCHES,
        &long_searches::SOLVERS,
        &long_searches::JOBS,
        &long_searches::MEASUREMENTS,
    ];
    // What stands before prepares it.
    let lines = cases.into_iter().flatten().filter_map(|case| case.line.rsplit("&& ").next());
    let lines: Vec<&str> = lines.collect();
    let mut commands = Vec::new();
    paths(&plyground::Program::new().command(), "", &mut commands);
    assert!(commands.len() > 40, "{commands:?}");
    for command in &commands {
        let begin = format!("plyground {command} ");
        let is_interrupted = lines.iter().any(|line| format!("{line} ").starts_with(&begin));
        let is_left_out = LEFT_OUT.iter().any(|(left_out, why)| left_out == command && !why.is_empty());
        let has_commands = commands.iter().any(|nested| nested.starts_with(&format!("{command} ")));
        assert!(is_interrupted != is_left_out || has_commands, "{command}: interrupted, or left out?");
    }
    let unknown = LEFT_OUT.iter().find(|(command, _)| !commands.iter().any(|known| known == command));
    assert_eq!(unknown, None);
}
