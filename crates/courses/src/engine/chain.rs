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
