//! The first document of a static site: that of the page, with what only a site needs.

use std::collections::BTreeMap;
use std::path::Path;

use super::super::assets::TOKEN;
use super::super::guard::CONTENT_SECURITY_POLICY;
use super::SiteError;
use super::modules::needed_first;

/// Whatever else a document of the page has in its head goes before this.
const END: &str = "</head>";

/// The document, made of the page's. Its addresses are relative, so that the site works below any path.
///
/// # Errors
///
/// If the page has no document, or one without a head.
pub(super) fn of_site(files: &BTreeMap<String, Vec<u8>>) -> Result<String, SiteError> {
    let wrong = |problem| SiteError::File { path: "index.html".to_owned(), problem };
    let text = files.get("index.html").ok_or_else(|| wrong("missing"))?;
    let text = String::from_utf8_lossy(text);
    let token = format!("<meta name=\"plyground-token\" content=\"{TOKEN}\">");
    if !text.contains(&token) || !text.contains(END) {
        return Err(wrong("no token, or no end of its head"));
    }
    let policy = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">", policy());
    let mut head = vec![
        "<link rel=\"manifest\" href=\"./site/manifest.webmanifest\">".to_owned(),
        "<link rel=\"preload\" href=\"./first.json\" as=\"fetch\" crossorigin=\"anonymous\">".to_owned(),
        "<script src=\"./site/file.js\" defer></script>".to_owned(),
    ];
    for path in needed_first(files) {
        let is_style = Path::new(&path).extension().is_some_and(|extension| extension == "css");
        let address = format!("href=\"./{path}\"");
        if text.contains(&format!("href=\"/{path}\"")) {
            continue;
        }
        head.push(if is_style {
            format!("<link rel=\"preload\" as=\"style\" {address}>")
        } else {
            format!("<link rel=\"modulepreload\" {address}>")
        });
    }
    // The policy comes first: it holds for what follows it.
    let text = text.replace(&token, &format!("{policy}\n<meta name=\"plyground-site\" content=\"\">"));
    let text = text.replace("href=\"/", "href=\"./").replace("src=\"/", "src=\"./");
    Ok(text.replacen(END, &format!("{}\n{END}", head.join("\n")), 1))
}

/// What the site may load and do: what the page of a server may, and run compiled code, workers and a manifest of its
/// own. Who may frame it cannot be said in a document.
fn policy() -> String {
    let rules = CONTENT_SECURITY_POLICY.split("; ").filter(|rule| !rule.starts_with("frame-ancestors"));
    let rules: Vec<&str> = rules.collect();
    let rules = rules.join("; ").replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'");
    format!("{rules}; worker-src 'self'; manifest-src 'self'")
}
