//! The keys of `tournament.toml`, and what they mean.

use std::collections::{BTreeMap, HashSet};
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use plyground_core::agents::{self, AgentSpec};
use plyground_core::{GameId, dispatch, quote};
use serde::Deserialize;
use toml::Spanned;

use super::error::nearest;
use super::{Config, ConfigError, EntrantConfig, EntrantKind, ProgramConfig};
use crate::entrant::TimeLimit;
use crate::event::MOST_NAME;
use crate::fault::{FaultKind, FaultPolicy, Remedy, Rule};
use crate::openings::OpeningRules;
use crate::process::Bounds;
use crate::protocol::{Assigned, Protocol};
use crate::schedule::{Form, Schedule};
use crate::sprt::Sprt;
use crate::standings::{MarkRule, Points, PointsRule, SharedRank, TieBreak};

/// The whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: Spanned<String>,
    game: Spanned<String>,
    form: Option<Spanned<String>>,
    challengers: Option<Spanned<usize>>,
    rounds: Option<Spanned<u32>>,
    extra_pairs: Option<Spanned<u32>>,
    openings: Option<Spanned<u64>>,
    opening_plies: Option<u32>,
    opening_depth: Option<Spanned<u32>>,
    #[serde(default)]
    seed: u64,
    concurrency: Option<NonZeroUsize>,
    replays: Option<u32>,
    depth: Option<Spanned<u32>>,
    #[serde(default)]
    readable: Vec<Spanned<PathBuf>>,
    #[serde(default)]
    limits: Limits,
    #[serde(default)]
    faults: Faults,
    #[serde(default)]
    points: PointsTable,
    #[serde(default)]
    tie_breaks: Vec<Spanned<String>>,
    marks: Option<Spanned<Marks>>,
    sprt: Option<Spanned<SprtTable>>,
    entrant: Vec<Entrant>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Limits {
    time_ms: Option<Spanned<u64>>,
    grace_ms: Option<u64>,
    memory_mib: Option<Spanned<u64>>,
    processes: Option<Spanned<u32>>,
    file_mib: Option<u64>,
    output_kib: Option<Spanned<u64>>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Faults {
    late: Option<FaultRule>,
    illegal: Option<FaultRule>,
    unreadable: Option<FaultRule>,
    crashed: Option<FaultRule>,
    flooded: Option<FaultRule>,
}

impl Faults {
    /// The policy of the assignment, but for the kinds that the file has.
    fn policy(&self, assigned: FaultPolicy) -> FaultPolicy {
        let rule = |given: &Option<FaultRule>, usual: Rule| match given {
            Some(FaultRule { then, ask_again, penalty }) => {
                Rule { then: *then, ask_again: *ask_again, penalty: *penalty }
            }
            None => usual,
        };
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
struct FaultRule {
    then: Remedy,
    #[serde(default)]
    ask_again: u8,
    #[serde(default)]
    penalty: u16,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct PointsTable {
    win: Option<Spanned<Number>>,
    draw: Option<Spanned<Number>>,
    loss: Option<Spanned<Number>>,
    penalty: Option<Spanned<Number>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Marks {
    best: Option<Spanned<Number>>,
    worst: Option<Spanned<Number>>,
    steps: Option<Vec<Step>>,
    rest: Option<Spanned<Number>>,
    shared: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SprtTable {
    elo0: f64,
    elo1: f64,
    alpha: Option<f64>,
    beta: Option<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    up_to: Spanned<usize>,
    mark: Spanned<Number>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entrant {
    name: Spanned<String>,
    agent: Option<Spanned<String>>,
    command: Option<Spanned<Vec<String>>>,
    dir: Option<PathBuf>,
    #[serde(default)]
    env: BTreeMap<Spanned<String>, Spanned<String>>,
    protocol: Option<Spanned<String>>,
    startup: Option<Spanned<Vec<String>>>,
}

/// A number as it is written, whole or not.
#[derive(Deserialize)]
#[serde(untagged)]
enum Number {
    Whole(i64),
    Real(f64),
}

impl Number {
    fn points(&self) -> Result<Points, impl std::fmt::Display> {
        match self {
            Self::Whole(number) => number.to_string().parse(),
            Self::Real(number) => number.to_string().parse(),
        }
    }
}

/// Longer names than this are refused, in bytes.
const LONGEST_NAME: usize = MOST_NAME;

/// The depth that programs are told if the file names none.
const DEPTH: u32 = 4;

/// Games are played again so often by default, when the machine was at fault.
const REPLAYS: u32 = 2;

/// Error rates of a sequential test, if the file names none.
const ERROR_RATE: f64 = 0.05;

/// The deepest search of openings: deeper ones take longer than anybody waits.
const MOST_OPENING_DEPTH: u32 = 10;

/// The longest limit for an answer, in milliseconds: a day.
const MOST_TIME: u64 = 86_400_000;

pub(super) fn parse(text: &str, folder: &Path) -> Result<Config, ConfigError> {
    let file: File = toml::from_str(text).map_err(|error| ConfigError::of_toml(text, &error))?;
    Reader { text, folder }.config(&file)
}

struct Reader<'a> {
    text: &'a str,
    folder: &'a Path,
}

impl Reader<'_> {
    fn wrong<T>(&self, span: &Range<usize>, message: impl std::fmt::Display) -> Result<T, ConfigError> {
        Err(ConfigError::at(self.text, span, message))
    }

    /// The value that a word stands for.
    fn word<T: Copy>(
        &self,
        what: &str,
        word: &Spanned<String>,
        known: &[(&'static str, T)],
    ) -> Result<T, ConfigError> {
        if let Some((_, value)) = known.iter().find(|(name, _)| name == word.get_ref()) {
            return Ok(*value);
        }
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        let hint = nearest(word.get_ref(), &names).map(|name| format!("; did you mean {name}?"));
        let (found, hint) = (quote(word.get_ref()), hint.unwrap_or_default());
        let end = if hint.is_empty() { "; expected" } else { " Expected" };
        self.wrong(&word.span(), format_args!("{what}: found {found}{hint}{end} one of {}", names.join(", ")))
    }

    fn name(&self, what: &str, name: &Spanned<String>) -> Result<String, ConfigError> {
        let text = name.get_ref();
        let is_fine =
            !text.trim().is_empty() && text.len() <= LONGEST_NAME && !text.chars().any(char::is_control);
        if is_fine {
            return Ok(text.clone());
        }
        let expected = format!("1 to {LONGEST_NAME} bytes without control characters");
        self.wrong(&name.span(), format_args!("{what}: found {}; expected {expected}", quote(text)))
    }

    fn points(&self, number: &Spanned<Number>) -> Result<Points, ConfigError> {
        number.get_ref().points().or_else(|error| self.wrong(&number.span(), error))
    }

    fn at_least_one<T: Copy + Default + PartialEq>(
        &self,
        what: &str,
        number: &Spanned<T>,
    ) -> Result<T, ConfigError> {
        if *number.get_ref() == T::default() {
            return self.wrong(&number.span(), format_args!("{what}: found 0; expected 1 or more"));
        }
        Ok(*number.get_ref())
    }

    fn config(&self, file: &File) -> Result<Config, ConfigError> {
        let game = self.word("game", &file.game, &GameId::ALL.map(|id| (id.name(), id)))?;
        let depth = match &file.depth {
            None => DEPTH,
            Some(depth) => self.at_least_one("depth", depth)?,
        };
        let entrants = self.entrants(file, game, depth)?;
        let (time, policy) = dispatch!(game, G => (G::TIME, G::POLICY));
        let (time, bounds) = self.limits(&file.limits, time)?;
        let policy = file.faults.policy(policy);
        let rules = OpeningRules { plies: 0, ..OpeningRules::default() };
        let rules = OpeningRules {
            plies: file.opening_plies.unwrap_or(rules.plies),
            depth: self.opening_depth(file, rules.depth)?,
        };
        for path in &file.readable {
            if !path.get_ref().is_absolute() {
                let found = quote(&path.get_ref().to_string_lossy());
                return self
                    .wrong(&path.span(), format_args!("readable: found {found}; expected an absolute path"));
            }
        }
        let tie_breaks = TieBreak::ALL.map(|tie_break| (tie_break.name(), tie_break));
        Ok(Config {
            name: self.name("name", &file.name)?,
            game,
            schedule: self.schedule(file, entrants.len())?,
            entrants,
            seed: file.seed,
            openings: rules,
            time,
            bounds,
            readable: file.readable.iter().map(|path| path.get_ref().clone()).collect(),
            policy,
            points: self.points_rule(&file.points, &policy)?,
            tie_breaks: file
                .tie_breaks
                .iter()
                .map(|word| self.word("tie_breaks", word, &tie_breaks))
                .collect::<Result<_, _>>()?,
            marks: file.marks.as_ref().map(|marks| self.marks(marks)).transpose()?,
            sprt: file.sprt.as_ref().map(|table| self.sprt(table, file.entrant.len())).transpose()?,
            concurrency: file.concurrency,
            replays: file.replays.unwrap_or(REPLAYS),
        })
    }

    fn schedule(&self, file: &File, entrants: usize) -> Result<Schedule, ConfigError> {
        #[derive(Clone, Copy, PartialEq)]
        enum Word {
            RoundRobin,
            Gauntlet,
            Swiss,
            Knockout,
        }
        let words = [
            ("round-robin", Word::RoundRobin),
            ("gauntlet", Word::Gauntlet),
            ("swiss", Word::Swiss),
            ("knockout", Word::Knockout),
        ];
        let word = file.form.as_ref().map_or(Ok(Word::RoundRobin), |word| self.word("form", word, &words))?;
        // A key that belongs to another form would be silently without effect.
        let misplaced = [
            ("challengers", file.challengers.as_ref().map(Spanned::span), Word::Gauntlet, "gauntlet"),
            ("rounds", file.rounds.as_ref().map(Spanned::span), Word::Swiss, "swiss"),
            ("extra_pairs", file.extra_pairs.as_ref().map(Spanned::span), Word::Knockout, "knockout"),
        ];
        for (key, span, of, form) in misplaced {
            if let Some(span) = span.filter(|_| of != word) {
                return self.wrong(&span, format_args!("{key}: expected only with form = \"{form}\""));
            }
        }
        let form = match word {
            Word::RoundRobin => Form::RoundRobin,
            Word::Gauntlet => {
                Form::Gauntlet { challengers: file.challengers.as_ref().map_or(1, |n| *n.get_ref()) }
            }
            Word::Swiss => {
                // Enough for one to stand alone at the top.
                let usual = entrants.next_power_of_two().trailing_zeros().max(1);
                Form::Swiss { rounds: file.rounds.as_ref().map_or(usual, |n| *n.get_ref()) }
            }
            Word::Knockout => {
                Form::Knockout { tie_breaks: file.extra_pairs.as_ref().map_or(2, |n| *n.get_ref()) }
            }
        };
        let openings = file.openings.as_ref().map_or(1, |openings| *openings.get_ref());
        Schedule::new(form, entrants, openings, file.seed).or_else(|error| {
            let span = match error.place {
                "openings" => file.openings.as_ref().map(Spanned::span),
                "challengers" => file.challengers.as_ref().map(Spanned::span),
                "rounds" => file.rounds.as_ref().map(Spanned::span),
                _ => None,
            };
            match span {
                Some(span) => self.wrong(&span, error),
                None => Err(ConfigError { line: 0, column: 0, message: error.to_string() }),
            }
        })
    }

    fn limits(&self, limits: &Limits, assigned: TimeLimit) -> Result<(TimeLimit, Bounds), ConfigError> {
        let usual = Bounds::default();
        let limit = match &limits.time_ms {
            None => assigned.limit,
            Some(time) if !(1..=MOST_TIME).contains(time.get_ref()) => {
                let found = time.get_ref();
                return self
                    .wrong(&time.span(), format_args!("time_ms: found {found}; expected 1 to {MOST_TIME}"));
            }
            Some(time) => Duration::from_millis(*time.get_ref()),
        };
        let grace =
            limits.grace_ms.map_or(assigned.grace, |grace| Duration::from_millis(grace.min(MOST_TIME)));
        let memory = match &limits.memory_mib {
            None => usual.memory_bytes,
            Some(memory) => self.at_least_one("memory_mib", memory)?.saturating_mul(1 << 20),
        };
        let processes = match &limits.processes {
            None => usual.processes,
            Some(processes) => self.at_least_one("processes", processes)?,
        };
        let output = match &limits.output_kib {
            None => usual.stdout_bytes,
            Some(output) => {
                let bytes = self.at_least_one("output_kib", output)?.saturating_mul(1 << 10);
                usize::try_from(bytes).unwrap_or(usize::MAX)
            }
        };
        let time = TimeLimit { limit, grace };
        let bounds = Bounds {
            wall: time.allowed(),
            cpu: None,
            memory_bytes: memory,
            processes,
            file_bytes: limits.file_mib.map_or(usual.file_bytes, |file| file.saturating_mul(1 << 20)),
            stdout_bytes: output,
            stderr_bytes: usual.stderr_bytes,
            stderr_flood: usual.stderr_flood,
        };
        Ok((time, bounds))
    }

    /// What games are worth. A point of penalty costs what the key `penalty` says, a whole point if it says
    /// nothing.
    fn points_rule(&self, table: &PointsTable, policy: &FaultPolicy) -> Result<PointsRule, ConfigError> {
        let usual = PointsRule::default();
        let points = |number: &Option<Spanned<Number>>, usual: Points| {
            number.as_ref().map_or(Ok(usual), |number| self.points(number))
        };
        let penalty = points(&table.penalty, Points::hundredths(100))?.in_hundredths();
        let of_kind = |kind: FaultKind| {
            let points = i64::from(policy.rule(kind).penalty).saturating_mul(penalty);
            Points::hundredths(points.saturating_neg())
        };
        Ok(PointsRule {
            win: points(&table.win, usual.win)?,
            draw: points(&table.draw, usual.draw)?,
            loss: points(&table.loss, usual.loss)?,
            faults: FaultKind::ALL.map(of_kind),
        })
    }

    fn marks(&self, marks: &Spanned<Marks>) -> Result<(MarkRule, SharedRank), ConfigError> {
        let span = marks.span();
        let Marks { best, worst, steps, rest, shared } = marks.get_ref();
        let shared = shared.as_ref().map_or(Ok(SharedRank::default()), |word| {
            self.word("shared", word, &[("best", SharedRank::Best), ("mean", SharedRank::Mean)])
        })?;
        let rule = match (best, worst, steps, rest) {
            (Some(best), Some(worst), None, None) => {
                MarkRule::Linear { best: self.points(best)?, worst: self.points(worst)? }
            }
            (None, None, Some(steps), Some(rest)) => {
                let mut before = 0;
                let mut all = Vec::new();
                for Step { up_to, mark } in steps {
                    let place = *up_to.get_ref();
                    if place <= before {
                        let expected = format!("a place after {before}");
                        return self
                            .wrong(&up_to.span(), format_args!("up_to: found {place}; expected {expected}"));
                    }
                    before = place;
                    all.push((place, self.points(mark)?));
                }
                MarkRule::Steps { steps: all, rest: self.points(rest)? }
            }
            _ => return self.wrong(&span, "marks: expected best and worst, or steps and rest"),
        };
        Ok((rule, shared))
    }

    fn sprt(&self, table: &Spanned<SprtTable>, entrants: usize) -> Result<Sprt, ConfigError> {
        if entrants != 2 {
            return self.wrong(&table.span(), format_args!("sprt: {entrants} entrants; expected two"));
        }
        let SprtTable { elo0, elo1, alpha, beta } = table.get_ref();
        Sprt::new(*elo0, *elo1, alpha.unwrap_or(ERROR_RATE), beta.unwrap_or(ERROR_RATE))
            .or_else(|error| self.wrong(&table.span(), format_args!("sprt: {error}")))
    }

    fn entrants(&self, file: &File, game: GameId, depth: u32) -> Result<Vec<EntrantConfig>, ConfigError> {
        let mut names = HashSet::new();
        let mut entrants = Vec::new();
        for entrant in &file.entrant {
            let name = self.name("name", &entrant.name)?;
            if !names.insert(name.clone()) {
                let message = format!("name: {} is there twice; expected another name", quote(&name));
                return self.wrong(&entrant.name.span(), message);
            }
            entrants.push(EntrantConfig { name, kind: self.entrant(entrant, game, depth)? });
        }
        Ok(entrants)
    }

    fn entrant(&self, entrant: &Entrant, game: GameId, depth: u32) -> Result<EntrantKind, ConfigError> {
        match (&entrant.agent, &entrant.command) {
            (Some(agent), None) => {
                let keys = [
                    ("dir", entrant.dir.is_some()),
                    ("env", !entrant.env.is_empty()),
                    ("protocol", entrant.protocol.is_some()),
                    ("startup", entrant.startup.is_some()),
                ];
                if let Some((key, _)) = keys.iter().find(|(_, is_there)| *is_there) {
                    let message = format!("{key}: expected only with command, not with agent");
                    return self.wrong(&entrant.name.span(), message);
                }
                let spec: AgentSpec =
                    agent.get_ref().parse().or_else(|error| self.wrong(&agent.span(), error))?;
                let built = dispatch!(game, G => agents::build::<G>(&spec).map(|_| ()));
                built.or_else(|error| self.wrong(&agent.span(), error))?;
                Ok(EntrantKind::Agent(spec))
            }
            (None, Some(command)) => Ok(EntrantKind::Program(ProgramConfig {
                command: self.command("command", command)?,
                dir: self.folder.join(entrant.dir.as_deref().unwrap_or(Path::new("."))),
                env: self.env(&entrant.env)?,
                protocol: self.protocol(entrant.protocol.as_ref(), game, depth)?,
                startup: match &entrant.startup {
                    None => None,
                    Some(startup) => Some(self.command("startup", startup)?),
                },
            })),
            _ => self.wrong(
                &entrant.name.span(),
                format_args!("entrant {}: expected either agent or command", quote(entrant.name.get_ref())),
            ),
        }
    }

    fn opening_depth(&self, file: &File, usual: u32) -> Result<u32, ConfigError> {
        match &file.opening_depth {
            None => Ok(usual),
            Some(depth) if *depth.get_ref() > MOST_OPENING_DEPTH => {
                let found = depth.get_ref();
                let message = format!("opening_depth: found {found}; expected 0 to {MOST_OPENING_DEPTH}");
                self.wrong(&depth.span(), message)
            }
            Some(depth) => Ok(*depth.get_ref()),
        }
    }

    fn env(
        &self,
        variables: &BTreeMap<Spanned<String>, Spanned<String>>,
    ) -> Result<Vec<(OsString, OsString)>, ConfigError> {
        for (name, value) in variables {
            let text = name.get_ref();
            if text.is_empty() || text.contains(['=', '\0']) {
                let expected = "a name without = and zero bytes";
                let message = format!("env: found {}; expected {expected}", quote(text));
                return self.wrong(&name.span(), message);
            }
            if value.get_ref().contains('\0') {
                let message = format!("env: {}: expected a value without zero bytes", quote(text));
                return self.wrong(&value.span(), message);
            }
        }
        Ok(variables.iter().map(|(name, value)| (name.get_ref().into(), value.get_ref().into())).collect())
    }

    fn command(&self, what: &str, command: &Spanned<Vec<String>>) -> Result<Vec<OsString>, ConfigError> {
        let words = command.get_ref();
        if words.first().is_none_or(String::is_empty) || words.iter().any(|word| word.contains('\0')) {
            let expected = "a list of a program and its arguments, such as [\"python3\", \"agent.py\"]";
            return self.wrong(&command.span(), format_args!("{what}: expected {expected}"));
        }
        Ok(words.iter().map(Into::into).collect())
    }

    fn protocol(
        &self,
        word: Option<&Spanned<String>>,
        game: GameId,
        depth: u32,
    ) -> Result<Protocol, ConfigError> {
        let one_shot = dispatch!(game, G => G::protocol(depth).map(|protocol| protocol.name()));
        let one_shot = one_shot.map(|name| (name, Protocol::OneShot { depth }));
        match word {
            None => Ok(one_shot.map_or(Protocol::Lines, |(_, protocol)| protocol)),
            Some(word) => {
                let known: Vec<_> = one_shot.into_iter().chain([("lines", Protocol::Lines)]).collect();
                self.word("protocol", word, &known)
            }
        }
    }
}
