//! The console blocks of documents that show `plyground-lab`, run as they stand.

#[macro_use]
#[path = "../../../crates/plyground/tests/blocks/mod.rs"]
mod blocks;
#[path = "../../../crates/sandbox/tests/needs/mod.rs"]
mod needs;

documents!(of_lab);
