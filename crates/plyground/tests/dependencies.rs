//! What this workspace depends on, against `deny.toml`: licences, versions and sources, without `cargo deny`; and that
//! the Rust version that is promised is enough for all of it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use toml::Table;

/// The standard output of a tool of Rust's, run in the workspace.
fn output(tool: &str, default: &str, args: &[&str]) -> String {
    let program = std::env::var(tool).unwrap_or_else(|_| default.to_owned());
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let output =
        Command::new(program).args(args).current_dir(root).output().expect("what cargo and deny.toml write");
    assert!(output.status.success(), "{default}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("what cargo and deny.toml write")
}

/// All packages that are built on this machine, for the programs and for tests.
fn packages() -> Vec<Value> {
    let version = output("RUSTC", "rustc", &["-vV"]);
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("the host");
    let args = ["metadata", "--format-version", "1", "--locked", "--filter-platform", host];
    let metadata: Value =
        serde_json::from_str(&output("CARGO", "cargo", &args)).expect("what cargo and deny.toml write");
    let built: BTreeSet<&str> = metadata["resolve"]["nodes"]
        .as_array()
        .expect("what cargo and deny.toml write")
        .iter()
        .filter_map(|node| node["id"].as_str())
        .collect();
    let packages = metadata["packages"].as_array().expect("what cargo and deny.toml write").iter();
    packages
        .filter(|package| built.contains(package["id"].as_str().expect("what cargo and deny.toml write")))
        .cloned()
        .collect()
}

fn deny() -> Table {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deny.toml");
    std::fs::read_to_string(path)
        .expect("what cargo and deny.toml write")
        .parse()
        .expect("what cargo and deny.toml write")
}

fn name(package: &Value) -> &str {
    package["name"].as_str().expect("what cargo and deny.toml write")
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
    let allowed: Vec<&str> = deny["licenses"]["allow"]
        .as_array()
        .expect("what cargo and deny.toml write")
        .iter()
        .map(|name| name.as_str().expect("what cargo and deny.toml write"))
        .collect();
    let packages = packages();
    let mut texts = String::new();
    for package in &packages {
        let licence = package["license"].as_str().unwrap_or_default();
        assert!(is_allowed(licence, &allowed), "{}: licence '{licence}'", name(package));
        texts.push_str(licence);
        texts.push('\n');
    }
    assert!(packages.len() > 50, "{} packages", packages.len());
    for licence in allowed {
        assert!(texts.contains(licence), "{licence} is allowed and nobody has it");
    }
}

#[test]
fn no_crate_comes_in_two_versions_without_a_reason() {
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in packages() {
        versions.entry(name(&package).to_owned()).or_default().insert(package["version"].to_string());
    }
    versions.retain(|_, versions| versions.len() > 1);
    let deny = deny();
    let skipped: BTreeSet<&str> = deny["bans"]["skip"]
        .as_array()
        .expect("what cargo and deny.toml write")
        .iter()
        .map(|skip| {
            assert!(skip["reason"].as_str().is_some_and(|reason| !reason.is_empty()), "{skip:?}");
            skip["crate"].as_str().expect("what cargo and deny.toml write")
        })
        .collect();
    assert_eq!(versions.keys().map(String::as_str).collect::<BTreeSet<_>>(), skipped, "{versions:?}");
}

#[test]
fn everything_comes_from_the_registry_or_from_here() {
    for package in packages() {
        let source = package["source"].as_str();
        let is_known = match source {
            Some(source) => source == "registry+https://github.com/rust-lang/crates.io-index",
            None => name(&package).starts_with("plyground"),
        };
        assert!(is_known, "{}: {source:?}", name(&package));
    }
}

#[test]
fn dependencies_need_no_newer_rust_than_is_promised() {
    let number = |text: &str| -> Vec<u32> {
        text.split('.').map(|part| part.parse().expect("what cargo and deny.toml write")).collect()
    };
    let packages = packages();
    let of = |package: &Value| package["rust_version"].as_str().map(str::to_owned);
    let own = packages
        .iter()
        .find(|package| name(package) == "plyground")
        .and_then(of)
        .expect("what cargo and deny.toml write");
    for package in &packages {
        let Some(needed) = of(package) else { continue };
        assert!(
            number(&needed)[..2] <= number(&own)[..2],
            "{} needs {needed}, and {own} is promised",
            name(package)
        );
    }
}
