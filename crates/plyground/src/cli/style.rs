//! Colours of the terminal, for those who want them and can show them.

use std::io::IsTerminal;

use clap::builder::styling::{AnsiColor, Style, Styles};

/// Whether standard output and standard error take colours, and progress is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Colors {
    /// Standard output.
    pub out: bool,
    /// Standard error.
    pub err: bool,
    /// Whether standard error is a terminal on which a line can be written again and again.
    pub live: bool,
}

impl Colors {
    /// No colours and no progress.
    pub const NONE: Self = Self { out: false, err: false, live: false };

    /// Colours for the streams of this process that are terminals, unless the environment variable
    /// `NO_COLOR` is set and not empty, or `TERM` is `dumb`; progress if standard error is a terminal and
    /// `TERM` is not `dumb`.
    pub fn of_process() -> Self {
        let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        if std::env::var_os("TERM").is_some_and(|term| term == "dumb") {
            return Self::NONE;
        }
        let (out, err) = (std::io::stdout().is_terminal(), std::io::stderr().is_terminal());
        let wanted = !is_set("NO_COLOR");
        Self { out: out && wanted, err: err && wanted, live: err }
    }
}

/// The look of help and usage errors.
pub(super) const HELP: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// The look of a side's pieces: their colour if the side is named after one, else bold.
pub(super) fn of_side(name: &str) -> Style {
    let color = match name {
        "red" => AnsiColor::Red,
        "yellow" => AnsiColor::Yellow,
        "green" => AnsiColor::Green,
        _ => return Style::new().bold(),
    };
    color.on_default().bold()
}

/// The text in this look, or as it is without colours.
pub(super) fn paint(text: &str, style: Style, colors: bool) -> String {
    if colors { format!("{style}{text}{style:#}") } else { text.to_owned() }
}
