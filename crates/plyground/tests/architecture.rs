//! ARCHITECTURE.md against the tree: whatever it names exists, and every module is named.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The crates, with the fewest rows that their tables have.
const CRATES: [(&str, usize); 5] =
    [("core", 20), ("sandbox", 12), ("league", 8), ("arena", 20), ("plyground", 15)];

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

/// The names in the first column of the tables below a heading.
fn named<'a>(page: &'a str, heading: &str) -> Vec<&'a str> {
    let (_, section) = page.split_once(&format!("### `{heading}`")).expect("a heading");
    let end = section.find("\n##").unwrap_or(section.len());
    let rows = section[..end].lines().filter(|line| line.starts_with("| `"));
    rows.filter_map(|row| row[2..].split(" | ").next()).flat_map(quoted).collect()
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
fn every_module_is_named_and_every_name_is_one() {
    let page = page();
    for (name, least) in CRATES {
        let names = named(&page, &format!("crates/{name}"));
        assert!(names.len() >= least, "{name}: {names:?}");
        let folder = root().join("crates").join(name);
        let source = folder.join("src");
        for place in &names {
            let bare = place.trim_end_matches('/');
            let places = [source.join(bare), source.join(format!("{bare}.rs")), folder.join(bare)];
            assert!(places.iter().any(|place| place.exists()), "crates/{name}: there is no {place}");
        }
        let names: BTreeSet<&str> = names
            .iter()
            .map(|place| place.trim_end_matches('/').trim_end_matches(".rs").trim_end_matches("/mod"))
            .collect();
        for file in files(&source) {
            let Some(module) = file.strip_suffix(".rs") else { continue };
            let module = module.trim_end_matches("/mod");
            let is_tests = module.split('/').any(|part| part == "tests");
            // A folder is named by what is in it, or with it.
            let is_within = |place: &&str| {
                module == *place
                    || module.strip_prefix(*place).is_some_and(|rest| rest.starts_with('/'))
                    || place.strip_prefix(module).is_some_and(|rest| rest.starts_with('/'))
            };
            assert!(
                is_tests || module == "lib" || names.iter().any(is_within),
                "ARCHITECTURE.md does not say what crates/{name}/src/{file} is for"
            );
        }
    }
}

#[test]
fn every_file_of_the_page_is_named() {
    let named: BTreeSet<String> = named(&page(), "web").into_iter().map(str::to_owned).collect();
    assert!(named.len() > 50);
    assert_eq!(named, files(&root().join("web")).into_iter().collect());
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
    for name in ["core", "arena", "plyground"] {
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
