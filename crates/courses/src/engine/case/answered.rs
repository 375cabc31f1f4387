//! What became of a case.

use serde::{Deserialize, Serialize};

use plyground_arena::invoke::Ended;
use plyground_core::printable;
use plyground_league::fault::{Fault, FaultKind};

/// What became of a case. Text in it is untrusted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
    /// CPU time in microseconds, where it could be told.
    #[serde(default)]
    pub cpu_us: Option<u64>,
}

/// What is behind a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// The program has read or written the board with the top row at the bottom.
    UpsideDown,
}

impl CaseAnswer {
    /// Whether all that could be earned was earned.
    pub fn is_right(&self) -> bool {
        self.earned.iter().flatten().all(|&earned| earned == 100)
    }
}

/// What was judged of an answer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CaseVerdict {
    /// What was earned of each part of the course's answers, in hundredths; parts that are missing earned nothing.
    pub earned: Vec<Option<u8>>,
    /// The numbers that were answered, for each part that is a number.
    pub numbers: Vec<Option<i64>>,
    /// What was answered, in a word or two.
    pub got: String,
    /// What is wrong, in words; empty if nothing is.
    pub problem: String,
    /// The kind of fault, if there was no answer that could be judged.
    pub fault: Option<FaultKind>,
    /// What is behind the fault, where that can be seen in the answer itself.
    pub cause: Option<Cause>,
}

impl CaseVerdict {
    /// Nothing earned, for this fault.
    pub fn of_fault(fault: &Fault) -> Self {
        let problem = format!("{}: {}", fault.kind.name(), fault.message);
        Self { fault: Some(fault.kind), problem, ..Self::default() }
    }

    /// The same; of a program that crashed with what it said last, which names the cause.
    pub(super) fn with_last_words(mut self, ended: &Ended) -> Self {
        if self.fault == Some(FaultKind::Crashed)
            && let Some(words) = last_words(&ended.stderr)
        {
            let (how, rest) = self.problem.split_once("; ").unwrap_or((&self.problem, "no answer"));
            self.problem = format!("{how}, {words}; {rest}");
        }
        self
    }
}

/// Bytes at the end of standard error in which the last words are looked for, and letters of them that are told.
const MOST_LOOKED_AT: usize = 16 << 10;
const MOST_TOLD: usize = 200;

/// The last line on standard error that says something: what was thrown, not where. Traces of Python end with it; in
/// those of Java lines follow that begin with `at`, or count further ones.
fn last_words(stderr: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(&stderr[stderr.len().saturating_sub(MOST_LOOKED_AT)..]);
    let is_place =
        |line: &str| line.starts_with("at ") || line.starts_with("... ") && line.ends_with(" more");
    let line = text.lines().rev().map(str::trim).find(|line| !line.is_empty() && !is_place(line))?;
    Some(printable(&line.chars().take(MOST_TOLD).collect::<String>()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_words_name_what_was_thrown() {
        let python = "Traceback (most recent call last):\n  File \"/x/ConnectFour.py\", line 1, in <module>\n    import \
                      tinker\nModuleNotFoundError: No module named 'tinker'\n\n";
        let java = "Exception in thread \"main\" java.lang.ArrayIndexOutOfBoundsException: Index 7 out of bounds\n\tat \
                    A.b(A.java:3)\n\tat A.main(A.java:1)\n";
        let caused = "Exception in thread \"main\" X\n\tat A.b(A.java:3)\nCaused by: Y: no class\n\tat C.d(C.java:1)\n\t... 2 \
                      more\n";
        for (text, words) in [
            (python, "ModuleNotFoundError: No module named 'tinker'"),
            (
                java,
                "Exception in thread \"main\" java.lang.ArrayIndexOutOfBoundsException: Index 7 out of bounds",
            ),
            (caused, "Caused by: Y: no class"),
            ("boo\u{1b}[2J\n", "boo\\u{1b}[2J"),
        ] {
            assert_eq!(last_words(text.as_bytes()).as_deref(), Some(words));
        }
        assert_eq!(last_words(b" \n\tat A.b(A.java:3)\n"), None);
        let long = "x".repeat(MOST_LOOKED_AT + 9);
        assert_eq!(last_words(long.as_bytes()).map(|words| words.len()), Some(MOST_TOLD));
    }
}
