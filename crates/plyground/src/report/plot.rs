//! Line charts as SVG: readable in light and dark, with shapes as well as colours, and described for those who do
//! not see them. The text is untrusted: it is escaped.

use std::ops::RangeInclusive;

use maud::{Markup, html};

/// Width and height of a chart in the units of the drawing.
const SIZE: (f64, f64) = (720.0, 440.0);

/// Left, top, right and bottom margins.
const MARGINS: (f64, f64, f64, f64) = (70.0, 40.0, 20.0, 56.0);

/// Height of a line of the legend.
const LEGEND: f64 = 20.0;

const STYLE: &str = "\
svg{color-scheme:light dark;--ink:#1c2430;--soft:#68707c;--grid:#d8dce2;--paper:#fff;--c0:#1f5fa8;--c1:#b3400f;--c2:#2b7a3d;--c3:#7a3d9e;--c4:#8a6a00;--c5:#a11d4f}\
@media(prefers-color-scheme:dark){svg{--ink:#e6eaf0;--soft:#a3acb8;--grid:#39424e;--paper:#161b22;--c0:#7db5f2;--c1:#f09a6c;--c2:#7fce93;--c3:#cda2ec;--c4:#dcc06a;--c5:#f293b5}}\
text{font:13px system-ui,sans-serif;fill:var(--ink)}.tick{fill:var(--soft);font-size:12px}\
.paper{fill:var(--paper)}.grid{stroke:var(--grid);fill:none}.line,.rule{fill:none;stroke-width:2}.rule{stroke-dasharray:4 4;stroke-width:1.2}\
.mark{stroke:var(--paper);stroke-width:1}";

/// How an axis is divided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Scale {
    Linear,
    Logarithmic,
}

/// One axis: its words and its scale.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Axis {
    words: &'static str,
    scale: Scale,
}

impl Axis {
    /// Equal steps, at whole numbers.
    pub const fn linear(words: &'static str) -> Self {
        Self { words, scale: Scale::Linear }
    }

    /// Powers of ten; values must be positive.
    pub const fn logarithmic(words: &'static str) -> Self {
        Self { words, scale: Scale::Logarithmic }
    }

    /// A value as a place on the axis before it is scaled to the drawing.
    fn place(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear => value,
            Scale::Logarithmic => value.log10(),
        }
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
        match self.scale {
            Scale::Linear => place.to_string(),
            Scale::Logarithmic => match place {
                0..=3 => 10_i32.pow(place.cast_unsigned()).to_string(),
                -3..=-1 => format!("{:.1$}", 10_f64.powi(place), place.unsigned_abs() as usize),
                _ => format!("1e{place}"),
            },
        }
    }
}

/// One line of a chart.
pub struct Line {
    /// What the legend says.
    pub name: String,
    /// In the order in which they are joined; not empty.
    pub points: Vec<(f64, f64)>,
    /// A law that the points follow, drawn dashed from the first to the last.
    pub rule: Option<Box<dyn Fn(f64) -> f64>>,
}

impl std::fmt::Debug for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Line").field("name", &self.name).field("points", &self.points).finish_non_exhaustive()
    }
}

/// A chart.
#[derive(Debug)]
pub struct Chart {
    /// Over it, and for those who do not see it.
    pub title: String,
    /// To the right.
    pub x: Axis,
    /// Upwards.
    pub y: Axis,
    /// At most six can be told apart by colour, seven by shape.
    pub lines: Vec<Line>,
}

impl Chart {
    /// The chart as an SVG document.
    pub fn svg(&self) -> String {
        let points = || self.lines.iter().flat_map(|line| line.points.iter());
        let x_range = self.x.range(points().map(|point| point.0));
        let y_range = self.y.range(points().map(|point| point.1));
        let (left, top, right, bottom) = MARGINS;
        #[expect(clippy::cast_precision_loss, reason = "a few lines")]
        let height = SIZE.1 + LEGEND * self.lines.len() as f64;
        let (width, inner) = (SIZE.0, SIZE.1 - bottom);
        let along = |range: &RangeInclusive<i32>, place: f64| {
            (place - f64::from(*range.start())) / f64::from(range.end() - range.start())
        };
        let x = |place: f64| left + along(&x_range, place) * (width - left - right);
        let y = |place: f64| inner - along(&y_range, place) * (inner - top);
        let at = |point: (f64, f64)| (x(self.x.place(point.0)), y(self.y.place(point.1)));
        let x_ticks = ticks(&x_range).map(|tick| (self.x.label(tick), x(f64::from(tick))));
        let y_ticks = ticks(&y_range).map(|tick| (self.y.label(tick), y(f64::from(tick))));
        let description = self.description();
        html! {
            svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (width) " " (height) } role="img" aria-labelledby="title about" {
                title id="title" { (self.title) }
                desc id="about" { (description) }
                style { (maud::PreEscaped(STYLE)) }
                clipPath id="frame" {
                    rect x=(left) y=(top) width=(width - left - right) height=(inner - top) {}
                }
                rect.paper width=(width) height=(height) {}
                text x=(left) y="22" font-weight="600" { (self.title) }
                @for (label, x) in x_ticks {
                    path.grid d={ "M" (short(x)) " " (short(top)) "V" (short(inner)) } {}
                    text.tick x=(short(x)) y=(short(inner + 18.0)) text-anchor="middle" { (label) }
                }
                @for (label, y) in y_ticks {
                    path.grid d={ "M" (short(left)) " " (short(y)) "H" (short(width - right)) } {}
                    text.tick x=(short(left - 8.0)) y=(short(y + 4.0)) text-anchor="end" { (label) }
                }
                text x=(short(f64::midpoint(left, width - right))) y=(short(inner + 40.0)) text-anchor="middle" { (self.x.words) }
                text transform={ "translate(18 " (short(f64::midpoint(top, inner))) ") rotate(-90)" } text-anchor="middle" { (self.y.words) }
                @for (number, line) in self.lines.iter().enumerate() {
                    (drawn(number, line, &at))
                }
                @for (number, line) in self.lines.iter().enumerate() {
                    @let y = legend_y(number);
                    (mark(number, (left + 6.0, y - 4.0)))
                    text x=(short(left + 20.0)) y=(short(y)) { (line.name) }
                }
            }
        }
        .into_string()
    }

    /// What the chart shows, in words and numbers.
    fn description(&self) -> String {
        let lines = self.lines.iter().map(|line| {
            let ends = [line.points.first(), line.points.last()].into_iter().flatten();
            let ends: Vec<String> = ends.map(|(x, y)| format!("({}, {})", spoken(*x), spoken(*y))).collect();
            format!("{}: {} points, {}", line.name, line.points.len(), ends.join(" to "))
        });
        let lines: Vec<String> = lines.collect();
        format!("{} to the right, {} upwards. {}.", self.x.words, self.y.words, lines.join("; "))
    }
}

/// A number with four digits that count.
fn spoken(value: f64) -> String {
    if value == 0.0 || (0.001..1e6).contains(&value.abs()) {
        format!("{value:.4}")
    } else {
        format!("{value:.3e}")
    }
}

fn legend_y(number: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a few lines")]
    let number = number as f64;
    SIZE.1 + LEGEND * number + 4.0
}

/// At most a dozen places of a range, its first included.
fn ticks(range: &RangeInclusive<i32>) -> impl Iterator<Item = i32> + use<> {
    let step = (range.end() - range.start()) / 12 + 1;
    range.clone().step_by(step.cast_unsigned() as usize)
}

fn drawn(number: usize, line: &Line, at: &dyn Fn((f64, f64)) -> (f64, f64)) -> Markup {
    let places: Vec<(f64, f64)> = line.points.iter().map(|&point| at(point)).collect();
    let path = |places: &[(f64, f64)]| {
        let words: Vec<String> = places.iter().map(|(x, y)| format!("{} {}", short(*x), short(*y))).collect();
        format!("M{}", words.join("L"))
    };
    let colour = format!("stroke:var(--c{})", number % 6);
    let rule = line.rule.as_ref().map(|rule| {
        let ends = [line.points.first(), line.points.last()].into_iter().flatten();
        let ends: Vec<(f64, f64)> = ends.map(|&(x, _)| at((x, rule(x)))).collect();
        path(&ends)
    });
    html! {
        @if let Some(rule) = rule { path.rule clip-path="url(#frame)" style=(colour) d=(rule) {} }
        @else { path.line style=(colour) d=(path(&places)) {} }
        @for place in places { (mark(number, place)) }
    }
}

/// A mark whose shape and colour tell its line.
fn mark(number: usize, (x, y): (f64, f64)) -> Markup {
    let shape = match number % 7 {
        0 => "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0Z",
        1 => "M-4 -4H4V4H-4Z",
        2 => "M0 -5.5L5 4H-5Z",
        3 => "M0 -5.5L5.5 0L0 5.5L-5.5 0Z",
        4 => "M0 5.5L5 -4H-5Z",
        5 => "M-1.7 -5H1.7V-1.7H5V1.7H1.7V5H-1.7V1.7H-5V-1.7H-1.7Z",
        _ => "M-5 -5L0 -2L5 -5L2 0L5 5L0 2L-5 5L-2 0Z",
    };
    html! {
        path.mark d=(shape) style={ "fill:var(--c" (number % 6) ")" } transform={ "translate(" (short(x)) " " (short(y)) ")" } {}
    }
}

fn short(value: f64) -> String {
    format!("{value:.1}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(points: Vec<(f64, f64)>) -> Chart {
        let line = Line { name: "a & b".into(), points, rule: None };
        Chart {
            title: "<T>".into(),
            x: Axis::linear("depth"),
            y: Axis::logarithmic("nodes"),
            lines: vec![line],
        }
    }

    #[test]
    fn points_lie_where_the_axes_say() {
        let svg = chart(vec![(1.0, 10.0), (3.0, 1000.0)]).svg();
        let (left, top, right, bottom) = MARGINS;
        assert!(svg.contains(&format!("translate({} {})", short(left), short(SIZE.1 - bottom))), "{svg}");
        assert!(svg.contains(&format!("translate({} {})", short(SIZE.0 - right), short(top))), "{svg}");
        for label in [">1<", ">2<", ">3<", ">10<", ">100<", ">1000<"] {
            assert!(svg.contains(label), "{label}: {svg}");
        }
    }

    #[test]
    fn text_is_escaped_and_one_point_is_enough() {
        let svg = chart(vec![(2.0, 5.0)]).svg();
        assert!(svg.contains("&lt;T&gt;") && svg.contains("a &amp; b") && !svg.contains("<T>"), "{svg}");
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        assert!(chart(vec![(8.0, 1.2e-5)]).description().contains("(8.0000, 1.200e-5)"));
    }

    #[test]
    fn labels_of_powers() {
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
}
