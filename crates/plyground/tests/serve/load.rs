//! Many clients at a time, some of which leave in the middle.

use std::io::{Read, Write};
use std::net::TcpStream;

use super::client::{Client, events};
use super::process::{Served, server};
use crate::run::is_long;

#[test]
fn what_is_no_request_gets_a_bare_answer() {
    let served = Served::start(&mut server());
    let client = served.client();
    let long = format!("/{}", "x".repeat(70_000));
    let many = "X: y\r\n".repeat(1000);
    for (path, headers, status) in
        [("/\u{1}", "", 400), ("/a b", "", 400), (&long, "", 414), ("/", &many, 431)]
    {
        let mut answer = String::new();
        let mut stream = TcpStream::connect(client.0).expect("a connection");
        // The server may answer, and leave, before it has read all.
        let _ = stream
            .write_all(format!("GET {path} HTTP/1.1\r\nHost: {}\r\n{headers}\r\n", client.0).as_bytes());
        let _ = stream.read_to_string(&mut answer);
        let (head, body) = answer.split_once("\r\n\r\n").expect("an answer");
        assert!(head.starts_with(&format!("HTTP/1.1 {status} ")), "{path:.9}: {answer}");
        assert_eq!(body, "", "{path:.9}");
    }
    assert_eq!(client.get("/api/v1/position?game=connect-four").status, 200);
}

/// A request, by its number.
fn ask(client: Client, round: usize) {
    if round % 7 == 3 {
        // This client looks at the beginning of an endless search, and leaves.
        let mut stream = client.open("GET", "/api/v1/solve?game=breakthrough&time=60", "", "");
        assert!(stream.read(&mut [0; 64]).expect("a beginning") > 0);
        return;
    }
    let moves = ["", "3", "3.3", "3.2.3", "0.6.1.5"][round % 5];
    let query = format!("game=connect-four&moves={moves}");
    let path = match round % 4 {
        0 => format!("position?{query}"),
        1 => format!("tree?{query}&depth=4&evaluation=cs431"),
        2 => "solve?game=connect-four&position=444444561351323&time=60".to_owned(),
        _ => format!("evaluate?{query}"),
    };
    let answer = client.get(&format!("/api/v1/{path}"));
    assert_eq!(answer.status, 200, "{path}: {}", answer.body);
    if round % 4 == 2 {
        let events = events(&answer.body);
        assert!(events.iter().all(|(name, _)| name != "error"), "{events:?}");
        let (name, data) = events.last().expect("events");
        assert_eq!((name.as_str(), &data["reason"]), ("end", &"done".into()), "{data}");
    }
}

#[test]
fn many_clients_analyse_without_error() {
    let served = Served::start(&mut server());
    let client = served.client();
    let before = served.memory();
    let (clients, rounds) = if is_long() { (100, 20) } else { (20, 7) };
    std::thread::scope(|scope| {
        for number in 0..clients {
            scope.spawn(move || (number..number + rounds).for_each(|round| ask(client, round)));
        }
    });
    // If the tables of everybody who left stayed, it would be ten times as much.
    let grown = served.memory().saturating_sub(before);
    eprintln!("{clients} clients, {rounds} requests each: {grown} KiB more");
    assert!(grown < 1 << 20, "{grown} KiB");
    // Nothing that was left behind is still searched: a new search has its place at once.
    let start = std::time::Instant::now();
    assert_eq!(client.get("/api/v1/tree?game=connect-four").status, 200);
    let body = client.get("/api/v1/solve?game=connect-four&position=444444561351323").body;
    assert!(body.contains("event: end"), "{body}");
    let is_at_once = !body.contains("event: waiting") || start.elapsed() < std::time::Duration::from_secs(2);
    assert!(!is_long() || is_at_once, "{body}");
}
