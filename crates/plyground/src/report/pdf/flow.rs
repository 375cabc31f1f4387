//! Filling pages: chunks that must not be torn go one below the other, and on the next page where there is no room. Every
//! piece of a page is noted in the structure, a tree of what the parts of a report are.

use pdf_writer::types::StructRole;

use super::{MARGIN, PAGE};
use plyground_drawing::{Anchor, Drawing, Ink, Place, Shape, Text};

/// A part of a report.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Node {
    pub(super) role: StructRole,
    /// What it is a part of; the root is its own.
    pub(super) parent: usize,
    /// What it consists of, in the order of reading.
    pub(super) parts: Vec<Part>,
    /// What it shows, for figures.
    pub(super) words: Option<String>,
    /// Whether it heads a column (`true`) or a row of a table.
    pub(super) heads_column: Option<bool>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// Another node.
    Node(usize),
    /// A marked piece of a page: the number of the page, and of the piece on it.
    Piece { page: usize, mark: usize },
}

/// The tree; the first node is its root.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Structure {
    pub(super) nodes: Vec<Node>,
}

impl Structure {
    pub(super) const ROOT: usize = 0;

    /// A document without parts.
    pub(super) fn new() -> Self {
        let (role, parent) = (StructRole::Document, Self::ROOT);
        Self { nodes: vec![Node { role, parent, parts: Vec::new(), words: None, heads_column: None }] }
    }

    /// Adds a part at the end of another.
    pub(super) fn add(&mut self, parent: usize, role: StructRole) -> usize {
        let number = self.nodes.len();
        self.nodes.push(Node { role, parent, parts: Vec::new(), words: None, heads_column: None });
        self.nodes[parent].parts.push(Part::Node(number));
        number
    }
}

/// Something on a page.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Piece {
    /// A line of text.
    Text(Text),
    /// A drawing: its upper left corner, and points for a unit of it.
    Picture { drawing: Drawing, at: Place, scale: f64 },
    /// Ground or lines behind and between texts.
    Ground { shape: Shape, ink: Ink },
}

impl Piece {
    /// The same, lower down.
    fn lowered(&self, by: f64) -> Self {
        let mut piece = self.clone();
        match &mut piece {
            Self::Text(text) => text.at.1 += by,
            Self::Picture { at, .. }
            | Self::Ground { shape: Shape::Rect { at, .. } | Shape::Circle { at, .. }, .. } => at.1 += by,
            Self::Ground { shape: Shape::Lines(lines) | Shape::Polygons(lines), .. } => {
                lines.iter_mut().flatten().for_each(|place| place.1 += by);
            }
        }
        piece
    }
}

/// Pieces that stay together; places count from its upper edge and the left edge of the page.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Chunk {
    /// Each with the part of the report that it belongs to; without one it is an ornament.
    pub(super) pieces: Vec<(Option<usize>, Piece)>,
    pub(super) height: f64,
    /// Room above it, unless it is the first of a page.
    pub(super) above: f64,
    /// Whether the next one must stand on the same page.
    pub(super) stays_with_next: bool,
    /// What is shown again above it if it comes first on a page: the head of a table, with its height.
    pub(super) again: Option<(Vec<Piece>, f64)>,
}

/// A piece as it is drawn: with its number among the marked pieces of the page, if it has one.
pub(super) type PlacedPiece = (Option<usize>, Piece);

/// Pages as they fill.
#[derive(Debug)]
pub(super) struct Pages {
    pub(super) filled: Vec<Vec<PlacedPiece>>,
    marks: Vec<usize>,
    /// How far the last page is filled, from its upper edge.
    y: f64,
}

impl Pages {
    /// One empty page.
    pub(super) fn new() -> Self {
        Self { filled: vec![Vec::new()], marks: vec![0], y: MARGIN }
    }

    fn is_fresh(&self) -> bool {
        self.filled.last().is_none_or(Vec::is_empty)
    }

    /// Begins a new page if there is no room for a chunk and those that it stays with. A group that is higher than a
    /// page is torn after all.
    fn make_room(&mut self, group: &[Chunk]) {
        let height: f64 = group.iter().map(|chunk| chunk.height + chunk.above).sum();
        if !self.is_fresh() && self.y + height > PAGE.1 - MARGIN {
            self.filled.push(Vec::new());
            self.marks.push(0);
            self.y = MARGIN;
        }
    }

    /// Sets all chunks, and returns for each the page and the height at which it begins.
    pub(super) fn fill(&mut self, chunks: &[Chunk], structure: &mut Structure) -> Vec<(usize, f64)> {
        let mut begins = Vec::new();
        for group in chunks.chunk_by(|chunk, _| chunk.stays_with_next) {
            self.make_room(group);
            for chunk in group {
                self.make_room(std::slice::from_ref(chunk));
                begins.push(self.set(chunk, structure));
            }
        }
        begins
    }

    fn set(&mut self, chunk: &Chunk, structure: &mut Structure) -> (usize, f64) {
        let page = self.filled.len() - 1;
        if !self.is_fresh() {
            self.y += chunk.above;
        } else if let Some((pieces, height)) = &chunk.again {
            let pieces = pieces.iter().map(|piece| (None, piece.lowered(self.y)));
            self.filled[page].extend(pieces);
            self.y += height;
        }
        for (owner, piece) in &chunk.pieces {
            let mark = owner.map(|owner| {
                let mark = self.marks[page];
                self.marks[page] += 1;
                structure.nodes[owner].parts.push(Part::Piece { page, mark });
                mark
            });
            self.filled[page].push((mark, piece.lowered(self.y)));
        }
        let begin = (page, self.y);
        self.y += chunk.height;
        begin
    }

    /// Numbers all pages at their feet.
    pub(super) fn number(&mut self, title: &str) {
        let count = self.filled.len();
        let y = PAGE.1 - MARGIN / 2.0;
        for (number, page) in self.filled.iter_mut().enumerate() {
            let text = |at, text: String| Text::new(at, 8.5, text).ink(Ink::Quiet);
            page.push((None, Piece::Text(text((MARGIN, y), title.to_owned()))));
            let numbered =
                text((PAGE.0 - MARGIN, y), format!("{} of {count}", number + 1)).anchored(Anchor::End);
            page.push((None, Piece::Text(numbered)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(height: f64, stays_with_next: bool) -> Chunk {
        let text = Text::new((MARGIN, 10.0), 10.0, "x");
        let pieces = vec![(Some(Structure::ROOT), Piece::Text(text))];
        Chunk { pieces, height, stays_with_next, above: 5.0, again: None }
    }

    #[test]
    fn a_group_higher_than_a_page_is_split_over_pages() {
        let (mut pages, mut structure) = (Pages::new(), Structure::new());
        let begins =
            pages.fill(&[chunk(500.0, true), chunk(500.0, true), chunk(10.0, false)], &mut structure);
        assert_eq!(begins, [(0, MARGIN), (1, MARGIN), (1, MARGIN + 505.0)]);
    }

    #[test]
    fn heads_of_tables_are_shown_again() {
        let (mut pages, mut structure) = (Pages::new(), Structure::new());
        let head = Piece::Text(Text::new((MARGIN, 8.0), 9.0, "head"));
        let row = Chunk { again: Some((vec![head], 12.0)), ..chunk(700.0, false) };
        let begins = pages.fill(&[row.clone(), row], &mut structure);
        assert_eq!(begins[1], (1, MARGIN + 12.0));
        // An ornament: what is said twice is read once.
        assert!(matches!(&pages.filled[1][0], (None, Piece::Text(text)) if text.line == "head"));
    }
}
