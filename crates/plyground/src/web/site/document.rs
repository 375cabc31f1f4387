//! The documents of a static site: those of the page, with what only a site needs. Their addresses are relative, so that
//! the site works below any path.

use std::collections::BTreeMap;
use std::path::Path;

use super::super::assets::TOKEN;
use super::super::guard::CONTENT_SECURITY_POLICY;
use super::SiteError;
use super::modules::needed_first;

/// Whatever else a document of the page has in its head goes before this.
const END: &str = "</head>";

/// What stands where: the document whose address is that of the site, and the one for frames in other pages.
pub(super) const FIRST: &str = "index.html";
pub(super) const FRAMED: &str = "embed.html";

/// A script that old browsers understand, and browsers that were given a file: it says why nothing happens.
const SENTENCE: &str = "<script src=\"./site/file.js\" defer></script>";

/// Every document has this line. The policy comes right after it, since it holds for what follows it.
const BEGINNING: &str = "<meta charset=\"utf-8\">\n";

/// The document at the address of the site.
///
/// # Errors
///
/// If the page has no such document, or one without a head.
pub(super) fn first(files: &BTreeMap<String, Vec<u8>>) -> Result<String, SiteError> {
    let text = of_site(files, FIRST)?;
    let mut head = vec![
        "<link rel=\"manifest\" href=\"./site/manifest.webmanifest\">".to_owned(),
        "<link rel=\"preload\" href=\"./first.json\" as=\"fetch\" crossorigin=\"anonymous\">".to_owned(),
        SENTENCE.to_owned(),
    ];
    for path in needed_first(files) {
        let is_style = Path::new(&path).extension().is_some_and(|extension| extension == "css");
        let address = format!("href=\"./{path}\"");
        if text.contains(&address) {
            continue;
        }
        head.push(if is_style {
            format!("<link rel=\"preload\" as=\"style\" {address}>")
        } else {
            format!("<link rel=\"modulepreload\" {address}>")
        });
    }
    Ok(text.replacen(END, &format!("{}\n{END}", head.join("\n")), 1))
}

/// The document that other pages may show in a frame.
///
/// # Errors
///
/// As for [`first`].
pub(super) fn framed(files: &BTreeMap<String, Vec<u8>>) -> Result<String, SiteError> {
    Ok(of_site(files, FRAMED)?.replacen(END, &format!("{SENTENCE}\n{END}"), 1))
}

/// A document without the token of a server, with a policy, and with relative addresses.
fn of_site(files: &BTreeMap<String, Vec<u8>>, path: &str) -> Result<String, SiteError> {
    let wrong = |problem| SiteError::File { path: path.to_owned(), problem };
    let text = files.get(path).ok_or_else(|| wrong("missing"))?;
    let text = String::from_utf8_lossy(text);
    if !text.contains(BEGINNING) || !text.contains(END) {
        return Err(wrong("no line with its characters, or no end of its head"));
    }
    let policy = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">", policy());
    let beginning = format!("{BEGINNING}{policy}\n<meta name=\"plyground-site\" content=\"\">\n");
    let token = format!("<meta name=\"plyground-token\" content=\"{TOKEN}\">\n");
    let text = text.replace(&token, "").replacen(BEGINNING, &beginning, 1);
    Ok(text.replace("href=\"/", "href=\"./").replace("src=\"/", "src=\"./"))
}

/// What the site may load and do: what the page of a server may, and run compiled code, workers and a manifest of its
/// own. Who may frame it cannot be said in a document.
fn policy() -> String {
    let rules = CONTENT_SECURITY_POLICY.split("; ").filter(|rule| !rule.starts_with("frame-ancestors"));
    let rules: Vec<&str> = rules.collect();
    let rules = rules.join("; ").replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'");
    format!("{rules}; worker-src 'self'; manifest-src 'self'")
}
