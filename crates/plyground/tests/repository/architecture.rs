//! The tree: modules say what they are for, and what crates include lies in them.

use std::fs;

use crate::blocks::{root, text as read};

/// The folders of crates, those first that depend on nothing of ours.
const CRATES: &str = "crates/core crates/drawing crates/answers crates/wasm crates/sandbox crates/league \
                      crates/arena crates/courses crates/plyground makers/lab makers/fuzz-targets";

/// The source files of a crate, by their paths from its folder `src`, and what each holds.
fn sources(name: &str) -> Vec<(String, String)> {
    let top = root().join(name).join("src");
    let (mut found, mut folders) = (Vec::new(), vec![top.clone()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("a source file");
                let inner = path.strip_prefix(&top).expect("it is inside");
                found.push((inner.to_str().expect("plain names").to_owned(), text));
            }
        }
    }
    found
}

/// A package holds nothing but what is in its folder; links to what lies elsewhere stand in `embedded`.
#[test]
fn every_module_says_what_it_is_for_and_includes_what_lies_in_its_crate() {
    let (mut modules, mut includes) = (0, 0);
    for name in CRATES.split(' ') {
        for (file, text) in sources(name) {
            let first = text.lines().next().unwrap_or_default();
            let is_sentence = first.starts_with("//! ") && first.len() > 15;
            assert!(is_sentence || file.ends_with("tests.rs"), "{name}/src/{file} begins with: {first}");
            modules += 1;
            // The fuzz targets are no package.
            let is_include = |line: &&str| line.contains("include_") && line.contains("!(");
            for line in text.lines().filter(is_include).filter(|_| name != "makers/fuzz-targets") {
                assert!(line.matches("../").count() <= file.split('/').count(), "{name}/src/{file}: {line}");
                includes += 1;
            }
        }
    }
    assert!(modules > 300 && includes > 10, "{modules} modules, {includes} lines");
}

/// A crate whose library is not tested would carry unit tests that nobody runs.
#[test]
fn unit_tests_lie_where_they_are_run() {
    let is_untested = |name: &&str| read(&format!("{name}/Cargo.toml")).contains("[lib]\ntest = false");
    let untested: Vec<&str> = CRATES.split(' ').filter(is_untested).collect();
    assert!(!untested.is_empty());
    for name in untested {
        for (file, text) in sources(name) {
            let is_tested = text.contains("#[cfg(test)]");
            assert!(!is_tested, "{name}/src/{file}: expected its tests in {name}/tests");
        }
    }
}
