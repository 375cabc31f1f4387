//! What became of submissions, as it is kept, and as it is found again: lines, their seals, and differences.

use plyground_courses::engine::outcome::{Difference, Outcome, VERSION, differences};
use plyground_courses::engine::run::Chain;
use plyground_courses::engine::verdict::CaseAnswer;

use super::{answered, outcome};

#[test]
fn a_line_commands_no_terminal_and_is_read_back() {
    let said = r#""said":"\u009b[2J","stderr":"\u001b[31mx\u202ey\u007f""#;
    let answer = format!(r#"{{"case":"a","earned":[],"got":"","problem":"",{said},"wall_us":1}}"#);
    let head = r#""student":"a","digest":"","isolation":"""#;
    let line = format!(r#"{{"version":{VERSION},{head},"answers":[{answer}]}}"#);
    let outcome = Outcome::from_line(&line).unwrap();
    assert_eq!(outcome.answers[0].stderr, "\u{1b}[31mx\u{202e}y\u{7f}");
    let line = outcome.to_line();
    assert!(!line.contains(|c: char| c.is_control() || c == '\u{202e}'), "{line}");
    assert_eq!(Outcome::from_line(&line).unwrap(), outcome);
}

/// Of two cases, the answers to which earned this and took so long.
fn tried(earned: [u8; 2], wall_us: u64) -> Outcome {
    let answer = |case, earned| CaseAnswer { wall_us, ..answered(case, &[None, Some(earned)], "column 1") };
    outcome([answer("public-01", earned[0]), answer("hidden-01", earned[1])])
}

#[test]
fn what_was_earned_is_compared_and_no_times() {
    assert_eq!(differences(&tried([100, 0], 5), &tried([100, 0], 99)), []);
    let [about, then, now] = ["hidden-01", "column 1, -/0 %", "column 1, -/100 %"].map(str::to_owned);
    let difference = Difference { about, then, now };
    assert_eq!(differences(&tried([100, 0], 5), &tried([100, 100], 5)), [difference]);
}

#[test]
fn a_submission_that_is_refused_now_differs_in_all() {
    let then = tried([100, 0], 5);
    let mut now = then.clone();
    now.answers.clear();
    "it is not built".clone_into(&mut now.refused);
    let about = |differences: Vec<Difference>| -> Vec<String> {
        differences.into_iter().map(|difference| difference.about).collect()
    };
    assert_eq!(about(differences(&then, &now)), ["refused", "public-01", "hidden-01"]);
    assert_eq!(about(differences(&now, &then)), ["refused", "public-01", "hidden-01"]);
}

const HEADER: &str = r#"{"plyground":"outcomes"}"#;

fn written(records: &[&str]) -> (Vec<String>, Chain) {
    let mut chain = Chain::new(HEADER);
    (records.iter().map(|record| chain.seal(record)).collect(), chain)
}

fn read<S: AsRef<str>>(lines: impl IntoIterator<Item = S>) -> Result<Chain, String> {
    let mut chain = Chain::new(HEADER);
    lines.into_iter().try_for_each(|line| chain.check(line.as_ref()))?;
    Ok(chain)
}

#[test]
fn written_chains_are_read_and_continued() {
    let records = [r#"{"student":"ann"}"#, r#"{"student":"ben"}"#, r#"{"student":"cy"}"#];
    let (lines, mut chain) = written(&records);
    let mut again = read(&lines).unwrap();
    assert_eq!(again, chain);
    assert_eq!(again.seal(records[0]), chain.seal(records[0]));
    // Seals are fields of the record, which stays an object.
    let value: serde_json::Value = serde_json::from_str(&lines[1]).unwrap();
    assert_eq!((&value["student"], value["seal"].as_str().unwrap().len()), (&"ben".into(), 64));
}

#[test]
fn any_change_is_found() {
    let (lines, _) = written(&[r#"{"a":1}"#, r#"{"a":2}"#, r#"{"a":3}"#, r#"{"a":4}"#]);
    let is_found = |change: &dyn Fn(&mut Vec<String>)| {
        let mut changed = lines.clone();
        change(&mut changed);
        read(&changed).unwrap_err();
    };
    for at in 0..lines.len() {
        is_found(&|lines| lines[at] = lines[at].replacen("\"a\":", "\"a\":1", 1));
        is_found(&|lines| lines[at] = format!("{{\"a\":{}}}", at + 1));
    }
    for at in 1..lines.len() {
        is_found(&|lines| lines.swap(at - 1, at));
        is_found(&|lines| drop(lines.remove(at - 1)));
    }
    // Without any seals.
    read([r#"{"a":1}"#, r#"{"a":2}"#]).unwrap_err();
    // Of another journal.
    let mut other = Chain::new("{}");
    other.check(&lines[0]).unwrap_err();
    // Lines cut off at the end cannot be seen, but the last seal reveals it.
    assert_ne!(read(&lines[..3]).unwrap().last(), read(&lines).unwrap().last());
}
