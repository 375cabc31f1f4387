//! What every reader of Plyground must withstand.
//!
//! A target is a function of bytes that panics when a law is broken: text that is accepted and written again reads
//! the same, an error points into the text and says what was expected, nothing that was accepted is illegal, and no
//! input makes a reader panic or take more than its length allows. `fuzz` hands the targets to libFuzzer; the tests
//! of this crate run them on the kept corpus and on mutations of it.

mod answers;
mod boards;
mod books;
mod games;
mod gradebooks;
mod input;
mod jobs;
mod journals;
pub mod mutation;
mod proofs;
mod settings;
mod submissions;
mod words;

/// A group of readers and the laws that they obey.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name: of its function in this table, and of the folder of its corpus.
    pub name: &'static str,
    /// Reads the bytes; panics if a law is broken.
    pub run: fn(&[u8]),
    /// Mutated inputs in a usual test run: fewer where one takes longer.
    pub cases: usize,
}

/// All targets.
pub const TARGETS: [Target; 14] = [
    Target { name: "positions", run: boards::positions, cases: 3000 },
    Target { name: "moves", run: boards::moves, cases: 3000 },
    Target { name: "words", run: words::words, cases: 6000 },
    Target { name: "book", run: books::book, cases: 2000 },
    Target { name: "certificate", run: proofs::certificate, cases: 3000 },
    Target { name: "record", run: games::record, cases: 3000 },
    Target { name: "journal", run: journals::journal, cases: 500 },
    Target { name: "tournament", run: settings::tournament, cases: 1500 },
    Target { name: "assignment", run: settings::assignment, cases: 1500 },
    Target { name: "answers", run: answers::answers, cases: 4000 },
    Target { name: "trace", run: answers::trace, cases: 1000 },
    Target { name: "submission", run: submissions::submission, cases: 100 },
    Target { name: "gradebook", run: gradebooks::gradebook, cases: 200 },
    Target { name: "solve_job", run: jobs::solve_job, cases: 60 },
];

/// Runs the target with this name.
///
/// # Panics
///
/// If there is none, or a law is broken.
pub fn run(name: &str, data: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name).expect("the name of a target");
    (target.run)(data);
}
