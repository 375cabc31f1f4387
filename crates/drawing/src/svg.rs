//! Drawings as SVG: inside pages, whose style has the colours, and as complete files.

use std::collections::BTreeSet;

use maud::{Markup, PreEscaped, html};

use crate::{Anchor, Drawing, Item, Place, Shape, Stroke, Symbol, Text, ink};

/// A drawing inside a page that has [`symbols`] and [`ink::STYLE`]; `class` is for the page's style. Drawings without
/// words are hidden from those who do not see them.
pub fn inline(drawing: &Drawing, class: &str) -> Markup {
    let words = drawing.words();
    let (role, label) = ((!words.is_empty()).then_some("img"), (!words.is_empty()).then_some(&words));
    let is_hidden = words.is_empty().then_some("true");
    html! {
        svg class={ "drawing " (class) } viewBox=(view_box(drawing)) role=[role] aria-label=[label]
            aria-hidden=[is_hidden] focusable="false" {
            @for item in &drawing.items { (part(item)) }
        }
    }
}

/// The symbols that drawings of a page refer to.
pub fn symbols() -> Markup {
    html! {
        svg.symbols width="0" height="0" aria-hidden="true" focusable="false" {
            defs { @for symbol in Symbol::ALL { (definition(symbol)) } }
        }
    }
}

/// A drawing as a complete SVG file, in light and dark.
pub fn document(drawing: &Drawing) -> String {
    let used = drawing.items.iter().filter_map(|item| match item {
        Item::Symbol { symbol, .. } => Some(symbol.name()),
        _ => None,
    });
    let used: BTreeSet<&str> = used.collect();
    html! {
        svg.drawing xmlns="http://www.w3.org/2000/svg" viewBox=(view_box(drawing)) role="img" aria-labelledby="title about" {
            title id="title" { (drawing.title) }
            desc id="about" { (drawing.about) }
            style { (PreEscaped(&*ink::STYLE)) }
            @if !used.is_empty() {
                defs { @for symbol in Symbol::ALL.into_iter().filter(|symbol| used.contains(symbol.name())) { (definition(symbol)) } }
            }
            @for item in &drawing.items { (part(item)) }
        }
    }
    .into_string()
}

fn view_box(drawing: &Drawing) -> String {
    format!("0 0 {} {}", number(drawing.size.0), number(drawing.size.1))
}

fn definition(symbol: Symbol) -> Markup {
    html! { g id={ "symbol-" (symbol.name()) } { @for item in symbol.items() { (part(&item)) } } }
}

fn part(item: &Item) -> Markup {
    match item {
        Item::Shape { shape, fill, stroke } => {
            let mut classes =
                vec![fill.map_or_else(|| "nofill".to_owned(), |ink| format!("f-{}", ink.name()))];
            classes.extend(stroke.map(|stroke| format!("s-{}", stroke.ink.name())));
            outline(shape, &classes.join(" "), *stroke)
        }
        Item::Text(text) => words(text),
        Item::Symbol { symbol, at, class } => {
            let class = (!class.is_empty()).then_some(class);
            html! { use class=[class] href={ "#symbol-" (symbol.name()) } x=(number(at.0)) y=(number(at.1)) {} }
        }
    }
}

fn outline(shape: &Shape, class: &str, stroke: Option<Stroke>) -> Markup {
    let width = stroke.map(|stroke| number(stroke.width));
    let dash = stroke.filter(|stroke| stroke.is_dashed).map(|stroke| number(stroke.dash()));
    match shape {
        Shape::Rect { at, size, round } => {
            let round = (*round > 0.0).then(|| number(*round));
            html! {
                rect class=(class) x=(number(at.0)) y=(number(at.1)) width=(number(size.0)) height=(number(size.1))
                    rx=[round] stroke-width=[width] stroke-dasharray=[dash] {}
            }
        }
        Shape::Circle { at, radius } => html! {
            circle class=(class) cx=(number(at.0)) cy=(number(at.1)) r=(number(*radius))
                stroke-width=[width] stroke-dasharray=[dash] {}
        },
        Shape::Lines(lines) => html! {
            path class=(class) d=(path(lines, "")) stroke-width=[width] stroke-dasharray=[dash]
                stroke-linecap="round" stroke-linejoin="round" {}
        },
        Shape::Polygons(lines) => html! {
            path class=(class) d=(path(lines, "Z")) stroke-width=[width] stroke-dasharray=[dash] stroke-linejoin="round" {}
        },
    }
}

fn path(lines: &[Vec<Place>], end: &str) -> String {
    let line = |line: &Vec<Place>| {
        let places: Vec<String> = line.iter().map(|&(x, y)| format!("{} {}", number(x), number(y))).collect();
        format!("M{}{end}", places.join("L"))
    };
    lines.iter().map(line).collect()
}

fn words(text: &Text) -> Markup {
    let anchor = match text.anchor {
        Anchor::Start => None,
        Anchor::Middle => Some("middle"),
        Anchor::End => Some("end"),
    };
    let (x, y) = (number(text.at.0), number(text.at.1));
    let turn = text.is_upright.then(|| format!("rotate(-90 {x} {y})"));
    let weight = text.is_bold.then_some("600");
    html! {
        text class={ "f-" (text.ink.name()) } x=(x) y=(y) font-size=(number(text.size)) text-anchor=[anchor]
            font-weight=[weight] transform=[turn] { (text.line) }
    }
}

/// A length with at most two decimals.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use plyground_core::Piece;

    use super::*;
    use crate::Ink;

    fn sheet() -> Drawing {
        let mut sheet = Drawing::new((10.0, 20.5), "<T>");
        sheet.about = "a & b".into();
        sheet.text(Text::new((1.0, 2.0), 4.0, "</text><script>").anchored(Anchor::End).upright());
        sheet.line((0.0, 0.0), (1.0 / 3.0, -0.001), Stroke::dashed(Ink::Rule, 1.0));
        sheet.symbol(Symbol::Piece(Piece::Red), (3.0, 4.0), "piece");
        sheet
    }

    #[test]
    fn text_is_escaped_and_numbers_are_short() {
        let svg = inline(&sheet(), "x").into_string();
        for part in [
            "&lt;/text&gt;&lt;script&gt;",
            "aria-label=\"&lt;T&gt; a &amp; b\"",
            "viewBox=\"0 0 10 20.5\"",
            "d=\"M0 0L0.33 0\"",
            "class=\"nofill s-rule\"",
            "stroke-dasharray=\"3\"",
            "transform=\"rotate(-90 1 2)\"",
            "<use class=\"piece\" href=\"#symbol-red\" x=\"3\" y=\"4\">",
        ] {
            assert!(svg.contains(part), "{part} in {svg}");
        }
        assert!(!svg.contains("<script>"), "{svg}");
    }

    #[test]
    fn without_words_it_is_hidden() {
        let svg = inline(&Drawing::new((1.0, 1.0), ""), "x").into_string();
        assert!(svg.contains("aria-hidden=\"true\"") && !svg.contains("role"), "{svg}");
    }

    #[test]
    fn a_file_has_its_style_and_the_symbols_it_uses() {
        let svg = document(&sheet());
        assert!(svg.starts_with("<svg ") && svg.contains("prefers-color-scheme:dark"), "{svg}");
        assert!(svg.contains("id=\"symbol-red\"") && !svg.contains("id=\"symbol-X\""), "{svg}");
        let words = "<title id=\"title\">&lt;T&gt;</title><desc id=\"about\">a &amp; b</desc>";
        assert!(svg.contains(words), "{svg}");
    }
}
