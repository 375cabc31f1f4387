//! The computation behind a book: results of its last layer, in blocks of neighbouring positions.

use plyground_arena::job::{All, Job, Share};
use plyground_arena::journal::Refusal;
use plyground_core::Limits;
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

    /// The openings of an item; none if there is no such item.
    fn block(&self, item: u64) -> &[Standard] {
        let blocks = || self.openings.chunks(EACH);
        usize::try_from(item).ok().and_then(|item| blocks().nth(item)).unwrap_or_default()
    }
}

/// Results as they are written: win, draw and loss of the side to move.
const SIGNS: [(i32, char); 3] = [(1, '+'), (0, '='), (-1, '-')];

/// Why something in a journal is not the results of an item.
#[derive(Debug, thiserror::Error)]
#[error("expected +, = or - for each of the {openings} openings of item {item}")]
struct NoResults {
    openings: usize,
    item: u64,
}

impl Job for BookJob {
    type Worker = Solver<7, 6>;
    /// A result for each opening.
    type Output = Vec<i32>;
    type Agenda = All;

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

    fn agenda(&self, share: Share) -> All {
        All::new(self.items(), share)
    }

    fn worker(&self) -> Solver<7, 6> {
        self.solver.for_thread()
    }

    fn solve(&self, solver: &mut Solver<7, 6>, item: u64, limits: &Limits<'_>) -> Option<Value> {
        let sign = |position: &Standard| {
            let result = solver.result(position, limits).ok()?;
            SIGNS.iter().find(|&&(known, _)| known == result).map(|&(_, sign)| sign)
        };
        self.block(item).iter().map(sign).collect::<Option<String>>().map(Value::from)
    }

    fn read(&self, item: u64, result: &Value) -> Result<Vec<i32>, Refusal> {
        let openings = self.block(item).len();
        let result_of = |c| SIGNS.iter().find(|&&(_, sign)| sign == c).map(|&(result, _)| result);
        let results: Option<Vec<i32>> =
            result.as_str().and_then(|signs| signs.chars().map(result_of).collect());
        results.filter(|results| results.len() == openings).ok_or_else(|| NoResults { openings, item }.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_back_for_every_opening_or_not_at_all() {
        let job = BookJob::new(Class::Balanced, 4, 0);
        let rest = job.openings.len() - usize::try_from(job.items() - 1).unwrap() * EACH;
        for (item, openings) in [(0, EACH), (job.items() - 1, rest)] {
            let signs: String = "+-=".chars().cycle().take(openings).collect();
            let results: Vec<i32> = [1, -1, 0].into_iter().cycle().take(openings).collect();
            assert_eq!(job.read(item, &json!(signs)).unwrap(), results);
            let expected = format!("expected +, = or - for each of the {openings} openings of item {item}");
            for wrong in
                [json!(signs[1..]), json!(format!("{signs}=")), json!(signs.replace('+', "x")), json!(1)]
            {
                assert_eq!(job.read(item, &wrong).unwrap_err().to_string(), expected, "{wrong}");
            }
        }
    }
}
