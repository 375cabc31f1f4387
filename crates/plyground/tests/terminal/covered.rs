//! Every command is interrupted by a test, or there is a reason why not.

use super::commands::all_are_covered;
use super::interrupts::Case;
use super::{long_games, long_programs, long_searches};

/// Commands that are not interrupted. They catch no signal and keep nothing: Ctrl-C ends them as it ends `search`.
const LEFT_OUT: [(&str, &str); 23] = [
    ("agents", "prints a list"),
    ("assignments", "prints a list"),
    ("assignments new", "writes a folder"),
    ("assignments public", "writes a folder"),
    ("completions", "prints a script"),
    ("example", "searches a small tree"),
    ("games", "prints a list"),
    ("doctor", "takes as long as four programs that do nothing"),
    ("help", "prints a page"),
    ("kit gradescope", "writes a zip"),
    ("kit prairielearn", "writes a zip"),
    ("man", "prints a page"),
    ("report cs4750", "plays a game of small searches"),
    ("site", "writes a folder"),
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

#[test]
fn every_command_is_interrupted_or_left_out_for_a_reason() {
    let cases: [&[Case]; 9] = [
        &long_games::MATCHES,
        &long_games::TOURNAMENTS,
        &long_games::CONVERSATIONS,
        &long_programs::CHECKS,
        &long_programs::MARKINGS,
        &long_programs::SERVERS,
        &long_searches::SEARCHES,
        &long_searches::SOLVERS,
        &long_searches::MEASUREMENTS,
    ];
    all_are_covered(&plyground::Program::new().command(), &|_| true, &cases, &LEFT_OUT);
}
