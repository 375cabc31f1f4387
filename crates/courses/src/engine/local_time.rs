//! Points in time as people write them, and days of delay. No clock is read here.

use std::fmt;
use std::str::FromStr;

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, ToSpan};
use plyground_core::quote;

/// A second of the calendar in the local time of a course. It has no time zone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LocalTime(DateTime);

/// What a moment looks like.
const EXPECTED: &str = "a date and a time such as 2026-05-01T22:10 or 2026-05-01T22-10-59, \
                        perhaps with Z or an offset such as +10:00";

impl LocalTime {
    /// Reads `YYYY-MM-DDTHH:MM[:SS]`. Dashes may stand for colons, which some file systems refuse. With `Z`
    /// or an offset from UTC at the end it is turned into local time. An hour that clocks show twice is one
    /// hour here.
    ///
    /// # Errors
    ///
    /// If it is not a moment of the calendar in the years 1970 to 9999, as written and in local time.
    pub fn parse(text: &str, local: &Zone) -> Result<Self, String> {
        let read = || {
            let (date, time) = text.split_once('T')?;
            let (time, zone) = match time.find(['Z', '+']).or_else(|| minus(time)) {
                Some(at) => time.split_at(at),
                None => (time, ""),
            };
            let ahead = match zone {
                "" => None,
                "Z" => Some(SignedDuration::ZERO),
                offset => Some(ahead(offset)?),
            };
            let date: Vec<i16> = date.split('-').map(digits).collect::<Option<_>>()?;
            let time: Vec<i16> = time.split([':', '-']).map(digits).collect::<Option<_>>()?;
            let small = |number: i16| i8::try_from(number).ok();
            let ([year, month, day], [hour, minute, rest @ ..]) = (&date[..], &time[..]) else { return None };
            let second = match *rest {
                [] => 0,
                [second @ 0..60] => second,
                _ => return None,
            };
            let date = Date::new(*year, small(*month)?, small(*day)?).ok()?;
            let time = Time::new(small(*hour)?, small(*minute)?, small(second)?, 0).ok()?;
            let written = DateTime::from_parts(date, time);
            // Local time may fall into another year than the text says.
            let moment = ahead.map_or(Some(written), |ahead| local.here(written, ahead))?;
            (written.year().min(moment.year()) >= 1970).then_some(Self(moment))
        };
        read().ok_or_else(|| format!("found {}; expected {EXPECTED}", quote(text)))
    }

    /// The last second of this minute: a deadline of 23:59 lets in what comes at 23:59:59.
    #[must_use]
    pub fn end_of_minute(self) -> Self {
        Self(self.0.with().second(59).build().unwrap_or(self.0))
    }

    /// Days late against a deadline where days end at 23:59:59: 0 in time, 1 from the first second after
    /// the deadline to the end of that day, and one more for every further day that has begun.
    pub fn days_late(self, due: Self) -> u32 {
        if self <= due {
            return 0;
        }
        // A deadline at the very end of a day belongs to the day that begins then.
        let first = due.0.saturating_add(1.second()).date();
        let days = self.0.date().duration_since(first).as_hours() / 24 + 1;
        u32::try_from(days).unwrap_or(u32::MAX)
    }
}

/// Digits only, at most four.
fn digits(text: &str) -> Option<i16> {
    plyground_core::digits(text).filter(|digits| digits.len() <= 4)?.parse().ok()
}

/// Where an offset with a minus begins: before the last two numbers, if there are two more.
fn minus(time: &str) -> Option<usize> {
    let mut marks = time.rmatch_indices([':', '-']);
    let (at, mark) = marks.nth(1)?;
    (mark == "-" && marks.next().is_some()).then_some(at)
}

impl fmt::Display for LocalTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The local time of a course: so far ahead of UTC, or a zone with its changes of clocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Zone(Clocks);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Clocks {
    Ahead(SignedDuration),
    Named(TimeZone),
}

impl Zone {
    /// Whether it has a name, which only machines with the package tzdata know.
    pub const fn is_named(&self) -> bool {
        matches!(self.0, Clocks::Named(_))
    }

    /// What clocks here show when they show `written` where they are `ahead` of UTC.
    fn here(&self, written: DateTime, ahead: SignedDuration) -> Option<DateTime> {
        match &self.0 {
            Clocks::Ahead(local) => written.checked_add(*local - ahead).ok(),
            Clocks::Named(zone) => {
                let utc = TimeZone::UTC.to_timestamp(written.checked_sub(ahead).ok()?).ok()?;
                Some(zone.to_datetime(utc))
            }
        }
    }
}

impl Default for Zone {
    fn default() -> Self {
        Self(Clocks::Ahead(SignedDuration::ZERO))
    }
}

/// Reads how far clocks are ahead of UTC: `+HH:MM` or `-HH:MM`, at most 14 hours. A dash may stand for the colon.
fn ahead(text: &str) -> Option<SignedDuration> {
    let (sign, rest) = match text.strip_prefix('+') {
        Some(rest) => (1, rest),
        None => (-1, text.strip_prefix('-')?),
    };
    let (hours, minutes) =
        rest.split_once([':', '-']).filter(|(hours, minutes)| [hours.len(), minutes.len()] == [2, 2])?;
    let (hours, minutes) = (digits(hours)?, digits(minutes)?);
    let minutes = (hours <= 14 && minutes < 60).then(|| hours * 60 + minutes)?;
    Some(SignedDuration::from_mins(sign * i64::from(minutes)))
}

impl FromStr for Zone {
    type Err = String;

    /// Reads `+HH:MM`, `-HH:MM`, or a name that the machine's time zones have.
    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(ahead) = ahead(text) {
            return Ok(Self(Clocks::Ahead(ahead)));
        }
        let named = TimeZone::get(text).ok().filter(|zone| zone.iana_name().is_some());
        named.map(|zone| Self(Clocks::Named(zone))).ok_or_else(|| {
            let missing = if jiff::tz::db().is_definitively_empty() {
                "; names need the package tzdata, which is not installed here"
            } else {
                ""
            };
            let expected = "an offset from UTC such as +10:00, or a time zone such as Australia/Sydney";
            format!("found {}; expected {expected}{missing}", quote(text))
        })
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Clocks::Ahead(ahead) => {
                let sign = if ahead.is_negative() { '-' } else { '+' };
                let minutes = ahead.as_mins().abs();
                write!(f, "{sign}{:02}:{:02}", minutes / 60, minutes % 60)
            }
            Clocks::Named(zone) => f.write_str(zone.iana_name().unwrap_or_default()),
        }
    }
}
