//! The service worker of a site, by which a browser keeps the files of a version: it is given their names and digests.

use std::collections::BTreeMap;
use std::io::Read;

use flate2::read::GzDecoder;
use serde_json::{Value, json};

use super::{SiteError, digest};

/// Where it lies among the files of the page.
const OF_PAGE: &str = "site/sw.js";

/// Where it lies on the site: at the top, since it serves what lies below it.
pub(super) const PATH: &str = "sw.js";

/// Its text as the page has it, with places for what a site says.
pub(super) struct ServiceWorker(String);

impl ServiceWorker {
    /// Takes it out of the files of the page.
    pub(super) fn take(files: &mut BTreeMap<String, Vec<u8>>) -> Result<Self, SiteError> {
        let text = files.remove(OF_PAGE).and_then(|bytes| String::from_utf8(bytes).ok());
        let text = text.ok_or_else(|| wrong("missing"))?;
        let has_places = ["{{version}}", "{{files}}", "{{later}}"].iter().all(|place| text.contains(place));
        if has_places { Ok(Self(text)) } else { Err(wrong("no places for version and files")) }
    }

    /// For a site with these files, and with those that are kept only when somebody has opened them. Another site has
    /// another version.
    pub(super) fn filled(
        &self,
        files: &BTreeMap<String, Vec<u8>>,
        later: &BTreeMap<String, Vec<u8>>,
    ) -> Vec<u8> {
        let Self(text) = self;
        let mut kept: Vec<Value> = files.iter().map(|(path, bytes)| entry(path, bytes)).collect();
        // The document is asked for by the name of the folder, too.
        kept.extend(files.get("index.html").map(|bytes| entry("./", bytes)));
        let later: Vec<Value> = later.iter().map(|(path, bytes)| entry(path, bytes)).collect();
        let (kept, later) = (Value::from(kept).to_string(), Value::from(later).to_string());
        let version = digest(&[text.as_bytes(), kept.as_bytes(), later.as_bytes()].concat());
        let version = version.get(..16).unwrap_or_default();
        let filled = text.replace("{{version}}", version).replace("{{files}}", &kept);
        filled.replace("{{later}}", &later).into_bytes()
    }
}

fn wrong(problem: &'static str) -> SiteError {
    SiteError::File { path: OF_PAGE.to_owned(), problem }
}

/// The path of a file and the digests that it can have: a web space that says of a compressed file that it is compressed
/// has the browser undo it.
fn entry(path: &str, bytes: &[u8]) -> Value {
    let mut unpacked = Vec::new();
    let is_packed = GzDecoder::new(bytes).read_to_end(&mut unpacked).is_ok();
    if is_packed { json!([path, digest(bytes), digest(&unpacked)]) } else { json!([path, digest(bytes)]) }
}
