//! Everything that reports of a tournament say, gathered in one place.

use plyground_arena::entrant::TimeLimit;
use plyground_arena::tournament::config::EntrantKind;
use plyground_arena::tournament::records::{Charge, Results};
use plyground_arena::tournament::table::Table;
use plyground_arena::tournament::{Config, Folder};
use plyground_core::counted;
use plyground_league::schedule::Form;

use super::standings::{Contestant, StandingsReport};

/// The table of a tournament, and the rest of what its reports say.
pub(crate) struct Tables {
    config: Config,
    contestants: Vec<Contestant>,
    table: Table,
    charges: Vec<Charge>,
    conditions: Vec<String>,
}

impl Tables {
    /// What the results of a tournament add up to.
    pub(crate) fn of(folder: &Folder) -> Self {
        let (config, results) = (folder.config(), folder.results());
        let entrants = config.entrants.iter().enumerate();
        let contestants = entrants
            .map(|(number, entrant)| Contestant {
                name: entrant.name.clone(),
                tagline: results.identity(number).map(str::to_owned),
            })
            .collect();
        let table = Table::of(config, results);
        let mut conditions = conditions(config, folder.games().len(), results);
        let champion = table.champion.map(|entrant| format!("Champion: {}.", config.entrants[entrant].name));
        conditions.splice(0..0, champion);
        let charges = (0..config.entrants.len()).map(|entrant| results.charge(entrant)).collect();
        Self { config: config.clone(), contestants, table, charges, conditions }
    }

    pub(crate) fn report(&self) -> StandingsReport<'_> {
        StandingsReport {
            title: &self.config.name,
            contestants: &self.contestants,
            standings: &self.table.standings,
            ratings: Some(&self.table.ratings),
            groups: self.table.groups,
            rungs: &self.config.rungs,
            rung_marks: self.config.rung_marks,
            marks: self.config.marks.as_ref().map(|(rule, shared)| (rule, *shared)),
            sprt: self.config.sprt,
            charges: &self.charges,
            conditions: &self.conditions,
        }
    }
}

/// What the games were played under, and what else readers should know.
fn conditions(config: &Config, planned: usize, results: &Results) -> Vec<String> {
    let mut conditions = Vec::new();
    if results.len() < planned {
        conditions.push(format!(
            "{} of {} have been played.",
            results.len(),
            counted(planned, "planned game")
        ));
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
    let withdrawn = config.entrants.iter().filter(|entrant| entrant.is_withdrawn);
    let withdrawn: Vec<&str> = withdrawn.map(|entrant| entrant.name.as_str()).collect();
    if !withdrawn.is_empty() {
        let which = match config.schedule.form() {
            Form::RoundRobin | Form::Gauntlet { .. } | Form::Ladder { .. } => "All games against them",
            Form::Swiss { .. } | Form::Knockout { .. } => "Games against them that have not been played",
        };
        conditions.push(format!("Withdrawn: {}. {which} count as won.", withdrawn.join(", ")));
    }
    let replaced = config
        .entrants
        .iter()
        .filter(|entrant| matches!(&entrant.kind, EntrantKind::Program(program) if program.was.is_some()));
    let replaced: Vec<&str> = replaced.map(|entrant| entrant.name.as_str()).collect();
    if !replaced.is_empty() {
        conditions.push(format!(
            "Another program took the place of: {}. Games that had been played count as they were.",
            replaced.join(", ")
        ));
    }
    let void = results.void();
    if void > 0 {
        let were = if void == 1 { "was" } else { "were" };
        conditions.push(format!(
            "{} {were} void, because the machine failed; such a game does not count and is played again. It is charged to \
             the entrant in whose turn that happened.",
            counted(void, "game")
        ));
    }
    conditions
}
