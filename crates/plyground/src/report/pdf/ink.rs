//! Pieces of a page as content of PDF, in the colours of light surroundings.

use std::collections::BTreeMap;

use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Name, Str};

use super::PAGE;
use super::flow::{Piece, PlacedPiece};
use crate::plots::font;
use plyground_drawing::{Ink, Item, Place, Shape, Stroke, Text};

/// The names of the faces, regular and bold, and of the state in which signs let through what lies below.
pub(super) const FACES: [Name<'static>; 2] = [Name(b"F0"), Name(b"F1")];
pub(super) const FAINT: Name<'static> = Name(b"G0");
pub(super) const SOLID: Name<'static> = Name(b"G1");

/// The letters of each face that a document has, by their glyphs.
pub(super) type Letters = [BTreeMap<u16, (char, f32)>; 2];

/// How far a circle's curves reach beyond their ends, in parts of the radius.
const BEND: f32 = 0.552_285;

/// The content of a page, and the letters in it.
pub(super) fn page(pieces: &[PlacedPiece], letters: &mut Letters) -> Vec<u8> {
    let mut pen = Pen { content: Content::new(), letters };
    // From here on places count from the upper left corner.
    pen.content.transform([1.0, 0.0, 0.0, -1.0, 0.0, single(PAGE.1)]);
    for (mark, piece) in pieces {
        match mark {
            Some(mark) => {
                let number = i32::try_from(*mark).unwrap_or(i32::MAX);
                let tag =
                    if matches!(piece, Piece::Picture { .. }) { Name(b"Figure") } else { Name(b"Span") };
                pen.content.begin_marked_content_with_properties(tag).properties().identify(number);
            }
            None => {
                pen.content.begin_marked_content(Name(b"Artifact"));
            }
        }
        match piece {
            Piece::Text(text) => pen.text(text),
            Piece::Ground { shape, ink } => pen.shape(shape, Some(*ink), None),
            Piece::Picture { drawing, at, scale } => {
                pen.content.save_state();
                let scale = single(*scale);
                pen.content.transform([scale, 0.0, 0.0, scale, single(at.0), single(at.1)]);
                pen.items(&drawing.items);
                pen.content.restore_state();
            }
        }
        pen.content.end_marked_content();
    }
    pen.content.finish().into_vec()
}

#[expect(clippy::cast_possible_truncation, reason = "places on a page are small")]
pub(super) const fn single(value: f64) -> f32 {
    value as f32
}

struct Pen<'a> {
    content: Content,
    letters: &'a mut Letters,
}

impl Pen<'_> {
    fn items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Shape { shape, fill, stroke } => self.shape(shape, *fill, *stroke),
                Item::Text(text) => self.text(text),
                Item::Symbol { symbol, at, .. } => {
                    self.content.save_state();
                    self.content.transform([1.0, 0.0, 0.0, 1.0, single(at.0), single(at.1)]);
                    self.items(&symbol.items());
                    self.content.restore_state();
                }
            }
        }
    }

    fn shape(&mut self, shape: &Shape, fill: Option<Ink>, stroke: Option<Stroke>) {
        if let Some(ink) = fill {
            let [red, green, blue] = parts(ink);
            self.content.set_fill_rgb(red, green, blue);
        }
        if let Some(stroke) = stroke {
            let [red, green, blue] = parts(stroke.ink);
            self.content.set_stroke_rgb(red, green, blue);
            self.content.set_parameters(if stroke.ink.opacity() < 1.0 { FAINT } else { SOLID });
            self.content.set_line_width(single(stroke.width));
            self.content.set_line_cap(LineCapStyle::RoundCap).set_line_join(LineJoinStyle::RoundJoin);
            let dash = single(stroke.dash());
            self.content.set_dash_pattern(stroke.is_dashed.then_some(dash), 0.0);
        }
        self.path(shape);
        match (fill, stroke) {
            (Some(_), Some(_)) => self.content.fill_nonzero_and_stroke(),
            (Some(_), None) => self.content.fill_nonzero(),
            (None, Some(_)) => self.content.stroke(),
            (None, None) => self.content.end_path(),
        };
    }

    fn path(&mut self, shape: &Shape) {
        let content = &mut self.content;
        match shape {
            // Round corners of a few points look the same square on paper.
            Shape::Rect { at, size, .. } => {
                content.rect(single(at.0), single(at.1), single(size.0), single(size.1));
            }
            Shape::Circle { at, radius } => {
                let (x, y, r) = (single(at.0), single(at.1), single(*radius));
                let bend = BEND * r;
                content.move_to(x + r, y);
                content.cubic_to(x + r, y + bend, x + bend, y + r, x, y + r);
                content.cubic_to(x - bend, y + r, x - r, y + bend, x - r, y);
                content.cubic_to(x - r, y - bend, x - bend, y - r, x, y - r);
                content.cubic_to(x + bend, y - r, x + r, y - bend, x + r, y);
                content.close_path();
            }
            Shape::Lines(lines) | Shape::Polygons(lines) => {
                for line in lines {
                    for (number, &(x, y)) in line.iter().enumerate() {
                        let (x, y) = (single(x), single(y));
                        if number == 0 {
                            content.move_to(x, y)
                        } else {
                            content.line_to(x, y)
                        };
                    }
                    if matches!(shape, Shape::Polygons(_)) {
                        content.close_path();
                    }
                }
            }
        }
    }

    fn text(&mut self, text: &Text) {
        let face = font::face(text.is_bold);
        let shift = text.anchor.shift(face.width(&text.line, text.size));
        // Pages are turned upside down, letters are not.
        let (x, y): Place =
            if text.is_upright { (text.at.0, text.at.1 - shift) } else { (text.at.0 + shift, text.at.1) };
        let place = [single(x), single(y)];
        let matrix = if text.is_upright { [0.0, -1.0, -1.0, 0.0] } else { [1.0, 0.0, 0.0, -1.0] };
        let mut codes = Vec::new();
        for letter in face.letters(&text.line) {
            codes.extend(letter.glyph.0.to_be_bytes());
            self.letters[usize::from(text.is_bold)]
                .entry(letter.glyph.0)
                .or_insert((letter.character, letter.advance));
        }
        let [red, green, blue] = parts(text.ink);
        let content = &mut self.content;
        content.set_fill_rgb(red, green, blue);
        content.begin_text();
        content.set_font(FACES[usize::from(text.is_bold)], single(text.size));
        content.set_text_matrix([matrix[0], matrix[1], matrix[2], matrix[3], place[0], place[1]]);
        content.show(Str(&codes));
        content.end_text();
    }
}

fn parts(ink: Ink) -> [f32; 3] {
    ink.light().map(|part| f32::from(part) / 255.0)
}
