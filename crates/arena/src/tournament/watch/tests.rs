//! Folders that grow, stand still, are damaged, mended and replaced.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use super::super::plan::Plan;
use super::super::run::Run;
use super::super::table::Table;
use super::super::tests::{Played, text};
use super::*;
use crate::journal::sum::removed;

/// Plays a share, and calls `each` after each game.
fn play(played: &Played, share: &str, each: &mut dyn FnMut()) {
    let run = Run { share: share.parse().expect("a share"), jobs: NonZeroUsize::MIN, programs: None };
    run.play(&mut played.unread(), &AtomicBool::new(false), &mut |_| each()).expect("games");
}

fn agrees(watch: &Watch) {
    let found = watch.found().expect("a folder that can be read");
    let mut folder = Folder::open(&watch.path).expect("a tournament");
    folder.read().expect("records");
    assert_eq!(found.results(), folder.results());
    for game in found.plan().expect("a plan").games() {
        let record = found.record(game.id).expect("a record that can be read");
        assert_eq!(record.as_ref().map(|record| record.ending.reason), found.reason(game.id));
        assert_eq!(record.is_some(), found.results().get(game.id).is_some());
        assert!(record.is_none_or(|record| record.id == game.id.to_string()));
    }
}

#[test]
fn every_look_finds_what_reading_everything_finds() {
    for (form, entrants) in
        [("form = \"round-robin\"", 4), ("form = \"swiss\"\nrounds = 3", 4), ("form = \"knockout\"", 4)]
    {
        let played = Played::new(form, entrants);
        let mut watch = Watch::new(played.folder.path());
        watch.look(&|| false);
        let found = watch.found().expect("a tournament");
        assert!(found.plan().is_none() && !found.is_finished() && watch.newest().is_none());
        let mut versions = vec![watch.version()];
        play(&played, "1/1", &mut || {
            watch.look(&|| false);
            agrees(&watch);
            versions.push(watch.version());
        });
        watch.look(&|| false);
        agrees(&watch);
        let found = watch.found().expect("a tournament");
        assert!(found.is_finished() && watch.newest().is_some(), "{form}");
        assert_eq!(Table::of(found.config(), found.results()).standings.games, found.results().len() as u64);
        assert!(versions.is_sorted() && versions.first() < versions.last(), "{versions:?}");
        let version = watch.version();
        watch.look(&|| panic!("nothing is read where nothing has changed"));
        assert_eq!(watch.version(), version);
    }
}

#[test]
fn reading_continues_where_it_was_stopped() {
    let played = Played::new("form = \"round-robin\"\nopenings = 3", 4);
    play(&played, "1/1", &mut || {});
    let mut watch = Watch::new(played.folder.path());
    let mut looks = 0;
    loop {
        let left = std::cell::Cell::new(5_u32);
        watch.look(&|| left.replace(left.get().saturating_sub(1)) == 0);
        looks += 1;
        match watch.found() {
            Ok(_) => break,
            Err(error) => assert_eq!(error.to_string(), "the folder is being read; ask again in a moment"),
        }
    }
    assert_eq!(looks, 36_usize.div_ceil(5));
    agrees(&watch);
}

#[test]
fn shares_count_when_they_are_published() {
    let played = Played::new("form = \"round-robin\"", 4);
    let mut watch = Watch::new(played.folder.path());
    let mut known = 0;
    Plan::extend(&played.at(PLAN), &played.config, &[]).unwrap();
    for share in ["1/2", "2/2"] {
        play(&played, share, &mut || {
            watch.look(&|| false);
            assert_eq!(watch.found().expect("a tournament").results().len(), known);
        });
        watch.look(&|| false);
        agrees(&watch);
        known = watch.found().expect("a tournament").results().len();
    }
    assert_eq!(known, 12);
    assert!(watch.found().expect("a tournament").is_finished());
}

#[test]
fn what_is_damaged_is_named_until_it_is_mended() {
    let played = Played::new("form = \"round-robin\"", 3);
    play(&played, "1/1", &mut || {});
    let mut watch = Watch::new(played.folder.path());
    let mut look = |expected: Option<&str>| {
        watch.look(&|| false);
        match (watch.found(), expected) {
            (Ok(_), None) => agrees(&watch),
            (Err(error), Some(expected)) => {
                let error = error.to_string();
                assert!(error.contains(expected), "{error}");
            }
            (found, expected) => panic!("{found:?}: expected {expected:?}"),
        }
    };
    look(None);
    let games = played.at("records").join("games.jsonl");
    let whole = fs::read(&games).unwrap();
    let cases: [(&PathBuf, Vec<u8>, &str); 4] = [
        (&games, [whole.as_slice(), b"{}\n"].concat(), "games.jsonl: line 8: column 2: missing field"),
        (&games, b"{\"of\": \"others\"}\n".to_vec(), "it belongs to other work"),
        (&played.at(PLAN), b"{}\n".to_vec(), "plan.jsonl: it belongs to other work"),
        (&played.at(CONFIG), b"name = 1".to_vec(), "tournament.toml: line 1, column 8: invalid type"),
    ];
    for (path, damaged, expected) in cases {
        let before = fs::read(path).unwrap();
        fs::write(path, damaged).unwrap();
        look(Some(expected));
        look(Some(expected));
        fs::write(path, before).unwrap();
        look(None);
    }
    // The same game, played differently in another file.
    let mut lines: Vec<String> =
        removed(&String::from_utf8(whole.clone()).unwrap()).lines().map(str::to_owned).collect();
    lines.truncate(2);
    lines[1] = lines[1].replacen("\"move\":\"", "\"random-move\":\"", 1);
    let other = played.at("records").join("other.jsonl");
    fs::write(&other, lines.join("\n") + "\n").unwrap();
    look(Some("was played differently than in a file before"));
    fs::remove_file(&other).unwrap();
    look(None);
    // Records that were taken away are not remembered, nor is a tournament.
    fs::write(&games, &whole[..whole.len() / 2]).unwrap();
    look(None);
    fs::remove_file(&games).unwrap();
    look(None);
    fs::write(played.at(CONFIG), text("form = \"round-robin\"\nopenings = 2", 3)).unwrap();
    look(Some("openings was 1 when games were planned, but tournament.toml says 2 now"));
    let gone = played.at(CONFIG);
    drop(played);
    watch.look(&|| false);
    let error = watch.found().unwrap_err().to_string();
    assert!(error.starts_with(&gone.display().to_string()), "{error}");
    assert!(error.ends_with("expected the folder of a tournament"), "{error}");
}

#[test]
fn records_that_were_read_and_have_gone_are_reported() {
    let played = Played::new("form = \"round-robin\"", 2);
    play(&played, "1/1", &mut || {});
    let mut watch = Watch::new(played.folder.path());
    watch.look(&|| false);
    let found = watch.found().expect("a tournament");
    assert!(found.record(99).expect("no such game").is_none());
    let games = played.at("records/games.jsonl");
    let text = fs::read_to_string(&games).unwrap();
    fs::write(&games, text.replacen("\"id\":\"0\"", "\"id\":\"9\"", 1)).unwrap();
    let error = found.record(0).unwrap_err().to_string();
    assert!(error.contains("the line was changed"), "{error}");
    fs::remove_file(&games).unwrap();
    let error = found.record(0).unwrap_err().to_string();
    assert!(error.starts_with(&games.display().to_string()), "{error}");
}
