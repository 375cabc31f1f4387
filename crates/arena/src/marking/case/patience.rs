//! How long a program is asked that does not answer in time.

/// Counts late answers in a row. A program that never answers costs the time of a few answers then, not that of
/// all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    most: u32,
    late: u32,
}

impl Patience {
    /// It ends with so many late answers in a row; at least one.
    pub const fn new(most: u32) -> Self {
        Self { most, late: 0 }
    }

    /// Why the program is not asked any more, if it is over.
    pub fn is_over(&self) -> Option<String> {
        match self.most {
            0 | 1 if self.late > 0 => Some("not asked: the answer before was late".to_owned()),
            most if most > 1 && self.late >= most => {
                Some(format!("not asked: the {most} answers before were late"))
            }
            _ => None,
        }
    }

    /// Notes an answer.
    pub(super) const fn heard(&mut self, is_late: bool) {
        self.late = if is_late { self.late.saturating_add(1) } else { 0 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_answers_count_while_they_follow_each_other() {
        let mut patience = Patience::new(3);
        for is_late in [true, true, false, true, true] {
            patience.heard(is_late);
            assert_eq!(patience.is_over(), None);
        }
        patience.heard(true);
        assert_eq!(patience.is_over().as_deref(), Some("not asked: the 3 answers before were late"));
        let mut short = Patience::new(1);
        assert_eq!(short.is_over(), None);
        short.heard(true);
        assert_eq!(short.is_over().as_deref(), Some("not asked: the answer before was late"));
    }
}
