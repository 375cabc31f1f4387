//! Boards: cells, pieces that differ by shape, labels, and what is pointed out. Pieces have the shapes of the board in
//! the browser (`web/board/pieces.js`).

use plyground_core::{AnyGame, BoardKind, BoardView, ByPlayer, Look, Piece, Player, runs};

use crate::{Anchor, Drawing, Ink, Item, Place, Shape, Stroke, Text, real};

/// Width and height of a cell in the units of the drawing.
pub const CELL: f64 = 10.0;

/// Room for the labels of rows at the left and of columns below.
const MARGIN: f64 = 7.0;

/// A cell's ground, a piece on it, or a mark over it; as wide and high as a [`CELL`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symbol {
    /// No piece.
    Nothing,
    /// The ground of an upright board.
    Hole,
    /// A light ground of a chequered board.
    LightSquare,
    /// A dark one.
    DarkSquare,
    /// The ground of a plain board.
    Cell,
    /// The ground of a stone that is pointed out.
    Touched,
    /// A piece.
    Piece(Piece),
    /// A mark on a dark ground.
    LightRing,
    /// A mark on a light ground.
    DarkRing,
    /// A mark on the ground of the page.
    Ring,
    /// The mark of a cell that has just changed, on a dark ground.
    LightChange,
    /// The same on a light ground.
    DarkChange,
    /// The same on the ground of the page.
    Change,
}

impl Symbol {
    /// All of them.
    pub const ALL: [Self; 19] = [
        Self::Nothing,
        Self::Hole,
        Self::LightSquare,
        Self::DarkSquare,
        Self::Cell,
        Self::Touched,
        Self::Piece(Piece::Red),
        Self::Piece(Piece::Yellow),
        Self::Piece(Piece::Green),
        Self::Piece(Piece::White),
        Self::Piece(Piece::Black),
        Self::Piece(Piece::X),
        Self::Piece(Piece::O),
        Self::LightRing,
        Self::DarkRing,
        Self::Ring,
        Self::LightChange,
        Self::DarkChange,
        Self::Change,
    ];

    /// Its name in pages. Pieces are named as the sides of games are.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nothing => "none",
            Self::Hole => "hole",
            Self::LightSquare => "light-square",
            Self::DarkSquare => "dark-square",
            Self::Cell => "cell",
            Self::Touched => "touched",
            Self::Piece(piece) => piece.name(),
            Self::LightRing => "light-ring",
            Self::DarkRing => "dark-ring",
            Self::Ring => "ring",
            Self::LightChange => "light-change",
            Self::DarkChange => "dark-change",
            Self::Change => "change",
        }
    }

    /// Its parts.
    pub fn items(self) -> Vec<Item> {
        let mut sheet = Drawing::new((CELL, CELL), "");
        let centre = (CELL / 2.0, CELL / 2.0);
        let circle = |radius: f64| Shape::Circle { at: centre, radius };
        let square = |inset: f64| {
            let size = CELL - 2.0 * inset;
            Shape::Rect { at: (inset, inset), size: (size, size), round: 0.0 }
        };
        // As large as in the browser, where a piece of 100 units leaves 8 % of its cell at every side.
        let place = |value: f64| 0.8 + 0.084 * value;
        let line = |line: &&[Place]| line.iter().map(|&(x, y)| (place(x), place(y))).collect::<Vec<_>>();
        let lines = |lines: &[&[Place]]| Shape::Lines(lines.iter().map(line).collect());
        let sign = Stroke::solid(Ink::Sign, 0.5);
        let cross: [&[Place]; 2] = [&[(32.0, 32.0), (68.0, 68.0)], &[(68.0, 32.0), (32.0, 68.0)]];
        let up: [&[Place]; 1] = [&[(32.0, 57.0), (50.0, 38.0), (68.0, 57.0)]];
        let down: [&[Place]; 1] = [&[(32.0, 43.0), (50.0, 62.0), (68.0, 43.0)]];
        let mut disc = |ink, sign_shape: Shape| {
            sheet.fill(circle(3.6), ink);
            sheet.stroke(sign_shape, sign);
        };
        match self {
            Self::Nothing => {}
            Self::Hole => sheet.fill(circle(4.1), Ink::Hole),
            Self::LightSquare => sheet.fill(square(0.0), Ink::LightSquare),
            Self::DarkSquare => sheet.fill(square(0.0), Ink::DarkSquare),
            Self::Cell => sheet.both(square(0.0), Ink::Cell, Stroke::solid(Ink::Rule, 0.3)),
            Self::Touched => sheet.both(square(0.0), Ink::Touched, Stroke::solid(Ink::Rule, 0.3)),
            Self::Piece(Piece::Red) => disc(Ink::Red, circle(2.1)),
            Self::Piece(Piece::Yellow) => disc(Ink::Yellow, lines(&cross)),
            Self::Piece(Piece::Green) => disc(Ink::Green, lines(&cross)),
            Self::Piece(Piece::White) => {
                sheet.both(circle(3.0), Ink::White, Stroke::solid(Ink::Black, 0.34));
                sheet.stroke(lines(&up), Stroke::solid(Ink::Dark, 0.5));
            }
            Self::Piece(Piece::Black) => {
                sheet.both(circle(3.0), Ink::Black, Stroke::solid(Ink::White, 0.2));
                sheet.stroke(lines(&down), Stroke::solid(Ink::White, 0.5));
            }
            Self::Piece(Piece::X) => {
                let strokes: [&[Place]; 2] = [&[(24.0, 24.0), (76.0, 76.0)], &[(76.0, 24.0), (24.0, 76.0)]];
                sheet.stroke(lines(&strokes), Stroke::solid(Ink::X, 0.92));
            }
            Self::Piece(Piece::O) => sheet.stroke(circle(2.44), Stroke::solid(Ink::O, 0.92)),
            Self::LightRing => sheet.stroke(circle(4.1), Stroke::solid(Ink::White, 0.8)),
            Self::DarkRing => sheet.stroke(circle(4.2), Stroke::solid(Ink::Dark, 0.6)),
            Self::Ring => sheet.stroke(circle(4.2), Stroke::solid(Ink::Text, 0.5)),
            Self::LightChange => sheet.stroke(square(0.4), Stroke::solid(Ink::White, 0.5)),
            Self::DarkChange => sheet.stroke(square(0.3), Stroke::solid(Ink::Dark, 0.6)),
            Self::Change => sheet.stroke(square(0.3), Stroke::solid(Ink::Accent, 0.6)),
        }
        sheet.items
    }
}

/// The symbols for the boards of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symbols {
    /// The grounds of cells, in turns as on a board for chess.
    grounds: [Symbol; 2],
    /// The pieces of each side.
    pieces: ByPlayer<Symbol>,
    ring: Symbol,
    /// The mark of a cell that has just changed.
    pub change: Symbol,
    has_plate: bool,
}

impl Symbols {
    /// The symbols for a game with this look.
    pub fn of(look: Look) -> Self {
        let [first, second] = look.pieces.into_array().map(Symbol::Piece);
        let (grounds, ring, change) = match look.board {
            BoardKind::Upright => ([Symbol::Hole; 2], Symbol::LightRing, Symbol::LightChange),
            BoardKind::Chequered => {
                ([Symbol::LightSquare, Symbol::DarkSquare], Symbol::DarkRing, Symbol::DarkChange)
            }
            BoardKind::Plain => ([Symbol::Cell; 2], Symbol::Ring, Symbol::Change),
        };
        let has_plate = look.board == BoardKind::Upright;
        Self { grounds, pieces: ByPlayer::new(first, second), ring, change, has_plate }
    }

    /// The symbol for the contents of a cell.
    pub fn on(self, cell: Option<Player>) -> Symbol {
        cell.map_or(Symbol::Nothing, |side| self.pieces[side])
    }
}

/// The upper left corner of a cell.
pub fn corner((row, column): (usize, usize)) -> Place {
    (MARGIN + CELL * real(column), CELL * real(row))
}

/// The middle of a cell.
pub fn middle(cell: (usize, usize)) -> Place {
    let (x, y) = corner(cell);
    (x + CELL / 2.0, y + CELL / 2.0)
}

/// A board with labels, the cells to point out ringed, and `touched` on another ground.
pub fn drawing(
    game: AnyGame,
    view: &BoardView,
    title: impl Into<String>,
    touched: Option<(usize, usize)>,
) -> Drawing {
    let symbols = Symbols::of(game.look());
    let (width, height) = (CELL * real(view.columns.len()), CELL * real(view.rows.len()));
    let mut sheet = Drawing::new((width + MARGIN, height + MARGIN), title);
    if symbols.has_plate {
        sheet.fill(Shape::Rect { at: (MARGIN, 0.0), size: (width, height), round: 1.5 }, Ink::Board);
    }
    let label = |at, text: &String| Text::new(at, 4.5, text).ink(Ink::Quiet).anchored(Anchor::Middle);
    for (row, text) in view.rows.iter().enumerate() {
        sheet.text(label((MARGIN / 2.0, CELL * (real(row) + 0.5) + 1.6), text));
    }
    for (column, text) in view.columns.iter().enumerate() {
        sheet.text(label((MARGIN + CELL * (real(column) + 0.5), height + 5.2), text));
    }
    for (row, column) in runs::all(&view.cells) {
        let is_touched = touched == Some((row, column));
        let ground = if is_touched { Symbol::Touched } else { symbols.grounds[(row + column) % 2] };
        sheet.symbol(ground, corner((row, column)), "");
    }
    for (row, column) in runs::all(&view.cells) {
        sheet.symbol(symbols.on(view.cells[row][column]), corner((row, column)), "piece");
    }
    for &cell in &view.marked {
        sheet.symbol(symbols.ring, corner(cell), "mark");
    }
    sheet
}

/// The pieces in words, row by row. The script of the page says it in the same words.
pub fn words(view: &BoardView, sides: ByPlayer<&str>) -> String {
    let row = |(label, row): (&String, &Vec<Option<Player>>)| {
        let cells = view.columns.iter().zip(row);
        let pieces = cells.filter_map(|(column, cell)| cell.map(|side| format!("{column} {}", sides[side])));
        let pieces: Vec<String> = pieces.collect();
        let pieces = if pieces.is_empty() { "empty".to_owned() } else { pieces.join(", ") };
        format!(" Row {label}: {pieces}.")
    };
    view.rows.iter().zip(&view.cells).map(row).collect()
}

/// The cells row by row from the top: `0` empty, `1` and `2` a piece of the first and second player.
pub fn code(view: &BoardView) -> String {
    let digit = |cell: &Option<Player>| match cell {
        None => '0',
        Some(Player::First) => '1',
        Some(Player::Second) => '2',
    };
    view.cells.iter().flatten().map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_named_as_the_sides_are() {
        for &game in AnyGame::all() {
            let symbols = Symbols::of(game.look());
            for side in Player::BOTH {
                let name = game.sides()[side];
                assert_eq!(symbols.pieces[side].name(), name);
            }
        }
    }

    #[test]
    fn the_board_in_the_browser_has_the_same_shapes() {
        let pieces = include_str!("../embedded/web/board/pieces.js");
        for shape in [
            "red: () => [...disc(43), circle(25, \"sign\")]",
            "yellow: () => [...disc(43), line(\"M32 32 68 68M68 32 32 68\")]",
            "green: () => [...disc(43), line(\"M32 32 68 68M68 32 32 68\")]",
            "X: () => [line(\"M24 24 76 76M76 24 24 76\", \"stroke\")]",
            "O: () => [circle(29, \"stroke\")]",
            "const [UP, DOWN] = [\"M32 57 50 38 68 57\", \"M32 43 50 62 68 43\"];",
        ] {
            assert!(pieces.contains(shape), "{shape}");
        }
    }

    #[test]
    fn a_board_has_a_ground_and_a_place_for_a_piece_in_every_cell() {
        for &game in AnyGame::all() {
            let view = game.start().view();
            let cells = view.rows.len() * view.columns.len();
            let sheet = drawing(game, &view, "", Some((0, 0)));
            let symbol = |item: &Item| match item {
                Item::Symbol { symbol, class, .. } => Some((*symbol, *class)),
                _ => None,
            };
            let symbols: Vec<(Symbol, &str)> = sheet.items.iter().filter_map(symbol).collect();
            assert_eq!(symbols.len(), 2 * cells, "{game:?}");
            assert_eq!(symbols.iter().filter(|(_, class)| *class == "piece").count(), cells);
            assert_eq!(symbols[0].0, Symbol::Touched);
            let pieces = view.cells.iter().flatten().flatten().count();
            let empty = symbols.iter().filter(|(symbol, _)| *symbol == Symbol::Nothing).count();
            assert_eq!(empty, cells - pieces);
        }
    }

    #[test]
    fn symbols_stay_in_their_cell() {
        let inside = |value: f64| (0.0..=CELL).contains(&value);
        for symbol in Symbol::ALL {
            assert_eq!(Symbol::ALL.iter().filter(|other| other.name() == symbol.name()).count(), 1);
            for item in symbol.items() {
                let Item::Shape { shape, stroke, .. } = item else { panic!("{symbol:?}") };
                let half = stroke.map_or(0.0, |stroke| stroke.width / 2.0);
                match shape {
                    Shape::Circle { at, radius } => assert!(inside(at.0 - radius - half), "{symbol:?}"),
                    Shape::Rect { at, size, .. } => {
                        assert!(inside(at.0) && inside(at.0 + size.0), "{symbol:?}");
                    }
                    Shape::Lines(lines) | Shape::Polygons(lines) => {
                        assert!(lines.iter().flatten().all(|&(x, y)| inside(x) && inside(y)), "{symbol:?}");
                    }
                }
            }
        }
    }
}
