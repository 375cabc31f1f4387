//! What all pages of marks have in common. They load nothing, run nothing and send nothing.

use std::fmt::Write;

use maud::Markup;

use crate::report::page::{Page, Section};

/// What these pages have besides the style of all.
const STYLE: &str = include_str!("marks.css");

/// A page.
pub(super) fn page(title: &str, lead: Markup, sections: &[Section<'_>]) -> String {
    Page { title, lead, sections, style: STYLE, script: None }.html()
}

/// A file's name as part of an address.
pub(super) fn address(name: &str) -> String {
    let mut out = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            // Writing to memory does not fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}
