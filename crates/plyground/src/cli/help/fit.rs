//! Help that fits the terminal.
//!
//! clap fills prose. It would break examples as if they were prose, so that nobody could paste them, and usage not at
//! all: both are broken here.

use std::ops::Range;

use clap::Command;
use clap::builder::{Resettable, StyledStr};

use super::long_examples;

/// The columns by which a line that goes on another is indented more than that.
const DEEPER: usize = 4;

/// With fewer columns there is no room for two of text beside each other.
pub(super) const NARROW: usize = 40;

/// The command line with help in lines of at most `width` columns, a word that is longer on a line of its own.
pub(crate) fn fit(root: Command, width: usize) -> Command {
    let root = root.mut_subcommand("help", |help| help.after_long_help(long_examples(width)));
    // Commands inherit both.
    with_examples(root, width).term_width(width).next_line_help(width < NARROW)
}

/// A command and those below it, with examples that fit.
fn with_examples(command: Command, width: usize) -> Command {
    let fitted = |text: &StyledStr| StyledStr::from(examples(&text.to_string(), width));
    let after = command.get_after_help().map(fitted);
    let after_long = command.get_after_long_help().map(fitted);
    let command = command.after_help(Resettable::from(after)).after_long_help(Resettable::from(after_long));
    command.mut_subcommands(|nested| with_examples(nested, width))
}

/// What follows the options of a command: below the line `Examples:` every line is a command.
fn examples(text: &str, width: usize) -> String {
    let heading = "Examples:\n";
    let Some((before, lines)) = text.split_once(heading) else { return text.to_owned() };
    let lines: Vec<String> = lines.lines().map(|line| command(line, width)).collect();
    format!("{before}{heading}{}", lines.join("\n"))
}

/// Help as clap has rendered it, with usage that fits; or an error, which clap does not fill: every line of it fits.
pub(crate) fn shown(rendered: &StyledStr, width: usize, colors: bool, is_error: bool) -> String {
    let rendered = rendered.ansi().to_string();
    let heading = "Usage: ";
    let further = " ".repeat(heading.len());
    let mut is_usage = false;
    let lines = rendered.split('\n').map(|line| {
        let text = plain(line);
        // A second way of calling a command stands below the first.
        is_usage = text.starts_with(heading) || is_usage && text.starts_with(&further);
        match (is_usage, is_error) {
            (true, _) => broken("", line, further.len() + DEEPER, width, false),
            (false, true) => code(line, width),
            (false, false) => line.to_owned(),
        }
    });
    let text = lines.collect::<Vec<_>>().join("\n");
    if colors { text } else { plain(&text) }
}

/// A command for a shell, with or without a prompt: what is broken can still be pasted.
pub(super) fn command(line: &str, width: usize) -> String {
    let text = line.trim_start();
    let indent = line.len() - text.len();
    let text = text.strip_prefix("$ ").unwrap_or(text);
    broken(&line[..line.len() - text.len()], text, indent + DEEPER, width, true)
}

/// A line of code of any kind.
pub(super) fn code(line: &str, width: usize) -> String {
    let text = line.trim_start();
    let indent = line.len() - text.len();
    broken(&line[..indent], text, indent + DEEPER, width, false)
}

/// `start` and the text, in lines of at most `width` columns unless a word is longer; all but the first begin with
/// `indent` spaces. An option stays with its value where a line has room for both.
fn broken(start: &str, text: &str, indent: usize, width: usize, is_command: bool) -> String {
    let words = words(text, is_command);
    let mark = if is_command { " \\" } else { "" };
    // What must have room behind a word.
    let mark_after = |word: usize| if word + 1 == words.len() { 0 } else { mark.len() };
    let is_option = |word: usize| plain(&text[words[word].clone()]).trim_start_matches('[').starts_with('-');
    let mut out = start.to_owned();
    let mut length = columns(start);
    let mut end = 0;
    for (number, word) in words.iter().enumerate() {
        let has_value = is_option(number) && number + 1 < words.len() && !is_option(number + 1);
        let together = |last: usize| columns(&text[word.start..words[last].end]) + mark_after(last);
        let is_together = has_value && indent + together(number + 1) <= width;
        let last = if is_together { number + 1 } else { number };
        let gap = &text[end..word.start];
        if number > 0 && length + gap.len() + together(last) > width {
            // The indent below separates words as well.
            out.push_str(if length + mark.len() <= width { mark } else { mark.trim_start() });
            out.extend(["\n", &" ".repeat(indent)]);
            length = indent;
        } else {
            out.push_str(gap);
            length += gap.len();
        }
        let word = &text[word.clone()];
        out.push_str(word);
        length += columns(word);
        end = words[number].end;
    }
    out
}

/// Where the words of a text are, which stand between spaces. In a command quotes and backslashes keep a word
/// together, and a remark is one word.
fn words(text: &str, is_command: bool) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut is_inside = false;
    let mut is_escaped = false;
    let mut quote = None;
    for (at, c) in text.char_indices() {
        if c == ' ' && quote.is_none() && !is_escaped {
            is_inside = false;
            continue;
        }
        let end = at + c.len_utf8();
        let is_first = !is_inside;
        match words.last_mut().filter(|_| is_inside) {
            Some(word) => word.end = end,
            None => words.push(at..end),
        }
        is_inside = true;
        if !is_command {
            continue;
        }
        match (quote, c) {
            _ if is_escaped => is_escaped = false,
            (None | Some('"'), '\\') => is_escaped = true,
            (None, '\'' | '"') => quote = Some(c),
            (Some(open), _) if c == open => quote = None,
            (None, '#') if is_first => {
                words.pop();
                words.push(at..text.len());
                break;
            }
            _ => {}
        }
    }
    words
}

/// A text without its colours.
fn plain(text: &str) -> String {
    StyledStr::from(text.to_owned()).to_string()
}

/// The columns that a text takes.
fn columns(text: &str) -> usize {
    plain(text).chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_broken_at_spaces_outside_of_quotes() {
        for (line, width, expected) in [
            ("  one two three", 15, "  one two three"),
            ("  one two three", 14, "  one two \\\n      three"),
            ("  one two three", 11, "  one two \\\n      three"),
            ("  one two three", 10, "  one \\\n      two\\\n      three"),
            (
                "  aaaa 'b c' \"d e\" f\\ g hhh",
                13,
                "  aaaa \\\n      'b c' \\\n      \"d e\" \\\n      f\\ g \\\n      hhh",
            ),
            ("  aaa 'b\\' ccc", 12, "  aaa 'b\\' \\\n      ccc"),
            ("  aaa \"b\\\" c\" ddd", 15, "  aaa \"b\\\" c\" \\\n      ddd"),
            ("    $ one two", 12, "    $ one \\\n        two"),
            ("  one # two three", 12, "  one \\\n      # two three"),
            ("  one#two three", 12, "  one#two \\\n      three"),
            // A word may leave no room for a space behind it.
            ("  a longest b", 12, "  a \\\n      longest\\\n      b"),
            // An option and its value.
            ("  one two -n 4 five", 15, "  one two \\\n      -n 4 five"),
            ("  one --two three", 13, "  one --two \\\n      three"),
            ("  one --two --n 4", 18, "  one --two --n 4"),
            ("  one --two --n 4", 16, "  one --two \\\n      --n 4"),
        ] {
            assert_eq!(command(line, width), expected, "{line}");
        }
    }

    #[test]
    fn other_code_is_broken_at_any_space_and_keeps_its_own() {
        for (line, width, expected) in [
            ("    a  b   c", 12, "    a  b   c"),
            ("    a  b   c", 11, "    a  b\n        c"),
            ("    \"a b\" c", 9, "    \"a b\"\n        c"),
            ("    # a b", 8, "    # a\n        b"),
            ("", 8, ""),
        ] {
            assert_eq!(code(line, width), expected, "{line}");
        }
    }

    #[test]
    fn errors_are_broken_and_help_is_not() {
        let rendered = StyledStr::from("error: one two three four\n\n  tip: five six seven\n".to_owned());
        assert_eq!(
            shown(&rendered, 15, false, true),
            "error: one two\n    three four\n\n  tip: five six\n      seven\n"
        );
        assert_eq!(shown(&rendered, 15, false, false), rendered.to_string());
    }

    #[test]
    fn usage_is_broken_with_and_without_colours() {
        let page = "A command\n\n\
                    \u{1b}[1mUsage:\u{1b}[0m \u{1b}[36mone two\u{1b}[0m --three <FOUR> [FIVE]\n       \
                    one \u{1b}[36mtwo\u{1b}[0m <COMMAND>\n\n\
                    Options and more of them:\n       and more";
        let rendered = StyledStr::from(page.to_owned());
        assert_eq!(
            shown(&rendered, 26, false, false),
            "A command\n\nUsage: one two\n           --three <FOUR>\n           [FIVE]\n       one two <COMMAND>\n\n\
             Options and more of them:\n       and more"
        );
        assert_eq!(plain(&shown(&rendered, 26, true, false)), shown(&rendered, 26, false, false));
        assert_eq!(shown(&rendered, 100, true, false), page);
        assert_eq!(shown(&rendered, 100, false, false), plain(page));
    }
}
