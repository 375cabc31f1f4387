//! A match as text and as JSON.

use std::io::{self, Write};

use plyground_arena::match_play::MatchState;
use plyground_core::{AnyGame, Player, counted};
use plyground_league::fault::FaultKind;
use plyground_league::result::Faults;
use plyground_league::sprt::Sprt;
use plyground_league::standings::{Points, Record};
use serde_json::{Value, json};

use super::Report;
use crate::present::{json, layout};
use crate::report::estimate::{elo_text, probability_text, test_json, test_text};
use crate::report::standings::record_json;
use crate::shown::printable;

/// The text that is shown while the match runs.
pub(super) fn progress(state: &MatchState, sprt: Option<Sprt>) -> String {
    let mut parts = Vec::new();
    if let Some(estimate) = state.meeting.estimate() {
        let [low, high] = estimate.elo_interval().map(elo_text);
        parts.push(format!("elo {} ({low} to {high})", elo_text(estimate.elo())));
    }
    if let Some(sprt) = sprt {
        let [low, high] = sprt.bounds();
        parts.push(format!("ratio {:.2} ({low:.2} to {high:.2})", sprt.ratio(&state.meeting.pairs)));
    }
    parts.join(", ")
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

pub(super) fn write(game: AnyGame, out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    let Report { args, sprt, state, watch, .. } = report;
    let meeting = &state.meeting;
    let [first, second] = [&args.first, &args.second].map(|name| printable(name));
    writeln!(out, "{}: {first} against {second}", game.name())?;
    let pairs = meeting.pairs.iter().sum::<u64>();
    let [games, openings] =
        [(state.games, "game"), (pairs, "opening")].map(|(number, noun)| counted(number, noun));
    writeln!(
        out,
        "{games} from {openings} with {} or more, each from both sides; seed {}\n",
        counted(args.opening_rules().plies, "random ply"),
        args.seed
    )?;
    let mut rows = vec![["", "games", "wins", "draws", "losses"].map(str::to_owned).to_vec()];
    let mut row = |name: String, record: Record| {
        let Record { wins, draws, losses } = record;
        let counts = [record.games(), wins, draws, losses].map(|count| count.to_string());
        rows.push(std::iter::once(name).chain(counts).collect());
    };
    for side in Player::BOTH {
        row(format!("as {}", game.sides()[side]), meeting.by_side[side]);
    }
    row("together".to_owned(), meeting.record());
    layout::table(out, "  ", 1, &rows)?;
    let points = [0, 50, 100, 150, 200].map(|hundredths| Points::hundredths(hundredths).to_string());
    let counts = meeting.pairs.map(|count| count.to_string());
    let line = |name: &str, cells: [String; 5]| std::iter::once(name.to_owned()).chain(cells).collect();
    writeln!(out)?;
    layout::table(out, "  ", 1, &[line("points from an opening", points), line("openings", counts)])?;
    writeln!(out)?;
    let mut facts: Vec<Vec<String>> = Vec::new();
    let mut fact = |name: &str, text: String| facts.push(vec![name.to_owned(), text]);
    if let Some(estimate) = meeting.estimate() {
        let [low, high] = estimate.interval().map(percent);
        fact("score", format!("{}, 95 % interval {low} to {high}", percent(estimate.mean)));
        let [low, high] = estimate.elo_interval().map(elo_text);
        fact("elo", format!("{}, 95 % interval {low} to {high}", elo_text(estimate.elo())));
        fact("superiority", probability_text(estimate.superiority()));
    }
    if let Some(sprt) = sprt {
        fact("test", test_text(sprt, &meeting.pairs));
    }
    if meeting.margin != 0 {
        let points = if meeting.margin.abs() == 1 { "point" } else { "points" };
        fact("margin", format!("{:+} {points}", meeting.margin));
    }
    fact("length", format!("{:.1} plies", mean_plies(state)));
    for (name, faults) in [first, second].into_iter().zip(state.faults) {
        if faults.total() > 0 {
            fact("faults", format!("{name}: {}", faults.total()));
        }
    }
    layout::table(out, "", 2, &facts)?;
    watch.write(out, [&args.first, &args.second])
}

fn mean_plies(state: &MatchState) -> f64 {
    layout::real(state.plies) / layout::real(state.games.max(1))
}

pub(super) fn document(game: AnyGame, report: &Report<'_>) -> Value {
    let Report { args, sprt, state, time, watch, unable, is_cut_short } = report;
    let meeting = &state.meeting;
    let estimate = meeting.estimate();
    let sprt = sprt.map(|sprt| test_json(&sprt, &meeting.pairs));
    // Numbers that are not finite have no name in JSON; serde_json writes null.
    let faults = |faults: Faults| -> Value {
        FaultKind::ALL.iter().map(|&kind| (kind.name().to_owned(), Value::from(faults.count(kind)))).collect()
    };
    json!({
        "game": game.name(),
        "agents": [args.first, args.second],
        "seed": args.seed,
        "opening_plies": args.opening_rules().plies,
        "planned": args.games,
        "games": state.games,
        "by_side": json::by_side(game, |side| record_json(&meeting.by_side[side])),
        "together": record_json(&meeting.record()),
        "margin": meeting.margin,
        "pairs": meeting.pairs,
        "score": estimate.map(|estimate| estimate.mean),
        "score_interval": estimate.map(|estimate| estimate.interval()),
        "elo": estimate.map(|estimate| estimate.elo()),
        "elo_interval": estimate.map(|estimate| estimate.elo_interval()),
        "normalized_elo": estimate.map(|estimate| estimate.normalized_elo()),
        "superiority": estimate.map(|estimate| estimate.superiority()),
        "sprt": sprt,
        "faults": state.faults.map(faults),
        "first_faults": watch.document(),
        "unable": unable,
        "mean_plies": mean_plies(state),
        "seconds": json::seconds(Some(*time)),
        "interrupted": is_cut_short,
    })
}
