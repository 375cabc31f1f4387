//! CS3243: a request on standard input, any legal move in the right form on standard output.

use std::time::Duration;

use plyground_arena::config_file::ConfigError;
use plyground_arena::invoke::{Call, Ended};
use plyground_core::games::breakthrough::{Breakthrough, Standard};
use plyground_core::rng::Rng;
use plyground_core::{Game, Player, Position};
use serde_json::{Value, json};

use crate::engine::assignment::Reader;
use crate::engine::case::moves::{call, judge, others};
use crate::engine::case::{CaseError, CaseVerdict};
use crate::engine::course::{Course, CourseInfo, NoSettings};

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
    type Settings = NoSettings;

    const INFO: CourseInfo = CourseInfo {
        name: "cs3243",
        about: "read a board from standard input, always as white, and answer with a move within three seconds",
        program: "breakthrough",
        usage: &["breakthrough < REQUEST"],
        file: include_str!("../../embedded/assignments/cs3243/assignment.toml"),
    };
    const TASK: &'static str = "request";
    const PARTS: &'static [&'static str] = &["move"];
    const IS_PLAYED: bool = true;
    const TELLS_DEPTH: bool = false;

    fn configure(_: Option<&NoSettings>, _: [u32; 2], _: &Reader<'_>) -> Result<Self, ConfigError> {
        Ok(Self)
    }

    fn identity(&self) -> Value {
        json!({ "name": Self::TASK })
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
        call::<Breakthrough>(*position, 1, *turns, wall)
    }

    fn judge(&self, question: &RequestQuestion, ended: &Ended) -> CaseVerdict {
        judge::<Breakthrough>(question.position, 1, ended)
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
