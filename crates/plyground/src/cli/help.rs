//! `plyground help`: the help of a command, or a page of the documentation as text.
//!
//! The pages are the files of `docs/`, embedded, so that there is one text of each. They are shown as they are written, in Markdown,
//! with paragraphs filled to the width of the terminal.

use std::io::{self, Write};

use clap::Command;
use clap::builder::PossibleValuesParser;
use plyground_core::quote;

use crate::exit::{Failure, Streams};
use crate::present::layout::fill;
use crate::present::style::{self, Terminal, paint};
use crate::shown::printable;
use crate::subcommand::Root;

const EXAMPLES: &str = "Examples:
  plyground help search
  plyground help tournament run
  plyground help agents
  plyground help protocols";

macro_rules! topics {
    ($($name:literal),+ $(,)?) => {
        [$(Topic { name: $name, text: include_str!(concat!("../../embedded/docs/", $name, ".md")) }),+]
    };
}

/// Every page of `docs/`, under the name of its file: first those for readers, then those about things.
pub(crate) const TOPICS: [Topic; 29] = topics![
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
    "adding-a-search",
    "adding-an-assignment",
];

/// A page of the documentation.
pub(crate) struct Topic {
    pub(crate) name: &'static str,
    /// In Markdown.
    text: &'static str,
}

impl Topic {
    /// The heading of the page.
    fn title(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default().trim_start_matches("# ")
    }
}

/// Show the help of a command, or a page about a topic
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES, after_long_help = long_examples())]
pub(super) struct Args {
    /// A command, with its subcommand if it has any, or a topic. What is both is shown as both
    #[arg(value_name = "COMMAND|TOPIC", hide_possible_values = true)]
    words: Vec<String>,
}

/// The topics with their headings, and the examples.
fn long_examples() -> String {
    let longest = TOPICS.iter().map(|topic| topic.name.len()).max().unwrap_or_default();
    let line = |topic: &Topic| format!("  {:longest$}  {}", topic.name, topic.title());
    let list: Vec<String> = TOPICS.iter().map(line).collect();
    format!("Topics:\n{}\n\n{EXAMPLES}", list.join("\n"))
}

/// Writes a page as it is, but for three things: paragraphs and entries of lists are filled to lines of at most `width` columns,
/// headings are bold where there are colours, and comments are left out.
fn write_page(out: &mut dyn Write, markdown: &str, width: usize, colors: bool) -> io::Result<()> {
    let bold = clap::builder::styling::Style::new().bold();
    let mut paragraph = String::new();
    let mut is_code = false;
    for line in markdown.lines() {
        let text = line.trim_start();
        let is_fence = text.starts_with("```");
        let is_prose = !is_code && !is_fence && !text.is_empty() && !text.starts_with(['#', '|', '<']);
        if is_prose && (paragraph.is_empty() || mark(line) == line.len() - text.len()) {
            paragraph.extend([if paragraph.is_empty() { "" } else { " " }, line]);
            continue;
        }
        end_paragraph(out, &mut paragraph, width)?;
        is_code ^= is_fence;
        if is_prose {
            paragraph.push_str(line);
        } else if text.starts_with('#') && !is_code {
            writeln!(out, "{}", paint(line, bold, colors))?;
        } else if is_code || !text.starts_with("<!--") {
            writeln!(out, "{line}")?;
        }
    }
    end_paragraph(out, &mut paragraph, width)
}

fn end_paragraph(out: &mut dyn Write, paragraph: &mut String, width: usize) -> io::Result<()> {
    if paragraph.is_empty() {
        return Ok(());
    }
    let (first, rest) = paragraph.split_at(mark(paragraph));
    fill(out, first, rest, width)?;
    paragraph.clear();
    Ok(())
}

/// The bytes of a line before its words: its indent, and the mark of an entry of a list with the space after it.
fn mark(line: &str) -> usize {
    let text = line.trim_start();
    let number = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let mark = match &text[number..] {
        rest if number == 0 && rest.starts_with("- ") => 2,
        rest if number > 0 && rest.starts_with(". ") => number + 2,
        _ => 0,
    };
    line.len() - text.len() + mark
}

impl Args {
    pub(super) fn run(&self, root: Root<'_>, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let Terminal { colors, width } = streams.terminal;
        let mut root = root().term_width(width);
        root.build();
        let found = self.words.iter().try_fold(&mut root, |command, word| {
            command.get_subcommands_mut().find(|subcommand| subcommand.get_name() == word)
        });
        let topic = match self.words.as_slice() {
            [word] => const { &TOPICS }.iter().find(|topic| topic.name == word),
            _ => None,
        };
        if found.is_none() && topic.is_none() {
            let asked = printable(&quote(&self.words.join(" ")));
            let topics = TOPICS.map(|topic| topic.name).join(", ");
            return Err(bad_input!(
                "help {asked}: no command or topic of this name; expected a command (plyground help lists them) or a \
                 topic: {topics}"
            ));
        }
        let is_both = found.is_some() && topic.is_some();
        if let Some(command) = found {
            let text = command.render_long_help().to_string();
            streams.out.write_all(style::help(&text, colors.out).as_bytes())?;
        }
        if is_both {
            writeln!(streams.out)?;
        }
        if let Some(topic) = topic {
            write_page(streams.out, topic.text, width, colors.out)?;
        }
        Ok(())
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
    fn paragraphs_are_filled_and_all_else_is_as_it_is() {
        let page = "# Title\n\n<!-- a comment -->\nOne two\nthree four.\n- an entry\n  of a list\n- one\n\n10. ten\n\
                    ```sh\n# no  heading of any kind\n- no entry\n```\n| a | wide table |\n\nLast\n";
        let expected = "# Title\n\nOne two three\nfour.\n- an entry of\n  a list\n- one\n\n10. ten\n\
                        ```sh\n# no  heading of any kind\n- no entry\n```\n| a | wide table |\n\nLast\n";
        let mut out = Vec::new();
        write_page(&mut out, page, 13, false).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    #[test]
    fn every_page_is_shown_whole() {
        for topic in &TOPICS {
            let mut out = Vec::new();
            write_page(&mut out, topic.text, 60, false).unwrap();
            let shown = String::from_utf8(out).unwrap();
            let lines = topic.text.lines().filter(|line| !line.starts_with("<!--"));
            assert!(lines.flat_map(str::split_whitespace).eq(shown.split_whitespace()), "{}", topic.name);
        }
    }
}
