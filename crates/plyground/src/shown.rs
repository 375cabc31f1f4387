//! Untrusted text in messages, whole. Text that may be long is cut short by [`plyground_core::quote`].

use std::path::Path;

pub use plyground_core::printable;

/// Untrusted text of several lines: as [`printable`], with line ends and tabs kept.
pub fn lines(text: &str) -> String {
    let line = |line: &str| line.split('\t').map(printable).collect::<Vec<_>>().join("\t");
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// A path on one line; `''` if it is empty.
pub fn path(path: &Path) -> String {
    if path.as_os_str().is_empty() { "''".to_owned() } else { printable(&path.to_string_lossy()) }
}

/// A path as a word of a shell's command, never to be taken for an option.
pub fn word(path: &Path) -> String {
    let is_like_option = path.as_os_str().as_encoded_bytes().starts_with(b"-");
    let path = if is_like_option { Path::new(".").join(path) } else { path.to_owned() };
    shlex::try_quote(&path.to_string_lossy()).map_or_else(|_| self::path(&path), Into::into)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_shown_on_one_line_without_commands_to_the_terminal() {
        assert_eq!(path(Path::new("")), "''");
        assert_eq!(path(Path::new("games/Größe 1.txt")), "games/Größe 1.txt");
        assert_eq!(path(Path::new("a\n\u{1b}[31m\u{9b}b")), "a\\n\\u{1b}[31m\\u{9b}b");
    }
}
