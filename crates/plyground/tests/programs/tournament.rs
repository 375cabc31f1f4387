//! Tournaments as people run them: killed, interrupted, shared out, and on disks that are full.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::yield_now;

use serde_json::Value;

use crate::interrupt::{GRACE, interrupt, until};
use crate::run::{PLYGROUND, Ran, has, is_long, ran};

/// Agents whose games depend on seeds alone: 72 games of some milliseconds each.
pub(crate) const SEEDED: &str = r#"
name = "Seeded"
game = "connect-four"
openings = 6
opening_plies = 4
seed = 11
[[entrant]]
name = "Dice"
agent = "random"
[[entrant]]
name = "Minimax"
agent = "minimax:depth=2"
[[entrant]]
name = "Alpha"
agent = "alpha-beta:depth=4"
[[entrant]]
name = "Beta"
agent = "alpha-beta:depth=4,eval=cs431"
"#;

/// A folder with this tournament.toml.
fn folder(config: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("tournament.toml"), config).expect("a file");
    folder
}

/// `plyground tournament`, with the folder behind the subcommand.
pub(crate) fn command(words: &str, folder: &Path) -> Command {
    let mut words = words.split(' ');
    let mut command = Command::new(PLYGROUND);
    command.args(["tournament", words.next().expect("a subcommand")]).arg(folder).args(words);
    command.stdin(Stdio::null()).env(GRACE, "60000");
    command
}

fn run(words: &str, folder: &Path) -> Ran {
    ran(&mut command(words, folder))
}

/// Standard output of a run that must succeed.
pub(crate) fn text(words: &str, folder: &Path) -> String {
    run(words, folder).done()
}

/// The records of a folder in the order of their games, without times.
fn records(folder: &Path) -> Vec<Value> {
    let mut records = Vec::new();
    for entry in fs::read_dir(folder.join("records")).expect("a folder of records") {
        let text = fs::read_to_string(entry.expect("an entry").path()).expect("a file of records");
        records.extend(text.lines().skip(1).map(|line| serde_json::from_str::<Value>(line).expect("JSON")));
    }
    for record in &mut records {
        record.as_object_mut().expect("an object").remove("crc32");
        for turn in record["turns"].as_array_mut().expect("turns") {
            for attempt in turn["attempts"].as_array_mut().expect("attempts") {
                attempt.as_object_mut().expect("an object").remove("spent");
            }
        }
    }
    records.sort_by_key(|record| record["id"].as_str().expect("an id").parse::<u64>().expect("a number"));
    records
}

/// An undisturbed run: its table and its records.
fn undisturbed(config: &str) -> (String, Vec<Value>) {
    let folder = folder(config);
    let table = text("run --jobs 2", folder.path());
    (table, records(folder.path()))
}

#[test]
fn killed_at_any_moment_a_run_has_the_same_result() {
    let (table, games) = undisturbed(SEEDED);
    assert_eq!(games.len(), 72);
    let folder = folder(SEEDED);
    let journal = folder.path().join("records/games.jsonl");
    let length = || fs::metadata(&journal).map_or(0, |found| found.len());
    let mut killed = 0;
    for number in 0..50 {
        let last = length();
        let mut child = start("run --jobs 2", folder.path());
        // Every other time it has just written a game, unless all are played. The other times it may be anywhere before.
        while number % 2 == 0 && length() <= last && child.try_wait().expect("a status").is_none() {
            yield_now();
        }
        killed += u32::from(length() > last && child.try_wait().expect("a status").is_none());
        kill(child);
    }
    assert!(killed > 1, "killed while it played: {killed} times");
    assert_eq!(text("run --jobs 2", folder.path()), table);
    assert_eq!(records(folder.path()), games);
    assert_eq!(text("standings", folder.path()), table);
}

fn start(words: &str, folder: &Path) -> Child {
    command(words, folder).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the program starts")
}

fn kill(mut child: Child) {
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
}

#[test]
fn an_interrupt_lets_games_finish_and_says_how_to_go_on() {
    let config = SEEDED.replace("depth=4", "depth=7");
    let folder = folder(&config);
    let child = start("run --jobs 2", folder.path());
    let journal = folder.path().join("records/games.jsonl");
    until("the journal grows", || fs::read_to_string(&journal).is_ok_and(|text| text.lines().count() > 2));
    interrupt(&child);
    let err = Ran::from(child.wait_with_output().expect("it ends")).refused(130);
    let resume = format!("plyground: plyground tournament run {} --jobs 2", folder.path().display());
    assert_eq!(err.lines().last(), Some(resume.as_str()));
    let before = fs::read_to_string(&journal).expect("records");
    assert!(before.ends_with('\n') && before.lines().count() < 73, "{}", before.lines().count());
    text("run --jobs 2", folder.path());
    let after = fs::read_to_string(&journal).expect("records");
    assert!(after.starts_with(&before), "records only grow");
    assert_eq!(records(folder.path()).len(), 72);
}

#[test]
fn shares_make_the_same_table_as_one_machine() {
    let (table, games) = undisturbed(SEEDED);
    let folder = folder(SEEDED);
    let path = folder.path();
    let unplanned = "nothing is planned yet; 'plyground tournament plan DIR' does it";
    run("play --shard 1/3 --jobs 1", path).refused_with(2, unplanned);
    text("plan", path);
    for share in ["1/3", "3/3"] {
        text(&format!("play --jobs 1 --shard {share}"), path);
    }
    // The third share is killed in the middle: nothing of it counts, nothing of it is lost.
    let child = start("play --jobs 1 --shard 2/3", path);
    let part = path.join("records/.shard-2-of-3.part");
    let published = path.join("records/shard-2-of-3.1.jsonl");
    until("the journal grows", || {
        let has_games = fs::read_to_string(&part).is_ok_and(|text| text.lines().count() > 3);
        has_games || !part.exists() && published.exists()
    });
    kill(child);
    text("play --jobs 1 --shard 2/3", path);
    assert_eq!(text("missing", path), "");
    let merged = text("merge", path);
    assert_eq!(merged, "72 games, 72 of them new in the file of all; missing of the plan: 0\n");
    assert_eq!(text("standings", path), table);
    // The shares' own files stay, and everything is there twice now.
    let twice: Vec<Value> = games.iter().flat_map(|game| [game.clone(), game.clone()]).collect();
    assert_eq!(records(path), twice);
    assert_eq!(text("merge", path), "72 games, 0 of them new in the file of all; missing of the plan: 0\n");
}

#[test]
fn contradicting_records_are_refused() {
    let folder = folder(SEEDED);
    let path = folder.path();
    text("run --jobs 2", path);
    let own = path.join("records/games.jsonl");
    let text_of = fs::read_to_string(&own).expect("records");
    // Game 0 as if the referee had drawn its first move, without the checksum that would tell.
    let line = text_of.lines().find(|line| line.contains(r#""id":"0""#)).expect("game 0");
    let (record, _) = line.split_once(r#","crc32":""#).expect("a checksum");
    let forged = format!("{record}}}").replacen(r#"{"move":"#, r#"{"random-move":"#, 1);
    assert_ne!(forged.len(), record.len() + 1, "game 0 has moves");
    let header = text_of.lines().next().expect("a header");
    let other = path.join("other.jsonl");
    fs::write(&other, format!("{header}\n{forged}\n")).expect("a file");
    let message = "other.jsonl: game 0 was played differently than in a file before";
    ran(command("merge", path).arg(&other)).refused_with(2, message);
    assert_eq!(fs::read_to_string(&own).expect("records"), text_of, "nothing is merged");
}

#[test]
fn a_full_disk_loses_nothing() {
    let (table, games) = undisturbed(SEEDED);
    let folder = folder(SEEDED);
    let path = folder.path();
    text("plan", path);
    // No file may grow beyond 32 KiB: the kernel refuses, as a full disk does.
    let limited =
        format!("trap '' XFSZ; ulimit -f 64; exec {PLYGROUND} tournament run {} --jobs 2", path.display());
    ran(Command::new("sh").args(["-c", &limited])).refused_with(2, "games.jsonl: File too large");
    let kept = fs::read_to_string(path.join("records/games.jsonl")).expect("records");
    assert!(kept.ends_with('\n') && kept.lines().count() > 2, "whole records only");
    assert_eq!(text("run --jobs 2", path), table);
    assert_eq!(records(path), games);
}

#[test]
fn what_is_in_a_folder_is_not_overwritten() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mine = folder.path().join("entrants/lines/lines.py");
    fs::create_dir_all(folder.path().join("entrants/lines")).expect("a folder");
    fs::write(&mine, "mine").expect("a file");
    let message = run("init", folder.path()).refused(2);
    assert!(message.trim_end().ends_with("lines.py: exists; expected a folder without one"), "{message}");
    assert_eq!(fs::read_to_string(mine).expect("a file"), "mine");
    assert!(!folder.path().join("tournament.toml").exists());
}

#[test]
fn messages_escape_control_characters_in_names_of_folders() {
    let outer = tempfile::tempdir().expect("a temporary folder");
    let folder = outer.path().join("a\u{1b}[31m\nb");
    fs::create_dir_all(folder.join("records")).expect("a folder");
    fs::write(folder.join("tournament.toml"), SEEDED).expect("a file");
    text("plan", &folder);
    for (file, content) in [("records/games.jsonl", "1\n"), ("plan.jsonl", "x\n")] {
        fs::write(folder.join(file), content).expect("a file");
        for words in ["plan", "status", "standings", "missing", "merge", "replay 0"] {
            let message = run(words, &folder).refused(2);
            assert!(message.contains("a\\u{1b}[31m\\nb/"), "{words}: {message}");
            assert_eq!(message.lines().count(), 1, "{words}: {message}");
        }
    }
}

/// One of them, or both with `PLYGROUND_LONG`; that of COMP3608 runs in docs/tournaments.md.
#[test]
fn worked_examples_run_end_to_end() {
    let examples =
        [("max-connect-four", ["Greedy", "Centre"]), ("cs3243", ["Runner: the shortest way", "Taker: what"])];
    for (assignment, taglines) in examples.into_iter().take(if is_long() { 2 } else { 1 }) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path: PathBuf = folder.path().join("class");
        text(&format!("init --assignment {assignment}"), &path);
        let table = text("run --allow-root --jobs 2", &path);
        has(&table, &["12 games;"]);
        has(&table, &taglines);
        for (words, needle) in [
            ("standings --format meetings-csv", ","),
            ("standings --format markdown", "| rank |"),
            ("standings --json", "\"rating_interval\""),
            ("replay 1 --json", "\"turns\""),
        ] {
            has(&text(words, &path), &[needle]);
        }
        let page = folder.path().join("class.html");
        text(&format!("report --out {}", page.display()), &path);
        for own in ["tournament.toml", "plan.jsonl", "records/games.jsonl"] {
            let own = path.join(own);
            let before = fs::read(&own).expect("a file of the tournament");
            let report = format!("report --out {}", own.display());
            run(&report, &path).refused_with(2, "it belongs to the tournament");
            assert_eq!(fs::read(&own).expect("the same file"), before);
        }
        let html = fs::read_to_string(page).expect("a page");
        assert!(html.contains("Cross table") && html.len() > 10_000);
    }
}
