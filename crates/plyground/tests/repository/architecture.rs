//! ARCHITECTURE.md against the tree: its paths exist, and what crates include lies in them.

use std::fs;
use std::path::{Path, PathBuf};

/// The crates, those first that depend on nothing of ours.
const CRATES: [&str; 11] = [
    "core",
    "drawing",
    "answers",
    "wasm",
    "sandbox",
    "league",
    "arena",
    "courses",
    "plyground",
    "lab",
    "fuzz-targets",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn page() -> String {
    fs::read_to_string(root().join("ARCHITECTURE.md")).expect("the page")
}

/// What stands between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// All files below a folder, with their paths from there.
fn files(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let inner = path.strip_prefix(folder).expect("it is inside");
                found.push(inner.to_str().expect("plain names").to_owned());
            }
        }
    }
    found.sort();
    found
}

#[test]
fn the_page_is_short() {
    assert!(page().lines().count() < 200);
}

#[test]
fn every_path_in_the_text_exists() {
    let page = page();
    let is_path = |text: &&str| {
        ["docs/", "examples/", "crates/", "tests/slurm", "web-tests/", "assignments"]
            .iter()
            .any(|start| text.starts_with(start))
    };
    let mut count = 0;
    for text in page.lines().flat_map(quoted).filter(is_path) {
        let path = text.split(' ').next().expect("words");
        assert!(root().join(path).exists(), "ARCHITECTURE.md: there is no {path}");
        count += 1;
    }
    assert!(count > 8, "{count}");
}

/// A package holds nothing but what is in its folder; links to what lies elsewhere stand in `embedded`.
#[test]
fn what_is_included_lies_in_its_crate() {
    let mut found = 0;
    // The fuzz targets are no package.
    for name in CRATES.into_iter().filter(|&name| name != "fuzz-targets") {
        let source = root().join("crates").join(name).join("src");
        for file in files(&source)
            .into_iter()
            .filter(|file| Path::new(file).extension().is_some_and(|extension| extension == "rs"))
        {
            let text = fs::read_to_string(source.join(&file)).expect("a source file");
            let depth = file.split('/').count();
            for line in text.lines().filter(|line| line.contains("include_") && line.contains("!(")) {
                found += 1;
                assert!(line.matches("../").count() <= depth, "crates/{name}/src/{file}: {line}");
            }
        }
    }
    assert!(found > 10, "{found} lines");
}
