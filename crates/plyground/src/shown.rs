//! Untrusted text in messages, whole. Text that may be long is cut short by [`plyground_core::quote`].

use std::path::Path;

/// The text with those characters escaped that could command a terminal, or make a line look like
/// another: control characters, line separators, and marks of writing direction.
pub(crate) fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() || is_layout(c) { shown.extend(c.escape_default()) } else { shown.push(c) }
    }
    shown
}

/// Characters that are not seen, but change how others are placed.
const fn is_layout(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// A path on one line; `''` if it is empty.
pub(crate) fn path(path: &Path) -> String {
    if path.as_os_str().is_empty() { "''".to_owned() } else { printable(&path.to_string_lossy()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_shown_on_one_line_without_commands_to_the_terminal() {
        assert_eq!(path(Path::new("")), "''");
        assert_eq!(path(Path::new("games/Größe 1.txt")), "games/Größe 1.txt");
        assert_eq!(path(Path::new("a\n\u{1b}[31m\u{9b}b")), "a\\n\\u{1b}[31m\\u{9b}b");
        assert_eq!(printable("a\u{202e}b\u{2028}\u{feff}"), "a\\u{202e}b\\u{2028}\\u{feff}");
    }
}
