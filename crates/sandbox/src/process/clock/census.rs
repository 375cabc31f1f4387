//! Whether all that a program has started was seen.
//!
//! What runs and is not seen may have had the processor for which the threads that are seen waited. A process whose parent ignores its end
//! leaves no trace of what it used; one that begins and ends between two looks is never seen. But the kernel numbers processes
//! and threads one after the other, so each of them leaves a gap in the numbers.

use std::collections::BTreeSet;

use super::super::tree::{Thread, Usage, number_in_box};

/// Where to see whether there were processes that nobody saw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::process) enum Register {
    /// Nothing needs to: the program is trusted, or its control group counts what all of it runs.
    Needless,
    /// Numbers that a box gives to nobody else. They are known when somebody new is seen.
    OfBox,
    /// Numbers that everything on the machine shares, from that of the program on. They are known at every look, but a gap may be
    /// somebody else's.
    OfMachine(i32),
}

/// What a look says of the time since the look before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sight {
    /// All that ran was seen, and nobody began unseen before the newest one.
    Whole,
    /// Nobody new was seen: if somebody began unseen, a later look will tell.
    NothingNew,
    /// Nobody began unseen, but somebody has ended, and what they used at the end may be lost.
    Ended,
    /// Somebody may have run unseen since the look before.
    Partial,
    /// Somebody began unseen since the last look that was whole.
    Gap,
}

/// Who has been seen of a program.
#[derive(Debug)]
pub(super) struct Census {
    register: Register,
    threads: BTreeSet<i32>,
    processes: BTreeSet<i32>,
    /// Whether somebody was seen at the last look who was not seen before.
    pub(super) is_somebody_new: bool,
    /// The last number that was given, as far as is known.
    last: Option<i32>,
}

impl Census {
    pub(super) const fn new(register: Register) -> Self {
        let last = match register {
            Register::OfMachine(first) => Some(first),
            Register::Needless | Register::OfBox => None,
        };
        Self { register, threads: BTreeSet::new(), processes: BTreeSet::new(), is_somebody_new: false, last }
    }

    /// Compares what is seen now with what was seen at the last look.
    pub(super) fn look(&mut self, usage: &Usage) -> Sight {
        let threads: BTreeSet<i32> = usage.threads.iter().map(|thread| thread.id).collect();
        self.is_somebody_new = !threads.is_subset(&self.threads);
        if self.register == Register::Needless {
            self.threads = threads;
            return Sight::Whole;
        }
        let processes: BTreeSet<i32> = usage.processes.keys().copied().collect();
        let has_ended = !self.processes.is_subset(&processes);
        let numbers = match self.register {
            Register::OfBox => {
                let is_new = |thread: &&Thread| !self.threads.contains(&thread.id);
                let new = usage.threads.iter().filter(is_new);
                let numbers: Vec<_> = new.map(|thread| number_in_box(thread.process, thread.id)).collect();
                self.in_box(&numbers)
            }
            _ => self.on_machine(&threads, usage.last_number),
        };
        (self.threads, self.processes) = (threads, processes);
        match numbers {
            Sight::Gap => Sight::Gap,
            _ if usage.missed => Sight::Partial,
            Sight::Whole if has_ended => Sight::Ended,
            _ if has_ended => Sight::Partial,
            numbers => numbers,
        }
    }

    /// In a box those who are new have the next numbers.
    fn in_box(&mut self, new: &[Option<i32>]) -> Sight {
        let Some(last) = new.iter().copied().max() else { return Sight::NothingNew };
        let before = self.last.unwrap_or(0);
        self.last = last.or(self.last);
        // Some have ended since, or the numbers have begun again from below.
        let is_next = |number: &Option<i32>| number.is_some_and(|number| number > before);
        let count = i32::try_from(new.len()).unwrap_or(i32::MAX);
        if new.iter().all(is_next) && last == Some(before + count) { Sight::Whole } else { Sight::Gap }
    }

    /// Elsewhere all numbers that were given since the last look are those of somebody who was seen: then, or now.
    fn on_machine(&mut self, threads: &BTreeSet<i32>, last: Option<i32>) -> Sight {
        let before = std::mem::replace(&mut self.last, last);
        let is_whole = before.zip(last).is_some_and(|(before, last)| {
            (before..last)
                .all(|number| threads.contains(&(number + 1)) || self.threads.contains(&(number + 1)))
                && before <= last
        });
        if is_whole { Sight::Whole } else { Sight::Partial }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_in_the_numbers_of_a_box_is_somebody_who_was_not_seen() {
        let mut census = Census::new(Register::OfBox);
        let mut look = |new: &[Option<i32>]| census.in_box(new);
        assert_eq!(look(&[Some(1), Some(2)]), Sight::Whole);
        assert_eq!(look(&[]), Sight::NothingNew);
        assert_eq!(look(&[Some(4), Some(3)]), Sight::Whole, "in any order");
        assert_eq!(look(&[Some(6)]), Sight::Gap);
        assert_eq!(look(&[Some(7)]), Sight::Whole);
        assert_eq!(look(&[Some(8), None]), Sight::Gap, "it has ended since");
        assert_eq!(look(&[None]), Sight::Gap);
        assert_eq!(look(&[Some(9)]), Sight::Whole);
        assert_eq!(look(&[Some(300)]), Sight::Gap);
        assert_eq!(look(&[Some(299)]), Sight::Gap, "the numbers begin again");
        assert_eq!(look(&[Some(300)]), Sight::Whole);
    }

    #[test]
    fn on_the_machine_every_number_is_somebodys_who_was_seen() {
        let mut census = Census::new(Register::OfMachine(99));
        let mut look = |last: Option<i32>, seen: &[i32]| {
            let seen = seen.iter().copied().collect();
            let sight = census.on_machine(&seen, last);
            census.threads = seen;
            sight == Sight::Whole
        };
        assert!(look(Some(100), &[99, 100]), "its own number is the first");
        assert!(look(Some(100), &[100]));
        assert!(look(Some(102), &[100, 101, 102]));
        // One that began while the machine was looked at is seen before its number is known.
        assert!(look(Some(102), &[102, 103]));
        assert!(look(Some(103), &[102]));
        assert!(!look(Some(104), &[102]), "it may be anybody's");
        assert!(look(Some(104), &[102]));
        assert!(!look(Some(50), &[102]), "the numbers begin again");
        assert!(!look(None, &[102]));
        assert!(!look(Some(60), &[102]));
        assert!(look(Some(60), &[102]));
    }

    #[test]
    fn who_ends_may_have_run_unseen() {
        let usage = |processes: &[i32]| Usage {
            processes: processes.iter().map(|&process| (process, Default::default())).collect(),
            last_number: Some(7),
            ..Usage::default()
        };
        for (register, sight) in [
            (Register::OfBox, [Sight::NothingNew, Sight::NothingNew, Sight::Partial]),
            (Register::OfMachine(7), [Sight::Whole, Sight::Whole, Sight::Ended]),
            (Register::OfMachine(6), [Sight::Partial, Sight::Whole, Sight::Ended]),
            (Register::Needless, [Sight::Whole; 3]),
        ] {
            let mut census = Census::new(register);
            let looks = [&[5, 6][..], &[5, 6], &[5]].map(|processes| census.look(&usage(processes)));
            assert_eq!(looks, sight, "{register:?}");
            let missed = census.look(&Usage { missed: true, ..usage(&[5]) });
            assert_eq!(missed == Sight::Partial, register != Register::Needless);
        }
    }
}
