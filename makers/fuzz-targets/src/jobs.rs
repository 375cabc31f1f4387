//! Plans and journals of long computations, read as `plyground-lab solve-job status` and `openings` read them.

use std::fs;
use std::path::Path;

use plyground::Exit;
use plyground_core::games::breakthrough::book::Book;
use serde_json::Value;

use crate::input::{check, folder, ran};

/// Trees of more plies are large, and are not grown here.
const FEW_PLIES: u64 = 3;

/// A plan, a zero byte, then the lines of a journal after its header.
pub(crate) fn solve_job(data: &[u8]) {
    let mut parts = data.splitn(2, |&byte| byte == 0);
    let (plan, journal) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let document: Option<Value> = serde_json::from_slice(plan).ok();
    if document.as_ref().is_some_and(|plan| plan["split"].as_u64().is_none_or(|split| split > FEW_PLIES)) {
        return;
    }
    let place = folder();
    let status = || solve_job_command("status", place.path());
    fs::write(place.path().join("job.json"), plan).expect("a file");
    let (exit, out, message) = status();
    check(exit, &out, &message);
    if exit != Exit::Done || journal.is_empty() {
        return;
    }
    // The header of a journal of this job is what an error about another one says.
    let path = place.path().join("journal-1-of-1.jsonl");
    fs::write(&path, "{}\n").expect("a file");
    let (_, _, message) = status();
    let (_, rest) = message.split_once("expected ").expect("what it belongs to");
    let (header, _) = rest.rsplit_once(", found ").expect("what was found");
    fs::write(&path, [header.as_bytes(), b"\n", journal].concat()).expect("a file");
    let (exit, out, message) = status();
    check(exit, &out, &message);
    let (listed, out, message) = solve_job_command("openings", place.path());
    check(listed, &out, &message);
    // What was refused before is refused again, and positions of the board of the book are lines of it.
    assert!(exit == Exit::Done || listed == exit, "{message}");
    if listed == Exit::Done {
        let document: Value = serde_json::from_str(&out).expect("JSON");
        let openings = document["openings"].as_array().expect("a list");
        let text = |opening: &Value| opening["position"].as_str().expect("text").to_owned();
        let lines = openings.iter().map(|opening| format!("{} {}\n", text(opening), opening["value"]));
        if document["columns"] == 6 && document["rows"] == 6 {
            assert!(Book::parse(&lines.collect::<String>()).is_ok(), "{out}");
        }
    }
}

fn solve_job_command(command: &str, folder: &Path) -> (Exit, String, String) {
    let args = ["solve-job".as_ref(), command.as_ref(), folder.as_os_str(), "--json".as_ref()];
    ran(&plyground_lab::program(), args)
}
