//! Every example of the crate runs and prints what it says, and the crate's documentation lists it.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of built examples; `cargo test` builds them, a test alone does not.
fn built(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("the path of this test");
    let profile = test.ancestors().nth(2).expect("target/PROFILE/deps/TEST");
    let program = profile.join("examples").join(name);
    if !program.exists() {
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--example", name]);
        if profile.ends_with("release") {
            build.arg("--release");
        }
        let status = build.current_dir(env!("CARGO_MANIFEST_DIR")).status().expect("cargo");
        assert!(status.success(), "{name}: it is not built");
    }
    program
}

/// Runs an example, and returns what it prints on standard output.
fn run(name: &str, words: &str, folder: &Path) -> String {
    let mut command = Command::new(built(name));
    command.current_dir(folder).args(words.split(' ').filter(|word| !word.is_empty()));
    let output = command.output().unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(output.status.success(), "{name} {words}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn own_game() {
    let text = run("own_game", "", &folder("own_game"));
    // The nodes are the ways to write 0 to 15 as sums of 1, 2 and 3: 1 + 1 + 2 + 4 + 7 + 13 and so on.
    assert!(text.starts_with("minimax: take 3, 12640 nodes examined\n"), "{text}");
    assert!(text.contains("engine: take 3, Some(Win { plies: "), "{text}");
}

#[test]
fn breakthrough_fit() {
    let folder = folder("breakthrough_fit");
    let samples = run("breakthrough_fit", "play advancement 1 4 2", &folder);
    assert!(samples.lines().count() > 20 && samples.lines().all(|line| line.split(' ').count() == 4));
    assert_eq!(run("breakthrough_fit", "play advancement 1 4 2", &folder), samples);
    std::fs::write(folder.join("samples.txt"), samples).expect("a file");
    run("breakthrough_fit", "fit new.weights samples.txt", &folder);
    let weights = std::fs::metadata(folder.join("new.weights")).expect("weights");
    assert_eq!(weights.len(), 8 * 19_683 * 2);
}

#[test]
fn breakthrough_parts() {
    let text = run("breakthrough_parts", "races 2 1024 1", &folder("breakthrough_parts"));
    assert!(text.contains(" of 4"), "{text}");
}

#[test]
fn every_example_is_listed() {
    let documentation = include_str!("../../src/lib.rs");
    let examples =
        std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples")).expect("a folder");
    let mut count = 0;
    for entry in examples {
        let name = entry.expect("an entry").file_name().into_string().expect("plain names");
        let name = name.strip_suffix(".rs").expect("a source");
        assert!(documentation.contains(&format!("//! | `{name}` | ")), "{name}");
        assert!(include_str!("examples.rs").contains(&format!("fn {name}()")), "{name} is not run");
        count += 1;
    }
    assert_eq!(count, 3);
}
