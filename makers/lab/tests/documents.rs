//! The console blocks of documents that show `plyground-lab`, run as they stand.

#[macro_use]
#[path = "../../../crates/plyground/tests/blocks/mod.rs"]
mod blocks;
#[path = "../../../crates/sandbox/tests/needs/mod.rs"]
mod needs;
#[path = "../../../crates/plyground/tests/blocks/run.rs"]
mod run;
#[path = "../../../crates/plyground/tests/shell/mod.rs"]
mod shell;

use run::run_blocks;

documents!(of_lab: run_blocks);
