//! How long answers took: a table, with plots of what its numbers summarise.

use std::collections::{BTreeMap, HashMap};

use maud::{Markup, html};
use plyground_league::fault::FaultKind;
use plyground_league::record::GameRecord;

use super::{MOST_TURNS, cut, page};
use crate::plots::small;
use plyground_drawing::svg;

/// Times of answers by entrant.
pub(super) struct Times {
    entrants: Vec<Samples>,
    by_name: HashMap<String, usize>,
}

/// The answers of one entrant.
#[derive(Default)]
struct Samples {
    name: String,
    /// Wall time in microseconds by number of the turn.
    wall: BTreeMap<u32, Vec<u64>>,
    cpu: u128,
    nodes: u128,
    late: usize,
}

impl Times {
    /// No answers yet of entrants with these names; who else turns up in records comes after them.
    pub(super) fn new(names: Vec<String>) -> Self {
        let mut times = Self { entrants: Vec::new(), by_name: HashMap::new() };
        for name in names {
            times.entrant(&name);
        }
        times
    }

    fn entrant(&mut self, name: &str) -> &mut Samples {
        let at = *self.by_name.entry(name.to_owned()).or_insert_with(|| {
            self.entrants.push(Samples { name: name.to_owned(), ..Samples::default() });
            self.entrants.len() - 1
        });
        &mut self.entrants[at]
    }

    /// Counts the answers of a game.
    pub(super) fn add(&mut self, record: &GameRecord) {
        for turn in &record.turns {
            let samples = self.entrant(&record.entrants[turn.side as usize].name);
            for attempt in &turn.attempts {
                let is_late = attempt.fault.as_ref().is_some_and(|fault| fault.kind == FaultKind::Late);
                samples.late += usize::from(is_late);
                let wall = u64::try_from(attempt.spent.wall().as_micros()).unwrap_or(u64::MAX);
                if is_late && wall == 0 {
                    // It was not asked: in this game it was not started again.
                    continue;
                }
                samples.wall.entry(turn.number).or_default().push(wall);
                samples.cpu += attempt.spent.cpu().map_or(0, |cpu| cpu.as_micros());
                samples.nodes += u128::from(attempt.nodes.unwrap_or(0));
            }
        }
    }

    pub(super) fn section(&self) -> Markup {
        let times = || self.entrants.iter().flat_map(|samples| samples.wall.values().flatten()).copied();
        let (Some(least), Some(most)) = (times().min(), times().max()) else {
            return html! { p { "No answer was recorded." } };
        };
        let scale = Scale::of(least, most);
        let caption = "Wall time of answers, CPU time and nodes of all answers together";
        let head = html! {
            th scope="col" { "name" }
            @for head in ["answers", "shortest", "median", "95 %", "longest", "late", "CPU", "nodes"] {
                th.number scope="col" { (head) }
            }
            th scope="col" { "distribution" }
            th scope="col" { "by turn" }
        };
        let rows = html! { @for samples in &self.entrants { (row(samples, &scale)) } };
        html! {
            p {
                "Plots run from " (text(scale.least())) " to " (text(scale.most()))
                " on a logarithmic scale, with a line at every power of ten. Left: from the shortest answer to the \
                 longest, the middle half as a box, the median as a bar. Right: the median of each turn, from turn 1 \
                 on, long times at the top. The numbers beside the left one say the same; the right one is \
                 described to those who do not see it."
            }
            (page::table(caption, true, &head, &rows))
        }
    }
}

fn row(samples: &Samples, scale: &Scale) -> Markup {
    let mut wall: Vec<u64> = samples.wall.values().flatten().copied().collect();
    wall.sort_unstable();
    let at = |hundredths| quantile(&wall, hundredths).map(text).unwrap_or_default();
    html! {
        tr {
            th scope="row" { bdi { (cut(&samples.name)) } }
            td.number { (wall.len()) }
            @for hundredths in [0, 50, 95, 100] { td.number { (at(hundredths)) } }
            td.number { (samples.late) }
            td.number { (text(u64::try_from(samples.cpu).unwrap_or(u64::MAX))) }
            td.number { (samples.nodes) }
            td { (distribution(&wall, scale)) }
            td { (by_turn(samples, scale)) }
        }
    }
}

/// The smallest of the sorted values that at least so many hundredths of them do not exceed.
fn quantile(sorted: &[u64], hundredths: usize) -> Option<u64> {
    let rank = (sorted.len() * hundredths).div_ceil(100).max(1);
    sorted.get(rank - 1).copied()
}

/// A logarithmic scale over whole powers of ten of microseconds.
struct Scale {
    low: u32,
    high: u32,
}

impl Scale {
    fn of(least: u64, most: u64) -> Self {
        let low = least.max(1).ilog10();
        let most = most.max(1);
        let high = most.ilog10() + u32::from(10_u64.pow(most.ilog10()) < most);
        Self { low, high: high.max(low + 1) }
    }

    fn least(&self) -> u64 {
        10_u64.saturating_pow(self.low)
    }

    fn most(&self) -> u64 {
        10_u64.saturating_pow(self.high)
    }

    /// The place of a time, 0 to 1.
    fn place(&self, micros: u64) -> f64 {
        // Beyond an hour the last digits do not matter to a drawing.
        let micros = f64::from(u32::try_from(micros.max(1)).unwrap_or(u32::MAX));
        (micros.log10() - f64::from(self.low)) / f64::from(self.high - self.low)
    }

    /// The places of the powers of ten.
    fn decades(&self) -> impl Iterator<Item = f64> {
        let width = f64::from(self.high - self.low);
        (0..=self.high - self.low).map(move |decade| f64::from(decade) / width)
    }
}

fn distribution(sorted: &[u64], scale: &Scale) -> Markup {
    let quartiles = [0, 25, 50, 75, 100].map(|hundredths| quantile(sorted, hundredths));
    let places = quartiles.map(|time| time.map_or(0.0, |time| scale.place(time)));
    let sheet = small::distribution(scale.decades(), quartiles[0].map(|_| places));
    svg::inline(&sheet, "plot")
}

fn by_turn(samples: &Samples, scale: &Scale) -> Markup {
    let turns = samples.wall.range(..=u32::try_from(MOST_TURNS).unwrap_or(u32::MAX));
    let medians = turns.filter_map(|(&turn, times)| {
        let mut sorted = times.clone();
        sorted.sort_unstable();
        Some((turn, quantile(&sorted, 50)?))
    });
    let medians: Vec<(u32, u64)> = medians.collect();
    let last = f64::from(medians.last().map_or(1, |&(turn, _)| turn));
    let along = |turn: u32| (f64::from(turn) - 1.0) / (last - 1.0).max(1.0);
    let points: Vec<(f64, f64)> =
        medians.iter().map(|&(turn, median)| (along(turn), scale.place(median))).collect();
    let words = medians.iter().max_by_key(|&&(turn, median)| (median, std::cmp::Reverse(turn))).map(|most| {
        let of = |&(turn, median): &(u32, u64)| format!("{} in turn {turn}", text(median));
        let [first, last] = [medians.first(), medians.last()].map(|end| end.map(of).unwrap_or_default());
        format!("Medians: {first}, {last}, at most {}", of(most))
    });
    svg::inline(&small::curve(scale.decades(), &points, words.unwrap_or_default()), "plot")
}

/// A time for people, with three digits.
pub(super) fn text(micros: u64) -> String {
    let of = |unit: u64| f64::from(u32::try_from(micros / (unit / 1000)).unwrap_or(u32::MAX)) / 1000.0;
    let digits = |value: f64| match value {
        v if v < 9.995 => format!("{v:.2}"),
        v if v < 99.95 => format!("{v:.1}"),
        v => format!("{v:.0}"),
    };
    match micros {
        0..1000 => format!("{micros} µs"),
        1000..999_500 => format!("{} ms", digits(of(1000))),
        _ => format!("{} s", digits(of(1_000_000))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_three_digits_and_a_unit() {
        let shown = [0, 999, 1000, 12_345, 999_499, 999_500, 1_000_000, 61_000_000].map(text);
        assert_eq!(shown, ["0 µs", "999 µs", "1.00 ms", "12.3 ms", "999 ms", "1.00 s", "1.00 s", "61.0 s"]);
        assert_eq!(text(u64::MAX), "4294967 s");
    }

    #[test]
    fn quantiles_are_values_of_the_sample() {
        let sorted = [1, 2, 3, 4];
        assert_eq!([0, 25, 26, 50, 95, 100].map(|q| quantile(&sorted, q)), [1, 1, 2, 2, 4, 4].map(Some));
        assert_eq!(quantile(&[], 50), None);
    }

    #[test]
    fn scales_cover_their_times() {
        for (least, most) in [(0, 0), (1, 1), (9, 10), (10, 11), (37, 1_000_000), (5, u64::MAX)] {
            let scale = Scale::of(least, most);
            let covers = scale.least() <= least.max(1) && (scale.most() >= most);
            assert!(covers, "{least} to {most}: {} to {}", scale.least(), scale.most());
            assert!((0.0..=1.0).contains(&scale.place(least)), "{least} to {most}");
            assert!((0.0..=1.0).contains(&scale.place(most)), "{least} to {most}");
        }
    }
}
