//! Solve jobs, from the plan to the value.

use std::path::Path;

use serde_json::{Value, json};

use crate::{output, refused, run};
use plyground::Exit;

fn words(folder: &Path, command: &str, options: &str) -> String {
    format!("solve-job {command} {} {options}", folder.display())
}

fn done(folder: &Path, command: &str, options: &str) -> String {
    output(&words(folder, command, options))
}

/// The JSON that it prints.
fn document(folder: &Path, command: &str) -> Value {
    serde_json::from_str(&done(folder, command, "--json")).unwrap()
}

#[test]
fn a_job_goes_from_plan_to_value() {
    for (options, value) in [
        ("--game max-connect-four --size 6x3", 0),
        ("--game max-connect-four --size 4x4 --split 3", 0),
        ("--game connect-four --size 4x4 --split 0", 0),
        // Red wins with the next move, and has one quadruple.
        ("--game connect-four --position 112233", 1),
        ("--game connect-four --position 1122334", 1),
        ("--game connect-four --position 1212325", -1),
        ("--game breakthrough --size 3x5 --split 2", 0),
        ("--game breakthrough --size 2x6", 1),
        ("--game breakthrough --size 4x4 --split 0", 0),
        // X begins in the middle and wins; beginning in the corner is a tie.
        ("--game adjacent-four --position [3,3] --split 1", 1),
        ("--game adjacent-four --position [1,1] --split 1", 0),
        ("--game adjacent-four --position [3,4][3,3][3,2] --split 0", -1),
        // Black's pawn is one step from its goal, White's two.
        ("--game breakthrough --position=------/------/w-----/------/-----b/------/w", 0),
        ("--game breakthrough --position=------/w-----/------/------/-----b/------/w --split 3", 1),
    ] {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("job");
        let planned = done(&folder, "plan", options);
        assert!(planned.contains("next: plyground-lab solve-job run "), "{planned}");
        let before = run(&words(&folder, "merge", ""));
        let is_open = planned.contains("the value is from") || planned.contains("the winner is open");
        if is_open {
            assert_eq!((before.exit, before.out.as_str()), (Exit::CheckFailed, ""), "{options}");
            assert!(before.err.contains(" or more: plyground-lab solve-job run"), "{}", before.err);
        }
        done(&folder, "run", "--threads 1");
        let merged = document(&folder, "merge");
        assert_eq!((&merged["value"], &merged["at_most"]), (&json!(value), &json!(value)), "{options}");
        let status = document(&folder, "status");
        assert_eq!((&status["left"], &status["done"]), (&json!(0), &merged["answers"]));
        // The same plan once more changes nothing, another one is refused.
        done(&folder, "plan", options);
        let other = words(&folder, "plan", "--game connect-four --size 5x4");
        refused(&other, "another job; expected an empty folder");
    }
}

#[test]
fn shares_make_the_whole() {
    made_of_shares("--game max-connect-four --size 5x4 --split 4", 0, "the value is 0");
    made_of_shares("--game breakthrough --size 4x5 --split 3", 0, "black wins");
    made_of_shares("--game adjacent-four --position [3,3] --split 2", 1, "the value is 1");
}

/// Solves a job in two shares by turns, and has a journal refused that says the contrary.
fn made_of_shares(options: &str, value: i64, told: &str) {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("job");
    done(&folder, "plan", options);
    let mut rounds = 0;
    while run(&words(&folder, "merge", "")).exit != Exit::Done {
        rounds += 1;
        assert!(rounds < 100, "every round answers something");
        done(&folder, "run", "--shard 1/2 --threads 1");
        done(&folder, "run", "--shard 2/2 --threads 2 --memory 1");
    }
    assert!(folder.join("journal-1-of-2.jsonl").is_file() && folder.join("journal-2-of-2.jsonl").is_file());
    assert_eq!(document(&folder, "merge")["value"], value);
    let status = done(&folder, "status", "");
    assert!(status.contains(told) && status.contains("solve-job merge"), "{status}");
    // A journal from elsewhere that says something else.
    let own = without_checksums(&std::fs::read_to_string(folder.join("journal-1-of-2.jsonl")).unwrap());
    let wrong = place.path().join("wrong.jsonl");
    let turned =
        own.replace("\"at_least\":true", "\"at_least\":x").replace("\"at_least\":false", "\"at_least\":true");
    std::fs::write(&wrong, turned.replace("\"at_least\":x", "\"at_least\":false")).unwrap();
    let merge = words(&folder, "merge", &wrong.display().to_string());
    refused(&merge, "has another result than in a journal before");
}

/// What is listed of a job is won by whom a prover says, and the book of Breakthrough reads it.
#[test]
fn openings_are_listed_as_lines_of_a_book() {
    use plyground_core::games::breakthrough::book::Book;
    use plyground_core::games::breakthrough::solve::Prover;
    use plyground_core::games::breakthrough::{Standard, sized};
    use plyground_core::{Limits, Position};

    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("job");
    let position = "bb-bbb/b--bb-/--b---/-w-ww-/w-w---/-wwww-/w";
    done(&folder, "plan", &format!("--game breakthrough --position={position} --split 2"));
    let before = done(&folder, "openings", "");
    assert_eq!(before.lines().filter(|line| !line.starts_with('#')).count(), 0, "{before}");
    done(&folder, "run", "--threads 1");
    let text = done(&folder, "openings", "");
    assert!(text.starts_with(&format!("# breakthrough 6x6 {position}: white wins\n# ")), "{text}");
    let listed: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(listed[0], format!("{position} 1"));
    let book = Book::parse(&text).unwrap();
    assert_eq!(book.len(), listed.len());
    let mut prover = Prover::<6, 6>::new(1 << 24);
    let mut plies = [0; 3];
    let root: Standard = sized::read(position).unwrap();
    let after = |position: &Standard| position.moves().map(|step| position.play(step)).collect::<Vec<_>>();
    let layers = [vec![root], after(&root), after(&root).iter().flat_map(after).collect()];
    for (ply, layer) in layers.iter().enumerate() {
        let mut keys = std::collections::HashSet::new();
        for position in layer.iter().filter(|position| keys.insert(position.canonical_key())) {
            let Some(winner) = book.winner(position) else { continue };
            assert_eq!(prover.winner(position, &Limits::NONE), Ok(winner), "{position:?}");
            plies[ply] += 1;
        }
    }
    // White has one move, and Black all replies.
    assert!(plies[0] == 1 && plies[1] >= 1 && plies[2] > 10, "{plies:?}");
    let document = document(&folder, "openings");
    assert_eq!(document["openings"].as_array().unwrap().len(), listed.len());
    assert_eq!(document["openings"][0], json!({ "position": position, "value": 1 }));
    assert_eq!(document["position"], position);

    // Journals from elsewhere.
    let away = place.path().join("away");
    std::fs::create_dir(&away).unwrap();
    std::fs::copy(folder.join("job.json"), away.join("job.json")).unwrap();
    let journal = folder.join("journal-1-of-1.jsonl").display().to_string();
    assert_eq!(done(&away, "openings", &journal), text);

    let other = place.path().join("other");
    done(&other, "plan", "--game connect-four --size 4x4 --split 1");
    let message = "job.json: game connect-four; expected breakthrough";
    refused(&words(&other, "openings", ""), message);

    // Of other boards too, and of a job that is not done.
    let small = place.path().join("small");
    done(&small, "plan", "--game breakthrough --size 4x5 --split 3");
    done(&small, "run", "--threads 1");
    let journal = small.join("journal-1-of-1.jsonl");
    let whole = std::fs::read_to_string(&journal).unwrap();
    let listed = |text: &str| text.lines().filter(|line| !line.starts_with('#')).count();
    let all = done(&small, "openings", "");
    assert!(all.contains("\nbbbb/bbbb/----/wwww/wwww/w 0\n"), "{all}");
    let part: Vec<&str> = whole.lines().take(20).collect();
    std::fs::write(&journal, part.join("\n") + "\n").unwrap();
    let half = done(&small, "openings", "");
    assert!(half.starts_with("# breakthrough 4x5: the winner is open\n"), "{half}");
    assert!((19..listed(&all)).contains(&listed(&half)), "{half}");
}

#[test]
fn malformed_jobs_are_refused() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("job");
    for (options, message) in [
        ("--game adjacent-four --size 5x5", "size 5x5; expected columns x rows, one of 6x5"),
        ("--game breakthrough --size 8x8", "size 8x8; expected columns x rows, one of 2x4, "),
        ("--game breakthrough --split 37", "split 37; expected at most 36 plies"),
        ("--game connect-four --size 5", "--size '5': expected columns and rows such as 5x4"),
        ("--game connect-four --size 3x3", "size 3x3; expected columns x rows, one of 4x4, "),
        ("--game connect-four --split 43", "split 43; expected at most 42 plies"),
        ("--game connect-four --split 42", "split 42: more than 2000000 positions; expected fewer plies"),
        ("--game connect-four --position x", "position: "),
    ] {
        refused(&words(&folder, "plan", options), message);
        assert!(!folder.exists(), "nothing is left of it");
    }
    refused(&words(&folder, "run", ""), "'plyground-lab solve-job plan DIR' begins one");
    std::fs::create_dir(&folder).unwrap();
    let plan = r#"{"work":"value","version":1,"game":"connect-four","columns":4,"rows":4,"split":1}"#;
    for (text, message) in [
        ("", "expected the plan of a job"),
        ("{\"work\":\"tea\"}", "expected the plan of a job"),
        (&plan.replace("\"version\":1", "\"version\":2"), "version 2; expected 1"),
        (&plan.replace("\"columns\":4", "\"columns\":3"), "size 3x4; expected columns x rows"),
        (&plan.replace("connect-four", "chess"), "game chess; expected connect-four, max-connect-four"),
    ] {
        std::fs::write(folder.join("job.json"), text).unwrap();
        refused(&words(&folder, "status", ""), message);
    }
    std::fs::write(folder.join("job.json"), plan).unwrap();
    std::fs::write(folder.join("journal-1-of-1.jsonl"), "something else\n").unwrap();
    refused(&words(&folder, "run", ""), "journal-1-of-1.jsonl: line 1: ");
}

/// Records as people may write them.
fn without_checksums(text: &str) -> String {
    let record = |line: &str| match line.split_once(",\"crc32\":\"") {
        Some((record, _)) => format!("{record}}}\n"),
        None => format!("{line}\n"),
    };
    text.lines().map(record).collect()
}
