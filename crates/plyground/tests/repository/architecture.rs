//! ARCHITECTURE.md and MAP.md against the tree: the paths of the one exist, and the other is what the modules say of
//! themselves.

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

/// The first sentence of what a module says of itself.
fn purpose(source: &str) -> Option<String> {
    let lines = source.lines().map_while(|line| line.strip_prefix("//!"));
    let words: Vec<&str> = lines.map(str::trim).take_while(|line| !line.is_empty()).collect();
    let text = words.join(" ");
    let end = text.find(". ").map_or(text.len(), |end| end + 1);
    (!text.is_empty()).then(|| text[..end].to_owned())
}

/// MAP.md as the modules say it.
fn map() -> String {
    let title = "# Map\n\nWhat every module is for, in its own words. This page is made by a test; write in the modules.".to_owned();
    let mut lines = vec![title];
    for name in CRATES {
        lines.push(format!("\n## `crates/{name}/src`\n"));
        let mut modules = Vec::new();
        let source = root().join("crates").join(name).join("src");
        for file in files(&source) {
            let Some(module) = file.strip_suffix(".rs") else { continue };
            // Tests say by their names what they test.
            if file.split('/').any(|part| part == "tests" || part == "tests.rs") {
                continue;
            }
            let text = fs::read_to_string(source.join(&file)).expect("a source file");
            let purpose =
                purpose(&text).unwrap_or_else(|| panic!("crates/{name}/src/{file}: what is it for?"));
            modules.push((module.trim_end_matches("/mod").to_owned(), purpose));
        }
        modules.sort();
        lines.extend(modules.iter().map(|(module, purpose)| format!("- `{module}`: {purpose}")));
    }
    lines.join("\n") + "\n"
}

/// With `PLYGROUND_MAP=write` the map is written anew.
#[test]
fn the_map_is_what_the_modules_say() {
    let (path, map) = (root().join("MAP.md"), map());
    if std::env::var("PLYGROUND_MAP").is_ok_and(|word| word == "write") {
        fs::write(&path, &map).expect("a place for the map");
    }
    let written = fs::read_to_string(&path).expect("MAP.md");
    let differs = written.lines().zip(map.lines()).find(|(written, right)| written != right);
    assert!(written == map, "MAP.md is old; run this test with PLYGROUND_MAP=write; first: {differs:?}");
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
/// Whether a path is meant by a pattern in which `*` stands for any part of a name.
fn is_meant(pattern: &str, path: &str) -> bool {
    let is_name_meant = |(pattern, name): (&str, &str)| match pattern.split_once('*') {
        Some((start, end)) => {
            name.len() + 1 >= pattern.len() && name.starts_with(start) && name.ends_with(end)
        }
        None => pattern == name,
    };
    let (patterns, names) = (pattern.split('/'), path.split('/'));
    patterns.clone().count() == names.clone().count() && patterns.zip(names).all(is_name_meant)
}

#[test]
fn what_is_mutated_is_there() {
    let text = fs::read_to_string(root().join(".cargo/mutants.toml")).expect("the list of what is mutated");
    let config: toml::Table = text.parse().expect("TOML");
    let patterns =
        config["examine_globs"].as_array().expect("patterns").iter().filter_map(toml::Value::as_str);
    let patterns: Vec<&str> = patterns.collect();
    assert!(patterns.len() > 5, "{patterns:?}");
    let files: Vec<String> =
        files(&root().join("crates")).iter().map(|file| format!("crates/{file}")).collect();
    for pattern in patterns {
        assert!(files.iter().any(|file| is_meant(pattern, file)), "{pattern}: no such file");
    }
    assert!(
        !is_meant("a/*.rs", "a/b.txt") && !is_meant("a/*.rs", "a/b/c.rs") && is_meant("a/*.rs", "a/b.rs")
    );
}

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

/// The rooms of the program, and which of the others each may use.
const ROOMS: [(&str, &[&str]); 7] = [
    ("drawing", &[]),
    ("present", &[]),
    ("report", &["drawing", "present"]),
    ("web", &["present", "report"]),
    ("cli", &["drawing", "present", "report", "web"]),
    ("compat", &["present", "cli"]),
    ("program", &["cli", "web", "present"]),
];

/// The modules of its own crate that a source names: the word behind `crate::`, or each of a list.
fn neighbours(source: &str) -> Vec<String> {
    let first =
        |path: &str| path.trim().split(|c: char| !c.is_alphanumeric() && c != '_').next().map(str::to_owned);
    let mut found = Vec::new();
    for rest in source.split("crate::").skip(1) {
        let Some(list) = rest.strip_prefix('{') else {
            found.extend(first(rest));
            continue;
        };
        let mut list = list.split(';').next().unwrap_or_default().to_owned();
        // Lists in the list belong to the word before them.
        while let Some(start) = list.rfind('{') {
            let end = list[start..].find('}').map_or(list.len(), |end| start + end + 1);
            list.replace_range(start..end, "");
        }
        found.extend(list.split(',').filter_map(first).filter(|word| !word.is_empty()));
    }
    found
}

#[test]
fn rooms_know_each_other_one_way() {
    assert_eq!(neighbours("use crate::web::Board;\ncrate::cli::run()"), ["web", "cli"]);
    assert_eq!(neighbours("use crate::{cli::{self, help}, exit, web};"), ["cli", "exit", "web"]);
    let source = root().join("crates/plyground/src");
    let mut used = 0;
    for (room, allowed) in ROOMS {
        let folder = source.join(room);
        let mut sources = vec![source.join(format!("{room}.rs"))];
        if folder.is_dir() {
            sources = files(&folder).iter().map(|file| folder.join(file)).collect();
        }
        for path in sources.iter().filter(|path| path.extension().is_some_and(|end| end == "rs")) {
            let text = fs::read_to_string(path).expect("a source file");
            let is_other = |word: &String| word != room && ROOMS.iter().any(|(other, _)| word == other);
            for word in neighbours(&text).into_iter().filter(is_other) {
                assert!(allowed.contains(&word.as_str()), "{}: {room} may not use {word}", path.display());
                used += 1;
            }
            // The first module of a room could climb out of it another way.
            let is_first = path.ends_with("mod.rs") && path.parent() == Some(&folder);
            let climbs = |other: &str| {
                ["super::", "super::{"].iter().any(|start| text.contains(&format!("{start}{other}")))
            };
            let out = ROOMS.iter().find(|(other, _)| is_first && climbs(other));
            assert!(out.is_none(), "{}: {out:?}", path.display());
        }
    }
    assert!(used > 100, "{used}");
}
