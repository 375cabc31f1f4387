//! ARCHITECTURE.md against the tree: its paths exist, modules say what they are for, and what crates include lies in them.

use std::fs;
use std::path::{Path, PathBuf};

/// The folders of crates, those first that depend on nothing of ours.
const CRATES: [&str; 11] = [
    "crates/core",
    "crates/drawing",
    "crates/answers",
    "crates/wasm",
    "crates/sandbox",
    "crates/league",
    "crates/arena",
    "crates/courses",
    "crates/plyground",
    "makers/lab",
    "makers/fuzz-targets",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn page() -> String {
    fs::read_to_string(root().join("ARCHITECTURE.md")).expect("the page")
}

/// The parts of a text between backticks.
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
        ["docs/", "examples/", "crates/", "makers/", "web-tests/", "assignments"]
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

/// The source files of a crate, and what each holds.
fn sources(name: &str) -> impl Iterator<Item = (String, String)> {
    let folder = root().join(name).join("src");
    let is_source = |file: &String| Path::new(file).extension().is_some_and(|extension| extension == "rs");
    files(&folder).into_iter().filter(is_source).map(move |file| {
        let text = fs::read_to_string(folder.join(&file)).expect("a source file");
        (file, text)
    })
}

#[test]
fn every_module_says_what_it_is_for() {
    let mut found = 0;
    for name in CRATES {
        for (file, text) in sources(name).filter(|(file, _)| !file.ends_with("tests.rs")) {
            found += 1;
            let first = text.lines().next().unwrap_or_default();
            let is_sentence = first.starts_with("//! ") && first.len() > 15;
            assert!(is_sentence, "{name}/src/{file} begins with: {first}");
        }
    }
    assert!(found > 300, "{found} modules");
}

/// A package holds nothing but what is in its folder; links to what lies elsewhere stand in `embedded`.
#[test]
fn what_is_included_lies_in_its_crate() {
    let mut found = 0;
    // The fuzz targets are no package.
    for name in CRATES.into_iter().filter(|&name| name != "makers/fuzz-targets") {
        for (file, text) in sources(name) {
            let depth = file.split('/').count();
            for line in text.lines().filter(|line| line.contains("include_") && line.contains("!(")) {
                found += 1;
                assert!(line.matches("../").count() <= depth, "{name}/src/{file}: {line}");
            }
        }
    }
    assert!(found > 10, "{found} lines");
}
