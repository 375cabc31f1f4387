//! What the keys of `tournament.toml` mean.

use std::collections::{BTreeMap, HashSet};
use std::ffi::OsString;
use std::fmt::Display;
use std::ops::{Range, RangeBounds};
use std::path::Path;
use std::time::Duration;

use plyground_core::agents::AgentSpec;
use plyground_core::{AnyGame, quote};
use serde_json::Number;
use toml::Spanned;

use super::tables::{Entrant, File, Limits, Marks, PointsTable, RungsTable, SprtTable, Step, Was};
use super::{Config, ConfigError, EntrantConfig, EntrantKind, ProgramConfig};
use crate::config_file::Source;
use crate::entrant::TimeLimit;
use crate::protocol::{PlayRules, Protocol};
use plyground_league::event::MOST_NAME;
use plyground_league::fault::{FaultKind, FaultPolicy};
use plyground_league::ladder::{self, Rung, RungMarks};
use plyground_league::openings::OpeningRules;
use plyground_league::schedule::{Form, Schedule};
use plyground_league::sprt::Sprt;
use plyground_league::standings::{MarkRule, Points, PointsRule, SharedRank, TieBreak};
use plyground_sandbox::process::Bounds;

/// Error rates of a sequential test, if the file names none.
const ERROR_RATE: f64 = 0.05;

/// Openings of each rung of a ladder, if the file says nothing.
const LADDER_OPENINGS: u64 = 10;

/// The deepest search of openings: deeper ones take longer than anybody waits.
const MOST_OPENING_DEPTH: u32 = 10;

/// The longest limit for an answer, in milliseconds: a day.
const MOST_TIME: u64 = 86_400_000;

type Result<T, E = ConfigError> = std::result::Result<T, E>;

pub(super) fn parse(text: &str, folder: &Path, is_begun: bool) -> Result<Config> {
    let file: File = toml::from_str(text).map_err(|error| ConfigError::of_toml(text, &error))?;
    Reader { source: Source { text }, folder, is_begun }.config(&file)
}

/// The part of the file that a key has, if it is there.
fn span<T>(key: Option<&Spanned<T>>) -> Option<Range<usize>> {
    key.map(Spanned::span)
}

/// What a key says, or what holds without it.
fn or_usual<T: Copy>(key: Option<&Spanned<T>>, usual: T) -> T {
    key.map_or(usual, |value| *value.get_ref())
}

/// What people see of a name, who overlook capitals and blanks.
fn folded(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Whether people would take two names, as they see them, for one. An accent can be a part of its letter, or written behind
/// it: which of both, and which accent, cannot be seen at a glance.
fn look_alike([one, other]: [&str; 2]) -> bool {
    let is_accent = |char: char| ('\u{300}'..='\u{36f}').contains(&char);
    // A sign for each letter that is not plain.
    let plain = |name: &str| {
        let mut plain = String::new();
        for char in name.chars() {
            if is_accent(char) {
                plain.pop();
            }
            plain.push(if char.is_ascii() { char } else { '\u{fffd}' });
        }
        plain
    };
    one == other || [one, other].iter().any(|name| name.contains(is_accent)) && plain(one) == plain(other)
}

struct Reader<'a> {
    source: Source<'a>,
    folder: &'a Path,
    /// Whether the names of entrants stand already in a plan.
    is_begun: bool,
}

impl Reader<'_> {
    /// The error that this part of the file is wrong.
    fn wrong<T, S>(&self, part: &Spanned<S>, message: impl Display) -> Result<T> {
        self.source.wrong(&part.span(), message)
    }

    fn name(&self, what: &str, name: &Spanned<String>) -> Result<String> {
        let text = name.get_ref();
        let is_fine =
            !text.trim().is_empty() && text.len() <= MOST_NAME && !text.chars().any(char::is_control);
        if is_fine {
            return Ok(text.clone());
        }
        let expected = format!("1 to {MOST_NAME} bytes without control characters");
        self.wrong(name, format_args!("{what}: found {}; expected {expected}", quote(text)))
    }

    fn points(&self, number: &Spanned<Number>) -> Result<Points> {
        number.get_ref().to_string().parse::<Points>().or_else(|error| self.wrong(number, error))
    }

    /// A number in a range, if there is one. `expected` is the range in words.
    fn within<T: Copy + Display + PartialOrd>(
        &self,
        what: &str,
        number: Option<&Spanned<T>>,
        range: impl RangeBounds<T>,
        expected: impl Display,
    ) -> Result<Option<T>> {
        let Some(part) = number else { return Ok(None) };
        let found = *part.get_ref();
        if range.contains(&found) {
            return Ok(Some(found));
        }
        self.wrong(part, format_args!("{what}: found {found}; expected {expected}"))
    }

    fn config(&self, file: &File) -> Result<Config> {
        let game = self.source.game(&file.game)?;
        let depth = self.within("depth", file.depth.as_ref(), 1.., "1 or more")?;
        let depth = depth.unwrap_or(Protocol::USUAL_DEPTH);
        let form = self.form(file)?;
        let rungs = self.rungs(file, game, form)?;
        let entrants = self.entrants(file, &rungs, game, depth)?;
        let PlayRules { time, policy, .. } = PlayRules::of(game);
        let (time, bounds) = self.limits(&file.limits, time)?;
        let policy = file.faults.policy(policy);
        let (usual, is_ladder) = (OpeningRules::of(game), matches!(form, Form::Ladder { .. }));
        let depths = format!("0 to {MOST_OPENING_DEPTH}");
        let opening_depth = file.opening_depth.as_ref();
        let opening_depth = self.within("opening_depth", opening_depth, ..=MOST_OPENING_DEPTH, depths)?;
        let rules = OpeningRules {
            // The rungs were rated with openings.
            plies: file.opening_plies.unwrap_or(if is_ladder { usual.plies } else { 0 }),
            depth: opening_depth.unwrap_or(usual.depth),
        };
        for path in &file.readable {
            if !path.get_ref().is_absolute() {
                let found = quote(&path.get_ref().to_string_lossy());
                return self.wrong(path, format_args!("readable: found {found}; expected an absolute path"));
            }
        }
        let known = TieBreak::ALL.map(|tie_break| (tie_break.name(), tie_break));
        let tie_breaks = file.tie_breaks.iter().map(|word| self.source.word("tie_breaks", word, &known));
        Ok(Config {
            name: self.name("name", &file.name)?,
            game,
            schedule: self.schedule(file, form, (entrants.len(), rungs.len()))?,
            rung_marks: if is_ladder { self.rung_marks(file, game)? } else { None },
            marks: if is_ladder { None } else { self.marks(file)? },
            rungs,
            entrants,
            seed: file.seed,
            openings: rules,
            time,
            bounds,
            readable: file.readable.iter().map(|path| path.get_ref().clone()).collect(),
            policy,
            points: self.points_rule(&file.points, &policy)?,
            tie_breaks: tie_breaks.collect::<Result<_>>()?,
            sprt: file.sprt.as_ref().map(|table| self.sprt(table, file.entrant.len())).transpose()?,
            concurrency: file.concurrency,
        })
    }

    /// The form of the tournament. How many rungs a ladder has is not known yet.
    fn form(&self, file: &File) -> Result<Form> {
        // Enough for one to stand alone at the top.
        let usual = file.entrant.len().next_power_of_two().trailing_zeros().max(1);
        let forms = [
            ("round-robin", Form::RoundRobin),
            ("gauntlet", Form::Gauntlet { challengers: or_usual(file.challengers.as_ref(), 1) }),
            ("ladder", Form::Ladder { rungs: 0 }),
            ("swiss", Form::Swiss { rounds: or_usual(file.rounds.as_ref(), usual) }),
            ("knockout", Form::Knockout { tie_breaks: or_usual(file.extra_pairs.as_ref(), 2) }),
        ];
        file.form.as_ref().map_or(Ok(Form::RoundRobin), |word| self.source.word("form", word, &forms))
    }

    /// The rungs of a ladder; none in other forms.
    fn rungs(&self, file: &File, game: AnyGame, form: Form) -> Result<Vec<Rung>> {
        let (Form::Ladder { .. }, Some(word)) = (form, &file.form) else { return Ok(Vec::new()) };
        let Some(rungs) = ladder::of(game.name()) else {
            return self.wrong(word, format_args!("form: {}", ladder::missing(game.name())));
        };
        let Some(chosen) = &file.rungs else { return Ok(rungs.to_vec()) };
        let known: Vec<_> = rungs.iter().map(|rung| (rung.agent, rung.agent)).collect();
        let chosen = chosen.get_ref().iter().map(|name| self.source.word("rungs", name, &known));
        let chosen: HashSet<&str> = chosen.collect::<Result<_>>()?;
        Ok(rungs.iter().filter(|rung| chosen.contains(rung.agent)).copied().collect())
    }

    fn schedule(&self, file: &File, form: Form, (entrants, rungs): (usize, usize)) -> Result<Schedule> {
        let is_ladder = matches!(form, Form::Ladder { .. });
        let only = |with: &str| format!("form = \"{with}\"");
        let other = || "another form than a ladder".to_owned();
        // A key that belongs to another form would be silently without effect. Ranks of a ladder are by rating, which
        // nothing else decides.
        let keys = [
            (
                "challengers",
                span(file.challengers.as_ref()),
                matches!(form, Form::Gauntlet { .. }),
                only("gauntlet"),
            ),
            ("rungs", span(file.rungs.as_ref()), is_ladder, only("ladder")),
            ("rounds", span(file.rounds.as_ref()), matches!(form, Form::Swiss { .. }), only("swiss")),
            (
                "extra_pairs",
                span(file.extra_pairs.as_ref()),
                matches!(form, Form::Knockout { .. }),
                only("knockout"),
            ),
            ("tie_breaks", span(file.tie_breaks.first()), !is_ladder, other()),
            ("sprt", span(file.sprt.as_ref()), !is_ladder, other()),
        ];
        for (key, span, is_in_place, with) in keys {
            if let Some(span) = span.filter(|_| !is_in_place) {
                return self.source.wrong(&span, format_args!("{key}: expected only with {with}"));
            }
        }
        let form = if is_ladder { Form::Ladder { rungs } } else { form };
        let openings = or_usual(file.openings.as_ref(), if is_ladder { LADDER_OPENINGS } else { 1 });
        Schedule::new(form, entrants, openings, file.seed).or_else(|error| {
            let place = match error.place {
                "openings" => span(file.openings.as_ref()),
                "entrants" if is_ladder => span(file.rungs.as_ref()),
                "challengers" => span(file.challengers.as_ref()),
                "rounds" => span(file.rounds.as_ref()),
                _ => None,
            };
            match place {
                Some(place) => self.source.wrong(&place, error),
                None => Err(ConfigError { line: 0, column: 0, message: error.to_string() }),
            }
        })
    }

    fn limits(&self, limits: &Limits, assigned: TimeLimit) -> Result<(TimeLimit, Bounds)> {
        let usual = Bounds::default();
        let times = format!("1 to {MOST_TIME}");
        let limit = self.within("time_ms", limits.time_ms.as_ref(), 1..=MOST_TIME, times)?;
        let limit = limit.map_or(assigned.limit, Duration::from_millis);
        let grace =
            limits.grace_ms.map_or(assigned.grace, |grace| Duration::from_millis(grace.min(MOST_TIME)));
        let mebibytes = |count: u64| count.saturating_mul(1 << 20);
        let memory = self.within("memory_mib", limits.memory_mib.as_ref(), 1.., "1 or more")?;
        let processes = self.within("processes", limits.processes.as_ref(), 1.., "1 or more")?;
        let output = self.within("output_kib", limits.output_kib.as_ref(), 1.., "1 or more")?;
        let output = output.map(|kib| usize::try_from(kib.saturating_mul(1 << 10)).unwrap_or(usize::MAX));
        let time = TimeLimit { limit, grace };
        let bounds = Bounds {
            wall: time.allowed(),
            cpu: None,
            memory_bytes: memory.map_or(usual.memory_bytes, mebibytes),
            processes: processes.unwrap_or(usual.processes),
            file_bytes: limits.file_mib.map_or(usual.file_bytes, mebibytes),
            stdout_bytes: output.unwrap_or(usual.stdout_bytes),
            ..usual
        };
        Ok((time, bounds))
    }

    /// What games are worth. A point of penalty costs what the key `penalty` says, a whole point if it says
    /// nothing.
    fn points_rule(&self, table: &PointsTable, policy: &FaultPolicy) -> Result<PointsRule> {
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

    /// The marks of a ladder.
    fn rung_marks(&self, file: &File, game: AnyGame) -> Result<Option<RungMarks>> {
        let Some(marks) = &file.marks else { return Ok(None) };
        let Marks { best, worst, steps, rest, shared, ladder } = marks.get_ref();
        let (Some(best), Some(worst), Some(rungs), None, None, None) =
            (best, worst, ladder, steps, rest, shared)
        else {
            let expected = "expected best, worst, and ladder = { from = \"RUNG\", to = \"RUNG\" }";
            return self.wrong(marks, format_args!("marks: {expected}"));
        };
        let RungsTable { from, to } = rungs.get_ref();
        let ends = [self.points(worst)?, self.points(best)?];
        let rule = RungMarks::new(game.name(), ends, [from, to]);
        rule.map(Some).or_else(|error| self.wrong(rungs, format_args!("ladder: {error}")))
    }

    /// The marks by rank in other forms.
    fn marks(&self, file: &File) -> Result<Option<(MarkRule, SharedRank)>> {
        let Some(marks) = &file.marks else { return Ok(None) };
        let Marks { best, worst, steps, rest, shared, ladder } = marks.get_ref();
        if let Some(ladder) = ladder {
            return self.wrong(ladder, "ladder: expected only with form = \"ladder\"");
        }
        let shared = shared.as_ref().map_or(Ok(SharedRank::default()), |word| {
            self.source.word("shared", word, &[("best", SharedRank::Best), ("mean", SharedRank::Mean)])
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
                        return self.wrong(up_to, format_args!("up_to: found {place}; expected {expected}"));
                    }
                    before = place;
                    all.push((place, self.points(mark)?));
                }
                MarkRule::Steps { steps: all, rest: self.points(rest)? }
            }
            _ => return self.wrong(marks, "marks: expected best and worst, or steps and rest"),
        };
        Ok(Some((rule, shared)))
    }

    fn sprt(&self, table: &Spanned<SprtTable>, entrants: usize) -> Result<Sprt> {
        if entrants != 2 {
            return self.wrong(table, format_args!("sprt: {entrants} entrants; expected two"));
        }
        let SprtTable { elo0, elo1, alpha, beta } = table.get_ref();
        Sprt::new(*elo0, *elo1, alpha.unwrap_or(ERROR_RATE), beta.unwrap_or(ERROR_RATE))
            .or_else(|error| self.wrong(table, format_args!("sprt: {error}")))
    }

    fn entrants(&self, file: &File, rungs: &[Rung], game: AnyGame, depth: u32) -> Result<Vec<EntrantConfig>> {
        // With what people see of them.
        let mut names: Vec<(String, String)> =
            rungs.iter().map(|rung| (folded(rung.agent), rung.agent.to_owned())).collect();
        let mut entrants = Vec::new();
        for rung in rungs {
            let spec: AgentSpec = rung.agent.parse().or_else(|error| self.wrong(&file.game, error))?;
            let (name, kind) = (rung.agent.to_owned(), EntrantKind::Agent(spec));
            entrants.push(EntrantConfig { name, kind, is_withdrawn: false });
        }
        for entrant in &file.entrant {
            let name = self.name("name", &entrant.name)?;
            let seen = folded(&name);
            let clash = names.iter().find(|(other_seen, other)| {
                *other == name || !self.is_begun && look_alike([other_seen, &seen])
            });
            if let Some((_, other)) = clash {
                let how = if *other == name {
                    "is there twice".to_owned()
                } else {
                    format!("and {} look alike", quote(other))
                };
                let message = format!("name: {} {how}; expected another name", quote(&name));
                return self.wrong(&entrant.name, message);
            }
            names.push((seen, name.clone()));
            let kind = self.entrant(entrant, game, depth)?;
            entrants.push(EntrantConfig { name, kind, is_withdrawn: entrant.withdrawn });
        }
        Ok(entrants)
    }

    fn entrant(&self, entrant: &Entrant, game: AnyGame, depth: u32) -> Result<EntrantKind> {
        match (&entrant.agent, &entrant.command) {
            (Some(agent), None) => {
                let keys = [
                    ("dir", entrant.dir.is_some()),
                    ("env", !entrant.env.is_empty()),
                    ("protocol", entrant.protocol.is_some()),
                    ("startup", entrant.startup.is_some()),
                    ("was", entrant.was.is_some()),
                ];
                if let Some((key, _)) = keys.iter().find(|(_, is_there)| *is_there) {
                    let message = format!("{key}: expected only with command, not with agent");
                    return self.wrong(&entrant.name, message);
                }
                let spec: AgentSpec = agent.get_ref().parse().or_else(|error| self.wrong(agent, error))?;
                let built = game.agent(&spec).map(drop);
                built.or_else(|error| self.wrong(agent, error))?;
                Ok(EntrantKind::Agent(spec))
            }
            (None, Some(command)) => Ok(EntrantKind::Program(ProgramConfig {
                command: self.command_somewhere(command, entrant.dir.is_some())?,
                dir: entrant.dir.as_deref().map(|dir| self.folder.join(dir)),
                env: self.env(&entrant.env)?,
                protocol: self.protocol(entrant.protocol.as_ref(), game, depth)?,
                startup: entrant.startup.as_ref().map(|words| self.command("startup", words)).transpose()?,
                was: entrant.was.as_ref().map(|was| self.was(was.get_ref(), game, depth)).transpose()?,
            })),
            _ => self.wrong(
                &entrant.name,
                format_args!("entrant {}: expected either agent or command", quote(entrant.name.get_ref())),
            ),
        }
    }

    fn was(&self, was: &Was, game: AnyGame, depth: u32) -> Result<(Vec<OsString>, Protocol)> {
        let command = self.command("was.command", &was.command)?;
        Ok((command, self.protocol(was.protocol.as_ref(), game, depth)?))
    }

    /// A command, whose program is not looked for in a folder that there is not.
    fn command_somewhere(&self, command: &Spanned<Vec<String>>, has_dir: bool) -> Result<Vec<OsString>> {
        let words = self.command("command", command)?;
        let first = words.first().map(|word| word.to_string_lossy()).unwrap_or_default();
        if !has_dir && first.contains('/') && !first.starts_with('/') {
            let why = "is a path, and there is no dir; expected the folder of the program";
            return self.wrong(command, format_args!("command: {} {why}", quote(&first)));
        }
        Ok(words)
    }

    fn env(
        &self,
        variables: &BTreeMap<Spanned<String>, Spanned<String>>,
    ) -> Result<Vec<(OsString, OsString)>> {
        for (name, value) in variables {
            let text = name.get_ref();
            if text.is_empty() || text.contains(['=', '\0']) {
                let expected = "a name without = and zero bytes";
                let message = format!("env: found {}; expected {expected}", quote(text));
                return self.wrong(name, message);
            }
            if value.get_ref().contains('\0') {
                let message = format!("env: {}: expected a value without zero bytes", quote(text));
                return self.wrong(value, message);
            }
        }
        Ok(variables.iter().map(|(name, value)| (name.get_ref().into(), value.get_ref().into())).collect())
    }

    fn command(&self, what: &str, command: &Spanned<Vec<String>>) -> Result<Vec<OsString>> {
        let words = command.get_ref();
        if words.first().is_none_or(String::is_empty) || words.iter().any(|word| word.contains('\0')) {
            let expected = "a list of a program and its arguments, such as [\"python3\", \"agent.py\"]";
            return self.wrong(command, format_args!("{what}: expected {expected}"));
        }
        Ok(words.iter().map(Into::into).collect())
    }

    fn protocol(&self, word: Option<&Spanned<String>>, game: AnyGame, depth: u32) -> Result<Protocol> {
        let one_shot = PlayRules::of(game).protocol(depth).map(|protocol| protocol.name());
        let one_shot = one_shot.map(|name| (name, Protocol::OneShot { depth }));
        match word {
            None => Ok(one_shot.map_or(Protocol::Lines, |(_, protocol)| protocol)),
            Some(word) => {
                let known: Vec<_> = one_shot.into_iter().chain([("lines", Protocol::Lines)]).collect();
                self.source.word("protocol", word, &known)
            }
        }
    }
}
