//! A checksum at the end of every record, so that no damage to a file goes unseen.
//!
//! It is the last field of the record, `"crc32"`: eight hexadecimal digits, the CRC-32 of the line as it would be
//! without that field. Records without it are taken as they are: people may write such.

use std::borrow::Cow;

/// Before the digits.
const KEY: &str = ",\"crc32\":\"";

/// Behind them.
const END: &str = "\"}";

const DIGITS: usize = 8;

/// How much longer a record is with its checksum, in bytes.
pub(super) const LENGTH: usize = KEY.len() + DIGITS + END.len() - 1;

/// The record with its checksum. Only what is an object with fields has one.
pub(super) fn sealed(record: &str) -> String {
    match record.strip_suffix('}').filter(|fields| fields.len() > 1) {
        Some(fields) => format!("{fields}{KEY}{:08x}{END}", crc32fast::hash(record.as_bytes())),
        None => record.to_owned(),
    }
}

/// The record without its checksum, if that is the record's; else what is wrong with a line that was changed after it was
/// written.
pub(super) fn opened(line: &str) -> Result<Cow<'_, str>, String> {
    let Some((fields, digits)) = parts(line) else { return Ok(Cow::Borrowed(line)) };
    let record = format!("{fields}}}");
    let sum = crc32fast::hash(record.as_bytes());
    if digits == format!("{sum:08x}") {
        return Ok(Cow::Owned(record));
    }
    Err(format!(
        "the line was changed: its checksum is {sum:08x}, and it says '{digits}'; restore the file from a copy, or \
         remove the line to have it made again"
    ))
}

/// What comes before the checksum, and its digits.
fn parts(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_suffix(END)?;
    let (fields, digits) = rest.split_at_checked(rest.len().checked_sub(DIGITS)?)?;
    Some((fields.strip_suffix(KEY)?, digits))
}

/// Whether this is a whole record with something behind it: its end was changed, where one that was never finished
/// would have less.
pub(super) fn has_lost_its_end(line: &[u8]) -> bool {
    let Some((_, before)) = line.split_last() else { return false };
    std::str::from_utf8(before).is_ok_and(|text| parts(text).is_some())
}

/// A text of records without checksums, for tests that change it.
#[cfg(test)]
pub(crate) fn removed(text: &str) -> String {
    text.split_inclusive('\n')
        .map(|line| line.replacen(line.trim_end(), &opened(line.trim_end()).unwrap(), 1))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_comes_back_and_no_changed_one_does() {
        let record = r#"{"id":"7","text":"a } \" b","list":[{}]}"#;
        let sealed = sealed(record);
        assert_eq!(sealed.len(), record.len() + LENGTH);
        assert!(sealed.ends_with("\"}") && sealed.starts_with(&record[..record.len() - 1]), "{sealed}");
        assert_eq!(opened(&sealed).unwrap(), record);
        for at in 0..sealed.len() {
            for bit in 0..8 {
                let mut bytes = sealed.clone().into_bytes();
                bytes[at] ^= 1 << bit;
                let Ok(text) = String::from_utf8(bytes) else { continue };
                // Where the field is not one any more, all that it protects is as it was.
                if let Ok(opened) = opened(&text) {
                    assert!(opened.starts_with(&record[..record.len() - 1]), "{text}");
                }
            }
        }
    }

    #[test]
    fn what_has_no_fields_has_no_checksum() {
        for record in ["{}", "[1]", "7", "", "}"] {
            assert_eq!(sealed(record), record);
            assert_eq!(opened(record).unwrap(), record);
        }
        assert_eq!(opened(r#"{"a":1}"#).unwrap(), r#"{"a":1}"#);
    }

    #[test]
    fn lost_line_ends_differ_from_unfinished_lines() {
        let sealed = sealed(r#"{"a":1}"#);
        for length in 0..=sealed.len() {
            assert!(!has_lost_its_end(&sealed.as_bytes()[..length]), "{length}");
        }
        assert!(has_lost_its_end(format!("{sealed}\u{b}").as_bytes()));
        assert!(has_lost_its_end(&[sealed.as_bytes(), b"\x8a"].concat()));
    }
}
