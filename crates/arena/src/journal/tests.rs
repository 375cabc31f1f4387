use serde_json::json;

use super::*;

fn records(path: &Path, header: &Value) -> Result<(Journal, Vec<Value>), JournalError> {
    let mut found = Vec::new();
    let journal = Journal::open(path, header, &mut |record| {
        found.push(serde_json::from_str(record)?);
        Ok(())
    })?;
    Ok((journal, found))
}

#[test]
fn complete_records_survive_any_cut() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.jsonl");
    let header = json!({ "of": "tests" });
    let (mut journal, _) = records(&path, &header).unwrap();
    for n in 0..3 {
        journal.append(&[json!(n).to_string()]).unwrap();
    }
    drop(journal);
    let whole = std::fs::read(&path).unwrap();
    for len in 0..whole.len() {
        std::fs::write(&path, &whole[..len]).unwrap();
        let complete =
            whole[..len].split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n")).count();
        let (mut journal, found) = records(&path, &header).unwrap();
        assert_eq!(found.len(), complete.saturating_sub(1), "{len} bytes");
        journal.append(&[json!("next").to_string()]).unwrap();
        drop(journal);
        let (_, found) = records(&path, &header).unwrap();
        assert_eq!(found.last(), Some(&json!("next")), "{len} bytes");
    }
}

#[test]
fn journals_of_others_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.jsonl");
    let (journal, _) = records(&path, &json!("mine")).unwrap();
    let locked = records(&path, &json!("mine")).unwrap_err().to_string();
    assert!(locked.contains("another process is writing it"), "{locked}");
    drop(journal);
    let before = std::fs::read(&path).unwrap();
    let other = records(&path, &json!("yours")).unwrap_err().to_string();
    assert!(other.ends_with("it belongs to other work; expected \"yours\", found \"mine\""), "{other}");
    std::fs::write(folder.path().join("b"), "\"mine\"\n{\n1\n").unwrap();
    let broken = records(&folder.path().join("b"), &json!("mine")).unwrap_err().to_string();
    assert!(broken.contains("b: line 2: "), "{broken}");
    assert_eq!(std::fs::read(&path).unwrap(), before);
    assert!(records(folder.path(), &json!("mine")).is_err());
}

#[test]
fn a_file_of_one_unfinished_line_is_cut_only_if_it_begins_as_the_journal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.json");
    let header = json!({ "of": "tests" });
    let long = "x".repeat(1 << 20);
    for text in [r#"{"precious":"data"}"#, r#"{"of":"tests"} "#, "\u{0}\u{9b}", &long] {
        std::fs::write(&path, text).unwrap();
        let error = records(&path, &header).unwrap_err().to_string();
        assert!(error.contains("a.json: it belongs to other work; expected {"), "{error}");
        assert!(error.len() < 1000 && !error.contains(char::is_control), "{error}");
        assert!(Journal::read(&path, &header, &mut |_| Ok(())).is_err(), "{text}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn journals_that_are_not_regular_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let header = json!("mine");
    let error = |path: &Path| records(path, &header).unwrap_err().to_string();
    let expected = "; expected a file that can be read and written";
    assert!(error(folder.path()).ends_with(expected));
    assert!(error(&folder.path().join("missing/file")).ends_with(expected));
    if Path::new("/dev/null").exists() {
        assert_eq!(error(Path::new("/dev/null")), format!("/dev/null: not a regular file{expected}"));
    }
    let missing = Journal::read(&folder.path().join("missing"), &header, &mut |_| Ok(())).unwrap_err();
    assert!(missing.to_string().ends_with("; expected a readable file"), "{missing}");
}

#[test]
fn a_full_disk_is_an_error() {
    // Every write to this device fails for want of space.
    let full = Path::new("/dev/full");
    if !full.exists() {
        return;
    }
    let file = OpenOptions::new().append(true).open(full).unwrap();
    let mut journal = Journal { file, path: full.to_owned(), end: Bookmark::default() };
    let error = journal.append(&["1".to_owned()]).unwrap_err().to_string();
    assert!(error.starts_with("/dev/full: "), "{error}");
}

#[test]
fn records_too_long_to_read_are_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.jsonl");
    let header = json!("numbers");
    let (mut journal, _) = records(&path, &header).unwrap();
    let long = "1".repeat(usize::try_from(MOST_LINE).unwrap());
    let error = journal.append(&["1".to_owned(), long.clone()]).unwrap_err().to_string();
    assert!(error.contains("a.jsonl: a record is longer than can be read again"), "{error}");
    journal.append(&[format!("\"{}\"", &long[..long.len() - 3 - sum::LENGTH])]).unwrap();
    drop(journal);
    assert_eq!(records(&path, &header).unwrap().1.len(), 1);
}

#[test]
fn what_is_added_is_read_from_the_bookmark_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.jsonl");
    let header = json!("numbers");
    let (mut journal, _) = records(&path, &header).unwrap();
    let mut bookmark = Bookmark::default();
    let mut spans: Vec<(String, Span)> = Vec::new();
    let read_on = |bookmark: &mut Bookmark, spans: &mut Vec<(String, Span)>| {
        Journal::read_on(&path, &header, bookmark, &mut |line, span| {
            spans.push((line.to_owned(), span));
            Ok(())
        })
    };
    for round in 0..5 {
        let lines: Vec<String> = (0..round).map(|n| json!({ "n": n, "of": round }).to_string()).collect();
        journal.append(&lines).unwrap();
        // Half a line is read when it is whole.
        let len = std::fs::metadata(&path).unwrap().len();
        let mut file = OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(b"{\"n\": 3").unwrap();
        let before = spans.len();
        read_on(&mut bookmark, &mut spans).unwrap();
        assert!(spans[before..].iter().map(|(line, _)| line).eq(&lines), "{spans:?}, not {lines:?}");
        assert_eq!(bookmark.bytes(), len);
        file.set_len(len).unwrap();
    }
    for (line, span) in &spans {
        assert_eq!(&Lines::open(&path).unwrap().at(*span).unwrap(), line);
    }
    // A record that is refused is given again.
    journal.append(&["7".to_owned(), "8".to_owned()]).unwrap();
    let refused = Journal::read_on(&path, &header, &mut bookmark, &mut |line, _| match line {
        "7" => Ok(()),
        line => Err(format!("no {line}").into()),
    });
    assert_eq!(refused.unwrap_err().to_string(), format!("{}: line 13: no 8", path.display()));
    let before = spans.len();
    read_on(&mut bookmark, &mut spans).unwrap();
    assert_eq!(spans[before..].iter().map(|(line, _)| line.as_str()).collect::<Vec<_>>(), ["8"]);
    // A file that has become shorter has nothing new, and has lost what was there.
    OpenOptions::new().write(true).open(&path).unwrap().set_len(20).unwrap();
    read_on(&mut bookmark, &mut spans).unwrap();
    assert_eq!(spans.len(), before + 1);
    let (_, gone) = spans[before];
    let lost = Lines::open(&path).unwrap().at(gone).unwrap_err().to_string();
    assert!(lost.ends_with("it has become shorter"), "{lost}");
}
