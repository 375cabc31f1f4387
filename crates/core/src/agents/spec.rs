//! Agents as text: `name[:key=value[,key=value...]]`.
//!
//! `alpha-beta:depth=6,eval=cs431`, `minimax:depth=4` and `random:seed=7` are specs. Which agents and
//! options exist stands in one table, [`AgentKind::info`], from which parser, menus and messages read.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::quote;
use crate::search::CutRule;

/// The built-in agents: a closed set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AgentKind {
    /// The first legal move.
    First,
    /// A random legal move.
    Random,
    /// Textbook minimax.
    Minimax,
    /// Textbook alpha-beta.
    AlphaBeta,
    /// The engine, as deep as depth and time allow.
    Engine,
}

/// What people need to know about a kind of agent.
#[derive(Clone, Copy, Debug)]
pub struct AgentInfo {
    /// The name in specs.
    pub name: &'static str,
    /// How it plays, in one sentence.
    pub about: &'static str,
    /// The options that it takes.
    pub options: &'static [AgentOption],
}

/// An option of an agent.
#[derive(Clone, Copy, Debug)]
pub struct AgentOption {
    /// Which option it is.
    pub key: OptionKey,
    /// What holds when it is left out, in words.
    pub default: &'static str,
}

/// The options that agents take.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OptionKey {
    /// Search depth in plies.
    Depth,
    /// Name of the evaluation.
    Eval,
    /// Cut rule of alpha-beta.
    Cut,
    /// Seed of the random numbers.
    Seed,
    /// Time for a move. It belongs to the caller, since nothing here reads a clock.
    Time,
}

impl OptionKey {
    /// The name in specs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Depth => "depth",
            Self::Eval => "eval",
            Self::Cut => "cut",
            Self::Seed => "seed",
            Self::Time => "time",
        }
    }

    /// The values that it takes, for menus and messages.
    pub const fn expected(self) -> &'static str {
        match self {
            Self::Depth => "a whole number of plies, 1 or more",
            Self::Eval => "the name of an evaluation of the game",
            Self::Cut => "equal (cut when alpha >= beta) or beyond (only when alpha > beta)",
            Self::Seed => "a whole number below 2^64",
            Self::Time => "a time above 0 in seconds or milliseconds, such as 0.9s or 500ms",
        }
    }
}

/// Depth of a textbook agent whose spec names none.
const DEFAULT_DEPTH: u32 = 4;

/// Time for a move of an engine whose spec names neither time nor depth.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

impl AgentKind {
    /// Every kind, in the order of menus.
    pub const ALL: [Self; 5] = [Self::First, Self::Random, Self::Minimax, Self::AlphaBeta, Self::Engine];

    /// Name, description and options.
    pub const fn info(self) -> &'static AgentInfo {
        const DEPTH: AgentOption = AgentOption { key: OptionKey::Depth, default: "4" };
        const EVAL: AgentOption =
            AgentOption { key: OptionKey::Eval, default: "the first evaluation of the game" };
        const CUT: AgentOption = AgentOption { key: OptionKey::Cut, default: "equal" };
        const SEED: AgentOption = AgentOption { key: OptionKey::Seed, default: "0" };
        match self {
            Self::First => &AgentInfo {
                name: "first",
                about: "plays the first legal move, on upright boards the left-most open column",
                options: &[],
            },
            Self::Random => &AgentInfo {
                name: "random",
                about: "plays every legal move with the same probability",
                options: &[SEED],
            },
            Self::Minimax => &AgentInfo {
                name: "minimax",
                about: "searches every line to a fixed depth; of equal moves the first examined wins",
                options: &[DEPTH, EVAL],
            },
            Self::AlphaBeta => &AgentInfo {
                name: "alpha-beta",
                about: "chooses as minimax does, but leaves out lines that cannot matter",
                options: &[DEPTH, EVAL, CUT],
            },
            Self::Engine => &AgentInfo {
                name: "engine",
                about: "searches deeper and deeper, and proves wins and losses where it can",
                options: &[
                    AgentOption { key: OptionKey::Depth, default: "no limit" },
                    EVAL,
                    AgentOption { key: OptionKey::Time, default: "1s, or no limit if a depth is given" },
                ],
            },
        }
    }

    /// The name in specs.
    pub const fn name(self) -> &'static str {
        self.info().name
    }
}

/// A kind of agent with its options, written `name[:key=value[,key=value...]]`: `random:seed=7`,
/// `alpha-beta:depth=6,eval=cs431`. Reading and [`Display`](fmt::Display) undo each other.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AgentSpec {
    kind: AgentKind,
    depth: Option<u32>,
    evaluation: Option<String>,
    cut: Option<CutRule>,
    seed: Option<u64>,
    time: Option<Duration>,
}

impl AgentSpec {
    /// An agent with every option left out.
    pub const fn of(kind: AgentKind) -> Self {
        Self { kind, depth: None, evaluation: None, cut: None, seed: None, time: None }
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
        let default = if self.kind == AgentKind::Engine { u32::MAX } else { DEFAULT_DEPTH };
        self.depth.unwrap_or(default)
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

    /// The seed of the random numbers.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(0)
    }

    /// The time for each move, if there is a limit: given, or a second for an engine without depth.
    /// Whoever calls the agent keeps it; an engine that nobody stops searches to its depth.
    pub fn time(&self) -> Option<Duration> {
        let is_endless = self.kind == AgentKind::Engine && self.depth.is_none();
        self.time.or(is_endless.then_some(DEFAULT_TIME))
    }

    /// The same agent with this seed, if its kind takes one and the spec gives none.
    #[must_use]
    pub fn or_seed(mut self, seed: u64) -> Self {
        if self.kind.info().options.iter().any(|option| option.key == OptionKey::Seed) {
            self.seed.get_or_insert(seed);
        }
        self
    }

    fn set(&mut self, key: OptionKey, value: &str) -> Option<()> {
        match key {
            OptionKey::Depth => self.depth = Some(parse_depth(value)?),
            OptionKey::Eval => self.evaluation = Some((!value.is_empty()).then(|| value.to_owned())?),
            OptionKey::Cut => self.cut = Some(parse_cut(value)?),
            OptionKey::Seed => self.seed = Some(digits(value)?.parse().ok()?),
            OptionKey::Time => self.time = Some(parse_time(value)?),
        }
        Some(())
    }
}

impl FromStr for AgentSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let agent = format!("agent {}", quote(text));
        let (name, options) = match text.split_once(':') {
            None => (text, None),
            Some((name, options)) => (name, Some(options)),
        };
        let Some(kind) = AgentKind::ALL.into_iter().find(|kind| kind.name() == name) else {
            let names = AgentKind::ALL.map(AgentKind::name).join(", ");
            let message = format!("no agent is called {}; expected one of {names}", quote(name));
            return Err(SpecError { place: agent, message });
        };
        let mut spec = Self::of(kind);
        let mut seen = Vec::new();
        for option in options.into_iter().flat_map(|options| options.split(',')) {
            let (key, value) = match option.split_once('=') {
                None => (option, None),
                Some((key, value)) => (key, Some(value)),
            };
            let fail = |message| Err(SpecError { place: format!("{agent}, option {}", quote(key)), message });
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
    if names.is_empty() {
        format!("{} takes no options", kind.name())
    } else {
        format!("{} takes {}", kind.name(), names.join(", "))
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        let mut options: Vec<(OptionKey, String)> = Vec::new();
        options.extend(self.depth.map(|depth| (OptionKey::Depth, depth.to_string())));
        options.extend(self.evaluation.clone().map(|name| (OptionKey::Eval, name)));
        options.extend(self.cut.map(|rule| (OptionKey::Cut, cut_name(rule).to_owned())));
        options.extend(self.seed.map(|seed| (OptionKey::Seed, seed.to_string())));
        options.extend(self.time.map(|time| (OptionKey::Time, write_time(time))));
        for (i, (key, value)) in options.iter().enumerate() {
            let separator = if i == 0 { ':' } else { ',' };
            write!(f, "{separator}{}={value}", key.name())?;
        }
        Ok(())
    }
}

/// Reads a depth: decimal digits, at least 1. Depths beyond the end of every game are cut to `u32::MAX`.
pub fn parse_depth(text: &str) -> Option<u32> {
    let text = digits(text)?.trim_start_matches('0');
    if text.is_empty() { None } else { Some(text.parse().unwrap_or(u32::MAX)) }
}

/// Reads a cut rule, `equal` or `beyond`.
pub fn parse_cut(text: &str) -> Option<CutRule> {
    [CutRule::AtEqual, CutRule::Beyond].into_iter().find(|&rule| cut_name(rule) == text)
}

/// The name of a cut rule in specs and on command lines.
pub const fn cut_name(rule: CutRule) -> &'static str {
    match rule {
        CutRule::AtEqual => "equal",
        CutRule::Beyond => "beyond",
    }
}

fn digits(text: &str) -> Option<&str> {
    (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())).then_some(text)
}

/// Reads a time above 0: decimal digits, perhaps a point and up to nine more, then `s` or `ms`. What is
/// finer than a nanosecond is refused, and so is what does not fit 64 bits of nanoseconds.
pub fn parse_time(text: &str) -> Option<Duration> {
    let (number, exponent) = match text.strip_suffix("ms") {
        Some(number) => (number, 6),
        None => (text.strip_suffix('s')?, 9),
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    let fraction = digits(fraction)?.trim_end_matches('0');
    let finer = exponent - u32::try_from(fraction.len()).ok().filter(|&places| places <= exponent)?;
    let unit = 10u64.pow(exponent);
    let whole = digits(whole)?.parse::<u64>().ok()?.checked_mul(unit)?;
    let fraction = format!("0{fraction}").parse::<u64>().ok()? * 10u64.pow(finer);
    let nanoseconds = whole.checked_add(fraction)?;
    (nanoseconds > 0).then(|| Duration::from_nanos(nanoseconds))
}

fn write_time(time: Duration) -> String {
    let text = format!("{}.{:09}", time.as_secs(), time.subsec_nanos());
    format!("{}s", text.trim_end_matches('0').trim_end_matches('.'))
}

/// Why a spec was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpecError {
    /// The place: the spec and the option.
    pub place: String,
    /// What is wrong, and what is possible.
    pub message: String,
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

impl std::error::Error for SpecError {}

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
        let engine = parse("engine:time=500ms,depth=9").unwrap();
        assert_eq!((engine.depth_limit(), engine.time()), (9, Some(Duration::from_millis(500))));
        assert_eq!(parse("minimax:depth=99999999999999999999").unwrap().depth(), Some(u32::MAX));
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
        ] {
            assert_eq!(parse(text).unwrap().to_string(), text);
        }
        assert_eq!(
            parse("alpha-beta:cut=equal,depth=2").unwrap().to_string(),
            "alpha-beta:depth=2,cut=equal"
        );
    }

    #[test]
    fn seeds_are_filled_in_where_they_belong() {
        assert_eq!(parse("random").unwrap().or_seed(5).to_string(), "random:seed=5");
        assert_eq!(parse("random:seed=1").unwrap().or_seed(5).to_string(), "random:seed=1");
        assert_eq!(parse("first").unwrap().or_seed(5).to_string(), "first");
    }

    #[test]
    fn errors_name_place_cause_and_remedy() {
        const AGENTS: &str = "expected one of first, random, minimax, alpha-beta, engine";
        for (text, message) in [
            ("", format!("agent '': no agent is called ''; {AGENTS}")),
            ("mcts", format!("agent 'mcts': no agent is called 'mcts'; {AGENTS}")),
            ("Random", format!("agent 'Random': no agent is called 'Random'; {AGENTS}")),
            ("\x1b[2J", format!("agent '\\u{{1b}}[2J': no agent is called '\\u{{1b}}[2J'; {AGENTS}")),
        ] {
            assert_eq!(parse(text).unwrap_err(), message);
        }
        for (text, message) in [
            (
                "first:depth=2",
                "agent 'first:depth=2', option 'depth': no such option; first takes no options",
            ),
            ("minimax:", "agent 'minimax:', option '': no such option; minimax takes depth, eval"),
            (
                "minimax:cut=equal",
                "agent 'minimax:cut=equal', option 'cut': no such option; minimax takes depth, eval",
            ),
            (
                "minimax:depth=2,",
                "agent 'minimax:depth=2,', option '': no such option; minimax takes depth, eval",
            ),
            (
                "minimax:depth",
                "agent 'minimax:depth', option 'depth': no value; expected depth=a whole number of plies, \
                 1 or more",
            ),
            (
                "minimax:depth=2,depth=3",
                "agent 'minimax:depth=2,depth=3', option 'depth': given twice; expected once",
            ),
            (
                "minimax:depth=0",
                "agent 'minimax:depth=0', option 'depth': found '0'; expected a whole number of plies, 1 or \
                 more",
            ),
            (
                "minimax:eval=",
                "agent 'minimax:eval=', option 'eval': found ''; expected the name of an evaluation of the \
                 game",
            ),
            (
                "alpha-beta:cut=>",
                "agent 'alpha-beta:cut=>', option 'cut': found '>'; expected equal (cut when alpha >= beta) \
                 or beyond (only when alpha > beta)",
            ),
            (
                "engine:time=1",
                "agent 'engine:time=1', option 'time': found '1'; expected a time above 0 in seconds or \
                 milliseconds, such as 0.9s or 500ms",
            ),
            (
                "random:seed=-1",
                "agent 'random:seed=-1', option 'seed': found '-1'; expected a whole number below 2^64",
            ),
            (
                "random:seed=18446744073709551616",
                "agent 'random:seed=18446744073709551616', option 'seed': found '18446744073709551616'; \
                 expected a whole number below 2^64",
            ),
        ] {
            assert_eq!(parse(text).unwrap_err(), message);
        }
        for bad in ["+3", "-1", "3.5", "4x", " 4", "", "00"] {
            assert!(parse(&format!("minimax:depth={bad}")).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn times_are_read_exactly() {
        for (text, nanoseconds) in [
            ("0.9s", 900_000_000),
            ("500ms", 500_000_000),
            ("2s", 2_000_000_000),
            ("1.5ms", 1_500_000),
            ("0.000000001s", 1),
            ("0.1000000000000s", 100_000_000),
        ] {
            assert_eq!(parse_time(text), Some(Duration::from_nanos(nanoseconds)), "{text}");
            let time = Duration::from_nanos(nanoseconds);
            assert_eq!(parse_time(&write_time(time)), Some(time));
        }
        for bad in
            ["", "s", "ms", "1", "0s", "0.0ms", "-1s", "+1s", "1.s", ".5s", "1e3s", "1 s", "0.0000000001s"]
        {
            assert_eq!(parse_time(bad), None, "{bad:?}");
        }
        assert_eq!(parse_time("18446744073s"), Some(Duration::from_secs(18_446_744_073)));
        assert_eq!(parse_time("18446744074s"), None);
        assert_eq!(parse_time("18446744073.9s"), None);
    }
}
