//! The seals of a journal's lines.

use plyground_courses::engine::chain::Chain;

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
    for at in 0..lines.len() {
        let mut changed = lines.clone();
        changed[at] = changed[at].replacen("\"a\":", "\"a\":1", 1);
        read(&changed).unwrap_err();
        let mut stripped = lines.clone();
        stripped[at] = format!("{{\"a\":{}}}", at + 1);
        read(&stripped).unwrap_err();
        if at > 0 {
            let mut moved = lines.clone();
            moved.swap(at - 1, at);
            read(&moved).unwrap_err();
        }
        if at + 1 < lines.len() {
            let mut removed = lines.clone();
            removed.remove(at);
            read(&removed).unwrap_err();
        }
    }
    // Without any seals.
    read([r#"{"a":1}"#, r#"{"a":2}"#]).unwrap_err();
    // Of another journal.
    let mut other = Chain::new("{}");
    other.check(&lines[0]).unwrap_err();
    // Lines cut off at the end cannot be seen, but the last seal reveals it.
    assert_ne!(read(&lines[..3]).unwrap().last(), read(&lines).unwrap().last());
}
