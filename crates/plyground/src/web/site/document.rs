//! The documents of a static site: those of the page, with what only a site needs. Their addresses are relative, so that
//! the site works below any path.

use std::collections::BTreeMap;

use super::super::assets::TOKEN;
use super::super::guard::CONTENT_SECURITY_POLICY;
use super::super::modules::{Document, END, PAGE, WORKER, with_links};
use super::SiteError;

/// The answers to the first questions, and what answers the first move: asked for at once.
const ANSWERS: &str = "<link rel=\"preload\" href=\"./first.json\" as=\"fetch\" crossorigin=\"anonymous\">\n\
                       <link rel=\"preload\" href=\"./rules.wasm.gz\" as=\"fetch\" crossorigin=\"anonymous\">";

/// Every document has this line. The policy comes right after it, since it holds for what follows it.
const BEGINNING: &str = "<meta charset=\"utf-8\">\n";

/// What the document at the address of the site has besides.
const MANIFEST: &str = "<link rel=\"manifest\" href=\"./site/manifest.webmanifest\">\n";

/// A document without the token of a server, with a policy, with more lines in its head, and with relative addresses.
pub(super) fn of_site(files: &BTreeMap<String, Vec<u8>>, document: &Document) -> Result<String, SiteError> {
    let wrong = |problem| SiteError::File { path: document.path.to_owned(), problem };
    let text = files.get(document.path).ok_or_else(|| wrong("missing"))?;
    let text = String::from_utf8_lossy(text);
    if !text.contains(BEGINNING) || !text.contains(END) {
        return Err(wrong("no line with its characters, or no end of its head"));
    }
    let policy = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">", policy());
    let beginning = format!("{BEGINNING}{policy}\n<meta name=\"plyground-site\" content=\"\">\n");
    let token = format!("<meta name=\"plyground-token\" content=\"{TOKEN}\">\n");
    let text = text.replace(&token, "").replacen(BEGINNING, &beginning, 1);
    let text = text.replace("href=\"/", "href=\"./").replace("src=\"/", "src=\"./");
    let manifest = if document.path == PAGE.path { MANIFEST } else { "" };
    let text = text.replacen(END, &format!("{manifest}{ANSWERS}\n{END}"), 1);
    Ok(with_links(&text, document, files, "./", WORKER))
}

/// What the site may load and do: what the page of a server may, and also run compiled code and have its own workers
/// and manifest. A document cannot say who may frame it.
fn policy() -> String {
    let rules = CONTENT_SECURITY_POLICY.split("; ").filter(|rule| !rule.starts_with("frame-ancestors"));
    let rules: Vec<&str> = rules.collect();
    let rules = rules.join("; ").replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'");
    format!("{rules}; worker-src 'self'; manifest-src 'self'")
}
