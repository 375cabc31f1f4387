//! What `cargo deny` does not ask of dependencies: that the Rust version that is promised is enough for all of them, that both
//! workspaces have the same versions, and that crates know of each other what they may.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;
use std::sync::LazyLock;

use serde_json::Value;

use crate::blocks::root;

/// The standard output of a tool of Rust's, run in the workspace.
fn output(variable: &str, tool: &str, args: &[&str]) -> String {
    let program = std::env::var(variable).unwrap_or_else(|_| tool.to_owned());
    let output = Command::new(&program).args(args).current_dir(root()).output();
    let output = output.unwrap_or_else(|error| panic!("{program}: {error}"));
    assert!(output.status.success(), "{tool}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap_or_else(|error| panic!("{tool}: {error}"))
}

fn elements<'a>(value: &'a Value, field: &str) -> &'a [Value] {
    value[field].as_array().unwrap_or_else(|| panic!("no array {field} in {value}"))
}

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

fn name(package: &Value) -> &str {
    text(package, "name")
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

#[test]
fn both_workspaces_have_the_same_versions() {
    let versions = |path: &str| -> BTreeMap<String, BTreeSet<String>> {
        let lock: Value =
            toml::from_str(&crate::blocks::text(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        let mut versions: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
        for package in elements(&lock, "package") {
            versions.entry(name(package).to_owned()).or_default().insert(text(package, "version").to_owned());
        }
        versions
    };
    let own = versions("Cargo.lock");
    let other = versions("makers/fuzz/Cargo.lock");
    let shared = other.iter().filter_map(|(name, other)| Some((name, other, own.get(name)?)));
    let different: Vec<_> = shared.filter(|(_, other, own)| !other.is_subset(own)).collect();
    assert!(different.is_empty(), "makers/fuzz/Cargo.lock against Cargo.lock: {different:?}");
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
        ("plyground-lab", vec![core, sandbox, arena, "plyground"]),
        ("plyground-fuzz-targets", vec![core, league, arena, courses, "plyground", "plyground-lab"]),
        ("plyground-own-game", vec![core, league, arena, courses, "plyground"]),
        ("plyground-python", vec![core, drawing, league, arena, courses]),
    ];
    let expected = expected.map(|(crate_name, known)| (crate_name, known.into_iter().collect()));
    assert_eq!(known, BTreeMap::from(expected));
}
