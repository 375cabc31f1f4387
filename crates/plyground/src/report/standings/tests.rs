use std::time::Duration;

use plyground_core::{ByPlayer, Outcome};
use plyground_league::rating;
use plyground_league::result::GameResult;
use plyground_league::standings::{PointsRule, Tally};

use super::*;

/// Three entrants, everybody against everybody from both sides; 0 beats all, 1 and 2 are even.
fn tally() -> Tally {
    let mut tally = Tally::new(3);
    let win = |side| Outcome::Win(side);
    let games = [
        ([0, 1], win(Player::First)),
        ([1, 0], win(Player::Second)),
        ([0, 2], win(Player::First)),
        ([2, 0], win(Player::Second)),
        ([1, 2], Outcome::Draw),
        ([2, 1], Outcome::Points(ByPlayer::new(2, 2))),
    ];
    for (id, (entrants, outcome)) in (0..).zip(games) {
        let mut result = result(id, id / 2, entrants, outcome);
        if id == 5 {
            result.faults[Player::First].add(FaultKind::Late);
        }
        tally.add(&result).unwrap();
    }
    tally
}

impl StandingsReport {
    /// The table alone.
    pub(crate) fn new(title: &str, contestants: Vec<Contestant>, standings: Standings) -> Self {
        Self { title: title.to_owned(), contestants, standings, groups: 1, ..Self::default() }
    }
}

fn contestants(names: [&str; 3]) -> Vec<Contestant> {
    names.iter().map(|&name| Contestant { name: name.to_owned(), tagline: None }).collect()
}

/// A game of two entrants without faults.
fn result(id: u64, pair: u64, entrants: [usize; 2], outcome: Outcome) -> GameResult {
    let [first, second] = entrants;
    let (entrants, faults) = (ByPlayer::new(first, second), ByPlayer::default());
    GameResult { id, pair, opening: 0, entrants, outcome, faults, plies: 12 }
}

/// The points of all games.
fn standings(tally: &Tally) -> Standings {
    Standings::of(tally, &PointsRule::default(), &[])
}

/// A report on three, with ratings and marks.
fn report(names: [&str; 3]) -> StandingsReport {
    let tally = tally();
    let rule = MarkRule::Linear { best: Points::hundredths(200), worst: Points::ZERO };
    StandingsReport {
        ratings: Some(rating::bootstrap(3, &tally.trials(), 50, 1)),
        marks: Some((rule, SharedRank::Mean)),
        ..StandingsReport::new("Spring | cup", contestants(names), standings(&tally))
    }
}

#[test]
fn the_text_has_table_cross_table_and_notes() {
    let report = StandingsReport::new("Spring cup", contestants(["Ada", "Bo", "Cy"]), standings(&tally()));
    assert_eq!(
        report.text(),
        "Spring cup

rank  name  points  games  won  drawn  lost  first  second  late
1     Ada        4      4    4      0     0  2/0/0   2/0/0     0
2     Bo         1      4    0      2     2  0/1/1   0/1/1     0
2     Cy         1      4    0      2     2  0/1/1   0/1/1     1

no.  name    1    2    3
1    Ada     x  2/2  2/2
2    Bo    0/2    x  1/2
3    Cy    0/2  1/2    x

6 games; first, second: won/drawn/lost when moving first and second.
"
    );
}

#[test]
fn who_has_not_played_has_no_interval() {
    let mut tally = Tally::new(3);
    for (id, entrants) in [(0, [0, 1]), (1, [1, 0])] {
        tally.add(&result(id, 0, entrants, Outcome::Win(Player::First))).unwrap();
    }
    let ratings = Some(rating::bootstrap(3, &tally.trials(), 1000, 1));
    let report = StandingsReport { standings: standings(&tally), ratings, ..report(["Ada", "Bo", "Cy"]) };
    let text = report.text();
    assert!(!text.contains("0 to 0") && !text.contains(" in 0 %"), "{text}");
    let json = report.json();
    let interval = |name: &str| {
        let entrants = json["entrants"].as_array().unwrap();
        entrants.iter().find(|entrant| entrant["name"] == name).unwrap()["rating_interval"].clone()
    };
    assert!(interval("Cy").is_null() && interval("Ada")[1].as_f64().unwrap() > 100.0, "{json}");
}

#[test]
fn load_and_void_games_are_charged() {
    let charge = |cpu, void| Charge { cpu: Duration::from_millis(cpu), own: Duration::from_secs(1), void };
    let report = report(["Ada", "Bo", "Cy"]);
    let busy = StandingsReport { charges: vec![charge(990, 0), charge(4260, 3)], ..report.clone() };
    let text = busy.text();
    assert!(text.contains("  late  void  load  "), "{text}");
    for (name, cells) in [("Ada", "0     0   1.0"), ("Bo", "0     3   4.3"), ("Cy", "1     0   0.0")] {
        let row = text.lines().find(|line| line.contains(name)).unwrap();
        assert!(row.contains(cells), "{row}");
    }
    assert!(text.contains("load: processors that"), "{text}");
    let json = busy.json();
    assert_eq!((&json["entrants"][0]["load"], &json["entrants"][0]["void"]), (&0.99.into(), &0.into()));
    assert_eq!((&json["entrants"][1]["load"], &json["entrants"][1]["void"]), (&4.26.into(), &3.into()));
    assert!(json["entrants"][2]["load"].is_null());
    assert!(busy.csv().contains(",3,4.26,"), "{}", busy.csv());
    // What is nothing is not shown.
    let calm = StandingsReport { charges: vec![charge(990, 0)], ..report }.text();
    assert!(!calm.contains("void") && !calm.contains("load"), "{calm}");
}

#[test]
fn ratings_marks_and_groups_are_explained() {
    let report = report(["Ada", "Bo", "Cy"]);
    let text = report.text();
    assert!(text.contains("        95 %   ranks  mark\n"), "{text}");
    let ada = text.lines().find(|line| line.starts_with("1     Ada")).unwrap();
    assert!(ada.ends_with("     2"), "{ada}");
    let rule = "Marks: 2 for the first place to 0 for the last, in equal steps; equal ranks get the";
    assert!(text.contains(rule), "{text}");
    let note = text.replace('\n', " ");
    assert!(note.contains("bootstrap samples, which have one imaginary trial of everybody"), "{text}");
    assert!(note.contains("Not told apart by these games (share of the samples): "), "{text}");
    assert!(note.contains("Bo above Cy in"), "{text}");
    assert!(!text.contains("groups") && !text.contains("-0 ") && !text.contains(" -0"), "{text}");
    let apart = StandingsReport { groups: 2, ..report.clone() };
    assert!(apart.text().contains("The entrants fall into 2 groups that have not met"));
    let unknown = StandingsReport { contestants: Vec::new(), ..report };
    assert!(unknown.text().contains("1     entrant 0"), "{}", unknown.text());
}

#[test]
fn two_players_are_compared() {
    let mut two = Tally::new(2);
    for id in 0..20 {
        let entrants = if id % 2 == 0 { [0, 1] } else { [1, 0] };
        let winner = if id % 4 == 1 { Player::First } else { Player::BOTH[id % 2] };
        let id = id as u64;
        two.add(&result(id, id / 2, entrants, Outcome::Win(winner))).unwrap();
    }
    let report = StandingsReport::new("Match", contestants(["A", "B", ""]), standings(&two));
    // Five openings won 2 to 0 and five 1 to 1: a score of 75 %, standard error 0.25 / sqrt(10).
    let text = report.text();
    assert!(text.contains("A against B: +190.8 Elo, 95 % interval +66.9 to +391.5;"), "{text}");
    assert!(text.contains("likelihood of superiority 99.9 %"), "{text}");
    assert_eq!(report.json()["meetings"][0]["pairs"], serde_json::json!([0, 0, 5, 0, 5]));
}

/// Cells of a line of CSV, read by the letter of RFC 4180.
fn cells(line: &str) -> Vec<String> {
    let (mut cells, mut cell, mut is_quoted) = (Vec::new(), String::new(), false);
    let mut rest = line.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '"' if is_quoted && rest.peek() == Some(&'"') => cell.extend(rest.next()),
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => cells.push(std::mem::take(&mut cell)),
            _ => cell.push(c),
        }
    }
    cells.push(cell);
    cells
}

#[test]
fn csv_has_the_same_columns_always() {
    let report = report(["Ada", "Bo, \"the\" best", "Cy"]);
    let csv = report.csv();
    let bare = StandingsReport { ratings: None, marks: None, ..report.clone() }.csv();
    let lines: Vec<Vec<String>> = csv.lines().map(cells).collect();
    assert!(csv.starts_with("\u{feff}rank,"), "{csv}");
    assert_eq!(lines.len(), 4);
    assert!(lines.iter().all(|line| line.len() == 30), "{csv}");
    assert!(bare.lines().all(|line| cells(line).len() == 30));
    assert_eq!(cells(bare.lines().nth(1).unwrap())[24..], ["", "", "", "", "", ""].map(str::to_owned));
    assert_eq!(lines[1][..9], ["1", "0", "Ada", "", "4", "4", "4", "0", "0"].map(str::to_owned));
    assert_eq!(lines[2][2], "Bo, \"the\" best");
    let of = |line: usize, name: &str| {
        lines[line][lines[0].iter().position(|head| head == name).unwrap()].as_str()
    };
    assert_eq!([of(3, "late"), of(2, "late"), of(1, "mark"), of(2, "mark")], ["1", "0", "2", "0.5"]);
    assert!(of(1, "rating").parse::<f64>().unwrap() > 50.0);
    let meetings = report.meetings_csv();
    assert!(meetings.starts_with("\u{feff}entrant,"), "{meetings}");
    assert_eq!(meetings.lines().count(), 7);
    assert_eq!(meetings.lines().nth(1).unwrap(), "Ada,\"Bo, \"\"the\"\" best\",2,2,0,0,0,0,0,0,0,1");
}

#[test]
fn hostile_names_stay_in_their_cells() {
    let hostile = [
        "=cmd|' /C calc'!A1",
        "a\n| b |\u{1b}[2J\u{202e}<script>",
        "  -1+1,\"x\"\r\n**b** [c](http://d) @all",
    ];
    let report = report(hostile);
    for text in [report.text(), report.csv(), report.meetings_csv(), report.markdown()] {
        assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{text:?}");
        assert!(!text.contains('\u{202e}'), "{text:?}");
    }
    let csv = report.csv();
    let lines: Vec<Vec<String>> = csv.lines().map(cells).collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[1][2], "'=cmd|' /C calc'!A1");
    assert_eq!(lines[2][2], "a\\n| b |\\u{1b}[2J\\u{202e}<script>");
    assert!(lines[3][2].starts_with("'  -1+1,\"x\""), "{:?}", lines[3]);
    let markdown = report.markdown();
    let rows: Vec<&str> = markdown.lines().filter(|line| line.starts_with('|')).collect();
    assert_eq!(rows.len(), 2 * (2 + 3), "{markdown}");
    let columns = |row: &str| row.replace("\\|", "").matches('|').count();
    assert!(rows[..5].iter().all(|row| columns(row) == columns(rows[0])), "{markdown}");
    for forbidden in ["<script", "**b**", "[c]", "://", "@all"] {
        assert!(!markdown.contains(forbidden), "{forbidden} in {markdown}");
    }
    assert!(markdown.starts_with("# Spring \\| cup\n\n| rank | name | points |"), "{markdown}");
    // JSON has names unchanged: a reader of JSON knows where a string ends.
    assert_eq!(report.json()["entrants"][1]["name"], hostile[1]);
}

#[test]
fn text_that_begins_like_a_formula_is_text_in_a_spreadsheet() {
    let texts = ["=1", "+1", "-1", "@1", "＝1", " =1", "\t=2", "ok"].map(csv::text);
    // The tab is written out, so this is no formula.
    assert_eq!(texts, ["'=1", "'+1", "'-1", "'@1", "'＝1", "' =1", "\\t=2", "ok"]);
}

#[test]
fn the_document_has_everything() {
    let report = report(["Ada", "Bo", "Cy"]);
    let document = report.json();
    assert_eq!((&document["games"], &document["groups"]), (&6.into(), &1.into()));
    let best = &document["entrants"][0];
    assert_eq!((&best["points"], &best["mark"], &best["rank"]), (&4.into(), &2.into(), &1.into()));
    assert_eq!(document["entrants"][1]["mark"], 0.5);
    assert_eq!(document["entrants"][2]["faults"]["late"], 1);
    assert_eq!(best["by_side"][1]["wins"], 2);
    assert_eq!(document["meetings"].as_array().unwrap().len(), 3);
    assert_eq!(document["meetings"][0]["entrants"], serde_json::json!([0, 1]));
    assert!(document["meetings"][0]["elo"].is_null(), "infinite");
    assert_eq!(document["separation"].as_array().unwrap().len(), 2);
    assert!(document["mark_rule"].as_str().unwrap().starts_with("2 for the first place"));
    assert!(best["rank_interval"][0].as_u64() <= best["rank_interval"][1].as_u64());
}

#[test]
fn taglines_have_a_column_if_there_are_any() {
    let mut report = StandingsReport::new("Cup", contestants(["Ada", "Bo", "Cy"]), standings(&tally()));
    report.contestants[1].tagline = Some("I, |Bo|".to_owned());
    assert!(report.text().contains("rank  name  identifies as  points"), "{}", report.text());
    assert!(report.csv().contains(",Bo,\"I, |Bo|\","));
    assert!(report.markdown().contains("| Bo | I, \\|Bo\\| | 1 |"), "{}", report.markdown());
    assert_eq!(report.json()["entrants"][1]["identifies_as"], "I, |Bo|");
    let empty = StandingsReport::new("Cup", Vec::new(), standings(&Tally::new(0)));
    assert!(empty.text().starts_with("Cup\n\nrank  name  points") && empty.csv().lines().count() == 1);
}

#[test]
fn the_test_of_a_match_is_that_of_its_pairs() {
    let sprt = Sprt::new(0.0, 50.0, 0.05, 0.05).unwrap();
    let conditions = vec!["Time for an answer: 5 ms.".to_owned()];
    let report = StandingsReport { sprt: Some(sprt), conditions, ..report(["Ada", "Bo", "Cy"]) };
    assert!(report.text().ends_with("\n\nTime for an answer: 5 ms.\n"), "{}", report.text());
    assert!(report.markdown().ends_with("\n\nTime for an answer&#58; 5 ms.\n"), "{}", report.markdown());
    assert_eq!(report.json()["conditions"], serde_json::json!(report.conditions));
    let pairs = report.standings.meeting(0, 1).unwrap().pairs;
    assert_eq!(pairs, [0, 0, 0, 0, 1]);
    let ratio = sprt.ratio(&pairs);
    assert!(ratio > 0.0);
    let note = format!(
        "Is Ada better than Bo? Sequential test: open between +0.0 and +50.0 Elo; log-likelihood ratio \
         {ratio:.2}, bounds -2.94 and 2.94."
    );
    assert!(report.notes().contains(&note), "{:?}", report.notes());
    let tested = &report.json()["sprt"];
    assert_eq!((&tested["ratio"], &tested["accepted"]), (&ratio.into(), &Value::Null));
}

#[test]
fn a_ladder_shows_who_climbs_against_the_rungs() {
    let rungs = &plyground_league::ladder::of("connect-four").unwrap()[..2];
    let mut tally = Tally::new(4);
    for (id, entrants) in [(0, [2, 0]), (1, [0, 2]), (2, [3, 0]), (3, [0, 3]), (4, [2, 1]), (5, [1, 2])] {
        // Entrant 2 wins all, entrant 3 what it begins; it has not met the second rung yet.
        let winner = if id == 1 || id == 5 { Player::Second } else { Player::First };
        tally.add(&result(id, id / 2, entrants, Outcome::Win(winner))).unwrap();
    }
    let meetings = tally.meetings();
    let meeting = |entrant, rung| Some(meetings.get(&[rung, entrant])?.reversed());
    let ratings = plyground_league::ladder::ratings(rungs, 4, &meeting);
    let standings = Standings::of_ladder(&tally, &PointsRule::default(), 2, &ratings.ratings);
    let mut all = contestants(["random", "graded:level=1", "Ada"]);
    all.push(Contestant { name: "Bo".to_owned(), tagline: None });
    let marks = [Points::hundredths(20), Points::hundredths(200)];
    let rule = RungMarks::new("connect-four", marks, [rungs[0].agent, rungs[1].agent]).unwrap();
    let report = StandingsReport {
        rungs: rungs.to_vec(),
        ratings: Some(ratings),
        rung_marks: Some(rule),
        ..StandingsReport::new("Ladder", all, standings)
    };
    let text = report.text();
    let row = |start: &str| text.lines().find(|line| line.starts_with(start)).unwrap();
    assert!(row("1     Ada").ends_with("  1 to 2     2") && !text.contains("bootstrap"), "{text}");
    assert_eq!(row("no.").split_whitespace().collect::<Vec<_>>(), ["no.", "name", "r1", "r2"]);
    assert_eq!(row("1    Ada").split_whitespace().collect::<Vec<_>>(), ["1", "Ada", "2/2", "2/2"]);
    assert!(text.contains("Rungs, with ratings that are frozen: r1 random -6"), "{text}");
    assert!(text.contains("Marks: 0.2 up to the rating of random ("), "{text}");
    let json = report.json();
    let (shown, rung) = (&json["rungs"][1], &rungs[1]);
    assert_eq!((&shown["name"], &shown["rating"]), (&rung.agent.into(), &rung.rating.into()));
    assert_eq!(json["entrants"].as_array().unwrap().len(), 2);
    let met: Vec<&Value> = json["meetings"].as_array().unwrap().iter().map(|one| &one["entrants"]).collect();
    assert_eq!(met, [&serde_json::json!([2, 0]), &serde_json::json!([2, 1]), &serde_json::json!([3, 0])]);
    assert_eq!((&json["entrants"][0]["mark"], &json["mark_rule"].is_string()), (&2.into(), &true));
    assert_eq!(report.csv().lines().count(), 3);
    assert_eq!(report.meetings_csv().lines().nth(1).unwrap(), "Ada,random,2,2,0,0,0,0,0,0,0,1");
}
