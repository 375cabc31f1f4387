//! Requests to the server of the page.

use std::sync::LazyLock;
use std::time::Duration;

use plyground::web::{NoAnswer, Offline};
use serde_json::Value;

use crate::input::{Input, check_message};

/// How long an answer is waited for where a search of any length may be asked for.
const PATIENCE: Duration = Duration::from_millis(100);

/// How long any other is, on a busy machine.
const LONGEST: Duration = Duration::from_secs(15);

/// Parts of the paths that ask for searches.
const SEARCHES: [&str; 4] = ["choose", "tree", "solve", "programs"];

/// A line with the target of a request, then its body.
pub(crate) fn requests(data: &[u8]) {
    static SERVER: LazyLock<Offline> = LazyLock::new(|| Offline::new().expect("a server"));
    let mut input = Input(data);
    let method = ["GET", "GET", "GET", "POST", "HEAD"][input.below(5)];
    let rest = input.rest();
    let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
    let Ok(target) = str::from_utf8(&rest[..end]) else { return };
    let body = rest.get(end + 1..).unwrap_or_default();
    let may_search = SEARCHES.iter().any(|name| target.contains(name));
    let answer = match SERVER.answer(method, target, body, if may_search { PATIENCE } else { LONGEST }) {
        Ok(answer) => answer,
        // What HTTP itself does not take never comes to the server.
        Err(NoAnswer::NoRequest) => return,
        Err(NoAnswer::Late) => return assert!(may_search, "{target:?} is not answered"),
    };
    assert!(answer.status < 500 || answer.status == 503, "{} for {target:?}", answer.status);
    if answer.media_type != "application/json" || method == "HEAD" {
        return;
    }
    let document: Value = serde_json::from_slice(&answer.body).expect("a JSON document");
    if answer.status >= 400 {
        let error = &document["error"];
        for field in ["place", "message", "remedy"] {
            check_message(error[field].as_str().expect("place, message and remedy"));
        }
        for problem in error["problems"].as_array().into_iter().flatten() {
            let [from, to] = [0, 1].map(|end| problem["span"][end].as_u64().expect("a place in the text"));
            assert!(from <= to, "{problem}");
        }
    } else if let (Some(position), Some(game)) = (document["position"].as_str(), document["game"].as_str()) {
        // What the server writes it reads, and to the same.
        let text: String = position.bytes().fold(String::new(), |text, byte| text + &format!("%{byte:02x}"));
        let target = format!("/api/v1/position?game={game}&position={text}");
        let again = SERVER.answer("GET", &target, b"", LONGEST).expect("an answer");
        let again: Value = serde_json::from_slice(&again.body).expect("a JSON document");
        assert_eq!(again["position"].as_str(), Some(position), "{target}");
    }
}
