//! `plyground tournament standings` and `report`.

use std::path::PathBuf;

use clap::ValueEnum;
use plyground_arena::entrant::TimeLimit;
use plyground_arena::file;
use plyground_arena::tournament::Config;
use plyground_arena::tournament::plan::Plan;
use plyground_arena::tournament::records::Results;
use plyground_arena::tournament::table::Table;

use super::folder::{Folder, FolderArg};
use crate::cli::json;
use crate::exit::{Failure, Streams};
use crate::report::standings::{Contestant, StandingsReport};
use crate::report::tournament::html;
use crate::shown;

const EXAMPLES: &str = "Examples:
  plyground tournament standings class
  plyground tournament standings class --format csv > class.csv";

const REPORT_EXAMPLES: &str = "Examples:
  plyground tournament report class --out class.html";

/// Print the table of a tournament, finished or not
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    folder: FolderArg,
    /// As what
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Print JSON: the same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// Tables for people
    Text,
    /// A line for each entrant
    Csv,
    /// A line for each two entrants who met
    MeetingsCsv,
    /// Tables for a page
    Markdown,
    /// Everything, for programs
    Json,
}

/// Write the report of a tournament as one HTML page that loads nothing
///
/// Standings, cross table, times, faults, and games to replay move by move. What the page leaves out to stay
/// small it says itself; the records have everything.
#[derive(clap::Args, Debug)]
#[command(after_help = REPORT_EXAMPLES)]
pub(super) struct ReportArgs {
    #[command(flatten)]
    folder: FolderArg,
    /// Write the page here
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Everything that reports say, in one place.
pub(super) struct Tables {
    config: Config,
    contestants: Vec<Contestant>,
    table: Table,
    conditions: Vec<String>,
}

impl Tables {
    pub(super) fn of(folder: &Folder<'_>, plan: &Plan, results: &Results) -> Self {
        let entrants = folder.config.entrants.iter().enumerate();
        let contestants = entrants
            .map(|(number, entrant)| Contestant {
                name: entrant.name.clone(),
                tagline: results.identity(number).map(str::to_owned),
            })
            .collect();
        let table = Table::of(&folder.config, results);
        let conditions = conditions(&folder.config, plan.games().len(), results);
        Self { config: folder.config.clone(), contestants, table, conditions }
    }

    fn report(&self) -> StandingsReport<'_> {
        StandingsReport {
            title: &self.config.name,
            contestants: &self.contestants,
            standings: &self.table.standings,
            ratings: Some(&self.table.ratings),
            groups: self.table.groups,
            marks: self.config.marks.as_ref().map(|(rule, shared)| (rule, *shared)),
            sprt: self.config.sprt,
            conditions: &self.conditions,
        }
    }

    pub(super) fn write_text(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        Ok(streams.out.write_all(self.report().text().as_bytes())?)
    }
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let folder = self.folder.open()?;
        let (plan, results) = folder.results()?;
        let tables = Tables::of(&folder, &plan, &results);
        let report = tables.report();
        let text = match if self.json { Format::Json } else { self.format } {
            Format::Text => report.text(),
            Format::Csv => report.csv(),
            Format::MeetingsCsv => report.meetings_csv(),
            Format::Markdown => report.markdown(),
            Format::Json => return Ok(json::write(streams.out, &report.json())?),
        };
        Ok(streams.out.write_all(text.as_bytes())?)
    }
}

impl ReportArgs {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let folder = self.folder.open()?;
        let (plan, results) = folder.results()?;
        let tables = Tables::of(&folder, &plan, &results);
        let mut records = Vec::new();
        folder.each_record(&mut |record| records.push(record))?;
        let page = html(&tables.report(), &records);
        let out = shown::path(&self.out);
        file::write_atomically(&self.out, page.as_bytes()).map_err(|error| {
            Failure::bad_input(format_args!("{out}: {error}; expected a place for a file"))
        })?;
        Ok(writeln!(streams.out, "{out}: {} games", records.len())?)
    }
}

/// What the games were played under, and what else readers should know.
fn conditions(config: &Config, planned: usize, results: &Results) -> Vec<String> {
    let mut conditions = Vec::new();
    if results.len() < planned {
        conditions.push(format!("{} of {planned} planned games have been played.", results.len()));
    }
    let TimeLimit { limit, grace } = config.time;
    let grace = match grace.as_millis() {
        0 => String::new(),
        grace => format!(", and {grace} ms of grace beyond that"),
    };
    let limit = limit.as_millis();
    let isolations: Vec<&str> = results.isolations().collect();
    let programs = match &isolations[..] {
        [] => String::new(),
        levels => format!(" Isolation of programs: {}.", levels.join(", ")),
    };
    conditions.push(format!("Time for an answer: {limit} ms{grace}.{programs}"));
    let set_aside = results.set_aside();
    if set_aside > 0 {
        let games = if set_aside == 1 { "1 game was".to_owned() } else { format!("{set_aside} games were") };
        conditions.push(format!(
            "{games} set aside and played again, because an answer was late while the machine was overloaded; a \
             game gets at most {} such repetitions.",
            config.replays
        ));
    }
    conditions
}
