//! Line charts. Lines differ in shape as well as in colour, and a text describes them for readers who cannot see.

use plyground_core::counted;
use std::ops::RangeInclusive;

use plyground_drawing::{Anchor, Drawing, Ink, Place, Shape, Stroke, Text, real, svg};

/// Width and height of a chart without its legend, in the units of the drawing.
const SIZE: (f64, f64) = (720.0, 440.0);

/// Left, top, right and bottom margins.
const MARGINS: (f64, f64, f64, f64) = (70.0, 40.0, 20.0, 56.0);

/// Height of a line of the legend.
const LEGEND: f64 = 20.0;

/// Height of the type.
const TYPE: f64 = 13.0;

/// One axis: its words and its scale.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Axis {
    words: &'static str,
    is_logarithmic: bool,
}

impl Axis {
    /// Equal steps, at whole numbers.
    pub(crate) const fn linear(words: &'static str) -> Self {
        Self { words, is_logarithmic: false }
    }

    /// Powers of ten; values must be positive.
    pub(crate) const fn logarithmic(words: &'static str) -> Self {
        Self { words, is_logarithmic: true }
    }

    /// A value as a place on the axis before it is scaled to the drawing.
    fn place(&self, value: f64) -> f64 {
        if self.is_logarithmic { value.log10() } else { value }
    }

    /// The whole places around these values.
    fn range(&self, values: impl Iterator<Item = f64>) -> RangeInclusive<i32> {
        let (low, high) = values
            .map(|value| self.place(value))
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), place| (low.min(place), high.max(place)));
        if low > high {
            return 0..=1;
        }
        #[expect(clippy::cast_possible_truncation, reason = "a cast of floats saturates")]
        let (low, high) = (low.floor() as i32, high.ceil() as i32);
        low..=high.max(low + 1)
    }

    fn label(&self, place: i32) -> String {
        match place {
            _ if !self.is_logarithmic => place.to_string(),
            0..=3 => 10_i32.pow(place.cast_unsigned()).to_string(),
            -3..=-1 => format!("{:.1$}", 10_f64.powi(place), place.unsigned_abs() as usize),
            _ => format!("1e{place}"),
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Line {
    /// What the legend says.
    pub name: String,
    /// In the order in which they are joined; not empty.
    pub points: Vec<(f64, f64)>,
    /// Two points of a law that the others follow, which is straight on these axes; drawn dashed.
    pub rule: Option<[(f64, f64); 2]>,
    /// Whether points are joined, where there is no law.
    pub is_joined: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Chart {
    /// Over it, and for those who do not see it.
    pub title: String,
    /// To the right.
    pub x: Axis,
    /// Upwards.
    pub y: Axis,
    /// Only six lines have different colours, and only seven have different shapes.
    pub lines: Vec<Line>,
}

impl Chart {
    /// The chart as an SVG document.
    pub(crate) fn svg(&self) -> String {
        svg::document(&self.drawing())
    }

    /// The chart, drawn.
    pub(crate) fn drawing(&self) -> Drawing {
        let points = || self.lines.iter().flat_map(|line| line.points.iter());
        let x_range = self.x.range(points().map(|point| point.0));
        let y_range = self.y.range(points().map(|point| point.1));
        let (left, top, right, bottom) = MARGINS;
        let (width, height) = (SIZE.0, SIZE.1 + LEGEND * real(self.lines.len()));
        let (far, low) = (width - right, SIZE.1 - bottom);
        let along = |range: &RangeInclusive<i32>, place: f64| {
            (place - f64::from(*range.start())) / f64::from(range.end() - range.start())
        };
        let x = |place: f64| left + along(&x_range, place) * (far - left);
        let y = |place: f64| low - along(&y_range, place) * (low - top);
        let at = |point: (f64, f64)| (x(self.x.place(point.0)), y(self.y.place(point.1)));

        let mut sheet = Drawing::new((width, height), &self.title);
        sheet.about = self.description();
        sheet.fill(Shape::Rect { at: (0.0, 0.0), size: (width, height), round: 0.0 }, Ink::Page);
        sheet.text(Text::new((left, 22.0), TYPE, &self.title).bold());
        let grid = Stroke::solid(Ink::Rule, 1.0);
        let label = |at, text: String| Text::new(at, TYPE - 1.0, text).ink(Ink::Quiet);
        for tick in ticks(&x_range) {
            let x = x(f64::from(tick));
            sheet.line((x, top), (x, low), grid);
            sheet.text(label((x, low + 18.0), self.x.label(tick)).anchored(Anchor::Middle));
        }
        for tick in ticks(&y_range) {
            let y = y(f64::from(tick));
            sheet.line((left, y), (far, y), grid);
            sheet.text(label((left - 8.0, y + 4.0), self.y.label(tick)).anchored(Anchor::End));
        }
        let axis = |at, words: &str| Text::new(at, TYPE, words).anchored(Anchor::Middle);
        sheet.text(axis((f64::midpoint(left, far), low + 40.0), self.x.words));
        sheet.text(axis((18.0, f64::midpoint(top, low)), self.y.words).upright());
        for (number, line) in self.lines.iter().enumerate() {
            let ink = Ink::series(number);
            let places: Vec<Place> = line.points.iter().map(|&point| at(point)).collect();
            if let Some(rule) = line.rule {
                if let Some([from, to]) = cut(rule.map(at), [left, top], [far, low]) {
                    sheet.line(from, to, Stroke::dashed(ink, 1.4));
                }
            } else if line.is_joined {
                sheet.stroke(Shape::Lines(vec![places.clone()]), Stroke::solid(ink, 2.0));
            }
            for place in places {
                mark(&mut sheet, number, place);
            }
            let y = SIZE.1 + LEGEND * real(number) + 4.0;
            mark(&mut sheet, number, (left + 6.0, y - 4.0));
            sheet.text(Text::new((left + 20.0, y), TYPE, &line.name));
        }
        sheet
    }

    /// What the chart shows, in words and numbers.
    fn description(&self) -> String {
        let lines = self.lines.iter().map(|line| {
            let ends = [line.points.first(), line.points.last()].into_iter().flatten();
            let ends: Vec<String> = ends.map(|(x, y)| format!("({}, {})", spoken(*x), spoken(*y))).collect();
            format!("{}: {}, {}", line.name, counted(line.points.len(), "point"), ends.join(" to "))
        });
        let lines: Vec<String> = lines.collect();
        format!("{} to the right, {} upwards. {}.", self.x.words, self.y.words, lines.join("; "))
    }
}

/// A number with four digits that count.
fn spoken(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e9 {
        format!("{value:.0}")
    } else if (0.001..1e6).contains(&value.abs()) {
        format!("{value:.4}")
    } else {
        format!("{value:.3e}")
    }
}

/// At most a dozen places of a range, its first included.
fn ticks(range: &RangeInclusive<i32>) -> impl Iterator<Item = i32> + use<> {
    let step = (range.end() - range.start()) / 12 + 1;
    range.clone().step_by(step.cast_unsigned() as usize)
}

/// The part of a straight line inside a frame (Liang and Barsky, "A New Concept and Method for Line Clipping", ACM
/// Transactions on Graphics 3, 1984).
fn cut([from, to]: [Place; 2], low: [f64; 2], high: [f64; 2]) -> Option<[Place; 2]> {
    let step = (to.0 - from.0, to.1 - from.1);
    let (mut begin, mut end) = (0.0_f64, 1.0_f64);
    for (start, step, low, high) in [(from.0, step.0, low[0], high[0]), (from.1, step.1, low[1], high[1])] {
        if step == 0.0 {
            if !(low..=high).contains(&start) {
                return None;
            }
            continue;
        }
        let [one, other] = [(low - start) / step, (high - start) / step];
        begin = begin.max(one.min(other));
        end = end.min(one.max(other));
    }
    let place = |share: f64| (from.0 + share * step.0, from.1 + share * step.1);
    (begin <= end).then(|| [place(begin), place(end)])
}

/// A mark in the shape and the colour of its line.
fn mark(sheet: &mut Drawing, number: usize, at: Place) {
    let corners: Vec<Place> = match number % 7 {
        0 => vec![],
        1 => on_four_sides(&[(-4.0, -4.0)]),
        2 => vec![(0.0, -5.5), (5.0, 4.0), (-5.0, 4.0)],
        3 => on_four_sides(&[(0.0, -5.5)]),
        4 => vec![(0.0, 5.5), (5.0, -4.0), (-5.0, -4.0)],
        5 => on_four_sides(&[(-1.7, -5.0), (1.7, -5.0), (1.7, -1.7)]),
        _ => on_four_sides(&[(-5.0, -5.0), (0.0, -2.0)]),
    };
    let edge = Stroke::solid(Ink::Page, 1.0);
    let shape = if corners.is_empty() {
        Shape::Circle { at, radius: 4.5 }
    } else {
        Shape::Polygons(vec![corners.iter().map(|corner| (at.0 + corner.0, at.1 + corner.1)).collect()])
    };
    sheet.both(shape, Ink::series(number), edge);
}

/// The corners of a shape that looks the same after a quarter turn, by those of its first quarter.
fn on_four_sides(quarter: &[Place]) -> Vec<Place> {
    let turned = |(x, y): Place| (-y, x);
    let mut corners = quarter.to_vec();
    for at in 0..3 * quarter.len() {
        corners.push(turned(corners[at]));
    }
    corners
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(points: Vec<(f64, f64)>) -> Chart {
        Chart {
            title: "<T>".into(),
            x: Axis::linear("depth"),
            y: Axis::logarithmic("nodes"),
            lines: vec![Line { name: "a & b".into(), points, rule: None, is_joined: true }],
        }
    }

    #[test]
    fn points_lie_where_the_axes_say() {
        let chart = chart(vec![(1.0, 10.0), (3.0, 1000.0)]);
        let (left, top, right, bottom) = MARGINS;
        let sheet = chart.drawing();
        let circles: Vec<Place> = sheet
            .items
            .iter()
            .filter_map(|item| match item {
                plyground_drawing::Item::Shape { shape: Shape::Circle { at, .. }, .. } => Some(*at),
                _ => None,
            })
            .collect();
        // The two points, and the mark of the legend.
        assert_eq!(circles[..2], [(left, SIZE.1 - bottom), (SIZE.0 - right, top)]);
        assert_eq!(circles.len(), 3);
        let svg = chart.svg();
        for label in [">1<", ">2<", ">3<", ">10<", ">100<", ">1000<"] {
            assert!(svg.contains(label), "{label}: {svg}");
        }
    }

    #[test]
    fn text_is_escaped_and_one_point_is_enough() {
        let svg = chart(vec![(2.0, 5.0)]).svg();
        assert!(svg.contains("&lt;T&gt;") && svg.contains("a &amp; b") && !svg.contains("<T>"), "{svg}");
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        assert!(chart(vec![(8.0, 1.2e-5)]).description().contains("(8, 1.200e-5)"));
        assert!(chart(vec![(8.0, 2.5)]).description().contains("(8, 2.5000)"));
    }

    #[test]
    fn labels_of_powers_of_ten_are_short() {
        let axis = Axis::logarithmic("s");
        let labels = [-5, -3, -1, 0, 3, 4].map(|place| axis.label(place));
        assert_eq!(labels, ["1e-5", "0.001", "0.1", "1", "1000", "1e4"]);
    }

    #[test]
    fn ticks_are_never_many() {
        for end in [1, 5, 12, 13, 40, 300] {
            assert!((2..=13).contains(&ticks(&(0..=end)).count()), "{end}");
        }
    }

    #[test]
    fn fitted_lines_are_cut_at_the_frame() {
        let frame = |line| cut(line, [0.0, 0.0], [10.0, 10.0]);
        assert_eq!(frame([(2.0, 3.0), (4.0, 5.0)]), Some([(2.0, 3.0), (4.0, 5.0)]));
        assert_eq!(frame([(-5.0, -5.0), (15.0, 15.0)]), Some([(0.0, 0.0), (10.0, 10.0)]));
        assert_eq!(frame([(5.0, -5.0), (5.0, 4.0)]), Some([(5.0, 0.0), (5.0, 4.0)]));
        assert_eq!(frame([(-1.0, 0.0), (-1.0, 9.0)]), None);
        assert_eq!(frame([(-5.0, 0.0), (0.0, -6.0)]), None);
    }
}
