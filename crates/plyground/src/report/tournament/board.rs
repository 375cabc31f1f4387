//! Positions as SVG boards and as words.

use std::fmt::Write;

use maud::{Markup, html};
use plyground_core::{BoardView, ByPlayer, Player};

/// Width and height of a cell in the units of the drawing.
const CELL: usize = 10;

/// Room for the labels of rows and columns.
const MARGIN: usize = 7;

/// The drawings of cells, which boards refer to. The sides differ in shape, not in colour alone.
pub(in crate::report) fn shapes() -> Markup {
    html! {
        svg.shapes width="0" height="0" aria-hidden="true" focusable="false" {
            defs {
                g id="cell-0" { rect.hole x="0.4" y="0.4" width="9.2" height="9.2" rx="1.5" {} }
                g id="cell-1" {
                    rect.hole x="0.4" y="0.4" width="9.2" height="9.2" rx="1.5" {}
                    circle.first cx="5" cy="5" r="3.6" {}
                    circle.line cx="5" cy="5" r="2.1" {}
                }
                g id="cell-2" {
                    rect.hole x="0.4" y="0.4" width="9.2" height="9.2" rx="1.5" {}
                    path.second d="M5 0.9 9.1 5 5 9.1 0.9 5Z" {}
                    path.line d="M3.4 3.4 6.6 6.6M6.6 3.4 3.4 6.6" {}
                }
                rect #mark x="0.9" y="0.9" width="8.2" height="8.2" rx="1.5" {}
            }
        }
    }
}

/// The cells row by row from the top: `0` empty, `1` and `2` a piece of the first and second player.
pub(super) fn code(view: &BoardView) -> String {
    let digit = |cell: &Option<Player>| match cell {
        None => '0',
        Some(Player::First) => '1',
        Some(Player::Second) => '2',
    };
    view.cells.iter().flatten().map(digit).collect()
}

/// The pieces in words, row by row. The script of the page says it in the same words.
pub(in crate::report) fn words(view: &BoardView, sides: ByPlayer<&str>) -> String {
    let mut words = String::new();
    for (label, row) in view.rows.iter().zip(&view.cells) {
        let pieces: Vec<String> = view
            .columns
            .iter()
            .zip(row)
            .filter_map(|(column, cell)| cell.map(|side| format!("{column} {}", sides[side])))
            .collect();
        let pieces = if pieces.is_empty() { "empty".to_owned() } else { pieces.join(", ") };
        // Writing to memory does not fail.
        let _ = write!(words, " Row {label}: {pieces}.");
    }
    words
}

/// A board with labels, the cells to point out ringed.
pub(in crate::report) fn drawing(view: &BoardView, label: &str) -> Markup {
    let (width, height) = (view.columns.len() * CELL, view.rows.len() * CELL);
    let size = format!("0 0 {} {}", width + MARGIN, height + MARGIN);
    let middle = |at: usize| at * CELL + CELL / 2;
    html! {
        svg.board.at-end viewBox=(size) role="img" aria-label=(label) {
            @for (row, label) in view.rows.iter().enumerate() {
                text x=(MARGIN / 2) y=(middle(row)) { (label) }
            }
            @for (column, label) in view.columns.iter().enumerate() {
                text x=(MARGIN + middle(column)) y=(height + MARGIN / 2) { (label) }
            }
            @for (row, cells) in view.cells.iter().enumerate() {
                @for (column, cell) in cells.iter().enumerate() {
                    @let shape = match cell {
                        None => "#cell-0",
                        Some(Player::First) => "#cell-1",
                        Some(Player::Second) => "#cell-2",
                    };
                    use.cell href=(shape) x=(MARGIN + column * CELL) y=(row * CELL) {}
                }
            }
            @for (row, column) in &view.marked {
                use.mark href="#mark" x=(MARGIN + column * CELL) y=(row * CELL) {}
            }
        }
    }
}
