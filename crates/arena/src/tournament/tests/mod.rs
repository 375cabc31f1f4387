//! Runs of whole tournaments of agents built in.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use plyground_core::rng::Rng;
use plyground_core::{Outcome, Player};

use super::folder::{Folder, FolderError, Records};
use super::plan::{Plan, PlanError};
use super::records::{Results, published};
use super::run::{Finish, Progress, Run};
use super::run_error::RunError;
use super::table::Table;
use super::{CONFIG, Config, PLAN, Programs, RECORDS};
use crate::job::Share;
use crate::journal::Journal;
use crate::journal::sum::removed;
use plyground_league::event::{Action, Ending, Reason, Side};
use plyground_league::record::GameRecord;
use plyground_league::standings::Row;
use serde_json::Value;

mod system_errors;

/// A tournament in a temporary folder.
pub(super) struct Played {
    pub(super) folder: tempfile::TempDir,
    pub(super) config: Config,
}

/// A tournament of this form between two kinds of agents in turn.
pub(super) fn text(form: &str, entrants: usize) -> String {
    let mut text = format!("name = \"T\"\ngame = \"connect-four\"\nopening_plies = 2\nseed = 3\n{form}\n");
    for number in 0..entrants {
        let agent = ["random", "minimax:depth=1"][number % 2];
        text.extend(["[[entrant]]\nname = \"", &number.to_string(), "\"\nagent = \"", agent, "\"\n"]);
    }
    text
}

fn config(text: &str, folder: &Path) -> Config {
    Config::parse(text, folder).expect("a tournament")
}

impl Played {
    pub(super) fn new(form: &str, entrants: usize) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let text = text(form, entrants);
        fs::write(folder.path().join(CONFIG), &text).expect("a file");
        let config = config(&text, folder.path());
        Self { folder, config }
    }

    /// A tournament that was played to its end.
    fn to_the_end(form: &str, entrants: usize) -> Self {
        let played = Self::new(form, entrants);
        played.finish();
        played
    }

    /// Plays the games that have no result yet.
    fn finish(&self) {
        assert_eq!(self.run(1, usize::MAX).unwrap(), Finish::Done);
    }

    pub(super) fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The file of records of a run of the whole tournament.
    fn games(&self) -> PathBuf {
        self.at(RECORDS).join("games.jsonl")
    }

    fn run(&self, jobs: usize, stop_after: usize) -> Result<Finish, RunError> {
        self.run_share(Share::WHOLE, jobs, stop_after)
    }

    fn run_with(&self, programs: Option<&Programs>) -> Result<Finish, RunError> {
        let (jobs, share) = (NonZeroUsize::MIN, Share::WHOLE);
        let run = Run { share, jobs, programs };
        run.play(&mut self.unread(), &AtomicBool::new(false), &mut |_| ())
    }

    fn run_share(&self, share: Share, jobs: usize, stop_after: usize) -> Result<Finish, RunError> {
        let stop = AtomicBool::new(false);
        let run = Run { share, jobs: NonZeroUsize::new(jobs).expect("a job"), programs: None };
        let mut folder = self.unread();
        let mut played = 0;
        let finish = run.play(&mut folder, &stop, &mut |progress: &Progress<'_>| {
            played += usize::from(progress.record.is_some());
            if played >= stop_after {
                stop.store(true, Ordering::Relaxed);
            }
        });
        // What a run knows at its end is what anybody reads then, and where.
        if let (Ok(_), Ok(read)) = (&finish, self.read()) {
            assert_eq!((folder.games(), folder.is_finished()), (read.games(), read.is_finished()));
            if share == Share::WHOLE {
                assert_eq!(folder.results(), read.results());
                assert!(folder.records().map(Result::unwrap).eq(read.records().map(Result::unwrap)));
            }
            folder.read().expect("there is nothing new");
            assert_eq!(folder.results().void(), read.results().void());
        }
        finish
    }

    /// The folder, of which nothing has been read.
    pub(super) fn unread(&self) -> Folder {
        Folder::new(self.folder.path(), self.config.clone())
    }

    fn read(&self) -> Result<Folder, FolderError> {
        let mut folder = self.unread();
        folder.read().map(|()| folder)
    }

    fn plan(&self) -> Result<Plan, PlanError> {
        Plan::read(&self.at(PLAN), &self.config)
    }

    fn results(&self) -> Results {
        self.read().expect("records").results().clone()
    }

    fn table(&self) -> Table {
        Table::of(&self.config, &self.results())
    }
}

#[test]
fn every_form_resumes_after_any_number_of_games() {
    let mut stops = 0;
    for (form, entrants) in [
        ("form = \"round-robin\"", 4),
        ("form = \"gauntlet\"\nchallengers = 2", 5),
        ("form = \"swiss\"\nrounds = 3", 5),
        ("form = \"knockout\"", 5),
    ] {
        let whole = Played::new(form, entrants);
        assert_eq!(whole.run(3, usize::MAX).unwrap(), Finish::Done);
        let pieces = Played::new(form, entrants);
        let mut runs = 0;
        while pieces.run(1, 1).unwrap() == Finish::Stopped {
            runs += 1;
        }
        // Games that were running, or already finished, are kept.
        assert!(runs < whole.results().len(), "{form}: {runs} runs");
        stops += runs;
        assert_eq!(pieces.plan().unwrap(), whole.plan().unwrap(), "{form}");
        assert_eq!(pieces.results(), whole.results(), "{form}");
        assert_eq!(pieces.table(), whole.table(), "{form}");
        assert_eq!(whole.plan().unwrap().games().len(), whole.results().len(), "{form}");
    }
    // A whole round may have been finished before the first game counted, but no further one.
    assert!(stops >= 2 + 2, "{stops} stops: three rounds of one form and of another");
}

#[test]
fn byes_of_a_swiss_tournament_count_as_meetings_won() {
    let played = Played::to_the_end("form = \"swiss\"\nrounds = 2", 3);
    let byes: u64 = played.table().standings.rows.iter().map(|row| row.bye_games).sum();
    assert_eq!(byes, 4, "one of three sits out in each of two rounds, for two games");
}

#[test]
fn plans_that_were_changed_are_refused() {
    let played = Played::new("openings = 2", 3);
    assert!(matches!(played.plan(), Err(PlanError::Missing)));
    played.run(1, 1).unwrap();
    let path = played.at(PLAN);
    let text = removed(&fs::read_to_string(&path).unwrap());
    let refused = |changed: String| {
        assert_ne!(changed, text);
        fs::write(&path, changed).unwrap();
        played.run(1, 1).unwrap_err().to_string()
    };
    let elsewhere = "plan.jsonl: line 2: entrants: found 3; expected 0 to 2; restore the file";
    for (old, new, count, begin, end) in [
        ("\"id\":3,", "\"id\":4,", 1, "plan.jsonl: line 5: found game 4; expected game 3", ""),
        ("\"plies\":2,", "\"plies\":3,", 1, "", "is another one than before; restore the file"),
        ("\"entrants\":[1,2]", "\"entrants\":[1,3]", 1, elsewhere, ""),
        ("\"start\":\"r", "\"start\":\"x", 99, "plan.jsonl: line 2: start: found 'x", "; restore the file"),
        ("\"seed\":", "\"sed\":", 2, "seed was null when games were planned", ""),
    ] {
        let error = refused(text.replacen(old, new, count));
        assert!(error.contains(begin) && error.ends_with(end), "{error}");
    }
    // Game 2 with the sides exchanged, and a game too many. None has been played.
    fs::remove_dir_all(played.at(RECORDS)).unwrap();
    let mut lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    lines[3]["entrants"].as_array_mut().unwrap().reverse();
    let written = lines.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n") + "\n";
    let mut more = lines[12].clone();
    more["id"] = 12.into();
    for (game, changed) in [(2, written), (12, format!("{text}{more}\n"))] {
        let message = "not what tournament.toml makes of it; restore the file";
        assert_eq!(refused(changed), format!("plan.jsonl, game {game}: {message}"));
    }
    // Entrants, their number, settings.
    fs::write(&path, &text).unwrap();
    let file = fs::read_to_string(played.at(CONFIG)).unwrap();
    let renamed = "entrants, number 3, was {\"name\":\"2\",\"agent\":\"random\"} when";
    let fewer = "the number of entrants was 3 when games were planned, but tournament.toml says 2 now";
    for (old, new, message) in [
        ("seed = 3", "seed = 4", "seed was 3 when games were planned, but tournament.toml says 4 now"),
        ("name = \"2\"", "name = \"x\"", renamed),
        ("[[entrant]]\nname = \"2\"\nagent = \"random\"\n", "", fewer),
    ] {
        let changed = config(&file.replace(old, new), played.folder.path());
        let error = Plan::read(&path, &changed).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

#[test]
fn plans_without_games_are_begun_again() {
    let played = Played::to_the_end("", 2);
    let path = played.at(PLAN);
    let text = fs::read_to_string(&path).unwrap();
    let header = text.lines().next().unwrap().len();
    for len in [0, 1, header, header + 1, header + 2] {
        fs::write(&path, &text[..len]).unwrap();
        assert!(matches!(played.plan(), Err(PlanError::Missing)), "{len} bytes");
        played.finish();
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn rounds_without_earlier_results_have_their_own_error() {
    let played = Played::to_the_end("form = \"swiss\"\nrounds = 2", 3);
    fs::remove_dir_all(played.at(RECORDS)).unwrap();
    let error = played.run(1, usize::MAX).unwrap_err().to_string();
    let expected = "plan.jsonl, game 2: follows from results that are not in records;";
    assert!(error.starts_with(expected), "{error}");
}

#[test]
fn records_that_are_not_of_the_plan_are_refused() {
    let played = Played::to_the_end("", 3);
    let path = played.games();
    let text = removed(&fs::read_to_string(&path).unwrap());
    let header = text.lines().next().unwrap();
    let first = text.lines().nth(1).unwrap();
    let read = |line: &str| {
        let other = played.at("other.jsonl");
        fs::write(&other, format!("{header}\n{line}\n")).unwrap();
        let plan = played.plan().unwrap();
        let mut records = Records::default();
        let read = records.read_file(&other, &plan, &|| false);
        read.map(|_| records.results).map_err(|error| error.to_string())
    };
    assert_eq!(read(first).unwrap().len(), 1);
    let id = format!("\"id\":\"{}\"", GameRecord::from_line(first).unwrap().id);
    let otherwise = "expected the entrants, start and seed of the plan";
    for (old, new, message) in [
        (id.as_str(), "\"id\":\"6\"", "line 2: game 6: expected a game of the plan"),
        (id.as_str(), "\"id\":\"x\"", "line 2: game x: expected a game of the plan"),
        ("\"name\":\"0\"", "\"name\":\"9\"", otherwise),
        ("\"name\":\"1\"", "\"name\":\"9\"", otherwise),
        ("\"version\":1", "\"version\":9", "line 2: field version: found 9; expected 1 to 1, or a newer"),
        ("{", "", "line 2: column "),
    ] {
        let changed = first.replacen(old, new, 1);
        if changed == first {
            continue;
        }
        let error = read(&changed).unwrap_err();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn void_games_do_not_count_are_charged_and_played_again() {
    let played = Played::to_the_end("", 2);
    let path = played.games();
    let whole = played.results();
    let text = fs::read_to_string(&path).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    // The machine could not play them to their ends, one of them in a turn of the second player.
    for (line, of) in [(1, None), (2, Some(Side::Second))] {
        let mut record = GameRecord::from_line(&lines[line]).unwrap();
        record.turns.pop();
        record.ending = Ending { of, ..Ending::of(Reason::Void) };
        lines[line] = record.to_line();
    }
    fs::write(&path, lines.join("\n") + "\n").unwrap();
    let results = played.results();
    let charged = |results: &Results| (results.void(), [0, 1].map(|entrant| results.charge(entrant).void));
    // The second entrant begins the second game.
    assert_eq!((results.len(), charged(&results)), (0, (2, [1, 0])));
    played.finish();
    let again = played.results();
    assert_eq!((again.len(), charged(&again)), (2, (2, [1, 0])));
    assert!(again.iter().eq(whole.iter()));
    // A merge takes what counts.
    let own = played.at("all");
    fs::create_dir(&own).unwrap();
    fs::copy(played.at(PLAN), own.join(PLAN)).unwrap();
    let mut all = Folder::new(&own, played.config.clone());
    let merged = all.merge(&[path]).unwrap();
    assert!(all.results().iter().eq(again.iter()));
    assert_eq!((merged.games, merged.new), (2, 2));
    let text = fs::read_to_string(own.join(RECORDS).join("games.jsonl")).unwrap();
    assert_eq!(text.lines().count(), 3, "a header and two games");
}

/// The same tournament in which entrants were withdrawn.
fn without(played: Played, withdrawn: &[usize]) -> Played {
    let mut text = fs::read_to_string(played.at(CONFIG)).unwrap();
    for entrant in withdrawn {
        let name = format!("name = \"{entrant}\"\n");
        text = text.replace(&name, &format!("{name}withdrawn = true\n"));
    }
    let config = config(&text, played.folder.path());
    Played { config, ..played }
}

#[test]
fn all_games_of_one_withdrawn_from_a_round_robin_are_won_by_the_others() {
    let played = Played::to_the_end("", 4);
    let path = played.games();
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.split_inclusive('\n').take(8).collect::<String>()).unwrap();
    assert_eq!(played.results().len(), 7);
    let played = without(played, &[1, 2]);
    played.finish();
    let results = played.results();
    assert_eq!((results.len(), results.iter().count()), (12, 12));
    assert!(results.iter().map(|result| result.id).eq(0..12));
    for result in results.iter() {
        let out = result.entrants.into_array().map(|entrant| [1, 2].contains(&entrant));
        match out {
            [true, true] => assert_eq!(result.outcome, Outcome::Draw),
            [true, false] => assert_eq!(result.outcome, Outcome::Win(Player::Second)),
            [false, true] => assert_eq!(result.outcome, Outcome::Win(Player::First)),
            [false, false] => assert!(result.plies > 0),
        }
        assert_eq!(results.get(result.id), Some(result));
    }
    // Entrants that come back play their missing games.
    let back = without(played, &[]);
    back.finish();
    let whole = Played::to_the_end("", 4);
    assert_eq!(back.results(), whole.results());
}

#[test]
fn played_rounds_are_kept_when_entrants_withdraw() {
    for form in ["form = \"swiss\"\nrounds = 3", "form = \"knockout\""] {
        let played = Played::new(form, 5);
        played.run(1, 1).unwrap();
        let before = played.results();
        assert!((1..8).contains(&before.len()), "{form}: {}", before.len());
        let played = without(played, &[0, 1, 2]);
        played.finish();
        played.finish();
        let results = played.results();
        assert_eq!(played.plan().unwrap().games().len(), results.len(), "{form}");
        for result in results.iter() {
            let is_out = result.entrants.into_array().iter().any(|&entrant| entrant < 3);
            assert!(before.get(result.id).is_none_or(|known| known == result), "{form}");
            assert_eq!(result.plies == 0, is_out && before.get(result.id).is_none(), "{form}");
        }
        if form.contains("knockout") {
            assert!(played.table().champion.is_some_and(|champion| champion >= 3), "{form}");
        }
    }
}

#[test]
fn a_program_takes_the_place_of_another_by_saying_what_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let config = |more: &str| {
        let head = "name = \"T\"\ngame = \"connect-four\"\n[[entrant]]\nname = \"A\"";
        let other = "[[entrant]]\nname = \"B\"\nagent = \"first\"";
        config(&format!("{head}\n{more}\n{other}\n"), folder.path())
    };
    let planned = config("command = [\"old\"]");
    let path = folder.path().join(PLAN);
    Plan::extend(&path, &planned, &[]).unwrap();
    let error = Plan::read(&path, &config("command = [\"new\"]")).unwrap_err().to_string();
    assert!(error.contains("say `withdrawn` or `was` of an entrant"), "{error}");
    let replaced = config("command = [\"new\"]\nprotocol = \"lines\"\nwas = { command = [\"old\"] }");
    assert_eq!(Plan::read(&path, &replaced).unwrap(), Plan::read(&path, &planned).unwrap());
    let other = config("command = [\"new\"]\nwas = { command = [\"older\"] }");
    assert!(matches!(Plan::read(&path, &other), Err(PlanError::Changed { .. })));
}

/// One bit of what is on the disk is another: it is found, or changes nothing.
#[test]
fn no_flipped_bit_changes_a_table_in_silence() {
    let played = Played::to_the_end("", 3);
    let whole = played.results();
    let path = played.games();
    let text = fs::read(&path).unwrap();
    let mut rng = Rng::new(18);
    let flips = if std::env::var_os("PLYGROUND_LONG").is_some() { 10_000 } else { 1_000 };
    let mut found = 0;
    for _ in 0..flips {
        let (at, bit) = (rng.below(text.len()), rng.below(8));
        let mut changed = text.clone();
        changed[at] ^= 1 << bit;
        fs::write(&path, changed).unwrap();
        match played.read() {
            Err(_) => found += 1,
            Ok(folder) => assert_eq!(*folder.results(), whole, "bit {bit} of byte {at}"),
        }
    }
    // Only in the name of the checksum itself a change makes no difference.
    assert!(found > flips * 95 / 100, "{found} of {flips} found");
}

#[test]
fn records_that_were_edited_are_replayed() {
    let played = Played::to_the_end("", 2);
    let path = played.games();
    let text = fs::read_to_string(&path).unwrap();
    let line = text.lines().nth(1).unwrap();
    let record = GameRecord::from_line(line).unwrap();
    let with = |line: String| {
        fs::write(&path, text.replacen(text.lines().nth(1).unwrap(), &line, 1)).unwrap();
        played.read().map(|folder| folder.results().len()).map_err(|e| e.to_string())
    };
    // Without its checksum it counts as it is.
    assert_eq!(with(record.to_line()), Ok(2));
    let loser = record.ending.winner.map(Side::opponent).or(Some(Side::First));
    let mut edited = [record.clone(), record];
    edited[0].ending.winner = loser;
    edited[1].turns[0].action = Action::Move("9".to_owned());
    for (edited, place) in edited.iter().zip(["field ending: ", "turn 1: "]) {
        let error = with(edited.to_line()).unwrap_err();
        assert!(error.contains(&format!("line 2: game 0: {place}")), "{error}");
    }
    // With it nothing may be another.
    let error = with(line.replacen("\"turns\":", "\"Turns\":", 1)).unwrap_err();
    assert!(error.contains("line 2: the line was changed: its checksum is "), "{error}");
}

#[test]
fn on_a_ladder_nobody_is_rated_by_the_games_of_others() {
    let form = "form = \"ladder\"\nrungs = [\"random\", \"graded:level=1\"]\nopenings = 3";
    let tables = [1, 4].map(|entrants| {
        let played = Played::new(form, entrants);
        assert_eq!(played.run(2, usize::MAX).unwrap(), Finish::Done);
        let table = played.table();
        assert_eq!(table.standings.rows.len(), entrants, "rungs have no row");
        assert!(table.standings.rows.iter().all(|row| row.record().games() == 12));
        table
    });
    let [few, many] = &tables;
    let rating = |table: &Table| (table.ratings.ratings[2].to_bits(), table.ratings.intervals[2]);
    assert_eq!(rating(few), rating(many));
    assert_eq!(few.standings.meeting(2, 1), many.standings.meeting(2, 1));
    // The others are numbers 3 to 5, of which two search a ply ahead; equal programs play equal games.
    let rows: Vec<_> = many.standings.rows.iter().map(|row| (row.rank, row.entrant)).collect();
    assert_eq!(rows, [(1, 3), (1, 5), (3, 2), (3, 4)]);
}

#[test]
fn a_knockout_names_its_champion_and_ranks_by_rounds() {
    for seed in 0..6 {
        let form = format!("form = \"knockout\"\nextra_pairs = 1\n[points]\nloss = {seed}\n");
        let played = Played::to_the_end(&form, 5);
        let table = played.table();
        let champion = table.champion.unwrap();
        let rows = &table.standings.rows;
        assert_eq!((rows[0].entrant, rows[0].rank, rows[0].rounds_won), (champion, 1, Some(3)));
        assert_eq!((rows[1].rank, rows[1].rounds_won), (2, Some(2)));
        assert!(rows.is_sorted_by(|a, b| a.rounds_won >= b.rounds_won));
        let share = |two: &[Row]| (two[0].rank == two[1].rank) == (two[0].rounds_won == two[1].rounds_won);
        assert!(rows.windows(2).all(share));
    }
}

/// Who plays a share once more publishes nothing.
#[test]
fn shares_without_new_games_make_no_files() {
    let played = Played::new("", 3);
    Plan::extend(&played.at(PLAN), &played.config, &[]).unwrap();
    let files = || published(&played.at(RECORDS)).unwrap().len();
    for share in ["1/2", "2/2", "1/2", "2/2", "2/2"] {
        assert_eq!(played.run_share(share.parse().unwrap(), 1, usize::MAX).unwrap(), Finish::Done);
    }
    assert_eq!(files(), 2);
    let games = played.plan().unwrap().games().len();
    assert_eq!(played.results().len(), games);
    let none = format!("{}/{}", games + 1, games + 1);
    assert_eq!(played.run_share(none.parse().unwrap(), 1, usize::MAX).unwrap(), Finish::Done);
    assert_eq!(files(), 2);
}

#[test]
fn a_locked_plan_is_left_alone() {
    let played = Played::new("", 2);
    played.run(1, 1).unwrap();
    let path = played.at(PLAN);
    let text = fs::read_to_string(&path).unwrap();
    let header: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let journal = Journal::open(&path, &header, &mut |_| Ok(())).unwrap();
    let error = played.run(1, 1).unwrap_err().to_string();
    assert!(error.contains("plan.jsonl: another process is writing it"), "{error}");
    drop(journal);
    played.finish();
}
