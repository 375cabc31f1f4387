//! A finished tournament as one file: what the server answers about it, for a page without a server.

use std::collections::BTreeMap;
use std::path::Path;

use plyground_answers::{ApiError, Limits, Query};
use serde_json::{Value, json};

use super::super::tournaments::{Tournament, TournamentRoute, Tournaments};
use super::SiteError;
use crate::shown;

/// What the first field of a file says.
const FORM: &str = "plyground tournament 1";

/// Games that are asked for at a time.
const COUNT: usize = 200;

/// The document of a tournament.
///
/// # Errors
///
/// If its folder cannot be read, or it is not finished.
pub(super) fn of(number: usize, folder: &Path) -> Result<Value, SiteError> {
    let about = Tournament {
        folder: folder.to_owned(),
        word: shown::word(folder),
        options: String::new(),
        players: BTreeMap::new(),
    };
    let all = Tournaments::new(vec![about]);
    let wrong = |problem: String| SiteError::Tournament { path: folder.to_owned(), problem };
    let ask = |route, query: &str| {
        let answer = Query::parse(query).and_then(|query| all.answer(route, &query, &Limits::NONE));
        answer.map_err(|error: ApiError| wrong(error.sentence()))
    };
    let mut tournament = ask(TournamentRoute::One(0), "")?;
    if let Some(problem) = tournament["problem"]["message"].as_str() {
        return Err(wrong(problem.to_owned()));
    }
    if tournament["state"] != "finished" {
        let command = tournament["command"].as_str().unwrap_or_default();
        return Err(wrong(format!("not finished; expected one whose games are all played: {command}")));
    }
    tournament["tournament"] = Value::from(number);
    // Where it lay is nobody's business.
    tournament["folder"] =
        Value::from(folder.file_name().map_or_else(String::new, |name| shown::path(name.as_ref())));
    let mut games: Vec<Value> = Vec::new();
    loop {
        let page = ask(TournamentRoute::Games(0), &format!("from={}&count={COUNT}", games.len()))?;
        let more = page["games"].as_array().cloned().unwrap_or_default();
        if more.is_empty() {
            break;
        }
        games.extend(more);
    }
    let mut replays = serde_json::Map::new();
    for id in games.iter().filter(|game| !game["result"].is_null()).filter_map(|game| game["id"].as_u64()) {
        replays.insert(id.to_string(), ask(TournamentRoute::Game(0, id), "")?);
    }
    Ok(json!({ "form": FORM, "tournament": tournament, "games": games, "replays": replays }))
}
