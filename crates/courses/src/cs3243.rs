//! CS3243: a request on standard input, any legal move in the right form on standard output.

use std::time::Duration;

use plyground_arena::config_file::ConfigError;
use plyground_arena::invoke::{Call, Ended};
use plyground_arena::protocol::{OneShot, StdinMove};
use plyground_core::games::breakthrough::notation::Request as RequestNotation;
use plyground_core::games::breakthrough::{Breakthrough, Standard, Step};
use plyground_core::rng::Rng;
use plyground_core::{Game, Notation, Player, Position, quote};
use plyground_league::fault::Fault;

use crate::engine::case::chosen::others;
use crate::engine::course::{Ask, Course, CourseInfo, NoSettings};
use crate::engine::diagnose::{Feature, NoMistake};
use crate::engine::form::{Form, Remark, lines};
use crate::engine::reader::Reader;
use crate::engine::rules::CaseError;
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

    fn questions(
        &self,
        rng: &mut Rng,
        count: usize,
        _: &[RequestQuestion],
        known: Vec<RequestQuestion>,
        watch: &mut dyn FnMut(),
    ) -> Result<Vec<RequestQuestion>, CaseError> {
        Ok(others(count, known, &mut || request(rng), watch))
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
        let feature = |words, is_so| Feature { words, is_so };
        vec![
            feature("a piece can be captured", captures > 0),
            feature("no piece can be captured", captures == 0),
            feature("a move wins at once", wins),
            feature("no move wins at once", !wins),
            feature("both sides have all their pieces", pieces(position) == [12, 12]),
            feature("it is the first turn", *turns == 0),
        ]
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

    /// The name of a program, which the tournament of the course asks for.
    fn beyond(&self, wall: Duration, ask: &mut Ask<'_>) -> Option<String> {
        let wrong = StdinMove::read_identity(&ask(&StdinMove::identify(wall))?).err()?;
        Some(format!("asked for its name (identify), {}", wrong.message))
    }
}

/// What would make an illegal move a legal one, if something simple does.
fn illegal(position: &Standard, text: &str) -> Vec<Remark> {
    let is_legal = |text: &str| RequestNotation.parse_move(position, text).is_ok();
    let [from_column, from_row @ b'1'..=b'6', to_column, to_row @ b'1'..=b'6'] = *text.as_bytes() else {
        return Vec::new();
    };
    let is_column = |column: &u8| (b'A'..=b'F').contains(column);
    if is_legal(text) || ![from_column, to_column].iter().all(is_column) {
        return Vec::new();
    }
    let column = |column: u8| char::from(b'A' + b'F' - column);
    let row = |row: u8| char::from(b'1' + b'6' - row);
    let [plain_from, plain_to] = [from_column, to_column].map(char::from);
    let [plain_row, plain_to_row] = [from_row, to_row].map(char::from);
    let columns = format!("{}{plain_row}{}{plain_to_row}", column(from_column), column(to_column));
    let rows = format!("{plain_from}{}{plain_to}{}", row(from_row), row(to_row));
    // Letters for rows and numbers for columns.
    let across = |column: u8, row: u8| {
        format!("{}{}", char::from(b'A' + row - b'1'), char::from(b'1' + column - b'A'))
    };
    let crossed = across(from_column, from_row) + &across(to_column, to_row);
    let both = format!("{}{}{}{}", column(from_column), row(from_row), column(to_column), row(to_row));
    let turned = format!("{plain_to}{plain_to_row}{plain_from}{plain_row}");
    let is_of_black = RequestNotation.parse_move(&position.skip(), text).is_ok();
    // A white piece that is stopped: in another column, or without what stands before it, the step would be one.
    let is_ahead =
        from_column == to_column && to_row == from_row + 1 && has_white(position, from_column, from_row);
    if is_ahead {
        let message =
            format!("'{text}' goes straight ahead to a cell that is taken; pieces capture diagonally only");
        return vec![Remark::fault("straight-capture", message)];
    }
    let ways = [
        ("of-black", is_of_black, "would be legal if black were to move; you are white"),
        ("rows-turned", is_legal(&rows), "would be legal if row 1 were at the top; it is at the bottom"),
        (
            "columns-turned",
            is_legal(&columns),
            "would be legal if column A were at the right; it is at the left",
        ),
        ("board-turned", is_legal(&both), "would be legal on the board turned round"),
        ("axes-exchanged", is_legal(&crossed), "would be legal if letters named rows and numbers columns"),
        (
            "exchanged",
            is_legal(&turned),
            "would be legal with both cells exchanged; the cell to go from comes first",
        ),
    ];
    let remark = |(kind, is_so, words): (&'static str, bool, &str)| {
        is_so.then(|| Remark::fault(kind, format!("'{text}' {words}")))
    };
    let mut remarks: Vec<Remark> = ways.into_iter().filter_map(remark).collect();
    // A step from a white piece may be meant as it is printed, and a rule be broken.
    if remarks.is_empty() || has_white(position, from_column, from_row) {
        remarks.extend(plain(position, text, [(from_column, from_row), (to_column, to_row)]));
    }
    remarks
}

/// The first rule that an illegal move breaks, as a remark.
fn plain(position: &Standard, text: &str, [from, to]: [(u8, u8); 2]) -> Option<Remark> {
    let is_white = |(column, row)| has_white(position, column, row);
    let rules = [
        ("no-piece", !is_white(from), "begins at a cell without a white piece; you are white"),
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

/// A position of Breakthrough as it comes up in games. The program sees itself as white.
fn request(rng: &mut Rng) -> RequestQuestion {
    loop {
        let mut position: Standard = Breakthrough::start();
        // As many turns as an even number, so that white is to move.
        let turns = 2 * rng.below(16);
        for _ in 0..turns {
            let Some(mv) = rng.pick(position.moves()) else { break };
            position = position.play(mv);
        }
        if position.outcome().is_none() && position.turn() == Player::First {
            return RequestQuestion { position, turns: u32::try_from(turns).unwrap_or(0) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The kinds of what is said of a move on a board on which white has stepped to C3.
    fn kinds(text: &str) -> Vec<&'static str> {
        let request = "move\n3\n6 6\nbbbbbb\nb-bbbb\n------\n-bw---\nww-www\nwwwwww\n";
        let position = RequestNotation.parse(request).expect("a position");
        illegal(&position, text).into_iter().map(|remark| remark.kind).collect()
    }

    #[test]
    fn the_rule_that_a_move_breaks_is_said() {
        assert_eq!(kinds("A4A5"), ["no-piece"]);
        assert_eq!(kinds("A2A1"), ["backwards"]);
        assert_eq!(kinds("A2B2"), ["sideways"]);
        assert_eq!(kinds("A1B2"), ["onto-own"]);
        assert_eq!(kinds("A2A4"), ["too-far"]);
        assert_eq!(kinds("A2C3"), ["onto-own"]);
        assert_eq!(kinds("A1A2"), ["straight-capture"]);
        assert_eq!(kinds("A2A3"), [""; 0]);
    }

    /// Letters for rows are concluded where no white piece stands on the cell that is printed first. Where one does, the step
    /// aside is said as well.
    #[test]
    fn a_step_aside_may_be_one() {
        assert_eq!(kinds("B4C4"), ["axes-exchanged"]);
        assert_eq!(kinds("C3D3"), ["axes-exchanged", "sideways"]);
        assert_eq!(kinds("B1C1"), ["axes-exchanged", "sideways"]);
    }
}
