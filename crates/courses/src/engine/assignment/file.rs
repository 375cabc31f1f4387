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
        let value = self.number(what, Some(number), 0.0, [0.0, 10_000.0])?;
        value.to_string().parse().or_else(|error| self.wrong(number, format_args!("{what}: {error}")))
    }

    pub(super) fn assignment(&self, file: &File) -> Result<Assignment, ConfigError> {
        let title = file.title.get_ref();
        let is_title = !title.trim().is_empty() && title.len() <= 200 && !title.chars().any(char::is_control);
        let expected = "1 to 200 bytes without control characters";
        let message = format_args!("title: found {}; expected {expected}", quote(title));
        self.check(is_title, &file.title, message)?;
        let task = self.task(file)?;
        let limits = &file.limits;
        let time = |what: &str, time: Option<&Spanned<u64>>, usual: u64| {
            // An hour at the most.
            self.number(what, time, usual, [1, 3_600_000]).map(Duration::from_millis)
        };
        let memory_bytes = self.number("memory_mib", limits.memory_mib.as_ref(), 1024, [16, 1 << 20])? << 20;
        let output = self.number("output_kib", limits.output_kib.as_ref(), 64, [1, 1 << 14])? << 10;
        let processes = self.number("processes", limits.processes.as_ref(), 128, [1, 100_000])?;
        let bounds = Bounds { memory_bytes, processes, stdout_bytes: 64 << 10, ..Bounds::default() };
        Ok(Assignment {
            title: title.clone(),
            main: self.plain("main", &file.main)?,
            mends: file.mend.unwrap_or(true),
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
        let [from, to] = file.depths.as_ref().map_or([1, 4], |depths| *depths.get_ref());
        if let Some(depths) = &file.depths {
            self.check(kind.has_depth, depths, "depths: expected only with a task that tells a depth")?;
            let expected = format_args!("two depths from 1 to {MOST_DEPTH}, the smaller first");
            let message = format_args!("depths: found [{from}, {to}]; expected {expected}");
            self.check((1..=to).contains(&from) && to <= MOST_DEPTH, depths, message)?;
        }
        let task = kind.configure([from, to], self)?;
        // Otherwise hardly any board but nearly full ones would do.
        if let Some(depths) = &file.depths
            && let Some(most) = task.exceeded(&kind.game().start(), from)
        {
            let why =
                format_args!("minimax examines more than {most} nodes of an empty board at depth {from}");
            let expected = "expected a smaller first depth or a greater most_nodes";
            return self.wrong(depths, format_args!("depths: found [{from}, {to}]; {why}; {expected}"));
        }
        let game = self.source.game(&file.game)?;
        let (found, expected, word) = (quote(game.name()), kind.game().name(), kind.word);
        let message = format_args!("game: found {found}; expected {expected} with task = \"{word}\"");
        self.check(game == kind.game(), &file.game, message)?;
        Ok(task)
    }

    fn fault(&self, word: Option<&Spanned<String>>, task: &Task) -> Result<Option<Remedy>, ConfigError> {
        let Some(word) = word else { return Ok(None) };
        self.check(task.kind.is_played, word, "fault: expected only with a task of playing programs")?;
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
        self.check(!tables.get_ref().is_empty(), tables, "language: expected at least one")?;
        for LanguageTable { run, .. } in tables.get_ref() {
            let is_call = run.get_ref().iter().any(|word| word == "{call}");
            let message = "run: expected \"{args}\": only the arguments of search and column are a call";
            self.check(task.kind.is_called || !is_call, run, message)?;
        }
        tables.get_ref().iter().map(|table| self.language(table)).collect()
    }

    fn language(&self, table: &LanguageTable) -> Result<Language, ConfigError> {
        let extensions = table.extensions.get_ref();
        let is_extension = |text: &String| {
            (1..=10).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
        };
        let are_extensions = !extensions.is_empty() && extensions.iter().all(is_extension);
        let message = "extensions: expected at least one of letters and digits, such as [\"py\"]";
        self.check(are_extensions, &table.extensions, message)?;
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
        let has_program = run.first().is_some_and(|program| !program.is_empty());
        let is_text = !run.iter().any(|word| word.contains('\0'));
        let message = "run: expected a program and its arguments with \"{args}\" at the end, such as \
                       [\"python3\", \"{main}.py\", \"{args}\"]";
        self.check(has_program && is_text && has_arguments, &table.run, message)?;
        let built = match (&table.build, &table.built) {
            (Some(_), Some(built)) => self.plain("built", built),
            (None, None) => Ok(String::new()),
            (Some(build), None) => {
                self.wrong(build, "build: expected together with built, the name of its file")
            }
            (None, Some(built)) => self.wrong(built, "built: expected together with build"),
        }?;
        let harness = |harness: &Spanned<Harness>| {
            let Harness { name, text } = harness.get_ref();
            self.plain("name", name).map(|name| (name, text.get_ref().clone()))
        };
        let harness = table.harness.as_ref().map(harness).transpose()?;
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
        let made = counts.map(|count| ("cases", count, " of a kind"));
        let named = [("given", given.len(), ""), ("opponents", opponents.len(), "")];
        for (what, found, of) in made.into_iter().chain(named) {
            let message = format_args!("{what}: found {found}; expected at most {MOST_CASES}{of}");
            self.check(found <= MOST_CASES, table, message)?;
        }
        let (has_cases, word) = (task.has_cases(), task.kind.word);
        let is_empty = counts == [0; 3] && given.is_empty();
        let message = format_args!("cases: expected none with task = \"{word}\": the whole game is the case");
        self.check(has_cases || is_empty, table, message)?;
        let message = "cases: expected public, hidden or after_due, or [[cases.given]]";
        self.check(!has_cases || !is_empty, table, message)?;
        let opponent = |word: &Spanned<String>| {
            let message = "opponents: expected only with a task of playing programs";
            self.check(task.kind.is_played, word, message)?;
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
        let why = "where the game is over; expected one that goes on";
        let message = format_args!("position: found {}, {why}", quote(text));
        self.check(position.outcome().is_none(), &table.position, message)?;
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
        if let Some(most) = task.exceeded(&position, depth) {
            let span = table.depth.as_ref().map_or_else(|| table.position.span(), Spanned::span);
            let why = format_args!("minimax examines more than {most} nodes of {}", quote(text));
            let message =
                format!("depth: found {depth}; {why} then; expected a smaller one or a greater most_nodes");
            return self.source.wrong(&span, message);
        }
        Ok(GivenCase { position: text.clone(), algorithm, depth })
    }

    /// Marks by rank and, for a ladder, by rating.
    fn places(
        &self,
        places: &Places,
        task: &Task,
    ) -> Result<((MarkRule, SharedRank), Option<RungMarks>), ConfigError> {
        let Places { best, worst, shared, ladder } = places;
        let shared = shared.as_ref().map_or(Ok(SharedRank::default()), |word| {
            self.source.word("shared", word, &[("best", SharedRank::Best), ("mean", SharedRank::Mean)])
        })?;
        let (best, worst) = (self.points("best", best)?, self.points("worst", worst)?);
        let by_rating = |rungs: &Spanned<Rungs>| {
            let Rungs { from, to } = rungs.get_ref();
            let rule = RungMarks::new(task.kind.game().name(), [worst, best], [from, to]);
            rule.or_else(|error| self.wrong(rungs, format_args!("ladder: {error}")))
        };
        let by_rating = ladder.as_ref().map(by_rating).transpose()?;
        Ok(((MarkRule::Linear { best, worst }, shared), by_rating))
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
            let (shown, expected) = (printable(name), names.join(", "));
            let message = format_args!("{shown}: no part of this task's answers; expected one of {expected}");
            self.check(names.contains(&name.as_str()), weight, message)?;
        }
        let weight_of =
            |part: &str| marks.parts.iter().find(|(name, _)| name == part).map(|(_, weight)| weight);
        let is_without_games = task.kind.is_played && !has_opponents;
        if let Some(strength) = weight_of(STRENGTH) {
            let message =
                "strength: only games earn it, and there are none; expected opponents in [cases], or 0";
            self.check(!is_without_games || *strength.get_ref() == 0, strength, message)?;
        }
        let weight = |part: &&str| {
            // Without games nothing can be earned of it.
            let usual = u32::from(!(is_without_games && *part == STRENGTH));
            self.number(part, weight_of(part), usual, [0, 1000])
        };
        let parts: Vec<u32> = names.iter().map(weight).collect::<Result<_, _>>()?;
        let message = "marks: nothing that cases have weighs anything; expected a weight above 0";
        self.check(parts.iter().any(|&weight| weight > 0), table, message)?;
        let places = marks.tournament.as_ref().map(|places| self.places(places.get_ref(), task));
        let (tournament, ladder) = places.transpose()?.unzip();
        Ok(Marks { cases: self.points("cases", &marks.cases)?, parts, tournament, ladder: ladder.flatten() })
    }

    fn late(&self, table: Option<&LateTable>) -> Result<Late, ConfigError> {
        let Some(LateTable { due, utc_offset, percent_a_day, most_days }) = table else {
            return Ok(Late { due: None, zone: Zone::default(), percent_a_day: 0, most_days: u32::MAX });
        };
        let read_zone = |text: &Spanned<String>| {
            let zone = text.get_ref().parse::<Zone>();
            zone.or_else(|error| self.wrong(text, format_args!("utc_offset: {error}")))
        };
        let zone = utc_offset.as_ref().map(read_zone).transpose()?.unwrap_or_default();
        let read_time = |text: &Spanned<String>| {
            let time = LocalTime::parse(text.get_ref(), &zone);
            time.or_else(|error| self.wrong(text, format_args!("due: {error}")))
        };
        Ok(Late {
            due: due.as_ref().map(read_time).transpose()?.map(LocalTime::end_of_minute),
            zone,
            percent_a_day: self.number("percent_a_day", percent_a_day.as_ref(), 0, [0, 100])?,
            most_days: most_days.unwrap_or(u32::MAX),
        })
    }
}
