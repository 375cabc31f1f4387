//! Drawings as PNG pictures, in the colours of light surroundings, four pixels for each unit of area.

use std::io::{self, Write};

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, StrokeDash, Transform};
use ttf_parser::OutlineBuilder;

use super::font;
use plyground_drawing::{Drawing, Ink, Item, Place, Shape, Stroke, Text};

/// Pixels for a unit of length.
const SCALE: f32 = 2.0;

/// The picture as a PNG file.
pub(crate) fn png(drawing: &Drawing) -> io::Result<Vec<u8>> {
    let [width, height] = [drawing.size.0, drawing.size.1].map(pixels);
    let pixmap = Pixmap::new(width, height);
    let mut canvas = Canvas(pixmap.ok_or_else(|| io::Error::other("the picture is too large"))?);
    let page = Ink::Page.light();
    canvas.0.fill(tiny_skia::Color::from_rgba8(page[0], page[1], page[2], 255));
    canvas.items(&drawing.items, Transform::from_scale(SCALE, SCALE));
    encode(width, height, canvas.0.data())
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a cast of floats saturates")]
fn pixels(length: f64) -> u32 {
    (length * f64::from(SCALE)).ceil().min(20_000.0) as u32
}

/// Pixels of red, green, blue and opacity, row by row, as a PNG file (ISO/IEC 15948), each row filtered by that above it.
/// Nothing is left to see through: colours are not multiplied by anything, and the file has no opacity.
///
/// The loop is plain, and rows like those above them are passed over: tests draw unoptimised, and have half a second.
fn encode(width: u32, height: u32, pixels: &[u8]) -> io::Result<Vec<u8>> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut head = Vec::new();
    head.extend(width.to_be_bytes());
    head.extend(height.to_be_bytes());
    // Eight bits a channel, red green blue; the only compression and filters there are; rows one after another.
    head.extend([8, 2, 0, 0, 0]);
    chunk(&mut file, *b"IHDR", &head)?;
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
    let width = usize::try_from(width).map_err(io::Error::other)?;
    let mut above = &vec![0; 4 * width][..];
    // The second filter, and what it leaves of three colours a pixel.
    let mut filtered = vec![0; 1 + 3 * width];
    filtered[0] = 2;
    for row in pixels.chunks_exact(4 * width) {
        filtered[1..].fill(0);
        let mut at = if row == above { width } else { 0 };
        while at < width {
            let (from, to) = (4 * at, 3 * at + 1);
            filtered[to] = row[from].wrapping_sub(above[from]);
            filtered[to + 1] = row[from + 1].wrapping_sub(above[from + 1]);
            filtered[to + 2] = row[from + 2].wrapping_sub(above[from + 2]);
            at += 1;
        }
        packed.write_all(&filtered)?;
        above = row;
    }
    chunk(&mut file, *b"IDAT", &packed.finish()?)?;
    chunk(&mut file, *b"IEND", &[])?;
    Ok(file)
}

fn chunk(file: &mut Vec<u8>, name: [u8; 4], data: &[u8]) -> io::Result<()> {
    let length = u32::try_from(data.len()).map_err(io::Error::other)?;
    let mut sum = Crc::new();
    sum.update(&name);
    sum.update(data);
    file.extend(length.to_be_bytes());
    file.extend(name);
    file.extend(data);
    file.extend(sum.sum().to_be_bytes());
    Ok(())
}

struct Canvas(Pixmap);

impl Canvas {
    fn items(&mut self, items: &[Item], transform: Transform) {
        for item in items {
            match item {
                Item::Shape { shape, fill, stroke } => {
                    if let Some(path) = path(shape) {
                        if let Some(ink) = fill {
                            self.0.fill_path(&path, &paint(*ink), FillRule::Winding, transform, None);
                        }
                        if let Some(stroke) = stroke {
                            self.0.stroke_path(&path, &paint(stroke.ink), &pen(*stroke), transform, None);
                        }
                    }
                }
                Item::Text(text) => self.text(text, transform),
                Item::Symbol { symbol, at, .. } => {
                    let (x, y) = single(*at);
                    self.items(&symbol.items(), transform.pre_translate(x, y));
                }
            }
        }
    }

    fn text(&mut self, text: &Text, transform: Transform) {
        let face = font::face(text.is_bold);
        let (size, shift) = single((text.size, text.anchor.shift(face.width(&text.line, text.size))));
        let (x, y) = single(text.at);
        let turn = if text.is_upright { -90.0 } else { 0.0 };
        let transform = transform.pre_translate(x, y).pre_concat(Transform::from_rotate(turn));
        let scale = size / f32::from(face.font().units_per_em());
        let mut pen = Pen { builder: PathBuilder::new(), x: shift, scale };
        for letter in face.letters(&text.line) {
            face.draw(letter, &mut pen);
            pen.x += letter.advance * size;
        }
        if let Some(path) = pen.builder.finish() {
            self.0.fill_path(&path, &paint(text.ink), FillRule::Winding, transform, None);
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "places of a drawing are small")]
const fn single((x, y): Place) -> (f32, f32) {
    (x as f32, y as f32)
}

fn path(shape: &Shape) -> Option<Path> {
    let mut builder = PathBuilder::new();
    match shape {
        // Corners of a few pixels look the same square.
        Shape::Rect { at, size, .. } => {
            let ((x, y), (width, height)) = (single(*at), single(*size));
            builder.push_rect(Rect::from_xywh(x, y, width, height)?);
        }
        Shape::Circle { at, radius } => {
            let (x, y) = single(*at);
            builder.push_circle(x, y, single((*radius, 0.0)).0);
        }
        Shape::Lines(lines) | Shape::Polygons(lines) => {
            for line in lines {
                for (number, &place) in line.iter().enumerate() {
                    let (x, y) = single(place);
                    if number == 0 { builder.move_to(x, y) } else { builder.line_to(x, y) }
                }
                if matches!(shape, Shape::Polygons(_)) {
                    builder.close();
                }
            }
        }
    }
    builder.finish()
}

fn paint(ink: Ink) -> Paint<'static> {
    let [red, green, blue] = ink.light();
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    let mut colour = tiny_skia::Color::from_rgba8(red, green, blue, 255);
    colour.apply_opacity(ink.opacity());
    paint.set_color(colour);
    paint
}

fn pen(stroke: Stroke) -> tiny_skia::Stroke {
    let (width, dash) = single((stroke.width, stroke.dash()));
    let dash = stroke.is_dashed.then(|| StrokeDash::new(vec![dash, dash], 0.0)).flatten();
    let line_cap = LineCap::Round;
    tiny_skia::Stroke { width, line_cap, line_join: LineJoin::Round, dash, ..tiny_skia::Stroke::default() }
}

/// Collects letters, which are drawn upwards in units of the font, side by side.
struct Pen {
    builder: PathBuilder,
    x: f32,
    scale: f32,
}

impl Pen {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + self.scale * x, -self.scale * y)
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.builder.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.builder.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.builder.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.builder.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.builder.close();
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::ZlibDecoder;
    use plyground_drawing::Anchor;

    use super::*;

    /// Width, height, and rows of pixels of a PNG file that this module wrote.
    fn decoded(file: &[u8]) -> (usize, Vec<Vec<[u8; 3]>>) {
        let number = |at: usize| u32::from_be_bytes(file[at..at + 4].try_into().unwrap()) as usize;
        assert_eq!((&file[..8], &file[12..16]), (b"\x89PNG\r\n\x1a\n".as_slice(), b"IHDR".as_slice()));
        let (width, height) = (number(16), number(20));
        assert_eq!(&file[37..41], b"IDAT");
        let mut raw = Vec::new();
        ZlibDecoder::new(&file[41..41 + number(33)]).read_to_end(&mut raw).unwrap();
        assert_eq!(raw.len(), height * (1 + 3 * width));
        let mut rows: Vec<Vec<u8>> = Vec::new();
        for line in raw.chunks(1 + 3 * width) {
            let above = rows.last().cloned().unwrap_or_else(|| vec![0; 3 * width]);
            rows.push(line[1..].iter().zip(above).map(|(byte, above)| byte.wrapping_add(above)).collect());
        }
        let pixels = rows.iter().map(|row| row.chunks(3).map(|rgb| rgb.try_into().unwrap()).collect());
        (width, pixels.collect())
    }

    #[test]
    fn shapes_and_letters_are_where_they_belong() {
        let mut sheet = Drawing::new((40.0, 20.0), "");
        sheet.fill(Shape::Rect { at: (0.0, 0.0), size: (10.0, 10.0), round: 0.0 }, Ink::Red);
        sheet.symbol(plyground_drawing::Symbol::DarkSquare, (10.0, 10.0), "");
        sheet.text(Text::new((40.0, 18.0), 12.0, "l").anchored(Anchor::End).bold());
        let (width, rows) = decoded(&png(&sheet).unwrap());
        assert_eq!((width, rows.len()), (80, 40));
        assert_eq!(rows[10][10], Ink::Red.light());
        assert_eq!(rows[30][30], Ink::DarkSquare.light());
        assert_eq!(rows[5][70], Ink::Page.light());
        let inked = |from: usize, to: usize| {
            rows.iter().flat_map(|row| &row[from..to]).filter(|&&pixel| pixel == Ink::Text.light()).count()
        };
        assert!(inked(70, 80) > 20 && inked(42, 70) == 0, "{} {}", inked(70, 80), inked(42, 70));
    }

    #[test]
    fn a_width_of_0_is_an_error() {
        assert!(png(&Drawing::new((0.0, 5.0), "")).is_err());
    }
}
