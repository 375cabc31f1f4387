//! Max-Connect-Four: a state file in, a state file out, with any legal move in the right form. What goes wrong in programs
//! that may play as they like: boards that stand upside down, and runs that are counted for quadruples.

use std::time::Duration;

use plyground_arena::config_file::ConfigError;
use plyground_arena::invoke::{Call, Ended};
use plyground_arena::protocol::{OneShot, StateFiles};
use plyground_core::games::connect_four::Standard as ConnectFourBoard;
use plyground_core::games::gravity::{Column, Gravity};
use plyground_core::games::max_connect_four::notation::{StateFile as FileNotation, write_state};
use plyground_core::games::max_connect_four::{MaxConnectFour, Quadruples, Standard};
use plyground_core::grid::Grid;
use plyground_core::rng::Rng;
use plyground_core::search::{Algorithm, CutRule, replay};
use plyground_core::{Evaluate, Game, Notation, Outcome, Player, Position, Term, quote};
use plyground_league::fault::{Fault, FaultKind};
use serde_json::{Value, json};

use crate::comp3608;
use crate::connect_four::{basics, feature};
use crate::diagnose::{Feature, NoMistake};
use crate::engine::basics::Basic;
use crate::engine::case::board::{self, Kind};
use crate::engine::course::{AnsweredOf, Ask, Course, CourseInfo, NoSettings};
use crate::engine::output_form::{Form, Remark};
use crate::engine::reader::Reader;
use crate::engine::review::Sign;
use crate::engine::talk::{RightSearch, TalkQuestion, questions};
use crate::engine::verdict::{CaseVerdict, Cause};

/// What programs are asked: a state file in, a state file out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StateFile {
    /// Depths in plies, from and to.
    pub depths: [u32; 2],
}

/// The question of Max-Connect-Four.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileQuestion {
    /// Board and side.
    pub position: Standard,
    /// Depth in plies that the program is given.
    pub depth: u32,
}

/// The answer of a program, from its files and output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileAnswer {
    /// The move in the output file, or why there is no legal one.
    pub choice: Result<Column, Fault>,
    /// Whether the file would hold one with its rows in reverse.
    pub is_upside_down: bool,
    /// What the printed scores show of how they were counted: see [`score_remark`].
    pub score_remark: Option<String>,
    /// The output file, if its rows can be read.
    pub written: Option<Written>,
}

/// A state file with six rows of seven cells, whatever they hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The rows, the top row first, with a comma and a blank between two: below a cell is the one nine places on.
    rows: String,
    /// What follows them: the side to move.
    next: String,
}

impl Written {
    fn of(text: &str) -> Option<Self> {
        let lines: Vec<&str> = text.trim_end().lines().map(str::trim_end).collect();
        let (rows, next) = lines.split_at_checked(6)?;
        let is_row = |row: &&str| row.len() == 7 && row.bytes().all(|cell| b"012".contains(&cell));
        rows.iter().all(is_row).then(|| Self { rows: rows.join(", "), next: next.join(", ") })
    }

    fn words(&self) -> String {
        let is_side = ["1", "2"].contains(&&*self.next);
        format!("{}, {}", self.rows, if is_side { self.next.clone() } else { quote(&self.next) })
    }
}

/// What a basic looks at in an output file, by numbers.
const PIECES: usize = 0;
const LEGAL: usize = 1;
const SIDE: usize = 2;
const NEXT: usize = 3;
const CHOICE: usize = 4;

/// Basics of the place of the new piece: see [`basics`].
const LEGAL_MOVES: &str = "\
one new piece, on the lowest empty cell, where all columns are open
.......,.......,.......,.......,.......,....... red 1
...r...,.......,.......,.......,.......,....... yellow 1
r.ryy..,..yr...,.......,.......,.......,....... red 2
r.ryy..,..yr...,..r....,.......,.......,....... yellow 2
one new piece, on the lowest empty cell, where column 1 is full
r......,y......,r......,y......,r......,y...... red 1
y..r...,r......,y......,r......,y......,r...... yellow 2
one new piece, on the lowest empty cell, where column 7 is full
......r,......y,......r,......y,......r,......y red 1
...r..y,......r,......y,......r,......y,......r yellow 2
one new piece, on the lowest empty cell, where one column is open
.rryrrr,.rryyry,.yyryrr,.rrryyy,.ryyryr,.yyryyy red 1
rry.rry,rrr.rry,yry.yyr,yyr.ryy,yry.yyr,ryr.yry red 1
rrryrr.,rryyyr.,yrrryr.,ryyyry.,yyryyr.,yryryy. red 1
one new piece, on the last empty cell, at depth 1 and at depth 4
rrryryy,yrrryry,rryyryy,ryryyyr,ryyryry,r.yryrr yellow 1
rrryryy,yrrryry,rryyryy,ryryyyr,ryyryry,r.yryrr yellow 4";

/// Basics in which the depth reaches the end of the game. One column has the best result, and one quadruple decides.
const CHOICES: &str = "\
best play with two cells left: the column that wins by four in a column
rrryryy,yrrryry,rryyryy,ryryyyr,ryyryry,..yryrr red 2
rrryrry,ryyyryy,rrryrrr,yryryyy,yryryrr,..yyryy red 2
best play with two cells left: the column that wins by four in a row
rrryrry,ryyrryr,rryyryy,yyrryyy,yryyyrr,.rrry.y red 2
rrryrry,yyyrryy,yryryry,yyyrryr,ryryrry,.yrrr.y red 2
best play with two cells left: the column that wins by a rising diagonal
rrryyrr,yyyrryy,rryyyry,yyrrryr,yryryry,yryr..r red 2
rrryrry,yryryry,yrryyyr,ryryrrr,yyrryyy,y.yr.yr red 2
best play with two cells left: the column that wins by a falling diagonal
rrryrrr,yyyryyy,rryrrry,ryyryyy,yyryyrr,r..ryyr red 2
rrryryr,yyrrryy,ryryyrr,ryyrryr,yrrryyy,.y.ryyy red 2
best play with two cells left: the column that wins by five in a row, two quadruples
rryryrr,yyyrrry,yryyyry,yyrrryy,rryyyyr,yr.rrr. red 2
rryryyy,yryyyrr,yyrrryy,ryyyyrr,rryryyy,r.rr.rr red 2
best play with two cells left: the column that keeps the opponent from four
rrryrry,ryyyryy,yrrryyr,yyyrrry,rrryyyr,.yyyr.r red 2
rrryrry,ryrryyr,rryyyry,yryryyr,yrryryy,.y.yyrr red 2
best play with three cells left, at depth 3
rryrrry,yryrryr,rryyryr,yyrryry,yyr.rry,yyy..ry yellow 3
yyrryrr,ryryryr,ryryyyr,yryrryy,rrr.yrr,.ry.yyy yellow 3";

/// What is looked at in all answers, or in those for one side.
const OF_ALL: [(&str, usize, &[Player]); 5] = [
    ("the pieces of the input stay as they are", PIECES, &Player::BOTH),
    ("a red piece where red is to move", SIDE, &[Player::First]),
    ("a green piece where green is to move", SIDE, &[Player::Second]),
    ("green to move next, after red", NEXT, &[Player::First]),
    ("red to move next, after green", NEXT, &[Player::Second]),
];

/// The columns with the best result, where so many plies reach the end of the game.
fn best(position: &Standard, depth: u32) -> Vec<Column> {
    let moves =
        replay::search(Algorithm::Minimax, position, depth, &Quadruples, position.turn(), MEMORY).root_moves;
    let most = moves.iter().map(|child| child.value.signum()).max();
    moves.iter().filter(|child| Some(child.value.signum()) == most).map(|child| child.mv).collect()
}

/// Bytes for the search of a few nodes.
const MEMORY: usize = 1 << 16;

/// Own quadruples minus the opponent's: what every evaluation comes to in the end.
struct Points;

impl Evaluate<Standard> for Points {
    fn utility(&self, _: Outcome, position: &Standard, me: Player) -> i32 {
        self.evaluate(position, me)
    }

    fn evaluate(&self, position: &Standard, me: Player) -> i32 {
        self.terms(position, me).iter().map(|term| term.count.cast_signed() * term.weight).sum()
    }

    fn terms(&self, position: &Standard, me: Player) -> Vec<Term> {
        let count = |owner| Cells::count_quadruples(position.board().stones(owner));
        let term = |owner| {
            let weight = if owner == me { 1 } else { -1 };
            Term { name: "quadruples", owner, count: count(owner), weight }
        };
        [me, me.opponent()].map(term).to_vec()
    }

    fn maximiser(&self, _: Player) -> Player {
        Player::First
    }
}

impl Course for StateFile {
    type Game = MaxConnectFour;
    type Question = FileQuestion;
    type Answer = FileAnswer;
    type Mistake = NoMistake;
    type Settings = NoSettings;

    const INFO: CourseInfo = CourseInfo {
        name: "max-connect-four",
        about: "fill the whole board and collect more quadruples than the other side, against people or by \
                    state files",
        program: "maxconnect4",
        usage: &[
            "maxconnect4 interactive INPUT computer-next|human-next DEPTH",
            "maxconnect4 one-move INPUT OUTPUT DEPTH",
        ],
        file: include_str!("../embedded/assignments/max-connect-four/assignment.toml"),
    };
    const TASK: &'static str = "state-file";
    const PARTS: &'static [&'static str] = &["move"];
    const IS_PLAYED: bool = true;

    fn configure(_: Option<&NoSettings>, depths: [u32; 2], _: &Reader<'_>) -> Result<Self, ConfigError> {
        Ok(Self { depths })
    }

    fn identity(&self) -> Value {
        json!({ "name": Self::TASK, "depths": self.depths })
    }

    fn depth_of_games(&self) -> u32 {
        self.depths[1]
    }

    fn given(&self, position: Standard, _: Option<char>, depth: u32) -> FileQuestion {
        FileQuestion { position, depth }
    }

    /// A board on which there is a move, as play can reach it: programs may refuse others, and the text lets them.
    fn random(&self, rng: &mut Rng) -> Option<FileQuestion> {
        let [from, to] = self.depths;
        let depth = from + u32::try_from(rng.below((to - from + 1) as usize)).unwrap_or(0);
        // Now and then one with long runs, whose quadruples are easily miscounted.
        if rng.below(8) == 0 {
            let position = long_runs(MOST_PIECES - rng.below(6), rng.below(2) == 0);
            return Some(FileQuestion { position, depth });
        }
        let kind = [Kind::Played, Kind::LeftFull, Kind::NearlyFull][rng.below(3)];
        Some(FileQuestion { position: Standard::new(board::reached(kind, rng)), depth })
    }

    fn call(&self, FileQuestion { position, depth }: &FileQuestion, wall: Duration) -> Call {
        StateFiles { depth: *depth }.call(position, 0, wall)
    }

    /// The file may be wrong and the scores may still show something, so there is always an answer.
    fn read(
        &self,
        FileQuestion { position, depth }: &FileQuestion,
        ended: &Ended,
    ) -> Result<FileAnswer, Fault> {
        let mut choice = StateFiles { depth: *depth }.decode(position, ended).choice;
        if choice.is_err() && is_hanging(position, ended) {
            choice = Err(Fault::new(FaultKind::Illegal, HANGING));
        }
        let after = choice.as_ref().ok().map(|&column| position.play(column));
        let score_remark = score_remark(position, after.as_ref(), &ended.stdout);
        // Of a program that writes without end the file is not judged.
        let is_judged = !choice.as_ref().is_err_and(|fault| fault.kind == FaultKind::Flooded);
        let bytes = ended.file.as_ref().filter(|_| is_judged).and_then(|file| file.as_ref().ok());
        Ok(FileAnswer {
            written: bytes.and_then(|bytes| Written::of(&String::from_utf8_lossy(bytes))),
            is_upside_down: choice.is_err() && is_upside_down(position, ended),
            choice,
            score_remark,
        })
    }

    /// Any legal move is right.
    fn judge(&self, question: &FileQuestion, answer: &FileAnswer) -> CaseVerdict {
        match &answer.choice {
            Ok(column) => {
                let got = MaxConnectFour::notation().write_move(&question.position, *column);
                CaseVerdict::one(true, got, String::new())
            }
            Err(_) if answer.is_upside_down => CaseVerdict {
                cause: Some(Cause::UpsideDown),
                ..CaseVerdict::of_fault(Fault::new(FaultKind::Illegal, UPSIDE_DOWN))
            },
            Err(fault) => CaseVerdict::of_fault(fault.clone()),
        }
    }

    fn words(&self, FileQuestion { position, depth }: &FileQuestion) -> String {
        format!("one-move INPUT OUTPUT {depth}, {} to move", MaxConnectFour::SIDES[position.turn()])
    }

    fn expected(&self, _: &FileQuestion) -> String {
        "the board with one piece more".to_owned()
    }

    fn position(&self, question: &FileQuestion) -> Option<Standard> {
        Some(question.position)
    }

    fn beyond_words(&self, question: &FileQuestion) -> String {
        MaxConnectFour::notation().write(&question.position).unwrap_or_default()
    }

    fn basics(&self) -> Vec<Basic<FileQuestion>> {
        let question = |position: ConnectFourBoard, depth| FileQuestion {
            position: Standard::new(*position.board()),
            depth,
        };
        let mut basics = [basics(LEGAL_MOVES, LEGAL, question), basics(CHOICES, CHOICE, question)].concat();
        let all: Vec<FileQuestion> = basics.iter().flat_map(|basic| basic.questions.clone()).collect();
        let of_all = OF_ALL.map(|(name, number, sides)| {
            let is_of = |question: &&FileQuestion| sides.contains(&question.position.turn());
            Basic { name, number, questions: all.iter().filter(is_of).cloned().collect() }
        });
        // After the first legal moves.
        basics.splice(1..1, of_all);
        basics
    }

    fn look(
        &self,
        &FileQuestion { position, depth }: &FileQuestion,
        answer: &FileAnswer,
        number: usize,
    ) -> Option<Result<(), String>> {
        let (before, after) = (Written::of(&write_state(&position))?, answer.written.as_ref()?);
        let (old, cells) = (before.rows.as_bytes(), after.rows.as_bytes());
        let differing: Vec<usize> = (0..old.len()).filter(|&at| old[at] != cells[at]).collect();
        let is_empty = |at: &usize| old[*at] == b'0';
        // Where the only cell that differs was empty.
        let new = if let [at] = differing[..] { Some(at).filter(is_empty) } else { None };
        let is_legal = |at: &usize| old.get(at + 9).is_none_or(|&below| below != b'0');
        let sides = if position.turn() == Player::First { ["1", "2"] } else { ["2", "1"] };
        let (is_right, expected) = match number {
            PIECES => (differing.iter().all(is_empty), "every piece of INPUT in its place".to_owned()),
            LEGAL => {
                let expected = "INPUT with one piece more, on the lowest empty cell of a column";
                (new.as_ref().is_some_and(is_legal), expected.to_owned())
            }
            SIDE => (after.rows[new?..].starts_with(sides[0]), format!("{} as the new piece", sides[0])),
            NEXT => (after.next == sides[1], format!("{} in line 7", sides[1])),
            _ => {
                let column = new.filter(is_legal)? % 9;
                let best = best(&position, depth);
                let columns: Vec<String> = best.iter().map(|best| (best.index() + 1).to_string()).collect();
                let is_best = best.iter().any(|best| usize::from(best.index()) == column);
                (is_best, format!("a new piece in column {}", columns.join(" or ")))
            }
        };
        let wrong =
            || format!("INPUT is {}; expected {expected}; OUTPUT is {}", before.words(), after.words());
        Some(if is_right { Ok(()) } else { Err(wrong()) })
    }

    /// Programs evaluate as they like, so the questions say what a board is worth.
    fn talk(&self, asked: &[&FileQuestion], rng: &mut Rng) -> Vec<TalkQuestion> {
        let right = |&FileQuestion { position, depth }: &FileQuestion| {
            // A search of more plies is none for a talk.
            let (depth, alpha_beta) = (depth.clamp(2, 3), Algorithm::AlphaBeta(CutRule::AtEqual));
            let usual = RightSearch::<MaxConnectFour, _>::of(position, depth, alpha_beta, &Points);
            let worth = Some("red's quadruples minus green's".to_owned());
            RightSearch { worth, word: Some("column"), ..usual }
        };
        questions::<Self>(
            asked,
            None,
            &[
                &|asked, rng| right(asked).next(rng),
                &|asked, rng| right(asked).cut(rng),
                &|asked, rng| right(asked).worth(rng),
                &|asked, rng| right(asked).kept(rng),
            ],
            rng,
        )
    }

    fn features(&self, &FileQuestion { position, depth }: &FileQuestion) -> Vec<Feature> {
        let board = position.board();
        let (empty, left) = (board.open_columns().count(), board.empty_cells());
        let is_first = position.turn() == Player::First;
        vec![
            feature("a column is full", empty < 7),
            feature("no column is full", empty == 7),
            feature("the left-most column is full", board.open_columns().all(|open| open.index() != 0)),
            feature("the right-most column is full", board.open_columns().all(|open| open.index() != 6)),
            feature("one column is open", empty == 1),
            feature("one cell is empty", left == 1),
            feature("red is to move", is_first),
            feature("green is to move", !is_first),
            feature("the board is empty", left == 42),
            feature("the depth is more than the number of empty cells", depth > left),
            feature("the depth is odd", depth % 2 == 1),
            feature("the depth is even", depth.is_multiple_of(2)),
        ]
    }

    /// What is seen in output files and printed scores.
    fn signs(&self, answers: &[AnsweredOf<'_, Self>]) -> Vec<Sign> {
        let mut signs = Vec::new();
        let given = || answers.iter().filter_map(|answered| answered.answer);
        let turned = given().filter(|answer| answer.is_upside_down).count();
        if turned > 0 {
            let answers = if turned == 1 { "answer" } else { "answers" };
            let words = format!("{UPSIDE_DOWN}. This explains {turned} wrong {answers}.");
            signs.push(Sign { id: Some("upside-down"), words });
        }
        if let Some(remark) = given().find_map(|answer| answer.score_remark.as_ref()) {
            signs.push(Sign { id: Some("runs-for-quadruples"), words: format!("{remark}.") });
        }
        signs
    }

    fn form(&self, _: &FileQuestion, answer: Option<&FileAnswer>, ended: &Ended) -> Form<FileAnswer> {
        let written = ended.file.as_ref().and_then(|file| file.as_ref().ok());
        let Some(text) = written.map(|bytes| String::from_utf8_lossy(bytes)) else { return Form::default() };
        let mut remarks = Vec::new();
        if text.contains('\r') {
            let message =
                "output file: lines end with carriage return and line feed; expected line feeds alone";
            remarks.push(Remark::note("carriage-return", message.to_owned()));
        }
        if !text.ends_with('\n') {
            let message = "output file: no line end after the side to move; expected one";
            remarks.push(Remark::note("no-line-end", message.to_owned()));
        }
        let score = answer.and_then(|answer| answer.score_remark.clone());
        remarks.extend(score.map(|text| Remark::note("runs-for-quadruples", text)));
        Form { meant: None, remarks }
    }

    /// Boards with long runs, whose scores show how quadruples are counted, and a full one, which stays as it is.
    fn beyond(&self, wall: Duration, ask: &mut Ask<'_>) -> Option<String> {
        let depth = self.depths[0];
        // Two cells are empty, so that the game does not end, whose result some print in numbers of their own.
        for position in [false, true].map(|is_mirrored| long_runs(MOST_PIECES - 1, is_mirrored)) {
            let question = FileQuestion { position, depth };
            let ended = ask(&self.call(&question, wall))?;
            let answer = self.read(&question, &ended).ok()?;
            let verdict = self.judge(&question, &answer).with_last_words(&ended);
            let has_file = ended.file.as_ref().is_some_and(Result::is_ok);
            if let Some(remark) = answer.score_remark.filter(|_| has_file) {
                return Some(remark);
            }
            if verdict.fault.is_some() {
                return Some(format!("on a board with long runs, {}", verdict.problem_words()));
            }
        }
        // A full board.
        let position = long_runs(MOST_PIECES + 1, false);
        let ended = ask(&self.call(&FileQuestion { position, depth }, wall))?;
        let written = ended.file.and_then(Result::ok).unwrap_or_default();
        let after = FileNotation.parse(&String::from_utf8_lossy(&written)).ok();
        let is_same = after.is_some_and(|after| after.board().occupied() == position.board().occupied());
        (!is_same).then(|| {
            "output file: not the board of the input, which is full; expected it unchanged".to_owned()
        })
    }
}

type Cells = Grid<7, 6>;

/// The message for an output file whose rows are in reverse.
pub const UPSIDE_DOWN: &str =
    "output file: the rows stand upside down; expected the top row first, as in the input";

/// What is wrong with an output file whose new piece hangs in the top row: it falls there on a board that is read upside
/// down, and stays there if it does not fall at all.
pub const HANGING: &str = "output file: the new piece hangs in the top row; expected it on the lowest empty cell of its \
                           column: the rows are read upside down, or it does not fall";

/// Whether an output file that is not right would be with its rows in reverse.
pub fn is_upside_down(position: &Standard, ended: &Ended) -> bool {
    let Some(Ok(file)) = &ended.file else { return false };
    let text = String::from_utf8_lossy(file);
    let mut lines: Vec<&str> = text.lines().collect();
    if lines.len() < 7 || is_hanging(position, ended) {
        return false;
    }
    lines[..6].reverse();
    let turned = Ended { file: Some(Ok(lines.join("\n").into_bytes())), ..ended.clone() };
    StateFiles { depth: 1 }.decode(position, &turned).choice.is_ok()
}

/// Whether the only difference of an output file from the input is a piece in the top row, above an empty cell.
pub fn is_hanging(position: &Standard, ended: &Ended) -> bool {
    let Some(Ok(file)) = &ended.file else { return false };
    let text = String::from_utf8_lossy(file);
    let lines: Vec<&str> = text.lines().collect();
    let is_board = lines.len() >= 7 && lines[..6].iter().all(|line| line.len() == 7);
    // On an empty board it may as well be written upside down.
    if !is_board || position.board().occupied() == 0 {
        return false;
    }
    let piece = if position.turn() == Player::First { b'1' } else { b'2' };
    let before = write_state(position);
    let before: Vec<&str> = before.lines().collect();
    let [old, new] = [&before, &lines].map(|lines| lines[..6].concat().into_bytes());
    let differing: Vec<usize> = (0..old.len()).filter(|&at| old[at] != new[at]).collect();
    matches!(differing[..], [at @ 0..7] if [new[at], new[at + 7]] == [piece, b'0'])
}

/// Numbers of maximal runs of four or more of a side: what programs count that take a run for one quadruple.
fn runs(position: &Standard, owner: Player) -> u32 {
    let own = position.board().stones(owner);
    Cells::DIRECTIONS.into_iter().map(|direction| comp3608::runs(own, direction)[2].count_ones()).sum()
}

/// What printed scores say about how they were counted, on a board on which both sides have long runs: before the move,
/// or after it. `None` if nothing is to be seen.
pub fn score_remark(position: &Standard, after: Option<&Standard>, stdout: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(stdout);
    let has = |number: &u32| text.split(|c: char| !c.is_ascii_digit()).any(|word| word == number.to_string());
    let quadruples = |position: &Standard| {
        Player::BOTH.map(|owner| Cells::count_quadruples(position.board().stones(owner)))
    };
    let boards = || [Some(position), after].into_iter().flatten();
    if boards().map(quadruples).any(|scores| scores.iter().all(has)) {
        return None;
    }
    let wrong = boards().find_map(|board| {
        let (found, expected) = (Player::BOTH.map(|owner| runs(board, owner)), quadruples(board));
        // Fewer runs of a side are no evidence: small numbers stand in any output.
        let is_counted = found.iter().all(|runs| *runs >= 5 && has(runs)) && found != expected;
        is_counted.then_some((found, expected))
    });
    let ([red, green], expected) = wrong?;
    Some(format!(
        "standard output: found scores of {red} and {green}, the numbers of runs; expected {} and {} quadruples: a \
         run of five holds two, and so on",
        expected[0], expected[1]
    ))
}

/// The greatest number of pieces of [`long_runs`] that leaves a move.
pub const MOST_PIECES: usize = 41;

/// A board that play can reach, with so many pieces: the first player fills the left of it and the second the right, so
/// that both have long runs, which hold more quadruples than there are runs. `is_mirrored` changes left and right.
pub fn long_runs(pieces: usize, is_mirrored: bool) -> Standard {
    // Three of the first player at the bottom of the column in the middle, three of the second on top of them.
    const FIRST: [u8; 21] = [3, 3, 3, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2];
    const SECOND: [u8; 21] = [6, 6, 6, 6, 6, 6, 5, 5, 5, 5, 5, 5, 4, 4, 4, 4, 4, 4, 3, 3, 3];
    let turns = FIRST.into_iter().zip(SECOND).flat_map(|(first, second)| [first, second]);
    let mirrored = |column: u8| if is_mirrored { 6 - column } else { column };
    let drop = |board: Gravity<7, 6>, column: u8| board.drop(Column::new(mirrored(column)));
    Standard::new(turns.take(pieces).fold(Gravity::EMPTY, drop))
}
