//! The tables of `assignment.toml` as they are written, before anything is known to make sense.

use serde::Deserialize;
use toml::Spanned;

/// The whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) title: Spanned<String>,
    pub(super) game: Spanned<String>,
    pub(super) task: Spanned<String>,
    pub(super) main: Spanned<String>,
    #[serde(default = "yes")]
    pub(super) mend: bool,
    pub(super) search: Option<Spanned<Search>>,
    pub(super) depths: Option<Spanned<[u32; 2]>>,
    #[serde(default)]
    pub(super) limits: Limits,
    pub(super) cases: Spanned<Cases>,
    pub(super) marks: Spanned<MarksTable>,
    pub(super) late: Option<LateTable>,
    pub(super) language: Spanned<Vec<LanguageTable>>,
}

const fn yes() -> bool {
    true
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct Search {
    pub(super) most_nodes: Option<Spanned<u64>>,
    pub(super) rows: Option<Spanned<String>>,
    pub(super) cells: Option<Spanned<String>>,
    pub(super) sides: Option<Spanned<[String; 2]>>,
    pub(super) first_column: Option<Spanned<u8>>,
    pub(super) token: Option<Spanned<i32>>,
    pub(super) runs: Option<Spanned<[i32; 3]>>,
    pub(super) win: Option<Spanned<i32>>,
    pub(super) cut: Option<Spanned<String>>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct Limits {
    pub(super) build_ms: Option<Spanned<u64>>,
    pub(super) time_ms: Option<Spanned<u64>>,
    pub(super) memory_mib: Option<Spanned<u64>>,
    pub(super) processes: Option<Spanned<u32>>,
    pub(super) output_kib: Option<Spanned<u64>>,
    pub(super) late_in_a_row: Option<Spanned<u32>>,
    pub(super) fault: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Cases {
    #[serde(default)]
    pub(super) seed: u64,
    pub(super) hidden_seed: Option<u64>,
    #[serde(default)]
    pub(super) public: usize,
    #[serde(default)]
    pub(super) hidden: usize,
    #[serde(default)]
    pub(super) after_due: usize,
    #[serde(default)]
    pub(super) given: Vec<GivenTable>,
    #[serde(default)]
    pub(super) opponents: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GivenTable {
    pub(super) position: Spanned<String>,
    pub(super) algorithm: Option<Spanned<String>>,
    pub(super) depth: Option<Spanned<u32>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MarksTable {
    pub(super) cases: Spanned<f64>,
    pub(super) column: Option<Spanned<u32>>,
    pub(super) nodes: Option<Spanned<u32>>,
    #[serde(rename = "move")]
    pub(super) mv: Option<Spanned<u32>>,
    pub(super) strength: Option<Spanned<u32>>,
    pub(super) moves: Option<Spanned<u32>>,
    pub(super) generated: Option<Spanned<u32>>,
    pub(super) tournament: Option<Spanned<Places>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Places {
    pub(super) best: Spanned<f64>,
    pub(super) worst: Spanned<f64>,
    pub(super) shared: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LateTable {
    pub(super) due: Option<Spanned<String>>,
    pub(super) utc_offset: Option<Spanned<String>>,
    pub(super) percent_a_day: Option<Spanned<u32>>,
    pub(super) most_days: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LanguageTable {
    pub(super) name: Spanned<String>,
    pub(super) extensions: Spanned<Vec<String>>,
    pub(super) build: Option<Spanned<String>>,
    pub(super) built: Option<Spanned<String>>,
    pub(super) run: Spanned<Vec<String>>,
    pub(super) harness: Option<Spanned<Harness>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Harness {
    pub(super) name: Spanned<String>,
    pub(super) text: Spanned<String>,
}
