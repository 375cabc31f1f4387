//! What all pages of marks have in common. They load nothing, run nothing and send nothing.

use std::fmt::Write;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

use crate::report::tournament::{STYLE, board};

/// The style of these pages, besides that of tournaments.
const MORE_STYLE: &str = include_str!("marks.css");

/// A section: its id, its heading, and what stands in it.
pub(super) type Section = (&'static str, &'static str, Markup);

/// A page.
pub(super) fn page(title: &str, lead: &Markup, sections: &[Section]) -> String {
    let style = format!("{STYLE}{MORE_STYLE}");
    let hash = BASE64_STANDARD.encode(Sha256::digest(&style));
    let policy =
        format!("default-src 'none'; style-src 'sha256-{hash}'; base-uri 'none'; form-action 'none'");
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="referrer" content="no-referrer";
                meta name="color-scheme" content="light dark";
                title { (title) }
                style { (PreEscaped(style)) }
            }
            body {
                header {
                    h1 { bdi { (title) } }
                    (lead)
                    nav aria-label="Sections" {
                        ul { @for (id, heading, _) in sections { li { a href=(format!("#{id}")) { (heading) } } } }
                    }
                }
                main {
                    @for (id, heading, content) in sections {
                        section id=(id) aria-labelledby=(format!("{id}-heading")) {
                            h2 id=(format!("{id}-heading")) { (heading) }
                            (content)
                        }
                    }
                }
                (board::shapes())
            }
        }
    };
    markup.into_string()
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
