//! How the question of COMP3608 is put, as a file says it.

use plyground_arena::config_file::ConfigError;
use plyground_core::quote;
use plyground_core::search::CutRule;
use serde::Deserialize;
use toml::Spanned;

use super::question::{BoardStyle, RunScore, Search};
use crate::engine::reader::Reader;

/// The greatest weight of an evaluation: sums of them must fit.
const MOST_WEIGHT: i32 = 1_000_000;

/// The table `[search]`.
#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    most_nodes: Option<Spanned<u64>>,
    rows: Option<Spanned<String>>,
    cells: Option<Spanned<String>>,
    sides: Option<Spanned<[String; 2]>>,
    first_column: Option<Spanned<u8>>,
    token: Option<Spanned<i32>>,
    runs: Option<Spanned<[i32; 3]>>,
    win: Option<Spanned<i32>>,
    cut: Option<Spanned<String>>,
}

impl Settings {
    /// What they mean.
    pub(super) fn read(&self, depths: [u32; 2], reader: &Reader<'_>) -> Result<Search, ConfigError> {
        Ok(Search {
            depths,
            most_nodes: reader.most_nodes(self.most_nodes.as_ref())?,
            cut: match &self.cut {
                None => CutRule::AtEqual,
                Some(word) => reader.source.word(
                    "cut",
                    word,
                    &[("equal", CutRule::AtEqual), ("beyond", CutRule::Beyond)],
                )?,
            },
            board: self.board(reader)?,
            evaluation: self.evaluation(reader)?,
        })
    }

    /// How boards are written.
    fn board(&self, reader: &Reader<'_>) -> Result<BoardStyle, ConfigError> {
        let usual = BoardStyle::default();
        let is_bottom_first = match &self.rows {
            None => true,
            Some(word) => {
                reader.source.word("rows", word, &[("bottom-first", true), ("top-first", false)])?
            }
        };
        let cells = match &self.cells {
            None => usual.cells,
            Some(cells) => {
                let found: Vec<char> = cells.get_ref().chars().collect();
                let is_fine = |c: &char| c.is_ascii_graphic() && !matches!(c, ',' | '\'' | '"');
                match found[..] {
                    [a, b, c] if a != b && b != c && a != c && found.iter().all(is_fine) => [a, b, c],
                    _ => {
                        let expected =
                            "three different characters for red, yellow and empty, such as \"ry.\"";
                        let found = quote(cells.get_ref());
                        return reader
                            .source
                            .wrong(&cells.span(), format_args!("cells: found {found}; expected {expected}"));
                    }
                }
            }
        };
        let sides = match &self.sides {
            None => usual.sides,
            Some(sides) => {
                let [red, yellow] = sides.get_ref();
                let is_word =
                    |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric());
                if !is_word(red) || !is_word(yellow) || red == yellow {
                    let expected = "two different words of letters and digits";
                    return reader.source.wrong(&sides.span(), format_args!("sides: expected {expected}"));
                }
                [red.clone(), yellow.clone()]
            }
        };
        let first_column = reader.number("first_column", self.first_column.as_ref(), 0, [0, 1])?;
        Ok(BoardStyle { is_bottom_first, cells, sides, first_column })
    }

    fn evaluation(&self, reader: &Reader<'_>) -> Result<RunScore, ConfigError> {
        let weight = |what: &str, number: Option<&Spanned<i32>>, usual: i32| {
            reader.number(what, number, usual, [-MOST_WEIGHT, MOST_WEIGHT])
        };
        let plain = RunScore::default();
        let runs = self.runs.as_ref().map_or(plain.runs, |runs| *runs.get_ref());
        if let Some((span, weight)) = self
            .runs
            .as_ref()
            .map(Spanned::span)
            .zip(runs.into_iter().find(|weight| !(-MOST_WEIGHT..=MOST_WEIGHT).contains(weight)))
        {
            let message = format!("runs: found {weight}; expected {} to {MOST_WEIGHT}", -MOST_WEIGHT);
            return reader.source.wrong(&span, message);
        }
        Ok(RunScore {
            token: weight("token", self.token.as_ref(), plain.token)?,
            runs,
            win: weight("win", self.win.as_ref(), plain.win)?,
        })
    }
}
