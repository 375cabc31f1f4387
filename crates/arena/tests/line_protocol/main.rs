//! The line protocol as its document has it, and as the example programs speak it.

mod agents;
mod plain_process;
mod transcripts;
