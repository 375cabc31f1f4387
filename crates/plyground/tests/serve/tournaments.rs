//! Tournaments as the server shows them while others play, and their entrants as players under their rules.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use super::client::Client;
use super::document::holds;
use super::process::{Served, server};
use super::programs::write_script;
use crate::run::{PLYGROUND, TRUST, has, open_folder, ran};

/// A folder of two programs and an agent: the first program is slower than its time, the other offers nonsense.
fn folder(name: &str, more: &str) -> tempfile::TempDir {
    let folder = open_folder();
    let at = folder.path();
    for (script, lines) in [("slow", "sleep 1; echo 3"), ("wrong", "echo nonsense; echo careful >&2")] {
        let own = at.join(format!("of-{script}"));
        fs::create_dir(&own).expect("a folder");
        write_script(&own.join(script), lines);
    }
    let text = format!(
        "name = \"{name}\"\ngame = \"connect-four\"\nseed = 3\n[limits]\ntime_ms = 200\n\
         [faults]\nlate = {{ then = \"lost-game\" }}\nunreadable = {{ then = \"random-move\", penalty = 2 }}\n\
         [[entrant]]\nname = \"Slow\"\ncommand = [\"./slow\"]\ndir = \"of-slow\"\n\
         [[entrant]]\nname = \"Wrong/100 %\"\ncommand = [\"./wrong\"]\ndir = \"of-wrong\"\n\
         [[entrant]]\nname = \"Dice\"\nagent = \"random\"\n{more}"
    );
    fs::write(at.join("tournament.toml"), text).expect("a file");
    folder
}

/// The names of those who can be played against.
fn names(client: Client) -> Vec<String> {
    let menu = client.get("/api/v1/games").json();
    let programs = menu["programs"].as_array().expect("programs").iter();
    programs.map(|one| one["name"].as_str().expect("a name").to_owned()).collect()
}

fn serve(folders: &[&Path], more: &[&str]) -> Served {
    let mut command = server();
    for folder in folders {
        command.arg("--tournament").arg(folder);
    }
    Served::start(command.args(more).args(TRUST))
}

pub(super) fn run(folder: &Path) {
    let mut command = Command::new(PLYGROUND);
    ran(command.args(["tournament", "run", "--jobs", "1"]).args(TRUST).arg(folder)).done();
}

#[test]
fn entrants_play_on_the_board_under_the_rules_of_their_tournament() {
    let class = folder("A", "");
    let served = serve(&[class.path()], &[]);
    let client = served.client();
    assert_eq!(names(client), ["Slow", "Wrong/100 %", "Dice"]);
    let menu = client.get("/api/v1/games").json();
    assert_eq!(menu["programs"][2]["games"], json!(["connect-four"]));
    let headers = client.page_headers();
    let ask = |name: &str, body: Value| {
        let path = format!("/api/v1/programs/{name}/move");
        client.send("POST", &path, &headers, &body.to_string())
    };
    let found = ask("Slow", json!({ "game": "connect-four" })).json();
    let late = json!({ "fault": { "kind": "late" }, "action": "lost-game", "limit_ms": 200.0 });
    holds(&found, &late, "Slow");
    let found = ask("Wrong%2F100%20%25", json!({ "game": "connect-four", "moves": "3" })).json();
    let fault = json!({ "kind": "unreadable" });
    let wrong = json!({ "fault": fault, "action": "random-move", "said": "nonsense", "stderr": "careful" });
    holds(&found, &wrong, "Wrong");
    // Dice are thrown again in every turn, and fall the same way in the same turn.
    let dice = || {
        [0, 1, 2, 3, 4].map(|turn| {
            let body = json!({ "game": "connect-four", "moves": vec!["3"; turn].join(".") });
            ask("Dice", body).json()["move"]["move"].clone()
        })
    };
    let thrown = dice();
    assert!(thrown.iter().any(|column| *column != thrown[0]), "{thrown:?}");
    assert_eq!(dice(), thrown);
    let found = ask("Dice", json!({ "game": "breakthrough" }));
    let refused = json!({ "error": { "place": "program 'Dice'", "expected": "a position of that game" } });
    assert_eq!(found.status, 400);
    holds(&found.json(), &refused, "Dice");
    let err = served.interrupt();
    assert!(err.starts_with("isolation of programs: "), "{err}");
}

#[test]
fn names_that_several_have_say_whose_they_are() {
    let (one, two) = (folder("A", ""), folder("B", "[[entrant]]\nname = \"Mine\"\nagent = \"first\"\n"));
    let missing = "[[entrant]]\nname = \"Gone\"\ncommand = [\"./x\"]\ndir = \"nowhere\"\n";
    let config = two.path().join("tournament.toml");
    fs::write(&config, fs::read_to_string(&config).unwrap() + missing).unwrap();
    let served = serve(&[one.path(), two.path(), two.path()], &["--program", "Mine=/bin/echo 3"]);
    let client = served.client();
    let expected = "Mine, Slow (A), Wrong/100 % (A), Dice (A), Slow (B), Wrong/100 % (B), Dice (B), Mine (B), \
                    Slow (B, 2), Wrong/100 % (B, 2), Dice (B, 2), Mine (B, 2)";
    assert_eq!(names(client).join(", "), expected);
    let shown = client.get("/api/v1/tournaments/1").json();
    let players: Value =
        shown["entrants"].as_array().unwrap().iter().map(|one| one["player"].clone()).collect();
    assert_eq!(players, json!(["Slow (B)", "Wrong/100 % (B)", "Dice (B)", "Mine (B)", null]));
    let (headers, body) = (client.page_headers(), "{\"game\":\"connect-four\"}");
    let answer = client.send("POST", "/api/v1/programs/Dice/move", &headers, body);
    assert_eq!(answer.status, 404);
    let message = "there are several of this name; expected 'Dice (A)' or 'Dice (B)' or 'Dice (B, 2)'";
    assert_eq!(answer.json()["error"]["message"], message);
    let err = served.interrupt();
    let one = one.path().display();
    has(&err, &[&format!("'Dice' is the name of several players; that of {one} plays as 'Dice (A)'")]);
    has(&err, &["Gone: ", "nowhere is no folder; its games are shown"]);
}

#[test]
fn the_figures_of_a_lost_clock_are_told_wherever_its_game_is_shown() {
    let class = folder("A", "");
    run(class.path());
    let served = serve(&[class.path()], &[]);
    let client = served.client();
    let found = client.get("/api/v1/tournaments/0/games?fault=late").json();
    let id = found["games"][0]["id"].to_string();
    let game = client.get(&format!("/api/v1/tournaments/0/games/{id}")).json();
    let turns = game["turns"].as_array().expect("turns");
    // It lost the game by it.
    let words = turns[turns.len() - 1]["attempts"][0]["timeout"].as_str().expect("figures");
    assert!(words.starts_with("allowed 200 ms, used ") && words.contains(" meanwhile "), "{words}");
    let told = |action: &str, more: &[&str]| {
        let mut command = Command::new(PLYGROUND);
        ran(command.args(["tournament", action]).arg(class.path()).args(more)).done()
    };
    has(&told("replay", &[&id]), &[&format!("\n   {words}\n   late: ")]);
    has(&told("replay", &[&id, "--json"]), &["\"timeout\":{\"allowed_us\":200000,\"referee_us\":"]);
    let page = class.path().join("page.html");
    told("report", &["--out", page.to_str().expect("a path")]);
    has(&fs::read_to_string(page).expect("a page"), &[&format!("Its clock: {words}.")]);
}

/// As root without `--allow-root`, or without any sandbox: here a level that does not exist without trust.
#[test]
fn games_are_shown_where_programs_may_not_be_started() {
    let class = folder("A", "");
    run(class.path());
    let served = Served::start(server().args(["--isolation", "none", "--tournament"]).arg(class.path()));
    let client = served.client();
    let page = client.get("/api/v1/tournaments/0/games?count=1").json();
    assert_eq!(page["games"].as_array().map(Vec::len), Some(1));
    assert_eq!(names(client), ["Dice"], "agents can be played against");
    let err = served.interrupt();
    let told = "until then programs cannot be played against; the games of their tournaments are shown";
    has(&err, &[told]);
}

#[test]
fn news_come_while_a_tournament_is_played_and_end_with_the_server() {
    let class = folder("A", "");
    let served = serve(&[class.path()], &[]);
    let client = served.client();
    let stream = client.open("GET", "/api/v1/tournaments/0/news", "", "");
    let mut lines = BufReader::new(stream).lines();
    let mut next = || {
        let data = lines.find_map(|line| line.unwrap().strip_prefix("data: ").map(str::to_owned));
        data.map(|data| serde_json::from_str::<Value>(&data).unwrap())
    };
    assert_eq!(next().expect("news")["state"], "unplanned");
    let path = class.path().to_owned();
    let playing = std::thread::spawn(move || run(&path));
    let mut seen: Vec<Value> = Vec::new();
    while seen.last().is_none_or(|last| last["state"] != "finished") {
        seen.push(next().expect("news"));
    }
    playing.join().unwrap();
    let counts: Vec<u64> = seen.iter().map(|news| news["done"].as_u64().unwrap()).collect();
    assert!(counts.is_sorted() && counts.last() == Some(&6), "{counts:?}");
    let versions: Vec<u64> = seen.iter().map(|news| news["version"].as_u64().unwrap()).collect();
    assert!(versions.windows(2).all(|pair| pair[0] < pair[1]), "nothing is told twice: {versions:?}");
    let shown = client.get("/api/v1/tournaments/0").json();
    assert_eq!(shown["standings"]["games"], 6);
    assert!(shown["faults"]["late"].as_u64() >= Some(4), "{shown}");
    for (path, status, place) in [("1/news", 404, "tournament 1"), ("0/news?x=1", 400, "parameter 'x'")] {
        let refused = client.get(&format!("/api/v1/tournaments/{path}"));
        assert_eq!((refused.status, refused.json()["error"]["place"].as_str()), (status, Some(place)));
    }
    served.interrupt();
    assert!(next().is_none(), "the stream has ended");
}
