//! The console blocks of documents on a terminal.

use super::printed::run_at_its_width;
use crate::blocks::{can_run, with_blocks};

#[test]
#[ignore = "long: the tests of documents run the same blocks without a terminal"]
fn console_blocks() {
    for document in with_blocks(false).iter().filter(|document| can_run(document)) {
        run_at_its_width(document);
    }
}
