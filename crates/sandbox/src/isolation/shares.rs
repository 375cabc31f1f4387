//! Processors that are shared out among simultaneous games or submissions, so that none takes time from another.

use std::fs;
use std::io;
use std::sync::Arc;

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// The processors of this process in equal shares, one for each game or submission at a time; what is left is the
/// referee's. Processors of one core are in one share as far as that can be.
#[derive(Clone, Debug)]
pub struct Shares {
    /// Nothing where there are fewer processors than shares: then all have all.
    shares: Vec<Arc<CpuSet>>,
    /// What no share has.
    rest: Option<Arc<CpuSet>>,
}

impl Shares {
    /// Shares the processors of the calling thread out among `of`. One thing at a time has them all: others may run on
    /// this machine, and would choose the same.
    pub fn new(of: usize) -> Self {
        Self::of(of, &processors())
    }

    fn of(of: usize, processors: &[usize]) -> Self {
        let size = if of > 1 { processors.len() / of } else { 0 };
        if size == 0 {
            return Self { shares: Vec::new(), rest: None };
        }
        let (shared, rest) = processors.split_at(size * of);
        Self { shares: shared.chunks(size).map(set).collect(), rest: (!rest.is_empty()).then(|| set(rest)) }
    }

    /// The processors of this share; `None` for all.
    pub(super) fn share(&self, number: usize) -> Option<Arc<CpuSet>> {
        self.shares.get(number).cloned()
    }

    /// Has the calling thread, and the threads that it starts, run where no program runs, if anything is left. A thread
    /// that plays itself, as an agent does that is built in, has the share of its game instead.
    ///
    /// # Errors
    ///
    /// If the system refuses.
    pub fn keep_this_thread(&self, number: usize, plays_itself: bool) -> io::Result<()> {
        let own = if plays_itself { self.shares.get(number) } else { self.rest.as_ref() };
        own.map_or(Ok(()), |own| Ok(sched_setaffinity(None, own)?))
    }
}

/// A set of these processors.
fn set(numbers: &[usize]) -> Arc<CpuSet> {
    let mut set = CpuSet::new();
    for &number in numbers {
        set.set(number);
    }
    Arc::new(set)
}

/// The processors of the calling thread, those of one core beside each other.
fn processors() -> Vec<usize> {
    let own = sched_getaffinity(None).unwrap_or_default();
    let mut all: Vec<usize> = (0..CpuSet::MAX_CPU).filter(|&processor| own.is_set(processor)).collect();
    all.sort_by_key(|&processor| (core(processor), processor));
    all
}

/// The package and the core of a processor. Where they are not known all are alike.
fn core(processor: usize) -> [u32; 2] {
    ["physical_package_id", "core_id"].map(|name| {
        let path = format!("/sys/devices/system/cpu/cpu{processor}/topology/{name}");
        fs::read_to_string(path).ok().and_then(|text| text.trim().parse().ok()).unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(set: &CpuSet) -> Vec<usize> {
        (0..CpuSet::MAX_CPU).filter(|&number| set.is_set(number)).collect()
    }

    #[test]
    fn shares_are_equal_and_apart_and_the_referee_has_what_is_left() {
        for count in 1..=17 {
            // Processors have any numbers, in any order.
            let processors: Vec<usize> = (0..count).map(|number| (number * 7 + 3) % 17).collect();
            assert!(Shares::of(1, &processors).shares.is_empty());
            for of in 2..=18 {
                let all = Shares::of(of, &processors);
                let shares: Vec<Vec<usize>> = all.shares.iter().map(|share| numbers(share)).collect();
                let rest = all.rest.as_deref().map(numbers).unwrap_or_default();
                if count < of {
                    assert!(shares.is_empty() && rest.is_empty(), "{count} for {of}");
                    continue;
                }
                assert_eq!(shares.len(), of);
                assert!(shares.iter().all(|share| share.len() == shares[0].len() && !share.is_empty()));
                // A processor more for each would have been too much.
                assert!(rest.len() < of, "{count} for {of}");
                let mut together = [shares.concat(), rest].concat();
                together.sort_unstable();
                let mut expected = processors.clone();
                expected.sort_unstable();
                assert_eq!(together, expected);
            }
        }
    }

    #[test]
    fn threads_stay_where_they_are_put() {
        let all = processors();
        // As if there were one processor more than shares, where there are two at least.
        let Some((&last, others)) = all.split_last().filter(|(_, others)| !others.is_empty()) else { return };
        let shares = Shares { shares: vec![set(others)], rest: Some(set(&[last])) };
        let of_thread = |number: usize, plays_itself: bool| {
            std::thread::scope(|scope| {
                let run = || {
                    shares.keep_this_thread(number, plays_itself).unwrap();
                    numbers(&sched_getaffinity(None).unwrap())
                };
                scope.spawn(run).join().unwrap()
            })
        };
        let sorted = |numbers: &[usize]| {
            let mut all = numbers.to_vec();
            all.sort_unstable();
            all
        };
        assert_eq!(of_thread(0, true), sorted(others));
        assert_eq!(of_thread(0, false), [last]);
        // There is no second share.
        assert_eq!(of_thread(1, true), sorted(&all));
    }
}
