//! A page of the documentation as text for a terminal.
//!
//! Emphasis is dropped and code keeps its backticks; links to other pages say how they are read here.

use std::io::{self, Write};
use std::mem::take;

use pulldown_cmark::{Alignment, CowStr, Event, Options, Parser, Tag, TagEnd};

use super::Topic;
use crate::cli::layout::{self, LINE, fill};
use crate::cli::style::paint;

/// A block of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Block {
    Heading(String),
    Paragraph(String),
    /// An entry of a list: its mark with a space after it, and its text.
    Item(String, String),
    Code(Vec<String>),
    Table(Table),
}

/// A table: which columns are aligned to the right, and its rows, the heads of the columns first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Table {
    to_the_right: Vec<bool>,
    rows: Vec<Vec<String>>,
}

/// Writes a page, its headings bold where there are colours.
pub(super) fn write(out: &mut dyn Write, markdown: &str, colors: bool) -> io::Result<()> {
    let bold = clap::builder::styling::Style::new().bold();
    let mut was_item = true;
    for (number, block) in blocks(markdown).iter().enumerate() {
        let is_item = matches!(block, Block::Item(..));
        // Entries of a list follow each other closely.
        if number > 0 && !(was_item && is_item) {
            writeln!(out)?;
        }
        was_item = is_item;
        match block {
            Block::Heading(text) => writeln!(out, "{}", paint(text, bold, colors))?,
            Block::Paragraph(text) => layout::paragraph(out, text)?,
            Block::Item(mark, text) => fill(out, mark, text)?,
            Block::Code(lines) => {
                for line in lines {
                    writeln!(out, "{}", format!("    {line}").trim_end())?;
                }
            }
            Block::Table(table) => table.write(out)?,
        }
    }
    Ok(())
}

/// The blocks of a page.
fn blocks(markdown: &str) -> Vec<Block> {
    let mut reader = Reader::default();
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        reader.read(event);
    }
    reader.blocks
}

/// What is known in the middle of a page.
#[derive(Default)]
struct Reader<'a> {
    /// Those that have ended, and a table that has not.
    blocks: Vec<Block>,
    /// The words of the block that has not ended.
    text: String,
    /// The open lists, the innermost last: the next number, if they have numbers.
    lists: Vec<Option<u64>>,
    /// The mark of the entry whose first paragraph has not ended.
    mark: String,
    /// The open link: where its words begin in `text`, and where it leads.
    link: Option<(usize, CowStr<'a>)>,
}

impl<'a> Reader<'a> {
    fn read(&mut self, event: Event<'a>) {
        match event {
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => self.text.push_str(&text),
            Event::Code(code) => self.text.extend(["`", &*code, "`"]),
            Event::SoftBreak | Event::HardBreak => self.text.push(' '),
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'a>) {
        match tag {
            Tag::Link { dest_url, .. } => self.link = Some((self.text.len(), dest_url)),
            Tag::List(first) => {
                self.paragraph();
                self.lists.push(first);
            }
            Tag::Item => {
                self.mark = match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    _ => "- ".to_owned(),
                }
            }
            Tag::Paragraph | Tag::Heading { .. } | Tag::BlockQuote(_) | Tag::CodeBlock(_) => self.paragraph(),
            Tag::Table(columns) => {
                self.paragraph();
                let to_the_right = columns.iter().map(|&column| column == Alignment::Right).collect();
                self.blocks.push(Block::Table(Table { to_the_right, rows: Vec::new() }));
            }
            Tag::TableHead | Tag::TableRow => {
                if let Some(Block::Table(table)) = self.blocks.last_mut() {
                    table.rows.push(Vec::new());
                }
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph | TagEnd::HtmlBlock => self.paragraph(),
            TagEnd::Item => {
                self.paragraph();
                // Nothing of an empty entry, or one that is no text.
                self.mark.clear();
            }
            TagEnd::List(_) => {
                self.lists.pop();
            }
            TagEnd::Heading(_) => self.blocks.push(Block::Heading(take(&mut self.text))),
            TagEnd::CodeBlock => {
                self.blocks.push(Block::Code(take(&mut self.text).lines().map(str::to_owned).collect()));
            }
            TagEnd::TableCell => {
                let cell = take(&mut self.text);
                if let Some(Block::Table(Table { rows, .. })) = self.blocks.last_mut()
                    && let Some(row) = rows.last_mut()
                {
                    row.push(cell);
                }
            }
            TagEnd::Link => {
                if let Some((from, target)) = self.link.take() {
                    let label = self.text.split_off(from);
                    self.text.push_str(&link(&label, &target));
                }
            }
            _ => {}
        }
    }

    /// Ends a paragraph, if there is one.
    fn paragraph(&mut self) {
        if !self.text.is_empty() {
            let text = take(&mut self.text);
            self.blocks.push(if self.mark.is_empty() {
                Block::Paragraph(text)
            } else {
                Block::Item(take(&mut self.mark), text)
            });
        }
    }
}

impl Table {
    /// In columns if they fit, else row by row with the head before every cell but the first two.
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let widths = layout::widths(&self.rows);
        if widths.iter().sum::<usize>() + 2 * widths.len() > LINE {
            return self.write_rows(out);
        }
        layout::columns(out, "  ", &|column| self.to_the_right.get(column) == Some(&true), &self.rows)
    }

    fn write_rows(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some((heads, rows)) = self.rows.split_first() else { return Ok(()) };
        for row in rows {
            fill(out, "  ", row.first().map_or("", String::as_str))?;
            let cells = row.iter().zip(heads).enumerate().skip(1);
            for (column, (cell, head)) in cells.filter(|(_, (cell, _))| !cell.is_empty()) {
                // What stands next to the name is clear.
                let text = if column == 1 { cell.clone() } else { format!("{head}: {cell}") };
                fill(out, "      ", &text)?;
            }
        }
        Ok(())
    }
}

/// A link as words: another page by the command that shows it, an address of the web behind its words, and of anything
/// else the words alone.
fn link(label: &str, target: &str) -> String {
    let page = target.split('#').next().unwrap_or_default().strip_suffix(".md").and_then(Topic::find);
    match page {
        Some(topic) if label.strip_suffix(".md").is_some() => format!("`plyground help {}`", topic.name),
        Some(topic) => format!("{label} (`plyground help {}`)", topic.name),
        None if target.starts_with("http") => format!("{label} ({target})"),
        None => label.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::TOPICS;
    use super::*;

    fn shown(markdown: &str) -> String {
        let mut out = Vec::new();
        write(&mut out, markdown, false).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn blocks_are_told_apart() {
        let page = "\
# A page

One line
and another.
- an entry
  that goes on
- one more

1. first
2. second
```console
$ plyground help | head -n 1

```
| a | b \\| c |
| --- | ---: |
| `x` | 1 |
| yy | 20 |
";
        assert_eq!(
            shown(page),
            "\
A page

One line and another.

- an entry that goes on
- one more
1. first
2. second

    $ plyground help | head -n 1


  a    b | c
  `x`      1
  yy      20
"
        );
        let mut out = Vec::new();
        write(&mut out, "## Bold\n", true).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "\u{1b}[1mBold\u{1b}[0m\n");
    }

    #[test]
    fn entries_may_hold_other_blocks() {
        let page = "- one\n\n  more of it\n- two\n\n      code\n- deep\n  - deeper\n-\n\n- # three\n- a\n  > b\n\nLast";
        assert_eq!(
            blocks(page).iter().map(|block| format!("{block:?}")).collect::<Vec<_>>(),
            [
                r#"Item("- ", "one")"#,
                r#"Paragraph("more of it")"#,
                r#"Item("- ", "two")"#,
                r#"Code(["code"])"#,
                r#"Item("- ", "deep")"#,
                r#"Item("- ", "deeper")"#,
                r#"Heading("three")"#,
                r#"Item("- ", "a")"#,
                r#"Paragraph("b")"#,
                r#"Paragraph("Last")"#,
            ]
        );
    }

    #[test]
    fn emphasis_goes_code_stays_and_links_become_words() {
        for (markdown, text) in [
            ("a **bold** and *slanted* word, 2 * 3", "a bold and slanted word, 2 * 3"),
            ("code `*.jsonl` and `[a](b)` stays", "code `*.jsonl` and `[a](b)` stays"),
            ("the cell [3,4] (of X), and an open ` and [", "the cell [3,4] (of X), and an open ` and ["),
            ("see [api.md](api.md)", "see `plyground help api`"),
            ("see [jobs](values.md#jobs)", "see jobs (`plyground help values`)"),
            ("see [below](#below), [it](https://example.org)", "see below, it (https://example.org)"),
            ("the [data](values/x.json) and `[`", "the data and `[`"),
        ] {
            assert_eq!(shown(markdown), format!("{text}\n"));
        }
    }

    #[test]
    fn wide_tables_are_written_row_by_row() {
        let (wide, wider) = ("w ".repeat(40), "x ".repeat(60));
        let text = shown(&format!(
            "| key | first | second |\n| --- | --- | --- |\n| k | {wide} | {wider} |\n| l | m | |\n"
        ));
        let [key, first, second, more, last, m] = text.lines().collect::<Vec<_>>()[..] else {
            panic!("{text}");
        };
        assert_eq!((key, last, m), ("  k", "  l", "      m"));
        assert!(first.starts_with("      w w") && second.starts_with("      second: x x"));
        assert!(more.starts_with("      x x") && more.len() < LINE, "{more}");
        let text = shown(&format!("| a | b |\n|---|---|\n| c | {wider} |\n"));
        assert!(text.starts_with("  c\n      x x"), "{text}");
    }

    /// Whatever a page holds arrives: every word of it, no line of prose too long, and no mark left.
    #[test]
    fn every_page_is_shown_whole() {
        for topic in &TOPICS {
            let text = shown(topic.text);
            // A word that is longer than a line stands alone.
            let is_prose = |line: &str| !line.starts_with("    ") && line.contains(' ');
            let is_long = |line: &&str| is_prose(line) && line.chars().count() > LINE;
            assert_eq!(text.lines().find(is_long), None, "{}", topic.name);
            let is_marked = |line: &&str| line.starts_with(['#', '|']) || line.contains("](");
            let marked = text.lines().find(|line| !line.starts_with("    ") && is_marked(line));
            assert_eq!(marked, None, "{}", topic.name);
            let words = |text: &str| {
                let of_letters = text.split(|c: char| !c.is_ascii_alphanumeric()).map(str::to_owned);
                of_letters.filter(|word| word.len() > 3).collect::<std::collections::BTreeSet<_>>()
            };
            let (before, after) = (words(topic.text), words(&text));
            // Words of fences and of the targets of links are no text.
            let lost: Vec<_> = before.difference(&after).collect();
            let is_mark = |word: &String| {
                topic.text.contains(&format!("```{word}"))
                    || topic
                        .text
                        .split("](")
                        .skip(1)
                        .any(|link| link.split(')').next().unwrap().contains(word))
                    || topic.text.lines().any(|line| line.starts_with("| ") && line.contains(word))
            };
            assert!(lost.iter().all(|word| is_mark(word)), "{}: {lost:?}", topic.name);
        }
    }
}
