//! What the keys of `assignment.toml` mean.

use std::fmt;
use std::time::Duration;

use plyground_core::agents::{self, AgentKind, AgentSpec};
use plyground_core::games::connect_four::ConnectFour;
use plyground_core::search::CutRule;
use plyground_core::{Game as _, GameId, Position as _, dispatch, quote};
use serde_json::Value;
use toml::Spanned;

use super::tables::{Cases, File, GivenTable, Harness, LanguageTable, LateTable, MarksTable, Places, Search};
use super::{Assignment, BoardStyle, CaseRules, Given, Language, Late, Marks, RunScore, SearchTask, Task};
use crate::fault::Remedy;
use crate::marking::case::is_within;
use crate::marking::moment::{Moment, Offset};
use crate::process::Bounds;
use crate::standings::{MarkRule, Points, SharedRank};
use crate::tournament::ConfigError;
use crate::tournament::config::error::Source;

/// The most cases of a kind: each is asked of every program.
const MOST_CASES: usize = 500;

/// The deepest search that is asked for.
const MOST_DEPTH: u32 = 42;

/// The greatest tree that a case may have, in nodes.
const MOST_NODES: u64 = 1_000_000;

/// The greatest tree that a case has if the file does not say, in nodes.
const USUAL_NODES: u64 = 3000;

/// The deepest search of an opponent built in, and its most simulations: its moves must not take long.
const OPPONENT_DEPTH: u32 = 6;
const OPPONENT_SIMULATIONS: u32 = 100_000;

/// The longest time for anything, in milliseconds: an hour.
const MOST_TIME: u64 = 3_600_000;

/// The greatest weight of an evaluation: sums of them must fit.
const MOST_WEIGHT: i32 = 1_000_000;

pub(super) fn parse(text: &str) -> Result<Assignment, ConfigError> {
    let file: File = toml::from_str(text).map_err(|error| ConfigError::of_toml(text, &error))?;
    Reader { source: Source { text } }.assignment(&file)
}

/// The greatest minimax tree of a case, in nodes; `None` if nothing is searched to know what is right.
const fn most_nodes(task: &Task) -> Option<u64> {
    match task {
        Task::Search(SearchTask { most_nodes, .. }) | Task::Column { most_nodes, .. } => Some(*most_nodes),
        Task::StateFile { .. } | Task::Request | Task::Match => None,
    }
}

/// Why an agent built in cannot be an opponent: its games would come out one way today and another way tomorrow, or
/// nobody would wait for them.
fn undependable(spec: &AgentSpec) -> Option<String> {
    let searches = matches!(spec.kind(), AgentKind::Minimax | AgentKind::AlphaBeta | AgentKind::Engine);
    if spec.time().is_some() {
        let expected = "one with a depth or a number of simulations and no time, such as alpha-beta:depth=2";
        Some(format!("it plays by time, and as well as the machine is fast; expected {expected}"))
    } else if searches && spec.depth_limit() > OPPONENT_DEPTH {
        Some(format!("it searches {} plies; expected at most {OPPONENT_DEPTH}", spec.depth_limit()))
    } else if spec.kind() == AgentKind::Mcts && spec.mcts().simulations > OPPONENT_SIMULATIONS {
        let found = spec.mcts().simulations;
        Some(format!("it makes {found} simulations a move; expected at most {OPPONENT_SIMULATIONS}"))
    } else {
        None
    }
}

struct Reader<'a> {
    source: Source<'a>,
}

impl Reader<'_> {
    /// A number within bounds, or what is usual.
    fn number<T: Copy + PartialOrd + fmt::Display>(
        &self,
        what: &str,
        number: Option<&Spanned<T>>,
        usual: T,
        [least, most]: [T; 2],
    ) -> Result<T, ConfigError> {
        let Some(spanned) = number else { return Ok(usual) };
        let number = *spanned.get_ref();
        if least <= number && number <= most {
            return Ok(number);
        }
        self.source.wrong(&spanned.span(), format_args!("{what}: found {number}; expected {least} to {most}"))
    }

    /// A name of a file or of a main program: letters, digits and a few marks, nothing that leads elsewhere.
    fn plain(&self, what: &str, name: &Spanned<String>) -> Result<String, ConfigError> {
        let text = name.get_ref();
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '+');
        if (1..=100).contains(&text.len()) && text.chars().all(is_plain) && !text.starts_with(['.', '-']) {
            return Ok(text.clone());
        }
        let expected = "1 to 100 letters, digits, _, -, + and dots, beginning with a letter, a digit or _";
        self.source.wrong(&name.span(), format_args!("{what}: found {}; expected {expected}", quote(text)))
    }

    fn points(&self, what: &str, number: &Spanned<f64>) -> Result<Points, ConfigError> {
        let value = *number.get_ref();
        if !(0.0..=10_000.0).contains(&value) {
            return self
                .source
                .wrong(&number.span(), format_args!("{what}: found {value}; expected 0 to 10000"));
        }
        value
            .to_string()
            .parse()
            .or_else(|error| self.source.wrong(&number.span(), format_args!("{what}: {error}")))
    }

    fn assignment(&self, file: &File) -> Result<Assignment, ConfigError> {
        let title = file.title.get_ref();
        if title.trim().is_empty() || title.len() > 200 || title.chars().any(char::is_control) {
            let expected = "1 to 200 bytes without control characters";
            let found = quote(title);
            return self
                .source
                .wrong(&file.title.span(), format_args!("title: found {found}; expected {expected}"));
        }
        let task = self.task(file)?;
        let usual = Bounds { memory_bytes: 1 << 30, stdout_bytes: 64 << 10, ..Bounds::default() };
        let limits = &file.limits;
        let time = |what: &str, time: Option<&Spanned<u64>>, usual: u64| {
            self.number(what, time, usual, [1, MOST_TIME]).map(Duration::from_millis)
        };
        let memory = self.number("memory_mib", limits.memory_mib.as_ref(), 1024, [16, 1 << 20])? << 20;
        let output = self.number("output_kib", limits.output_kib.as_ref(), 64, [1, 1 << 14])? << 10;
        let processes = self.number("processes", limits.processes.as_ref(), 128, [1, 100_000])?;
        let bounds = Bounds { memory_bytes: memory, processes, ..usual };
        let mut assignment = Assignment {
            title: title.clone(),
            main: self.plain("main", &file.main)?,
            mends: file.mend,
            languages: self.languages(&file.language, &task)?,
            build: Bounds { wall: time("build_ms", limits.build_ms.as_ref(), 60_000)?, ..bounds },
            run: Bounds {
                wall: time("time_ms", limits.time_ms.as_ref(), 10_000)?,
                stdout_bytes: usize::try_from(output).unwrap_or(usize::MAX),
                ..bounds
            },
            late_in_a_row: self.number("late_in_a_row", limits.late_in_a_row.as_ref(), 3, [1, 1000])?,
            fault: self.fault(limits.fault.as_ref(), &task)?,
            marks: self.marks(&file.marks, &task, !file.cases.get_ref().opponents.is_empty())?,
            cases: self.cases(&file.cases, &task)?,
            late: self.late(file.late.as_ref())?,
            task,
            identity: Value::Null,
        };
        assignment.identify();
        Ok(assignment)
    }

    fn task(&self, file: &File) -> Result<Task, ConfigError> {
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
            Word::Search => Task::Search(self.search(file.search.as_ref(), depths)?),
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
        let game = self.source.word("game", &file.game, &GameId::ALL.map(|id| (id.name(), id)))?;
        if game != task.game() {
            let (found, expected) = (quote(game.name()), task.game().name());
            let message =
                format!("found {found}; expected {expected} with task = \"{}\"", file.task.get_ref());
            return self.source.wrong(&file.game.span(), format_args!("game: {message}"));
        }
        Ok(task)
    }

    fn fault(&self, word: Option<&Spanned<String>>, task: &Task) -> Result<Option<Remedy>, ConfigError> {
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
            board: BoardStyle {
                is_bottom_first,
                cells,
                sides,
                first_column: self.number("first_column", table.first_column.as_ref(), 0, [0, 1])?,
            },
            evaluation: RunScore {
                token: weight("token", table.token.as_ref(), plain.token)?,
                runs,
                win: weight("win", table.win.as_ref(), plain.win)?,
            },
        })
    }

    fn languages(
        &self,
        tables: &Spanned<Vec<LanguageTable>>,
        task: &Task,
    ) -> Result<Vec<Language>, ConfigError> {
        if tables.get_ref().is_empty() {
            return self.source.wrong(&tables.span(), "language: expected at least one");
        }
        let calls = matches!(task, Task::Search(_) | Task::Column { .. });
        for LanguageTable { run, .. } in tables.get_ref() {
            if !calls && run.get_ref().iter().any(|word| word == "{call}") {
                let message = "run: expected \"{args}\": only the arguments of search and column are a call";
                return self.source.wrong(&run.span(), message);
            }
        }
        tables.get_ref().iter().map(|table| self.language(table)).collect()
    }

    fn language(&self, table: &LanguageTable) -> Result<Language, ConfigError> {
        let extensions = table.extensions.get_ref();
        let is_extension = |text: &String| {
            (1..=10).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
        };
        if extensions.is_empty() || !extensions.iter().all(is_extension) {
            let message = "extensions: expected at least one of letters and digits, such as [\"py\"]";
            return self.source.wrong(&table.extensions.span(), message);
        }
        let run = table.run.get_ref();
        // Arguments come last: protocols add them to the end of a command.
        let is_argument = |word: &String| word == "{args}" || word == "{call}";
        let has_arguments =
            run.last().is_some_and(is_argument) && run.iter().filter(|word| is_argument(word)).count() == 1;
        if run.first().is_none_or(String::is_empty)
            || run.iter().any(|word| word.contains('\0'))
            || !has_arguments
        {
            let expected = "a program and its arguments with \"{args}\" at the end, such as [\"python3\", \
                            \"{main}.py\", \"{args}\"]";
            return self.source.wrong(&table.run.span(), format_args!("run: expected {expected}"));
        }
        let built = match (&table.build, &table.built) {
            (Some(_), Some(built)) => self.plain("built", built)?,
            (None, None) => String::new(),
            (Some(build), None) => {
                return self
                    .source
                    .wrong(&build.span(), "build: expected together with built, the name of its file");
            }
            (None, Some(built)) => {
                return self.source.wrong(&built.span(), "built: expected together with build");
            }
        };
        let harness = match &table.harness {
            None => None,
            Some(harness) => {
                let Harness { name, text } = harness.get_ref();
                Some((self.plain("name", name)?, text.get_ref().clone()))
            }
        };
        Ok(Language {
            name: self.plain("name", &table.name)?,
            extensions: extensions.clone(),
            build: table.build.as_ref().map(|build| build.get_ref().clone()),
            built,
            run: run.clone(),
            harness,
        })
    }

    fn cases(&self, table: &Spanned<Cases>, task: &Task) -> Result<CaseRules, ConfigError> {
        let span = table.span();
        let Cases { seed, hidden_seed, public, hidden, after_due, given, opponents } = table.get_ref();
        let counts = [*public, *hidden, *after_due];
        if let Some(count) = counts.into_iter().find(|&count| count > MOST_CASES) {
            return self
                .source
                .wrong(&span, format_args!("cases: found {count}; expected at most {MOST_CASES} of a kind"));
        }
        for (what, found) in [("given", given.len()), ("opponents", opponents.len())] {
            if found > MOST_CASES {
                return self
                    .source
                    .wrong(&span, format_args!("{what}: found {found}; expected at most {MOST_CASES}"));
            }
        }
        let is_match = matches!(task, Task::Match);
        if is_match && (counts != [0; 3] || !given.is_empty()) {
            return self
                .source
                .wrong(&span, "cases: expected none with task = \"match\": the whole game is the case");
        }
        if !is_match && counts == [0; 3] && given.is_empty() {
            return self
                .source
                .wrong(&span, "cases: expected public, hidden or after_due, or [[cases.given]]");
        }
        let opponent = |word: &Spanned<String>| {
            if !task.is_played() {
                return self
                    .source
                    .wrong(&word.span(), "opponents: expected only with a task of playing programs");
            }
            let spec: AgentSpec =
                word.get_ref().parse().or_else(|error| self.source.wrong(&word.span(), error))?;
            let built = dispatch!(task.game(), G => agents::build::<G>(&spec).map(|_| ()));
            built.or_else(|error| self.source.wrong(&word.span(), error))?;
            match undependable(&spec) {
                Some(why) => self.source.wrong(&word.span(), format_args!("opponents: found {spec}; {why}")),
                None => Ok(spec),
            }
        };
        Ok(CaseRules {
            seed: *seed,
            hidden_seed: *hidden_seed,
            counts,
            given: given.iter().map(|given| self.given(given, task)).collect::<Result<_, _>>()?,
            opponents: opponents.iter().map(opponent).collect::<Result<_, _>>()?,
        })
    }

    fn given(&self, table: &GivenTable, task: &Task) -> Result<Given, ConfigError> {
        let text = table.position.get_ref();
        let read = dispatch!(task.game(), G => {
            G::notations()[0].parse(text).map(|position| position.outcome().is_some())
        });
        let is_over = read.or_else(|error| {
            let message = error.to_string().replace('\n', "; ");
            self.source.wrong(&table.position.span(), format_args!("position: {message}"))
        })?;
        if is_over {
            let found = quote(text);
            let message =
                format!("position: found {found}, where the game is over; expected one that goes on");
            return self.source.wrong(&table.position.span(), message);
        }
        let algorithm = match (&table.algorithm, task) {
            (Some(word), Task::Search(_)) => {
                Some(self.source.word("algorithm", word, &[("M", 'M'), ("A", 'A')])?)
            }
            (None, Task::Search(_)) => {
                return self.source.wrong(&table.position.span(), "given: expected an algorithm, M or A");
            }
            (Some(word), _) => {
                return self.source.wrong(&word.span(), "algorithm: expected only with task = \"search\"");
            }
            (None, _) => None,
        };
        let depth = self.number("depth", table.depth.as_ref(), 1, [1, MOST_DEPTH])?;
        if let Some(most) = most_nodes(task)
            && let Ok(position) = ConnectFour::notations()[0].parse(text)
            && !is_within(&position, depth, most)
        {
            let span = table.depth.as_ref().map_or_else(|| table.position.span(), Spanned::span);
            let why = format_args!("minimax examines more than {most} nodes of {}", quote(text));
            let message =
                format!("depth: found {depth}; {why} then; expected a smaller one or a greater most_nodes");
            return self.source.wrong(&span, message);
        }
        Ok(Given { position: text.clone(), algorithm, depth })
    }

    fn marks(
        &self,
        table: &Spanned<MarksTable>,
        task: &Task,
        has_opponents: bool,
    ) -> Result<Marks, ConfigError> {
        let marks = table.get_ref();
        let known = [
            ("column", &marks.column),
            ("nodes", &marks.nodes),
            ("move", &marks.mv),
            ("strength", &marks.strength),
            ("moves", &marks.moves),
            ("generated", &marks.generated),
        ];
        for (name, weight) in known {
            if let Some(weight) = weight.as_ref().filter(|_| !task.parts().contains(&name)) {
                let expected = task.parts().join(", ");
                return self.source.wrong(
                    &weight.span(),
                    format_args!("{name}: no part of this task's answers; expected one of {expected}"),
                );
            }
        }
        let weight = |part: &&str| {
            let (name, weight) = known.iter().find(|(name, _)| name == part).expect("every part has a key");
            self.number(name, weight.as_ref(), 1, [0, 1000])
        };
        if let Some(strength) =
            marks.strength.as_ref().filter(|weight| *weight.get_ref() > 0 && !has_opponents)
        {
            let message =
                "strength: only games earn it, and there are none; expected opponents in [cases], or 0";
            return self.source.wrong(&strength.span(), message);
        }
        let mut parts: Vec<u32> = task.parts().iter().map(weight).collect::<Result<_, _>>()?;
        if let (true, false, [_, strength]) = (task.is_played(), has_opponents, parts.as_mut_slice()) {
            // Without games nothing can be earned of it.
            *strength = 0;
        }
        if parts.iter().all(|&weight| weight == 0) {
            return self.source.wrong(
                &table.span(),
                "marks: nothing that cases have weighs anything; expected a weight above 0",
            );
        }
        let tournament = match &marks.tournament {
            None => None,
            Some(places) => {
                let Places { best, worst, shared } = places.get_ref();
                let shared = shared.as_ref().map_or(Ok(SharedRank::default()), |word| {
                    self.source.word(
                        "shared",
                        word,
                        &[("best", SharedRank::Best), ("mean", SharedRank::Mean)],
                    )
                })?;
                let (best, worst) = (self.points("best", best)?, self.points("worst", worst)?);
                Some((MarkRule::Linear { best, worst }, shared))
            }
        };
        Ok(Marks { cases: self.points("cases", &marks.cases)?, parts, tournament })
    }

    fn late(&self, table: Option<&LateTable>) -> Result<Late, ConfigError> {
        let Some(LateTable { due, utc_offset, percent_a_day, most_days }) = table else {
            return Ok(Late { due: None, offset: Offset::default(), percent_a_day: 0, most_days: u32::MAX });
        };
        let offset: Offset = match utc_offset {
            None => Offset::default(),
            Some(text) => text
                .get_ref()
                .parse()
                .or_else(|error| self.source.wrong(&text.span(), format_args!("utc_offset: {error}")))?,
        };
        let due = match due {
            None => None,
            Some(text) => Some(
                Moment::parse(text.get_ref(), offset)
                    .or_else(|error| self.source.wrong(&text.span(), format_args!("due: {error}")))?
                    .end_of_minute(),
            ),
        };
        Ok(Late {
            due,
            offset,
            percent_a_day: self.number("percent_a_day", percent_a_day.as_ref(), 0, [0, 100])?,
            most_days: most_days.unwrap_or(u32::MAX),
        })
    }
}
