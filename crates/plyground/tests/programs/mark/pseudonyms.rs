//! Pseudonyms for students: no name gets out, and who has the list finds everybody again.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use super::class::{Class, below, right, rows, small, source};
use crate::run::{has, table};

/// A part of every name, of which none may be seen.
const NAMES: &str = "annabel benedict cleopatra dimitrios evangeline fitzgerald gwendolyn hildegard ignatius josephine \
                     leopoldine smithers zacharias";

const KEY: &str = "a secret of a course, long enough";

/// A class with every kind of trouble, and with namesakes.
fn class() -> Class {
    let class = Class::with(&small().replace("\"octave-cli\"", "\"no-such-octave\""));
    class.file("class.key", KEY);
    let wrong = source("comp3608/right_to_left.py");
    class.file("subs/Annabel Lee_55_assignsubmission_file@2027-04-07T08-00.py", &right());
    class.file("subs/Annabel Lee_56_assignsubmission_file/ConnectFour.py", &wrong);
    class.file("subs/benedict/@1.py", "print(1)\n");
    class.file("subs/benedict/@2/ConnectFour.py", &wrong);
    class.file("subs/benedict@late.py", &wrong);
    class.file("subs/cleopatra@3/notes.txt", "nothing\n");
    class.file("subs/dimitrios.cpp", "int main() { return undeclared; }\n");
    class.file("subs/evangeline.py", "import no_such_module\n");
    class.file("subs/fitzgerald.zip", "no zip\n");
    class.zip("subs/gwendolyn.zip", &[("a", "file"), ("a/b", "file"), ("ConnectFour.py", "print(1)")]);
    class.file("subs/j.Smithers", "print(1)\n");
    // The language of this one is not installed.
    class.file("subs/josephine.m", "disp(1)\n");
    // What is left out: two that are in no order, and a date that is none.
    class.file("subs/hildegard.py", "");
    class.file("subs/hildegard.zip", "");
    class.file("subs/ignatius@2027-13-01.py", "");
    let entrants = [("benedict", "first"), ("Zacharias", "random")]
        .map(|(name, agent)| format!("[[entrant]]\nname = \"{name}\"\nagent = \"{agent}\"\n"));
    let cup = format!("name = \"Class\"\ngame = \"connect-four\"\n{}", entrants.concat());
    class.file("cup/tournament.toml", &cup);
    class.plyground(&["tournament", "run", "cup"]).done();
    class
}

fn assert_nameless(place: &str, text: &str) {
    let text = text.to_lowercase();
    for name in NAMES.split(' ') {
        assert!(!text.contains(name), "{place}: {name} in {text}");
    }
}

/// Every path below a folder, and what the files hold.
fn assert_nameless_below(class: &Class, folder: &str) {
    for path in below(&class.path(folder)) {
        let place = path.display().to_string();
        assert_nameless("a path", &place);
        if path.is_file() {
            assert_nameless(&place, &String::from_utf8_lossy(&fs::read(&path).expect("a file")));
        }
    }
}

#[test]
fn nothing_that_is_written_has_a_name() {
    let class = class();
    let due = "--due 2027-04-05T23:59";
    assert_eq!(class.run(&format!("work subs --out named {due} --tournament cup")).status, Some(3));
    let early = class.run(&format!("work subs --out early {due} --pseudonyms class.key"));
    assert_eq!(early.status, Some(3), "{}", early.err);
    class.file("subs/leopoldine.py", &right());
    let options = "--jplag sources --tournament cup --regrade early --pseudonyms class.key";
    for words in [
        "work subs --list --pseudonyms class.key".to_owned(),
        format!("work subs --out out {due} {options}"),
        // What is known already.
        format!("work subs --out out {due} {options}"),
    ] {
        let ran = class.run(&words);
        assert_nameless("standard output", &ran.out);
        assert_nameless("standard error", &ran.err);
        has(&ran.err, &["is taken for a student's name; expected a number", "left out: s-"]);
        if !words.contains("--list") {
            assert!(ran.out.starts_with("out: 11 students, 4 cases, 5 not run\n"), "{ran:?}");
            has(&ran.out, &[" 10 as before: regrade.csv\n1 student had no marks before\n"]);
            has(&class.text("out/regrade.csv"), &["the tournament: 0 -> "]);
            has(&ran.err, &["entrants who are no students here: 1\n", "look at s-", "not marked: s-"]);
        }
    }
    let list = fs::metadata(class.path("class.key.names.csv")).unwrap();
    assert_eq!(list.permissions().mode() & 0o777, 0o600, "nobody else may read it");
    for folder in ["early", "out", "sources"] {
        assert_nameless_below(&class, folder);
    }
    // All forms were there to be looked at.
    for form in ["talks", "students", "logs", "gradescope", "prairielearn", "classroom50"] {
        assert!(below(&class.path(&format!("out/{form}"))).iter().any(|path| path.is_file()), "{form}");
    }
    for file in ["index.html", "marks.csv", "marks.jsonl", "junit.xml", "behaviour.csv", "regrade.csv"] {
        has(&class.text(&format!("out/{file}")), &["s-"]);
    }
    // Who has the list finds everybody again, with the marks that they have under their names.
    let [marks, named, list] = ["out/marks.csv", "named/marks.csv", "class.key.names.csv"];
    let order = class.text(marks);
    assert!(order.lines().skip(1).is_sorted(), "the order of names would tell something of them");
    let [marks, named, list] = [marks, named, list].map(|name| rows(&class.text(name)));
    for (pseudonym, row) in &marks {
        let who = &list[pseudonym];
        let Some(same) = named.get(&who["student"]) else {
            assert_eq!(who["student"], "leopoldine");
            continue;
        };
        assert_eq!(who["submission"], same["submission"]);
        let columns = "submissions submitted cases_right late_penalty tournament_marks total";
        for column in columns.split(' ') {
            assert_eq!(row[column], same[column], "{who:?}: {column}");
        }
    }
    let left_out = list.values().filter(|row| !row["left_out"].is_empty());
    let left_out: Vec<&str> = left_out.map(|row| row["submission"].as_str()).collect();
    assert!(left_out.len() == 2 && left_out.contains(&"ignatius@2027-13-01.py"), "{left_out:?}");
}

#[test]
fn marks_with_pseudonyms_go_on_with_the_same_key_only() {
    let class = Class::small();
    class.file("class.key", KEY);
    class.file("other.key", "a secret of another course");
    class.file("short.key", "short");
    for name in ["annabel", "=benedict"] {
        class.file(&format!("subs/{name}.py"), &right());
    }
    class.run("work subs --out named").done();
    class.run("work subs --out out --pseudonyms class.key").done();
    let list = rows(&class.text("class.key.names.csv"));
    let pseudonym = list.iter().find(|(_, row)| row["student"] == "annabel").expect("a row").0;
    let decision = |student: &str| {
        let text = format!("[[override]]\nstudent = \"{student}\"\nmarks = 1.5\nremark = \"so\"\n");
        class.file("out/overrides.toml", &text);
    };
    let rows = "
        --out out => OTHER
        --out out --pseudonyms other.key => OTHER
        --out named --pseudonyms class.key --audit PSEUDONYM => OTHER
        --out named --pseudonyms class.key => under a name that is no pseudonym; expected a new folder
        --out new --pseudonyms class.key --jplag named/logs => under a name that is no pseudonym; expected a new folder
        --out new --pseudonyms class.key --regrade named => the students have other names there; expected the same
        --out new --regrade out => the students have other names there; expected the same students
        --out new --pseudonyms none => none: No such file or directory (os error 2); expected a file with a secret
        --out new --pseudonyms short.key => short.key: 5 bytes; expected a file with a secret of 16 bytes or more
        --out . --pseudonyms class.key => class.key.names.csv: it lies in the folder of marks; expected a folder
    ";
    let other = "the students stand there under other pseudonyms, or under their names; expected --pseudonyms as it was";
    for [words, expected] in table(&rows.replace("PSEUDONYM", pseudonym).replace("OTHER", other)) {
        let ran = class.run(&format!("work subs {words}"));
        assert_eq!(ran.status, Some(2), "{words}");
        has(&ran.err, &[expected]);
    }
    decision("annabel");
    let message = "a student who is no pseudonym; expected those in class.key.names.csv";
    class.run("work subs --out out --pseudonyms class.key").refused_with(2, message);
    // Staff decide, look again, and give marks back by pseudonyms.
    decision(pseudonym);
    let marks = class.mark("out", " --pseudonyms class.key");
    assert_eq!(marks[pseudonym]["total"], "1.5");
    let same = class.run(&format!("work subs --out out --pseudonyms class.key --audit {pseudonym}")).done();
    assert_eq!(same, format!("{pseudonym}.py: 4 cases, the same as before\n"));
    // Another class with the same key has its names in the same list.
    class.file("more/zoe.py", &right());
    class.run("work more --list --pseudonyms class.key").done();
    // A list that a spreadsheet has saved otherwise is neither read wrongly nor lost.
    let list = class.text("class.key.names.csv");
    for saved in [list.replace(',', ";").into_bytes(), b"\xe9\n".to_vec()] {
        fs::write(class.path("class.key.names.csv"), &saved).unwrap();
        let told = "expected the list as 'plyground mark' wrote it, or no such file";
        class.run("work more --list --pseudonyms class.key").refused_with(2, told);
        assert!(fs::read(class.path("class.key.names.csv")).unwrap() == saved);
    }
    class.file("class.key.names.csv", &list);
    class.file("sheet.csv", "Login,Mark\nannabel,\n=benedict,\n");
    let fill = |more: &[&str]| {
        class.plyground(&[&["gradebook", "sheet.csv", "out", "--column", "Mark"], more].concat())
    };
    fill(&["--out", "full.csv", "--names", "class.key.names.csv"]).done();
    assert_eq!(class.text("full.csv"), "Login,Mark\nannabel,1.5\n=benedict,8\n");
    let message = "is not in the list of --names; expected the list of these marks";
    fill(&["--out", "other.csv", "--names", "other.key.names.csv"]).refused_with(2, message);
}
