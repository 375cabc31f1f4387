//! What is earned, and what being late costs.

use toml::Spanned;

use super::Reader;
use crate::assignment::tables::{LateTable, MarksTable, Places};
use crate::assignment::{Late, Marks, Task};
use crate::moment::{Moment, Offset};
use plyground_arena::config_file::ConfigError;
use plyground_league::standings::{MarkRule, SharedRank};

impl Reader<'_> {
    pub(super) fn marks(
        &self,
        table: &Spanned<MarksTable>,
        task: &Task,
        has_opponents: bool,
    ) -> Result<Marks, ConfigError> {
        let marks = table.get_ref();
        let known = [
            ("column", &marks.column),
            ("nodes", &marks.nodes),
            ("move", &marks.mv),
            ("strength", &marks.strength),
            ("moves", &marks.moves),
            ("generated", &marks.generated),
        ];
        for (name, weight) in known {
            if let Some(weight) = weight.as_ref().filter(|_| !task.parts().contains(&name)) {
                let expected = task.parts().join(", ");
                return self.source.wrong(
                    &weight.span(),
                    format_args!("{name}: no part of this task's answers; expected one of {expected}"),
                );
            }
        }
        let weight = |part: &&str| {
            let (name, weight) = known.iter().find(|(name, _)| name == part).expect("every part has a key");
            self.number(name, weight.as_ref(), 1, [0, 1000])
        };
        if let Some(strength) =
            marks.strength.as_ref().filter(|weight| *weight.get_ref() > 0 && !has_opponents)
        {
            let message =
                "strength: only games earn it, and there are none; expected opponents in [cases], or 0";
            return self.source.wrong(&strength.span(), message);
        }
        let mut parts: Vec<u32> = task.parts().iter().map(weight).collect::<Result<_, _>>()?;
        if let (true, false, [_, strength]) = (task.is_played(), has_opponents, parts.as_mut_slice()) {
            // Without games nothing can be earned of it.
            *strength = 0;
        }
        if parts.iter().all(|&weight| weight == 0) {
            return self.source.wrong(
                &table.span(),
                "marks: nothing that cases have weighs anything; expected a weight above 0",
            );
        }
        let tournament = match &marks.tournament {
            None => None,
            Some(places) => {
                let Places { best, worst, shared } = places.get_ref();
                let shared = shared.as_ref().map_or(Ok(SharedRank::default()), |word| {
                    self.source.word(
                        "shared",
                        word,
                        &[("best", SharedRank::Best), ("mean", SharedRank::Mean)],
                    )
                })?;
                let (best, worst) = (self.points("best", best)?, self.points("worst", worst)?);
                Some((MarkRule::Linear { best, worst }, shared))
            }
        };
        Ok(Marks { cases: self.points("cases", &marks.cases)?, parts, tournament })
    }

    pub(super) fn late(&self, table: Option<&LateTable>) -> Result<Late, ConfigError> {
        let Some(LateTable { due, utc_offset, percent_a_day, most_days }) = table else {
            return Ok(Late { due: None, offset: Offset::default(), percent_a_day: 0, most_days: u32::MAX });
        };
        let offset: Offset = match utc_offset {
            None => Offset::default(),
            Some(text) => text
                .get_ref()
                .parse()
                .or_else(|error| self.source.wrong(&text.span(), format_args!("utc_offset: {error}")))?,
        };
        let due = match due {
            None => None,
            Some(text) => Some(
                Moment::parse(text.get_ref(), offset)
                    .or_else(|error| self.source.wrong(&text.span(), format_args!("due: {error}")))?
                    .end_of_minute(),
            ),
        };
        Ok(Late {
            due,
            offset,
            percent_a_day: self.number("percent_a_day", percent_a_day.as_ref(), 0, [0, 100])?,
            most_days: most_days.unwrap_or(u32::MAX),
        })
    }
}
