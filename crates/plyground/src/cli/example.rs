//! `plyground example`: the worked example of COMP3608, solved and explained.

use plyground_core::games::connect_four::ConnectFour;
use plyground_core::search::{Algorithm, CutRule};
use plyground_core::{AnyGame, Notation};

use super::explain::{self, Report};
use super::terms;
use crate::exit::{Failure, Streams};
use crate::present::{board, layout};

/// The board of the assignment's worked example, and the depth of its search.
const EXAMPLE: &str = ".ryyrry,.rryry.,..y.r..,..y....,.......,....... red";
const DEPTH: u32 = 4;

/// Solve and explain the worked example of COMP3608, and say what to try next
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  plyground example")]
pub(super) struct Args {}

impl Args {
    #[expect(clippy::unused_self, reason = "all commands are run in one way")]
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let colors = streams.terminal.colors;
        let position = AnyGame::listed::<ConnectFour>().notation().parse(EXAMPLE)?;
        let out = &mut *streams.out;
        writeln!(out, "Plyground is a workbench for two-player board-game agents.\n")?;
        writeln!(out, "The worked example of COMP3608, {}:\n", board::state_words(&position))?;
        board::draw(out, &position, colors.out)?;
        writeln!(out)?;
        let evaluation = AnyGame::listed::<ConnectFour>().evaluations()[0];
        terms::write(out, evaluation, &position)?;
        let algorithms = [Algorithm::Minimax, Algorithm::AlphaBeta(CutRule::AtEqual)];
        let reports = algorithms.map(|algorithm| Report::new(evaluation, algorithm, position.clone(), DEPTH));
        writeln!(out, "\nSearched to depth {DEPTH}:\n")?;
        let mut rows = vec![["", "column", "value", "nodes", "by ply"].map(str::to_owned).to_vec()];
        for report in &reports {
            let searched = &report.searched;
            let by_ply: Vec<String> = searched.counts.by_ply().iter().map(u128::to_string).collect();
            rows.push(vec![
                report.algorithm.to_string(),
                searched.choice.best.map_or_else(String::new, |mv| report.move_text(mv)),
                searched.choice.value.to_string(),
                searched.counts.examined().to_string(),
                by_ply.join(" "),
            ]);
        }
        layout::table(out, "  ", 1, &rows)?;
        for report in &reports {
            for note in explain::notes(report) {
                writeln!(out)?;
                layout::paragraph(out, &format!("{}: {note}", report.algorithm))?;
            }
        }
        Ok(writeln!(
            out,
            "\nWhat to try next:\n
  plyground serve
  plyground search connect-four --algorithm alpha-beta --depth {DEPTH} --explain {EXAMPLE}
  plyground play connect-four
  plyground show connect-four 4453
  plyground assignments
  plyground --help"
        )?)
    }
}
