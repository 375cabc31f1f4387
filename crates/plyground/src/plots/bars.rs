//! Bars: upright ones side by side, and shares of a whole.

use plyground_drawing::{Anchor, Drawing, Ink, Shape, Stroke, Text, real};

/// A bar: its label and its length.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Bar {
    /// The label at its foot.
    pub(crate) label: String,
    /// Its length.
    pub(crate) count: usize,
}

/// Height of the longest bar, and of the labels above and below.
const HEIGHT: f64 = 120.0;
const FOOT: f64 = 16.0;
/// Width of a bar with the room around it, and without.
const STEP: f64 = 34.0;
const WIDTH: f64 = 26.0;
/// Length and height of a share.
const LONG: f64 = 200.0;
const THICK: f64 = 12.0;

/// Upright bars. The numbers stand above them, so that nothing depends on reading heights.
pub(crate) fn upright(title: &str, bars: &[Bar]) -> Drawing {
    let most = real(bars.iter().map(|bar| bar.count).max().unwrap_or(0).max(1));
    let (width, height) = (STEP * real(bars.len()), HEIGHT + 2.0 * FOOT);
    let mut sheet = Drawing::new((width, height), format!("{title}."));
    let all: Vec<String> = bars.iter().map(|bar| format!("{}: {}", bar.label, bar.count)).collect();
    sheet.about = all.join(", ");
    sheet.line((0.0, HEIGHT + FOOT), (width, HEIGHT + FOOT), Stroke::solid(Ink::Rule, 1.0));
    let label = |at, text: String| Text::new(at, 11.0, text).anchored(Anchor::Middle);
    for (number, bar) in bars.iter().enumerate() {
        let (tall, middle) = (HEIGHT * real(bar.count) / most, STEP * (real(number) + 0.5));
        let top = FOOT + HEIGHT - tall;
        if bar.count > 0 {
            let at = (middle - WIDTH / 2.0, top);
            sheet.fill(Shape::Rect { at, size: (WIDTH, tall), round: 0.0 }, Ink::Accent);
            sheet.text(label((middle, top - 4.0), bar.count.to_string()));
        }
        sheet.text(label((middle, height - 3.0), bar.label.clone()));
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
        let bars = [3, 0, 6].map(|count| Bar { label: "x".into(), count });
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
}
