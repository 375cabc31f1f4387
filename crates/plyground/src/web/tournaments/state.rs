//! The state of a tournament, as the page shows it.

use std::collections::BTreeSet;
use std::time::{Instant, SystemTime};

use plyground_arena::protocol::Protocol;
use plyground_arena::tournament::config::EntrantKind;
use plyground_arena::tournament::watch::Watch;
use plyground_arena::tournament::{Folder, FolderError};
use plyground_core::Player;
use plyground_league::fault::FaultKind;
use plyground_league::result::Faults;
use plyground_league::schedule::Form;
use serde_json::{Value, json};

use super::{Followed, Summary, Tournament, extend, remedy};
use crate::report::standings::StandingsReport;
use crate::report::tournament::MOST_CROSSED;
use crate::shown::{path, printable};

/// A tournament in a few words.
pub(super) fn short(number: usize, about: &Tournament, followed: &Followed) -> Value {
    let found = followed.watch.found();
    let known = found.ok();
    json!({
        "tournament": number,
        "folder": path(&about.folder),
        "name": known.map(|found| &found.config().name),
        "game": known.map(|found| found.config().game.name()),
        "state": match found {
            Ok(found) => state(found),
            Err(FolderError::Unread) => "unread",
            Err(_) => "unreadable",
        },
        "done": known.map(|found| found.results().len()),
        "of": known.and_then(Folder::plan).map(|plan| plan.games().len()),
        "idle_seconds": known.and_then(|found| idle(&followed.watch, found)),
        "version": followed.watch.version(),
        "command": format!("plyground tournament run {}{}", about.word, about.options),
        "problem": found.err().map(|error| {
            json!({ "message": printable(&error.to_string()), "remedy": remedy(error) })
        }),
    })
}

fn state(found: &Folder) -> &'static str {
    if found.plan().is_none() {
        "unplanned"
    } else if found.is_finished() {
        "finished"
    } else if found.results().is_empty() {
        "planned"
    } else {
        "running"
    }
}

/// Seconds since the last record.
fn idle(watch: &Watch, found: &Folder) -> Option<f64> {
    let newest = watch.newest().filter(|_| !found.results().is_empty())?;
    // Clocks of disks can be ahead.
    SystemTime::now().duration_since(newest).ok().map(|idle| idle.as_secs_f64())
}

/// Everything but the games.
pub(super) fn whole(number: usize, about: &Tournament, followed: &mut Followed) -> Value {
    let mut document = short(number, about, followed);
    if followed.watch.found().is_err() {
        return document;
    }
    let standings = standings(followed);
    let Ok(found) = followed.watch.found() else { return document };
    let config = found.config();
    let (form, rounds) = match config.schedule.form() {
        Form::RoundRobin => ("round-robin", None),
        Form::Gauntlet { .. } => ("gauntlet", None),
        Form::Ladder { .. } => ("ladder", None),
        Form::Swiss { rounds } => ("swiss", Some(rounds)),
        Form::Knockout { .. } => ("knockout", None),
    };
    let mut faults = Faults::default();
    for result in found.results().iter() {
        for side in Player::BOTH {
            faults.merge(&result.faults[side]);
        }
    }
    let faults = FaultKind::ALL.into_iter().map(|kind| (kind.name(), faults.count(kind)));
    let entrants = config.entrants.iter().enumerate().map(|(entrant, of)| {
        let (kind, plays) = match &of.kind {
            EntrantKind::Agent(spec) => ("agent", spec.to_string()),
            EntrantKind::Program(program) => match program.protocol {
                Protocol::Lines => ("program", "line protocol".to_owned()),
                Protocol::OneShot { .. } => ("program", "started for every move".to_owned()),
            },
        };
        json!({
            "entrant": entrant,
            "name": of.name,
            "identifies_as": found.results().identity(entrant),
            "kind": kind,
            "plays": plays,
            "player": about.players.get(&of.name),
        })
    });
    let more = json!({
        "form": form,
        "rounds": rounds,
        "entrants": entrants.collect::<Value>(),
        "limit_ms": milliseconds(config.time.limit),
        "grace_ms": milliseconds(config.time.grace),
        "rules": config.policy,
        "void": found.results().void(),
        "isolations": found.results().isolations().collect::<Vec<_>>(),
        "faults": faults.collect::<Value>(),
        "standings": standings,
    });
    extend(&mut document, more);
    document
}

/// Time in milliseconds, to the microsecond.
pub(in crate::web) fn milliseconds(time: std::time::Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

/// The table: of the games so far, or a little older while it rests.
fn standings(followed: &mut Followed) -> Value {
    let version = followed.watch.version();
    let is_fresh = followed.summary.as_ref().is_some_and(|summary| summary.version == version);
    if !is_fresh && !followed.is_resting() {
        let Ok(found) = followed.watch.found() else { return Value::Null };
        if found.plan().is_none() {
            return Value::Null;
        }
        let start = Instant::now();
        let mut standings = StandingsReport::of(found).json();
        bound(&mut standings);
        followed.summary = Some(Summary { version, made: Instant::now(), cost: start.elapsed(), standings });
    }
    followed.summary.as_ref().map_or(Value::Null, |summary| summary.standings.clone())
}

/// Keeps the meetings of the best only: they grow with the square of the number of entrants.
fn bound(standings: &mut Value) {
    let rows = standings["entrants"].as_array().map_or(&[][..], Vec::as_slice);
    if rows.len() <= MOST_CROSSED {
        return;
    }
    let left_out: BTreeSet<u64> =
        rows.iter().skip(MOST_CROSSED).filter_map(|row| row["entrant"].as_u64()).collect();
    let is_in = |entrant: &Value| entrant.as_u64().is_some_and(|entrant| !left_out.contains(&entrant));
    if let Some(meetings) = standings["meetings"].as_array_mut() {
        meetings.retain(|meeting| meeting["entrants"].as_array().is_some_and(|both| both.iter().all(is_in)));
    }
}
