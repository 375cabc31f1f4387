//! `plyground agents`: the built-in agents and their options.

use plyground_core::agents::{AgentKind, AgentOption};
use serde_json::json;

use crate::exit::{Failure, Streams};
use crate::present::{json, layout};

/// List the agents that can be named after --agent, --first and --second
///
/// An agent is written NAME[:KEY=VALUE[,KEY=VALUE...]], such as `alpha-beta:depth=6,eval=cs431`.
///
/// JSON: an array with, for each agent, `name`, `about` and `options` (each with `key`, `expected`
/// and `default`).
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  plyground agents
  plyground agents --json
  plyground move connect-four --agent alpha-beta:depth=6,eval=cs431")]
pub(super) struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        if self.json {
            let option = |option: &AgentOption| {
                json!({
                    "key": option.key.name(),
                    "expected": option.key.expected(),
                    "default": option.default,
                })
            };
            let agent = |kind: AgentKind| {
                let info = kind.info();
                json!({
                    "name": info.name,
                    "about": info.about,
                    "options": info.options.iter().map(option).collect::<Vec<_>>(),
                })
            };
            return Ok(json::write(streams.out, &AgentKind::ALL.iter().map(|&kind| agent(kind)).collect())?);
        }
        writeln!(streams.out, "An agent is written NAME[:KEY=VALUE[,KEY=VALUE...]].")?;
        for &kind in AgentKind::ALL {
            let info = kind.info();
            writeln!(streams.out, "\n{}\n  {}", info.name, info.about)?;
            let row = |option: &AgentOption| {
                vec![
                    format!("{}=", option.key.name()),
                    format!("{}; default: {}", option.key.expected(), option.default),
                ]
            };
            let rows: Vec<Vec<String>> = info.options.iter().map(row).collect();
            layout::table(streams.out, "  ", 2, &rows)?;
        }
        Ok(())
    }
}
