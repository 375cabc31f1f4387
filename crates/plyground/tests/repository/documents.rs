//! Documents against the program: tables, records and examples say what is so, and links lead somewhere.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use plyground_core::AnyGame;
use plyground_core::agents::AgentKind;
use plyground_core::games::connect_four::ConnectFour;
use plyground_courses::engine::outcome::Outcome;
use plyground_courses::engine::verdict::CaseAnswer;
use plyground_league::event::{Action, Ending, Reason, Side, Spent};
use plyground_league::fault::{FaultKind, FaultPolicy};
use plyground_league::record::GameRecord;
use serde_json::{Value, json};

use crate::blocks::{documents, root, text as read};

/// The parts of a text between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The cells of the rows of all tables, without heads.
fn rows(text: &str) -> Vec<Vec<&str>> {
    let lines: Vec<&str> = text.lines().collect();
    let is_rule = |line: &&str| line.starts_with("| ---");
    let body = lines.iter().enumerate().filter(|&(number, line)| {
        line.starts_with("| ") && !is_rule(line) && !lines.get(number + 1).is_some_and(is_rule)
    });
    body.map(|(_, line)| line.trim_matches('|').split(" | ").map(str::trim).collect()).collect()
}

fn blocks<'a>(text: &'a str, kind: &str) -> Vec<&'a str> {
    let parts = text.split("\n```").skip(1).step_by(2);
    parts.filter_map(|part| part.strip_prefix(&format!("{kind}\n"))).collect()
}

#[test]
fn agents_take_what_their_page_says() {
    let page = read("docs/agents.md");
    for kind in AgentKind::ALL {
        let info = kind.info();
        let (_, section) = page.split_once(&format!("\n## {}\n", info.name)).expect("a section");
        let section = section.split("\n## ").next().expect("a section");
        let rows = rows(section);
        assert_eq!(rows.len(), info.options.len(), "{}", info.name);
        for (row, option) in rows.iter().zip(info.options) {
            let cells: Vec<&str> = row.iter().map(|cell| cell.trim_matches('`')).collect();
            assert_eq!(cells, [option.key.name(), option.key.expected(), option.default], "{}", info.name);
        }
        let words = section.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(info.about), "{}: {}", info.name, info.about);
    }
    let sections = page.lines().filter_map(|line| line.strip_prefix("## "));
    let agents = sections.filter(|name| name.chars().all(|c| c.is_ascii_lowercase() || c == '-')).count();
    assert_eq!(agents, AgentKind::ALL.len());
}

#[test]
fn evaluations_and_notations_are_those_of_the_pages() {
    let (agents, notations) = (read("docs/agents.md"), read("docs/notations.md"));
    for game in AnyGame::all() {
        let evaluations: Vec<&str> = game.evaluations().iter().map(|evaluation| evaluation.name).collect();
        let written: Vec<&str> = game.notations().iter().map(plyground_core::Notation::name).collect();
        let name = format!("`{game}`");
        let agents = rows(&agents);
        let row = agents.iter().find(|row| row[0] == name).expect("a row");
        assert_eq!(quoted(row[1]).collect::<Vec<_>>(), evaluations, "{name}");
        let notations = rows(&notations);
        let found = notations.iter().filter(|row| row[0] == name).map(|row| row[1].trim_matches('`'));
        assert_eq!(found.collect::<Vec<_>>(), written, "{name}");
    }
}

#[test]
fn the_readme_lists_every_command() {
    let readme = read("README.md");
    let section = readme.split("## The command `plyground`").nth(1).expect("a section");
    let table = section.split("\n## ").next().expect("a table");
    let rows = rows(table);
    let found: BTreeSet<&str> =
        rows.iter().flat_map(|row| quoted(row[0])).filter_map(|command| command.split(' ').next()).collect();
    let command = plyground::Program::new().command();
    let expected: BTreeSet<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
    assert_eq!(found, expected);
}

/// Every example of a program is the file that a test runs, or its end.
#[test]
fn programs_of_the_page_on_protocols_are_those_that_tests_run() {
    let page = read("docs/protocols.md");
    let python = blocks(&page, "python");
    let [arguments, state_file, lines] = python[..] else { panic!("{} blocks", python.len()) };
    for (block, file) in [
        (arguments, "examples/tournaments/comp3608/entrants/centre/centre.py"),
        (state_file, "examples/agents/python/state_file_agent.py"),
    ] {
        assert!(block.lines().count() > 3 && read(file).trim_end().ends_with(block), "{file}\n{block}");
    }
    assert_eq!(read("examples/agents/python/random_agent.py").trim_end(), lines);
}

/// The keys of a document, of all objects in it.
fn keys(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                found.insert(key.clone());
                keys(value, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| keys(item, found)),
        _ => {}
    }
}

#[test]
fn records_are_as_their_page_has_them() {
    let page = read("docs/records.md");
    let [example] = blocks(&page, "json")[..] else { panic!("one record") };
    let example: Value = serde_json::from_str(example).expect("JSON");
    let record = GameRecord::from_line(&example.to_string()).expect("a record");
    assert_eq!(record.replay(AnyGame::of::<ConnectFour>()).expect("a game").len(), 3);
    // What is written again is what is shown.
    let again: Value = serde_json::from_str(&record.to_line()).expect("JSON");
    assert_eq!(again, example);

    // With every field that there is.
    let ending = Ending {
        reason: Reason::Void,
        winner: None,
        points: Some([1, 2]),
        system_error: Some("text".to_owned()),
        of: Some(Side::First),
    };
    let mut whole = GameRecord { ending, ..record };
    // What a move and an exit status are called stands in the rows of these.
    whole.turns[1].action = Action::LostTurn;
    whole.turns[1].attempts[0].end = None;
    let answered = CaseAnswer {
        fault: Some(FaultKind::Late),
        waited_us: 1,
        unexcused_us: 1,
        late: Some(Spent::default()),
        ..CaseAnswer::default()
    };
    let outcome = Outcome { answers: vec![answered], ..Outcome::default() };
    let planned =
        ["id", "round", "opening", "entrants", "plies", "start", "seed"].map(|key| (key, Value::Null));
    let mut written = BTreeSet::new();
    for document in [
        serde_json::from_str(&whole.to_line()).expect("JSON"),
        serde_json::from_str(&outcome.to_line()).expect("JSON"),
        planned.into_iter().map(|(key, value)| (key.to_owned(), value)).collect::<Value>(),
    ] {
        keys(&document, &mut written);
    }
    // Parts of a cell, and the kinds of faults, stand in the text of other rows.
    let named: BTreeSet<String> = page.lines().flat_map(quoted).map(str::to_owned).collect();
    let missing: Vec<_> = written.difference(&named).collect();
    assert_eq!(missing, Vec::<&String>::new(), "fields that the page does not have");
    let rows = rows(&page);
    let first = rows.iter().filter(|row| row.len() == 2).filter_map(|row| quoted(row[0]).next());
    for field in first {
        assert!(written.contains(field), "{field}: no record has it");
    }
    assert_eq!(json!(FaultPolicy::COMP3608).as_object().map(serde_json::Map::len), Some(5));
}

/// The anchor that pages of code hosts give a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase().replace(' ', "-");
    kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).collect()
}

#[test]
fn paths_in_documents_exist() {
    const FOLDERS: &str = "crates/ web/ web-tests/ docs/ bindings/ examples/ makers/ assignments/ .ci/";
    let mut count = 0;
    // The change log, which is not among them, names what there was.
    for document in documents() {
        let prose: String = read(&document).split("\n```").step_by(2).collect();
        for path in quoted(&prose).filter(|path| FOLDERS.split(' ').any(|it| path.starts_with(it))) {
            let path = path.split([' ', '{', '*', '\n']).next().expect("a path");
            assert!(root().join(path).exists(), "{document}: {path}");
            count += 1;
        }
    }
    assert!(count > 50, "{count} paths");
}

#[test]
fn links_lead_somewhere() {
    let mut count = 0;
    for document in documents().into_iter().chain(["CHANGELOG.md".to_owned()]) {
        let text = read(&document);
        let folder = Path::new(&document).parent().expect("a folder").to_owned();
        // Blocks of code hold no links.
        let prose: String = text.split("\n```").step_by(2).collect();
        for part in prose.split("](").skip(1) {
            let target = part.split(')').next().expect("a target");
            if target.starts_with("http") {
                continue;
            }
            let (path, place) = target.split_once('#').unwrap_or((target, ""));
            let path = if path.is_empty() { PathBuf::from(&document) } else { folder.join(path) };
            assert!(root().join(&path).exists(), "{document}: {target}");
            if !place.is_empty() {
                let text = read(path.to_str().expect("plain names"));
                let headings = text.lines().filter(|line| line.starts_with('#'));
                let mut anchors = headings.map(|line| anchor(line.trim_start_matches('#').trim()));
                assert!(anchors.any(|anchor| anchor == place), "{document}: {target}");
            }
            count += 1;
        }
    }
    assert!(count > 50, "{count} links");
}
