//! What all pages of marks have in common. They load nothing, run nothing and send nothing.

use maud::Markup;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::report::page::{Page, Section};

/// What these pages have besides the style of all.
const STYLE: &str = include_str!("marks.css");

/// A page.
pub(super) fn page(title: &str, lead: Markup, sections: &[Section<'_>]) -> String {
    Page { title, lead, sections, style: STYLE, script: None }.html()
}

/// What stands for something else in an address, or may (RFC 3986, section 2.3).
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// A file's name as part of an address.
pub(super) fn address(name: &str) -> String {
    utf8_percent_encode(name, RESERVED).to_string()
}
