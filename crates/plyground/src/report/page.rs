//! What all pages of reports have in common: one style, and a policy that loads and sends nothing.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use hmac_sha256::Hash as Sha256;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use plyground_drawing::{ink, svg};

/// The style of all pages, besides colours.
const STYLE: &str = include_str!("page.css");

/// A section: its id, its heading, and its content.
pub(crate) type Section<'a> = (&'a str, &'a str, Markup);

pub(crate) struct Page<'a> {
    /// Its heading. Untrusted text has been made printable and is escaped here.
    pub(crate) title: &'a str,
    /// The text below the heading.
    pub(crate) lead: Markup,
    pub(crate) sections: &'a [Section<'a>],
    /// Styles for this page only.
    pub(crate) style: &'a str,
    /// A script for this page only, if it has one.
    pub(crate) script: Option<&'a str>,
}

impl Page<'_> {
    /// The page as a complete HTML document.
    pub(crate) fn html(&self) -> String {
        let style = format!("{}{STYLE}{}", *ink::STYLE, self.style);
        let markup = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(policy(&style, self.script));
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="referrer" content="no-referrer";
                    meta name="color-scheme" content="light dark";
                    title { (self.title) }
                    style { (PreEscaped(&style)) }
                }
                body {
                    header {
                        h1 { bdi { (self.title) } }
                        (self.lead)
                        nav aria-label="Sections" {
                            ul { @for (id, heading, _) in self.sections { li { a href=(format!("#{id}")) { (heading) } } } }
                        }
                    }
                    main {
                        @for (id, heading, content) in self.sections {
                            section id=(id) aria-labelledby=(format!("{id}-heading")) {
                                h2 id=(format!("{id}-heading")) { (heading) }
                                (content)
                            }
                        }
                    }
                    (svg::symbols())
                    @if let Some(script) = self.script { script { (PreEscaped(script)) } }
                }
            }
        };
        markup.into_string()
    }
}

/// A table in a box that scrolls by itself, by keyboard too: the cells of its head, and its rows.
pub(crate) fn table(label: &str, has_caption: bool, head: &Markup, rows: &Markup) -> Markup {
    html! {
        div.scroll role="region" tabindex="0" aria-label=(label) {
            table {
                @if has_caption { caption { (label) } }
                thead { tr { (head) } }
                tbody { (rows) }
            }
        }
    }
}

/// The security policy: this style, this script, nothing else.
fn policy(style: &str, script: Option<&str>) -> String {
    let source = |text: &str| format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::hash(text.as_bytes())));
    let script = script.map(|script| format!(" script-src {};", source(script))).unwrap_or_default();
    format!("default-src 'none'; style-src {};{script} base-uri 'none'; form-action 'none'", source(style))
}
