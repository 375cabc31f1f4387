//! What staff do after marking: they look again, decide themselves, and find out if somebody changed what was kept.

use std::fs;

use super::class::{Class, right};

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
    let lines: Vec<&str> = text.lines().collect();
    let changed = |line: &str| {
        let (record, _) = line.split_once(",\"crc32\"").expect("a checksum");
        format!("{}}}", record.replace("\"earned\":[0,0]", "\"earned\":[100,100]"))
    };
    let bad: Vec<String> = lines
        .iter()
        .enumerate()
        .map(|(at, line)| if at == 0 { (*line).to_owned() } else { changed(line) })
        .collect();
    assert_ne!(bad.join("\n"), text);
    fs::write(&journal, bad.join("\n") + "\n").expect("written");
    let said = class.run("work subs --out out").refused(2);
    assert!(said.contains("its seal does not follow"), "{said}");
}
