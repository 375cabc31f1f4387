//! What the repository holds besides the code: its documents, its plan, and what it depends on.

mod architecture;
#[allow(dead_code, unused_macros, reason = "tests of documents run what stands in their blocks")]
#[path = "../blocks/mod.rs"]
mod blocks;
mod dependencies;
mod documents;
#[path = "../../../sandbox/tests/needs/mod.rs"]
mod needs;
