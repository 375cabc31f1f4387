//! What staff do after marking: they look again, decide themselves, and find out if somebody changed what was kept.

use std::fmt::Write;
use std::fs;

use super::class::{Class, right, rows, small};

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
        let said = class.run(&format!("work subs --out out --audit {name}")).refused(2);
        assert!(said.contains(expected), "{said}");
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
    assert!(page.contains("<dt>staff</dt><dd>set to 100 %: a &lt;fair&gt; guess</dd>"), "{page}");
    assert!(page.contains("<p>hidden-01 as above</p>"), "{page}");
    assert!(!class.text("out/students/ben.html").contains("staff"));
    assert!(class.text("out/index.html").contains("(changed or remarked by staff)"));
    let remarks = "after-due-01: set to 100 %: a <fair> guess; hidden-01: as above";
    assert!(class.text("out/marks.csv").contains(remarks));
    let said = class.run("work subs --out out").err;
    assert!(said.contains("overrides.toml: no submission of zoe\n"), "{said}");
    // The journal has what was found, not what was decided.
    assert!(!class.text("out/outcomes.jsonl").contains("guess"));
    class.file("out/overrides.toml", "[[override]]\nstudent = \"ann\"\nmarks = 99.0\nremark = \"x\"\n");
    let said = class.run("work subs --out out").refused(2);
    assert!(said.contains("overrides.toml: line 3, column 9: marks: expected 0 to 8"), "{said}");
}

#[test]
fn marking_again_says_what_changed_and_lowers_no_mark_in_silence() {
    let class = Class::small();
    let wrong = "print(9)\nprint(9)\n";
    for (student, program) in
        [("ann", right().as_str()), ("ben", wrong), ("cleo", &right()), ("dan", &right())]
    {
        class.file(&format!("subs/{student}.py"), program);
    }
    class.mark("out", "");
    class.file("subs/ann.py", wrong);
    class.file("subs/ben.py", &right());
    fs::remove_file(class.path("subs/dan.py")).unwrap();
    let again = class.run("work subs --out again --regrade out");
    let line =
        "marks for the cases: 1 higher, 0 lower, 1 kept that would be lower, 1 as before: regrade.csv\n";
    assert!(again.out.contains(line), "{}", again.out);
    for told in [
        "ann: 8 for the cases before stays, 0 now; --lower takes what is now\n",
        "1 student had marks before and have none now: dan\n",
    ] {
        assert!(again.err.contains(told), "{}", again.err);
    }
    let totals = |out: &str| {
        let marks = rows(&class.text(&format!("{out}/marks.csv")));
        ["ann", "ben", "cleo"].map(|student| marks[student]["total"].clone())
    };
    assert_eq!(totals("again"), ["8", "8", "8"]);
    let table = rows(&class.text("again/regrade.csv"));
    assert_eq!(table.keys().collect::<Vec<_>>(), ["ann", "ben", "cleo"]);
    let of = |student: &str| ["before", "now", "counts"].map(|column| table[student][column].as_str());
    assert_eq!((of("ann"), of("ben"), of("cleo")), (["8", "0", "8"], ["0", "8", "8"], ["8", "8", "8"]));
    assert_eq!(table["cleo"]["why"], "");
    assert!(table["ann"]["why"].contains("public-01: 100/100 -> 0/0 (the program has changed)"), "{table:?}");
    // Staff see why, and the student that the marks stay.
    let staff = class.text("again/index.html");
    assert!(
        staff.contains(
            "marked again: 8 marks for the cases before, 0 now, which would be less: those before stay;"
        ),
        "{staff}"
    );
    let page = class.text("again/students/ann.html");
    assert!(
        page.contains("these marks stay after everything was marked again") && !page.contains("-> 0/0"),
        "{page}"
    );
    // So do other systems.
    let score = |path: &str| {
        let results = class.text(&format!("again/{path}"));
        serde_json::from_str::<serde_json::Value>(&results).expect("a document")["score"].to_string()
    };
    let paths =
        ["gradescope/ann/results.json", "prairielearn/ann/results.json", "classroom50/ann/result.json"];
    assert_eq!(paths.map(score), ["8.0", "1.0", "800"]);
    // The kept marks are not lost by marking once more.
    let said = class.run("work subs --out again").refused(2);
    assert!(said.contains("expected --regrade DIR again, or another --out"), "{said}");
    assert_eq!(class.run("work subs --out again --regrade out").status, Some(0));
    assert_eq!(totals("again"), ["8", "8", "8"]);
    class.run("work subs --out lower --regrade again --lower").done();
    assert_eq!(totals("lower"), ["0", "8", "8"]);
    // Where nothing is known to differ, it is not the student's doing.
    let before = class.text("out/marks.jsonl");
    let fallen = before.replacen("\"earned\":[100,100]", "\"earned\":[0,100]", 1);
    assert_ne!(fallen, before);
    class.file("out/marks.jsonl", &fallen);
    class.file("subs/ann.py", &right());
    class.run("work subs --out machine --regrade out").done();
    let table = class.text("machine/regrade.csv");
    assert!(
        table.contains(
            "(the same question to the same program: limits, the machine, or chance in the program)"
        ),
        "{table}"
    );
    // Other cases, and another sum of marks.
    class.file("work/assignment.toml", &small().replace("seed = 3608", "seed = 3609"));
    let said = class.run("work subs --out other --regrade out").done();
    assert!(said.contains("marks for the cases: "), "{said}");
    // Also of students whose marks are the same.
    assert!(said.contains("\ncases that have changed: ") && !said.contains("public-01"), "{said}");
    let table = class.text("other/regrade.csv");
    assert!(table.contains("(the case has changed)"), "{table}");
    class.file("work/assignment.toml", &small().replace("cases = 8", "cases = 7"));
    let said = class.run("work subs --out less --regrade out").refused(2);
    assert!(said.contains("cases gave 8 marks there and give 7 now"), "{said}");
    for (folder, told) in
        [("none", "No such file"), ("subs", "No such file"), ("less", "it is the folder of earlier marks")]
    {
        let said = class.run(&format!("work subs --out less --regrade {folder}")).refused(2);
        assert!(said.contains(told), "{folder}: {said}");
    }
}

#[test]
fn marking_again_keeps_what_staff_have_decided_and_lists_totals_that_fall() {
    let class = Class::small();
    for student in ["ann@2027-04-06T10-00", "ben@2027-04-04T10-00", "cleo@2027-04-04T10-00"] {
        class.file(&format!("subs/{student}.py"), &right());
    }
    let decision = |student: &str, what: &str| {
        format!("[[override]]\nstudent = \"{student}\"\n{what}\nremark = \"so\"\n")
    };
    class.file("out/overrides.toml", &decision("ann", "not_late = true"));
    let due = " --due 2027-04-05T23:59";
    class.mark("out", due);
    // Decisions are not lost with the old folder.
    let again = format!("work subs --out again --regrade out{due}");
    let said = class.run(&again).refused(2);
    assert!(
        said.contains(
            "out/overrides.toml: decisions of staff, which the new folder has not; copy the file to"
        ),
        "{said}"
    );
    class.file("again/overrides.toml", &decision("ann", "not_late = true"));
    let same = class.run(&again).done();
    assert!(
        same.contains("0 higher, 0 lower, 0 kept that would be lower, 3 as before: regrade.csv\n"),
        "{same}"
    );
    // What staff decide is not undone, and a total that falls for another reason is listed.
    class.file("again/overrides.toml", &decision("ben", "case = \"hidden-01\"\npercent = 0"));
    let ran = class.run(&again);
    assert!(ran.out.contains("0 higher, 1 lower, 0 kept that would be lower, 2 as before"), "{}", ran.out);
    for told in ["ann: 7.6 in all, 8 before\n", "ben: 6 in all, 8 before\n"] {
        assert!(ran.err.contains(told), "{}", ran.err);
    }
    let table = rows(&class.text("again/regrade.csv"));
    assert_eq!(table["ben"]["why"], "hidden-01: 100/100 -> 0/0 (staff have decided)");
    assert_eq!(table["ann"]["why"], "");
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
    let said = class.run("work subs --out out").refused(2);
    assert!(said.contains("its seal does not follow"), "{said}");
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
        let (id, program) =
            (700 + number, if number % 3 == 0 { "print(9)\nprint(9)\n".to_owned() } else { right() });
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
            if number.is_multiple_of(20) {
                line.to_owned()
            } else {
                line.replace(",-,,", &format!(",-,{mark},"))
            }
        };
        let mut lines = sheet.split_inclusive("\r\n");
        lines.next().unwrap().to_owned() + &lines.map(row).collect::<String>()
    };
    let fill = |sheet: &str, marks: &str, out: &str, more: &[&str]| {
        class.plyground(&[&["gradebook", sheet, marks, "--out", out][..], more].concat())
    };

    let marks = class.mark("out", " --jobs 2");
    assert_eq!(marks.len(), 57);
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
    assert!(
        again
            .out
            .contains("marks for the cases: 19 higher, 0 lower, 0 kept that would be lower, 38 as before"),
        "{}",
        again.out
    );
    let told = fill("filled.csv", "again", "again.csv", &["--partial"]);
    assert!(
        told.err.contains("Ann-03 O'Neil_703_assignsubmission_file: 8 replaces 0"),
        "marks that change are listed: {}",
        told.err
    );
    assert_eq!(class.text("again.csv"), filled("8"));
}
