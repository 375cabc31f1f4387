//! What staff do after marking: they look again, decide themselves, and find out if somebody changed what was kept.

use std::fmt::Write;
use std::fs;

use super::class::{Class, below, right, rows, small};
use crate::interrupt::endless;
use crate::run::{has, interrupted_at};

/// A program that answers as it did before only while nobody counts.
const FORGETFUL: &str = "import time\nprint(3)\nprint(time.time_ns() // 1000 % 100000)\n";

#[test]
fn an_audit_tries_one_submission_again_and_writes_nothing() {
    let class = Class::small();
    class.file("subs/ann.py", &right());
    class.file("subs/ben.py", FORGETFUL);
    class.mark("out", "");
    let before = class.text("out/outcomes.jsonl");
    let same = class.run("work subs --out out --audit ann").done();
    assert!(same.ends_with("cases, the same as before\n"), "{same}");
    let other = class.run("work subs --out out --audit ben");
    assert_eq!(other.status, Some(1));
    assert!(other.out.starts_with("public-01\n  then: column "), "{}", other.out);
    assert_eq!(class.text("out/outcomes.jsonl"), before);
    class.file("subs/ann.py", "print(1)\n");
    for (name, expected) in [
        ("ann", "ann.py: these files have not been marked; expected the submission as it was"),
        ("cleo", "--audit: found 'cleo'; expected one of ann, ben"),
    ] {
        class.run(&format!("work subs --out out --audit {name}")).refused_with(2, expected);
    }
}

#[test]
fn decisions_of_staff_survive_marking_again_and_are_shown_as_such() {
    let class = Class::small();
    class.file("subs/ann.py", "print(9)\nprint(9)\n");
    class.file("subs/ben.py", &right());
    let total = |class: &Class| class.mark("out", "")["ann"]["total"].clone();
    assert_eq!(total(&class), "0");
    let decisions = "[[override]]\nstudent = \"ann\"\ncase = \"after-due-01\"\npercent = 100\nremark = \"a <fair> guess\"\n\
                     [[override]]\nstudent = \"ann\"\ncase = \"hidden-01\"\nremark = \"as above\"\n\
                     [[override]]\nstudent = \"zoe\"\nmarks = 1.0\nremark = \"left\"\n";
    class.file("out/overrides.toml", decisions);
    // One of four cases.
    assert_eq!(total(&class), "2");
    assert_eq!(class.text("out/overrides.toml"), decisions);
    let page = class.text("out/students/ann.html");
    has(&page, &["<dt>staff</dt><dd>set to 100 %: a &lt;fair&gt; guess</dd>", "<p>hidden-01 as above</p>"]);
    assert!(!class.text("out/students/ben.html").contains("staff"));
    has(&class.text("out/index.html"), &["(changed or remarked by staff)"]);
    has(&class.text("out/marks.csv"), &["after-due-01: set to 100 %: a <fair> guess; hidden-01: as above"]);
    has(&class.run("work subs --out out").err, &["overrides.toml: no submission of zoe\n"]);
    // The journal has what was found, not what was decided.
    assert!(!class.text("out/outcomes.jsonl").contains("guess"));
    class.file("out/overrides.toml", "[[override]]\nstudent = \"ann\"\nmarks = 99.0\nremark = \"x\"\n");
    let message = "overrides.toml: line 3, column 9: marks: expected 0 to 8";
    class.run("work subs --out out").refused_with(2, message);
}

#[test]
fn marking_again_says_what_changed_and_lowers_no_mark_in_silence() {
    let class = Class::small();
    let wrong = "print(9)\nprint(9)\n";
    for student in ["ann", "cleo", "dan"] {
        class.file(&format!("subs/{student}.py"), &right());
    }
    class.file("subs/ben.py", wrong);
    class.mark("out", "");
    class.file("subs/ann.py", wrong);
    class.file("subs/ben.py", &right());
    fs::remove_file(class.path("subs/dan.py")).unwrap();
    class.file("subs/eve.py", wrong);
    let again = class.run("work subs --out again --regrade out");
    let line = "1 higher, 0 lower, 1 kept that would be lower, 1 as before: regrade.csv\n";
    has(&again.out, &[&format!("marks for the cases: {line}1 student had no marks before\n")]);
    has(&again.err, &["ann: 8 for the cases before stays, 0 now; --lower takes what is now\n"]);
    has(&again.err, &["1 student had marks before and have none now: dan\n"]);
    let totals = |out: &str| {
        let marks = rows(&class.text(&format!("{out}/marks.csv")));
        ["ann", "ben", "cleo"].map(|student| marks[student]["total"].clone())
    };
    assert_eq!(totals("again"), ["8", "8", "8"]);
    let table = rows(&class.text("again/regrade.csv"));
    assert_eq!(table.keys().collect::<Vec<_>>(), ["ann", "ben", "cleo", "eve"]);
    let of = |student: &str| ["before", "now", "counts"].map(|column| table[student][column].as_str());
    assert_eq!((of("ann"), of("ben"), of("cleo")), (["8", "0", "8"], ["0", "8", "8"], ["8", "8", "8"]));
    assert_eq!((of("eve"), table["eve"]["total_before"].as_str()), (["", "0", "0"], ""));
    assert_eq!((table["cleo"]["why"].as_str(), table["eve"]["why"].as_str()), ("", "no marks before"));
    // Cases that differ alike are said together.
    let why = &table["ann"]["why"];
    assert!(why.starts_with("public-01, public-02, ") && !why.contains(';'), "{why}");
    assert!(why.ends_with(": 100/100 -> 0/0 (the program has changed)"), "{why}");
    // Staff see why, and the student that the marks stay.
    let staff = "marked again: 8 marks for the cases before, 0 now, which would be less: those before stay;";
    has(&class.text("again/index.html"), &[staff]);
    let page = class.text("again/students/ann.html");
    has(&page, &["these marks stay after everything was marked again"]);
    assert!(!page.contains("-> 0/0"), "{page}");
    // So do other systems.
    let score = |path: &str| {
        let results = class.text(&format!("again/{path}.json"));
        serde_json::from_str::<serde_json::Value>(&results).expect("a document")["score"].to_string()
    };
    let paths = ["gradescope/ann/results", "prairielearn/ann/results", "classroom50/ann/result"];
    assert_eq!(paths.map(score), ["8.0", "1.0", "800"]);
    // The kept marks are not lost by marking once more.
    class.run("work subs --out again").refused_with(2, "expected --regrade DIR again, or another --out");
    assert_eq!(class.run("work subs --out again --regrade out").status, Some(0));
    assert_eq!(totals("again"), ["8", "8", "8"]);
    class.run("work subs --out lower --regrade again --lower").done();
    assert_eq!(totals("lower"), ["0", "8", "8"]);
    // Totals that fall in the folder itself are said beside a regrade, too.
    has(&class.run("work subs --out again --regrade lower").err, &["ann: 0 in all, 8 before\n"]);
    // Where nothing is known to differ, it is not the student's doing.
    let before = class.text("out/marks.jsonl");
    // All four of ann's.
    let fallen = before.replacen("\"earned\":[100,100]", "\"earned\":[0,100]", 4);
    assert_ne!(fallen, before);
    class.file("out/marks.jsonl", &fallen);
    class.file("subs/ann.py", &right());
    class.run("work subs --out machine --regrade out").done();
    let why =
        "(the same question to the same program: the machine, another Plyground, or chance in the program)";
    has(&class.text("machine/regrade.csv"), &[why]);
    // Limits are no student's doing, either.
    class.file("work/assignment.toml", &small().replace("memory_mib = 1024", "memory_mib = 2048"));
    let said = class.run("work subs --out limits --regrade out").done();
    has(&said, &["\nlimits that have changed: memory_mib 1024 -> 2048\n"]);
    has(&class.text("limits/regrade.csv"), &["(the limits have changed)"]);
    fs::remove_file(class.path("out/outcomes.jsonl")).unwrap();
    class.run("work subs --out unknown --regrade out").done();
    has(
        &class.text("unknown/regrade.csv"),
        &["program: limits, the machine, another Plyground, or chance in the program)"],
    );
    // Other cases, and another sum of marks.
    class.file("work/assignment.toml", &small().replace("seed = 3608", "seed = 3609"));
    let said = class.run("work subs --out other --regrade out").done();
    assert!(said.contains("marks for the cases: "), "{said}");
    // Also of students whose marks are the same.
    assert!(said.contains("\ncases that have changed: ") && !said.contains("public-01"), "{said}");
    has(
        &class.text("other/regrade.csv"),
        &["(the case has changed)", "(the case and the program have changed)"],
    );
    class.file("work/assignment.toml", &small().replace("cases = 8", "cases = 7"));
    for (folder, told) in [
        ("out", "cases gave 8 marks there and give 7 now"),
        ("none", "No such file"),
        ("subs", "No such file"),
        ("less", "it is the folder of earlier marks"),
    ] {
        class.run(&format!("work subs --out less --regrade {folder}")).refused_with(2, told);
    }
}

#[test]
fn marking_again_keeps_what_staff_have_decided_and_lists_totals_that_fall() {
    let class = Class::small();
    for student in ["ann@2027-04-06T10-00", "ben@2027-04-04T10-00", "cleo@2027-04-04T10-00"] {
        class.file(&format!("subs/{student}.py"), &right());
    }
    class.file("subs/cleo@2027-04-04T10-00.py", &right().replace("print(nodes)", "print(0)"));
    let decision = |student: &str, what: &str| {
        format!("[[override]]\nstudent = \"{student}\"\n{what}\nremark = \"so\"\n")
    };
    class.file("out/overrides.toml", &decision("ann", "not_late = true"));
    let due = " --due 2027-04-05T23:59";
    class.mark("out", due);
    // Decisions are not lost with the old folder.
    let again = format!("work subs --out again --regrade out{due}");
    let message = "out/overrides.toml: decisions of staff, which the new folder has not; copy the file to";
    class.run(&again).refused_with(2, message);
    class.file("again/overrides.toml", &decision("ann", "not_late = true"));
    let same = "0 higher, 0 lower, 0 kept that would be lower, 3 as before: regrade.csv\n";
    has(&class.run(&again).done(), &[same]);
    // What staff decide is not undone, and a total that falls for another reason is listed.
    class.file("again/overrides.toml", &decision("ben", "case = \"hidden-01\"\npercent = 0"));
    let ran = class.run(&again);
    has(&ran.out, &["0 higher, 1 lower, 0 kept that would be lower, 2 as before"]);
    has(&ran.err, &["ann: 7.6 in all, 8 before\n", "ben: 6 in all, 8 before\n"]);
    let table = rows(&class.text("again/regrade.csv"));
    assert_eq!(table["ben"]["why"], "hidden-01: 100/100 -> 0/0 (staff have decided)");
    // A decision that is gone is one, too.
    class.file("third/overrides.toml", "");
    class.run(&format!("work subs --out third --regrade again{due}")).done();
    let third = rows(&class.text("third/regrade.csv"));
    assert_eq!(third["ben"]["why"], "hidden-01: 0/0 -> 100/100 (staff have decided)");
    assert_eq!(table["ann"]["why"], "being late: 0 -> -0.4");
    class.file("again/overrides.toml", &decision("ben", "marks = 3.0"));
    class.file("work/assignment.toml", &small().replace("\nnodes = 3", "\nnodes = 2"));
    class.run(&again).done();
    let table = rows(&class.text("again/regrade.csv"));
    assert_eq!(table["ben"]["why"], "now: marks for the cases set to 3: so");
    assert_eq!(table["cleo"]["why"], "the parts of an answer have other weights");
}

#[test]
fn totals_that_fall_in_the_same_folder_are_said() {
    let class = Class::small();
    let wrong = "print(9)\nprint(9)\n";
    class.file("subs/ann.py", &right());
    class.file("subs/ben.py", wrong);
    class.mark("out", "");
    let first = class.text("out/marks.jsonl");
    class.file("subs/ann.py", wrong);
    class.file("subs/ben.py", &right());
    let said = || {
        let ran = class.run("work subs --out out");
        assert_eq!(ran.status, Some(0), "{}", ran.err);
        let falls = ran.err.lines().filter(|line| line.ends_with(" before"));
        falls.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(said(), ["ann: 0 in all, 8 before"]);
    // Also after an interruption.
    let waits = endless();
    class.file("subs/ben.py", wrong);
    class.file("subs/zoe.sh", &format!("exec {waits}\n"));
    for _ in 0..2 {
        interrupted_at(&waits, &mut class.command("work subs --out out")).refused(130);
    }
    fs::remove_file(class.path("subs/zoe.sh")).unwrap();
    assert_eq!(said(), ["ben: 0 in all, 8 before"]);
    assert!(said().is_empty() && !class.path("out/marks.older.jsonl").exists());
    // A run that died while it wrote has left both.
    class.file("out/marks.older.jsonl", &first);
    assert_eq!(said(), ["ann: 0 in all, 8 before"]);
    // Nothing is known of marks that cannot be read, and others are not compared.
    class.file("out/marks.jsonl", "{");
    assert!(said().is_empty());
    class.file("work/assignment.toml", &small().replace("cases = 8", "cases = 7"));
    assert!(said().is_empty());
}

#[test]
fn marks_are_read_whole_or_not_at_all() {
    let class = Class::small();
    class.file("subs/ann.py", "print(9)\nprint(9)\n");
    class.file("sheet.csv", "Login,Mark\nann,\n");
    class.mark("out", "");
    let refused = |told: &str| {
        class.run("work subs --out other --regrade out").refused_with(2, told);
        class.plyground(&["gradebook", "sheet.csv", "out", "--out", "full.csv"]).refused_with(2, told);
    };
    let marks = class.text("out/marks.jsonl");
    class.file("out/marks.jsonl", &marks.repeat(2));
    refused("line 2: 'ann' stands above, too; expected each student once");
    class.file("out/marks.jsonl", "");
    refused("nobody is marked; expected a line for each student");
    // A run that ends early leaves no older marks, and no page that shows such.
    let waits = endless();
    class.file("subs/ben.sh", &format!("exec {waits}\n"));
    interrupted_at(&waits, &mut class.command("work subs --out out")).refused(130);
    refused("marking has not ended; run mark again");
    let left = below(&class.path("out")).into_iter().filter(|path| path.is_file());
    let left: Vec<_> = left.map(|path| path.file_name().unwrap().to_owned()).collect();
    assert!(
        left.len() == 2 && left.iter().all(|name| name == "outcomes.jsonl" || name == "marks.older.jsonl")
    );
    fs::remove_file(class.path("subs/ben.sh")).unwrap();
    class.mark("out", "");
    assert_eq!(class.text("out/marks.jsonl"), marks);
}

#[test]
fn a_line_of_the_journal_that_was_changed_is_found() {
    let class = Class::small();
    class.file("subs/ann.py", "print(9)\nprint(9)\n");
    class.file("subs/ben.py", &right());
    let seal = || {
        let err = class.run("work subs --out out").err;
        let seal = err.lines().find_map(|line| line.strip_prefix("seal of outcomes.jsonl: "));
        seal.expect("a seal").to_owned()
    };
    assert_eq!(seal(), seal());
    let journal = class.path("out/outcomes.jsonl");
    let text = fs::read_to_string(&journal).expect("the journal");
    // If the checksum of a changed line is corrected too, the chain shows the change.
    let (head, lines) = text.split_once('\n').expect("a header");
    let changed = |line: &str| {
        let (record, _) = line.split_once(",\"crc32\"").expect("a checksum");
        format!("\n{}}}", record.replace("\"earned\":[0,0]", "\"earned\":[100,100]"))
    };
    let bad = head.to_owned() + &lines.lines().map(changed).collect::<String>() + "\n";
    assert!(text.contains("[0,0]") && !bad.contains("[0,0]"), "{bad}");
    fs::write(&journal, bad).expect("written");
    class.run("work subs --out out").refused_with(2, "its seal does not follow");
}

/// From the lecturer's download to the filled sheet, and through marking again with other cases.
#[test]
#[ignore = "long: a class of sixty"]
fn a_class_of_sixty_goes_from_the_sheet_to_the_filled_sheet_and_through_marking_again() {
    let class = Class::small();
    let mut sheet =
        "Identifier,\"Full name\",\"Email address\",Status,Grade,\"Maximum Grade\",Feedback\r\n".to_owned();
    for number in 1..=60 {
        let name = format!("Ann-{number:02} O'Neil");
        let id = 700 + number;
        let program = if number % 3 == 0 { "print(9)\nprint(9)\n".to_owned() } else { right() };
        // Three hand nothing in.
        if number % 20 != 0 {
            class.file(&format!("subs/{name}_{id}_assignsubmission_file/ConnectFour.py"), &program);
        }
        write!(
            sheet,
            "\"Participant {id}\",\"{name}\",a{number}@localhost,-,,\"10,00\",\"<p>so; \"\"far\"\"</p>\"\r\n"
        )
        .expect("memory");
    }
    class.file("sheet.csv", &sheet);
    let filled = |marks: &str| {
        let row = |line: &str| {
            let number: usize =
                line.split_once('@').and_then(|(front, _)| front.rsplit_once(",a")?.1.parse().ok()).unwrap();
            let mark = if number.is_multiple_of(3) { marks } else { "8" };
            let mark = if number.is_multiple_of(20) { "" } else { mark };
            line.replace(",-,,", &format!(",-,{mark},"))
        };
        let mut lines = sheet.split_inclusive("\r\n");
        lines.next().unwrap().to_owned() + &lines.map(row).collect::<String>()
    };
    let fill = |sheet: &str, marks: &str, out: &str, more: &[&str]| {
        class.plyground(&[&["gradebook", sheet, marks, "--out", out][..], more].concat())
    };

    assert_eq!(class.mark("out", " --jobs 2").len(), 57);
    let told = fill("sheet.csv", "out", "filled.csv", &[]).refused(2);
    for number in [20, 40, 60] {
        assert!(told.contains(&format!("Participant {}: in the sheet, not marked", 700 + number)), "{told}");
    }
    assert!(!class.path("filled.csv").exists());
    fill("sheet.csv", "out", "filled.csv", &["--partial"]).done();
    assert_eq!(class.text("filled.csv"), filled("0"));

    // Those that were wrong hand in anew, and the rest must not lose by it.
    for number in (1..=60).filter(|number| number % 3 == 0 && number % 20 != 0) {
        let name = format!("Ann-{number:02} O'Neil_{}", 700 + number);
        class.file(&format!("subs/{name}_assignsubmission_file/ConnectFour.py"), &right());
    }
    let again = class.run("work subs --out again --regrade out --jobs 2");
    has(&again.out, &["marks for the cases: 19 higher, 0 lower, 0 kept that would be lower, 38 as before"]);
    // Marks that change are listed.
    let told = fill("filled.csv", "again", "again.csv", &["--partial"]);
    has(&told.err, &["Ann-03 O'Neil_703_assignsubmission_file: 8 replaces 0"]);
    assert_eq!(class.text("again.csv"), filled("8"));
}
