//! A report as one page for browsers that loads nothing, in light and dark.

use maud::{Markup, html};

use super::document::{Block, Document, Figure, Table, runs};
use super::page::{self, Page, Section};
use plyground_drawing::svg;

/// What these pages have besides the style of all.
const STYLE: &str = include_str!("document.css");

pub(crate) fn write(document: &Document) -> String {
    let sections = document.sections.iter().map(|section| {
        let content = html! { @for block in &section.blocks { (part(block)) } };
        (section.id, section.heading, content)
    });
    let sections: Vec<Section<'_>> = sections.collect();
    let lead = html! { @for text in &document.lead { p { (words(text)) } } };
    Page { title: &document.title, lead, sections: &sections, style: STYLE, script: None }.html()
}

fn part(block: &Block) -> Markup {
    match block {
        Block::Heading(text) => html! { h3 { (words(text)) } },
        Block::Text(text) => html! { p { (words(text)) } },
        Block::Points(points) => html! { ul.points { @for point in points { li { (words(point)) } } } },
        Block::Steps(steps) => html! {
            ol.steps { @for (depth, step) in steps { li class=(format!("in-{depth}")) { (words(step)) } } }
        },
        Block::Table(table) => rows(table),
        Block::Figure(figure) => html! { div.wide.half[figure.width <= 0.5] { (drawn(figure)) } },
        Block::Figures(_, figures) => html! { div.figures { @for figure in figures { (drawn(figure)) } } },
    }
}

fn words(text: &str) -> Markup {
    html! { @for (is_strong, run) in runs(text) { @if is_strong { strong { (run) } } @else { (run) } } }
}

fn drawn(figure: &Figure) -> Markup {
    html! {
        figure {
            (svg::inline(&figure.drawing, ""))
            figcaption { @for line in &figure.caption { span { (words(line)) } " " } }
        }
    }
}

fn rows(table: &Table) -> Markup {
    let class = |column: usize| table.columns[column].is_number.then_some("number");
    let head = html! {
        @for (at, column) in table.columns.iter().enumerate() { th scope="col" class=[class(at)] { (column.name) } }
    };
    let rows = html! {
        @for row in &table.rows {
            tr {
                @for (at, cell) in row.iter().enumerate().take(table.columns.len()) {
                    @if at == 0 { th scope="row" class=[class(at)] { (words(cell)) } }
                    @else { td class=[class(at)] { (words(cell)) } }
                }
            }
        }
    };
    page::table(&table.caption, true, &head, &rows)
}

#[cfg(test)]
mod tests {
    use scraper::{Html, Selector};

    use super::*;
    use crate::report::cs4750::content;
    use crate::report::cs4750::tests::timed;

    fn count(page: &Html, selector: &str) -> usize {
        page.select(&Selector::parse(selector).unwrap()).count()
    }

    #[test]
    fn the_page_has_what_readers_need() {
        let document = content::document(&timed());
        let text = write(&document);
        assert_eq!(text, write(&document));
        let page = Html::parse_document(&text);
        assert_eq!(count(&page, "main h2"), document.sections.len());
        assert_eq!(count(&page, "nav a"), document.sections.len());
        assert_eq!(count(&page, ".figures figure"), 30);
        assert_eq!(count(&page, "#moves tbody tr"), 30);
        assert_eq!(count(&page, "table"), count(&page, "table > caption"));
        assert_eq!(count(&page, "th:not([scope])"), 0);
        assert_eq!(count(&page, "svg:not([aria-hidden=true]):not([role=img][aria-label])"), 0);
        // Nothing is loaded, and the only style is the one whose hash is in the policy.
        assert_eq!(count(&page, "[src], [style], link, script, image, a:not([href^='#'])"), 0);
        for used in page.select(&Selector::parse("use").unwrap()) {
            let symbol = Selector::parse(used.attr("href").unwrap()).unwrap();
            assert_eq!(page.select(&symbol).count(), 1);
        }
        assert!(!text.contains('*'.to_string().repeat(2).as_str()));
    }
}
