//! What recorded answers depend on, for the first line of a journal.
//!
//! Every name here is part of a file format. Fields of the code may be renamed, these names may not. Any change of them
//! changes [`VERSION`], and older journals are refused with advice.

use plyground_sandbox::process::Bounds;
use serde_json::{Value, json};

use super::{Assignment, Language};
use crate::engine::rules::GivenCase;

/// The version of this format.
pub(crate) const VERSION: u32 = 3;

/// The identity of an assignment.
pub(super) fn identity(assignment: &Assignment) -> Value {
    let cases = &assignment.cases;
    json!({
        "identity": VERSION,
        "task": assignment.task.identity(),
        "main": assignment.main,
        "mends": assignment.mends,
        "languages": assignment.languages.iter().map(language).collect::<Vec<_>>(),
        "build": bounds(&assignment.build),
        "run": bounds(&assignment.run),
        "late_in_a_row": assignment.late_in_a_row,
        "fault": assignment.fault,
        "seeds": [cases.seed, cases.hidden_seed.unwrap_or(0)],
        "counts": cases.counts,
        "given": cases.given.iter().map(given).collect::<Vec<_>>(),
        "opponents": cases.opponents.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}

fn language(language: &Language) -> Value {
    let Language { name, extensions, has, lacks, build, built, run, harness } = language;
    json!({ "name": name, "extensions": extensions, "has": has, "lacks": lacks, "build": build, "built": built, "run": run, "harness": harness })
}

fn bounds(bounds: &Bounds) -> Value {
    json!({
        "wall_ms": u64::try_from(bounds.wall.as_millis()).unwrap_or(u64::MAX),
        "memory_bytes": bounds.memory_bytes,
        "processes": bounds.processes,
        "file_bytes": bounds.file_bytes,
        "output_bytes": bounds.stdout_bytes,
    })
}

fn given(GivenCase { position, algorithm, depth }: &GivenCase) -> Value {
    json!({ "position": position, "algorithm": algorithm, "depth": depth })
}
