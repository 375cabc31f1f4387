//! Every example of `docs/api.md` is asked, and its answer holds what the document shows.

use plyground_answers::{Route, SOLVE};
use serde_json::Value;

use super::client::events;
use super::process::{Served, server};
use super::tournaments::run;

/// A request of the document with the part of its answer that is shown.
struct Example {
    request: String,
    kind: String,
    shown: Value,
}

fn text() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/api.md");
    std::fs::read_to_string(path).expect("the document")
}

fn examples() -> Vec<Example> {
    let text = text();
    let mut examples = Vec::new();
    let mut request: Option<String> = None;
    for block in text.split("```").skip(1).step_by(2) {
        let (kind, content) = block.split_once('\n').expect("a block has lines");
        match kind {
            "http" => request = Some(content.trim().to_owned()),
            "json" | "events" => {
                let shown = serde_json::from_str(content)
                    .unwrap_or_else(|error| panic!("{error} in the answer to {request:?}"));
                let request = request.take().expect("an answer follows a request");
                examples.push(Example { request, kind: kind.to_owned(), shown });
            }
            _ => {}
        }
    }
    examples
}

/// Panics if something that is shown is not there.
pub(super) fn holds(found: &Value, shown: &Value, place: &str) {
    match (found, shown) {
        (Value::Object(found), Value::Object(shown)) => {
            for (key, value) in shown {
                let place = format!("{place}.{key}");
                let found = found.get(key).unwrap_or_else(|| panic!("{place} is missing"));
                holds(found, value, &place);
            }
        }
        (Value::Array(found), Value::Array(shown)) => {
            let (shown, goes_on) = match shown.as_slice() {
                [shown @ .., last] if last == "..." => (shown, true),
                shown => (shown, false),
            };
            assert!(found.len() == shown.len() || goes_on && found.len() >= shown.len(), "length of {place}");
            for (i, (found, shown)) in found.iter().zip(shown).enumerate() {
                holds(found, shown, &format!("{place}[{i}]"));
            }
        }
        _ => assert_eq!(found, shown, "{place}"),
    }
}

/// The tournament of the document, played.
fn class() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "name = \"Class\"\ngame = \"connect-four\"\n\
        [[entrant]]\nname = \"Alpha\"\nagent = \"alpha-beta:depth=2\"\n\
        [[entrant]]\nname = \"First\"\nagent = \"first\"\n";
    std::fs::write(folder.path().join("tournament.toml"), text).expect("a file");
    run(folder.path());
    folder
}

#[test]
fn every_example_is_answered_as_the_document_shows() {
    let folder = class();
    let with_tournament = Served::start(server().arg("--tournament").arg(folder.path()));
    let without = Served::start(&mut server());
    let examples = examples();
    assert!(examples.len() >= 16, "{} examples", examples.len());
    for Example { request, kind, shown } in examples {
        let (method, path) = request.split_once(' ').expect("method and path");
        let served = if path.contains("/tournaments") { &with_tournament } else { &without };
        let client = served.client();
        if kind == "events" {
            let found = events(&client.get(path).body);
            let mut rest = found.iter();
            for event in shown.as_array().expect("events") {
                let fields = event["data"].as_object().expect("fields");
                let is_it = |(name, data): &(String, Value)| {
                    event["event"] == **name && fields.iter().all(|(key, value)| data[key] == *value)
                };
                // Others may come between.
                assert!(rest.any(is_it), "{request}: no {event} in {found:?}");
            }
            continue;
        }
        let headers = if method == "POST" { client.page_headers() } else { String::new() };
        let body = if method == "POST" { "{}" } else { "" };
        let answer = client.send(method, path, &headers, body);
        assert_eq!(answer.status >= 400, shown.get("error").is_some(), "{request}: {}", answer.body);
        holds(&answer.json(), &shown, &request);
    }
}

#[test]
fn every_route_is_in_the_document() {
    let text = text();
    let own = Route::ALL.map(|(name, _)| name).into_iter().chain([SOLVE]);
    let parts = ["", "/N", "/N/news", "/N/games", "/N/games/ID"];
    for route in own.map(str::to_owned).chain(parts.map(|part| format!("tournaments{part}"))) {
        assert!(text.contains(&format!("# GET /api/v1/{route}\n")), "{route}");
    }
    assert!(text.contains("## POST /api/v1/programs/NAME/move\n"));
}
