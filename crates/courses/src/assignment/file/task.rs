//! What programs are asked: the task, its depths and trees, its boards and its evaluation.

use std::sync::Arc;

use plyground_core::games::connect_four::ConnectFour;
use plyground_core::search::CutRule;
use plyground_core::{Game as _, quote};
use toml::Spanned;

use super::{MOST_DEPTH, Reader};
use crate::assignment::tables::{File, Search};
use crate::assignment::{BoardStyle, RunScore, SearchTask, Task};
use crate::case::is_within;
use plyground_arena::config_file::ConfigError;
use plyground_league::fault::Remedy;

/// The greatest tree that a case may have, in nodes.
const MOST_NODES: u64 = 1_000_000;

/// The greatest tree that a case has if the file does not say, in nodes.
const USUAL_NODES: u64 = 3000;

/// The greatest weight of an evaluation: sums of them must fit.
const MOST_WEIGHT: i32 = 1_000_000;

/// The greatest minimax tree of a case, in nodes; `None` if nothing is searched to know what is right.
pub(super) fn most_nodes(task: &Task) -> Option<u64> {
    match task {
        Task::Search(task) => Some(task.most_nodes),
        Task::Column { most_nodes, .. } => Some(*most_nodes),
        Task::StateFile { .. } | Task::Request | Task::Match => None,
    }
}

impl Reader<'_> {
    pub(super) fn task(&self, file: &File) -> Result<Task, ConfigError> {
        #[derive(Clone, Copy, PartialEq)]
        enum Word {
            Search,
            Column,
            StateFile,
            Request,
            Match,
        }
        let words = [
            ("search", Word::Search),
            ("column", Word::Column),
            ("state-file", Word::StateFile),
            ("request", Word::Request),
            ("match", Word::Match),
        ];
        let word = self.source.word("task", &file.task, &words)?;
        if let Some(table) = &file.search {
            match word {
                Word::Search => {}
                Word::Column => self.most_nodes_only(table.get_ref())?,
                _ => {
                    let expected = "expected only with task = \"search\" or \"column\"";
                    return self.source.wrong(&table.span(), format_args!("search: {expected}"));
                }
            }
        }
        let has_depths = !matches!(word, Word::Request | Word::Match);
        let depths = match &file.depths {
            Some(depths) if !has_depths => {
                return self
                    .source
                    .wrong(&depths.span(), "depths: expected only with a task that tells a depth");
            }
            Some(depths) => {
                let [from, to] = *depths.get_ref();
                if from < 1 || to < from || to > MOST_DEPTH {
                    let message = format!("found [{from}, {to}]; expected two depths from 1 to {MOST_DEPTH}");
                    return self
                        .source
                        .wrong(&depths.span(), format_args!("depths: {message}, the smaller first"));
                }
                [from, to]
            }
            None => [1, 4],
        };
        let task = match word {
            Word::Search => Task::Search(Arc::new(self.search(file.search.as_ref(), depths)?)),
            Word::Column => Task::Column {
                depths,
                most_nodes: self.most_nodes(file.search.as_ref().map(Spanned::get_ref))?,
            },
            Word::StateFile => Task::StateFile { depths },
            Word::Request => Task::Request,
            Word::Match => Task::Match,
        };
        if let (Some(depths), Some(most)) = (&file.depths, most_nodes(&task)) {
            let [from, to] = *depths.get_ref();
            // Otherwise hardly any board but nearly full ones would do.
            if !is_within(&ConnectFour::start(), from, most) {
                let why =
                    format_args!("minimax examines more than {most} nodes of an empty board at depth {from}");
                let expected = "expected a smaller first depth or a greater most_nodes";
                let message = format!("depths: found [{from}, {to}]; {why}; {expected}");
                return self.source.wrong(&depths.span(), message);
            }
        }
        let game = self.source.game(&file.game)?;
        if game != task.game() {
            let (found, expected) = (quote(game.name()), task.game().name());
            let message =
                format!("found {found}; expected {expected} with task = \"{}\"", file.task.get_ref());
            return self.source.wrong(&file.game.span(), format_args!("game: {message}"));
        }
        Ok(task)
    }

    pub(super) fn fault(
        &self,
        word: Option<&Spanned<String>>,
        task: &Task,
    ) -> Result<Option<Remedy>, ConfigError> {
        let Some(word) = word else { return Ok(None) };
        if !task.is_played() {
            return self.source.wrong(&word.span(), "fault: expected only with a task of playing programs");
        }
        let known = [
            ("random", Remedy::RandomMove),
            ("lost-turn", Remedy::LostTurn),
            ("lost-game", Remedy::LostGame),
        ];
        self.source.word("fault", word, &known).map(Some)
    }

    fn most_nodes(&self, table: Option<&Search>) -> Result<u64, ConfigError> {
        let most = table.and_then(|table| table.most_nodes.as_ref());
        self.number("most_nodes", most, USUAL_NODES, [8, MOST_NODES])
    }

    /// Refuses what the question of CS431 does not have.
    fn most_nodes_only(&self, table: &Search) -> Result<(), ConfigError> {
        let Search { most_nodes: _, rows, cells, sides, first_column, token, runs, win, cut } = table;
        let others = [
            ("rows", rows.as_ref().map(Spanned::span)),
            ("cells", cells.as_ref().map(Spanned::span)),
            ("sides", sides.as_ref().map(Spanned::span)),
            ("first_column", first_column.as_ref().map(Spanned::span)),
            ("token", token.as_ref().map(Spanned::span)),
            ("runs", runs.as_ref().map(Spanned::span)),
            ("win", win.as_ref().map(Spanned::span)),
            ("cut", cut.as_ref().map(Spanned::span)),
        ];
        match others.into_iter().find_map(|(name, span)| Some((name, span?))) {
            Some((name, span)) => {
                self.source.wrong(&span, format_args!("{name}: expected only with task = \"search\""))
            }
            None => Ok(()),
        }
    }

    fn search(&self, table: Option<&Spanned<Search>>, depths: [u32; 2]) -> Result<SearchTask, ConfigError> {
        let nothing = Search::default();
        let table = table.map_or(&nothing, Spanned::get_ref);
        Ok(SearchTask {
            depths,
            most_nodes: self.most_nodes(Some(table))?,
            cut: match &table.cut {
                None => CutRule::AtEqual,
                Some(word) => self.source.word(
                    "cut",
                    word,
                    &[("equal", CutRule::AtEqual), ("beyond", CutRule::Beyond)],
                )?,
            },
            board: self.board(table)?,
            evaluation: self.evaluation(table)?,
        })
    }

    /// How boards are written.
    fn board(&self, table: &Search) -> Result<BoardStyle, ConfigError> {
        let usual = BoardStyle::default();
        let is_bottom_first = match &table.rows {
            None => true,
            Some(word) => self.source.word("rows", word, &[("bottom-first", true), ("top-first", false)])?,
        };
        let cells = match &table.cells {
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
                        return self
                            .source
                            .wrong(&cells.span(), format_args!("cells: found {found}; expected {expected}"));
                    }
                }
            }
        };
        let sides = match &table.sides {
            None => usual.sides,
            Some(sides) => {
                let [red, yellow] = sides.get_ref();
                let is_word =
                    |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric());
                if !is_word(red) || !is_word(yellow) || red == yellow {
                    let expected = "two different words of letters and digits";
                    return self.source.wrong(&sides.span(), format_args!("sides: expected {expected}"));
                }
                [red.clone(), yellow.clone()]
            }
        };
        let first_column = self.number("first_column", table.first_column.as_ref(), 0, [0, 1])?;
        Ok(BoardStyle { is_bottom_first, cells, sides, first_column })
    }

    fn evaluation(&self, table: &Search) -> Result<RunScore, ConfigError> {
        let weight = |what: &str, number: Option<&Spanned<i32>>, usual: i32| {
            self.number(what, number, usual, [-MOST_WEIGHT, MOST_WEIGHT])
        };
        let plain = RunScore::default();
        let runs = table.runs.as_ref().map_or(plain.runs, |runs| *runs.get_ref());
        if let Some((span, weight)) = table
            .runs
            .as_ref()
            .map(Spanned::span)
            .zip(runs.into_iter().find(|weight| !(-MOST_WEIGHT..=MOST_WEIGHT).contains(weight)))
        {
            let message = format!("runs: found {weight}; expected {} to {MOST_WEIGHT}", -MOST_WEIGHT);
            return self.source.wrong(&span, message);
        }
        Ok(RunScore {
            token: weight("token", table.token.as_ref(), plain.token)?,
            runs,
            win: weight("win", table.win.as_ref(), plain.win)?,
        })
    }
}
