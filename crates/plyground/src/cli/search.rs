//! `plyground search`: a textbook search and everything it counts.

use std::io::Write;

use clap::ValueEnum;
use plyground_core::agents::cut_name;
use plyground_core::search::{Algorithm, CutRule};
use plyground_core::{AnyGame, Position};
use serde_json::{Value, json};

use super::position::PositionArgs;
use super::search_report::{Report, algorithm_name};
use super::{depth, explain, game_names, progress};
use crate::exit::{Failure, Streams};
use crate::present::{board, json, layout};

const EXAMPLES: &str = "Examples:
  plyground search connect-four --algorithm minimax --depth 5
  plyground search connect-four --algorithm alpha-beta --depth 4 --explain \\
      .ryyrry,.rryry.,..y.r..,..y....,.......,....... red
  plyground search connect-four --algorithm alpha-beta --depth 6 --eval cs431 \\
      --json 4453";

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
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The game
    #[arg(value_parser = game_names())]
    game: AnyGame,
    #[command(flatten)]
    position: PositionArgs,
    /// How to search
    #[arg(long, value_name = "NAME")]
    algorithm: AlgorithmName,
    /// Plies to search
    #[arg(long, value_name = "N", value_parser = depth, allow_negative_numbers = true)]
    depth: u32,
    /// The evaluation, by default the first of the game; `plyground games` lists them
    #[arg(long, value_name = "NAME")]
    eval: Option<String>,
    /// When alpha-beta skips the rest of a node, by default `equal`
    #[arg(long, value_name = "RULE")]
    cut: Option<CutName>,
    /// Explain how the count arises
    #[arg(long)]
    explain: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum, Debug)]
enum AlgorithmName {
    /// Examines every line
    #[value(alias = "M")]
    Minimax,
    /// Leaves out lines that cannot matter
    #[value(alias = "A")]
    AlphaBeta,
}

#[derive(Clone, Copy, ValueEnum, Debug)]
enum CutName {
    /// As soon as alpha >= beta
    Equal,
    /// Only when alpha > beta
    Beyond,
}

impl Args {
    fn algorithm(&self) -> Result<Algorithm, Failure> {
        let rule = match self.cut {
            None | Some(CutName::Equal) => CutRule::AtEqual,
            Some(CutName::Beyond) => CutRule::Beyond,
        };
        match (self.algorithm, self.cut) {
            (AlgorithmName::Minimax, Some(_)) => Err(Failure::bad_input(
                "--cut: minimax skips nothing; expected --algorithm alpha-beta with it",
            )),
            (AlgorithmName::Minimax, None) => Ok(Algorithm::Minimax),
            (AlgorithmName::AlphaBeta, _) => Ok(Algorithm::AlphaBeta(rule)),
        }
    }

    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let algorithm = self.algorithm()?;
        let evaluation = self.game.evaluation(self.eval.as_deref()).map_err(Failure::bad_input)?;
        let position = self.position.read(self.game, streams.input)?;
        let spinner = progress::spinner("searching");
        let report = Report::new(evaluation, algorithm, position, self.depth);
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
        algorithm_name(report.algorithm),
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
    let root_moves: Vec<Value> = searched
        .root_moves
        .iter()
        .map(|found| {
            json!({
                "move": report.move_text(found.mv),
                "value": found.value,
                "bound": crate::present::proof::bound_name(found.bound),
            })
        })
        .collect();
    let cut = match report.algorithm {
        Algorithm::Minimax => None,
        Algorithm::AlphaBeta(rule) => Some(cut_name(rule)),
    };
    let mut document = json!({
        "game": game.name(),
        "position": json::position(position),
        "to_move": json::side(game, position.turn()),
        "outcome": json::outcome(game, position.outcome()),
        "algorithm": algorithm_name(report.algorithm),
        "cut": cut,
        "depth": report.depth,
        "evaluation": report.evaluation.name,
        "maximiser": json::side(game, report.maximiser),
        "move": searched.choice.best.map(|mv| report.move_text(mv)),
        "value": searched.choice.value,
        "examined": json::count(searched.counts.examined()),
        "generated": json::count(searched.counts.generated()),
        "by_ply": searched.counts.by_ply().iter().map(|&nodes| json::count(nodes)).collect::<Vec<_>>(),
        "root_moves": root_moves,
        "not_examined": report.not_examined(),
        "notes": explain::notes(report),
    });
    if explain {
        let minimax = explain::minimax_counts(report);
        document["explanation"] = Value::from(explain::explanation(report, minimax.as_ref()));
    }
    document
}
