//! A small client of HTTP.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// Sends requests, one connection each.
#[derive(Clone, Copy)]
pub(crate) struct Client(pub(crate) SocketAddr);

pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }
}

impl Client {
    /// A connection on which a request has been sent. Answers in HTTP/1.0 come without chunks, to the connection's end.
    pub(crate) fn open(self, method: &str, path: &str, headers: &str, body: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.0).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time limit");
        let Self(host) = self;
        let length = body.len();
        let head = format!("{method} {path} HTTP/1.0\r\nHost: {host}\r\nContent-Length: {length}");
        write!(stream, "{head}\r\n{headers}\r\n{body}").expect("a request that is sent");
        stream
    }

    pub(crate) fn send(self, method: &str, path: &str, headers: &str, body: &str) -> Answer {
        let mut bytes = Vec::new();
        self.open(method, path, headers, body).read_to_end(&mut bytes).expect("an answer");
        let text = String::from_utf8(bytes).expect("text");
        let (head, body) = text.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).expect("a status").parse().expect("a number");
        Answer { status, body: body.to_owned() }
    }

    pub(crate) fn get(self, path: &str) -> Answer {
        self.send("GET", path, "", "")
    }

    /// The headers with which a page asks for what starts programs.
    pub(crate) fn page_headers(self) -> String {
        let page = self.get("/").body;
        let (_, rest) = page.split_once("name=\"plyground-token\" content=\"").expect("a token");
        let token = rest.split('"').next().expect("its end");
        let Self(host) = self;
        format!("Origin: http://{host}\r\nX-Plyground-Token: {token}\r\nContent-Type: application/json\r\n")
    }
}

/// The events of a stream: names and data.
pub(crate) fn events(body: &str) -> Vec<(String, Value)> {
    body.split("\n\n")
        .filter_map(|event| {
            let field = |name: &str| event.lines().find_map(|line| line.strip_prefix(name));
            let data = serde_json::from_str(field("data: ")?).expect("JSON");
            Some((field("event: ")?.to_owned(), data))
        })
        .collect()
}
