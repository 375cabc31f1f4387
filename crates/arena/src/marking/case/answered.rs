//! What became of a case.

use serde::{Deserialize, Serialize};

use crate::fault::{Fault, FaultKind};

/// What became of a case. Text in it is untrusted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Answered {
    /// The name of the case.
    pub case: String,
    /// What was earned of each part of the task's answers, in hundredths; nothing for a part that the case
    /// does not have.
    pub earned: Vec<Option<u8>>,
    /// The numbers that were answered, for each part that is a number.
    #[serde(default)]
    pub numbers: Vec<Option<i64>>,
    /// What was answered, in a word or two.
    #[serde(default)]
    pub got: String,
    /// What was wrong, in words; empty if nothing was.
    #[serde(default)]
    pub problem: String,
    /// The kind of fault, if there was no answer that could be judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultKind>,
    /// What it wrote on standard output, cut short.
    #[serde(default)]
    pub said: String,
    /// The end of what it wrote on standard error.
    #[serde(default)]
    pub stderr: String,
    /// Wall time in microseconds, less what the machine kept it waiting.
    pub wall_us: u64,
    /// CPU time in microseconds, where it could be told.
    #[serde(default)]
    pub cpu_us: Option<u64>,
}

impl Answered {
    /// Whether all that could be earned was earned.
    pub fn is_right(&self) -> bool {
        self.earned.iter().flatten().all(|&earned| earned == 100)
    }
}

/// What was judged of an answer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Judged {
    pub(super) earned: Vec<Option<u8>>,
    pub(super) numbers: Vec<Option<i64>>,
    pub(super) got: String,
    pub(super) problem: String,
    pub(super) fault: Option<FaultKind>,
}

impl Judged {
    /// Nothing earned, and why.
    pub(super) fn nothing(parts: &[bool], problem: String) -> Self {
        let earned = parts.iter().map(|&is_asked| is_asked.then_some(0)).collect();
        Self { earned, problem, ..Self::default() }
    }

    pub(super) fn of_fault(parts: &[bool], fault: &Fault) -> Self {
        let problem = format!("{}: {}", fault.kind.name(), fault.message);
        Self { fault: Some(fault.kind), ..Self::nothing(parts, problem) }
    }
}
