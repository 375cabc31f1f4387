//! Small plots: upright bars side by side, and for the cells of tables, without words, shares of a whole, distributions and
//! curves.

use plyground_drawing::{Anchor, Drawing, Ink, Place, Shape, Stroke, Text, real};

/// Height of the longest bar, and of the labels above and below.
const HEIGHT: f64 = 120.0;
const FOOT: f64 = 16.0;
/// Width of a bar with the room around it, and without.
const STEP: f64 = 34.0;
const WIDTH: f64 = 26.0;
/// Length and height of a share.
const LONG: f64 = 200.0;
const THICK: f64 = 12.0;

/// Upright bars, by the label at the foot of each and its length. The numbers stand above them, so that nothing depends on
/// reading heights.
pub(crate) fn upright(title: &str, bars: &[(String, usize)]) -> Drawing {
    let most = real(bars.iter().map(|&(_, count)| count).max().unwrap_or(0).max(1));
    let (width, height) = (STEP * real(bars.len()), HEIGHT + 2.0 * FOOT);
    let mut sheet = Drawing::new((width, height), format!("{title}."));
    let all: Vec<String> = bars.iter().map(|(label, count)| format!("{label}: {count}")).collect();
    sheet.about = all.join(", ");
    sheet.line((0.0, HEIGHT + FOOT), (width, HEIGHT + FOOT), Stroke::solid(Ink::Rule, 1.0));
    let label = |at, text: String| Text::new(at, 11.0, text).anchored(Anchor::Middle);
    for (number, (name, count)) in bars.iter().enumerate() {
        let (tall, middle) = (HEIGHT * real(*count) / most, STEP * (real(number) + 0.5));
        let top = FOOT + HEIGHT - tall;
        if *count > 0 {
            let at = (middle - WIDTH / 2.0, top);
            sheet.fill(Shape::Rect { at, size: (WIDTH, tall), round: 0.0 }, Ink::Accent);
            sheet.text(label((middle, top - 4.0), count.to_string()));
        }
        sheet.text(label((middle, height - 3.0), name.clone()));
    }
    sheet
}

/// A share of a whole, lying.
pub(crate) fn share(count: usize, of: usize) -> Drawing {
    let mut sheet = Drawing::new((LONG, THICK), format!("{count} of {of}"));
    let bar = |length: f64| Shape::Rect { at: (0.0, 1.0), size: (length, THICK - 2.0), round: 0.0 };
    sheet.both(bar(LONG), Ink::Band, Stroke::solid(Ink::Rule, 0.5));
    if count > 0 {
        sheet.fill(bar(LONG * real(count) / real(of.max(1))), Ink::Accent);
    }
    sheet
}

/// Width and height of a distribution and of a curve.
const STRIP: (f64, f64) = (160.0, 28.0);

/// Room at each side of a curve.
const MARGIN: f64 = 2.0;

const GRID: Stroke = Stroke::solid(Ink::Rule, 0.7);

/// A distribution from left to right: its range, the middle half as a box, the median as a bar. Shares are places from
/// 0 to 1; `grid` are lines to compare by. Numbers that say the same stand next to it.
pub(crate) fn distribution(grid: impl Iterator<Item = f64>, quartiles: Option<[f64; 5]>) -> Drawing {
    let mut sheet = Drawing::new(STRIP, "");
    for share in grid {
        sheet.line((share * STRIP.0, 0.0), (share * STRIP.0, STRIP.1), GRID);
    }
    if let Some([least, low, median, high, most]) =
        quartiles.map(|places| places.map(|share| share * STRIP.0))
    {
        let y = STRIP.1 / 2.0;
        sheet.line((least, y), (most, y), Stroke::solid(Ink::Accent, 1.6));
        let shape = Shape::Rect { at: (low, 7.0), size: ((high - low).max(1.0), 14.0), round: 0.0 };
        sheet.both(shape, Ink::Page, Stroke::solid(Ink::Accent, 1.4));
        sheet.line((median, 4.0), (median, STRIP.1 - 4.0), Stroke::solid(Ink::Text, 2.4));
    }
    sheet
}

/// A curve through points, of which both numbers are shares, and what it says in words.
pub(crate) fn curve(grid: impl Iterator<Item = f64>, points: &[(f64, f64)], words: String) -> Drawing {
    let mut sheet = Drawing::new(STRIP, words);
    let place = |(x, y): (f64, f64)| -> Place {
        (MARGIN + (STRIP.0 - 2.0 * MARGIN) * x, MARGIN + (STRIP.1 - 2.0 * MARGIN) * (1.0 - y))
    };
    for share in grid {
        let y = place((0.0, share)).1;
        sheet.line((0.0, y), (STRIP.0, y), GRID);
    }
    if !points.is_empty() {
        // A line from the last point to itself is a dot, where there is but one.
        let points = points.iter().chain(points.last()).map(|&point| place(point)).collect();
        sheet.stroke(Shape::Lines(vec![points]), Stroke::solid(Ink::Accent, 1.6));
    }
    sheet
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_drawing::Item;

    fn filled(sheet: &Drawing) -> Vec<(f64, f64)> {
        let rect = |item: &Item| match item {
            Item::Shape { shape: Shape::Rect { size, .. }, fill: Some(Ink::Accent), .. } => Some(*size),
            _ => None,
        };
        sheet.items.iter().filter_map(rect).collect()
    }

    #[test]
    fn the_longest_bar_is_as_high_as_there_is_room() {
        let bars = [3, 0, 6].map(|count| ("x".to_owned(), count));
        let sheet = upright("Marks", &bars);
        assert_eq!(filled(&sheet), [(WIDTH, HEIGHT / 2.0), (WIDTH, HEIGHT)]);
        assert_eq!(sheet.words(), "Marks. x: 3, x: 0, x: 6");
        assert!(filled(&upright("Marks", &bars[1..2])).is_empty());
    }

    #[test]
    fn a_share_is_as_long_as_its_part() {
        assert_eq!(filled(&share(1, 4)), [(LONG / 4.0, THICK - 2.0)]);
        assert!(filled(&share(0, 0)).is_empty());
        assert_eq!(share(1, 4).words(), "1 of 4");
    }

    #[test]
    fn high_shares_are_drawn_high_and_far_ones_right() {
        let sheet = curve([0.0, 1.0].into_iter(), &[(0.0, 1.0), (1.0, 0.0)], "c".into());
        let Some(Item::Shape { shape: Shape::Lines(lines), .. }) = sheet.items.last() else {
            panic!("{sheet:?}")
        };
        assert_eq!(lines[0], [(2.0, 2.0), (158.0, 26.0), (158.0, 26.0)]);
        assert_eq!(sheet.items.len(), 3);
    }

    #[test]
    fn a_distribution_without_values_has_its_grid_only() {
        let grid = || [0.0, 0.5, 1.0].into_iter();
        assert_eq!(distribution(grid(), None).items.len(), 3);
        let sheet = distribution(grid(), Some([0.0, 0.2, 0.2, 0.2, 1.0]));
        assert_eq!(sheet.items.len(), 6);
        // A box of no width can still be seen.
        assert!(matches!(sheet.items[4], Item::Shape { shape: Shape::Rect { size: (1.0, 14.0), .. }, .. }));
        assert!(sheet.words().is_empty());
    }
}
