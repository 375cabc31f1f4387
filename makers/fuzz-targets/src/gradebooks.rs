//! Sheets of learning platforms, into which marks are filled.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use plyground::{Exit, Program};
use serde_json::{Value, json};

use crate::input::{Input, check, folder, ran};

/// Students under names that platforms give to files, and plain ones.
const MARKED: [(&str, f64); 5] = [
    ("ann", 8.5),
    ("ben", 9.0),
    ("Ann Lee_55_assignsubmission_file", 7.5),
    ("oneilben_902_78_play.py", 0.0),
    ("HW 1_cleo_attempt_2027-04-05", 10.0),
];

/// How the columns are named, then the bytes of a sheet.
pub(crate) fn gradebook(data: &[u8]) {
    let mut input = Input(data);
    let columns: &[&str] = match input.below(3) {
        0 => &[],
        1 => &["--column", "Mark"],
        _ => &["--column", "Mark", "--by", "Login"],
    };
    let place = folder();
    let marks = MARKED.map(|(student, total)| {
        let mark = json!({ "student": student, "total": total, "refused": "", "pending": null });
        format!("{mark}\n")
    });
    fs::write(place.path().join("marks.jsonl"), marks.concat()).expect("a file");
    let [sheet, filled, again] = ["sheet.csv", "filled.csv", "again.csv"].map(|name| place.path().join(name));
    fs::write(&sheet, input.rest()).expect("a file");
    let fill = |from: &Path, to: &Path| {
        let columns = columns.iter().map(OsStr::new);
        let args = [
            "gradebook".as_ref(),
            from.as_os_str(),
            place.path().as_os_str(),
            "--out".as_ref(),
            to.as_os_str(),
        ];
        ran(&Program::new(), args.into_iter().chain(["--partial", "--json"].map(OsStr::new)).chain(columns))
    };
    let (exit, out, message) = fill(&sheet, &filled);
    check(exit, &out, &message);
    assert_eq!(filled.exists(), exit == Exit::Done);
    if exit != Exit::Done {
        return;
    }
    // The cell that said whose sheet it is, or how its characters are written, may be one that was filled.
    let [before, after] = [&sheet, &filled].map(|path| fs::read(path).expect("a file"));
    let (exit, next, message) = fill(&filled, &again);
    check(exit, &next, &message);
    if exit != Exit::Done || std::str::from_utf8(&before).is_ok() != std::str::from_utf8(&after).is_ok() {
        return;
    }
    let [first, next]: [Value; 2] = [out, next].map(|out| serde_json::from_str(&out).expect("JSON"));
    if first["form"] == next["form"] {
        assert_eq!(next["filled"], first["filled"]);
        assert_eq!(next["replaced"], json!([]), "marks that stand there are no others");
        assert!(fs::read(&again).expect("a file") == after);
    }
}
