//! Programs of people on the board: their moves, their faults, and what the assignment makes of them.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::{Value, json};

use super::document::holds;
use super::process::{Served, server};
use crate::interrupt::{endless, running, until, until_started};
use crate::run::{TRUST, open_folder};

pub(super) fn write_script(path: &Path, lines: &str) {
    fs::write(path, format!("#!/bin/sh\n{lines}\n")).expect("a script");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("our own file");
}

/// A server whose players are scripts in a folder: for each its name, what stands before its command, and its lines.
fn served(folder: &Path, scripts: &[(&str, &str, &str)], options: &[&str]) -> Served {
    let mut command = server();
    for (name, protocol, lines) in scripts {
        write_script(&folder.join(name), lines);
        command.arg(format!("--program={name}={protocol}./{name}"));
    }
    Served::start(command.args(options).args(TRUST).current_dir(folder))
}

#[test]
fn a_program_ends_when_nobody_waits_for_its_answer() {
    let folder = open_folder();
    let waits = endless();
    let scripts = [("slow", "", waits.as_str()), ("quick", "", "echo 3")];
    let served = served(folder.path(), &scripts, &["--time", "3600s"]);
    let client = served.client();
    let headers = client.page_headers();
    let body = json!({ "game": "connect-four" }).to_string();
    let given_up = client.open("POST", "/api/v1/programs/slow/move", &headers, &body);
    // It keeps the only place.
    until_started(&waits);
    drop(given_up);
    let answer = client.send("POST", "/api/v1/programs/quick/move", &headers, &body);
    assert_eq!((answer.status, &answer.json()["line"]), (200, &json!("3")), "{}", answer.body);
    // The same at the end of the server.
    let asked = client.open("POST", "/api/v1/programs/slow/move", &headers, &body);
    until_started(&waits);
    served.interrupt();
    until("the program is gone", || running(&waits).is_empty());
    drop(asked);
}

#[test]
fn programs_play_under_the_rules_of_their_assignment() {
    let folder = open_folder();
    let lines = "while read -r word rest; do case $word in\nisready) echo readyok;;\ngo) echo 'bestmove [3,3]';;\nquit) exit;;\nesac; done";
    let scripts = [
        ("centre", "", "echo '<b>&' >&2; echo 3"),
        ("wrong", "", "echo 9"),
        ("white", "", "echo A2A3"),
        ("crash", "", "exit 3"),
        ("speaker", "lines:", lines),
    ];
    let served = served(folder.path(), &scripts, &[]);
    let client = served.client();
    let headers = client.page_headers();
    let ask = |name: &str, body: Value| {
        let answer =
            client.send("POST", &format!("/api/v1/programs/{name}/move"), &headers, &body.to_string());
        (answer.status, answer.json())
    };
    let menu = client.get("/api/v1/games").json();
    assert_eq!(menu["programs"][0]["name"], "centre");

    let lost = |fault: &str| json!({ "action": "lost-turn", "fault": { "kind": fault } });
    let centre = json!({
        "action": "move", "move": { "move": "3" }, "line": "3.3.3", "said": "3", "stderr": "<b>&",
        "limit_ms": 1000.0, "fault": null,
    });
    for (name, game, moves, expected) in [
        ("centre", "connect-four", "3.3", centre),
        // COMP3608: a move that does not count is a lost turn.
        ("wrong", "connect-four", "", lost("unreadable")),
        ("wrong", "connect-four", "", json!({ "played": null, "line": "--" })),
        ("centre", "connect-four", "3.3.3.3.3.3", lost("illegal")),
        ("crash", "connect-four", "", json!({ "fault": { "kind": "crashed" }, "end": { "exited": 3 } })),
        // CS3243: every program plays white, so that black's board is turned.
        ("white", "breakthrough", "A2A3", json!({ "action": "move", "line": "A2A3.F5F4" })),
        // The line protocol, for a game whose assignment has no programs.
        ("speaker", "adjacent-four", "3,4", json!({ "line": "[3,4].[3,3]" })),
    ] {
        let (status, found) = ask(name, json!({ "game": game, "moves": moves }));
        assert_eq!(status, 200, "{name}: {found}");
        assert!(found["wall_ms"].as_f64() > Some(0.0), "{name}: {found}");
        holds(&found, &expected, name);
    }
    // CS3243: instead of a move that does not count a random one is played.
    let (_, found) = ask("wrong", json!({ "game": "breakthrough" }));
    assert_eq!((&found["action"], &found["played"]["move"]), (&json!("random-move"), &found["line"]));
    let line = found["line"].as_str().unwrap();
    assert_eq!(client.get(&format!("/api/v1/position?game=breakthrough&moves={line}")).status, 200);

    for (name, body, status, place) in [
        ("nobody", json!({}), 404, "program 'nobody'"),
        ("centre", json!([]), 400, "body"),
        ("centre", json!({}), 400, "game"),
        ("centre", json!({ "game": "connect-four", "command": "x" }), 400, "parameter 'command'"),
        ("centre", json!({ "game": "connect-four", "moves": "9" }), 400, "moves, move 1, '9'"),
        ("centre", json!({ "game": "connect-four", "moves": "0.1.0.1.0.1.0" }), 409, "position"),
    ] {
        let (found, error) = ask(name, body);
        assert_eq!((found, error["error"]["place"].as_str()), (status, Some(place)), "{error}");
    }
}
