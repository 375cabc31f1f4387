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
use crate::engine::diagnose::NoMistake;
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

    fn form(&self, question: &RequestQuestion, _: Option<&Step>, ended: &Ended) -> Form<Step> {
        let mut remarks = Vec::new();
        let lines = lines(&ended.stdout, &mut remarks);
        if let [line] = &lines[..] {
            let (line, capitals) = (line.trim(), line.trim().to_ascii_uppercase());
            if line != capitals && RequestNotation.parse_move(&question.position, &capitals).is_ok() {
                let message = format!("found {}; expected capitals: {capitals}", quote(line));
                remarks.push(Remark::fault("wrong-case", message));
            }
        }
        Form { meant: None, remarks }
    }

    /// The name of a program, which the tournament of the course asks for.
    fn beyond(&self, wall: Duration, ask: &mut Ask<'_>) -> Option<String> {
        let wrong = StdinMove::read_identity(&ask(&StdinMove::identify(wall))?).err()?;
        Some(format!("asked for its name (identify), {}", wrong.message))
    }
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
