//! A profile for people, for programs, and as a drawing.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::Duration;

use serde_json::{Value, json};

use super::{Fit, Point, Profile, Series, branching_factor};
use crate::cli::{json as values, layout};
use crate::report::plot::{Axis, Chart, Line};

/// Tables with what follows from them.
///
/// # Errors
///
/// If `out` fails.
pub fn write_text(out: &mut dyn Write, profile: &Profile) -> io::Result<()> {
    writeln!(out, "{}, {}", profile.game, profile.position)?;
    for series in &profile.series {
        writeln!(out, "\n{}, evaluation {}\n", series.algorithm, series.evaluation)?;
        let head = ["depth", "nodes", "growth", "branching", "CPU", "from", "to", "ns a node"];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        for (index, point) in series.points.iter().enumerate() {
            rows.push(row(point, index.checked_sub(1).map(|before| &series.points[before])));
        }
        layout::table(out, "  ", 0, &rows)?;
        writeln!(out, "\n  {}", series.end.words())?;
        if let Some(fit) = Fit::of(series) {
            writeln!(out, "  time grows as nodes to the power of {:.3}", fit.slope)?;
        }
    }
    for line in comparisons(profile) {
        writeln!(out, "\n{line}")?;
    }
    Ok(())
}

fn row(point: &Point, before: Option<&Point>) -> Vec<String> {
    let growth = before.map(|before| format!("{:.2}", ratio(point.examined, before.examined)));
    let time =
        |time: Option<&Duration>| time.map_or_else(String::new, |time| format!("{:.6}", time.as_secs_f64()));
    vec![
        point.depth.to_string(),
        point.examined.to_string(),
        growth.unwrap_or_default(),
        format!("{:.2}", branching_factor(point.examined, point.depth)),
        time(point.median().as_ref()),
        time(point.cpu.iter().min()),
        time(point.cpu.iter().max()),
        point.nanoseconds_per_node().map_or_else(String::new, |time| format!("{time:.1}")),
    ]
}

#[expect(clippy::cast_precision_loss, reason = "a figure to look at")]
fn ratio(nodes: u128, of: u128) -> f64 {
    nodes as f64 / of.max(1) as f64
}

/// Of every evaluation: what alpha-beta leaves of minimax at the last depth that both reached, and the best order of that.
fn comparisons(profile: &Profile) -> Vec<String> {
    let mut lines = Vec::new();
    for (whole, part) in [("minimax", "alpha-beta"), ("alpha-beta", "best order")] {
        for series in profile.series.iter().filter(|series| series.algorithm == part) {
            let is_whole =
                |other: &&Series| other.algorithm == whole && other.evaluation == series.evaluation;
            let Some(all) = profile.series.iter().find(is_whole) else { continue };
            let both = series.points.iter().zip(&all.points).next_back();
            if let Some((point, of)) = both {
                lines.push(format!(
                    "At depth {} with {}, {part} examines {:.1} % of the nodes of {whole}.",
                    point.depth,
                    series.evaluation,
                    100.0 * ratio(point.examined, of.examined),
                ));
            }
        }
    }
    lines
}

/// Comma-separated values, a line for every depth.
pub fn csv(profile: &Profile) -> String {
    let mut text =
        String::from("algorithm,evaluation,depth,examined,runs,cpu_median_s,cpu_least_s,cpu_most_s\n");
    for series in &profile.series {
        for point in &series.points {
            let seconds = |time: Option<Duration>| {
                time.map_or_else(String::new, |time| format!("{:.9}", time.as_secs_f64()))
            };
            let [median, least, most] =
                [point.median(), point.cpu.iter().min().copied(), point.cpu.iter().max().copied()]
                    .map(seconds);
            // Writing to a string never fails.
            let _ = writeln!(
                text,
                "{},{},{},{},{},{median},{least},{most}",
                series.algorithm,
                series.evaluation,
                point.depth,
                point.examined,
                point.cpu.len(),
            );
        }
    }
    text
}

/// The JSON of `plyground profile --json`.
pub fn json(profile: &Profile) -> Value {
    let series: Vec<Value> = profile.series.iter().map(series_json).collect();
    json!({ "game": profile.game, "position": profile.position, "series": series })
}

fn series_json(series: &Series) -> Value {
    let points: Vec<Value> = series
        .points
        .iter()
        .map(|point| {
            json!({
                "depth": point.depth,
                "examined": values::count(point.examined),
                "effective_branching_factor": branching_factor(point.examined, point.depth),
                "cpu_seconds": point.cpu.iter().map(Duration::as_secs_f64).collect::<Vec<_>>(),
                "median_seconds": values::seconds(point.median()),
                "nanoseconds_per_node": point.nanoseconds_per_node(),
            })
        })
        .collect();
    json!({
        "algorithm": series.algorithm,
        "evaluation": series.evaluation,
        "end": series.end.words(),
        "slope": Fit::of(series).map(|fit| fit.slope),
        "points": points,
    })
}

/// CPU time against nodes, both logarithmic, with the fitted lines; or nodes against depth.
pub fn chart(profile: &Profile, by_depth: bool) -> Chart {
    let (title, x, y) = if by_depth {
        ("Nodes examined by depth", Axis::linear("depth in plies"), Axis::logarithmic("nodes examined"))
    } else {
        ("CPU time by nodes", Axis::logarithmic("nodes examined"), Axis::logarithmic("CPU time in seconds"))
    };
    let lines = profile.series.iter().map(|series| {
        let mut name = format!("{}, {}", series.algorithm, series.evaluation);
        let mut rule = None;
        if !by_depth && let Some(fit) = Fit::of(series) {
            let last = series.points.last().and_then(Point::nanoseconds_per_node).unwrap_or_default();
            let _ = write!(name, ": slope {:.2}, {last:.0} ns a node", fit.slope);
            rule = Some(Box::new(move |nodes: f64| fit.seconds(nodes)) as Box<dyn Fn(f64) -> f64>);
        }
        let points = series.points.iter().filter_map(|point| {
            #[expect(clippy::cast_precision_loss, reason = "a drawing")]
            let examined = point.examined as f64;
            if by_depth {
                return Some((f64::from(point.depth), examined));
            }
            let seconds = point.median()?.as_secs_f64();
            // A logarithmic axis has no place for a time that the clock did not see.
            (seconds > 0.0).then_some((examined, seconds))
        });
        Line { name, points: points.collect(), rule }
    });
    let lines = lines.filter(|line| !line.points.is_empty()).collect();
    Chart { title: format!("{title}: {}, {}", profile.game, profile.position), x, y, lines }
}
