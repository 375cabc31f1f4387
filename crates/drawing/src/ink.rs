//! Paints, named by their meaning, with their colours in light and dark surroundings.
//!
//! The board in the browser has its own style (`web/shell/style.css`); that pieces and boards have these colours there,
//! too, is a test.

use std::fmt::Write;
use std::sync::LazyLock;

/// A colour: red, green, blue.
pub type Colour = [u8; 3];

/// A paint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// Words, and lines that matter as much.
    Text,
    /// Words that matter less.
    Quiet,
    /// Lines of tables and grids.
    Rule,
    /// The background of the page.
    Page,
    /// A background slightly different from the page.
    Band,
    /// Emphasis.
    Accent,
    /// A cell that is pointed out.
    Touched,
    /// Lines and bars of a chart, which has at most six kinds.
    Series(u8),
    /// The board that pieces fall into.
    Board,
    /// Its holes.
    Hole,
    /// A red piece.
    Red,
    /// A yellow piece.
    Yellow,
    /// A green piece.
    Green,
    /// A white piece.
    White,
    /// A black piece.
    Black,
    /// The sign on a piece.
    Sign,
    /// Signs and marks where [`Self::Sign`] would not be seen.
    Dark,
    /// A cross.
    X,
    /// A ring.
    O,
    /// A light square of a chequered board.
    LightSquare,
    /// A dark square.
    DarkSquare,
    /// A cell of a plain board.
    Cell,
}

/// One ink: its name in styles, and its colours in light and dark surroundings.
type Entry = (Ink, &'static str, &'static str, &'static str);

const INKS: [Entry; 27] = [
    (Ink::Text, "text", "#1b1f24", "#e6eaee"),
    (Ink::Quiet, "quiet", "#57606a", "#a9b4bf"),
    (Ink::Rule, "rule", "#c4cad1", "#414b55"),
    (Ink::Page, "page", "#ffffff", "#14181d"),
    (Ink::Band, "band", "#f2f5f8", "#1d232a"),
    (Ink::Accent, "link", "#0b57d0", "#8ab4f8"),
    (Ink::Touched, "touched", "#dce8f8", "#24405f"),
    (Ink::Series(0), "c0", "#1f5fa8", "#7db5f2"),
    (Ink::Series(1), "c1", "#b3400f", "#f09a6c"),
    (Ink::Series(2), "c2", "#2b7a3d", "#7fce93"),
    (Ink::Series(3), "c3", "#7a3d9e", "#cda2ec"),
    (Ink::Series(4), "c4", "#8a6a00", "#dcc06a"),
    (Ink::Series(5), "c5", "#a11d4f", "#f293b5"),
    (Ink::Board, "board", "#2f6db5", "#2f6db5"),
    (Ink::Hole, "hole", "#0b1d33", "#0b1d33"),
    (Ink::Red, "red", "#ff6b57", "#ff6b57"),
    (Ink::Yellow, "yellow", "#ffd23f", "#ffd23f"),
    (Ink::Green, "green", "#4fd18b", "#4fd18b"),
    (Ink::White, "white", "#ffffff", "#ffffff"),
    (Ink::Black, "black", "#16202c", "#16202c"),
    (Ink::Sign, "sign", "#0b1d33", "#0b1d33"),
    (Ink::Dark, "dark", "#0b1d33", "#0b1d33"),
    (Ink::X, "x", "#a3361b", "#ff9c80"),
    (Ink::O, "o", "#235fa8", "#8ab8f5"),
    (Ink::LightSquare, "light-square", "#b4cae2", "#b4cae2"),
    (Ink::DarkSquare, "dark-square", "#86a5c9", "#86a5c9"),
    (Ink::Cell, "cell", "#ffffff", "#232a33"),
];

impl Ink {
    /// The ink of a line or bar by its number; the seventh has that of the first.
    #[expect(clippy::cast_possible_truncation, reason = "a remainder")]
    pub const fn series(number: usize) -> Self {
        Self::Series((number % 6) as u8)
    }

    fn entry(self) -> Entry {
        let found = INKS.into_iter().find(|(ink, ..)| *ink == self);
        // A test checks that every ink is in the list.
        found.unwrap_or(INKS[0])
    }

    /// Its name in styles.
    pub fn name(self) -> &'static str {
        self.entry().1
    }

    /// Its colour in light surroundings.
    pub fn light(self) -> Colour {
        let digits = u32::from_str_radix(self.entry().2.trim_start_matches('#'), 16).unwrap_or(0);
        let [_, red, green, blue] = digits.to_be_bytes();
        [red, green, blue]
    }

    /// Its opacity, 0 to 1.
    pub fn opacity(self) -> f32 {
        if self == Self::Sign { 0.55 } else { 1.0 }
    }
}

/// Colours by name, light and dark, and classes that fill (`f-NAME`) and stroke (`s-NAME`) with them.
pub static STYLE: LazyLock<String> = LazyLock::new(|| {
    let mut css = String::from(":root{color-scheme:light dark");
    let mut dark = String::new();
    let mut classes = String::new();
    for (ink, name, light, dim) in INKS {
        // Writing to memory does not fail.
        let _ = write!(css, ";--{name}:{light}");
        if dim != light {
            let _ = write!(dark, "--{name}:{dim};");
        }
        let faint = |property: &str| match ink.opacity() {
            1.0 => String::new(),
            opacity => format!(";{property}-opacity:{opacity}"),
        };
        let _ = writeln!(
            classes,
            ".f-{name}{{fill:var(--{name}){}}}.s-{name}{{stroke:var(--{name}){}}}",
            faint("fill"),
            faint("stroke")
        );
    }
    let _ = writeln!(css, "}}\n@media (prefers-color-scheme:dark){{:root{{{dark}}}}}");
    // Charts and trees take the colours that somebody has chosen for everything; pieces keep theirs.
    css += "@media (forced-colors:active){:root{--text:CanvasText;--quiet:CanvasText;--rule:GrayText;--page:Canvas;\
            --band:Canvas;--link:LinkText;--touched:Canvas;--cell:Canvas;--x:CanvasText;--o:CanvasText}\
            .drawing{forced-color-adjust:none}}\n";
    css += ".drawing text{font-family:system-ui,\"Noto Sans\",sans-serif}.nofill{fill:none}\n";
    css + &classes
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ink_has_colours() {
        for (at, (ink, name, light, dark)) in INKS.into_iter().enumerate() {
            assert_eq!(INKS.iter().filter(|other| other.0 == ink || other.1 == name).count(), 1, "{at}");
            for colour in [light, dark] {
                assert!(colour.len() == 7 && u32::from_str_radix(&colour[1..], 16).is_ok(), "{name}");
            }
        }
        let series = (0..6).map(Ink::series).filter(|ink| ink.entry().0 == *ink).count();
        assert_eq!(series, 6);
        assert_eq!(Ink::Red.light(), [0xff, 0x6b, 0x57]);
    }

    /// Lightness as contrast is measured: WCAG 2.2, "relative luminance".
    fn luminance(colour: &str) -> f64 {
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    #[test]
    fn words_and_lines_contrast_with_the_page() {
        for (ink, name, light, dark) in INKS {
            let least = match ink {
                Ink::Text | Ink::Quiet | Ink::Accent | Ink::Series(_) => 4.5,
                Ink::X | Ink::O => 3.0,
                _ => continue,
            };
            let page = Ink::Page.entry();
            for (colour, page) in [(light, page.2), (dark, page.3)] {
                let [one, other] = [luminance(colour), luminance(page)];
                let contrast = (one.max(other) + 0.05) / (one.min(other) + 0.05);
                assert!(contrast >= least, "{name}: {contrast}");
            }
        }
    }

    #[test]
    fn the_board_in_the_browser_has_the_same_colours() {
        let style = include_str!("../embedded/web/shell/style.css");
        for (ink, rule) in [
            (Ink::Board, "--board: {light};"),
            (Ink::Hole, "--hole: {light};"),
            (Ink::Red, "--first: {light};"),
            (Ink::Yellow, "--second: {light};"),
            (Ink::Green, ".green .body { fill: {light}; }"),
            (Ink::Black, ".black .body { fill: {light}; "),
            (Ink::Sign, ".piece .sign { fill: none; stroke: {light}; stroke-width: 6; stroke-opacity: .55;"),
            (Ink::X, "--cross: light-dark({light}, {dark});"),
            (Ink::O, "--nought: light-dark({light}, {dark});"),
            (Ink::DarkSquare, ".is-chequered .cell { background: {light} "),
            (Ink::LightSquare, ".is-chequered .cell.light { background: {light} "),
            (Ink::Cell, "--raised: light-dark({light}, {dark});"),
        ] {
            let (_, name, light, dark) = ink.entry();
            let rule = rule.replace("{light}", light).replace("{dark}", dark);
            assert!(style.contains(&rule), "{name}: {rule}");
        }
    }

    #[test]
    fn the_style_has_light_and_dark() {
        assert!(STYLE.contains("--text:#1b1f24") && STYLE.contains("--text:#e6eaee;"), "{}", *STYLE);
        assert!(STYLE.contains(".f-sign{fill:var(--sign);fill-opacity:0.55}"), "{}", *STYLE);
    }
}
