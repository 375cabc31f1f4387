//! The tables of `assignment.toml` as they are written, before anything is known to make sense.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error as _, IgnoredAny, MapAccess, Visitor};
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) title: Spanned<String>,
    pub(super) game: Spanned<String>,
    pub(super) task: Spanned<String>,
    pub(super) main: Spanned<String>,
    pub(super) mend: Option<bool>,
    /// The course's own: see [`crate::engine::course::OwnTable`].
    #[serde(rename = "search")]
    pub(super) _search: Option<IgnoredAny>,
    pub(super) depths: Option<Spanned<[u32; 2]>>,
    #[serde(default)]
    pub(super) limits: Limits,
    pub(super) cases: Spanned<Cases>,
    pub(super) marks: Spanned<MarksTable>,
    pub(super) late: Option<LateTable>,
    pub(super) language: Spanned<Vec<LanguageTable>>,
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

/// The table `[marks]`. Each kind of assignment has different parts: any further key is the weight of one.
pub(super) struct MarksTable {
    pub(super) cases: Spanned<f64>,
    pub(super) tournament: Option<Spanned<Places>>,
    pub(super) parts: Vec<(String, Spanned<u32>)>,
}

impl<'de> Deserialize<'de> for MarksTable {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Keys;

        impl<'de> Visitor<'de> for Keys {
            type Value = MarksTable;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table of marks")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut keys: A) -> Result<MarksTable, A::Error> {
                let (mut cases, mut tournament, mut parts) = (None, None, Vec::new());
                while let Some(key) = keys.next_key::<String>()? {
                    match key.as_str() {
                        "cases" => cases = Some(keys.next_value()?),
                        "tournament" => tournament = Some(keys.next_value()?),
                        _ => parts.push((key, keys.next_value()?)),
                    }
                }
                let cases = cases.ok_or_else(|| A::Error::missing_field("cases"))?;
                Ok(MarksTable { cases, tournament, parts })
            }
        }

        deserializer.deserialize_map(Keys)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Places {
    pub(super) best: Spanned<f64>,
    pub(super) worst: Spanned<f64>,
    pub(super) shared: Option<Spanned<String>>,
    pub(super) ladder: Option<Spanned<Rungs>>,
}

/// The rungs of a ladder between which marks are given in proportion.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rungs {
    pub(super) from: String,
    pub(super) to: String,
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
    pub(super) has: Option<Spanned<Vec<String>>>,
    pub(super) lacks: Option<Spanned<Vec<String>>>,
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
