//! What a report looks like on pages: nothing outside of them, nothing torn, nothing too small to read.

use std::collections::BTreeMap;

use pdf_writer::types::StructRole;

use super::flow::{Part, Piece, PlacedPiece};
use super::ink::{self, Letters};
use super::layout::{PageLayout, lay_out};
use super::{MARGIN, PAGE, write};
use crate::plots::font;
use crate::report::cs4750::content;
use crate::report::cs4750::tests::timed;
use crate::report::document::{Block, Document, Section, Table, columns};
use plyground_drawing::{Item, Text};

fn report() -> Document {
    content::document(&timed())
}

/// A report of words and tables that do not fit into one line.
fn wordy() -> Document {
    let words = "Words that go on and on, with *strong ones* among them, until a line is full. ".repeat(12);
    let columns = columns(&["name", "about"], &["count"]);
    let row = |number: u8| vec![format!("row {number}"), words[..200].to_owned(), number.to_string()];
    let table = Table { caption: "A long table".into(), columns, rows: (0..90).map(row).collect() };
    let mut blocks = vec![Block::Heading("Part".into()), Block::Table(table)];
    blocks.extend((0..20).map(|_| Block::Text(words.clone())));
    blocks.push(Block::Points(vec![words.clone(); 3]));
    Document {
        title: "Unusual \u{4e2d} letters".into(),
        lead: vec!["x".repeat(40)],
        sections: vec![Section { id: "a", heading: "A", blocks }],
    }
}

#[test]
fn a_figure_takes_the_words_and_the_heading_before_it_along() {
    let figure = report();
    let mut figure = figure.sections.iter().flat_map(|section| &section.blocks);
    let figure = figure.rfind(|block| matches!(block, Block::Figure(figure) if figure.width > 0.9));
    let lead = Block::Text("Words before a figure that take more than two lines. ".repeat(6));
    for lines in 1..60 {
        let filler = Block::Points(vec!["x".to_owned(); lines]);
        let section = |heading, blocks| Section { id: "a", heading, blocks };
        let sections = vec![
            section("Before", vec![filler]),
            section("Plots", vec![lead.clone(), figure.expect("a plot").clone()]),
        ];
        let laid = lay_out(&Document { title: "A report".into(), lead: Vec::new(), sections });
        let heading = laid.outline[1].1;
        let has_picture = |(_, piece): &PlacedPiece| matches!(piece, Piece::Picture { .. });
        let drawn = laid.pages.iter().position(|page| page.iter().any(has_picture));
        assert_eq!(drawn, Some(heading), "{lines} lines before");
    }
}

/// Left and right end of a text.
fn ends(text: &Text) -> [f64; 2] {
    let width = font::face(text.is_bold).width(text.line.trim_end(), text.size);
    let left = text.at.0 + text.anchor.shift(width);
    [left, left + width]
}

fn check(laid: &PageLayout) {
    let foot = PAGE.1 - MARGIN + 0.1;
    for (number, page) in laid.pages.iter().enumerate() {
        assert!(page.len() > 2, "page {number} is empty");
        for (mark, piece) in page {
            match piece {
                Piece::Text(text) => {
                    let [left, right] = ends(text);
                    let is_inside = left >= MARGIN - 0.1 && right <= PAGE.0 - MARGIN + 0.5;
                    assert!(is_inside, "page {number}: {text:?}");
                    assert!(text.size >= 8.0 && text.at.1 >= MARGIN, "{text:?}");
                    // Below the foot there is only the page number.
                    assert!(text.at.1 <= foot || mark.is_none(), "page {number}: {text:?}");
                }
                Piece::Picture { drawing, at, scale } => {
                    let (right, low) = (at.0 + drawing.size.0 * scale, at.1 + drawing.size.1 * scale);
                    assert!(at.1 >= MARGIN && low <= foot, "page {number}: {}", drawing.title);
                    assert!(right <= PAGE.0 - MARGIN + 0.1, "{}", drawing.title);
                    for item in &drawing.items {
                        let Item::Text(text) = item else { continue };
                        assert!(text.size * scale >= 6.9, "{}: {text:?} at {scale}", drawing.title);
                        let [left, right] = ends(text);
                        let is_inside = text.is_upright || left >= -0.5 && right <= drawing.size.0 + 0.5;
                        assert!(is_inside, "{}: {text:?}", drawing.title);
                    }
                }
                Piece::Ground { .. } => {}
            }
        }
    }
}

#[test]
fn everything_is_on_its_page_whole_and_large_enough() {
    check(&lay_out(&report()));
    check(&lay_out(&wordy()));
}

#[test]
fn every_marked_piece_belongs_to_one_part() {
    for document in [report(), wordy()] {
        let laid = lay_out(&document);
        let mut owners: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for node in &laid.structure.nodes {
            for part in &node.parts {
                if let Part::Piece { page, mark } = *part {
                    *owners.entry((page, mark)).or_default() += 1;
                }
            }
            assert!(!node.parts.is_empty(), "{:?} has nothing in it", node.role);
            let is_figure = node.role == StructRole::Figure;
            assert_eq!(node.words.as_ref().is_some_and(|words| words.len() > 10), is_figure, "{node:?}");
        }
        assert!(owners.values().all(|&count| count == 1));
        for (number, page) in laid.pages.iter().enumerate() {
            let marks: Vec<usize> = page.iter().filter_map(|(mark, _)| *mark).collect();
            assert_eq!(marks.len(), owners.keys().filter(|(page, _)| *page == number).count());
            assert_eq!(marks.iter().max().map(|most| most + 1), Some(marks.len()));
        }
    }
}

#[test]
fn the_file_is_whole_and_equal_for_equal_games() {
    let document = report();
    let file = write(&document);
    assert_eq!(file, write(&report()));
    assert!(file.starts_with(b"%PDF-1.7") && file.ends_with(b"%%EOF"));
    assert!(file.len() < 400_000, "{}", file.len());
    let text = String::from_utf8_lossy(&file);
    for word in ["/StructTreeRoot", "/Lang", "/MarkInfo", "/Outlines", "/FontFile2", "/ToUnicode", "/Alt"] {
        assert!(text.contains(word), "{word}");
    }
    assert!(!text.contains("CreationDate") && !text.contains("ModDate"));
    let pages = lay_out(&document).pages;
    assert_eq!(text.matches("/Type /Page\n").count(), pages.len());
    for page in &pages {
        let content = String::from_utf8_lossy(&ink::page(page, &mut Letters::default())).into_owned();
        assert!(content.contains("BT\n"), "{content}");
        for [open, close] in [["BT", "ET"], ["q", "Q"]] {
            let count = |wanted: &str| content.lines().filter(|line| *line == wanted).count();
            assert_eq!(count(open), count(close), "{open}");
        }
        let opened = content.lines().filter(|line| line.ends_with(" BDC") || line.ends_with(" BMC")).count();
        assert_eq!(opened, content.lines().filter(|line| *line == "EMC").count());
    }
}
