//! What the class tournament is worth: by place among the students, or on a ladder by each student's own rating.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use plyground_arena::tournament::Folder;
use plyground_arena::tournament::table::Table;
use plyground_core::counted;
use plyground_courses::engine::assignment::Assignment;
use plyground_courses::engine::grade::{ladder_marks, tournament_marks};
use plyground_league::schedule::Form;
use plyground_league::standings::Points;
use serde_json::{Map, Value};

use super::pseudonyms::Pseudonyms;
use super::tell;
use crate::cli::tournament::folder::FolderArg;
use crate::exit::{Failure, Streams};
use crate::shown::{self, printable, word};

/// The marks of these students in the tournaments of these folders, if there are any folders: one of any form, or
/// ladders only, where a student's rating is that of the last folder with the name. With pseudonyms the entrants have
/// theirs, too, or their names.
pub(super) fn marks(
    folders: &[PathBuf],
    assignment: &Assignment,
    students: &[&str],
    pseudonyms: Option<&Pseudonyms>,
    streams: &mut Streams<'_>,
) -> Result<Option<BTreeMap<String, Points>>, Failure> {
    if folders.is_empty() {
        return Ok(None);
    }
    let Some(rule) = &assignment.marks.tournament else {
        return Err(Failure::bad_input(
            "--tournament: the assignment has no marks for one; expected [marks.tournament] in it",
        ));
    };
    let (mut ranks, mut ratings) = (BTreeMap::new(), BTreeMap::new());
    let mut ladder = None;
    for path in folders {
        let folder = finished(path)?;
        let config = folder.config();
        let table = Table::of(config, folder.results());
        let is_ladder = matches!(config.schedule.form(), Form::Ladder { .. });
        if !is_ladder && folders.len() > 1 {
            let why = "it is no ladder; expected one folder, or several of ladders";
            return Err(bad_input!("--tournament {}: {why}", shown::path(path)));
        }
        for row in &table.standings.rows {
            let name = &config.entrants[row.entrant].name;
            let name = pseudonyms.map_or_else(|| name.clone(), |those| those.of_name_or_pseudonym(name));
            if is_ladder {
                ratings.insert(name.clone(), table.ratings.ratings[row.entrant]);
            }
            ranks.insert(name, row.rank);
        }
        if is_ladder {
            let game = config.game.name();
            let is_right = assignment.marks.ladder.is_some_and(|rule| rule.game() == game);
            if !is_right {
                return Err(bad_input!(
                    "--tournament {}: it is a ladder of {game}, for which the assignment has no marks; expected ladder \
                     = {{ from = \"RUNG\", to = \"RUNG\" }} in its [marks.tournament], and a ladder of its game",
                    shown::path(path)
                ));
            }
            let identity = config.ladder_identity();
            let (first, of) = ladder.get_or_insert_with(|| (path, identity.clone()));
            if *of != identity {
                return Err(bad_input!(
                    "--tournament {}: not the ladder of {}: other {}; expected ladders that differ in their students \
                     alone",
                    shown::path(path),
                    shown::path(first),
                    differences(&identity, of),
                ));
            }
        }
    }
    let absent = students.iter().filter(|name| !ranks.contains_key(**name)).map(|name| printable(name));
    let others = ranks.keys().filter(|name| !students.contains(&name.as_str())).map(|name| printable(name));
    let others = match (pseudonyms, others.clone().count()) {
        // Nobody knows who the pseudonyms of strangers are.
        (Some(_), count @ 1..) => count.to_string(),
        _ => tell::listed(others.collect()),
    };
    for (what, names) in [
        ("students who did not enter, and get nothing for it", tell::listed(absent.collect())),
        ("entrants who are no students here", others),
    ] {
        if !names.is_empty() {
            writeln!(streams.err, "--tournament: {what}: {names}")?;
        }
    }
    Ok(Some(match assignment.marks.ladder.filter(|_| !ratings.is_empty()) {
        Some(rule) => ladder_marks(students, &ratings, &rule),
        None => tournament_marks(students, &ranks, rule),
    }))
}

/// The names of what is not the same in two identities.
fn differences(one: &Value, other: &Value) -> String {
    let names = one.as_object().into_iter().flat_map(Map::keys).map(String::as_str);
    names.filter(|&name| one[name] != other[name]).collect::<Vec<_>>().join(", ")
}

/// A tournament of which every game has been played.
fn finished(path: &Path) -> Result<Folder, Failure> {
    let folder = FolderArg { path: path.to_owned() }.planned()?;
    if folder.is_finished() {
        return Ok(folder);
    }
    let (place, word, games) = (shown::path(path), word(path), counted(folder.games().len(), "game"));
    let played = format!("{} of {games} played", folder.results().len());
    Err(bad_input!("--tournament {place}: {played}; expected all: plyground tournament run {word}"))
}
