//! A page of the documentation as text for a terminal.
//!
//! It reads the Markdown that our pages use, and no other: headings, paragraphs, lists of one level, tables, fenced
//! blocks, code, emphasis and links. Code keeps its backticks; links to other pages say how they are read here.

use std::io::{self, Write};

use super::Topic;
use crate::cli::layout::{self, LINE, fill};
use crate::cli::style::paint;

/// A block of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Block<'a> {
    Heading(String),
    Paragraph(String),
    /// An entry of a list: its mark with a space after it, and its text.
    Item(&'a str, String),
    Code(Vec<&'a str>),
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
fn blocks(markdown: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut lines = markdown.lines().peekable();
    while let Some(line) = lines.next() {
        let block = if line.is_empty() {
            continue;
        } else if line.starts_with("```") {
            Block::Code(lines.by_ref().take_while(|line| !line.starts_with("```")).collect())
        } else if line.starts_with('#') {
            Block::Heading(inline(line.trim_start_matches('#').trim_start()))
        } else if line.starts_with('|') {
            let mut rows = vec![cells(line)];
            while let Some(line) = lines.next_if(|line| line.starts_with('|')) {
                rows.push(cells(line));
            }
            Block::Table(Table::of(rows))
        } else {
            let mark = mark(line);
            let mut text = line[mark.len()..].to_owned();
            while let Some(line) = lines.next_if(|line| goes_on(line)) {
                text.extend([" ", line.trim_start()]);
            }
            match mark {
                "" => Block::Paragraph(inline(&text)),
                mark => Block::Item(mark, inline(&text)),
            }
        };
        blocks.push(block);
    }
    blocks
}

/// Whether a line belongs to the paragraph or entry above it.
fn goes_on(line: &str) -> bool {
    !line.is_empty() && !line.starts_with(['#', '|']) && !line.starts_with("```") && mark(line).is_empty()
}

/// What makes a line an entry of a list: `- ` or a number with a full stop. Empty if nothing does.
fn mark(line: &str) -> &str {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let is_mark = |length: usize, mark: &str| line[length..].starts_with(mark);
    match digits {
        0 if is_mark(0, "- ") => &line[..2],
        1.. if is_mark(digits, ". ") => &line[..digits + 2],
        _ => "",
    }
}

/// The cells of a line of a table; `\|` is a stroke within a cell.
fn cells(line: &str) -> Vec<String> {
    let line = line.trim().trim_start_matches('|');
    let line = line.strip_suffix('|').unwrap_or(line);
    // A sign that no page holds stands for an escaped stroke meanwhile.
    let line = line.replace(r"\|", "\0");
    line.split('|').map(|cell| inline(cell.trim()).replace('\0', "|")).collect()
}

impl Table {
    /// From its lines: heads, alignment, rows.
    fn of(mut rows: Vec<Vec<String>>) -> Self {
        let alignment = if rows.len() > 1 { rows.remove(1) } else { Vec::new() };
        Self { to_the_right: alignment.iter().map(|cell| cell.ends_with(':')).collect(), rows }
    }

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

/// Text without the marks of emphasis, and with links as words. What stands between backticks stays as it is.
fn inline(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(place) = rest.find(['`', '*', '[']) {
        plain.push_str(&rest[..place]);
        let (found, after) = rest[place..].split_at(1);
        rest = after;
        if found == "`"
            && let Some((code, after)) = after.split_once('`')
        {
            plain.extend(["`", code, "`"]);
            rest = after;
        } else if found == "["
            && let Some((label, after)) = after.split_once(']')
            && let Some((target, after)) = after.strip_prefix('(').and_then(|after| after.split_once(')'))
        {
            plain.push_str(&link(&inline(label), target));
            rest = after;
        } else if found != "*" || (plain.ends_with([' ', '`']) && after.starts_with(' ')) {
            plain.push_str(found);
        }
    }
    plain.push_str(rest);
    plain
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
