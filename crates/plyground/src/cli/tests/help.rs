//! Help, manual pages and completions: everything is covered by each.

use super::{output, run, run_with};
use crate::Program;
use crate::cli::{Colors, Terminal, help};
use crate::exit::{Exit, Streams};

/// The standard output, and the standard error, of `plyground` on words separated by spaces, in a terminal.
fn in_terminal(words: &str, terminal: Terminal) -> (String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut input = std::io::empty();
    let mut streams = Streams { input: &mut input, out: &mut out, err: &mut err, terminal };
    let args = words.split_whitespace().map(Into::into).collect();
    let result = Program::new().run_on(args, &mut streams);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let (out, err) = (text(out), text(err));
    assert_eq!(result.is_ok(), err.is_empty(), "{words}: {err}");
    (out, err)
}

/// The standard output in a terminal of so many columns.
fn in_columns(words: &str, width: usize) -> String {
    let terminal = Terminal { width, ..Terminal::NONE };
    in_terminal(words, terminal).0
}

const WIDTHS: [usize; 4] = [40, 57, 80, 100];

/// What is typed for the help of a command and of all below it.
fn all_help(command: &clap::Command, path: &str) -> Vec<String> {
    let mut all = vec![format!("{path} --help"), format!("{path} -h")];
    for nested in command.get_subcommands() {
        all.extend(all_help(nested, &format!("{path} {}", nested.get_name())));
    }
    all
}

/// Whether a line cannot be made shorter: it is one word, which may be in quotes.
fn is_one_word(line: &str) -> bool {
    let line = line.trim().trim_end_matches('\\');
    !line.contains(' ') || shlex::split(line).is_some_and(|words| words.len() == 1)
}

fn check_width(text: &str, width: usize, what: &str) {
    for line in text.lines() {
        assert!(line.chars().count() <= width || is_one_word(line), "{what}, {width} columns: {line}");
    }
}

/// The words of a text, without the marks of commands that go on.
fn words(text: &str) -> Vec<&str> {
    let words = text.split_whitespace().map(|word| word.strip_suffix('\\').unwrap_or(word));
    words.filter(|word| !word.is_empty()).collect()
}

/// What is below the line "Examples:", as a shell reads it.
fn examples(help: &str) -> Vec<Vec<String>> {
    let (_, examples) = help.split_once("Examples:\n").unwrap();
    let joined = examples.replace("\\\n", "");
    joined.lines().map(|line| shlex::split(line).unwrap()).collect()
}

#[test]
fn help_fits_every_width_and_breaks_no_word() {
    let all = all_help(&Program::new().command(), "");
    assert!(all.len() > 60, "{}", all.len());
    for asked in &all {
        let widest = in_columns(asked, 100);
        for width in WIDTHS {
            let text = in_columns(asked, width);
            check_width(&text, width, asked);
            assert_eq!(words(&text), words(&widest), "{asked}, {width} columns");
            if let Some(path) = asked.strip_suffix(" --help") {
                // What is a topic as well has its page below.
                let help = in_columns(&format!("help {path}"), width);
                check_width(&help, width, asked);
                assert!(words(&help).starts_with(&words(&text)), "help {path}, {width} columns");
            }
        }
        // What is narrower still has no room for every option with the name of its value.
        assert_eq!(words(&in_columns(asked, 25)), words(&widest), "{asked}");
    }
}

#[test]
fn lines_are_filled() {
    let help = in_columns("tournament run --help", 57);
    assert!(
        help.contains(
            "\n\nPlans first if that has not been done. Every game is on\ndisk before it counts. Ctrl-C ends the run within a\n\
             second; the same command goes on, and plays the games\nthat were broken off again from their beginning. At \
             the\nend standard output has the standings.\n\n"
        ),
        "{help}"
    );
}

/// Checks the examples of a command and of all below it, and counts the lines that are broken.
fn check_examples(command: &mut clap::Command, path: &str) -> usize {
    let whole = command.render_long_help().to_string();
    let mut broken = 0;
    // Some commands say nothing that their parent does not.
    if whole.contains("Examples:\n") {
        let expected = examples(&whole);
        for width in WIDTHS {
            for asked in [format!("{path} --help"), format!("{path} -h")] {
                let help = in_columns(&asked, width);
                assert_eq!(examples(&help), expected, "{asked}, {width} columns");
                broken += help.lines().filter(|line| line.ends_with('\\')).count();
            }
        }
    }
    for nested in command.get_subcommands_mut() {
        let path = format!("{path} {}", nested.get_name());
        broken += check_examples(nested, &path);
    }
    broken
}

#[test]
fn examples_that_are_broken_are_the_same_commands() {
    let mut command = Program::new().command();
    command.build();
    let broken = check_examples(&mut command, "");
    assert!(broken > 100, "{broken}");
    let help = in_columns("search -h", 80);
    assert!(
        help.contains(
            "\n  plyground search connect-four --algorithm alpha-beta --depth 6 --eval cs431 \\\n      --json 4453\n"
        ),
        "{help}"
    );
}

#[test]
fn usage_fits_in_help_and_in_errors() {
    let colored = Terminal { colors: Colors { out: true, err: true }, width: 40 };
    for (words, usage) in [
        (
            "profile -h",
            "\nUsage: plyground profile [OPTIONS]\n           <GAME> [POSITION]...\n           [-- <COMMAND>...]\n\n",
        ),
        (
            "assignments -h",
            "\nUsage: plyground assignments [OPTIONS]\n       plyground assignments <COMMAND>\n\n",
        ),
        ("match", "\nUsage: plyground match --game <GAME> <A>\n           <B>\n\nFor more"),
    ] {
        let (out, err) = in_terminal(words, Terminal { width: 40, ..Terminal::NONE });
        let plain = out + &err;
        assert!(plain.contains(usage), "{words}: {plain}");
        let (out, err) = in_terminal(words, colored);
        let styled = clap::builder::StyledStr::from(out + &err);
        assert!(styled.ansi().to_string().contains('\x1b'), "{words}");
        assert_eq!(styled.to_string(), plain, "{words}");
    }
}

#[test]
fn pages_fit_every_width() {
    for topic in &help::TOPICS {
        let asked = format!("help {}", topic.name);
        for width in WIDTHS {
            check_width(&in_columns(&asked, width), width, &asked);
        }
    }
}

#[test]
fn topics_stand_beside_their_headings_or_above_them() {
    let list = |width| {
        let help = in_columns("help help", width);
        help.split_once("\nTopics:\n").unwrap().1.to_owned()
    };
    let tail = " ".repeat(24);
    assert!(list(100).contains("\n  strength              How strong the Breakthrough engine is\n"));
    assert!(list(40).contains(&format!(
        "\n  strength              How strong the\n{tail}Breakthrough\n{tail}engine is\n"
    )));
    assert!(list(39).contains("\n  strength\n      How strong the Breakthrough\n      engine is\n"));
}

#[test]
fn nothing_of_the_command_line_itself_is_broken() {
    let mut command = Program::new().command();
    command.build();
    let help = command.find_subcommand_mut("profile").unwrap().render_long_help().to_string();
    assert!(help.lines().any(|line| line.len() > 400), "{help}");
    assert!(!help.lines().any(|line| line.ends_with('\\')), "{help}");
}

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
    let colors = Colors { out: true, err: false };
    let (out, _) = in_terminal("help records", Terminal { colors, ..Terminal::NONE });
    assert!(out.starts_with("\x1b[1mRecords"));
    assert!(!output("help records").contains('\x1b'));
}

#[test]
fn completions_know_every_command_and_topic() {
    let command = Program::new().command();
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
    let mut command = Program::new().command();
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
