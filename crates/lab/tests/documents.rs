//! The console blocks of documents that show `plyground-lab`, run as they stand.

#[macro_use]
#[path = "../../plyground/tests/blocks/mod.rs"]
mod blocks;
#[path = "../../sandbox/tests/needs/mod.rs"]
mod needs;
#[path = "../../plyground/tests/blocks/run.rs"]
mod run;
#[path = "../../plyground/tests/shell/mod.rs"]
mod shell;

use run::run_blocks;

documents!(of_lab: run_blocks);
