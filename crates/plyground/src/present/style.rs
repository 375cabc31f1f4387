//! Colours of the terminal, for those who want them and can show them, and its width.

use clap::builder::styling::{AnsiColor, Style};
use plyground_core::digits;

use super::layout::LINE;
use crate::stdio;

/// The fewest columns to which help is filled: with fewer the longest name in a list of values has no room beside its
/// indent and a colon.
const LEAST_WIDTH: usize = 25;

/// What the terminal of a process can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terminal {
    /// Who takes colours.
    pub colors: Colors,
    /// The columns to which help is filled, 25 to 100.
    pub width: usize,
}

impl Terminal {
    /// No terminal: no colours, and help in 100 columns.
    pub const NONE: Self = Self { colors: Colors::NONE, width: LINE };

    /// The terminal of this process.
    ///
    /// The width is what the environment variable `COLUMNS` says, else that of the terminal that standard
    /// output is. `COLUMNS` counts only if it is a positive decimal number: set to nothing, to `0` or to
    /// `abc` it is as if it were not set. Without a terminal, and if the terminal knows no width, it is 100.
    /// Lines are hard to read that are longer than that, so more is as good as 100; and less than 25 is as
    /// good as 25.
    pub fn of_process() -> Self {
        let columns = std::env::var("COLUMNS").ok();
        Self { colors: Colors::of_process(), width: width(columns.as_deref(), stdio::width()) }
    }
}

/// The columns to which help is filled, by the value of `COLUMNS` and the width of the terminal, where there are such.
fn width(columns: Option<&str>, terminal: Option<u16>) -> usize {
    // Of digits alone, only a number that is too large is none to Rust.
    let wanted = columns.and_then(digits).map(|text| text.parse().unwrap_or(usize::MAX));
    let shown = terminal.map(usize::from);
    let width = wanted.filter(|&width| width > 0).or(shown.filter(|&width| width > 0));
    width.unwrap_or(LINE).clamp(LEAST_WIDTH, LINE)
}

/// Whether standard output and standard error take colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Colors {
    /// Standard output.
    pub out: bool,
    /// Standard error.
    pub err: bool,
}

impl Colors {
    /// No colours.
    pub const NONE: Self = Self { out: false, err: false };

    /// Colours for the streams of this process that are terminals, unless the environment variable
    /// `NO_COLOR` is set and not empty, or `TERM` is `dumb`.
    pub fn of_process() -> Self {
        let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        if is_set("NO_COLOR") || std::env::var_os("TERM").is_some_and(|term| term == "dumb") {
            return Self::NONE;
        }
        let [out, err] = stdio::terminals();
        Self { out, err }
    }
}

/// Help or a usage error with its headings in colour: what stands before the first colon of lines without an indent, where
/// nothing follows, and of `Usage: plyground` and `error: unexpected argument`.
pub(crate) fn help(text: &str, colors: bool) -> String {
    let line = |line: &str| match line.split_once(':') {
        Some((word, rest))
            if matches!(word, "Usage" | "error")
                || rest == "\n" && !word.is_empty() && !word.starts_with(' ') =>
        {
            let color = if word == "error" { AnsiColor::Red } else { AnsiColor::Green };
            format!("{}{rest}", paint(&format!("{word}:"), color.on_default().bold(), colors))
        }
        _ => line.to_owned(),
    };
    text.split_inclusive('\n').map(line).collect()
}

/// The look of a side's pieces: their colour if the side is named after one, else bold.
pub(crate) fn of_side(name: &str) -> Style {
    let color = match name {
        "red" => AnsiColor::Red,
        "yellow" => AnsiColor::Yellow,
        "green" => AnsiColor::Green,
        _ => return Style::new().bold(),
    };
    color.on_default().bold()
}

/// The text in this look, or as it is without colours.
pub(crate) fn paint(text: &str, style: Style, colors: bool) -> String {
    if colors { format!("{style}{text}{style:#}") } else { text.to_owned() }
}

/// The text without its colours.
#[cfg(test)]
pub(crate) fn plain(text: &str) -> String {
    let mut pieces = text.split('\x1b');
    let before = pieces.next().unwrap_or_default().to_owned();
    before + &pieces.map(|piece| piece.split_once('m').expect("a colour ends with m").1).collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_help_are_in_colour() {
        let text = "JSON: well.\n\nUsage: go [X]\n\nOptions:\n  -x: y\nIt is so: here\nerror: no\n";
        assert_eq!(help(text, false), text);
        let colored = help(text, true).replace("\x1b[1m\x1b[32m", "<g>").replace("\x1b[1m\x1b[31m", "<r>");
        let expected = "JSON: well.\n\n<g>Usage:</> go [X]\n\n<g>Options:</>\n  -x: y\nIt is so: here\n<r>error:</> no\n";
        assert_eq!(colored.replace("\x1b[0m", "</>"), expected);
    }

    #[test]
    fn the_width_is_that_of_columns_or_of_the_terminal() {
        for (columns, terminal, expected) in [
            (None, None, 100),
            (None, Some(80), 80),
            (None, Some(0), 100),
            (None, Some(1), 25),
            (None, Some(u16::MAX), 100),
            (Some("57"), None, 57),
            (Some("57"), Some(80), 57),
            (Some("057"), Some(80), 57),
            (Some("100"), Some(80), 100),
            (Some("101"), Some(80), 100),
            (Some("99999999999999999999999"), Some(80), 100),
            (Some("25"), Some(80), 25),
            (Some("1"), Some(80), 25),
            (Some("0"), None, 100),
            (Some("abc"), Some(0), 100),
        ] {
            assert_eq!(width(columns, terminal), expected, "{columns:?}, {terminal:?}");
        }
        // What is no positive decimal number is as if it were not there.
        for columns in ["0", "000", "", "abc", "60 ", "+60", "-60", "6e1", "\u{664}\u{665}"] {
            assert_eq!(width(Some(columns), Some(80)), 80, "{columns:?}");
        }
        assert_eq!(Terminal::NONE.width, width(None, None));
    }
}
