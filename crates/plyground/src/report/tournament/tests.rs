use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use hmac_sha256::Hash as Sha256;
use plyground_arena::entrant::{BuiltIn, TimeLimit};
use plyground_arena::referee::{Fixture, Settings, play};
use plyground_core::agents::AgentSpec;
use plyground_core::games::adjacent_four::AdjacentFour;
use plyground_core::games::breakthrough::Breakthrough;
use plyground_core::games::connect_four::ConnectFour;
use plyground_core::games::max_connect_four::MaxConnectFour;
use plyground_core::{AnyGame, ByPlayer, Outcome, Player};
use plyground_league::event::{Action, Attempt, End, Ending, Meanwhile, Reason, Side, Spent, Timeout};
use plyground_league::fault::{Fault, FaultKind, FaultPolicy};
use plyground_league::result::GameResult;
use plyground_league::standings::{PointsRule, Standings, Tally};
use scraper::{Html, Selector};

use super::*;
use crate::report::standings::Contestant;

/// Names that try to become markup, script or another name.
const HOSTILE: [&str; 12] = [
    "<script>alert(1)</script>",
    "</bdi></td></table><img src=x onerror=alert(1)>",
    "\" onmouseover=\"alert(1)",
    "' style='position:fixed",
    "</style></script></title><svg onload=alert(1)>",
    "<!-- ",
    "]]><![CDATA[",
    "&lt;b&gt; &amp; &#60;i&#62;",
    "\u{202e}nomed\u{202c}\u{2066}\u{200b}",
    "nul \0 bell \u{7} escape \u{1b}[2J",
    "`{{constructor.constructor('alert(1)')()}}`${alert(1)}",
    "javascript:alert(1)//\r\n\u{2028}<base href=//x>",
];

/// A game of two random movers; its times are made up, so that equal seeds give equal records.
fn played(game: AnyGame, seed: u64) -> GameRecord {
    let spec: AgentSpec = "random".parse().unwrap();
    let agent = |name| BuiltIn::new(game, name, spec.clone()).unwrap();
    let (mut one, mut two) = (agent("Ada"), agent("Bo"));
    let fixture = Fixture { id: format!("g{seed}"), start: game.start(), seed };
    let mut settings = Settings::new(TimeLimit::seconds(60), FaultPolicy::CS3243);
    "none".clone_into(&mut settings.isolation);
    let mut record = play(&fixture, &settings, &mut ByPlayer::new(&mut one, &mut two), &mut |_| {});
    for turn in &mut record.turns {
        let wall = Duration::from_micros(u64::from(turn.number) * 700);
        for attempt in &mut turn.attempts {
            attempt.spent = Spent::new(wall, None, Duration::ZERO);
        }
    }
    record
}

fn page(names: [&str; 2], title: &str, notes: &[String], records: &[GameRecord]) -> String {
    let mut tally = Tally::new(2);
    for (id, record) in (0..).zip(records) {
        let outcome = record.ending.winner.map_or(Outcome::Draw, |side| Outcome::Win(Player::from(side)));
        let entrants = ByPlayer::new(0, 1);
        let faults = ByPlayer::default();
        tally.add(&GameResult { id, pair: id, opening: 0, entrants, outcome, faults, plies: 1 }).unwrap();
    }
    let standings = Standings::of(&tally, &PointsRule::default(), &[]);
    let contestants = names.map(|name| Contestant { name: name.to_owned(), tagline: Some(name.to_owned()) });
    let mut report = StandingsReport::new(title, contestants.into(), standings);
    report.conditions = notes.to_vec();
    html(&report, records.iter().cloned())
}

/// Every element of the page with its attributes, texts left out, but for what is drawn from numbers.
fn skeleton(page: &str) -> Vec<(String, Vec<String>)> {
    let parsed = Html::parse_document(page);
    let all = Selector::parse("*").unwrap();
    let names = |element: scraper::ElementRef<'_>| {
        let mut attributes: Vec<String> = element.value().attrs().map(|(name, _)| name.to_owned()).collect();
        attributes.sort();
        (element.value().name().to_owned(), attributes)
    };
    parsed.select(&all).map(names).collect()
}

/// The texts of the elements that a selector names.
fn texts(page: &str, selector: &str) -> Vec<String> {
    let parsed = Html::parse_document(page);
    parsed.select(&Selector::parse(selector).unwrap()).map(|element| element.text().collect()).collect()
}

/// Puts a text wherever a record has text of strangers, and a fault into the first turn.
fn spoil(record: &mut GameRecord, text: &str) {
    record.id = text.to_owned();
    record.isolation = text.to_owned();
    for entrant in &mut record.entrants {
        for field in [&mut entrant.name, &mut entrant.kind, &mut entrant.identity] {
            *field = text.to_owned();
        }
    }
    fault(record, text);
}

/// Makes the last answer of the first turn a late one that the referee replaced.
fn fault(record: &mut GameRecord, text: &str) {
    let turn = &mut record.turns[0];
    let fault = Some(Fault::new(FaultKind::Late, text));
    let time = Duration::from_millis;
    let mut spent = Spent::new(time(3000), Some(time(500)), time(0)).with_waiting(time(1000), time(0));
    let meanwhile =
        Meanwhile { referee_us: Some(7_000), processors: 2, busy_us: 1_500_000, idle_us: 500_000 };
    spent.timeout = Timeout::of(fault.as_ref(), time(2000), meanwhile);
    if let Action::Move(mv) = &turn.action {
        turn.action = Action::RandomMove(mv.clone());
    }
    let attempt = Attempt {
        answer: text.to_owned(),
        fault,
        penalty: 1,
        nodes: Some(5),
        spent,
        end: Some(End::Signalled(9)),
        stderr: text.to_owned(),
    };
    turn.attempts = vec![attempt];
}

#[test]
fn no_element_or_attribute_comes_from_data() {
    let page_with = |text: &str| {
        let mut records = [played(AnyGame::of::<ConnectFour>(), 1), played(AnyGame::of::<Breakthrough>(), 2)];
        for record in &mut records {
            spoil(record, text);
        }
        // Records that do not replay show what is wrong with them.
        let mut broken = records[0].clone();
        broken.game = text.to_owned();
        let mut illegal = records[0].clone();
        illegal.turns[1].action = Action::Move(text.to_owned());
        let mut void = records[0].clone();
        void.ending = Ending { system_error: Some(text.to_owned()), ..Ending::of(Reason::Void) };
        let [one, two] = records;
        page([text, text], text, &[text.to_owned()], &[one, two, broken, illegal, void])
    };
    let harmless = skeleton(&page_with("harmless"));
    assert!(harmless.len() > 200);
    for name in HOSTILE {
        let page = page_with(name);
        assert_eq!(skeleton(&page), harmless, "{name:?}");
        assert!(texts(&page, "tbody th bdi").contains(&printable(name)), "{name:?}");
        let hidden =
            page.chars().any(|c| (c.is_control() && c != '\n') || printable(&c.to_string()).len() > 4);
        assert!(!hidden, "{name:?}");
    }
}

#[test]
fn the_policy_admits_this_style_and_this_script_alone() {
    let page = page(["Ada", "Bo"], "Cup", &[], &[played(AnyGame::of::<ConnectFour>(), 1)]);
    let parsed = Html::parse_document(&page);
    let select = |selector: &str| parsed.select(&Selector::parse(selector).unwrap()).collect::<Vec<_>>();
    let policy = select("meta[http-equiv=Content-Security-Policy]")[0].attr("content").unwrap();
    assert!(policy.starts_with("default-src 'none'; style-src 'sha256-"), "{policy}");
    for selector in ["style", "script"] {
        // As a browser sees it: parsed.
        let [text] = &texts(&page, selector)[..] else { panic!("one {selector}") };
        let hash = BASE64_STANDARD.encode(Sha256::hash(text.as_bytes()));
        assert!(policy.contains(&format!("{selector}-src 'sha256-{hash}'")), "{policy}");
    }
    assert_eq!(texts(&page, "script"), [SCRIPT]);
    assert!(select("[src], link, iframe, object, embed, form, base, [style], [onclick]").is_empty());
    for element in select("[href]") {
        let target = element.attr("href").unwrap();
        assert!(target.starts_with('#'), "{target}");
        assert_eq!(select(&format!("[id='{}']", &target[1..])).len(), 1, "{target}");
    }
}

#[test]
fn boards_are_those_of_the_replayed_game() {
    for &game in AnyGame::all() {
        for seed in 0..5 {
            let record = played(game, seed);
            let page = page(["Ada", "Bo"], "Cup", &[], std::slice::from_ref(&record));
            let parsed = Html::parse_document(&page);
            let replay = parsed.select(&Selector::parse(".replay").unwrap()).next().unwrap();
            let words = |name: &str| replay.attr(name).unwrap().split(' ').collect::<Vec<_>>();
            let (boards, sides) = (words("data-boards"), words("data-sides"));
            assert_eq!(boards.len(), record.turns.len() + 1);
            let cells = Selector::parse("use.piece").unwrap();
            let code = |cell: scraper::ElementRef<'_>| {
                let name = cell.attr("href").unwrap().strip_prefix("#symbol-").unwrap();
                sides.iter().position(|side| *side == name).map_or('0', |side| ['1', '2'][side])
            };
            let drawn: String = replay.select(&cells).map(code).collect();
            assert_eq!(boards.last(), Some(&drawn.as_str()));
            let lines = Selector::parse(".turns > li").unwrap();
            assert_eq!(replay.select(&lines).count(), record.turns.len());
            let size = words("data-columns").len() * words("data-rows").len();
            assert!(boards.iter().all(|board| board.len() == size), "{game}");
            // One piece comes, or one moves and may capture.
            for pair in boards.windows(2) {
                let changed = pair[0].chars().zip(pair[1].chars()).filter(|(one, two)| one != two).count();
                assert_eq!(changed, if game.is::<Breakthrough>() { 2 } else { 1 }, "{game}");
            }
        }
    }
}

#[test]
fn headings_tables_and_pictures_have_what_readers_need() {
    let mut record = played(AnyGame::of::<MaxConnectFour>(), 1);
    fault(&mut record, "late again");
    let page = page(["Ada", "Bo"], "Cup", &["A note.".to_owned()], &[record]);
    assert_eq!(texts(&page, "h1"), ["Cup"]);
    let headings = ["Standings", "Cross table", "Times", "Faults", "Games", "Conditions"];
    assert_eq!(texts(&page, "h2"), headings);
    assert_eq!(texts(&page, "nav a"), headings);
    assert_eq!(texts(&page, "table").len(), texts(&page, "table > caption").len());
    assert!(texts(&page, "th:not([scope])").is_empty());
    assert!(texts(&page, "svg:not([aria-hidden=true]):not([role=img][aria-label])").is_empty());
    assert!(page.contains("<html lang=\"en\">"));
    assert_eq!(texts(&page, ".fault summary"), ["Ada, late in game g1, turn 1"]);
    assert_eq!(texts(&page, ".fault pre"), ["late again"]);
    assert!(texts(&page, ".fault p")[1].contains("by lot. Penalty: 1. The program was ended by signal 9."));
    let times = texts(&page, "#times tbody tr td");
    // Ada's answers took 3 s and then 0.7 ms times the number of the turn; Bo is ranked above.
    assert_eq!(times[10..14], ["21", "2.10 ms", "16.1 ms", "28.7 ms"].map(str::to_owned));
    let words = "Medians: 3.00 s in turn 1, 28.7 ms in turn 41, at most 3.00 s";
    assert_eq!(texts(&page, &format!("#times svg[aria-label^='{words}']")).len(), 1);
    assert_eq!(times[14..18], ["3.00 s", "1", "500 ms", "5"].map(str::to_owned));
    let figures = "Its clock: allowed 2000 ms, used 2000 ms (CPU 500 ms), kept waiting by the machine for 1000 ms more, the 2 \
                   processors meanwhile 75 % busy (50 % with other work), the referee kept from watching for 7 ms.";
    assert_eq!(texts(&page, ".fault p")[2], figures);
    let conditions = texts(&page, "#conditions tbody tr > *");
    assert_eq!(conditions, ["max-connect-four", "none", "60.0 s", "0 µs"]);
}

#[test]
fn a_page_is_bounded_and_says_what_it_leaves_out() {
    let mut record = played(AnyGame::of::<AdjacentFour>(), 3);
    let long = "<\u{1}".repeat(5000);
    spoil(&mut record, &long);
    let records = vec![record; MOST_GAMES + 50];
    let page = page(["Ada", "Bo"], "Cup", &[], &records);
    // Parsing it takes long, counting does not.
    assert_eq!(page.matches("<details class=\"game\">").count(), MOST_GAMES);
    assert_eq!(page.matches("<details class=\"fault\">").count(), MOST_FAULTS);
    assert!(page.contains("In all 450. Open one"));
    assert!(page.contains(" Shown are the first 400; the records have all."));
    let faults = "In all 450. Faults of one kind by one entrant are together. Shown are the first 200; the records have all.";
    assert!(page.contains(faults));
    assert_eq!(page.matches("</bdi>, late: 450</summary>").count(), 1);
    assert!(page.len() < 12_000_000, "{}", page.len());
}

#[test]
fn long_games_are_cut() {
    // Both sides lose their turns until the limit of a record that somebody made up.
    let mut record = played(AnyGame::of::<ConnectFour>(), 1);
    let turn = record.turns[0].clone();
    let lost = |number: u32| {
        let side = if number % 2 == 1 { Side::First } else { Side::Second };
        plyground_league::event::Turn { number, side, action: Action::LostTurn, ..turn.clone() }
    };
    record.turns = (1..=300).map(lost).collect();
    record.ending = Ending::of(Reason::TurnLimit);
    let page = page(["Ada", "Bo"], "Cup", &[], &[record]);
    assert_eq!(texts(&page, ".turns > li").len(), MOST_TURNS);
    assert!(page.contains("Shown are the first 200 turns; the record has all."));
    let summary = &texts(&page, ".game summary")[0];
    assert!(summary.ends_with("a draw: broken off at the limit of turns, 300 turns"), "{summary}");
}

#[test]
fn a_tournament_without_games_has_a_page() {
    let page = page(["Ada", "Bo"], "", &[], &[]);
    assert_eq!(texts(&page, "#times p"), ["No answer was recorded."]);
    assert_eq!(texts(&page, "#faults p"), ["No answer was at fault."]);
}
