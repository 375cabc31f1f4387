//! The line protocol as its document has it, and as the example programs speak it.

#[cfg(test)]
mod agents;
#[cfg(test)]
#[path = "../../../sandbox/tests/needs/mod.rs"]
mod needs;
#[cfg(test)]
mod plain_process;
#[cfg(test)]
mod transcripts;
