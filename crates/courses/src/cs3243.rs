//! CS3243: a request on standard input, any legal move in the right form on standard output.

use std::time::Duration;

use plyground_arena::config_file::ConfigError;
use plyground_arena::invoke::{Call, Ended};
use plyground_arena::protocol::{OneShot, StdinMove};
use plyground_core::games::breakthrough::notation::Request as RequestNotation;
use plyground_core::games::breakthrough::{Breakthrough, Standard, Step};
use plyground_core::rng::Rng;
use plyground_core::search::{Algorithm, CutRule};
use plyground_core::{Evaluate, Game, Notation, Outcome, Player, Position, quote};
use plyground_league::fault::Fault;

use crate::connect_four::feature;
use crate::diagnose::{Feature, NoMistake};
use crate::engine::course::{Ask, Course, CourseInfo, NoSettings};
use crate::engine::output_form::{Form, Remark, lines};
use crate::engine::reader::Reader;
use crate::engine::talk::{RightSearch, TalkQuestion, questions};
use crate::engine::verdict::CaseVerdict;

/// What programs are asked: a request on standard input, a move on standard output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Request;

/// The question of CS3243.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RequestQuestion {
    /// Board and side.
    pub position: Standard,
    /// Turns so far.
    pub turns: u32,
}

/// White's pieces minus black's, and more than all of them for a win.
struct Pieces;

/// What a win is worth in questions for a talk.
const WIN: i32 = 100;

impl Evaluate<Standard> for Pieces {
    fn utility(&self, outcome: Outcome, _: &Standard, me: Player) -> i32 {
        outcome.worth(WIN, me)
    }

    fn evaluate(&self, position: &Standard, me: Player) -> i32 {
        let count = |owner| position.pawns(owner).count_ones().cast_signed();
        count(me) - count(me.opponent())
    }

    fn maximiser(&self, _: Player) -> Player {
        Player::First
    }
}

impl Course for Request {
    type Game = Breakthrough;
    type Question = RequestQuestion;
    type Answer = Step;
    type Mistake = NoMistake;
    type Settings = NoSettings;

    const INFO: CourseInfo = CourseInfo {
        name: "cs3243",
        about: "read a board from standard input, always as white, and answer with a move within three seconds",
        program: "breakthrough",
        usage: &["breakthrough < REQUEST"],
        file: include_str!("../embedded/assignments/cs3243/assignment.toml"),
    };
    const TASK: &'static str = "request";
    const PARTS: &'static [&'static str] = &["move"];
    const IS_PLAYED: bool = true;
    const HAS_DEPTH: bool = false;

    fn configure(_: Option<&NoSettings>, _: [u32; 2], _: &Reader<'_>) -> Result<Self, ConfigError> {
        Ok(Self)
    }

    fn given(&self, position: Standard, _: Option<char>, _: u32) -> RequestQuestion {
        RequestQuestion { position, turns: 1 }
    }

    /// A position as it comes up in games. The program sees itself as white.
    fn random(&self, rng: &mut Rng) -> Option<RequestQuestion> {
        loop {
            // As many turns as an even number, so that white is to move.
            let turns = 2 * rng.below(16);
            let position: Standard = rng.play(Breakthrough::start(), turns, 0);
            if position.outcome().is_none() && position.turn() == Player::First {
                return Some(RequestQuestion { position, turns: u32::try_from(turns).unwrap_or(0) });
            }
        }
    }

    fn call(&self, RequestQuestion { position, turns }: &RequestQuestion, wall: Duration) -> Call {
        StdinMove.call(position, *turns, wall)
    }

    fn read(&self, question: &RequestQuestion, ended: &Ended) -> Result<Step, Fault> {
        StdinMove.decode(&question.position, ended).choice
    }

    /// Any legal move is right.
    fn judge(&self, question: &RequestQuestion, &step: &Step) -> CaseVerdict {
        let got = Breakthrough::notation().write_move(&question.position, step);
        CaseVerdict::one(true, got, String::new())
    }

    fn words(&self, question: &RequestQuestion) -> String {
        format!("move, {}", question.turns)
    }

    fn expected(&self, _: &RequestQuestion) -> String {
        "a legal move".to_owned()
    }

    fn position(&self, question: &RequestQuestion) -> Option<Standard> {
        Some(question.position)
    }

    fn beyond_words(&self, question: &RequestQuestion) -> String {
        Breakthrough::notation().write(&question.position).unwrap_or_default()
    }

    fn features(&self, RequestQuestion { position, turns }: &RequestQuestion) -> Vec<Feature> {
        let pieces = |board: &Standard| Player::BOTH.map(|player| board.pawns(player).count_ones());
        let moves: Vec<Step> = position.moves().collect();
        let [_, theirs] = pieces(position);
        let captures = moves.iter().filter(|&&step| pieces(&position.play(step))[1] < theirs).count();
        let wins = moves.iter().any(|&step| position.play(step).outcome().is_some());
        vec![
            feature("a piece can be captured", captures > 0),
            feature("no piece can be captured", captures == 0),
            feature("a move wins at once", wins),
            feature("no move wins at once", !wins),
            feature("both sides have all their pieces", pieces(position) == [12, 12]),
            feature("it is the first turn", *turns == 0),
        ]
    }

    /// Programs evaluate as they like, so the questions say what a board is worth.
    fn talk(&self, asked: &[&RequestQuestion], rng: &mut Rng) -> Vec<TalkQuestion> {
        let right = |asked: &RequestQuestion| {
            let alpha_beta = Algorithm::AlphaBeta(CutRule::AtEqual);
            let usual = RightSearch::<Breakthrough, _>::of(asked.position, 2, alpha_beta, &Pieces);
            let won = format!("{WIN} if white has won, -{WIN} if black has");
            let worth = Some(format!("{won}, and otherwise white's pieces minus black's"));
            RightSearch { worth, ..usual }
        };
        questions::<Self>(
            asked,
            None,
            &[&|asked, rng| right(asked).next(rng), &|asked, rng| right(asked).cut(rng), &|asked, rng| {
                right(asked).kept(rng)
            }],
            rng,
        )
    }

    fn form(&self, question: &RequestQuestion, _: Option<&Step>, ended: &Ended) -> Form<Step> {
        let mut remarks = Vec::new();
        let lines = lines(&ended.stdout, &mut remarks);
        if let [line] = &lines[..] {
            let (line, capitals) = (line.trim(), line.trim().to_ascii_uppercase());
            if line != capitals && RequestNotation.parse_move(&question.position, &capitals).is_ok() {
                let message = format!("found {}; expected capitals: {capitals}", quote(line));
                remarks.push(Remark::fault("wrong-case", message));
            }
            remarks.extend(illegal(&question.position, &capitals));
        }
        Form { meant: None, remarks }
    }

    /// One illegal move may be meant in many ways; of several moves each must be. Keeps of what moves may mean what would
    /// make all illegal ones legal. Where there is such a meaning, the rules are left out that are broken only as moves are
    /// printed; a white piece on the first cell may be meant all the same.
    fn settle(&self, all: &mut [&mut Vec<Remark>]) {
        let is_illegal = |remarks: &&&mut Vec<Remark>| {
            remarks.iter().any(|one| is_guess(one) || RULES.contains(&one.kind))
        };
        let illegal: Vec<_> = all.iter().filter(is_illegal).collect();
        let is_in_all = |kind: &str| illegal.iter().all(|remarks| remarks.iter().any(|one| one.kind == kind));
        let first = illegal.first().map(|remarks| remarks.iter().filter(|one| is_guess(one)));
        let kept: Vec<&str> =
            first.into_iter().flatten().map(|one| one.kind).filter(|kind| is_in_all(kind)).collect();
        for remarks in all {
            remarks.retain(|one| {
                if is_guess(one) { kept.contains(&one.kind) } else { one.kind != NO_PIECE || kept.is_empty() }
            });
        }
    }

    /// The name of a program, which the tournament of the course asks for.
    fn beyond(&self, wall: Duration, ask: &mut Ask<'_>) -> Option<String> {
        let wrong = StdinMove::read_identity(&ask(&StdinMove::identify(wall))?).err()?;
        Some(format!("asked for its name (identify), {}", wrong.message))
    }
}

/// What would make an illegal move a legal one, if something simple does, and the rule that it breaks.
fn illegal(position: &Standard, text: &str) -> Vec<Remark> {
    let is_legal = |text: &str| RequestNotation.parse_move(position, text).is_ok();
    let [from_column, from_row @ b'1'..=b'6', to_column, to_row @ b'1'..=b'6'] = *text.as_bytes() else {
        return Vec::new();
    };
    let is_column = |column: &u8| (b'A'..=b'F').contains(column);
    if is_legal(text) || ![from_column, to_column].iter().all(is_column) {
        return Vec::new();
    }
    let cells = [(from_column, from_row), (to_column, to_row)];
    // A blocked white piece: the step would be legal in another column, or without the piece before it.
    let is_ahead =
        from_column == to_column && to_row == from_row + 1 && has_white(position, from_column, from_row);
    if is_ahead && has_white(position, to_column, to_row) {
        return plain(position, text, cells).into_iter().collect();
    }
    if is_ahead {
        let message =
            format!("'{text}' goes straight ahead to a cell that is taken; pieces capture diagonally only");
        return vec![Remark::fault(STRAIGHT, message)];
    }
    let remark = |kind, words: &str| Remark::fault(kind, format!("'{text}' would be legal {words}"));
    let mut remarks = Vec::new();
    if RequestNotation.parse_move(&position.skip(), text).is_ok() {
        remarks.push(remark(OF_BLACK, "if black were to move; you are white"));
    }
    for (kind, meant, words) in READINGS {
        let [from, to] = cells.map(|(column, row)| {
            let (column, row) = meant(column - b'A', row - b'1');
            format!("{}{}", char::from(b'A'.wrapping_add(column)), char::from(b'1'.wrapping_add(row)))
        });
        if is_legal(&(from + &to)) {
            remarks.push(remark(kind, words));
        }
    }
    let (from, to) = text.split_at(2);
    if is_legal(&format!("{to}{from}")) {
        remarks.push(remark(EXCHANGED, "with both cells exchanged; the cell to go from comes first"));
    }
    remarks.extend(plain(position, text, cells));
    remarks
}

type Reading = fn(u8, u8) -> (u8, u8);

/// How else cells may be meant, by column and row from 0 on, and what is said if a move is legal then. Beyond the board no
/// cell is meant.
const READINGS: [(&str, Reading, &str); 9] = [
    ("rows-turned", |column, row| (column, 5 - row), "if row 1 were at the top; it is at the bottom"),
    ("columns-turned", |column, row| (5 - column, row), "if column A were at the right; it is at the left"),
    ("board-turned", |column, row| (5 - column, 5 - row), "on the board turned round"),
    ("axes-exchanged", |column, row| (row, column), "if letters named rows and numbers columns"),
    ("axes-exchanged-from-top", |column, row| (row, 5 - column), FROM_TOP),
    ("column-after", |column, row| (column.wrapping_sub(1), row), "one column to the left"),
    ("column-before", |column, row| (column + 1, row), "one column to the right"),
    ("row-after", |column, row| (column, row.wrapping_sub(1)), "one row lower"),
    ("row-before", |column, row| (column, row + 1), "one row higher"),
];

const FROM_TOP: &str = "if letters named rows from the top down and numbers columns";
const OF_BLACK: &str = "of-black";
const EXCHANGED: &str = "exchanged";

/// The name of a remark on a move that begins at no white piece.
const NO_PIECE: &str = "no-piece";

/// The name of a remark on a step onto a piece.
const STRAIGHT: &str = "straight-capture";

/// Names of remarks on rules.
const RULES: [&str; 6] = [NO_PIECE, STRAIGHT, "backwards", "sideways", "onto-own", "too-far"];

/// Whether a remark says how a move may be meant.
fn is_guess(remark: &Remark) -> bool {
    [OF_BLACK, EXCHANGED].contains(&remark.kind) || READINGS.iter().any(|(kind, ..)| *kind == remark.kind)
}

/// The first rule that an illegal move breaks, as a remark.
fn plain(position: &Standard, text: &str, [from, to]: [(u8, u8); 2]) -> Option<Remark> {
    let is_white = |(column, row)| has_white(position, column, row);
    let rules = [
        (NO_PIECE, !is_white(from), "begins at a cell without a white piece; you are white"),
        ("backwards", to.1 < from.1, "goes backwards; white goes to higher rows"),
        ("sideways", to.1 == from.1, "stays in its row; white goes one row up"),
        ("onto-own", is_white(to), "ends at a cell with a white piece; only black ones can be captured"),
        (
            "too-far",
            to.1 > from.1 + 1 || to.0.abs_diff(from.0) > 1,
            "goes too far; expected one row up, in the same column or the next one",
        ),
    ];
    let (kind, _, words) = rules.into_iter().find(|&(_, is_broken, _)| is_broken)?;
    Some(Remark::fault(kind, format!("'{text}' {words}")))
}

/// Whether there is a white piece on a cell, by the letters of its column and its row.
fn has_white(position: &Standard, column: u8, row: u8) -> bool {
    let cells = Standard::column(u32::from(column - b'A')) & Standard::row(u32::from(row - b'1'));
    position.pawns(Player::First) & cells != 0
}
