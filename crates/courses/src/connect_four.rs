//! Simple features of boards of Connect Four, and of searches from them, that separate wrong answers from right ones.

use std::convert::Infallible;

use plyground_core::games::connect_four::Standard;
use plyground_core::games::connect_four::notation::Comp3608State;
use plyground_core::grid::Grid;
use plyground_core::search::{Algorithm, replay, textbook};
use plyground_core::{Evaluate, Notation, Observer, Player, Position, Window};

use crate::diagnose::Feature;
use crate::engine::basics::Basic;

type Cells = Grid<7, 6>;

/// Basics from a text, in which the same is looked at: a line with the name of each, and below it its questions, each a board
/// as COMP3608 writes it, the side to move, and a depth in plies.
pub(crate) fn basics<Q>(
    text: &'static str,
    number: usize,
    question: impl Fn(Standard, u32) -> Q,
) -> Vec<Basic<Q>> {
    let read = |line: &str| {
        let (board, depth) = line.rsplit_once(' ')?;
        Some(question(Comp3608State.parse(board).ok()?, depth.parse().ok()?))
    };
    let mut basics: Vec<Basic<Q>> = Vec::new();
    for line in text.lines() {
        match (read(line), basics.last_mut()) {
            (Some(question), Some(basic)) => basic.questions.push(question),
            _ => basics.push(Basic { name: line, number, questions: Vec::new() }),
        }
    }
    basics
}

fn of_board(position: &Standard) -> Vec<Feature> {
    let board = position.board();
    let full = |column: u32| board.occupied() & Cells::bit(column, 5) != 0;
    let [red, yellow] = Player::BOTH.map(|player| board.stones(player).count_ones());
    let is_red = position.turn() == Player::First;
    let fits = if is_red { red == yellow } else { red == yellow + 1 };
    vec![
        feature("a column is full", (0..7).any(full)),
        feature("no column is full", !(0..7).any(full)),
        feature("the left-most column is full", full(0)),
        feature("the left-most column is open", !full(0)),
        feature("the right-most column is full", full(6)),
        feature("the right-most column is open", !full(6)),
        feature("the game is over already", position.outcome().is_some()),
        feature("the game goes on", position.outcome().is_none()),
        feature("red is to move", is_red),
        feature("yellow is to move", !is_red),
        feature("the numbers of tokens do not fit the side to move", !fits),
        feature("the board is empty", board.occupied() == 0),
        feature("the board has tokens of one side only", red == 0 || yellow == 0),
    ]
}

/// The features of a board, of a depth, and of the right search and its answer. Values from `win` on are those of won
/// positions; `None` if others may have them too.
pub(crate) fn features<E: Evaluate<Standard>>(
    position: &Standard,
    algorithm: Algorithm,
    depth: u32,
    evaluation: &E,
    win: Option<i32>,
    me: Player,
) -> Vec<Feature> {
    let mut seen = Seen { depth, ..Seen::default() };
    let Ok(choice) = textbook::search(algorithm, position, depth, evaluation, me, &mut seen);
    let values = replay::search(Algorithm::Minimax, position, depth, evaluation, me, MEMORY).root_moves;
    let of_best = values.iter().filter(|child| child.value == choice.value).count();
    let of = |player: Player| if player == me { choice.value } else { choice.value.saturating_neg() };
    let mine = of(position.turn());
    let is_left = |column: u32| choice.best.is_some_and(|best| column < u32::from(best.index()));
    let left_full =
        (0..7).any(|column| is_left(column) && position.board().occupied() & Cells::bit(column, 5) != 0);
    let [vertical, horizontal, falling, rising] = seen.lines;
    let mut features = of_board(position);
    features.extend([
        feature("the depth is odd", depth % 2 == 1),
        feature("the depth is even", depth.is_multiple_of(2)),
        feature("the depth is 1", depth == 1),
        feature("the depth is more than 1", depth > 1),
        feature("the depth is more than 2", depth > 2),
        feature("the depth is more than 3", depth > 3),
        feature("the depth is more than 4", depth > 4),
        feature("a column further left than the right one is full", left_full),
        feature("two columns are equally good", of_best > 1),
        feature("one column is better than all others", of_best == 1),
        feature("every column loses", win.is_some_and(|win| mine <= -win)),
        feature("a column wins", win.is_some_and(|win| mine >= win)),
        feature("the best value is good for red", of(Player::First) > 0),
        feature("the best value is good for yellow", of(Player::Second) > 0),
        feature("the search comes to a won position", seen.wins != [0, 0]),
        feature("the search comes to no won position", seen.wins == [0, 0]),
        feature("the search comes to a position that red has won", seen.wins[0] > 0),
        feature("the search comes to a position that yellow has won", seen.wins[1] > 0),
        feature("the search comes to a won position at its depth limit", seen.limit_wins > 0),
        feature("the search comes to a won position before its depth limit", seen.early_wins > 0),
        feature("the search comes to a won position with more than four in a row", seen.long_lines > 0),
        feature("the search comes to a position that is won by a vertical line", vertical > 0),
        feature("the search comes to a position that is won by a horizontal line", horizontal > 0),
        feature("the search comes to a position that is won by a diagonal", falling + rising > 0),
        feature("the search comes to a position that is won by a diagonal falling to the right", falling > 0),
        feature("the search comes to a position that is won by a diagonal rising to the right", rising > 0),
        feature("the search comes to a full board", seen.full_boards > 0),
        feature("a column fills up in the search", seen.filled > 0),
        feature("a column is full, or fills up in the search", seen.full_columns > 0),
        feature("something is pruned", seen.red_cuts + seen.yellow_cuts > 0),
        feature("nothing is pruned", seen.red_cuts + seen.yellow_cuts == 0),
        feature("a node of red is pruned", seen.red_cuts > 0),
        feature("a node of yellow is pruned", seen.yellow_cuts > 0),
        feature("a node is pruned because alpha equals beta", seen.equal_cuts > 0),
        feature("a node is pruned by a bound from further up than its parent", seen.deep_cuts > 0),
    ]);
    features
}

/// Bytes for a search of all columns of a question.
pub(crate) const MEMORY: usize = 1 << 20;

pub(crate) const fn feature(words: &'static str, is_so: bool) -> Feature {
    Feature { words, is_so }
}

/// What a search came to, in numbers of nodes.
#[derive(Default)]
struct Seen {
    depth: u32,
    /// Columns that are full at the root.
    root_full: u32,
    wins: [u32; 2],
    limit_wins: u32,
    early_wins: u32,
    long_lines: u32,
    /// Wins by a vertical line, a horizontal one, and by diagonals, falling and rising.
    lines: [u32; 4],
    full_boards: u32,
    /// Nodes with a full column, and with one that was open at the root.
    full_columns: u32,
    filled: u32,
    red_cuts: u32,
    yellow_cuts: u32,
    equal_cuts: u32,
    deep_cuts: u32,
    /// The nodes from the root to where the search is.
    path: Vec<Open>,
}

/// A node that is not left yet.
struct Open {
    window: Window,
    is_red: bool,
    best: Option<i32>,
}

impl Observer<Standard> for Seen {
    type Stop = Infallible;

    fn enter(&mut self, position: &Standard, ply: u32, window: Window) -> Result<(), Infallible> {
        let board = position.board();
        let full = (board.occupied() & Cells::TOP).count_ones();
        if ply == 0 {
            self.root_full = full;
        }
        self.full_columns += u32::from(full > 0);
        self.filled += u32::from(full > self.root_full);
        self.full_boards += u32::from(full == 7);
        for player in Player::BOTH {
            let own = board.stones(player);
            if Cells::has_four(own) {
                self.wins[usize::from(player == Player::Second)] += 1;
                self.limit_wins += u32::from(ply == self.depth);
                self.early_wins += u32::from(ply < self.depth);
            }
            for (d, lines) in Cells::DIRECTIONS.into_iter().zip(&mut self.lines) {
                let four = own & own >> d & own >> (2 * d) & own >> (3 * d);
                *lines += u32::from(four != 0);
                self.long_lines += u32::from(four & four >> d != 0);
            }
        }
        self.path.push(Open { window, is_red: position.turn() == Player::First, best: None });
        Ok(())
    }

    fn cutoff(&mut self) {
        let [.., parent, node] = self.path.as_slice() else { return };
        let Some(best) = node.best else { return };
        self.red_cuts += u32::from(node.is_red);
        self.yellow_cuts += u32::from(!node.is_red);
        let bound = if node.is_red { node.window.beta } else { node.window.alpha };
        self.equal_cuts += u32::from(best == bound);
        let by_parent = parent.best.is_some_and(|of| if node.is_red { best >= of } else { best <= of });
        self.deep_cuts += u32::from(!by_parent);
    }

    fn leave(&mut self, value: i32) {
        self.path.pop();
        if let Some(parent) = self.path.last_mut() {
            let better = |best: i32| if parent.is_red { best.max(value) } else { best.min(value) };
            parent.best = Some(parent.best.map_or(value, better));
        }
    }
}
