//! What the keys of `assignment.toml` mean.

mod cases;
mod languages;
mod marks;
mod task;

use std::time::Duration;

use plyground_core::quote;
use toml::Spanned;

use super::Assignment;
use super::tables::File;
use crate::engine::reader::Reader;
use plyground_arena::config_file::ConfigError;
use plyground_league::standings::Points;
use plyground_sandbox::process::Bounds;

/// The deepest search that is asked for.
const MOST_DEPTH: u32 = 42;

/// The longest time for anything, in milliseconds: an hour.
const MOST_TIME: u64 = 3_600_000;

pub(super) fn parse(text: &str) -> Result<Assignment, ConfigError> {
    let reader = Reader::of(text);
    reader.assignment(&reader.table()?)
}

impl Reader<'_> {
    /// A name of a file or of a main program: letters, digits and a few marks, nothing that leads elsewhere.
    fn plain(&self, what: &str, name: &Spanned<String>) -> Result<String, ConfigError> {
        let text = name.get_ref();
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '+');
        if (1..=100).contains(&text.len()) && text.chars().all(is_plain) && !text.starts_with(['.', '-']) {
            return Ok(text.clone());
        }
        let expected = "1 to 100 letters, digits, _, -, + and dots, beginning with a letter, a digit or _";
        self.source.wrong(&name.span(), format_args!("{what}: found {}; expected {expected}", quote(text)))
    }

    fn points(&self, what: &str, number: &Spanned<f64>) -> Result<Points, ConfigError> {
        let value = *number.get_ref();
        if !(0.0..=10_000.0).contains(&value) {
            return self
                .source
                .wrong(&number.span(), format_args!("{what}: found {value}; expected 0 to 10000"));
        }
        value
            .to_string()
            .parse()
            .or_else(|error| self.source.wrong(&number.span(), format_args!("{what}: {error}")))
    }

    fn assignment(&self, file: &File) -> Result<Assignment, ConfigError> {
        let title = file.title.get_ref();
        if title.trim().is_empty() || title.len() > 200 || title.chars().any(char::is_control) {
            let expected = "1 to 200 bytes without control characters";
            let found = quote(title);
            return self
                .source
                .wrong(&file.title.span(), format_args!("title: found {found}; expected {expected}"));
        }
        let task = self.task(file)?;
        let usual = Bounds { memory_bytes: 1 << 30, stdout_bytes: 64 << 10, ..Bounds::default() };
        let limits = &file.limits;
        let time = |what: &str, time: Option<&Spanned<u64>>, usual: u64| {
            self.number(what, time, usual, [1, MOST_TIME]).map(Duration::from_millis)
        };
        let memory = self.number("memory_mib", limits.memory_mib.as_ref(), 1024, [16, 1 << 20])? << 20;
        let output = self.number("output_kib", limits.output_kib.as_ref(), 64, [1, 1 << 14])? << 10;
        let processes = self.number("processes", limits.processes.as_ref(), 128, [1, 100_000])?;
        let bounds = Bounds { memory_bytes: memory, processes, ..usual };
        Ok(Assignment {
            title: title.clone(),
            main: self.plain("main", &file.main)?,
            mends: file.mend,
            languages: self.languages(&file.language, &task)?,
            build: Bounds { wall: time("build_ms", limits.build_ms.as_ref(), 60_000)?, ..bounds },
            run: Bounds {
                wall: time("time_ms", limits.time_ms.as_ref(), 10_000)?,
                stdout_bytes: usize::try_from(output).unwrap_or(usize::MAX),
                ..bounds
            },
            late_in_a_row: self.number("late_in_a_row", limits.late_in_a_row.as_ref(), 3, [1, 1000])?,
            fault: self.fault(limits.fault.as_ref(), &task)?,
            marks: self.marks(&file.marks, &task, !file.cases.get_ref().opponents.is_empty())?,
            cases: self.cases(&file.cases, &task)?,
            late: self.late(file.late.as_ref())?,
            task,
        })
    }
}
