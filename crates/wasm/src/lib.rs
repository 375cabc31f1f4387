//! The answers to the page as WebAssembly, for a worker of the browser: a target such as `position?game=connect-four`
//! goes in, and messages come out, one JSON object each.
//!
//! A message has a `name`: `answer` with a document, `refusal` with what is wrong, or that of an event of a stream; its
//! `data`; and, unless it is an event, the `status` that HTTP has for it. The answers are those of the server, which
//! calls the same functions; a test compares them. What is under way is stopped by ending the worker.
//!
//! It is built twice: whole, and with `--cfg rules_alone`, which answers `position` and `play` and is a tenth as large.

#[cfg(target_family = "wasm")]
mod boundary;

use plyground_answers::{
    ApiError, Clock, Host, Limits, MOST_TIME, Query, Route, SOLVE, Stopwatch, no_route, solve,
};
use serde_json::{Value, json};

/// Answers a request: the name of a route, and perhaps a question mark and a query.
pub fn ask(target: &str, clock: Clock, send: &mut dyn FnMut(&Value)) {
    if let Err(error) = answer(target, clock, send) {
        send(&json!({ "name": "refusal", "status": error.status as u16, "data": error.body() }));
    }
}

fn answer(target: &str, clock: Clock, send: &mut dyn FnMut(&Value)) -> Result<(), ApiError> {
    let (name, query) = target.split_once('?').unwrap_or((target, ""));
    let query = Query::parse(query)?;
    if !cfg!(rules_alone) && name == SOLVE {
        let job = solve(&query, clock)?;
        job(&Limits::NONE, &mut |event| send(&json!({ "name": event.name, "data": event.data })));
        return Ok(());
    }
    let route = Route::from_name(name).ok_or_else(|| no_route(name, ""))?;
    let start = Stopwatch::start(clock);
    let is_over = || start.elapsed() >= MOST_TIME;
    let data = route.answer(&query, Host { programs: &[], clock }, &Limits { stop: &is_over })?;
    send(&json!({ "name": "answer", "status": 200, "data": data }));
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// No time goes by.
    fn clock() -> Duration {
        Duration::ZERO
    }

    fn messages(target: &str) -> Vec<Value> {
        let mut all = Vec::new();
        ask(target, clock, &mut |message| all.push(message.clone()));
        all
    }

    #[test]
    fn a_route_has_one_message() {
        let [message] = &messages("position?game=connect-four&moves=3.3")[..] else { panic!("not one") };
        assert_eq!((&message["name"], &message["status"]), (&json!("answer"), &json!(200)));
        assert_eq!(message["data"]["words"], "red to move");
    }

    #[test]
    fn a_stream_has_a_message_for_each_event() {
        let all = messages("solve?game=connect-four&position=4444445623513222");
        let names: Vec<&str> = all.iter().filter_map(|message| message["name"].as_str()).collect();
        assert_eq!((names[0], names[names.len() - 1]), ("start", "end"));
        assert_eq!(names.iter().filter(|&&name| name == "position").count(), 2);
        assert_eq!(all[all.len() - 1]["data"]["reason"], "done");
    }

    #[test]
    fn unanswerable_requests_are_refused() {
        for (target, status, place) in [
            ("position?game=chess", 400, "game"),
            ("solve?game=chess", 400, "game"),
            ("tournaments", 404, "path"),
            ("", 404, "path"),
        ] {
            let [message] = &messages(target)[..] else { panic!("{target}") };
            assert_eq!((&message["name"], &message["status"]), (&json!("refusal"), &json!(status)));
            assert_eq!(message["data"]["error"]["place"], place, "{target}");
        }
    }
}
