//! Boards as people have them: rows of cells from a spreadsheet, from numpy or from a text, with or without the side to
//! move. What is found is written in the game's own notation, which then judges it: no rule is known here.

use super::{AnyGame, AnyPosition};
use crate::text::counted;
use crate::{BoardKind, BoardView, Notation, ParseError, Player, RowText};

/// Longer texts hold more than a board.
const MOST_BYTES: usize = 4096;

/// What separates cells and rows, and what Python and spreadsheets put around them.
const SEPARATORS: &[char] =
    &[' ', '\t', '\r', '\n', ',', ';', '|', '/', '(', ')', '[', ']', '{', '}', '"', '\''];

/// A cell in a text; `None` inside is an empty one.
type Cell = Option<Player>;

/// The position of a board that is no text in a notation of the game, and what it was read as. The error is for a board
/// that lacks only its side to move, or that is another game's; `None` is for all that the notations judge better.
pub(super) fn read(game: AnyGame, text: &str) -> Option<Result<(AnyPosition, String), ParseError>> {
    let style = game.look().rows?;
    let start = game.start().view();
    let Some(Board { rows, side, is_in_own_order }) = board(game, style, &start, text) else {
        return of_another_game(game, &start, text).map(Err);
    };
    let placed =
        Player::BOTH.map(|player| rows.iter().flatten().filter(|&&cell| cell == Some(player)).count());
    // Pieces are counted only in games that begin with an empty board: elsewhere they are captured.
    let is_empty_first = start.cells.iter().flatten().all(Option::is_none);
    let counts = match placed {
        _ if !is_empty_first => None,
        [first, second] if first == second => Some(Player::First),
        [first, second] if first == second + 1 => Some(Player::Second),
        _ => None,
    };
    let turn = side.or(counts);
    let read = |is_top_first| {
        let turn = turn.unwrap_or(Player::First);
        game.notation().parse(&written(style, &rows, is_top_first, turn)).ok()
    };
    let mut is_top_first = style.is_top_first || !is_in_own_order;
    let mut position = read(is_top_first);
    // Pieces that float say that the rows are in the other order.
    if position.is_none() && game.look().board == BoardKind::Upright {
        is_top_first = !is_top_first;
        position = read(is_top_first);
    }
    let position = position?;
    let Some(turn) = turn else {
        let [first, second] = Player::BOTH.map(|player| game.side(player));
        let message = format!("missing; expected {first} or {second} after the rows");
        return Some(Err(ParseError::new(text.len()..text.len(), "side to move", message)));
    };
    let order = if is_top_first { "top" } else { "bottom" };
    let mut words = format!("rows of the board, the {order} row first");
    if side.is_none() {
        let [first, second] = placed;
        let pieces = format!("{} and {}", counted(first, "piece"), second);
        words = format!("{words}; {} to move, by the number of pieces ({pieces})", game.side(turn));
    }
    Some(Ok((position, words)))
}

/// Says that a text is a board of other games, if they can read it.
fn of_another_game(game: AnyGame, start: &BoardView, text: &str) -> Option<ParseError> {
    let size = |view: &BoardView| format!("{} rows of {} cells", view.rows.len(), view.columns.len());
    let reads = |other: &AnyGame| {
        other.look().rows.is_some_and(|style| board(*other, style, &other.start().view(), text).is_some())
    };
    let is_as_large = |other: &AnyGame| size(&other.start().view()) == size(start);
    let others: Vec<AnyGame> =
        AnyGame::all().iter().copied().filter(|other| !is_as_large(other) && reads(other)).collect();
    let found = size(&others.first()?.start().view());
    let names = others.iter().map(|other| other.name()).collect::<Vec<_>>().join(" and ");
    let message = format!("{found}, a board of {names}; expected {}, a board of {game}", size(start));
    Some(ParseError::new(0..text.len(), "board", message))
}

/// The board in the game's own notation.
fn written(style: RowText, rows: &[Vec<Cell>], is_top_first: bool, turn: Player) -> String {
    let line = |row: &Vec<Cell>| -> String {
        row.iter().map(|cell| cell.map_or(style.empty, |player| style.pieces[player])).collect()
    };
    let mut lines: Vec<String> = rows.iter().map(line).collect();
    if is_top_first != style.is_top_first {
        lines.reverse();
    }
    (lines.join(style.row_end) + style.turns[turn]).replace('/', "\n")
}

/// The cells of a text in its order, and the side to move if it names one.
struct Board {
    rows: Vec<Vec<Cell>>,
    side: Option<Player>,
    /// Whether the rows are written as the game's own notation writes them, so that they come in its order.
    is_in_own_order: bool,
}

fn board(game: AnyGame, style: RowText, start: &BoardView, text: &str) -> Option<Board> {
    if text.len() > MOST_BYTES {
        return None;
    }
    // A line with the side alone may stand before the rows. Tabs would make it a row of a sheet.
    let alone = |line: &str| side(game, line.trim_end_matches([' ', '\r']));
    let (front, text) = match text.split_once('\n') {
        Some((first, rest)) if alone(first).is_some() => (alone(first), rest),
        _ => (None, text),
    };
    let names_side = |text: &str| {
        text.split(SEPARATORS).any(|word| Player::BOTH.iter().any(|&player| word == game.side(player)))
    };
    // `array([[...]], dtype=int8)`: only what is in the brackets, and what follows.
    let inside = match (text.find("array("), text.rfind(']'), text.rfind(')')) {
        (Some(from), Some(to), Some(end)) if from < to && to < end && !names_side(&text[..from]) => {
            format!("{} {}", &text[from + "array(".len()..to], &text[end + 1..])
        }
        _ => text.to_owned(),
    };
    let text = inside.as_str();
    let (width, height) = (start.columns.len(), start.rows.len());
    let words: Vec<&str> = text.split(SEPARATORS).filter(|word| !word.is_empty()).collect();
    let is_row = |word: &&str| word.chars().count() == width;
    let letters = |word: &str| -> Option<Vec<Cell>> {
        word.chars().map(|letter| cell(game, letter.encode_utf8(&mut [0; 4]))).collect()
    };
    // A sheet comes first: only there blanks are cells.
    let (cells, rest): (Vec<Cell>, Vec<&str>) = if let Some(found) = sheet(game, width, height, text) {
        found
    } else if words.len() >= height && words[..height].iter().all(is_row) {
        let rows: Option<Vec<_>> = words[..height].iter().copied().map(letters).collect();
        (rows?.concat(), words[height..].to_vec())
    } else if words.len() >= width * height {
        let (board, rest) = words.split_at(width * height);
        (board.iter().map(|word| cell(game, word)).collect::<Option<_>>()?, rest.to_vec())
    } else {
        let whole = words.first().filter(|word| word.chars().count() == width * height)?;
        (letters(whole)?, words[1..].to_vec())
    };
    let side = match (front, rest.as_slice()) {
        (front, []) => front,
        (None, [word]) => Some(side(game, word)?),
        _ => return None,
    };
    let rows: Vec<Vec<Cell>> = cells.chunks(width).map(<[Cell]>::to_vec).collect();
    let is_in_own_order =
        !text.trim().contains('\n') && text.contains(style.row_end) && words.len() <= height + 1;
    (rows.len() == height).then_some(Board { rows, side, is_in_own_order })
}

/// The cells of a sheet, of which empty ones are blank, and the words after them: lines of cells between tabs, bars,
/// semicolons or commas.
fn sheet(game: AnyGame, width: usize, height: usize, text: &str) -> Option<(Vec<Cell>, Vec<&str>)> {
    let separator = ['\t', '|', ';', ','].into_iter().find(|&separator| text.contains(separator))?;
    let lines: Vec<&str> = text.lines().collect();
    let (rows, rest) = lines.split_at_checked(height)?;
    let mut cells = Vec::new();
    for line in rows {
        let mut fields: Vec<&str> = line.split(separator).map(str::trim).collect();
        if fields.len() == width + 2 && fields[0].is_empty() && fields[width + 1].is_empty() {
            fields = fields[1..=width].to_vec();
        }
        if fields.len() != width {
            return None;
        }
        for field in fields {
            cells.push(cell(game, field.trim_matches(['"', '\'']))?);
        }
    }
    Some((cells, rest.iter().flat_map(|line| line.split_whitespace()).collect()))
}

/// What a cell holds: the game's own letters, the first letters of the sides, x and o, 1 and 2 or -1. `None` if it is none
/// of these.
fn cell(game: AnyGame, word: &str) -> Option<Cell> {
    let (style, word) = (game.look().rows?, word.to_lowercase());
    if ["", ".", "_", "-", "0", "·"].contains(&word.as_str()) || word == style.empty.to_string() {
        return Some(None);
    }
    // The name of a side is none: it would stand for the side to move.
    if word.chars().count() == 1 || word == "-1" { side(game, &word).map(Some) } else { None }
}

fn side(game: AnyGame, word: &str) -> Option<Player> {
    let (style, word) = (game.look().rows?, word.to_lowercase());
    let others: [&[&str]; 2] = [&["x", "1"], &["o", "2", "-1"]];
    Player::BOTH.into_iter().find(|&player| {
        let name = game.side(player).to_lowercase();
        word == name
            || Some(word.as_str()) == name.get(..1)
            || word == style.pieces[player].to_string()
            || others[player as usize].contains(&word.as_str())
    })
}
