//! What of a job is done next.

use super::Share;

/// Decides which items are to be done, given the results so far.
pub trait Agenda<Output>: Send {
    /// Takes note of a result. Every item comes once.
    fn note(&mut self, item: u64, output: &Output);

    /// The item to do now, of those that are not `taken`, or `None` if none is needed as far as is known.
    fn next(&mut self, is_taken: &dyn Fn(u64) -> bool) -> Option<u64>;

    /// Items that are still to be done: exactly, or at least so many where results decide what is needed.
    fn left(&self) -> u64;

    /// What is known by now, in words, if there is something to say.
    fn words(&self) -> Option<String> {
        None
    }
}

/// The agenda of jobs that need all items of a share, in order.
#[derive(Clone, Debug)]
pub struct All {
    share: Share,
    is_done: Vec<bool>,
    /// All items of the share below it are done.
    from: usize,
    left: u64,
}

impl All {
    /// All of so many items that belong to a share.
    ///
    /// # Panics
    ///
    /// If there are more items than this machine can count.
    pub fn new(items: u64, share: Share) -> Self {
        let is_done = vec![false; usize::try_from(items).expect("a flag for every item fits into memory")];
        Self { share, is_done, from: 0, left: (0..items).filter(|&item| share.has(item)).count() as u64 }
    }
}

impl<Output> Agenda<Output> for All {
    fn note(&mut self, item: u64, _: &Output) {
        let done = usize::try_from(item).ok().and_then(|item| self.is_done.get_mut(item));
        if let Some(done) = done
            && !std::mem::replace(done, true)
            && self.share.has(item)
        {
            self.left -= 1;
        }
    }

    fn next(&mut self, is_taken: &dyn Fn(u64) -> bool) -> Option<u64> {
        let is_open = |&index: &usize| !self.is_done[index] && self.share.has(index as u64);
        self.from = (self.from..self.is_done.len()).find(is_open).unwrap_or(self.is_done.len());
        let mut open = (self.from..self.is_done.len()).filter(is_open).map(|index| index as u64);
        open.find(|&item| !is_taken(item))
    }

    fn left(&self) -> u64 {
        self.left
    }
}
