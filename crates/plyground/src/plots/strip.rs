//! Small plots without words that stand in the cells of tables: a distribution, and a curve.

use plyground_drawing::{Drawing, Ink, Place, Shape, Stroke};

/// Width and height.
const SIZE: (f64, f64) = (160.0, 28.0);

/// Room at each side of a curve.
const MARGIN: f64 = 2.0;

const GRID: Stroke = Stroke::solid(Ink::Rule, 0.7);

/// A distribution from left to right: its range, the middle half as a box, the median as a bar. Shares are places from
/// 0 to 1; `grid` are lines to compare by. Numbers that say the same stand next to it.
pub(crate) fn distribution(grid: impl Iterator<Item = f64>, quartiles: Option<[f64; 5]>) -> Drawing {
    let mut sheet = Drawing::new(SIZE, "");
    for share in grid {
        sheet.line((share * SIZE.0, 0.0), (share * SIZE.0, SIZE.1), GRID);
    }
    if let Some([least, low, median, high, most]) = quartiles.map(|places| places.map(|share| share * SIZE.0))
    {
        let y = SIZE.1 / 2.0;
        sheet.line((least, y), (most, y), Stroke::solid(Ink::Accent, 1.6));
        let shape = Shape::Rect { at: (low, 7.0), size: ((high - low).max(1.0), 14.0), round: 0.0 };
        sheet.both(shape, Ink::Page, Stroke::solid(Ink::Accent, 1.4));
        sheet.line((median, 4.0), (median, SIZE.1 - 4.0), Stroke::solid(Ink::Text, 2.4));
    }
    sheet
}

/// A curve through points, of which both numbers are shares, and what it says in words.
pub(crate) fn curve(grid: impl Iterator<Item = f64>, points: &[(f64, f64)], words: String) -> Drawing {
    let mut sheet = Drawing::new(SIZE, words);
    let place = |(x, y): (f64, f64)| -> Place {
        (MARGIN + (SIZE.0 - 2.0 * MARGIN) * x, MARGIN + (SIZE.1 - 2.0 * MARGIN) * (1.0 - y))
    };
    for share in grid {
        let y = place((0.0, share)).1;
        sheet.line((0.0, y), (SIZE.0, y), GRID);
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
