//! Help, manual pages and completions: everything is covered by each.

use std::collections::BTreeSet;

use super::{has, output, run};
use crate::Program;
use crate::exit::{Exit, in_memory};
use crate::present::style::{self, Colors, Terminal};

/// The standard output, and the standard error, of `plyground` on words separated by spaces, in a terminal.
fn in_terminal(words: &str, terminal: Terminal) -> (String, String) {
    let args = words.split_whitespace().map(Into::into).collect();
    let ran = in_memory(std::io::empty(), |streams| {
        streams.terminal = terminal;
        Program::new().run_on(args, streams)
    });
    assert_eq!(ran.exit == Exit::Done, ran.err.is_empty(), "{words}: {}", ran.err);
    (ran.out, ran.err)
}

/// The standard output in a terminal of so many columns.
fn in_columns(words: &str, width: usize) -> String {
    in_terminal(words, Terminal { width, ..Terminal::NONE }).0
}

#[test]
fn help_is_filled_to_the_terminal() {
    assert!(in_columns("tournament run --help", 57).contains("Every game is on\ndisk before it counts."));
    let page = in_columns("help records", 40);
    assert!(page.lines().any(|line| line.len() == 40) && page.contains("\n\n"), "{page}");
}

#[test]
fn help_is_that_of_a_command_or_a_page() {
    assert!(output("help").contains("\nUsage: plyground [COMMAND]\n\nCommands:\n  serve "));
    assert_eq!(output("help search"), output("search --help"));
    assert_eq!(output("help tournament run"), output("tournament run --help"));
    assert!(output("--version").starts_with("plyground "));
    let page = output("help notations");
    assert!(page.starts_with("# Positions and moves as text\n\nA position may be given"), "{page}");
    assert!(page.contains("\n$ plyground show connect-four 4453\n"), "{page}");
    // A command and a topic.
    let both = output("help agents");
    assert!(both.starts_with(&output("agents --help")), "{both}");
    assert!(both.contains("\n\n# Agents: how a player is named\n"), "{both}");
}

#[test]
fn unknown_words_get_the_list_of_topics() {
    for (words, quoted) in [
        ("help checkers", "help 'checkers'"),
        ("help notations moves", "help 'notations moves'"),
        ("help tournament chess", "help 'tournament chess'"),
        ("help \u{1b}[2J", "help '\\u{1b}[2J'"),
    ] {
        let err = run(words, "").refused();
        let begin = format!(
            "{quoted}: no command or topic of this name; expected a command (plyground help lists them) or a topic: \
             students, teachers, players,"
        );
        assert!(err.starts_with(&begin), "{err}");
    }
}

#[test]
fn colours_are_where_they_are_wanted() {
    let colors = Colors { out: true, err: true };
    let words = ["help records", "search -h", "show connect-four 4453", "match"];
    for (words, is_error) in words.map(|words| (words, words == "match")) {
        let (out, err) = in_terminal(words, Terminal { colors, ..Terminal::NONE });
        let (plain_out, plain_err) = in_terminal(words, Terminal::NONE);
        let (colored, plain) = if is_error { (err, plain_err) } else { (out, plain_out) };
        assert!(colored.contains('\x1b') && !plain.contains('\x1b'), "{words}: {colored}");
        assert_eq!(style::plain(&colored), plain, "{words}");
    }
}

#[test]
fn completions_know_every_command_and_topic() {
    let command = Program::new().command();
    let names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
    // Words after `help`: the scripts of Bash and Zsh complete arguments without a dash.
    let of_bash: &[&str] = &["_plyground()", "alpha-beta", "engine-authors", "connect-four-solver"];
    let of_zsh: &[&str] = &["#compdef plyground", "alpha-beta", "engine-authors", "connect-four-solver"];
    let of_fish: &[&str] = &["complete -c plyground", "alpha-beta"];
    for (shell, words) in
        [("bash", of_bash), ("elvish", &[]), ("fish", of_fish), ("powershell", &[]), ("zsh", of_zsh)]
    {
        let script = output(&format!("completions {shell}"));
        for word in names.iter().chain(words) {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}

/// The names of the pages of a command and of all below it.
fn pages(name: &str, command: &clap::Command) -> BTreeSet<String> {
    let nested = command.get_subcommands().flat_map(|one| pages(&format!("{name}-{}", one.get_name()), one));
    nested.chain([format!("{name}.1")]).collect()
}

#[test]
fn every_command_has_a_manual_page() {
    assert!(output("man").contains(".TH plyground 1"));
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(output(&format!("man --out {}", folder.path().display())), "");
    let mut command = Program::new().command();
    command.build();
    let written = std::fs::read_dir(folder.path()).unwrap();
    let written: BTreeSet<_> = written.map(|one| one.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(written, pages("plyground", &command));
    for (name, words) in [
        ("plyground-help.1", "engine\\-authors"),
        ("plyground-search.1", "not_examined"),
        ("plyground-tournament-run.1", "\\-\\-isolation\\-at\\-least"),
    ] {
        has(&std::fs::read_to_string(folder.path().join(name)).unwrap(), &[words]);
    }
}
