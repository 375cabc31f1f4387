//! Untrusted text in messages, whole. Text that may be long is cut short by [`plyground_core::quote`].

use std::path::Path;

pub(crate) use plyground_core::printable;

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
    }
}
