//! A report as headings, words, tables and figures. It is the same for all formats: `html` and `pdf` both write it.

use plyground_drawing::Drawing;

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Document {
    pub(crate) title: String,
    /// The paragraphs below the heading.
    pub(crate) lead: Vec<String>,
    pub(crate) sections: Vec<Section>,
}

/// A part of a report.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Section {
    /// Its name in addresses.
    pub(crate) id: &'static str,
    pub(crate) heading: &'static str,
    pub(crate) blocks: Vec<Block>,
}

/// A block of a report. Words between two `*` are strong; a single `*` is an ordinary character.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Block {
    /// A heading inside a section.
    Heading(String),
    /// A paragraph.
    Text(String),
    Points(Vec<String>),
    /// Lines of a procedure, each with how far it is indented.
    Steps(Vec<(usize, String)>),
    Table(Table),
    /// A figure as wide as the page at most.
    Figure(Figure),
    /// Small figures side by side, so many in a row of a printed page.
    Figures(usize, Vec<Figure>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Table {
    pub(crate) caption: String,
    /// Headings of columns.
    pub(crate) columns: Vec<Column>,
    /// Rows; each is headed by its first cell.
    pub(crate) rows: Vec<Vec<String>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Column {
    /// Its heading.
    pub(crate) name: &'static str,
    /// Whether it holds numbers, which stand at the right.
    pub(crate) is_number: bool,
}

/// Columns of words, and behind them columns of numbers.
pub(crate) fn columns(words: &[&'static str], numbers: &[&'static str]) -> Vec<Column> {
    let words = words.iter().map(|&name| Column { name, is_number: false });
    words.chain(numbers.iter().map(|&name| Column { name, is_number: true })).collect()
}

/// A drawing with what is said of it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Figure {
    /// What is seen.
    pub(crate) drawing: Drawing,
    /// The lines of the caption below it.
    pub(crate) caption: Vec<String>,
    /// Its width on a printed page in parts of the width of the text, 0 to 1.
    pub(crate) width: f64,
}

/// Words of one kind in a text: strong ones or not.
pub(crate) fn runs(text: &str) -> Vec<(bool, &str)> {
    let is_marked = text.matches('*').count() >= 2;
    if !is_marked {
        return vec![(false, text)];
    }
    let parts = text.split('*').enumerate().map(|(number, part)| (number % 2 == 1, part));
    parts.filter(|(_, part)| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strong_words_are_between_stars() {
        assert_eq!(runs("a *b* c"), [(false, "a "), (true, "b"), (false, " c")]);
        assert_eq!(runs("2 * 3"), [(false, "2 * 3")]);
        assert_eq!(runs("*b*"), [(true, "b")]);
    }
}
