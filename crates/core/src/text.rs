//! Text that is read, and text in messages: untrusted text made harmless, and numbers of things.

use std::fmt::{self, Write};

/// Untrusted text for messages, whole ([`quote`] cuts it short): those characters are escaped that could command a
/// terminal, or make a line look like another. They are control characters, line separators, and marks of writing
/// direction.
pub fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() || is_layout(c) { shown.extend(c.escape_default()) } else { shown.push(c) }
    }
    shown
}

/// JSON of the same values, in which characters that [`printable`] would escape are escapes: what it holds of a program's
/// output commands no terminal. Below U+0020 JSON has escaped them already.
pub fn printable_json(json: &str) -> String {
    let mut shown = String::with_capacity(json.len());
    for c in json.chars() {
        if c >= '\u{7f}' && (c.is_control() || is_layout(c)) {
            // All of them have four digits at most. Writing to a string does not fail.
            let _ = write!(shown, "\\u{:04x}", u32::from(c));
        } else {
            shown.push(c);
        }
    }
    shown
}

/// Characters that are not seen, but change how others are placed.
const fn is_layout(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// What is said of a text that begins with a byte-order mark: nobody sees one, and no notation has any.
pub(crate) fn mark_note(text: &str) -> &'static str {
    let has_mark = text.starts_with('\u{feff}');
    if has_mark { ", beginning with a byte-order mark (save the text as UTF-8 without one)" } else { "" }
}

/// Shows a piece of untrusted text in a message: quoted, control characters escaped, cut short. A byte-order mark at
/// its beginning is named.
pub fn quote(text: &str) -> String {
    const MOST: usize = 40;
    let mut shown: String = text.chars().take(MOST).flat_map(char::escape_debug).collect();
    if text.chars().nth(MOST).is_some() {
        shown.push_str("...");
    }
    format!("'{shown}'{}", mark_note(text))
}

/// Bytes as two hexadecimal digits each, in lower case.
pub fn hex(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from_digit(value.into(), 16).unwrap_or('0');
    bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]).map(digit).collect()
}

/// A number of things: `1 row`, `2 rows`, `2 plies`.
pub fn counted(number: impl fmt::Display, noun: &str) -> String {
    let number = number.to_string();
    match noun.strip_suffix("ly") {
        _ if number == "1" => format!("1 {noun}"),
        Some(stem) => format!("{number} {stem}lies"),
        None => format!("{number} {noun}s"),
    }
}

/// The text, if it is decimal digits and nothing else.
pub fn digits(text: &str) -> Option<&str> {
    (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())).then_some(text)
}

/// The lines of a text with the byte offset of each; `\r` before a line end is not part of a line,
/// and a line end at the very end adds no empty line.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let start = text.as_ptr() as usize;
    text.lines().map(move |line| (line.as_ptr() as usize - start, line))
}

/// Makes a type an error that is shown as this text.
macro_rules! error_text {
    ($error:ty, $self:ident => $($text:tt)+) => {
        impl std::fmt::Display for $error {
            fn fmt(&$self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, $($text)+)
            }
        }

        impl std::error::Error for $error {}
    };
}
pub(crate) use error_text;

/// Makes a method of an enumeration that has a text for each of its values.
macro_rules! texts {
    ($(#[$doc:meta])* $type:ident::$method:ident { $($value:ident => $text:literal),+ $(,)? }) => {
        impl $type {
            $(#[$doc])*
            pub const fn $method(self) -> &'static str {
                match self {
                    $(Self::$value => $text,)+
                }
            }
        }
    };
}
pub(crate) use texts;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_commands_a_terminal_or_moves_text_is_escaped() {
        assert_eq!(printable("Größe 1"), "Größe 1");
        assert_eq!(printable("a\n\u{1b}[31m\u{9b}b\u{7f}"), "a\\n\\u{1b}[31m\\u{9b}b\\u{7f}");
        assert_eq!(printable("a\u{202e}b\u{2028}\u{feff}"), "a\\u{202e}b\\u{2028}\\u{feff}");
    }

    #[test]
    fn json_keeps_its_values_where_characters_are_escaped() {
        let json = "{\n  \"said\": \"Größe \\u001b[31m\u{9b}\u{7f}\u{202e}\u{feff}\"\n}";
        let shown = printable_json(json);
        assert_eq!(shown, "{\n  \"said\": \"Größe \\u001b[31m\\u009b\\u007f\\u202e\\ufeff\"\n}");
        assert_eq!(printable_json(&shown), shown);
    }

    #[test]
    fn one_thing_is_no_plural() {
        assert_eq!([0, 1, 2].map(|number| counted(number, "row")), ["0 rows", "1 row", "2 rows"]);
        assert_eq!([1, 2].map(|number| counted(number, "random ply")), ["1 random ply", "2 random plies"]);
    }

    #[test]
    fn byte_order_marks_are_named() {
        let note = "beginning with a byte-order mark (save the text as UTF-8 without one)";
        assert_eq!(quote("\u{feff}move"), format!("'\\u{{feff}}move', {note}"));
        assert_eq!(quote("a\u{feff}"), "'a\\u{feff}'");
    }
}
