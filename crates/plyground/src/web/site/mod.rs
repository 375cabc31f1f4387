//! The page as a static site: files for any web space, which compute in the browser.

mod document;
mod folder;
mod records;
mod service_worker;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use plyground_answers::{Host, Limits, Query, Route};
use plyground_core::AnyGame;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use thiserror::Error;

use self::service_worker::ServiceWorker;
use super::assets::Assets;
use super::modules::{FRAME, PAGE};
use super::routes::clock;
use crate::shown;

/// The compiled answers (`crates/wasm`), compressed, by where they lie: all, and the rules alone, which come first.
const WASM: [(&str, &[u8]); 2] = [
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
    /// A folder or a file of the page that cannot be read.
    #[error("{}: {error}; expected the files of the page", shown::path(path))]
    Page {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// A file of the page that is missing or has not what it must have.
    #[error("{path}: {problem}; expected the file of this version of the page")]
    File {
        /// Its path in the page.
        path: String,
        /// What is wrong.
        problem: &'static str,
    },
    /// A tournament that cannot be shown.
    #[error("{}: {problem}", shown::path(path))]
    Tournament {
        /// Its folder.
        path: PathBuf,
        /// What is wrong, and what to do.
        problem: String,
    },
    /// A folder in which something else lies.
    #[error(
        "{}: {problem}; expected a new or empty folder, or one that 'plyground site' has written",
        shown::path(path)
    )]
    Taken {
        /// The folder.
        path: PathBuf,
        /// What lies there.
        problem: String,
    },
    /// A file that cannot be written.
    #[error("{}: {error}; expected a place for the file", shown::path(path))]
    Write {
        /// Its path.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
}

impl Site {
    /// The page, with the tournaments of these folders; `web_dir` is a folder of the page instead of the embedded one.
    ///
    /// # Errors
    ///
    /// If the page is not whole, or a tournament cannot be read or is not finished.
    pub fn new(web_dir: Option<&Path>, tournaments: &[PathBuf]) -> Result<Self, SiteError> {
        let page = Assets::new(web_dir.map(Path::to_owned)).all();
        let mut files = page.map_err(|error| {
            let path = web_dir.unwrap_or(Path::new("")).to_owned();
            SiteError::Page { path, error }
        })?;
        for document in [&PAGE, &FRAME] {
            let text = document::of_site(&files, document)?;
            files.insert(document.path.to_owned(), text.into_bytes());
        }
        files.extend(WASM.map(|(path, bytes)| (path.to_owned(), bytes.to_vec())));
        files.insert("first.json".to_owned(), first().to_string().into_bytes());
        let worker = ServiceWorker::take(&mut files)?;
        let mut heads = Vec::new();
        let mut later = BTreeMap::new();
        for (number, folder) in tournaments.iter().enumerate() {
            let records = records::of(number, folder)?;
            let path = format!("tournament-{number}.json");
            heads.push(json!({ "file": path, "tournament": records.head }));
            later.insert(path, records.file.to_string().into_bytes());
        }
        files.insert("tournaments.json".to_owned(), Value::from(heads).to_string().into_bytes());
        let worker = worker.filled(&files, &later);
        files.extend(later);
        files.insert(service_worker::PATH.to_owned(), worker);
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

/// The answers to the first questions of the page, so that a board is there before the compiled answers are.
fn first() -> Value {
    let mut asked = vec![("games".to_owned(), Route::Games, String::new())];
    asked.extend(AnyGame::all().iter().map(|game| {
        let query = format!("game={}", game.name());
        (format!("position?{query}"), Route::Position, query)
    }));
    let host = Host { programs: &[], clock };
    let answer = |route: Route, query: &str| route.answer(&Query::parse(query)?, host, &Limits::NONE);
    // They are well formed.
    asked
        .into_iter()
        .filter_map(|(target, route, query)| Some((target, answer(route, &query).ok()?)))
        .collect()
}

/// The SHA-256 digest.
fn digest(bytes: &[u8]) -> String {
    format!("{:x}", Sha256::digest(bytes))
}

#[cfg(test)]
mod tests;
