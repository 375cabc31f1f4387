//! What became of a case.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use plyground_arena::invoke::Ended;
use plyground_arena::protocol::without_answer;
use plyground_core::printable;
use plyground_league::event::{Spent, share_of_processor, waiting_words};
use plyground_league::fault::{Fault, FaultKind};

/// The result of a case. Text in it is untrusted.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CaseAnswer {
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
    /// What is behind the fault, where that can be seen in the answer itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// What it wrote on standard output, cut short.
    #[serde(default)]
    pub said: String,
    /// The end of what it wrote on standard error.
    #[serde(default)]
    pub stderr: String,
    /// Wall time in microseconds, less what the machine kept it waiting.
    pub wall_us: u64,
    /// How long the machine kept it waiting beyond that, in microseconds.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub waited_us: u64,
    /// How long it waited besides, in microseconds that count all the same: something of it may have run unseen.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub unexcused_us: u64,
    /// CPU time in microseconds, where it is known.
    #[serde(default)]
    pub cpu_us: Option<u64>,
    /// The times of the answer whose time ran out, in a game of the first such answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub late: Option<Spent>,
}

/// The cause of a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// The program has read or written the board with the top row at the bottom.
    UpsideDown,
}

impl CaseAnswer {
    /// Whether all that could be earned was earned.
    pub fn is_right(&self) -> bool {
        is_right(&self.earned)
    }

    /// How long the program waited, and what became of that: see [`waiting_words`].
    pub fn waiting_words(&self) -> Option<String> {
        waiting_words(Duration::from_micros(self.waited_us), Duration::from_micros(self.unexcused_us))
    }

    /// How much of a processor the program had, in percent.
    pub const fn processor_percent(&self) -> u64 {
        share_of_processor(self.wall_us, self.waited_us)
    }
}

/// What an answer is worth.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CaseVerdict {
    /// What was earned of each part of the course's answers, in hundredths; parts that are missing earned nothing.
    pub earned: Vec<Option<u8>>,
    /// The numbers that were answered, for each part that is a number.
    pub numbers: Vec<Option<i64>>,
    /// What was answered, in a word or two.
    pub got: String,
    /// What is wrong with the answer, in words; empty if nothing is.
    pub problem: String,
    /// Why there is no answer that could be judged.
    pub fault: Option<Fault>,
    /// What is behind the fault, where that can be seen in the answer itself.
    pub cause: Option<Cause>,
    /// Of a game, the times of the first answer whose time ran out.
    pub late: Option<Spent>,
}

impl CaseVerdict {
    /// An answer of one part, right or wrong.
    pub fn one(is_right: bool, got: String, problem: String) -> Self {
        let earned = vec![Some(if is_right { 100 } else { 0 })];
        Self { earned, got, problem: if is_right { String::new() } else { problem }, ..Self::default() }
    }

    /// Nothing earned, for this fault.
    pub fn of_fault(fault: Fault) -> Self {
        Self { fault: Some(fault), ..Self::default() }
    }

    /// Whether all that could be earned was earned.
    pub fn is_right(&self) -> bool {
        is_right(&self.earned)
    }

    /// What is wrong, the kind of fault first.
    pub fn problem_words(&self) -> String {
        match &self.fault {
            Some(fault) => format!("{}: {}", fault.kind.name(), fault.message),
            None => self.problem.clone(),
        }
    }

    /// The same; of a program that crashed with what it said last, which names the cause.
    pub(crate) fn with_last_words(mut self, ended: &Ended) -> Self {
        if let Some(fault) = self.fault.as_mut().filter(|fault| fault.kind == FaultKind::Crashed)
            && let Some(words) = last_words(&ended.stderr)
            && let Some((_, how)) = without_answer(ended.end)
            && fault.message.starts_with(&how)
        {
            // What systems say to programs that write where they may not.
            let hint = if words.contains("Read-only file system") {
                " (a program may write to the folder that the variable TMPDIR names, and to no other)"
            } else {
                ""
            };
            fault.message.insert_str(how.len(), &format!(", {words}{hint}"));
        }
        self
    }
}

fn is_right(earned: &[Option<u8>]) -> bool {
    earned.iter().flatten().all(|&earned| earned == 100)
}

/// The last line near the end of standard error that says something, cut short: what was thrown, not where. Traces of
/// Python end with it; in those of Java lines follow that begin with `at`, or count further ones.
fn last_words(stderr: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(&stderr[stderr.len().saturating_sub(16 << 10)..]);
    let is_place =
        |line: &str| line.starts_with("at ") || line.starts_with("... ") && line.ends_with(" more");
    let line = text.lines().rev().map(str::trim).find(|line| !line.is_empty() && !is_place(line))?;
    Some(printable(&line.chars().take(200).collect::<String>()))
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_nothing(time: &u64) -> bool {
    *time == 0
}
