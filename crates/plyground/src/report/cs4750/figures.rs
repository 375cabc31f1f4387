//! What is drawn for the report of CS4750: the worked example of the heuristic, a search, boards of the game, plots.

use plyground_core::games::adjacent_four::{AdjacentFour, Standard};
use plyground_core::runs::{self, Cell};
use plyground_core::search::Algorithm;
use plyground_core::search::record::Recorder;
use plyground_core::{AnyGame, AnyPosition, Game, Limits, Player, Position, counted};
use plyground_drawing::tree::Node;
use plyground_drawing::{Drawing, Ink, Place, Shape, Stroke, board};

use super::{Match, MoveRecord};
use crate::plots::chart::{Axis, Chart, Line};
use crate::present::layout::real;
use crate::report::document::Figure;

fn ink(side: Player) -> Ink {
    match side {
        Player::First => Ink::X,
        Player::Second => Ink::O,
    }
}

/// A board with every run that the heuristic counts: a line through its stones, and a dot on each open end.
pub(super) fn example(position: &Standard) -> Drawing {
    let view = AdjacentFour::view(position);
    let words = format!("The example of the heuristic.{}", board::words(&view, AdjacentFour::SIDES));
    let mut sheet = board::drawing(AnyGame::listed::<AdjacentFour>(), &view, words, None);
    let mut said = Vec::new();
    for side in Player::BOTH {
        for (length, ends) in [(3, 2), (3, 1), (2, 2), (2, 1)] {
            for run in runs::open(&view.cells, side, length, ends) {
                let places = [0, run.len() - 1].map(|at| board::middle(run[at]));
                let stroke = Stroke::solid(ink(side), if length == 3 { 1.6 } else { 0.7 });
                sheet.line(places[0], places[1], stroke);
                let open: Vec<Cell> = open_ends(&run, &view.cells);
                for &cell in &open {
                    // An end of both sides shows both.
                    let (x, y) = board::middle(cell);
                    let at = (x + if side == Player::First { -1.3 } else { 1.3 }, y);
                    sheet.fill(Shape::Circle { at, radius: 1.1 }, ink(side));
                }
                let name = |&(row, column): &Cell| format!("[{},{}]", row + 1, column + 1);
                let [stones, empty] =
                    [&run, &open].map(|cells| cells.iter().map(name).collect::<Vec<_>>().join(" "));
                let owner = AdjacentFour::SIDES[side];
                said.push(format!("{length} in a row of {owner}: {stones}, open at {empty}"));
            }
        }
    }
    sheet.about = format!("{}.", said.join("; "));
    sheet
}

/// The empty cells at the ends of a run.
fn open_ends(run: &[Cell], cells: &runs::Cells) -> Vec<Cell> {
    let (Some(&first), Some(&second), Some(&last)) = (run.first(), run.get(1), run.last()) else {
        return Vec::new();
    };
    let step = |from: usize, to: usize| to.cast_signed() - from.cast_signed();
    let (down, right) = (step(first.0, second.0), step(first.1, second.1));
    let neighbour = |cell: Cell, sign: isize| -> Option<Cell> {
        Some((cell.0.checked_add_signed(sign * down)?, cell.1.checked_add_signed(sign * right)?))
    };
    let ends = [neighbour(first, -1), neighbour(last, 1)].into_iter().flatten();
    ends.filter(|&(row, column)| cells.get(row).and_then(|row| row.get(column)) == Some(&None)).collect()
}

/// The positions of a game, the empty board first.
pub(super) fn positions(game: &Match) -> Vec<Standard> {
    let mut position = AdjacentFour::start();
    let mut all = vec![position];
    for record in &game.moves {
        position = position.play(record.mv);
        all.push(position);
    }
    all
}

/// The board after every move, the stone that was set last on another ground.
pub(super) fn boards(game: &Match, positions: &[Standard]) -> Vec<Figure> {
    let boards = game.moves.iter().zip(&positions[1..]).zip(1..);
    let figure = |((record, position), number): ((&MoveRecord, &Standard), usize)| {
        let view = AdjacentFour::view(position);
        let cell = (usize::from(record.mv.row()), usize::from(record.mv.column()));
        let words = format!("Board after move {number}.{}", board::words(&view, AdjacentFour::SIDES));
        let head = format!("*{number}. {} {}*", AdjacentFour::SIDES[record.player], record.mv);
        let how = match record.value {
            None => vec!["fixed".to_owned()],
            Some(value) => vec![
                format!("value {value}, {}", counted(record.generated, "node")),
                format!("{:.3} ms", 1e3 * record.cpu.as_secs_f64()),
            ],
        };
        let drawing = board::drawing(AnyGame::listed::<AdjacentFour>(), &view, words, Some(cell));
        Figure { drawing, caption: [vec![head], how].concat(), width: 0.25 }
    };
    boards.map(figure).collect()
}

/// A chart with a line for each side through the moves it searched, of which a point is made of number and record.
fn chart(
    game: &Match,
    title: &str,
    axes: [Axis; 2],
    is_joined: bool,
    point: impl Fn(f64, &MoveRecord) -> Place,
) -> Drawing {
    let line = |side: Player| {
        let searched =
            game.moves.iter().zip(1..).filter(|(record, _)| record.player == side && record.value.is_some());
        // A logarithmic axis has no place for what the clock did not see.
        let points = searched.map(|(record, number)| point(f64::from(number), record));
        let points: Vec<Place> = points.filter(|place| place.0 > 0.0 && place.1 > 0.0).collect();
        let name = format!("{}, {}", AdjacentFour::SIDES[side], counted(game.setup.depths[side], "ply"));
        Line { name, points, rule: None, is_joined }
    };
    // In this order lines have the inks of their stones.
    let lines = [Player::Second, Player::First].map(line).into_iter();
    let lines = lines.filter(|line| !line.points.is_empty()).collect();
    let [x, y] = axes;
    Chart { title: title.to_owned(), x, y, lines }.drawing()
}

pub(super) fn plots(game: &Match) -> Vec<Figure> {
    let seconds = |record: &MoveRecord| record.cpu.as_secs_f64();
    let number = || Axis::linear("number of the move");
    let generated = || Axis::logarithmic("nodes generated");
    let time = || Axis::logarithmic("CPU time in seconds");
    let all = [
        chart(game, "Nodes generated by move", [number(), generated()], true, |number, record| {
            (number, real(record.generated))
        }),
        chart(game, "CPU time by move", [number(), time()], true, |number, record| (number, seconds(record))),
        chart(game, "CPU time by nodes generated", [generated(), time()], false, |_, record| {
            (real(record.generated), seconds(record))
        }),
    ];
    all.into_iter().map(|drawing| Figure { drawing, caption: Vec::new(), width: 1.0 }).collect()
}

/// The tree of a search to this depth for the side to move.
pub(super) fn tree(position: &Standard, depth: u32) -> Option<Node> {
    let (position, me) = (AnyPosition::of::<AdjacentFour>(*position), position.turn());
    let evaluation = position.game().evaluation(Some("cs4750")).ok()?;
    let mut recorder = Recorder::new(Algorithm::Minimax, me, usize::MAX, &Limits::NONE);
    evaluation.observe(Algorithm::Minimax, &position, depth, me, &mut recorder).ok()?;
    Some(Node::of(&recorder.finish().ok()?, 0, &position, depth))
}
