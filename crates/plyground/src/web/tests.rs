//! Requests and answers without sockets: who may ask, what the headers say, which status is given.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::{HeaderMap, Request, StatusCode};
use serde_json::Value;

use super::assets::Assets;
use super::guard::{CONTENT_SECURITY_POLICY, Guard};
use super::programs::Programs;
use super::routes::{App, handle};
use super::tournaments::Tournaments;
use super::work::Work;

pub(super) const TOKEN: &str = "f00d";

pub(super) fn app() -> Arc<App> {
    let stop = Arc::new(AtomicBool::new(false));
    Arc::new(App {
        guard: Guard::new("127.0.0.1:7777".parse().unwrap(), None, TOKEN.to_owned()),
        work: Work::new(2, stop),
        assets: Assets::new(None),
        programs: Arc::new(Programs::new(Vec::new())),
        tournaments: Arc::new(Tournaments::new(Vec::new())),
        to_send: Duration::from_millis(100),
        instance: "test".to_owned(),
    })
}

struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: String,
}

impl Answer {
    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }
}

/// Sends a request of several, each to a new server, and reads the answer whole.
fn send(method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
    let mut request = Request::builder().method(method).uri(path);
    if !headers.iter().any(|&(name, _)| name == "host") {
        request = request.header("host", "localhost:7777");
    }
    for &(name, value) in headers {
        request = request.header(name, value);
    }
    let request = request.body(Full::<Bytes>::from(body.to_owned())).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    runtime.block_on(async {
        let response = handle(app(), request).await;
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        let body = String::from_utf8(bytes.to_vec()).unwrap();
        Answer { status: parts.status, headers: parts.headers, body }
    })
}

fn get(path: &str) -> Answer {
    send("GET", path, &[], "")
}

const GAMES: &str = "/api/v1/games";
const MOVE: &str = "/api/v1/programs/mine/move";

#[test]
fn every_answer_has_the_headers_of_safety() {
    for (answer, status) in [
        (get("/"), 200),
        (get("/main.js"), 200),
        (get(GAMES), 200),
        (get("/nothing"), 404),
        (get("/api/v1/nothing"), 404),
        (get("/api/v1/solve?game=connect-four&moves=0.1.0.1.0.1.0"), 200),
        (send("GET", "/", &[("host", "evil.example:7777")], ""), 403),
        (send("POST", MOVE, &[], ""), 403),
    ] {
        assert_eq!(answer.status.as_u16(), status, "{}", answer.body);
        assert_eq!(answer.header("content-security-policy"), CONTENT_SECURITY_POLICY);
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("x-frame-options"), "DENY");
        assert_eq!(answer.header("referrer-policy"), "no-referrer");
        assert_eq!(answer.header("access-control-allow-origin"), "", "nobody else may read");
        assert!(!answer.header("cache-control").is_empty());
    }
}

#[test]
fn only_the_document_for_frames_may_be_framed() {
    let policy = |path: &str| {
        let answer = get(path);
        let policy = answer.header("content-security-policy").to_owned();
        (answer.status.as_u16(), policy, answer.header("x-frame-options").to_owned(), answer.body)
    };
    let (status, framed, denied, body) = policy("/embed");
    assert_eq!((status, denied.as_str()), (200, ""));
    assert!(framed.ends_with("frame-ancestors *"), "{framed}");
    assert_eq!(framed.replace("frame-ancestors *", "frame-ancestors 'none'"), CONTENT_SECURITY_POLICY);
    assert!(!body.contains(TOKEN), "a click in a frame must not start programs");
    for path in
        ["/", "/index.html", "/embed.html", "/embed/main.js", "/embed/", "//embed", "/embed/embed", GAMES]
    {
        let (_, policy, denied, _) = policy(path);
        assert_eq!((policy.as_str(), denied.as_str()), (CONTENT_SECURITY_POLICY, "DENY"), "{path}");
    }
}

#[test]
fn other_names_of_the_server_are_refused_everywhere() {
    for path in ["/", "/embed", "/main.js", GAMES, "/api/v1/solve?game=connect-four", MOVE] {
        for host in ["evil.example:7777", "localhost", "localhost:7777.evil.example", "127.0.0.1:1"] {
            let answer = send("GET", path, &[("host", host)], "");
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{path} {host}");
            assert!(!answer.body.contains(TOKEN));
            assert_eq!(answer.json()["error"]["place"], "header Host");
        }
    }
}

#[test]
fn a_request_names_the_server_once_and_in_all_places() {
    let refused = |path: &str, headers: &[(&str, &str)]| {
        let answer = send("GET", path, headers, "");
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{path} {headers:?}");
        assert_eq!(answer.json()["error"]["place"], "header Host");
    };
    let (good, evil) = (("host", "localhost:7777"), ("host", "evil.example:7777"));
    for path in ["/", GAMES] {
        refused(path, &[good, evil]);
        refused(path, &[evil, good]);
        refused(path, &[good, good]);
        refused(&format!("http://evil.example:7777{path}"), &[good]);
        refused(&format!("http://localhost:7777{path}"), &[evil]);
        assert_eq!(get(&format!("http://localhost:7777{path}")).status, StatusCode::OK);
    }
}

#[test]
fn pages_from_elsewhere_cannot_keep_the_server_busy() {
    for path in [GAMES, "/api/v1/solve?game=connect-four&moves=0.1.0.1.0.1.0", MOVE] {
        for site in ["cross-site", "same-site", "nonsense", ""] {
            let answer = send("GET", path, &[("sec-fetch-site", site)], "");
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{path} {site}");
            assert_eq!(answer.json()["error"]["place"], "header Sec-Fetch-Site");
        }
    }
    for site in ["same-origin", "none"] {
        assert_eq!(send("GET", GAMES, &[("sec-fetch-site", site)], "").status, StatusCode::OK, "{site}");
    }
    // A link on another page may lead to this one.
    assert_eq!(send("GET", "/", &[("sec-fetch-site", "cross-site")], "").status, StatusCode::OK);
}

#[test]
fn what_starts_programs_needs_origin_token_and_json() {
    let origin = ("origin", "http://localhost:7777");
    let token = ("x-plyground-token", TOKEN);
    let media_type = ("content-type", "application/json");
    let place = |headers: &[(&str, &str)], body: &str| {
        let answer = send("POST", MOVE, headers, body);
        (answer.status.as_u16(), answer.json()["error"]["place"].as_str().unwrap().to_owned())
    };
    let all = [origin, token, media_type];
    let text = ("content-type", "text/plain");
    let long = "x".repeat(70_000);
    for (headers, body, status, expected) in [
        (&[token, media_type][..], "{}", 403, "header Origin"),
        (&[origin, media_type], "{}", 403, "header X-Plyground-Token"),
        (&[origin, token], "{}", 400, "header Content-Type"),
        (&[origin, token, text], "{}", 400, "header Content-Type"),
        (&all, "{", 400, "body"),
        (&all, &long, 413, "body"),
        (&all, "{}", 404, "program 'mine'"),
    ] {
        assert_eq!(place(headers, body), (status, expected.to_owned()), "{headers:?}");
    }
    for evil in
        ["null", "https://localhost:7777", "http://127.0.0.1:7777", "http://localhost:7777.evil.example"]
    {
        let found = place(&[("origin", evil), token, media_type], "{}");
        assert_eq!(found, (403, "header Origin".to_owned()), "{evil}");
    }
    for wrong in ["", "f00", "f00e", "f00df"] {
        let found = place(&[origin, ("x-plyground-token", wrong), media_type], "{}");
        assert_eq!(found, (403, "header X-Plyground-Token".to_owned()), "{wrong}");
    }
    let got = send("GET", MOVE, &[], "");
    assert_eq!((got.status.as_u16(), got.json()["error"]["expected"].as_str()), (405, Some("POST")));
}

#[test]
fn methods_and_routes_that_do_not_exist_are_named() {
    let answer = send("POST", GAMES, &[], "");
    assert_eq!((answer.status.as_u16(), answer.json()["error"]["expected"].as_str()), (405, Some("GET")));
    assert_eq!(answer.header("allow"), "GET, HEAD");
    assert_eq!(send("GET", MOVE, &[], "").header("allow"), "POST");
    assert_eq!(send("GET", "/nothing", &[], "").header("allow"), "");
    assert_eq!(send("DELETE", "/", &[], "").status, StatusCode::METHOD_NOT_ALLOWED);
    for path in ["/api", "/api/v2/games", "/api/v1/", "/api/v1/tree/", "/api/v1/games/x"] {
        let answer = get(path);
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert!(answer.json()["error"]["expected"].as_str().unwrap().starts_with("one of games, position"));
    }
    for path in ["/secret", "/../Cargo.toml", "/index.htm", "/.git/config.txt"] {
        assert_eq!(get(path).status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[test]
fn equal_requests_are_answered_from_memory() {
    let path = "/api/v1/position?game=connect-four&moves=3.3";
    let first = get(path);
    let tag = first.header("etag").to_owned();
    assert!(tag.starts_with('"') && first.header("cache-control") == "private, no-cache");
    let again = send("GET", path, &[("if-none-match", &tag)], "");
    assert_eq!((again.status, again.body.as_str()), (StatusCode::NOT_MODIFIED, ""));
    let other = send("GET", "/api/v1/position?game=connect-four&moves=3.2", &[("if-none-match", &tag)], "");
    assert_eq!(other.status, StatusCode::OK);
    let refused = get("/api/v1/position?game=connect-four&moves=x");
    assert_eq!((refused.status, refused.header("etag")), (StatusCode::BAD_REQUEST, ""));
    let chosen = get("/api/v1/choose?game=connect-four&agent=first");
    assert_eq!((chosen.header("etag"), chosen.header("cache-control")), ("", "no-store"));
    let script = get("/main.js");
    let again = send("GET", "/main.js", &[("if-none-match", script.header("etag"))], "");
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
    let page = get("/");
    assert_eq!(
        (page.header("etag"), page.header("cache-control")),
        ("", "no-store"),
        "the token is not kept"
    );
    assert!(page.body.contains(&format!("content=\"{TOKEN}\"")));
}

#[test]
fn files_are_compressed_for_those_who_understand_it() {
    let ask = |accepted| send("HEAD", "/main.js", &[("accept-encoding", accepted)], "");
    for (accepted, expected) in [
        ("gzip, deflate, br", "gzip"),
        ("br;q=1.0, GZIP;q=0.5", "gzip"),
        ("gzip;q=0, br", ""),
        ("br", ""),
        ("identity", ""),
        ("gzipped", ""),
    ] {
        let answer = ask(accepted);
        assert_eq!(
            (answer.status, answer.header("content-encoding")),
            (StatusCode::OK, expected),
            "{accepted}"
        );
        assert_eq!(answer.header("vary"), "accept-encoding");
    }
    let tag = ask("gzip").header("etag").to_owned();
    assert_ne!(tag, ask("br").header("etag"));
    let again = send("GET", "/main.js", &[("accept-encoding", "gzip"), ("if-none-match", &tag)], "");
    assert_eq!((again.status, again.header("vary")), (StatusCode::NOT_MODIFIED, "accept-encoding"));
    let page = send("HEAD", "/", &[("accept-encoding", "gzip")], "");
    assert_eq!(page.header("content-encoding"), "", "the token is not compressed");
}

#[test]
fn heads_have_no_bodies() {
    let answer = send("HEAD", GAMES, &[], "");
    assert_eq!((answer.status, answer.body.as_str()), (StatusCode::OK, ""));
    assert_eq!(answer.header("content-type"), "application/json");
}

#[test]
fn long_queries_are_refused() {
    let answer = get(&format!("/api/v1/position?game=connect-four&moves={}", "3.".repeat(5000)));
    assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(answer.json()["error"]["expected"], "at most 8192");
}

#[test]
fn solutions_are_streamed_as_events() {
    let answer =
        get("/api/v1/solve?game=connect-four&position=.ryyrry,.rryry.,..y.r..,..y....,.......,.......%20red");
    assert_eq!(answer.header("content-type"), "text/event-stream");
    let events: Vec<&str> = answer.body.lines().filter_map(|line| line.strip_prefix("event: ")).collect();
    assert_eq!((events.first(), events.last()), (Some(&"start"), Some(&"end")), "{}", answer.body);
    assert_eq!(events.iter().filter(|&&event| event == "move").count(), 13, "seven moves, six of them twice");
    // What is wrong with the request is said before any stream.
    let refused = get("/api/v1/solve?game=connect-four&time=0");
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);
    assert_eq!(refused.json()["error"]["message"], "found '0'; expected a whole number from 1 to 60");
}

/// No query makes the server fail.
#[test]
fn any_query_is_answered_or_refused() {
    use plyground_core::rng::Rng;
    let mut rng = Rng::new(503);
    let names = "game position notation moves move agent depth path for from x";
    let names: Vec<&str> = names.split(' ').collect();
    let values = "connect-four max-connect-four breakthrough adjacent-four %20 %ff%00 - -- 3 0.0 A2A3 [3,4] %5b 1 2 \
                  minimax:depth=2 random first grid moves red white  + & = % 4453 99999999999999999999";
    let values: Vec<&str> = values.split(' ').collect();
    let routes =
        ["games", "position", "play", "evaluate", "choose", "tree", "tree/overview", "tree/steps", "solve"];
    let mut done = 0;
    for _ in 0..400 {
        let route = rng.pick(routes.into_iter()).unwrap();
        let mut query = format!("game={}", values[rng.below(4)]);
        for _ in 0..rng.below(4) {
            let (name, value) = (names[rng.below(names.len())], values[rng.below(values.len())]);
            query = format!("{query}&{name}={value}");
        }
        // Streams of openings go on for their whole time.
        let path = format!("/api/v1/{route}?{query}");
        let path = if route == "solve" { format!("{path}&time=0") } else { path };
        let answer = get(&path);
        match answer.status.as_u16() {
            200 => done += 1,
            400 | 404 | 409 | 413 => {
                let error = answer.json()["error"].clone();
                for key in ["place", "message", "remedy"] {
                    assert!(error[key].as_str().is_some_and(|text| !text.is_empty()), "{path}: {error}");
                }
            }
            status => panic!("{path}: {status} {}", answer.body),
        }
    }
    assert!(done > 20, "{done} were answered");
}
