//! From blocks to chunks: lines of text, lists, figures.

use pdf_writer::types::StructRole;

use super::flow::{Chunk, Pages, Piece, PlacedPiece, Structure};
use super::{MARGIN, Style, WIDTH, baseline, broken, set, tables};
use crate::report::document::{Block, Document, Figure};
use plyground_drawing::{Ink, Shape, Text, real};

/// A report, laid out.
#[derive(Debug)]
pub(super) struct PageLayout {
    pub(super) pages: Vec<Vec<PlacedPiece>>,
    pub(super) structure: Structure,
    /// The sections: heading, page, and height on it.
    pub(super) outline: Vec<(String, usize, f64)>,
}

const BODY: Style = Style { size: 10.0, line: 14.0, ink: Ink::Text, is_bold: false };
const TITLE: Style = Style { size: 20.0, line: 26.0, ink: Ink::Text, is_bold: true };
const SECTION: Style = Style { size: 14.0, line: 19.0, ink: Ink::Text, is_bold: true };
const PART: Style = Style { size: 11.0, line: 15.0, ink: Ink::Text, is_bold: true };
const CAPTION: Style = Style { size: 8.5, line: 11.5, ink: Ink::Quiet, is_bold: false };

/// Room between small figures, and inside the ground of a procedure.
const GAP: f64 = 16.0;
const PAD: f64 = 8.0;
/// How far a step or a point is indented.
const INDENT: f64 = 14.0;

pub(super) fn lay_out(document: &Document) -> PageLayout {
    let mut structure = Structure::new();
    let mut pages = Pages::new();
    let mut outline = Vec::new();
    let title = structure.add(Structure::ROOT, StructRole::H1);
    let mut chunks = paragraph(&document.title, title, TITLE, (MARGIN, WIDTH), 0.0);
    for text in &document.lead {
        let owner = structure.add(Structure::ROOT, StructRole::P);
        chunks.extend(paragraph(text, owner, BODY, (MARGIN, WIDTH), 6.0));
    }
    pages.fill(&chunks, &mut structure);
    for section in &document.sections {
        let part = structure.add(Structure::ROOT, StructRole::Sect);
        let owner = structure.add(part, StructRole::H2);
        let mut chunks = heading(section.heading, owner, SECTION, 22.0);
        for (number, block) in section.blocks.iter().enumerate() {
            let from = chunks.len();
            lay(block, part, &mut structure, &mut chunks);
            // Words that lead to a figure stand on its page, with their heading.
            let next = section.blocks.get(number + 1);
            if matches!((block, next), (Block::Text(_), Some(Block::Figure(_) | Block::Figures(..)))) {
                chunks[from..].iter_mut().for_each(|chunk| chunk.stays_with_next = true);
            }
        }
        let begins = pages.fill(&chunks, &mut structure);
        if let Some(&(page, y)) = begins.first() {
            outline.push((section.heading.to_owned(), page, y));
        }
    }
    pages.number(&document.title);
    PageLayout { pages: pages.filled, structure, outline }
}

fn lay(block: &Block, part: usize, structure: &mut Structure, chunks: &mut Vec<Chunk>) {
    match block {
        Block::Heading(text) => {
            let owner = structure.add(part, StructRole::H3);
            chunks.extend(heading(text, owner, PART, 14.0));
        }
        Block::Text(text) => {
            let owner = structure.add(part, StructRole::P);
            chunks.extend(paragraph(text, owner, BODY, (MARGIN, WIDTH), 6.0));
        }
        Block::Points(points) => {
            let list = structure.add(part, StructRole::L);
            for point in points {
                let item = structure.add(list, StructRole::LI);
                let label = structure.add(item, StructRole::Lbl);
                let body = structure.add(item, StructRole::LBody);
                let mut lines = paragraph(point, body, BODY, (MARGIN + INDENT, WIDTH - INDENT), 4.0);
                if let Some(first) = lines.first_mut() {
                    let dot = Text::new((MARGIN + 3.0, baseline(BODY)), BODY.size, "•");
                    first.pieces.insert(0, (Some(label), Piece::Text(dot)));
                }
                chunks.extend(lines);
            }
        }
        Block::Steps(steps) => chunks.push(procedure(steps, part, structure)),
        Block::Table(table) => tables::lay(table, part, structure, chunks),
        Block::Figure(figure) => {
            let node = structure.add(part, StructRole::Figure);
            let wide = figure.width.clamp(0.05, 1.0) * WIDTH;
            let (pieces, height) = drawn(figure, node, structure, (MARGIN + (WIDTH - wide) / 2.0, wide));
            chunks.push(Chunk { pieces, height, above: 10.0, ..Chunk::default() });
        }
        Block::Figures(in_row, figures) => {
            let count = real(*in_row);
            let wide = (WIDTH - GAP * (count - 1.0)) / count;
            for row in figures.chunks((*in_row).max(1)) {
                let mut chunk = Chunk { above: 12.0, ..Chunk::default() };
                let mut left = MARGIN;
                for figure in row {
                    let node = structure.add(part, StructRole::Figure);
                    let (pieces, height) = drawn(figure, node, structure, (left, wide));
                    chunk.pieces.extend(pieces);
                    chunk.height = chunk.height.max(height);
                    left += wide + GAP;
                }
                chunks.push(chunk);
            }
        }
    }
}

fn heading(text: &str, owner: usize, style: Style, above: f64) -> Vec<Chunk> {
    let mut chunks = paragraph(text, owner, style, (MARGIN, WIDTH), above);
    for chunk in &mut chunks {
        chunk.stays_with_next = true;
    }
    chunks
}

/// A text as lines, of which no first or last one is left alone on a page.
fn paragraph(text: &str, owner: usize, style: Style, (left, wide): (f64, f64), above: f64) -> Vec<Chunk> {
    let lines = broken(text, style, wide);
    let count = lines.len();
    let chunk = |(number, line): (usize, Vec<(bool, String)>)| {
        let pieces = set(line, style, (left, baseline(style)));
        Chunk {
            pieces: pieces.into_iter().map(|text| (Some(owner), Piece::Text(text))).collect(),
            height: style.line,
            above: if number == 0 { above } else { 0.0 },
            stays_with_next: number + 1 < count && (number == 0 || number + 2 == count),
            again: None,
        }
    };
    lines.into_iter().enumerate().map(chunk).collect()
}

/// The steps of a procedure on a ground, which stay together.
fn procedure(steps: &[(usize, String)], part: usize, structure: &mut Structure) -> Chunk {
    let list = structure.add(part, StructRole::L);
    let mut pieces = Vec::new();
    let mut y = PAD;
    for (depth, step) in steps {
        let item = structure.add(list, StructRole::LI);
        let body = structure.add(item, StructRole::LBody);
        let left = MARGIN + PAD + INDENT * real(*depth);
        for line in broken(step, BODY, MARGIN + WIDTH - PAD - left) {
            let texts = set(line, BODY, (left, y + baseline(BODY)));
            pieces.extend(texts.into_iter().map(|text| (Some(body), Piece::Text(text))));
            y += BODY.line;
        }
    }
    let height = y + PAD;
    let ground = Shape::Rect { at: (MARGIN, 0.0), size: (WIDTH, height), round: 0.0 };
    pieces.insert(0, (None, Piece::Ground { shape: ground, ink: Ink::Band }));
    Chunk { pieces, height, above: 8.0, ..Chunk::default() }
}

/// A drawing of this width with its caption below.
fn drawn(
    figure: &Figure,
    node: usize,
    structure: &mut Structure,
    (left, wide): (f64, f64),
) -> (Vec<(Option<usize>, Piece)>, f64) {
    let scale = wide / figure.drawing.size.0.max(1.0);
    structure.nodes[node].words = Some(figure.drawing.words());
    let picture = Piece::Picture { drawing: figure.drawing.clone(), at: (left, 0.0), scale };
    let mut pieces = vec![(Some(node), picture)];
    let mut y = figure.drawing.size.1 * scale + 3.0;
    if !figure.caption.is_empty() {
        let caption = structure.add(node, StructRole::Caption);
        for line in figure.caption.iter().flat_map(|line| broken(line, CAPTION, wide)) {
            let texts = set(line, CAPTION, (left, y + baseline(CAPTION)));
            pieces.extend(texts.into_iter().map(|text| (Some(caption), Piece::Text(text))));
            y += CAPTION.line;
        }
    }
    (pieces, y)
}
