//! What the repository holds besides the code: its documents, its plan, and what it depends on.

mod architecture;
mod dependencies;
mod documents;
#[path = "../../../sandbox/tests/needs/mod.rs"]
mod needs;
