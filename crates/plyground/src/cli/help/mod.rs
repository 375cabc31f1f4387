//! `plyground help`: the help of a command, or a page of the documentation as text.
//!
//! The pages are the files of `docs/`, embedded, so that there is one text of each.

mod fit;
mod page;

use clap::Command;
use clap::builder::PossibleValuesParser;
use plyground_core::quote;

pub(crate) use fit::{fit, shown};

use super::{Terminal, lab_commands};
use crate::exit::{Failure, Streams};
use crate::present::layout;
use crate::present::untrusted::printable;
use crate::subcommand::Root;

const EXAMPLES: &str = "Examples:
  plyground help search
  plyground help tournament run
  plyground help agents
  plyground help protocols";

macro_rules! topics {
    ($($name:literal),+ $(,)?) => {
        [$(Topic { name: $name, text: include_str!(concat!("../../../embedded/docs/", $name, ".md")) }),+]
    };
}

/// Every page of `docs/`, under the name of its file: first those for readers, then those about things.
pub(crate) const TOPICS: [Topic; 28] = topics![
    "students",
    "teachers",
    "players",
    "engine-authors",
    "assignments",
    "notations",
    "agents",
    "protocols",
    "line-protocol",
    "tournaments",
    "scale-out",
    "marking",
    "security",
    "reports",
    "records",
    "exit-status",
    "api",
    "site",
    "connect-four-solver",
    "values",
    "complexity",
    "search-tree",
    "proofs",
    "strength",
    "python",
    "regret",
    "adding-a-game",
    "adding-an-assignment",
];

/// A page of the documentation.
pub(crate) struct Topic {
    pub(crate) name: &'static str,
    /// In Markdown.
    text: &'static str,
}

impl Topic {
    fn find(name: &str) -> Option<&'static Self> {
        const { &TOPICS }.iter().find(|topic| topic.name == name)
    }

    /// The heading of the page.
    fn title(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default().trim_start_matches("# ")
    }
}

/// Show the help of a command, or a page about a topic
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES, after_long_help = long_examples(usize::MAX))]
pub(super) struct Args {
    /// A command, with its subcommand if it has any, or a topic. What is both is shown as both
    #[arg(value_name = "COMMAND|TOPIC", hide_possible_values = true)]
    words: Vec<String>,
}

/// The topics with their headings, and the examples.
fn long_examples(width: usize) -> String {
    let longest = TOPICS.iter().map(|topic| topic.name.len()).max().unwrap_or_default();
    let mut list = Vec::new();
    for topic in &TOPICS {
        let first = if width < fit::NARROW {
            list.extend(format!("  {}\n", topic.name).bytes());
            "      ".to_owned()
        } else {
            format!("  {:longest$}  ", topic.name)
        };
        // Memory takes all that is written to it.
        let _ = layout::fill(&mut list, &first, topic.title(), width);
    }
    format!("Topics:\n{}\n{EXAMPLES}", String::from_utf8_lossy(&list))
}

impl Args {
    pub(super) fn run(&self, root: Root<'_>, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let Terminal { colors, width } = streams.terminal;
        let mut root = fit(root(), width);
        root.build();
        let found = self.words.iter().try_fold(&mut root, |command, word| {
            command.get_subcommands_mut().find(|subcommand| subcommand.get_name() == word)
        });
        let topic = match self.words.as_slice() {
            [word] => Topic::find(word),
            _ => None,
        };
        if found.is_none() && topic.is_none() {
            let words: Vec<&str> = self.words.iter().map(String::as_str).collect();
            let place = lab_commands::place(&words, &root).map(Failure::bad_input);
            return Err(place.unwrap_or_else(|| self.unknown()));
        }
        let is_both = found.is_some() && topic.is_some();
        if let Some(command) = found {
            let text = shown(&command.render_long_help(), width, colors.out, false);
            streams.out.write_all(text.as_bytes())?;
        }
        if is_both {
            writeln!(streams.out)?;
        }
        if let Some(topic) = topic {
            page::write(streams.out, topic.text, width, colors.out)?;
        }
        Ok(())
    }

    /// What to say about words that are neither a command nor a topic.
    fn unknown(&self) -> Failure {
        let asked = printable(&quote(&self.words.join(" ")));
        let topics = TOPICS.map(|topic| topic.name).join(", ");
        Failure::bad_input(format_args!(
            "help {asked}: no command or topic of this name; expected a command (plyground help lists them) or a \
             topic: {topics}"
        ))
    }
}

/// The command line with every command and topic as a word after `help`, for shells that complete it.
pub(crate) fn complete(root: Command) -> Command {
    let commands = root.get_subcommands().map(|command| command.get_name().to_owned());
    let topics = TOPICS.iter().map(|topic| topic.name.to_owned());
    let mut names: Vec<String> = commands.chain(topics).collect();
    names.sort_unstable();
    names.dedup();
    root.mut_subcommand("help", |help| {
        help.mut_arg("words", |words| words.value_parser(PossibleValuesParser::new(names)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn every_page_of_the_documentation_is_a_topic() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        let mut pages: Vec<String> =
            files.filter_map(|name| name.to_str()?.strip_suffix(".md").map(str::to_owned)).collect();
        pages.sort_unstable();
        let mut topics = TOPICS.map(|topic| topic.name);
        topics.sort_unstable();
        assert_eq!(pages, topics);
        for topic in &TOPICS {
            assert!(topic.text.starts_with("# ") && topic.title().len() < 60, "{}", topic.name);
        }
    }

    #[test]
    fn help_lists_commands_and_topics() {
        let help = crate::Program::new().command().render_long_help().to_string();
        for name in TOPICS.map(|topic| topic.name) {
            assert!(help.contains(name), "{name} is missing in\n{help}");
        }
    }
}
