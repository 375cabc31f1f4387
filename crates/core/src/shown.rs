//! Untrusted text in messages, whole. Text that may be long is cut short by [`quote`](crate::quote).

/// The text with those characters escaped that could command a terminal, or make a line look like
/// another: control characters, line separators, and marks of writing direction.
pub fn printable(text: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_commands_a_terminal_or_moves_text_is_escaped() {
        assert_eq!(printable("Größe 1"), "Größe 1");
        assert_eq!(printable("a\n\u{1b}[31m\u{9b}b\u{7f}"), "a\\n\\u{1b}[31m\\u{9b}b\\u{7f}");
        assert_eq!(printable("a\u{202e}b\u{2028}\u{feff}"), "a\\u{202e}b\\u{2028}\\u{feff}");
    }
}
