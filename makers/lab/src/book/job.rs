//! The computation behind a book: results or scores of its last layer, in blocks of neighbouring positions.

use plyground_arena::job::{All, Job, Share};
use plyground_arena::journal::Refusal;
use plyground_core::Limits;
use plyground_core::games::connect_four::Standard;
use plyground_core::games::connect_four::book::{Class, Kind, embedded, openings};
use plyground_core::games::connect_four::solve::Solver;
use serde_json::{Value, json};

/// Positions of an item. Neighbours share much of their search, so they go to one thread.
const fn each(kind: Kind) -> usize {
    match kind {
        Kind::Results => 128,
        // A score takes longer.
        Kind::Scores => 8,
    }
}

/// The results or scores of all openings with a number of pieces.
pub(super) struct BookJob {
    class: Class,
    kind: Kind,
    pieces: u32,
    openings: Vec<Standard>,
    solver: Solver<7, 6>,
}

impl BookJob {
    /// `table` is memory in bytes, for all threads together.
    pub(super) fn new(class: Class, kind: Kind, pieces: u32, table: usize) -> Self {
        // Scores are found in a third of the time where it is known who wins.
        let books = embedded().iter().filter(|book| kind == Kind::Scores && book.kind() == Kind::Results);
        let solver = books.fold(Solver::new(table), |solver, &book| solver.with_book(book));
        Self { class, kind, pieces, openings: openings(class, pieces), solver }
    }

    /// The openings of an item; none if there is no such item.
    fn block(&self, item: u64) -> &[Standard] {
        let blocks = || self.openings.chunks(each(self.kind));
        usize::try_from(item).ok().and_then(|item| blocks().nth(item)).unwrap_or_default()
    }
}

/// Results as they are written: win, draw and loss of the side to move.
const SIGNS: [(i32, char); 3] = [(1, '+'), (0, '='), (-1, '-')];

/// The largest score of a position of Connect Four.
const MOST_SCORE: i32 = 21;

impl Job for BookJob {
    type Worker = Solver<7, 6>;
    /// A result or a score for each opening.
    type Output = Vec<i32>;
    type Agenda = All;

    fn header(&self) -> Value {
        json!({
            "job": format!("{} of Connect Four openings", self.kind.name()),
            "version": 1,
            "class": self.class.name(),
            "pieces": self.pieces,
            "openings": self.openings.len(),
            "each": each(self.kind),
        })
    }

    fn items(&self) -> u64 {
        self.openings.len().div_ceil(each(self.kind)) as u64
    }

    fn agenda(&self, share: Share) -> All {
        All::new(self.items(), share)
    }

    fn worker(&self) -> Solver<7, 6> {
        self.solver.for_thread()
    }

    fn solve(&self, solver: &mut Solver<7, 6>, item: u64, limits: &Limits<'_>) -> Option<Value> {
        if self.kind == Kind::Scores {
            let scores = self.block(item).iter().map(|position| solver.score(position, limits).ok());
            return scores.collect::<Option<Vec<i32>>>().map(Value::from);
        }
        let sign = |position: &Standard| {
            let result = solver.result(position, limits).ok()?;
            SIGNS.iter().find(|&&(known, _)| known == result).map(|&(_, sign)| sign)
        };
        self.block(item).iter().map(sign).collect::<Option<String>>().map(Value::from)
    }

    fn read(&self, item: u64, result: &Value) -> Result<Vec<i32>, Refusal> {
        let openings = self.block(item).len();
        let score =
            |value: &Value| i32::try_from(value.as_i64()?).ok().filter(|score| score.abs() <= MOST_SCORE);
        let result_of = |c| SIGNS.iter().find(|&&(_, sign)| sign == c).map(|&(result, _)| result);
        let (expected, known): (_, Option<Vec<i32>>) = match self.kind {
            Kind::Scores => ("a score", result.as_array().and_then(|all| all.iter().map(score).collect())),
            Kind::Results => {
                ("+, = or -", result.as_str().and_then(|signs| signs.chars().map(result_of).collect()))
            }
        };
        known.filter(|known| known.len() == openings).ok_or_else(|| {
            format!("expected {expected} for each of the {openings} openings of item {item}").into()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_back_for_every_opening_or_not_at_all() {
        let job = BookJob::new(Class::Balanced, Kind::Results, 4, 0);
        let each = each(Kind::Results);
        let rest = job.openings.len() - usize::try_from(job.items() - 1).unwrap() * each;
        for (item, openings) in [(0, each), (job.items() - 1, rest)] {
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

    #[test]
    fn scores_are_read_back_for_every_opening_or_not_at_all() {
        let job = BookJob::new(Class::Balanced, Kind::Scores, 4, 0);
        let scores = [0, 1, -21, 21, 5, -5, 2, -2];
        assert_eq!(job.read(0, &json!(scores)).unwrap(), scores);
        for wrong in [
            json!(scores[1..]),
            json!([0, 1, -22, 21, 5, -5, 2, -2]),
            json!("+"),
            json!([0.5, 1, 2, 3, 4, 5, 6, 7]),
        ] {
            let error = job.read(0, &wrong).unwrap_err().to_string();
            assert_eq!(error, "expected a score for each of the 8 openings of item 0", "{wrong}");
        }
    }
}
