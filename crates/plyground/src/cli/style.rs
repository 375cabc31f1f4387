//! Colours of the terminal, for those who want them and can show them.

use clap::builder::styling::{AnsiColor, Style, Styles};

use crate::stdio;

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
