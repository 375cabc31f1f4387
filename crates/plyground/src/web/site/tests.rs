//! Sites as they are written: whole, small, relative, and never over something else.

use std::fs;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::*;

fn site() -> Site {
    Site::new(None, &[]).unwrap()
}

fn text(site: &Site, path: &str) -> String {
    String::from_utf8(site.files()[path].clone()).unwrap()
}

/// The size as a web space sends it: compressed, unless it is already.
fn sent(bytes: &[u8]) -> usize {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap().len().min(bytes.len())
}

#[test]
fn the_site_keeps_to_its_budget() {
    let site = site();
    let all: usize = site.files().values().map(|bytes| sent(bytes)).sum();
    let first = modules::needed_first(site.files());
    let more =
        ["index.html", "first.json", "shell/style.css", "board/style.css", "front/style.css", "site/file.js"];
    let first: usize =
        first.iter().map(String::as_str).chain(more).map(|path| sent(&site.files()[path])).sum();
    println!("all files: {all} bytes compressed of 2,000,000; for the first board: {first} of 150,000");
    assert!(all <= 2_000_000, "{all}");
    assert!(first <= 150_000, "{first}");
}

#[test]
fn every_address_is_relative_and_its_file_is_there() {
    let site = site();
    for (name, least) in [("index.html", 20), ("embed.html", 5)] {
        let page = text(&site, name);
        assert!(page.contains("<meta name=\"plyground-site\"") && !page.contains("plyground-token"));
        assert!(page.contains("'wasm-unsafe-eval'") && !page.contains("frame-ancestors"));
        let addresses: Vec<&str> = ["href=\"", "src=\""]
            .iter()
            .flat_map(|mark| page.split(mark).skip(1))
            .map(|rest| rest.split('"').next().unwrap())
            .collect();
        assert!(addresses.len() > least, "{addresses:?}");
        for address in addresses {
            let path =
                address.strip_prefix("./").unwrap_or_else(|| panic!("{name}: {address} is not relative"));
            assert!(path.is_empty() || site.files().contains_key(path), "{address}");
        }
    }
}

#[test]
fn the_worker_keeps_every_file_of_this_version() {
    let site = site();
    let worker = text(&site, "sw.js");
    for path in site.files().keys().filter(|path| *path != "sw.js") {
        assert!(worker.contains(&format!("\"{path}\"")), "{path}");
    }
    assert!(!site.files().contains_key(WORKER));
    let version = |worker: &str| worker.split("VERSION = \"").nth(1).unwrap()[..26].to_owned();
    assert!(version(&worker).starts_with("plyground "));
    let changed = tempfile::tempdir().unwrap();
    for (path, bytes) in Assets::new(None).all().unwrap() {
        let path = changed.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    let same = Site::new(Some(changed.path()), &[]).unwrap();
    assert_eq!(text(&same, "sw.js"), worker, "equal files are an equal site");
    fs::write(changed.path().join("shell/icon.svg"), "<svg/>").unwrap();
    let other = Site::new(Some(changed.path()), &[]).unwrap();
    assert_ne!(version(&text(&other, "sw.js")), version(&worker));
}

#[test]
fn first_answers_are_those_of_the_routes() {
    let first: Value = serde_json::from_str(&text(&site(), "first.json")).unwrap();
    assert_eq!(first["games"]["games"].as_array().unwrap().len(), AnyGame::all().len());
    for game in AnyGame::all() {
        let shown = &first[format!("position?game={}", game.name())];
        assert_eq!(shown["game"], game.name());
        assert_eq!(shown["played"], json!([]));
    }
}

#[test]
fn an_older_site_is_exchanged_and_what_else_lies_there_stays() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("deep/site");
    fs::create_dir_all(folder.join(".git")).unwrap();
    site().write(&folder).unwrap();
    assert_eq!(fs::read(folder.join("plyground.wasm.gz")).unwrap(), MACHINE);
    // One that an older version had, one of a careless hand, and one that was changed.
    let mut note: Value = serde_json::from_slice(&fs::read(folder.join("site.json")).unwrap()).unwrap();
    note["files"].as_array_mut().unwrap().extend([json!("old/gone.js"), json!("../outside.txt")]);
    fs::write(folder.join("site.json"), note.to_string()).unwrap();
    fs::create_dir(folder.join("old")).unwrap();
    fs::write(folder.join("old/gone.js"), "").unwrap();
    fs::write(root.path().join("deep/outside.txt"), "stays").unwrap();
    fs::write(folder.join("CNAME"), "stays").unwrap();
    fs::write(folder.join("index.html"), "changed").unwrap();
    site().write(&folder).unwrap();
    assert!(!folder.join("old").exists());
    assert!(folder.join("CNAME").exists() && root.path().join("deep/outside.txt").exists());
    assert!(fs::read_to_string(folder.join("index.html")).unwrap().contains("plyground-site"));
    let note: Value = serde_json::from_slice(&fs::read(folder.join("site.json")).unwrap()).unwrap();
    assert_eq!(note["files"].as_array().unwrap().len(), site().files().len());
}

#[test]
fn nothing_is_written_where_something_else_lies() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("thesis.txt"), "").unwrap();
    let refused = site().write(folder.path()).unwrap_err().to_string();
    assert!(refused.contains("expected a new or empty folder"), "{refused}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    let refused = site().write(&folder.path().join("thesis.txt")).unwrap_err();
    assert!(matches!(refused, SiteError::Taken { .. }), "{refused}");
}

#[test]
fn a_tournament_that_cannot_be_shown_is_named() {
    let missing = PathBuf::from("no-such-tournament");
    let refused = Site::new(None, std::slice::from_ref(&missing)).unwrap_err().to_string();
    assert!(refused.starts_with("no-such-tournament: "), "{refused}");
}
