//! `plyground search`: a textbook search and everything it counts.

use std::io::Write;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use plyground_core::search::{Algorithm, CutRule};
use plyground_core::{AnyGame, Position};
use serde_json::{Value, json};

use super::explain::{self, Report};
use super::tree_file;
use crate::arguments::{PositionArgs, depth, game_names, place_for_file};
use crate::exit::{Failure, Streams};
use crate::present::{board, json, layout, progress};

/// Search as the textbooks do, and count every node
///
/// The value is the maximiser's: the side to move, or the side that the evaluation fixes (comp3608:
/// red). A value that came back for a move of the root is exact, or a bound: a move that is `at most`
/// as good as the best so far (for the minimiser, `at least`) is searched only until that is certain.
///
/// JSON: `game`, `position`, `to_move`, `outcome`, `algorithm`, `cut` (null for minimax), `depth`,
/// `evaluation`, `maximiser`, `move` (null if the game is over), `value`, `examined`, `generated`,
/// `by_ply` (examined nodes, the root first), `root_moves` (each with `move`, `value` and `bound`:
/// exact, at-most or at-least), `not_examined`, `notes` and, with --explain, `explanation` (both arrays
/// of sentences). Numbers of nodes from 2^64 on are strings.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  plyground search connect-four --algorithm minimax --depth 5
  plyground search connect-four --algorithm alpha-beta --depth 4 --explain \\
      .ryyrry,.rryry.,..y.r..,..y....,.......,....... red
  plyground search connect-four --algorithm alpha-beta --depth 6 --eval cs431 \\
      --json 4453
  plyground search connect-four --algorithm alpha-beta --depth 3 \\
      --tree tree.dot && dot -Tsvg tree.dot -o tree.svg")]
pub(super) struct Args {
    /// The game
    #[arg(value_parser = game_names())]
    game: AnyGame,
    #[command(flatten)]
    position: PositionArgs,
    /// How to search
    #[arg(long, value_name = "NAME", value_parser = algorithm_names())]
    algorithm: Algorithm,
    /// Plies to search
    #[arg(long, value_name = "N", value_parser = depth, allow_negative_numbers = true)]
    depth: u32,
    /// The evaluation, by default the first of the game; `plyground games` lists them
    #[arg(long, value_name = "NAME")]
    eval: Option<String>,
    /// When a search with alpha and beta skips the rest of a node, by default `equal`
    #[arg(long, value_name = "RULE", value_parser = cut_names())]
    cut: Option<CutRule>,
    /// Explain how the count arises
    #[arg(long)]
    explain: bool,
    /// Write the tree, for Graphviz (.dot, up to 2000 nodes) or a JSON document for each node (.jsonl, up to a million)
    #[arg(long, value_name = "FILE")]
    tree: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The names and letters of searches.
pub(super) fn possible_algorithms() -> impl Iterator<Item = PossibleValue> {
    Algorithm::ALL.iter().map(|algorithm| {
        let info = algorithm.info();
        PossibleValue::new(info.name).alias(info.letter.to_string()).help(info.about)
    })
}

fn algorithm_names() -> impl TypedValueParser<Value = Algorithm> {
    PossibleValuesParser::new(possible_algorithms())
        .try_map(|name| Algorithm::from_name(&name).ok_or("not the name of a search"))
}

fn cut_names() -> impl TypedValueParser<Value = CutRule> {
    let names = [
        PossibleValue::new(CutRule::AtEqual.name()).help("As soon as alpha >= beta"),
        PossibleValue::new(CutRule::Beyond.name()).help("Only when alpha > beta"),
    ];
    PossibleValuesParser::new(names)
        .try_map(|name| CutRule::from_name(&name).ok_or("not the name of a cut rule"))
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let name = self.algorithm;
        if self.cut.is_some() && name.cut().is_none() {
            return Err(bad_input!("--cut: {name} skips nothing; expected --algorithm alpha-beta with it"));
        }
        let algorithm = name.with_cut(self.cut.unwrap_or_default());
        let form = self.tree.as_deref().map(tree_file::Form::of).transpose()?;
        if let Some(path) = &self.tree {
            place_for_file("--tree", path)?;
        }
        let evaluation = self.game.evaluation(self.eval.as_deref()).map_err(Failure::bad_input)?;
        let position = self.position.read(self.game, streams.input)?;
        let spinner = progress::spinner("searching");
        let report = Report::new(evaluation, algorithm, position, self.depth);
        if let Some((path, form)) = self.tree.as_deref().zip(form) {
            form.write(path, &report)?;
        }
        if self.json {
            json::write(streams.out, &document(&report, self.explain))?;
        } else {
            write(streams.out, &report, self.explain)?;
        }
        spinner.finish_and_clear();
        Ok(())
    }
}

fn write(out: &mut dyn Write, report: &Report, explain: bool) -> std::io::Result<()> {
    let Report { position, searched, .. } = report;
    let game = position.game();
    writeln!(
        out,
        "{} to depth {}, evaluation {}; {}; values are for {}\n",
        report.algorithm,
        report.depth,
        report.evaluation.name,
        board::state_words(position),
        game.sides()[report.maximiser],
    )?;
    let best = searched.choice.best.map_or_else(|| "none".to_owned(), |mv| report.move_text(mv));
    let counts = &searched.counts;
    let rows = [
        [game.move_noun().to_owned(), best],
        ["value".to_owned(), format!("{} for {}", searched.choice.value, game.sides()[report.maximiser])],
        ["nodes".to_owned(), format!("{} examined, {} generated", counts.examined(), counts.generated())],
    ];
    layout::table(out, "", 2, &rows.map(Vec::from))?;
    writeln!(out)?;
    let minimax = if explain { explain::minimax_counts(report) } else { None };
    layout::table(out, "  ", 0, &explain::ply_rows(counts, minimax.as_ref()))?;
    if !searched.root_moves.is_empty() {
        writeln!(out)?;
        layout::table(out, "  ", 3, &explain::root_rows(report))?;
    }
    let explanation = if explain { explain::explanation(report, minimax.as_ref()) } else { Vec::new() };
    for sentence in explain::notes(report).iter().chain(&explanation) {
        writeln!(out)?;
        layout::paragraph(out, sentence)?;
    }
    Ok(())
}

fn document(report: &Report, explain: bool) -> Value {
    let Report { position, searched, .. } = report;
    let game = position.game();
    let mut document = json!({
        "game": game.name(),
        "position": json::position(position),
        "to_move": json::side(game, position.turn()),
        "outcome": json::outcome(game, position.outcome()),
        "algorithm": report.algorithm.name(),
        "cut": report.algorithm.cut().map(CutRule::name),
        "depth": report.depth,
        "evaluation": report.evaluation.name,
        "maximiser": json::side(game, report.maximiser),
    });
    json::put_search(&mut document, position, searched);
    document["not_examined"] = report.not_examined().into();
    document["notes"] = explain::notes(report).into();
    if explain {
        let minimax = explain::minimax_counts(report);
        document["explanation"] = Value::from(explain::explanation(report, minimax.as_ref()));
    }
    document
}
