//! Bars, drawn as SVG.

use maud::{Markup, html};

/// A bar: what it stands for, how long it is, and what is said of it.
pub(super) struct Bar {
    /// The label at its foot.
    pub(super) label: String,
    /// Its length.
    pub(super) count: usize,
    /// More about it, where there is room.
    pub(super) about: String,
}

/// Height of the longest bar, and of what stands below.
const HEIGHT: usize = 120;
const FOOT: usize = 16;

/// Width of a bar with the room around it, and without.
const STEP: usize = 34;
const WIDTH: usize = 26;

/// Upright bars side by side. The numbers stand above them, so that nothing depends on reading heights.
pub(super) fn bars(title: &str, bars: &[Bar]) -> Markup {
    let most = bars.iter().map(|bar| bar.count).max().unwrap_or(0).max(1);
    let (width, height) = (bars.len() * STEP, HEIGHT + 2 * FOOT);
    html! {
        figure {
            figcaption { (title) }
            div.scroll role="region" tabindex="0" aria-label=(title) {
                svg.bars width=(width) height=(height) viewBox=(format!("0 0 {width} {height}")) role="img"
                    aria-label=(words(title, bars)) {
                    line.grid x1="0" y1=(HEIGHT + FOOT) x2=(width) y2=(HEIGHT + FOOT) {}
                    @for (number, bar) in bars.iter().enumerate() {
                        @let tall = bar.count * HEIGHT / most;
                        @let middle = number * STEP + STEP / 2;
                        @let top = FOOT + HEIGHT - tall;
                        rect.bar x=(middle - WIDTH / 2) y=(top) width=(WIDTH) height=(tall) {}
                        @if bar.count > 0 { text x=(middle) y=(top - 4) { (bar.count) } }
                        text x=(middle) y=(height - 3) { (bar.label) }
                    }
                }
            }
        }
    }
}

/// The bars in words.
fn words(title: &str, bars: &[Bar]) -> String {
    let all: Vec<String> = bars.iter().map(|bar| format!("{}: {}", bar.label, bar.count)).collect();
    format!("{title}. {}", all.join(", "))
}

/// Lying bars below each other, with their labels before them.
pub(super) fn rows(head: [&str; 2], bars: &[Bar], of: usize) -> Markup {
    const LONG: usize = 200;
    let whole = of.max(1);
    let has_more = bars.iter().any(|bar| !bar.about.is_empty());
    html! {
        div.scroll role="region" tabindex="0" aria-label=(head.join(", ")) {
            table {
                thead { tr { th scope="col" { (head[0]) } th.number scope="col" { (head[1]) } th scope="col" { "of all" } @if has_more { th scope="col" { "question" } } } }
                tbody {
                    @for bar in bars {
                        tr {
                            th scope="row" { (bar.label) }
                            td.number { (bar.count) }
                            td {
                                svg.share width=(LONG) height="12" viewBox=(format!("0 0 {LONG} 12")) role="img"
                                    aria-label=(format!("{} of {of}", bar.count)) {
                                    rect.whole x="0" y="1" width=(LONG) height="10" {}
                                    rect.bar x="0" y="1" width=(bar.count * LONG / whole) height="10" {}
                                }
                            }
                            @if has_more { td.line-of-code { code { (bar.about) } } }
                        }
                    }
                }
            }
        }
    }
}
