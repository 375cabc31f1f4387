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

/// What a site has of a tournament, which must be finished: the tournament in a few words, for the list of all, and
/// all of it: standings, games, and every game turn by turn.
pub(super) fn of(number: usize, folder: &Path) -> Result<(Value, Value), SiteError> {
    let wrong = |problem: String| SiteError::Tournament(folder.to_owned(), problem);
    let place = folder.canonicalize().map_err(|error| wrong(error.to_string()))?;
    let about = Tournament {
        folder: folder.to_owned(),
        word: shown::word(folder),
        options: String::new(),
        players: BTreeMap::new(),
    };
    let all = Tournaments::new(vec![about]);
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
    let mut head = ask(TournamentRoute::List, "")?["tournaments"][0].take();
    let name = place.file_name().map_or_else(String::new, |name| shown::path(name.as_ref()));
    for about in [&mut tournament, &mut head] {
        about["tournament"] = Value::from(number);
        about["folder"] = Value::from(name.as_str());
        about["command"] = Value::Null;
        // The same records are the same file, whenever it is written.
        about["idle_seconds"] = Value::Null;
    }
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
        let mut replay = ask(TournamentRoute::Game(0, id), "")?;
        replay["command"] = Value::Null;
        replays.insert(id.to_string(), replay);
    }
    let mut file = json!({ "form": FORM, "tournament": tournament, "games": games, "replays": replays });
    // Programs print it, too, when they fail.
    hide(&mut file, &place.to_string_lossy(), &name);
    Ok((head, file))
}

/// Replaces the path of the folder by its name. The path on the owner's disk is private.
fn hide(value: &mut Value, place: &str, name: &str) {
    match value {
        Value::String(text) if text.contains(place) => *text = text.replace(place, name),
        Value::Array(all) => all.iter_mut().for_each(|one| hide(one, place, name)),
        Value::Object(all) => all.values_mut().for_each(|one| hide(one, place, name)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_hidden_everywhere_in_a_file() {
        let mut file =
            json!({ "a": ["File \"/srv/x/class/p.py\", line 1"], "b": { "c": "/srv/x/class" }, "d": 1 });
        hide(&mut file, "/srv/x/class", "class");
        assert_eq!(file, json!({ "a": ["File \"class/p.py\", line 1"], "b": { "c": "class" }, "d": 1 }));
    }
}
