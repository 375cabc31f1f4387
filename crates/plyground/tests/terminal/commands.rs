//! The subcommands of a program, with theirs, and which of them tests interrupt.

use super::interrupts::Case;

fn paths(command: &clap::Command, above: &str, found: &mut Vec<String>) {
    for nested in command.get_subcommands() {
        let path = format!("{above} {}", nested.get_name()).trim().to_owned();
        paths(nested, &path, found);
        found.push(path);
    }
}

/// Fails unless each command is interrupted by a case or left out for a reason. `is_ours` says of which the tests are here.
pub(crate) fn all_are_covered(
    program: &clap::Command,
    is_ours: &dyn Fn(&str) -> bool,
    cases: &[&[Case]],
    left_out: &[(&str, &str)],
) {
    // The part before the last `&&` prepares the command.
    let lines = cases.iter().copied().flatten().filter_map(|case| case.line.rsplit("&& ").next());
    let lines: Vec<&str> = lines.collect();
    let mut commands = Vec::new();
    paths(program, "", &mut commands);
    commands.retain(|command| is_ours(command.split(' ').next().unwrap_or_default()));
    for command in &commands {
        let begin = format!("{} {command} ", program.get_name());
        let is_interrupted = lines.iter().any(|line| format!("{line} ").starts_with(&begin));
        let is_left_out = left_out.iter().any(|(left_out, why)| left_out == command && !why.is_empty());
        let has_commands = commands.iter().any(|nested| nested.starts_with(&format!("{command} ")));
        assert!(is_interrupted != is_left_out || has_commands, "{command}: interrupted, or left out?");
    }
    let unknown = left_out.iter().find(|(command, _)| !commands.iter().any(|known| known == command));
    assert_eq!(unknown, None);
}
