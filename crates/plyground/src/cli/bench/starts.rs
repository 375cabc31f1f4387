//! What it costs to start a program, at every level of isolation that works here.

use std::time::Duration;

use plyground_arena::process::{StartCost, measure_start};
use plyground_arena::sandbox::{Level, Policy, probe};
use serde_json::{Value, json};

use crate::cli::{json, layout};
use crate::exit::{Failure, Streams};

/// Starts a program that does nothing `runs` times at each level: levels that work to standard output,
/// times to standard error.
pub(super) fn run(runs: u32, as_json: bool, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let mut costs: Vec<StartCost> = Vec::new();
    for strongest in Level::ALL {
        // The program is our own choice, so it may run as whoever calls.
        let policy = Policy { trust_agents: true, allow_root: true, strongest, ..Policy::default() };
        let isolation = probe(&policy).map_err(Failure::bad_input)?;
        if costs.iter().all(|cost| cost.level != isolation.level()) {
            let runs = usize::try_from(runs).unwrap_or(usize::MAX);
            costs.push(measure_start(&isolation, runs).map_err(Failure::bad_input)?);
        }
    }
    if as_json {
        let levels: Vec<Value> = costs.iter().map(document).collect();
        json::write(streams.out, &json!({ "levels": levels }))?;
        return Ok(());
    }
    for cost in &costs {
        writeln!(streams.out, "{}", cost.level)?;
    }
    let mut rows = vec![["level", "least ms", "median ms", "99 of 100 ms"].map(str::to_owned).to_vec()];
    rows.extend(costs.iter().map(|cost| {
        let milliseconds = |time: Duration| format!("{:.2}", time.as_secs_f64() * 1e3);
        let times = [cost.least, cost.median, cost.percentile_99].map(milliseconds);
        std::iter::once(cost.level.to_string()).chain(times).collect()
    }));
    layout::table(streams.err, "", 1, &rows)?;
    Ok(())
}

fn document(cost: &StartCost) -> Value {
    json!({
        "level": cost.level.word(),
        "least_seconds": json::seconds(Some(cost.least)),
        "median_seconds": json::seconds(Some(cost.median)),
        "percentile_99_seconds": json::seconds(Some(cost.percentile_99)),
    })
}
