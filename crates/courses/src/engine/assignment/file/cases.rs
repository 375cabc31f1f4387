//! Which cases there are: how many, those that are given, and opponents.

use plyground_core::agents::{AgentSpec, OptionKey};
use plyground_core::{Notation as _, Position as _, quote};
use toml::Spanned;

use super::MOST_DEPTH;
use crate::engine::assignment::tables::{Cases, GivenTable};
use crate::engine::reader::Reader;
use crate::engine::rules::{CaseRules, GivenCase};
use crate::engine::task::Task;
use plyground_arena::config_file::ConfigError;

/// The most cases of a kind: each is asked of every program.
const MOST_CASES: usize = 500;

/// The deepest search of an opponent built in, and its most simulations: its moves must not take long.
const OPPONENT_DEPTH: u32 = 6;
const OPPONENT_SIMULATIONS: u32 = 100_000;

/// Why an agent built in cannot be an opponent: its games would come out one way today and another way tomorrow, or
/// nobody would wait for them.
fn undependable(spec: &AgentSpec) -> Option<String> {
    let searches = spec.info().takes(OptionKey::Depth);
    if spec.time().is_some() {
        let expected = "one with a depth or a number of simulations and no time, such as alpha-beta:depth=2";
        Some(format!("it plays by time, and as well as the machine is fast; expected {expected}"))
    } else if searches && spec.depth_limit() > OPPONENT_DEPTH {
        Some(format!("it searches {} plies; expected at most {OPPONENT_DEPTH}", spec.depth_limit()))
    } else if spec.info().takes(OptionKey::Simulations) && spec.mcts().simulations > OPPONENT_SIMULATIONS {
        let found = spec.mcts().simulations;
        Some(format!("it makes {found} simulations a move; expected at most {OPPONENT_SIMULATIONS}"))
    } else {
        None
    }
}

impl Reader<'_> {
    pub(super) fn cases(&self, table: &Spanned<Cases>, task: &Task) -> Result<CaseRules, ConfigError> {
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
        let has_cases = task.has_cases();
        if !has_cases && (counts != [0; 3] || !given.is_empty()) {
            let word = task.kind.word;
            return self.source.wrong(
                &span,
                format_args!("cases: expected none with task = \"{word}\": the whole game is the case"),
            );
        }
        if has_cases && counts == [0; 3] && given.is_empty() {
            return self
                .source
                .wrong(&span, "cases: expected public, hidden or after_due, or [[cases.given]]");
        }
        let opponent = |word: &Spanned<String>| {
            if !task.kind.is_played {
                return self
                    .source
                    .wrong(&word.span(), "opponents: expected only with a task of playing programs");
            }
            let spec: AgentSpec =
                word.get_ref().parse().or_else(|error| self.source.wrong(&word.span(), error))?;
            let built = task.kind.game().agent(&spec).map(drop);
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

    fn given(&self, table: &GivenTable, task: &Task) -> Result<GivenCase, ConfigError> {
        let text = table.position.get_ref();
        let read = task.kind.game().notation().parse(text);
        let position = read.or_else(|error| {
            let message = error.to_string().replace('\n', "; ");
            self.source.wrong(&table.position.span(), format_args!("position: {message}"))
        })?;
        if position.outcome().is_some() {
            let found = quote(text);
            let message =
                format!("position: found {found}, where the game is over; expected one that goes on");
            return self.source.wrong(&table.position.span(), message);
        }
        let known = task.kind.algorithms;
        let algorithm = match &table.algorithm {
            Some(word) if known.is_empty() => {
                return self.source.wrong(&word.span(), "algorithm: expected none with this task");
            }
            Some(word) => Some(self.source.word("algorithm", word, known)?),
            None if known.is_empty() => None,
            None => {
                let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
                let message = format!("given: expected an algorithm, {}", names.join(" or "));
                return self.source.wrong(&table.position.span(), message);
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
}
