//! Agents as text: `name[:key=value[,key=value...]]`.
//!
//! `alpha-beta:depth=6,eval=cs431`, `minimax:depth=4` and `random:seed=7` are specs. One table,
//! [`AgentKind`], lists all agents and options. Parser, menus and messages read it.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use std::time::Duration;

use super::values::{parse_count, parse_depth, parse_thousandths, parse_time, write_thousandths, write_time};
use super::{AgentKind, AgentOption, OptionKey, graded};
use crate::games::breakthrough::engine::MOST_THREADS;
use crate::search::{CutRule, mcts};
use crate::text::error_text;
use crate::{digits, quote};

/// Time for a move of an engine or a Monte Carlo search whose spec names no limit, and of a perfect agent.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// A kind of agent with its options, written `name[:key=value[,key=value...]]`: `random:seed=7`,
/// `alpha-beta:depth=6,eval=cs431`. Reading and [`Display`](fmt::Display) undo each other.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct AgentSpec {
    kind: AgentKind,
    depth: Option<u32>,
    evaluation: Option<String>,
    cut: Option<CutRule>,
    level: Option<u32>,
    simulations: Option<u32>,
    /// In thousandths.
    exploration: Option<u32>,
    seed: Option<u64>,
    threads: Option<u32>,
    time: Option<Duration>,
}

impl AgentSpec {
    /// An agent with every option left out.
    pub fn of(kind: AgentKind) -> Self {
        Self { kind, ..Self::default() }
    }

    /// The kind of agent.
    pub const fn kind(&self) -> AgentKind {
        self.kind
    }

    /// The search depth in plies, at least 1, if one is given.
    pub const fn depth(&self) -> Option<u32> {
        self.depth
    }

    /// The greatest depth in plies to which the agent searches: given, 4 for textbook agents, and none
    /// (`u32::MAX`) for an engine.
    pub fn depth_limit(&self) -> u32 {
        self.depth.or(self.kind.info().depth).unwrap_or(u32::MAX)
    }

    /// The name of the evaluation, if one is given. Whether the game has it is found out by
    /// [`build`](super::build).
    pub fn evaluation(&self) -> Option<&str> {
        self.evaluation.as_deref()
    }

    /// The cut rule of alpha-beta.
    pub fn cut(&self) -> CutRule {
        self.cut.unwrap_or_default()
    }

    /// The level of a graded player, from 1 to 5.
    pub fn level(&self) -> u32 {
        self.level.unwrap_or(graded::USUAL_LEVEL)
    }

    /// The number of simulations for a move of a Monte Carlo search, if one is given.
    pub const fn simulations(&self) -> Option<u32> {
        self.simulations
    }

    /// How a Monte Carlo search goes about.
    pub fn mcts(&self) -> mcts::Settings {
        let usual = mcts::Settings::default();
        mcts::Settings {
            simulations: self.simulations.unwrap_or(usual.simulations),
            exploration: self.exploration.unwrap_or(usual.exploration),
            seed: self.seed(),
            ..usual
        }
    }

    /// The seed of the random numbers.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(0)
    }

    /// The number of threads that search side by side, at least 1.
    pub fn threads(&self) -> u32 {
        self.threads.unwrap_or(1)
    }

    /// The time for each move, if there is a limit: given, or a second for a perfect agent, for an engine
    /// without depth and for a Monte Carlo search without a number of simulations.
    /// The caller enforces it. An engine that nobody stops searches to its depth.
    pub fn time(&self) -> Option<Duration> {
        let is_endless = (self.kind.info().is_endless)(self);
        self.time.or(is_endless.then_some(DEFAULT_TIME))
    }

    /// The same agent with this seed, if its kind takes one and the spec gives none.
    #[must_use]
    pub fn or_seed(mut self, seed: u64) -> Self {
        if self.kind.takes(OptionKey::Seed) {
            self.seed.get_or_insert(seed);
        }
        self
    }

    fn set(&mut self, key: OptionKey, value: &str) -> Option<()> {
        match key {
            OptionKey::Depth => self.depth = Some(parse_depth(value)?),
            OptionKey::Eval => self.evaluation = Some((!value.is_empty()).then(|| value.to_owned())?),
            OptionKey::Cut => self.cut = Some(CutRule::from_name(value)?),
            OptionKey::Level => self.level = Some(parse_count(value, 1..=graded::LEVELS)?),
            OptionKey::Simulations => {
                self.simulations = Some(parse_count(value, 1..=mcts::MOST_SIMULATIONS)?);
            }
            OptionKey::Exploration => self.exploration = Some(parse_thousandths(value)?),
            OptionKey::Seed => self.seed = Some(digits(value)?.parse().ok()?),
            OptionKey::Threads => self.threads = Some(parse_count(value, 1..=MOST_THREADS)?),
            OptionKey::Time => self.time = Some(parse_time(value)?),
        }
        Some(())
    }
}

impl FromStr for AgentSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let agent = format!("agent {}", quote(text));
        let (name, options) =
            text.split_once(':').map_or((text, None), |(name, options)| (name, Some(options)));
        let Some(kind) = AgentKind::from_name(name) else {
            let names = AgentKind::names().join(", ");
            let message = format!("no agent is called {}; expected one of {names}", quote(name));
            return Err(SpecError { span: 0..name.len(), place: agent, message });
        };
        let mut spec = Self::of(kind);
        let mut seen = Vec::new();
        let mut start = name.len() + 1;
        for option in options.into_iter().flat_map(|options| options.split(',')) {
            let (key, value) =
                option.split_once('=').map_or((option, None), |(key, value)| (key, Some(value)));
            let span = start..start + option.len();
            start = span.end + 1;
            let place = format!("{agent}, option {}", quote(key));
            let fail = |message| Err(SpecError { span, place, message });
            let known = kind.info().options.iter().find(|option| option.key.name() == key);
            let Some(AgentOption { key, .. }) = known else {
                return fail(format!("no such option; {}", options_of(kind)));
            };
            let Some(value) = value else {
                return fail(format!("no value; expected {}={}", key.name(), key.expected()));
            };
            if seen.contains(key) {
                return fail("given twice; expected once".to_owned());
            }
            seen.push(*key);
            if spec.set(*key, value).is_none() {
                return fail(format!("found {}; expected {}", quote(value), key.expected()));
            }
        }
        Ok(spec)
    }
}

/// What can stand after the colon, for messages.
fn options_of(kind: AgentKind) -> String {
    let names: Vec<&str> = kind.info().options.iter().map(|option| option.key.name()).collect();
    let names = if names.is_empty() { "no options".to_owned() } else { names.join(", ") };
    format!("{} takes {names}", kind.name())
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        let mut options: Vec<(OptionKey, String)> = Vec::new();
        options.extend(self.depth.map(|depth| (OptionKey::Depth, depth.to_string())));
        options.extend(self.evaluation.clone().map(|name| (OptionKey::Eval, name)));
        options.extend(self.cut.map(|rule| (OptionKey::Cut, rule.name().to_owned())));
        options.extend(self.level.map(|level| (OptionKey::Level, level.to_string())));
        options.extend(self.simulations.map(|number| (OptionKey::Simulations, number.to_string())));
        options.extend(self.exploration.map(|weight| (OptionKey::Exploration, write_thousandths(weight))));
        options.extend(self.seed.map(|seed| (OptionKey::Seed, seed.to_string())));
        options.extend(self.threads.map(|threads| (OptionKey::Threads, threads.to_string())));
        options.extend(self.time.map(|time| (OptionKey::Time, write_time(time))));
        for (i, (key, value)) in options.iter().enumerate() {
            let separator = if i == 0 { ':' } else { ',' };
            write!(f, "{separator}{}={value}", key.name())?;
        }
        Ok(())
    }
}

/// Why a spec was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpecError {
    /// The bytes of the text that are meant: of the spec, or of the name of an evaluation.
    pub span: Range<usize>,
    /// The place: the spec and the option.
    pub place: String,
    /// What is wrong, and what is possible.
    pub message: String,
}

impl SpecError {
    /// An error about an agent, or about an option of it.
    pub(super) fn of(spec: &AgentSpec, option: Option<OptionKey>, message: String) -> Self {
        let text = spec.to_string();
        let option = option.map_or_else(String::new, |key| format!(", option '{}'", key.name()));
        Self { span: 0..text.len(), place: format!("agent {}{option}", quote(&text)), message }
    }
}

error_text!(SpecError, self => "{}: {}", self.place, self.message);

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<AgentSpec, String> {
        text.parse().map_err(|error: SpecError| error.to_string())
    }

    #[test]
    fn specs_are_read() {
        let spec = parse("alpha-beta:depth=6,eval=cs431,cut=beyond").unwrap();
        assert_eq!(spec.kind(), AgentKind::AlphaBeta);
        assert_eq!((spec.depth(), spec.evaluation()), (Some(6), Some("cs431")));
        assert_eq!((spec.cut(), spec.seed(), spec.time()), (CutRule::Beyond, 0, None));
        assert_eq!(parse("random:seed=18446744073709551615").unwrap().seed(), u64::MAX);
        assert_eq!(parse("minimax").unwrap().depth_limit(), 4);
        assert_eq!(parse("engine").unwrap().depth_limit(), u32::MAX);
        assert_eq!(parse("engine").unwrap().time(), Some(Duration::from_secs(1)));
        assert_eq!(parse("engine:depth=3").unwrap().time(), None);
        let search = parse("mcts").unwrap();
        assert_eq!((search.mcts(), search.time()), (mcts::Settings::default(), Some(Duration::from_secs(1))));
        let search = parse("mcts:simulations=9,exploration=1.25,seed=4").unwrap();
        let expected =
            mcts::Settings { simulations: 9, exploration: 1250, seed: 4, ..mcts::Settings::default() };
        assert_eq!((search.mcts(), search.time()), (expected, None));
        assert_eq!((parse("graded").unwrap().level(), parse("graded:level=5").unwrap().level()), (3, 5));
        assert_eq!(parse("graded").unwrap().time(), None);
        let engine = parse("engine:time=500ms,depth=9").unwrap();
        assert_eq!((engine.depth_limit(), engine.time()), (9, Some(Duration::from_millis(500))));
        assert_eq!(parse("minimax:depth=1000").unwrap().depth(), Some(crate::agents::MOST_DEPTH));
        assert_eq!(parse("minimax:depth=007").unwrap().depth(), Some(7));
    }

    #[test]
    fn writing_undoes_reading() {
        for text in [
            "first",
            "random",
            "random:seed=7",
            "minimax:depth=4",
            "alpha-beta:eval=cs431",
            "alpha-beta:depth=6,eval=comp3608,cut=equal",
            "engine:depth=8,eval=cs431,time=0.9s",
            "engine:threads=256,time=2s",
            "mcts:simulations=1000,exploration=0.05,seed=3,time=2s",
            "graded:level=1,seed=9",
        ] {
            assert_eq!(parse(text).unwrap().to_string(), text);
        }
        let sorted = parse("alpha-beta:cut=equal,depth=2").unwrap();
        assert_eq!(sorted.to_string(), "alpha-beta:depth=2,cut=equal");
    }

    #[test]
    fn seeds_are_filled_in_where_they_belong() {
        assert_eq!(parse("random").unwrap().or_seed(5).to_string(), "random:seed=5");
        assert_eq!(parse("random:seed=1").unwrap().or_seed(5).to_string(), "random:seed=1");
        assert_eq!(parse("first").unwrap().or_seed(5).to_string(), "first");
    }

    #[test]
    fn error_spans_cover_the_wrong_part() {
        for (text, meant) in [
            ("uct:depth=2", "uct"),
            ("minimax:depth=2,cut=never", "cut=never"),
            ("alpha-beta:depth=2,eval=x,depth=3", "depth=3"),
            ("first:", ""),
        ] {
            let error = text.parse::<AgentSpec>().unwrap_err();
            assert_eq!(&text[error.span], meant, "{text}");
        }
    }

    #[test]
    fn errors_name_place_cause_and_remedy() {
        const AGENTS: &str = "expected one of first, random, minimax, alpha-beta, engine, mcts, \
             graded, perfect";
        for (text, shown) in
            [("", "''"), ("uct", "'uct'"), ("Random", "'Random'"), ("\x1b[2J", "'\\u{1b}[2J'")]
        {
            let message = format!("agent {shown}: no agent is called {shown}; {AGENTS}");
            assert_eq!(parse(text).unwrap_err(), message);
        }
        let time = "a time above 0 in seconds or milliseconds, such as 0.9s or 500ms";
        let weight = "a number from 0 to 1000 with at most three decimals, such as 0.7";
        let rules = "equal (cut when alpha >= beta) or beyond (only when alpha > beta)";
        for (kind, option, expected) in [
            ("minimax", "depth=0", "a whole number of plies, 1 to 1000"),
            ("minimax", "depth=1001", "a whole number of plies, 1 to 1000"),
            ("minimax", "depth=4294967296", "a whole number of plies, 1 to 1000"),
            ("minimax", "depth=99999999999999999999", "a whole number of plies, 1 to 1000"),
            ("minimax", "eval=", "the name of an evaluation of the game"),
            ("alpha-beta", "cut=>", rules),
            ("engine", "time=1", time),
            ("engine", "threads=257", "a whole number from 1 to 256"),
            ("mcts", "simulations=0", "a whole number from 1 to 2147483647"),
            ("mcts", "exploration=-1", weight),
            ("graded", "level=6", "a whole number from 1 to 5"),
            ("random", "seed=-1", "a whole number below 2^64"),
            ("random", "seed=18446744073709551616", "a whole number below 2^64"),
        ] {
            let (key, value) = option.split_once('=').unwrap();
            let place = format!("agent '{kind}:{option}', option '{key}'");
            let message = format!("{place}: found '{value}'; expected {expected}");
            assert_eq!(parse(&format!("{kind}:{option}")).unwrap_err(), message);
        }
        for (text, key, message) in [
            ("first:depth=2", "depth", "no such option; first takes no options"),
            ("minimax:", "", "no such option; minimax takes depth, eval"),
            ("minimax:cut=equal", "cut", "no such option; minimax takes depth, eval"),
            ("minimax:depth=2,", "", "no such option; minimax takes depth, eval"),
            ("mcts:depth=3", "depth", "no such option; mcts takes simulations, exploration, seed, time"),
            ("minimax:depth", "depth", "no value; expected depth=a whole number of plies, 1 to 1000"),
            ("minimax:depth=2,depth=3", "depth", "given twice; expected once"),
        ] {
            assert_eq!(parse(text).unwrap_err(), format!("agent '{text}', option '{key}': {message}"));
        }
        for bad in ["+3", "-1", "3.5", "4x", " 4", "", "00"] {
            assert!(parse(&format!("minimax:depth={bad}")).is_err(), "{bad:?}");
        }
    }
}
