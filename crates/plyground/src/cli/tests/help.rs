//! Help, manual pages and completions: everything is covered by each.

use super::{output, run, run_with};
use crate::exit::Exit;

#[test]
fn help_is_that_of_a_command_or_a_page() {
    assert!(output("help").contains("\nUsage: plyground [COMMAND]\n\nCommands:\n  serve "));
    assert_eq!(output("help search"), output("search --help"));
    assert_eq!(output("help tournament run"), output("tournament run --help"));
    let page = output("help notations");
    assert!(page.starts_with("Positions and moves as text\n\nA position may be given"), "{page}");
    assert!(page.contains("\n    $ plyground show connect-four 4453\n"), "{page}");
    // A command and a topic.
    let both = output("help agents");
    assert!(both.starts_with(&output("agents --help")), "{both}");
    assert!(both.contains("\n\nAgents: how a player is named\n"), "{both}");
}

#[test]
fn unknown_words_get_the_list_of_topics() {
    for (words, quoted) in [
        ("help checkers", "help 'checkers'"),
        ("help notations moves", "help 'notations moves'"),
        ("help tournament chess", "help 'tournament chess'"),
        ("help \u{1b}[2J", "help '\\u{1b}[2J'"),
    ] {
        let ran = run(words, "");
        assert_eq!((ran.exit, ran.out.as_str()), (Exit::BadInput, ""), "{words}");
        let begin = format!(
            "{quoted}: no command or topic of this name; expected a command (plyground help lists them) or a topic: \
             students, teachers, players,"
        );
        assert!(ran.err.starts_with(&begin), "{}", ran.err);
    }
}

#[test]
fn headings_are_bold_where_there_are_colours() {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut streams = crate::exit::Streams { input: &mut std::io::empty(), out: &mut out, err: &mut err };
    let colors = crate::cli::Colors { out: true, err: false };
    crate::cli::run(vec!["help".into(), "records".into()], &mut streams, colors).unwrap();
    assert!(out.starts_with(b"\x1b[1mRecords"));
    assert!(!output("help records").contains('\x1b'));
}

#[test]
fn completions_know_every_command_and_topic() {
    let command = crate::cli::command();
    let names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = output(&format!("completions {shell}"));
        for name in &names {
            assert!(script.contains(name), "{shell}: {name}");
        }
        // Words after `help`: the scripts of these shells complete arguments without a dash.
        if ["bash", "zsh"].contains(&shell) {
            for topic in ["engine-authors", "exit-status", "connect-four-solver"] {
                assert!(script.contains(topic), "{shell}: {topic}");
            }
        }
    }
}

#[test]
fn every_option_is_in_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["man".to_owned(), "--out".to_owned(), folder.path().display().to_string()];
    assert_eq!(run_with(&args, b"").exit, Exit::Done);
    let mut command = crate::cli::command();
    command.build();
    let mut pending: Vec<(String, &clap::Command)> = vec![("plyground".to_owned(), &command)];
    let mut options = 0;
    while let Some((name, command)) = pending.pop() {
        let page = std::fs::read_to_string(folder.path().join(format!("{name}.1"))).unwrap();
        for argument in command.get_arguments().filter(|argument| !argument.is_hide_set()) {
            if let Some(long) = argument.get_long() {
                assert!(page.contains(&format!("\\-\\-{}", long.replace('-', "\\-"))), "{name}: --{long}");
                options += 1;
            }
        }
        let nested = command.get_subcommands();
        pending.extend(nested.map(|nested| (format!("{name}-{}", nested.get_name()), nested)));
    }
    assert!(options > 100, "{options}");
    let page = std::fs::read_to_string(folder.path().join("plyground-help.1")).unwrap();
    assert!(page.contains("engine\\-authors"), "{page}");
}
