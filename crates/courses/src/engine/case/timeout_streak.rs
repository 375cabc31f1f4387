//! How long a program is asked that does not answer in time.

use crate::engine::verdict::CaseVerdict;
use plyground_league::event::End;
use plyground_league::fault::FaultKind;

/// Counts late answers in a row, and those after which a program did not end in time. A program that never answers, or
/// never ends, costs the time of a few answers then, not that of all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeoutStreak {
    most: u32,
    late: u32,
}

impl TimeoutStreak {
    /// It ends with so many late answers in a row; at least one.
    pub const fn new(most: u32) -> Self {
        Self { most, late: 0 }
    }

    /// Why the program is not asked any more, if it is over.
    pub fn is_over(&self) -> Option<String> {
        let most = self.most.max(1);
        let before =
            if most == 1 { "answer before was".to_owned() } else { format!("{most} answers before were") };
        (self.late >= most).then(|| format!("not asked: the {before} late"))
    }

    /// Notes an answer of a program that was started for it. One that answers and then does not end costs as much time
    /// as one that is late.
    pub fn add_answer(&mut self, verdict: &CaseVerdict, end: End) {
        let is_late = verdict.fault.as_ref().is_some_and(|fault| fault.kind == FaultKind::Late);
        self.add(is_late || end == End::WallOut);
    }

    /// Notes an answer.
    pub(super) const fn add(&mut self, is_late: bool) {
        self.late = if is_late { self.late.saturating_add(1) } else { 0 };
    }
}
