//! What the keys of `assignment.toml` mean.

use std::time::Duration;

use plyground_arena::config_file::ConfigError;
use plyground_core::agents::{AgentSpec, OptionKey};
use plyground_core::{Notation as _, Position as _, printable, quote};
use plyground_league::fault::Remedy;
use plyground_league::ladder::RungMarks;
use plyground_league::standings::{MarkRule, Points, SharedRank};
use plyground_sandbox::process::Bounds;
use toml::Spanned;

use super::tables::{Cases, File, GivenTable, Harness, LanguageTable, LateTable, MarksTable, Places, Rungs};
use super::{Assignment, CaseRules, GivenCase, Language, Late, Marks};
use crate::engine::local_time::{LocalTime, Zone};
use crate::engine::reader::Reader;
use crate::engine::task::{STRENGTH, Task, TaskKind};

/// The deepest search that is asked for.
const MOST_DEPTH: u32 = 42;

/// The longest time for anything, in milliseconds: an hour.
const MOST_TIME: u64 = 3_600_000;

pub(super) fn parse(text: &str) -> Result<Assignment, ConfigError> {
    let reader = Reader::of(text);
    reader.assignment(&reader.table()?)
}

/// The most cases of a kind: each is asked of every program.
const MOST_CASES: usize = 500;

/// The deepest search of an opponent built in, and its most simulations: its moves must not take long.
const OPPONENT_DEPTH: u32 = 6;
const OPPONENT_SIMULATIONS: u32 = 100_000;

/// Why an agent built in cannot be an opponent: its games would come out one way today and another way tomorrow, or
/// nobody would wait for them.
fn undependable(spec: &AgentSpec) -> Option<String> {
    let searches = spec.kind().takes(OptionKey::Depth);
    if spec.time().is_some() {
        let expected = "one with a depth or a number of simulations and no time, such as alpha-beta:depth=2";
        Some(format!("it plays by time, and as well as the machine is fast; expected {expected}"))
    } else if searches && spec.depth_limit() > OPPONENT_DEPTH {
        Some(format!("it searches {} plies; expected at most {OPPONENT_DEPTH}", spec.depth_limit()))
    } else if spec.kind().takes(OptionKey::Simulations) && spec.mcts().simulations > OPPONENT_SIMULATIONS {
        let found = spec.mcts().simulations;
        Some(format!("it makes {found} simulations a move; expected at most {OPPONENT_SIMULATIONS}"))
    } else {
        None
    }
}

impl Reader<'_> {
    /// A name of a file or of a main program: letters, digits and a few marks, nothing that leads elsewhere.
    fn plain(&self, what: &str, name: &Spanned<String>) -> Result<String, ConfigError> {
        let text = name.get_ref();
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '+');
        if (1..=100).contains(&text.len()) && text.chars().all(is_plain) && !text.starts_with(['.', '-']) {
            return Ok(text.clone());
        }
        let expected = "1 to 100 letters, digits, _, -, + and dots, beginning with a letter, a digit or _";
        self.wrong(name, format_args!("{what}: found {}; expected {expected}", quote(text)))
    }

    fn points(&self, what: &str, number: &Spanned<f64>) -> Result<Points, ConfigError> {
        let value = *number.get_ref();
        if !(0.0..=10_000.0).contains(&value) {
            return self.wrong(number, format_args!("{what}: found {value}; expected 0 to 10000"));
        }
        value.to_string().parse().or_else(|error| self.wrong(number, format_args!("{what}: {error}")))
    }

    fn assignment(&self, file: &File) -> Result<Assignment, ConfigError> {
        let title = file.title.get_ref();
        if title.trim().is_empty() || title.len() > 200 || title.chars().any(char::is_control) {
            let expected = "1 to 200 bytes without control characters";
            let found = quote(title);
            return self.wrong(&file.title, format_args!("title: found {found}; expected {expected}"));
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
        Ok(Assignment {
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
        })
    }

    fn task(&self, file: &File) -> Result<Task, ConfigError> {
        let known: Vec<_> = TaskKind::all().iter().map(|&kind| (kind.word, kind)).collect();
        let kind = self.source.word("task", &file.task, &known)?;
        let depths = match &file.depths {
            Some(depths) if !kind.has_depth => {
                return self.wrong(depths, "depths: expected only with a task that tells a depth");
            }
            Some(depths) => {
                let [from, to] = *depths.get_ref();
                if from < 1 || to < from || to > MOST_DEPTH {
                    let message = format!("found [{from}, {to}]; expected two depths from 1 to {MOST_DEPTH}");
                    return self.wrong(depths, format_args!("depths: {message}, the smaller first"));
                }
                [from, to]
            }
            None => [1, 4],
        };
        let task = kind.configure(depths, self)?;
        if let (Some(depths), Some(most)) = (&file.depths, task.most_nodes()) {
            let [from, to] = *depths.get_ref();
            // Otherwise hardly any board but nearly full ones would do.
            if !task.fits(&task.kind.game().start(), from) {
                let why =
                    format_args!("minimax examines more than {most} nodes of an empty board at depth {from}");
                let expected = "expected a smaller first depth or a greater most_nodes";
                let message = format!("depths: found [{from}, {to}]; {why}; {expected}");
                return self.wrong(depths, message);
            }
        }
        let game = self.source.game(&file.game)?;
        if game != task.kind.game() {
            let (found, expected) = (quote(game.name()), task.kind.game().name());
            let message =
                format!("found {found}; expected {expected} with task = \"{}\"", file.task.get_ref());
            return self.wrong(&file.game, format_args!("game: {message}"));
        }
        Ok(task)
    }

    fn fault(&self, word: Option<&Spanned<String>>, task: &Task) -> Result<Option<Remedy>, ConfigError> {
        let Some(word) = word else { return Ok(None) };
        if !task.kind.is_played {
            return self.wrong(word, "fault: expected only with a task of playing programs");
        }
        let known = [
            ("random", Remedy::RandomMove),
            ("lost-turn", Remedy::LostTurn),
            ("lost-game", Remedy::LostGame),
        ];
        self.source.word("fault", word, &known).map(Some)
    }

    fn languages(
        &self,
        tables: &Spanned<Vec<LanguageTable>>,
        task: &Task,
    ) -> Result<Vec<Language>, ConfigError> {
        if tables.get_ref().is_empty() {
            return self.wrong(tables, "language: expected at least one");
        }
        for LanguageTable { run, .. } in tables.get_ref() {
            if !task.kind.is_called && run.get_ref().iter().any(|word| word == "{call}") {
                let message = "run: expected \"{args}\": only the arguments of search and column are a call";
                return self.wrong(run, message);
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
            return self.wrong(&table.extensions, message);
        }
        let texts = |key: &str, texts: &Option<Spanned<Vec<String>>>| match texts {
            Some(texts) if texts.get_ref().is_empty() || texts.get_ref().iter().any(String::is_empty) => {
                let message = format!("{key}: expected at least one text, and none that is empty");
                self.wrong(texts, message)
            }
            Some(texts) => Ok(texts.get_ref().clone()),
            None => Ok(Vec::new()),
        };
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
            return self.wrong(&table.run, format_args!("run: expected {expected}"));
        }
        let built = match (&table.build, &table.built) {
            (Some(_), Some(built)) => self.plain("built", built)?,
            (None, None) => String::new(),
            (Some(build), None) => {
                return self.wrong(build, "build: expected together with built, the name of its file");
            }
            (None, Some(built)) => {
                return self.wrong(built, "built: expected together with build");
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
            has: texts("has", &table.has)?,
            lacks: texts("lacks", &table.lacks)?,
            build: table.build.as_ref().map(|build| build.get_ref().clone()),
            built,
            run: run.clone(),
            harness,
        })
    }

    fn cases(&self, table: &Spanned<Cases>, task: &Task) -> Result<CaseRules, ConfigError> {
        let Cases { seed, hidden_seed, public, hidden, after_due, given, opponents } = table.get_ref();
        let counts = [*public, *hidden, *after_due];
        if let Some(count) = counts.into_iter().find(|&count| count > MOST_CASES) {
            return self
                .wrong(table, format_args!("cases: found {count}; expected at most {MOST_CASES} of a kind"));
        }
        for (what, found) in [("given", given.len()), ("opponents", opponents.len())] {
            if found > MOST_CASES {
                return self
                    .wrong(table, format_args!("{what}: found {found}; expected at most {MOST_CASES}"));
            }
        }
        let has_cases = task.has_cases();
        if !has_cases && (counts != [0; 3] || !given.is_empty()) {
            let word = task.kind.word;
            return self.wrong(
                table,
                format_args!("cases: expected none with task = \"{word}\": the whole game is the case"),
            );
        }
        if has_cases && counts == [0; 3] && given.is_empty() {
            return self.wrong(table, "cases: expected public, hidden or after_due, or [[cases.given]]");
        }
        let opponent = |word: &Spanned<String>| {
            if !task.kind.is_played {
                return self.wrong(word, "opponents: expected only with a task of playing programs");
            }
            let spec: AgentSpec = word.get_ref().parse().or_else(|error| self.wrong(word, error))?;
            let built = task.kind.game().agent(&spec).map(drop);
            built.or_else(|error| self.wrong(word, error))?;
            match undependable(&spec) {
                Some(why) => self.wrong(word, format_args!("opponents: found {spec}; {why}")),
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

    fn given(&self, table: &GivenTable, task: &Task) -> Result<GivenCase, ConfigError> {
        let text = table.position.get_ref();
        let read = task.kind.game().notation().parse(text);
        let position = read.or_else(|error| {
            let message = error.to_string().replace('\n', "; ");
            self.wrong(&table.position, format_args!("position: {message}"))
        })?;
        if position.outcome().is_some() {
            let found = quote(text);
            let message =
                format!("position: found {found}, where the game is over; expected one that goes on");
            return self.wrong(&table.position, message);
        }
        let known = task.kind.algorithms;
        let algorithm = match &table.algorithm {
            Some(word) if known.is_empty() => {
                return self.wrong(word, "algorithm: expected none with this task");
            }
            Some(word) => Some(self.source.word("algorithm", word, known)?),
            None if known.is_empty() => None,
            None => {
                let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
                let message = format!("given: expected an algorithm, {}", names.join(" or "));
                return self.wrong(&table.position, message);
            }
        };
        let depth = self.number("depth", table.depth.as_ref(), 1, [1, MOST_DEPTH])?;
        if let Some(most) = task.most_nodes()
            && !task.fits(&position, depth)
        {
            let span = table.depth.as_ref().map_or_else(|| table.position.span(), Spanned::span);
            let why = format_args!("minimax examines more than {most} nodes of {}", quote(text));
            let message =
                format!("depth: found {depth}; {why} then; expected a smaller one or a greater most_nodes");
            return self.source.wrong(&span, message);
        }
        Ok(GivenCase { position: text.clone(), algorithm, depth })
    }

    fn places(&self, places: &Places) -> Result<(MarkRule, SharedRank), ConfigError> {
        let Places { best, worst, shared, .. } = places;
        let shared = shared.as_ref().map_or(Ok(SharedRank::default()), |word| {
            self.source.word("shared", word, &[("best", SharedRank::Best), ("mean", SharedRank::Mean)])
        })?;
        let (best, worst) = (self.points("best", best)?, self.points("worst", worst)?);
        Ok((MarkRule::Linear { best, worst }, shared))
    }

    fn marks(
        &self,
        table: &Spanned<MarksTable>,
        task: &Task,
        has_opponents: bool,
    ) -> Result<Marks, ConfigError> {
        let marks = table.get_ref();
        let names = task.kind.parts();
        for (name, weight) in &marks.parts {
            if !names.contains(&name.as_str()) {
                let (name, expected) = (printable(name), names.join(", "));
                return self.wrong(
                    weight,
                    format_args!("{name}: no part of this task's answers; expected one of {expected}"),
                );
            }
        }
        let weight_of =
            |part: &str| marks.parts.iter().find(|(name, _)| name == part).map(|(_, weight)| weight);
        let is_without_games = task.kind.is_played && !has_opponents;
        if let Some(strength) = weight_of(STRENGTH).filter(|weight| is_without_games && *weight.get_ref() > 0)
        {
            let message =
                "strength: only games earn it, and there are none; expected opponents in [cases], or 0";
            return self.wrong(strength, message);
        }
        let weight = |part: &&str| {
            // Without games nothing can be earned of it.
            let usual = u32::from(!(is_without_games && *part == STRENGTH));
            self.number(part, weight_of(part), usual, [0, 1000])
        };
        let parts: Vec<u32> = names.iter().map(weight).collect::<Result<_, _>>()?;
        if parts.iter().all(|&weight| weight == 0) {
            return self
                .wrong(table, "marks: nothing that cases have weighs anything; expected a weight above 0");
        }
        let places = marks.tournament.as_ref().map(Spanned::get_ref);
        let tournament = places.map(|places| self.places(places)).transpose()?;
        let ladder = match places.and_then(|places| Some((places, places.ladder.as_ref()?))) {
            None => None,
            Some((places, rungs)) => {
                let ends = [self.points("worst", &places.worst)?, self.points("best", &places.best)?];
                let Rungs { from, to } = rungs.get_ref();
                let rule = RungMarks::new(task.kind.game().name(), ends, [from, to]);
                Some(rule.or_else(|error| self.wrong(rungs, format_args!("ladder: {error}")))?)
            }
        };
        Ok(Marks { cases: self.points("cases", &marks.cases)?, parts, tournament, ladder })
    }

    fn late(&self, table: Option<&LateTable>) -> Result<Late, ConfigError> {
        let Some(LateTable { due, utc_offset, percent_a_day, most_days }) = table else {
            return Ok(Late { due: None, zone: Zone::default(), percent_a_day: 0, most_days: u32::MAX });
        };
        let zone: Zone = match utc_offset {
            None => Zone::default(),
            Some(text) => text
                .get_ref()
                .parse()
                .or_else(|error| self.wrong(text, format_args!("utc_offset: {error}")))?,
        };
        let due = match due {
            None => None,
            Some(text) => Some(
                LocalTime::parse(text.get_ref(), &zone)
                    .or_else(|error| self.wrong(text, format_args!("due: {error}")))?
                    .end_of_minute(),
            ),
        };
        Ok(Late {
            due,
            zone,
            percent_a_day: self.number("percent_a_day", percent_a_day.as_ref(), 0, [0, 100])?,
            most_days: most_days.unwrap_or(u32::MAX),
        })
    }
}
