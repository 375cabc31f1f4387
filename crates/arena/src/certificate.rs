//! Certificates as files: who wins a position, and the choices that prove it.
//!
//! A line of JSON says what is proved, then comes a byte for every choice, then the SHA-256 sum of all bytes before
//! it. Whether the choices prove anything is for the game to verify
//! (`plyground_core::games::breakthrough::certificate`); here it is only seen that the file is whole.

use std::io;
use std::path::Path;

use hmac_sha256::Hash as Sha256;
use plyground_core::{hex, printable, quote};
use serde::{Deserialize, Serialize};

use crate::file;

/// What a certificate says it is: the name of the format with its version.
const FORMAT: &str = "plyground proof 1";

/// The longest line before the choices, in bytes.
const MOST_HEADER: usize = 1 << 12;

/// Bytes of the sum at the end.
const SUM: usize = 32;

/// The most choices of a certificate.
pub const MOST_CHOICES: usize = 1 << 28;

/// The header at the beginning of a certificate file: what is proved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    format: String,
    #[serde(flatten)]
    claim: Claim,
    choices: u64,
}

/// What a certificate proves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Claim {
    /// The name of the game.
    pub game: String,
    /// Columns of the board.
    pub columns: u32,
    /// Rows of the board.
    pub rows: u32,
    /// The position, as the game writes boards of any size.
    pub position: String,
    /// The name of the side that wins it.
    pub winner: String,
}

/// A proof that came from a file, or goes into one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// What is proved.
    pub claim: Claim,
    /// The winner's choices.
    pub choices: Vec<u8>,
}

/// Why a file is no certificate.
#[derive(Debug, thiserror::Error)]
pub enum CertificateError {
    /// It does not begin with a line of text, as this says.
    #[error("line 1: {0}; expected what is proved, as JSON")]
    NoText(&'static str),
    /// Its first line is not JSON, or a field is missing or has a value that it cannot have; with what was expected.
    #[error("line 1: {}; expected {_1}", printable(&_0.to_string()))]
    Json(serde_json::Error, &'static str),
    /// It is of another format, which has this name.
    #[error("line 1: format {}; expected {}", quote(_0), quote(FORMAT))]
    Format(String),
    /// After the first line it has so many bytes, which are not those of so many choices and their sum.
    #[error(
        "after line 1: {_0} bytes; expected {_1} choices and {SUM} bytes of their sum; the file is not whole"
    )]
    NotWhole(usize, u64),
    /// The sum at its end is not that of its bytes.
    #[error("last {SUM} bytes: sum {_0}; expected {_1}; the file is damaged")]
    Damaged(String, String),
}

impl Certificate {
    /// The content of a file.
    ///
    /// # Panics
    ///
    /// If the line before the choices is longer than 4 KiB, or there are more than [`MOST_CHOICES`]; neither would be
    /// read again.
    pub fn to_bytes(&self) -> Vec<u8> {
        assert!(self.choices.len() <= MOST_CHOICES, "a certificate has at most {MOST_CHOICES} choices");
        let (format, claim) = (FORMAT.to_owned(), self.claim.clone());
        let header = Header { format, claim, choices: self.choices.len() as u64 };
        let mut bytes = serde_json::to_vec(&header).expect("names and numbers are written without error");
        assert!(bytes.len() < MOST_HEADER, "a header has less than {MOST_HEADER} bytes");
        bytes.reserve_exact(1 + self.choices.len() + SUM);
        bytes.push(b'\n');
        bytes.extend_from_slice(&self.choices);
        let sum = Sha256::hash(&bytes);
        bytes.extend_from_slice(&sum);
        bytes
    }

    /// Reads what [`to_bytes`](Self::to_bytes) gave.
    ///
    /// # Errors
    ///
    /// If they are no certificate, or a damaged one.
    pub fn parse(mut bytes: Vec<u8>) -> Result<Self, CertificateError> {
        let start = bytes.iter().take(MOST_HEADER).position(|&byte| byte == b'\n');
        let start = 1 + start.ok_or(CertificateError::NoText("no line of text"))?;
        let not_text = CertificateError::NoText("not UTF-8 text");
        let header = std::str::from_utf8(&bytes[..start]).map_err(|_| not_text)?;
        let not_json = |expected| move |error| CertificateError::Json(error, expected);
        let header: serde_json::Value = serde_json::from_str(header).map_err(not_json("JSON"))?;
        let format = header["format"].as_str().unwrap_or_default();
        if format != FORMAT {
            return Err(CertificateError::Format(format.to_owned()));
        }
        let fields = "format, game, columns, rows, position, winner and choices";
        let Header { claim, choices, .. } = serde_json::from_value(header).map_err(not_json(fields))?;
        let found = bytes.len() - start;
        if found.saturating_sub(SUM) as u64 != choices || found < SUM {
            return Err(CertificateError::NotWhole(found, choices));
        }
        let end = bytes.len() - SUM;
        let (content, sum) = bytes.split_at(end);
        let expected = Sha256::hash(content);
        if sum != expected {
            return Err(CertificateError::Damaged(hex(sum), hex(&expected)));
        }
        bytes.truncate(end);
        bytes.drain(..start);
        Ok(Self { claim, choices: bytes })
    }

    /// Reads a file. Memory is bounded by the length of the file, and that by [`MOST_CHOICES`].
    ///
    /// # Errors
    ///
    /// If it cannot be read, is too long, or is no certificate.
    pub fn read(path: &Path) -> io::Result<Self> {
        let bytes = file::read_bytes(path, (MOST_HEADER + MOST_CHOICES + SUM) as u64)?;
        Self::parse(bytes).map_err(|problem| io::Error::new(io::ErrorKind::InvalidData, problem))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn certificate() -> Certificate {
        let claim = Claim {
            game: "breakthrough".to_owned(),
            columns: 3,
            rows: 4,
            position: "bbb/bbb/www/www/w".to_owned(),
            winner: "black".to_owned(),
        };
        Certificate { claim, choices: vec![0, 255, b'\n', 3] }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let bytes = certificate().to_bytes();
        let header = bytes.split(|&byte| byte == b'\n').next().unwrap();
        assert_eq!(
            str::from_utf8(header).unwrap(),
            r#"{"format":"plyground proof 1","game":"breakthrough","columns":3,"rows":4,"position":"bbb/bbb/www/www/w","winner":"black","choices":4}"#
        );
        assert_eq!(bytes.len(), header.len() + 1 + 4 + SUM);
        assert_eq!(Certificate::parse(bytes.clone()).unwrap(), certificate());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        file::write_atomically(&path, &bytes).unwrap();
        assert_eq!(Certificate::read(&path).unwrap(), certificate());
        assert!(Certificate::read(folder.path()).is_err() && Certificate::read(&path.join("none")).is_err());
        let empty = Certificate { choices: Vec::new(), ..certificate() };
        assert_eq!(Certificate::parse(empty.to_bytes()).unwrap(), empty);
    }

    #[test]
    fn damaged_files_are_refused_wherever_they_are_damaged() {
        let bytes = certificate().to_bytes();
        for place in 0..bytes.len() {
            for change in [1, 4, 0x80] {
                let mut damaged = bytes.clone();
                damaged[place] ^= change;
                assert!(Certificate::parse(damaged).is_err(), "byte {place} changed by {change}");
            }
            assert!(Certificate::parse(bytes[..place].to_vec()).is_err(), "the first {place} bytes");
            let mut shorter = bytes.clone();
            shorter.remove(place);
            assert!(Certificate::parse(shorter).is_err(), "without byte {place}");
        }
        assert!(Certificate::parse([bytes, vec![0]].concat()).is_err());
    }

    #[test]
    fn every_problem_says_what_was_expected() {
        let problem = |bytes: &[u8]| Certificate::parse(bytes.to_vec()).unwrap_err().to_string();
        let no_line = "line 1: no line of text; expected what is proved, as JSON";
        assert_eq!(problem(b""), no_line);
        assert_eq!(problem(&[b' '; 2 * MOST_HEADER]), no_line);
        assert_eq!(problem(b"\xff\n"), "line 1: not UTF-8 text; expected what is proved, as JSON");
        assert!(problem(b"{\n").ends_with("; expected JSON"));
        assert_eq!(problem(b"[1]\n"), "line 1: format ''; expected 'plyground proof 1'");
        let newer = br#"{"format":"plyground proof 2"}"#;
        let newer = problem(&[&newer[..], b"\n"].concat());
        assert_eq!(newer, "line 1: format 'plyground proof 2'; expected 'plyground proof 1'");
        let text = String::from_utf8_lossy(&certificate().to_bytes()).into_owned();
        let header = text.lines().next().unwrap();
        let with = |old: &str, new: &str| problem(format!("{}\n", header.replace(old, new)).as_bytes());
        let fields = "; expected format, game, columns, rows, position, winner and choices";
        assert!(with("winner", "loser").ends_with(fields));
        assert!(with("\"rows\":4", "\"rows\":-4").ends_with(fields));
        assert!(with("\"rows\":4", "\"rows\":4,\"more\":1").ends_with(fields));
        let whole = "choices and 32 bytes of their sum; the file is not whole";
        assert_eq!(with("", ""), format!("after line 1: 0 bytes; expected 4 {whole}"));
        // A count that no memory could hold.
        let most = u64::MAX.to_string();
        let huge = with("\"choices\":4", &format!("\"choices\":{most}"));
        assert_eq!(huge, format!("after line 1: 0 bytes; expected {most} {whole}"));
        let none = with("\"choices\":4", "\"choices\":0");
        assert_eq!(none, format!("after line 1: 0 bytes; expected 0 {whole}"));
        let mut bytes = certificate().to_bytes();
        *bytes.last_mut().unwrap() ^= 1;
        let damaged = problem(&bytes);
        assert!(damaged.starts_with("last 32 bytes: sum ") && damaged.ends_with("; the file is damaged"));
    }
}
