//! A page of the documentation as text for a terminal.
//!
//! Emphasis is dropped and code keeps its backticks; links to other pages say how they are read here.

use std::io::{self, Write};
use std::mem::take;

use pulldown_cmark::{Alignment, CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd};

use super::{Topic, fit};
use crate::present::layout::{self, fill};
use crate::present::style::paint;

/// A block of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Block {
    Heading(String),
    Paragraph(String),
    /// An entry of a list: its mark with a space after it, and its text.
    Item(String, String),
    Code(Code),
    Table(Table),
}

/// Lines of code, and whether all of them are commands for a shell; of a console those are that begin with its prompt.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Code {
    is_shell: bool,
    lines: Vec<String>,
}

/// A table: which columns are aligned to the right, and its rows, the heads of the columns first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Table {
    to_the_right: Vec<bool>,
    rows: Vec<Vec<String>>,
}

/// Writes a page in lines of at most `width` columns, a word that is longer on a line of its own. Headings are bold
/// where there are colours.
pub(super) fn write(out: &mut dyn Write, markdown: &str, width: usize, colors: bool) -> io::Result<()> {
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
            Block::Heading(text) => {
                let mut lines = Vec::new();
                fill(&mut lines, "", text, width)?;
                for line in String::from_utf8_lossy(&lines).lines() {
                    writeln!(out, "{}", paint(line, bold, colors))?;
                }
            }
            Block::Paragraph(text) => fill(out, "", text, width)?,
            Block::Item(mark, text) => fill(out, mark, text, width)?,
            Block::Code(code) => code.write(out, width)?,
            Block::Table(table) => table.write(out, width)?,
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
    /// Whether the open block of code is for a shell.
    is_shell: bool,
    /// The open link: where its words begin in `text`, and where it leads.
    link: Option<(usize, CowStr<'a>)>,
}

impl<'a> Reader<'a> {
    fn read(&mut self, event: Event<'a>) {
        match event {
            // A comment is not for readers.
            Event::Html(text) | Event::InlineHtml(text) if text.trim_start().starts_with("<!--") => {}
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
            Tag::Paragraph | Tag::Heading { .. } | Tag::BlockQuote(_) => self.paragraph(),
            Tag::CodeBlock(kind) => {
                self.paragraph();
                self.is_shell = matches!(kind, CodeBlockKind::Fenced(language) if &*language == "sh");
            }
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
                let lines = take(&mut self.text).lines().map(str::to_owned).collect();
                self.blocks.push(Block::Code(Code { is_shell: self.is_shell, lines }));
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

impl Code {
    fn write(&self, out: &mut dyn Write, width: usize) -> io::Result<()> {
        for line in &self.lines {
            let is_command = self.is_shell || line.starts_with("$ ");
            let line = format!("    {line}");
            let broken = if is_command { fit::command(&line, width) } else { fit::code(&line, width) };
            writeln!(out, "{}", broken.trim_end())?;
        }
        Ok(())
    }
}

impl Table {
    /// In columns if they fit, else row by row with the head before every cell but the first.
    fn write(&self, out: &mut dyn Write, width: usize) -> io::Result<()> {
        let widths = layout::widths(&self.rows);
        if widths.iter().sum::<usize>() + 2 * widths.len() > width {
            return self.write_rows(out, width);
        }
        layout::columns(out, "  ", &|column| self.to_the_right.get(column) == Some(&true), &self.rows)
    }

    fn write_rows(&self, out: &mut dyn Write, width: usize) -> io::Result<()> {
        let Some((heads, rows)) = self.rows.split_first() else { return Ok(()) };
        for row in rows {
            fill(out, "  ", row.first().map_or("", String::as_str), width)?;
            let cells = row.iter().zip(heads).skip(1);
            for (cell, head) in cells.filter(|(cell, _)| !cell.is_empty()) {
                // Of one cell it is clear what it says of the name.
                let text = if heads.len() == 2 { cell.clone() } else { format!("{head}: {cell}") };
                fill(out, "      ", &text, width)?;
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
        shown_in(markdown, 100)
    }

    fn shown_in(markdown: &str, width: usize) -> String {
        let mut out = Vec::new();
        write(&mut out, markdown, width, false).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn comments_are_not_shown() {
        assert_eq!(shown("One.\n\n<!-- two -->\n```console\n$ three\n```\n"), "One.\n\n    $ three\n");
        assert_eq!(shown("One.\n<!-- two -->\n"), "One.\n");
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
        write(&mut out, "## Bold heads\n", 6, true).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "\u{1b}[1mBold\u{1b}[0m\n\u{1b}[1mheads\u{1b}[0m\n");
    }

    #[test]
    fn every_kind_of_block_is_filled_to_the_width() {
        let page = "\
# A page of it

Many words in a paragraph.
- an entry that goes on

```console
$ plyground help 'one topic'
it prints a line
```
```sh
plyground --version
```
```toml
key = 1 # remark
```
| a | b |
| --- | --- |
| one | two three |
";
        assert_eq!(
            shown_in(page, 13),
            "\
A page of it

Many words in
a paragraph.

- an entry
  that goes
  on

    $ plyground\\
        help\\
        'one topic'
    it prints
        a
        line

    plyground\\
        --version

    key = 1 #
        remark

  one
      two
      three
"
        );
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
                r#"Code(Code { is_shell: false, lines: ["code"] })"#,
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
        assert_eq!((key, last, m), ("  k", "  l", "      first: m"));
        assert!(first.starts_with("      first: w w") && second.starts_with("      second: x x"));
        assert!(more.starts_with("      x x") && more.len() < 100, "{more}");
        let text = shown(&format!("| a | b |\n|---|---|\n| c | {wider} |\n"));
        assert!(text.starts_with("  c\n      x x"), "{text}");
    }

    /// Whatever a page holds arrives: every word of it, and no mark left.
    #[test]
    fn every_page_is_shown_whole() {
        for (topic, width) in TOPICS.iter().flat_map(|topic| [40, 57, 80, 100].map(|width| (topic, width))) {
            let text = shown_in(topic.text, width);
            let is_marked = |line: &&str| line.starts_with(['#', '|']) || line.contains("](");
            let marked = text.lines().find(|line| !line.starts_with("    ") && is_marked(line));
            assert_eq!(marked, None, "{}", topic.name);
            let words = |text: &str| {
                let of_letters = text.split(|c: char| !c.is_ascii_alphanumeric()).map(str::to_owned);
                of_letters.filter(|word| word.len() > 3).collect::<std::collections::BTreeSet<_>>()
            };
            // Comments are not for readers.
            let read =
                topic.text.lines().filter(|line| !line.starts_with("<!--")).collect::<Vec<_>>().join("\n");
            let (before, after) = (words(&read), words(&text));
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

    /// Tables apart, which have their heads elsewhere where columns have no room.
    #[test]
    fn pages_have_the_same_words_at_every_width() {
        for topic in &TOPICS {
            let lines: Vec<&str> = topic.text.lines().filter(|line| !line.starts_with('|')).collect();
            let page = lines.join("\n");
            let words = |width| -> Vec<String> {
                let text = shown_in(&page, width);
                let words = text.split_whitespace().map(|word| word.trim_end_matches('\\').to_owned());
                words.filter(|word| !word.is_empty()).collect()
            };
            let widest = words(100);
            for width in [25, 40, 57, 80] {
                assert_eq!(words(width), widest, "{}, {width} columns", topic.name);
            }
        }
    }

    #[test]
    fn tables_have_every_word_of_every_row_at_every_width() {
        let mut tables = 0;
        for block in TOPICS.iter().flat_map(|topic| blocks(topic.text)) {
            let Block::Table(table) = block else { continue };
            tables += 1;
            for width in [25, 40, 57, 80, 100] {
                let mut out = Vec::new();
                table.write(&mut out, width).unwrap();
                let text = String::from_utf8(out).unwrap();
                let mut words = text.split_whitespace();
                for word in table.rows[1..].iter().flatten().flat_map(|cell| cell.split_whitespace()) {
                    assert!(words.any(|found| found == word), "{word} is missing in\n{text}");
                }
            }
        }
        assert!(tables > 50, "{tables}");
    }
}
