//! The page as a static site: files for any web space, which compute in the browser.

mod folder;
mod records;

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use hmac_sha256::Hash as Sha256;
use plyground_answers::{Host, Limits, Query, Route};
use plyground_core::agents::AgentKind;
use plyground_core::{AnyGame, hex};
use serde_json::{Value, json};
use thiserror::Error;

use super::assets::{Assets, Document, END, FRAME, PAGE, TOKEN, WORKER, with_links};
use super::guard::CONTENT_SECURITY_POLICY;
use super::routes::clock;
use crate::shown;

/// The compiled answers (`crates/wasm`), compressed, by where they lie: all but the books of openings, these books, and the
/// rules alone, which come first.
const WASM: [(&str, &[u8]); 3] = [
    ("openings.book.gz", include_bytes!("../../../embedded/wasm/openings.book.gz")),
    ("plyground.wasm.gz", include_bytes!("../../../embedded/wasm/plyground.wasm.gz")),
    ("rules.wasm.gz", include_bytes!("../../../embedded/wasm/rules.wasm.gz")),
];

/// A site that only needs to be written.
#[derive(Debug)]
pub struct Site {
    files: BTreeMap<String, Vec<u8>>,
}

/// Why there is no site.
#[derive(Debug, Error)]
pub enum SiteError {
    /// The folder of the page that cannot be read.
    #[error("{}: {_1}; expected the files of the page", shown::path(_0))]
    Page(PathBuf, io::Error),
    /// A file of the page that is missing or has not what it must have.
    #[error("{path}: {problem}; expected the file of this version of the page")]
    File {
        /// Its path in the page.
        path: &'static str,
        /// What is wrong.
        problem: &'static str,
    },
    /// The folder of a tournament that cannot be shown: what is wrong, and what to do.
    #[error("{}: {_1}", shown::path(_0))]
    Tournament(PathBuf, String),
    /// A folder in which something else lies.
    #[error(
        "{}: {_1}; expected a new or empty folder, or one that 'plyground site' has written",
        shown::path(_0)
    )]
    Taken(PathBuf, String),
    /// A file that cannot be written.
    #[error("{}: {_1}; expected a place for the file", shown::path(_0))]
    Write(PathBuf, io::Error),
}

impl Site {
    /// The page, with the tournaments of these folders; `web_dir` is a folder of the page instead of the embedded one.
    ///
    /// # Errors
    ///
    /// If the page is not whole, or a tournament cannot be read or is not finished.
    pub fn new(web_dir: Option<&Path>, tournaments: &[PathBuf]) -> Result<Self, SiteError> {
        let page = Assets::new(web_dir.map(Path::to_owned)).all();
        let mut files =
            page.map_err(|error| SiteError::Page(web_dir.unwrap_or(Path::new("")).to_owned(), error))?;
        for (path, bytes) in &mut files {
            let is_module = Path::new(path).extension().is_some_and(|kind| kind == "js");
            if is_module && !path.starts_with("vendor/") {
                *bytes = without_comments(&String::from_utf8_lossy(bytes)).into_bytes();
            }
        }
        for document in [&PAGE, &FRAME] {
            let text = of_site(&files, document)?;
            files.insert(document.path.to_owned(), text.into_bytes());
        }
        files.extend(WASM.map(|(path, bytes)| (path.to_owned(), bytes.to_vec())));
        files.insert("first.json".to_owned(), first().to_string().into_bytes());
        let worker = service_worker(&mut files)?;
        let mut heads = Vec::new();
        let mut later = BTreeMap::new();
        for (number, folder) in tournaments.iter().enumerate() {
            let (head, file) = records::of(number, folder)?;
            let path = format!("tournament-{number}.json");
            heads.push(json!({ "file": path, "tournament": head }));
            later.insert(path, file.to_string().into_bytes());
        }
        files.insert("tournaments.json".to_owned(), Value::from(heads).to_string().into_bytes());
        let worker = filled(&worker, &files, &later);
        files.extend(later);
        files.insert(SERVICE_WORKER.to_owned(), worker);
        Ok(Self { files })
    }

    /// Every file by its path in the site.
    pub const fn files(&self) -> &BTreeMap<String, Vec<u8>> {
        &self.files
    }

    /// Writes the files into a folder, which is made if it is not there. Files of an older site that this one does not
    /// have are removed; other files stay. Each file is written whole or not at all.
    ///
    /// # Errors
    ///
    /// If something else lies in the folder, or a file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), SiteError> {
        folder::write(&self.files, folder)
    }
}

/// A module without the lines that hold nothing but comments, which take a tenth of a visit.
fn without_comments(text: &str) -> String {
    let mut is_inside = false;
    let is_code = |line: &&str| {
        let line = line.trim();
        let begins = line.starts_with("/*") && (line.ends_with("*/") || !line.contains("*/"));
        let is_comment = is_inside || begins || line.starts_with("//");
        is_inside = (is_inside || begins) && !line.ends_with("*/");
        !is_comment
    };
    text.split_inclusive('\n').filter(is_code).collect()
}

/// The answers to the first questions, and what answers the first move: asked for at once.
const ANSWERS: &str = "<link rel=\"preload\" href=\"./first.json\" as=\"fetch\" crossorigin=\"anonymous\">\n\
                       <link rel=\"preload\" href=\"./rules.wasm.gz\" as=\"fetch\" crossorigin=\"anonymous\">";

/// Every document has this line. The policy comes right after it, since it holds for what follows it.
const BEGINNING: &str = "<meta charset=\"utf-8\">\n";

/// What the document at the address of the site has besides.
const MANIFEST: &str = "<link rel=\"manifest\" href=\"./site/manifest.webmanifest\">\n";

/// A document without the token of a server, with a policy, with more lines in its head, and with relative addresses.
fn of_site(files: &BTreeMap<String, Vec<u8>>, document: &Document) -> Result<String, SiteError> {
    let wrong = |problem| SiteError::File { path: document.path, problem };
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

/// The answers to the first questions of the page, so that a board is there before the compiled answers are.
fn first() -> Value {
    let host = Host { programs: &[], clock };
    let answer = |route: Route, query: &str| {
        // They are well formed.
        route.answer(&Query::parse(query).ok()?, host, &Limits::NONE).ok()
    };
    let mut menus = answer(Route::Games, "");
    let games = menus.as_mut().and_then(|menus| menus["games"].as_array_mut());
    games.into_iter().flatten().for_each(without_solver_of_size);
    let games = ("games".to_owned(), menus);
    let positions = AnyGame::all().iter().map(|game| {
        let query = format!("game={}", game.name());
        (format!("position?{query}"), answer(Route::Position, &query))
    });
    [games].into_iter().chain(positions).collect()
}

/// Takes out of the menu of a game on a board of another size what the compiled answers do not have.
fn without_solver_of_size(game: &mut Value) {
    if game["size_of"].is_null() {
        return;
    }
    game["solver"] = Value::Null;
    if let Some(agents) = game["agents"].as_array_mut() {
        agents.retain(|agent| agent != AgentKind::Perfect.name());
    }
}

fn digest(bytes: &[u8]) -> String {
    hex(&Sha256::hash(bytes))
}

/// Where the service worker lies among the files of the page.
const OF_PAGE: &str = "site/sw.js";

/// Where it lies on the site: at the top, since it serves what lies below it.
const SERVICE_WORKER: &str = "sw.js";

/// Takes the service worker out of the files of the page. By it a browser keeps the files of a version: it is given their
/// names and digests, in places that its text has for them.
fn service_worker(files: &mut BTreeMap<String, Vec<u8>>) -> Result<String, SiteError> {
    let wrong = |problem| SiteError::File { path: OF_PAGE, problem };
    let text = files.remove(OF_PAGE).and_then(|bytes| String::from_utf8(bytes).ok());
    let text = text.ok_or_else(|| wrong("missing"))?;
    let has_places = ["{{version}}", "{{files}}", "{{later}}"].iter().all(|place| text.contains(place));
    if has_places { Ok(text) } else { Err(wrong("no places for version and files")) }
}

/// The service worker of a site with these files, and with those that are kept only when somebody has opened them. Another
/// site has another version.
fn filled(text: &str, files: &BTreeMap<String, Vec<u8>>, later: &BTreeMap<String, Vec<u8>>) -> Vec<u8> {
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

/// The path of a file and the digests that it can have: a web space that says of a compressed file that it is compressed
/// has the browser undo it.
fn entry(path: &str, bytes: &[u8]) -> Value {
    let mut unpacked = Vec::new();
    let is_packed = GzDecoder::new(bytes).read_to_end(&mut unpacked).is_ok();
    if is_packed { json!([path, digest(bytes), digest(&unpacked)]) } else { json!([path, digest(bytes)]) }
}

#[cfg(test)]
mod tests;
