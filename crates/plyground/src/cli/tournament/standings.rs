//! `plyground tournament standings` and `report`.

use std::path::PathBuf;

use clap::ValueEnum;
use plyground_arena::file;
use plyground_core::counted;

use super::folder::{FolderArg, failure};
use crate::exit::{Failure, Streams};
use crate::present::json;
use crate::report::standings::StandingsReport;
use crate::report::tournament::html;
use crate::shown;

/// Print the table of a tournament, finished or not
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  plyground tournament standings class
  plyground tournament standings class --format csv > class.csv")]
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
/// Standings, cross table, times, faults, and games to replay move by move. What the page leaves out to
/// stay small it says itself; the records have everything.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  plyground tournament report class --out class.html")]
pub(super) struct ReportArgs {
    #[command(flatten)]
    folder: FolderArg,
    /// Write the page here
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let report = StandingsReport::of(&self.folder.planned()?);
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
        let out = shown::path(&self.out);
        if self.folder.open()?.has_file(&self.out).map_err(Failure::bad_input)? {
            return Err(bad_input!("--out {out}: it belongs to the tournament; expected another file"));
        }
        let folder = self.folder.planned()?;
        let (mut games, mut problem) = (0, None);
        let records = folder.records().map_while(|record| record.map_err(|error| problem = Some(error)).ok());
        let page = html(&StandingsReport::of(&folder), records.inspect(|_| games += 1));
        if let Some(error) = problem {
            return Err(failure(error));
        }
        file::write_atomically(&self.out, page.as_bytes())
            .map_err(|error| bad_input!("{out}: {error}; expected a place for a file"))?;
        Ok(writeln!(streams.out, "{out}: {}", counted(games, "game"))?)
    }
}
