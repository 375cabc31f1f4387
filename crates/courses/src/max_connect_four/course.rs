//! Max-Connect-Four: a state file in, a state file out, with any legal move in the right form.

use std::time::Duration;

use plyground_arena::config_file::ConfigError;
use plyground_arena::invoke::{Call, Ended};
use plyground_core::games::max_connect_four::{MaxConnectFour, Standard};
use plyground_core::rng::Rng;
use plyground_core::{Game, Position};
use plyground_league::fault::{Fault, FaultKind};
use serde_json::{Value, json};

use super::{MOST_PIECES, UPSIDE_DOWN, is_upside_down, long_runs, score_remark};
use crate::engine::assignment::Reader;
use crate::engine::case::board::{self, Kind};
use crate::engine::case::moves::{call, judge, others};
use crate::engine::case::{CaseAnswer, CaseError, CaseVerdict, Cause};
use crate::engine::course::{Course, CourseInfo, NoSettings};
use crate::engine::diagnose::Confidence;
use crate::engine::outcome::DiagnosisText;

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

    fn given(&self, position: Standard, _: Option<char>, depth: u32) -> FileQuestion {
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

    fn position(&self, question: &FileQuestion) -> Option<Standard> {
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

/// A random board on which there is a move, as play can reach it: programs may refuse others, and the text lets them.
fn state_file([from, to]: [u32; 2], rng: &mut Rng) -> FileQuestion {
    let depth = from + u32::try_from(rng.below((to - from + 1) as usize)).unwrap_or(0);
    // Now and then one with long runs, whose quadruples are easily miscounted.
    if rng.below(8) == 0 {
        let position = long_runs(MOST_PIECES - rng.below(6), rng.below(2) == 0);
        return FileQuestion { position, depth };
    }
    let kind = [Kind::Played, Kind::LeftFull, Kind::NearlyFull][rng.below(3)];
    FileQuestion { position: Standard::new(board::reached(kind, rng)), depth }
}
