//! What became of submissions, as it is kept, and as it is found again.

use plyground_courses::engine::audit::{Difference, differences};
use plyground_courses::engine::outcome::{Outcome, VERSION};
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
    let difference = Difference {
        about: "hidden-01".to_owned(),
        then: "column 1, -/0 %".to_owned(),
        now: "column 1, -/100 %".to_owned(),
    };
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
