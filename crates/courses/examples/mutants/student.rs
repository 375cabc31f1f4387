//! A program for COMP3608 as students write them: cells in rows, copied boards, lines found cell by cell. It shares nothing
//! with the project's own searches, and each of its habits can be wrong.

use plyground_core::games::connect_four::Standard;
use plyground_core::grid::Grid;
use plyground_core::{Player, Position};
use plyground_courses::comp3608::{Answer, Question};

const ROWS: i32 = 6;
const COLUMNS: i32 = 7;

/// Right, up, up to the right, down to the right.
const DIRECTIONS: [[i32; 2]; 4] = [[1, 0], [0, 1], [1, 1], [1, -1]];

/// Cells by row from the bottom and by column: nothing, red or yellow.
type Board = [[u8; 7]; 6];

const RED: u8 = 1;
const YELLOW: u8 = 2;

/// What a program does where another would do something else. Those of [`Student::right`] are right.
#[expect(clippy::struct_excessive_bools, reason = "each is a habit by itself")]
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Student {
    pub(crate) upside_down: bool,
    pub(crate) mirrored: bool,
    pub(crate) colours_swapped: bool,
    /// The side that moves whatever is asked.
    pub(crate) always: u8,
    pub(crate) rows_read: i32,
    pub(crate) columns_read: i32,
    /// What is added to the column that is printed.
    pub(crate) column_offset: i64,

    /// How many are added for a node of each kind: the root, inner nodes, won ones, full boards, evaluated ones.
    pub(crate) counts: [u64; 5],
    /// Children are counted before any of them is examined, pruned ones too.
    pub(crate) counts_made: bool,
    /// The depth is multiplied by this, and this is added.
    pub(crate) depth: [i32; 2],
    /// Depth 1, 2 and so on, and the counter goes on.
    pub(crate) deepens: bool,

    /// The columns in the order of examination.
    pub(crate) order: [i32; 7],
    /// From this row on a column counts as full.
    pub(crate) full_at: i32,
    /// At the first full column no more are looked at.
    pub(crate) stops_at_full: bool,
    /// A full column is a move that changes nothing.
    pub(crate) passes: bool,
    /// Moves of both sides are those of the side that began.
    pub(crate) one_colour: bool,

    /// Which directions win, and where lines begin at the latest: so many columns and rows short of the last place.
    pub(crate) wins: [bool; 4],
    pub(crate) win_short: [i32; 2],
    pub(crate) win_length: i32,
    pub(crate) wins_exactly: bool,
    /// An index below zero is counted from the end, in wins and in runs.
    pub(crate) wraps: [bool; 2],
    /// Whether a win of red ends the game, and of yellow.
    pub(crate) ends: [bool; 2],
    /// What a win is worth, for red and for yellow; with what is added for each ply that is left.
    pub(crate) win_worth: [i32; 2],
    pub(crate) sooner: i32,
    pub(crate) wins_are_evaluated: bool,
    /// Wins are looked for only where the search does not end anyway.
    pub(crate) evaluates_first: bool,
    /// What a full board is worth where red would be to move, and where yellow would; nothing if it is evaluated.
    pub(crate) full_worth: Option<[i32; 2]>,

    /// What a token is worth, a run of two, of three, of four and more.
    pub(crate) weights: [i32; 4],
    pub(crate) runs: [bool; 4],
    /// A run of three counts as two runs of two as well, and so on.
    pub(crate) nested: bool,
    /// So many columns on the right and rows at the top are not looked at.
    pub(crate) run_short: [i32; 2],
    /// What is seen of red and of yellow.
    pub(crate) seen: [i32; 2],
    pub(crate) evaluates_for_mover: bool,

    /// Who maximises: red, or this side at every node.
    pub(crate) mover_maximises: bool,
    pub(crate) all_maximise: bool,
    /// Where the best of a maximiser begins, and of a minimiser.
    pub(crate) worst: [i32; 2],
    pub(crate) returns_last: bool,
    /// The first child that is a win is taken.
    pub(crate) stops_at_win: bool,

    /// Whether an equal child replaces the best at the root, for red and for yellow.
    pub(crate) ties: [bool; 2],
    /// The place among the open columns is printed.
    pub(crate) prints_index: bool,
    /// The column of whatever node improved last is printed.
    pub(crate) any_node_chooses: bool,
    /// The column of the last child is printed.
    pub(crate) prints_last: bool,

    /// Whether M and A prune.
    pub(crate) prunes: [bool; 2],
    /// Whether nodes of a maximiser prune, and of a minimiser; whether an equal bound prunes.
    pub(crate) prunes_at: [bool; 2],
    pub(crate) equal_prunes: [bool; 2],
    /// Whether alpha and beta are handed down, and raised and lowered.
    pub(crate) hands_down: [bool; 2],
    pub(crate) updates: [bool; 2],
    pub(crate) first_window: i32,
    pub(crate) window_swapped: bool,
    pub(crate) tests_before_update: bool,
    /// Each child of the root has the first window.
    pub(crate) root_window_new: bool,
}

const FAR: i32 = i32::MAX;

impl Student {
    /// A right program.
    pub(crate) fn right() -> Self {
        Self {
            rows_read: ROWS,
            columns_read: COLUMNS,
            counts: [1; 5],
            depth: [1, 0],
            order: [0, 1, 2, 3, 4, 5, 6],
            full_at: ROWS,
            wins: [true; 4],
            win_length: 4,
            ends: [true; 2],
            win_worth: [10_000, -10_000],
            weights: [1, 10, 100, 1000],
            runs: [true; 4],
            seen: [1, -1],
            worst: [-FAR, FAR],
            prunes: [false, true],
            prunes_at: [true; 2],
            equal_prunes: [true; 2],
            hands_down: [true; 2],
            updates: [true; 2],
            first_window: FAR,
            // No other habit.
            ..Self::default()
        }
    }

    /// What it prints; `None` if that takes more nodes than a program has time for.
    pub(crate) fn answer(&self, question: &Question) -> Option<Answer> {
        let first = match self.always {
            0 if question.position.turn() == Player::First => RED,
            0 => YELLOW,
            side => side,
        };
        let cut = question.algorithm.cut().is_some();
        let depth = i32::try_from(question.depth).ok()? * self.depth[0] + self.depth[1];
        let prunes = self.prunes[usize::from(cut)];
        let mut search = Search { student: *self, first, depth, prunes, counted: 0, visited: 0, column: 0 };
        let board = self.read(&question.position);
        for depth in if self.deepens { 1..=depth } else { depth..=depth } {
            search.depth = depth;
            search.value(board, 0, [-self.first_window, self.first_window])?;
        }
        let mut open = (0..COLUMNS).filter(|&column| board[5][usize_of(column)] == 0);
        let place = open.position(|column| column == search.column).unwrap_or(0);
        let column = if self.prints_index { i64::try_from(place).ok()? } else { i64::from(search.column) };
        Some(Answer { column: column + self.column_offset, nodes: search.counted })
    }

    fn read(&self, position: &Standard) -> Board {
        let stones = [Player::First, Player::Second].map(|side| position.board().stones(side));
        let mut board = [[0; 7]; 6];
        for row in 0..self.rows_read {
            for column in 0..self.columns_read {
                let from = [
                    if self.mirrored { COLUMNS - 1 - column } else { column },
                    if self.upside_down { ROWS - 1 - row } else { row },
                ];
                let bit = Grid::<7, 6>::bit(from[0].unsigned_abs(), from[1].unsigned_abs());
                let cell = RED * u8::from(stones[0] & bit != 0) + YELLOW * u8::from(stones[1] & bit != 0);
                let swapped = [0, YELLOW, RED][usize::from(cell)];
                board[usize_of(row)][usize_of(column)] = if self.colours_swapped { swapped } else { cell };
            }
        }
        board
    }

    /// A cell; nothing outside the board, unless an index below zero is counted from the end.
    fn at(board: &Board, [column, row]: [i32; 2], wraps: bool) -> u8 {
        let wrapped =
            |index: i32, size: i32| if wraps && (-size..0).contains(&index) { index + size } else { index };
        let [column, row] = [wrapped(column, COLUMNS), wrapped(row, ROWS)];
        if (0..COLUMNS).contains(&column) && (0..ROWS).contains(&row) {
            board[usize_of(row)][usize_of(column)]
        } else {
            0
        }
    }

    /// Who has a line that wins: red is looked for first.
    fn winner(&self, board: &Board) -> Option<u8> {
        [RED, YELLOW].into_iter().find(|&side| self.ends[usize::from(side - 1)] && self.has_line(board, side))
    }

    fn has_line(&self, board: &Board, side: u8) -> bool {
        let [short_columns, short_rows] = self.win_short;
        let is_line = |column: i32, row: i32, [right, up]: [i32; 2]| {
            let cell = |step: i32| Self::at(board, [column + step * right, row + step * up], self.wraps[0]);
            (0..self.win_length).all(|step| cell(step) == side)
                && !(self.wins_exactly && (cell(-1) == side || cell(self.win_length) == side))
        };
        let directions = || DIRECTIONS.into_iter().zip(self.wins).filter(|(_, is_seen)| *is_seen);
        let is_first = |column, row| directions().any(|(direction, _)| is_line(column, row, direction));
        (0..ROWS - short_rows).any(|row| (0..COLUMNS - short_columns).any(|column| is_first(column, row)))
    }

    /// What red's tokens and runs are worth, less yellow's.
    fn evaluation(&self, board: &Board) -> i32 {
        let [red, yellow] = [RED, YELLOW].map(|side| self.score(board, side));
        self.seen[0] * red + self.seen[1] * yellow
    }

    fn score(&self, board: &Board, side: u8) -> i32 {
        let [short_columns, short_rows] = self.run_short;
        let [columns, rows] = [COLUMNS - short_columns, ROWS - short_rows];
        let is_own = |place: [i32; 2]| {
            (self.wraps[1] || (place[0] < columns && place[1] < rows))
                && Self::at(board, place, self.wraps[1]) == side
        };
        let mut score = 0;
        for row in 0..rows {
            for column in (0..columns).filter(|&column| is_own([column, row])) {
                score += self.weights[0];
                for (&[right, up], is_seen) in DIRECTIONS.iter().zip(self.runs) {
                    let is_first = !is_own([column - right, row - up]);
                    if !is_seen || !is_first {
                        continue;
                    }
                    let length =
                        (1..8).take_while(|step| is_own([column + step * right, row + step * up])).count()
                            + 1;
                    score += match length {
                        1 => 0,
                        _ if self.nested => (2..=length.min(4))
                            .map(|part| {
                                self.weights[part - 1] * i32::try_from(length - part + 1).unwrap_or(0)
                            })
                            .sum(),
                        _ => self.weights[length.min(4) - 1],
                    };
                }
            }
        }
        score
    }
}

pub(crate) fn usize_of(index: i32) -> usize {
    usize::try_from(index).unwrap_or(0)
}

/// More nodes than a program of this kind gets through in time.
const MOST_VISITED: u64 = 300_000;

struct Search {
    student: Student,
    first: u8,
    depth: i32,
    prunes: bool,
    counted: u64,
    visited: u64,
    column: i32,
}

impl Search {
    /// The value of a node; `None` when time is over.
    fn value(&mut self, board: Board, ply: i32, [mut alpha, mut beta]: [i32; 2]) -> Option<i32> {
        self.visited += 1;
        if self.visited > MOST_VISITED {
            return None;
        }
        let student = self.student;
        let left = self.depth - ply;
        let mover = if (ply % 2 == 0) == (self.first == RED) { RED } else { YELLOW };
        let is_full = (0..7).all(|column| board[5][column] != 0);
        let evaluation = || {
            let value = student.evaluation(&board);
            if student.evaluates_for_mover && mover == YELLOW { -value } else { value }
        };
        if left <= 0 && student.evaluates_first {
            return Some(self.leave(ply, 4, evaluation()));
        }
        if let Some(winner) = student.winner(&board) {
            let worth = student.win_worth[usize::from(winner - 1)];
            let worth = worth + worth.signum() * student.sooner * left;
            return Some(self.leave(ply, 2, if student.wins_are_evaluated { evaluation() } else { worth }));
        }
        if is_full {
            let worth = student.full_worth.map_or_else(evaluation, |worth| worth[usize::from(mover - 1)]);
            return Some(self.leave(ply, 3, worth));
        }
        if left <= 0 {
            return Some(self.leave(ply, 4, evaluation()));
        }
        self.leave(ply, 1, 0);
        let is_max =
            student.all_maximise || if student.mover_maximises { mover == self.first } else { mover == RED };
        let side = usize::from(!is_max);
        let token = if student.one_colour { self.first } else { mover };
        let mut best = student.worst[side];
        let mut last = best;
        let is_better = |value: i32, best: i32| if is_max { value > best } else { value < best };
        for column in student.order {
            if !(0..COLUMNS).contains(&column) {
                continue;
            }
            let height = (0..student.full_at).find(|&row| board[usize_of(row)][usize_of(column)] == 0);
            if height.is_none() && student.stops_at_full {
                break;
            }
            if height.is_none() && !student.passes {
                continue;
            }
            let mut next = board;
            if let Some(row) = height {
                next[usize_of(row)][usize_of(column)] = token;
            }
            if student.counts_made {
                self.counted += 1;
            }
            let down = if ply == 0 && student.root_window_new {
                [-student.first_window, student.first_window]
            } else {
                let low = if student.hands_down[0] { alpha } else { -student.first_window };
                let high = if student.hands_down[1] { beta } else { student.first_window };
                if student.window_swapped { [high, low] } else { [low, high] }
            };
            let value = self.value(next, ply + 1, down)?;
            let is_tie = value == best && student.ties[usize::from(self.first - 1)] && ply == 0;
            if is_better(value, best) || is_tie {
                best = value;
                if ply == 0 || student.any_node_chooses {
                    self.column = column;
                }
            }
            last = value;
            if student.prints_last && ply == 0 {
                self.column = column;
            }
            if student.stops_at_win && best == student.win_worth[side] {
                break;
            }
            let bounds = if is_max {
                [if student.updates[0] { alpha.max(best) } else { alpha }, beta]
            } else {
                [alpha, if student.updates[1] { beta.min(best) } else { beta }]
            };
            let tested = if student.tests_before_update { [alpha, beta] } else { bounds };
            [alpha, beta] = bounds;
            let [low, high] = tested;
            let is_cut = low > high || (low == high && student.equal_prunes[side]);
            if self.prunes && student.prunes_at[side] && is_cut {
                break;
            }
        }
        Some(if student.returns_last { last } else { best })
    }

    /// Counts a node, and has its value.
    fn leave(&mut self, ply: i32, kind: usize, value: i32) -> i32 {
        let counts = &self.student.counts;
        if !(self.student.counts_made && ply > 0) {
            self.counted += if ply == 0 { counts[0] } else { counts[kind] };
        }
        value
    }
}
