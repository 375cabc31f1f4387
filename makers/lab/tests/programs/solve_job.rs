//! `plyground-lab solve-job run` as people run it: killed again and again.

use std::fs;
use std::path::Path;
use std::process::{Child, Output};

use crate::interrupt::until;
use crate::is_long;

fn output(arguments: &str, folder: &Path) -> Output {
    start(arguments, folder).wait_with_output().expect("it ends")
}

fn start(arguments: &str, folder: &Path) -> Child {
    crate::start(&format!("solve-job {arguments}"), folder)
}

fn merged(folder: &Path) -> serde_json::Value {
    let output = output("merge --json", folder);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn a_run_that_is_killed_loses_nothing() {
    killed_again_and_again("--game breakthrough --size 4x5 --split 4", 0);
    if is_long() {
        killed_again_and_again("--game breakthrough --size 5x5 --split 4", 0);
        killed_again_and_again("--game max-connect-four --size 7x4 --split 6", -1);
    }
}

fn killed_again_and_again(options: &str, value: i64) {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path().join("job");
    let journal = folder.join("journal-1-of-1.jsonl");
    assert!(output(&format!("plan {options}"), &folder).status.success());
    let length = || fs::metadata(&journal).map_or(0, |found| found.len());
    let (mut last, mut killed) = (0, 0);
    for _ in 0..8 {
        let mut child = start("run --threads 2", &folder);
        // It has begun, or solved something more, or all.
        until("the journal grows", || length() > last || child.try_wait().expect("a status").is_some());
        // The header alone is no work.
        killed += u32::from(last > 0 && child.try_wait().expect("a status").is_none());
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        assert!(length() >= last, "what was there stays");
        last = length();
    }
    assert!(killed > 0, "it was killed while it ran");
    let output = output("run --threads 2", &folder);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(merged(&folder)["value"], value);
    // No item twice.
    let text = fs::read_to_string(&journal).expect("the journal");
    let item = |line: &str| serde_json::from_str::<serde_json::Value>(line).expect("JSON")["item"].clone();
    let items: Vec<String> = text.lines().skip(1).map(|line| item(line).to_string()).collect();
    assert!(items.len() > 10, "{} items", items.len());
    let different: std::collections::HashSet<&String> = items.iter().collect();
    assert_eq!(different.len(), items.len());
}
