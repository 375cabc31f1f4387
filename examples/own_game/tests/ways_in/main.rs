//! What a game has with nothing but its file and its line in `main`: the command line, agents and graded players,
//! matches, tournaments with programs, and the page.

#[cfg(target_os = "linux")]
mod assignment;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_plyground-own-game");

/// What a command prints on both streams. It must end with this status.
fn ended(folder: &Path, status: i32, words: &[&str]) -> [String; 2] {
    let output = Command::new(PROGRAM).args(words).current_dir(folder).output().expect("a program");
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
    assert_eq!(output.status.code(), Some(status), "{words:?}: {out}{err}");
    [out, err]
}

/// What a command prints. It must succeed.
fn run(words: &[&str]) -> String {
    let [out, _] = ended(Path::new("."), 0, words);
    out
}

/// What a command says that is refused.
fn refused(words: &[&str]) -> String {
    let [out, err] = ended(Path::new("."), 2, words);
    assert_eq!(out, "", "{words:?}");
    err
}

fn document(words: &[&str]) -> Value {
    serde_json::from_str(&run(words)).expect("JSON")
}

#[test]
fn the_command_line_knows_it_beside_the_others() {
    let games = document(&["games", "--json"]);
    let names: Vec<&str> =
        games.as_array().expect("games").iter().map(|game| game["name"].as_str().expect("a name")).collect();
    assert_eq!(names, ["connect-four", "max-connect-four", "breakthrough", "adjacent-four", "tic-tac-toe"]);
    let shown = run(&["show", "tic-tac-toe", "XX.OO.... X"]);
    assert!(shown.starts_with("tic-tac-toe: X to move\n"), "{shown}");
    assert!(shown.contains("legal moves: 3 6 7 8 9"), "{shown}");
    assert!(run(&["perft", "tic-tac-toe", "9"]).contains("127872"), "games that fill the board are as many");
}

#[test]
fn a_subcommand_has_help_completion_and_a_manual_page() {
    // The numbers of games are well known.
    assert_eq!(run(&["results"]), "X wins 131184, O wins 77904, draws 46080\n");
    assert!(run(&["--help"]).contains("\n  results "));
    assert!(run(&["help", "results"]).contains("--after <PLIES>"));
    assert!(run(&["completions", "bash"]).contains(" results "));
    let folder = tempfile::tempdir().expect("a folder");
    run(&["man", "--out", folder.path().to_str().expect("a path")]);
    assert!(folder.path().join("plyground-results.1").is_file());
    assert!(refused(&["results", "--after", "10"]).contains("the game is over; expected fewer plies"));
}

#[test]
fn a_wrong_position_is_refused_without_a_choice_of_notations() {
    let told = refused(&["show", "tic-tac-toe", "XX."]);
    assert!(told.contains("expected nine cells") && !told.contains("--notation"), "{told}");
}

#[test]
fn textbook_searches_count_its_nodes() {
    let count = |algorithm| {
        let found = document(&["search", "tic-tac-toe", "--algorithm", algorithm, "--depth", "9", "--json"]);
        assert_eq!(found["value"], 0, "with best play nobody wins");
        found["examined"].as_u64().expect("a number")
    };
    // Every node of the tree, and what alpha-beta leaves in the order of cells: both are well known.
    assert_eq!(count("minimax"), 549_946);
    assert_eq!(count("alpha-beta"), 18_297);
}

#[test]
fn agents_and_graded_players_play_it() {
    for agent in ["first", "random", "minimax:depth=2", "engine", "mcts:simulations=100", "graded:level=5"] {
        let found = document(&["move", "tic-tac-toe", "--agent", agent, "--json", "XX.OO.... X"]);
        assert!(found["move"].is_string(), "{agent}: {found}");
        assert!(agent != "engine" || found["move"] == "3", "{found}");
    }
}

#[test]
fn a_match_has_a_referee_and_a_score() {
    let found = document(&["match", "engine", "random", "--game", "tic-tac-toe", "--json"]);
    assert_eq!(found["games"], 100);
    // Some openings are lost already: the game is small.
    let losses = found["together"]["losses"].as_u64().expect("a number");
    assert!(losses < 5 && found["together"]["wins"].as_u64() > Some(70), "{found}");
}

/// A player behind the line protocol: it plays the last of the moves that it receives.
const SHELL: &str = "while read -r line; do
case $line in
  isready) echo readyok ;;
  position*) moves=$line ;;
  go*) echo \"bestmove ${moves##* }\" ;;
  quit) exit ;;
esac
done
";

#[test]
fn programs_play_it_in_a_tournament() {
    let folder = tempfile::tempdir().expect("a folder");
    let entrant = folder.path().join("entrant");
    fs::create_dir(&entrant).expect("a folder");
    fs::write(entrant.join("player.sh"), SHELL).expect("a file");
    let config = "name = \"Tic-tac-toe\"\ngame = \"tic-tac-toe\"\nopening_plies = 1\n\n\
         [[entrant]]\nname = \"Last\"\ncommand = [\"sh\", \"player.sh\"]\ndir = \"entrant\"\n\n\
         [[entrant]]\nname = \"Engine\"\nagent = \"engine\"\n";
    fs::write(folder.path().join("tournament.toml"), config).expect("a file");
    let path = folder.path().to_str().expect("a path");
    // The program is our own.
    run(&["tournament", "run", path, "--trust-agents", "--allow-root"]);
    let standings = run(&["tournament", "standings", path]);
    let place = |name| standings.find(name).unwrap_or_else(|| panic!("no {name}: {standings}"));
    assert!(place("Engine") < place("Last"), "{standings}");
    let records = fs::read_to_string(folder.path().join("records/games.jsonl")).expect("records");
    assert!(records.contains("\"game\":\"tic-tac-toe\""), "{records}");
}

/// The program as a server, ended with its test.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What a route answers.
fn get(host: &str, path: &str) -> Value {
    let mut stream = TcpStream::connect(host).expect("a server");
    write!(stream, "GET {path} HTTP/1.0\r\nHost: {host}\r\n\r\n").expect("a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
    assert!(head.contains(" 200 "), "{path}: {answer}");
    serde_json::from_str(body).expect("JSON")
}

#[test]
fn the_page_offers_it() {
    let child = Command::new(PROGRAM)
        .args(["serve", "--port", "0"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a program");
    let mut server = Server(child);
    let mut line = String::new();
    BufReader::new(server.0.stdout.as_mut().expect("a pipe")).read_line(&mut line).expect("an address");
    let host = line.trim().strip_prefix("http://").and_then(|rest| rest.split('/').next()).expect("a host");
    let menu = get(host, "/api/v1/games");
    let game = &menu["games"][4];
    let looks = json!([game["name"], game["board"], game["paint"], game["pieces"]]);
    assert_eq!(looks, json!(["tic-tac-toe", "plain", null, ["X", "O"]]));
    let position = get(host, "/api/v1/position?game=tic-tac-toe&moves=5.1.3.2.7");
    assert_eq!(position["outcome"]["winner"], "X");
    assert_eq!(position["lines"][0]["cells"], json!([[0, 2], [1, 1], [2, 0]]));
    let tree = get(host, "/api/v1/tree?game=tic-tac-toe&depth=3");
    assert_eq!(tree["children"].as_array().map(Vec::len), Some(9));
    let choice = get(host, "/api/v1/choose?game=tic-tac-toe&agent=engine&moves=1.5.2.4");
    assert_eq!(choice["move"]["move"], "3");
}
