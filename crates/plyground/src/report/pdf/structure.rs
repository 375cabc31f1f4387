//! What the parts of a report are: a tree beside the pages, whose leaves are pieces of pages.

use pdf_writer::types::StructRole;

/// A part of a report.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Node {
    /// What it is.
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

/// A part of a node.
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
    /// The root of a document.
    pub(super) const ROOT: usize = 0;

    /// A document without parts.
    pub(super) fn new() -> Self {
        let root = Node {
            role: StructRole::Document,
            parent: Self::ROOT,
            parts: Vec::new(),
            words: None,
            heads_column: None,
        };
        Self { nodes: vec![root] }
    }

    /// Adds a part at the end of another.
    pub(super) fn add(&mut self, parent: usize, role: StructRole) -> usize {
        let number = self.nodes.len();
        self.nodes.push(Node { role, parent, parts: Vec::new(), words: None, heads_column: None });
        self.nodes[parent].parts.push(Part::Node(number));
        number
    }
}
