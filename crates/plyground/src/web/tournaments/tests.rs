//! Folders of real tournaments, as documents: agents built in, a program at fault, a name like markup.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::*;
use crate::Program;
use crate::exit::in_memory;

/// Two agents and, if wanted, a program that offers a column that does not exist and complains about it.
pub(in crate::web) fn folder(form: &str, has_program: bool) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    fs::set_permissions(at, fs::Permissions::from_mode(0o755)).expect("a folder that others can read");
    let mut text = format!("name = \"A & <b>\"\ngame = \"connect-four\"\nseed = 7\n{form}\n");
    text += "[limits]\ntime_ms = 2000\ngrace_ms = 250\n";
    text += "[[entrant]]\nname = \"Alpha\"\nagent = \"alpha-beta:depth=2\"\n";
    text += "[[entrant]]\nname = \"First\"\nagent = \"first\"\n";
    if has_program {
        fs::create_dir(at.join("program")).expect("a folder");
        let script = at.join("program/wrong");
        fs::write(&script, "#!/bin/sh\necho '<b>&' >&2\necho 9\n").expect("a script");
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("a script");
        text += "[[entrant]]\nname = \"Wrong\"\ncommand = [\"./wrong\"]\ndir = \"program\"\n";
        text += "[faults]\nunreadable = { then = \"lost-game\", penalty = 1 }\n";
    }
    fs::write(at.join("tournament.toml"), text).expect("a file");
    folder
}

/// Plays all games; what the file of records holds then.
pub(in crate::web) fn play(folder: &Path) -> String {
    let words = ["tournament", "run", "--jobs", "1", "--allow-root", "--trust-agents"].map(OsString::from);
    let args = words.into_iter().chain([folder.into()]).collect();
    in_memory(std::io::empty(), |streams| Program::new().run_on(args, streams)).done();
    fs::read_to_string(folder.join("records/games.jsonl")).expect("records")
}

/// Leaves so many of the records, as if no more games had been played yet.
fn keep(folder: &Path, records: &str, games: usize) {
    let lines: String = records.split_inclusive('\n').take(1 + games).collect();
    fs::write(folder.join("records/games.jsonl"), lines).expect("a file");
}

fn tournaments(folders: &[&Path]) -> Tournaments {
    let about = |folder: &&Path| Tournament {
        folder: folder.to_path_buf(),
        word: "class".to_owned(),
        options: " --allow-root".to_owned(),
        players: Players::from([("Alpha".to_owned(), "Alpha (A)".to_owned())]),
    };
    Tournaments::new(folders.iter().map(about).collect())
}

fn ask(tournaments: &Tournaments, route: &str) -> Result<Value, (u16, Value)> {
    // Every request sees the folder as it is now.
    for shown in &tournaments.0 {
        shown.followed.lock().unwrap().looked = None;
    }
    let (route, query) = route.split_once('?').unwrap_or((route, ""));
    let asked = TournamentRoute::parse(route).expect("a route");
    Query::parse(query)
        .and_then(|query| tournaments.answer(asked, &query, &Limits::NONE))
        .map_err(|error| (error.status as u16, error.body()["error"].clone()))
}

fn get(tournaments: &Tournaments, route: &str) -> Value {
    ask(tournaments, route).unwrap_or_else(|error| panic!("{route}: {error:?}"))
}

fn refused(tournaments: &Tournaments, route: &str, status: u16, message: &str) {
    let (found, error) = ask(tournaments, route).unwrap_err();
    assert_eq!((found, error["message"].as_str()), (status, Some(message)), "{route}");
}

#[test]
fn a_tournament_is_shown_from_its_plan_to_its_end() {
    let folder = folder("openings = 3\nopening_plies = 2", false);
    let all = tournaments(&[folder.path()]);
    let list = |all| get(all, "tournaments")["tournaments"][0].clone();
    let found = list(&all);
    assert_eq!((&found["state"], &found["name"]), (&json!("unplanned"), &json!("A & <b>")), "{found}");
    assert_eq!((&found["done"], &found["of"], &found["problem"]), (&json!(0), &Value::Null, &Value::Null));
    assert_eq!(get(&all, "tournaments/0")["standings"], Value::Null);
    assert_eq!(get(&all, "tournaments/0/games")["total"], 0);
    refused(&all, "tournaments/0/games/0", 404, "nothing is planned yet; expected a game that was played");

    let records = play(folder.path());
    keep(folder.path(), &records, 0);
    let found = list(&all);
    assert_eq!(json!([found["state"], found["of"], found["idle_seconds"]]), json!(["planned", 6, null]));
    keep(folder.path(), &records, 2);
    let found = get(&all, "tournaments/0");
    assert_eq!((&found["state"], &found["done"]), (&json!("running"), &json!(2)));
    assert!(found["idle_seconds"].as_f64().is_some_and(|idle| idle < 60.0));
    assert_eq!(found["standings"]["games"], 2);
    assert_eq!((&found["limit_ms"], &found["grace_ms"]), (&json!(2000.0), &json!(250.0)));
    assert_eq!(found["rules"]["late"]["then"], "lost-turn");
    let games = get(&all, "tournaments/0/games?played=no");
    assert_eq!(games["total"], 4);
    let open = games["games"][0]["id"].clone();
    assert_eq!(games["games"][0]["result"], Value::Null);
    let message = "it has not been played yet; expected a game with a result";
    refused(&all, &format!("tournaments/0/games/{open}"), 404, message);

    keep(folder.path(), &records, 6);
    let found = get(&all, "tournaments/0");
    assert_eq!((&found["state"], &found["done"], &found["of"]), (&json!("finished"), &json!(6), &json!(6)));
    assert_eq!(found["standings"]["games"], 6);
    assert_eq!(found["command"], "plyground tournament run class --allow-root");
}

#[test]
fn news_are_sent_when_something_has_changed() {
    let folder = folder("openings = 2\nopening_plies = 2", false);
    let all = tournaments(&[folder.path()]);
    let news = |sent| {
        all.0[0].followed.lock().unwrap().looked = None;
        all.news(0, sent, &Limits::NONE).unwrap()
    };
    let (version, first) = news(None).expect("the state at the beginning");
    assert_eq!(first["state"], "unplanned");
    assert!(news(Some(version)).is_none());
    let records = play(folder.path());
    keep(folder.path(), &records, 1);
    let (next, second) = news(Some(version)).expect("a game");
    assert_eq!((&second["done"], &second["version"]), (&json!(1), &json!(next)));
    assert!(news(Some(next)).is_none());
    // Standings that cost much are made again only after a rest, and until then there is no news.
    get(&all, "tournaments/0");
    all.0[0].followed.lock().unwrap().summary.as_mut().unwrap().cost = Duration::from_secs(1000);
    keep(folder.path(), &records, 2);
    assert!(news(Some(next)).is_none());
    assert_eq!(get(&all, "tournaments/0")["standings"]["games"], 1);
    assert_eq!(get(&all, "tournaments/0")["done"], 2);
    // The end is news at once.
    keep(folder.path(), &records, 4);
    let (_, last) = news(Some(next)).expect("the end");
    assert_eq!(last["state"], "finished");
    assert_eq!(get(&all, "tournaments/0")["standings"]["games"], 4);
    assert_eq!(all.news(1, None, &Limits::NONE).unwrap_err().status, Status::NotFound);
}

#[test]
fn games_are_filtered_and_come_in_pages() {
    let folder = folder("", true);
    play(folder.path());
    let all = tournaments(&[folder.path()]);
    let ids = |query: &str| -> Vec<u64> {
        let found = get(&all, &format!("tournaments/0/games?{query}"));
        let games = found["games"].as_array().unwrap();
        games.iter().map(|game| game["id"].as_u64().unwrap()).collect()
    };
    let games = get(&all, "tournaments/0/games")["games"].as_array().unwrap().clone();
    assert_eq!(games.len(), 6);
    let of = |keep: &dyn Fn(&Value) -> bool| -> Vec<u64> {
        games.iter().filter(|game| keep(game)).map(|game| game["id"].as_u64().unwrap()).collect()
    };
    let has =
        |entrant: u64| move |game: &Value| game["entrants"].as_array().unwrap().contains(&json!(entrant));
    assert_eq!(ids("entrant=2"), of(&has(2)));
    assert_eq!(ids("entrant=2").len(), 4);
    assert_eq!(ids("fault=unreadable"), ids("entrant=2"), "the program is at fault in all its games");
    assert_eq!(ids("fault=any"), ids("entrant=2"));
    assert_eq!(ids("entrant=0&fault=any"), [] as [u64; 0], "the fault is its opponent's");
    assert_eq!(ids("fault=late"), [] as [u64; 0]);
    assert_eq!(ids("played=no"), [] as [u64; 0]);
    assert_eq!(ids("played=yes"), [0, 1, 2, 3, 4, 5]);
    assert_eq!([ids("from=0&count=4"), ids("from=4&count=4"), ids("from=9")].concat(), [0, 1, 2, 3, 4, 5]);
    assert_eq!(get(&all, "tournaments/0/games?from=4&count=1&entrant=2")["total"], 4);
    for (query, message) in [
        ("entrant=3", "found '3'; expected a whole number from 0 to 2"),
        ("fault=slow", "found 'slow'; expected any, or one of late, illegal, unreadable, crashed, flooded"),
        ("played=maybe", "found 'maybe'; expected yes or no"),
        ("count=201", "found '201'; expected a whole number from 1 to 200"),
        ("count=0", "found '0'; expected a whole number from 1 to 200"),
        ("from=-1", "found '-1'; expected a whole number, 0 or more"),
        ("sort=id", "not known here; expected entrant, fault, played, from, count"),
    ] {
        refused(&all, &format!("tournaments/0/games?{query}"), 400, message);
    }
}

#[test]
fn a_game_is_shown_turn_by_turn_with_output_of_programs() {
    let folder = folder("", true);
    play(folder.path());
    let all = tournaments(&[folder.path()]);
    let faults = get(&all, "tournaments/0");
    assert_eq!(faults["faults"]["unreadable"], 4, "{faults}");
    assert_eq!(faults["isolations"].as_array().unwrap().len(), 1);
    let wrong = get(&all, "tournaments/0/games?entrant=2")["games"][0].clone();
    assert_eq!(wrong["result"]["reason"], "unreadable");
    let loser = if wrong["entrants"][0] == 2 { "red" } else { "yellow" };
    let winner = if loser == "red" { "yellow" } else { "red" };
    let words = format!("{winner} has won: {loser} lost by a fault (unreadable)");
    assert_eq!(wrong["result"]["words"], words);
    let game = get(&all, &format!("tournaments/0/games/{}", wrong["id"]));
    assert_eq!((&game["limit_ms"], &game["grace_ms"]), (&json!(2000.0), &json!(250.0)));
    assert_eq!(game["result"]["winner"], winner);
    let turns = game["turns"].as_array().unwrap();
    let last = turns.last().unwrap();
    assert_eq!(json!([last["action"], last["move"], last["side"]]), json!(["lost-game", null, loser]));
    let attempt = &last["attempts"][0];
    assert_eq!((&attempt["said"], &attempt["stderr"]), (&json!("9"), &json!("<b>&")));
    assert_eq!((&attempt["fault"]["kind"], &attempt["penalty"]), (&json!("unreadable"), &json!(1)));
    assert_eq!((&attempt["end"], &attempt["ended"]), (&json!({ "exited": 0 }), &json!("exit status 0")));
    assert!(attempt["wall_ms"].as_f64() > Some(0.0));
    // The move that loses is in no line.
    assert_eq!(game["moves"].as_str().unwrap().split('.').filter(|m| !m.is_empty()).count(), turns.len() - 1);
    assert_eq!(game["command"], format!("plyground tournament replay class {}", wrong["id"]));
    refused(&all, "tournaments/0/games/6", 404, "no such game; expected a number from 0 to 5");
}

#[test]
fn unreadable_tournaments_are_reported_and_repaired_ones_are_shown() {
    let [good, bad] = ["", ""].map(|form| folder(form, false));
    let whole = play(bad.path());
    let all = tournaments(&[good.path(), bad.path()]);
    let records = bad.path().join("records/games.jsonl");
    fs::write(&records, whole.replacen("\"turns\"", "\"turned\"", 1)).unwrap();
    let list = get(&all, "tournaments");
    assert_eq!(list["tournaments"][0]["state"], "unplanned");
    let found = &list["tournaments"][1];
    assert_eq!((&found["state"], &found["name"]), (&json!("unreadable"), &Value::Null));
    let message = found["problem"]["message"].as_str().unwrap();
    assert!(message.contains("games.jsonl: line 2: the line was changed: its checksum is "), "{message}");
    assert_eq!(get(&all, "tournaments/1")["problem"], found["problem"]);
    let (status, error) = ask(&all, "tournaments/1/games").unwrap_err();
    assert_eq!(status, 409);
    assert_eq!(error["remedy"], "mend the file that is named; the page goes on then");
    fs::write(&records, &whole).unwrap();
    assert_eq!(get(&all, "tournaments/1")["state"], "finished");
    drop(bad);
    let problem = get(&all, "tournaments")["tournaments"][1]["problem"].clone();
    assert_eq!(problem["remedy"], "put the folder back where it was, or start the server with another");
    refused(&all, "tournaments/2", 404, "no such tournament; expected 0 to 1");
}

#[test]
fn addresses_of_tournaments_are_written_in_one_way() {
    for rest in ["/", "/x", "/-1", "/03", "/3/", "/3/table", "/3/games/", "/3/games/+1", "/3/games/1/x"] {
        assert_eq!(TournamentRoute::parse(&format!("tournaments{rest}")), None, "{rest}");
    }
    assert_eq!(TournamentRoute::parse("tournament"), None);
}
