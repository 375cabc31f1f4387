//! What is earned, and what being late costs.

use toml::Spanned;

use crate::engine::assignment::tables::{LateTable, MarksTable, Places, Rungs};
use crate::engine::assignment::{Late, Marks};
use crate::engine::local_time::{LocalTime, Zone};
use crate::engine::reader::Reader;
use crate::engine::task::{STRENGTH, Task};
use plyground_arena::config_file::ConfigError;
use plyground_core::printable;
use plyground_league::ladder::RungMarks;
use plyground_league::standings::{MarkRule, SharedRank};

impl Reader<'_> {
    fn places(&self, places: &Places) -> Result<(MarkRule, SharedRank), ConfigError> {
        let Places { best, worst, shared, .. } = places;
        let shared = shared.as_ref().map_or(Ok(SharedRank::default()), |word| {
            self.source.word("shared", word, &[("best", SharedRank::Best), ("mean", SharedRank::Mean)])
        })?;
        let (best, worst) = (self.points("best", best)?, self.points("worst", worst)?);
        Ok((MarkRule::Linear { best, worst }, shared))
    }

    pub(super) fn marks(
        &self,
        table: &Spanned<MarksTable>,
        task: &Task,
        has_opponents: bool,
    ) -> Result<Marks, ConfigError> {
        let marks = table.get_ref();
        let names = task.kind.parts();
        for (name, weight) in &marks.parts {
            if !names.contains(&name.as_str()) {
                let (name, expected) = (printable(name), names.join(", "));
                return self.source.wrong(
                    &weight.span(),
                    format_args!("{name}: no part of this task's answers; expected one of {expected}"),
                );
            }
        }
        let weight_of =
            |part: &str| marks.parts.iter().find(|(name, _)| name == part).map(|(_, weight)| weight);
        let is_without_games = task.kind.is_played && !has_opponents;
        if let Some(strength) = weight_of(STRENGTH).filter(|weight| is_without_games && *weight.get_ref() > 0)
        {
            let message =
                "strength: only games earn it, and there are none; expected opponents in [cases], or 0";
            return self.source.wrong(&strength.span(), message);
        }
        let weight = |part: &&str| {
            // Without games nothing can be earned of it.
            let usual = u32::from(!(is_without_games && *part == STRENGTH));
            self.number(part, weight_of(part), usual, [0, 1000])
        };
        let parts: Vec<u32> = names.iter().map(weight).collect::<Result<_, _>>()?;
        if parts.iter().all(|&weight| weight == 0) {
            return self.source.wrong(
                &table.span(),
                "marks: nothing that cases have weighs anything; expected a weight above 0",
            );
        }
        let places = marks.tournament.as_ref().map(Spanned::get_ref);
        let tournament = places.map(|places| self.places(places)).transpose()?;
        let ladder = match places.and_then(|places| Some((places, places.ladder.as_ref()?))) {
            None => None,
            Some((places, rungs)) => {
                let ends = [self.points("worst", &places.worst)?, self.points("best", &places.best)?];
                let Rungs { from, to } = rungs.get_ref();
                let rule = RungMarks::new(task.kind.game().name(), ends, [from, to]);
                Some(rule.or_else(|error| self.source.wrong(&rungs.span(), format_args!("ladder: {error}")))?)
            }
        };
        Ok(Marks { cases: self.points("cases", &marks.cases)?, parts, tournament, ladder })
    }

    pub(super) fn late(&self, table: Option<&LateTable>) -> Result<Late, ConfigError> {
        let Some(LateTable { due, utc_offset, percent_a_day, most_days }) = table else {
            return Ok(Late { due: None, zone: Zone::default(), percent_a_day: 0, most_days: u32::MAX });
        };
        let zone: Zone = match utc_offset {
            None => Zone::default(),
            Some(text) => text
                .get_ref()
                .parse()
                .or_else(|error| self.source.wrong(&text.span(), format_args!("utc_offset: {error}")))?,
        };
        let due = match due {
            None => None,
            Some(text) => Some(
                LocalTime::parse(text.get_ref(), &zone)
                    .or_else(|error| self.source.wrong(&text.span(), format_args!("due: {error}")))?
                    .end_of_minute(),
            ),
        };
        Ok(Late {
            due,
            zone,
            percent_a_day: self.number("percent_a_day", percent_a_day.as_ref(), 0, [0, 100])?,
            most_days: most_days.unwrap_or(u32::MAX),
        })
    }
}
