//! Hashes as text.

use std::fmt::Write;

use sha2::{Digest, Sha256};

/// The hash of what was put into it, in 64 hexadecimal digits.
pub(super) fn hex(hash: Sha256) -> String {
    hash.finalize().iter().fold(String::new(), |mut hex, byte| {
        // Writing to memory does not fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}
