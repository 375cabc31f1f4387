//! What it costs to start a program, at every level of isolation that works here, and what a referee adds.

use std::time::Duration;

use plyground::present::{json, layout};
use plyground::{Failure, Streams};
use plyground_arena::contained::measure_turns;
use plyground_sandbox::isolation::{Level, Policy, probe};
use plyground_sandbox::process::{Cost, measure_bare, measure_start};
use serde_json::{Value, json};

struct Costs {
    level: Level,
    start: Cost,
    turn: Cost,
}

/// Start a program that does nothing, at every level of isolation that works here
///
/// Prints the levels; times go to standard error.
///
/// JSON: `bare` and `levels`, each with `level`, `start` and `turn`; all of these have `least_seconds`, `median_seconds`
/// and `percentile_99_seconds`. A turn is a start with all that a referee does around it; `bare` is the program alone.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// How often
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let count = usize::try_from(self.runs).unwrap_or(usize::MAX);
        let bare = measure_bare(count).map_err(Failure::bad_input)?;
        let mut levels: Vec<Costs> = Vec::new();
        for strongest in Level::ALL {
            // The program is our own choice, so it may run as the user who calls.
            let policy = Policy { trust_agents: true, allow_root: true, strongest, ..Policy::default() };
            let isolation = probe(&policy).map_err(Failure::bad_input)?;
            let level = isolation.level();
            if levels.iter().all(|costs| costs.level != level) {
                let start = measure_start(&isolation, count).map_err(Failure::bad_input)?;
                let turn = measure_turns(&isolation, self.runs).unwrap_or(start);
                levels.push(Costs { level, start, turn });
            }
        }
        if self.json {
            let level = |Costs { level, start, turn }: &Costs| json!({ "level": level.word(), "start": document(start), "turn": document(turn) });
            let levels: Vec<Value> = levels.iter().map(level).collect();
            return Ok(json::write(streams.out, &json!({ "bare": document(&bare), "levels": levels }))?);
        }
        for costs in &levels {
            writeln!(streams.out, "{}", costs.level)?;
        }
        let mut rows =
            vec![["level", "of", "least ms", "median ms", "99 of 100 ms"].map(str::to_owned).to_vec()];
        let mut row = |level: &str, of: &str, cost: &Cost| {
            let milliseconds = |time: Duration| format!("{:.2}", time.as_secs_f64() * 1e3);
            let times = [cost.least, cost.median, cost.percentile_99].map(milliseconds);
            rows.push([level.to_owned(), of.to_owned()].into_iter().chain(times).collect());
        };
        row("", "bare start", &bare);
        for Costs { level, start, turn } in &levels {
            row(level.word(), "start", start);
            row(level.word(), "turn", turn);
        }
        Ok(layout::table(streams.err, "", 2, &rows)?)
    }
}

fn document(cost: &Cost) -> Value {
    json!({
        "least_seconds": json::seconds(Some(cost.least)),
        "median_seconds": json::seconds(Some(cost.median)),
        "percentile_99_seconds": json::seconds(Some(cost.percentile_99)),
    })
}
