//! `plyground check` and `plyground mark` on the same outputs: what the one calls right earns all with the other,
//! and what is wrong is wrong for the same reason.

use std::fmt::Write;

use plyground_core::games::connect_four::notation::Comp3608State;
use plyground_core::search::Algorithm;
use plyground_core::{Notation, Position};
use plyground_courses::comp3608::examples;
use plyground_courses::comp3608::{Question, answer};
use serde_json::Value;

use crate::mark::class::{COMP3608, Class};
use crate::run::TRUST;

/// What a program may do with the right answer, `$c` and `$n`, as a shell would; the kind of its fault if it has one,
/// `right` if all of it counts, and `wrong` if some of it may.
const DOINGS: [(&str, &str); 20] = [
    ("echo $c; echo $n", "right"),
    ("printf '%s\\n%s' $c $n", "right"),
    ("printf '%s\\r\\n%s\\r\\n' $c $n", "right"),
    ("printf ' %s \\n\\t%s\\n\\n\\n' $c $n", "right"),
    ("echo 00$c; echo 000000000000000000000000$n", "right"),
    ("echo $c; echo $n; exit 3", "right"),
    ("echo $c; echo $n; sleep 60", "right"),
    ("echo $c; echo $((n + 1))", "wrong"),
    ("echo 9; echo $n", "wrong"),
    ("echo $c", "wrong"),
    // Killed before the second line was finished: there may have been more digits to come.
    ("printf '%s\\n%s' $c $n; kill -9 $$", "wrong"),
    ("echo $c; echo $n; echo done", "unreadable"),
    ("echo; echo $c; echo $n", "unreadable"),
    ("printf '\\357\\273\\277%s\\n%s\\n' $c $n", "unreadable"),
    ("echo Column: $c; echo $n", "unreadable"),
    ("exit 1", "crashed"),
    ("sleep 60", "late"),
    ("echo $c; echo $n; yes '' | head -c 70000", "flooded"),
    ("echo $c; echo $n; yes | head -c 17000000 >&2; sleep 1", "flooded"),
    // More processes than the assignment allows.
    ("i=0; while [ $i -lt 100 ]; do sleep 2 & i=$((i + 1)); done; sleep 0.5; echo $c; echo $n", "crashed"),
];

fn words(question: &Question) -> String {
    let Question { position, algorithm, depth } = question;
    let letter = if *algorithm == Algorithm::Minimax { "M" } else { "A" };
    format!("{} {letter} {depth}", Comp3608State.write(position).expect("a state"))
}

#[test]
fn checks_and_marks_say_the_same() {
    // Cases must be of games that go on.
    let goes_on = |question: &Question| question.position.outcome().is_none();
    let questions: Vec<Question> = examples().into_iter().filter(goes_on).take(DOINGS.len()).collect();
    assert_eq!(questions.len(), DOINGS.len());
    let mut script = "case \"$*\" in\n".to_owned();
    // Cases of the assignment's own, the same questions.
    let mut given = String::new();
    for (question, (doing, _)) in questions.iter().zip(DOINGS) {
        let right = answer(question, &[]);
        let asked = words(question);
        writeln!(script, "'{asked}') c={}; n={}; {doing};;", right.column, right.nodes).expect("memory");
        let (position, depth) = asked.rsplit_once(' ').expect("a depth");
        let (position, letter) = position.rsplit_once(' ').expect("a letter");
        let keys = format!("position = \"{position}\"\nalgorithm = \"{letter}\"\ndepth = {depth}\n");
        given.extend(["[[cases.given]]\n", &keys]);
    }
    script += "*) echo 0; echo 1;;\nesac\n";
    let before = COMP3608.find("# The example of the assignment's text.").expect("the example");
    let after = COMP3608.find("# Eight marks for the answers").expect("the marks");
    let text = [&COMP3608[..before], &given, &COMP3608[after..]].concat();
    // Another value of a win changes no answer, and then no mistake has to be visible in the cases.
    let text = [
        ("win = 10000", "win = 10001"),
        ("public = 14", "public = 0"),
        ("hidden = 10", "hidden = 0"),
        ("after_due = 5", "after_due = 0"),
        ("time_ms = 10000", "time_ms = 2000"),
        ("most_nodes = 3000", "most_nodes = 1000000"),
    ]
    .into_iter()
    .fold(text, |text, (old, new)| text.replace(old, new));
    let class = Class::with(&text);
    class.file("subs/ann.sh", &script);
    class.run("work subs --out out").done();
    let marked: Value = serde_json::from_str(&class.text("out/marks.jsonl")).expect("JSON");
    let words = ["check", "comp3608", "--time", "2000", "--json", "subs/ann.sh"];
    let checked = class.plyground(&[&words[..], &TRUST].concat()).json();
    for (number, (doing, expected)) in DOINGS.into_iter().enumerate() {
        let marked = &marked["answers"][number];
        let cases = checked["cases"].as_array().expect("cases");
        let same = cases.iter().find(|case| case["question"] == marked["question"]);
        let checked = same.expect("the same question");
        let problem = marked["problem"].as_str().expect("text");
        let verdict = checked["verdict"].as_str().expect("a word");
        let earned = &marked["earned"];
        let both = format!("{doing}\n{checked}\n{marked}");
        match expected {
            "right" => {
                assert_eq!((verdict, problem), ("right", ""), "{both}");
                assert_eq!(earned, &serde_json::json!([100, 100]), "{both}");
            }
            "wrong" => {
                assert!(matches!(verdict, "wrong" | "unreadable") && earned[0] != earned[1], "{both}");
            }
            fault => {
                assert_eq!(verdict, fault, "{both}");
                assert!(problem.starts_with(&format!("{fault}: ")), "{both}");
                assert_eq!(earned, &serde_json::json!([0, 0]), "{both}");
            }
        }
    }
}
