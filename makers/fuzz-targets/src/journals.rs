//! Files of JSON lines: journals, plans of tournaments and records.

use std::fs;
use std::path::Path;

use plyground_arena::journal::{Bookmark, Journal, Lines, Span};
use plyground_arena::tournament::plan::Plan;
use plyground_arena::tournament::{CONFIG, Config, Folder, PLAN, RECORDS};
use serde_json::{Value, json};

use crate::input::{Input, check_message, folder};

/// A tournament of two, of which a plan has few games.
const TOURNAMENT: &str = "name = \"T\"\ngame = \"breakthrough\"\nopenings = 1\nopening_plies = 2\n\
    [[entrant]]\nname = \"a\"\nagent = \"random\"\n[[entrant]]\nname = \"b\"\nagent = \"first\"\n";

/// Where the games of its plan begin, and the seed of the first of them.
const START: &str = "bbbbbb\nbb-bbb\n--b---\n----w-\nwwwww-\nwwwwww\nw";
const SEED: u64 = 8_841_707_400_507_832_957;

/// The kind of file, then its content.
pub(crate) fn journal(data: &[u8]) {
    let mut input = Input(data);
    let kind = input.below(8);
    let place = folder();
    match kind {
        0 => plan(place.path(), input.rest()),
        1 => records(place.path(), input.rest()),
        2 => reopened(place.path(), input.rest()),
        _ => lines(place.path(), input.rest()),
    }
}

fn header() -> Value {
    json!({ "a": 1 })
}

/// The records of a file and what is wrong with it, read at once.
fn read(path: &Path) -> (Vec<String>, Option<String>) {
    let mut records = Vec::new();
    let read = Journal::read(path, &header(), &mut |line| {
        records.push(line.to_owned());
        Ok(())
    });
    (records, read.err().map(|error| error.to_string()))
}

/// A file that grows is read in pieces as it is read at once, and each record is found again.
fn lines(place: &Path, bytes: &[u8]) {
    let path = place.join("journal");
    fs::write(&path, bytes).expect("a file");
    let (records, problem) = read(&path);
    if let Some(problem) = &problem {
        check_message(problem);
    }
    let mut bookmark = Bookmark::default();
    let mut found: Vec<(String, Span)> = Vec::new();
    let mut failed = None;
    for end in [bytes.len() / 3, bytes.len() / 2, bytes.len()] {
        fs::write(&path, &bytes[..end]).expect("a file");
        let read = Journal::read_on(&path, &header(), &mut bookmark, &mut |line, span| {
            found.push((line.to_owned(), span));
            Ok(())
        });
        assert!(bookmark.bytes() <= end as u64);
        failed = read.err().map(|error| error.to_string());
        if failed.is_some() {
            break;
        }
    }
    // Half a header is refused if it is not ours to the letter, though all of it may be accepted.
    if failed.is_some() && bookmark.bytes() == 0 {
        return;
    }
    assert_eq!(failed.is_some(), problem.is_some(), "{failed:?}, {problem:?}");
    assert_eq!(found.iter().map(|(line, _)| line).collect::<Vec<_>>(), records.iter().collect::<Vec<_>>());
    for (line, span) in found {
        assert_eq!(Lines::open(&path).and_then(|mut lines| lines.at(span)).expect("it is there"), line);
    }
}

/// What was whole before a writer was killed stays, and what it writes then is read.
fn reopened(place: &Path, bytes: &[u8]) {
    let path = place.join("journal");
    fs::write(&path, bytes).expect("a file");
    let (before, problem) = read(&path);
    match Journal::open(&path, &header(), &mut |_| Ok(())) {
        Ok(mut journal) => {
            assert_eq!(problem, None);
            journal.append(&["\"new\"".to_owned()]).expect("it can be written");
            drop(journal);
            let (after, problem) = read(&path);
            assert_eq!(problem, None);
            assert_eq!(after, [&before[..], &["\"new\"".to_owned()]].concat());
        }
        Err(error) => {
            check_message(&error.to_string());
            assert_eq!(Some(error.to_string()), problem);
            assert_eq!(fs::read(&path).expect("it is there"), bytes, "nothing is cut off what is refused");
        }
    }
}

/// The tournament, and the header of its plan.
fn tournament(place: &Path) -> (Config, Value) {
    let config = Config::parse(TOURNAMENT, place).expect("a tournament");
    let header = json!({ "plyground": "plan", "version": 1, "tournament": config.identity() });
    (config, header)
}

/// What is accepted as a plan has games that can be played.
fn plan(place: &Path, bytes: &[u8]) {
    let (config, header) = tournament(place);
    let path = place.join(PLAN);
    fs::write(&path, [format!("{header}\n").as_bytes(), bytes].concat()).expect("a file");
    match Plan::read(&path, &config) {
        Ok(plan) => {
            assert!(!plan.games().is_empty());
            for game in plan.games() {
                assert!(plan.opening(game).is_some_and(|opening| !opening.start.is_empty()));
            }
        }
        Err(error) => check_message(&error.to_string()),
    }
}

/// Records are those of games of the plan.
fn records(place: &Path, bytes: &[u8]) {
    let (config, header) = tournament(place);
    let game = |id: u64, seed: u64| {
        let entrants = [id, 1 - id];
        json!({ "id": id, "round": 0, "opening": 0, "entrants": entrants, "plies": 2, "start": START, "seed": seed })
    };
    let path = place.join(PLAN);
    fs::write(&path, format!("{header}\n{}\n{}\n", game(0, SEED), game(1, 1))).expect("a file");
    let plan = Plan::read(&path, &config).expect("a plan of two games");
    fs::write(place.join(CONFIG), TOURNAMENT).expect("a file");
    fs::create_dir(place.join(RECORDS)).expect("a folder");
    let path = place.join(RECORDS).join("games.jsonl");
    fs::write(&path, [format!("{}\n", plan.records_header()).as_bytes(), bytes].concat()).expect("a file");
    let mut folder = Folder::open(place).expect("a tournament");
    match folder.read() {
        Ok(()) => {
            assert!(folder.results().len() <= 2);
            for record in folder.records() {
                record.expect("what was counted is found again");
            }
        }
        Err(error) => check_message(&error.to_string()),
    }
}
