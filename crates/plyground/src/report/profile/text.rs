//! A profile for people, for programs, and as a drawing.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::Duration;

use serde_json::{Value, json};

use super::{Fit, Point, Profile, Series, branching_factor, real};
use crate::plots::chart::{Axis, Chart, Line};
use crate::present::{json as values, layout};
use crate::report::standings::csv::{first_line, line, text as cell};

/// Tables with what follows from them.
pub(crate) fn write_text(out: &mut dyn Write, profile: &Profile) -> io::Result<()> {
    let mut shown = None;
    for series in &profile.series {
        if shown.replace(series.position) != Some(series.position) {
            let between = if series.position == 0 { "" } else { "\n" };
            writeln!(out, "{between}{}, {}", profile.game, position(profile, series))?;
        }
        writeln!(out, "\n{}\n", name(series, ", evaluation "))?;
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

/// The position that was searched.
fn position<'a>(profile: &'a Profile, series: &Series) -> &'a str {
    profile.positions.get(series.position).map_or("", String::as_str)
}

/// The search, with its evaluation if it has one.
fn name(series: &Series, between: &str) -> String {
    series.evaluation.map_or_else(
        || series.algorithm.clone(),
        |evaluation| format!("{}{between}{evaluation}", series.algorithm),
    )
}

fn row(point: &Point, before: Option<&Point>) -> Vec<String> {
    let growth = before.and_then(|before| Some(format!("{:.2}", ratio(point.examined?, before.examined?))));
    let seconds = |time: Duration| format!("{:.6}", time.as_secs_f64());
    let [median, least, most] = point.times().map(|time| time.map(seconds).unwrap_or_default());
    vec![
        point.depth.to_string(),
        point.examined.map(|nodes| nodes.to_string()).unwrap_or_default(),
        growth.unwrap_or_default(),
        branching(point).map(|factor| format!("{factor:.2}")).unwrap_or_default(),
        median,
        least,
        most,
        point.nanoseconds_per_node().map_or_else(String::new, |time| format!("{time:.1}")),
    ]
}

fn branching(point: &Point) -> Option<f64> {
    point.examined.map(|examined| branching_factor(examined, point.depth))
}

fn ratio(nodes: u128, of: u128) -> f64 {
    real(nodes) / real(of.max(1))
}

/// Of every position and evaluation: what alpha-beta leaves of minimax at the last depth that both reached, and the
/// best order of that.
fn comparisons(profile: &Profile) -> Vec<String> {
    let compared = |whole: &str, series: &Series| {
        let wanted = (whole, series.position, series.evaluation);
        let is_it = |other: &&Series| (other.algorithm.as_str(), other.position, other.evaluation) == wanted;
        let all = profile.series.iter().find(is_it)?;
        let (point, of) = series.points.iter().zip(&all.points).next_back()?;
        let percent = 100.0 * ratio(point.examined?, of.examined?);
        let (part, evaluation, depth) = (&series.algorithm, series.evaluation?, point.depth);
        let one_of_several = format!("In position {}, at", position(profile, series));
        let whose = if profile.positions.len() < 2 { "At" } else { &one_of_several };
        Some(format!(
            "{whose} depth {depth} with {evaluation}, {part} examines {percent:.1} % of the nodes of {whole}."
        ))
    };
    let mut lines = Vec::new();
    for (whole, part) in [("minimax", "alpha-beta"), ("alpha-beta", "best order")] {
        let parts = profile.series.iter().filter(|series| series.algorithm == part);
        lines.extend(parts.filter_map(|series| compared(whole, series)));
    }
    lines
}

/// Comma-separated values, a line for every depth.
pub(crate) fn csv(profile: &Profile) -> String {
    let mut text =
        first_line("position,algorithm,evaluation,depth,examined,runs,cpu_median_s,cpu_least_s,cpu_most_s");
    for series in &profile.series {
        for point in &series.points {
            let seconds = |time: Duration| format!("{:.9}", time.as_secs_f64());
            let [median, least, most] = point.times().map(|time| time.map(seconds).unwrap_or_default());
            text += &line(&[
                cell(position(profile, series)),
                cell(&series.algorithm),
                series.evaluation.unwrap_or_default().to_owned(),
                point.depth.to_string(),
                point.examined.map(|nodes| nodes.to_string()).unwrap_or_default(),
                point.cpu.len().to_string(),
                median,
                least,
                most,
            ]);
        }
    }
    text
}

/// The JSON of `plyground profile --json`.
pub(crate) fn json(profile: &Profile) -> Value {
    let series: Value = profile.series.iter().map(series_json).collect();
    json!({ "game": profile.game, "positions": profile.positions, "series": series })
}

fn series_json(series: &Series) -> Value {
    let points = series.points.iter().map(|point| {
        json!({
            "depth": point.depth,
            "examined": point.examined.map(values::count),
            "effective_branching_factor": branching(point),
            "cpu_seconds": point.cpu.iter().map(Duration::as_secs_f64).collect::<Vec<_>>(),
            "median_seconds": values::seconds(point.median()),
            "nanoseconds_per_node": point.nanoseconds_per_node(),
        })
    });
    json!({
        "position": series.position,
        "algorithm": series.algorithm,
        "evaluation": series.evaluation,
        "end": series.end.words(),
        "slope": Fit::of(series).map(|fit| fit.slope),
        "points": points.collect::<Value>(),
    })
}

/// CPU time against nodes, both logarithmic, with the fitted lines, or against depth where no nodes are known; or nodes
/// against depth.
pub(crate) fn chart(profile: &Profile, is_of_nodes: bool) -> Chart {
    let has_nodes =
        profile.series.iter().flat_map(|series| &series.points).any(|point| point.examined.is_some());
    let (depth, nodes) = (Axis::linear("depth in plies"), Axis::logarithmic("nodes examined"));
    let time = Axis::logarithmic("CPU time in seconds");
    let (title, x, y) = match (is_of_nodes, has_nodes) {
        (true, _) => ("Nodes examined by depth", depth, nodes),
        (false, true) => ("CPU time by nodes", nodes, time),
        (false, false) => ("CPU time by depth", depth, time),
    };
    let lines = profile.series.iter().map(|series| {
        let mut words = name(series, ", ");
        if profile.positions.len() > 1 {
            words.extend([", ", position(profile, series)]);
        }
        let points = series.points.iter().filter_map(|point| {
            let examined = point.examined.map(real);
            let seconds = point.median().map(|median| median.as_secs_f64());
            let place = match (is_of_nodes, has_nodes) {
                (true, _) => (f64::from(point.depth), examined?),
                (false, true) => (examined?, seconds?),
                (false, false) => (f64::from(point.depth), seconds?),
            };
            // A logarithmic axis has no place for a time that the clock did not see.
            (place.1 > 0.0).then_some(place)
        });
        let points: Vec<(f64, f64)> = points.collect();
        let fit = Fit::of(series).filter(|_| !is_of_nodes && has_nodes);
        let rule = fit.map(|fit| {
            let last = series.points.last().and_then(Point::nanoseconds_per_node).unwrap_or_default();
            let _ = write!(words, ": slope {:.2}, {last:.0} ns a node", fit.slope);
            let ends = [points.first(), points.last()];
            ends.map(|point| point.map_or((1.0, fit.seconds(1.0)), |&(x, _)| (x, fit.seconds(x))))
        });
        Line { name: words, points, rule, is_joined: true }
    });
    let lines = lines.filter(|line| !line.points.is_empty()).collect();
    let whose = match profile.positions.as_slice() {
        [position] => format!(", {position}"),
        _ => String::new(),
    };
    Chart { title: format!("{title}: {}{whose}", profile.game), x, y, lines }
}
