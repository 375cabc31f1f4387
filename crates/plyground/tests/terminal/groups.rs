//! The examples below the help of every command.

/// Examples that build on each other, run in one folder.
pub(crate) struct Group {
    /// The command; empty for the program's own help.
    pub(crate) command: String,
    /// Lines of shell.
    pub(crate) lines: Vec<String>,
}

/// The lines below "Examples:" in the help of a command.
fn examples(command: &mut clap::Command) -> Vec<String> {
    let help = command.render_long_help().to_string();
    let (_, examples) = help.split_once("Examples:\n").unwrap_or_default();
    let examples = examples.replace("\\\n", "");
    examples.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
}

/// Subcommands, which the program's own `help` is not one of.
fn subcommands(command: &mut clap::Command) -> impl Iterator<Item = &mut clap::Command> {
    command.get_subcommands_mut().filter(|subcommand| subcommand.get_name() != "help")
}

/// The examples of all help: those of a command with those of its subcommands.
pub(crate) fn groups(mut program: clap::Command) -> Vec<Group> {
    program.build();
    let mut groups = vec![Group { command: String::new(), lines: examples(&mut program) }];
    for command in subcommands(&mut program) {
        let name = command.get_name().to_owned();
        let mut lines = examples(command);
        assert!(!lines.is_empty(), "{name} has no example");
        lines.extend(subcommands(command).flat_map(examples));
        groups.push(Group { command: name, lines });
    }
    groups
}
