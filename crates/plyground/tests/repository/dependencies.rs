//! What this workspace depends on, against `deny.toml`: licences, versions and sources, without `cargo deny`; and that
//! the Rust version that is promised is enough for all of it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use serde_json::Value;

/// The standard output of a tool of Rust's, run in the workspace.
fn output(variable: &str, tool: &str, args: &[&str]) -> String {
    let program = std::env::var(variable).unwrap_or_else(|_| tool.to_owned());
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let output = Command::new(&program).args(args).current_dir(root).output();
    let output = output.unwrap_or_else(|error| panic!("{program}: {error}"));
    assert!(output.status.success(), "{tool}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap_or_else(|error| panic!("{tool}: {error}"))
}

/// The elements of a field, which is an array.
fn elements<'a>(value: &'a Value, field: &str) -> &'a [Value] {
    value[field].as_array().unwrap_or_else(|| panic!("no array {field} in {value}"))
}

/// A field of a package, which is a text.
fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or_else(|| panic!("no text {field} in {value}"))
}

/// All packages that are built on this machine, for the programs and for tests.
static PACKAGES: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let version = output("RUSTC", "rustc", &["-vV"]);
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("a line host:");
    let args = ["metadata", "--format-version", "1", "--locked", "--filter-platform", host];
    let metadata: Value = serde_json::from_str(&output("CARGO", "cargo", &args)).expect("JSON");
    let nodes = elements(&metadata["resolve"], "nodes");
    let built: BTreeSet<&str> = nodes.iter().map(|node| text(node, "id")).collect();
    let packages = elements(&metadata, "packages").iter();
    packages.filter(|package| built.contains(text(package, "id"))).cloned().collect()
});

/// What `deny.toml` says.
fn deny() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deny.toml");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn name(package: &Value) -> &str {
    text(package, "name")
}

/// Whether a licence expression (SPDX, with the older `/` for OR) can be met by licences that are allowed.
fn is_allowed(expression: &str, allowed: &[&str]) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut words = &words[..];
    let is_met = any(&mut words, allowed);
    assert!(words.is_empty(), "{expression}: {words:?} is left");
    is_met
}

fn any(words: &mut &[&str], allowed: &[&str]) -> bool {
    let mut is_met = all(words, allowed);
    while words.first() == Some(&"OR") {
        *words = &words[1..];
        is_met |= all(words, allowed);
    }
    is_met
}

fn all(words: &mut &[&str], allowed: &[&str]) -> bool {
    let mut is_met = one(words, allowed);
    while words.first() == Some(&"AND") {
        *words = &words[1..];
        is_met &= one(words, allowed);
    }
    is_met
}

fn one(words: &mut &[&str], allowed: &[&str]) -> bool {
    let (first, rest) = words.split_first().expect("a licence");
    *words = rest;
    if *first == "(" {
        let is_met = any(words, allowed);
        assert_eq!(words.first(), Some(&")"));
        *words = &words[1..];
        return is_met;
    }
    let mut licence = (*first).to_owned();
    if words.first() == Some(&"WITH") {
        licence = format!("{licence} WITH {}", words[1]);
        *words = &words[2..];
    }
    allowed.contains(&licence.as_str())
}

#[test]
fn licence_expressions_are_understood() {
    let allowed = ["MIT", "Apache-2.0", "X WITH Y"];
    for (expression, expected) in [
        ("MIT", true),
        ("GPL-3.0", false),
        ("GPL-3.0 OR MIT", true),
        ("GPL-3.0/MIT", true),
        ("GPL-3.0 AND MIT", false),
        ("(GPL-3.0 OR MIT) AND Apache-2.0", true),
        ("(GPL-3.0 OR MIT) AND Zlib", false),
        ("X WITH Y", true),
        ("X", false),
        ("MIT AND (Zlib OR X WITH Y)", true),
    ] {
        assert_eq!(is_allowed(expression, &allowed), expected, "{expression}");
    }
}

#[test]
fn licences_are_allowed_and_each_allowance_is_needed() {
    let deny = deny();
    let allowed: Vec<&str> =
        elements(&deny["licenses"], "allow").iter().filter_map(serde_json::Value::as_str).collect();
    let licences = PACKAGES.iter().map(|package| {
        let licence = package["license"].as_str().unwrap_or_default();
        assert!(!licence.is_empty(), "{}: no licence", name(package));
        assert!(is_allowed(licence, &allowed), "{}: licence '{licence}'", name(package));
        licence
    });
    let licences: BTreeSet<&str> = licences.collect();
    assert!(PACKAGES.len() > 50, "{} packages", PACKAGES.len());
    for licence in &allowed {
        let others: Vec<&str> = allowed.iter().copied().filter(|other| other != licence).collect();
        let is_needed = licences.iter().any(|expression| !is_allowed(expression, &others));
        assert!(is_needed, "{licence} is allowed, and all have others to choose from");
    }
}

#[test]
fn no_crate_comes_in_two_versions_without_a_reason() {
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in PACKAGES.iter() {
        versions.entry(name(package)).or_default().insert(text(package, "version"));
    }
    versions.retain(|_, versions| versions.len() > 1);
    let deny = deny();
    let skipped = elements(&deny["bans"], "skip").iter().map(|skip| {
        assert!(!text(skip, "reason").is_empty(), "{skip}");
        text(skip, "crate")
    });
    let skipped: BTreeSet<&str> = skipped.collect();
    assert_eq!(versions.keys().copied().collect::<BTreeSet<_>>(), skipped, "{versions:?}");
}

#[test]
fn everything_comes_from_the_registry_or_from_here() {
    for package in PACKAGES.iter() {
        let source = package["source"].as_str();
        let is_known = match source {
            Some(source) => source == "registry+https://github.com/rust-lang/crates.io-index",
            None => name(package).starts_with("plyground"),
        };
        assert!(is_known, "{}: {source:?}", name(package));
    }
}

#[test]
fn dependencies_need_no_newer_rust_than_is_promised() {
    let number = |version: &str| {
        let mut parts =
            version.split('.').map(|part| part.parse::<u32>().unwrap_or_else(|_| panic!("{version}")));
        (parts.next(), parts.next())
    };
    let own = PACKAGES.iter().find(|package| name(package) == "plyground").expect("this package");
    let own = text(own, "rust_version");
    for package in PACKAGES.iter() {
        let Some(needed) = package["rust_version"].as_str() else { continue };
        assert!(number(needed) <= number(own), "{} needs {needed}, and {own} is promised", name(package));
    }
}

/// The lock files of the workspaces beside this one.
const OTHER_LOCKS: [&str; 2] = ["fuzz/Cargo.lock", "bindings/python/Cargo.lock"];

/// The lock file at a path from the project's root.
fn lock(path: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    let lock = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    toml::from_str(&lock).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The other workspaces see only their own crates' manifests when they are built: a dependency that one of our crates
/// gets or loses makes their lock files stale without a word.
#[test]
fn lock_files_of_the_other_workspaces_have_the_dependencies_of_our_crates() {
    for path in OTHER_LOCKS {
        let lock = lock(path);
        let mut compared = 0;
        for locked in elements(&lock, "package") {
            let Some(package) =
                PACKAGES.iter().find(|package| package["source"].is_null() && name(package) == name(locked))
            else {
                continue;
            };
            let needed: BTreeSet<&str> = elements(package, "dependencies")
                .iter()
                .filter(|dependency| dependency["kind"] != "dev" && dependency["optional"] != true)
                .map(name)
                .collect();
            let listed = locked["dependencies"].as_array().map_or(&[][..], Vec::as_slice).iter();
            // A name stands alone, or with its version where the lock file has two.
            let listed: BTreeSet<&str> =
                listed.filter_map(|entry| entry.as_str()?.split_whitespace().next()).collect();
            assert_eq!(listed, needed, "{path}: dependencies of {}", name(locked));
            compared += 1;
        }
        assert!(compared >= 2, "{path} has {compared} of our crates");
    }
}

#[test]
fn all_workspaces_have_the_same_versions() {
    let versions = |path: &str| -> BTreeMap<String, BTreeSet<String>> {
        let lock = lock(path);
        let mut versions: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
        for package in elements(&lock, "package") {
            versions.entry(name(package).to_owned()).or_default().insert(text(package, "version").to_owned());
        }
        versions
    };
    let own = versions("Cargo.lock");
    for path in OTHER_LOCKS {
        let other = versions(path);
        let shared = other.iter().filter_map(|(name, other)| Some((name, other, own.get(name)?)));
        let different: Vec<_> = shared.filter(|(_, other, own)| !other.is_subset(own)).collect();
        assert!(different.is_empty(), "{path} against Cargo.lock: {different:?}");
    }
}

/// The walls of ARCHITECTURE.md: what each crate may know of the others, in its code.
#[test]
fn crates_know_of_each_other_what_the_walls_allow() {
    let own = PACKAGES.iter().filter(|package| package["source"].is_null());
    let known: BTreeMap<&str, BTreeSet<&str>> = own
        .map(|package| {
            let dependencies = elements(package, "dependencies").iter();
            let own = dependencies.filter(|dependency| {
                dependency["kind"].is_null() && name(dependency).starts_with("plyground")
            });
            (name(package), own.map(name).collect())
        })
        .collect();
    let (core, league, sandbox) = ("plyground-core", "plyground-league", "plyground-sandbox");
    let (arena, courses, drawing) = ("plyground-arena", "plyground-courses", "plyground-drawing");
    let (answers, wasm) = ("plyground-answers", "plyground-wasm");
    let expected = [
        (core, vec![]),
        (drawing, vec![core]),
        (answers, vec![core]),
        (wasm, vec![answers]),
        (sandbox, vec![]),
        (league, vec![core]),
        (arena, vec![core, league, sandbox]),
        (courses, vec![core, league, sandbox, arena]),
        ("plyground", vec![core, drawing, answers, league, sandbox, arena, courses]),
        ("plyground-lab", vec![core, league, sandbox, arena, "plyground"]),
        ("plyground-fuzz-targets", vec![core, league, arena, courses, "plyground", "plyground-lab"]),
        ("plyground-own-game", vec![core, league, arena, courses, "plyground"]),
    ];
    let expected = expected.map(|(crate_name, known)| (crate_name, known.into_iter().collect()));
    assert_eq!(known, BTreeMap::from(expected));
}
