//! Tables. They are as wide as their content, rows are not broken, and the head is repeated on the next page.

use pdf_writer::types::StructRole;

use super::flow::{Chunk, Piece, Structure};
use super::{MARGIN, Style, WIDTH, baseline, broken, set};
use crate::plots::font;
use crate::report::document::{Table, runs};
use plyground_drawing::{Ink, Shape};

const CELL: Style = Style { size: 9.0, line: 12.5, ink: Ink::Text, is_bold: false };
const HEAD: Style = Style { size: 9.0, line: 12.5, ink: Ink::Quiet, is_bold: true };
const CAPTION: Style = Style { size: 9.0, line: 13.0, ink: Ink::Quiet, is_bold: false };

/// Room at each side of a cell, and above and below its lines.
const PAD: f64 = 6.0;
const ABOVE: f64 = 1.6;

/// Where columns stand: left edge and width of each, room included.
fn columns(table: &Table) -> Vec<(f64, f64)> {
    let wide = |text: &str, style: Style| -> f64 {
        let runs = runs(text).into_iter();
        runs.map(|(strong, run)| font::face(strong || style.is_bold).width(run, style.size)).sum()
    };
    let mut widths: Vec<f64> = Vec::new();
    for (at, column) in table.columns.iter().enumerate() {
        let cells = table.rows.iter().filter_map(|row| row.get(at)).map(|cell| wide(cell, CELL));
        let most = cells.fold(wide(column.name, HEAD), f64::max);
        widths.push(most + 2.0 * PAD + 0.1);
    }
    // What is too wide for the page is taken from the widest column, whose cells are broken into lines.
    let over = widths.iter().sum::<f64>() - WIDTH;
    if over > 0.0
        && let Some(widest) = widths.iter_mut().max_by(|a, b| a.total_cmp(b))
    {
        *widest = (*widest - over).max(40.0);
    }
    let mut left = MARGIN;
    let place = |width: f64| {
        let at = left;
        left += width;
        (at, width)
    };
    widths.into_iter().map(place).collect()
}

pub(super) fn lay(table: &Table, part: usize, structure: &mut Structure, chunks: &mut Vec<Chunk>) {
    let places = columns(table);
    let (left, right) = (MARGIN, places.last().map_or(MARGIN, |(left, width)| left + width));
    let rule = |y: f64, height: f64| {
        let shape = Shape::Rect { at: (left, y), size: (right - left, height), round: 0.0 };
        (None, Piece::Ground { shape, ink: Ink::Rule })
    };
    let node = structure.add(part, StructRole::Table);
    let caption = structure.add(node, StructRole::Caption);
    let mut above = 10.0;
    for line in broken(&table.caption, CAPTION, WIDTH) {
        let texts = set(line, CAPTION, (MARGIN, baseline(CAPTION)));
        let pieces = texts.into_iter().map(|text| (Some(caption), Piece::Text(text))).collect();
        chunks.push(Chunk { pieces, height: CAPTION.line, above, stays_with_next: true, again: None });
        above = 0.0;
    }
    let head = structure.add(node, StructRole::THead);
    let row = structure.add(head, StructRole::TR);
    let names: Vec<String> = table.columns.iter().map(|column| column.name.to_owned()).collect();
    let owners: Vec<usize> = names.iter().map(|_| add_cell(structure, row, Some(true))).collect();
    let mut heads = cells(table, &names, HEAD, &places, &owners);
    heads.pieces.push(rule(heads.height - 0.9, 0.9));
    let again = heads.pieces.iter().map(|(_, piece)| piece.clone()).collect::<Vec<_>>();
    let again = Some((again, heads.height));
    chunks.push(Chunk { stays_with_next: true, ..heads });
    let body = structure.add(node, StructRole::TBody);
    for (number, line) in table.rows.iter().enumerate() {
        let row = structure.add(body, StructRole::TR);
        let head = |at: usize| (at == 0).then_some(false);
        let owners: Vec<usize> = (0..line.len()).map(|at| add_cell(structure, row, head(at))).collect();
        let mut chunk = cells(table, line, CELL, &places, &owners);
        chunk.pieces.push(rule(chunk.height - 0.4, 0.4));
        if number % 2 == 1 {
            let shape = Shape::Rect { at: (left, 0.0), size: (right - left, chunk.height), round: 0.0 };
            chunk.pieces.insert(0, (None, Piece::Ground { shape, ink: Ink::Band }));
        }
        chunk.again.clone_from(&again);
        // The first rows stay with the head, and the last two together.
        chunk.stays_with_next = number == 0 && table.rows.len() > 1 || number + 2 == table.rows.len();
        chunks.push(chunk);
    }
}

/// Adds a cell to a row, which heads a column (`true`), the row (`false`) or nothing.
fn add_cell(structure: &mut Structure, row: usize, heads_column: Option<bool>) -> usize {
    let role = if heads_column.is_some() { StructRole::TH } else { StructRole::TD };
    let cell = structure.add(row, role);
    structure.nodes[cell].heads_column = heads_column;
    cell
}

fn cells(table: &Table, row: &[String], style: Style, places: &[(f64, f64)], owners: &[usize]) -> Chunk {
    let mut chunk = Chunk::default();
    for (((cell, column), &(left, width)), &owner) in row.iter().zip(&table.columns).zip(places).zip(owners) {
        let mut y = ABOVE;
        for line in broken(cell, style, width - 2.0 * PAD) {
            let mut texts = set(line, style, (left + PAD, y + baseline(style)));
            if column.is_number {
                let end = texts.last().map_or(left, |text| {
                    text.at.0 + font::face(text.is_bold).width(text.line.trim_end(), text.size)
                });
                let shift = left + width - PAD - end;
                for text in &mut texts {
                    text.at.0 += shift;
                }
            }
            chunk.pieces.extend(texts.into_iter().map(|text| (Some(owner), Piece::Text(text))));
            y += style.line;
        }
        chunk.height = chunk.height.max(y + ABOVE);
    }
    chunk
}
