//! The computation behind a book: results of its last layer, in blocks of neighbouring positions.

use plyground_arena::job::Job;
use plyground_core::agents::Limits;
use plyground_core::games::connect_four::Standard;
use plyground_core::games::connect_four::book::{Class, openings};
use plyground_core::games::connect_four::solve::Solver;
use serde_json::{Value, json};

/// Positions of an item. Neighbours share much of their search, so they go to one thread.
const EACH: usize = 128;

/// The results of all openings with a number of pieces.
pub(super) struct BookJob {
    class: Class,
    pieces: u32,
    openings: Vec<Standard>,
    solver: Solver<7, 6>,
}

impl BookJob {
    /// `table` is memory in bytes, for all threads together.
    pub(super) fn new(class: Class, pieces: u32, table: usize) -> Self {
        Self { class, pieces, openings: openings(class, pieces), solver: Solver::new(table) }
    }

    /// The results that make the items' texts.
    pub(super) fn results(texts: &[Value]) -> Option<Vec<i32>> {
        let text: Option<String> = texts.iter().map(Value::as_str).collect();
        text?.chars().map(|c| SIGNS.iter().find(|(_, sign)| *sign == c).map(|&(result, _)| result)).collect()
    }
}

/// Results as they are written: win, draw and loss of the side to move.
const SIGNS: [(i32, char); 3] = [(1, '+'), (0, '='), (-1, '-')];

impl Job for BookJob {
    type Worker = Solver<7, 6>;

    fn header(&self) -> Value {
        json!({
            "job": "results of Connect Four openings",
            "version": 1,
            "class": self.class.name(),
            "pieces": self.pieces,
            "openings": self.openings.len(),
            "each": EACH,
        })
    }

    fn items(&self) -> u64 {
        self.openings.len().div_ceil(EACH) as u64
    }

    fn worker(&self) -> Solver<7, 6> {
        self.solver.beside()
    }

    fn solve(&self, solver: &mut Solver<7, 6>, item: u64, limits: &Limits<'_>) -> Option<Value> {
        let block = self.openings.chunks(EACH).nth(usize::try_from(item).ok()?)?;
        let sign = |position: &Standard| {
            let result = solver.result(position, limits).ok()?;
            SIGNS.iter().find(|&&(known, _)| known == result).map(|&(_, sign)| sign)
        };
        block.iter().map(sign).collect::<Option<String>>().map(Value::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_read_back() {
        let results = BookJob::results(&[Value::from("+-="), Value::from("-")]);
        assert_eq!(results, Some(vec![1, -1, 0, -1]));
        assert_eq!(BookJob::results(&[Value::from("+x")]), None);
        assert_eq!(BookJob::results(&[Value::from(1)]), None);
    }
}
