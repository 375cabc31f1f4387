//! Games that the machine cannot play.

use super::*;
use crate::tournament::entrants::tests::isolation;
use plyground_sandbox::isolation::Level;

/// A tournament of these entrants and more agents, and its programs. Those that are gone had a folder that has vanished
/// since: they cannot be started, by no fault that a referee could name.
fn vanished(settings: &str, gone: &[&str], agents: &[&str]) -> (Played, Programs) {
    let folder = tempfile::tempdir().unwrap();
    let mut text = format!("name = \"T\"\ngame = \"connect-four\"\n{settings}\n");
    for name in gone {
        fs::create_dir(folder.path().join(name)).unwrap();
        text.extend(["[[entrant]]\ncommand = [\"true\"]\nname = \"", name, "\"\ndir = \"", name, "\"\n"]);
    }
    for name in agents {
        text.extend(["[[entrant]]\nagent = \"first\"\nname = \"", name, "\"\n"]);
    }
    let config = config(&text, folder.path());
    let programs =
        Programs::prepare(&config, folder.path(), isolation(Level::None), &mut |_| ()).expect("programs");
    for name in gone {
        fs::remove_dir(folder.path().join(name)).unwrap();
    }
    (Played { folder, config }, programs)
}

#[test]
fn a_game_that_cannot_be_played_does_not_stop_the_others() {
    let (played, programs) = vanished("", &["A"], &["B", "C"]);
    let run = || {
        let error = played.run_with(Some(&programs)).unwrap_err();
        let RunError::SystemError { games, entrants, message, .. } = &error else { panic!("{error}") };
        assert_eq!((games.as_slice(), entrants.as_slice()), (&[2, 3, 4, 5][..], &["A".to_owned()][..]));
        let expected = format!(
            "games 2, 3, 4, 5 could not be played: {message}; mend that and run again; it was the turn of A: to play \
             without an entrant, write withdrawn = true under its name in tournament.toml"
        );
        assert_eq!(error.to_string(), expected);
        let results = played.results();
        let void = [0, 1, 2].map(|entrant| results.charge(entrant).void);
        assert_eq!((results.len(), results.void()), (2, void[0]));
        assert_eq!(void[1..], [0, 0]);
        void[0]
    };
    assert_eq!(run(), 12);
    // Each has been tried three times: a further run tries it once more.
    assert_eq!(run(), 16);
    fs::create_dir(played.folder.path().join("A")).unwrap();
    assert_eq!(played.run_with(Some(&programs)).unwrap(), Finish::Done);
}

/// Three entrants that meet six times each.
const SIX_EACH: &str = "openings = 3\nopening_plies = 2";

/// The numbers of the games that were not played, how many of these were not tried, and who was charged with them.
fn missing(played: &Played, programs: &Programs) -> (Vec<u64>, usize, Vec<String>) {
    match played.run_with(Some(programs)).unwrap_err() {
        RunError::SystemError { games, untried, entrants, .. } => (games, untried, entrants),
        error => panic!("{error}"),
    }
}

#[test]
fn one_entrant_stops_no_game_of_others() {
    let (played, programs) = vanished(SIX_EACH, &["A"], &["B", "C"]);
    let (games, untried, entrants) = missing(&played, &programs);
    assert_eq!((games.len(), entrants), (12, vec!["A".to_owned()]));
    // Five are given up; of those after them some may have begun before that was known.
    assert!(untried <= 7, "{untried}");
    assert_eq!((played.results().len(), played.results().void()), (6, 3 * (12 - untried as u64)));
    // As if the run had been killed before the last game of the others: it comes before what was in vain.
    let path = played.folder.path().join(RECORDS).join("games.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    // The first line is the header.
    let id = |line: &str| GameRecord::from_line(line).map_or_else(|_| String::new(), |record| record.id);
    let rest: String = text.split_inclusive('\n').filter(|line| id(line) != "13").collect();
    fs::write(&path, &rest).unwrap();
    assert_eq!(played.results().len(), 5);
    let (games, _, _) = missing(&played, &programs);
    assert_eq!((games.len(), played.results().len()), (12, 6));
    let in_vain: Vec<String> = rest.lines().map(id).collect();
    let records = fs::read_to_string(&path).unwrap();
    let new: Vec<String> = records.lines().skip(in_vain.len()).map(id).collect();
    let before: Vec<&String> = new.iter().take_while(|id| *id != "13").collect();
    assert!(new.iter().any(|id| id == "13") && before.iter().all(|id| !in_vain.contains(id)), "{new:?}");
}

#[test]
fn two_entrants_stop_no_game_of_others() {
    let (played, programs) = vanished(SIX_EACH, &["A", "B"], &["C", "D"]);
    for _ in 0..2 {
        let (games, _, entrants) = missing(&played, &programs);
        assert_eq!((games.len(), entrants), (30, ["A", "B"].map(str::to_owned).to_vec()));
        assert_eq!(played.results().len(), 6);
    }
}

#[test]
fn a_machine_that_can_play_no_game_ends_the_run() {
    let (played, programs) = vanished(SIX_EACH, &["A", "B"], &["C"]);
    let (games, untried, entrants) = missing(&played, &programs);
    assert_eq!((games.len(), entrants.len(), played.results().len()), (18, 2, 0));
    // Five of each at most were tried three times, but for those that had begun before that was known.
    assert!(played.results().void() == 3 * (18 - untried as u64), "{untried}");
}
