//! Drawings of boards, trees and plots as shapes, texts and symbols, independent of file formats.
//!
//! Boards and trees are drawn here, plots in `plyground`. Writers turn drawings into SVG ([`svg`]), and in `plyground`
//! into pixels and pages of PDF. Paint is named by its meaning ([`ink`]), so a drawing can be light or dark. All text
//! may come from strangers: writers escape it.
#![forbid(unsafe_code)]

pub mod board;
pub mod ink;
pub mod svg;
pub mod tree;

pub use board::Symbol;
pub use ink::Ink;

/// A place in the units of a drawing: to the right and down from its upper left corner.
pub type Place = (f64, f64);

/// A picture with its description in words.
#[derive(Clone, PartialEq, Debug)]
pub struct Drawing {
    /// Width and height in its own units.
    pub size: (f64, f64),
    /// The title. If `about` is empty too, the text next to the drawing says all that it shows.
    pub title: String,
    /// A description for those who do not see it.
    pub about: String,
    /// The parts, from the bottom to the top.
    pub items: Vec<Item>,
}

/// A part of a drawing.
#[derive(Clone, PartialEq, Debug)]
pub enum Item {
    /// A shape, filled, outlined, or both.
    Shape {
        /// Its outline.
        shape: Shape,
        /// The paint of the inside.
        fill: Option<Ink>,
        /// How the outline is drawn, if it is.
        stroke: Option<Stroke>,
    },
    /// A line of text.
    Text(Text),
    /// A symbol with its upper left corner at a place. Scripts of pages find it by `class`, which may be empty.
    Symbol {
        /// Which one.
        symbol: Symbol,
        /// The upper left corner.
        at: Place,
        /// A name for scripts.
        class: &'static str,
    },
}

/// An outline.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// A rectangle.
    Rect {
        /// The upper left corner.
        at: Place,
        /// Width and height.
        size: (f64, f64),
        /// The radius of the corners.
        round: f64,
    },
    /// A circle.
    Circle {
        /// The centre.
        at: Place,
        /// The radius.
        radius: f64,
    },
    /// Lines from place to place; several of them are apart.
    Lines(Vec<Vec<Place>>),
    /// The same, each closed.
    Polygons(Vec<Vec<Place>>),
}

/// How an outline is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stroke {
    /// Its paint.
    pub ink: Ink,
    /// Its width in units of the drawing.
    pub width: f64,
    /// Whether it has gaps as long as its dashes.
    pub is_dashed: bool,
}

impl Stroke {
    /// A line without gaps.
    pub const fn solid(ink: Ink, width: f64) -> Self {
        Self { ink, width, is_dashed: false }
    }

    /// A line with gaps as long as its dashes.
    pub const fn dashed(ink: Ink, width: f64) -> Self {
        Self { ink, width, is_dashed: true }
    }

    /// The length of a dash and of a gap.
    pub fn dash(self) -> f64 {
        3.0 * self.width.max(0.5)
    }
}

/// Which point of a text is at its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// The first point of its base line.
    Start,
    /// The point in the middle.
    Middle,
    /// The last point.
    End,
}

impl Anchor {
    /// Where a text of this width begins, counted from its place.
    pub fn shift(self, width: f64) -> f64 {
        match self {
            Self::Start => 0.0,
            Self::Middle => -width / 2.0,
            Self::End => -width,
        }
    }
}

/// A line of text.
#[derive(Clone, PartialEq, Debug)]
pub struct Text {
    /// On the base line.
    pub at: Place,
    /// The text.
    pub line: String,
    /// Height of the type in units of the drawing.
    pub size: f64,
    /// Its paint.
    pub ink: Ink,
    /// Which of its points is at the place.
    pub anchor: Anchor,
    /// Whether the type is bold.
    pub is_bold: bool,
    /// Read from below to above.
    pub is_upright: bool,
}

impl Text {
    /// Plain text that begins at a place.
    pub fn new(at: Place, size: f64, line: impl Into<String>) -> Self {
        let line = line.into();
        Self { at, line, size, ink: Ink::Text, anchor: Anchor::Start, is_bold: false, is_upright: false }
    }

    /// In another ink.
    #[must_use]
    pub const fn ink(mut self, ink: Ink) -> Self {
        self.ink = ink;
        self
    }

    /// With another point at its place.
    #[must_use]
    pub const fn anchored(mut self, anchor: Anchor) -> Self {
        self.anchor = anchor;
        self
    }

    /// In bold type.
    #[must_use]
    pub const fn bold(mut self) -> Self {
        self.is_bold = true;
        self
    }

    /// Turned to be read from below to above.
    #[must_use]
    pub const fn upright(mut self) -> Self {
        self.is_upright = true;
        self
    }
}

impl Drawing {
    /// An empty sheet.
    pub fn new(size: (f64, f64), title: impl Into<String>) -> Self {
        Self { size, title: title.into(), about: String::new(), items: Vec::new() }
    }

    /// Adds a filled shape.
    pub fn fill(&mut self, shape: Shape, ink: Ink) {
        self.items.push(Item::Shape { shape, fill: Some(ink), stroke: None });
    }

    /// Adds an outline.
    pub fn stroke(&mut self, shape: Shape, stroke: Stroke) {
        self.items.push(Item::Shape { shape, fill: None, stroke: Some(stroke) });
    }

    /// Adds a filled shape with an outline.
    pub fn both(&mut self, shape: Shape, fill: Ink, stroke: Stroke) {
        self.items.push(Item::Shape { shape, fill: Some(fill), stroke: Some(stroke) });
    }

    /// Adds a straight line.
    pub fn line(&mut self, from: Place, to: Place, stroke: Stroke) {
        self.stroke(Shape::Lines(vec![vec![from, to]]), stroke);
    }

    /// Adds a text.
    pub fn text(&mut self, text: Text) {
        self.items.push(Item::Text(text));
    }

    /// Adds a symbol.
    pub fn symbol(&mut self, symbol: Symbol, at: Place, class: &'static str) {
        self.items.push(Item::Symbol { symbol, at, class });
    }

    /// The drawing in words.
    pub fn words(&self) -> String {
        format!("{} {}", self.title, self.about).trim().to_owned()
    }
}

/// A count as a real number.
#[expect(clippy::cast_precision_loss, reason = "what is drawn or shown is far below 2^53")]
pub const fn real(count: usize) -> f64 {
    count as f64
}
