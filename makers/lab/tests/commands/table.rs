//! The table of subcommands: those of `plyground`, and more.

use plyground::Program;

use crate::output;

fn names(program: &Program) -> Vec<String> {
    program.command().get_subcommands().map(|command| command.get_name().to_owned()).collect()
}

#[test]
fn every_subcommand_of_plyground_is_there() {
    let mut rest = names(&plyground_lab::program()).into_iter();
    let own: Vec<String> = names(&Program::new());
    assert!(own.iter().all(|name| rest.any(|found| found == *name)), "in the same order");
}

fn examples_fit(command: &mut clap::Command) -> usize {
    let help = command.render_long_help().to_string();
    let lines: Vec<&str> =
        help.split_once("Examples:\n").map_or(Vec::new(), |(_, lines)| lines.lines().collect());
    for line in &lines {
        assert!(line.len() <= 80, "{line}");
    }
    lines.len() + command.get_subcommands_mut().map(examples_fit).sum::<usize>()
}

/// clap would fill what is longer as if it were prose, and nobody could paste it.
#[test]
fn examples_fit_a_terminal_of_eighty_columns() {
    assert!(examples_fit(&mut plyground_lab::program().command()) > 70);
}

#[test]
fn help_completions_and_manual_pages_have_the_rows() {
    let help = output("--help");
    let script = output("completions bash");
    let page = output("man");
    assert!(page.contains(".TH plyground-lab 1"), "{page}");
    for name in ["prove", "verify-proof", "strategy", "solve-job", "book", "measure"] {
        assert!(help.contains(&format!("\n  {name} ")), "{name}: {help}");
        assert!(script.contains(&format!(" {name} ")), "{name}: {script}");
        assert!(output(&format!("help {name}")).contains(&format!("plyground-lab {name}")), "{name}");
    }
}
