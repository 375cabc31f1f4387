//! The one drawing: boards, trees and plots as shapes, texts and symbols, without a word of a file format.
//!
//! What is to be seen is decided here once. Writers turn it into SVG for pages (`svg`), into pixels (`raster`), and
//! into pages of PDF (`report::pdf`). Paint is named by what it means (`ink`), which is what makes light and dark
//! possible. All text may come from strangers: writers escape it.

pub(crate) mod bars;
pub(crate) mod board;
pub mod chart;
pub(crate) mod font;
pub(crate) mod ink;
pub(crate) mod raster;
pub(crate) mod strip;
pub(crate) mod svg;
pub(crate) mod tree;

pub(crate) use board::Symbol;
pub(crate) use ink::Ink;

/// A place in the units of a drawing: to the right and down from its upper left corner.
pub(crate) type Place = (f64, f64);

/// A picture with what it says in words.
#[derive(Clone, PartialEq, Debug)]
pub struct Drawing {
    /// Width and height in its own units.
    pub(crate) size: (f64, f64),
    /// What it is. With `about` empty too, it shows nothing that the text next to it does not say.
    pub(crate) title: String,
    /// What it shows, for those who do not see it.
    pub(crate) about: String,
    /// What is drawn, the undermost first.
    pub(crate) items: Vec<Item>,
}

/// A part of a drawing.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Item {
    /// A shape, filled, outlined, or both.
    Shape { shape: Shape, fill: Option<Ink>, stroke: Option<Stroke> },
    /// A line of text.
    Text(Text),
    /// A symbol with its upper left corner at a place. Scripts of pages find it by `class`, which may be empty.
    Symbol { symbol: Symbol, at: Place, class: &'static str },
}

/// An outline.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Shape {
    /// Upper left corner, width and height, radius of the corners.
    Rect { at: Place, size: (f64, f64), round: f64 },
    /// Centre and radius.
    Circle { at: Place, radius: f64 },
    /// Lines from place to place; several of them are apart.
    Lines(Vec<Vec<Place>>),
    /// The same, each closed.
    Polygons(Vec<Vec<Place>>),
}

/// How an outline is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Stroke {
    pub(crate) ink: Ink,
    pub(crate) width: f64,
    pub(crate) is_dashed: bool,
}

impl Stroke {
    /// A line without gaps.
    pub(crate) const fn solid(ink: Ink, width: f64) -> Self {
        Self { ink, width, is_dashed: false }
    }

    /// A line with gaps as long as its dashes.
    pub(crate) const fn dashed(ink: Ink, width: f64) -> Self {
        Self { ink, width, is_dashed: true }
    }

    /// The length of a dash and of a gap.
    pub(crate) fn dash(self) -> f64 {
        3.0 * self.width.max(0.5)
    }
}

/// Which point of a text is at its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A line of text.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Text {
    /// On the base line.
    pub(crate) at: Place,
    pub(crate) line: String,
    /// Height of the type in units of the drawing.
    pub(crate) size: f64,
    pub(crate) ink: Ink,
    pub(crate) anchor: Anchor,
    pub(crate) is_bold: bool,
    /// Read from below to above.
    pub(crate) is_upright: bool,
}

impl Text {
    /// Plain text that begins at a place.
    pub(crate) fn new(at: Place, size: f64, line: impl Into<String>) -> Self {
        let line = line.into();
        Self { at, line, size, ink: Ink::Text, anchor: Anchor::Start, is_bold: false, is_upright: false }
    }

    /// In another ink.
    pub(crate) const fn ink(mut self, ink: Ink) -> Self {
        self.ink = ink;
        self
    }

    /// With another point at its place.
    pub(crate) const fn anchored(mut self, anchor: Anchor) -> Self {
        self.anchor = anchor;
        self
    }

    /// In bold type.
    pub(crate) const fn bold(mut self) -> Self {
        self.is_bold = true;
        self
    }

    /// Turned to be read from below to above.
    pub(crate) const fn upright(mut self) -> Self {
        self.is_upright = true;
        self
    }
}

impl Drawing {
    /// An empty sheet.
    pub(crate) fn new(size: (f64, f64), title: impl Into<String>) -> Self {
        Self { size, title: title.into(), about: String::new(), items: Vec::new() }
    }

    /// Adds a filled shape.
    pub(crate) fn fill(&mut self, shape: Shape, ink: Ink) {
        self.items.push(Item::Shape { shape, fill: Some(ink), stroke: None });
    }

    /// Adds an outline.
    pub(crate) fn stroke(&mut self, shape: Shape, stroke: Stroke) {
        self.items.push(Item::Shape { shape, fill: None, stroke: Some(stroke) });
    }

    /// Adds a filled shape with an outline.
    pub(crate) fn both(&mut self, shape: Shape, fill: Ink, stroke: Stroke) {
        self.items.push(Item::Shape { shape, fill: Some(fill), stroke: Some(stroke) });
    }

    /// Adds a straight line.
    pub(crate) fn line(&mut self, from: Place, to: Place, stroke: Stroke) {
        self.stroke(Shape::Lines(vec![vec![from, to]]), stroke);
    }

    /// Adds a text.
    pub(crate) fn text(&mut self, text: Text) {
        self.items.push(Item::Text(text));
    }

    /// Adds a symbol.
    pub(crate) fn symbol(&mut self, symbol: Symbol, at: Place, class: &'static str) {
        self.items.push(Item::Symbol { symbol, at, class });
    }

    /// The drawing in words.
    pub(crate) fn words(&self) -> String {
        format!("{} {}", self.title, self.about).trim().to_owned()
    }
}

/// A count as a length or a place.
#[expect(clippy::cast_precision_loss, reason = "drawings have few things")]
pub(crate) const fn real(count: usize) -> f64 {
    count as f64
}
