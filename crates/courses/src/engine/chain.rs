//! A chain over the lines of a journal of outcomes. Each line has a seal: a hash of its text and of the seal before it.
//!
//! So reading the journal finds a line that is changed or moved, or missing before others. It does not find lines that
//! are cut off at the end, or changes after which all later seals were written again. For that, the last seal is
//! printed when marking ends, to be kept where others cannot write.

use sha2::{Digest, Sha256};

/// Before the digits.
const KEY: &str = ",\"seal\":\"";

/// Behind them.
const END: &str = "\"}";

/// Hexadecimal digits of a seal.
const DIGITS: usize = 64;

/// The state of a chain: the seal of the last line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain {
    seal: String,
}

impl Chain {
    /// A chain after the first line of a journal.
    pub fn new(header: &str) -> Self {
        Self { seal: hash("", header) }
    }

    /// Takes in the next line.
    ///
    /// # Errors
    ///
    /// If its seal is not the one that follows.
    pub fn check(&mut self, line: &str) -> Result<(), String> {
        let found = opened(line).map(|(record, seal)| (hash(&self.seal, &record), seal));
        let Some((expected, _)) = found.filter(|(expected, seal)| expected == seal) else {
            return Err("this line, or one before it, was changed, removed or moved since it was written: its seal does \
                        not follow; expected the journal as it was; restore it from a copy, or choose another --out, so \
                        that every program is asked anew"
                .to_owned());
        };
        self.seal = expected;
        Ok(())
    }

    /// The next line with its seal. It must be an object with fields.
    pub fn seal(&mut self, record: &str) -> String {
        self.seal = hash(&self.seal, record);
        let fields = record.strip_suffix('}').unwrap_or(record);
        format!("{fields}{KEY}{}{END}", self.seal)
    }

    /// The seal of the last line: a hash of all lines so far, in hexadecimal.
    pub fn last(&self) -> &str {
        &self.seal
    }
}

/// A record without its seal, and the seal, if it has one.
fn opened(line: &str) -> Option<(String, &str)> {
    let rest = line.strip_suffix(END)?;
    let (fields, seal) = rest.split_at_checked(rest.len().checked_sub(DIGITS)?)?;
    let fields = fields.strip_suffix(KEY)?;
    Some((format!("{fields}}}"), seal))
}

fn hash(before: &str, line: &str) -> String {
    let mut hash = Sha256::new();
    hash.update(before);
    hash.update(line);
    format!("{:x}", hash.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!((&value["student"], value["seal"].as_str().unwrap().len()), (&"ben".into(), DIGITS));
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
}
