//! Max-Connect-Four and CS3243: any legal move in the right form, on many boards.

use std::time::Duration;

use plyground_arena::config_file::ConfigError;
use plyground_arena::invoke::{Call, Ended};
use plyground_arena::protocol::{OneShot, PlayRules};
use plyground_core::games::breakthrough::{self, Breakthrough};
use plyground_core::games::max_connect_four::{self, MaxConnectFour};
use plyground_core::rng::Rng;
use plyground_core::{AnyGame, AnyPosition, Game, Notation, Player, Position};
use plyground_league::fault::{Fault, FaultKind};
use serde_json::{Value, json};

use super::board::{self, Kind};
use super::{CaseAnswer, CaseError, CaseVerdict, Cause};
use crate::assignment::Reader;
use crate::course::{Course, CourseInfo, NoSettings};
use crate::diagnose::Confidence;
use crate::diagnose::max_connect_four::{MOST_PIECES, UPSIDE_DOWN, is_upside_down, long_runs, score_remark};
use crate::outcome::DiagnosisText;

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
    pub position: max_connect_four::Standard,
    /// Depth in plies that the program is told.
    pub depth: u32,
}

impl Course for StateFile {
    type Game = MaxConnectFour;
    type Question = FileQuestion;
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
        file: include_str!("../../embedded/assignments/max-connect-four/assignment.toml"),
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

    fn given(&self, position: max_connect_four::Standard, _: Option<char>, depth: u32) -> FileQuestion {
        FileQuestion { position, depth }
    }

    fn questions(
        &self,
        rng: &mut Rng,
        count: usize,
        _: &[FileQuestion],
        known: Vec<FileQuestion>,
        watch: &mut dyn FnMut(),
    ) -> Result<Vec<FileQuestion>, CaseError> {
        Ok(others(count, known, &mut || state_file(self.depths, rng), watch))
    }

    fn call(&self, FileQuestion { position, depth }: &FileQuestion, wall: Duration) -> Call {
        call::<MaxConnectFour>(*position, *depth, 0, wall)
    }

    fn judge(&self, FileQuestion { position, depth }: &FileQuestion, ended: &Ended) -> CaseVerdict {
        let judged = judge::<MaxConnectFour>(*position, *depth, ended);
        if judged.fault.is_some() && is_upside_down(position, ended) {
            // A board that stands upside down is told as what it is.
            let fault = Fault::new(FaultKind::Illegal, UPSIDE_DOWN);
            return CaseVerdict { cause: Some(Cause::UpsideDown), ..CaseVerdict::of_fault(&fault) };
        }
        judged
    }

    fn words(&self, FileQuestion { position, depth }: &FileQuestion) -> String {
        format!("one-move INPUT OUTPUT {depth}, {} to move", MaxConnectFour::SIDES[position.turn()])
    }

    fn expected(&self, _: &FileQuestion) -> String {
        "the board with one piece more".to_owned()
    }

    fn position(&self, question: &FileQuestion) -> Option<max_connect_four::Standard> {
        Some(question.position)
    }

    fn beyond_words(&self, question: &FileQuestion) -> String {
        MaxConnectFour::notation().write(&question.position).unwrap_or_default()
    }

    /// What is seen in output files and printed scores.
    fn diagnose(&self, answers: &[(&FileQuestion, &CaseAnswer)], _: &dyn Fn() -> bool) -> DiagnosisText {
        let (mut mistakes, mut words) = (Vec::new(), Vec::new());
        let turned = answers.iter().filter(|(_, answered)| answered.cause == Some(Cause::UpsideDown)).count();
        if turned > 0 {
            mistakes.push("upside-down".to_owned());
            let answers = if turned == 1 { "answer" } else { "answers" };
            words.push(format!("{UPSIDE_DOWN}. This explains {turned} wrong {answers}."));
        }
        let remark = answers.iter().find_map(|(FileQuestion { position, .. }, answered)| {
            let mv = MaxConnectFour::notation().parse_move(position, &answered.got).ok();
            score_remark(position, mv.map(|mv| position.play(mv)).as_ref(), answered.said.as_bytes())
        });
        if let Some(remark) = remark {
            mistakes.push("runs-for-quadruples".to_owned());
            words.push(format!("{remark}."));
        }
        // They are seen in the files themselves.
        let confidence = if mistakes.is_empty() { "" } else { Confidence::Certain.word() };
        DiagnosisText { mistakes, confidence: confidence.to_owned(), words }
    }
}

/// What programs are asked: a request on standard input, a move on standard output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Request;

/// The question of CS3243.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RequestQuestion {
    /// Board and side.
    pub position: breakthrough::Standard,
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

    fn given(&self, position: breakthrough::Standard, _: Option<char>, _: u32) -> RequestQuestion {
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

    fn position(&self, question: &RequestQuestion) -> Option<breakthrough::Standard> {
        Some(question.position)
    }

    fn beyond_words(&self, question: &RequestQuestion) -> String {
        Breakthrough::notation().write(&question.position).unwrap_or_default()
    }
}

/// The game's own protocol.
fn protocol(game: AnyGame, depth: u32) -> Box<dyn OneShot<AnyPosition>> {
    PlayRules::of(game).protocol(depth).expect("games of this kind have programs that are asked once")
}

fn call<G: Game>(position: G::Position, depth: u32, turns: u32, wall: Duration) -> Call {
    protocol(AnyGame::of::<G>(), depth).call(&AnyPosition::of::<G>(position), turns, wall)
}

/// What an answer is worth.
fn judge<G: Game>(position: G::Position, depth: u32, ended: &Ended) -> CaseVerdict {
    let (game, position) = (AnyGame::of::<G>(), AnyPosition::of::<G>(position));
    match protocol(game, depth).decode(&position, ended).choice {
        Ok(mv) => {
            let got = game.notation().write_move(&position, mv);
            CaseVerdict { earned: vec![Some(100)], got, ..CaseVerdict::default() }
        }
        Err(fault) => CaseVerdict::of_fault(&fault),
    }
}

/// So many random questions, none of which is known. There are far more boards than cases.
fn others<Q: PartialEq>(
    count: usize,
    mut known: Vec<Q>,
    random: &mut dyn FnMut() -> Q,
    watch: &mut dyn FnMut(),
) -> Vec<Q> {
    let first = known.len();
    while known.len() < first + count {
        let question = random();
        if !known.contains(&question) {
            known.push(question);
            watch();
        }
    }
    known.split_off(first)
}

/// A random board on which there is a move, as play can reach it: programs may refuse others, and the text lets them.
fn state_file([from, to]: [u32; 2], rng: &mut Rng) -> FileQuestion {
    let depth = from + u32::try_from(rng.below((to - from + 1) as usize)).unwrap_or(0);
    // Now and then one with long runs, whose quadruples are easily miscounted.
    if rng.below(8) == 0 {
        let position = long_runs(MOST_PIECES - rng.below(6), rng.below(2) == 0);
        return FileQuestion { position, depth };
    }
    let kind = [Kind::Played, Kind::LeftFull, Kind::NearlyFull][rng.below(3)];
    FileQuestion { position: max_connect_four::Standard::new(board::reached(kind, rng)), depth }
}

/// A position of Breakthrough as it comes up in games. The program sees itself as white.
fn request(rng: &mut Rng) -> RequestQuestion {
    loop {
        let mut position: breakthrough::Standard = Breakthrough::start();
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
