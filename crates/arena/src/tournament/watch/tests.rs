//! Folders that grow, stand still, are damaged, mended and replaced.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use super::super::plan::Plan;
use super::super::records::Results;
use super::super::run::{Progress, Run};
use super::super::table::Table;
use super::*;
use crate::job::Share;
use crate::journal::sum::removed;

/// A folder with a tournament of this form.
fn folder(form: &str, entrants: usize) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join(CONFIG), text(form, entrants)).expect("a file");
    folder
}

fn text(form: &str, entrants: usize) -> String {
    let mut text = format!("name = \"T\"\ngame = \"connect-four\"\nopening_plies = 2\nseed = 5\n{form}\n");
    for number in 0..entrants {
        let agent = ["random", "minimax:depth=1"][number % 2];
        text.extend(["[[entrant]]\nname = \"", &number.to_string(), "\"\nagent = \"", agent, "\"\n"]);
    }
    text
}

/// Plays up to so many games of a share, and calls `each` after each.
fn play(folder: &Path, share: &str, most: usize, each: &mut dyn FnMut()) {
    let mut folder = Folder::open(folder).expect("a tournament");
    let stop = AtomicBool::new(false);
    let (share, jobs) = (share.parse::<Share>().expect("a share"), NonZeroUsize::MIN);
    let run = Run { share, jobs, programs: None };
    let mut played = 0;
    run.play(&mut folder, &stop, &mut |progress: &Progress<'_>| {
        played += usize::from(progress.record.is_some());
        each();
        if played >= most {
            stop.store(true, Ordering::Relaxed);
        }
    })
    .expect("games");
}

/// What reading the whole folder gives.
fn read(folder: &Path) -> Results {
    let mut folder = Folder::open(folder).expect("a tournament");
    folder.read().expect("records");
    folder.results().clone()
}

fn agrees(watch: &Watch) {
    let found = watch.found().expect("a folder that can be read");
    assert_eq!(*found.results(), read(&watch.path));
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
        let folder = folder(form, entrants);
        let mut watch = Watch::new(folder.path());
        watch.look(&|| false);
        let found = watch.found().expect("a tournament");
        assert!(found.plan().is_none() && !found.is_finished() && watch.newest().is_none());
        let mut versions = vec![watch.version()];
        play(folder.path(), "1/1", usize::MAX, &mut || {
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
    let folder = folder("form = \"round-robin\"\nopenings = 3", 4);
    play(folder.path(), "1/1", usize::MAX, &mut || {});
    let mut watch = Watch::new(folder.path());
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
    let folder = folder("form = \"round-robin\"", 4);
    let mut watch = Watch::new(folder.path());
    let mut known = 0;
    let config = Folder::open(folder.path()).unwrap().config().clone();
    Plan::extend(&folder.path().join(PLAN), &config, &[]).unwrap();
    for share in ["1/2", "2/2"] {
        play(folder.path(), share, usize::MAX, &mut || {
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
    let folder = folder("form = \"round-robin\"", 3);
    let at = |name: &str| folder.path().join(name);
    play(folder.path(), "1/1", usize::MAX, &mut || {});
    let mut watch = Watch::new(folder.path());
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
    let games = at("records").join("games.jsonl");
    let whole = fs::read(&games).unwrap();
    let cases: [(&PathBuf, Vec<u8>, &str); 4] = [
        (&games, [whole.as_slice(), b"{}\n"].concat(), "games.jsonl: line 8: column 2: missing field"),
        (&games, b"{\"of\": \"others\"}\n".to_vec(), "it belongs to other work"),
        (&at(PLAN), b"{}\n".to_vec(), "plan.jsonl: it belongs to other work"),
        (&at(CONFIG), b"name = 1".to_vec(), "tournament.toml: line 1, column 8: invalid type"),
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
    let other = at("records").join("other.jsonl");
    fs::write(&other, lines.join("\n") + "\n").unwrap();
    look(Some("was played differently than in a file before"));
    fs::remove_file(&other).unwrap();
    look(None);
    // Records that were taken away are not remembered, nor is a tournament.
    fs::write(&games, &whole[..whole.len() / 2]).unwrap();
    look(None);
    fs::remove_file(&games).unwrap();
    look(None);
    fs::write(at(CONFIG), text("form = \"round-robin\"\nopenings = 2", 3)).unwrap();
    look(Some("openings was 1 when games were planned, but tournament.toml says 2 now"));
    let gone = folder.path().to_owned();
    drop(folder);
    watch.look(&|| false);
    let error = watch.found().unwrap_err().to_string();
    assert!(error.starts_with(&gone.join(CONFIG).display().to_string()), "{error}");
    assert!(error.ends_with("expected the folder of a tournament"), "{error}");
}

#[test]
fn records_that_were_read_and_have_gone_are_reported() {
    let folder = folder("form = \"round-robin\"", 2);
    play(folder.path(), "1/1", usize::MAX, &mut || {});
    let mut watch = Watch::new(folder.path());
    watch.look(&|| false);
    let found = watch.found().expect("a tournament");
    assert!(found.record(99).expect("no such game").is_none());
    let games = folder.path().join("records/games.jsonl");
    let text = fs::read_to_string(&games).unwrap();
    fs::write(&games, text.replacen("\"id\":\"0\"", "\"id\":\"9\"", 1)).unwrap();
    let error = found.record(0).unwrap_err().to_string();
    assert!(error.contains("the line was changed"), "{error}");
    fs::remove_file(&games).unwrap();
    let error = found.record(0).unwrap_err().to_string();
    assert!(error.starts_with(&games.display().to_string()), "{error}");
}
