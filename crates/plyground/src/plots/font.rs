//! The type of pages and pictures that do not leave its choice to a browser: Noto Sans, as far as it is Latin or Greek.
//!
//! Letters are set one after another: no kerning, no ligatures, no writing from right to left. What the font does not
//! have is shown as its box for missing signs, so untrusted text can look odd but not break anything.

use std::sync::LazyLock;

use ttf_parser::{GlyphId, OutlineBuilder};

/// The files, under the SIL Open Font License that is in their folder.
const REGULAR: &[u8] = include_bytes!("../../fonts/NotoSans-Regular.ttf");
const BOLD: &[u8] = include_bytes!("../../fonts/NotoSans-Bold.ttf");

/// A face of the font.
pub(crate) struct Face {
    /// The file.
    pub(crate) bytes: &'static [u8],
    font: ttf_parser::Face<'static>,
}

static FACES: LazyLock<[Face; 2]> = LazyLock::new(|| [REGULAR, BOLD].map(Face::new));

pub(crate) fn face(is_bold: bool) -> &'static Face {
    &FACES[usize::from(is_bold)]
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Letter {
    pub(crate) character: char,
    pub(crate) glyph: GlyphId,
    /// Its width in parts of the size.
    pub(crate) advance: f32,
}

impl Face {
    #[expect(clippy::expect_used, reason = "the files are part of the program, and tests read them")]
    fn new(bytes: &'static [u8]) -> Self {
        Self { bytes, font: ttf_parser::Face::parse(bytes, 0).expect("a font") }
    }

    /// The font as its file describes it.
    pub(crate) const fn font(&self) -> &ttf_parser::Face<'static> {
        &self.font
    }

    fn glyph(&self, letter: char) -> GlyphId {
        let like = |letter: char| self.font.glyph_index(letter);
        // The font has no minus sign; its short dash looks like one.
        let found = like(letter).or_else(|| if letter == '\u{2212}' { like('\u{2013}') } else { None });
        found.unwrap_or_default()
    }

    pub(crate) fn letters(&self, text: &str) -> impl Iterator<Item = Letter> {
        text.chars().map(|letter| {
            let glyph = self.glyph(letter);
            let width = f32::from(self.font.glyph_hor_advance(glyph).unwrap_or_default());
            Letter { character: letter, glyph, advance: width / f32::from(self.font.units_per_em()) }
        })
    }

    pub(crate) fn width(&self, text: &str, size: f64) -> f64 {
        self.letters(text).map(|letter| f64::from(letter.advance) * size).sum()
    }

    /// Draws a letter with a pen, upwards from the base line, in units of the font.
    pub(crate) fn draw(&self, letter: Letter, pen: &mut impl OutlineBuilder) {
        // A space has no outline.
        let _ = self.font.outline_glyph(letter.glyph, pen);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_letters_that_reports_use_are_there() {
        for is_bold in [false, true] {
            let missing: String = " !\"#%&'()*+,-./09:;<=>?@AZ[]_az{|}~äéñß×µαβ–—“”‘’…−"
                .chars()
                .filter(|&letter| face(is_bold).glyph(letter) == GlyphId(0))
                .collect();
            assert_eq!(missing, "");
            assert_eq!(face(is_bold).glyph('\u{4e2d}'), GlyphId(0));
        }
    }

    #[test]
    fn digits_are_as_wide_as_each_other_and_widths_add_up() {
        for is_bold in [false, true] {
            let face = face(is_bold);
            for digit in '1'..='9' {
                assert!((face.width(&digit.to_string(), 10.0) - face.width("0", 10.0)).abs() < 1e-6);
            }
            assert!((face.width("AB", 12.0) - face.width("A", 12.0) - face.width("B", 12.0)).abs() < 1e-6);
            assert!(face.width("mm", 10.0) > face.width("ii", 10.0));
        }
    }
}
