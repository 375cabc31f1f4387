//! The tables and keys of `tournament.toml`, as they are written.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use serde::Deserialize;
use serde_json::Number;
use toml::Spanned;

use plyground_league::fault::{FaultPolicy, Remedy, Rule};

/// The whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) name: Spanned<String>,
    pub(super) game: Spanned<String>,
    pub(super) form: Option<Spanned<String>>,
    pub(super) challengers: Option<Spanned<usize>>,
    pub(super) rungs: Option<Spanned<Vec<Spanned<String>>>>,
    pub(super) rounds: Option<Spanned<u32>>,
    pub(super) extra_pairs: Option<Spanned<u32>>,
    pub(super) openings: Option<Spanned<u64>>,
    pub(super) opening_plies: Option<u32>,
    pub(super) opening_depth: Option<Spanned<u32>>,
    #[serde(default)]
    pub(super) seed: u64,
    pub(super) concurrency: Option<NonZeroUsize>,
    /// Without effect, for files that still have it: no game is played again for a late answer.
    #[serde(rename = "replays")]
    pub(super) _replays: Option<u32>,
    pub(super) depth: Option<Spanned<u32>>,
    #[serde(default)]
    pub(super) readable: Vec<Spanned<PathBuf>>,
    #[serde(default)]
    pub(super) limits: Limits,
    #[serde(default)]
    pub(super) faults: Faults,
    #[serde(default)]
    pub(super) points: PointsTable,
    #[serde(default)]
    pub(super) tie_breaks: Vec<Spanned<String>>,
    pub(super) marks: Option<Spanned<Marks>>,
    pub(super) sprt: Option<Spanned<SprtTable>>,
    pub(super) entrant: Vec<Entrant>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct Limits {
    pub(super) time_ms: Option<Spanned<u64>>,
    pub(super) grace_ms: Option<u64>,
    pub(super) memory_mib: Option<Spanned<u64>>,
    pub(super) processes: Option<Spanned<u32>>,
    pub(super) file_mib: Option<u64>,
    pub(super) output_kib: Option<Spanned<u64>>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct Faults {
    pub(super) late: Option<FaultRule>,
    pub(super) illegal: Option<FaultRule>,
    pub(super) unreadable: Option<FaultRule>,
    pub(super) crashed: Option<FaultRule>,
    pub(super) flooded: Option<FaultRule>,
}

impl Faults {
    /// The policy of the assignment, but for the kinds that the file has.
    pub(super) fn policy(&self, assigned: FaultPolicy) -> FaultPolicy {
        let strict = |&FaultRule { then, ask_again, penalty }: &FaultRule| Rule { then, ask_again, penalty };
        let rule = |given: &Option<FaultRule>, usual: Rule| given.as_ref().map_or(usual, strict);
        FaultPolicy {
            late: rule(&self.late, assigned.late),
            illegal: rule(&self.illegal, assigned.illegal),
            unreadable: rule(&self.unreadable, assigned.unreadable),
            crashed: rule(&self.crashed, assigned.crashed),
            flooded: rule(&self.flooded, assigned.flooded),
        }
    }
}

/// As [`Rule`], but strict.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FaultRule {
    pub(super) then: Remedy,
    #[serde(default)]
    pub(super) ask_again: u8,
    #[serde(default)]
    pub(super) penalty: u16,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct PointsTable {
    pub(super) win: Option<Spanned<Number>>,
    pub(super) draw: Option<Spanned<Number>>,
    pub(super) loss: Option<Spanned<Number>>,
    pub(super) penalty: Option<Spanned<Number>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Marks {
    pub(super) best: Option<Spanned<Number>>,
    pub(super) worst: Option<Spanned<Number>>,
    pub(super) steps: Option<Vec<Step>>,
    pub(super) rest: Option<Spanned<Number>>,
    pub(super) shared: Option<Spanned<String>>,
    pub(super) ladder: Option<Spanned<RungsTable>>,
}

/// The rungs between which marks are given in proportion.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RungsTable {
    pub(super) from: String,
    pub(super) to: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SprtTable {
    pub(super) elo0: f64,
    pub(super) elo1: f64,
    pub(super) alpha: Option<f64>,
    pub(super) beta: Option<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Step {
    pub(super) up_to: Spanned<usize>,
    pub(super) mark: Spanned<Number>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entrant {
    pub(super) name: Spanned<String>,
    pub(super) agent: Option<Spanned<String>>,
    pub(super) command: Option<Spanned<Vec<String>>>,
    pub(super) dir: Option<PathBuf>,
    #[serde(default)]
    pub(super) env: BTreeMap<Spanned<String>, Spanned<String>>,
    pub(super) protocol: Option<Spanned<String>>,
    pub(super) startup: Option<Spanned<Vec<String>>>,
    #[serde(default)]
    pub(super) withdrawn: bool,
    pub(super) was: Option<Spanned<Was>>,
}

/// What an entrant was when games were planned.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Was {
    pub(super) command: Spanned<Vec<String>>,
    pub(super) protocol: Option<Spanned<String>>,
}
